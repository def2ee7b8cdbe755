"""Exact values of small two-player games by the sequence form, and how much a policy can lose."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, csr_matrix

from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.games.overbooking.miniatures import SOLVED, open_miniature
from bellhop.lab.contestants import make

SEEDS = 8  # a bot's mixture at an information set is its choices with this many seeds

Policy = Callable[[Position, list[int]], list[float]]


@dataclass
class Decision:
    """An information set: all nodes that the player to move cannot tell apart."""

    seen: Position
    moves: list[int]
    parent: int  # the sequence that leads here
    first: int  # the sequence of its first move; the others follow


@dataclass
class Side:
    """One player's decisions and sequences; sequence 0 is the empty one."""

    game: Game
    decisions: list[Decision] = field(default_factory=list)
    numbers: dict[tuple[int, bytes], int] = field(default_factory=dict)
    sequences: int = 1

    def find(self, position: Position, parent: int) -> Decision:
        """The decision at a position; the parent sequence holds what the player knew before."""
        seen = self.game.view(position, position.turn)
        key = (parent, seen.to_bytes())
        if key not in self.numbers:
            moves = self.game.legal_moves(position)
            self.numbers[key] = len(self.decisions)
            self.decisions.append(Decision(seen, moves, parent, self.sequences))
            self.sequences += len(moves)
        return self.decisions[self.numbers[key]]


@dataclass
class Tree:
    """A whole game: the decisions of both players, and the payoff of each pair of sequences."""

    game: Game
    sides: tuple[Side, Side]
    payoffs: dict[tuple[int, int], float] = field(default_factory=dict)
    nodes: int = 0

    def grow(self, position: Position, own: tuple[int, int], chance: float) -> None:
        """Walk every line of play from a position."""
        self.nodes += 1
        if is_over(position):
            first, second = self.game.points(position)
            self.payoffs[own] = self.payoffs.get(own, 0.0) + chance * (first - second)
            return
        turn = position.turn
        decision = self.sides[turn].find(position, own[turn])
        for number, move in enumerate(decision.moves):
            after = position.copy()
            self.game.rules.play(after, move)
            sequence = decision.first + number
            self.grow(after, (sequence, own[1]) if turn == 0 else (own[0], sequence), chance)


def deals(game: Game[Any]) -> Iterator[Position]:
    """Every pair of hands, the first player on seat 0, hotels in their order."""
    cards = sys.modules[f"{game.package}.rules.vocabulary"]
    start = game.new(2)
    while start.start != 0 or [h.side // 2 for h in list(start.hotels)[:2]] != [0, 1]:
        start = game.new(2, seed=start.dice & 0xFFFF)
    hands = list(combinations(range(cards.KINDS), cards.DEALT))
    for pair in ((one, other) for one in hands for other in hands):
        position = start.copy()
        for seat, hand in enumerate(pair):
            for kind in range(cards.KINDS):
                place = cards.Place.HAND if kind in hand else cards.Place.DECK
                position.players[seat].place[kind] = place
        yield position


def build(game: Game) -> Tree:
    """The tree over all deals, each equally likely."""
    tree, dealt = Tree(game, (Side(game), Side(game))), list(deals(game))
    for position in dealt:
        tree.grow(position, (0, 0), 1 / len(dealt))
    return tree


def constraints(side: Side) -> csr_matrix:
    """One row per decision: the weights of its moves add up to that of the parent sequence."""
    rows, columns, values = [0], [0], [1.0]
    for number, decision in enumerate(side.decisions, 1):
        moves = range(decision.first, decision.first + len(decision.moves))
        for column, value in ((decision.parent, -1.0), *((move, 1.0) for move in moves)):
            rows.append(number)
            columns.append(column)
            values.append(value)
    shape = (len(side.decisions) + 1, side.sequences)
    return coo_matrix((np.array(values), (np.array(rows), np.array(columns))), shape=shape).tocsr()


def payoff_matrix(tree: Tree) -> csr_matrix:
    """The payoff of each pair of sequences for the first player, including chance."""
    pairs = np.array(list(tree.payoffs)).T
    shape = (tree.sides[0].sequences, tree.sides[1].sequences)
    return coo_matrix((list(tree.payoffs.values()), pairs), shape=shape).tocsr()


def solve(tree: Tree) -> float:
    """The value for the first player: the best realisation plan against the best answer."""
    own, other, pays = *(constraints(side) for side in tree.sides), payoff_matrix(tree)
    plans, prices = own.shape[1], other.shape[0]
    # The largest value of the empty sequence such that no sequence of the opponent is worth more.
    goal = np.zeros(plans + prices)
    goal[plans] = -1.0
    bound: Any = _side_by_side(-pays.T, other.T)
    kept: Any = _side_by_side(own, csr_matrix((own.shape[0], prices)))
    total = np.zeros(own.shape[0])
    total[0] = 1.0
    limits = [(0.0, None)] * plans + [(None, None)] * prices
    done = linprog(goal, bound, np.zeros(bound.shape[0]), kept, total, limits, method="highs")
    assert done.fun is not None, done.message
    return -float(done.fun)


def _side_by_side(left: Any, right: Any) -> Any:
    from scipy.sparse import hstack

    return hstack((left, right)).tocsr()


def plan_of(side: Side, policy: Policy) -> Any:
    """The weight of every sequence when a player follows a policy."""
    plan = np.zeros(side.sequences)
    plan[0] = 1.0
    for decision in side.decisions:  # a decision comes after those that lead to it
        for number, chance in enumerate(policy(decision.seen, decision.moves)):
            plan[decision.first + number] = plan[decision.parent] * chance
    return plan


def best_answer(side: Side, worth: Any) -> float:
    """The most that a player can gain, given the worth of each sequence."""
    worth = worth.copy()
    for decision in reversed(side.decisions):
        moves = slice(decision.first, decision.first + len(decision.moves))
        worth[decision.parent] += worth[moves].max()
    return float(worth[0])


def exploitability(tree: Tree, value: float, policy: Policy) -> float:
    """What a best response wins beyond the value, on average over both seats."""
    first, second = (plan_of(side, policy) for side in tree.sides)
    return exploitability_of_plans(tree, value, first, second)


def exploitability_of_plans(tree: Tree, value: float, first: Any, second: Any) -> float:
    """The same for a plan of each seat."""
    pays = payoff_matrix(tree)
    against_first = best_answer(tree.sides[1], -(pays.T @ first)) + value
    against_second = best_answer(tree.sides[0], pays @ second) - value
    return (against_first + against_second) / 2


def uniform(_seen: Position, moves: list[int]) -> list[float]:
    """Every move equally likely."""
    return [1 / len(moves)] * len(moves)


def policy_of(game: Game, kind: str) -> Policy:
    """A bot's policy: its choices with several seeds."""

    def policy(seen: Position, moves: list[int]) -> list[float]:
        if len(moves) == 1:
            return [1.0]
        chosen = [make(kind, seed).choose(game, seen) for seed in range(SEEDS)]
        return [chosen.count(move) / SEEDS for move in moves]

    return policy


def examine(name: str, *kinds: str) -> dict[str, Any]:
    """The value of a miniature, and the exploitability of each bot in points per game."""
    game = open_miniature(name)
    tree = build(game)
    value = solve(tree)
    policies = {k: uniform if k == "random" else policy_of(game, k) for k in kinds}
    return {
        "nodes": tree.nodes,
        "value": value,
        "expected": SOLVED[name].value,
        "exploitability": {k: exploitability(tree, value, p) for k, p in policies.items()},
    }
