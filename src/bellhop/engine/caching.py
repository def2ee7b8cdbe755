"""The cache of compiled code: a folder that only the current user can write to.

Numba unpickles the files it finds there, so anyone who can write to it can run code as this user.
"""

import logging
import os
import stat
import tempfile
from functools import cache
from pathlib import Path

log = logging.getLogger(__name__)


def cache_home() -> Path:
    """BELLHOP_CACHE or the user's cache folder; a temporary folder if others can write to that.

    The temporary folder is deleted when the program ends, and a warning says so.
    """
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    usual = (Path(base) if base else Path.home() / ".cache") / "bellhop"
    home = Path(os.environ.get("BELLHOP_CACHE") or usual)
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        home = home.resolve()  # so that no symbolic link can lead elsewhere later
        risk = find_risk(home)
    except OSError as error:
        risk = f"{home} cannot be used ({error.strerror})"
    return _temporary_home(risk) if risk else home


def find_risk(folder: Path) -> str:
    """Why a folder is unsafe or unusable as a cache, as text; empty if it is fine."""
    if not hasattr(os, "getuid"):  # on Windows only the user can write to their profile
        return ""
    for place in (folder, *folder.parents):
        status, mine = place.stat(), os.getuid()
        if status.st_uid != mine and (place == folder or status.st_uid != 0):
            return f"{place} belongs to another user"
        # In a sticky folder such as /tmp others can add files, but cannot replace ours.
        is_sticky = place != folder and status.st_mode & stat.S_ISVTX
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not is_sticky:
            return f"others can write to {place}"
    return "" if os.access(folder, os.W_OK) else f"{folder} is read-only"


@cache
def _temporary_home(risk: str) -> Path:
    log.warning("compiled code is not cached: %s; set BELLHOP_CACHE to another folder", risk)
    return Path(_temporary_folder().name)


@cache
def _temporary_folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="bellhop-")
