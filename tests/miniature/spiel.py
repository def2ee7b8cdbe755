"""A miniature solved by OpenSpiel's counterfactual regret minimisation."""

from typing import Any

import pyspiel

from bellhop.engine.game import Game
from bellhop.envs import spiel
from miniature.overbooking import miniature

HOTELS = [0, 2]  # the sides of the tiles on the table


def all_deals(game: Game) -> str:
    """One seed per way to deal the two hands, with the first player starting.

    The hotels are always the same: otherwise they would reveal which hands were dealt.
    """
    seeds: dict[object, int] = {}
    for seed in range(5_000):
        dealt = game.new(2, seed=seed)
        if dealt.turn == 0 and [hotel.side for hotel in dealt.hotels][:2] == HOTELS:
            seeds.setdefault(tuple(tuple(player.place) for player in dealt.players), seed)
    return " ".join(map(str, seeds.values()))


def solve(name: str, iterations: int) -> dict[str, Any]:
    """The first player's expected payoff, and what either player could still gain."""
    spiel.register(miniature(name), "bellhop_miniature")
    game = pyspiel.load_game("bellhop_miniature", {"deals": all_deals(miniature(name))})
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy, all_depths = solver.average_policy(), -1
    start = game.new_initial_state()
    values = pyspiel.expected_returns(start, policy, all_depths, use_infostate_get_policy=True)
    to_gain = pyspiel.nash_conv(game, policy, use_state_get_policy=False)
    return {"deals": game.max_chance_outcomes(), "value": values[0], "to gain": to_gain}
