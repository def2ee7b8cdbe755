"""A process in which bots think: `python -m bellhop.bots.worker`.

Each input line is a question: the kind of bot, and the view of the player whose turn it is, in
notation.  The answer is one line with the name of a move.  If a hint is requested, it has the
chance to win and the names of the best few moves, each with how often the master would play it.
The true position is never sent to this process.
"""

import secrets
import sys

import numpy as np

from bellhop.bots import Bot, make_bot
from bellhop.bots.evaluators import Evaluator, evaluator_of
from bellhop.bots.networks import softmax
from bellhop.bots.trained import observe
from bellhop.engine.dice import WORD_BITS
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.games import game_named

HINT, HINT_SEPARATOR, UNKNOWN = "hint", "; ", "?"
MAX_HINTS = 3  # moves suggested in one hint
MIN_WEIGHT = 0.01  # a move that the master hardly ever plays is no suggestion


def answer(question: str, bots: dict[str, Bot]) -> str:
    """The answer to a question: a bot's move, or a hint."""
    from bellhop.bots.searching import SECONDS, ready_searcher

    kind, name, _ = question.split(" ", 2)
    game = game_named(name)
    seen = game.read(question.split(" ", 1)[1])
    if kind == HINT:
        return hint(game, seen)
    bot = bots.setdefault(kind, make_bot(kind, seconds=SECONDS, searcher_for=ready_searcher))
    return game.moves[bot.choose(game, seen)]


def hint(game: Game, seen: Position) -> str:
    """What the master thinks of a view, or the older search where no network fits."""
    evaluator, chance = evaluator_of(game, seen.seats), UNKNOWN
    if evaluator is None:
        weights = search_weights(game, seen)
    else:
        share, weights = consider(evaluator, game, seen)
        chance = f"{share:.3f}"
    first, *others = sorted(weights, key=lambda move: -weights[move])[:MAX_HINTS]
    best = [first, *(move for move in others if weights[move] >= MIN_WEIGHT)]
    return HINT_SEPARATOR.join(
        [chance, *(f"{game.moves[move]} {weights[move]:.3f}" for move in best)]
    )


def consider(evaluator: Evaluator, game: Game, seen: Position) -> tuple[float, dict[int, float]]:
    """The chance to win of the player whose turn it is, and how often each move would be played."""
    legal, cells = game.legal_moves(seen), observe(game, seen)[None]
    features = evaluator.think(cells)
    weights = softmax(evaluator.prefer(features)[0, legal])
    judged = evaluator.judge(features, cells, np.array([seen.turn], np.int8))
    share = float(judged.shares[0, seen.turn])
    return share, dict(zip(legal, weights.tolist(), strict=True))


def search_weights(game: Game, seen: Position) -> dict[int, float]:
    """The share of its simulations that the search spent on each move."""
    from bellhop.bots.searching import SECONDS, ready_searcher, think

    searcher = ready_searcher(game)
    key = secrets.randbits(WORD_BITS)
    found = think(searcher, seen, searcher.advice.MASTER, key, SECONDS)
    tries = max(1, sum(estimate.tries for estimate in found))
    return {estimate.move: estimate.tries / tries for estimate in found}


def main() -> None:
    """Answer questions until the input ends."""
    bots: dict[str, Bot] = {}
    for question in sys.stdin:
        print(answer(question.rstrip("\n"), bots), flush=True)


if __name__ == "__main__":
    main()
