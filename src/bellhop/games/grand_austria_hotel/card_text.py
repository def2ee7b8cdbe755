"""Cards, dice and amounts in words and in symbols, made from the steps that the rules carry out.

A name in the catalogues has two forms: "Sculptor~the Sculptor" is the name by itself, and the name
after a verb such as "takes", which is the accusative in Polish and Russian.  Amounts of food and
money have two messages for the same reason: `amount` for itself, `count` after a verb.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bellhop.engine.words import Words

from .rules.boards import room_colour
from .rules.cards import (
    FLOORS,
    FREE,
    FULL,
    POLITICS_CARDS,
    STAFF_CARDS,
    STEPS_OF_A_CARD,
    Colour,
    Food,
    Measure,
    When,
)
from .rules.tables import (
    CHOOSE_PENALTY,
    CONDITION_OF,
    GUEST_NAMES,
    NO_STEP,
    OR_LOSE,
    STAFF_FOR,
    STAFF_NAMES,
    STAFF_WHEN,
    STEPS,
    guest_step,
    penalty_of,
    reward_of,
    staff_row,
    staff_step,
    waits_for,
)
from .rules.verbs import NO_LIMIT, VERBS, StepOf, highest_floor, is_occupied_at_once, name_what
from .rules.vocabulary import Space

CASES = "~"


def case(words: Words, key: str, default: str, number: int) -> str:
    """A name in one of its forms."""
    forms = words.find(key, default).split(CASES)
    return forms[min(number, len(forms) - 1)]


def name_guest(words: Words, guest: int) -> str:
    """A guest's name by itself."""
    return case(words, f"guest.{GUEST_NAMES[guest]}", GUEST_NAMES[guest], 0)


def whom_guest(words: Words, guest: int) -> str:
    """A guest's name after a verb."""
    return case(words, f"guest.{GUEST_NAMES[guest]}", GUEST_NAMES[guest], 1)


def name_staff(words: Words, card: int) -> str:
    """The name of a staff card by itself."""
    return case(words, f"staff.{STAFF_NAMES[card]}", STAFF_NAMES[card], 0)


def whom_staff(words: Words, card: int) -> str:
    """The name of a staff card after a verb."""
    return case(words, f"staff.{STAFF_NAMES[card]}", STAFF_NAMES[card], 1)


def name_food(words: Words, food: int) -> str:
    """A food by itself."""
    return case(words, f"food.{Food(food).name.lower()}", "", 0)


def what_food(words: Words, food: int) -> str:
    """A food after a verb."""
    return case(words, f"food.{Food(food).name.lower()}", "", 1)


def amount_of_food(words: Words, food: int, pieces: int) -> str:
    """An amount of a food by itself."""
    return words.count(f"amount.{Food(food).name.lower()}", pieces)


def count_food(words: Words, food: int, pieces: int) -> str:
    """An amount of a food after a verb."""
    return words.count(f"count.{Food(food).name.lower()}", pieces)


def amount_of_krone(words: Words, krone: int) -> str:
    """An amount of money by itself."""
    return words.count("amount.krone", krone)


def say_krone(words: Words, krone: int) -> str:
    """An amount of money after a verb."""
    return words.count("count.krone", krone)


def say_points(words: Words, points: int) -> str:
    """An amount of points, which may be negative."""
    return words.count("count.points", points)


def say_fields(words: Words, fields: int) -> str:
    """A number of fields on the emperor's track."""
    return words.count("count.fields", fields)


def say_price(words: Words, less: int) -> str:
    """By how much something is cheaper."""
    if less == FULL:
        return words.say("price.full")
    return words.say("price.free") if less >= FREE else words.count("price.less", less)


def say_step(words: Words, step: StepOf) -> str:
    """A step of a card in words, as its verb says it."""
    row = VERBS[step.verb]
    key = f"step.{row.verb.name.lower()}"
    match row.words:
        case "plain":
            return words.say(key)
        case "counted":
            return words.count(key, step.amount)
        case "food":
            return words.say(key, food=count_food(words, step.what, step.amount))
        case "priced":
            return words.say(key, price=say_price(words, step.less))
        case "drawn":
            return words.count(key, step.amount, price=say_price(words, step.less))
        case "terms":
            return words.say(key, terms=_terms(words, step))
        case "named":
            return words.say(f"{key}.{name_what(step)}")
        case "named, counted":
            return words.count(f"{key}.{name_what(step)}", step.amount)
        case "scored":
            return _score(words, step)
    return ""


def _terms(words: Words, step: StepOf) -> str:
    """The conditions for preparing a room: price, floors, occupied at once."""
    parts = [say_price(words, step.less)]
    floors = highest_floor(step.floors)
    if floors < FLOORS:
        parts.append(words.say("terms.floors", floors=floors))
    if is_occupied_at_once(step.floors):
        parts.append(words.say("terms.occupied"))
    return ", ".join(parts)


def _score(words: Words, step: StepOf) -> str:
    what = words.say(f"measure.{name_what(step)}")
    points = say_points(words, step.amount)
    if step.most == NO_LIMIT:
        return words.say("step.score_per", points=points, what=what)
    most = say_points(words, step.most)
    return words.say("step.score_per.at_most", points=points, what=what, most=most)


def steps_of_guest(edition: int, guest: int) -> list[StepOf]:
    """The steps of a guest's reward."""
    numbers = [guest_step(edition, guest, part) for part in range(STEPS_OF_A_CARD)]
    return [STEPS[number] for number in numbers if number != NO_STEP]


def steps_of_staff(edition: int, card: int) -> list[StepOf]:
    """The steps of a staff card."""
    numbers = [staff_step(edition, card, part) for part in range(STEPS_OF_A_CARD)]
    return [STEPS[number] for number in numbers if number != NO_STEP]


def say_steps(words: Words, steps: list[StepOf]) -> str:
    """Several steps in words."""
    text = say_step(words, steps[0])
    for step in steps[1:]:
        text = words.say("step.and", first=text, second=say_step(words, step))
    return text


def say_reward(words: Words, edition: int, guest: int) -> str:
    """The reward of a guest in words."""
    steps = steps_of_guest(edition, guest)
    return say_steps(words, steps) if steps else words.say("reward.none")


def say_timing(words: Words, card: int) -> str:
    """When a staff card works."""
    return words.say(f"timing.{STAFF_CARDS[card].timing}")


def say_effect(words: Words, edition: int, card: int) -> str:
    """What a staff card does, and what triggers it."""
    effect = say_steps(words, steps_of_staff(edition, card))
    row = staff_row(edition, card)
    marks = [mark for mark in range(STAFF_FOR[row].bit_length()) if waits_for(edition, card, mark)]
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
    """The condition of a politics card."""
    wanted = list(CONDITION_OF[politics])[: len(POLITICS_CARDS[politics].condition)]
    return words.join(
        words.count(f"enough.{Measure(measure).name.lower()}", enough) for measure, enough in wanted
    )


def say_tile_reward(words: Words, edition: int, tile: int) -> str:
    """The golden half of an emperor tile."""
    return say_step(words, STEPS[reward_of(edition, tile)])


def say_tile_penalty(words: Words, edition: int, tile: int) -> str:
    """The black half of an emperor tile."""
    penalty = say_step(words, STEPS[penalty_of(edition, tile)])
    if OR_LOSE[tile] == 0:
        return penalty
    points = words.count("penalty.points", OR_LOSE[tile])
    may_choose = CHOOSE_PENALTY[edition]
    return words.say("penalty.or" if may_choose else "penalty.else", penalty=penalty, points=points)


def say_colour(words: Words, board: int, room: int) -> str:
    """The colour of a room."""
    colour = room_colour(board, room)
    return words.say(f"colour.{Colour(colour).name.lower()}")


def say_power(words: Words, space: int, strength: int) -> str:
    """What the strength of an action means: for staff it is a discount, to which some cards add."""
    if space == Space.STAFF:
        return words.say("page.less", krone=say_krone(words, strength))
    return words.say("power", n=strength)


def say_action(words: Words, space: int) -> str:
    """The action of a space."""
    return words.say(f"space.{Space(space).name.lower()}")


def say_item(words: Words, name: str) -> str:
    """The name of a scoring item."""
    return words.say(f"item.{name}")


def say_dice(spaces: Sequence[int]) -> str:
    """The dice on the spaces, such as 1×3 2×2."""
    return " ".join(f"{space + 1}×{dice}" for space, dice in enumerate(spaces) if dice) or "–"


class Symbol(NamedTuple):
    """A symbol with a number, drawn for a step."""

    name: str
    number: int = 0


def symbols_of(step: StepOf) -> tuple[Symbol, ...]:
    """A step in symbols: first what it does, then its conditions."""
    symbols = []
    for part in VERBS[step.verb].symbol.split():
        match part:
            case "price":
                symbols.append(_price_symbol(step.less))
            case "terms":
                symbols += _term_symbols(step)
            case _:
                name = part.format(what=name_what(step).replace("_", "-"))
                symbols.append(Symbol(name, step.amount))
    return tuple(symbols)


def _price_symbol(less: int) -> Symbol:
    if less == FULL:
        return Symbol("full-price")
    return Symbol("free") if less >= FREE else Symbol("less", less)


def _term_symbols(step: StepOf) -> list[Symbol]:
    """The symbols of the conditions for preparing a room."""
    symbols = [_price_symbol(step.less)]
    floors = highest_floor(step.floors)
    if floors < FLOORS:
        symbols.append(Symbol("floors", floors))
    if is_occupied_at_once(step.floors):
        symbols.append(Symbol("occupied"))
    return symbols
