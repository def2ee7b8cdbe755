"""Turn search: finding the most promising turns, and trying them on imagined deals.

A turn is planned to its end, or up to a move that reveals something hidden, because nobody can plan
beyond that.  A beam search over the small moves keeps the most promising partial turns; their
promise is the margin after the turn if advice completes it.  Different orders of the same moves can
lead to the same position, which is followed only once: moves are tried in the order of their
numbers, and the first path to a position is kept.

The turns found are then compared by flat Monte Carlo: all are played on the same imagined deals,
and their margins are added up.  A single small move counts as a turn, too; the simulation plays the
rest of it.
"""

from typing import Any, NamedTuple

from bellhop.bots.rollouts import best_rated, dice_word, hash_words, margin, play_on
from bellhop.engine.parts import UNBOUND, TurnAdvice
from bellhop.engine.playout import rules
from bellhop.engine.records import Cells, Position

advice: TurnAdvice = UNBOUND

MAX_TURN_LENGTH = 32  # in small moves


class Beam(NamedTuple):
    """Three shelves of places: two for partial turns, and one for whole turns.

    Adding one move to the partial turns on one shelf fills the other.  The shelves lie one after
    another; the shelf of whole turns is as long as the other two together.
    """

    width: int  # places on a shelf of partial turns
    games: Any  # by place; then one to try a move, one to complete the turn, and the start
    words: Any  # the memory of `games`, as 32-bit words
    size: int  # words per position
    moves: Cells  # MAX_TURN_LENGTH per place
    lengths: Cells  # number of moves, by place
    promises: Cells  # expected margin, by place
    known: Cells  # hashes of the positions seen; 0 marks a free entry
    mask: Cells  # of the moves that extend a partial turn
    other_mask: Cells  # of the moves that complete a turn by advice


def find_turns(beam: Beam) -> int:
    """Fill the last shelf with the best turns from the first position; returns their number."""
    shelf, begun, found, depth = 0, 1, 0, 0
    beam.lengths[0] = 0
    beam.games[2 * beam.width + 2] = beam.games[0]
    while begun > 0 and depth < MAX_TURN_LENGTH:
        other = beam.width - shelf
        more = 0
        for place in range(shelf, shelf + begun):
            rules.legal(beam.games[place], beam.mask)
            for move in range(len(beam.mask)):
                if beam.mask[move] and try_move(beam, place, move):
                    if is_whole(beam, move):
                        found += put(beam, place, move, 2 * beam.width, 2 * beam.width, found)
                    else:
                        more += put(beam, place, move, other, beam.width, more)
        shelf, begun = other, more
        depth += 1
    return found


def try_move(beam: Beam, place: int, move: int) -> bool:
    """Play a move on the spare position; is the result a new position?"""
    spare = 2 * beam.width
    beam.games[spare] = beam.games[place]
    rules.play(beam.games[spare], move)
    key = hash_words(beam.words, spare * beam.size, (spare + 1) * beam.size, 1)
    return note(beam.known, key)


def note(known: Cells, key: int) -> bool:
    """Remember a hash; is it new?"""
    entry = key >> 1 & (len(known) - 1)
    first = entry
    while known[entry] not in (0, key):
        entry = (entry + 1) & (len(known) - 1)
        if entry == first:
            return False  # full: no more positions are followed
    is_new = known[entry] == 0
    known[entry] = key
    return is_new


def is_whole(beam: Beam, move: int) -> bool:
    """Did the move just tried end the turn, or reveal something?"""
    game, start = beam.games[2 * beam.width], beam.games[2 * beam.width + 2]
    return advice.ends_turn(game, start, move) or advice.has_shown(game, start)


def put(beam: Beam, place: int, move: int, shelf: int, size: int, taken: int) -> int:
    """Put the move just tried on a shelf, or replace its worst entry; returns 1 if it grew."""
    promise = promised(beam, move)
    target = shelf + taken
    if taken == size:
        target = shelf
        for other in range(shelf, shelf + size):
            if beam.promises[other] <= beam.promises[target]:
                target = other
        if beam.promises[target] >= promise:
            return 0
    length = beam.lengths[place]
    to, source = target * MAX_TURN_LENGTH, place * MAX_TURN_LENGTH
    for i in range(length):
        beam.moves[to + i] = beam.moves[source + i]
    beam.moves[to + length] = move
    beam.lengths[target] = length + 1
    beam.promises[target] = promise
    if shelf < 2 * beam.width:
        beam.games[target] = beam.games[2 * beam.width]
    return 1 if taken < size else 0


def promised(beam: Beam, move: int) -> int:
    """The margin after the turn, if advice completes it after the move just tried."""
    beam.games[2 * beam.width + 1] = beam.games[2 * beam.width]
    game, start = beam.games[2 * beam.width + 1], beam.games[2 * beam.width + 2]
    played = 0
    while not advice.ends_turn(game, start, move) and played < MAX_TURN_LENGTH:
        move = best_rated(game, beam.other_mask)
        rules.play(game, move)
        played += 1
    return margin(game, start.turn)


class TurnTrial(NamedTuple):
    """The turns to try on imagined deals, their results, and working memory."""

    moves: Cells  # of all turns, one after another
    lasts: Cells  # by turn: the index where the next one begins
    sums: Cells  # of the margins, by turn
    worlds: Any  # two positions: the imagined deal, and the game played on it
    mask: Cells


def try_turns(seen: Position, trial: TurnTrial, first: int, last: int, key: int, wild: int) -> None:
    """Imagine the deals from `first` to `last` - 1, and play every turn on each of them."""
    worlds = trial.worlds
    for number in range(first, last):
        worlds[0] = seen
        rules.imagine(worlds[0], dice_word(key, number))
        at = 0
        for i in range(len(trial.lasts)):
            worlds[1] = worlds[0]
            while at < trial.lasts[i]:
                rules.play(worlds[1], trial.moves[at])
                at += 1
            play_on(worlds[1], seen, trial.mask, wild)
            trial.sums[i] += margin(worlds[1], seen.turn)


def rate_moves(seen: Position, mask: Cells, ratings: Any) -> None:
    """Write the rating of each legal move, by advice alone."""
    rules.legal(seen, mask)
    for move in range(len(mask)):
        if mask[move]:
            ratings[move] = advice.rate(seen, move)
