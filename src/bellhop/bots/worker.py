"""A process in which bots think: `python -m bellhop.bots.worker`.

Each line that it reads is a question: the kind of bot, and the view of the seat on turn as one
line of text.  Its answer is a line with the name of a move.  The true state never comes here.
"""

import sys

from bellhop.bots import Bot, make_bot
from bellhop.bots.engines import SECONDS, PatientEngines
from bellhop.games import game_named


def answer(question: str, bots: dict[str, Bot], engines: PatientEngines) -> str:
    """The move that a bot of some kind chooses from a view."""
    kind, name, _ = question.split(" ", 2)
    game = game_named(name)
    seen = game.read(question.split(" ", 1)[1])
    bot = bots.setdefault(kind, make_bot(kind, seconds=SECONDS, engine_for=engines.get))
    return game.moves[bot.choose(game, seen)]


def main() -> None:
    """Answer until nobody asks any more."""
    bots: dict[str, Bot] = {}
    engines = PatientEngines()
    for question in sys.stdin:
        print(answer(question.rstrip("\n"), bots, engines), flush=True)


if __name__ == "__main__":
    main()
