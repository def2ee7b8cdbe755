"""Prove the version floors in pyproject.toml: install the lowest versions and run the tests.

    python tests/floors.py                     # the lowest versions
    python tests/floors.py --newest            # the newest, instead of those in constraints.txt
    python tests/floors.py --python python3.13 # with another Python

Arguments after `--` go to pytest.  `make prove PART=tests/test_floors.py` tries both ends.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from itertools import chain
from pathlib import Path

PROJECT = Path(__file__).parents[1]
REQUIREMENT = re.compile(r"^([\w-]+)(?:\[[\w,]+\])?>=([\d.]+)")
TOOLS = (
    *("axe-playwright-python", "playwright"),
    "hypothesis",
    "httpx",
    "httpx2",
    "pytest<9.2",
    "pytest-timeout",
    "pytest-xdist",
    "pgserver; python_version < '3.13'",
)
EXTRAS = ("serve", "cluster", "data", "envs", "metrics", "openspiel", "postgres", "render")
# The tests that use the dependencies: database, server, templates, words, compiler, environments,
# OpenSpiel, pictures, datasets, a cluster.
TESTS = (
    "tests/table",
    "tests/cli",
    "tests/engine",
    "tests/envs/test_learner.py",
    "tests/envs/test_spiel.py",
    "tests/lab/test_dataset.py",
    "tests/lab/test_executors.py",
    "tests/web/test_api.py",
    "tests/web/test_guard.py",
)


def lowest() -> list[str]:
    """Every dependency of the package and of its extras, at its floor."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [project["optional-dependencies"][extra] for extra in EXTRAS]
    wanted = [*project["dependencies"], *chain.from_iterable(extras)]
    found = [REQUIREMENT.match(requirement) for requirement in wanted]
    return [f"{match[1]}=={match[2]}" for match in found if match]


def main(*arguments: str) -> int:
    """Install and test in a temporary environment."""
    given = list(arguments)
    tests = given[given.index("--") + 1 :] if "--" in given else list(TESTS)
    end = "newest" if "--newest" in given else "lowest"
    pins = [] if end == "newest" else lowest()
    chosen = given[given.index("--python") + 1] if "--python" in given else sys.executable
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([chosen, "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        constraints = Path(folder) / "constraints.txt"
        constraints.write_text("\n".join(pins), "utf-8")
        install = [python, "-m", "pip", "install", "-q", "-c", str(constraints)]
        subprocess.run([*install, "-e", f"{PROJECT}[{','.join(EXTRAS)}]", *TOOLS], check=True)
        subprocess.run([python, "-m", "pip", "freeze", "--exclude-editable"], check=True)
        # The first test of a game compiles its rules, which may take minutes.
        options = ["-q", "-m", "not prove", "-o", "filterwarnings=", "--timeout", "3600"]
        run = [python, "-m", "pytest", *options, *tests]
        short = {name: value for name, value in os.environ.items() if name != "BELLHOP_PROVE"}
        # Two versions of Numba would overwrite each other's compiled code.
        short["BELLHOP_CACHE"] = str(PROJECT / ".cache" / f"floors-{end}")
        return subprocess.run(run, cwd=PROJECT, env=short, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
