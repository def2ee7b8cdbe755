"""Helpers for Grand Austria Hotel's tests: positions as text, hidden fields, conservation."""

import random
from typing import Any

from bellhop.engine.dice import set_dice
from bellhop.engine.questions import plan
from bellhop.engine.telling import Told, listening
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.event_text import WITH_STAFF
from bellhop.games.grand_austria_hotel.page.legend import GAINS, STATES
from bellhop.games.grand_austria_hotel.rules.boards import GROUP_ROOMS, GROUPS, ROOM_NAMES, ROOMS
from bellhop.games.grand_austria_hotel.rules.cards import (
    FOODS,
    GUESTS,
    STAFF,
    Colour,
    Cost,
    Food,
    Measure,
    Which,
    names_of,
)
from bellhop.games.grand_austria_hotel.rules.guests import sit_down
from bellhop.games.grand_austria_hotel.rules.preparation import clear
from bellhop.games.grand_austria_hotel.rules.state import NO_GUEST, Position
from bellhop.games.grand_austria_hotel.rules.tables import (
    GUEST_NAMES,
    ORDERED,
    POLITICS_NAMES,
    STAFF_NAMES,
    TILE_NAMES,
)
from bellhop.games.grand_austria_hotel.rules.turns import close_round, proceed, start_turn
from bellhop.games.grand_austria_hotel.rules.verbs import Verb
from bellhop.games.grand_austria_hotel.rules.vocabulary import (
    DICE,
    ITEM_NAMES,
    LAST_FIELD,
    MAX_KRONE,
    PUBLIC,
    ROW,
    START_KRONE,
    Event,
    GuestPlace,
    Phase,
    Place,
    Refusal,
    Room,
    Space,
    Step,
)
from support import play_named

VARIANTS: tuple[dict[str, str], ...] = tuple(
    {"edition": edition, "staff": staff, "boards": boards}
    for edition, staff, boards in (
        ("cards", "random", "standard"),
        ("cards", "introductory", "standard"),
        ("cards", "draft", "back"),
        ("rulebook", "random", "back"),
        ("rulebook", "introductory", "standard"),
        ("rulebook", "draft", "standard"),
        ("revised", "random", "standard"),
        ("revised", "introductory", "back"),
        ("revised", "draft", "standard"),
    )
)
QUESTIONS = [step for step in Step if step >= Step.DRAFT]
WORDS = frozenset(
    {f"guest.{name}" for name in GUEST_NAMES}
    | {f"staff.{name}" for name in STAFF_NAMES}
    | {f"{kind}.{name}" for kind in ("food", "amount", "count") for name in names_of(Food)}
    | {f"{kind}.{name}" for kind in ("colour", "guest_colour") for name in names_of(Colour)}
    | {f"space.{name}" for name in names_of(Space)}
    | {f"{kind}.{name}" for kind in ("measure", "enough") for name in names_of(Measure)}
    | {f"step.waive.{name}" for name in names_of(Cost)}
    | {f"step.remove_rooms.{name}" for name in names_of(Which)}
    | {f"timing.{name}" for name in ("round", "once", "permanent", "end")}
    | {f"item.{name}" for name in ITEM_NAMES}
    | {f"refusal.{refusal.name.lower()}" for refusal in Refusal if refusal != Refusal.ALLOWED}
    | {f"option.{option.name}{part}" for option in GAME.options for part in ("", ".help")}
    | {f"option.{option.name}.{choice}" for option in GAME.options for choice in option.choices}
    | {f"event.group.{name}" for name in ("blue", "red", "yellow")}
    | {f"question.{step.name.lower()}" for step in QUESTIONS}
    | {
        f"step.{verb.name.lower()}"
        for verb in Verb
        if verb not in (Verb.NOTHING, Verb.WAIVE, Verb.RETURN_FOOD, Verb.REMOVE_ROOMS)
    }
    | {f"sign.{name}" for name in GAINS}
    | {f"sign.room.{state}" for state in STATES}
    | {"step.return_food.all", "step.return_food.kitchen"}
    | {"question.turn", "question.turn.die", "question.turn.end"}
    | {"move.die", "move.die.boost", "move.space", "move.space.boost"}
    | {"event.rolled", "event.rerolled", "event.die_taken", "event.space_used"}
    | {"event.scored_now", "event.points_lost", "event.money", "event.money.lost"}
    | {f"event.{event.name.lower()}" for event in WITH_STAFF}
    | {"draw.hand", "draw.aside"}
)

SIMPLE = "earl apothecary mr-horsa composer dame duchess general mr-boydell"


def room(name: str) -> int:
    """A room by its name."""
    return ROOM_NAMES.index(name)


def guest(name: str) -> int:
    """A guest by name."""
    return GUEST_NAMES.index(name)


def staff(name: str) -> int:
    """A staff card by name."""
    return STAFF_NAMES.index(name)


def given(
    *,
    players: int = 2,
    dice: tuple[int, ...] = (2, 2, 2, 2, 2, 2),
    krone: int = 10,
    emperor: int = 0,
    kitchen: str = "",
    cafe: str = "",
    vacant: str = "1.1",
    occupied: str = "",
    hand: str = "",
    played: str = "",
    others: str = "",
    row: str = "",
    politics: str = "full-purse two-floors three-of-each",
    tiles: str = "A1 B1 C1",
    round_: int = 1,
    **options: str,
) -> Position:
    """The first player's turn; everything not given is empty, and the row has simple guests.

    A guest in the café may be written with the food they still want: "baroness=wine,coffee", or
    "baroness=" once served.  `others` are staff cards that the second player has played.
    """
    game: Position = GAME.undealt(players, options)
    set_dice(game, 1 << 40)
    clear(game)
    game.round, game.phase = round_ - 1, Phase.TURNS
    for space, count in enumerate(dice):
        game.spaces[space] = count
    sitting = {text.partition("=")[0] for text in cafe.split()}
    names = row.split() or [name for name in SIMPLE.split() if name not in sitting][:5]
    for place, name in enumerate(names):
        game.row[place] = guest(name)
        take(game, guest(name), GuestPlace.ROW)
    for letter, name in enumerate(politics.split()):
        game.politics[letter] = POLITICS_NAMES.index(name)
    for number, name in enumerate(tiles.split()):
        game.tiles[number] = TILE_NAMES.index(name)
    me = game.players[0]
    me.krone, me.emperor = krone, emperor
    for food in range(FOODS):
        me.kitchen[food] = kitchen.split().count(names_of(Food)[food])
    for table, text in enumerate(cafe.split()):
        seat_guest(game, table, text)
    for name in vacant.split():
        me.rooms[room(name)] = Room.VACANT
    for name in occupied.split():
        me.rooms[room(name)] = Room.OCCUPIED
    for name in hand.split():
        give(game, 0, staff(name), Place.HAND)
    for name in played.split():
        give(game, 0, staff(name), Place.PLAYED)
    for name in others.split():
        give(game, 1, staff(name), Place.PLAYED)
    mark_bonuses(game)
    start_turn(game, 0)
    return game


def take(game: Position, number: int, place: int) -> None:
    """Take a guest out of the deck."""
    assert game.guests[number] == GuestPlace.DECK, "each guest exists once"
    game.guests[number] = place
    game.guests_left -= 1


def seat_guest(game: Position, table: int, text: str) -> None:
    """Put a guest into the first player's café, possibly served already."""
    name, _, wanted = text.partition("=")
    place = game.players[0].cafe[table]
    take(game, guest(name), GuestPlace.CAFE)
    sit_down(place, guest(name))
    if "=" in text:
        for food in range(FOODS):
            place.wants[food] = wanted.split(",").count(names_of(Food)[food])


def give(game: Position, seat: int, card: int, place: int) -> None:
    """Take a staff card out of the pile."""
    assert game.staff[card] == Place.PILE, "each card exists once"
    game.staff[card] = place + seat
    game.known[card] = PUBLIC if place == Place.PLAYED else 1 << seat
    game.pile -= 1
    if place == Place.HAND:
        game.players[seat].held += 1


def mark_bonuses(game: Position) -> None:
    """Mark the bonuses of groups that are full from the start as paid."""
    for me in game.players:
        for group in range(GROUPS):
            rooms = GROUP_ROOMS[me.board * GROUPS + group]
            full = all(me.rooms[r] == Room.OCCUPIED for r in range(ROOMS) if rooms >> r & 1)
            me.bonuses[group] = int(full)


def do(game: Position, moves: str) -> list[Told]:
    """Play moves separated by commas; return the events."""
    return play_named(GAME, game, moves)


def refusal(game: Position, move: str) -> Refusal:
    """The reason against a move."""
    return Refusal(GAME.rules.why_not(game, GAME.move_named(move)))


def choices(game: Position) -> set[str]:
    """The legal moves by name."""
    return {GAME.moves[move] for move in GAME.legal_moves(game)}


def points(game: Position, item: str, seat: int = 0) -> int:
    """Points of a seat for an item."""
    return game.players[seat].points[ITEM_NAMES.index(item)]


def rooms(game: Position, state: int, seat: int = 0) -> str:
    """The rooms in a state, by name."""
    me = game.players[seat]
    return " ".join(ROOM_NAMES[r] for r in range(ROOMS) if me.rooms[r] == state)


def kitchen(game: Position, seat: int = 0) -> str:
    """The food in a kitchen, one word per piece."""
    me = game.players[seat]
    return " ".join(names_of(Food)[food] for food in range(FOODS) for _ in range(me.kitchen[food]))


def hand(game: Position, seat: int = 0) -> str:
    """The staff cards in a hand."""
    return " ".join(n for c, n in enumerate(STAFF_NAMES) if game.staff[c] == Place.HAND + seat)


def events(story: list[Told], event: Event) -> list[tuple[int, ...]]:
    """The numbers of all events of a kind."""
    return [told.numbers for told in story if told.event == event]


def face_emperor(game: Position, number: int = 0, seat: int = 0) -> list[Told]:
    """Let a seat face the emperor's tile of a scoring, up to a question."""
    with listening() as story:
        game.phase = Phase.SCORING
        plan(game, Step.FACE_EMPEROR, seat, number)
        if proceed(game):
            close_round(game)
    return story


def check_conserved(game: Position) -> None:
    """Check that every card is in one place, every count right, every track within its bounds."""
    cards = list(game.staff)
    assert Place.UNSEEN not in cards
    assert game.pile == cards.count(Place.PILE)
    under = [game.under[n] - 1 for n in range(game.put_under)]
    assert sorted(under) == [card for card in range(STAFF) if cards[card] == Place.UNDER]
    assert not any(game.under[n] for n in range(game.put_under, len(game.under)))
    for seat in range(game.seats):
        check_player(game, seat, cards)
    row = [number for number in game.row if number != NO_GUEST]
    assert sorted(row) == [g for g in range(GUESTS) if game.guests[g] == GuestPlace.ROW]
    assert all(number != NO_GUEST for number in list(game.row)[ROW - len(row) :])
    cafe = [t.guest for p in list(game.players)[: game.seats] for t in p.cafe if t.guest >= 0]
    assert sorted(cafe) == [g for g in range(GUESTS) if game.guests[g] == GuestPlace.CAFE]
    assert game.guests_left == list(game.guests).count(GuestPlace.DECK)
    assert 0 <= game.asked <= len(game.questions)
    if game.phase == Phase.TURNS:
        taken = sum(player.covered for player in game.players)
        assert sum(game.spaces) + game.in_bin + taken == DICE[game.seats - 2]
    for letter in range(3):
        places = sorted(p.discs[letter] for p in game.players if p.discs[letter])
        assert places == list(range(1, len(places) + 1))


def check_player(game: Position, seat: int, cards: list[int]) -> None:
    """Check the counts and tracks of a player."""
    me = game.players[seat]
    assert me.held == cards.count(Place.HAND + seat)
    assert me.aside == cards.count(Place.ASIDE + seat)
    assert 0 <= me.krone <= MAX_KRONE
    assert 0 <= me.emperor <= LAST_FIELD
    assert 0 <= me.covered <= 2
    assert all(pieces >= 0 for pieces in me.kitchen)
    assert set(me.rooms) <= {Room.UNPREPARED, Room.VACANT, Room.OCCUPIED}
    for table in me.cafe:
        for food in range(FOODS):
            ordered = ORDERED[table.guest * FOODS + food] if table.guest != NO_GUEST else 0
            assert 0 <= table.wants[food] <= ordered


def knows(game: Position, seat: int, card: int) -> bool:
    """Does a seat know where a staff card is?  Computed independently of the rules."""
    public = {Place.GONE, *(place + s for place in (Place.PLAYED, Place.USED) for s in range(4))}
    if game.staff[card] in public or game.known[card] == PUBLIC:
        return True
    return seat >= 0 and bool(game.known[card] >> seat & 1)


def hidden(game: Position, seat: int) -> dict[str, Any]:
    """Hands, packs, the pile and the cards under it, and first rooms, if several deals fit."""
    values: dict[str, Any] = {"dice": game.dice}
    unknown = [card for card in range(STAFF) if not knows(game, seat, card)]
    if len({game.staff[card] for card in unknown}) > 1:
        values["staff"] = tuple(game.staff)
    if game.phase == Phase.ROOMS:
        order = [(game.start + place) % game.seats for place in range(game.seats)]
        for other in order[: order.index(game.turn)]:
            if other != seat:
                values[f"rooms {other}"] = tuple(game.players[other].rooms)
    return values


def scramble(game: Position, seat: int, chance: random.Random, eyes: bool) -> None:
    """Write garbage into the dice, and staff cards and first rooms that a seat does not know."""
    del eyes  # nothing is covered in this game
    game.dice = chance.getrandbits(60)
    unknown = [card for card in range(STAFF) if not knows(game, seat, card)]
    places = [game.staff[card] for card in unknown]
    chance.shuffle(places)
    for card, place in zip(unknown, places, strict=True):
        game.staff[card] = place
    under = [c for c in unknown if game.staff[c] == Place.UNDER]
    chance.shuffle(under)
    for number in range(game.put_under):
        if not knows(game, seat, game.under[number] - 1) or game.under[number] - 1 in unknown:
            game.under[number] = under.pop() + 1
    if game.phase == Phase.ROOMS:
        for other in range(game.seats):
            if other != seat:
                game.players[other].krone = chance.randrange(START_KRONE)
                for number in range(ROOMS):
                    game.players[other].rooms[number] = chance.randrange(2)


def resume(redealt: Position, game: Position) -> bool:
    """Questions are public, but some answers reveal packs or first rooms to others."""
    below = game.questions[game.asked - 2].what if game.asked > 1 else Step.RUN_STEP
    if game.phase == Phase.OPENING and below == Step.PASS_PACKS:
        return False
    last = (game.start + game.seats - 1) % game.seats
    shows = game.phase == Phase.ROOMS and game.turn == last
    same = [list(p.rooms) for p in redealt.players] == [list(p.rooms) for p in game.players]
    return redealt.asked == game.asked and (same or not shows)
