"""Before the rounds. Sections: setup, introductory variant, draft."""

from bellhop.engine.dice import roll
from bellhop.engine.questions import ask, plan
from bellhop.engine.records import fill
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, all_but, tell

from .boards import ROOMS
from .cards import FLOORS, FULL, GUESTS, STAFF
from .gains import pay
from .guests import fill_row, sit_down
from .hotel import room_price
from .packing import UNKNOWN_CARD, is_at, owner_of, staff_at
from .staff import draw_cards
from .state import NO_GUEST, Hotelier, Position
from .tables import BY_LETTER, STAFF_SETS, with_letter
from .vocabulary import (
    BACK_BOARDS,
    LETTER_COUNT,
    PUBLIC,
    SEATS,
    STANDARD_BOARD,
    START_FOOD,
    START_KRONE,
    START_STAFF,
    Event,
    GuestPlace,
    Phase,
    Place,
    Room,
    Staffing,
    Step,
)


@rule("setup")
def prepare(game: Position) -> None:
    """Choose cards and tiles, deal staff, and plan the first guests and rooms."""
    clear(game)
    game.start = roll(game, game.seats)
    for letter in range(LETTER_COUNT):
        game.politics[letter] = with_letter(letter, roll(game, BY_LETTER))
        game.tiles[letter] = with_letter(letter, roll(game, BY_LETTER))
        politics, tile = game.politics[letter], game.tiles[letter]
        tell(EVERYONE, Event.SET_UP, politics, tile, letter, game.edition)
    deal_boards(game)
    fill_row(game)
    plan_opening(game)
    match game.staffing:
        case Staffing.RANDOM:
            for seat in range(game.seats):
                draw_cards(game, seat, START_STAFF, Place.HAND)
        case Staffing.INTRODUCTORY:
            deal_sets(game)
        case Staffing.DRAFT:
            deal_packs(game)


def clear(game: Position) -> None:
    """Clear the table."""
    game.round = 0
    game.turn = 0
    game.phase = Phase.OPENING
    fill(game.spaces, 0)
    fill(game.pending, 0)
    fill(game.row, NO_GUEST)
    fill(game.guests, GuestPlace.DECK)
    game.guests_left = GUESTS
    fill(game.staff, Place.PILE)
    fill(game.known, 0)
    fill(game.under, UNKNOWN_CARD)
    game.pile = STAFF
    game.put_under = 0
    game.asked = 0
    game.in_bin = 0
    game.extra_turns = 0
    game.strength = 0
    game.extra_step = 0
    game.floors = 0
    clear_turn(game)
    for seat in range(SEATS):
        clear_player(game.players[seat], seat < game.seats)


@rule("setup")
def clear_player(me: Hotelier, plays: bool) -> None:
    """Everybody begins with ten krone, one of each food, an empty hotel and an empty café."""
    fill(me.points, 0)
    fill(me.kitchen, START_FOOD if plays else 0)
    me.board = STANDARD_BOARD
    me.krone = START_KRONE if plays else 0
    me.emperor = 0
    me.covered = 0
    me.passed = 0
    me.held = 0
    me.aside = 0
    fill(me.rooms, Room.UNPREPARED)
    fill(me.bonuses, 0)
    fill(me.discs, 0)
    for table in me.cafe:
        sit_down(table, NO_GUEST)


def clear_turn(game: Position) -> None:
    """Nothing has been done in this turn."""
    game.guest_taken = 0
    game.begun = 0
    game.die_taken = 0
    game.service_left = 0
    game.is_extra = 0


@rule("setup")
def deal_boards(game: Position) -> None:
    """Everybody uses the same side of the hotel; backs differ and are dealt (ruling B1)."""
    if game.boards == STANDARD_BOARD:
        return
    dealt = 0
    for seat in range(game.seats):
        number = roll(game, BACK_BOARDS - seat)
        board = 0
        while dealt >> board & 1 or number > 0:
            number -= not dealt >> board & 1
            board += 1
        dealt |= 1 << board
        game.players[seat].board = STANDARD_BOARD + 1 + board
        tell(EVERYONE, Event.BOARD_DEALT, seat, game.players[seat].board)


@rule("setup")
def plan_opening(game: Position) -> None:
    """Plan the first guests, from the last player backwards, the first rooms, and round 1."""
    plan(game, Step.START_GAME, 0, 0)
    plan(game, Step.SHOW_ROOMS, 0, 0)
    for place in range(game.seats):
        seat = (game.start + game.seats - 1 - place) % game.seats
        plan(game, Step.ASK_OPENING_ROOMS, seat, 0)
    for place in range(game.seats):
        plan(game, Step.ASK_OPENING_GUEST, (game.start + place) % game.seats, 0)


@rule("setup")
def ask_opening_rooms(game: Position, seat: int) -> None:
    """Everybody may prepare three rooms; nobody sees what the others choose (ruling B3)."""
    game.phase = Phase.ROOMS
    game.floors = FLOORS
    ask(game, Step.OPENING_ROOM, seat, 0, FULL)


@rule("setup")
def open_room(game: Position, seat: int, room: int) -> None:
    """A first room is paid for and prepared; the other players hear of it later."""
    price = room_price(game, seat, room, FULL)
    pay(game, seat, price)
    game.players[seat].rooms[room] = Room.VACANT
    tell(seat, Event.ROOM_PREPARED, seat, room, price, 0)


@rule("setup")
def show_rooms(game: Position) -> None:
    """When everybody has chosen, all first rooms are shown."""
    for seat in range(game.seats):
        for room in range(ROOMS):
            if game.players[seat].rooms[room] == Room.VACANT:
                price = room_price(game, seat, room, FULL)
                tell(all_but(seat), Event.ROOM_PREPARED, seat, room, price, 0)


@rule("introductory")
def deal_sets(game: Position) -> None:
    """The start player gets set A, the next one B and so on; everybody knows them (ruling K1)."""
    for place in range(game.seats):
        seat = (game.start + place) % game.seats
        tell(EVERYONE, Event.SET_DEALT, seat, place)
        for number in range(START_STAFF):
            card = STAFF_SETS[place][number]
            game.staff[card] = staff_at(Place.HAND, seat)
            game.known[card] = PUBLIC
            game.players[seat].held += 1
            game.pile -= 1


@rule("draft")
def deal_packs(game: Position) -> None:
    """Everybody looks at six cards, keeps one and passes the others on."""
    for seat in range(game.seats):
        draw_cards(game, seat, START_STAFF, Place.ASIDE)
    plan_picks(game)


@rule("draft")
def plan_picks(game: Position) -> None:
    """All choose at the same time: nobody sees what the others keep (ruling B2)."""
    plan(game, Step.PASS_PACKS, 0, 0)
    for place in range(game.seats):
        seat = (game.start + game.seats - 1 - place) % game.seats
        plan(game, Step.ASK_DRAFT, seat, 0)


@rule("draft")
def keep_card(game: Position, seat: int, card: int) -> None:
    """One card from the pack goes to the hand."""
    game.staff[card] = staff_at(Place.HAND, seat)
    game.players[seat].held += 1
    game.players[seat].aside -= 1
    tell(seat, Event.DRAFTED, seat, card)
    tell(all_but(seat), Event.DRAFTED_UNSEEN, seat)


@rule("draft")
def pass_packs(game: Position) -> None:
    """The packs are passed to the left; their content is forgotten (ruling K4)."""
    if game.players[0].aside == 0:
        return
    tell(EVERYONE, Event.PACKS_PASSED)
    for card in range(STAFF):
        if is_at(game.staff[card], Place.ASIDE):
            left = (owner_of(game.staff[card]) + 1) % game.seats
            game.staff[card] = staff_at(Place.ASIDE, left)
            game.known[card] = 1 << left
            tell(left, Event.DREW, left, card)
    plan_picks(game)
