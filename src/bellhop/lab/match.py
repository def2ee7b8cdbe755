"""A match: two kinds of bots play the same deals from every seat, until the result is clear.

A block is one deal, played once from each seat: the candidate sits there, the baseline in all other
seats; with more than two players also the other way round.  The deal, chance during the game and
the choices of each bot have separate random streams.  Their seeds are derived from the bots' code,
so nobody can choose them.

An outside bot that crashes, exceeds a limit, says nonsense or moves illegally has lost the game: a
casual bot plays on in its seat, which is counted as one point behind the last of the others.  One
that does not get ready again and again forfeits the rest of the match.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from bellhop.bots import DEFAULT, Bot, Draw, draw, make_bot
from bellhop.bots.outside import DEFAULT_LIMITS, NO_COMMANDS, BotLimits, OutsideBot, Programs
from bellhop.bots.protocol import Violation
from bellhop.engine.dice import set_dice
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.games import game_named
from bellhop.lab import contestants
from bellhop.lab.contestants import code_version, seed_of
from bellhop.lab.executors import Executor
from bellhop.lab.luck import Adjusted, Luck, LuckMeter, Weights, check_critic, weights_of
from bellhop.lab.statistics import Interval, Sprt, interval

MakeBot = Callable[[str, int, Programs], Bot]  # from a contestant's name and a seed

MAX_PREFIX = 60  # percent of a game played at random before the bots take over


@dataclass(frozen=True)
class Plan:
    """Everything that determines a match; it is fixed before the first game."""

    game: str
    candidate: str
    baseline: str
    players: int = 2
    blocks: int = 500
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    prefixes: bool = False
    test: Sprt | None = None
    limits: BotLimits = DEFAULT_LIMITS  # for outside bots
    mirrored: bool = True  # with more than two players, also the baseline alone among candidates
    adjust_luck: bool = False  # also subtract luck, as a critic judges it

    def with_test(self, limits: str, prefixes: bool) -> "Plan":
        """The plan with a test such as 0.50:0.55, and with or without random prefixes."""
        if not limits:
            return replace(self, prefixes=prefixes)
        low, colon, high = limits.partition(":")
        try:
            test = Sprt(float(low), float(high))
        except ValueError:
            colon = ""
        if not colon or not 0 < test.low < test.high < 1:
            raise BellhopError("lab.test", test=limits)
        return replace(self, prefixes=prefixes, test=test)

    def deal(self, *key: object) -> Position:
        """A position dealt for a purpose, with the players and options of this plan."""
        game = game_named(self.game)
        position = game.undealt(self.players, dict(self.options))
        game.deal(position, seed_of("deal", *key))
        return position

    def try_all(self, names: Iterable[str]) -> None:
        """Refuse contestants that do not even get ready for a game of this plan."""
        contestants.try_all(names, self.limits, game_named(self.game), self.deal("trial"))

    def check(self) -> None:
        """Refuse a plan that cannot be played."""
        contestants.check(self.candidate)
        contestants.check(self.baseline)
        game = game_named(self.game)
        game.undealt(self.players, dict(self.options))
        if self.adjust_luck:
            check_critic(game, self.players)
            weights_of(game)  # refuses a damaged file before the first game
            if self.prefixes:  # their length depends on dice that would be counted as luck
                raise BellhopError("lab.luck_prefixes")


@dataclass(frozen=True)
class Block:
    """The results of one block; margins are leads over the best opponent, in points."""

    shares: list[float]  # the candidate's shares of the victory, by its seat
    margins: list[float]
    points: list[float]
    mirrored: list[float]  # the baseline's shares, alone among candidates; empty for two players
    candidate_seconds: list[float]  # mean and longest thinking time per decision
    baseline_seconds: list[float]
    violations: list[str] = field(default_factory=list)  # by which outside bots lost games
    given_up: frozenset[str] = NO_COMMANDS  # the outside bots that forfeit all games from here on
    lucks: list[Luck] = field(default_factory=list)  # the candidate's, by its seat, if adjusted
    processor_seconds: float = 0.0  # of everything, adjusting for luck included

    @property
    def score(self) -> float:
        """The candidate's mean share."""
        return sum(self.shares) / len(self.shares)

    def without_luck(self, weights: Weights) -> tuple[float, float]:
        """The candidate's mean share and margin, less its luck."""
        share = self.score - np.mean([weights.share_of(luck) for luck in self.lucks])
        margin = np.mean(self.margins) - np.mean([weights.margin_of(luck) for luck in self.lucks])
        return float(share), float(margin)


@dataclass
class Outcome:
    """A match, as far as it has been played."""

    plan: Plan
    version: str
    blocks: list[Block] = field(default_factory=list)
    decision: str = ""

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(block.shares) + len(block.mirrored) for block in self.blocks)

    @property
    def share(self) -> Interval:
        """The candidate's share of victories, alone among baselines."""
        return interval([block.score for block in self.blocks])

    @property
    def margin(self) -> Interval:
        """The candidate's lead over its best opponent, in points."""
        return interval([float(np.mean(block.margins)) for block in self.blocks])

    @property
    def mirrored(self) -> Interval:
        """The baseline's share of victories, alone among candidates."""
        return interval([float(np.mean(block.mirrored)) for block in self.blocks if block.mirrored])

    @property
    def adjusted(self) -> Adjusted | None:
        """The same without luck, if the plan says so."""
        if not self.plan.adjust_luck:
            return None
        weights = weights_of(game_named(self.plan.game))
        found = [block.without_luck(weights) for block in self.blocks]
        shares, margins = zip(*found, strict=True)
        seconds = sum(luck.seconds for block in self.blocks for luck in block.lucks)
        total = sum(block.processor_seconds for block in self.blocks)
        return Adjusted(interval(shares), interval(margins), self.margin, seconds, total)

    def by_seat(self) -> list[tuple[Interval, Interval, Interval]]:
        """The candidate's shares, margins and points, by seat."""
        seats = range(self.plan.players)
        return [
            (
                interval([block.shares[seat] for block in self.blocks]),
                interval([block.margins[seat] for block in self.blocks]),
                interval([block.points[seat] for block in self.blocks]),
            )
            for seat in seats
        ]

    def thinking(self) -> dict[str, tuple[float, float]]:
        """Mean and longest thinking time per decision in seconds, of candidate and baseline."""
        times = {
            "candidate": [block.candidate_seconds for block in self.blocks],
            "baseline": [block.baseline_seconds for block in self.blocks],
        }
        return {
            who: (float(np.mean([mean for mean, _ in each])), max(longest for _, longest in each))
            for who, each in times.items()
        }

    @property
    def violations(self) -> list[str]:
        """How outside bots lost games, other than on points."""
        return [violation for block in self.blocks for violation in block.violations]

    def to_json(self) -> dict[str, Any]:
        """All results, for other programs and for saving."""
        return {
            "plan": asdict(self.plan),
            "version": self.version,
            "blocks": len(self.blocks),
            "games": self.games,
            "decision": self.decision,
            "share": asdict(self.share),
            "margin": asdict(self.margin),
            "mirrored": asdict(self.mirrored) if any(b.mirrored for b in self.blocks) else None,
            "adjusted": self.adjusted.to_json() if self.adjusted else None,
            "by_seat": [
                {"share": asdict(s), "margin": asdict(m), "points": asdict(p)}
                for s, m, p in self.by_seat()
            ],
            "seconds_per_decision": self.thinking(),
            "violations": self.violations,
            "block_scores": [round(block.score, 4) for block in self.blocks],
        }


def play_match(
    plan: Plan,
    executor: Executor,
    progress: Callable[[int], None] | None = None,
    make: MakeBot = contestants.make,
) -> Outcome:
    """Play a match; the result is the same on any executor, as blocks are counted in order."""
    plan.check()
    return judge(plan, _blocks(plan, executor, make), progress)


def judge(
    plan: Plan, blocks: Iterable[Block], progress: Callable[[int], None] | None = None
) -> Outcome:
    """Count blocks in order, until the plan's test is decided."""
    outcome = Outcome(plan, code_version(game_named(plan.game)))
    for block in blocks:
        outcome.blocks.append(block)
        if progress:
            progress(1)
        if plan.test:
            outcome.decision = plan.test.decision([done.score for done in outcome.blocks])
            if outcome.decision:
                break
    return outcome


def _blocks(plan: Plan, executor: Executor, make: MakeBot) -> Iterator[Block]:
    """All blocks in order; those after a bot was given up are played without waiting for it.

    Blocks that other workers have begun by then are played again, so that the number of workers
    makes no difference.
    """
    version, given_up, done = code_version(game_named(plan.game)), NO_COMMANDS, 0
    while done < plan.blocks:
        tasks = [(plan, version, number, make, given_up) for number in range(done, plan.blocks)]
        for block in executor.results(play_block, tasks):
            yield block
            done += 1
            if block.given_up != given_up:
                given_up = block.given_up
                break


def play_block(
    plan: Plan,
    version: str,
    number: int,
    make: MakeBot = contestants.make,
    given_up: frozenset[str] = NO_COMMANDS,
) -> Block:
    """Play one deal from every seat; the seeds depend on the version of the code."""
    game = game_named(plan.game)
    for name in (plan.candidate, plan.baseline):
        contestants.prepare(name, game)
    start = time.process_time()
    key = (version, plan.candidate, plan.baseline, plan.players, plan.seed, number)
    with Programs(plan.limits, given_up) as programs:
        seats, both_ways = range(plan.players), plan.mirrored and plan.players > 2
        games = [_MatchGame(plan, key, seat, programs, make).play() for seat in seats]
        mirrored = [
            _MatchGame(plan, key, seat, programs, make, is_mirrored=True).play()
            for seat in (seats if both_ways else ())
        ]
    clocks = {name: list[float]() for name in (plan.candidate, plan.baseline)}
    for one in (*games, *mirrored):
        for name, seconds in zip(one.names, one.seconds, strict=True):
            clocks[name] += seconds
    times = [[float(np.mean(c)), max(c)] if c else [0.0, 0.0] for c in clocks.values()]
    return Block(
        shares=[share_of(one.scores, one.seat) for one in games],
        margins=[margin_of(one.scores, one.seat) / game.rules.POINT for one in games],
        points=[float(one.scores[one.seat] // game.rules.POINT) for one in games],
        mirrored=[share_of(one.scores, one.seat) for one in mirrored],
        candidate_seconds=times[0],
        baseline_seconds=times[-1],
        violations=[violation for one in (*games, *mirrored) for violation in one.violations],
        given_up=programs.given_up,
        lucks=[one.luck for one in games if one.luck],
        processor_seconds=time.process_time() - start,
    )


class Played(NamedTuple):
    """What a block keeps of a game."""

    seat: int  # of the one that plays against all others
    names: list[str]  # of the contestants, by seat
    scores: list[int]
    seconds: list[list[float]]  # per decision, by seat
    violations: list[str]
    luck: Luck | None  # of the seat, if it is adjusted for


class _MatchGame:
    """One game of a block: the candidate in one seat, the baseline in the others, or mirrored."""

    def __init__(
        self,
        plan: Plan,
        key: tuple[object, ...],
        seat: int,
        programs: Programs,
        make: MakeBot,
        *,
        is_mirrored: bool = False,
    ) -> None:
        self.game, self.plan, self.key, self.seat = game_named(plan.game), plan, key, seat
        self.programs = programs
        one, others = plan.candidate, plan.baseline
        if is_mirrored:
            one, others = others, one
        self.names = [one if other == seat else others for other in range(plan.players)]
        # Without the seat, a bot against itself would play the same game from every seat.
        self.bots = [
            make(name, seed_of("bot", *key, int(is_mirrored), seat, number), programs)
            for number, name in enumerate(self.names)
        ]
        is_metered = plan.adjust_luck and not is_mirrored
        self.meter = LuckMeter(self.game, plan.players) if is_metered else None
        self.seconds: list[list[float]] = [[] for _ in self.names]
        self.violations: list[str] = []
        self._failed: set[int] = set()  # the seats of outside bots that have lost already

    def play(self) -> Played:
        """Play the game to its end."""
        game, plan, key = self.game, self.plan, self.key
        position = plan.deal(*key)
        prefix = _prefix(game, position, key) if plan.prefixes else []
        row = 0
        while not is_over(position):
            set_dice(position, seed_of("chance", *key, row))
            if row < len(prefix):
                move = prefix[row]
            else:
                turn = position.turn
                seen = game.view(position, turn)
                drawn = self._draw(seen, turn, row)
                if self.meter and len(game.legal_moves(seen)) > 1:
                    self.meter.note_decision(position, drawn, (*key, *self.names, row))
                move = drawn.move
            game.play(position, move)
            row += 1
        if self.meter:
            self.meter.finish(position)
        self.programs.free(game.points(position))
        scores = [int(game.rules.score(position, seat)) for seat in range(plan.players)]
        last = min(scores) - game.rules.POINT
        counted = [last if seat in self._failed else score for seat, score in enumerate(scores)]
        luck = self.meter.luck_of(self.seat) if self.meter else None
        return Played(self.seat, self.names, counted, self.seconds, self.violations, luck)

    def _draw(self, seen: Position, turn: int, row: int) -> Draw:
        """The move of the contestant whose turn it is, or of its stand-in once it has failed."""
        bot = self.bots[turn]
        try:
            if isinstance(bot, OutsideBot):
                bot.begin(self.game, seen)  # which is no part of its thinking
            start = time.perf_counter()
            chosen = draw(bot, self.game, seen) if self.meter else Draw(bot.choose(self.game, seen))
            if turn not in self._failed:  # a stand-in's time is not the bot's
                self.seconds[turn].append(time.perf_counter() - start)
            return chosen
        except Violation as violation:
            if isinstance(bot, OutsideBot):
                self.programs.drop(bot)
            self._failed.add(turn)
            place = f"block {self.key[-1]}, seat {turn + 1}, move {row + 1}"
            self.violations.append(f"{self.names[turn]}: {violation} ({place})")
            self.bots[turn] = make_bot(DEFAULT, seed_of("stand-in", *self.key, turn))
            return draw(self.bots[turn], self.game, seen)


def _prefix(game: Game, start: Position, key: tuple[object, ...]) -> list[int]:
    """The first moves of a random game, up to a random part of it."""
    chance = random.Random(seed_of("prefix", *key))
    position, moves = start.copy(), list[int]()
    while not is_over(position):
        set_dice(position, seed_of("chance", *key, len(moves)))
        moves.append(chance.choice(game.legal_moves(position)))
        game.rules.play(position, moves[-1])
    return moves[: len(moves) * chance.randint(0, MAX_PREFIX) // 100]


def share_of(scores: list[int], seat: int) -> float:
    """A seat's share of the victory."""
    best = max(scores)
    return 1 / scores.count(best) if scores[seat] == best else 0.0


def margin_of(scores: list[int], seat: int) -> int:
    """A seat's lead over its best opponent."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
