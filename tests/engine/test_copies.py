"""A game made with other cards exists next to the first one, and neither affects the other."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from bellhop.drawing.pages import draw_html
from bellhop.engine import playout, twin
from bellhop.engine.errors import BellhopError, CardError
from bellhop.engine.game import Game, open_game
from bellhop.games import GAMES, game_named
from support import with_cards

HOTEL = game_named("perfect-hotel")
CARDS = (HOTEL.folder / "cards.toml").read_text("utf-8")
NAMES = ("Ann", "Bob")


@pytest.fixture
def dear(tmp_path: Path) -> Game:
    """Perfect Hotel where a tourist in hand costs much more."""
    return with_cards(HOTEL, tmp_path, CARDS.replace("tourist_loss = 3", "tourist_loss = 50"))


def scores(made: twin.Twin, game: Game, games: int = 40) -> list[list[int]]:
    """The scores of random games from the first seeds."""
    played = game.array(games)
    made.loops.play_many(
        made.take(played), made.take(game.undealt(2)), 1, made.mask(len(game.moves))
    )
    return [game.points(position) for position in played]


def test_two_card_files_are_played_beside_each_other(dear: Game) -> None:
    usual = scores(twin.interpreted(playout, HOTEL.rules), HOTEL)
    other = scores(twin.interpreted(playout, dear.rules), dear)
    assert scores(twin.interpreted(playout, HOTEL.rules), HOTEL) == usual
    assert usual != other
    assert all(a >= b for x, y in zip(usual, other, strict=True) for a, b in zip(x, y, strict=True))
    assert dear.rules_version != HOTEL.rules_version
    assert dear.with_cards(HOTEL.folder / "cards.toml").rules_version == HOTEL.rules_version


@pytest.mark.xdist_group("compiled")
def test_their_compiled_twins_are_kept_apart(tmp_path: Path) -> None:
    """This uses the smallest game, because it is compiled twice."""
    usual = game_named("night-porter")
    cards = (usual.folder / "cards.toml").read_text("utf-8")
    strict = with_cards(usual, tmp_path, cards.replace("loss = 1 ", "loss = 9 "))
    for game in (usual, strict, usual):
        fast, slow = twin.compiled(playout, game.rules), twin.interpreted(playout, game.rules)
        assert scores(fast, game) == scores(slow, game)
    assert twin.compiled(playout, strict.rules) is not twin.compiled(playout, usual.rules)
    assert scores(fast, usual) != scores(twin.compiled(playout, strict.rules), strict)


def test_all_parts_are_those_of_the_cards(dear: Game, tmp_path: Path) -> None:
    text = CARDS.replace("value = 10\n", "value = 12\n")
    high = with_cards(HOTEL, tmp_path, text)
    position = high.new(2, seed=4)
    drawn = draw_html(high, high.words("en"), high.show(position, 0), 0, NAMES)
    assert ">12<" in drawn["board"].replace(" ", "")
    assert "12" in high.terminal.draw_text(high.words("en"), high.show(position, 0), 0, NAMES)
    assert high.scoring.SHEET != HOTEL.scoring.SHEET == dear.scoring.SHEET
    for part in ("advice", "figures", "finality", "observation"):
        assert getattr(high, part) is not getattr(HOTEL, part)
    assert "12" not in " ".join(HOTEL.moves)


def test_the_same_cards_are_the_same_game(dear: Game) -> None:
    assert HOTEL.with_cards(dear.cards.path) is dear
    assert dear.with_cards(dear.cards.path) is dear


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_is_pickled_by_name(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game


def test_a_copy_is_pickled_into_another_process(dear: Game, tmp_path: Path) -> None:
    assert pickle.loads(pickle.dumps(dear)) is dear
    (tmp_path / "game.pickle").write_bytes(pickle.dumps(dear))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).rules_version)"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "game.pickle")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == dear.rules_version


def test_a_pickled_copy_is_refused_when_its_cards_have_changed(tmp_path: Path) -> None:
    copy = with_cards(HOTEL, tmp_path, CARDS.replace("tourist_loss = 3", "tourist_loss = 40"))
    (tmp_path / "game.pickle").write_bytes(pickle.dumps(copy))
    copy.cards.path.write_text(CARDS, "utf-8")
    assert pickle.loads((tmp_path / "game.pickle").read_bytes()) is copy
    code = "import pickle, sys; pickle.load(open(sys.argv[1], 'rb'))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "game.pickle")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "has changed since the game was pickled" in done.stderr


def test_a_wrong_card_file_leaves_nothing_behind(tmp_path: Path) -> None:
    before = set(sys.modules)
    with pytest.raises(CardError, match="rounds"):
        with_cards(HOTEL, tmp_path, CARDS.replace("rounds = 3", "rounds = 1"))
    with pytest.raises(CardError, match="cannot be read"):
        HOTEL.with_cards(tmp_path / "none.toml")
    assert set(sys.modules) == before


def test_a_package_without_a_game_is_refused() -> None:
    with pytest.raises(BellhopError, match=r"bellhop\.engine is not a game"):
        open_game("bellhop.engine")


def test_one_game_is_imported_without_the_others() -> None:
    code = """
import sys
from bellhop.games import game_named
game_named("overbooking")
loaded = " ".join(sys.modules)
assert "perfect_hotel" not in loaded and "grand_austria" not in loaded
assert not {"numpy", "numba", "jinja2", "babel"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
