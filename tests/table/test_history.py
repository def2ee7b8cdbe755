"""History: any moment of a game as it was, without replaying it from the start."""

import random

import pytest

from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.history import ROWS_BETWEEN
from bellhop.table.live import LiveTable
from bellhop.table.sitting import Sitting
from web.test_pages import live_table


def play(live: LiveTable, chance: random.Random) -> list[tuple[bytes, int]]:
    """Play a whole game with undo and redo; return its state after each row."""
    sitting = live.sitting
    assert sitting
    seen = [(sitting.position.to_bytes(), len(sitting.lines))]
    while not sitting.is_over:
        turn = sitting.turn
        if sitting.can_undo(turn) and chance.random() < 0.4:
            sitting.undo()
        elif sitting.can_redo(turn) and chance.random() < 0.5:
            sitting.redo()
        else:
            sitting.move(chance.choice(live.game.legal_moves(sitting.position)))
        seen.append((sitting.position.to_bytes(), len(sitting.lines)))
    return seen


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_moment_is_what_it_was(game: Game) -> None:
    live, chance = live_table(game, {}), random.Random(4)
    seen = play(live, chance)
    assert live.sitting
    for row in chance.sample(range(live.rows + 1), min(live.rows, 40)):
        past = live.look_back(row)
        assert (past.position.to_bytes(), len(past.lines)) == seen[row]
        assert past.acts == live.sitting.acts[:row]
        assert past.lines == live.look_back(row).lines
    assert live.look_back(live.rows).is_over


def test_after_one_look_back_any_moment_takes_few_acts_to_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live = live_table(GAMES[0], {})
    play(live, random.Random(5))
    assert live.rows > 3 * ROWS_BETWEEN
    repeated: list[str] = []
    repeat = Sitting.repeat

    def count(sitting: Sitting, act: str) -> None:
        repeated.append(act)
        repeat(sitting, act)

    monkeypatch.setattr(Sitting, "repeat", count)
    live.look_back(live.rows)
    assert len(repeated) == live.rows
    for row in range(live.rows + 1):
        repeated.clear()
        live.look_back(row)
        assert len(repeated) == row % ROWS_BETWEEN
