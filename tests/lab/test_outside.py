"""Outside bots in the lab: matches in which some of them fail, and the check of a bot."""

import json
from pathlib import Path

import pytest

from bellhop.bots.outside import BotLimits, Program, command_of
from bellhop.bots.protocol import Violation
from bellhop.engine.errors import BellhopError
from bellhop.games import GAMES, game_named
from bellhop.lab import contestants
from bellhop.lab.checking import Checker
from bellhop.lab.executors import InProcess, Processes
from bellhop.lab.match import Plan, play_match
from cli.running import bellhop_here

PROJECT = Path(__file__).parents[2]
BUSY = str(PROJECT / "examples" / "protocol_bot.py")
LAST = str(PROJECT / "examples" / "protocol_bot.sh")
RANDOM = "bellhop.bots.random_bot:RandomBot"
# Plays well until its third decision, and not at all after that.
CRASHER = """#!/bin/sh
while read -r command rest; do
  case "$command" in
    bellhop|newgame) echo ready; n= ;;
    moves) first="${rest%%; *}" ;;
    go) n="x$n"; [ $n = xxx ] && exit 1; echo "bestmove $first" ;;
    quit) exit ;;
  esac
done
"""


@pytest.fixture
def crasher(tmp_path: Path) -> str:
    path = tmp_path / "crasher"
    path.write_text(CRASHER)
    path.chmod(0o755)
    return str(path)


def test_an_outside_bot_plays_the_same_match_again() -> None:
    plan = Plan("perfect-hotel", BUSY, "random", blocks=3)
    one, two = (play_match(plan, InProcess()) for _ in range(2))
    assert [block.points for block in one.blocks] == [block.points for block in two.blocks]
    assert one.violations == []


def test_a_class_in_a_process_of_its_own_plays_like_the_class_itself() -> None:
    outcome = play_match(Plan("overbooking", RANDOM, "random", blocks=2), InProcess())
    assert outcome.violations == []
    assert outcome.games == 4


def test_a_bot_is_told_how_every_game_of_a_match_ended(tmp_path: Path) -> None:
    path, heard = tmp_path / "listener", tmp_path / "heard"
    path.write_text(CRASHER.replace("[ $n = xxx ] && exit 1; ", "").replace(
        "quit)", f'gameover) echo "$rest" >> {heard} ;;\n    quit)'))  # fmt: skip
    path.chmod(0o755)
    plan = Plan("perfect-hotel", str(path), "random", blocks=2)
    outcome = play_match(plan, InProcess())
    assert outcome.violations == []
    told = [line.split() for line in heard.read_text().splitlines()]
    own = [points for block in outcome.blocks for points in block.points]
    assert [float(told[n][n % 2]) for n in range(len(told))] == own


@pytest.mark.parametrize("players", [2, 3])
def test_a_bot_that_fails_loses_that_game_and_is_named(crasher: str, players: int) -> None:
    outcome = play_match(Plan("perfect-hotel", crasher, "random", players, 2), InProcess())
    assert all(share == 0 for block in outcome.blocks for share in block.shares)
    assert all(margin < 0 for block in outcome.blocks for margin in block.margins)
    if players > 2:
        assert all(block.mirrored == [1.0] * players for block in outcome.blocks)
    assert len(outcome.violations) >= outcome.games
    assert outcome.violations[0].startswith(f"{crasher}: ended with status 1 (block 0, seat ")
    assert outcome.to_json()["violations"] == outcome.violations


def test_a_hanging_bot_does_not_hold_up_a_match(tmp_path: Path) -> None:
    path = tmp_path / "sleeper"
    path.write_text(CRASHER.replace("exit 1", "sleep 600"))
    path.chmod(0o755)
    limits = BotLimits(move_seconds=0.2)
    outcome = play_match(Plan("perfect-hotel", str(path), "random", blocks=1, limits=limits),
                         InProcess())  # fmt: skip
    assert {"took more than 0.2 s" in violation for violation in outcome.violations} == {True}
    assert len(outcome.violations) == 2


def test_the_start_of_a_bot_is_no_part_of_its_thinking(tmp_path: Path) -> None:
    path = tmp_path / "late"
    path.write_text(CRASHER.replace("[ $n = xxx ] && exit 1", "true").replace(
        "bellhop|newgame) echo ready", "bellhop|newgame) sleep 1; echo ready"))  # fmt: skip
    path.chmod(0o755)
    outcome = play_match(Plan("perfect-hotel", str(path), "random", blocks=1), InProcess())
    assert outcome.violations == []
    mean, longest = outcome.thinking()["candidate"]
    assert 0 < mean < longest < 1


def test_unknown_programs_are_refused_before_the_first_game() -> None:
    with pytest.raises(BellhopError, match=r"a program \(./mybot\) or a Python class"):
        contestants.check("./there-is-no-such-bot")
    assert not contestants.is_outside("tree:1000:0:50")


def test_a_bot_that_cannot_start_is_refused_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script"
    script.write_text("print('ready')\n")
    for bot, reason in (
        ("bellhop.bots:Nobody", "it ended with status 1: “bellhop.bots:Nobody cannot be imported"),
        (f"{LAST} depth=3", "it has no option “depth”."),
        (str(script), f"Make it executable (chmod +x {script})"),
    ):
        for command in (("match", "perfect-hotel", bot, "random"),
                        ("ladder", "perfect-hotel", bot, "--folder", tmp_path / "ladder"),
                        ("rate", "perfect-hotel", "--bot", "random", "--bot", bot)):  # fmt: skip
            status, _, said = bellhop_here(capsys, *command)
            assert (status, reason in said) == (2, True), said
    assert not (tmp_path / "ladder").exists()
    script.chmod(0o755)
    with pytest.raises(BellhopError, match="the first line of a script must name what runs it"):
        Plan("perfect-hotel", "", "").try_all([str(script)])


def test_a_bot_that_never_gets_ready_for_a_game_is_refused_before_the_first(
    tmp_path: Path,
) -> None:
    path = tmp_path / "deaf"
    path.write_text("#!/bin/sh\necho ready\nwhile read -r command; do :; done\n")
    path.chmod(0o755)
    plan = Plan("perfect-hotel", str(path), "random", limits=BotLimits(start_seconds=0.5))
    with pytest.raises(BellhopError, match=r"is not ready to play: it took more than 0\.5 s"):
        plan.try_all([str(path)])


@pytest.fixture
def silent(tmp_path: Path) -> str:
    """A bot that gets ready for one game, and never again; it counts its starts in a file."""
    path = tmp_path / "silent"
    path.write_text(f"""#!/bin/sh
read -r hello; echo ready; echo >> {tmp_path}/starts
read -r new; [ -e {tmp_path}/once ] && sleep 600
touch {tmp_path}/once; echo ready
while read -r command rest; do case "$command" in
  moves) first="${{rest%%; *}}" ;;
  go) echo "bestmove $first" ;;
  *) exit ;;
esac; done
""")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("workers", [0, pytest.param(2, marks=pytest.mark.prove)])
def test_a_bot_that_never_gets_ready_again_forfeits_the_rest_of_a_match(
    silent: str, tmp_path: Path, workers: int
) -> None:
    limits = BotLimits(start_seconds=1.5)
    plan = Plan("perfect-hotel", silent, "random", blocks=12, limits=limits)
    plan.try_all([silent])
    outcome = play_match(plan, Processes(workers) if workers else InProcess())
    assert [block.shares for block in outcome.blocks] == [[0.0, 0.0]] * 12
    reasons = [violation.partition(" (block")[0] for violation in outcome.violations]
    waited, forfeited = f"{silent}: took more than 1.5 s", f"{silent}: forfeits the game: "
    assert reasons[:2] == [waited] * 2
    assert len(reasons) == 24
    assert outcome.thinking()["candidate"] == (0.0, 0.0), "its stand-in's time is not its own"
    assert {reason[: len(forfeited)] for reason in reasons[2:]} == {forfeited}
    if not workers:
        assert (tmp_path / "starts").read_text() == "\n" * 3, "the trial, and two games"


def test_a_bot_that_gets_ready_again_is_not_given_up(tmp_path: Path) -> None:
    path = tmp_path / "moody"
    path.write_text(
        CRASHER.replace(
            "bellhop|newgame) echo ready",
            f"""bellhop) echo ready ;;
    newgame) mv {tmp_path}/bad {tmp_path}/good 2>/dev/null && exit 1
      mv {tmp_path}/good {tmp_path}/bad; echo ready""",
        ).replace("[ $n = xxx ]", "false")
    )
    path.chmod(0o755)
    (tmp_path / "bad").touch()
    outcome = play_match(Plan("perfect-hotel", str(path), "random", blocks=3), InProcess())
    assert len(outcome.violations) == 3
    assert not any("forfeits" in violation for violation in outcome.violations)


def test_the_check_ends_early_with_a_bot_that_never_gets_ready(
    silent: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "once").touch()
    report = Checker(silent, BotLimits(start_seconds=0.5)).check(GAMES, 1, 0)
    assert [violation.rpartition(": ")[2] for violation in report.violations] == [
        "took more than 0.5 s"
    ] * 2
    unready = tmp_path / "unready"
    unready.write_text("#!/bin/sh\nread -r hello; echo ready; read -r new; exit 2\n")
    unready.chmod(0o755)
    status, out, _ = bellhop_here(capsys, "check-bot", str(unready))
    assert status == 1
    assert out.splitlines()[2:] == [
        "Too much went wrong: the check ended early.",
        "2 violations were found.",
    ]


def test_only_the_first_game_of_a_kind_may_take_as_long_as_the_start(tmp_path: Path) -> None:
    path = tmp_path / "tired"
    path.write_text("#!/bin/sh\necho ready\nread -r hello; read -r one; sleep 0.6; echo ready\n"
                    "read -r two; sleep 600\n")  # fmt: skip
    path.chmod(0o755)
    game = game_named("perfect-hotel")
    program = Program(command_of(str(path)), BotLimits(start_seconds=20, move_seconds=0.1))
    seen = game.view(game.new(2), 0)
    program.begin(game, seen, 0, 0)
    with pytest.raises(Violation, match=r"took more than 0\.1 s"):
        program.begin(game, seen, 0, 0)
    program.stop()


@pytest.mark.parametrize("command", [BUSY, LAST])
def test_the_examples_pass_the_check(command: str) -> None:
    report = Checker(command, BotLimits()).check(GAMES, 1, 0)
    assert report.violations == []
    assert report.games == sum(len(game.players) for game in GAMES)
    assert len(report.seconds) > 100


def test_the_check_lists_every_violation_in_one_line(
    crasher: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Checker(crasher, BotLimits()).check([game_named("perfect-hotel")], 1, 0)
    assert len(report.violations) > 3
    assert all("\n" not in violation for violation in report.violations)
    assert report.violations[0].startswith("perfect-hotel, 2 players, seed 0, move ")
    status, out, _ = bellhop_here(capsys, "check-bot", crasher, "--game", "perfect-hotel")
    assert status == 1
    assert out.splitlines()[0] == report.violations[0]
    assert out.splitlines()[-1] == f"{len(report.violations)} violations were found."


def test_a_program_that_speaks_another_language_is_found_at_once() -> None:
    report = Checker("/bin/echo hello", BotLimits()).check(GAMES, 1, 0)
    assert report.violations == ["at the start: said “hello” instead of ready"]


def test_the_commands_take_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = bellhop_here(capsys, "check-bot", LAST, "--game", "overbooking")
    assert (status, out[:24]) == (0, "No violations in 3 games")
    status, _, said = bellhop_here(capsys, "check-bot", "casual")
    assert status == 2
    assert said.startswith("bellhop: An outside bot is a program")
    file = tmp_path / "match.json"
    arguments = ("-n", 4, "--on", "here", "--seconds-per-game", 60, "--json", file)
    status, out, _ = bellhop_here(capsys, "match", "overbooking", LAST, "random", *arguments)
    assert status == 0
    assert json.loads(file.read_text())["plan"]["limits"]["game_seconds"] == 60
