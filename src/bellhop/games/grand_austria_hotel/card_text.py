"""Cards in words and in symbols, both made from the steps that the rules carry out.

A name in the catalogues holds its cases: "Sculptor~the Sculptor" is how it stands alone, and how
it stands after "takes"; Polish and Russian have the accusative there.  Amounts of food and money
have two messages for the same reason: `amount` stands alone, `count` follows a verb.
"""

from typing import NamedTuple

from bellhop.engine.words import Words

from .rules.cards import (
    ALL_FOOD,
    FLOORS,
    FREE,
    FULL,
    GUESTS,
    OCCUPIED_AT_ONCE,
    POLITICS_CARDS,
    STAFF,
    STAFF_CARDS,
    STEPS_OF_A_CARD,
    TILES,
    Colour,
    Cost,
    Food,
    Measure,
    StepOf,
    Verb,
    When,
    Which,
)
from .rules.tables import (
    CONDITION_OF,
    GUEST_NAMES,
    GUEST_STEPS,
    OR_LOSE,
    PENALTY_STEP,
    REWARD_STEP,
    STAFF_FOR,
    STAFF_NAMES,
    STAFF_STEPS,
    STAFF_WHEN,
    STEPS,
)

CASES = "~"
COUNTED = {
    *(Verb.GAIN_MONEY, Verb.GAIN_POINTS, Verb.ADVANCE, Verb.GAIN_EACH_FOOD, Verb.CHOOSE_FOOD),
    *(Verb.DRAW_STAFF, Verb.OCCUPY_ROOM, Verb.TAKE_GUEST, Verb.ADD_STRENGTH, Verb.REDUCE_PRICE),
    *(Verb.EXCUSE_PENALTY, Verb.LOSE_MONEY, Verb.LOSE_POINTS, Verb.RETURN_STAFF),
}
PLAIN = {
    *(Verb.FILL_ORDER, Verb.ANOTHER_TURN, Verb.ANOTHER_ACTION, Verb.BOTH_TRACKS),
    *(Verb.COPY_STAFF, Verb.DISCARD_STAFF),
}


def case(words: Words, key: str, default: str, number: int) -> str:
    """A name in one of its cases."""
    forms = words.find(key, default).split(CASES)
    return forms[min(number, len(forms) - 1)]


def name_guest(words: Words, guest: int) -> str:
    """A guest's name as it stands alone."""
    return case(words, f"guest.{GUEST_NAMES[guest]}", GUEST_NAMES[guest], 0)


def whom_guest(words: Words, guest: int) -> str:
    """A guest's name after a verb."""
    return case(words, f"guest.{GUEST_NAMES[guest]}", GUEST_NAMES[guest], 1)


def name_staff(words: Words, card: int) -> str:
    """The name of a staff card as it stands alone."""
    return case(words, f"staff.{STAFF_NAMES[card]}", STAFF_NAMES[card], 0)


def whom_staff(words: Words, card: int) -> str:
    """The name of a staff card after a verb."""
    return case(words, f"staff.{STAFF_NAMES[card]}", STAFF_NAMES[card], 1)


def name_food(words: Words, food: int) -> str:
    """A food as it stands alone."""
    return case(words, f"food.{Food(food).name.lower()}", "", 0)


def what_food(words: Words, food: int) -> str:
    """A food after a verb."""
    return case(words, f"food.{Food(food).name.lower()}", "", 1)


def amount_of_food(words: Words, food: int, pieces: int) -> str:
    """An amount of a food as it stands alone."""
    return words.count(f"amount.{Food(food).name.lower()}", pieces)


def count_food(words: Words, food: int, pieces: int) -> str:
    """An amount of a food after a verb."""
    return words.count(f"count.{Food(food).name.lower()}", pieces)


def amount_of_krone(words: Words, krone: int) -> str:
    """An amount of money as it stands alone."""
    return words.count("amount.krone", krone)


def say_krone(words: Words, krone: int) -> str:
    """An amount of money after a verb."""
    return words.count("count.krone", krone)


def say_points(words: Words, points: int) -> str:
    """An amount of points, which may be below zero."""
    return words.count("count.points", abs(points)).replace(
        str(abs(points)), f"{points}".replace("-", "−"), 1
    )


def say_fields(words: Words, fields: int) -> str:
    """Fields of the emperor's track."""
    return words.count("count.fields", fields)


def say_price(words: Words, less: int) -> str:
    """How much cheaper something is."""
    if less == FULL:
        return words.say("price.full")
    return words.say("price.free") if less >= FREE else words.count("price.less", less)


def say_step(words: Words, step: StepOf) -> str:
    """A step of a card."""
    verb = Verb(step.verb)
    key = f"step.{verb.name.lower()}"
    if verb in COUNTED:
        return words.count(key, step.a)
    if verb in PLAIN:
        return words.say(key)
    match verb:
        case Verb.GAIN_FOOD:
            return words.say("step.gain_food", food=count_food(words, step.b, step.a))
        case Verb.PLAY_STAFF:
            return words.say("step.play_staff", price=say_price(words, step.a))
        case Verb.PLAY_DRAWN:
            return words.count("step.play_drawn", step.a, price=say_price(words, step.b))
        case Verb.PREPARE_ROOM:
            return words.say("step.prepare_room", terms=_terms(words, step))
        case Verb.WAIVE:
            return words.say(f"step.waive.{Cost(step.a).name.lower()}")
        case Verb.SCORE_PER:
            return _score(words, step)
        case Verb.RETURN_FOOD:
            key = "step.return_food.all" if step.a == ALL_FOOD else "step.return_food.kitchen"
            return words.say(key)
        case Verb.REMOVE_ROOMS:
            return words.count(f"step.remove_rooms.{Which(step.b).name.lower()}", step.a)
    return ""


def _terms(words: Words, step: StepOf) -> str:
    """On which terms a room is prepared."""
    parts = [say_price(words, step.a)]
    if step.b % OCCUPIED_AT_ONCE < FLOORS:
        parts.append(words.say("terms.floors", floors=step.b % OCCUPIED_AT_ONCE))
    if step.b > OCCUPIED_AT_ONCE:
        parts.append(words.say("terms.occupied"))
    return ", ".join(parts)


def _score(words: Words, step: StepOf) -> str:
    what = words.say(f"measure.{Measure(step.b).name.lower()}")
    points = say_points(words, step.a)
    if step.c == 0:
        return words.say("step.score_per", points=points, what=what)
    return words.say(
        "step.score_per.at_most", points=points, what=what, most=say_points(words, step.c)
    )


def steps_of_guest(edition: int, guest: int) -> list[StepOf]:
    """The steps of a guest's reward."""
    first = (edition * GUESTS + guest) * STEPS_OF_A_CARD
    return [STEPS[number] for number in GUEST_STEPS[first : first + STEPS_OF_A_CARD] if number]


def steps_of_staff(edition: int, card: int) -> list[StepOf]:
    """The steps of a staff card."""
    first = (edition * STAFF + card) * STEPS_OF_A_CARD
    return [STEPS[number] for number in STAFF_STEPS[first : first + STEPS_OF_A_CARD] if number]


def say_steps(words: Words, steps: list[StepOf]) -> str:
    """Several steps."""
    text = say_step(words, steps[0])
    for step in steps[1:]:
        text = words.say("step.and", first=text, second=say_step(words, step))
    return text


def say_reward(words: Words, edition: int, guest: int) -> str:
    """What a guest brings when moving in."""
    steps = steps_of_guest(edition, guest)
    return say_steps(words, steps) if steps else words.say("reward.none")


def say_timing(words: Words, card: int) -> str:
    """When a staff card works."""
    return words.say(f"timing.{STAFF_CARDS[card].timing}")


def say_effect(words: Words, edition: int, card: int) -> str:
    """What a staff card does, and what it waits for."""
    effect = say_steps(words, steps_of_staff(edition, card))
    row = edition * STAFF + card
    marks = [mark for mark in range(8) if STAFF_FOR[row] >> mark & 1]
    numbers = words.either(str(mark) for mark in marks)
    match STAFF_WHEN[row]:
        case When.TAKE_DIE:
            return words.say("when.take_die", spaces=numbers, effect=effect)
        case When.USE_SPACE:
            return words.say("when.use_space", spaces=numbers, effect=effect)
        case When.LARGE_ORDER:
            return words.say("when.large_order", size=numbers, effect=effect)
        case When.CHECK_IN:
            if len(marks) == len(Colour):
                return words.say("when.check_in.any", effect=effect)
            return words.say("when.check_in", colours=_colours(words, marks), effect=effect)
        case When.ORDER_FILLED:
            return words.say("when.order_filled", colours=_colours(words, marks), effect=effect)
        case When.ROOM_OCCUPIED:
            return words.say("when.room_occupied", effect=effect)
        case When.EMPEROR_REWARD:
            return words.say("when.emperor_reward", effect=effect)
    return effect


def _colours(words: Words, colours: list[int]) -> str:
    return words.either(words.say(f"guest_colour.{Colour(c).name.lower()}") for c in colours)


def say_condition(words: Words, politics: int) -> str:
    """What a politics card asks for."""
    wanted = list(CONDITION_OF[politics])[: len(POLITICS_CARDS[politics].condition)]
    return words.join(
        words.count(f"enough.{Measure(measure).name.lower()}", enough) for measure, enough in wanted
    )


def say_tile_reward(words: Words, edition: int, tile: int) -> str:
    """The golden half of an emperor tile."""
    return say_step(words, STEPS[REWARD_STEP[edition * TILES + tile]])


def say_tile_penalty(words: Words, edition: int, tile: int) -> str:
    """The black half of an emperor tile."""
    penalty = say_step(words, STEPS[PENALTY_STEP[edition * TILES + tile]])
    if OR_LOSE[tile] == 0:
        return penalty
    points = words.count("penalty.points", OR_LOSE[tile])
    return words.say("penalty.or", penalty=penalty, points=points)


class Symbol(NamedTuple):
    """A symbol with a number: what is drawn for a step."""

    name: str
    number: int = 0


def symbols_of(step: StepOf) -> tuple[Symbol, ...]:
    """A step in symbols: first what it does, then on which terms."""
    verb = Verb(step.verb).name.lower().replace("_", "-")
    match step.verb:
        case Verb.GAIN_FOOD:
            return (Symbol(Food(step.b).name.lower(), step.a),)
        case Verb.PLAY_STAFF:
            return Symbol(verb), _price_symbol(step.a)
        case Verb.PLAY_DRAWN:
            return Symbol("draw-staff", step.a), Symbol("play-staff"), _price_symbol(step.b)
        case Verb.PREPARE_ROOM:
            parts = [Symbol(verb), _price_symbol(step.a)]
            if step.b % OCCUPIED_AT_ONCE < FLOORS:
                parts.append(Symbol("floors", step.b % OCCUPIED_AT_ONCE))
            if step.b > OCCUPIED_AT_ONCE:
                parts.append(Symbol("occupied"))
            return tuple(parts)
        case Verb.WAIVE:
            return (Symbol(f"free-{Cost(step.a).name.lower().replace('_', '-')}"),)
        case Verb.SCORE_PER:
            measure = Measure(step.b).name.lower().replace("_", "-")
            return Symbol("points", step.a), Symbol(f"per-{measure}")
        case Verb.RETURN_FOOD:
            return (Symbol(f"{verb}-{'all' if step.a == ALL_FOOD else 'kitchen'}"),)
        case Verb.REMOVE_ROOMS:
            return (Symbol(f"{verb}-{Which(step.b).name.lower()}", step.a),)
    return (Symbol(verb, step.a),)


def _price_symbol(less: int) -> Symbol:
    if less == FULL:
        return Symbol("full-price")
    return Symbol("free") if less >= FREE else Symbol("less", less)
