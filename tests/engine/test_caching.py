"""Compiled code is read only from a folder that nobody else can write to."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bellhop.engine.caching import cache_home, find_risk


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder for this test."""
    folder = tmp_path / "house" / "cache"
    folder.mkdir(parents=True)
    monkeypatch.setenv("BELLHOP_CACHE", str(folder))
    return folder


def test_a_private_folder_is_used(home: Path) -> None:
    home.chmod(0o755)
    assert cache_home() == home.resolve()


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757, 0o722])
@pytest.mark.parametrize("levels", [0, 1])
def test_a_folder_that_others_can_write_to_is_not_used(
    home: Path, mode: int, levels: int, caplog: pytest.LogCaptureFixture
) -> None:
    (home / "poison").write_text("a pickle", "utf-8")
    place = (home, home.parent)[levels]
    place.chmod(mode)
    with caplog.at_level(logging.WARNING):
        used = cache_home()
    assert f"compiled code is not cached: others can write to {place.resolve()}" in caplog.text
    assert home.resolve() not in (used, *used.parents)
    assert not list(used.glob("poison"))
    assert find_risk(used) == ""


def test_a_sticky_parent_is_fine_a_sticky_folder_is_not(home: Path) -> None:
    home.parent.chmod(0o1777)
    assert cache_home() == home.resolve()
    home.chmod(0o1777)
    assert "others can write" in find_risk(home.resolve())


def test_another_users_folder_is_not_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 12_345)
    assert "belongs to another user" in find_risk(home)
    assert cache_home() != home


def test_a_link_is_followed_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "link"
    link.symlink_to(home)
    monkeypatch.setenv("BELLHOP_CACHE", str(link))
    assert cache_home() == home.resolve()
    home.chmod(0o777)
    assert cache_home() != home.resolve()


def test_without_a_home_nothing_is_read_from_the_shared_folder(tmp_path: Path) -> None:
    """If the home is a file, code is compiled into a temporary folder."""
    shared = tmp_path / "tmp" / "bellhop"
    shared.mkdir(parents=True)
    shared.chmod(0o777)
    (tmp_path / "home").write_text("no folder", "utf-8")
    code = """
from bellhop.engine.caching import cache_home
home = cache_home()
assert home == cache_home()
print(home, oct(home.stat().st_mode & 0o777))
"""
    known = {**os.environ, "HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path / "tmp")}
    for name in ("BELLHOP_CACHE", "XDG_CACHE_HOME"):
        known.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", code], env=known, capture_output=True, text=True, check=True
    )
    folder, mode = done.stdout.split()
    assert "compiled code is not cached" in done.stderr
    assert mode == "0o700"
    assert shared not in Path(folder).parents
    assert Path(folder) != shared
    assert not Path(folder).exists()
