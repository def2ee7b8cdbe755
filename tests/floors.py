"""Prove the version floors in pyproject.toml: install the lowest versions and run the tests.

    python tests/floors.py                     # the lowest versions, a few minutes
    python tests/floors.py --newest            # the newest, instead of those in constraints.txt
    python tests/floors.py --python python3.13 # with another Python

Arguments after `--` go to pytest.  `make prove PART=tests/test_floors.py` tries both ends.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
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
    "prometheus-client",
    "psycopg[binary]",
    "pgserver; python_version < '3.13'",
)
# The tests that use the dependencies: database, server, templates, words, compiler.
TESTS = (
    "tests/table",
    "tests/cli",
    "tests/engine",
    "tests/web/test_api.py",
    "tests/web/test_guard.py",
)


def lowest() -> list[str]:
    """Every dependency of the package and its server, at its floor."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["serve"]]
    found = [REQUIREMENT.match(requirement) for requirement in wanted]
    return [f"{match[1]}=={match[2]}" for match in found if match]


def main(*arguments: str) -> int:
    """Install and test in a temporary environment."""
    given = list(arguments)
    tests = given[given.index("--") + 1 :] if "--" in given else list(TESTS)
    pins = [] if "--newest" in given else lowest()
    chosen = given[given.index("--python") + 1] if "--python" in given else sys.executable
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([chosen, "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        constraints = Path(folder) / "constraints.txt"
        constraints.write_text("\n".join(pins), "utf-8")
        install = [python, "-m", "pip", "install", "-q", "-c", str(constraints)]
        subprocess.run([*install, "-e", f"{PROJECT}[serve]", *TOOLS], check=True)
        subprocess.run([python, "-m", "pip", "freeze", "--exclude-editable"], check=True)
        run = [python, "-m", "pytest", "-q", "-m", "not prove", "-o", "filterwarnings=", *tests]
        return subprocess.run(run, cwd=PROJECT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
