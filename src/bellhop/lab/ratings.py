"""Ratings of all levels of a game, from a round robin of matches."""

import json
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from bellhop.games import game_named
from bellhop.lab.contestants import code_version
from bellhop.lab.executors import Executor
from bellhop.lab.match import Outcome, Plan, play_match
from bellhop.lab.statistics import Interval, Pairing, rate_with_intervals


@dataclass(frozen=True)
class Ladder:
    """The ratings of some contestants, and the matches they are based on."""

    game: str
    players: int
    contestants: tuple[str, ...]
    ratings: list[Interval]
    matches: list[Outcome]

    def to_json(self) -> dict[str, Any]:
        """All results, including every match."""
        return {
            "game": self.game,
            "players": self.players,
            "version": code_version(game_named(self.game)),
            "machine": platform.machine(),
            "ratings": {
                name: asdict(rating)
                for name, rating in zip(self.contestants, self.ratings, strict=True)
            },
            "matches": [match.to_json() for match in self.matches],
        }

    def save(self, folder: Path) -> Path:
        """Write the results to a file in a folder; returns its path."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"ratings-{self.game}-{self.players}.json"
        path.write_text(json.dumps(self.to_json(), indent=1) + "\n", "utf-8")
        return path


def rate_all(
    plan: Plan,
    contestants: tuple[str, ...],
    executor: Executor,
    progress: Callable[[int], None] | None = None,
) -> Ladder:
    """Play a match like `plan` between every two contestants."""
    matches, pairings = [], []
    for one, other in combinations(range(len(contestants)), 2):
        pair = replace(plan, candidate=contestants[other], baseline=contestants[one])
        outcome = play_match(pair, executor, progress)
        matches.append(outcome)
        scores = np.array([block.score for block in outcome.blocks])
        pairings.append(Pairing(other, one, plan.players, scores))
        if plan.players > 2:
            mirrored = np.array([float(np.mean(block.mirrored)) for block in outcome.blocks])
            pairings.append(Pairing(one, other, plan.players, mirrored))
    ratings = rate_with_intervals(len(contestants), pairings, plan.seed)
    return Ladder(plan.game, plan.players, contestants, ratings, matches)
