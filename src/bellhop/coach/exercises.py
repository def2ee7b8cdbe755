"""Making exercises: decisions of self-play in which one move is clearly better than the others.

Many decisions look clear on a few deals, and few of them are: a move counts as wrong only if it is
certain that it gives something away.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase

from bellhop.bots import make_bot
from bellhop.bots.simulating import Loops, loops_of
from bellhop.coach.weighing import Weighed, Weighing, weigh
from bellhop.engine.errors import BellhopError
from bellhop.engine.exercises import TOLERANCE, Exercise
from bellhop.engine.game import Game
from bellhop.engine.lessons import ExerciseKind
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over

PLAYERS = "strong"  # who play the games
FEWEST, MOST = 2, 24  # legal moves: enough to err, few enough to look at
MARGIN = 5.0  # per cent of the chance to win between a solution and the next move
MAX_SOLUTIONS = 2
TENSE = (25.0, 92.0)  # the best chance; nothing is to be learnt from a lost game
SAMPLED = 0.3  # of the decisions are tried


def make_exercises(
    game: Game,
    count: int,
    seed: int,
    deals: int,
    advance: Callable[[int], None],
    loops: Loops | None = None,
) -> list[Exercise]:
    """So many exercises, of all the game's kinds by turns; the same seed makes the same ones."""
    kinds = game.lessons.exercises
    if not kinds:
        raise BellhopError("no_exercises", game=game.title)
    share, loops = -(-count // len(kinds)), loops or loops_of(game)
    chance, found = random.Random(seed), list[Exercise]()
    while len(found) < count:
        taken = Counter(exercise.kind.id for exercise in found)
        wanted = [kind for kind in kinds if taken[kind.id] < share]
        exercise = _search_game(game, chance, wanted, deals, loops)
        known = {(one.kind.id, one.best) for one in found}
        if exercise and (exercise.kind.id, exercise.best) not in known:  # another answer each time
            found.append(exercise)
            advance(1)
    return found


def _search_game(
    game: Game, chance: random.Random, wanted: list[ExerciseKind], deals: int, loops: Loops
) -> Exercise | None:
    """The first exercise of a new game; one game gives no more, so that they differ."""
    for view in _decisions(game, chance):
        fitting = [kind for kind in wanted if _may_ask(game, view, kind)]
        if not fitting:
            continue
        found = weigh(game, view, seed=chance.getrandbits(40), deals=deals, loops=loops)
        if exercise := judge_exercise(game, view, found, fitting):
            return exercise
    return None


def _decisions(game: Game, chance: random.Random) -> Iterator[Position]:
    """What players saw before some of their decisions, in one game."""
    bot = make_bot(PLAYERS)
    position = game.new(game.players[0], seed=chance.getrandbits(40))
    while not is_over(position):
        view = game.view(position, position.turn)
        if chance.random() < SAMPLED:
            yield game.show(position, position.turn)
        game.play(position, bot.choose(game, view))


def _may_ask(game: Game, view: Position, kind: ExerciseKind) -> bool:
    """Are there several answers to a kind's question, and only moves that it allows for?"""
    names = [game.moves[move] for move in game.legal_moves(view)]
    answers = [name for name in names if fnmatchcase(name, kind.moves)]
    others = [name for name in names if name not in answers]
    allowed = not kind.besides or all(name in kind.besides for name in others)
    return len(answers) >= FEWEST and len(names) <= MOST and allowed


def judge_exercise(
    game: Game, view: Position, weighing: Weighing, wanted: list[ExerciseKind]
) -> Exercise | None:
    """The exercise that a decision makes; None if too many moves are good, or some unclear."""
    best = 100 * weighing.best.chance
    solutions = {one.move for one in weighing.moves if _is_as_good(one)}
    others = [one for one in weighing.moves if one.move not in solutions]
    if len(solutions) > MAX_SOLUTIONS or not TENSE[0] <= best <= TENSE[1]:
        return None
    if not others or not all(map(_is_worse, others)):
        return None
    for kind in wanted:
        answers = {one.move for one in weighing.moves if _answers(game, kind, one)}
        if answers > solutions:  # there is a wrong answer, too
            chances = {one.move: max(0.0, round(100 * one.chance, 1)) for one in weighing.moves}
            return Exercise(kind, view, chances)
    return None


def _answers(game: Game, kind: ExerciseKind, weighed: Weighed) -> bool:
    return fnmatchcase(game.moves[weighed.move], kind.moves)


def _is_as_good(weighed: Weighed) -> bool:
    """Does a move surely give away next to nothing?"""
    return 100 * (weighed.loss + weighed.loss_half) <= TOLERANCE


def _is_worse(weighed: Weighed) -> bool:
    """Does a move seem to give away the margin, and surely more than next to nothing?"""
    likely = 100 * (weighed.loss + weighed.loss_half)
    return likely >= MARGIN and 100 * weighed.loss > TOLERANCE
