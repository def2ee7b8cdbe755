"""Learn Perfect Hotel by self-play with NumPy: OMP_NUM_THREADS=1 python examples/selfplay.py 30.

Use one thread: the matrices are small, and with two threads their products take ten times as long.
"""

import sys
from typing import Any

import numpy as np

from bellhop.envs.batch import Batch
from bellhop.games import game_named

GAME, GAMES, STEPS, RATE = game_named("perfect-hotel"), 64, 400, 0.02
SCALE = np.maximum(Batch(GAME, 1).layout.bounds()[1], 1).astype(np.float32)
chance = np.random.default_rng(1)


def think(weights: Any, batch: Batch) -> tuple[Any, Any, Any]:
    """The inputs of the policy, its probabilities of the legal moves, and moves drawn from them."""
    inputs = np.ones((batch.games, len(SCALE) + 1), np.float32)
    inputs[:, 1:] = batch.observations / SCALE
    likely = np.exp(np.clip(inputs @ weights, -20, 20)) * batch.masks
    sums = likely.cumsum(axis=1)
    moves = (sums > chance.random((batch.games, 1)) * sums[:, -1:]).argmax(axis=1)
    return inputs, likely / sums[:, -1:], moves


def play(batch: Batch, weights: Any) -> tuple[Any, Any, Any]:
    """Some steps of self-play: the inputs, the gradients of the outputs, and the final rewards."""
    inputs, likely, rows = [], [], []
    for _ in range(STEPS):
        entered, chances, moves = think(weights, batch)
        chances[np.arange(GAMES), moves] -= 1
        inputs.append(entered)
        likely.append(chances)
        seats = batch.turns.copy()
        batch.advance(moves)
        rows.append((seats, batch.rewards.copy(), batch.done == 1))
    gains, worth = np.full((STEPS, GAMES), np.nan), np.full((GAMES, 2), np.nan)
    for step in reversed(range(STEPS)):  # a move is worth its seat's final reward
        seats, paid, done = rows[step]
        worth[done] = paid[done]
        gains[step] = worth[np.arange(GAMES), seats]
    return np.concatenate(inputs), np.concatenate(likely), gains.ravel()


def share_against_random(weights: Any, games: int = 500) -> float:
    """The share of games the policy wins against random play, in alternating seats."""
    batch, mine = Batch(GAME, games, 2, seed=10**9), np.arange(games) % 2
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        batch.advance(np.where(batch.turns == mine, think(weights, batch)[2], batch.draw()))
        new = (batch.done == 1) & np.isnan(won)
        won[new] = batch.rewards[new, mine[new]]
    return float(won.mean())


def train(rounds: int) -> Any:
    """Policy gradient on the margins of self-play."""
    batch = Batch(GAME, GAMES, 2, reward="margin")
    weights, square = np.zeros((2, len(SCALE) + 1, len(GAME.moves)), np.float32)
    for number in range(rounds):
        print(f"after {number:3} rounds: {share_against_random(weights):.1%} against random")
        inputs, likely, gains = play(batch, weights)
        gains = np.nan_to_num((gains - np.nanmean(gains)) / np.nanstd(gains)).astype(np.float32)
        slope = inputs.T @ (likely * gains[:, None]) / len(gains)
        square = 0.9 * square + 0.1 * slope**2
        weights -= RATE * slope / (np.sqrt(square) + 1e-5)
    return weights


if __name__ == "__main__":
    train(int(sys.argv[1]))
