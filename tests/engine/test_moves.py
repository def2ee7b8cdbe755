"""Moves are declared once: rows give numbers, names, kinds and arguments, and back again."""

from enum import IntEnum
from importlib import import_module

import pytest

from bellhop.engine.game import Game
from bellhop.engine.moves import declare_moves
from bellhop.games import GAMES


class Deed(IntEnum):
    """The kinds of a small game."""

    PASS = 0
    SERVE = 1


SERVE = (Deed.SERVE, "{1} > {0}", ("1", "2", "3"), ("tea", "cake"))


def test_rows_give_numbers_names_kinds_and_arguments() -> None:
    table = declare_moves(Deed, (Deed.PASS, "pass"), SERVE)
    assert table.names == (
        *("pass", "tea > 1", "cake > 1", "tea > 2", "cake > 2", "tea > 3", "cake > 3"),
    )
    assert table.kinds == (0, 1, 1, 1, 1, 1, 1)
    assert table.arguments == ((0, 0, 0, 1, 1, 2, 2), (0, 0, 1, 0, 1, 0, 1))
    assert (table.firsts, table.ends) == ((0, 1), (1, 7))


@pytest.mark.parametrize(
    "rows", [(SERVE, (Deed.PASS, "pass")), (SERVE,), ((Deed.PASS, "tea > 1"), SERVE)]
)
def test_rows_that_miss_a_kind_or_write_two_moves_alike_are_refused(
    rows: tuple[tuple[object, ...], ...],
) -> None:
    with pytest.raises(ValueError, match="Deed: "):
        declare_moves(Deed, *rows)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_first_number_of_every_kind_has_its_name(game: Game) -> None:
    vocabulary = import_module(f"{game.package}.rules.vocabulary")
    table = vocabulary.MOVE_TABLE
    assert table.names == game.moves
    firsts = {kind: vars(vocabulary).get(kind.name, table.firsts[kind]) for kind in vocabulary.Move}
    assert tuple(firsts.values()) == table.firsts
    for kind in vocabulary.Move:
        assert table.kinds[table.firsts[kind]] == table.kinds[table.ends[kind] - 1] == kind
