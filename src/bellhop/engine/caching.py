"""The cache of compiled code: a folder that only the current user can write to.

Numba unpickles the files it finds there, so anyone who can write to it can run code as this user.
A full disk or a damaged file costs the cache only: the code is compiled again.
"""

import importlib
import logging
import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

ADVICE = "set BELLHOP_CACHE to another folder"
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
NOWHERE = Path(os.devnull) / "bellhop"  # nothing can be written there

log = logging.getLogger(__name__)


def cache_home() -> Path:
    """BELLHOP_CACHE or the user's cache folder; a temporary folder if others can write to that.

    The temporary folder is deleted when the program ends, and a warning says so.
    """
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    usual = (Path(base) if base else Path.home() / ".cache") / "bellhop"
    home = Path(os.environ.get("BELLHOP_CACHE") or usual)
    try:
        _make_private(home)
        home = home.resolve()  # so that no symbolic link can lead elsewhere later
        risk = find_risk(home)
    except OSError as error:
        risk = f"{home} cannot be used ({error.strerror})"
    return _temporary_home(risk, ADVICE) if risk else home


def cache_folder(name: str) -> Path:
    """A folder of the cache; a temporary one if others could have written what is in it.

    Where nothing can be written, it does not exist.
    """
    home = cache_home()
    folder = home / name
    if home == NOWHERE:
        return folder
    try:
        _make_private(folder)
        risk, advice = find_risk_inside(folder), f"delete {folder}"
    except OSError as error:
        risk, advice = f"{folder} cannot be used ({error.strerror})", ADVICE
    if risk:
        folder = _temporary_home(risk, advice) / name
        with suppress(OSError):
            _make_private(folder)
    return folder


def cache_code(function: Any, folder: Path) -> None:
    """Cache what Numba makes of a function in a folder, if anything can be written there."""
    config: Any = importlib.import_module("numba").config
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    uncached = function._cache
    try:
        function.enable_caching()
    except RuntimeError:  # Numba knows no other folder either
        return
    finally:
        config.CACHE_DIR = before
    is_ours = folder in Path(function._cache.cache_path).parents
    function._cache = CodeCache(function._cache) if is_ours else uncached


class CodeCache:
    """Numba's cache of a function, without its errors: what they concern is compiled again."""

    def __init__(self, numbas: Any) -> None:
        self._numbas = numbas

    def __getattr__(self, name: str) -> Any:
        return getattr(self._numbas, name)

    def load_overload(self, *sought: Any) -> Any:
        """The compiled code for some types, or nothing; a damaged cache is emptied."""
        try:
            return self._numbas.load_overload(*sought)
        except Exception as error:  # reading a damaged pickle may raise anything
            _warn(f"what is in {self.cache_path} is damaged ({error})", "it is compiled again")
            with suppress(OSError):
                self._numbas.flush()
            return None

    def save_overload(self, *made: Any) -> None:
        """Save the compiled code for some types, if there is room."""
        try:
            self._numbas.save_overload(*made)
        except OSError as error:
            _warn(f"{self.cache_path} cannot be used ({error.strerror})", ADVICE)


def find_risk(folder: Path) -> str:
    """Why a folder is unsafe or unusable as a cache, as text; empty if it is fine."""
    if not hasattr(os, "getuid"):  # on Windows only the user can write to their profile
        return ""
    for place in (folder, *folder.parents):
        status = place.stat()
        if status.st_uid != os.getuid() and (place == folder or status.st_uid != 0):
            return f"{place} belongs to another user"
        # In a sticky folder such as /tmp others can add files, but cannot replace ours.
        is_sticky = place != folder and status.st_mode & stat.S_ISVTX
        if status.st_mode & OTHERS_WRITE and not is_sticky:
            return f"others can write to {place}"
    return "" if os.access(folder, os.W_OK) else f"{folder} is read-only"


def find_risk_inside(folder: Path) -> str:
    """Why a folder of the cache, or anything in it, is unsafe; empty if it is fine.

    In a folder that others cannot enter, files may have any permissions: a compiler makes them,
    with those that the user's umask allows.
    """
    if not hasattr(os, "getuid"):
        return ""
    is_closed = not folder.lstat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    for place in (folder, *folder.rglob("*")):
        status = place.lstat()
        if status.st_uid != os.getuid():
            return f"{place} belongs to another user"
        if not (stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)):
            return f"{place} is neither a file nor a folder"
        if status.st_mode & OTHERS_WRITE and not is_closed:
            return f"others can write to {place}"
    return "" if os.access(folder, os.W_OK) else f"{folder} is read-only"


def _make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, that only the current user can enter."""
    for place in (*reversed(folder.parents), folder):
        if not place.exists():
            place.mkdir(mode=0o700, exist_ok=True)


def _temporary_home(risk: str, advice: str) -> Path:
    _warn(risk, advice)
    try:
        return Path(_temporary_folder().name)
    except OSError:
        return NOWHERE


@cache
def _warn(fault: str, advice: str) -> None:
    log.warning("compiled code is not cached: %s; %s", fault, advice)


@cache
def _temporary_folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="bellhop-")
