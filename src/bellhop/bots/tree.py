"""Information-set tree search: a node stands for what one player knows.

A node is found by the hash of a player's view.  So every player has a separate tree, hidden cards
never split a node, and different paths to the same knowledge lead to the same node.  The legal
moves depend only on this knowledge: a move is available at a node always or never.  Every player
chooses what is best for themselves.  Nodes and moves share one hash table.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any, NamedTuple

from bellhop.bots.rollouts import (
    NO_MOVE,
    advice,
    best_rated,
    dice_word,
    hash_words,
    margin,
    play_on,
)
from bellhop.engine.dice import LOW_32, roll, scramble
from bellhop.engine.parts import UNBOUND
from bellhop.engine.playout import choose_any, rules
from bellhop.engine.records import Cells, Position

# The rules' `view`, under another name because Numba takes `view` for an array method.
see: Callable[[Any, int, Any], None] = UNBOUND

MAX_DEPTH = 64  # moves of one simulation that are recorded in the tree


class Tree(NamedTuple):
    """A hash table of nodes and moves, and working memory for one simulation."""

    keys: Cells  # 0 marks a free entry
    visits: Cells
    sums: Cells  # of the mover's margins
    path: Cells  # entries visited in this simulation
    movers: Cells  # the seats that moved there
    world: Any  # one position: the imagined deal
    known: Any  # one position: a view of it
    words: Any  # the memory of `known`, as 32-bit words
    mask: Cells


def grow(
    seen: Position, tree: Tree, first: int, last: int, key: int, wild: int, curiosity: int
) -> None:
    """Run one simulation from the root for each deal from `first` to `last` - 1."""
    for number in range(first, last):
        tree.world[0] = seen
        game = tree.world[0]
        rules.imagine(game, dice_word(key, number))
        depth = descend(game, seen, tree, wild, curiosity)
        play_on(game, seen, tree.mask, wild)
        for i in range(depth):
            entry = tree.path[i]
            tree.visits[entry] += 1
            tree.sums[entry] += margin(game, tree.movers[i])


def descend(game: Position, start: Position, tree: Tree, wild: int, curiosity: int) -> int:
    """Descend through known nodes and add a new one; returns the length of the path."""
    depth = 0
    is_known = True
    while is_known and depth < MAX_DEPTH and not advice.has_seen_enough(game, start):
        if rules.legal(game, tree.mask) == 1:
            rules.play(game, choose_any(game, tree.mask))  # a forced move needs no node
            continue
        node = hash_view(game, tree)
        entry = claim(tree, node)
        is_known = tree.visits[entry] > 0
        tree.visits[entry] += 1
        if is_known:
            move = select(game, tree, node, tree.visits[entry], curiosity)
        elif wild >= 100:
            move = choose_any(game, tree.mask)
        else:
            move = best_rated(game, tree.mask)
        tree.path[depth] = claim(tree, node ^ move_key(move))
        tree.movers[depth] = game.turn
        depth += 1
        rules.play(game, move)
    return depth


def select(game: Position, tree: Tree, node: int, visits: int, curiosity: int) -> int:
    """The move with the best outlook: its mean result, plus a bonus for being rarely tried."""
    best = NO_MOVE
    highest = 0.0
    bonus = curiosity * rules.POINT / 100 * sqrt(log(visits))
    untried = 0
    for move in range(len(tree.mask)):
        if tree.mask[move]:
            entry = find(tree, node ^ move_key(move))
            tries = tree.visits[entry]
            if tries == 0:
                untried += 1
                if roll(game, untried) == 0:
                    best = move
            elif untried == 0:
                outlook = tree.sums[entry] / tries + bonus / sqrt(tries)
                if best == NO_MOVE or outlook > highest:
                    best = move
                    highest = outlook
    return best


def find(tree: Tree, key: int) -> int:
    """The entry of a key, or the free entry where it belongs."""
    entry = key >> 1 & (len(tree.keys) - 1)
    while tree.keys[entry] not in (0, key):
        entry = (entry + 1) & (len(tree.keys) - 1)
    return entry


def claim(tree: Tree, key: int) -> int:
    """The entry of a key, added if it is new."""
    entry = find(tree, key)
    tree.keys[entry] = key
    return entry


def hash_view(game: Position, tree: Tree) -> int:
    """A hash of 62 bits of what the player whose turn it is knows."""
    see(game, game.turn, tree.known[0])
    return hash_words(tree.words, 0, len(tree.words), game.turn + 1)


def move_key(move: int) -> int:
    """The value that turns a node's key into the key of a move there."""
    low = scramble(move + 1)
    return scramble(low) >> 2 << 32 | low & LOW_32 - 1


def read_root(seen: Position, tree: Tree, visits: Cells, sums: Cells) -> None:
    """Write the number of visits and the sum of margins for each move at the root."""
    rules.legal(seen, tree.mask)
    node = hash_view(seen, tree)
    for move in range(len(tree.mask)):
        if tree.mask[move]:
            entry = find(tree, node ^ move_key(move))
            visits[move] = tree.visits[entry]
            sums[move] = tree.sums[entry]
