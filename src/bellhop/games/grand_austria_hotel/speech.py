"""Grand Austria Hotel in words: moves, events and refusals, from the catalogues in `words`."""

from collections.abc import Collection, Mapping, Sequence

from bellhop.engine.questions import is_asking, top
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from .card_text import (
    amount_of_krone,
    count_food,
    name_guest,
    name_staff,
    say_colour,
    say_condition,
    say_fields,
    say_krone,
    say_points,
    say_power,
    say_step,
    say_tile_penalty,
    say_tile_reward,
    what_food,
    whom_guest,
    whom_staff,
)
from .rules.boards import ROOM_NAMES
from .rules.cards import LETTERS, Colour
from .rules.guests import row_price
from .rules.hotel import count_rooms, prepared_rooms, room_price
from .rules.packing import (
    DIE,
    action_of,
    dice_on,
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
    ITEM_NAMES,
    MOVE_KIND,
    MOVE_WHAT,
    MOVE_WHERE,
    OPENING_ROOMS,
    POLITICS_POINTS,
    SERVICE_PRICE,
    SIXTH_PRICE,
    SPACES,
    Event,
    Move,
    Penalty,
    Refusal,
    Space,
    Step,
    first_food,
    second_food,
)

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
        return words.say("question.turn")
    asked = top(seen)
    rooms = count_rooms(prepared_rooms(seen.players[asked.seat]))
    if asked.what == Step.OPENING_ROOM and rooms >= OPENING_ROOMS:
        return words.say("question.opening_room.done")
    return words.say(f"question.{Step(asked.what).name.lower()}")


def say_action(words: Words, space: int) -> str:
    """The action of a space."""
    return words.say(f"space.{Space(space).name.lower()}")


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


def say_dice(spaces: Sequence[int]) -> str:
    """The dice on the spaces, such as 1×3 2×2."""
    return " ".join(f"{space + 1}×{dice}" for space, dice in enumerate(spaces) if dice) or "–"


def say_event(words: Words, told: Told, names: Sequence[str]) -> str:
    """A line of the log."""
    a, b, c, d, _ = told.numbers
    match told.event:
        case Event.ROUND_STARTED:
            return words.say("event.round_started", round=a + 1, player=names[b])
        case Event.GUEST_ARRIVED:
            return words.say("event.guest_arrived", guest=name_guest(words, a))
        case Event.GUESTS_SHUFFLED:
            return words.say("event.guests_shuffled")
        case Event.PACKS_PASSED:
            return words.say("event.packs_passed")
        case Event.GAME_ENDED:
            return words.say("event.game_ended")
        case Event.SET_UP:
            return words.say(
                "event.set_up",
                letter=LETTERS[c],
                condition=say_condition(words, a),
                reward=say_tile_reward(words, d, b),
                penalty=say_tile_penalty(words, d, b),
            )
    return _say_deed(words, told, names[a])


def _say_deed(words: Words, told: Told, player: str) -> str:
    """A line about something that a player does alone."""
    _, b, c, _, _ = told.numbers
    match told.event:
        case Event.ROLLED | Event.REROLLED:
            dice = say_dice([dice_on(b, space) for space in range(SPACES)])
            key = "event.rolled" if told.event == Event.ROLLED else "event.rerolled"
            return words.say(key, player=player, dice=dice)
        case Event.LAST_DIE_GONE:
            return words.say("event.last_die_gone", player=player)
        case Event.BOOSTED:
            return words.say("event.boosted", player=player)
        case Event.NO_ACTION:
            return words.say("event.no_action", player=player)
        case Event.PASSED:
            return words.say("event.passed", player=player)
        case Event.DECLINED:
            return words.say("event.declined", player=player)
        case Event.EXTRA_TURN:
            return words.say("event.extra_turn", player=player)
        case Event.DRAFTED_UNSEEN:
            return words.say("event.drafted_unseen", player=player)
        case Event.ROOMS_CHOSEN:
            return words.say("event.rooms_chosen", player=player)
        case Event.USED_AS:
            return words.say(
                "event.used_as", player=player, space=b + 1, action=say_action(words, b)
            )
        case Event.DIE_TAKEN | Event.SPACE_USED:
            key = "event.die_taken" if told.event == Event.DIE_TAKEN else "event.space_used"
            action, power = say_action(words, b), say_power(words, b, c)
            return words.say(key, player=player, space=b + 1, action=action, power=power)
        case Event.BOARD_DEALT:
            return words.say("event.board_dealt", player=player, number=b)
        case Event.SET_DEALT:
            return words.say("event.set_dealt", player=player, letter="ABCD"[b])
    return _say_gain(words, told, player)


def _say_gain(words: Words, told: Told, player: str) -> str:
    """A line about points, krone, favour and the emperor."""
    _, b, c, d, e = told.numbers
    match told.event:
        case Event.SCORED_NOW:
            key = "event.scored_now" if c >= 0 else "event.points_lost"
            return words.count(key, abs(c), player=player, item=say_item(words, ITEM_NAMES[b]))
        case Event.SCORED:
            text = words.count(
                "event.scored", abs(c), player=player, item=say_item(words, ITEM_NAMES[b])
            )
            return text if c >= 0 else text.replace(str(-c), f"−{-c}", 1)
        case Event.MONEY:
            if b == 0:
                return words.say("event.money.full", player=player)
            key = "event.money" if b > 0 else "event.money.lost"
            return words.say(key, player=player, krone=say_krone(words, abs(b)))
        case Event.ADVANCED:
            return words.count("event.advanced", b, player=player, field=c) if b else ""
        case Event.CLAIMED:
            condition, points = say_condition(words, b), say_points(words, c)
            return words.say("event.claimed", player=player, condition=condition, points=points)
        case Event.EMPEROR_SCORED:
            points = say_points(words, b)
            return words.say("event.emperor_scored", player=player, field=c, points=points, back=d)
        case Event.REWARDED:
            return words.say("event.rewarded", player=player, reward=say_tile_reward(words, e, b))
        case Event.PUNISHED:
            penalty = say_tile_penalty(words, e, b)
            return words.say("event.punished", player=player, penalty=penalty)
        case Event.EXCUSED:
            return words.say("event.excused", player=player, krone=say_krone(words, b))
        case Event.SIXTH_PAID:
            return words.say("event.sixth_paid", player=player, krone=say_krone(words, b))
        case Event.IDLE:
            return words.say("event.idle", player=player, what=say_step(words, STEPS[b]))
        case Event.FOOD_RETURNED:
            return words.count("event.food_returned", b, player=player)
    return _say_hotel(words, told, player)


def _say_hotel(words: Words, told: Told, player: str) -> str:
    """A line about guests, food and rooms."""
    _, b, c, d, _ = told.numbers
    match told.event:
        case Event.GUEST_TAKEN:
            guest = whom_guest(words, b)
            if c == 0:
                return words.say("event.guest_taken.free", player=player, guest=guest)
            krone = say_krone(words, c)
            return words.say("event.guest_taken", player=player, guest=guest, krone=krone)
        case Event.FOOD_TAKEN:
            return words.say("event.food_taken", player=player, food=count_food(words, b, c))
        case Event.FOOD_STORED:
            return words.say("event.food_stored", player=player, food=count_food(words, b, c))
        case Event.FOOD_SERVED:
            food, guest = what_food(words, b), name_guest(words, c)
            return words.say("event.food_served", player=player, food=food, guest=guest)
        case Event.SERVICE_PAID:
            return words.say("event.service_paid", player=player, krone=say_krone(words, b))
        case Event.ORDER_READY:
            return words.say("event.order_ready", player=player, guest=name_guest(words, b))
        case Event.ORDER_FILLED:
            return words.say("event.order_filled", player=player, guest=name_guest(words, b))
        case Event.CHECKED_IN:
            guest = whom_guest(words, b)
            return words.say("event.checked_in", player=player, guest=guest, room=ROOM_NAMES[c])
        case Event.ROOM_PREPARED:
            room = ROOM_NAMES[b]
            if c == 0:
                return words.say("event.room_prepared.free", player=player, room=room)
            krone = say_krone(words, c)
            return words.say("event.room_prepared", player=player, room=room, krone=krone)
        case Event.ROOM_OCCUPIED:
            return words.say("event.room_occupied", player=player, room=ROOM_NAMES[b])
        case Event.ROOM_REMOVED:
            return words.say("event.room_removed", player=player, room=ROOM_NAMES[b])
        case Event.GROUP_COMPLETED:
            bonus = (say_points, amount_of_krone, say_fields)[b](words, d)
            colour = Colour(b).name.lower()
            return words.say(f"event.group.{colour}", player=player, size=c, bonus=bonus)
    return _say_staff_event(words, told, player)


def _say_staff_event(words: Words, told: Told, player: str) -> str:
    """A line about staff cards."""
    _, b, c, _, _ = told.numbers
    match told.event:
        case Event.DREW_UNSEEN:
            return words.count("event.drew_unseen", b, player=player)
        case Event.PUT_UNDER_UNSEEN:
            return words.count("event.put_under_unseen", b, player=player)
        case Event.STAFF_PLAYED:
            staff = whom_staff(words, b)
            if c == 0:
                return words.say("event.staff_played.free", player=player, staff=staff)
            krone = say_krone(words, c)
            return words.say("event.staff_played", player=player, staff=staff, krone=krone)
    staff = name_staff(words, b)
    match told.event:
        case Event.STAFF_USED:
            return words.say("event.staff_used", player=player, staff=staff)
        case Event.STAFF_WORKS:
            return words.say("event.staff_works", player=player, staff=staff)
        case Event.DREW:
            return words.say("event.drew", player=player, staff=staff)
        case Event.PUT_UNDER:
            return words.say("event.put_under", player=player, staff=staff)
        case Event.DRAFTED:
            return words.say("event.drafted", player=player, staff=staff)
        case Event.STAFF_DISCARDED:
            return words.say("event.staff_discarded", player=player, staff=staff)
        case Event.STAFF_SCORED:
            points = say_points(words, c)
            return words.say("event.staff_scored", player=player, staff=staff, points=points)
    return ""


def say_item(words: Words, name: str) -> str:
    """The name of a scoring item."""
    return words.say(f"item.{name}")
