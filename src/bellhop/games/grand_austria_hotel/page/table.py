"""The page of Grand Austria Hotel: guests, dice, the emperor, and every player's house."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from bellhop.drawing.environments import Subject
from bellhop.engine.parts import select_nothing
from bellhop.engine.questions import is_asking, top
from bellhop.engine.seats import is_over
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from .. import GAME
from ..card_text import amount_of_food, amount_of_krone, say_krone, say_points
from ..rules.cards import FOODS, FREE, FULL
from ..rules.gains import points_of
from ..rules.legality import ALLOWED, why_not_guest
from ..rules.packing import action_of, left_of, room_discount, staff_at, staff_discount, strength_of
from ..rules.state import Position
from ..rules.vocabulary import (
    MOVE_KIND,
    MOVE_WHAT,
    MOVE_WHERE,
    MOVES,
    NUMBERS_ON_A_TILE,
    ROUNDS,
    ROW,
    Event,
    Move,
    Place,
    Space,
    Step,
)
from ..speech import say_move, say_task
from .board import (
    ACTION_ICONS,
    action_spaces,
    arrivals,
    emperors_tiles,
    emperors_track,
    politics_cards,
    schedule,
    tile_id,
)
from .houses import FOOD_NAMES, front, house, room_id, serve_id, staff_card

ON_BUTTONS = {  # moves with a button, because nothing on the table stands for them
    *(Move.PASS, Move.END, Move.AMOUNT, Move.USE_AS, Move.TAKE_FOOD, Move.PART),
    *(Move.FACE_PENALTY, Move.DONE),
}
UNSAID: Collection[int] = ()
select = select_nothing
EXTRAS = (Move.SERVE, Move.CLAIM, Move.CHECK_IN, Move.CHOOSE_STAFF)


class Person(NamedTuple):
    """A player; other players come with their house."""

    seat: int
    name: str
    letter: str
    on_turn: bool
    starts: bool
    own: bool
    points_text: str
    krone: int
    krone_text: str
    emperor: int
    emperor_text: str
    held: int
    held_text: str
    passed: str
    front: Subject | None
    house: Subject | None


def context(words: Words, seen: Position, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The values that the template draws for a seat, or SPECTATOR."""
    is_player = 0 <= seat < seen.seats
    on_turn = 0 if is_over(seen) else seen.turn
    payer = seat if is_player else on_turn  # spectators see the prices for the player on turn
    moves = GAME.legal_moves(seen) if is_player and seen.turn == seat else []
    return {
        "schedule": schedule(words, seen, names),
        "bin": words.count("page.bin", seen.in_bin) if seen.in_bin else "",
        "row": arrivals(words, seen, payer),
        "spaces": action_spaces(words, seen, payer),
        "track": emperors_track(words, seen, names),
        "tiles": emperors_tiles(words, seen),
        "politics": politics_cards(words, seen, seat, names),
        "people": [_person(words, seen, other, seat, names[other]) for other in range(seen.seats)],
        "is_player": is_player,
        "front": front(words, seen, seat) if is_player else None,
        "house": house(words, seen, seat) if is_player else None,
        "question": _question(words, seen) if moves else None,
        "steps": _steps(words, seen, moves) if moves and not is_asking(seen) else [],
        "buttons": [
            _button(words, seen, move, is_alone=len(moves) == 1)
            for move in moves
            if MOVE_KIND[move] in ON_BUTTONS
        ],
        "cards": _cards(words, seen, seat, Place.HAND) if is_player else [],
        "aside": _cards(words, seen, seat, Place.ASIDE) if is_player else [],
    }


def path(_seen: Position, move: int) -> tuple[str, ...]:
    """The elements to touch for a move: usually one; a guest and a room for a check-in."""
    what = MOVE_WHAT[move]
    match MOVE_KIND[move]:
        case Move.GUEST:
            return (f"guest-{what + 1}",)
        case Move.TAKE_DIE:
            return (f"die-{what + 1}",)
        case Move.BOOST_DIE:
            return (f"boost-{what + 1}",)
        case Move.END:
            return ("end-turn",)
        case Move.SERVE:
            return (serve_id(what, MOVE_WHERE[move]),)
        case Move.CHECK_IN:
            return f"table-{what + 1}", room_id(MOVE_WHERE[move])
        case Move.CHOOSE_ROOM:
            return (room_id(what),)
        case Move.FILL:
            return (f"table-{what + 1}",)
    return (MOVES[move].replace(" ", "-"),)


def warning(words: Words, seen: Position, move: int) -> str:
    """A warning before something is given up: a guest with the die, an extra turn with its end."""
    if is_asking(seen):
        return ""
    match MOVE_KIND[move]:
        case Move.TAKE_DIE | Move.BOOST_DIE if _may_want_a_guest(seen):
            return words.say("page.warn.guest")
        case Move.END if not seen.die_taken and any(seen.spaces):
            return words.say("page.warn.extra")
    return ""


def _may_want_a_guest(seen: Position) -> bool:
    """Can a guest be taken?  In a player's last turn, one who stays hungry only costs points."""
    may_take = any(why_not_guest(seen, place) == ALLOWED for place in range(ROW))
    return may_take and not _is_last_turn(seen)


def _is_last_turn(seen: Position) -> bool:
    is_last_number = seen.players[seen.turn].covered + 1 == NUMBERS_ON_A_TILE
    return seen.round + 1 == ROUNDS and is_last_number and not seen.extra_turns


def animation_of(told: Told) -> tuple[int, ...] | None:
    """The steps of a scoring: the emperor's track, each tile, each player at the end."""
    match told.event:
        case Event.EMPEROR_SCORED:
            return (told.event,)
        case Event.REWARDED | Event.PUNISHED | Event.STAFF_SCORED | Event.SCORED:
            return (told.event, told.numbers[0])
    return None


def spots(_seen: Position, told: Told) -> Iterator[str]:
    """The player that the event is about, and the emperor's tile or track."""
    yield f"person-{told.numbers[0]}"
    if told.event in (Event.REWARDED, Event.PUNISHED):
        yield tile_id(told.numbers[1])
    elif told.event == Event.EMPEROR_SCORED:
        yield "track"


def texts(words: Words) -> dict[str, str]:
    """The fixed texts on the table."""
    return {
        "on_turn": words.say("page.on_turn"),
        "start": words.say("page.start"),
        "guests": words.say("page.guests"),
        "dice": words.say("page.dice"),
        "strength": words.say("page.strength"),
        "court": words.say("page.court"),
        "emperor": words.say("page.emperor"),
        "order": words.say("page.order"),
        "house": words.say("page.house"),
        "hotel": words.say("page.hotel"),
        "cafe": words.say("page.cafe"),
        "served": words.say("page.served"),
        "kitchen": words.say("page.kitchen"),
        "hired": words.say("page.hired"),
        "hired_none": words.say("page.hired.none"),
        "hand": words.say("page.hand"),
        "aside": words.say("page.aside"),
        "empty": words.say("draw.hand.empty"),
        "gained": words.say("page.gained"),
    }


def _person(words: Words, seen: Position, other: int, seat: int, name: str) -> Person:
    """A player; the house of another one is a piece, the rest changes with almost every move."""
    me, is_own = seen.players[other], other == seat
    return Person(
        seat=other,
        name=name,
        letter=name[:1].upper(),
        on_turn=other == seen.turn,
        starts=other == seen.start,
        own=is_own,
        points_text=say_points(words, points_of(seen, other)),
        krone=me.krone,
        krone_text=amount_of_krone(words, me.krone),
        emperor=me.emperor,
        emperor_text=words.say("page.field_of", field=me.emperor),
        held=me.held,
        held_text=words.count("page.held", me.held),
        passed=words.say("page.passed") if me.passed else "",
        front=None if is_own else front(words, seen, other),
        house=None if is_own else house(words, seen, other),
    )


def _question(words: Words, seen: Position) -> dict[str, Any]:
    """The current question for the seat on turn, and what it is about."""
    facts = []
    if is_asking(seen):
        asked = top(seen)
        match asked.what:
            case Step.PREPARE:
                left = words.count("page.left", left_of(asked))
                facts = [left, *_less(words, room_discount(asked))]
            case Step.PLAY_STAFF | Step.PLAY_DRAWN:
                facts = _less(words, staff_discount(asked))
            case Step.CHOOSE_FOOD | Step.OCCUPY | Step.TAKE_GUEST | Step.RETURN_STAFF | Step.REMOVE:
                facts = [words.count("page.left", left_of(asked))]
    gained = [
        (FOOD_NAMES[food], amount_of_food(words, food, seen.pending[food]), seen.pending[food])
        for food in range(FOODS)
        if seen.pending[food]
    ]
    return {"text": say_task(words, seen), "facts": facts, "gained": gained}


def _less(words: Words, less: int) -> list[str]:
    if less == FULL:
        return []
    if less >= FREE:
        return [words.say("price.free")]
    return [words.say("page.less", krone=say_krone(words, less))]


def _steps(words: Words, seen: Position, moves: list[int]) -> list[dict[str, str]]:
    """The parts of a turn, and which are done: guest, die, extras, end."""
    kinds = {MOVE_KIND[move] for move in moves}
    states = (
        _state(words, seen.guest_taken, Move.GUEST in kinds, later=False),
        _state(words, seen.die_taken, Move.TAKE_DIE in kinds, later=False),
        _state(words, 0, not kinds.isdisjoint(EXTRAS), later=False),
        _state(words, 0, Move.END in kinds, later=True),
    )
    titles = (
        words.say("page.step.guest"),
        words.say("page.step.die"),
        words.say("page.step.extras"),
        words.say("page.step.end"),
    )
    return [{"title": title, **state} for title, state in zip(titles, states, strict=True)]


def _state(words: Words, is_done: int, is_possible: bool, *, later: bool) -> dict[str, str]:
    if is_done:
        return {"state": "done", "text": words.say("page.step.done")}
    if is_possible:
        return {"state": "now", "text": words.say("page.step.now")}
    if later:
        return {"state": "later", "text": words.say("page.step.later")}
    return {"state": "none", "text": words.say("page.step.none")}


def _button(words: Words, seen: Position, move: int, *, is_alone: bool) -> dict[str, Any]:
    """A button, and what it does."""
    icons: list[tuple[str, str]] = []
    kind, what = MOVE_KIND[move], MOVE_WHAT[move]
    match kind:
        case Move.AMOUNT:
            icons = _amount(seen, what)
        case Move.USE_AS:
            icons = [(icon, "") for icon in ACTION_ICONS[Space(what)]]
        case Move.TAKE_FOOD:
            icons = [(FOOD_NAMES[what], "")]
    return {
        "id": path(seen, move)[0],
        "text": say_move(words, seen, move),
        "icons": icons,
        "is_main": _is_main(seen, kind, is_alone=is_alone),
    }


def _is_main(seen: Position, kind: int, *, is_alone: bool) -> bool:
    """Ending something is a main answer; giving up a reward only if it is all that is left."""
    if kind == Move.DONE:
        return is_alone or top(seen).what in (Step.PLACE_FOOD, Step.PREPARE, Step.OPENING_ROOM)
    return kind in (Move.END, Move.FACE_PENALTY)


def _amount(seen: Position, amount: int) -> list[tuple[str, str]]:
    question = top(seen)
    is_split = question.what == Step.SPLIT
    names = ACTION_ICONS[Space.TRACKS if is_split else Space(action_of(question))]
    parts = ((names[0], strength_of(question) - amount), (names[1], amount))
    return [(icon, f"{number}") for icon, number in parts if number]


def _cards(words: Words, seen: Position, seat: int, place: int) -> list[Subject]:
    """The staff cards that a seat holds or looks at, with their current prices."""
    kind = Step.PLAY_STAFF if place == Place.HAND else Step.PLAY_DRAWN
    asks = is_asking(seen) and top(seen).seat == seat and top(seen).what == kind
    less = staff_discount(top(seen)) if asks else FULL
    wanted = staff_at(place, seat)
    return [
        staff_card(words, seen, card, seat, less)
        for card, lies in enumerate(bytes(seen.staff))
        if lies == wanted
    ]
