"""The kernels of random play: whole games, from their seeds to their scores.

The threads of a warp do one thing at a time, and whoever has something else to do waits.
"""

from typing import Any

import numpy as np

from bellhop.envs.gpu.loops import DEAL, OVER
from bellhop.envs.gpu.shapes import SEVERAL_A_TURN, STEP, WORD
from bellhop.envs.gpu.toolkit import Kernel, Toolkit

SLOTS = 16  # games of a thread that take turns: few fit together, many do not fit into the caches
WHOLE_WARP = 0xFFFFFFFF
SLOT = np.dtype([("number", np.int32), ("move", np.int32), ("made", np.int32)])  # of a game


def play_games(tools: Toolkit) -> Kernel:
    """Random play of whole games, as it suits the game."""
    return play_by_branches(tools) if tools.shape.branches else play_in_step(tools)


def play_in_step(tools: Toolkit) -> Kernel:
    """One game a thread, in its memory; a warp goes on together, move by move and round by round.

    Where few moves are told apart a turn takes several; the warp then goes on turn by turn as well.
    """
    cuda, int64, loops = tools.cuda, tools.numba.int64, tools.loops
    deal, act_at_random, close_round = loops.deal, loops.act_at_random, loops.close_round
    write_scores, state = loops.write_scores, tools.state
    size, mask_size = tools.shape.position // WORD, tools.shape.mask // STEP
    by_turn = tools.shape.moves <= SEVERAL_A_TURN

    def play(table: Any, first_seed: int, games: Any, moves: Any, scores: Any) -> None:
        mine, mask = cuda.local.array(1, state), cuda.local.array(mask_size, int64).view(np.int8)
        words, game = mine.view(np.int32), mine[0]
        i = cuda.grid(1)
        is_on = i < moves.size
        if is_on:
            for word in range(size):
                words[word] = table[word]
            deal(game, first_seed + i)
        made = 0
        while cuda.any_sync(WHOLE_WARP, is_on):
            is_playing = is_on
            while cuda.any_sync(WHOLE_WARP, is_playing):
                turn = game.turn
                is_on_turn = is_playing
                while cuda.any_sync(WHOLE_WARP, is_on_turn):
                    if is_on_turn:
                        is_playing = not act_at_random(game, mask)
                        is_on_turn = by_turn and is_playing and game.turn == turn
                        made += 1
            if is_on:
                is_on = close_round(game)
        if i < moves.size:
            moves[i] = made
            write_scores(game, scores[i])
            for word in range(size):
                games[i * size + word] = words[word]

    return Kernel(play, _arguments(tools))


def play_by_branches(tools: Toolkit) -> Kernel:
    """Several games a thread: the warp always does what most of its threads have a game for.

    A game that ends makes room for the next one, so that there is enough to choose from to the end.
    """
    cuda, numba, loops = tools.cuda, tools.numba, tools.loops
    int8, int64, state, slot_type = numba.int8, numba.int64, tools.state, numba.from_dtype(SLOT)
    deal, go_on, write_scores = loops.deal, loops.go_on, loops.write_scores
    size, mask_size = tools.shape.position // WORD, tools.shape.mask // STEP
    nothing = tools.shape.tasks

    def play(table: Any, first_seed: int, games: Any, moves: Any, scores: Any) -> None:
        mine, slots = cuda.local.array(SLOTS, state), cuda.local.array(SLOTS, slot_type)
        todo, mask = cuda.local.array(SLOTS, int8), cuda.local.array(mask_size, int64).view(np.int8)
        words = mine.view(np.int32)
        coming = cuda.grid(1)
        for number in range(SLOTS):
            slots[number].number = coming
            todo[number] = DEAL if coming < moves.size else nothing
            coming += cuda.gridsize(1)
        task = DEAL
        while task != nothing:
            number = 0
            while number < SLOTS and todo[number] != task:
                number += 1
            if number < SLOTS:
                slot, game = slots[number], mine[number]
                if task == DEAL:
                    for word in range(size):
                        words[number * size + word] = table[word]
                    deal(game, first_seed + slot.number)
                    slot.made = 0
                todo[number] = go_on(game, slot, task, mask)
                if todo[number] == OVER:
                    moves[slot.number] = slot.made
                    write_scores(game, scores[slot.number])
                    for word in range(size):
                        games[slot.number * size + word] = words[number * size + word]
                    slot.number = coming
                    todo[number] = DEAL if coming < moves.size else nothing
                    coming += cuda.gridsize(1)
            wanted = int64(0)
            for number in range(SLOTS):
                wanted |= int64(1) << todo[number]
            task = nothing
            most = 0
            for other in range(nothing):
                votes = cuda.popc(cuda.ballot_sync(WHOLE_WARP, wanted >> other & 1))
                if votes > most:
                    most = votes
                    task = other

    return Kernel(play, _arguments(tools))


def _arguments(tools: Toolkit) -> tuple[Any, ...]:
    """A table, the first seed, and scratch for the last positions, numbers of moves and scores."""
    int32 = tools.numba.int32
    return (int32[::1], tools.numba.int64, int32[::1], int32[::1], int32[:, ::1])
