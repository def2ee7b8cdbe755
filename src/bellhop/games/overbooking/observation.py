"""The observation of Overbooking: a view as a row of small numbers, the player's seat first."""

from bellhop.engine.features import Layout, Slice, mark, option_slices, places_after, seat_after
from bellhop.engine.records import Cells, fill

from . import GAME
from .rules.preparation import rule_of
from .rules.state import Chamberlain, Guests, HotelTile, Position, hotel_of, place_of
from .rules.vocabulary import (
    BACK_DOOR,
    BACKS,
    HOTEL_BEDS,
    KINDS,
    LINE_PLACES,
    PLAYS,
    ROUNDS,
    SEATS,
    TILES,
    TYPES,
    HotelRule,
    Phase,
    Place,
    Step,
    guest_of,
)

FEWEST = GAME.players[0]
PLACES = LINE_PLACES + BACK_DOOR  # at a hotel: first those in the line, then at the back door
MAX_BEDS = 2 * max(max(beds) for beds in HOTEL_BEDS)
RULES, PLACES_OF_A_CARD = len(HotelRule), len(Place)
AT_HOTEL = (SEATS, PLACES)

LAYOUT = Layout(
    2,
    Slice("players", f"how many play: one of {FEWEST} to {SEATS}", (SEATS - FEWEST + 1,)),
    *option_slices(GAME.options),
    Slice("round", "one of the rounds", (ROUNDS,)),
    Slice("phase", "one of playing, checking, over", (len(Phase),)),
    Slice("turn", "whose turn it is: one of the seats; nobody when the game is over", (SEATS,)),
    Slice("start", "who has the start player marker: one of the seats", (SEATS,)),
    Slice("turns-taken", "in this round, by all together", high=PLAYS * SEATS),
    Slice("used", "tiles that have been on the table", (TILES,)),
    Slice("unchecked", "hotels to be checked later in this round", (SEATS,)),
    Slice("unbooked", "hotels being checked whose beds are not booked yet", (SEATS,)),
    Slice("powers", "by hotel and place at its back door: to be used later", (SEATS, BACK_DOOR)),
    Slice(
        "question",
        "by hotel and place at its back door: the guests whose power is used now",
        (SEATS, BACK_DOOR),
    ),
    Slice("side", "by hotel: one of all sides of tiles", (SEATS, 2 * TILES)),
    Slice("rule", "by hotel: one of the booking rules", (SEATS, RULES)),
    Slice("beds", "by hotel", (SEATS,), MAX_BEDS),
    Slice("point-tile", "by hotel: does its point tile still lie there?", (SEATS,)),
    Slice("lined-up", "by hotel: cards in the line", (SEATS,), LINE_PLACES),
    Slice("waiting", "by hotel: cards laid at the back door", (SEATS,), BACK_DOOR),
    Slice("owner", "by hotel and place (the line, then the back door): one of the seats",
          (*AT_HOTEL, SEATS)),
    Slice("back", "by hotel and place: one of the backs (crest, small or large)",
          (*AT_HOTEL, BACKS)),
    Slice("guest", "by hotel and place: one of the guests, where the face is known",
          (*AT_HOTEL, TYPES)),
    Slice("open", "by hotel and place: does the card lie face up?", AT_HOTEL),
    Slice("booked-first", "by hotel and place: 1 is booked first, 2 next", AT_HOTEL, PLACES),
    Slice("done", "by hotel and place: has it been checked, or has it moved?", AT_HOTEL),
    Slice("cards", "by seat and kind: one of deck, hand, table, booked, gone, unseen",
          (SEATS, KINDS, PLACES_OF_A_CARD)),
    Slice("held", "by seat: cards in hand", (SEATS,), KINDS),
    Slice("in-deck", "by seat: cards in the deck", (SEATS,), KINDS),
    Slice("point-tiles", "by seat", (SEATS,), SEATS * ROUNDS),
)  # fmt: skip
LOSSY: dict[str, str] = {}

PLAYERS, ROUND, PHASE = LAYOUT.at("players"), LAYOUT.at("round"), LAYOUT.at("phase")
SCORING_OPTION = LAYOUT.at("option-scoring")
PEEKING_OPTION = LAYOUT.at("option-peeking")
COINS_OPTION = LAYOUT.at("option-coins")
HOTELS_OPTION = LAYOUT.at("option-hotels")
TURN, START, TURNS_TAKEN = LAYOUT.at("turn"), LAYOUT.at("start"), LAYOUT.at("turns-taken")
USED, UNCHECKED, UNBOOKED = LAYOUT.at("used"), LAYOUT.at("unchecked"), LAYOUT.at("unbooked")
POWERS, QUESTION = LAYOUT.at("powers"), LAYOUT.at("question")
SIDE, RULE, BEDS = LAYOUT.at("side"), LAYOUT.at("rule"), LAYOUT.at("beds")
POINT_TILE, LINED_UP, WAITING = (
    LAYOUT.at("point-tile"),
    LAYOUT.at("lined-up"),
    LAYOUT.at("waiting"),
)
OWNER, BACK = LAYOUT.at("owner"), LAYOUT.at("back")
GUEST, OPEN, FIRST, DONE = (
    LAYOUT.at("guest"),
    LAYOUT.at("open"),
    LAYOUT.at("booked-first"),
    LAYOUT.at("done"),
)
CARDS, HELD = LAYOUT.at("cards"), LAYOUT.at("held")
IN_DECK, POINT_TILES = LAYOUT.at("in-deck"), LAYOUT.at("point-tiles")


def observe(seen: Position, seat: int, out: Cells) -> None:
    """Write what a seat's view shows, with that seat first and the others in turn order.

    The functions for hotels and players contain the loops over them: where the compiler sees the
    bounds of a loop, it need not check every index for being negative.
    """
    fill(out, 0)
    observe_table(seen, seat, out)
    observe_questions(seen, out)
    observe_hotels(seen, seat, out)
    observe_players(seen, seat, out)


def observe_table(seen: Position, seat: int, out: Cells) -> None:
    """Write the options of the table, and whose turn it is."""
    mark(out, PLAYERS, seen.seats - FEWEST)
    mark(out, SCORING_OPTION, seen.scoring)
    mark(out, PEEKING_OPTION, seen.no_peeking)
    mark(out, COINS_OPTION, seen.coins)
    mark(out, HOTELS_OPTION, seen.hotel_set)
    mark(out, ROUND, seen.round)
    mark(out, PHASE, seen.phase)
    mark(out, TURN, places_after(seat, seen.turn, seen.seats))
    mark(out, START, places_after(seat, seen.start, seen.seats))
    out[TURNS_TAKEN] = seen.turns_taken
    for tile in range(TILES):
        out[USED + tile] = seen.used[tile]


def observe_questions(seen: Position, out: Cells) -> None:
    """Write the current question, and what the rules still have to do."""
    for entry in range(seen.asked):
        question = seen.questions[entry]
        match question.what:
            case Step.CHECK_HOTEL:
                out[UNCHECKED + hotel_of(question)] = 1
            case Step.BOOK_BEDS:
                out[UNBOOKED + hotel_of(question)] = 1
            case Step.USE_POWER:
                out[POWERS + hotel_of(question) * BACK_DOOR + place_of(question)] = 1
            case Step.CHOOSE_GUEST:
                out[QUESTION + hotel_of(question) * BACK_DOOR + place_of(question)] = 1


def observe_hotels(seen: Position, seat: int, out: Cells) -> None:
    """Write the hotels with their cards: owners and backs, and faces that are known."""
    for number in range(seen.seats):
        hotel: HotelTile = seen.hotels[number]
        out[SIDE + number * 2 * TILES + hotel.side] = 1
        out[RULE + number * RULES + rule_of(seen, hotel)] = 1
        out[BEDS + number] = hotel.beds
        out[POINT_TILE + number] = hotel.has_point_tile
        out[LINED_UP + number] = hotel.lined_up
        out[WAITING + number] = hotel.waiting
        for card in range(hotel.lined_up + hotel.waiting):
            waits = card - hotel.lined_up
            guests: Guests = hotel.back_door[waits] if waits >= 0 else hotel.line[card]
            at = number * PLACES + (LINE_PLACES + waits if waits >= 0 else card)
            out[OWNER + at * SEATS + places_after(seat, guests.owner, seen.seats)] = 1
            out[BACK + at * BACKS + guests.back] = 1
            out[GUEST + at * TYPES + guest_of(guests.kind)] = guests.is_open | (
                guests.owner == seat
            )
            out[OPEN + at] = guests.is_open
            out[FIRST + at] = guests.mark
            out[DONE + at] = guests.is_done


def observe_players(seen: Position, seat: int, out: Cells) -> None:
    """Write the players, in turn order from the observer."""
    for steps in range(seen.seats):
        player: Chamberlain = seen.players[seat_after(seat, steps, seen.seats)]
        for kind in range(KINDS):
            at = CARDS + (steps * KINDS + kind) * PLACES_OF_A_CARD
            out[at + player.place[kind]] = 1
        out[HELD + steps] = player.held
        out[IN_DECK + steps] = player.in_deck
        out[POINT_TILES + steps] = player.point_tiles
