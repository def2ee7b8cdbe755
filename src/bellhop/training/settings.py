"""The settings of a training run, and the mixture of games that it learns from."""

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.envs.many import Setup

SETUPS = 240  # in a mixture; a number that 2, 3, 4 and 5 divide
PLAIN_SHARE = 0.6  # of the games in a mixture that have no unusual options


@dataclass(frozen=True)
class Settings:
    """How a network learns; two runs with equal settings and seeds learn from the same games."""

    games: int = 32_768  # played at once
    steps: int = 64  # moves in every game between two rounds of learning
    minibatch: int = 32_768  # decisions per step of the optimiser
    width: int = 512
    layers: int = 3
    rate: tuple[float, float] = (7e-4, 5e-5)  # of learning, at the beginning and at the end
    entropy: tuple[float, float] = (0.03, 0.004)  # the bonus for variety, likewise
    horizon: float = 0.95  # λ: how far results are credited to earlier decisions
    victory: float = 1.0  # what winning is worth
    margin: float = 50.0  # points of lead that are worth 1
    own_points: float = 0.0  # weight of a seat's own points early on, before it can win
    critic_every: int = 8  # moves between those that the critic learns from; 0 for no critic
    stagger: int = 256  # random moves before the first round of learning


FILE = Path("networks") / "training.toml"  # in a game's folder: what its settings are instead


def settings_of(game: Game, *, on_gpu: bool) -> Settings:
    """The settings that suit a game and a machine."""
    path = game.folder / FILE
    own = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    pairs = {name: tuple(value) for name, value in own.items() if isinstance(value, list)}
    chosen = replace(Settings(), **{**own, **pairs})
    if on_gpu:
        return chosen
    return replace(chosen, games=1_024, minibatch=2_048, stagger=64, width=256, layers=2)


def mix_setups(game: Game, players: Sequence[int], seed: int) -> list[Setup]:
    """Setups in random order: two players in half of them if there are other numbers as well."""
    unknown = sorted(set(players) - set(game.players))
    if unknown or not players:
        allowed = f"{game.players[0]} to {game.players[-1]}"
        raise PlainError(f"{game.title} has {allowed} players, not {unknown or 'none'}")
    chance = random.Random(seed)
    fewest, *others = sorted(set(players))
    seats = [fewest] * (SETUPS // 2 if others else SETUPS)
    seats += [others[number % len(others)] for number in range(SETUPS - len(seats))]
    setups = []
    for number, count in enumerate(seats):
        is_plain = number % 10 < 10 * PLAIN_SHARE
        chosen = {} if is_plain else {o.name: chance.choice(o.choices) for o in game.options}
        setups.append(Setup(count, chosen))
    chance.shuffle(setups)
    return setups
