"""Packed numbers unpack to what was packed."""

from itertools import product

from bellhop.engine.questions import ask, close, top
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.rules import packing
from bellhop.games.grand_austria_hotel.rules.answers import ANSWERED_WITH
from bellhop.games.grand_austria_hotel.rules.boards import ROOMS, column_of, floor_of, room_at
from bellhop.games.grand_austria_hotel.rules.cards import FLOORS, FOODS, STAFF, Which
from bellhop.games.grand_austria_hotel.rules.packing import DIE, NO_ROOM
from bellhop.games.grand_austria_hotel.rules.state import Position
from bellhop.games.grand_austria_hotel.rules.tables import (
    BY_LETTER,
    NO_CARD,
    letter_of,
    number_of,
    with_letter,
)
from bellhop.games.grand_austria_hotel.rules.verbs import (
    highest_floor,
    is_occupied_at_once,
    room_limit,
)
from bellhop.games.grand_austria_hotel.rules.vocabulary import (
    CAFE_TABLES,
    LETTER_COUNT,
    MOVE_END,
    MOVE_FIRST,
    MOVE_KIND,
    MOVE_WHAT,
    MOVE_WHERE,
    SEATS,
    SPACES,
    Move,
    Place,
    Step,
    check_in_move,
    serve_move,
)


def test_moves_lead_back_to_what_they_are_about() -> None:
    for food, table in product(range(FOODS), range(CAFE_TABLES)):
        move = serve_move(food, table)
        assert (MOVE_KIND[move], MOVE_WHAT[move], MOVE_WHERE[move]) == (Move.SERVE, food, table)
    for table, room in product(range(CAFE_TABLES), range(ROOMS)):
        move = check_in_move(table, room)
        assert (MOVE_KIND[move], MOVE_WHAT[move], MOVE_WHERE[move]) == (Move.CHECK_IN, table, room)
    assert len({MOVE_FIRST[kind] for kind in Move}) == len(Move)
    assert MOVE_END[Move.DONE] == len(GAME.moves)


def test_every_question_says_what_answers_it() -> None:
    asked = {step for step in Step if ANSWERED_WITH[step] != Move.DONE}
    assert asked == {step for step in Step if step >= Step.DRAFT}


def test_places_of_staff() -> None:
    places = (Place.HAND, Place.PLAYED, Place.USED, Place.ASIDE)
    for place, seat in product(places, range(SEATS)):
        number = packing.staff_at(place, seat)
        assert packing.owner_of(number) == seat
        assert [other for other in Place if packing.is_at(number, other) and other in places] == [
            place
        ]


def test_cards_under_the_pile() -> None:
    assert [packing.card_of(packing.entry_of(card)) for card in range(STAFF)] == list(range(STAFF))
    assert packing.card_of(packing.UNKNOWN_CARD) == NO_CARD


def test_dice_as_they_are_told() -> None:
    position: Position = GAME.new(2, seed=1)
    for space in range(SPACES):
        position.spaces[space] = 14 - space
    told = packing.dice_told(position.spaces)
    assert [packing.dice_on(told, space) for space in range(SPACES)] == list(position.spaces)


def test_rooms_and_their_limits() -> None:
    assert [room_at(floor_of(room), column_of(room)) for room in range(ROOMS)] == list(range(ROOMS))
    for floors, occupied in product(range(1, FLOORS + 1), (False, True)):
        limit = room_limit(floors, occupied)
        assert (highest_floor(limit), is_occupied_at_once(limit)) == (floors, occupied)


def test_letters_of_politics_cards_and_tiles() -> None:
    for letter, number in product(range(LETTER_COUNT), range(BY_LETTER)):
        card = with_letter(letter, number)
        assert (letter_of(card), number_of(card)) == (letter, number)


def test_questions_about_parts_and_removed_rooms() -> None:
    position: Position = GAME.new(2, seed=1)
    for space in range(SPACES):
        ask(position, Step.CHOOSE_PART, 0, packing.die_parts(space), DIE)
        question = top(position)
        assert packing.space_of(question) == space
        assert packing.source_of(question) == DIE
        assert packing.has_part(question, 0)
        assert packing.has_part(question, 1)
        close(position)
    for which, room in product(Which, (NO_ROOM, *range(ROOMS))):
        ask(position, Step.REMOVE, 0, 2, packing.removal(which, room))
        assert packing.which_of(top(position)) == which
        assert packing.first_of(top(position)) == room
        close(position)


def test_planned_steps_have_their_seat_first_wherever_it_is_kept() -> None:
    position: Position = GAME.new(2, seed=1)
    for plan, what in ((packing.plan_step, Step.RUN_STEP), (packing.plan_action, Step.DO_ACTION)):
        plan(position, 1, 5)
        planned = top(position)
        assert planned.what == what
        assert (packing.planned_seat(planned), packing.planned_thing(planned)) == (1, 5)
        close(position)
