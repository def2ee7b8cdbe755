"""Networks of one game against each other, thousands of games at once, on a GPU or on cores.

    python benchmarks/head_to_head.py GAME first.npz second.npz … [--kernels FOLDER] [--out FILE]

Needs the extra `train`.  Every network sits at one seat among copies of every other one, for every
number of players; the seats take turns, and everybody makes the best move.  The share of the
victory, the points and the best opponent's points are printed and, with `--out`, kept.
"""

import argparse
import json
from itertools import permutations
from pathlib import Path

import torch

from bellhop.bots.networks import read_network
from bellhop.engine.game import Game
from bellhop.envs.many import Setup
from bellhop.games import game_named
from bellhop.training.arena import Arena
from bellhop.training.devices import find_kernels
from bellhop.training.network import Network
from bellhop.training.rollout import Player
from bellhop.training.tensors import GameTensors

GAMES = {"cuda": 8_192, "cpu": 512}  # per match, fewer by what the seats do not divide
SEED = 977 << 30


def read_player(game: Game, path: Path, device: torch.device) -> Player:
    """The best move of a network file."""
    return Player(Network.of_file(game, read_network(path, game).arrays).to(device), 0.0)


def main() -> None:
    """Play, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", type=game_named)
    parser.add_argument("networks", nargs="+", type=Path)
    parser.add_argument("--kernels", type=Path, help="kernels built elsewhere")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    kernels = find_kernels(asked.game, asked.kernels, "auto")
    device = torch.device("cpu" if kernels is None else "cuda")
    kind = torch.float32 if kernels is None else torch.bfloat16
    players = {path.stem: read_player(asked.game, path, device) for path in asked.networks}
    found = {}
    for seats in asked.game.players:
        games = GAMES[device.type] // seats * seats
        arena = Arena(GameTensors(asked.game, games, [Setup(seats)], SEED, kernels), kind)
        for one, other in permutations(players, 2):
            result = arena.match(players[one], players[other], SEED)
            figures = [round(number, 4) for number in (result.share, result.points, result.others)]
            found[f"{seats} players, {one} against {other}"] = [*figures, games]
            print(asked.game.name, seats, one, other, *figures, games, flush=True)
    if asked.out:
        asked.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
