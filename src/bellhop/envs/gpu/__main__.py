"""Build the kernels of all games: python -m bellhop.envs.gpu FOLDER [--target 9.0]."""

import argparse
import sys
from pathlib import Path

from bellhop.engine.errors import BellhopError
from bellhop.envs.gpu.building import ANY_TARGET, Target, build
from bellhop.games import GAMES


def main() -> None:
    """Build them, each game in a folder of its own."""
    parser = argparse.ArgumentParser(description="Build the kernels of all games for a GPU.")
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--target",
        type=target,
        default=ANY_TARGET,
        help="the compute capability of the GPU, such as 9.0; without it any GPU from 7.5 on",
    )
    asked = parser.parse_args()
    try:
        for game in GAMES:
            build(game, asked.folder / game.name, asked.target, print)
    except BellhopError as error:
        sys.exit(str(error))


def target(text: str) -> Target:
    """A compute capability written as text."""
    major, _, minor = text.partition(".")
    if not (major.isdigit() and minor.isdigit()):
        raise argparse.ArgumentTypeError(f"a compute capability is written 9.0, not {text}")
    return int(major), int(minor)


if __name__ == "__main__":
    main()
