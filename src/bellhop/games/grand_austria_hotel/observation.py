"""The observation of Grand Austria Hotel: a view as a row of small numbers."""

from bellhop.engine.features import (
    MAX_CELL,
    MAX_TENS,
    Layout,
    Slice,
    mark,
    option_slices,
    places_after,
    seat_after,
    write_points,
)
from bellhop.engine.records import Cells, fill

from . import GAME
from .rules.boards import GROUPS, ROOMS
from .rules.cards import BOARDS, FOODS, GUESTS, STAFF, Colour
from .rules.packing import UNKNOWN_CARD, arguments_of, card_of, owner_of, staff_at
from .rules.state import DEPTH, NO_GUEST, Hotelier, Position
from .rules.tables import (
    BY_LETTER,
    GUEST_COLOUR,
    STEP_FLOORS,
    STEPS,
    number_of,
    pieces_ordered,
)
from .rules.vocabulary import (
    CAFE_TABLES,
    DICE,
    LAST_FIELD,
    LETTER_COUNT,
    MAX_KRONE,
    MAX_STRENGTH,
    NUMBERS_ON_A_TILE,
    ROUNDS,
    ROW,
    SEATS,
    SERVICE_FOOD,
    SPACES,
    GuestPlace,
    Phase,
    Place,
    Room,
    Step,
)

FEWEST = GAME.players[0]
TABLES = (SEATS, CAFE_TABLES)
COLOURS, HOTELS = len(Colour), len(BOARDS)
GUEST_PLACES, ROOM_STATES = len(GuestPlace), len(Room)
STAFF_PLACES = staff_at(Place.ASIDE, SEATS)
MAX_ORDER = max(pieces_ordered(guest, food) for guest in range(GUESTS) for food in range(FOODS))
# The rules set no limit to these; a higher count is written as the limit.
MAX_FOOD, MAX_EXTRA_TURNS = 40, 4

LAYOUT = Layout(
    2,
    Slice("players", f"how many play: one of {FEWEST} to {SEATS}", (SEATS - FEWEST + 1,)),
    *option_slices(GAME.options),
    Slice("round", "one of the rounds", (ROUNDS,)),
    Slice("phase", "one of opening, rooms, turns, scoring, over", (len(Phase),)),
    Slice("turn", "whose turn it is: one of the seats; nobody when the game is over", (SEATS,)),
    Slice("start", "who has the first turn-order tile: one of the seats", (SEATS,)),
    Slice("dice", "dice on each space of the action board", (SPACES,), max(DICE)),
    Slice("dustbin", "dice in the dustbin", high=max(DICE)),
    Slice("guest-taken", "in this turn"),
    Slice("begun", "was something done in this turn?"),
    Slice("die-taken", "in this turn"),
    Slice("service-left", "food that may still be carried for what was paid", high=SERVICE_FOOD),
    Slice("extra-turn", "a turn without taking a die"),
    Slice("extra-turns", "to come after this one", high=MAX_EXTRA_TURNS),
    Slice("strength", "of the action being done", high=MAX_STRENGTH),
    Slice("room-limit", "what the rooms being prepared may be, as the rules count it",
          high=max(STEP_FLOORS)),
    Slice("extra-step", "the number of the step that comes with the action", high=len(STEPS)),
    Slice("pending", "food just gained, by food", (FOODS,), MAX_FOOD),
    Slice("politics", "by letter: one of its cards", (LETTER_COUNT, BY_LETTER)),
    Slice("emperor-tiles", "by letter: one of its tiles", (LETTER_COUNT, BY_LETTER)),
    Slice("row-guest", "by place in the row: one of the guests", (ROW, GUESTS)),
    Slice("row-colour", "by place in the row: one of the colours", (ROW, COLOURS)),
    Slice("row-order", "by place in the row: what the guest orders, by food", (ROW, FOODS),
          MAX_ORDER),
    Slice("guests-left", "in the deck", high=GUESTS),
    Slice("guests", "by guest: one of deck, row, café, being checked in, discarded",
          (GUESTS, GUEST_PLACES)),
    Slice("pile", "staff cards in the pile, less those put under it", high=STAFF),
    Slice("put-under", "staff cards put under the pile", high=STAFF),
    Slice("under", "by staff card: known to be drawn as the first, second … of those", (STAFF,),
          STAFF),
    Slice("staff", "by card: one of pile, under it, gone, unseen, and by seat each of hand, "
          "played, turned until the round ends, being looked at", (STAFF, STAFF_PLACES)),
    Slice("question", "what is asked: one of the steps", (len(Step),)),
    Slice("asked", "who is asked: one of the seats", (SEATS,)),
    Slice("about", "what the question is about: two numbers", (2,), MAX_CELL, -1),
    Slice("about-one", "the first of them: one of the steps, rooms, guests … that it counts",
          (len(STEPS),)),
    Slice("planned", "how many steps of each kind the rules still have to do", (len(Step),),
          DEPTH),
    Slice("points", "by seat: tens, ones", (SEATS, 2), MAX_TENS, -MAX_TENS),
    Slice("krone", "by seat", (SEATS,), MAX_KRONE),
    Slice("kitchen", "by seat and food", (SEATS, FOODS), MAX_FOOD),
    Slice("emperor", "by seat: field on the emperor's track", (SEATS,), LAST_FIELD),
    Slice("turns", "by seat: turns taken in this round", (SEATS,), NUMBERS_ON_A_TILE),
    Slice("passed", "by seat", (SEATS,)),
    Slice("held", "by seat: staff cards in hand", (SEATS,), STAFF),
    Slice("aside", "by seat: staff cards being looked at", (SEATS,), STAFF),
    Slice("board", "by seat: one of the hotels", (SEATS, HOTELS)),
    Slice("rooms", "by seat and room: one of unprepared, vacant, occupied, hidden",
          (SEATS, ROOMS, ROOM_STATES)),
    Slice("groups", "by seat and group: its bonus has been paid", (SEATS, GROUPS)),
    Slice("discs", "by seat and letter: the place taken on the politics card",
          (SEATS, LETTER_COUNT), SEATS),
    Slice("cafe-guest", "by seat and table: one of the guests", (*TABLES, GUESTS)),
    Slice("cafe-colour", "by seat and table: one of the colours", (*TABLES, COLOURS)),
    Slice("cafe-wants", "by seat and table: what the guest still wants, by food", (*TABLES, FOODS),
          MAX_ORDER),
)  # fmt: skip
LOSSY = {
    "known": "which other seats know a staff card that the seat knows",
    "points": "what points were scored for: only their sum is told",
    "questions": "of steps below the question asked only how many there are of each kind",
}

PLAYERS, ROUND, PHASE = LAYOUT.at("players"), LAYOUT.at("round"), LAYOUT.at("phase")
EDITION_OPTION = LAYOUT.at("option-edition")
BOARDS_OPTION = LAYOUT.at("option-boards")
STAFF_OPTION = LAYOUT.at("option-staff")
TURN, START, DICE_AT = LAYOUT.at("turn"), LAYOUT.at("start"), LAYOUT.at("dice")
DUSTBIN, GUEST_TAKEN, BEGUN = LAYOUT.at("dustbin"), LAYOUT.at("guest-taken"), LAYOUT.at("begun")
DIE_TAKEN, SERVICE_LEFT = LAYOUT.at("die-taken"), LAYOUT.at("service-left")
EXTRA_TURN, EXTRA_TURNS = LAYOUT.at("extra-turn"), LAYOUT.at("extra-turns")
STRENGTH, ROOM_LIMIT = LAYOUT.at("strength"), LAYOUT.at("room-limit")
EXTRA_STEP, PENDING = LAYOUT.at("extra-step"), LAYOUT.at("pending")
POLITICS, EMPEROR_TILES = LAYOUT.at("politics"), LAYOUT.at("emperor-tiles")
ROW_GUEST, ROW_COLOUR = LAYOUT.at("row-guest"), LAYOUT.at("row-colour")
ROW_ORDER, GUESTS_LEFT = LAYOUT.at("row-order"), LAYOUT.at("guests-left")
GUESTS_AT, PILE = LAYOUT.at("guests"), LAYOUT.at("pile")
PUT_UNDER, UNDER, STAFF_AT = LAYOUT.at("put-under"), LAYOUT.at("under"), LAYOUT.at("staff")
QUESTION, ASKED = LAYOUT.at("question"), LAYOUT.at("asked")
ABOUT, ABOUT_ONE = LAYOUT.at("about"), LAYOUT.at("about-one")
PLANNED, POINTS = LAYOUT.at("planned"), LAYOUT.at("points")
KRONE, KITCHEN, EMPEROR = LAYOUT.at("krone"), LAYOUT.at("kitchen"), LAYOUT.at("emperor")
TURNS, PASSED, HELD = LAYOUT.at("turns"), LAYOUT.at("passed"), LAYOUT.at("held")
ASIDE, BOARD, ROOMS_AT = LAYOUT.at("aside"), LAYOUT.at("board"), LAYOUT.at("rooms")
GROUPS_AT, DISCS = LAYOUT.at("groups"), LAYOUT.at("discs")
CAFE_GUEST, CAFE_COLOUR = LAYOUT.at("cafe-guest"), LAYOUT.at("cafe-colour")
CAFE_WANTS = LAYOUT.at("cafe-wants")


def observe(seen: Position, seat: int, out: Cells) -> None:
    """Write what a seat's view shows, with that seat first and the others in turn order."""
    fill(out, 0)
    observe_table(seen, seat, out)
    observe_turn(seen, out)
    observe_questions(seen, seat, out)
    observe_guests(seen, out)
    observe_staff(seen, seat, out)
    for steps in range(seen.seats):
        observe_player(seen.players[seat_after(seat, steps, seen.seats)], steps, out)


def observe_table(seen: Position, seat: int, out: Cells) -> None:
    """Write the options, whose turn it is, and the middle of the table."""
    mark(out, PLAYERS, seen.seats - FEWEST)
    mark(out, EDITION_OPTION, seen.edition)
    mark(out, BOARDS_OPTION, seen.boards)
    mark(out, STAFF_OPTION, seen.staffing)
    mark(out, ROUND, seen.round)
    mark(out, PHASE, seen.phase)
    mark(out, TURN, places_after(seat, seen.turn, seen.seats))
    mark(out, START, places_after(seat, seen.start, seen.seats))
    for space in range(SPACES):
        out[DICE_AT + space] = seen.spaces[space]
    out[DUSTBIN] = seen.in_bin
    for letter in range(LETTER_COUNT):
        mark(out, POLITICS + letter * BY_LETTER, number_of(seen.politics[letter]))
        mark(out, EMPEROR_TILES + letter * BY_LETTER, number_of(seen.tiles[letter]))


def observe_turn(seen: Position, out: Cells) -> None:
    """Write what has been done in this turn."""
    out[GUEST_TAKEN] = seen.guest_taken
    out[BEGUN] = seen.begun
    out[DIE_TAKEN] = seen.die_taken
    out[SERVICE_LEFT] = seen.service_left
    out[EXTRA_TURN] = seen.is_extra
    out[EXTRA_TURNS] = min(seen.extra_turns, MAX_EXTRA_TURNS)
    out[STRENGTH] = seen.strength
    out[ROOM_LIMIT] = seen.floors
    out[EXTRA_STEP] = seen.extra_step
    for food in range(FOODS):
        out[PENDING + food] = min(seen.pending[food], MAX_FOOD)


def observe_questions(seen: Position, seat: int, out: Cells) -> None:
    """Write the current question, and what the rules still have to do."""
    for entry in range(seen.asked - 1):
        out[PLANNED + seen.questions[entry].what] += 1
    if seen.asked > 0:
        question = seen.questions[seen.asked - 1]
        mark(out, QUESTION, question.what)
        mark(out, ASKED, places_after(seat, question.seat, seen.seats))
        first, second = arguments_of(question)
        out[ABOUT] = first
        out[ABOUT + 1] = second
        if first < len(STEPS):
            mark(out, ABOUT_ONE, first)


def observe_guests(seen: Position, out: Cells) -> None:
    """Write the row on the board, and where the other guests are."""
    out[GUESTS_LEFT] = seen.guests_left
    for place in range(ROW):
        guest = seen.row[place]
        if guest != NO_GUEST:
            mark(out, ROW_GUEST + place * GUESTS, guest)
            mark(out, ROW_COLOUR + place * COLOURS, GUEST_COLOUR[guest])
            for food in range(FOODS):
                out[ROW_ORDER + place * FOODS + food] = pieces_ordered(guest, food)
    for guest in range(GUESTS):
        out[GUESTS_AT + guest * GUEST_PLACES + seen.guests[guest]] = 1


def observe_staff(seen: Position, seat: int, out: Cells) -> None:
    """Write where the staff cards are, as far as the seat knows."""
    out[PILE] = seen.pile
    out[PUT_UNDER] = seen.put_under
    for number in range(seen.put_under):
        if seen.under[number] != UNKNOWN_CARD:
            out[UNDER + card_of(seen.under[number])] = number + 1
    for card in range(STAFF):
        place = seen.staff[card]
        if place >= Place.HAND:
            owner = owner_of(place)
            place += places_after(seat, owner, seen.seats) - owner
        out[STAFF_AT + card * STAFF_PLACES + place] = 1


def observe_player(me: Hotelier, steps: int, out: Cells) -> None:
    """Write the player `steps` seats after the observer."""
    write_points(out, POINTS + 2 * steps, sum(me.points))
    out[KRONE + steps] = me.krone
    for food in range(FOODS):
        out[KITCHEN + steps * FOODS + food] = min(me.kitchen[food], MAX_FOOD)
    out[EMPEROR + steps] = me.emperor
    out[TURNS + steps] = me.covered
    out[PASSED + steps] = me.passed
    out[HELD + steps] = me.held
    out[ASIDE + steps] = me.aside
    mark(out, BOARD + steps * HOTELS, me.board)
    for group in range(GROUPS):
        out[GROUPS_AT + steps * GROUPS + group] = me.bonuses[group]
    for letter in range(LETTER_COUNT):
        out[DISCS + steps * LETTER_COUNT + letter] = me.discs[letter]
    for room in range(ROOMS):
        out[ROOMS_AT + (steps * ROOMS + room) * ROOM_STATES + me.rooms[room]] = 1
    for table in range(CAFE_TABLES):
        observe_cafe(me, table, steps * CAFE_TABLES + table, out)


def observe_cafe(me: Hotelier, table: int, at: int, out: Cells) -> None:
    """Write a table of the café."""
    guest = me.cafe[table].guest
    if guest != NO_GUEST:
        mark(out, CAFE_GUEST + at * GUESTS, guest)
        mark(out, CAFE_COLOUR + at * COLOURS, GUEST_COLOUR[guest])
        for food in range(FOODS):
            out[CAFE_WANTS + at * FOODS + food] = me.cafe[table].wants[food]
