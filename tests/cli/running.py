"""Commands as a person gives them, in a new process or, which is faster, in this one."""

import contextvars
import os
import subprocess
import sys

import pytest

from bellhop.cli import main


def bellhop(
    *arguments: object, answers: str = "", lang: str = "en_GB.UTF-8"
) -> tuple[int, str, str]:
    """Run a command; return its exit status, output and errors."""
    environment = {**os.environ, "LC_ALL": lang, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, "-m", "bellhop", *map(str, arguments)],
        input=answers, env=environment, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def bellhop_here(
    capsys: pytest.CaptureFixture[str], *arguments: object, lang: str = "en_GB.UTF-8"
) -> tuple[int, str, str]:
    """Run a command in this process; return its exit status, output and errors."""
    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", lang)
        patch.setenv("COLUMNS", "100")
        patch.setattr(sys, "argv", ["bellhop", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            contextvars.copy_context().run(main)  # so that its language does not stay set
    said = capsys.readouterr()
    code = left.value.code
    return code if isinstance(code, int) else 0, said.out, said.err
