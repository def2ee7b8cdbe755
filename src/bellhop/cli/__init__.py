"""The command line, `bellhop`.

At the table: `serve`, `play`, `learn`, `replay`, `verify`, `analyse`, `convert`, `games`.  For
hosts: `tables`, `link`, `delete`, `repair`, `purge`, `backup`, `restore`.  In the lab: `simulate`,
`match`, `check-bot`, `rate`, `ladder`, `stats`, `selfplay`, `exercises`, `train`, `warm`, `bench`.

Commands import what they need when they run, so that --help is fast.
"""

import os
import sys
from typing import Any

# Networks are small: more threads only wait for each other.  This must come before NumPy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from typer.exceptions import TyperException

from bellhop.cli import coaching, programs, teaching, training  # noqa: F401  # they add their commands to the app
from bellhop.cli.app import app
from bellhop.cli.language import spoken_language
from bellhop.engine.errors import BellhopError

# What the extra `serve` installs and nothing else does, by the names that are imported.
SERVER_PACKAGES = frozenset(
    {
        "alembic",
        "fastapi",
        "httptools",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "uvloop",
    }
)


def main() -> None:
    """Run a command; an expected error is reported as one clear line."""
    if len(sys.argv) == 1:
        sys.argv.append("--help")
    try:
        sys.exit(app(standalone_mode=False))
    except BellhopError as error:
        _refuse(error.say(spoken_language()))
    except TyperException as error:
        usage: Any = error
        _refuse(f"{usage.format_message()} (see bellhop --help)")
    except KeyboardInterrupt:
        sys.exit(130)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in SERVER_PACKAGES:
            raise
        _refuse(BellhopError("no_server_packages").say(spoken_language()))
    except Exception as error:
        _refuse_database(error)


def _refuse_database(error: Exception) -> None:
    """Report an unusable database or disk as one clear line; any other exception is a bug."""
    sqlalchemy = sys.modules.get("sqlalchemy.exc")  # what was never imported has not failed
    failures = (OSError, sqlalchemy.SQLAlchemyError) if sqlalchemy else (OSError,)
    if not isinstance(error, failures):
        raise error
    reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
    _refuse(BellhopError("database", reason=reason).say(spoken_language()))


def _refuse(text: str) -> None:
    print(f"bellhop: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(2)
