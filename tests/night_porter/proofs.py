"""Helpers for Night Porter's tests: positions as text, hidden fields, conservation."""

import random
from typing import Any

from bellhop.engine.dice import set_dice
from bellhop.engine.telling import Told
from outside.night_porter import GAME
from outside.night_porter.rules.state import Position
from outside.night_porter.rules.vocabulary import (
    HAND,
    KEYS,
    MAT,
    NAMES,
    PILE,
    RACK,
    SEATS,
    Item,
    Refusal,
)
from support import play_named

VARIANTS: tuple[dict[str, str], ...] = ({}, {"tips": "yes"})
WORDS = frozenset(
    {f"item.{item.name.lower()}" for item in Item}
    | {f"refusal.{refusal.name.lower()}" for refusal in Refusal if refusal != Refusal.ALLOWED}
    | {f"option.{option.name}{part}" for option in GAME.options for part in ("", ".help")}
    | {f"option.{option.name}.{choice}" for option in GAME.options for choice in option.choices}
)


def given(*hands: str, racks: tuple[str, ...] = (), pile: str = "", **options: str) -> Position:
    """A position with the first seat on turn; all keys that are not named are under its mat.

    Hands, racks and pile are keys by name: "3 7 12".
    """
    game: Position = GAME.undealt(max(2, len(hands), len(racks)), options)
    set_dice(game, 1 << 40)
    for key in range(KEYS):
        game.keys[key] = MAT
    for seat, hand in enumerate(hands):
        for name in hand.split():
            game.keys[NAMES.index(name)] = HAND + seat
            game.players[seat].held += 1
    for player, rack in zip(game.players, racks, strict=False):
        for name in rack.split():
            game.keys[NAMES.index(name)] = RACK
            player.rack[player.hung] = NAMES.index(name)
            player.hung += 1
    for name in pile.split():
        game.keys[NAMES.index(name)] = PILE
        game.pile += 1
    game.players[0].hidden = list(game.keys).count(MAT)
    return game


def do(game: Position, moves: str) -> list[Told]:
    """Play moves separated by commas; return the events."""
    return play_named(GAME, game, moves)


def refusal(game: Position, move: str) -> Refusal:
    """The reason against a move."""
    return Refusal(GAME.rules.why_not(game, GAME.move_named(move)))


def check_conserved(game: Position) -> None:
    """Check that every key is in one place, and that every count is right."""
    places = list(game.keys)
    assert places.count(PILE) == game.pile
    hung = [key for player in game.players for key in list(player.rack)[: player.hung]]
    assert sorted(hung) == [key for key in range(KEYS) if places[key] == RACK]
    for seat, player in enumerate(game.players):
        assert places.count(HAND + seat) == player.held
        assert places.count(MAT + seat) == player.hidden
        assert not any(list(player.rack)[player.hung :])


def secret_places(game: Position, seat: int) -> set[int]:
    """The places that hold keys which a seat cannot know."""
    return set(game.keys) - {RACK} - ({HAND + seat, MAT + seat} if seat >= 0 else set())


def hidden(game: Position, seat: int) -> dict[str, Any]:
    """The dice, and the keys of any two places that could be swapped."""
    values: dict[str, Any] = {"dice": game.dice}
    if len(secret_places(game, seat)) > 1:
        values["keys"] = tuple(game.keys)
    return values


def scramble(game: Position, seat: int, chance: random.Random, eyes: bool) -> None:
    """Write garbage into the dice and the keys of secret places.

    Nothing is covered in this game.
    """
    del eyes
    secret = [PILE, *(p + other for p in (HAND, MAT) for other in range(SEATS) if other != seat)]
    game.dice = chance.getrandbits(60)
    for key in range(KEYS):
        if game.keys[key] in secret:
            game.keys[key] = chance.choice(secret)


def resume(_redealt: Position, _game: Position) -> bool:
    """Every decision is a separate move, so there is never a half-made one to resume."""
    return True
