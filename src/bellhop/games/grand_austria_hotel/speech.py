"""Grand Austria Hotel in words: moves, events and refusals, from the catalogues in `words`."""

from collections.abc import Collection, Mapping

from bellhop.engine.questions import is_asking, top
from bellhop.engine.words import Words

from .card_text import (
    amount_of_krone,
    count_food,
    name_guest,
    name_staff,
    say_action,
    say_colour,
    say_condition,
    say_fields,
    say_item,
    say_krone,
    say_points,
    say_power,
    say_step,
    what_food,
    whom_guest,
    whom_staff,
)
from .event_text import say_event
from .rules.boards import ROOM_NAMES
from .rules.cards import LETTERS
from .rules.guests import row_price
from .rules.hotel import count_rooms, prepared_rooms, room_price
from .rules.legality import ALLOWED, why_not_guest
from .rules.packing import (
    DIE,
    action_of,
    room_discount,
    source_of,
    space_of,
    staff_discount,
    strength_of,
    tile_of,
)
from .rules.politics import places_taken
from .rules.staff import price_of, serves_free, sixth_is_free, strength_added
from .rules.state import Position
from .rules.tables import (
    EXCUSE_CARD,
    OR_LOSE,
    STEP_AMOUNT,
    STEPS,
    guest_step,
    penalty_of,
    staff_step,
)
from .rules.vocabulary import (
    BOOST_PRICE,
    MOVE_KIND,
    MOVE_WHAT,
    MOVE_WHERE,
    OPENING_ROOMS,
    POLITICS_POINTS,
    ROW,
    SERVICE_PRICE,
    SIXTH_PRICE,
    Move,
    Penalty,
    Refusal,
    Space,
    Step,
    first_food,
    second_food,
)

__all__ = ["REFUSED_BY", "RULED_BY", "say_event", "say_item", "say_move", "say_task"]

REFUSED_BY: Mapping[str, Collection[int]] = {  # by section of the rules
    "rounds": {
        *(Refusal.NOT_ASKED, Refusal.GUEST_BEFORE_DIE, Refusal.MUST_CHOOSE),
    },
    "take_guest": {Refusal.NO_GUEST_THERE, Refusal.CAFE_FULL, Refusal.GUEST_TAKEN},
    "take_die": {
        *(Refusal.NO_DIE_THERE, Refusal.DIE_TAKEN, Refusal.DIE_FIRST, Refusal.TOO_MUCH),
        *(Refusal.ROOM_IS_PREPARED, Refusal.NOT_ADJACENT),
    },
    "hotel": {Refusal.NOT_ENOUGH_KRONE},
    "passing": {Refusal.TURN_BEGUN},
    "guests": {Refusal.WRONG_COLOUR},
    "additional_actions": {
        *(Refusal.TABLE_EMPTY, Refusal.NOT_ORDERED, Refusal.NO_SUCH_FOOD, Refusal.ORDER_NOT_READY),
        *(Refusal.ROOM_NOT_VACANT, Refusal.STAFF_NOT_PLAYED, Refusal.BOOST_TOO_MUCH),
        Refusal.MUST_ANSWER,
    },
    "politics": {Refusal.CONDITION_NOT_MET, Refusal.DISC_PLACED, Refusal.NO_PLACE_LEFT},
    "staff": {
        *(Refusal.STAFF_NOT_HELD, Refusal.STAFF_NOT_DRAWN, Refusal.NOT_ONCE_PER_ROUND),
        Refusal.STAFF_IS_USED,
    },
    "setup": {Refusal.BOTTOM_LEFT_FIRST, Refusal.ENOUGH_ROOMS},
    "emperor_tiles": {
        *(Refusal.NOT_THE_HIGHEST, Refusal.NOT_THAT_COLUMN, Refusal.NOT_OCCUPIED),
        *(Refusal.NOT_AN_END_CARD, Refusal.CANNOT_SUFFER, Refusal.MUST_SUFFER),
    },
    "staff_list": {Refusal.NO_EXCUSE, Refusal.ORDER_IS_READY},
    "guest_list": {Refusal.FLOOR_TOO_HIGH, Refusal.PART_DONE, Refusal.NO_PASS_NOW},
    "final_scoring": {Refusal.GAME_OVER},
}
RULED_BY: Mapping[int, str] = {  # the ruling, if the rulebook leaves the case open
    Refusal.GUEST_BEFORE_DIE: "T2",
    Refusal.TURN_BEGUN: "P1",
    Refusal.NO_PASS_NOW: "Z1",
    Refusal.MUST_ANSWER: "A3",
    Refusal.CANNOT_SUFFER: "E2",
    Refusal.MUST_SUFFER: "E1",
}


def say_task(words: Words, seen: Position) -> str:
    """What the seat on turn must do now."""
    if not is_asking(seen):
        return _say_turn(words, seen)
    asked = top(seen)
    rooms = count_rooms(prepared_rooms(seen.players[asked.seat]))
    if asked.what == Step.OPENING_ROOM and rooms >= OPENING_ROOMS:
        return words.say("question.opening_room.done")
    return words.say(f"question.{Step(asked.what).name.lower()}")


def _say_turn(words: Words, seen: Position) -> str:
    """What is left to do of a turn: a guest, a die, or only additional actions."""
    if seen.is_extra and not seen.die_taken:
        return words.say("question.turn.extra")
    can_take = any(why_not_guest(seen, place) == ALLOWED for place in range(ROW))
    return words.say("question.turn" + (".end" if seen.die_taken else "" if can_take else ".die"))


def say_move(words: Words, seen: Position, move: int) -> str:
    """A move in words, as one of the choices."""
    what = MOVE_WHAT[move]
    match MOVE_KIND[move]:
        case Move.GUEST:
            return _say_guest(words, seen, what)
        case Move.TAKE_DIE:
            return _say_die(words, seen, what, boosts=False)
        case Move.BOOST_DIE:
            return _say_die(words, seen, what, boosts=True)
        case Move.PASS:
            return words.say("move.pass")
        case Move.END:
            return words.say("move.end")
        case Move.SERVE:
            return _say_serve(words, seen, what, MOVE_WHERE[move])
        case Move.CLAIM:
            return _say_claim(words, seen, what)
        case Move.CHECK_IN:
            guest = whom_guest(words, seen.players[seen.turn].cafe[what].guest)
            return words.say("move.check_in", guest=guest, room=ROOM_NAMES[MOVE_WHERE[move]])
        case Move.CHOOSE_STAFF:
            return _say_staff(words, seen, what)
        case Move.CHOOSE_ROOM:
            return _say_room(words, seen, what)
    return _say_answer(words, seen, MOVE_KIND[move], what)


def _say_guest(words: Words, seen: Position, place: int) -> str:
    guest = whom_guest(words, seen.row[place])
    price = 0 if is_asking(seen) else row_price(seen, seen.turn, place)
    if price == 0:
        return words.say("move.guest.free", guest=guest)
    return words.say("move.guest", guest=guest, krone=say_krone(words, price))


def _say_die(words: Words, seen: Position, space: int, boosts: bool) -> str:
    strength = seen.spaces[space] + boosts
    takes = not is_asking(seen) and not seen.is_extra
    if not is_asking(seen):
        strength += strength_added(seen, seen.turn, space + 1, takes)
    if not _can_afford(seen, space, BOOST_PRICE * boosts):
        krone = say_krone(words, SIXTH_PRICE)
        return words.say(
            "move.die.idle" if takes else "move.space.idle", space=space + 1, krone=krone
        )
    values = {
        "space": space + 1,
        "action": say_action(words, space),
        "power": say_power(words, space, strength),
    }
    if boosts:
        return words.say("move.die.boost" if takes else "move.space.boost", **values)
    return words.say("move.die" if takes else "move.space", **values)


def _can_afford(seen: Position, space: int, spent: int) -> bool:
    """Does the seat on turn have the krone that the action of a space costs?"""
    if space != Space.ANY or sixth_is_free(seen, seen.turn):
        return True
    return seen.players[seen.turn].krone - spent >= SIXTH_PRICE


def _say_serve(words: Words, seen: Position, food: int, table: int) -> str:
    guest = name_guest(words, seen.players[seen.turn].cafe[table].guest)
    if is_asking(seen):
        return words.say("move.place", food=what_food(words, food), guest=guest)
    if seen.service_left > 0 or serves_free(seen, seen.turn):
        return words.say("move.carry", food=what_food(words, food), guest=guest)
    krone = say_krone(words, SERVICE_PRICE)
    return words.say("move.carry.pay", food=what_food(words, food), guest=guest, krone=krone)


def _say_claim(words: Words, seen: Position, letter: int) -> str:
    points = POLITICS_POINTS[min(places_taken(seen, letter), len(POLITICS_POINTS) - 1)]
    return words.say(
        "move.claim",
        letter=LETTERS[letter],
        condition=say_condition(words, seen.politics[letter]),
        points=say_points(words, points),
    )


def _say_staff(words: Words, seen: Position, card: int) -> str:
    if not is_asking(seen):
        return words.say("move.use", staff=name_staff(words, card))
    match top(seen).what:
        case Step.DRAFT:
            return words.say("move.keep", staff=name_staff(words, card))
        case Step.RETURN_STAFF:
            return words.say("move.return", staff=name_staff(words, card))
        case Step.DISCARD_STAFF:
            return words.say("move.discard", staff=name_staff(words, card))
    price = price_of(seen, card, staff_discount(top(seen)))
    staff = whom_staff(words, card)
    if price == 0:
        return words.say("move.play.free", staff=staff)
    return words.say("move.play", staff=staff, krone=say_krone(words, price))


def _say_room(words: Words, seen: Position, room: int) -> str:
    question = top(seen)
    colour = say_colour(words, seen.players[question.seat].board, room)
    name = ROOM_NAMES[room]
    match question.what:
        case Step.OCCUPY:
            return words.say("move.occupy", room=name, colour=colour)
        case Step.REMOVE:
            return words.say("move.remove", room=name, colour=colour)
    price = room_price(seen, question.seat, room, room_discount(question))
    if price == 0:
        return words.say("move.prepare.free", room=name, colour=colour)
    return words.say("move.prepare", room=name, colour=colour, krone=say_krone(words, price))


def _say_answer(words: Words, seen: Position, kind: int, what: int) -> str:
    match kind:
        case Move.AMOUNT:
            return _say_amount(words, seen, what)
        case Move.USE_AS:
            return words.say("move.as", space=what + 1, action=say_action(words, what))
        case Move.TAKE_FOOD:
            return words.say("move.take_food", food=what_food(words, what))
        case Move.FILL:
            guest = seen.players[seen.turn].cafe[what].guest
            return words.say("move.fill", guest=name_guest(words, guest))
        case Move.PART:
            return words.say("move.part", what=_say_part(words, seen, what))
        case Move.FACE_PENALTY:
            return _say_penalty(words, seen, what)
    return _say_done(words, seen)


def _say_penalty(words: Words, seen: Position, how: int) -> str:
    tile = tile_of(top(seen))
    match how:
        case Penalty.SUFFER:
            step = STEPS[penalty_of(seen.edition, tile)]
            return words.say("move.suffer", penalty=say_step(words, step))
        case Penalty.LOSE:
            return words.say("move.lose", points=words.count("penalty.points", OR_LOSE[tile]))
    price = STEP_AMOUNT[staff_step(seen.edition, EXCUSE_CARD, 0)]
    return words.say("move.excuse", krone=say_krone(words, price))


def _say_amount(words: Words, seen: Position, amount: int) -> str:
    question = top(seen)
    strength, action = strength_of(question), action_of(question)
    if question.what == Step.SPLIT:
        krone, fields = amount_of_krone(words, amount), say_fields(words, strength - amount)
        return words.say("move.split", krone=krone, fields=fields)
    first = count_food(words, first_food(action), strength - amount)
    if amount == 0:
        return words.say("move.mix.first", first=first)
    second = count_food(words, second_food(action), amount)
    return words.say("move.mix", first=first, second=second)


def _say_part(words: Words, seen: Position, part: int) -> str:
    question = top(seen)
    if source_of(question) != DIE:
        return say_step(words, STEPS[guest_step(seen.edition, source_of(question), part)])
    if part == 0:
        return say_action(words, space_of(question))
    return say_step(words, STEPS[seen.extra_step])


def _say_done(words: Words, seen: Position) -> str:
    match top(seen).what:
        case Step.PLACE_FOOD:
            return words.say("move.done.food")
        case Step.PREPARE | Step.OPENING_ROOM:
            return words.say("move.done.rooms")
        case Step.PLAY_STAFF | Step.PLAY_DRAWN:
            return words.say("move.done.staff")
    return words.say("move.done")
