"""The lobby: the games, and the tables of this device with their dates and results."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from fastapi import Request, Response

from bellhop.bots import LEVELS, count_rivals
from bellhop.engine.errors import BellhopError
from bellhop.engine.words import Words, plain, shell_words
from bellhop.games import GAMES, game_named
from bellhop.table.house import House
from bellhop.table.links import OwnTable, find_result, tables_of
from bellhop.table.schema import Result
from bellhop.web.devices import keys_of, language_of, own_seats
from bellhop.web.learning import list_chapters
from bellhop.web.memory import recall_player
from bellhop.web.mistakes import count_due
from bellhop.web.pages import page
from bellhop.web.requests import PAGE, Route, house_of

MAX_LOOKED_AT = 40  # running tables per device for which the lobby shows whose turn it is
MAX_OVER = 20  # finished games, unless all are asked for


class Shown(NamedTuple):
    """A table in the list: its game, opponents and date, and its result or whose turn it is.

    A result that counts nowhere says so, and is not shown as a victory.
    """

    id: str
    title: str
    others: str
    when: str  # as ISO 8601 writes it
    date: str
    mark: str = ""  # why the result does not count
    result: str = ""
    is_won: bool = False
    is_my_turn: bool = False


async def lobby(request: Request) -> Response:
    """Show the games, and the tables of this device."""
    house, language = house_of(request), language_of(request)
    found = await asyncio.to_thread(tables_of, house.store, keys_of(request).known)
    running = [own for own in found if own.ended is None]
    over = sorted((own for own in found if own.ended is not None), key=_end, reverse=True)
    shown = over if "all" in request.query_params else over[:MAX_OVER]
    return page(
        request,
        "lobby.html",
        games=[(game, game.words(language)) for game in GAMES],
        running=await _look_at(request, house, running),
        over=[show for own in shown for show in await _review(house, own, language)],
        number_over=len(over),
        known={own.game for own in found},
        player=recall_player(request),
        due=await count_due(request),
        lessons=list_chapters(request),
        rivals={game.name: count_rivals(game) for game in GAMES},
        levels=LEVELS,
    )


def _end(own: OwnTable) -> float:
    return own.ended or 0.0


async def _look_at(request: Request, house: House, running: list[OwnTable]) -> list[Shown]:
    """The running tables, each with whether it is this device's turn."""
    language, shown = language_of(request), list[Shown]()
    for own in running:
        with suppress(BellhopError):
            is_mine = is_practice = False
            if len(shown) < MAX_LOOKED_AT:  # loading a table takes time
                live = await house.table(own.id)
                turn = live.sitting.turn if live.sitting else None
                is_mine = turn in own_seats(request, live)
                is_practice = bool(live.sitting and live.sitting.is_practice)
            described = _describe(own, own.made, language, is_practice=is_practice)
            shown.append(described._replace(is_my_turn=is_mine))
    return shown


async def _review(house: House, own: OwnTable, language: str) -> list[Shown]:
    """A finished game with its result, which is stored when an older one is first looked at."""
    with suppress(BellhopError):
        result = own.result
        if result is None:
            await house.table(own.id)
            result = await asyncio.to_thread(find_result, house.store, own.id)
        is_practice = result is not None and result.is_practice
        described = _describe(own, own.ended or own.made, language, is_practice=is_practice)
        if result is None:
            return [described]
        is_won = not described.mark and any(seat in own.seats for seat in result.winners)
        said = _say_result(shell_words(language), own, result)
        return [described._replace(result=said, is_won=is_won)]
    return []


def _describe(own: OwnTable, when: float, language: str, *, is_practice: bool) -> Shown:
    from babel.dates import format_date

    moment = datetime.fromtimestamp(when, UTC)
    others = [name for seat, name in enumerate(own.names) if seat not in own.seats]
    return Shown(
        id=own.id,
        title=game_named(own.game).title,
        others=", ".join(others or own.names),
        when=moment.isoformat(timespec="seconds"),
        date=format_date(moment, "medium", locale=language),
        mark=_say_mark(shell_words(language), own, is_practice=is_practice),
    )


def _say_mark(shell: Words, own: OwnTable, *, is_practice: bool) -> str:
    """Why the result of a table does not count; empty if it does."""
    if is_practice:
        return shell.say("lobby.practice")
    return shell.say("lobby.continued") if own.is_continued else ""


def _say_result(shell: Words, own: OwnTable, result: Result) -> str:
    """The result from this device's seat, or by name for somebody who only opened the table."""
    if not result.winners:
        return shell.say("lobby.stopped")
    if len(own.seats) != 1:
        return shell.say("lobby.winners", winners=shell.join(own.names[n] for n in result.winners))
    seat = own.seats[0]
    mine, others = result.points[seat], [*result.points[:seat], *result.points[seat + 1 :]]
    points = {"mine": plain(mine), "best": plain(max(others))}
    if seat in result.winners:
        return shell.say("lobby.won", **points)
    place = 1 + max(1, sum(other > mine for other in others))  # ties were broken, or given up
    return shell.say("lobby.lost", place=place, **points)


ROUTES: tuple[Route, ...] = (("GET", "/", lobby, PAGE),)
