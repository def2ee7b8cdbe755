"""The language of the terminal: the one asked for with `--language`, else the environment's."""

import os
from contextvars import ContextVar

from bellhop.engine.errors import BellhopError
from bellhop.engine.words import LANGUAGES, negotiate

_chosen = ContextVar("chosen", default="")  # by the command that runs


def choose_language(asked: str) -> str:
    """Speak the language asked for from now on, or the one that the terminal is set to."""
    if asked and asked not in LANGUAGES:
        raise BellhopError("language", languages=LANGUAGES, language=asked)
    _chosen.set(asked)
    return spoken_language()


def spoken_language() -> str:
    """The language in which this command speaks."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return _chosen.get() or negotiate(os.environ.get(name, "") for name in names)
