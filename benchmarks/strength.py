"""The proof of the bots' strength, kept as JSON in `results`: run it on a quiet machine.

    python benchmarks/strength.py [GAME …]

Each level meets the one below, two players, seats rotated on equal deals: a thousand games, four
hundred of *master*, fewer where the sequential test decides sooner between a share of 60 and 70 %.
Then the controls, every number of players, simulations a second, and the solved miniatures.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bellhop.bots import LEVELS
from bellhop.bots.searching import Engine, engine_of, think
from bellhop.bots.strategy import Search
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.lab.crews import Processes
from bellhop.lab.match import Plan, hold
from bellhop.lab.statistics import Sprt

RESULTS = Path(__file__).parent / "results"
TESTS = Path(__file__).parents[1] / "tests"
RUNGS = (("casual", "random", 500), ("casual", "easy", 500), ("strong", "casual", 500),
         ("master", "strong", 200))  # fmt: skip
DECIDES = Sprt(0.60, 0.70)
BLOCKS_BY_PLAYERS = 100


def climb(game: Game) -> list[dict[str, Any]]:
    """Each level against the one below."""
    found = []
    for candidate, baseline, blocks in RUNGS:
        plan = Plan(game.name, candidate, baseline, blocks=blocks, test=DECIDES)
        found.append(brief(hold(plan, Processes()).to_json()))
    return found


def control(game: Game) -> dict[str, Any]:
    """A bot against itself must bracket chance."""
    return brief(hold(Plan(game.name, "casual", "casual", blocks=250), Processes()).to_json())


def by_players(game: Game) -> list[dict[str, Any]]:
    """Casual bots among themselves, and one strong among casual, for each number of players."""
    found = []
    for players in game.players:
        for candidate in ("casual", "strong"):
            plan = Plan(game.name, candidate, "casual", players, BLOCKS_BY_PLAYERS // players)
            found.append(brief(hold(plan, Processes()).to_json()))
    return found


def brief(figures: dict[str, Any]) -> dict[str, Any]:
    """A match without its single blocks."""
    del figures["block_scores"]
    return figures


def speed(game: Game) -> dict[str, float]:
    """Simulations a second of CPU time, of each kind of search, over positions of one game."""
    os.environ["BELLHOP_THREADS"] = "1"
    engine, found = engine_of(game), dict[str, float]()
    for name, search in (
        ("strong", engine.advice.STRONG),
        ("master", engine.advice.MASTER),
        ("random_rollouts", Search(2_000, wild=100)),
        ("advised_rollouts", Search(2_000, wild=0)),
        ("tree", Search(2_000, wild=30, curiosity=100)),
    ):
        found[name] = round(_rate(engine, search))
    return found


def _rate(engine: Engine, search: Search) -> float:
    game = engine.game
    position, tries, spent = game.new(game.players[0], seed=1), 0, 0.0
    while position.turn >= 0:
        seen = game.view(position, position.turn)
        start = time.process_time()
        opinions = think(engine, seen, search._replace(simulations=2_000), 1)
        spent += time.process_time() - start
        tries += sum(opinion.tries for opinion in opinions)
        game.play(position, opinions[0].move)
    return tries / spent


def exploitability(name: str) -> dict[str, Any]:
    """The value of a solved miniature, and what a best answer wins against each level."""
    sys.path.insert(0, str(TESTS))
    from miniature.overbooking import MINIATURES, make_cards

    with tempfile.TemporaryDirectory() as folder:
        cards = Path(folder) / "cards.toml"
        cards.write_text(make_cards(MINIATURES[name]), "utf-8")
        known = {"BELLHOP_CARDS_OVERBOOKING": str(cards), "PYTHONPATH": str(TESTS)}
        command = [sys.executable, "-m", "miniature.solving", name, "random", *LEVELS]
        done = subprocess.run(
            command, env={**os.environ, **known}, capture_output=True, text=True, check=True
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def keep(name: str, figures: Any) -> None:
    """Write figures where results are kept."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(name, json.dumps(figures))


def main(*names: str) -> None:
    """Prove everything."""
    for game in GAMES:
        if game.name in (names or (game.name,)):
            keep(f"simulations-{game.name}", speed(game))
            keep(f"ladder-{game.name}", climb(game))
            keep(f"control-{game.name}", control(game))
            keep(f"players-{game.name}", by_players(game))
    if "overbooking" in (names or ("overbooking",)):
        keep("miniatures", {name: exploitability(name) for name in ("A", "B", "C")})


if __name__ == "__main__":
    main(*sys.argv[1:])
