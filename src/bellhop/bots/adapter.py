"""A bot written in Python as a program that speaks the protocol.

    python -m bellhop.bots.adapter mypackage.bots:Clever
    python -m bellhop.bots.adapter casual

The class is called without arguments, or with the seed of the game if it takes one, and has a
method `choose(game, seen)` like every bot.
"""

import importlib
import inspect
import os
import sys
from collections.abc import Callable

from bellhop.bots import KINDS, Bot, make_bot
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.games import game_named


def load(name: str) -> Callable[[int], Bot]:
    """How to make the bot that a name means, from the seed of a game."""
    if name in KINDS:
        return lambda seed: make_bot(name, seed)
    module, _, attribute = name.partition(":")
    sys.path.insert(0, os.getcwd())
    try:
        kind = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise PlainError(f"{name} cannot be imported ({error})") from None
    takes_seed = "seed" in inspect.signature(kind).parameters
    return lambda seed: kind(seed=seed) if takes_seed else kind()


def name_of(game: Game, move: int) -> str:
    """The name of the move that a bot has chosen."""
    if move not in range(len(game.moves)):
        raise PlainError(f"choose returned {move!r}, not a move from 0 to {len(game.moves) - 1}")
    return game.moves[move]


def main(name: str) -> None:
    """Answer commands until `quit` or the end of the input."""
    say, sys.stdout = sys.stdout, sys.stderr  # what the bot prints is not for the referee
    make = load(name)
    game: Game | None = None
    bot: Bot | None = None
    seen: Position | None = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        answer = ""
        match word:
            case "bellhop":
                answer = f"id name {name}\nready"
            case "newgame":
                words = rest.split()
                game = game_named(words[0])
                bot = make(int(words[words.index("seed") + 1]))
                answer = "ready"
            case "position" if game:
                seen = game.read(rest)
            case "go" if game and bot and seen:
                answer = f"bestmove {name_of(game, bot.choose(game, seen))}"
            case "quit":
                return
        if answer:
            print(answer, file=say, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except PlainError as error:
        sys.exit(str(error))
