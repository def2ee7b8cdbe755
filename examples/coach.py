"""Ask the coach about a position, and about a whole game.

python examples/coach.py overbooking
python examples/coach.py game.json    # saved at the end of a game
"""

import sys
from pathlib import Path

from bellhop.coach import judge, weigh
from bellhop.coach.analyst import analyse
from bellhop.games import game_named
from bellhop.table.file import parse_game


def ask_about_position(name: str, seed: int = 1) -> None:
    """Judge the deal from what the first player sees, and weigh the moves."""
    game = game_named(name)
    position = game.new(game.players[0], seed=seed)
    seen = game.view(position, position.turn)
    print("chances to win:", [f"{chance:.0%}" for chance in judge(game, seen, seed=seed).chances])
    for one in weigh(game, seen, seed=seed, deals=32).moves:
        print(f"{game.moves[one.move]}: {one.chance:.0%}, gives away {one.loss:.0%}")


def ask_about_game(path: Path) -> None:
    """Analyse a saved game, and tell everybody's luck and errors."""
    *_, last = analyse(parse_game(path.read_bytes()))
    assert last.analysis
    for name, skill in zip(last.analysis.players, last.analysis.skills, strict=True):
        print(f"{name}: luck {skill.luck.chance:+.0%}, error {skill.error.chance:.1%} per decision")


if __name__ == "__main__":
    if Path(sys.argv[1]).is_file():
        ask_about_game(Path(sys.argv[1]))
    else:
        ask_about_position(sys.argv[1])
