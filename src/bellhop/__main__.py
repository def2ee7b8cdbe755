"""Run the command line: `python -m bellhop`."""

from bellhop.cli import main

if __name__ == "__main__":
    main()
