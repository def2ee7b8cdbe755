"""Information-set tree search: every seat's own knowledge is its node.

A node is what one observer knows, found by a digest of his view: so each observer has a tree of his
own, whatever stays hidden from him never parts his nodes, and two ways to the same knowledge meet.
The moves allowed depend on that knowledge alone, hence a move is available in a node always or
never.  Every seat chooses what is best for itself.  Nodes and moves share one table.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any, NamedTuple

from bellhop.bots.rollouts import advice, best_rated, blend, dice_word, margin, play_on
from bellhop.engine.dice import LOW_32, roll, scramble
from bellhop.engine.parts import UNBOUND
from bellhop.engine.playout import choose_any, rules
from bellhop.engine.records import Cells

# The rules' view, under another name: to Numba, `view` is a method of arrays.
see: Callable[[Any, int, Any], None] = UNBOUND

DEEPEST = 64  # moves of one simulation that are remembered


class Tree(NamedTuple):
    """A table of nodes and moves, and room for one simulation."""

    keys: Cells  # 0 is a free entry
    visits: Cells
    sums: Cells  # of the margins, for who moves there
    path: Cells  # entries on the way
    movers: Cells
    world: Any  # one position
    known: Any  # one position, and the same memory as words of 32 bits
    words: Any
    mask: Cells


def grow(seen: Any, tree: Tree, first: int, last: int, key: int, wild: int, curiosity: int) -> None:
    """Simulations on the deals from `first` to before `last`, each from the root of the tree."""
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


def descend(game: Any, start: Any, tree: Tree, wild: int, curiosity: int) -> int:
    """Walk down known nodes and make one new; how many entries are to be credited."""
    depth = 0
    is_known = True
    while is_known and depth < DEEPEST and not advice.has_seen_enough(game, start):
        if rules.legal(game, tree.mask) == 1:
            rules.play(game, choose_any(game, tree.mask))  # a forced move is no choice
            continue
        node = digest(game, tree)
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


def select(game: Any, tree: Tree, node: int, visits: int, curiosity: int) -> int:
    """The move with the best outlook: what it has brought, and more the less it was tried."""
    best = -1
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
                if best < 0 or outlook > highest:
                    best = move
                    highest = outlook
    return best


def find(tree: Tree, key: int) -> int:
    """The entry of a key, or the free one that it may claim."""
    entry = key >> 1 & (len(tree.keys) - 1)
    while tree.keys[entry] not in (0, key):
        entry = (entry + 1) & (len(tree.keys) - 1)
    return entry


def claim(tree: Tree, key: int) -> int:
    """The entry of a key, made its own if it was free."""
    entry = find(tree, key)
    tree.keys[entry] = key
    return entry


def digest(game: Any, tree: Tree) -> int:
    """A number of 62 bits for what the seat on turn knows."""
    see(game, game.turn, tree.known[0])
    return blend(tree.words, 0, len(tree.words), game.turn + 1)


def move_key(move: int) -> int:
    """What a move adds to the key of its node."""
    low = scramble(move + 1)
    return scramble(low) >> 2 << 32 | low & LOW_32 - 1


def read_root(seen: Any, tree: Tree, visits: Cells, sums: Cells) -> None:
    """Write how often each move was tried at the root, and what it brought in all."""
    rules.legal(seen, tree.mask)
    node = digest(seen, tree)
    for move in range(len(tree.mask)):
        if tree.mask[move]:
            entry = find(tree, node ^ move_key(move))
            visits[move] = tree.visits[entry]
            sums[move] = tree.sums[entry]
