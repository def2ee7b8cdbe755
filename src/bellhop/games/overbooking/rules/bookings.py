"""Phase 2, checking the bookings. Sections: check bookings, hotel rules, powers."""

from bellhop.engine.questions import ask, close, plan, top
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, tell

from .legality import why_not_choose
from .preparation import clear, rule_of
from .state import Guests, HotelTile, Position, hotel_of, place_of
from .vocabulary import (
    AT_BACK_DOOR,
    AT_LINE,
    BEDS,
    BEDS_ADDED,
    LINE_PLACES,
    MONK,
    MOVE_KIND,
    MOVE_WHERE,
    NO_TYPE,
    POWERS,
    SOLDIERS,
    Event,
    HotelRule,
    Move,
    Place,
    Power,
    Refusal,
    Step,
    guest_of,
)

MARKED_BEFORE, PRIORITY_BEFORE = 2_000, 1_000  # enough to put guests in front of all others


@rule("check_bookings")
def check_hotel(game: Position, number: int) -> None:
    """Turn up all cards of a hotel, use the powers, the nearest first, then give out the beds."""
    hotel = game.hotels[number]
    tell(EVERYONE, Event.HOTEL_CHECKED, number, hotel.beds)
    for place in range(hotel.waiting):
        reveal(hotel.back_door[place], number, AT_BACK_DOOR)
    for place in range(hotel.lined_up):
        reveal(hotel.line[place], number, AT_LINE)
    plan(game, Step.BOOK_BEDS, number, 0)
    for nearest in range(hotel.waiting):
        plan(game, Step.USE_POWER, number, hotel.waiting - 1 - nearest)


def reveal(guests: Guests, number: int, side: int) -> None:
    """A face-down card is turned up for everybody to see."""
    if not guests.is_open:
        guests.is_open = 1
        tell(EVERYONE, Event.REVEALED, guests.owner, guests.kind, number, side)


@rule("check_bookings")
def book_beds(game: Position, number: int) -> None:
    """Go through the line once: guests who fit are booked, the others leave the game."""
    hotel = game.hotels[number]
    for _ in range(hotel.lined_up):
        guests = hotel.line[next_in_order(game, hotel)]
        beds = BEDS[guest_of(guests.kind)]
        owner = game.players[guests.owner]
        if beds <= hotel.beds:
            hotel.beds -= beds
            owner.place[guests.kind] = Place.BOOKED
            tell(EVERYONE, Event.BOOKED, guests.owner, guests.kind, hotel.beds)
        else:
            owner.place[guests.kind] = Place.GONE
            tell(EVERYONE, Event.REFUSED, guests.owner, guests.kind, hotel.beds)
        guests.is_done = 1
    for place in range(hotel.waiting):
        if not hotel.back_door[place].is_done:
            discard(game, hotel.back_door[place])
    clear(hotel)


@rule("check_bookings")
def next_in_order(game: Position, hotel: HotelTile) -> int:
    """Marked guests come first, then those the hotel prefers, the largest, and the nearest."""
    best = 0
    best_rank = -1
    for place in range(hotel.lined_up):
        if not hotel.line[place].is_done:
            rank = rank_of(game, hotel, hotel.line[place])
            if rank > best_rank:
                best = place
                best_rank = rank
    return best


def rank_of(game: Position, hotel: HotelTile, guests: Guests) -> int:
    """A number that is higher for guests who are checked sooner."""
    if guests.mark > 0:
        return MARKED_BEFORE - guests.mark
    guest = guest_of(guests.kind)
    return PRIORITY_BEFORE if guest == preferred(game, hotel) else BEDS[guest]


def discard(game: Position, guests: Guests) -> None:
    """A card leaves the game."""
    game.players[guests.owner].place[guests.kind] = Place.GONE
    tell(EVERYONE, Event.DISCARDED, guests.owner, guests.kind)


@rule("hotel_rules")
def preferred(game: Position, hotel: HotelTile) -> int:
    """The guests that a hotel serves first, however they joined its line (ruling Q10)."""
    match rule_of(game, hotel):
        case HotelRule.MONKS_FIRST:
            return MONK
        case HotelRule.SOLDIERS_FIRST:
            return SOLDIERS
    return NO_TYPE


@rule("powers")
def use_power(game: Position, number: int, place: int) -> None:
    """Monk, merchants and workers act automatically; the others ask their owner (ruling Q11)."""
    hotel = game.hotels[number]
    guests = hotel.back_door[place]
    match POWERS[guest_of(guests.kind)]:
        case Power.JOIN_LINE:
            join_line(hotel, guests, number)
        case Power.ADD_BEDS:
            add_beds(hotel, guests)
        case _:
            ask_owner(game, number, place)


@rule("powers")
def join_line(hotel: HotelTile, guests: Guests, number: int) -> None:
    """The monk moves from the back door to the end of the line."""
    step_in(guests, hotel.line[hotel.lined_up])
    hotel.lined_up += 1
    tell(EVERYONE, Event.JOINED_LINE, guests.owner, guests.kind, number)


@rule("powers")
def add_beds(hotel: HotelTile, guests: Guests) -> None:
    """Merchants add three beds and workers take three away; several changes add up."""
    added = BEDS_ADDED[guest_of(guests.kind)]
    hotel.beds += added
    tell(EVERYONE, Event.BEDS_ADDED, guests.owner, guests.kind, added, hotel.beds)


@rule("powers")
def ask_owner(game: Position, number: int, place: int) -> None:
    """Maids, nobles and soldiers may act if there is a card to act on (rulings Q8, Q9, Q26)."""
    guests = game.hotels[number].back_door[place]
    ask(game, Step.CHOOSE_GUEST, guests.owner, number, place)
    for target in range(LINE_PLACES):
        if why_not_choose(game, target) == Refusal.ALLOWED:
            return
    close(game)
    tell(EVERYONE, Event.POWER_IDLE, guests.owner, guests.kind)


@rule("powers")
def answer(game: Position, move: int) -> None:
    """The owner chooses a card to act on, or declines."""
    hotel = game.hotels[hotel_of(top(game))]
    acting = hotel.back_door[place_of(top(game))]
    close(game)
    if MOVE_KIND[move] == Move.NO:
        tell(EVERYONE, Event.POWER_DECLINED, acting.owner, acting.kind)
        return
    target = hotel.line[MOVE_WHERE[move]]
    match POWERS[guest_of(acting.kind)]:
        case Power.REPLACE_OWN:
            replace_own(game, acting, target)
        case Power.BOOK_FIRST:
            book_first(hotel, acting, target)
        case Power.PUSH_OUT:
            push_out(game, acting, target)


@rule("powers")
def replace_own(game: Position, acting: Guests, target: Guests) -> None:
    """Maids replace another card of their owner (rulings Q1, Q3)."""
    tell(EVERYONE, Event.REPLACED_OWN, acting.owner, acting.kind, target.kind)
    game.players[target.owner].place[target.kind] = Place.GONE
    step_in(acting, target)


@rule("powers")
def book_first(hotel: HotelTile, acting: Guests, target: Guests) -> None:
    """Nobles let a card of their owner be checked first, second nobles the next one (ruling Q6)."""
    marks = 0
    for guests in hotel.line:
        marks = max(marks, guests.mark)
    target.mark = marks + 1
    tell(EVERYONE, Event.MARKED_FIRST, acting.owner, acting.kind, target.kind, target.mark)


@rule("powers")
def push_out(game: Position, acting: Guests, target: Guests) -> None:
    """Soldiers replace workers, their owner's or another player's (rulings Q1, Q3, Q7)."""
    tell(EVERYONE, Event.PUSHED_OUT, acting.owner, acting.kind, target.owner, target.kind)
    game.players[target.owner].place[target.kind] = Place.GONE
    step_in(acting, target)


def step_in(acting: Guests, place: Guests) -> None:
    """A card from the back door takes a place in the line, unmarked."""
    place.owner = acting.owner
    place.back = acting.back
    place.kind = acting.kind
    place.is_open = 1
    place.mark = 0
    acting.is_done = 1
