"""The settings of a training run, and the mixture of games that it learns from."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from bellhop.bots.settings_files import read_settings
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


# The least value of a setting where that is not 0, and the highest where there is one.
LEAST = {"games": 1.0, "steps": 1.0, "minibatch": 1.0, "width": 1.0, "margin": 1.0}
HIGHEST = {"horizon": 1.0}

FILE = Path("networks") / "training.toml"  # in a game's folder: what its settings are instead


def settings_of(game: Game, *, on_gpu: bool) -> Settings:
    """The settings that suit a game and a machine."""
    chosen, path = Settings(), game.folder / FILE
    if path.exists():
        chosen = _read_changes(chosen, path)
    if on_gpu:
        return chosen
    return replace(chosen, games=1_024, minibatch=2_048, stagger=64, width=256, layers=2)


def _read_changes(settings: Settings, path: Path) -> Settings:
    """The settings, as far as a file does not say otherwise."""
    told, changes = read_settings(path), dict[str, Any]()
    known = {field.name: getattr(settings, field.name) for field in fields(settings)}
    for name in told.keys:
        match known.get(name):
            case tuple():
                changes[name] = told.pair(name, least=0)
            case float():
                changes[name] = told.number(name, least=0)
            case int():
                changes[name] = told.whole(name, least=0)
            case _:
                told.refuse(name, f"unknown key; expected one of {', '.join(known)}")
    return replace(settings, **changes)


def mix_setups(game: Game, players: Sequence[int], seed: int) -> list[Setup]:
    """Setups in random order: two players in half of them if there are other numbers as well."""
    unknown = sorted(set(players) - set(game.players))
    if unknown or not players:
        allowed = f"{game.players[0]} to {game.players[-1]}"
        found = ", ".join(map(str, unknown)) or "none"
        raise PlainError(f"{game.title} has {allowed} players, not {found}")
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
