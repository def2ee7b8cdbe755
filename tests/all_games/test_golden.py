"""Golden games replay the same, interpreted, compiled and bounds-checked."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from bellhop.engine import playout, twin
from bellhop.engine.seats import NOBODY
from bellhop.table.file import replay_seeded
from bellhop.table.record import read_record
from golden import FOLDER, Playthrough, digest, playthroughs
from support import marks_of_compiling

every_playthrough = pytest.mark.parametrize(
    "golden", playthroughs(), ids=lambda golden: f"{golden.game.name}-{golden.path.stem}"
)


def both_ways() -> Iterator[Any]:
    """Every golden game, compiled without and with bounds checks."""
    for golden in playthroughs():
        name = f"{golden.game.name}-{golden.path.stem}"
        marks = marks_of_compiling(golden.game)
        yield pytest.param(golden, False, id=f"{name}-compiled")
        yield pytest.param(golden, True, id=f"{name}-checked", marks=marks)


@every_playthrough
def test_a_golden_game_is_told_again_in_the_same_words(golden: Playthrough) -> None:
    assert golden.write() == golden.path.read_text("utf-8"), "if this was meant: make golden"


@every_playthrough
def test_a_golden_game_replays_from_its_notation(golden: Playthrough) -> None:
    text = golden.record_path.read_text("utf-8")
    record = read_record(text)
    assert record.write() == text
    _, *after = (digest(golden.game, position) for position in replay_seeded(record))
    assert after == golden.digests()


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(("golden", "checked"), list(both_ways()))
def test_a_golden_game_replays_compiled(golden: Playthrough, checked: bool) -> None:
    player = twin.compiled(playout, golden.game.rules, checked=checked)
    position, moves = golden.start(), golden.moves()
    after = golden.game.array(len(moves))
    player.loops.play_moves(player.take(position), np.array(moves), player.take(after))
    assert [digest(golden.game, state) for state in after] == golden.digests()
    assert after[-1].turn == NOBODY


def test_no_golden_file_is_left_over() -> None:
    assert {golden.path for golden in playthroughs()} == set(FOLDER.rglob("*.txt"))
    assert {golden.record_path for golden in playthroughs()} == set(FOLDER.rglob("*.bellhop"))
