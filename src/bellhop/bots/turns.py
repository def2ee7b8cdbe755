"""Turns: finding those that promise most, and trying them on imagined deals.

A turn is followed to its end, or to where something hidden would be shown: beyond that nobody can
plan.  A beam over the small moves keeps the beginnings that promise most: what the whole turn comes
to if advice goes on with it.  Two orders of the same moves meet in the same position, and that is
followed once: by the way that comes first when moves are tried in the order of their numbers, the
better beginnings before the others.

Then flat Monte Carlo: the turns that are left are played on the same imagined deals, and their
margins added up.  A single small move is a turn too, whose rest is left to the simulation.
"""

from typing import Any, NamedTuple

from bellhop.bots.rollouts import best_rated, blend, dice_word, margin, play_on
from bellhop.engine.parts import UNBOUND, TurnAdvice
from bellhop.engine.playout import rules
from bellhop.engine.records import Cells

advice: TurnAdvice = UNBOUND

LONGEST = 32  # small moves of a turn


class Beam(NamedTuple):
    """Two shelves for beginnings, each made from the other by one more move, and one for turns.

    The first shelf is followed by the second, and that by the shelf of whole turns, which is as
    long as both.
    """

    width: int  # of a shelf for beginnings
    games: Any  # of each beginning; then one to try a move in, one to go on in, and the first one
    words: Any  # the same memory, as whole numbers
    size: int  # words of a position
    moves: Cells  # LONGEST for each place
    lengths: Cells  # moves at each place
    promises: Cells  # points at each place
    known: Cells  # digests of the positions that were met; 0 is a free entry
    mask: Cells  # of the moves that go on from a beginning
    other_mask: Cells


def find_turns(beam: Beam) -> int:
    """Fill the last shelf with the best turns from the first position on; how many there are."""
    shelf, begun, found, depth = 0, 1, 0, 0
    beam.lengths[0] = 0
    beam.games[2 * beam.width + 2] = beam.games[0]
    while begun > 0 and depth < LONGEST:
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
    """Play a move on the spare position; is what comes of it new?"""
    spare = 2 * beam.width
    beam.games[spare] = beam.games[place]
    rules.play(beam.games[spare], move)
    return note(beam.known, blend(beam.words, spare * beam.size, (spare + 1) * beam.size, 1))


def note(known: Cells, key: int) -> bool:
    """Remember a digest; is it a new one?"""
    entry = key >> 1 & (len(known) - 1)
    first = entry
    while known[entry] not in (0, key):
        entry = (entry + 1) & (len(known) - 1)
        if entry == first:
            return False  # full: nothing more is followed
    is_new = known[entry] == 0
    known[entry] = key
    return is_new


def is_whole(beam: Beam, move: int) -> bool:
    """Did the move that was tried end the turn, or show something?"""
    game, start = beam.games[2 * beam.width], beam.games[2 * beam.width + 2]
    return advice.ends_turn(game, start, move) or advice.has_shown(game, start)


def put(beam: Beam, place: int, move: int, shelf: int, size: int, taken: int) -> int:
    """Put what was tried on a shelf, or in place of what promises least there; 1 if it grew."""
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
    for step in range(length):
        beam.moves[target * LONGEST + step] = beam.moves[place * LONGEST + step]
    beam.moves[target * LONGEST + length] = move
    beam.lengths[target] = length + 1
    beam.promises[target] = promise
    if shelf < 2 * beam.width:
        beam.games[target] = beam.games[2 * beam.width]
    return 1 if taken < size else 0


def promised(beam: Beam, move: int) -> int:
    """The margin after the turn, if advice goes on from the position that was tried."""
    beam.games[2 * beam.width + 1] = beam.games[2 * beam.width]
    game, start = beam.games[2 * beam.width + 1], beam.games[2 * beam.width + 2]
    steps = 0
    while not advice.ends_turn(game, start, move) and steps < LONGEST:
        move = best_rated(game, beam.other_mask)
        rules.play(game, move)
        steps += 1
    return margin(game, start.turn)


class Trial(NamedTuple):
    """The turns to be tried, and room to try them in."""

    moves: Cells  # of all turns, one after the other
    lasts: Cells  # for each turn, where the next one begins
    sums: Cells  # of the margins, by turn
    worlds: Any  # two positions: the imagined deal, and the game played on it
    mask: Cells


def try_turns(seen: Any, trial: Trial, first: int, last: int, key: int, wild: int) -> None:
    """Imagine the deals from `first` to before `last`, and play every turn out on each of them."""
    worlds = trial.worlds
    for number in range(first, last):
        worlds[0] = seen
        rules.imagine(worlds[0], dice_word(key, number))
        step = 0
        for i in range(len(trial.lasts)):
            worlds[1] = worlds[0]
            while step < trial.lasts[i]:
                rules.play(worlds[1], trial.moves[step])
                step += 1
            play_on(worlds[1], seen, trial.mask, wild)
            trial.sums[i] += margin(worlds[1], seen.turn)


def rate_moves(seen: Any, mask: Cells, ratings: Any) -> None:
    """Write how good each allowed move looks by advice alone."""
    rules.legal(seen, mask)
    for move in range(len(mask)):
        if mask[move]:
            ratings[move] = advice.rate(seen, move)
