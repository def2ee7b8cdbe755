"""The compiled twin, on a small game made for these tests: two files that call each other."""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from bellhop.engine import playout, twin
from bellhop.games import GAMES

pytestmark = pytest.mark.xdist_group("compiled")

FILES = {
    "inn/__init__.py": """
        from inn.desk import setup, legal, play, view, imagine, score, why_not
        POINT = 1
    """,
    "inn/cards.toml": """
        [house]
        id = "inn"
        price = 5
    """,
    "inn/vocabulary.py": """
        from pathlib import Path
        from typing import NamedTuple
        from bellhop.engine.cards import CardFile

        class House(NamedTuple):
            id: str
            price: int

        PRICE = CardFile(Path(__file__).with_name("cards.toml")).table("house", House).price
    """,
    "inn/state.py": """
        from bellhop.engine.records import Record, int8, int64, record

        @record
        class Position(Record):
            dice = int64()
            seats = int8()
            turn = int8()
            money = int8()
            beds = int8(3)
    """,
    "inn/desk.py": """
        from bellhop.engine.telling import EVERYONE, tell
        from inn import rooms
        from inn.vocabulary import PRICE

        def setup(game):
            game.turn = 0
            game.money = 0
            for bed in range(3):
                game.beds[bed] = 0

        def legal(game, mask):
            for move in range(len(mask)):
                mask[move] = why_not(game, move) == 0
            return sum(mask)

        def why_not(game, move):
            return 0 if game.beds[move] == 0 else 1

        def play(game, move):
            tell(EVERYONE, 1, move, game.money)
            rooms.occupy(game, move)

        def pay(game, nights):
            game.money += nights * PRICE

        def view(game, seat, seen): pass
        def imagine(seen, dice): pass
        def score(game, seat): return game.money
    """,
    "inn/rooms.py": """
        from inn import desk

        def occupy(game, bed):
            game.beds[bed] = 1
            desk.pay(game, nights(bed))
            if sum(game.beds) == 3:
                game.turn = -1

        def nights(bed):
            return bed + 1
    """,
    "run.py": """
        import sys
        from bellhop.engine import playout, twin
        import inn
        from inn.state import Position

        make = {"interpreted": twin.interpreted, "compiled": twin.compiled}[sys.argv[1]]
        player = make(playout, inn)
        games = (Position * 1)()
        player.loops.play_many(player.take(games), player.take(Position()), 3, player.mask(3))
        print(games[0].money)
    """,
}


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(text), "utf-8")
    return tmp_path


def run(inn: Path, how: str, code: str = "") -> str:
    """Play a game of the small inn in a new process; return the money earned."""
    path = os.pathsep.join([str(inn), os.environ["PYTHONPATH"]])
    environment = {**os.environ, "BELLHOP_CACHE": str(inn / "cache"), "PYTHONPATH": path}
    command = [sys.executable, "-c", code] if code else [sys.executable, "run.py", how]
    done = subprocess.run(
        command, cwd=inn, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def folders(inn: Path) -> int:
    return len(list((inn / "cache").iterdir()))


def test_an_edit_of_a_helper_or_a_card_never_runs_old_code(inn: Path) -> None:
    assert run(inn, "interpreted") == run(inn, "compiled") == "30"
    assert folders(inn) == 1
    run(inn, "compiled")
    assert folders(inn) == 1, "nothing changed, so nothing is compiled again"
    edit(inn / "inn/rooms.py", "return bed + 1", "return bed + 2")
    assert run(inn, "interpreted") == run(inn, "compiled") == "45"
    edit(inn / "inn/cards.toml", "price = 5", "price = 3")
    assert run(inn, "interpreted") == run(inn, "compiled") == "27"
    assert folders(inn) == 3


@pytest.fixture
def brief(inn: Path) -> str:
    """Code that compiles little, and sends warnings where it prints."""
    (inn / "brief.py").write_text(
        "from bellhop.engine.playout import rules\ndef play_one(game): rules.play(game, 0)\n"
    )
    return """
import sys
sys.stderr = sys.stdout
import brief
from bellhop.engine import compiling, twin
import inn
from inn.state import Position
game = Position()
compiling.SILENT_SECONDS = 1000.0
made = twin.compiled(brief, inn)
made.loops.play_one(made.take(game))
print(game.money)
"""


def test_a_full_disk_costs_the_cache_only(inn: Path, brief: str) -> None:
    """There is room for the index of the code, but not for the code."""
    full = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))\n"
    warning, money = run(inn, "", full + brief).splitlines()
    assert warning.startswith(f"compiled code is not cached: {inn.resolve()}")
    assert "cannot be used (File too large)" in warning
    assert money == "5"
    assert run(inn, "", brief) == "5"


def test_no_folder_at_all_costs_the_cache_only(inn: Path, brief: str) -> None:
    full = """
import os
def fail(*_, **__):
    raise OSError(28, "No space left on device")
os.mkdir = fail
"""
    warning, money = run(inn, "", full + brief).splitlines()
    assert warning.startswith("compiled code is not cached: ")
    assert "(No space left on device)" in warning
    assert money == "5"
    assert not list(inn.rglob("*.nbi")), "code beside the source could be stale"


def test_a_damaged_cache_is_compiled_again(inn: Path, brief: str) -> None:
    assert run(inn, "", brief) == "5"
    for kind in ("nbc", "nbi"):
        (file,) = (inn / "cache").rglob(f"*.{kind}")
        file.write_bytes(file.read_bytes()[:9])
        warning, money = run(inn, "", brief).splitlines()
        assert warning.startswith("compiled code is not cached: what is in ")
        assert money == "5"
    assert run(inn, "", brief) == "5", "it is whole again"


def test_an_edit_while_a_program_runs_is_not_kept_under_the_new_name(inn: Path) -> None:
    """The cache key is the code in memory: a program started before an edit must not spoil it."""
    code = """
import sys
from pathlib import Path
import inn
from inn.state import Position
path = Path("inn/rooms.py")
path.write_text(path.read_text().replace("return bed + 1", "return bed + 2"))
sys.argv = ["run.py", "compiled"]
exec(Path("run.py").read_text())
"""
    assert run(inn, "", code) == "30"
    assert run(inn, "compiled") == "45"


def test_without_numba_the_rules_run_interpreted(inn: Path) -> None:
    code = """
import sys
sys.modules["numba"] = None
from bellhop.engine import playout, twin
import inn
lines = []
player = twin.fastest(playout, inn, lambda made: None, lines.append)
assert not player.is_compiled
assert "interpreted" in lines[0] and len(lines) == 1
try:
    twin.compiled(playout, inn)
except twin.NoCompiler as error:
    print(error)
"""
    assert run(inn, "", code) == "Numba is not installed: install it, or use the interpreted rules"


def test_a_long_compile_says_how_far_it_is_and_the_second_start_is_silent(inn: Path) -> None:
    code = """
from bellhop.engine import compiling, playout, twin
import inn
from inn.state import Position
compiling.SILENT_SECONDS = 0.0
def first_call(player):
    games = (Position * 1)()
    player.loops.play_many(player.take(games), player.take(Position()), 3, player.mask(3))
twin.fastest(playout, inn, first_call, print)
"""
    lines = run(inn, "", code).splitlines()
    said = r"Compiling inn, once after each change to the rules: \d+ of (\d+) functions after .* …"
    first = re.fullmatch(said, lines[0])
    assert first
    last = re.fullmatch(r"Compiled inn in .* s: (\d+) of (\d+) functions\.", lines[-1])
    assert last
    assert 1 < int(last[1]) <= int(last[2]) == int(first[1])
    assert run(inn, "", code) == ""


def test_a_compile_without_ceremony_is_reported_on_the_error_stream(inn: Path) -> None:
    code = """
import sys
from bellhop.engine import compiling, playout, twin
import inn
from inn.state import Position
compiling.SILENT_SECONDS = 0.0
sys.stderr = sys.stdout
player = twin.compiled(playout, inn)
player.loops.play_many(player.take((Position * 1)()), player.take(Position()), 3, player.mask(3))
"""
    assert run(inn, "", code).startswith("Compiling inn")


def test_bounds_are_checked_on_demand(inn: Path) -> None:
    edit(inn / "inn/rooms.py", "game.beds[bed] = 1", "game.beds[bed + 3] = 1")
    code = """
import numpy as np
from bellhop.engine import playout, twin
import inn
from inn.state import Position
player = twin.compiled(playout, inn, checked=True)
try:
    player.loops.play_moves(player.take(Position()), np.array([1]), player.take((Position * 1)()))
except IndexError as error:
    print(error)
"""
    assert run(inn, "", code) == "index is out of bounds"


def test_telling_costs_nothing_compiled(inn: Path) -> None:
    """The machine code is the same with and without the call to `tell`."""
    code = """
import re
import numpy as np
from bellhop.engine import playout, twin
import inn
from inn.state import Position
player = twin.compiled(playout, inn)
player.loops.play_moves(player.take(Position()), np.array([1]), player.take((Position * 1)()))
(text,) = player.loops.rules.play.inspect_asm().values()
lines = [line.split("#")[0].strip() for line in text.splitlines()]
print(len([line for line in lines if re.match("[a-z]", line)]))
"""
    told = run(inn, "", code)
    edit(
        inn / "inn/desk.py", "            tell(EVERYONE, 1, move, game.money)\n".lstrip(), "pass\n"
    )
    assert run(inn, "", code) == told


def test_renaming_a_named_tuple_leaves_no_stale_code(inn: Path) -> None:
    """Cached code refers to the type of its arguments by name, which bytecode does not hold."""
    (inn / "pairs.py").write_text(
        textwrap.dedent("""
        from typing import Any, NamedTuple
        from bellhop.engine.playout import rules

        class Pair(NamedTuple):
            game: Any

        def play_two(pair: Pair) -> None:
            rules.play(pair.game, 0)
        """)
    )
    code = """
import pairs
from bellhop.engine import compiling, twin
import inn
from inn.state import Position
made = twin.compiled(pairs, inn)
kind = getattr(pairs, "Pair", None) or pairs.Two
made.loops.play_two(kind(made.take(Position())))
print("played")
"""
    assert run(inn, "", code) == "played"
    edit(inn / "pairs.py", "Pair", "Two")
    assert run(inn, "", code) == "played"


def test_loops_share_compiled_rules_until_one_of_them_changes(inn: Path) -> None:
    """A helper, a binding or a constant may change in a running process."""
    edit(inn / "inn/rooms.py", "def nights", "def many(bed):\n    return bed + 3\n\ndef nights")
    (inn / "pairs.py").write_text(
        textwrap.dedent("""
        from bellhop.engine.playout import rules

        def play_two(game):
            rules.play(game, 0)
            rules.play(game, 1)
        """)
    )
    code = """
import numpy as np
import pairs
from bellhop.engine import playout, twin
import inn
from inn import desk, rooms
from inn.state import Position

def earn():
    one, other = Position(), Position()
    for_one, for_other = twin.compiled(playout, inn), twin.compiled(pairs, inn)
    assert for_one.loops.rules.play is for_other.loops.rules.play
    after = for_one.take((Position * 2)())
    for_one.loops.play_moves(for_one.take(one), np.array([0, 1]), after)
    for_other.loops.play_two(for_other.take(other))
    assert one.money == other.money
    return one.money, for_one.loops.rules.play

plain = rooms.nights
for change in ("nothing", "name", "constant", "back"):
    if change == "name":
        rooms.nights = rooms.many
    elif change == "constant":
        desk.PRICE = 2
    elif change == "back":
        rooms.nights = plain
    money, play = earn()
    print(change, money, earn()[1] is play)
"""
    assert run(inn, "", code).splitlines() == [
        "nothing 15 True",
        "name 35 True",
        "constant 14 True",
        "back 6 True",
    ]


def test_the_rules_themselves_stay_untouched() -> None:
    game = GAMES[0]
    before = dict(vars(game.rules))
    twin.interpreted(playout, game.rules)
    twin.compiled(playout, game.rules)
    assert vars(game.rules) == before
    assert playout.rules is None
