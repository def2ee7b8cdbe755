"""Practice: one person against bots undoes any move; the game is marked and verified as such."""

import json

import pytest

from bellhop.bots.random_bot import RandomBot
from bellhop.cli.reports import show_verification
from bellhop.engine.errors import BellhopError, NotationError
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.archive import check_game
from bellhop.table.file import GameFile, parse_game
from bellhop.table.history import History
from bellhop.table.sitting import PRACTICE, RESTART, Seat, Sitting

SEATS = (Seat("Ann"), Seat("Kim", "random"), Seat("Lou", "random"))
SHAKER = Shaker("5e" * 32, ("00000001", "00000002", "00000003"))
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def sit(game: Game, seats: tuple[Seat, ...] = SEATS) -> Sitting:
    return Sitting(game, game.undealt(3), seats, SHAKER)


def play(sitting: Sitting, moves: int, bot: RandomBot) -> None:
    for _ in range(moves):
        if not sitting.is_over:
            sitting.move(bot.choose(sitting.game, sitting.view(sitting.turn)))


@every_game
def test_undo_goes_back_to_the_persons_first_decision_and_redo_to_the_last(game: Game) -> None:
    whole, sitting = sit(game), sit(game)
    play(whole, 2_000, RandomBot(1))
    for act in whole.acts[: len(whole.acts) // 2]:
        sitting.repeat(act.text)
    sitting.practise()
    before, positions = sitting.position.copy(), []
    while sitting.can_undo(0):
        sitting.undo()
        assert sitting.turn == 0
        positions.append(sitting.position.copy())
    assert len(positions) > len(whole.acts) // 10
    with pytest.raises(BellhopError, match="nothing to undo"):
        sitting.undo()
    for position in reversed(positions):
        assert sitting.position == position
        sitting.redo()
    assert sitting.position == before
    assert not sitting.can_undo(1), "a bot's seat undoes nothing"


@every_game
def test_a_restarted_turn_begins_after_the_last_bots_move(game: Game) -> None:
    sitting, bot, restarted = sit(game), RandomBot(5), 0
    sitting.practise()
    began, last = sitting.position.copy(), 1
    while restarted < 3 and not sitting.is_over:
        turn = sitting.turn
        if turn == 0 and last != 0:
            began = sitting.position.copy()
        sitting.move(bot.choose(game, sitting.view(turn)))
        last = turn
        if turn == 0 and sitting.can_restart_turn(0):
            sitting.repeat(RESTART)
            assert sitting.position == began
            sitting.redo()
            restarted += 1
    assert restarted or game.name == "night-porter", "its turns are single moves"


def test_only_one_person_against_bots_may_practise_and_once() -> None:
    pair = sit(GAMES[0], (Seat("Ann"), Seat("Bob"), Seat("Kim", "random")))
    with pytest.raises(BellhopError, match="one person against bots"):
        pair.practise()
    assert not pair.acts
    sitting = sit(GAMES[0])
    sitting.practise()
    with pytest.raises(BellhopError, match="already"):
        sitting.practise()
    assert [act.text for act in sitting.acts] == [PRACTICE]


@every_game
def test_a_saved_practice_game_is_marked_verified_and_taken_in(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting, bot = sit(game), RandomBot(2)
    play(sitting, 3, bot)
    sitting.practise()
    for _ in range(4):
        play(sitting, 5, bot)
        if not sitting.is_over:
            sitting.undo()
    play(sitting, 2_000, bot)
    assert sitting.is_over
    text = GameFile.of(sitting).to_json()
    assert json.loads(text)["practice"] is True
    saved = parse_game(text.encode())
    assert saved.is_practice
    assert saved.verify().position == sitting.position
    show_verification(saved, "pl")
    assert "wynik się nie liczy" in capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    imported = check_game(text.encode(), 4_000)
    assert json.loads(imported.snapshot)["is_practice"]
    unmarked = {name: value for name, value in json.loads(text).items() if name != "practice"}
    with pytest.raises(NotationError, match="practice"):
        parse_game(json.dumps(unmarked).encode())
    history = History(lambda: sit(game))
    assert history.after(sitting.acts).position == sitting.position
    assert history.after(sitting.acts[:20]).is_practice


def test_without_practice_the_mark_is_refused_and_nothing_crosses_a_reveal() -> None:
    sitting, bot = sit(GAMES[0]), RandomBot(2)
    play(sitting, 2_000, bot)
    text = GameFile.of(sitting).to_json()
    assert "practice" not in json.loads(text)
    with pytest.raises(NotationError, match="practice"):
        parse_game(json.dumps({**json.loads(text), "practice": True}).encode())
