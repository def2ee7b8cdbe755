"""Checks that PettingZoo's and Gymnasium's own suites lack, for AEC environments with masks.

    from bellhop.envs import contract
    contract.check(make_env)                          # everything that needs only the environment
    contract.check_leaks(make_env, scramble)          # with a function that redeals hidden cards

Every check raises AssertionError if it fails.  `make_env` makes a new environment; actions are
drawn from the mask in `observation["action_mask"]` or `info["action_mask"]`.
"""

import copy
import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

Make = Callable[[], Any]
Trace = list[tuple[Any, ...]]


def check(make_env: Make, games: int = 3, seed: int = 0) -> None:
    """Run all checks that need only the environment."""
    check_seeds(make_env, games, seed)
    check_clones(make_env, seed)
    check_refusals(make_env, seed)
    check_replay(make_env, seed)


def check_seeds(make_env: Make, games: int = 3, seed: int = 0) -> None:
    """A seed determines the next game and all later ones; another seed gives different games.

    PettingZoo's seed_test stops at the end of the first game.
    """
    first, second = make_env(), make_env()
    traces = [_games(env, games, seed) for env in (first, second)]
    assert traces[0] == traces[1], "the same seed gave different games"
    assert _games(first, games, seed) == traces[0], "a seeded reset does not reset everything"
    assert len({repr(trace) for trace in traces[0]}) == games, (
        "all games after one seed are the same"
    )
    others = [_games(first, 1, seed + number)[0] for number in range(1, 4)]
    assert any(other != traces[0][0] for other in others), "other seeds gave the same game"


def check_clones(make_env: Make, seed: int = 0) -> None:
    """A deep copy is independent, and continues in the same way."""
    env = make_env()
    env.reset(seed=seed)
    chance = random.Random(seed)
    for step, _ in enumerate(env.agent_iter()):
        if step % 7 == 0:
            before = _state(env)
            one, two = copy.deepcopy(env), copy.deepcopy(env)
            assert _state(one) == before, "a copy is not equal to the original"
            assert _play(one, 10, step) == _play(two, 10, step), "two copies continued differently"
            assert _state(env) == before, "moves in a copy changed the original"
        env.step(_choose(env, chance))


def check_refusals(
    make_env: Make, seed: int = 0, errors: tuple[type[Exception], ...] = (Exception,)
) -> None:
    """Bad actions raise an error and change nothing, at every point of a game.

    Not for environments in PettingZoo's TerminateIllegalWrapper, which ends the game instead.
    """
    env = make_env()
    env.reset(seed=seed)
    chance = random.Random(seed)
    for _ in env.agent_iter():
        _, _, over, cut, _ = env.last()
        if not (over or cut):
            mask = _mask(env)
            illegal = [int(action) for action in np.flatnonzero(mask == 0)]
            for action in (*chance.sample(illegal, min(3, len(illegal))), -1, len(mask), 0.5, "x"):
                _refuses(env, action, errors)
        env.step(_choose(env, chance))


def check_replay(make_env: Make, seed: int = 0) -> None:
    """Replaying the actions of a game after the same seed gives the same game.

    If the environment has `log()` and `replay(log)`, so does replaying its log.
    """
    env = make_env()
    env.reset(seed=seed)
    actions, trace = [], [_state(env)]
    chance = random.Random(seed)
    for _ in env.agent_iter():
        actions.append(_choose(env, chance))
        env.step(actions[-1])
        trace.append(_state(env))
    again = make_env()
    again.reset(seed=seed)
    states = [_state(again)]
    for action in actions:
        again.step(action)
        states.append(_state(again))
    assert states == trace, "the same actions gave a different game"
    inner = env.unwrapped
    if hasattr(inner, "log") and hasattr(inner, "replay"):
        ended = next(number for number, state in enumerate(trace) if any(state[2].values()))
        copied = make_env().unwrapped
        copied.reset(seed=seed + 1)
        copied.replay(inner.log())
        assert _state(copied) == trace[ended], "replaying the log gave a different game"


def check_leaks(
    make_env: Make, scramble: Callable[[Any, str, random.Random], None], seed: int = 0
) -> None:
    """An agent's observation does not depend on what is hidden from it.

    `scramble(env, agent, chance)` overwrites everything that the agent cannot know with garbage or
    with another deal; `env` is a copy.
    """
    env = make_env()
    env.reset(seed=seed)
    chance = random.Random(seed)
    for step, _ in enumerate(env.agent_iter()):
        for agent in env.agents if step % 5 == 0 else ():
            expected = _plain(env.observe(agent))
            other = copy.deepcopy(env)
            scramble(other, agent, chance)
            assert _plain(other.observe(agent)) == expected, f"{agent} observes hidden data"
        env.step(_choose(env, chance))


def _refuses(env: Any, action: Any, errors: tuple[type[Exception], ...]) -> None:
    before = _state(env)
    try:
        env.step(action)
    except errors:
        pass
    else:
        raise AssertionError(f"action {action!r} did not raise an error")
    assert _state(env) == before, f"action {action!r} raised an error but changed something"


def _games(env: Any, games: int, seed: int) -> list[Trace]:
    """Play whole games; only the first reset is seeded."""
    traces = []
    for number in range(games):
        env.reset(seed=seed) if number == 0 else env.reset()
        traces.append(_play(env, None, seed + number))
    return traces


def _play(env: Any, steps: int | None, seed: int) -> Trace:
    """Play a number of random moves, or to the end; returns all states on the way."""
    chance, trace = random.Random(seed), [_state(env)]
    while env.agents and (steps is None or len(trace) <= steps):
        env.step(_choose(env, chance))
        trace.append(_state(env))
    return trace


def _choose(env: Any, chance: random.Random) -> int | None:
    _, _, over, cut, _ = env.last()
    if over or cut:
        return None
    return chance.choice([int(action) for action in np.flatnonzero(_mask(env))])


def _mask(env: Any) -> np.ndarray[Any, Any]:
    observation, _, _, _, info = env.last()
    found = observation if isinstance(observation, dict) else info
    return np.asarray(found["action_mask"])


def _state(env: Any) -> tuple[Any, ...]:
    """Everything that can be seen from outside."""
    agents: Iterable[str] = list(env.agents)
    return (
        env.agent_selection if env.agents else None,
        dict(env.rewards),
        {agent: env.terminations[agent] or env.truncations[agent] for agent in agents},
        {agent: _plain(env.observe(agent)) for agent in agents},
    )


def _plain(value: Any) -> Any:
    """An observation in a form that can be compared."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    array = np.asarray(value)
    return (str(array.dtype), array.shape, array.tobytes())
