"""Staff cards: drawing, playing, and when they work. Sections: staff, setup, the list of staff."""

from bellhop.engine.dice import roll
from bellhop.engine.records import Cells
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, all_but, tell

from .cards import STAFF, STEPS_OF_A_CARD, Timing, When
from .gains import gain, is_gain, pay
from .packing import UNKNOWN_CARD, card_of, entry_of, plan_step, staff_at
from .state import Position
from .tables import (
    FREE_GUESTS_CARD,
    FREE_SERVICE_CARD,
    FREE_SIXTH_CARD,
    MAX_WAITING,
    NO_CARD,
    NO_STEP,
    STAFF_TIMING,
    STEP_AMOUNT,
    STEP_VERB,
    WAIVERS,
    staff_cost,
    staff_step,
    waiting_card,
    waits_for,
)
from .verbs import VERB_JOINS, Verb
from .vocabulary import FOR_STAFF, PUBLIC, Event, Place


def pick(cells: Cells, value: int, number: int) -> int:
    """The index of one of the cells that hold a value: number 0 is the first of them."""
    index = 0
    while cells[index] != value or number > 0:
        number -= cells[index] == value
        index += 1
    return index


@rule("staff")
def price_of(game: Position, card: int, discount: int) -> int:
    """A card costs its printed price less a discount, but never less than zero."""
    return max(0, staff_cost(game.edition, card) - discount)


@rule("staff")
def works_for(game: Position, seat: int, card: int) -> bool:
    """A card works for the player who played it, used or not."""
    return card != NO_CARD and is_open(game.staff[card], seat)


def is_open(place: int, seat: int) -> bool:
    """Is a card face up in front of a seat?"""
    return place == staff_at(Place.PLAYED, seat) or place == staff_at(Place.USED, seat)


@rule("staff")
def played_staff(game: Position, seat: int) -> int:
    """The number of cards that a seat has played."""
    cards = 0
    for place in game.staff:
        cards += is_open(place, seat)
    return cards


@rule("staff")
def play_card(game: Position, seat: int, card: int, discount: int) -> None:
    """Pay for a card and place it face up; a card that works once works now."""
    price = price_of(game, card, discount)
    pay(game, seat, price)
    if game.staff[card] == staff_at(Place.HAND, seat):
        game.players[seat].held -= 1
    else:
        game.players[seat].aside -= 1
    game.staff[card] = staff_at(Place.PLAYED, seat)
    game.known[card] = PUBLIC
    tell(EVERYONE, Event.STAFF_PLAYED, seat, card, price)
    if STAFF_TIMING[card] == Timing.ONCE:
        work(game, seat, card)


@rule("staff")
def work(game: Position, seat: int, card: int) -> None:
    """A card does its steps: gains at once, the others after everything planned before."""
    for part in range(STEPS_OF_A_CARD):
        step = staff_step(game.edition, card, STEPS_OF_A_CARD - 1 - part)
        if is_gain(step):
            gain(game, seat, step, FOR_STAFF)
        elif step != NO_STEP:
            plan_step(game, seat, step)


@rule("staff")
def use_card(game: Position, seat: int, card: int) -> None:
    """A card that works once per round is turned, and works now (ruling S1)."""
    game.staff[card] = staff_at(Place.USED, seat)
    tell(EVERYONE, Event.STAFF_USED, seat, card)
    work(game, seat, card)


@rule("staff")
def fire(game: Position, seat: int, when: int, mark: int) -> int:
    """All permanent effects with this trigger work; returns the step that joins an action."""
    joining = NO_STEP
    for number in range(MAX_WAITING):
        card = waiting_card(game.edition, when, number)
        if is_ready(game, seat, card, mark):
            joining = max(joining, work_along(game, seat, card))
    return joining


def is_ready(game: Position, seat: int, card: int, mark: int) -> bool:
    """Does a card work for a seat, and for this space, colour or size?"""
    if card == NO_CARD or game.staff[card] != staff_at(Place.PLAYED, seat):
        return False
    return waits_for(game.edition, card, mark)


def work_along(game: Position, seat: int, card: int) -> int:
    """Do the first step of a permanent effect if it is a gain, or return it to join an action."""
    step = staff_step(game.edition, card, 0)
    if is_gain(step):
        tell(EVERYONE, Event.STAFF_WORKS, seat, card)
        gain(game, seat, step, FOR_STAFF)
    return step if VERB_JOINS[STEP_VERB[step]] == 1 else NO_STEP


@rule("setup")
def draw_card(game: Position, seat: int, place: int) -> bool:
    """Draw from the pile, then the cards put under it; False if none are left (ruling S2)."""
    card = NO_CARD
    if game.pile > 0:
        card = pick(game.staff, Place.PILE, roll(game, game.pile))
        game.pile -= 1
        game.known[card] = 0
    elif game.put_under > 0:
        card = card_of(game.under[0])
        game.put_under -= 1
        for number in range(game.put_under):
            game.under[number] = game.under[number + 1]
        game.under[game.put_under] = UNKNOWN_CARD
    if card == NO_CARD:
        return False
    game.staff[card] = staff_at(place, seat)
    game.known[card] |= 1 << seat
    if place == Place.HAND:
        game.players[seat].held += 1
    else:
        game.players[seat].aside += 1
    tell(seat, Event.DREW, seat, card)
    return True


@rule("setup")
def draw_cards(game: Position, seat: int, cards: int, place: int) -> int:
    """Draw up to a number of cards, and return how many there were."""
    drawn = 0
    for _ in range(cards):
        if draw_card(game, seat, place):
            drawn += 1
    tell(all_but(seat), Event.DREW_UNSEEN, seat, drawn)
    return drawn


@rule("emperor_tiles")
def put_under(game: Position, seat: int, card: int) -> None:
    """A card goes under the pile face down, known only to the player who put it there (K2)."""
    if game.staff[card] == staff_at(Place.HAND, seat):
        game.players[seat].held -= 1
    else:
        game.players[seat].aside -= 1
    game.staff[card] = Place.UNDER
    game.known[card] = 1 << seat
    game.under[game.put_under] = entry_of(card)
    game.put_under += 1
    tell(seat, Event.PUT_UNDER, seat, card)


@rule("emperor_tiles")
def put_drawn_under(game: Position, seat: int) -> None:
    """Drawn cards that were not played go under the pile in number order (ruling K3)."""
    cards = game.players[seat].aside
    for card in range(STAFF):
        if game.staff[card] == staff_at(Place.ASIDE, seat):
            put_under(game, seat, card)
    tell(all_but(seat), Event.PUT_UNDER_UNSEEN, seat, cards)


@rule("emperor_tiles")
def hide_hand(game: Position, seat: int) -> None:
    """After cards leave a hand face down, others do not know which are still in it (ruling K2)."""
    for card in range(STAFF):
        if game.staff[card] == staff_at(Place.HAND, seat):
            game.known[card] = 1 << seat


@rule("staff_list")
def prepares_free(game: Position, seat: int, colour: int) -> bool:
    """Butler, chauffeur and florist prepare the rooms of one colour for free."""
    return works_for(game, seat, WAIVERS[colour])


@rule("staff_list")
def serves_free(game: Position, seat: int) -> bool:
    """The chief waiter carries food for free."""
    return works_for(game, seat, FREE_SERVICE_CARD)


@rule("staff_list")
def takes_guests_free(game: Position, seat: int) -> bool:
    """The delivery boy brings guests for free."""
    return works_for(game, seat, FREE_GUESTS_CARD)


@rule("staff_list")
def sixth_is_free(game: Position, seat: int) -> bool:
    """The kitchen hand uses the sixth space for free."""
    return works_for(game, seat, FREE_SIXTH_CARD)


@rule("staff_list")
def strength_added(game: Position, seat: int, space: int, takes_die: bool) -> int:
    """Some staff strengthens an action, when a die is taken or a space is used (ruling S3)."""
    added = strength_when(game, seat, When.USE_SPACE, space)
    if takes_die:
        added += strength_when(game, seat, When.TAKE_DIE, space)
    return added


def strength_when(game: Position, seat: int, when: int, space: int) -> int:
    """The strength that the cards with one trigger add."""
    added = 0
    for number in range(MAX_WAITING):
        card = waiting_card(game.edition, when, number)
        if is_ready(game, seat, card, space):
            added += strength_from(game, card)
    return added


def strength_from(game: Position, card: int) -> int:
    """The strength that a card adds; for the fifth action, a lower price is the same."""
    added = 0
    for part in range(STEPS_OF_A_CARD):
        step = staff_step(game.edition, card, part)
        match STEP_VERB[step]:
            case Verb.ADD_STRENGTH | Verb.REDUCE_PRICE:
                added += STEP_AMOUNT[step]
    return added
