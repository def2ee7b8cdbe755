"""The shared boards on Grand Austria Hotel's page: turns, guests, dice, emperor and politics."""

from collections.abc import Sequence
from typing import NamedTuple

from bellhop.drawing.environments import Subject, subject
from bellhop.engine.questions import is_asking, top
from bellhop.engine.seats import NOBODY
from bellhop.engine.words import Words

from ..card_text import (
    amount_of_krone,
    say_action,
    say_condition,
    say_krone,
    say_points,
    say_power,
    say_tile_penalty,
    say_tile_reward,
)
from ..rules.cards import LETTERS, POLITICS_CARDS
from ..rules.guests import row_price
from ..rules.hotel import count_of
from ..rules.staff import sixth_is_free, strength_added
from ..rules.state import NO_GUEST, Position
from ..rules.tables import (
    CHOOSE_PENALTY,
    CONDITION_OF,
    OR_LOSE,
    STEPS,
    letter_of,
    penalty_of,
    reward_of,
)
from ..rules.vocabulary import (
    BOOST_PRICE,
    EMPEROR_POINTS,
    EMPEROR_ROUNDS,
    NUMBERS_ON_A_TILE,
    POLITICS_POINTS,
    RETREATS,
    REWARD_FROM,
    ROUNDS,
    ROW,
    SIXTH_PRICE,
    Phase,
    Space,
    Step,
)
from .houses import Face, Symbols, alone, draw_symbols, guest_face, staff_before

ACTION_ICONS = {
    Space.SWEETS: ("strudel", "cake"),
    Space.DRINKS: ("wine", "coffee"),
    Space.ROOMS: ("room",),
    Space.TRACKS: ("crown", "coin"),
    Space.STAFF: ("staff",),
    Space.ANY: ("joker",),
}
ZONES = ("penalty", "nothing", "nothing")  # of the first fields; all others bring a reward


class Turn(NamedTuple):
    """A number on a turn-order tile, and its player."""

    number: int
    seat: int
    letter: str
    state: str  # done, passed, now or next
    label: str


class Day(NamedTuple):
    """A round, whether the emperor comes after it, and whether it is past, now or next."""

    number: int
    emperor: bool
    state: str


class Schedule(NamedTuple):
    """The rounds, the turn order and what is left in the decks."""

    text: str
    days: tuple[Day, ...]
    order: tuple[Turn, ...]
    guests_left: str
    staff_left: str


class Arrival(NamedTuple):
    """A place in the guest row, with the price of its guest."""

    id: str
    price: int
    face: Face | None
    label: str
    tip: str


class ActionSpace(NamedTuple):
    """A space of the action board, with its strength for a seat."""

    number: int
    action: str
    icons: tuple[str, ...]
    dice: int
    strength: int
    is_discount: bool  # of the staff card that is played
    fee: int
    boost_price: int
    label: str
    boost: str


class TrackField(NamedTuple):
    """A field of the emperor's track, and the players on it."""

    number: int
    points: int
    zone: str
    marks: tuple[tuple[int, str], ...]
    label: str


class Tile(NamedTuple):
    """An emperor tile."""

    id: str
    letter: str
    after: str
    reward: tuple[tuple[str, str], ...]
    penalty: tuple[tuple[str, str], ...]
    or_lose: int
    is_choice: bool  # between penalty and points; else they are lost only if it is impossible
    back: int
    is_over: bool
    label: str
    tip: str


class DiscPlace(NamedTuple):
    """A place for a disc on a politics card, with its owner or NOBODY."""

    points: int
    seat: int
    letter: str


class Politics(NamedTuple):
    """A politics card, and how close a seat is to its condition."""

    id: str
    letter: str
    condition: str
    progress: str
    places: tuple[DiscPlace, ...]
    label: str


def tile_id(tile: int) -> str:
    """The element of an emperor tile: there is one of each letter."""
    return f"tile-{LETTERS[letter_of(tile)].lower()}"


def politics_id(card: int) -> str:
    """The element of a politics card: there is one of each letter."""
    return f"politics-{LETTERS[letter_of(card)].lower()}"


def schedule(words: Words, seen: Position, names: Sequence[str]) -> Subject:
    """The rounds, the turn order and what is left in the decks."""
    is_between = seen.phase != Phase.TURNS or is_asking(seen) or seen.die_taken
    return subject(
        _schedule,
        words,
        seen.round + 1,
        seen.start,
        NOBODY if is_between else seen.turn,
        tuple((me.covered, me.passed) for me in list(seen.players)[: seen.seats]),
        tuple(names),
        (seen.guests_left, seen.pile + seen.put_under),
    )


def _schedule(
    words: Words,
    now: int,
    start: int,
    turn: int,
    progress: tuple[tuple[int, int], ...],
    names: tuple[str, ...],
    left: tuple[int, int],
) -> Schedule:
    guests_left, staff_left = left
    return Schedule(
        text=words.say("draw.round", round=now, rounds=ROUNDS),
        days=tuple(_day(number, now) for number in range(1, ROUNDS + 1)),
        order=_turn_order(words, start, turn, progress, names),
        guests_left=words.count("page.guests.left", guests_left),
        staff_left=words.count("page.staff.left", staff_left),
    )


def _day(number: int, now: int) -> Day:
    state = "past" if number < now else "now" if number == now else "next"
    return Day(number, number in EMPEROR_ROUNDS, state)


def _turn_order(
    words: Words, start: int, turn: int, progress: tuple[tuple[int, int], ...], names: Sequence[str]
) -> tuple[Turn, ...]:
    """The numbers of the turn-order tiles, in playing order."""
    numbers, seats = [], len(progress)
    for number in range(NUMBERS_ON_A_TILE * seats):
        is_first = number < seats
        place = number if is_first else NUMBERS_ON_A_TILE * seats - 1 - number
        seat = (start + place) % seats
        covered, has_passed = progress[seat]
        if covered > (0 if is_first else 1):
            state = "done"
        elif has_passed:
            state = "passed"
        else:
            is_now = seat == turn and covered == (0 if is_first else 1)
            state = "now" if is_now else "next"
        numbers.append(_turn(words, number + 1, seat, names[seat], state))
    return tuple(numbers)


def _turn(words: Words, number: int, seat: int, name: str, state: str) -> Turn:
    values = {"number": number, "player": name}
    match state:
        case "done":
            label = words.say("page.order.done", **values)
        case "passed":
            label = words.say("page.order.passed", **values)
        case _:
            label = words.say("page.order.next", **values)
    return Turn(number, seat, name[:1].upper(), state, label)


def arrivals(words: Words, seen: Position, seat: int) -> list[Subject]:
    """The guest row, with the current prices of its guests for this seat."""
    is_free = is_asking(seen) and top(seen).what in (Step.OPENING_GUEST, Step.TAKE_GUEST)
    prices = [0 if is_free else row_price(seen, seat, place) for place in range(ROW)]
    return [
        subject(_arrival, words, seen.edition, place, guest, prices[place])
        for place, guest in enumerate(seen.row)
    ]


def _arrival(words: Words, edition: int, place: int, guest: int, price: int) -> Arrival:
    id_ = f"guest-{place + 1}"
    if guest == NO_GUEST:
        return Arrival(id_, price, None, words.say("page.guest.none"), "")
    text = words.say("page.guest.price", krone=amount_of_krone(words, price))
    face = guest_face(words, edition, guest)
    return Arrival(id_, price, face, f"{face.label}. {text}", f"{face.tip}\n{text}")


def action_spaces(words: Words, seen: Position, seat: int) -> Subject:
    """The action board, with the strength of its spaces for this seat."""
    takes_die = not (seen.turn == seat and seen.is_extra)
    staff = staff_before(seen, seat)
    return subject(_spaces, words, seen.edition, seat, staff, bytes(seen.spaces), takes_die)


def _spaces(
    words: Words, edition: int, seat: int, staff: bytes, spaces: bytes, takes_die: bool
) -> list[Subject]:
    seen = alone(seat, staff)
    seen.edition = edition
    is_free = sixth_is_free(seen, seat)
    board = []
    for space, dice in enumerate(spaces):
        strength = dice + strength_added(seen, seat, space + 1, takes_die) if dice else 0
        fee = SIXTH_PRICE if space == Space.ANY and not is_free else 0
        board.append(subject(_action_space, words, space, dice, strength, fee))
    return board


def _action_space(words: Words, space: int, dice: int, strength: int, fee: int) -> ActionSpace:
    action, number = say_action(words, space), space + 1
    power = say_power(words, space, strength)
    label = words.say("page.space", number=number, action=action, dice=dice, power=power)
    if fee:
        label += f", {amount_of_krone(words, fee)}"
    krone = say_krone(words, BOOST_PRICE)
    power = say_power(words, space, strength + 1)
    boost = words.say("page.boost", number=number, action=action, krone=krone, power=power)
    icons = ACTION_ICONS[Space(space)]
    is_discount = space == Space.STAFF
    return ActionSpace(
        number, action, icons, dice, strength, is_discount, fee, BOOST_PRICE, label, boost
    )


def emperors_track(words: Words, seen: Position, names: Sequence[str]) -> Subject:
    """The emperor's track with all players on it."""
    fields = tuple(seen.players[seat].emperor for seat in range(seen.seats))
    return subject(_track, words, fields, tuple(names))


def _track(words: Words, fields: tuple[int, ...], names: tuple[str, ...]) -> list[Subject]:
    places: list[list[tuple[int, str]]] = [[] for _ in EMPEROR_POINTS]
    for seat, field in enumerate(fields):
        places[field].append((seat, names[seat]))
    return [subject(_field, words, field, tuple(here)) for field, here in enumerate(places)]


def _field(words: Words, field: int, here: tuple[tuple[int, str], ...]) -> TrackField:
    points = EMPEROR_POINTS[field]
    players = words.join(name for _, name in here) if here else ""
    label = words.say("page.field", field=field, points=say_points(words, points), players=players)
    zone = ZONES[field] if field < REWARD_FROM else "reward"
    marks = tuple((seat, name[:1].upper()) for seat, name in here)
    return TrackField(field, points, zone, marks, label.strip())


def emperors_tiles(words: Words, seen: Position) -> Subject:
    """The emperor tiles, and which of them have been scored."""
    rounds_over = ROUNDS if seen.phase == Phase.OVER else seen.round
    return subject(_tiles, words, seen.edition, tuple(seen.tiles), rounds_over)


def _tiles(words: Words, edition: int, tiles: tuple[int, ...], rounds_over: int) -> list[Tile]:
    return [
        _tile(words, edition, letter, tile, rounds_over >= EMPEROR_ROUNDS[letter])
        for letter, tile in enumerate(tiles)
    ]


def _tile(words: Words, edition: int, letter: int, tile: int, is_over: bool) -> Tile:
    after = EMPEROR_ROUNDS[letter]
    label = words.say(
        "page.tile",
        letter=LETTERS[letter],
        round=after,
        back=RETREATS[letter],
        field=REWARD_FROM,
        reward=say_tile_reward(words, edition, tile),
        penalty=say_tile_penalty(words, edition, tile),
    )
    return Tile(
        id=tile_id(tile),
        letter=LETTERS[letter],
        after=words.say("page.after", round=after),
        reward=_only(draw_symbols([STEPS[reward_of(edition, tile)]])),
        penalty=_only(draw_symbols([STEPS[penalty_of(edition, tile)]])),
        or_lose=OR_LOSE[tile],
        is_choice=bool(CHOOSE_PENALTY[edition]),
        back=RETREATS[letter],
        is_over=is_over,
        label=label,
        tip=label.replace(". ", ".\n"),
    )


def _only(symbols: Symbols) -> tuple[tuple[str, str], ...]:
    (one,) = symbols
    return one


def politics_cards(words: Words, seen: Position, seat: int, names: Sequence[str]) -> Subject:
    """The politics cards with their discs, and how close a seat is to their conditions."""
    discs = tuple(tuple(seen.players[other].discs) for other in range(seen.seats))
    own, staff = b"", b""
    if 0 <= seat < seen.seats:
        own, staff = seen.players[seat].to_bytes(), staff_before(seen, seat)
    return subject(
        _all_politics, words, tuple(seen.politics), discs, tuple(names), seat, own, staff
    )


def _all_politics(
    words: Words,
    cards: tuple[int, ...],
    discs: tuple[tuple[int, ...], ...],
    names: tuple[str, ...],
    seat: int,
    own: bytes,
    staff: bytes,
) -> list[Subject]:
    drawn = []
    for letter, card in enumerate(cards):
        owners = {places[letter]: owner for owner, places in enumerate(discs)}
        whose = tuple(
            (owners[place], names[owners[place]]) if place in owners else (NOBODY, "")
            for place in range(1, len(POLITICS_POINTS) + 1)
        )
        progress = _progress(alone(seat, staff, own), seat, card) if own else ""
        drawn.append(subject(_politics, words, letter, card, whose, progress))
    return drawn


def _progress(seen: Position, seat: int, card: int) -> str:
    """How close a seat is to the condition of a politics card."""
    wanted = CONDITION_OF[card][: len(POLITICS_CARDS[card].condition)]
    return " · ".join(f"{count_of(seen, seat, m)}/{enough}" for m, enough in wanted)


def _politics(
    words: Words, letter: int, card: int, owners: tuple[tuple[int, str], ...], progress: str
) -> Politics:
    places, said = [], []
    for points, (owner, name) in zip(POLITICS_POINTS, owners, strict=True):
        said.append(
            words.say("page.place", points=points, player=name)
            if owner != NOBODY
            else words.say("page.place.free", points=points)
        )
        places.append(DiscPlace(points, owner, name[:1].upper()))
    condition, of = say_condition(words, card), LETTERS[letter]
    label = words.say("page.politics", letter=of, condition=condition, places=words.join(said))
    if progress:
        label += f" ({words.say('page.progress', numbers=progress)})"
    return Politics(politics_id(card), of, condition, progress, tuple(places), label)
