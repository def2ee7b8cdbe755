"""What happened in Grand Austria Hotel, in words: the lines of the log."""

from collections.abc import Sequence

from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from .card_text import (
    amount_of_krone,
    count_food,
    name_guest,
    name_staff,
    say_action,
    say_condition,
    say_dice,
    say_fields,
    say_item,
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
from .rules.packing import dice_on
from .rules.tables import STEPS
from .rules.vocabulary import ITEM_NAMES, SPACES, Event

WITH_STAFF = {  # events that name a player and a staff card, and nothing else
    *(Event.STAFF_USED, Event.STAFF_WORKS, Event.STAFF_DISCARDED),
    *(Event.DREW, Event.PUT_UNDER, Event.DRAFTED),
}


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
            return words.count(
                "event.scored", c, player=player, item=say_item(words, ITEM_NAMES[b])
            )
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
    if told.event == Event.STAFF_SCORED:
        points = say_points(words, c)
        return words.say("event.staff_scored", player=player, staff=staff, points=points)
    key = f"event.{Event(told.event).name.lower()}"
    return words.say(key, player=player, staff=staff) if told.event in WITH_STAFF else ""
