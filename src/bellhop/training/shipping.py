"""Put what a run has learnt into a game's folder: `python -m bellhop.training.shipping GAME RUN`.

The network and its critic go beside each other, with a record of both: checksums, the licence, and
how they were trained.
"""

import hashlib
import json
import shutil
import sys
from pathlib import Path

from bellhop.bots.levels import CRITIC, FOLDER, NETWORK, RECORD
from bellhop.bots.networks import read_network
from bellhop.engine.game import Game
from bellhop.games import game_named


def ship(game: Game, run: Path, names: tuple[str, str] = (NETWORK, CRITIC)) -> None:
    """Copy a run's network and critic, and write down where they come from."""
    folder = game.folder / FOLDER
    record = folder / RECORD
    kept = json.loads(record.read_text("utf-8")) if record.exists() else {}
    for made, name in zip(("network.npz", "critic.npz"), names, strict=True):
        about = read_network(run / made, game).about
        shutil.copyfile(run / made, folder / name)
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        kept[name] = {"sha256": digest, "licence": about["licence"], "runs": about["runs"]}
    record.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    ship(game_named(sys.argv[1]), Path(sys.argv[2]))
