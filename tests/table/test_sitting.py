"""Sittings: rows, the dice of each row, undo, the score sheet."""

from itertools import count

import pytest

from bellhop.bots.random_bot import RandomBot
from bellhop.engine.errors import BellhopError, Refused
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.games import GAMES, game_named
from bellhop.table.sitting import END, REDO, RESIGN, RESTART, UNDO, Seat, Sitting

SEATS = (Seat("Ann"), Seat("Bob"), Seat("Cid", "random"))
SHAKER = Shaker("5e" * 32, ("00000001", "00000002", "00000003"))
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def sit(game: Game, shaker: Shaker = SHAKER) -> Sitting:
    return Sitting(game, game.undealt(3), SEATS, shaker)


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
def test_the_dice_are_rekeyed_for_every_row(game: Game) -> None:
    """Past positions reveal nothing about the next roll: the word a move leaves is never used."""
    sitting = sit(game)
    bot = RandomBot(4)
    while not sitting.is_over and len(sitting.acts) < 30:
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
    assert sheet
    for seat, points in enumerate(game.points(sitting.position)):
        assert sum(cells[seat] or 0 for part in sheet for _, cells in part.rows) == points
    for part in sheet:
        assert tuple(item for item, _ in part.rows) == game.scoring.SHEET


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
def test_undoable_moves_reveal_nothing(game: Game) -> None:
    """A seat that undoes a move has seen no new card and no roll, and can make the same move."""
    undone, secrets = 0, count()
    while undone <= 10:
        undone += undo_and_redo(sit(game, Shaker(f"{next(secrets):064x}", SHAKER.nonces)))


def undo_and_redo(sitting: Sitting) -> int:
    """Play to the end, and undo every move that can be; return how many there were."""
    game, bot, undone = sitting.game, RandomBot(9), 0
    while not sitting.is_over and len(sitting.acts) < 2_000:
        turn, before = sitting.position.turn, sitting.position.copy()
        lines = list(sitting.lines)
        sitting.move(bot.choose(game, sitting.view(turn)))
        assert not any(sitting.can_undo(seat) for seat in range(-1, 3) if seat != turn)
        if sitting.can_undo(turn) and undone < 50:
            undone += 1
            after = sitting.position.copy()
            sitting.undo()
            assert (sitting.position, sitting.lines) == (before, lines)
            assert sitting.can_redo(turn)
            sitting.redo()
            assert sitting.position == after
            assert [act.text for act in sitting.acts[-2:]] == [UNDO, REDO]
    assert not any(sitting.can_undo(seat) for seat in range(3)), "what is over stays over"
    assert [act.row for act in sitting.acts] == list(range(1, len(sitting.acts) + 1))
    return undone


def test_in_perfect_hotel_undo_goes_back_to_the_last_card_seen() -> None:
    game = game_named("perfect-hotel")
    sitting = sit(game)
    bot = RandomBot(3)
    while not (
        begun := [m for m in game.legal_moves(sitting.position) if "build" in game.moves[m]]
    ):
        sitting.move(bot.choose(game, sitting.view(sitting.position.turn)))
    seat, before = sitting.position.turn, sitting.position.copy()
    assert not sitting.can_undo(seat)
    sitting.move(begun[0])
    sitting.move(game.legal_moves(sitting.position)[0])
    sitting.undo()
    sitting.undo()
    assert sitting.position == before
    sitting.move(game.move_named("research"))
    assert not sitting.can_undo(seat)
    with pytest.raises(BellhopError, match="nothing to undo"):
        sitting.undo()
    with pytest.raises(BellhopError, match="nothing to redo"):
        sitting.redo()


def test_in_overbooking_a_face_down_card_can_be_undone_until_the_next_player_acts() -> None:
    game = game_named("overbooking")
    sitting = Sitting(game, game.undealt(3, {"hotels": "plain"}), SEATS, SHAKER)
    first = sitting.position.turn
    sitting.move(game.legal_moves(sitting.position)[0])
    assert sitting.position.turn != first
    assert sitting.can_undo(first)
    sitting.move(game.legal_moves(sitting.position)[0])
    assert not sitting.can_undo(first)
    sitting.undo()
    assert not sitting.can_undo(first), "an act of another seat is never crossed"


def test_seats_and_nonces_must_match_the_table() -> None:
    game = GAMES[0]
    with pytest.raises(BellhopError, match="2 seats need 2 players and nonces"):
        Sitting(game, game.undealt(2), SEATS, SHAKER)


@every_game
def test_no_move_has_the_name_of_another_act(game: Game) -> None:
    acts = {UNDO, REDO, RESTART, END}
    assert not any(move in acts or move.startswith(RESIGN) for move in game.moves)
