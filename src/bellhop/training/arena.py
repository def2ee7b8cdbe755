"""Matches between networks, thousands of games at once."""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from bellhop.training.rollout import ILLEGAL, Player, seats_taken
from bellhop.training.tensors import GameTensors

LOOK_EVERY = 16  # moves between two looks at whether all games are over


class Result(NamedTuple):
    """How one player fared against others of another kind."""

    share: float  # of the victory
    points: float
    others: float  # points of its best opponents
    moves: int  # of the longest game


class Arena:
    """Games in which one seat plays against the others."""

    def __init__(self, tensors: GameTensors, dtype: torch.dtype) -> None:
        self.tensors, self.dtype = tensors, dtype

    def match(self, one: Player, other: Player, seed: int) -> Result:
        """One player at one seat, another at all others; the seats take turns."""
        self.tensors.batch.reset(seed)
        return self._play(one, other)

    def match_casual(self, one: Player, seed: int) -> Result | None:
        """One player against casual bots; only where they are compiled, on processor cores."""
        batch: Any = self.tensors.batch
        if self.tensors.device.type != "cpu" or not batch.is_compiled:
            return None
        self.tensors.seat_casual(seats_taken(self.tensors), seed)
        result = self._play(one, one)
        self.tensors.seat_casual(None, seed)
        return result

    def _play(self, one: Player, other: Player) -> Result:
        """Play every game to its end."""
        tensors, mine = self.tensors, seats_taken(self.tensors)
        over = torch.zeros(tensors.games, dtype=torch.bool, device=tensors.device)
        points, shares = torch.zeros_like(tensors.points), torch.zeros_like(tensors.shares)
        moves = 0
        with torch.no_grad():
            while not (moves % LOOK_EVERY == 0 and bool(over.all())):
                tensors.advance(self._choose(one, other, tensors.turns == mine))
                new = (tensors.done > 0) & ~over
                points = torch.where(new[:, None], tensors.points, points)
                shares = torch.where(new[:, None], tensors.shares, shares)
                over, moves = over | new, moves + 1
        own = points.gather(1, mine[:, None])[:, 0]
        others = points.scatter(1, mine[:, None], ILLEGAL).max(1).values
        share = shares.gather(1, mine[:, None])[:, 0]
        return Result(share.mean().item(), own.mean().item(), others.mean().item(), moves)

    def _choose(self, one: Player, other: Player, is_mine: Tensor) -> Tensor:
        cells, masks = self.tensors.observations, self.tensors.masks
        first = one.choose(cells, masks, self.dtype)
        if other is one:
            return first
        return torch.where(is_mine, first, other.choose(cells, masks, self.dtype))
