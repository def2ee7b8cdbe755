"""The kernels that step: one thread a game, its position in memory that is quick to reach.

A kernel sees positions as words, so that the threads of a block fetch the positions of
neighbouring games together, and then as records, which the rules take.
"""

from collections.abc import Callable
from typing import Any

from bellhop.envs.gpu.playing import play_games
from bellhop.envs.gpu.shapes import WORD
from bellhop.envs.gpu.toolkit import Kernel, Toolkit


def step_games(tools: Toolkit) -> Kernel:
    """One move of every game, or its deal; then the masks. Nothing if any move was refused."""
    cuda, int8, int32 = tools.cuda, tools.numba.int8, tools.numba.int32
    int64, float32 = tools.numba.int64, tools.numba.float32
    make_move, offer_moves = tools.loops.make_move, tools.loops.offer_moves
    padded, moves_of_game = tools.padded, tools.shape.moves
    size, step = tools.shape.position // WORD, tools.shape.padded // WORD

    def steps(
        table: Any,
        games: Any,
        seeds: Any,
        moves: Any,
        masks: Any,
        rewards: Any,
        done: Any,
        refused: Any,
        deals: int,
        renews: int,
        kind: int,
    ) -> None:
        if refused[0] >= 0:
            return
        words, records = cuda.shared.array(0, int32), cuda.shared.array(0, padded)
        thread, threads = cuda.threadIdx.x, cuda.blockDim.x
        first = cuda.blockIdx.x * threads
        for word in range(thread, threads * size, threads):
            words[word // size * step + word % size] = games[first * size + word]
        cuda.syncthreads()
        i = first + thread
        if i < done.size:
            game = records[thread]
            begins = deals > 0
            if not begins:
                over = make_move(game, moves[i], rewards[i], kind)
                done[i] = over
                begins = over and renews > 0
                if begins:
                    seeds[i] += done.size
            if begins:
                for word in range(size):
                    words[thread * step + word] = table[word]
            start = threads * step * WORD + thread * moves_of_game
            mask = cuda.shared.array(0, int8)[start : start + moves_of_game]
            offer_moves(game, begins, seeds[i], mask)
        cuda.syncthreads()
        for word in range(thread, threads * size, threads):
            games[first * size + word] = words[word // size * step + word % size]
        for word in range(thread, threads * moves_of_game // WORD, threads):
            masks[first * moves_of_game // WORD + word] = words[threads * step + word]

    rows, numbers = int32[::1], int64[::1]
    arguments = (rows, rows, numbers, numbers, rows, float32[:, ::1], int8[::1], rows)
    return Kernel(steps, (*arguments, int64, int64, int64))


def observe_games(tools: Toolkit) -> Kernel:
    """What a seat, or whoever is on turn, is given of every game."""
    cuda, int8, int32 = tools.cuda, tools.numba.int8, tools.numba.int32
    see, observe, observer = tools.loops.see, tools.loops.observe, tools.loops.observer
    cells = tools.shape.cells
    padded = tools.padded
    size, step = tools.shape.position // WORD, tools.shape.padded // WORD

    def look(games: Any, observations: Any, count: int, seat: int) -> None:
        words, records = cuda.shared.array(0, int32), cuda.shared.array(0, padded)
        scratch = cuda.local.array(1, padded)
        thread, threads = cuda.threadIdx.x, cuda.blockDim.x
        first = cuda.blockIdx.x * threads
        for word in range(thread, threads * size, threads):
            words[word // size * step + word % size] = games[first * size + word]
        cuda.syncthreads()
        is_there = first + thread < count
        eyes = observer(records[thread], seat)
        if is_there:
            see(records[thread], eyes, scratch[0])
        cuda.syncthreads()  # from here on the observations lie where the positions were
        if is_there:
            out = cuda.shared.array(0, int8)[thread * cells : (thread + 1) * cells]
            observe(scratch[0], eyes, out)
        cuda.syncthreads()
        for word in range(thread, threads * cells // WORD, threads):
            observations[first * cells // WORD + word] = words[word]

    return Kernel(look, (int32[::1], int32[::1], tools.numba.int64, tools.numba.int64))


def draw_moves(tools: Toolkit) -> Kernel:
    """Any allowed move of every game, each equally likely."""
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
    """The last game whose move its mask does not allow."""
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
