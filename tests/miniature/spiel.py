"""A miniature solved by OpenSpiel's counterfactual regret minimisation."""

from typing import Any

import pyspiel

from bellhop.envs import spiel


def solve(name: str, iterations: int) -> dict[str, Any]:
    """The first player's expected payoff, and what either player could still gain."""
    game = spiel.load(f"bellhop_overbooking_miniature_{name}", {})
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy, all_depths = solver.average_policy(), -1
    start = game.new_initial_state()
    values = pyspiel.expected_returns(start, policy, all_depths, use_infostate_get_policy=True)
    exploitability = pyspiel.exploitability(game, policy)
    return {
        "deals": game.max_chance_outcomes(),
        "value": values[0],
        "exact": game.exact_value,
        "exploitability": exploitability,
    }
