"""The page of Overbooking: hotels between back door and line, booked cards, the hand."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from bellhop.drawing.environments import Subject, subject
from bellhop.engine.parts import select_nothing
from bellhop.engine.questions import is_asking, top
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from ..rules.legality import can_play, may_decline
from ..rules.scoring import POINT, bonus, score
from ..rules.state import Guests, HotelTile, Position, hotel_of
from ..rules.vocabulary import (
    AT_BACK_DOOR,
    AT_LINE,
    BACK_DOOR,
    BEDS,
    BONUS,
    CARD_NAMES,
    COINS,
    CREST_NAMES,
    CRESTS,
    DECLINE,
    GUEST_NAMES,
    HOTEL_BEDS,
    HOTEL_RULES,
    KINDS,
    LINE,
    LONG_LINE,
    MOVE_CARD,
    MOVE_KIND,
    MOVE_SIDE,
    MOVE_WHERE,
    NO,
    PASS,
    ROUNDS,
    TYPES,
    Event,
    HotelRule,
    Move,
    Phase,
    Place,
    crest_of,
    crest_on,
    guest_of,
    is_large_on,
    kind_of,
    rule_on,
)
from ..speech import (
    ON_CARD,
    say_back,
    say_card,
    say_crest,
    say_guests,
    say_move,
    say_place,
    say_power,
    say_question,
    say_rule,
)

DECLINE_BUTTON, PASS_BUTTON, NO_BUTTON = "decline", "pass", "leave-it"
UNSAID: Collection[int] = (Event.REVEALED,)
select = select_nothing
NO_QUESTION = -1
ONLY_BOOKED = bytes(  # of all places where a card can be
    place if place == Place.BOOKED else Place.DECK for place in range(256)
)


class Face(NamedTuple):
    """The front of a card."""

    guest: str
    name: str
    crest: str
    beds: int
    coins: int
    power: str


class Card(NamedTuple):
    """A card at a hotel: its face if the seat may see it, else only its back."""

    id: str
    label: str
    owner: int
    letter: str
    crest: str
    is_large: bool
    face: Face | None
    is_open: bool
    mark: int
    touch: bool
    glide: str  # the card as this seat sees it; it stays the same wherever the card goes


class Side(NamedTuple):
    """The line or the back door of a hotel, with a button for its next free place."""

    id: str
    label: str
    title: str
    cards: tuple[Subject, ...]
    free: int


class Hotel(NamedTuple):
    """A hotel between its back door, if it has one, and its line."""

    number: int
    label: str
    beds: int
    rule: str
    has_rule: bool
    other_side: str
    has_tile: bool
    is_asked: bool
    back: Side | None
    line: Side


class Booked(NamedTuple):
    """A booked card."""

    id: str
    beds: int
    glide: str


class Family(NamedTuple):
    """The cards of one family that a player has booked, and their bonus."""

    crest: str
    label: str
    cards: tuple[Booked, ...]
    bonus: int


class Person(NamedTuple):
    """A player with their booked cards."""

    seat: int
    name: str
    letter: str
    on_turn: bool
    starts: bool
    own: bool
    points_text: str
    facts: tuple[str, ...]
    families: Subject


class Button(NamedTuple):
    """An answer that is not a card; the main one if nothing else can be touched."""

    id: str
    text: str
    is_main: bool


class Held(NamedTuple):
    """A card in hand."""

    id: str
    label: str
    face: Face
    glide: str


def context(words: Words, seen: Position, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The values that the template draws for a seat, or SPECTATOR."""
    is_player = 0 <= seat < seen.seats
    is_mine = is_player and seen.turn == seat
    return {
        "round": words.say("draw.round", round=seen.round + 1, rounds=ROUNDS),
        "bonus": _bonuses(words, seen),
        "hotels": _hotels(words, seen, seat, names),
        "people": [_person(words, seen, other, seat, names[other]) for other in range(seen.seats)],
        "is_player": is_player,
        "question": say_question(words, seen, may_touch=is_mine) if is_asking(seen) else "",
        "cards": _hand(words, seen, seat) if is_player else [],
        "buttons": _buttons(words, seen) if is_mine else [],
    }


def path(seen: Position, move: int) -> tuple[str, ...]:
    """The elements to touch for a move: a card and a place, a guest in the line, or a button."""
    where = MOVE_WHERE[move]
    match MOVE_KIND[move]:
        case Move.PLAY:
            return _hand_id(MOVE_CARD[move]), _side_id(where, MOVE_SIDE[move])
        case Move.DECLINE:
            return (DECLINE_BUTTON,)
        case Move.PASS:
            return (PASS_BUTTON,)
        case Move.NO:
            return (NO_BUTTON,)
    return (_card_id(hotel_of(top(seen)), AT_LINE, where),)


def warning(_words: Words, _seen: Position, _move: int) -> str:
    """No move needs a warning."""
    return ""


def animation_of(told: Told) -> tuple[int, ...] | None:
    """The steps of a check: a hotel with its bookings, each power, and whoever finds no room."""
    match told.event:
        case Event.REVEALED | Event.BOOKED:
            return ()
        case Event.REFUSED:
            return (told.event,)
    if Event.HOTEL_CHECKED <= told.event < Event.DISCARDED:
        return (told.event, *told.numbers)
    return None


def spots(seen: Position, told: Told) -> Iterator[str]:
    """The hotel being checked, or the guests that the event is about."""
    first, *rest = told.numbers
    if told.event == Event.HOTEL_CHECKED:
        yield f"hotel-{first + 1}"
        return
    cards = {(first, rest[0])}
    match told.event:
        case Event.REPLACED_OWN | Event.MARKED_FIRST:
            cards.add((first, rest[1]))
        case Event.PUSHED_OUT:
            cards.add((rest[1], rest[2]))
    for number, hotel in enumerate(seen.hotels):
        for side, rows in ((AT_LINE, hotel.line), (AT_BACK_DOOR, hotel.back_door)):
            for place, guests in enumerate(rows):
                is_there = guests.is_open and not guests.is_done
                if is_there and (guests.owner, guests.kind) in cards:
                    yield _card_id(number, side, place)


def _hand_id(kind: int) -> str:
    return f"hand-{GUEST_NAMES[guest_of(kind)]}-{CREST_NAMES[crest_of(kind)]}"


def _side_id(number: int, side: int) -> str:
    return f"hotel-{number + 1}-{'line' if side == AT_LINE else 'back'}"


def _card_id(number: int, side: int, place: int) -> str:
    return f"{'line' if side == AT_LINE else 'door'}-{number + 1}-{place + 1}"


def _glide(owner: int, kind: int) -> str:
    """The gliding name of a card whose face is seen, wherever it lies."""
    return f"{owner}-{CARD_NAMES[kind]}"


def texts(words: Words) -> dict[str, str]:
    """The fixed texts on the table."""
    return {
        "tile": words.say("page.tile"),
        "on_turn": words.say("page.on_turn"),
        "start": words.say("page.start"),
        "booked": words.say("page.booked"),
        "hand": words.say("page.hand"),
        "empty": words.say("draw.hand.empty"),
    }


def _bonuses(words: Words, seen: Position) -> str:
    """The bonus for each number of booked cards of a family, if any."""
    steps = [(cards, points) for cards, points in enumerate(BONUS[seen.scoring]) if points]
    bonuses = " · ".join(f"{cards} → +{points}" for cards, points in steps)
    return words.say("page.bonus", bonuses=bonuses) if steps else ""


class Occasion(NamedTuple):
    """What a hotel's drawing depends on beside its tile."""

    hotel_set: int
    coins: int
    is_playing: bool
    peeker: int  # the seat whose face-down cards are shown
    names: tuple[str, ...]


def _hotels(words: Words, seen: Position, seat: int, names: Sequence[str]) -> list[Subject]:
    occasion = Occasion(
        seen.hotel_set,
        seen.coins,
        seen.phase == Phase.PLAYING,
        seat if not seen.no_peeking else SPECTATOR,
        tuple(names),
    )
    asked = hotel_of(top(seen)) if is_asking(seen) else NO_QUESTION
    return [
        subject(_hotel, words, number, seen.hotels[number].to_bytes(), number == asked, occasion)
        for number in range(seen.seats)
    ]


def _hotel(words: Words, number: int, tile: bytes, is_asked: bool, now: Occasion) -> Hotel:
    hotel = HotelTile.from_bytes(tile)
    rule, other = rule_on(now.hotel_set, hotel.side), hotel.side ^ 1
    other_rule = say_rule(words, HOTEL_RULES[now.hotel_set][other])
    other_text = words.count("draw.hotel", HOTEL_BEDS[now.hotel_set][other], rule=other_rule)
    this_text = words.count("draw.hotel", hotel.beds, rule=say_rule(words, rule))
    line = _side(words, number, hotel, AT_LINE, now, touch=is_asked)
    back = _side(words, number, hotel, AT_BACK_DOOR, now)
    return Hotel(
        number=number + 1,
        label=f"{words.say('page.hotel', number=number + 1)}: {this_text}",
        beds=hotel.beds,
        rule=say_rule(words, rule),
        has_rule=rule != HotelRule.NONE,
        other_side=words.say("draw.other_side", hotel=other_text),
        has_tile=bool(hotel.has_point_tile),
        is_asked=is_asked,
        back=back if rule != HotelRule.NO_BACK_DOOR else None,
        line=line,
    )


def _side(
    words: Words, number: int, hotel: HotelTile, side: int, now: Occasion, *, touch: bool = False
) -> Side:
    rows = hotel.line if side == AT_LINE else hotel.back_door
    count = hotel.lined_up if side == AT_LINE else hotel.waiting
    cards = []
    for place, guests in enumerate(list(rows)[:count]):
        if not guests.is_done:
            id_, name = _card_id(number, side, place), now.names[guests.owner]
            is_own = guests.owner == now.peeker
            cards.append(
                subject(_card, words, now.coins, guests.to_bytes(), id_, name, is_own, touch)
            )
    name = say_place(words, number, side)
    return Side(
        _side_id(number, side),
        name[:1].upper() + name[1:],
        words.say("draw.line" if side == AT_LINE else "draw.back_door"),
        tuple(cards),
        _free(hotel, side, now.hotel_set) if now.is_playing else 0,
    )


def _free(hotel: HotelTile, side: int, hotel_set: int) -> int:
    """The number of free places on a side of a hotel."""
    if side == AT_BACK_DOOR:
        return BACK_DOOR - hotel.waiting
    is_long = rule_on(hotel_set, hotel.side) == HotelRule.NO_BACK_DOOR
    return (LONG_LINE if is_long else LINE) - hotel.lined_up


def _card(
    words: Words, coins: int, card: bytes, id_: str, name: str, is_own: bool, touch: bool
) -> Card:
    guests = Guests.from_bytes(card)
    shown = bool(guests.is_open) or is_own
    what = say_card(words, guests.kind) if shown else say_back(words, guests.back)
    label = f"{name}: {what}" if guests.is_open else f"{name}, {words.say('page.down')}: {what}"
    if guests.mark:
        label += f" ({words.say('draw.first' if guests.mark == 1 else 'draw.next')})"
    return Card(
        id_,
        label,
        guests.owner,
        name[:1].upper(),
        CREST_NAMES[crest_on(guests.back)],
        bool(is_large_on(guests.back)),
        _face(words, coins, guests.kind) if shown else None,
        bool(guests.is_open),
        guests.mark,
        touch,
        _glide(guests.owner, guests.kind) if shown else f"{guests.owner}-back-{guests.back}",
    )


@lru_cache(1024)
def _face(words: Words, coins: int, kind: int) -> Face:
    guest = guest_of(kind)
    return Face(
        GUEST_NAMES[guest],
        say_guests(words, guest),
        CREST_NAMES[crest_of(kind)],
        BEDS[guest],
        COINS[coins][kind],
        say_power(words, guest, ON_CARD),
    )


def _person(words: Words, seen: Position, other: int, seat: int, name: str) -> Subject:
    me, flags = seen.players[other], (other == seen.turn, other == seen.start, other == seat)
    booked = bytes(me.place).translate(ONLY_BOOKED)
    cards = me.held, me.in_deck, me.point_tiles
    return subject(_described, words, other, name, flags, cards, booked, (seen.scoring, seen.coins))


def _described(
    words: Words,
    seat: int,
    name: str,
    flags: tuple[bool, bool, bool],
    cards: tuple[int, int, int],
    booked: bytes,
    options: tuple[int, int],
) -> Person:
    on_turn, starts, own = flags
    held, in_deck, point_tiles = cards
    return Person(
        seat=seat,
        name=name,
        letter=name[:1].upper(),
        on_turn=on_turn,
        starts=starts,
        own=own,
        points_text=words.count("draw.points", _points(booked, point_tiles, options)),
        facts=(
            words.count("draw.held", held),
            words.count("draw.in_deck", in_deck),
            words.count("page.point_tiles", point_tiles),
        ),
        families=subject(_families, words, seat, booked, options),
    )


@lru_cache(4096)
def _points(booked: bytes, point_tiles: int, options: tuple[int, int]) -> int:
    """The points of a player with these cards and tiles."""
    return score(_alone(booked, options, point_tiles), 0) // POINT


def _alone(booked: bytes, options: tuple[int, int], point_tiles: int = 0) -> Position:
    """A position with nothing but the booked cards of one player."""
    seen = Position()
    seen.scoring, seen.coins = options
    seen.players[0].point_tiles = point_tiles
    for kind, place in enumerate(booked):
        seen.players[0].place[kind] = place
    return seen


def _families(words: Words, seat: int, booked: bytes, options: tuple[int, int]) -> list[Subject]:
    seen = _alone(booked, options)
    return [
        subject(
            _booked,
            words,
            seat,
            crest,
            tuple(kind for kind in _kinds(crest) if booked[kind] == Place.BOOKED),
            bonus(seen, 0, crest),
        )
        for crest in range(CRESTS)
    ]


def _kinds(crest: int) -> list[int]:
    """All cards of a family."""
    return [kind_of(guest, crest) for guest in range(TYPES)]


def _booked(words: Words, seat: int, crest: int, kinds: tuple[int, ...], earned: int) -> Family:
    cards = tuple(
        Booked(f"booked-{seat}-{kind}", BEDS[guest_of(kind)], _glide(seat, kind)) for kind in kinds
    )
    label = words.count("page.family", len(cards), crest=say_crest(words, crest))
    return Family(CREST_NAMES[crest], label, cards, earned)


def _hand(words: Words, seen: Position, seat: int) -> list[Subject]:
    place = bytes(seen.players[seat].place)
    return [
        subject(_held, words, seen.coins, seat, kind)
        for kind in range(KINDS)
        if place[kind] == Place.HAND
    ]


def _held(words: Words, coins: int, seat: int, kind: int) -> Held:
    face = _face(words, coins, kind)
    text = words.count("page.coins", face.coins)
    label = f"{say_card(words, kind)}, {text}. {face.power}"
    return Held(_hand_id(kind), label, face, _glide(seat, kind))


def _buttons(words: Words, seen: Position) -> list[Button]:
    """The answers of the seat on turn that are not cards."""
    if seen.phase == Phase.CHECKING:
        return [Button(NO_BUTTON, say_move(words, seen, NO), is_main=False)]
    is_main = not can_play(seen, seen.players[seen.turn])
    if may_decline(seen):
        return [Button(DECLINE_BUTTON, say_move(words, seen, DECLINE), is_main)]
    return [Button(PASS_BUTTON, say_move(words, seen, PASS), is_main)] if is_main else []
