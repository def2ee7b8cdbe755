"""What is compiled beforehand need not be compiled later."""

from pathlib import Path

import pytest

from cli.running import bellhop, bellhop_here

pytestmark = pytest.mark.xdist_group("compiled")


@pytest.mark.prove
def test_a_game_is_compiled_once(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        code, out, told = bellhop_here(capsys, "warm", "night-porter")
        assert code == 0
        assert out.startswith("Night Porter is compiled (")
    assert told == "", "nothing is compiled again"


@pytest.mark.prove
def test_a_match_of_simulating_bots_finds_everything_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BELLHOP_CACHE", str(tmp_path))
    assert bellhop("warm", "night-porter")[0] == 0
    compiled = code_in(tmp_path)
    for bot in ("rollout", "search"):
        assert bellhop("match", "night-porter", bot, "random", "-n", 2, "--on", "here")[0] == 0
    assert compiled
    assert code_in(tmp_path) == compiled


def code_in(folder: Path) -> dict[Path, int]:
    """The files of compiled code, with the times they were written."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb[ci]")}


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bellhop_here(capsys, "warm", "chess")[0] == 2
