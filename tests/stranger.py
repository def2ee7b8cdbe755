"""What a stranger tries with the installed package; started by tests/installed.py, elsewhere."""

import doctest
import json
import pickle
import re
import subprocess
import sys
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import bellhop
from bellhop.engine.errors import BellhopError
from bellhop.games import game_named
from bellhop.table.file import check_record
from bellhop.table.record import read_record

HERE = Path(__file__).parent
IS_LONG = "long" in sys.argv
# What the snippets do less of where the rules are interpreted.
LITTLE = {"1024": "8", "256": "4", "game.new(3, seed=1)": "game.new(2, seed=1)",
          "seed=1).best": "seed=1, deals=1).best"}  # fmt: skip


def command(*arguments: str) -> str:
    """Run the `bellhop` command; returns what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "bellhop", *arguments],
        cwd=HERE, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{arguments}: {done.stderr}"
    return done.stdout


def is_elsewhere() -> None:
    """The package is the installed one."""
    assert Path(bellhop.__file__).is_relative_to(HERE / "environment"), bellhop.__file__


def readme() -> None:
    """The game in the README."""
    assert doctest.testfile(str(HERE / "README.md"), module_relative=False).failed == 0


def dataset() -> None:
    """A small dataset, where docs/data.md looks for it."""
    command("selfplay", "perfect-hotel", "-n", "3", "--by", "strong", "--out", "data/hotel",
            "--on", "here", "-o", "rounds=1")  # fmt: skip


def snippets() -> None:
    """Every snippet of the docs for programs."""
    saved = HERE / "game.json"
    command("play", "perfect-hotel", "--players", "2", "--people", "0", "--save", str(saved),
            "-o", "rounds=1")  # fmt: skip
    command("convert", str(saved), "game.bellhop")
    text = (HERE / "game.bellhop").read_text("utf-8")
    given = {"path": saved, "text": text}
    found = 0
    for page in ("learning.md", "data.md", "notation.md", "coach.md", "positions.md"):
        for code in re.findall(r"```python\n(.*?)```", (HERE / page).read_text("utf-8"), re.DOTALL):
            if not IS_LONG:
                for much, little in LITTLE.items():
                    code = code.replace(much, little)  # noqa: PLW2901
            code = code.replace('"place 8"', repr(possible_second_move(text)))  # noqa: PLW2901
            exec(compile(code, page, "exec"), {"__name__": page, **given})
            found += 1
    assert found >= 10


def possible_second_move(text: str) -> str:
    """A variation of the second move that can be played; every game is dealt differently."""
    for move in game_named("perfect-hotel").moves:
        record = read_record(text)
        record.root.next[0].add(move, "")
        with suppress(BellhopError):
            check_record(record)
            return move
    raise AssertionError("no second move can be played")


def match() -> None:
    """A match with an outside bot, and its check."""
    bot = f"{sys.executable} protocol_bot.py"
    command("check-bot", bot, "--game", "perfect-hotel")
    command("match", "perfect-hotel", bot, "casual", "-n", "4", "--on", "here", "-o", "rounds=1",
            "--json", "match.json")  # fmt: skip
    assert json.loads((HERE / "match.json").read_text("utf-8"))["violations"] == []


def pickles() -> None:
    """Environments travel as bytes."""
    import gymnasium

    env: Any = gymnasium.make("bellhop.envs.learner:bellhop/PerfectHotel-v0", rivals="strong")
    env.reset(seed=1)
    other = pickle.loads(pickle.dumps(env))
    assert other.unwrapped.log() == env.unwrapped.log()


def suites() -> None:
    """The test suites of the libraries themselves."""
    import pyspiel
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    from bellhop.envs import aec
    from bellhop.envs.learner import LearnerEnv
    from bellhop.envs.spiel import name_of
    from bellhop.games import GAMES

    for game in GAMES if IS_LONG else GAMES[:1]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(aec.env(game.name), 30)
        check_env(LearnerEnv(game.name, rivals="random"), skip_render_check=True)
        loaded = pyspiel.load_game(name_of(game), {"samples": 16})
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def main() -> None:
    """Try everything, and say how long it took."""
    for step in (is_elsewhere, readme, dataset, snippets, match, pickles, suites):
        start = time.process_time()
        step()
        print(f"{step.__name__}: {time.process_time() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
