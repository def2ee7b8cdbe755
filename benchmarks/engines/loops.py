"""Random play through interfaces that both sides offer, so that the same loop drives both."""

import random
from typing import Any


def play_aec(env: Any, chance: random.Random) -> tuple[int, int]:
    """Play one game in a PettingZoo environment: last, a random legal action, step."""
    env.reset(seed=chance.getrandbits(30))
    moves = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(chance.choice(observation["action_mask"].nonzero()[0]))
            moves += 1
    return moves, 1


def walk_aec(env: Any, chance: random.Random, moves: int) -> None:
    """Play some moves, to get into the middle of a game."""
    env.reset(seed=chance.getrandbits(30))
    for _ in range(moves):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return
        env.step(chance.choice(observation["action_mask"].nonzero()[0]))


def play_spiel(game: Any, chance: random.Random) -> tuple[int, int]:
    """Play one game in OpenSpiel; chance outcomes do not count as moves."""
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _let_chance_act(state, chance)
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    return moves, 1


def deal_spiel(game: Any, chance: random.Random) -> Any:
    """An OpenSpiel game at its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        _let_chance_act(state, chance)
    return state


def walk_spiel(game: Any, chance: random.Random, moves: int) -> Any:
    """An OpenSpiel game after some decisions, or just before its end."""
    state = before = deal_spiel(game, chance)
    while moves and not state.is_terminal():
        if state.is_chance_node():
            _let_chance_act(state, chance)
        else:
            before, moves = state.clone(), moves - 1
            state.apply_action(chance.choice(state.legal_actions()))
    return before if state.is_terminal() else state


def _let_chance_act(state: Any, chance: random.Random) -> None:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chance.choices(outcomes, weights)[0])
