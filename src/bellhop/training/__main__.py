"""Train a player: `python -m bellhop.training GAME`, the same as `bellhop train GAME`.

This needs neither Numba nor the packages of the command line, for machines that only have PyTorch,
CuPy and NumPy; `--kernels` then names a folder of kernels that were built elsewhere.
"""

import argparse
import sys
from pathlib import Path

from bellhop.engine.errors import BellhopError
from bellhop.training.command import PLACES, Request, train
from bellhop.training.devices import DEVICES


def main() -> None:
    """Train, and say in one line what is wrong if something is."""
    parser = argparse.ArgumentParser(prog="bellhop train", description="Train a player.")
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=480.0)
    parser.add_argument("--players", default="", help="such as 2 or 2,3,4; by default, all")
    parser.add_argument("--out", type=Path, default=None, help="the folder of the run")
    parser.add_argument("--kernels", type=Path, default=None, help="kernels built elsewhere")
    parser.add_argument("--device", choices=DEVICES, default="auto")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", dest="changes", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--start-over", action="store_true")
    parser.add_argument("--start", type=Path, default=None, help="a network to begin with")
    parser.add_argument(
        "--against",
        default="",
        help="whom to learn to beat: a bot such as casual, FILE[@TEMPERATURE]",
    )
    parser.add_argument(
        "--on", choices=PLACES, default="here", help="ray: several workers together"
    )
    parser.add_argument("--workers", type=int, default=2, help="that learn together on ray")
    asked = parser.parse_args()
    try:
        train(Request(**vars(asked)))
    except BellhopError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
