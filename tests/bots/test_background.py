"""Nobody waits for a compiler: interpreted code serves until the compiled code is ready."""

import threading

import pytest

from bellhop.bots.background import Background
from bellhop.engine import twin
from bellhop.engine.game import Game
from bellhop.games import GAMES


class Made:
    """Something that takes long to compile: as long as the test wants it to."""

    go_on = threading.Event()

    def __init__(self, _: Game, compiled: bool) -> None:
        self.is_compiled = compiled

    def warm_up(self) -> None:
        """Compile."""
        assert self.is_compiled == twin.has_compiler()
        self.go_on.wait()


def test_interpreted_code_serves_until_the_compiled_code_is_ready() -> None:
    Made.go_on.clear()
    made, game = Background(Made), GAMES[0]
    first = made.get(game)
    assert not first.is_compiled
    assert made.get(game) is first, "it is made once"
    Made.go_on.set()
    while not made.get(game).is_compiled:
        pass
    assert made.wait(game) is made.get(game)
    assert made.get(game) is not made.get(GAMES[1])


def test_without_a_compiler_the_interpreted_code_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "has_compiler", lambda: False)
    Made.go_on.set()
    made, game = Background(Made), GAMES[0]
    assert not made.get(game).is_compiled
    assert not made.wait(game).is_compiled
