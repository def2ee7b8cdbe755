"""Finished games to analyse, and a coach that is as quick as it is wrong."""

import random
from collections.abc import Sequence
from zlib import crc32

from bellhop.coach.analysis import Analysis, Candidate, Reason, Value
from bellhop.coach.analyst import analyse
from bellhop.coach.judging import SeatView
from bellhop.coach.reasons import Comparison
from bellhop.coach.values import ALL_DEALS, Coach
from bellhop.coach.weighing import Question
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.table.file import GameFile
from bellhop.table.sitting import Seat, Sitting

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Edgar")


def sit_down(game: Game, seats: int, seed: int, kind: str = "random") -> Sitting:
    """A game that has just been dealt."""
    shaker = Shaker(f"{seed:064x}", tuple(f"{seat:08x}" for seat in range(seats)))
    players = tuple(Seat(name, kind) for name in NAMES[:seats])
    return Sitting(game, game.undealt(seats, {}), players, shaker)


def play_to_the_end(sitting: Sitting, seed: int) -> GameFile:
    """Play random moves until the game is over."""
    chance = random.Random(seed)
    while not sitting.is_over:
        sitting.move(chance.choice(sitting.game.legal_moves(sitting.position)))
    return GameFile.of(sitting)


class Guess:
    """Judges views by their checksums, and prefers early moves."""

    identity = "guess"

    def __init__(self, game: Game) -> None:
        self._game = game

    def judge(self, views: Sequence[SeatView], _: range = ALL_DEALS) -> list[Value]:
        """The value of every view."""
        return [self._judge(view) for view in views]

    def open(self, positions: Sequence[Position]) -> list[list[Value]]:
        """The value of whole positions."""
        return [[self._judge(SeatView(p, seat)) for seat in range(p.seats)] for p in positions]

    def explain(self, asked: Sequence[Comparison]) -> list[tuple[Reason, ...]]:
        """Better moves are better because they are."""
        item = self._game.scoring.SHEET[0]
        return [(Reason(one.seen.turn, item, abs(one.played - one.better) + 1.0),) for one in asked]

    def weigh(self, questions: Sequence[Question]) -> list[list[Candidate]]:
        """The value of every move."""
        return [
            [
                Candidate(self._game.moves[move], Value(0.5 - rank / 100, -rank))
                for rank, move in enumerate(self._game.legal_moves(question.seen))
            ]
            for question in questions
        ]

    def _judge(self, view: SeatView) -> Value:
        if is_over(view.seen):
            winners = self._game.winners(view.seen)
            share = (view.seat in winners) / len(winners)
            return Value(share, self._game.points(view.seen)[view.seat])
        number = crc32(view.seen.to_bytes(), view.seat)
        return Value(number % 1_000 / 1_000, number % 37)


def analysed(saved: GameFile, coach: Coach | None = None, seed: int = 0) -> Analysis:
    """The whole analysis of a game."""
    *_, last = analyse(saved, seed, coach or Guess(saved.game))
    assert last.analysis
    return last.analysis
