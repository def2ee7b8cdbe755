"""Bots that search: they imagine what is hidden, and try their moves with the compiled rules.

A choice depends only on the view, the seed and the number of simulations: every simulation has a
number that determines its dice, and sums of integers do not depend on the order of the threads.
The time limit is only for tables where people are waiting.
"""

import os
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np

from bellhop.bots import tree, turns
from bellhop.bots.background import Background
from bellhop.bots.deadlines import deadline_in, is_late
from bellhop.bots.rollouts import dice_word
from bellhop.engine import twin
from bellhop.engine.dice import LOW_32, WORD_BITS
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.parts import Advice, Search, TurnAdvice
from bellhop.engine.records import Position
from bellhop.engine.twin import Twin

SECONDS = 0.7  # thinking time per move at a table with people
TREES = 2  # on any number of cores, so that the choice is always the same
CLOCK_INTERVAL = 1_000  # simulations between two looks at the clock
MIN_TRIES = 8  # with few simulations, fewer moves are considered, so that each gets this many
KNOWN_PER_PLACE = 256  # positions remembered for each place in a beam
THREADS_VARIABLE = "BELLHOP_THREADS"  # the number of threads per bot, usually two

Turn = tuple[int, ...]  # all small moves of a turn, or just the first


@dataclass(frozen=True)
class Estimate:
    """What a search has found out about a move."""

    move: int
    margin: float  # mean lead over the best opponent, in points
    tries: int


class Task(NamedTuple):
    """What to search for: a move in a view, with a level's settings, the dice, and a time limit."""

    searcher: "Searcher"
    seen: Position
    search: Search
    key: int
    deadline: float | None


class Searcher:
    """The searches for one game, interpreted or compiled, by its advice or by another."""

    def __init__(self, game: Game, compiled: bool, advice: Advice | None = None) -> None:
        self.game = game
        make = twin.compiled if compiled else twin.interpreted
        advice = advice or game.advice
        self.turns = make(turns, game.rules, advice=advice)
        self._make_tree: Callable[[], Twin] = lambda: make(
            tree, game.rules, advice=advice, see=game.rules.view
        )
        self.advice = advice

    @cached_property
    def tree(self) -> Twin:
        """The tree search, bound when first needed."""
        return self._make_tree()

    @property
    def is_compiled(self) -> bool:
        """Are the searches compiled?"""
        return self.turns.is_compiled

    def search(self, level: str) -> Search:
        """The search settings of a level."""
        return self.advice.STRONG if level == "strong" else self.advice.MASTER

    def warm_up(self) -> None:
        """Compile, or load from disk, everything that the levels of the game use."""
        position = self.game.new(self.game.players[0])
        while len(moves := self.game.legal_moves(position)) == 1:
            self.game.play(position, moves[0])
        seen = self.game.view(position, position.turn)
        for level in (self.advice.STRONG, self.advice.MASTER):
            think(self, seen, level._replace(simulations=TREES * 2), 1)

    def ratings(self, seen: Position) -> dict[int, float]:
        """The rating of each legal move, by advice alone."""
        ratings = np.zeros(len(self.game.moves))
        mask = self.turns.mask(len(self.game.moves))
        self.turns.loops.rate_moves(self.turns.take(seen), mask, ratings)
        return {move: float(ratings[move]) for move in range(len(mask)) if mask[move]}


_background = Background(Searcher)


def searcher_of(game: Game) -> Searcher:
    """The searches of a game, compiled if possible; the first call may take long."""
    return _background.wait(game)


def ready_searcher(game: Game) -> Searcher:
    """The searches of a game without keeping people waiting: interpreted until compiled."""
    return _background.get(game)


def think(
    searcher: Searcher, seen: Position, search: Search, key: int, seconds: float | None = None
) -> list[Estimate]:
    """Search, and return the best move first; `seconds` limits the time."""
    moves = searcher.game.legal_moves(seen)
    if len(moves) == 1:
        return [Estimate(moves[0], 0.0, 0)]
    task = Task(searcher, seen, search, key, deadline_in(seconds))
    if search.curiosity and searcher.is_compiled:
        return _grow_trees(task)
    if search.turns and searcher.is_compiled:
        return _halve(task, find_turns(searcher, seen, search, key))
    ratings = searcher.ratings(seen)
    tried: list[Turn] = [(move,) for move in sorted(ratings, key=lambda move: -ratings[move])]
    if not searcher.is_compiled:
        search = search._replace(simulations=min(search.simulations, MIN_TRIES * len(tried)))
    return _halve(task._replace(search=search), tried[: max(2, search.simulations // MIN_TRIES)])


def find_turns(searcher: Searcher, seen: Position, search: Search, key: int) -> list[Turn]:
    """The most promising turns: first the best one for each first move, then the others."""
    if not isinstance(searcher.advice, TurnAdvice):
        raise BellhopError("no_turns", game=searcher.game.title)
    made, width = searcher.turns, max(1, search.width)
    beam = _lay_out(searcher, width, searcher.game.imagine(seen, dice_word(key, LOW_32)))
    found = range(2 * width, 2 * width + made.loops.find_turns(beam))
    best, others, begun = list[Turn](), list[Turn](), set[int]()
    for place in sorted(found, key=lambda place: -int(beam.promises[place])):
        first = place * turns.MAX_TURN_LENGTH
        turn = tuple(int(beam.moves[first + i]) for i in range(beam.lengths[place]))
        (others if turn[0] in begun else best).append(turn)
        begun.add(turn[0])
    return (best + others)[: search.turns]


def _lay_out(searcher: Searcher, width: int, first: Position) -> turns.Beam:
    """A beam with empty shelves, and the position in which all turns begin."""
    made, game = searcher.turns, searcher.game
    games = game.array(2 * width + 3)
    games[0] = first
    words = memoryview(games).cast("B").cast("I")
    places = 4 * width
    return turns.Beam(
        width,
        made.take(games),
        np.frombuffer(words, np.uint32) if made.is_compiled else words,
        len(words) // len(games),
        made.cells([0] * places * turns.MAX_TURN_LENGTH),
        made.cells([0] * places),
        made.cells([0] * places),
        made.cells([0] * (KNOWN_PER_PLACE << (places - 1).bit_length())),
        made.mask(len(game.moves)),
        made.mask(len(game.moves)),
    )


def _halve(task: Task, tried: list[Turn]) -> list[Estimate]:
    """Sequential halving: try all turns on a few deals, the better half on more, and so on."""
    searcher, search = task.searcher, task.search
    rounds = max(1, (len(tried) - 1).bit_length())
    # Few turns do not get more deals each than the best of many turns would.
    share = search.simulations // max(rounds, (search.turns - 1).bit_length())
    sums, tries, done = dict.fromkeys(tried, 0), dict.fromkeys(tried, 0), 0
    alive = tried
    for _ in range(rounds):
        last = done + max(1, share // len(alive))
        while done < last and not is_late(task.deadline):
            part = range(done, min(last, done + max(1, _clock_interval(searcher) // len(alive))))
            for turn, total in zip(alive, _try(task, alive, part), strict=True):
                sums[turn] += total
                tries[turn] += len(part)
            done = part.stop
        alive = sorted(alive, key=lambda turn: -sums[turn])[: (len(alive) + 1) // 2]
    point = searcher.game.rules.POINT
    found = [Estimate(t[0], sums[t] / max(1, tries[t]) / point, tries[t]) for t in tried]
    found.sort(key=lambda estimate: (-estimate.tries, -estimate.margin))
    best: dict[int, Estimate] = {}
    for estimate in found:
        best.setdefault(estimate.move, estimate)
    return list(best.values())


def _clock_interval(searcher: Searcher) -> int:
    return CLOCK_INTERVAL if searcher.is_compiled else 1


def _try(task: Task, tried: list[Turn], deals: range) -> list[int]:
    """The margins of turns, added up over some imagined deals, on several threads."""
    searcher, seen, wild = task.searcher, task.seen, task.search.wild
    twin, game = searcher.turns, searcher.game
    moves = twin.cells([move for turn in tried for move in turn])
    lasts = twin.cells(list(accumulate(len(turn) for turn in tried)))

    def work(part: range) -> Any:
        sums = np.zeros(len(tried), np.int64)
        trial = turns.TurnTrial(
            moves,
            lasts,
            sums,
            twin.take(game.array(2)),
            twin.mask(len(game.moves)),
        )
        twin.loops.try_turns(twin.take(seen), trial, part.start, part.stop, task.key, wild)
        return sums

    return [int(total) for total in sum(_on_threads(searcher, work, _parts(deals, _threads())))]


def _parts(whole: range, parts: int) -> list[range]:
    edges = [whole.start + len(whole) * i // parts for i in range(parts + 1)]
    return [range(a, b) for a, b in pairwise(edges) if a < b]


def _threads() -> int:
    return int(os.environ.get(THREADS_VARIABLE) or min(TREES, os.cpu_count() or 1))


def _on_threads(searcher: Searcher, work: Callable[[Any], Any], parts: list[Any]) -> list[Any]:
    if len(parts) == 1 or _threads() == 1 or not searcher.is_compiled:
        return [work(part) for part in parts]
    with ThreadPoolExecutor(len(parts)) as pool:
        return list(pool.map(work, parts))


def _grow_trees(task: Task) -> list[Estimate]:
    """Grow separate trees on different deals; the moves tried most overall come first."""
    searcher, deals = task.searcher, range(max(TREES, task.search.simulations))
    visits, sums = np.zeros((2, len(searcher.game.moves)), np.int64)

    def work(part: range) -> tuple[Any, Any]:
        return _grow_one(task, part)

    for tree_visits, tree_sums in _on_threads(searcher, work, _parts(deals, TREES)):
        visits += tree_visits
        sums += tree_sums
    point = searcher.game.rules.POINT
    found = [
        Estimate(m, float(sums[m]) / max(1, int(visits[m])) / point, int(visits[m]))
        for m in searcher.game.legal_moves(task.seen)
    ]
    return sorted(found, key=lambda estimate: (-estimate.tries, -estimate.margin))


def _grow_one(task: Task, deals: range) -> tuple[Any, Any]:
    game, made, search = task.searcher.game, task.searcher.tree, task.search
    size = 1 << (8 * len(deals)).bit_length()
    view = game.array(1)
    grown = tree.Tree(
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(tree.MAX_DEPTH, np.int64),
        np.zeros(tree.MAX_DEPTH, np.int64),
        made.take(game.array(1)),
        made.take(view),
        np.frombuffer(memoryview(view), np.uint32),
        made.mask(len(game.moves)),
    )
    root = made.take(task.seen)
    for first in range(deals.start, deals.stop, CLOCK_INTERVAL):
        last = min(first + CLOCK_INTERVAL, deals.stop)
        if first == deals.start or not is_late(task.deadline):
            made.loops.grow(root, grown, first, last, task.key, search.wild, search.curiosity)
    visits, sums = np.zeros((2, len(game.moves)), np.int64)
    made.loops.read_root(root, grown, visits, sums)
    return visits, sums


class SearchBot:
    """Searches as its level says; the same seed gives the same choices."""

    def __init__(
        self,
        searcher_for: Callable[[Game], Searcher],
        level: str | Search,
        seed: int | None = None,
        seconds: float | None = None,
    ) -> None:
        self._searcher_for, self._level, self._seconds = searcher_for, level, seconds
        self._random = random.Random(seed)

    def choose(self, game: Game, seen: Position) -> int:
        """Choose a move for the player whose turn it is, from that player's view."""
        searcher = self._searcher_for(game)
        search = self._level if isinstance(self._level, Search) else searcher.search(self._level)
        key = self._random.getrandbits(WORD_BITS)
        return think(searcher, seen, search, key, self._seconds)[0].move
