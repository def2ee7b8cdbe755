"""The command line: `bellhop play`, `simulate`, `replay`, `verify`, `bench`.

Commands import what they need when they run, so that help is quick.
"""

import sys

from bellhop.cli.app import app
from bellhop.engine.errors import BellhopError


def main() -> None:
    """Run a command; what cannot be done is one clear line."""
    try:
        app()
    except BellhopError as error:
        print(f"bellhop: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
