"""A batch of games as PyTorch tensors, which share their memory with the batch."""

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from bellhop.engine.game import Game
from bellhop.envs.arrays import ON_TURN
from bellhop.envs.batch import Batch
from bellhop.envs.many import ManyGames, Setup

if TYPE_CHECKING:
    from bellhop.envs.gpu.loading import Kernels


class GameTensors:
    """Many games, played by networks; `kernels` puts them on a GPU."""

    def __init__(
        self,
        game: Game,
        games: int,
        setups: list[Setup],
        seed: int,
        kernels: "Kernels | None" = None,
    ) -> None:
        self.game, self.games = game, games
        self.batch: ManyGames
        if kernels is None:
            self.device = torch.device("cpu")
            self.batch = Batch(game, games, setups=setups, seed=seed, reward="score")
            observations = self.batch.observations
        else:
            from bellhop.envs.gpu.batch import GpuBatch

            self.device = torch.device("cuda")
            self.batch = GpuBatch(
                kernels, games, setups=setups, seed=seed, reward="score", wait=False
            )
            observations = self.batch.padded_observations
        self.observations = self._tensor(observations)
        self.masks = self._tensor(self.batch.masks)
        self.points = self._tensor(self.batch.points)
        self.shares = self._tensor(self.batch.shares)
        self.done = self._tensor(self.batch.done)
        self.seats = self.points.shape[1]
        self.players = self._tensor(np.asarray([s.seats for s in setups])).repeat(
            -(-games // len(setups))
        )[:games]

    @property
    def turns(self) -> Tensor:
        """The seat whose turn it is, by game."""
        return self._tensor(self.batch.turns).long()

    def advance(self, moves: Tensor) -> None:
        """Play one move in every game, and observe."""
        batch: Any = self.batch
        batch.advance(moves if self.device.type == "cuda" else moves.numpy())

    def seat_casual(self, learners: Tensor | None, seed: int) -> None:
        """Deal again; casual bots play all seats but these, or leave; on processor cores only."""
        batch: Any = self.batch
        batch.learners[:] = ON_TURN if learners is None else learners.numpy()
        batch.reset(seed)

    def observe_whole(self, out: Tensor) -> None:
        """Write the observations of the whole positions, for the critic."""
        batch: Any = self.batch
        batch.observe(out if self.device.type == "cuda" else out.numpy(), whole=True)

    def check(self) -> None:
        """Raise an error if any move was illegal."""
        if self.device.type == "cuda":
            batch: Any = self.batch
            batch.check()

    def _tensor(self, array: Any) -> Tensor:
        if self.device.type == "cuda":
            return torch.as_tensor(array, device=self.device)
        return torch.from_numpy(array if array.flags.writeable else array.base)
