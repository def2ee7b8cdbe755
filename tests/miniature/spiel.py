"""A miniature solved by OpenSpiel's own counterfactual regret, in a process of its own.

BELLHOP_CARDS_OVERBOOKING=a.toml python -m miniature.spiel 20
"""

import json
import sys

import pyspiel

from bellhop.envs import spiel
from bellhop.overbooking import observation
from miniature.overbooking import GAME

HOTELS = [0, 2]  # the sides of the tiles that lie out

sys.modules[f"{GAME.package}.observation"] = observation  # a miniature is observed like the game


def all_deals() -> str:
    """A seed for every way in which the two hands can be dealt, the first player beginning.

    The hotels are always the same, or they would tell which hands were dealt.
    """
    seeds: dict[object, int] = {}
    for seed in range(5_000):
        dealt = GAME.new(2, seed=seed)
        if dealt.turn == 0 and [hotel.side for hotel in dealt.hotels][:2] == HOTELS:
            seeds.setdefault(tuple(tuple(player.place) for player in dealt.players), seed)
    return " ".join(map(str, seeds.values()))


def main(iterations: int) -> None:
    """Solve, and say what the first player can expect, and what either could still gain."""
    spiel.register(GAME, "bellhop_miniature")
    game = pyspiel.load_game("bellhop_miniature", {"deals": all_deals()})
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy, all_depths = solver.average_policy(), -1
    start = game.new_initial_state()
    values = pyspiel.expected_returns(start, policy, all_depths, use_infostate_get_policy=True)
    to_gain = pyspiel.nash_conv(game, policy, use_state_get_policy=False)
    found = {"deals": game.max_chance_outcomes(), "value": values[0], "to gain": to_gain}
    print(json.dumps(found))


if __name__ == "__main__":
    main(int(sys.argv[1]))
