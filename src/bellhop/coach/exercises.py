"""Making exercises: decisions of self-play in which one move is clearly better than the others.

Many decisions look clear on a few deals, and few of them are: a move counts as wrong only if it is
certain that it gives something away.  Among very many decisions some look clear by luck, so each is
weighed again on other deals: the answer must be the same, and these chances are the ones kept.

A whole turn becomes an exercise if it reached the goal of a kind, which few ways of playing it do,
whatever is hidden, and if it began with a move that is worth making.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase

from bellhop.bots import Bot, make_bot
from bellhop.bots.simulating import Loops, loops_of
from bellhop.coach.explaining import explain_exercise
from bellhop.coach.weighing import Weighed, Weighing, weigh
from bellhop.engine.errors import BellhopError
from bellhop.engine.exercises import TOLERANCE, Exercise, attempt, ends_turn, has_reached
from bellhop.engine.game import Game
from bellhop.engine.lessons import ExerciseKind
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.engine.telling import Told, listening

PLAYERS = "strong"  # the level that plays the games
MIN_ANSWERS, MAX_MOVES = 2, 24  # enough to go wrong, few enough to look at
MARGIN = 2.5  # percentage points of the chance to win between a solution and the next move
MAX_SOLUTIONS = 2
TENSE = (20.0, 92.0)  # the best chance, in percent; a lost game teaches nothing
SAMPLED = 0.3  # the share of decisions that are tried
MIN_LENGTH, MAX_LENGTH = 3, 9  # moves of a turn, up to its goal
IMAGINED = 16  # deals on which the same moves must reach the goal
RANDOM_TURNS, LUCKY_TURNS = 100, 5  # turns of random moves, and how many of them may reach it


def make_exercises(
    game: Game,
    count: int,
    seed: int,
    deals: int,
    advance: Callable[[int], None],
    loops: Loops | None = None,
) -> list[Exercise]:
    """A number of exercises, of all the game's kinds in turn; the same seed gives the same ones."""
    kinds = game.lessons.exercises
    if not kinds:
        raise BellhopError("no_exercises", game=game.title)
    share, loops = -(-count // len(kinds)), loops or loops_of(game)
    chance, found = random.Random(seed), list[Exercise]()
    while len(found) < count:
        taken = Counter(exercise.kind.id for exercise in found)
        wanted = [kind for kind in kinds if taken[kind.id] < share]
        decisions = [kind for kind in wanted if not kind.goal]
        turns = [kind for kind in wanted if kind.goal]
        if turns and (not decisions or chance.random() < len(turns) / len(wanted)):
            exercise = _search_turns(game, chance, turns, deals, loops)
        else:
            exercise = _search_game(game, chance, decisions, deals, loops)
        known = {(one.kind.id, one.best) for one in found}
        if exercise and (exercise.kind.id, exercise.best) not in known:  # another answer each time
            found.append(explain_exercise(loops, exercise, chance.getrandbits(40), deals))
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
        seeds = chance.getrandbits(40), chance.getrandbits(40)
        if exercise := weigh_twice(game, view, fitting, seeds, deals, loops):
            return exercise
    return None


def weigh_twice(
    game: Game,
    view: Position,
    wanted: list[ExerciseKind],
    seeds: tuple[int, int],
    deals: int,
    loops: Loops,
) -> Exercise | None:
    """The exercise that a decision makes on some deals, if others confirm its solutions."""
    first, second = seeds
    found = judge_exercise(
        game, view, weigh(game, view, seed=first, deals=deals, loops=loops), wanted
    )
    if found is None:
        return None
    again = weigh(game, view, seed=second, deals=deals, loops=loops)
    confirmed = judge_exercise(game, view, again, [found.kind])
    if confirmed is None or _solutions(confirmed) != _solutions(found):
        return None
    return confirmed


def _solutions(exercise: Exercise) -> set[int]:
    return {move for move in exercise.chances if exercise.is_solved_by(move)}


def _decisions(game: Game, chance: random.Random) -> Iterator[Position]:
    """What players saw before some of their decisions, in one game."""
    bot, position = _new_game(game, chance)
    while not is_over(position):
        view = game.view(position, position.turn)
        if chance.random() < SAMPLED:
            yield game.show(position, position.turn)
        game.play(position, bot.choose(game, view))


def _new_game(game: Game, chance: random.Random) -> tuple[Bot, Position]:
    """A bot that plays for everybody, and the beginning of a game."""
    bot = make_bot(PLAYERS, chance.getrandbits(40))
    return bot, game.new(game.players[0], seed=chance.getrandbits(40))


def _may_ask(game: Game, view: Position, kind: ExerciseKind) -> bool:
    """Are there several answers to a kind's question, and only moves that it allows for?"""
    names = [game.moves[move] for move in game.legal_moves(view)]
    answers = [name for name in names if fnmatchcase(name, kind.moves)]
    others = [name for name in names if name not in answers]
    allowed = not kind.besides or all(name in kind.besides for name in others)
    return len(answers) >= MIN_ANSWERS and len(names) <= MAX_MOVES and allowed


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


def _search_turns(
    game: Game, chance: random.Random, wanted: list[ExerciseKind], deals: int, loops: Loops
) -> Exercise | None:
    """The first turn of a new game that makes an exercise."""
    for kind, view, line in find_turns(game, chance, wanted):
        exercise = shorten(game, Exercise(kind, view, {}, line))
        if not MIN_LENGTH <= len(exercise.line) <= MAX_LENGTH:
            continue
        if not _is_hard(game, exercise, chance) or not _is_sure(game, exercise):
            continue
        seeds = chance.getrandbits(40), chance.getrandbits(40)
        if all(begins_well(game, exercise, seed, deals, loops) for seed in seeds):
            return exercise
    return None


def begins_well(game: Game, exercise: Exercise, seed: int, deals: int, loops: Loops) -> bool:
    """Does a turn begin with a move as good as the best, in a game that is not lost?"""
    found = weigh(game, exercise.view, seed=seed, deals=deals, loops=loops)
    is_good = 100 * found.of(exercise.line[0]).loss <= TOLERANCE
    return is_good and 100 * found.best.chance >= TENSE[0]


def find_turns(
    game: Game, chance: random.Random, wanted: list[ExerciseKind]
) -> Iterator[tuple[ExerciseKind, Position, tuple[int, ...]]]:
    """The turns of one game that reached a goal: what the player saw, and the moves up to it."""
    bot, position = _new_game(game, chance)
    line, story, is_new = list[int](), list[Told](), False
    view: Position | None = None  # at the beginning of the turn, while its goals are open
    while not is_over(position):
        seat = position.turn
        if is_new:
            view, line, story, is_new = game.show(position, seat), [], [], False
        move = bot.choose(game, game.view(position, seat))
        line.append(move)
        with listening() as told:
            game.play(position, move)
        story += told
        is_new = any(ends_turn(game, kind, seat, position, move) for kind in wanted)
        reached = [kind for kind in wanted if has_reached(game, kind, seat, story)]
        if view and reached:
            fitting = [kind for kind in reached if _may_begin(game, view, kind)]
            yield from ((kind, view, tuple(line)) for kind in fitting)
            view = None


def shorten(game: Game, exercise: Exercise) -> Exercise:
    """The exercise without the moves that the goal does not need."""
    line = exercise.line
    for place in reversed(range(len(line))):
        shorter = (*line[:place], *line[place + 1 :])
        tried = attempt(game, exercise, shorter)
        if tried.is_solved and tried.moves == shorter:  # other moves may not be needed any more
            return shorten(game, exercise._replace(line=shorter))
    return exercise


def _may_begin(game: Game, view: Position, kind: ExerciseKind) -> bool:
    """Is there a choice at the beginning of a turn between moves that the kind asks for?"""
    names = [game.moves[move] for move in game.legal_moves(view)]
    return sum(fnmatchcase(name, kind.moves) for name in names) >= MIN_ANSWERS


def _is_sure(game: Game, exercise: Exercise) -> bool:
    """Do the moves reach the goal whatever is hidden?"""
    deals = range(1, IMAGINED + 1)
    return all(attempt(game, exercise, exercise.line, deal).is_solved for deal in deals)


def _is_hard(game: Game, exercise: Exercise, chance: random.Random) -> bool:
    """Do few turns of random moves reach the goal?"""
    return count_lucky(game, exercise, chance, RANDOM_TURNS) <= LUCKY_TURNS


def count_lucky(game: Game, exercise: Exercise, chance: random.Random, turns: int) -> int:
    """How many turns of random moves reach the goal of an exercise."""
    lucky = 0
    for _ in range(turns):
        tried, moves = attempt(game, exercise, ()), list[int]()
        while not (tried.is_solved or tried.is_over):
            moves.append(chance.choice(game.legal_moves(tried.position)))
            tried = attempt(game, exercise, moves)
        lucky += tried.is_solved
    return lucky
