"""The table of verbs: every verb has a row, and every row says something in every column."""

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

from bellhop.drawing.pages import draw_symbols as symbol_sheet
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.card_text import say_step, steps_of_guest, symbols_of
from bellhop.games.grand_austria_hotel.page.houses import draw_symbols
from bellhop.games.grand_austria_hotel.rules import gains, scoring, staff, steps, tables
from bellhop.games.grand_austria_hotel.rules.cards import (
    CARDS,
    EDITIONS,
    FLOORS,
    GUESTS,
    Parser,
    names_of,
)
from bellhop.games.grand_austria_hotel.rules.verbs import (
    KINDS,
    MANNERS,
    TRAITS,
    VERBS,
    StepOf,
    Verb,
    VerbRow,
    room_limit,
    step_of,
)

every_verb = pytest.mark.parametrize("row", VERBS[1:], ids=lambda row: row.verb.name.lower())
WRITTEN = {"amount": "2", "less": "free", "most": "at_most 9", "floors": "floors 2 occupied"}
WRITTEN |= {kind: names_of(members)[-1] for kind, members in KINDS.items()}


def read(text: str) -> StepOf:
    parser = Parser("guest", "somebody", "reward", text)
    step = step_of(parser)
    parser.end()
    return step


def write(row: VerbRow) -> str:
    return " ".join((row.verb.name.lower(), *(WRITTEN[name] for name in row.arguments.split())))


def test_the_rows_are_the_verbs_in_their_order() -> None:
    assert [row.verb for row in VERBS] == list(Verb)


@every_verb
def test_every_column_says_something_known(row: VerbRow) -> None:
    assert set(row.arguments.split()) <= set(WRITTEN)
    assert set(row.traits.split()) <= set(TRAITS)
    assert row.words in MANNERS
    assert row.symbol
    assert not {"gains", "asks"} <= set(row.traits.split())


@every_verb
@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_every_verb_is_read_said_and_drawn(row: VerbRow, language: str) -> None:
    step = read(write(row))
    assert step.verb == row.verb
    text = say_step(GAME.words(language), step)
    assert text
    assert not set("{}") & set(text)
    assert symbols_of(step)
    assert not any("{" in symbol.name for symbol in symbols_of(step))


@every_verb
def test_every_verb_is_shown_at_the_head_of_the_card_file_and_done_by_a_rule(row: VerbRow) -> None:
    head = CARDS.path.read_text("utf-8").partition("[game]")[0]
    name = row.verb.name
    assert name.lower() in head.replace("\n", " ").split()
    deeds: tuple[Any, ...] = (gains, steps, staff, scoring)
    is_done = any(f"Verb.{name}" in inspect.getsource(part) for part in deeds)
    assert is_done or f'"{name.lower()}' in inspect.getsource(tables)


def test_every_step_of_a_guest_or_a_tile_is_drawn_with_symbols_that_exist() -> None:
    known = set(re.findall(r'id="icon-([\w-]+)"', symbol_sheet(GAME)))
    found = set[StepOf]()
    for edition in range(len(EDITIONS)):
        found |= {step for guest in range(GUESTS) for step in steps_of_guest(edition, guest)}
        for tile in range(len(tables.TILE_NAMES)):
            steps = (tables.reward_of(edition, tile), tables.penalty_of(edition, tile))
            found |= {tables.STEPS[step] for step in steps}
    assert len(found) > 20
    for step in found:
        (parts,) = draw_symbols([step])
        assert {drawing for drawing, _ in parts} <= known, step


def test_arguments_are_read_in_the_order_of_the_card_file() -> None:
    assert read("score_per staff 2 at_most 12") == StepOf(Verb.SCORE_PER, 2, 2, most=12)
    assert read("score_per staff 2") == StepOf(Verb.SCORE_PER, 2, 2)
    assert read("play_drawn 3 free") == StepOf(Verb.PLAY_DRAWN, 3, less=20)
    limited, unlimited = room_limit(2, occupied=True), room_limit(FLOORS, occupied=False)
    expected = StepOf(Verb.PREPARE_ROOM, less=20, floors=limited)
    assert read("prepare_room free floors 2 occupied") == expected
    assert read("prepare_room full") == StepOf(Verb.PREPARE_ROOM, floors=unlimited)


def test_what_a_verb_does_agrees_with_its_traits() -> None:
    """The rules look up traits by verb, and must have cases for exactly these verbs."""
    for trait, deed in (("gains", gains.gain), ("asks", steps.ask_step)):
        done = matched(deed)
        if trait == "asks":
            done |= {"GAIN_FOOD", "GAIN_EACH_FOOD"}  # to be served at once, or stored
        assert done == {row.verb.name for row in VERBS if trait in row.traits.split()}


def matched(deed: Callable[..., Any]) -> set[str]:
    """The verbs that a function has a case for."""
    lines = [line.strip() for line in inspect.getsource(deed).splitlines()]
    return {line[len("case Verb.") : -1] for line in lines if line.startswith("case Verb.")}
