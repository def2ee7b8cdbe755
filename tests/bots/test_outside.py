"""Outside bots: the protocol, its violations, and the limits."""

import os
import random
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bellhop.bots import adapter, protocol
from bellhop.bots.outside import BotLimits, Program, Programs, command_of, is_class, is_program
from bellhop.bots.protocol import SEPARATOR, Command, Violation
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.games import GAMES

EXAMPLES = Path(__file__).parents[2] / "examples"
SHELL = str(EXAMPLES / "protocol_bot.sh")
PYTHON = f"{sys.executable} {EXAMPLES / 'protocol_bot.py'}"
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

# What a bad bot does instead of answering `go`.
FAULTS = {
    "echo bestmove fly": "chose a move that does not exist: “fly”",
    "echo bestmove build 10": "chose an illegal move: “build 10”",
    "echo what?": "said “what?” instead of a move",
    "exit 3": "ended with status 3",
    "echo Oh dear. >&2; echo >&2; exit 4": "ended with status 4: “Oh dear.”",
    "kill -9 $$": "crashed (SIGKILL)",
    "sleep 9": "took more than 0.3 s",
    "exec >&-; sleep 9": "took more than 0.3 s",
    "echo info margin much": "gave info that is not pairs of name and number",
    "echo info share nan": "gave info that is not pairs of name and number",
    "head -c 70000 /dev/zero": "said a line of more than 65,536 bytes",
    "yes info": "said more than 10,000 lines at once",
    r"printf '\377\n'": "said something that is not UTF-8",
}


def bad_bot(folder: Path, fault: str) -> str:
    """A program that does one thing wrong."""
    path = folder / "bad"
    path.write_text(
        "#!/bin/sh\nwhile read -r command rest; do case $command in\n"
        f"bellhop|newgame) echo ready ;;\ngo) {fault} ;;\nquit) exit ;;\nesac; done\n"
    )
    path.chmod(0o755)
    return str(path)


@every_game
def test_no_name_of_a_move_contains_the_separator(game: Game) -> None:
    assert not any(SEPARATOR.strip() in name for name in game.moves)


@every_game
@pytest.mark.parametrize("command", [SHELL, PYTHON, "bellhop.bots.random_bot:RandomBot"])
def test_an_example_plays_whole_games(game: Game, command: str) -> None:
    with Programs() as programs:
        for seed in range(2):
            bots = [programs.bot(command, seed) for _ in range(game.players[0])]
            position = game.new(game.players[0], seed=seed)
            while not is_over(position):
                seen = game.view(position, position.turn)
                game.play(position, bots[position.turn].choose(game, seen))
            programs.free()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_violation_is_named(tmp_path: Path, fault: str) -> None:
    game = GAMES[0]
    position = game.new(2)
    seconds = 0.3 if "sleep" in fault else 10.0  # machines are shared
    program = Program(Command.read(bad_bot(tmp_path, fault)), BotLimits(move_seconds=seconds))
    program.begin(game, position, position.turn, 0)
    began = time.monotonic()
    with pytest.raises(Violation) as caught:
        program.think(game, position)
    assert str(caught.value).startswith(FAULTS[fault])
    assert time.monotonic() - began < 8
    program.stop()


@pytest.mark.parametrize("start", ["", "setsid "], ids=["its group", "a group of its own"])
def test_a_child_that_keeps_the_pipes_open_holds_nothing_up(tmp_path: Path, start: str) -> None:
    """Its time limits are longer than the test's: the end of the bot itself ends the wait."""
    game, child = GAMES[0], tmp_path / "child"
    position = game.new(2)
    bot = bad_bot(tmp_path, f"{start}sh -c 'echo $$ > {child}; exec sleep 999' & exit 3")
    limits = BotLimits(start_seconds=999.0, move_seconds=999.0)
    program = Program(Command.read(bot), limits)
    program.begin(game, position, position.turn, 0)
    with pytest.raises(Violation, match="ended with status 3"):
        program.think(game, position)
    program.stop()
    with suppress(FileNotFoundError, ProcessLookupError):  # it need not have got that far
        os.kill(int(child.read_text("utf-8")), signal.SIGKILL)


def test_a_line_that_nobody_asked_for_is_no_answer_to_the_next_question(tmp_path: Path) -> None:
    game = GAMES[0]
    position = game.new(2)
    twice = bad_bot(tmp_path, r"printf 'bestmove research\nbestmove research\n'")
    program = Program(Command.read(twice))
    program.begin(game, position, position.turn, 0)
    assert game.moves[program.think(game, position).move] == "research"
    with pytest.raises(Violation, match="said “bestmove research” without being asked"):
        program.think(game, position)
    program.stop()


def test_a_bot_that_uses_too_much_memory_is_stopped() -> None:
    hungry = "import time; print('ready', flush=True); x = b'x' * 200_000_000; time.sleep(60)"
    program = Program(Command((sys.executable, "-c", hungry)), BotLimits(memory=100))
    with pytest.raises(Violation, match="used more than 100 MB of memory"):
        program.begin(GAMES[0], GAMES[0].new(2), 0, 0)
    program.stop()


def test_time_for_the_game_runs_out(tmp_path: Path) -> None:
    game = GAMES[0]
    position = game.new(2)
    slow = bad_bot(tmp_path, "[ -z $again ] || sleep 60; again=yes; echo bestmove research")
    with Programs(BotLimits(move_seconds=30.0, game_seconds=1.0)) as programs:
        bot = programs.bot(slow, 0)
        assert game.moves[bot.choose(game, position)] == "research"
        with pytest.raises(Violation, match=r"took more than [01](\.\d+)? s"):
            bot.choose(game, position)
        programs.drop(bot)


def test_options_are_offered_and_set(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text(
        "#!/bin/sh\nread -r hello\necho id name Chooser\necho option depth 3\necho ready\n"
        'read -r option\nread -r new\n[ "$option" = "option depth 7" ] && echo ready || echo no\n'
    )
    path.chmod(0o755)
    game = GAMES[0]
    program = Program(Command.read(f"{path} depth=7"))
    assert (program.name, program.options) == ("Chooser", {"depth": "3"})
    program.begin(game, game.new(2), 0, 0)
    program.stop()
    with pytest.raises(Violation, match="has no option “width”"):
        Program(Command.read(f"{path} width=7"))


def test_what_is_a_program_and_what_is_a_class() -> None:
    assert is_program(SHELL)
    assert is_program(PYTHON)
    assert not is_program("casual")
    assert not is_program("./there-is-no-such-bot")
    assert not is_program("'unbalanced")
    assert is_class("package.module:Class")
    assert not is_class("tree:1000:0:50")
    assert command_of("a:B").words[1:] == ("-m", "bellhop.bots.adapter", "a:B")
    with pytest.raises(Violation, match="cannot be started"):
        Program(Command(("./there-is-no-such-bot",)))


@pytest.mark.parametrize("move", [-1, 10**6])
def test_the_adapter_refuses_numbers_that_are_no_moves(move: int) -> None:
    with pytest.raises(PlainError, match=f"choose returned {move}, not a move from 0 to "):
        adapter.name_of(GAMES[0], move)


def test_the_conversation_in_the_docs_is_what_a_bot_is_sent() -> None:
    page = (EXAMPLES.parent / "docs" / "protocol.md").read_text("utf-8")
    shown = re.findall(r"^> (\w+ .+)$", page, re.MULTILINE)
    game = next(game for game in GAMES if game.name == "perfect-hotel")
    position = game.new(2, seed=31)
    sent = [f"bellhop {protocol.VERSION}", "option simulations 400"]
    sent.append(protocol.new_game(game, game.view(position, 0), 0, 7))
    for name in re.findall("^< bestmove (.+)$", page, re.MULTILINE):
        sent += protocol.think(game, game.view(position, 0), 10.0, None)
        game.play(position, game.move_named(name))
    sent.append(protocol.game_over([41, 37]))
    assert len(shown) == len(sent) > 8
    for line, whole in zip(shown, sent, strict=True):
        assert re.fullmatch(re.escape(line).replace("…", ".+"), whole), line


@every_game
def test_a_program_is_told_nothing_that_its_seat_does_not_know(game: Game) -> None:
    position = game.new(game.players[0], seed=3)
    chance = random.Random(3)
    for _ in range(5):
        game.play(position, chance.choice(game.legal_moves(position)))
    seat = position.turn
    seen = game.view(position, seat)
    other = game.view(game.imagine(seen, 12345), seat)
    told = [
        [protocol.new_game(game, view, seat, 7), *protocol.think(game, view, 1.0, None)]
        for view in (seen, other)
    ]
    assert told[0] == told[1]
