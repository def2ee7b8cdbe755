"""The kernels for single steps: one thread per game, with its position in shared memory.

A kernel treats positions as words, so that the threads of a block fetch the positions of
neighbouring games together, and as records, which the rules expect.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from bellhop.envs.gpu.playing import play_games
from bellhop.envs.gpu.shapes import WORD
from bellhop.envs.gpu.toolkit import Kernel, Toolkit

PLAYS, DEALS, MARKS = range(3)  # what a step does before it writes the masks; the last is nothing


def step_games(tools: Toolkit) -> Kernel:
    """Play or deal every game, or neither, then write the masks; not if a move is refused."""
    cuda, int8, int32 = tools.cuda, tools.numba.int8, tools.numba.int32
    int64, float32 = tools.numba.int64, tools.numba.float32
    make_move, offer_moves = tools.loops.make_move, tools.loops.offer_moves
    padded, moves_of_game = tools.padded, tools.shape.moves
    size, stride = tools.shape.position // WORD, tools.shape.padded // WORD

    def steps(
        undealt: Any,
        setups: Any,
        games: Any,
        seeds: Any,
        moves: Any,
        masks: Any,
        points: Any,
        shares: Any,
        done: Any,
        refused: Any,
        task: int,
        renews: int,
    ) -> None:
        if refused[0] >= 0:
            return
        words, records = cuda.shared.array(0, int32), cuda.shared.array(0, padded)
        thread, threads = cuda.threadIdx.x, cuda.blockDim.x
        first = cuda.blockIdx.x * threads
        for word in range(thread, threads * size, threads):
            words[word // size * stride + word % size] = games[first * size + word]
        cuda.syncthreads()
        i = first + thread
        if i < done.size:
            game = records[thread]
            begins = task == DEALS
            if task == PLAYS:
                over = make_move(game, moves[i], points[i], shares[i])
                done[i] = over
                begins = over and renews > 0
                if begins:
                    seeds[i] += done.size
            if begins:
                for word in range(size):
                    words[thread * stride + word] = undealt[setups[i] * size + word]
            start = threads * stride * WORD + thread * moves_of_game
            mask = cuda.shared.array(0, int8)[start : start + moves_of_game]
            offer_moves(game, begins, seeds[i], mask)
        cuda.syncthreads()
        for word in range(thread, threads * size, threads):
            games[first * size + word] = words[word // size * stride + word % size]
        for word in range(thread, threads * moves_of_game // WORD, threads):
            masks[first * moves_of_game // WORD + word] = words[threads * stride + word]

    rows, numbers = int32[::1], int64[::1]
    results = (float32[:, ::1], float32[:, ::1], int8[::1])
    arguments = (rows, rows, rows, numbers, numbers, rows, *results, rows)
    return Kernel(steps, (*arguments, int64, int64))


def observe_games(tools: Toolkit) -> Kernel:
    """Observe every game, as a given seat or as the seat whose turn it is.

    The rows of observations may be longer than needed; what is beyond stays as it is.
    """
    cuda, int8, int32 = tools.cuda, tools.numba.int8, tools.numba.int32
    see, observe, observer = tools.loops.see, tools.loops.observe, tools.loops.observer
    cells, row = tools.shape.cells, tools.shape.row // WORD
    padded = tools.padded
    size, stride = tools.shape.position // WORD, tools.shape.padded // WORD

    def look(games: Any, observations: Any, count: int, seat: int, opens: int, width: int) -> None:
        words, records = cuda.shared.array(0, int32), cuda.shared.array(0, padded)
        scratch = cuda.local.array(1, padded)
        seen = scratch.view(np.int32)
        thread, threads = cuda.threadIdx.x, cuda.blockDim.x
        first = cuda.blockIdx.x * threads
        for word in range(thread, threads * size, threads):
            words[word // size * stride + word % size] = games[first * size + word]
        cuda.syncthreads()
        is_there = first + thread < count
        viewer = observer(records[thread], seat)
        if is_there and opens > 0:
            for word in range(size):
                seen[word] = words[thread * stride + word]
        elif is_there:
            see(records[thread], viewer, scratch[0])
        cuda.syncthreads()  # from here on, observations overwrite the positions
        if is_there:
            start = thread * row * WORD
            observe(scratch[0], viewer, cuda.shared.array(0, int8)[start : start + cells])
        cuda.syncthreads()
        for game in range(first, min(first + threads, count)):
            for word in range(thread, row, threads):
                observations[game * width + word] = words[(game - first) * row + word]

    int64 = tools.numba.int64
    return Kernel(look, (int32[::1], int32[::1], int64, int64, int64, int64))


def draw_moves(tools: Toolkit) -> Kernel:
    """Draw a random legal move for every game."""
    cuda, int8, int32, int64 = (
        tools.cuda,
        tools.numba.int8,
        tools.numba.int32,
        tools.numba.int64,
    )
    draw_move, moves_of_game = tools.loops.draw_move, tools.shape.moves

    def draw(masks: Any, key: int, moves: Any) -> None:
        words = cuda.shared.array(0, int32)
        thread, threads = cuda.threadIdx.x, cuda.blockDim.x
        first = cuda.blockIdx.x * threads
        for word in range(thread, threads * moves_of_game // WORD, threads):
            words[word] = masks[first * moves_of_game // WORD + word]
        cuda.syncthreads()
        i = first + thread
        if i < moves.size:
            start = thread * moves_of_game
            mask = cuda.shared.array(0, int8)[start : start + moves_of_game]
            moves[i] = draw_move(mask, key, i)

    return Kernel(draw, (int32[::1], int64, int64[::1]))


def find_refused(tools: Toolkit) -> Kernel:
    """Find the last game whose move is illegal according to its mask."""
    cuda, int64 = tools.cuda, tools.numba.int64
    moves_of_game = tools.shape.moves

    def check(masks: Any, moves: Any, refused: Any) -> None:
        i = cuda.grid(1)
        if i < moves.size:
            move = moves[i]
            if move < 0 or move >= moves_of_game or masks[i * moves_of_game + move] == 0:
                cuda.atomic.max(refused, 0, i)

    return Kernel(check, (tools.numba.int8[::1], int64[::1], tools.numba.int32[::1]))


RANDOM_PLAY, STEPS = "play", "steps"
KERNELS: dict[str, Callable[[Toolkit], Kernel]] = {
    RANDOM_PLAY: play_games,
    STEPS: step_games,
    "look": observe_games,
    "draw": draw_moves,
    "check": find_refused,
}
