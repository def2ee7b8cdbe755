"""A process in which bots think: `python -m bellhop.bots.worker`.

Each line that it reads is a question: the kind of bot, and the view of the seat on turn as one
line of text.  Its answer is a line with the name of a move; to a question for a hint, the names of
the best few, each with the margin that it leads to and how often it was tried.  The true state
never comes here.
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
    from bellhop.bots.searchers import PatientSearchers

HINT, HINT_SEPARATOR = "hint", "; "
HINTED = 3  # moves


def answer(question: str, bots: dict[str, Bot], searchers: "PatientSearchers") -> str:
    """The move that a bot of some kind chooses from a view, or a hint."""
    from bellhop.bots.searchers import SECONDS

    kind, name, _ = question.split(" ", 2)
    game = game_named(name)
    seen = game.read(question.split(" ", 1)[1])
    if kind == HINT:
        return hint(game, seen, searchers)
    bot = bots.setdefault(kind, make_bot(kind, seconds=SECONDS, searcher_for=searchers.get))
    return game.moves[bot.choose(game, seen)]


def hint(game: Game, seen: Position, searchers: "PatientSearchers") -> str:
    """What the master would do, and what else it thought about longest."""
    from bellhop.bots.searchers import SECONDS
    from bellhop.bots.searching import think

    searcher = searchers.get(game)
    key = secrets.randbits(WORD_BITS)
    found = think(searcher, seen, searcher.advice.MASTER, key, SECONDS)[:HINTED]
    return HINT_SEPARATOR.join(
        f"{game.moves[one.move]} {one.margin:.2f} {one.tries}" for one in found
    )


def main() -> None:
    """Answer until nobody asks any more."""
    from bellhop.bots.searchers import PatientSearchers

    bots: dict[str, Bot] = {}
    searchers = PatientSearchers()
    for question in sys.stdin:
        print(answer(question.rstrip("\n"), bots, searchers), flush=True)


if __name__ == "__main__":
    main()
