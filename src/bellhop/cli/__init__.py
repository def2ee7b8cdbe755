"""The command line, `bellhop`.

At the table: `serve`, `play`, `replay`, `verify`, `games`.  For hosts: `tables`, `delete`,
`repair`, `purge`, `backup`, `restore`.  In the lab: `simulate`, `match`, `rate`, `stats`, `bench`.

Commands import what they need when they run, so that help is quick.
"""

import sys
from typing import Any

from typer.exceptions import TyperException

from bellhop.cli.app import app
from bellhop.cli.language import spoken_language
from bellhop.engine.errors import BellhopError


def main() -> None:
    """Run a command; what cannot be done is one clear line."""
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


def _refuse(text: str) -> None:
    print(f"bellhop: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(2)
