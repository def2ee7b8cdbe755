"""Helpers for the tests of all games."""

import os
import random
from collections.abc import Iterator, Mapping, Sized
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

import pytest

from bellhop.engine.game import Game
from bellhop.engine.parts import P
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.engine.telling import Told, listening
from bellhop.games import GAMES


class Proofs(Protocol):
    """What `tests/<package>/proofs.py` provides for the tests that all games share."""

    VARIANTS: tuple[Mapping[str, str], ...]  # each is played with every number of players
    WORDS: frozenset[str]  # message keys that are put together at run time

    def scramble(self, game: Position, seat: int, chance: random.Random, eyes: bool) -> None:
        """Write garbage into everything that a seat cannot know: the tests' list of hidden fields.

        With `eyes`, also into what it knows but, by the table's options, may not look at again.
        """

    def hidden(self, game: Position, seat: int, /) -> dict[str, Any]:
        """The values of the fields that a seat cannot know and that vary in this position."""

    def resume(self, redealt: Position, game: Position, /) -> bool:
        """Ask the seat on turn the same question in another deal.

        Return False if this is impossible, or if the move may turn hidden cards up.
        """

    def check_conserved(self, game: Position, /) -> None:
        """Assert that nothing is lost, doubled or out of bounds."""


def proofs_of(game: Game) -> Proofs:
    """The proofs of a game."""
    return cast("Proofs", import_module(f"{game.package.rpartition('.')[2]}.proofs"))


def with_cards(game: Game[P], folder: Path, text: str) -> Game[P]:
    """A game next to the real one, with this text as its card file."""
    path = folder / sha256(text.encode()).hexdigest()[:8] / "cards.toml"  # a test may make several
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return game.with_cards(path)


def play_some(game: Game[Any], seeds: int) -> Any:
    """Play a game from each seed to its end; return the last one."""
    for seed in range(seeds):
        position = game.new(2, seed=seed)
        while not is_over(position):
            moves = game.legal_moves(position)
            game.play(position, moves[(seed * 7 + len(moves)) % len(moves)])
    return position


def play_named(game: Game[P], position: P, moves: str) -> list[Told]:
    """Play moves separated by commas; return the events."""
    with listening() as story:
        for move in moves.split(","):
            game.play(position, game.move_named(move))
    return story


def count_outcomes(stats: Mapping[str, Sized]) -> dict[str, int]:
    """How many proofs had each outcome, for the record."""
    outcomes = ("passed", "failed", "error", "skipped")
    return {outcome: len(stats.get(outcome, ())) for outcome in outcomes}


def is_proving() -> bool:
    """Is this `make prove`?"""
    return bool(os.environ.get("BELLHOP_PROVE"))


def more(few: int, many: int) -> int:
    """`few` in `make test`, `many` in `make prove`."""
    return many if is_proving() else few


LONG_TO_COMPILE = 3_000  # lines of rules: a minute or more, too long for every test run


@cache  # asked with every new position
def lines(game: Game) -> int:
    """The number of lines in a game's rules."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in game.folder.glob("rules/*.py"))


def takes_long_to_compile(game: Game) -> bool:
    """Is it left to `make prove` to compile this game in further ways?"""
    return lines(game) > LONG_TO_COMPILE


def marks_of_compiling(game: Game) -> list[pytest.MarkDecorator]:
    """Marks that restrict a game to `make prove` if compiling it takes long."""
    return [pytest.mark.prove] if takes_long_to_compile(game) else []


every_compiled_game = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=marks_of_compiling(game)) for game in GAMES],
    ids=lambda game: game.name,
)


def random_options(game: Game, chance: random.Random) -> dict[str, str]:
    """A random choice for every option."""
    return {option.name: chance.choice(option.choices) for option in game.options}


def random_game(game: Game, seed: int) -> Iterator[tuple[Position, int]]:
    """A random game with random options: every position, and the move about to be made."""
    chance = random.Random(seed)
    position = game.new(chance.choice(game.players), random_options(game, chance), seed)
    while not is_over(position):
        move = chance.choice(game.legal_moves(position))
        yield position, move
        game.play(position, move)
    yield position, -1


def die_once(marker: str, number: int) -> int:
    """A task for the lab's processes: the first process that runs number 2 dies."""
    if number == 2 and not Path(marker).exists():
        Path(marker).touch()
        os._exit(1)
    return number


def moments(game: Game, seed: int) -> Iterator[tuple[Position, int]]:
    """Some moments of a random game and its end; in `make prove`, all of them."""
    steps = sum(1 for _ in random_game(game, seed))
    few = random.Random(seed).sample(range(steps), min(steps, more(25, steps)))
    for step, moment in enumerate(random_game(game, seed)):
        if step in few or step == steps - 1:
            yield moment


def is_looked_at(chance: random.Random) -> bool:
    """Is this moment of a game tested?  In `make prove`, all are."""
    return chance.random() < more(15, 100) / 100
