"""Helpers for Perfect Hotel's tests: positions as text, hidden fields, conservation."""

import random
from typing import Any

from bellhop.engine.dice import set_dice
from bellhop.engine.telling import Told
from bellhop.games.perfect_hotel import GAME
from bellhop.games.perfect_hotel.rules.state import Position
from bellhop.games.perfect_hotel.rules.vocabulary import (
    CARD_NAMES,
    DECKS,
    FACILITIES,
    KINDS,
    SEATS,
    TAG_NAMES,
    TAGS,
    TOURIST,
    Event,
    Phase,
    Refusal,
)
from support import play_named

VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"high-season": "yes"},
    {"high-season": "yes", "season-count": "floor-cards"},
    {"extension": "first-edition", "stars": "off"},
    {"tourist": "joins", "best-view": "rows"},
    {"rounds": "1", "stars": "low"},
    {"high-season": "yes", "extension": "first-edition", "tourist": "joins"},
)
WORDS = frozenset(
    {f"facility.{facility.name}" for facility in FACILITIES}
    | {f"refusal.{refusal.name.lower()}" for refusal in Refusal if refusal != Refusal.ALLOWED}
    | {f"option.{option.name}{part}" for option in GAME.options for part in ("", ".help")}
    | {f"option.{option.name}.{choice}" for option in GAME.options for choice in option.choices}
    | {f"item.{name}" for name in ("tourists", "stars", "best_view", "penthouse", "budget_hotel")}
    | {f"move.add.{card}" for card in ("plain", "star", "tourist")}
    | {f"event.drew.{back}" for back in ("tourist", "floor")}
)


def given(
    *hands: str,
    hotels: tuple[str, ...] = (),
    points: tuple[int, ...] = (),
    supply: str = "",
    busy: str = "",
    deck: str = "",
    **options: str,
) -> Position:
    """A position with the first seat on turn.

    Hands, supply and deck are cards by name ("5 5* tourist"; in the supply "tourist:7" lies below
    the 7).  A hotel is its floors from the ground up, with one character per card of a row:
    "8:xx 5:x*/xt" is an 8 floor of two cards below a 5 floor of two rows, with a star and a
    tourist.  A deck that is not given holds all other cards.
    """
    chosen = {name.replace("_", "-"): choice for name, choice in options.items()}
    game: Position = GAME.undealt(max(2, len(hands), len(hotels)), chosen)
    set_dice(game, 1 << 40)
    for player, hand in zip(game.players, hands, strict=False):
        for card in hand.split():
            player.hand[CARD_NAMES.index(card)] += 1
            player.held += 1
    for player, hotel in zip(game.players, hotels, strict=False):
        for floor in hotel.split():
            lay(player, floor)
    for player, held in zip(game.players, points, strict=False):
        player.points = held
    for card in supply.split():
        if card.startswith("tourist:"):
            game.lodgers[TAG_NAMES.index(card.partition(":")[2])] = 1
        else:
            game.supply[CARD_NAMES.index(card)] += 1
    for tag in busy.split():
        game.busy[TAG_NAMES.index(tag)] = 1
    fill_deck(game, deck)
    return game


def lay(player: Any, floor: str) -> None:
    """Lay a floor written as value:row/row on top of a hotel."""
    name, _, rows = floor.partition(":")
    tag = TAG_NAMES.index(name)
    cards = rows.replace("/", "")
    player.storeys[player.height] = tag
    player.height += 1
    player.floors[tag].cards = len(cards)
    player.floors[tag].starred = cards.count("*")
    player.floors[tag].tourists = cards.count("t")
    player.floors[tag].rows = len(rows.split("/"))


def fill_deck(game: Position, deck: str) -> None:
    """Put the given cards, or all cards that are nowhere else, into the pile."""
    if deck:
        for card in deck.split():
            game.deck[CARD_NAMES.index(card)] += 1
    else:
        for kind in range(KINDS):
            game.deck[kind] = DECKS[game.stars][kind] - whereabouts(game, kind)
    game.pile = sum(game.deck)
    game.tourist_on_top = int(game.pile > 0 and game.pile == game.deck[TOURIST])


def whereabouts(game: Position, kind: int) -> int:
    """The number of cards of a kind in hands, hotels and the supply."""
    cards = sum(player.hand[kind] for player in game.players)
    floors = [floor for player in game.players for floor in player.floors]
    if kind == TOURIST:
        return cards + sum(game.lodgers) + sum(floor.tourists for floor in floors)
    own = [player.floors[kind // 2] for player in game.players]
    starred = sum(floor.starred for floor in own)
    plain = sum(floor.cards - floor.starred - floor.tourists for floor in own)
    return cards + game.supply[kind] + (starred if kind % 2 else plain)


def do(game: Position, moves: str) -> list[Told]:
    """Play moves separated by commas; return the events."""
    return play_named(GAME, game, moves)


def refusal(game: Position, move: str) -> Refusal:
    """The reason against a move."""
    return Refusal(GAME.rules.why_not(game, GAME.move_named(move)))


def scored(story: list[Told]) -> list[tuple[int, str, int]]:
    """What was scored, in order: seat, item, points."""
    entries = [GAME.scoring.scored(told) for told in story if told.event == Event.SCORED]
    found = [(entry.seat, entry.item, entry.points) for entry in entries if entry]
    assert len({entry[:2] for entry in found}) == len(found), "a step was scored twice"
    return found


def check_conserved(game: Position) -> None:
    """Check that no card is lost or doubled, and that every count is within its bounds."""
    for kind in range(KINDS):
        assert game.deck[kind] >= 0
        assert game.deck[kind] + whereabouts(game, kind) == DECKS[game.stars][kind], kind
    assert game.pile == sum(game.deck)
    assert max(game.lodgers) <= 1
    for player in game.players:
        assert player.held == sum(player.hand)
        assert min(player.hand) >= 0
        assert player.points >= 0
        built = list(player.storeys)[: player.height]
        assert sorted(built) == [tag for tag in range(TAGS) if player.floors[tag].cards]
        assert all(player.floors[tag].cards >= 2 * player.floors[tag].rows for tag in built)


def hidden(game: Position, seat: int) -> dict[str, Any]:
    """Floor cards in other hands and the pile by kind, if several deals are possible."""
    values: dict[str, Any] = {"dice": game.dice}
    unseen = [kind for kind in range(TOURIST) if game.deck[kind] > 0]
    secret = [
        other
        for other in range(game.seats)
        if other != seat and game.players[other].held > game.players[other].hand[TOURIST]
    ]
    if len(unseen) > 1 and secret:
        values["deck"] = tuple(game.deck)
        for other in secret:
            values[f"hand {other}"] = tuple(game.players[other].hand)
    return values


def scramble(game: Position, seat: int, chance: random.Random, eyes: bool) -> None:
    """Write garbage into dice, pile, other hands, and the set that another seat is forming.

    Nothing is covered in this game.
    """
    del eyes
    game.dice = chance.getrandbits(60)
    for kind in range(TOURIST):
        game.deck[kind] = chance.randrange(100)
        for other in range(SEATS):
            if other != seat:
                game.players[other].hand[kind] = chance.randrange(100)
    if game.turn != seat and game.phase in {Phase.CHOOSING, Phase.BUILDING}:
        game.phase = chance.choice((Phase.CHOOSING, Phase.BUILDING))
        game.site = chance.randrange(TAGS)
        game.taking = chance.randrange(2)
        for card in range(3):
            game.chosen[card] = chance.randrange(5)


def resume(redealt: Position, game: Position) -> bool:
    """Continue the set that was being formed, if the other hand has its cards."""
    redealt.phase, redealt.site, redealt.taking = game.phase, game.site, game.taking
    for card in range(3):
        redealt.chosen[card] = game.chosen[card]
    hand = redealt.players[redealt.turn].hand
    return all(hand[2 * game.site + star] >= game.chosen[star] for star in (0, 1))
