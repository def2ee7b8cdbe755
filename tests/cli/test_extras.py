"""The packages of the server are an extra: everything else works without them, and says so."""

import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from bellhop.cli import SERVER_PACKAGES

PROJECT = Path(__file__).parents[2]
WITHOUT_SERVER = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(SERVER_PACKAGES)}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""
LEARNERS = """
import bellhop.bots.searching, bellhop.bots.worker
import bellhop.envs.aec, bellhop.envs.batch, bellhop.envs.learner, bellhop.envs.vector
import bellhop.lab.match, bellhop.lab.ratings, bellhop.lab.census
import bellhop.table.file
bellhop.table.names.check_different('Ann', ['Bob'])
env = bellhop.envs.aec.env("perfect-hotel", render_mode="html")
env.reset(seed=1)
assert "<" in env.render()
"""
COMMAND = "from bellhop.cli import main; sys.argv = ['bellhop', *{!r}]; main()"


def run(code: str, lang: str = "en_GB.UTF-8") -> "subprocess.CompletedProcess[str]":
    """Run code in a Python that has none of the server's packages."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_SERVER + code],
        env={**os.environ, "LC_ALL": lang, "PYTHONIOENCODING": "utf-8"},
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_the_list_of_packages_is_that_of_the_extra() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extra = {line.partition(">")[0] for line in project["optional-dependencies"]["serve"]}
    extra -= {"markdown-it-py", "pydantic"}  # the terminal brings them too
    assert {name.replace("-", "_") for name in extra} == SERVER_PACKAGES
    assert packages_distributions().keys() >= SERVER_PACKAGES


def test_learners_bots_and_the_lab_need_no_server() -> None:
    done = run(LEARNERS)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["simulate", "perfect-hotel", "-n1"]])
def test_commands_for_programs_need_no_server(arguments: list[str]) -> None:
    done = run(COMMAND.format(arguments))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("command", "lang", "told"),
    [
        ("serve", "en_GB.UTF-8", "The packages of the server are not installed."),
        ("serve", "pl_PL.UTF-8", "Brak pakietów serwera."),
        ("tables", "ru_RU.UTF-8", "Пакеты сервера не установлены."),
    ],
)
def test_a_server_without_its_packages_says_what_to_install(
    command: str, lang: str, told: str
) -> None:
    done = run(COMMAND.format([command]), lang)
    assert done.returncode == 2
    assert done.stderr.startswith(f"bellhop: {told}")
    assert "pip install '.[serve]'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_another_missing_module_is_a_bug_and_is_not_hidden() -> None:
    done = run("import bellhop.cli; bellhop.cli.app = lambda **_: __import__('nowhere'); "
               "bellhop.cli.main()")  # fmt: skip
    assert "No module named 'nowhere'" in done.stderr
