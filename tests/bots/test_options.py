"""The networks play every option's table: with every choice, and with every number of players."""

from collections.abc import Iterator
from typing import Any

import pytest

from bellhop.bots import make_bot
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.games import GAMES

SHIPPED = [game for game in GAMES if game.package.startswith("bellhop.")]
MAX_MOVES = 2_000


def few_tables(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """As few tables as have every choice and every number of players at least once."""
    most = max(len(game.players), *(len(option.choices) for option in game.options))
    for row in range(most):
        chosen = {o.name: o.choices[row % len(o.choices)] for o in game.options}
        yield game.players[row % len(game.players)], chosen


def all_tables(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Every choice alone, with every number of players."""
    for seats in game.players:
        for option in game.options:
            for choice in option.choices:
                yield seats, {option.name: choice}


def tables() -> Iterator[Any]:
    """The tables to play: few, and all of them as a proof."""
    for kind, marks in ((few_tables, ()), (all_tables, pytest.mark.prove)):
        for game in SHIPPED:
            for seats, chosen in kind(game):
                name = "-".join([game.name, str(seats), *chosen.values()])
                yield pytest.param(game, seats, chosen, marks=marks, id=name)


@pytest.mark.parametrize(("game", "seats", "chosen"), list(tables()))
def test_the_master_plays_a_whole_game_at_every_table(
    game: Game, seats: int, chosen: dict[str, str]
) -> None:
    bots = [make_bot("master", seat) for seat in range(seats)]
    position, moves = game.new(seats, chosen, seed=seats), 0
    assert position.seats == seats
    assert chosen.items() <= game.options_of(position).items()
    while not is_over(position) and moves < MAX_MOVES:
        seen = game.view(position, position.turn)
        move = bots[position.turn].choose(game, seen)
        assert move in game.legal_moves(position)
        game.play(position, move)
        moves += 1
    assert is_over(position), f"{moves} moves, and no end"
    assert len(game.points(position)) == seats


def test_the_few_tables_leave_nothing_out() -> None:
    for game in SHIPPED:
        found = list(few_tables(game))
        assert {seats for seats, _ in found} == set(game.players)
        for option in game.options:
            assert {chosen[option.name] for _, chosen in found} == set(option.choices)
