"""Bots play by the rules, from their view alone, and the sensible one beats chance."""

import pytest

from bellhop.bots import KINDS, make_bot
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def play(game: Game, kinds: tuple[str, ...], seed: int) -> list[int]:
    """A game between bots; the points of each."""
    bots = [make_bot(kind, seed) for kind in kinds]
    position = game.new(len(kinds), seed=seed)
    while position.turn >= 0:
        turn = position.turn
        game.play(position, bots[turn].choose(game, game.view(position, turn)))
    return game.points(position)


@every_game
@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_repeats_itself_from_a_seed(game: Game, kind: str) -> None:
    assert play(game, (kind, kind, kind), 5) == play(game, (kind, kind, kind), 5)


@every_game
def test_sense_beats_chance_from_either_seat(game: Game) -> None:
    """Each deal is played from both seats; over 60 of them chance wins one in a hundred tries."""
    wins = 0.0
    for seed in range(30):
        for seat in (0, 1):
            points = play(
                game, ("sensible", "random") if seat == 0 else ("random", "sensible"), seed
            )
            mine, other = points[seat], points[1 - seat]
            wins += 1.0 if mine > other else 0.5 if mine == other else 0.0
    print(game.name, wins / 60)
    assert wins > 40


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(BellhopError, match="a bot is sensible or random, not 'clever'"):
        make_bot("clever")
