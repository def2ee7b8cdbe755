"""Golden games replay the same, interpreted, compiled and bounds-checked."""

import numpy as np
import pytest

from bellhop.engine import playout, twin
from golden import FOLDER, Playthrough, digest, playthroughs

every_playthrough = pytest.mark.parametrize(
    "golden", playthroughs(), ids=lambda golden: f"{golden.game.name}-{golden.path.stem}"
)


@every_playthrough
def test_a_golden_game_is_told_again_in_the_same_words(golden: Playthrough) -> None:
    assert golden.write() == golden.path.read_text("utf-8"), "if this was meant: make golden"


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize("checked", [False, True], ids=["compiled", "checked"])
@every_playthrough
def test_a_golden_game_replays_compiled(golden: Playthrough, checked: bool) -> None:
    player = twin.compiled(playout, golden.game.module, checked=checked)
    position, moves = golden.start(), golden.moves()
    after = (golden.game.position * len(moves))()
    player.loops.play_moves(player.take(position), np.array(moves), player.take(after))
    assert [digest(golden.game, state) for state in after] == golden.digests()
    assert after[-1].turn == -1


def test_no_golden_file_is_left_over() -> None:
    assert {golden.path for golden in playthroughs()} == set(FOLDER.rglob("*.txt"))
