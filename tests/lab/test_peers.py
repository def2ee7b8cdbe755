"""Our figures next to other projects': a ratio says how many times better ours is."""

from typing import Any
from xml.etree import ElementTree

import comparison
import pytest

from bellhop.games import GAMES


def report(*figures: dict[str, Any]) -> comparison.Report:
    return {"versions": {}, "import_s": 0.1, "first_move_s": 0.2, "figures": list(figures)}


def played(game: str, way: str, moves: int, **costs: float) -> comparison.Figures:
    return {"game": game, "way": way, "moves_per_s": moves, "moves_per_game": 9.5, **costs}


NAMES = [game.name for game in GAMES]
OURS = report(
    *(played(name, "batch", 4_000, reset_us=2.0, clone_us=0.5) for name in NAMES),
    *(played(name, "one call", 80_000, clone_us=0.5) for name in NAMES),
)
THEIRS = {
    "Other": report(
        played("go", "batch", 2_000, reset_us=1.0, clone_us=0.0),
        played("chess", "one call", 160_000),
    )
}


def test_ratios_above_one_favour_us_in_rates_and_in_costs() -> None:
    go, chess = comparison.compare(OURS, THEIRS)
    assert go["moves_per_s"] == dict.fromkeys(NAMES, 2.0)
    assert go["reset_us"] == dict.fromkeys(NAMES, 0.5)
    assert chess["moves_per_s"] == dict.fromkeys(NAMES, 0.5)


def test_there_is_no_ratio_to_what_is_free_or_was_not_measured() -> None:
    go, chess = comparison.compare(OURS, THEIRS)
    assert go["clone_us"] == chess["clone_us"] == chess["reset_us"] == dict.fromkeys(NAMES)


def test_tables_and_plot_name_every_engine_and_what_is_absent(
    capsys: pytest.CaptureFixture[str],
) -> None:
    engines = {comparison.OURS: OURS, **THEIRS}
    found = {
        "engines": engines,
        "ratios": comparison.compare(OURS, THEIRS),
        "notes": ["Games differ."],
        "absent": {"Third": "no wheel"},
    }
    comparison.print_tables(found)
    printed = capsys.readouterr().out
    for words in ("chess", "80,000", "Games differ.", "Third was not measured: no wheel"):
        assert words in printed
    plot = ElementTree.fromstring(comparison.draw(engines))
    boxes = [box.get("class") for box in plot.iter("{http://www.w3.org/2000/svg}rect")]
    assert (boxes.count("bar"), boxes.count("other")) == (2 * len(NAMES), 2)
