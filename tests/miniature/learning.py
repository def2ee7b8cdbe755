"""Our training on miniatures: learning by self-play or against a fixed player, and exact figures.

Needs PyTorch.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from bellhop.bots.trained import observe
from bellhop.envs.many import Setup
from bellhop.games.overbooking.miniatures import open_miniature
from bellhop.training.learner import Learner
from bellhop.training.rollout import ILLEGAL, Player
from bellhop.training.settings import Settings
from bellhop.training.tensors import GameTensors
from miniature.solving import Side, Tree, best_answer, build, payoff_matrix

SEED = 1
SETTINGS = replace(
    Settings(),
    games=1_024,
    steps=16,
    minibatch=2_048,
    width=128,
    layers=2,
    rate=(1e-3, 1e-4),
    entropy=(0.2, 0.02),  # moves that are rarely made must stay known: a best response makes them
    victory=0.0,
    margin=8.0,
    critic_every=0,
    stagger=32,
)


class Reader:
    """Writes a player's policy out as a plan for one side of a tree."""

    def __init__(self, tree: Tree, side: Side) -> None:
        self._side = side
        seen = [decision.seen for decision in side.decisions]
        self._cells = torch.from_numpy(np.stack([observe(tree.game, one) for one in seen]))
        self._masks = torch.zeros(len(seen), len(tree.game.moves), dtype=torch.bool)
        for row, decision in enumerate(side.decisions):
            self._masks[row, decision.moves] = True

    def plan(self, player: Player) -> Any:
        """The weight of every sequence."""
        plan = np.zeros(self._side.sequences)
        plan[0] = 1.0
        for decision, row in zip(self._side.decisions, self._chances(player), strict=True):
            moves = slice(decision.first, decision.first + len(decision.moves))
            plan[moves] = plan[decision.parent] * row[decision.moves]
        return plan

    def _chances(self, player: Player) -> Any:
        """How likely every move is at every decision."""
        preferences = torch.zeros(self._masks.shape)
        if player.network is not None:
            with torch.no_grad():
                preferences = player.network(self._cells, torch.float32)[0]
        legal = preferences.masked_fill(~self._masks, ILLEGAL)
        if player.temperature:
            return torch.softmax(legal / player.temperature, 1).numpy()
        return torch.nn.functional.one_hot(legal.argmax(1), legal.shape[1]).numpy()


def learn(
    name: str,
    iterations: int,
    rival: Player | None = None,
    told: Callable[[Learner, int], None] | None = None,
) -> Learner:
    """Learn a miniature by self-play, or against a rival, for some iterations."""
    game = open_miniature(name)
    tensors = GameTensors(game, SETTINGS.games, [Setup(2)], SEED << 40)
    tensors.batch.stagger(SETTINGS.stagger)
    learner = Learner(game, tensors, SETTINGS, SEED, rival)
    for number in range(1, iterations + 1):
        learner.iterate(number / iterations)
        if told:
            told(learner, number)
    return learner


@dataclass(frozen=True)
class Response:
    """How well a rival was exploited, in points per game, on average over both seats."""

    exact: float  # by a best response
    reached: float  # by what was learnt against it
    itself: float  # by the rival playing against itself: nothing, on average over both seats


def respond(name: str, rival: Player, iterations: int) -> Response:
    """Learn against a rival, and compare the best moves learnt with an exact best response."""
    learner = learn(name, iterations, rival)
    tree = build(open_miniature(name))
    readers, pays = [Reader(tree, side) for side in tree.sides], payoff_matrix(tree)
    first, second = (reader.plan(rival) for reader in readers)
    gains = pays @ second, -(pays.T @ first)  # of every sequence, by seat
    own = [reader.plan(Player(learner.network, 0.0)) for reader in readers]
    return Response(
        exact=sum(map(best_answer, tree.sides, gains)) / 2,
        reached=float(sum(plan @ gain for plan, gain in zip(own, gains, strict=True))) / 2,
        itself=float(first @ gains[0] + second @ gains[1]) / 2,
    )
