"""What a seat knows. Sections: staff (hands are hidden), setup, introductory variant, draft.

Known to everybody: hotels, cafés, kitchens, krone, points, the dice on the board, the row, all
guests (and so which are in the deck, but not their order), staff played or discarded, and how many
cards are in hands, in the pile and under it.  Known only to the player: their hand, the pack or
cards being looked at, and cards they put under the pile, until it is used up or somebody else draws
them (rulings K1 to K5).  Known to nobody: the order of both decks, and the dice to come.  While
players choose their first rooms, they do not see each other's (ruling B3).
"""

from bellhop.engine.dice import roll, set_dice
from bellhop.engine.records import Cells, fill
from bellhop.engine.rulebook import rule
from bellhop.engine.seats import SPECTATOR

from .boards import ROOMS
from .cards import FULL, STAFF
from .hotel import count_rooms, next_rooms, room_price
from .packing import UNKNOWN_CARD, card_of, entry_of, staff_at
from .staff import pick
from .state import Hotelier, Position
from .tables import NO_CARD
from .vocabulary import CAFE_TABLES, OPENING_ROOMS, PUBLIC, START_KRONE, Phase, Place, Room


@rule("staff")
def view(game: Position, seat: int, seen: Position) -> None:
    """Write what a seat knows: of other hands and the decks, only the number of cards."""
    seen.dice = 0
    view_table(game, seen)
    view_turn(game, seen)
    view_staff(game, seat, seen)
    for other in range(len(game.players)):
        hides = game.phase == Phase.ROOMS and other != seat and other < game.seats
        view_player(game.players[other], seen.players[other], hides)


def copy_cells(cells: Cells, seen: Cells) -> None:
    """Copy all numbers of a row."""
    for number in range(len(cells)):
        seen[number] = cells[number]


def view_table(game: Position, seen: Position) -> None:
    """The middle of the table and its options are known to everybody."""
    seen.seats = game.seats
    seen.edition = game.edition
    seen.boards = game.boards
    seen.staffing = game.staffing
    seen.round = game.round
    seen.start = game.start
    seen.turn = game.turn
    seen.phase = game.phase
    seen.in_bin = game.in_bin
    seen.guests_left = game.guests_left
    copy_cells(game.spaces, seen.spaces)
    copy_cells(game.politics, seen.politics)
    copy_cells(game.tiles, seen.tiles)
    copy_cells(game.row, seen.row)
    copy_cells(game.guests, seen.guests)


def view_turn(game: Position, seen: Position) -> None:
    """The state of the turn is known to everybody; questions reveal nothing hidden."""
    seen.guest_taken = game.guest_taken
    seen.begun = game.begun
    seen.die_taken = game.die_taken
    seen.service_left = game.service_left
    seen.is_extra = game.is_extra
    seen.extra_turns = game.extra_turns
    seen.strength = game.strength
    seen.floors = game.floors
    seen.extra_step = game.extra_step
    copy_cells(game.pending, seen.pending)
    seen.asked = game.asked
    for entry in range(len(game.questions)):
        seen.questions[entry].what = game.questions[entry].what
        seen.questions[entry].seat = game.questions[entry].seat
        seen.questions[entry].a = game.questions[entry].a
        seen.questions[entry].b = game.questions[entry].b


@rule("staff")
def view_staff(game: Position, seat: int, seen: Position) -> None:
    """Cards played or gone are known to everybody, others only to some seats."""
    seen.pile = game.pile
    seen.put_under = game.put_under
    for card in range(STAFF):
        seen.staff[card] = Place.UNSEEN
        seen.known[card] = 0
        if knows_card(game, seat, card):
            seen.staff[card] = game.staff[card]
            seen.known[card] = game.known[card]
    for number in range(len(game.under)):
        card = card_of(game.under[number])
        shown = card != NO_CARD and knows_card(game, seat, card)
        seen.under[number] = game.under[number] if shown else UNKNOWN_CARD


def knows_card(game: Position, seat: int, card: int) -> bool:
    """Does a seat, or SPECTATOR, know where a staff card is?"""
    if game.known[card] == PUBLIC:
        return True
    return seat != SPECTATOR and (game.known[card] >> seat & 1) == 1


def view_player(me: Hotelier, seen: Hotelier, hides_rooms: bool) -> None:
    """Players' boards are known to everybody, except first rooms that are still being chosen."""
    seen.board = me.board
    seen.emperor = me.emperor
    seen.covered = me.covered
    seen.passed = me.passed
    seen.held = me.held
    seen.aside = me.aside
    copy_cells(me.points, seen.points)
    copy_cells(me.kitchen, seen.kitchen)
    copy_cells(me.bonuses, seen.bonuses)
    copy_cells(me.discs, seen.discs)
    for table in range(CAFE_TABLES):
        seen.cafe[table].guest = me.cafe[table].guest
        copy_cells(me.cafe[table].wants, seen.cafe[table].wants)
    if hides_rooms:
        seen.krone = START_KRONE
        fill(seen.rooms, Room.UNSEEN)
    else:
        seen.krone = me.krone
        copy_cells(me.rooms, seen.rooms)


def cover(_seen: Position, _seat: int) -> None:
    """Nothing is covered, because players may look at everything they know."""


@rule("staff")
def imagine(seen: Position, dice: int) -> None:
    """Give every unseen card a place, and first rooms to the players who have chosen theirs."""
    set_dice(seen, dice)
    for seat in range(seen.seats):
        me = seen.players[seat]
        imagine_cards(seen, staff_at(Place.HAND, seat), me.held, seat)
        imagine_cards(seen, staff_at(Place.ASIDE, seat), me.aside, seat)
    for number in range(seen.put_under):
        if seen.under[number] == UNKNOWN_CARD:
            card = unseen_card(seen)
            seen.staff[card] = Place.UNDER
            seen.under[number] = entry_of(card)
    for card in range(STAFF):
        if seen.staff[card] == Place.UNSEEN:
            seen.staff[card] = Place.PILE
    if seen.phase == Phase.ROOMS:
        imagine_rooms(seen)


def imagine_cards(seen: Position, place: int, cards: int, seat: int) -> None:
    """Draw the cards that a place is missing from all unseen cards."""
    for card in range(STAFF):
        cards -= seen.staff[card] == place
    for _ in range(cards):
        card = unseen_card(seen)
        seen.staff[card] = place
        seen.known[card] = 1 << seat


def unseen_card(seen: Position) -> int:
    """A random unseen card, each equally likely."""
    count = 0
    for place in seen.staff:
        count += place == Place.UNSEEN
    return pick(seen.staff, Place.UNSEEN, roll(seen, count))


@rule("setup")
def imagine_rooms(seen: Position) -> None:
    """Seats up to the one on turn have chosen up to three rooms, those after it none yet."""
    most = OPENING_ROOMS
    for place in range(seen.seats):
        seat = (seen.start + place) % seen.seats
        me = seen.players[seat]
        if me.rooms[0] == Room.UNSEEN:
            fill(me.rooms, Room.UNPREPARED)
            for _ in range(roll(seen, most + 1)):
                imagine_room(seen, seat)
        if seat == seen.turn:
            most = 0


def imagine_room(seen: Position, seat: int) -> None:
    """Prepare and pay for a random room among those that come next."""
    me = seen.players[seat]
    rooms = next_rooms(me)
    number = roll(seen, count_rooms(rooms))
    for room in range(ROOMS):
        if rooms >> room & 1:
            if number == 0:
                me.krone -= room_price(seen, seat, room, FULL)
                me.rooms[room] = Room.VACANT
            number -= 1
