"""Prove that the wheel is complete: build it, install it elsewhere, and use it as a stranger would.

    python tests/installed.py          # with the packages of this environment, but without Numba
    python tests/installed.py --empty  # in an empty environment, which installs everything

Everything runs in a folder outside the clone, which it cannot import from: every snippet of the
docs for programs, the test suites of PettingZoo, Gymnasium and OpenSpiel, pickles, a match with an
outside bot, a small dataset.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from sysconfig import get_path

PROJECT = Path(__file__).parents[1]
EXTRAS = "envs,openspiel,data,render"
# Not docs/gpu.md: all its snippets need kernels on a GPU.  What they import is tested from the
# sources (tests/envs/test_gpu.py), and the kernels on a simulated GPU.
PAGES = (
    "docs/learning.md",
    "docs/data.md",
    "docs/notation.md",
    "docs/coach.md",
    "docs/positions.md",
)
NEEDED = (*PAGES, "README.md", "examples/protocol_bot.py", "tests/stranger.py")


def build(folder: Path) -> Path:
    """Build the wheel."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder)]
    subprocess.run([*command, str(PROJECT)], check=True)
    (wheel,) = folder.glob("bellhop_games-*.whl")
    return wheel


def install_alone(wheel: Path, folder: Path) -> Path:
    """A new environment with the wheel, which borrows all other packages from this one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    (site / "borrowed.pth").write_text(get_path("purelib") + "\n", "utf-8")
    # Compiled code is cached by the place of its source: compiling it again would take too long.
    (site / "sitecustomize.py").write_text("import sys; sys.modules['numba'] = None\n", "utf-8")
    return folder / "bin" / "python"


def install_everything(wheel: Path, folder: Path) -> Path:
    """An empty environment into which pip installs the wheel and what it asks for."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    pins = ["--constraint", str(PROJECT / "constraints.txt")]
    subprocess.run([*pip, *pins, f"{wheel}[{EXTRAS}]"], check=True)
    return python


def main(*arguments: str) -> int:
    """Build, install and try it; returns 0 if everything works."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        wheel = build(folder)
        install = install_everything if "--empty" in arguments else install_alone
        python = install(wheel, folder / "environment")
        for path in NEEDED:
            shutil.copy(PROJECT / path, folder)
        kept = {key: value for key, value in os.environ.items()
                if key not in {"PYTHONPATH", "BELLHOP_GAMES"}}  # fmt: skip
        command = [str(python), "stranger.py", *(["long"] if "--empty" in arguments else [])]
        return subprocess.run(command, cwd=folder, env=kept, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
