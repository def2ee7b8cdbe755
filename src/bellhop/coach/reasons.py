"""Why a move is better, in the terms of the game: the difference of expected score sheets.

After both moves the same imagined deals are played to the end by the network.  The compiled loops
tell nothing, so the moves that they choose are made again by the interpreted rules, which do.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.rollouts import dice_word
from bellhop.bots.simulating import Crowd, Loops
from bellhop.bots.trials import half_interval
from bellhop.coach.analysis import Reason
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.engine.telling import listening

DEALS = 16
SHOWN = 3  # lines of the score sheet, the largest first
SMALLEST = 0.25  # a difference in points that is worth a word

Sheet = Counter[str]


def reasons_for(
    loops: Loops, seen: Position, better: int, played: int, seed: int
) -> tuple[Reason, ...]:
    """What the better move brings its player more than the played one, where it differs most."""
    game, seat = loops.game, seen.turn
    lines = play_to_the_end(loops, seen, [better] * DEALS + [played] * DEALS, seed)
    sheets = [
        sheet_of(game, seat, game.imagine(seen, dice_word(seed, number % DEALS)), line)
        for number, line in enumerate(lines)
    ]
    found = []
    for item in game.scoring.SHEET:
        gained = np.array([sheet[item] for sheet in sheets], np.float32)
        differences = gained[:DEALS] - gained[DEALS:]
        difference = float(differences.mean())
        if abs(difference) >= max(SMALLEST, half_interval(differences)):
            found.append(Reason(item, round(difference, 2)))
    return tuple(sorted(found, key=lambda reason: -abs(reason.points))[:SHOWN])


def play_to_the_end(
    loops: Loops, seen: Position, first: Sequence[int], seed: int
) -> list[list[int]]:
    """The decisions of the network in every row to the end of the game, the first one given."""
    evaluator = evaluator_of(loops.game, seen.seats)
    crowd = Crowd(loops, len(first), seen.seats)
    crowd.imagine([seen] * (len(first) // DEALS), range(DEALS), seed)
    crowd.moves[:] = first
    lines = [[move] for move in first]
    alive = np.arange(crowd.rows)
    crowd.play(alive)
    while len(alive := alive[crowd.choices[alive] > 0]):
        cells = crowd.cells[alive]
        crowd.choose(alive, evaluator.prefer(evaluator.think(cells)) if evaluator else None)
        for row in alive:
            lines[row].append(int(crowd.moves[row]))
        crowd.play(alive)
    return lines


def sheet_of(game: Game, seat: int, position: Position, decisions: Sequence[int]) -> Sheet:
    """What a seat scores by item, if these decisions are made; forced moves are not among them."""
    waiting = list(reversed(decisions))
    mask = bytearray(len(game.moves))
    with listening() as story:
        while not is_over(position):
            is_forced = game.rules.legal(position, mask) == 1
            game.rules.play(position, mask.index(1) if is_forced else waiting.pop())
    sheet: Sheet = Counter()
    for told in story:
        entry = game.scoring.scored(told)
        if entry and entry.seat == seat:
            sheet[entry.item] += entry.points
    return sheet
