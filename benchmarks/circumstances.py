"""What a measurement has to say about itself: when, on what machine, and of which files."""

import hashlib
import os
import platform
import time
from pathlib import Path
from typing import Any

from bellhop.bots.levels import FOLDER, NETWORK
from bellhop.engine.game import Game


def digest_of_file(path: Path) -> str:
    """The beginning of the digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def shipped_network(game: Game) -> Path:
    """The network file that comes with a game."""
    return game.folder / FOLDER / NETWORK


def circumstances(game: Game) -> dict[str, Any]:
    """The date, the machine and its load now, and the version of the rules."""
    return {
        "date": time.strftime("%F"),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "load": round(os.getloadavg()[0], 1),
        "rules": game.rules_version,
    }
