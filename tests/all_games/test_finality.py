"""For every move, the page says correctly in advance whether it can be undone."""

import random

import pytest

from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.games import GAMES, game_named
from bellhop.table.sitting import Seat, Sitting
from support import more, random_options

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
def test_a_move_is_final_exactly_when_it_cannot_be_undone(game: Game) -> None:
    said = set[bool]()
    for seed in range(more(8, 300)):
        said |= check_finality(game, seed)
    assert said == {True, False}


def check_finality(game: Game, seed: int) -> set[bool]:
    """Compare prediction and outcome for every move of a random game; return the predictions."""
    chance = random.Random(seed)
    seats = chance.choice(game.players)
    undealt = game.undealt(seats, random_options(game, chance))
    players = tuple(Seat(f"Player {seat}") for seat in range(seats))
    sitting = Sitting(game, undealt, players, Shaker(f"{seed:064x}", ("0" * 8,) * seats))
    said = set[bool]()
    while not sitting.is_over:
        seat = sitting.position.turn
        seen = sitting.show(seat)
        before = seen.to_bytes()
        moves = game.legal_moves(seen)
        move = chance.choice(moves)
        is_final = move in game.finality.find_final(seen, moves)
        assert seen.to_bytes() == before, "asking changes nothing"
        sitting.move(move)
        assert sitting.can_undo(seat) != is_final, (seed, game.moves[move])
        said.add(is_final)
    return said


def test_a_dish_is_final_when_a_round_begins_as_soon_as_it_is_served() -> None:
    assert check_finality(game_named("grand-austria-hotel"), 104) == {True, False}
