"""The page of Perfect Hotel: pile, supply and hotels, with the player's hand and set below."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from bellhop.drawing.environments import Subject, subject
from bellhop.engine.parts import Choice, Selection
from bellhop.engine.telling import Told
from bellhop.engine.words import Words, signed

from ..rules.legality import exact_size, set_size
from ..rules.scoring import forecast_gains
from ..rules.state import Floor, Hotelier, Position
from ..rules.vocabulary import (
    ADD,
    DONE,
    FACILITIES,
    GUEST,
    MOVE_ABOUT,
    MOVE_KIND,
    NO_TAG,
    PLAIN,
    RESEARCH,
    ROUNDS,
    SMALLEST_SET,
    STARRED,
    TAG_NAMES,
    TAGS,
    TOURIST,
    Event,
    Move,
    Phase,
    floor_card,
    is_starred,
    tag_of,
)
from ..speech import say_card, say_facility, say_move, say_tag

Gains = tuple[int, ...]
FLOOR_BYTES = len(Floor().to_bytes())
PILE, DONE_BUTTON, JOIN_BUTTON = "pile", "set-done", "set-guest"
UNSAID: Collection[int] = ()


class Card(NamedTuple):
    """A face-up card; a tourist has no tag."""

    id: str
    label: str
    tag: int = NO_TAG
    value: str = ""
    icon: str = "tourist"
    starred: bool = False
    touch: bool = False


class Site(NamedTuple):
    """A tag with the cards below it and its two build buttons."""

    tag: int
    value: str
    icon: str
    name: str
    label: str
    busy: bool
    cards: tuple[Card, ...]
    hand_label: str
    supply_label: str


class Storey(NamedTuple):
    """A floor of a hotel."""

    tag: int
    value: str
    icon: str
    label: str
    cards: int
    lines: tuple[tuple[str, ...], ...]  # its rows of windows: each plain, star or tourist
    rows: str  # empty for a single row


class Lot(NamedTuple):
    """A player's hotel, from the top floor down."""

    seat: int
    name: str
    letter: str
    on_turn: bool
    own: bool
    storeys: tuple[Storey, ...]


class Person(NamedTuple):
    """A player."""

    seat: int
    name: str
    letter: str
    on_turn: bool
    starts: bool
    own: bool
    points_text: str
    then: str  # what the round would bring if it were scored now; empty after the game
    then_text: str
    held_text: str
    tourists: int
    tourists_text: str


class Set(NamedTuple):
    """The set that its builder is forming."""

    title: str
    help: str
    cards: tuple[Card, ...]  # those that are in it already, and those that can be chosen
    guest: str  # label of the button that lets the supply's tourist join; empty if there is none
    done: str


def context(words: Words, seen: Position, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The values that the template draws for a seat, or SPECTATOR."""
    is_player = 0 <= seat < seen.seats
    then = _score_now(seen)
    is_building = is_player and seen.phase == Phase.BUILDING and seen.turn == seat
    return {
        "round": words.say("draw.round", round=seen.round + 1, rounds=ROUNDS[seen.short]),
        "pile": {
            "id": PILE,
            "cards": seen.pile,
            "tourist": bool(seen.tourist_on_top),
            "label": _pile(words, seen),
            "count": words.count("draw.pile", seen.pile),
        },
        "sites": [_site(words, seen, tag) for tag in range(TAGS)],
        "lots": [_lot(words, seen, other, seat, names[other]) for other in range(seen.seats)],
        "people": [
            _person(words, seen, other, seat, names[other], then[other])
            for other in range(seen.seats)
        ],
        "is_player": is_player,
        "hand": _hand(words, seen, seen.players[seat]) if is_player else None,
        "set": _set(words, seen, seen.players[seat]) if is_building else None,
    }


def path(seen: Position, move: int) -> tuple[str, ...]:
    """The elements to touch for a move: the pile, a card and a tag, a build button, or cards."""
    about = MOVE_ABOUT[move]
    match MOVE_KIND[move]:
        case Move.RESEARCH:
            return (PILE,)
        case Move.PLACE:
            return _card_id(about, 0), _tag_id(tag_of(about))
        case Move.HOST:
            return _card_id(TOURIST, 0), _tag_id(about)
        case Move.BUILD:
            return (f"site-{TAG_NAMES[about]}-hand",)
        case Move.TAKE:
            return (f"site-{TAG_NAMES[about]}-supply",)
        case Move.ADD:
            return (_added(seen, about),)
    return (DONE_BUTTON,)


def select(seen: Position) -> Selection | None:
    """The cards for the set: all of its value are chosen, and tourists only to complete it."""
    if seen.phase != Phase.BUILDING:
        return None
    me, choices, size = seen.players[seen.turn], [], set_size(seen)
    exact = exact_size(seen, me)
    for card in (STARRED, PLAIN, GUEST):
        for id_ in _addable(seen, me, card):
            is_wanted = size < (exact or SMALLEST_SET) if exact or card == GUEST else True
            choices.append(Choice(id_, ADD + card, is_wanted))
            size += is_wanted
    return Selection(tuple(choices), DONE)


def _addable(seen: Position, me: Hotelier, card: int) -> list[str]:
    """The cards of one sort that can still join the set; the supply's tourist comes last."""
    kind = TOURIST if card == GUEST else floor_card(seen.site, card)
    ids = [_card_id(kind, copy) for copy in range(_chosen(seen, me, kind), me.hand[kind])]
    return [*ids, JOIN_BUTTON] if card == GUEST and _may_join(seen, me) else ids


def _may_join(seen: Position, me: Hotelier) -> bool:
    """Can the supply's tourist join the set?"""
    joined = seen.chosen[GUEST] > me.hand[TOURIST]
    return bool(seen.taking and seen.tourist_joins and seen.lodgers[seen.site]) and not joined


def warning(_words: Words, _seen: Position, _move: int) -> str:
    """No move needs a warning."""
    return ""


def animation_of(told: Told) -> tuple[int, ...] | None:
    """The steps of a scoring: one per item, for everybody it affects."""
    return (told.numbers[2],) if told.event == Event.SCORED else None


def spots(seen: Position, told: Told) -> Iterator[str]:
    """The floor that is scored, or else the hotel, and its owner's points."""
    seat, _, item, *_ = told.numbers
    is_floor = item < TAGS and seen.players[seat].floors[item].rows > 0
    yield f"floor-{seat}-{TAG_NAMES[item]}" if is_floor else f"lot-{seat}"
    yield f"person-{seat}"


def _added(seen: Position, card: int) -> str:
    """The next card of the hand for the set; after the hand's tourists, the supply's."""
    if card != GUEST:
        return _card_id(floor_card(seen.site, card), seen.chosen[card])
    if seen.chosen[GUEST] < seen.players[seen.turn].hand[TOURIST]:
        return _card_id(TOURIST, seen.chosen[GUEST])
    return JOIN_BUTTON


def _card_id(kind: int, copy: int) -> str:
    if kind == TOURIST:
        return f"hand-tourist-{copy}"
    return f"hand-{TAG_NAMES[tag_of(kind)]}{'s' if is_starred(kind) else ''}-{copy}"


def _tag_id(tag: int) -> str:
    return f"tag-{TAG_NAMES[tag]}"


def texts(words: Words) -> dict[str, str]:
    """The fixed texts on the table."""
    return {
        "supply": words.say("draw.supply"),
        "hotels": words.say("page.hotels"),
        "from_hand": words.say("page.from_hand"),
        "with_supply": words.say("page.with_supply"),
        "season": words.say("page.season"),
        "no_hotel": words.say("draw.no_hotel"),
        "on_turn": words.say("page.on_turn"),
        "start": words.say("page.start"),
        "hand": words.say("page.hand"),
        "empty": words.say("draw.hand.empty"),
    }


def _pile(words: Words, seen: Position) -> str:
    parts = [say_move(words, seen, RESEARCH), words.count("draw.pile", seen.pile)]
    if seen.pile > 0:
        parts.append(words.say("draw.top.tourist" if seen.tourist_on_top else "draw.top.floor"))
    return " · ".join(parts)


def _site(words: Words, seen: Position, tag: int) -> Subject:
    plain, starred = seen.supply[floor_card(tag, PLAIN)], seen.supply[floor_card(tag, STARRED)]
    is_busy = bool(seen.busy[tag])
    return subject(_plot, words, tag, plain, starred, seen.lodgers[tag], is_busy)


def _plot(words: Words, tag: int, plain: int, starred: int, lodgers: int, busy: bool) -> Site:
    name = say_tag(words, tag)
    label = [name, _count(words, plain + starred + lodgers, starred, lodgers)]
    if busy:
        label.append(words.say("page.season"))
    return Site(
        tag,
        TAG_NAMES[tag],
        FACILITIES[tag].name,
        say_facility(words, tag),
        ", ".join(label),
        busy,
        tuple(_below(words, tag, plain, starred, lodgers, f"supply-{TAG_NAMES[tag]}")),
        words.say("move.build", floor=name),
        words.say("move.take", floor=name),
    )


def _below(
    words: Words, tag: int, plain: int, starred: int, lodgers: int, prefix: str
) -> list[Card]:
    """The cards below a tag, with ids that begin with a prefix."""
    plain_card, starred_card = floor_card(tag, PLAIN), floor_card(tag, STARRED)
    cards = [_card(words, plain_card, f"{prefix}-{copy}") for copy in range(plain)]
    cards += [_card(words, starred_card, f"{prefix}s-{copy}") for copy in range(starred)]
    if lodgers:
        cards.append(_card(words, TOURIST, f"{prefix}-tourist"))
    return cards


@lru_cache(4096)
def _card(words: Words, kind: int, id_: str, *, touch: bool = False) -> Card:
    label = say_card(words, kind)
    if kind == TOURIST:
        return Card(id_, label, touch=touch)
    tag, starred = tag_of(kind), bool(is_starred(kind))
    return Card(id_, label, tag, TAG_NAMES[tag], FACILITIES[tag].name, starred, touch)


def _count(words: Words, cards: int, starred: int, tourists: int) -> str:
    """How many cards there are, and how many are starred or tourists."""
    parts = [words.count("page.cards", cards)]
    if starred:
        parts.append(words.count("page.stars", starred))
    if tourists:
        parts.append(words.count("page.tourists", tourists))
    return ", ".join(parts)


def _score_now(seen: Position) -> tuple[int | None, ...]:
    """What the round would bring every player if it were scored now."""
    people = list(seen.players)[: seen.seats]
    if seen.phase == Phase.OVER:
        return (None,) * seen.seats
    shown = tuple(
        (me.points, me.hand[TOURIST], me.height, bytes(me.storeys), bytes(me.floors))
        for me in people
    )
    return _gains(seen.count_rows, shown)


@lru_cache(1024)
def _gains(count_rows: int, people: tuple[tuple[int, int, int, bytes, bytes], ...]) -> Gains:
    """The points that a scoring brings, from all that it depends on."""
    game = Position()
    game.seats, game.count_rows = len(people), count_rows
    for me, (points, tourists, height, storeys, floors) in zip(game.players, people, strict=False):
        me.points, me.hand[TOURIST], me.height = points, tourists, height
        for place, tag in enumerate(storeys):
            me.storeys[place] = tag
        for tag, floor in enumerate(_split(floors)):
            me.floors[tag] = floor
    return forecast_gains(game)


def _split(floors: bytes) -> list[Floor]:
    """The floors of a hotel, by tag."""
    starts = range(0, len(floors), FLOOR_BYTES)
    return [Floor.from_bytes(floors[start : start + FLOOR_BYTES]) for start in starts]


def _person(
    words: Words, seen: Position, other: int, seat: int, name: str, then: int | None
) -> Subject:
    me, flags = seen.players[other], (other == seen.turn, other == seen.start, other == seat)
    points = me.points, then
    return subject(_described, words, other, name, flags, points, me.held, me.hand[TOURIST])


def _described(
    words: Words,
    seat: int,
    name: str,
    flags: tuple[bool, bool, bool],
    points: tuple[int, int | None],
    held: int,
    tourists: int,
) -> Person:
    now, then = points
    more = signed(then) if then is not None else ""
    return Person(
        seat,
        name,
        name[:1].upper(),
        *flags,
        words.count("draw.points", now),
        f"≈ {more}" if more else "",
        words.say("page.then", points=more) if more else "",
        words.count("draw.held", held),
        tourists,
        words.count("page.tourists", tourists),
    )


def _lot(words: Words, seen: Position, other: int, seat: int, name: str) -> Subject:
    me, flags = seen.players[other], (other == seen.turn, other == seat)
    tags = tuple(me.storeys)[: me.height]
    return subject(_built, words, other, name, flags, tags, bytes(me.floors))


def _built(
    words: Words,
    seat: int,
    name: str,
    flags: tuple[bool, bool],
    tags: tuple[int, ...],
    floors: bytes,
) -> Lot:
    rows = _split(floors)
    storeys = tuple(_storey(words, tag, rows[tag]) for tag in reversed(tags))
    return Lot(seat, name, name[:1].upper(), *flags, storeys)


def _storey(words: Words, tag: int, floor: Floor) -> Storey:
    plain = floor.cards - floor.starred - floor.tourists
    windows = ("plain",) * plain + ("star",) * floor.starred + ("tourist",) * floor.tourists
    rows = words.count("draw.rows", floor.rows) if floor.rows > 1 else ""
    count = _count(words, floor.cards, floor.starred, floor.tourists)
    label = f"{say_tag(words, tag)}: {count}" + (f", {rows}" if rows else "")
    lines = tuple(_divide(windows, floor.rows))
    return Storey(tag, TAG_NAMES[tag], FACILITIES[tag].name, label, floor.cards, lines, rows)


def _divide(windows: tuple[str, ...], rows: int) -> Iterator[tuple[str, ...]]:
    """Windows in rows of the same length, or one less: which row a card is in does not matter."""
    for row in range(rows):
        yield windows[len(windows) * row // rows : len(windows) * (row + 1) // rows]


def _hand(words: Words, seen: Position, me: Hotelier) -> Subject:
    """The cards in hand that neither are in the set nor could join it."""
    left = tuple(
        (held if seen.phase == Phase.BUILDING and kind in _joining(seen) else 0, held)
        for kind, held in enumerate(me.hand)
    )
    return subject(_stacks, words, left)


def _joining(seen: Position) -> tuple[int, int, int]:
    """The kinds of cards that can join the set."""
    return floor_card(seen.site, STARRED), floor_card(seen.site, PLAIN), TOURIST


def _stacks(words: Words, left: tuple[tuple[int, int], ...]) -> list[tuple[Card, ...]]:
    """Cards by kind, each from a first copy to a last; only the first of a stack is touched."""
    return [
        tuple(
            _card(words, kind, _card_id(kind, copy), touch=copy == first)
            for copy in range(first, end)
        )
        for kind, (first, end) in enumerate(left)
        if first < end
    ]


def _chosen(seen: Position, me: Hotelier, kind: int) -> int:
    """The number of cards of a kind that have left the hand for the set."""
    if kind == TOURIST:
        return min(seen.chosen[GUEST], me.hand[TOURIST])
    return seen.chosen[is_starred(kind)] if tag_of(kind) == seen.site else 0


def _taken(words: Words, seen: Position) -> list[Card]:
    """The cards that the supply adds to the set."""
    tag = seen.site
    plain, starred = seen.supply[floor_card(tag, PLAIN)], seen.supply[floor_card(tag, STARRED)]
    return _below(words, tag, plain, starred, seen.lodgers[tag], f"set-{TAG_NAMES[tag]}")


def _set(words: Words, seen: Position, me: Hotelier) -> Set:
    """The cards from the supply, and those of the hand that are in the set or may join it."""
    joined = seen.chosen[GUEST] > me.hand[TOURIST]
    taken = _taken(words, seen) if seen.taking else []
    cards = [card for card in taken if card.tag != NO_TAG or joined]
    for kind in _joining(seen):
        chosen = _chosen(seen, me, kind)
        cards += [
            _card(words, kind, _card_id(kind, copy), touch=copy >= chosen)
            for copy in range(me.hand[kind])
        ]
    return Set(
        words.say("page.set", floor=say_tag(words, seen.site)),
        words.say("page.set.help"),
        tuple(cards),
        words.say("page.join") if _may_join(seen, me) else "",
        say_move(words, seen, DONE),
    )
