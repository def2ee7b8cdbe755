"""Grand Austria Hotel as text, from a view: board, hotels, cafés, the hand, the question."""

from collections.abc import Iterator, Sequence

from bellhop.engine.seats import is_over
from bellhop.engine.words import Words

from .card_text import (
    name_food,
    name_guest,
    name_staff,
    say_condition,
    say_dice,
    say_effect,
    say_reward,
    say_tile_penalty,
    say_tile_reward,
    say_timing,
)
from .rules.boards import COLOUR_LETTERS, COLUMNS, room_at, room_colour
from .rules.cards import FLOORS, FOODS, LETTERS, STAFF
from .rules.gains import points_of
from .rules.guests import wants_more
from .rules.packing import UNKNOWN_CARD, card_of, staff_at
from .rules.politics import places_taken
from .rules.staff import price_of, works_for
from .rules.state import NO_GUEST, CafeTable, Hotelier, Position
from .rules.vocabulary import EMPEROR_ROUNDS, LETTER_COUNT, ROUNDS, ROW_PRICES, Place, Room
from .speech import say_task

NOTHING, ON_TURN = "·", "▶"
VACANT, OCCUPIED = "[{}]", "({})"  # an unprepared room is just its letter


def draw_text(words: Words, seen: Position, seat: int, names: Sequence[str]) -> str:
    """The table as a seat, or SPECTATOR, sees it."""
    lines = [words.say("draw.round", round=seen.round + 1, rounds=ROUNDS)]
    lines += _board(words, seen)
    for other in range(seen.seats):
        lines += ["", *_player(words, seen, other, names[other])]
    if 0 <= seat < seen.seats:
        lines += ["", *_cards(words, seen, seat)]
    if not is_over(seen) and seat == seen.turn:
        lines += ["", say_task(words, seen)]
    return "\n".join(lines)


def _board(words: Words, seen: Position) -> Iterator[str]:
    """The main board and the action board."""
    for letter in range(LETTER_COUNT):
        condition = say_condition(words, seen.politics[letter])
        discs = places_taken(seen, letter)
        yield words.say("draw.politics", letter=LETTERS[letter], condition=condition, discs=discs)
    for number in range(LETTER_COUNT):
        tile = seen.tiles[number]
        yield words.say(
            "draw.tile",
            round=EMPEROR_ROUNDS[number],
            reward=say_tile_reward(words, seen.edition, tile),
            penalty=say_tile_penalty(words, seen.edition, tile),
        )
    yield words.say("draw.dice", dice=say_dice(list(seen.spaces)))
    row = [
        f"{ROW_PRICES[place]} {name_guest(words, guest)}" if guest != NO_GUEST else NOTHING
        for place, guest in enumerate(seen.row)
    ]
    yield words.say("draw.row", guests=" | ".join(row))
    yield words.count("draw.decks", seen.guests_left, staff=seen.pile + seen.put_under)


def _player(words: Words, seen: Position, seat: int, name: str) -> Iterator[str]:
    me = seen.players[seat]
    parts = [
        f"{ON_TURN if seat == seen.turn else ' '} {name}",
        words.count("draw.points", points_of(seen, seat)),
        words.say("draw.office", krone=me.krone, emperor=me.emperor, held=me.held),
    ]
    if seat == seen.start:
        parts.append(words.say("draw.start"))
    if me.passed:
        parts.append(words.say("draw.passed"))
    if me.rooms[0] == Room.UNSEEN:
        parts.append(words.say("draw.hidden"))
    yield " · ".join(parts)
    for floor in reversed(range(FLOORS)):
        yield "   " + " ".join(_room(me, room_at(floor, column)) for column in range(COLUMNS))
    kitchen = _food(words, [me.kitchen[food] for food in range(FOODS)])
    guests = [_guest(words, table) for table in me.cafe if table.guest != NO_GUEST]
    yield f"   {words.say('draw.kitchen', food=kitchen)}"
    yield f"   {words.say('draw.cafe', guests=' | '.join(guests) or NOTHING)}"
    staff = [_played(words, seen, seat, c) for c in range(STAFF) if works_for(seen, seat, c)]
    if staff:
        yield f"   {words.say('draw.staff', cards=', '.join(staff))}"


def _room(me: Hotelier, room: int) -> str:
    letter = COLOUR_LETTERS[room_colour(me.board, room)].upper()
    match me.rooms[room]:
        case Room.VACANT:
            return VACANT.format(letter)
        case Room.OCCUPIED:
            return OCCUPIED.format(letter)
    return f" {letter.lower()} "


def _food(words: Words, pieces: list[int]) -> str:
    texts = [f"{name_food(words, food)} {n}" for food, n in enumerate(pieces) if n]
    return ", ".join(texts) or NOTHING


def _guest(words: Words, table: CafeTable) -> str:
    """A guest in the café, with the food they still want."""
    if not wants_more(table):
        order = words.say("draw.ready")
    else:
        order = _food(words, list(table.wants))
    return words.say("draw.guest", name=name_guest(words, table.guest), order=order)


def _played(words: Words, seen: Position, seat: int, card: int) -> str:
    used = f" ({words.say('draw.used')})" if seen.staff[card] == staff_at(Place.USED, seat) else ""
    return f"{name_staff(words, card)}{used}"


def _cards(words: Words, seen: Position, seat: int) -> Iterator[str]:
    """What only this seat sees: its hand, cards being looked at, cards under the pile."""
    for place, key in ((Place.HAND, "draw.hand"), (Place.ASIDE, "draw.aside")):
        cards = [c for c in range(STAFF) if seen.staff[c] == staff_at(place, seat)]
        if cards:
            yield words.say(key, cards=", ".join(_card(words, seen, card) for card in cards))
        elif place == Place.HAND:
            yield words.say("draw.hand.empty")
    entries = [seen.under[n] for n in range(seen.put_under) if seen.under[n] != UNKNOWN_CARD]
    if entries:
        names = (name_staff(words, card_of(entry)) for entry in entries)
        yield words.say("draw.under", cards=", ".join(names))
    guests = [table.guest for table in seen.players[seat].cafe if table.guest != NO_GUEST]
    for guest in guests:
        yield f"{name_guest(words, guest)}: {say_reward(words, seen.edition, guest)}"


def _card(words: Words, seen: Position, card: int) -> str:
    return words.say(
        "draw.card",
        name=name_staff(words, card),
        cost=price_of(seen, card, 0),
        timing=say_timing(words, card),
        text=say_effect(words, seen.edition, card),
    )
