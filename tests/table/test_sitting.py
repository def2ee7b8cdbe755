"""One sitting: rows, keyed dice, undo, the score sheet."""

import pytest

from bellhop.bots.random_bot import RandomBot
from bellhop.engine.errors import BellhopError, Refused
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.games import GAMES, game_named
from bellhop.table.sitting import UNDO, Seat, Sitting

SEATS = (Seat("Ann"), Seat("Bob"), Seat("Cid", "random"))
SHAKER = Shaker("5e" * 32, ("00000001", "00000002", "00000003"))
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def sit(game: Game, shaker: Shaker = SHAKER) -> Sitting:
    return Sitting(game, game.table(3), SEATS, shaker)


def play_to_the_end(sitting: Sitting, seed: int = 1) -> None:
    bot = RandomBot(seed)
    while not sitting.is_over:
        seen = sitting.view(sitting.position.turn)
        sitting.move(bot.choose(sitting.game, seen))


@every_game
def test_a_sitting_is_made_by_its_secret_nonces_and_acts(game: Game) -> None:
    first, again, other = sit(game), sit(game), sit(game, Shaker("5f" * 32, SHAKER.nonces))
    for sitting in (first, again, other):
        play_to_the_end(sitting)
    assert first.position == again.position
    assert first.acts == again.acts
    assert first.position != other.position
    assert [act.row for act in first.acts] == list(range(1, len(first.acts) + 1))


@every_game
def test_the_dice_are_keyed_anew_for_every_row(game: Game) -> None:
    """Past positions say nothing about the next roll: the word left by a move is never used."""
    sitting = sit(game)
    bot = RandomBot(4)
    for _ in range(30):
        move = bot.choose(game, sitting.view(sitting.position.turn))
        replayed = sitting.position.copy()
        replayed.dice = SHAKER.word(len(sitting.acts) + 1)
        game.rules.play(replayed, move)
        sitting.move(move)
        assert sitting.position == replayed


@every_game
def test_the_score_sheet_adds_up_to_the_points(game: Game) -> None:
    sitting = sit(game)
    play_to_the_end(sitting)
    sheet = sitting.score_sheet()
    for seat, points in enumerate(game.points(sitting.position)):
        assert sum(entry.points for entry in sheet if entry.seat == seat) == points
    assert {entry.item for entry in sheet} <= set(game.speech.score_items())


@every_game
def test_a_refused_move_changes_nothing(game: Game) -> None:
    sitting = sit(game)
    legal = game.legal_moves(sitting.position)
    illegal = next(move for move in range(len(game.moves)) if move not in legal)
    before = (sitting.position.to_bytes(), list(sitting.acts), list(sitting.lines))
    with pytest.raises(Refused):
        sitting.move(illegal)
    assert (sitting.position.to_bytes(), sitting.acts, sitting.lines) == before


@every_game
def test_whatever_can_be_undone_was_noticed_by_nobody_else(game: Game) -> None:
    sitting = sit(game)
    bot = RandomBot(9)
    while not sitting.is_over and len(sitting.acts) < 2_000:
        turn, before = sitting.position.turn, sitting.position.copy()
        others = [sitting.view(seat) for seat in range(-1, 3) if seat != turn]
        lines = list(sitting.lines)
        sitting.move(bot.choose(game, sitting.view(turn)))
        if sitting.can_undo():
            assert others == [sitting.view(seat) for seat in range(-1, 3) if seat != turn]
            if len(sitting.acts) % 3 == 0:
                sitting.undo()
                assert sitting.position == before
                assert sitting.lines == lines
                assert sitting.acts[-1].text == UNDO


def test_undo_in_perfect_hotel_goes_back_to_the_last_card_seen() -> None:
    game = game_named("perfect-hotel")
    sitting = sit(game)
    bot = RandomBot(3)
    while not (
        begun := [m for m in game.legal_moves(sitting.position) if "build" in game.moves[m]]
    ):
        sitting.move(bot.choose(game, sitting.view(sitting.position.turn)))
    assert not sitting.can_undo()
    before = sitting.position.copy()
    sitting.move(begun[0])
    sitting.move(game.legal_moves(sitting.position)[0])
    sitting.undo()
    sitting.undo()
    assert sitting.position == before
    assert [act.text for act in sitting.acts[-2:]] == [UNDO, UNDO]
    sitting.move(game.move_named("research"))
    with pytest.raises(BellhopError, match="nothing can be taken back"):
        sitting.undo()


def test_seats_and_nonces_must_match_the_table() -> None:
    game = GAMES[0]
    with pytest.raises(BellhopError, match="2 seats need 2 players and nonces"):
        Sitting(game, game.table(2), SEATS, SHAKER)
