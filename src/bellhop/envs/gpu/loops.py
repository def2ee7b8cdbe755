"""What a thread of the GPU does with its game.

`rules`, `see`, `observe` and, where a game tells its branches apart, `branches` are bound by
`twin.translated`, or in tests by `twin.interpreted`.
"""

from typing import Any

import numpy as np

from bellhop.engine.dice import roll
from bellhop.engine.parts import UNBOUND, Branches
from bellhop.engine.playout import deal, rules, write_scores
from bellhop.engine.records import Cells
from bellhop.engine.seats import is_over
from bellhop.envs.arrays import observer
from bellhop.envs.gpu.shapes import FEW, STEP
from bellhop.envs.steps import draw_move, mark_legal, observe, pay_out, see

branches: Branches = UNBOUND

# What a game waits for: from CHOOSE on a number for each branch to choose, then for each to act.
OVER, DEAL, CLOSE, CHOOSE = -1, 0, 1, 2

# Called by kernels as they are.
__all__ = ["deal", "draw_move", "observe", "observer", "see", "write_scores"]


def act_at_random(game: Any, mask: Any) -> bool:
    """Make any allowed move, each equally likely; is there nothing left but to close the round?"""
    return rules.act(game, choose_any(game, mask))


def go_on(game: Any, slot: Any, task: int, mask: Any) -> int:
    """Do what a game waits for; what does it wait for then?"""
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


def choose_any(game: Any, mask: Any) -> int:
    """What `playout.choose_any` chooses, found eight moves at a time."""
    pick = roll(game, rules.legal(game, mask))
    words = mask.view(np.int64)
    return find_in_few(words, pick) if len(words) <= FEW else find(words, pick)


def find(words: Any, pick: int) -> int:
    """The allowed move that has this number of allowed ones before it."""
    word = 0
    while pick >= marks_in(words[word]):
        pick -= marks_in(words[word])
        word += 1
    return STEP * word + find_in_word(words[word], pick)


def find_in_few(words: Any, pick: int) -> int:
    """The same without looking anything up by number: then a mask need not lie in memory."""
    first = chosen = before = passed = 0
    for word in range(len(words)):
        if passed <= pick:
            first, chosen, before = STEP * word, words[word], passed
        passed += marks_in(words[word])
    return first + find_in_word(chosen, pick - before)


def find_in_word(word: int, pick: int) -> int:
    """The one of eight moves that has this number of allowed ones before it."""
    move = 0
    for _ in range(STEP - 1):
        pick -= word & 1
        move += pick >= 0
        word >>= STEP
    return move


def marks_in(word: int) -> int:
    """How many of eight moves are allowed: each has a byte, 0 or 1."""
    word += word >> 32
    word += word >> 16
    word += word >> 8
    return word & 15


def blank(mask: Any) -> None:
    """What `records.blank` does, eight moves at a time."""
    words = mask.view(np.int64)
    for i in range(len(words)):
        words[i] = 0


def close_round(game: Any) -> bool:
    """Close a round; is there another?"""
    rules.close_round(game)
    return bool(not is_over(game))


def make_move(game: Any, move: int, rewards: Any, kind: int) -> bool:
    """Make an allowed move and pay out the end of the game; is it over?"""
    rules.play(game, move)
    return pay_out(game, rewards, kind)


def offer_moves(game: Any, begins: bool, seed: int, mask: Cells) -> None:
    """Mark what is allowed, in a game that goes on or begins."""
    if begins:
        deal(game, seed)
    mark_legal(game, mask)
