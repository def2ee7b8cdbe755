"""What the suites of PettingZoo and Gymnasium do not look at, for any AEC environment with masks.

    from bellhop.envs import contract
    contract.check(make_env)                          # all that needs nothing but the environment
    contract.check_leaks(make_env, scramble)          # with your own way to redeal what is hidden

Every check raises AssertionError with what it found.  `make_env` makes a new environment; actions
are drawn from the mask in `observation["action_mask"]` or `info["action_mask"]`.
"""

import copy
import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

Make = Callable[[], Any]
Trace = list[tuple[Any, ...]]


def check(make_env: Make, games: int = 3, seed: int = 0) -> None:
    """All checks that need nothing but the environment."""
    check_seeds(make_env, games, seed)
    check_clones(make_env, seed)
    check_refusals(make_env, seed)
    check_replay(make_env, seed)


def check_seeds(make_env: Make, games: int = 3, seed: int = 0) -> None:
    """One seed fixes this game and those after it; another seed gives other games.

    PettingZoo's seed_test stops at the end of the first game.
    """
    first, second = make_env(), make_env()
    traces = [_games(env, games, seed) for env in (first, second)]
    assert traces[0] == traces[1], "the same seed gave other games"
    assert _games(first, games, seed) == traces[0], "something survives a seeded reset"
    assert len({repr(trace) for trace in traces[0]}) == games, (
        "games after one seed are all the same"
    )
    others = [_games(first, 1, seed + number)[0] for number in range(1, 4)]
    assert any(other != traces[0][0] for other in others), "other seeds gave the same game"


def check_clones(make_env: Make, seed: int = 0) -> None:
    """A deep copy goes on by itself, and goes on the same way."""
    env = make_env()
    env.reset(seed=seed)
    chance = random.Random(seed)
    for step, _ in enumerate(env.agent_iter()):
        if step % 7 == 0:
            before = _state(env)
            one, two = copy.deepcopy(env), copy.deepcopy(env)
            assert _state(one) == before, "a copy is not equal to what was copied"
            assert _play(one, 10, step) == _play(two, 10, step), "two copies went on differently"
            assert _state(env) == before, "a copy's moves changed the environment it was made from"
        env.step(_choose(env, chance))


def check_refusals(
    make_env: Make, seed: int = 0, errors: tuple[type[Exception], ...] = (Exception,)
) -> None:
    """Bad actions raise an error and change nothing, all through a game.

    For environments that refuse: PettingZoo's TerminateIllegalWrapper ends the game instead.
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
    """The actions of a game, played again after the same seed, give the same game.

    Where the environment has `log()` and `replay(log)`, its own log does so too.
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
    assert states == trace, "the same actions gave another game"
    inner = env.unwrapped
    if hasattr(inner, "log") and hasattr(inner, "replay"):
        ended = next(number for number, state in enumerate(trace) if any(state[2].values()))
        copied = make_env().unwrapped
        copied.reset(seed=seed + 1)
        copied.replay(inner.log())
        assert _state(copied) == trace[ended], "the log replayed is another game"


def check_leaks(
    make_env: Make, scramble: Callable[[Any, str, random.Random], None], seed: int = 0
) -> None:
    """Whatever is hidden from an agent can be anything: its observations do not change.

    `scramble(env, agent, chance)` writes garbage, or another deal, into all that the agent cannot
    know of an environment, which is a copy.
    """
    env = make_env()
    env.reset(seed=seed)
    chance = random.Random(seed)
    for step, _ in enumerate(env.agent_iter()):
        for agent in env.agents if step % 5 == 0 else ():
            expected = _plain(env.observe(agent))
            other = copy.deepcopy(env)
            scramble(other, agent, chance)
            assert _plain(other.observe(agent)) == expected, f"{agent} can tell what is hidden"
        env.step(_choose(env, chance))


def _refuses(env: Any, action: Any, errors: tuple[type[Exception], ...]) -> None:
    before = _state(env)
    try:
        env.step(action)
    except errors:
        pass
    else:
        raise AssertionError(f"action {action!r} was not refused")
    assert _state(env) == before, f"action {action!r} was refused but changed something"


def _games(env: Any, games: int, seed: int) -> list[Trace]:
    """Whole games after one seed; only the first is reset with it."""
    traces = []
    for number in range(games):
        env.reset(seed=seed) if number == 0 else env.reset()
        traces.append(_play(env, None, seed + number))
    return traces


def _play(env: Any, steps: int | None, seed: int) -> Trace:
    """Random moves, so many or to the end; all states on the way."""
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
    """All that can be seen from outside."""
    agents: Iterable[str] = list(env.agents)
    return (
        env.agent_selection if env.agents else None,
        dict(env.rewards),
        {agent: env.terminations[agent] or env.truncations[agent] for agent in agents},
        {agent: _plain(env.observe(agent)) for agent in agents},
    )


def _plain(value: Any) -> Any:
    """An observation as something that can be compared."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    array = np.asarray(value)
    return (str(array.dtype), array.shape, array.tobytes())
