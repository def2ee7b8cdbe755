"""Write `docs/observations.md`: every slice of every game's observation (`make docs`)."""

from collections.abc import Iterator
from pathlib import Path

from bellhop.engine.features import Slice
from bellhop.engine.game import Game
from bellhop.games import GAMES

SHIPPED = [game for game in GAMES if game.package.startswith("bellhop.")]
PATH = Path(__file__).with_name("observations.md")
HEAD = """# What a learner is given

Made by `make docs` from the table of slices in each game's `observation.py`; do not edit.

An observation is one row of small whole numbers (int8), computed from the seat's *view*: nothing
that the seat cannot know is in it. Seats are counted from the observer in the order of play: 0 is
the own seat. A game has the same row for any number of players and all options; seats that are not
taken are zeros. "One of" means a cell for each, the right one 1 (none, where there is nothing to
tell). Counts are counts; dividing by the highest value of each cell (`layout.bounds()`) brings all
of them near 1. `layout.named(observations)` gives the slices by name, without copying.

Whole numbers of eight bits, not fractions: they are exact, the same on a processor and a GPU, and a
quarter of the memory that stepping and replay buffers have to move. Points need two cells.
"""


def page() -> str:
    """The page of all games."""
    return HEAD + "".join(f"\n{chr(10).join(_lines(game))}\n" for game in SHIPPED)


def _lines(game: Game) -> Iterator[str]:
    observation = game.observation
    yield f"## {game.title}: {observation.LAYOUT.size} cells"
    yield ""
    yield "| Slice | Cells | Shape | Values | Meaning |"
    yield "|---|---|---|---|---|"
    for entry in observation.LAYOUT.slices:
        shape = " × ".join(str(length) for length in entry.shape)
        yield f"| `{entry.name}` | {_cells(entry)} | {shape} | {_values(entry)} | {entry.meaning} |"
    yield ""
    if observation.LOSSY:
        yield "Not told, although the view shows it:"
        yield ""
        yield from (f"- `{field}`: {lost}" for field, lost in observation.LOSSY.items())
    else:
        yield "Nothing that the view shows is lost."


def _cells(entry: Slice) -> str:
    return str(entry.start) if entry.size == 1 else f"{entry.start}–{entry.stop - 1}"


def _values(entry: Slice) -> str:
    return f"{entry.low} to {entry.high}".replace("-", "−")


def main() -> None:
    """Write the page."""
    PATH.write_text(page(), "utf-8")
    print(PATH.name)


if __name__ == "__main__":
    main()
