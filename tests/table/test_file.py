"""Saved games: written, read, replayed, verified; damage is reported in one clear line."""

import json
from pathlib import Path
from typing import Any

import pytest

from bellhop.engine.errors import BellhopError, NotationError
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.file import GameFile, read_game
from table.test_sitting import play_to_the_end, sit

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    sitting = sit(GAMES[0])
    play_to_the_end(sitting)
    path = tmp_path / "game.json"
    GameFile.of(sitting).write(path)
    return path


def change(path: Path, **entries: Any) -> None:
    content = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**content, **entries}), "utf-8")


@every_game
def test_a_file_is_read_back_replayed_and_verified(game: Game, tmp_path: Path) -> None:
    sitting = sit(game)
    play_to_the_end(sitting)
    path = tmp_path / "game.json"
    GameFile.of(sitting).write(path)
    read = read_game(path)
    assert read == GameFile.of(sitting)
    last = read.verify()
    assert last.position == sitting.position
    assert last.lines == sitting.lines
    assert list(tmp_path.iterdir()) == [path]


@every_game
def test_undone_acts_are_replayed_too(game: Game, tmp_path: Path) -> None:
    sitting = sit(game)
    from bellhop.bots.random_bot import RandomBot

    bot = RandomBot(2)
    while not sitting.is_over:
        turn = sitting.position.turn
        sitting.move(bot.choose(game, sitting.view(turn)))
        if sitting.can_undo(turn) and len(sitting.acts) % 2:
            sitting.undo()
            if len(sitting.acts) % 3:
                sitting.redo()
    path = tmp_path / "game.json"
    GameFile.of(sitting).write(path)
    assert read_game(path).verify().position == sitting.position


def test_a_changed_secret_act_or_result_is_detected(saved: Path) -> None:
    original = saved.read_text("utf-8")
    content = json.loads(original)
    change(saved, secret="00" * 32)
    with pytest.raises(BellhopError, match="not the one sealed"):
        read_game(saved).verify()
    change(saved, secret="00" * 32, commitment=_seal("00" * 32))
    with pytest.raises(BellhopError, match=r"cannot be replayed|claims the points"):
        read_game(saved).verify()
    saved.write_text(original, "utf-8")
    change(saved, points=[99, 0, 0])
    with pytest.raises(BellhopError, match="claims the points"):
        read_game(saved).verify()
    saved.write_text(original, "utf-8")
    change(saved, nonces=["00000009", *content["nonces"][1:]])
    with pytest.raises(BellhopError, match=r"cannot be replayed|claims the points"):
        read_game(saved).verify()
    saved.write_text(original, "utf-8")
    change(saved, rules="another")
    with pytest.raises(BellhopError, match="played under rules another"):
        read_game(saved).verify()


def _seal(secret: str) -> str:
    from bellhop.engine.fairness import commitment

    return commitment(secret)


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ({"bellhop": 3}, "has format 3; this version of Bellhop reads format 2"),
        ({"bellhop": 2}, "The entry “start” is missing or of the wrong kind"),
        ({"game": "chess"}, "no game “chess”"),
        ({"game": 7}, "The entry “game” is missing or of the wrong kind"),
        ({"rules": "\ud800"}, "The entry “rules” is missing or of the wrong kind"),
        ({"commitment": "\x1b[31m"}, "The entry “commitment” is missing or of the wrong kind"),
        ({"players": []}, "is for 2 to"),
        ({"players": ["Ann", "Bob"]}, "'Ann' is not a player with a name and a kind"),
        ({"options": {"weather": "fine"}}, "has no option “weather”"),
        ({"nonces": ["00000001"]}, "seats need . players and nonces"),
        ({"nonces": ["x", "y", "z"]}, "A nonce is 8 to 64 hexadecimal digits"),
        ({"secret": "abc"}, "A secret is 64 hexadecimal digits"),
        ({"acts": [[2, "research"]]}, r"Move 1 is written \[2, 'research'\]"),
        ({"acts": ["research"]}, "Move 1 is written 'research'"),
        ({"points": ["many"]}, "Points must be whole numbers"),
    ],
)
def test_a_damaged_file_says_what_is_wrong(
    saved: Path, entries: dict[str, Any], complaint: str
) -> None:
    change(saved, **entries)
    with pytest.raises(NotationError, match=f"damaged. .*{complaint}"):
        read_game(saved)


@pytest.mark.parametrize(
    ("act", "complaint"),
    [("dance", "Move 1 cannot be replayed. “dance” is not a move"),
     ("undo", "Move 1 cannot be replayed. There is nothing to undo")],
)  # fmt: skip
def test_a_wrong_act_is_named(saved: Path, act: str, complaint: str) -> None:
    change(saved, acts=[[1, act]])
    with pytest.raises(BellhopError, match=complaint):
        read_game(saved).verify()


def test_files_that_are_not_games(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(BellhopError, match="cannot be read"):
        read_game(path)
    path.write_text("{ half a game", "utf-8")
    with pytest.raises(NotationError, match="is not a Bellhop game file"):
        read_game(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotationError, match="is not a Bellhop game file"):
        read_game(path)
    path.write_text("[1, 2]", "utf-8")
    with pytest.raises(NotationError, match="is a JSON object"):
        read_game(path)


def test_an_unwritable_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BellhopError, match="cannot be written"):
        GameFile.of(sit(GAMES[0])).write(tmp_path / "no" / "such" / "folder.json")
