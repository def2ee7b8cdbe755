"""Pages and parts of pages, from templates, in the reader's language."""

import os
from functools import cache, lru_cache
from pathlib import Path
from secrets import randbelow, token_hex
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment

import bellhop
from bellhop.drawing.environments import open_templates
from bellhop.drawing.pages import draw_symbols
from bellhop.engine.words import LANGUAGES, shell_words
from bellhop.games import GAMES
from bellhop.web.codes import draw_qr
from bellhop.web.devices import language_of

HERE = Path(__file__).parent


@lru_cache
def templates() -> Environment:
    """The environment with all templates."""
    environment = open_templates(HERE / "templates")
    environment.globals["draw_qr"] = draw_qr
    environment.globals["draw_symbols"] = draw_symbols
    return environment


def render(template: str, **values: Any) -> str:
    """A template, filled in."""
    return templates().get_template(template).render(**values)


class GameFiles(StaticFiles):
    """Serves the style sheet and the cover of every game, as NAME.css and NAME.svg."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file for a path, and its status on disk."""
        name, _, kind = path.rpartition(".")
        file = {"css": "style.css", "svg": "cover.svg"}.get(kind)
        for game in GAMES if file else ():
            if game.name == name:
                full = game.folder / "page" / str(file)
                return str(full), full.stat()
        return "", None


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A whole page in the reader's language."""
    language = language_of(request)
    text = render(
        template,
        shell=shell_words(language),
        language=language,
        languages=LANGUAGES,
        root=request.scope.get("root_path", ""),
        version=bellhop.__version__,
        can_be_reloaded=request.method == "GET",  # a form would be sent again
        **values,
    )
    # A line of random length hides what the compressed size would reveal about secrets on the page.
    return HTMLResponse(f"{text}<!-- {token_hex(randbelow(48))} -->\n", status)


def draw_part(name: str, **values: Any) -> str:
    """Draw a part of the table page."""
    return str(getattr(_parts(), name)(**values)).strip()


@cache
def _parts() -> Any:
    """The macros of the parts."""
    return templates().get_template("parts.html").module
