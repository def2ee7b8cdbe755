"""The speed of a game's rules: interpreted, compiled, on all cores; of copying and starting."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version

from bellhop.engine import playout, twin
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.twin import Twin
from bellhop.lab.simulation import play_chunk, simulate

PLAYERS = 4
REPEATS = 5
CLONES, CLONE_ROUNDS = 64, 10_000
START = """
import time
start = time.perf_counter()
from bellhop.games import game_named
from bellhop.lab.simulation import prepare
prepare(game_named({name!r}), lambda line: None)
print(time.perf_counter() - start)
"""


def measure(game: Game, tell: Callable[[str], None]) -> dict[str, float | str]:
    """Measure random play with four players; each speed is the best of several runs."""
    undealt = game.undealt(min(PLAYERS, game.players[-1]))
    tell("cold and warm start")
    cold, warm = start_times(game)
    slow, fast = twin.interpreted(playout, game.rules), twin.compiled(playout, game.rules)
    play_chunk(game, undealt, 0, 1, fast)
    tell("interpreted")
    slow_moves, slow_games = one_core(game, undealt, slow, 100)
    tell("compiled, one core")
    fast_moves, fast_games = one_core(game, undealt, fast, 20_000)
    tell("compiled, all cores")
    all_moves = all_cores(game, undealt, fast, 100_000)
    return {
        "game": game.name,
        "rules": game.rules_version,
        "players": undealt.seats,
        "position_bytes": len(undealt.to_bytes()),
        "interpreted_moves_per_s": round(slow_moves),
        "interpreted_games_per_s": round(slow_games),
        "compiled_moves_per_s": round(fast_moves),
        "compiled_games_per_s": round(fast_games),
        "speed_up": round(fast_moves / slow_moves, 1),
        "cores": os.cpu_count() or 1,
        "all_cores_moves_per_s": round(all_moves),
        "clone_ns": round(clone_time(game, undealt, fast), 2),
        "cold_compile_s": round(cold, 2),
        "warm_start_s": round(warm, 2),
        "import_s": round(import_time(), 3),
        "python": platform.python_version(),
        "numba": version("numba"),
        "machine": platform.machine(),
    }


def one_core(game: Game, undealt: Position, player: Twin, games: int) -> tuple[float, float]:
    """Moves and games per second on one core."""
    rates = []
    for repeat in range(REPEATS):
        start = time.perf_counter()
        _, moves = play_chunk(game, undealt, repeat * games, games, player)
        rates.append((moves, games, time.perf_counter() - start))
    return max((moves / spent, games / spent) for moves, games, spent in rates)


def all_cores(game: Game, undealt: Position, player: Twin, games: int) -> float:
    """Moves per second with one thread per core."""
    rates = []
    for repeat in range(REPEATS):
        start = time.perf_counter()
        results = simulate(game, undealt, games, repeat * games, player)
        rates.append(results.moves / (time.perf_counter() - start))
    return max(rates)


def clone_time(game: Game, position: Position, player: Twin) -> float:
    """Nanoseconds per copy of a position, with all copies in the processor's cache."""
    states = player.take(game.array(CLONES))
    player.loops.clone_many(states, player.take(position), 1)
    start = time.perf_counter()
    player.loops.clone_many(states, player.take(position), CLONE_ROUNDS)
    return 1e9 * (time.perf_counter() - start) / (CLONES * CLONE_ROUNDS)


def start_times(game: Game) -> tuple[float, float]:
    """Seconds from starting Python to the first compiled game, with a cold and a warm cache."""
    with tempfile.TemporaryDirectory() as folder:
        cold = _in_child(START.format(name=game.name), folder)
        warm = min(_in_child(START.format(name=game.name), folder) for _ in range(3))
    return cold, warm


def import_time() -> float:
    """Seconds for `import bellhop.games` in a new interpreter."""
    code = (
        "import time; s = time.perf_counter(); import bellhop.games; print(time.perf_counter() - s)"
    )
    return min(_in_child(code, "") for _ in range(3))


def _in_child(code: str, cache: str) -> float:
    environment = {**os.environ, "BELLHOP_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)
