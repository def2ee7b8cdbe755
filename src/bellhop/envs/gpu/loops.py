"""What a GPU thread does with its game.

`rules`, `see`, `observe` and, if a game has them, `branches` are bound by `twin.translated`, or by
`twin.interpreted` in tests.
"""

from typing import Any

import numpy as np

from bellhop.engine.dice import roll
from bellhop.engine.parts import UNBOUND, Branches
from bellhop.engine.playout import deal, rules, write_scores
from bellhop.engine.records import Cells, Position
from bellhop.engine.seats import is_over
from bellhop.envs.arrays import observer
from bellhop.envs.gpu.shapes import DOUBLE_WORD, FEW_DOUBLE_WORDS
from bellhop.envs.steps import draw_move, mark_legal, observe, pay_out, see

branches: Branches = UNBOUND

# What a game waits for; from CHOOSE on, one number per branch to choose on, then to act on.
OVER, DEAL, CLOSE, CHOOSE = -1, 0, 1, 2

# Kernels call these directly.
__all__ = ["deal", "draw_move", "observe", "observer", "see", "write_scores"]


def act_at_random(game: Position, mask: Any) -> bool:
    """Make a random legal move; is the round ready to be closed?"""
    return rules.act(game, choose_any(game, mask))


def go_on(game: Position, slot: Any, task: int, mask: Any) -> int:
    """Do what a game waits for; returns what it waits for next."""
    if task >= CHOOSE + branches.COUNT:
        slot.made += 1
        if rules.act(game, slot.move):
            return CLOSE
    elif task >= CHOOSE:
        slot.move = choose_any(game, mask)
        return CHOOSE + branches.COUNT + branches.branch_to_act(game, slot.move)
    elif task == CLOSE:
        rules.close_round(game)
    return OVER if is_over(game) else CHOOSE + branches.branch_to_choose(game)


def choose_any(game: Position, mask: Any) -> int:
    """The same as `playout.choose_any`, but reading eight moves at a time."""
    pick = roll(game, rules.legal(game, mask))
    words = mask.view(np.int64)
    return find_in_few(words, pick) if len(words) <= FEW_DOUBLE_WORDS else find(words, pick)


def find(words: Any, pick: int) -> int:
    """The legal move that has `pick` legal moves before it."""
    word = 0
    while pick >= marks_in(words[word]):
        pick -= marks_in(words[word])
        word += 1
    return DOUBLE_WORD * word + find_in_word(words[word], pick)


def find_in_few(words: Any, pick: int) -> int:
    """The same without indexing by a variable, so that the mask can stay in registers."""
    first = chosen = before = passed = 0
    for word in range(len(words)):
        if passed <= pick:
            first, chosen, before = DOUBLE_WORD * word, words[word], passed
        passed += marks_in(words[word])
    return first + find_in_word(chosen, pick - before)


def find_in_word(word: int, pick: int) -> int:
    """The move, out of eight, that has `pick` legal moves before it."""
    move = 0
    for _ in range(DOUBLE_WORD - 1):
        pick -= word & 1
        move += pick >= 0
        word >>= DOUBLE_WORD
    return move


def marks_in(word: int) -> int:
    """How many of eight moves are legal; each is a byte, 0 or 1."""
    word += word >> 32
    word += word >> 16
    word += word >> 8
    return word & 15


def blank(mask: Any) -> None:
    """The same as `records.blank`, eight moves at a time."""
    words = mask.view(np.int64)
    for i in range(len(words)):
        words[i] = 0


def close_round(game: Position) -> bool:
    """Close a round; is there another?"""
    rules.close_round(game)
    return bool(not is_over(game))


def make_move(game: Position, move: int, points: Any, shares: Any) -> bool:
    """Make a legal move and write the results; is the game over?"""
    rules.play(game, move)
    return pay_out(game, points, shares)


def offer_moves(game: Position, begins: bool, seed: int, mask: Cells) -> None:
    """Mark the legal moves, after dealing the game if it begins."""
    if begins:
        deal(game, seed)
    mark_legal(game, mask)
