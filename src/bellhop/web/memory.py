"""What a browser remembers of its player for the next game: a name, and the level of the bots."""

from typing import NamedTuple
from urllib.parse import quote, unquote

from fastapi import Request, Response

from bellhop.bots import DEFAULT, LEVELS
from bellhop.engine.words import shell_words
from bellhop.table.names import MAX_NAME_LENGTH
from bellhop.web.devices import language_of, set_cookie

COOKIE = "player"


class Remembered(NamedTuple):
    """Who played here last, and against which bots."""

    name: str
    level: str


def recall_player(request: Request) -> Remembered:
    """The name and level used last, or those for a newcomer."""
    level = request.cookies.get(COOKIE, "").partition(".")[0]
    name = recall_name(request) or shell_words(language_of(request)).say("web.player")
    return Remembered(name, level if level in LEVELS else DEFAULT)


def recall_name(request: Request) -> str:
    """The name used last, if there is one."""
    name = unquote(request.cookies.get(COOKIE, "").partition(".")[2])[:MAX_NAME_LENGTH].strip()
    return name if name.isprintable() else ""


def remember_player(request: Request, response: Response, player: Remembered) -> None:
    """Keep them in a cookie."""
    set_cookie(request, response, COOKIE, f"{player.level}.{quote(player.name)}")
