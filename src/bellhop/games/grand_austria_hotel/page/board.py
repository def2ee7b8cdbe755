"""The shared boards on Grand Austria Hotel's page: turns, guests, dice, emperor and politics."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from bellhop.engine.questions import is_asking, top
from bellhop.engine.seats import NOBODY
from bellhop.engine.words import Words

from ..card_text import (
    amount_of_krone,
    say_condition,
    say_krone,
    say_points,
    say_tile_penalty,
    say_tile_reward,
)
from ..rules.cards import LETTERS, POLITICS_CARDS
from ..rules.guests import row_price
from ..rules.hotel import count_of
from ..rules.staff import sixth_is_free, strength_added
from ..rules.state import NO_GUEST, Position
from ..rules.tables import (
    CONDITION_OF,
    OR_LOSE,
    STEPS,
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
    SIXTH_PRICE,
    Phase,
    Space,
    Step,
)
from ..speech import say_action
from .houses import Face, Symbols, draw_symbols, guest_face

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


def turn_order(words: Words, seen: Position, names: Sequence[str]) -> tuple[Turn, ...]:
    """The numbers of the turn-order tiles, in playing order."""
    numbers = []
    now = seen.turn if seen.phase == Phase.TURNS and not is_asking(seen) else NOBODY
    for number in range(NUMBERS_ON_A_TILE * seen.seats):
        is_first = number < seen.seats
        place = number if is_first else NUMBERS_ON_A_TILE * seen.seats - 1 - number
        seat = (seen.start + place) % seen.seats
        me = seen.players[seat]
        if me.covered > (0 if is_first else 1):
            state = "done"
        elif me.passed:
            state = "passed"
        else:
            is_now = seat == now and me.covered == (0 if is_first else 1) and not seen.die_taken
            state = "now" if is_now else "next"
        numbers.append(_turn(words, number + 1, seat, names[seat], state))
    return tuple(numbers)


@lru_cache(1024)
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


def arrival(words: Words, seen: Position, seat: int, place: int) -> Arrival:
    """A place in the guest row, with the current price of its guest for this seat."""
    is_free = is_asking(seen) and top(seen).what in (Step.OPENING_GUEST, Step.TAKE_GUEST)
    price = 0 if is_free else row_price(seen, seat, place)
    return _arrival(words, seen.edition, place, seen.row[place], price)


@lru_cache(2048)
def _arrival(words: Words, edition: int, place: int, guest: int, price: int) -> Arrival:
    id_ = f"guest-{place + 1}"
    if guest == NO_GUEST:
        return Arrival(id_, price, None, words.say("page.guest.none"), "")
    text = words.say("page.guest.price", krone=amount_of_krone(words, price))
    face = guest_face(words, edition, guest)
    return Arrival(id_, price, face, f"{face.label}. {text}", f"{face.tip}\n{text}")


def action_space(words: Words, seen: Position, seat: int, space: int) -> ActionSpace:
    """A space of the action board, with its strength for this seat."""
    dice = seen.spaces[space]
    takes = not (seen.turn == seat and seen.is_extra)
    strength = dice + strength_added(seen, seat, space + 1, takes) if dice else 0
    fee = SIXTH_PRICE if space == Space.ANY and not sixth_is_free(seen, seat) else 0
    return _action_space(words, space, dice, strength, fee)


@lru_cache(1024)
def _action_space(words: Words, space: int, dice: int, strength: int, fee: int) -> ActionSpace:
    action, number = say_action(words, space), space + 1
    label = words.say("page.space", number=number, action=action, dice=dice, strength=strength)
    if fee:
        label += f", {amount_of_krone(words, fee)}"
    krone = say_krone(words, BOOST_PRICE)
    boost = words.say(
        "page.boost", number=number, action=action, krone=krone, strength=strength + 1
    )
    icons = ACTION_ICONS[Space(space)]
    return ActionSpace(number, action, icons, dice, strength, fee, BOOST_PRICE, label, boost)


def emperors_track(words: Words, seen: Position, names: Sequence[str]) -> tuple[TrackField, ...]:
    """The emperor's track with all players on it."""
    fields = [seen.players[seat].emperor for seat in range(seen.seats)]
    return tuple(
        _field(words, field, tuple((n, names[n]) for n, own in enumerate(fields) if own == field))
        for field in range(len(EMPEROR_POINTS))
    )


@lru_cache(1024)
def _field(words: Words, field: int, here: tuple[tuple[int, str], ...]) -> TrackField:
    points = EMPEROR_POINTS[field]
    players = words.join(name for _, name in here) if here else ""
    label = words.say("page.field", field=field, points=say_points(words, points), players=players)
    zone = ZONES[field] if field < REWARD_FROM else "reward"
    marks = tuple((seat, name[:1].upper()) for seat, name in here)
    return TrackField(field, points, zone, marks, label.strip())


def emperors_tile(words: Words, seen: Position, letter: int) -> Tile:
    """An emperor tile, and whether it has been scored."""
    is_over = seen.round + 1 > EMPEROR_ROUNDS[letter] or seen.phase == Phase.OVER
    return _tile(words, seen.edition, letter, seen.tiles[letter], is_over)


@lru_cache(512)
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
        id=f"tile-{LETTERS[letter].lower()}",
        letter=LETTERS[letter],
        after=words.say("page.after", round=after),
        reward=_only(draw_symbols([STEPS[reward_of(edition, tile)]])),
        penalty=_only(draw_symbols([STEPS[penalty_of(edition, tile)]])),
        or_lose=OR_LOSE[tile],
        back=RETREATS[letter],
        is_over=is_over,
        label=label,
        tip=label.replace(". ", ".\n"),
    )


def _only(symbols: Symbols) -> tuple[tuple[str, str], ...]:
    (one,) = symbols
    return one


def politics_card(
    words: Words, seen: Position, seat: int, letter: int, names: Sequence[str]
) -> Politics:
    """A politics card with its discs, and how close a seat is to its condition."""
    card = seen.politics[letter]
    owners = [_owner(seen, letter, number + 1) for number in range(len(POLITICS_POINTS))]
    progress = ""
    if 0 <= seat < seen.seats:
        wanted = CONDITION_OF[card][: len(POLITICS_CARDS[card].condition)]
        progress = " · ".join(f"{count_of(seen, seat, m)}/{enough}" for m, enough in wanted)
    whose = tuple((owner, names[owner] if owner != NOBODY else "") for owner in owners)
    return _politics(words, letter, card, whose, progress)


@lru_cache(2048)
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
    return Politics(f"politics-{of.lower()}", of, condition, progress, tuple(places), label)


def _owner(seen: Position, letter: int, place: int) -> int:
    """The owner of the disc on a place of a politics card, or NOBODY."""
    for seat in range(seen.seats):
        if seen.players[seat].discs[letter] == place:
            return seat
    return NOBODY
