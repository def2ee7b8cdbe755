"""What is compiled beforehand need not be compiled later."""

import pytest

from cli.running import bellhop_here

pytestmark = pytest.mark.xdist_group("compiled")


@pytest.mark.prove
def test_a_game_is_compiled_once(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        code, out, told = bellhop_here(capsys, "warm", "night-porter")
        assert code == 0
        assert out.startswith("Night Porter is compiled (")
    assert told == "", "nothing is compiled again"


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bellhop_here(capsys, "warm", "chess")[0] == 2
