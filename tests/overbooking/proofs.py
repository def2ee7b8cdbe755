"""Helpers for Overbooking's tests: positions as text, hidden fields, conservation.

A card on the table is written owner, beds and crest: "B5f" is the second player's soldiers of the
fish family; in a hand it is just "5f".
"""

import random
from collections.abc import Iterator
from typing import Any

from bellhop.engine.dice import set_dice
from bellhop.engine.questions import plan
from bellhop.engine.telling import Told, listening
from bellhop.games.overbooking import GAME
from bellhop.games.overbooking.rules.preparation import rule_of
from bellhop.games.overbooking.rules.state import Guests, HotelTile, Position
from bellhop.games.overbooking.rules.turns import close_round, proceed
from bellhop.games.overbooking.rules.vocabulary import (
    AT_BACK_DOOR,
    AT_LINE,
    CREST_NAMES,
    CRESTS,
    GUEST_NAMES,
    HOTEL_RULES,
    KINDS,
    LINE_PLACES,
    PLAYS,
    TILES,
    Event,
    HotelRule,
    Phase,
    Place,
    Power,
    Refusal,
    Step,
    back_of,
)
from bellhop.games.overbooking.speech import CHOICES, POWERS_SAID
from support import play_named

VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"scoring": "expert", "peeking": "forbidden"},
    {"scoring": "none", "coins": "rising"},
    {"hotels": "plain", "coins": "hump"},
    {"coins": "soft-falling"},
)
WORDS = frozenset(
    {f"guest.{name}" for name in GUEST_NAMES}
    | {f"crest.{name}" for name in CREST_NAMES}
    | {f"rule.{rule.name.lower()}" for rule in HotelRule}
    | {f"refusal.{refusal.name.lower()}" for refusal in Refusal if refusal != Refusal.ALLOWED}
    | {f"option.{option.name}{part}" for option in GAME.options for part in ("", ".help")}
    | {f"option.{option.name}.{choice}" for option in GAME.options for choice in option.choices}
    | {f"{where}.power.{power.name.lower()}" for where in POWERS_SAID for power in Power}
    | {f"{where}.{choice}" for where in ("move", "page.question") for choice in CHOICES.values()}
    | {"item.coins", "item.point_tiles", "event.played", "event.played_open"}
    | {"event.marked_first", "event.marked_next"}
)
LETTERS = "ABCD"
CREST_LETTERS = "bfls"


def kind_of(card: str) -> int:
    """The kind of a card written like 5f."""
    return (int(card[0]) - 1) * CRESTS + CREST_LETTERS.index(card[1])


def name_of(owner: int, kind: int) -> str:
    """A card on the table, as text."""
    return f"{LETTERS[owner]}{kind // CRESTS + 1}{CREST_LETTERS[kind % CRESTS]}"


def given(
    *hands: str,
    line: str = "",
    back: str = "",
    rule: str = "none",
    beds: int = 10,
    players: int = 3,
    booked: tuple[str, ...] = (),
    gone: tuple[str, ...] = (),
    **options: str,
) -> Position:
    """Phase 1 with the first player on turn, and cards at the first hotel; the others are plain.

    Cards that are nowhere else are in the decks.
    """
    game: Position = GAME.undealt(players, options)
    set_dice(game, 1 << 40)
    rules = HOTEL_RULES[game.hotel_set]
    plain = rules.index(HotelRule.NONE)
    for number, hotel in enumerate(list(game.hotels)[:players]):
        hotel.side = rules.index(HotelRule[rule.upper()]) if number == 0 else plain
        hotel.beds = beds
        hotel.has_point_tile = rule_of(game, hotel) != HotelRule.NO_BACK_DOOR
    for player in list(game.players)[:players]:
        player.in_deck = KINDS
    for where, cards in ((Place.HAND, hands), (Place.BOOKED, booked), (Place.GONE, gone)):
        for seat, texts in enumerate(cards):
            for card in texts.split():
                put(game, seat, kind_of(card), where)
    for seat, player in enumerate(game.players):
        player.held = list(player.place).count(Place.HAND) if seat < players else 0
    for card in line.split():
        stand(game, game.hotels[0], AT_LINE, card)
    for card in back.split():
        stand(game, game.hotels[0], AT_BACK_DOOR, card)
    return game


def put(game: Position, seat: int, kind: int, place: int) -> None:
    """Take a card out of the deck."""
    assert game.players[seat].place[kind] == Place.DECK, "each card exists once"
    game.players[seat].place[kind] = place
    game.players[seat].in_deck -= 1


def stand(game: Position, hotel: HotelTile, side: int, card: str) -> None:
    """Lay a card face down at a hotel."""
    owner, kind = LETTERS.index(card[0]), kind_of(card[1:])
    put(game, owner, kind, Place.TABLE)
    if side == AT_LINE:
        guests = hotel.line[hotel.lined_up]
        hotel.lined_up += 1
    else:
        guests = hotel.back_door[hotel.waiting]
        hotel.waiting += 1
        hotel.has_point_tile = 0
    guests.owner, guests.kind, guests.back = owner, kind, back_of(kind)


def begin_check(game: Position) -> None:
    """Check the first hotel, up to the first question."""
    game.phase = Phase.CHECKING
    plan(game, Step.CHECK_HOTEL, 0, 0)
    if proceed(game):
        close_round(game)


def check(game: Position, answers: str = "") -> list[str]:
    """Check the first hotel with answers separated by commas; return the bookings in order.

    A card that found beds is written with the beds left, like "A5f 8"; one refused like "A5f -".
    """
    return bookings(check_story(game, answers))


def check_story(game: Position, answers: str = "") -> list[Told]:
    """Do the same, and return the events."""
    with listening() as story:
        begin_check(game)
        for move in filter(None, answers.split(",")):
            GAME.play(game, GAME.move_named(move))
    assert game.asked == 0, "somebody still has to answer"
    return story


def bookings(story: list[Told]) -> list[str]:
    """The bookings and refusals among events, as text."""
    result = []
    for told in story:
        owner, kind, beds, *_ = told.numbers
        if told.event == Event.BOOKED:
            result.append(f"{name_of(owner, kind)} {beds}")
        elif told.event == Event.REFUSED:
            result.append(f"{name_of(owner, kind)} -")
    return result


def do(game: Position, moves: str) -> list[Told]:
    """Play moves separated by commas; return the events."""
    return play_named(GAME, game, moves)


def refusal(game: Position, move: str) -> Refusal:
    """The reason against a move."""
    return Refusal(GAME.rules.why_not(game, GAME.move_named(move)))


def guests_on_table(game: Position) -> Iterator[tuple[HotelTile, int, Guests]]:
    """Every card at a hotel, with the hotel and the side it is on."""
    for hotel in game.hotels:
        for place in range(hotel.lined_up):
            yield hotel, AT_LINE, hotel.line[place]
        for place in range(hotel.waiting):
            if not hotel.back_door[place].is_done:
                yield hotel, AT_BACK_DOOR, hotel.back_door[place]


def check_conserved(game: Position) -> None:
    """Check that every card is in one place, and that every count is right."""
    table = [(guests.owner, guests.kind) for _, _, guests in guests_on_table(game)]
    assert len(set(table)) == len(table)
    for seat in range(game.seats):
        player = game.players[seat]
        places = list(player.place)
        assert player.held == places.count(Place.HAND)
        assert player.in_deck == places.count(Place.DECK)
        assert Place.UNSEEN not in places
        own = {kind for owner, kind in table if owner == seat}
        assert own == {kind for kind in range(KINDS) if places[kind] == Place.TABLE}
    for _, _, guests in guests_on_table(game):
        assert guests.back == back_of(guests.kind)
        assert 0 <= guests.owner < game.seats
    assert 0 <= sum(game.used) <= TILES
    assert all(hotel.beds >= 0 and hotel.lined_up <= LINE_PLACES for hotel in game.hotels)
    assert sum(player.point_tiles for player in game.players) <= game.seats * (game.round + 1)
    assert 0 <= game.asked <= len(game.questions)


def hidden(game: Position, seat: int) -> dict[str, Any]:
    """Other hands and decks, and face-down cards, if several deals are possible."""
    values: dict[str, Any] = {"dice": game.dice}
    for other in range(game.seats):
        if other != seat and game.players[other].in_deck and game.players[other].held:
            values[f"cards {other}"] = tuple(game.players[other].place)
    for number, (hotel, _, guests) in enumerate(guests_on_table(game)):
        if guests.owner != seat and not guests.is_open:
            others = [
                kind
                for kind in range(KINDS)
                if back_of(kind) == guests.back
                and game.players[guests.owner].place[kind] in {Place.DECK, Place.HAND}
            ]
            if others and rule_of(game, hotel) != HotelRule.NO_SOLDIERS:
                values[f"face {number}"] = guests.kind
    return values


def scramble(game: Position, seat: int, chance: random.Random, eyes: bool) -> None:
    """Write garbage into dice, other hands and decks, and face-down cards; `eyes` adds its own."""
    game.dice = chance.getrandbits(60)
    shown = [(guests.owner, guests.kind) for *_, guests in guests_on_table(game) if guests.is_open]
    for other in range(game.seats):
        covered = eyes and game.no_peeking and other == seat
        if other != seat or covered:
            secret = {Place.DECK, Place.TABLE} if covered else {Place.DECK, Place.HAND, Place.TABLE}
            for kind in range(KINDS):
                if game.players[other].place[kind] in secret and (other, kind) not in shown:
                    game.players[other].place[kind] = chance.choice(sorted(secret))
    for *_, guests in guests_on_table(game):
        covered = eyes and game.no_peeking and guests.owner == seat
        if not guests.is_open and (guests.owner != seat or covered):
            guests.kind = chance.randrange(KINDS)


def resume(redealt: Position, game: Position) -> bool:
    """The question is public, but the end of phase 1 and each answer turn cards up."""
    last = game.turns_taken == PLAYS * game.seats - 1
    return redealt.asked == game.asked and game.phase == Phase.PLAYING and not last
