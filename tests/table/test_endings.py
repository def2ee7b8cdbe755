"""Restarting a turn, resigning, stopping by agreement, and complete snapshots."""

import json
from pathlib import Path

import pytest

from bellhop.bots.random_bot import RandomBot
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.seats import NOBODY
from bellhop.games import GAMES
from bellhop.table.file import GameFile, read_game
from bellhop.table.sitting import END, RESTART, Seat, Sitting
from table.test_sitting import SHAKER, play_to_the_end, sit

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def play_until_two_can_be_undone(sitting: Sitting) -> int | None:
    """Play on until a seat can undo more than one move; return the seat, or None."""
    bot = RandomBot(8)
    while not sitting.is_over:
        turn = sitting.turn
        sitting.move(bot.choose(sitting.game, sitting.view(turn)))
        if sitting.can_restart_turn(turn):
            return turn
    return None


def test_a_turn_is_restarted_in_one_act_and_can_be_redone() -> None:
    long_turns = [game for game in GAMES if play_until_two_can_be_undone(sit(game)) is not None]
    assert long_turns
    for game in long_turns:
        restart_a_turn(game)


def restart_a_turn(game: Game) -> None:
    """Restart a turn, redo it, and check that its log can be replayed."""
    sitting = sit(game)
    turn = play_until_two_can_be_undone(sitting)
    assert turn is not None
    after, rows = sitting.position.copy(), len(sitting.acts)
    assert not any(sitting.can_restart_turn(other) for other in range(-1, 3) if other != turn)
    sitting.restart_turn()
    assert len(sitting.acts) == rows + 1
    assert sitting.acts[-1].text == RESTART
    assert sitting.turn == turn
    assert not sitting.can_undo(turn)
    while sitting.can_redo(turn):
        sitting.redo()
    assert sitting.position == after
    again = sit(game)
    for act in sitting.acts:
        again.repeat(act.text)
    assert (again.position, again.lines) == (sitting.position, sitting.lines)


@every_game
def test_in_a_two_player_game_resigning_gives_the_victory_to_the_other(
    game: Game, tmp_path: Path
) -> None:
    seats = (Seat("Ann"), Seat("Bob"))
    shaker = type(SHAKER)(SHAKER.secret, SHAKER.nonces[:2])
    sitting = Sitting(game, game.undealt(2), seats, shaker)
    sitting.move(game.legal_moves(sitting.position)[0])
    sitting.resign(0)
    assert sitting.is_over
    assert sitting.winners() == [1]
    assert not sitting.can_undo(0)
    for refused in ("research", END, "resign 2"):
        with pytest.raises(BellhopError, match=r"The game is over|is not a move"):
            sitting.repeat(refused)
    path = tmp_path / "resigned.json"
    GameFile.of(sitting).write(path)
    assert read_game(path).verify().winners() == [1]


@every_game
def test_among_three_the_others_play_on(game: Game) -> None:
    sitting = Sitting(game, game.undealt(3), tuple(map(Seat, ("Ann", "Bob", "Cid"))), SHAKER)
    sitting.resign(1)
    assert not sitting.is_over
    with pytest.raises(BellhopError, match="has already resigned"):
        sitting.resign(1)
    play_to_the_end(sitting)
    assert sitting.winners() == game.winners(sitting.position)


def test_the_last_person_who_resigns_ends_a_game_among_bots() -> None:
    sitting = Sitting(
        GAMES[0],
        GAMES[0].undealt(3),
        (Seat("Ann"), Seat("Bob", "random"), Seat("Cid", "random")),
        SHAKER,
    )
    sitting.resign(0)
    assert sitting.is_over
    assert sitting.winners() == []


@every_game
def test_a_game_stopped_by_agreement_has_no_winner(game: Game) -> None:
    sitting = sit(game)
    sitting.move(game.legal_moves(sitting.position)[0])
    sitting.repeat(END)
    assert sitting.is_over
    assert sitting.turn == NOBODY
    assert sitting.winners() == []
    assert GameFile.of(sitting).verify().is_over


def test_only_seats_of_the_table_resign() -> None:
    for text in ("resign 0", "resign 4", "resign x", "resign -1"):
        with pytest.raises(BellhopError, match="The seats are 1 to 3"):
            sit(GAMES[0]).repeat(text)


@every_game
def test_a_sitting_resumed_from_a_snapshot_continues_as_if_never_interrupted(game: Game) -> None:
    sitting, bot, taken = sit(game), RandomBot(2), 0
    while not sitting.is_over:
        sitting.move(bot.choose(game, sitting.view(sitting.turn)))
        if not sitting.is_settled:
            with pytest.raises(BellhopError, match="when nothing can be undone"):
                sitting.snapshot()
        elif taken < 5:
            taken += 1
            acts = list(sitting.acts)
            resumed = sit(game)
            resumed.resume(json.loads(json.dumps(sitting.snapshot())), acts)
            assert (resumed.position, resumed.lines) == (sitting.position, sitting.lines)
            assert resumed.acts == sitting.acts
            assert [resumed.last_row_of(s) for s in range(3)] == [
                sitting.last_row_of(s) for s in range(3)
            ]
    assert taken > 1
