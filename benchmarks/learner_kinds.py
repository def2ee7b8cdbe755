"""The learners of `learners.py`: MaskablePPO, and a linear policy that learns by REINFORCE."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import torch
from learner_tables import Bools, Floats, Integers, TrainingTables
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

ROUND = 256  # steps at each table between two updates


class Learner(Protocol):
    """What learns to choose moves."""

    def learn(self, steps: int) -> None:
        """Go on learning for some steps, counted over all tables."""

    def choose(self, observations: Floats, masks: Bools) -> Integers:
        """A move for every row, drawn from its policy as in training."""


class Ppo:
    """MaskablePPO of sb3-contrib with two layers of 64, and otherwise nearly its defaults."""

    def __init__(self, game: str, seed: int) -> None:
        torch.set_num_threads(1)
        self._model: Any = MaskablePPO(
            "MlpPolicy",
            TrainingTables(game, seed),
            n_steps=ROUND,
            batch_size=512,
            learning_rate=1e-3,
            n_epochs=4,
            gamma=1.0,  # only the end of a game is paid
            ent_coef=0.01,
            seed=seed,
            device="cpu",
        )

    def learn(self, steps: int) -> None:
        """Go on learning for some steps, counted over all tables."""
        if steps:
            self._model.learn(steps, reset_num_timesteps=False)

    def choose(self, observations: Floats, masks: Bools) -> Integers:
        """A move for every row, drawn from its policy as in training."""
        moves: Integers
        moves, _ = self._model.predict(observations, action_masks=masks)
        return moves


class Linear:
    """A linear softmax policy that learns by REINFORCE, in NumPy.

    A move is worth the final reward of its game, less what a linear function of the observation
    expected.  Moves of games that have not ended when a round does teach nothing.
    """

    RATE = 0.02
    FITS = 20  # steps of gradient descent by which the expectation follows a round

    def __init__(self, game: str, seed: int) -> None:
        self._tables = TrainingTables(game, seed)
        self._chance = np.random.default_rng(seed)
        self._seen = self._tables.reset()
        cells, moves = self._seen.shape[1] + 1, int(self._tables.action_space.n)
        self._weights = np.zeros((cells, moves), np.float32)
        self._square = np.zeros((cells, moves), np.float32)
        self._expected = np.zeros(cells, np.float32)

    def learn(self, steps: int) -> None:
        """Go on learning for some steps, counted over all tables."""
        for _ in range(steps // (ROUND * self._tables.num_envs)):
            self._learn_from(*self._play())

    def choose(self, observations: Floats, masks: Bools) -> Integers:
        """A move for every row, drawn from its policy as in training."""
        return self._draw(observations, masks)[0]

    def _draw(self, observations: Floats, masks: Bools) -> tuple[Integers, Floats]:
        """A move for every row, and the gradient of the preferences away from it."""
        preferences = observations @ self._weights[1:] + self._weights[0]
        preferences[~masks] = -np.inf
        likely = np.exp(preferences - preferences.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        # Gumbel noise draws in proportion to the chances, and never an illegal move.
        moves: Integers = (preferences + self._chance.gumbel(size=masks.shape)).argmax(axis=1)
        likely[np.arange(len(moves)), moves] -= 1
        return moves, likely

    def _play(self) -> tuple[Floats, Floats, Floats]:
        """One round: the inputs, the gradients of the preferences, and what each game brought."""
        seen, slopes, paid, ends = [], [], [], []
        for _ in range(ROUND):
            masks = np.stack(self._tables.env_method("action_masks"))
            moves, slope = self._draw(self._seen, masks)
            seen.append(self._seen)
            slopes.append(slope)
            self._seen, rewards, over, _ = self._tables.step(moves)
            paid.append(rewards)
            ends.append(over)
        worth = final_rewards(np.stack(paid), np.stack(ends)).ravel()
        known = np.isfinite(worth)
        inputs = np.concatenate(seen)[known]
        ones = np.ones((len(inputs), 1), np.float32)
        return np.hstack([ones, inputs]), np.concatenate(slopes)[known], worth[known]

    def _learn_from(self, inputs: Floats, slopes: Floats, worth: Floats) -> None:
        """One step of RMSProp along the policy gradient; then the expectation follows."""
        if not len(worth):
            return
        gains = worth - inputs @ self._expected
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        slope = inputs.T @ (slopes * (gains / len(gains))[:, None])
        self._square = 0.9 * self._square + 0.1 * slope**2
        self._weights -= self.RATE * slope / (np.sqrt(self._square) + 1e-5)
        length = 2 * np.square(inputs).sum(axis=1).mean()
        for _ in range(self.FITS):
            missed = worth - inputs @ self._expected
            self._expected += inputs.T @ missed / (length * len(worth))


def final_rewards(paid: Floats, ends: Bools) -> Floats:
    """What the game of every step brought at its end; NaN where it has not ended."""
    worth = np.full(paid.shape, np.nan, np.float32)
    later: NDArray[np.float32] = np.full(paid.shape[1], np.nan, np.float32)
    for step in reversed(range(len(paid))):
        later = np.where(ends[step], paid[step], later)
        worth[step] = later
    return worth


KINDS: dict[str, Callable[[str, int], Learner]] = {"ppo": Ppo, "linear": Linear}
