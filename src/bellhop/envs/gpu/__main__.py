"""Build the kernels of all games: python -m bellhop.envs.gpu FOLDER [--target 9.0]."""

import argparse
import sys
from pathlib import Path

from bellhop.engine.errors import BellhopError
from bellhop.envs.gpu.building import ANY_TARGET, Target, build
from bellhop.games import GAMES


def main() -> None:
    """Build the kernels, with one folder per game."""
    parser = argparse.ArgumentParser(description="Build the kernels of all games for a GPU.")
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--target",
        type=target,
        default=ANY_TARGET,
        help="the compute capability of the GPU, such as 9.0; by default, any GPU from 7.5",
    )
    asked = parser.parse_args()
    try:
        for game in GAMES:
            build(game, asked.folder / game.name, asked.target, print)
    except BellhopError as error:
        sys.exit(str(error))


def target(text: str) -> Target:
    """Parse a compute capability."""
    major, _, minor = text.partition(".")
    if not (major.isdigit() and minor.isdigit()):
        raise argparse.ArgumentTypeError(f"expected a compute capability such as 9.0, not {text}")
    return int(major), int(minor)


if __name__ == "__main__":
    main()
