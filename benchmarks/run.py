"""Measure the speed of every game, and save the results as JSON files in `results`."""

import json
from pathlib import Path

from bellhop.games import GAMES
from bellhop.lab.speed import measure

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    """Measure, print and save."""
    RESULTS.mkdir(exist_ok=True)
    for game in GAMES:
        figures = json.dumps(measure(game, print), indent=1)
        (RESULTS / f"speed-{game.name}.json").write_text(figures + "\n", "utf-8")
        print(figures)


if __name__ == "__main__":
    main()
