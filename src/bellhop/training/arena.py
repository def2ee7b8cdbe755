"""Matches between networks, thousands of games at once."""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from bellhop.envs.arrays import ON_TURN
from bellhop.training.network import Network
from bellhop.training.rollout import ILLEGAL, draw_moves
from bellhop.training.tables import Tables

LOOK_EVERY = 16  # moves between two looks at whether all games are over


class Result(NamedTuple):
    """How one player fared against others of another kind."""

    share: float  # of the victory
    points: float
    others: float  # points of its best opponents
    moves: int  # of the longest game


class Arena:
    """Games in which one seat plays against the others."""

    def __init__(self, tables: Tables, kind: torch.dtype) -> None:
        self.tables, self.kind = tables, kind

    def match(
        self, one: Network, other: Network | None, seed: int, *, greedy: bool = False
    ) -> Result:
        """One network at one seat, another (or random moves) at the others; seats take turns."""
        self.tables.batch.reset(seed)
        return self._play(one, other, greedy=greedy)

    def match_casual(self, one: Network, seed: int) -> Result | None:
        """One network against casual bots; only where they are compiled, on processor cores."""
        batch: Any = self.tables.batch
        if self.tables.device.type != "cpu" or not batch.is_compiled:
            return None
        batch.learners[:] = self._mine().numpy()
        batch.reset(seed)
        result = self._play(one, one, greedy=True)
        batch.learners[:] = ON_TURN
        return result

    def _mine(self) -> Tensor:
        """By game: the seat of the one who plays against the others."""
        return torch.arange(self.tables.games, device=self.tables.device) % self.tables.players

    def _play(self, one: Network, other: Network | None, *, greedy: bool) -> Result:
        """Play every game to its end."""
        tables, mine = self.tables, self._mine()
        over = torch.zeros(tables.games, dtype=torch.bool, device=tables.device)
        points, shares = torch.zeros_like(tables.points), torch.zeros_like(tables.shares)
        moves = 0
        with torch.no_grad():
            while not (moves % LOOK_EVERY == 0 and bool(over.all())):
                preferences = self._preferences(one, other, tables.turns == mine)
                legal = preferences.masked_fill(tables.masks == 0, ILLEGAL)
                tables.advance(legal.argmax(1) if greedy else draw_moves(legal, tables.masks))
                new = (tables.done > 0) & ~over
                points = torch.where(new[:, None], tables.points, points)
                shares = torch.where(new[:, None], tables.shares, shares)
                over, moves = over | new, moves + 1
        own = points.gather(1, mine[:, None])[:, 0]
        others = points.scatter(1, mine[:, None], ILLEGAL).max(1).values
        share = shares.gather(1, mine[:, None])[:, 0]
        return Result(share.mean().item(), own.mean().item(), others.mean().item(), moves)

    def _preferences(self, one: Network, other: Network | None, is_mine: Tensor) -> Tensor:
        cells = self.tables.observations
        first = one(cells, self.kind)[0]
        if other is one:
            return first
        second = torch.zeros_like(first) if other is None else other(cells, self.kind)[0]
        return torch.where(is_mine[:, None], first, second)
