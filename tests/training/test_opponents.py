"""Whom a run learns to beat is named like a contestant; what cannot be learnt from is refused."""

from pathlib import Path

import pytest

from bellhop.bots.levels import NETWORK, temperatures_of
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.games import GAMES, game_named
from bellhop.training.opponents import Opponent, parse_opponent


@pytest.fixture
def game() -> Game:
    return game_named("overbooking")


def test_an_opponent_is_a_bot_a_level_or_a_network_file(game: Game) -> None:
    casual = parse_opponent(game, "casual", on_gpu=False)
    assert casual == Opponent("casual")
    assert casual.is_casual
    assert parse_opponent(game, "random", on_gpu=True) == Opponent("random")
    strong = parse_opponent(game, "strong", on_gpu=True)
    assert strong is not None
    assert strong.network == game.folder / "networks" / NETWORK
    assert strong.temperature == temperatures_of(game)["strong"] > 0
    file = parse_opponent(game, "runs/mine.npz@1.5", on_gpu=True)
    assert file == Opponent("mine.npz@1.5", Path("runs/mine.npz"), 1.5)
    assert parse_opponent(game, "mine.npz", on_gpu=False) == Opponent("mine.npz", Path("mine.npz"))
    assert parse_opponent(game, "", on_gpu=False) is None


@pytest.mark.parametrize(
    ("text", "on_gpu", "why"),
    [
        ("casual", True, "on processor cores only .*--device cores.* beat regular, strong"),
        ("newcomer", False, "game by game.* beat casual, regular, strong, expert, master, random"),
        ("easy", False, "newcomer chooses game by game"),
        ("search", False, "game by game"),
        ("rollout", True, "game by game"),
        ("nobody", False, "beat casual, .* not 'nobody'"),
        ("casual@2", False, "not 'casual@2'"),
        ("mine.npz@hot", False, "temperature must be a number"),
        ("mine.npz@-1", False, "temperature must be a number"),
        ("mine.npz@nan", False, "temperature must be a number"),
    ],
)
def test_what_cannot_be_learnt_from_is_refused(
    game: Game, text: str, on_gpu: bool, why: str
) -> None:
    with pytest.raises(PlainError, match=why) as refused:
        parse_opponent(game, text, on_gpu=on_gpu)
    assert "\n" not in str(refused.value)


def test_without_a_network_there_are_no_levels_to_beat() -> None:
    for game in GAMES:
        if not game.package.startswith("bellhop."):
            with pytest.raises(PlainError, match=r"beat casual, random$"):
                parse_opponent(game, "master", on_gpu=False)
