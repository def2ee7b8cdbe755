"""Compiled code is read only from a folder that nobody else can write to."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bellhop.engine import playout, twin
from bellhop.engine.caching import cache_folder, cache_home, find_risk, find_risk_inside
from bellhop.games import GAMES


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


@pytest.fixture
def careless(home: Path) -> Iterator[None]:
    """A process whose new files anybody may write to, unless it says otherwise."""
    assert home.exists()
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("careless")
def test_new_folders_are_private_whatever_the_umask(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = home / "new" / "newer"
    monkeypatch.setenv("BELLHOP_CACHE", str(deep))
    folder = cache_folder("loops-1")
    assert folder == deep.resolve() / "loops-1"
    for place in (folder, deep, deep.parent):
        assert place.stat().st_mode & 0o777 == 0o700
    (folder / "code.nbi").write_text("written by the compiler", "utf-8")
    assert cache_folder("loops-1") == folder, "nobody else can enter it"


@pytest.mark.parametrize("risk", ["folder", "file", "other folder", "link"])
def test_compiled_code_that_others_can_write_is_not_read(
    home: Path, risk: str, caplog: pytest.LogCaptureFixture
) -> None:
    def folder_of_loops() -> Path:
        return twin._folder(twin.Binding(playout, GAMES[0].rules, {}), checked=False)

    folder = folder_of_loops()
    assert folder.parent == home.resolve()
    folder.chmod(0o755)
    (folder / "inner").mkdir(mode=0o755)
    (folder / "inner" / "code.nbi").write_text("a pickle", "utf-8")
    (folder / "inner" / "code.nbi").chmod(0o644)
    assert folder_of_loops() == folder
    match risk:
        case "folder":
            folder.chmod(0o777)
        case "file":
            (folder / "inner" / "code.nbi").chmod(0o666)
        case "other folder":
            (folder / "inner").chmod(0o775)
        case "link":
            (folder / "link").symlink_to(home)
    used = folder_of_loops()
    assert home.resolve() not in used.parents
    assert list(used.iterdir()) == []
    assert used.stat().st_mode & 0o777 == 0o700
    assert f"delete {folder}" in caplog.text


def test_another_users_code_is_not_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = cache_folder("loops-1")
    assert find_risk_inside(folder) == ""
    monkeypatch.setattr(os, "getuid", lambda: 12_345)
    assert "belongs to another user" in find_risk_inside(folder)
    assert home.resolve() in folder.parents


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
