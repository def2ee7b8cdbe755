"""Trained networks: what is written is read, and what does not fit is refused in one line."""

import hashlib
import json
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bellhop.bots import LEVELS, OLD_NAMES, levels, make_bot
from bellhop.bots.advised import AdvisedBot
from bellhop.bots.levels import (
    CRITIC,
    FOLDER,
    NETWORK,
    RECORD,
    network_of,
    temperatures_of,
)
from bellhop.bots.networks import (
    NetworkError,
    TrainedNetwork,
    fit_of,
    read_network,
    write_network,
)
from bellhop.bots.trained import FileBot, observe
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.games import GAMES, game_named
from bellhop.lab import contestants
from cli.running import bellhop_here
from support import more

MAX_BYTES = 25 << 20
SHIPPED = [game for game in GAMES if game.package.startswith("bellhop.")]
every_shipped_game = pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)


def small_network(game: Game, seed: int = 1, width: int = 16) -> dict[str, Any]:
    """A network of random weights."""
    chance = np.random.default_rng(seed)
    cells, moves, outlook = game.observation.LAYOUT.size, len(game.moves), 1 + 2 * game.players[-1]
    shapes = {
        "inputs": (cells, width),
        "inputs_bias": (width,),
        "layer0": (width, width),
        "layer0_bias": (width,),
        "preferences": (width, moves),
        "preferences_bias": (moves,),
        "outlook": (width, outlook),
        "outlook_bias": (outlook,),
    }
    return {name: chance.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


@every_shipped_game
def test_a_record_says_where_networks_come_from(game: Game) -> None:
    folder = game.folder / FOLDER
    record = json.loads((folder / RECORD).read_text("utf-8"))
    assert record.keys() == {path.name for path in folder.glob("*.npz")} == {NETWORK, CRITIC}
    for name, entry in record.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == entry["sha256"]
        assert entry["licence"] == "MIT"
        assert sum(run["moves"] for run in entry["runs"]) > 0
        assert read_network(folder / name, game).is_critic == (name == CRITIC)


def about(game: Game) -> dict[str, Any]:
    return {"game": game.name, "fit": fit_of(game)}


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Up to the rounding of its weights."""
    game = game_named("perfect-hotel")
    arrays, path = small_network(game), tmp_path / "network.npz"
    write_network(path, arrays, about(game))
    read, given = read_network(path, game), TrainedNetwork(arrays, about(game))
    position = game.new(4, seed=6)
    cells = observe(game, game.view(position, position.turn))
    features = [network.think(cells) for network in (read, given)]
    assert features[0] == pytest.approx(features[1], abs=0.1)
    outlook = read.judge(features[0], 4)
    assert outlook.shares.sum() == pytest.approx(1.0)
    assert outlook.shares.shape == outlook.points.shape == (4,)
    rows = read.think(np.stack([cells, cells]))
    assert rows[1] == pytest.approx(features[0], abs=1e-4)


def test_files_that_do_not_fit_are_refused_in_one_line(tmp_path: Path) -> None:
    game, path = game_named("perfect-hotel"), tmp_path / "network.npz"
    arrays = small_network(game)
    write_network(path, arrays, about(game))
    whole = path.read_bytes()
    broken = {
        "damaged or no network": whole[: len(whole) // 2],
        "no network": b"",
        "damaged": b"PK" + bytes(100),
    }
    for reason, content in broken.items():
        path.write_bytes(content)
        with pytest.raises(NetworkError, match=reason) as refused:
            read_network(path, game)
        assert "\n" not in str(refused.value)
    for change, reason in (
        ({"game": "overbooking"}, "is of overbooking, not of perfect-hotel"),
        ({"fit": "another"}, "another layout or list of moves"),
        ({"format": 99}, "format 99"),
    ):
        write_network(path, arrays, {**about(game), **change})
        with pytest.raises(NetworkError, match=reason):
            read_network(path, game)
    with pytest.raises(NetworkError, match="no network"):
        read_network(tmp_path / "missing.npz", game)
    with pytest.raises(NetworkError, match="cannot be read"):
        read_network(tmp_path, game)


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("inputs", None, "inputs are not a table"),
        ("inputs", lambda a: a[0], "inputs are not a table"),
        ("inputs", lambda a: a[:, :0], "inputs are not a table"),
        ("inputs", lambda a: a[:-5], "inputs should be int8"),
        ("inputs", lambda a: a.astype(np.float32), "inputs should be int8"),
        ("inputs_scale", None, "inputs_scale is missing"),
        ("inputs_bias", lambda a: a.astype(np.int8), "inputs_bias should be float32"),
        ("layer0", None, "layer0_bias is unknown"),
        ("layer0", lambda a: a[:, :-1], "layer0 should be int8"),
        ("layer2", lambda _: np.zeros((16, 16), np.int8), "layer1 is missing"),
        ("preferences", None, "preferences_bias is unknown"),
        ("preferences", lambda a: a[:, :-3], "preferences should be int8"),
        ("outlook", lambda a: a[:, :-2], "outlook should be int8"),
        ("outlook_scale", lambda a: a * np.inf, "outlook is not finite"),
        ("outlook_scale", lambda a: np.full_like(a, 3e38), "outlook is not finite"),
        ("outlook_bias", lambda a: a * np.nan, "outlook_bias is not finite"),
        ("other", lambda _: np.zeros(3, np.float32), "other is unknown"),
        ("about", None, "damaged or no network"),
        ("about", lambda _: as_bytes([1, 2]), "does not say how"),
        ("about", lambda _: as_bytes({"runs": 3}), "does not say how"),
    ],
)
def test_arrays_that_do_not_belong_together_are_refused(
    tmp_path: Path, name: str, change: Callable[[Any], Any] | None, reason: str
) -> None:
    game, path = game_named("perfect-hotel"), tmp_path / "network.npz"
    write_network(path, small_network(game), about(game))
    with np.load(path) as file:
        packed = dict(file)
    if change is None:
        del packed[name]
    else:
        packed[name] = change(packed.get(name))
    np.savez_compressed(path, **packed)
    with pytest.raises(NetworkError, match=reason) as refused:
        read_network(path, game)
    assert "\n" not in str(refused.value)


def as_bytes(content: object) -> Any:
    """Something as it is kept in a network's file."""
    return np.frombuffer(json.dumps(content).encode(), np.uint8)


def test_a_flipped_bit_changes_nothing_or_is_refused(tmp_path: Path) -> None:
    """Bits that only the archive's own notes use may flip, such as the time of writing."""
    game, path = game_named("perfect-hotel"), tmp_path / "network.npz"
    write_network(path, small_network(game), about(game))
    whole, chance, refused = path.read_bytes(), random.Random(17), 0
    right, rounds = read_network(path, game).arrays, more(300, 10_000)
    for _ in range(rounds):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        try:
            found = read_network(path, game).arrays
        except NetworkError:
            refused += 1
        else:
            assert found.keys() == right.keys()
            assert all((found[name] == right[name]).all() for name in right)
    assert refused > rounds // 2


def test_a_match_with_a_damaged_network_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, path = game_named("perfect-hotel"), tmp_path / "network.npz"
    write_network(path, small_network(game), about(game))
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 4
    path.write_bytes(damaged)
    status, _, err = bellhop_here(
        capsys, "match", "perfect-hotel", path, "random", "-n", "2", "--on", "here"
    )
    assert status == 2
    assert err.splitlines()[-1].startswith(f"bellhop: {path} is damaged")
    assert "Traceback" not in err


def test_a_damaged_network_leaves_the_game_to_the_older_bots(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "FOLDER", str(tmp_path))
    game = replace(game_named("perfect-hotel"))  # a copy, of which no network has been read
    path = tmp_path / NETWORK
    write_network(path, small_network(game), about(game))
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 4
    path.write_bytes(damaged)
    position = game.new(2, seed=4)
    move = make_bot("regular", 1).choose(game, game.view(position, position.turn))
    assert move in game.legal_moves(position)
    assert [record.message.count("\n") for record in caplog.records] == [0]


def test_a_critic_chooses_nothing(tmp_path: Path) -> None:
    game, path = game_named("perfect-hotel"), tmp_path / "critic.npz"
    arrays = small_network(game)
    del arrays["preferences"], arrays["preferences_bias"]
    write_network(path, arrays, about(game))
    position = game.new(2, seed=3)
    while len(game.legal_moves(position)) == 1:
        game.play(position, game.legal_moves(position)[0])
    with pytest.raises(NetworkError, match="critic"):
        FileBot(path).choose(game, game.view(position, position.turn))
    network = read_network(path, game)
    thought = network.think(observe(game, position))
    with pytest.raises(NetworkError, match="critic"):
        network.prefer(thought)


@every_shipped_game
def test_every_game_comes_with_a_network_that_says_how_it_was_trained(game: Game) -> None:
    network = network_of(game)
    assert network is not None
    assert network.about["licence"] == "MIT"
    assert network.about["layout"] == game.observation.LAYOUT.version
    assert all(run["seconds"] <= 480.5 and run["moves"] > 0 for run in network.about["runs"])
    temperatures = temperatures_of(game)
    assert tuple(temperatures) == LEVELS[2:]
    assert list(temperatures.values()) == sorted(temperatures.values(), reverse=True)
    assert temperatures["master"] == 0


def test_the_networks_are_small_enough_to_ship() -> None:
    files = [path for game in SHIPPED for path in (game.folder / FOLDER).iterdir()]
    assert 0 < sum(path.stat().st_size for path in files) <= MAX_BYTES
    for path in files:
        if path.suffix == ".npz":
            assert zipfile.is_zipfile(path)


@every_shipped_game
def test_the_master_beats_casual_play(game: Game) -> None:
    """Three games from each seat: the network wins nearly all, so it plays the game it learnt."""
    won = 0.0
    for seed in range(6):
        bots = [make_bot("casual", seed), make_bot("casual", seed)]
        bots[seed % 2] = make_bot("master", seed)
        position = game.new(2, seed=seed)
        while not is_over(position):
            seen = game.view(position, position.turn)
            game.play(position, bots[position.turn].choose(game, seen))
        own, other = (game.rules.score(position, seat) for seat in (seed % 2, 1 - seed % 2))
        won += own > other
    assert won >= 4


@every_shipped_game
def test_a_level_chooses_the_same_with_the_same_seed(game: Game) -> None:
    position = game.new(3, seed=4)
    seen = game.view(position, position.turn)
    for level in LEVELS:
        choices = {make_bot(level, 7).choose(game, seen) for _ in range(3)}
        assert len(choices) == 1


def test_without_a_network_the_older_bots_play(caplog: pytest.LogCaptureFixture) -> None:
    without = [game for game in GAMES if game not in SHIPPED]
    assert without
    for game in without:
        assert network_of(game) is None
        position = game.new(game.players[0], seed=4)
        move = make_bot("regular", 1).choose(game, game.view(position, position.turn))
        assert move in game.legal_moves(position)
    assert not caplog.records


def test_old_names_still_play() -> None:
    assert isinstance(make_bot("easy", 1), AdvisedBot)
    assert set(OLD_NAMES.values()) <= set(LEVELS)


def test_a_network_file_is_a_contestant(tmp_path: Path) -> None:
    game, path = game_named("overbooking"), tmp_path / "mine.npz"
    write_network(path, small_network(game), about(game))
    position = game.new(2, seed=4)
    seen = game.view(position, position.turn)
    for name in (str(path), f"{path}@1.5"):
        contestants.check(name)
        assert contestants.make(name, 3).choose(game, seen) in game.legal_moves(position)


def test_trained_bots_need_nothing_but_numpy() -> None:
    """No Numba, no PyTorch, nothing compiled, no package of the server."""
    code = """
import sys
for name in ("numba", "torch", "fastapi", "sqlalchemy", "babel", "jinja2"):
    sys.modules[name] = None
from bellhop.bots import make_bot
from bellhop.games import GAMES
for game in GAMES:
    if not game.package.startswith("bellhop."):
        continue
    position = game.new(2, seed=1)
    move = make_bot("master", 1).choose(game, game.view(position, position.turn))
    assert move in game.legal_moves(position)
print("played")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "played\n", done.stderr
