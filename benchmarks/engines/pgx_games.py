"""Pgx on the CPU: many games at once, with whole scans or single steps per call."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset
from stopwatch import Count, Figures, Stopwatch, report, watch_from_command

NAMES = ("tic_tac_toe", "kuhn_poker", "leduc_holdem", "sparrow_mahjong")
GAMES, STEPS = 1024, 32
FIRST_MOVE = """
import jax, pgx_games
rules = pgx_games.BatchedRules("leduc_holdem", 1)
jax.block_until_ready(rules.step(rules.begin(jax.random.PRNGKey(1))))
"""


def draw(key: Any, masks: Any) -> Any:
    """A random legal action for each game, from one number per game: one per action is slow."""
    ranks = masks.astype(jnp.int32).cumsum(axis=-1)
    picks = jnp.floor(jax.random.uniform(key, (len(masks), 1)) * ranks[:, -1:])
    return (ranks > picks).argmax(axis=-1)


class BatchedRules:
    """The compiled functions for a batch of games: to begin, to step, and to step many times."""

    def __init__(self, name: str, games: int) -> None:
        env = pgx.make(name)
        deal = jax.vmap(env.init)
        advance = jax.vmap(auto_reset(env.step, env.init))

        def begin(key: Any) -> Any:
            key, other = jax.random.split(key)
            return key, deal(jax.random.split(other, games))

        def step(key_and_state: Any) -> Any:
            key, state = key_and_state
            key, choice, dice = jax.random.split(key, 3)
            actions = draw(choice, state.legal_action_mask)
            return key, advance(state, actions, jax.random.split(dice, games))

        def count(carry: Any, _: Any) -> Any:
            after = step(carry)
            return after, after[1].terminated.sum()

        self.begin, self.step = jax.jit(begin), jax.jit(step)
        self.scan = jax.jit(lambda carry: jax.lax.scan(count, carry, None, length=STEPS))


class GamesInProgress:
    """A batch of games in progress."""

    def __init__(self, rules: BatchedRules) -> None:
        self._rules = rules
        self._now = rules.begin(jax.random.PRNGKey(1))

    def step(self) -> Count:
        """Make one move in every game."""
        self._now = jax.block_until_ready(self._rules.step(self._now))
        return GAMES, int(self._now[1].terminated.sum())

    def scan(self) -> Count:
        """Make many moves in every game, in one call."""
        self._now, ended = self._rules.scan(self._now)
        return GAMES * STEPS, int(ended.sum())


def measure(name: str, watch: Stopwatch) -> list[Figures]:
    """All figures of a game; states are immutable, so copying is free."""
    rules = BatchedRules(name, GAMES)
    games, key = GamesInProgress(rules), jax.random.PRNGKey(2)
    begin = partial(rules.begin, key)
    costs = {
        "reset_us": watch.cost(lambda: jax.block_until_ready(begin()), GAMES),
        "clone_us": 0.0,
    }
    return [
        {"game": name, "way": "one call", **watch.rate(games.scan)},
        {"game": name, "way": "batch", **watch.rate(games.step), **costs},
    ]


def main() -> None:
    """Measure and print."""
    watch = watch_from_command()
    figures = [one for name in NAMES for one in measure(name, watch)]
    report(figures, ("pgx", "jax", "jaxlib", "numpy"), "import pgx", FIRST_MOVE)


if __name__ == "__main__":
    main()
