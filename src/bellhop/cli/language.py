"""The language of the terminal: from `--language`, otherwise from the environment."""

import os
from contextvars import ContextVar

from bellhop.engine.errors import BellhopError
from bellhop.engine.words import LANGUAGES, negotiate

_chosen = ContextVar("chosen", default="")  # with the option of the running command


def choose_language(asked: str) -> str:
    """Use the requested language from now on, or the terminal's; returns the language."""
    if asked and asked not in LANGUAGES:
        raise BellhopError("language", languages=LANGUAGES, language=asked)
    _chosen.set(asked)
    return spoken_language()


def spoken_language() -> str:
    """The language of this command's output."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return _chosen.get() or negotiate(os.environ.get(name, "") for name in names)
