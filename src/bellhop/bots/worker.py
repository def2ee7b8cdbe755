"""A process in which bots think: `python -m bellhop.bots.worker`.

Each input line is a question: the kind of bot, and the view of the player whose turn it is, in
notation.  The answer is one line with the name of a move.  If a hint is requested, it has the names
of the best few moves, each with its expected margin and the number of times it was tried.  The true
position is never sent to this process.
"""

import secrets
import sys
from typing import TYPE_CHECKING

from bellhop.bots import Bot, make_bot
from bellhop.engine.dice import WORD_BITS
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.games import game_named

if TYPE_CHECKING:
    from bellhop.bots.searchers import BackgroundSearchers

HINT, HINT_SEPARATOR = "hint", "; "
MAX_HINTS = 3  # moves suggested in one hint


def answer(question: str, bots: dict[str, Bot], searchers: "BackgroundSearchers") -> str:
    """The answer to a question: a bot's move, or a hint."""
    from bellhop.bots.searchers import SECONDS

    kind, name, _ = question.split(" ", 2)
    game = game_named(name)
    seen = game.read(question.split(" ", 1)[1])
    if kind == HINT:
        return hint(game, seen, searchers)
    bot = bots.setdefault(kind, make_bot(kind, seconds=SECONDS, searcher_for=searchers.get))
    return game.moves[bot.choose(game, seen)]


def hint(game: Game, seen: Position, searchers: "BackgroundSearchers") -> str:
    """The master's move, and the other moves that it considered most."""
    from bellhop.bots.searchers import SECONDS
    from bellhop.bots.searching import think

    searcher = searchers.get(game)
    key = secrets.randbits(WORD_BITS)
    found = think(searcher, seen, searcher.advice.MASTER, key, SECONDS)[:MAX_HINTS]
    return HINT_SEPARATOR.join(
        f"{game.moves[one.move]} {one.margin:.2f} {one.tries}" for one in found
    )


def main() -> None:
    """Answer questions until the input ends."""
    from bellhop.bots.searchers import BackgroundSearchers

    bots: dict[str, Bot] = {}
    searchers = BackgroundSearchers()
    for question in sys.stdin:
        print(answer(question.rstrip("\n"), bots, searchers), flush=True)


if __name__ == "__main__":
    main()
