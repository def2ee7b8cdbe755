"""Expected score sheets: what everybody scores after a move, on imagined deals that are played on.

All deals of all moves are played on together by the network.  The compiled loops tell nothing, but
a scoring follows the last decision before it: only that one is made again by the interpreted rules,
which do.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bellhop.bots.deadlines import is_late
from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.simulating import Crowd, Loops
from bellhop.bots.trials import MAX_ROWS
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.engine.telling import listening

Sheet = Counter[tuple[int, str]]  # points by seat and item


class Tried(NamedTuple):
    """A move in a view."""

    seen: Position
    move: int


def expected_sheets(
    loops: Loops,
    tried: Sequence[Tried],
    deals: range,
    seed: int = 0,
    *,
    next_only: bool = False,
    deadline: float | None = None,
) -> list[list[Sheet]]:
    """The score sheets of every move, one per deal; with `next_only`, of the next scoring alone.

    All views are of one table.  There are no sheets if the time was up before.
    """
    found, size = list[list[Sheet]](), max(1, MAX_ROWS // len(deals))
    for first in range(0, len(tried), size):
        part = tried[first : first + size]
        sheets = _play_on(loops, part, deals, seed, next_only, deadline)
        if is_late(deadline):
            return []
        many = len(deals)
        found += [sheets[number * many : (number + 1) * many] for number in range(len(part))]
    return found


def _play_on(
    loops: Loops,
    tried: Sequence[Tried],
    deals: range,
    seed: int,
    next_only: bool,
    deadline: float | None,
) -> list[Sheet]:
    """The score sheets of all deals of the first move, then those of the second, and so on."""
    game, seats = loops.game, tried[0].seen.seats
    evaluator = evaluator_of(game, seats)
    crowd = Crowd(loops, len(tried) * len(deals), seats)
    crowd.imagine([one.seen for one in tried], deals, seed)
    crowd.moves[:] = np.repeat([one.move for one in tried], len(deals))
    sheets = [Sheet() for _ in range(crowd.rows)]
    alive = np.arange(crowd.rows)
    while len(alive) and not is_late(deadline):
        before, decided = crowd.states.copy(), crowd.moves.copy()
        crowd.play(alive)
        is_scored = crowd.choices[alive] == 0
        if game.scoring.BY_ROUND:
            is_scored |= crowd.states["round"][alive] != before["round"][alive]
        for row in alive[is_scored].tolist():
            position = game.position.from_bytes(before[row].tobytes())
            sheets[row].update(sheet_after(game, position, int(decided[row])))
        alive = alive[~is_scored if next_only else crowd.choices[alive] > 0]
        if len(alive):
            crowd.decide(alive, evaluator)
    return sheets


def sheet_after(game: Game, position: Position, decision: int) -> Sheet:
    """What all seats score after a decision, before anybody has to decide again."""
    mask = bytearray(len(game.moves))
    with listening() as story:
        game.rules.play(position, decision)
        while not is_over(position) and game.rules.legal(position, mask) == 1:
            game.rules.play(position, mask.index(1))
    sheet = Sheet()
    for told in story:
        entry = game.scoring.scored(told)
        if entry:
            sheet[entry.seat, entry.item] += entry.points
    return sheet
