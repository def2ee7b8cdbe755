"""A ladder that is kept in a file: bots join it one by one, and every pair plays once.

The file holds the results of all matches, so a bot that joins plays only its own; ratings are
estimated again from all of them.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from bellhop.engine.errors import BellhopError
from bellhop.lab.executors import Executor
from bellhop.lab.match import Plan, play_match
from bellhop.lab.statistics import Interval, Pairing, interval, rate_with_intervals

FORMAT = 1


@dataclass(frozen=True)
class Meeting:
    """The result of a match: the block scores of a candidate, and of its opponent if mirrored."""

    candidate: str
    baseline: str
    games: int
    scores: list[float]
    mirrored: list[float]  # empty for two players
    violations: list[str]
    version: str = ""  # of the bots' code; not in older files


@dataclass(frozen=True)
class Entry:
    """A bot's place on the ladder."""

    name: str
    rating: Interval
    games: int
    violations: int


@dataclass
class Standings:
    """The bots on a ladder in the order in which they joined, and all of their results."""

    game: str
    players: int
    options: dict[str, str]
    bots: list[str] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)

    @classmethod
    def open(cls, path: Path, plan: Plan) -> "Standings":
        """The ladder in a file, or a new one for games like those of a plan."""
        empty = cls(plan.game, plan.players, dict(plan.options))
        if not path.exists():
            return empty
        try:
            found = json.loads(path.read_text("utf-8"))
            kept = cls(found["game"], found["players"], found["options"], found["bots"],
                       [Meeting(**one) for one in found["meetings"]])  # fmt: skip
        except (ValueError, KeyError, TypeError):
            raise BellhopError("lab.not_a_ladder", file=str(path)) from None
        if (kept.game, kept.players, kept.options) != (empty.game, empty.players, empty.options):
            raise BellhopError("lab.other_ladder", file=str(path))
        return kept

    def save(self, path: Path) -> None:
        """Write the file; an existing one is replaced only when the new one is complete."""
        told: dict[str, Any] = {"format": FORMAT, "game": self.game, "players": self.players,
                                "options": self.options, "bots": self.bots,
                                "meetings": [vars(one) for one in self.meetings]}  # fmt: skip
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
        part.replace(path)

    def join(self, name: str) -> None:
        """Add a bot, which has not met anybody yet."""
        if name in self.bots:
            raise BellhopError("lab.on_the_ladder", name=name)
        self.bots.append(name)

    def forget(self, name: str) -> None:
        """Take a bot off the ladder, with its results."""
        if name not in self.bots:
            raise BellhopError("lab.not_on_the_ladder", name=name, bots=self.bots or ["–"])
        self.bots.remove(name)
        self.meetings = [m for m in self.meetings if name not in {m.candidate, m.baseline}]

    def missing(self) -> list[tuple[str, str]]:
        """The pairs that have not met, newcomers first."""
        met = {frozenset((m.candidate, m.baseline)) for m in self.meetings}
        pairs = combinations(self.bots, 2)
        return [(new, old) for old, new in pairs if frozenset((old, new)) not in met]

    def play(
        self,
        plan: Plan,
        executor: Executor,
        path: Path,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Let all pairs meet that have not, and save after each match."""
        for candidate, baseline in self.missing():
            pair = replace(plan, candidate=candidate, baseline=baseline)
            outcome = play_match(pair, executor, progress)
            mirrored = [float(np.mean(b.mirrored)) for b in outcome.blocks if b.mirrored]
            scores = [block.score for block in outcome.blocks]
            self.meetings.append(
                Meeting(candidate, baseline, outcome.games, scores, mirrored, outcome.violations,
                        outcome.version)
            )  # fmt: skip
            self.save(path)

    def share(self, one: str, other: str) -> Interval | None:
        """The share of victories of a bot against another, if they have met."""
        for meeting in self.meetings:
            if (meeting.candidate, meeting.baseline) == (one, other):
                return interval(meeting.scores)
            if (meeting.candidate, meeting.baseline) == (other, one):
                scores = meeting.mirrored or [1 - score for score in meeting.scores]
                return interval(scores)
        return None

    def entries(self, seed: int = 0) -> list[Entry]:
        """All bots with their ratings, the best first."""
        numbers = {name: number for number, name in enumerate(self.bots)}
        pairings = []
        for meeting in self.meetings:
            one, other = numbers[meeting.candidate], numbers[meeting.baseline]
            pairings.append(Pairing(one, other, self.players, np.array(meeting.scores)))
            if meeting.mirrored:
                pairings.append(Pairing(other, one, self.players, np.array(meeting.mirrored)))
        ratings = rate_with_intervals(len(self.bots), pairings, seed)
        found = []
        for name, rating in zip(self.bots, ratings, strict=True):
            own = [m for m in self.meetings if name in {m.candidate, m.baseline}]
            violations = sum(v.startswith(f"{name}:") for m in own for v in m.violations)
            found.append(Entry(name, rating, sum(m.games for m in own), violations))
        return sorted(found, key=lambda entry: -entry.rating.mean)
