"""Where compiled code is kept: a folder that nobody but us can write.

Numba unpickles what it finds there, so whoever could put a file into it could run code as us.
"""

import logging
import os
import stat
import tempfile
from functools import cache
from pathlib import Path

log = logging.getLogger(__name__)


def cache_home() -> Path:
    """BELLHOP_CACHE or the user's cache folder; where others can write it, a folder for this run.

    What is compiled into the latter is thrown away when the program ends, and a warning says so.
    """
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    usual = (Path(base) if base else Path.home() / ".cache") / "bellhop"
    home = Path(os.environ.get("BELLHOP_CACHE") or usual)
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        home = home.resolve()  # from here on no link can lead elsewhere
        risk = find_risk(home)
    except OSError as error:
        risk = f"{home} cannot be used ({error.strerror})"
    return _folder_of_this_run(risk) if risk else home


def find_risk(folder: Path) -> str:
    """Why others could put files into a folder, in words; empty if they cannot."""
    if not hasattr(os, "getuid"):  # on Windows a profile is its user's alone
        return ""
    for place in (folder, *folder.parents):
        status, mine = place.stat(), os.getuid()
        if status.st_uid != mine and (place == folder or status.st_uid != 0):
            return f"{place} belongs to somebody else"
        # In a sticky folder such as /tmp others can add files, but not replace what is ours.
        is_sticky = place != folder and status.st_mode & stat.S_ISVTX
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not is_sticky:
            return f"others can write {place}"
    return "" if os.access(folder, os.W_OK) else f"{folder} is read-only"


@cache
def _folder_of_this_run(risk: str) -> Path:
    log.warning("compiled code is not kept: %s; BELLHOP_CACHE can name another folder", risk)
    return Path(_run().name)


@cache
def _run() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="bellhop-")
