"""From the rulebook to the code: every section has code and a test, every ruling a test."""

import inspect

import pytest

from bellhop.engine.game import Game
from bellhop.engine.rulebook import open_rulebook, rule_functions, section_of
from bellhop.games import GAMES
from sources import proofs

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def package(game: Game) -> str:
    return game.package.rpartition(".")[2]


@every_game
def test_every_section_has_code_unless_it_is_about_components(game: Game) -> None:
    book = open_rulebook(game.folder)
    coded = {section_of(f) for fs in rule_functions(game.rules).values() for f in fs}
    sections = {section.id for section in book.sections}
    assert len(sections) == len(book.sections)
    assert coded == sections - {section.id for section in book.sections if section.physical}


@every_game
def test_every_section_has_a_test(game: Game) -> None:
    sections = open_rulebook(game.folder).sections
    tested = set(proofs(package(game), "rule"))
    assert tested <= {section.id for section in sections}
    assert tested >= {section.id for section in sections if not section.physical}


@every_game
def test_every_ruling_has_a_test_and_its_option_exists(game: Game) -> None:
    rulings = open_rulebook(game.folder).rulings
    assert set(proofs(package(game), "ruling")) == {ruling.id for ruling in rulings} != set()
    assert len({ruling.id for ruling in rulings}) == len(rulings)
    for ruling in rulings:
        if ruling.option:
            assert game.option(ruling.option)


@every_game
def test_the_functions_of_a_file_stand_in_the_order_of_the_rulebook(game: Game) -> None:
    book, found = open_rulebook(game.folder), rule_functions(game.rules)
    assert all(found.values())
    assert found
    for module, functions in found.items():
        order = [book.order(section_of(function)) for function in functions]
        assert order == sorted(order), module


@every_game
def test_every_rule_function_says_its_rule_in_a_sentence(game: Game) -> None:
    found = [function for each in rule_functions(game.rules).values() for function in each]
    assert found
    for function in found:
        assert (inspect.getdoc(function) or "").endswith("."), function
