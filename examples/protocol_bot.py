#!/usr/bin/env python3
"""A bot that speaks the protocol of docs/protocol.md, with nothing but Python itself.

    bellhop check-bot "python examples/protocol_bot.py"
    bellhop match perfect-hotel "python examples/protocol_bot.py" random

It plays random moves, but never passes or stops early if it can do anything else.
"""

import random
import sys

LAZY = ("pass", "done", "no")


def choose(moves: list[str], chance: random.Random) -> str:
    """A random move, preferably one that does something."""
    return chance.choice([move for move in moves if move not in LAZY] or moves)


def main() -> None:
    """Answer the referee until it says quit."""
    moves: list[str] = []
    chance = random.Random()
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "bellhop":
            print("id name Busy")
            print("ready", flush=True)
        elif command == "newgame":
            chance = random.Random(rest)
            print("ready", flush=True)
        elif command == "moves":
            moves = rest.split("; ")
        elif command == "go":
            print("bestmove", choose(moves, chance), flush=True)
        elif command == "quit":
            return


main()
