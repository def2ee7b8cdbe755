"""The command line, `bellhop`.

At the table: `serve`, `play`, `replay`, `verify`, `games`.  For hosts: `tables`, `link`,
`delete`, `repair`, `purge`, `backup`, `restore`.  In the lab: `simulate`, `match`, `rate`, `stats`,
`bench`.

Commands import what they need when they run, so that --help is fast.
"""

import sys
from typing import Any

from typer.exceptions import TyperException

from bellhop.cli.app import app
from bellhop.cli.language import spoken_language
from bellhop.engine.errors import BellhopError


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
    except Exception as error:
        _refuse_database(error)


def _refuse_database(error: Exception) -> None:
    """Report an unusable database or disk as one clear line; any other exception is a bug."""
    from sqlalchemy.exc import SQLAlchemyError

    if not isinstance(error, SQLAlchemyError | OSError):
        raise error
    reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
    _refuse(BellhopError("database", reason=reason).say(spoken_language()))


def _refuse(text: str) -> None:
    print(f"bellhop: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(2)
