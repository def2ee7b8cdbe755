"""Staff cards: drawing, playing, and when they work. Sections: staff, setup, the list of staff."""

from bellhop.engine.dice import roll
from bellhop.engine.questions import plan
from bellhop.engine.records import Cells
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, all_but, tell

from .cards import STAFF, STEPS_OF_A_CARD, Timing, When
from .gains import gain, is_gain, pay
from .state import Position
from .tables import (
    FREE_GUESTS_CARD,
    FREE_SERVICE_CARD,
    FREE_SIXTH_CARD,
    MOST_WAITING,
    NO_CARD,
    NO_STEP,
    STAFF_COST,
    STAFF_FOR,
    STAFF_STEPS,
    STAFF_TIMING,
    STEP_AMOUNT,
    STEP_VERB,
    WAITING,
    WAIVERS,
    WHENS,
)
from .verbs import VERB_JOINS, Verb
from .vocabulary import FOR_STAFF, PUBLIC, Event, Place, Step


def pick(cells: Cells, value: int, number: int) -> int:
    """The index of one of the cells that hold a value, counted from 0."""
    index = 0
    while cells[index] != value or number > 0:
        number -= cells[index] == value
        index += 1
    return index


@rule("staff")
def price_of(game: Position, card: int, discount: int) -> int:
    """A card costs what is printed on it, less a discount, never less than nothing."""
    return max(0, STAFF_COST[game.edition * STAFF + card] - discount)


@rule("staff")
def works_for(game: Position, seat: int, card: int) -> bool:
    """A card works for who has played it, used or not."""
    return card != NO_CARD and is_open(game.staff[card], seat)


def is_open(place: int, seat: int) -> bool:
    """Does a card lie open before a seat?"""
    return place == Place.PLAYED + seat or place == Place.USED + seat


@rule("staff")
def played_staff(game: Position, seat: int) -> int:
    """Cards that a seat has played."""
    cards = 0
    for place in game.staff:
        cards += is_open(place, seat)
    return cards


@rule("staff")
def play_card(game: Position, seat: int, card: int, discount: int) -> None:
    """Pay for a card and lay it open; what works once works now."""
    price = price_of(game, card, discount)
    pay(game, seat, price)
    if game.staff[card] == Place.HAND + seat:
        game.players[seat].held -= 1
    else:
        game.players[seat].aside -= 1
    game.staff[card] = Place.PLAYED + seat
    game.known[card] = PUBLIC
    tell(EVERYONE, Event.STAFF_PLAYED, seat, card, price)
    if STAFF_TIMING[card] == Timing.ONCE:
        work(game, seat, card)


@rule("staff")
def work(game: Position, seat: int, card: int) -> None:
    """A card does its steps: gains at once, the rest when all that came before is done."""
    first = (game.edition * STAFF + card) * STEPS_OF_A_CARD
    for part in range(STEPS_OF_A_CARD):
        step = STAFF_STEPS[first + STEPS_OF_A_CARD - 1 - part]
        if is_gain(step):
            gain(game, seat, step, FOR_STAFF)
        elif step != NO_STEP:
            plan(game, Step.RUN_STEP, step, seat)


@rule("staff")
def use_card(game: Position, seat: int, card: int) -> None:
    """A card that works once per round is turned, and works now (ruling S1)."""
    game.staff[card] = Place.USED + seat
    tell(EVERYONE, Event.STAFF_USED, seat, card)
    work(game, seat, card)


@rule("staff")
def fire(game: Position, seat: int, when: int, mark: int) -> int:
    """All permanent effects that waited for this work; the step that joins an action, if any."""
    joining = NO_STEP
    first = (game.edition * WHENS + when) * MOST_WAITING
    for number in range(MOST_WAITING):
        card = WAITING[first + number]
        if is_ready(game, seat, card, mark):
            joining = max(joining, work_along(game, seat, card))
    return joining


def is_ready(game: Position, seat: int, card: int, mark: int) -> bool:
    """Does a card work for a seat, and for such a space, colour or size?"""
    if card == NO_CARD or game.staff[card] != Place.PLAYED + seat:
        return False
    return STAFF_FOR[game.edition * STAFF + card] >> mark & 1 == 1


def work_along(game: Position, seat: int, card: int) -> int:
    """The first step of a permanent effect: gained at once, or given back to join an action."""
    step = STAFF_STEPS[(game.edition * STAFF + card) * STEPS_OF_A_CARD]
    if is_gain(step):
        tell(EVERYONE, Event.STAFF_WORKS, seat, card)
        gain(game, seat, step, FOR_STAFF)
    return step if VERB_JOINS[STEP_VERB[step]] == 1 else NO_STEP


@rule("setup")
def draw_card(game: Position, seat: int, place: int) -> bool:
    """Take the top card of the pile, then those put under it; is there still one? (ruling S2)."""
    card = NO_CARD
    if game.pile > 0:
        card = pick(game.staff, Place.PILE, roll(game, game.pile))
        game.pile -= 1
        game.known[card] = 0
    elif game.put_under > 0:
        card = game.under[0] - 1
        game.put_under -= 1
        for number in range(game.put_under):
            game.under[number] = game.under[number + 1]
        game.under[game.put_under] = 0
    if card == NO_CARD:
        return False
    game.staff[card] = place + seat
    game.known[card] |= 1 << seat
    if place == Place.HAND:
        game.players[seat].held += 1
    else:
        game.players[seat].aside += 1
    tell(seat, Event.DREW, seat, card)
    return True


@rule("setup")
def draw_cards(game: Position, seat: int, cards: int, place: int) -> int:
    """Draw as many as there are, at most so many; the answer is how many there were."""
    drawn = 0
    for _ in range(cards):
        if draw_card(game, seat, place):
            drawn += 1
    tell(all_but(seat), Event.DREW_UNSEEN, seat, drawn)
    return drawn


@rule("emperor_tiles")
def put_under(game: Position, seat: int, card: int) -> None:
    """A card goes under the pile, face down: only who put it there knows it (ruling K2)."""
    if game.staff[card] == Place.HAND + seat:
        game.players[seat].held -= 1
    else:
        game.players[seat].aside -= 1
    game.staff[card] = Place.UNDER
    game.known[card] = 1 << seat
    game.under[game.put_under] = card + 1
    game.put_under += 1
    tell(seat, Event.PUT_UNDER, seat, card)


@rule("emperor_tiles")
def put_drawn_under(game: Position, seat: int) -> None:
    """What was drawn to choose from, and not played, goes under the pile by number (ruling K3)."""
    cards = game.players[seat].aside
    for card in range(STAFF):
        if game.staff[card] == Place.ASIDE + seat:
            put_under(game, seat, card)
    tell(all_but(seat), Event.PUT_UNDER_UNSEEN, seat, cards)


@rule("emperor_tiles")
def hide_hand(game: Position, seat: int) -> None:
    """After cards left a hand face down, others cannot tell which are still in it (ruling K2)."""
    for card in range(STAFF):
        if game.staff[card] == Place.HAND + seat:
            game.known[card] = 1 << seat


@rule("staff_list")
def prepares_free(game: Position, seat: int, colour: int) -> bool:
    """Butler, chauffeur and florist prepare the rooms of one colour for nothing."""
    return works_for(game, seat, WAIVERS[colour])


@rule("staff_list")
def serves_free(game: Position, seat: int) -> bool:
    """The chief waiter carries food for nothing."""
    return works_for(game, seat, FREE_SERVICE_CARD)


@rule("staff_list")
def takes_guests_free(game: Position, seat: int) -> bool:
    """The delivery boy brings guests for nothing."""
    return works_for(game, seat, FREE_GUESTS_CARD)


@rule("staff_list")
def sixth_is_free(game: Position, seat: int) -> bool:
    """The kitchen hand uses the sixth space for nothing."""
    return works_for(game, seat, FREE_SIXTH_CARD)


@rule("staff_list")
def strength_added(game: Position, seat: int, space: int, takes_die: bool) -> int:
    """Some staff make the action stronger: by taking the die, or by using the space (ruling S3)."""
    added = strength_when(game, seat, When.USE_SPACE, space)
    if takes_die:
        added += strength_when(game, seat, When.TAKE_DIE, space)
    return added


def strength_when(game: Position, seat: int, when: int, space: int) -> int:
    """What the cards that wait for one occasion add."""
    added = 0
    first = (game.edition * WHENS + when) * MOST_WAITING
    for number in range(MOST_WAITING):
        card = WAITING[first + number]
        if is_ready(game, seat, card, space):
            added += strength_of(game, card)
    return added


def strength_of(game: Position, card: int) -> int:
    """How much stronger a card makes an action; a lower price is the same for the fifth one."""
    added = 0
    first = (game.edition * STAFF + card) * STEPS_OF_A_CARD
    for part in range(STEPS_OF_A_CARD):
        step = STAFF_STEPS[first + part]
        match STEP_VERB[step]:
            case Verb.ADD_STRENGTH | Verb.REDUCE_PRICE:
                added += STEP_AMOUNT[step]
    return added
