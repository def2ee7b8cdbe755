"""Bots that are programs of their own, in any language, each in a separate process.

They speak the protocol of `protocol`, are given views only, and are stopped when they exceed the
limits on time and memory.  Apart from that, a bot program is trusted like any program you start.
"""

import errno
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from bellhop.bots import protocol
from bellhop.bots.protocol import Answer, Command, Violation, quote
from bellhop.engine.errors import BellhopError, PlainError
from bellhop.engine.game import Game
from bellhop.engine.records import Position

MAX_LINE = 65_536  # bytes
MAX_LINES = 10_000  # in one answer
MAX_UNREAD = 16  # parts of what it says, each of up to a line's length
DELIVERY_SECONDS = 0.25  # allowed beyond a limit for lines to travel
POLL_SECONDS = 0.05  # between two looks at the clock and the memory
GOODBYE_SECONDS = 2.0  # from `quit` to the end of the process
MEGABYTE = 1_000_000
MAX_LAST_WORDS = 200  # characters of a program's last complaint that are quoted
MAX_UNREADY = 2  # times in a row that a bot does not get ready, before it is given up


@dataclass(frozen=True)
class BotLimits:
    """What a bot program may use."""

    start_seconds: float = 30.0  # to be ready after its start, and for its first game of a kind
    move_seconds: float = 10.0
    game_seconds: float | None = None  # for all of its moves in one game
    memory: int = 2_000  # resident, in megabytes, with the processes it has started


DEFAULT_LIMITS = BotLimits()
NO_COMMANDS: frozenset[str] = frozenset()


class Program:
    """A bot program that is running."""

    def __init__(
        self, command: Command, limits: BotLimits = DEFAULT_LIMITS, *, is_heard: bool = False
    ) -> None:
        """Start it and shake hands; `is_heard` lets its standard error through."""
        self.command, self.limits = command, limits
        self.name = self.author = ""
        self.options: dict[str, str] = {}  # with their defaults
        self._games: set[str] = set()  # that it has been ready for before
        self._breach = ""  # the limit that it has exceeded
        try:
            self._process = subprocess.Popen(
                command.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us only; children can be ended with it
            )
        except OSError as error:
            raise Violation(f"cannot be started ({_say_why(error)})") from None
        assert self._process.stdout
        self._output = Output(self._process.stdout)
        self._last_words = ""  # on its standard error
        self._listener = threading.Thread(target=self._listen, args=(is_heard,), daemon=True)
        self._listener.start()
        try:
            self._shake_hands()
        except BaseException:
            self.stop()
            raise

    def _shake_hands(self) -> None:
        """Exchange versions and options."""
        with self._watched(self.limits.start_seconds):
            self._send(f"bellhop {protocol.VERSION}")
            for line in self._lines():
                match line.split(" ", 2):
                    case ["ready"]:
                        break
                    case ["id", "name", name]:
                        self.name = name
                    case ["id", "author", author]:
                        self.author = author
                    case ["option", name, default]:
                        self.options[name] = default
                    case _:
                        raise Violation(f"said {quote(line)} instead of ready")
            for option, value in self.command.options.items():
                if option not in self.options:
                    raise Violation(f"has no option {quote(option)}")
                self._send(f"option {option} {value}")

    def begin(self, game: Game, seen: Position, seat: int, seed: int) -> None:
        """Begin a game; only the first of a kind may need as long as the start."""
        limits, is_known = self.limits, game.name in self._games
        with self._watched(limits.move_seconds if is_known else limits.start_seconds):
            self._check_silence()
            self._send(protocol.new_game(game, seen, seat, seed))
            if (line := next(self._lines())) != "ready":
                raise Violation(f"said {quote(line)} instead of ready")
        self._games.add(game.name)

    def think(self, game: Game, seen: Position, clock: float | None = None) -> Answer:
        """Ask for a move in a view; `clock` is what is left of the time for the whole game."""
        seconds = self.limits.move_seconds
        least = seconds if clock is None else min(seconds, max(clock, 0.0))
        numbers: dict[str, float] = {}
        with self._watched(least):
            self._check_silence()
            self._send(*protocol.think(game, seen, seconds, clock))
            for line in self._lines():
                word, _, rest = line.partition(" ")
                if word == "bestmove":
                    return Answer(protocol.read_move(game, seen, rest), numbers)
                if word != "info":
                    raise Violation(f"said {quote(line)} instead of a move")
                numbers |= protocol.read_numbers(rest.split())
        raise AssertionError("lines end only with an exception")

    def tell(self, line: str) -> None:
        """Send a line that needs no answer."""
        with self._watched(self.limits.start_seconds):
            self._send(line)

    def quit(self) -> None:
        """Ask the program to end, and wait for it."""
        try:
            self.tell("quit")
            self._process.wait(GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            raise Violation(f"did not end within {GOODBYE_SECONDS:g} s of quit") from None
        finally:
            self.stop()

    def stop(self) -> None:
        """End the process, and all that it has started.

        A child in a session of its own lives on, perhaps with our pipes, so no wait is for them.
        """
        _kill(self._process)
        self._process.wait()
        self._listener.join(DELIVERY_SECONDS)
        self._output.close()
        with suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()

    def _send(self, *lines: str) -> None:
        pipe = self._process.stdin
        assert pipe
        with suppress(OSError):  # if it has ended, what it said last tells more: that is read next
            pipe.write("".join(f"{line}\n" for line in lines).encode())
            pipe.flush()

    def _check_silence(self) -> None:
        """Refuse a line that nobody asked for; it would be taken for the next answer."""
        if self._output.has_more:
            line = next(self._lines())
            raise Violation(f"said {quote(line)} without being asked")

    def _lines(self) -> Iterator[str]:
        """The lines it says; ends only with an exception."""
        for _ in range(MAX_LINES):
            line = self._read()
            try:
                yield line.decode().strip()
            except UnicodeDecodeError:
                raise Violation(f"said something that is not UTF-8: {quote(line)}") from None
        raise Violation(f"said more than {MAX_LINES:,} lines at once")

    def _read(self) -> bytes:
        """The next line; once the process has ended, its children are not waited for."""
        has_ended = False
        while True:
            try:
                return self._output.read(GOODBYE_SECONDS if has_ended else POLL_SECONDS)
            except EOFError:
                raise self._end() from None
            except queue.Empty:
                if has_ended:
                    raise self._end() from None
                if has_ended := self._process.poll() is not None:
                    _kill(self._process)

    def _listen(self, is_heard: bool) -> None:
        """Follow its standard error until the end, and remember the last line."""
        assert self._process.stderr
        with self._process.stderr as pipe:
            while line := pipe.readline(MAX_LINE).decode(errors="replace"):
                self._last_words = line.strip() or self._last_words
                if is_heard:
                    print(line, end="", file=sys.stderr, flush=True)

    def _end(self) -> Violation:
        """Why nothing more comes from the process."""
        try:
            status = self._process.wait(GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            return Violation("closed its output")
        if self._breach:
            return Violation(self._breach)
        if status < 0:
            return Violation(f"crashed ({signal.Signals(-status).name})")
        self._listener.join(DELIVERY_SECONDS)
        last = self._last_words and f": {quote(self._last_words, MAX_LAST_WORDS)}"
        return Violation(f"ended with status {status}{last}")

    @contextmanager
    def _watched(self, seconds: float) -> Iterator[None]:
        """Kill the process if the block takes too long, or the process too much memory."""
        done = threading.Event()
        deadline = time.monotonic() + seconds + DELIVERY_SECONDS

        def watch() -> None:
            while not done.wait(max(0.0, min(POLL_SECONDS, deadline - time.monotonic()))):
                if time.monotonic() >= deadline:
                    self._breach = f"took more than {seconds:g} s"
                elif memory_of(self._process.pid) > self.limits.memory * MEGABYTE:
                    self._breach = f"used more than {self.limits.memory:,} MB of memory"
                if self._breach:
                    _kill(self._process)
                    return

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


class Output:
    """What a program says, followed by a thread: the wait for a pipe ends with its last holder."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._parts: queue.Queue[bytes] = queue.Queue(MAX_UNREAD)
        self._lines, self._rest = deque[bytes](), b""
        self._is_closed = False
        threading.Thread(target=self._follow, args=(pipe,), daemon=True).start()

    def _follow(self, pipe: Any) -> None:
        with pipe:
            while not self._is_closed and (part := pipe.read1(MAX_LINE)):
                self._parts.put(part)  # while nobody reads it, the program has to wait too
        self._parts.put(b"")

    @property
    def has_more(self) -> bool:
        """Is there something that has not been read yet?"""
        return bool(self._lines or self._rest) or not self._parts.empty()

    def read(self, seconds: float) -> bytes:
        """The next line; raises `queue.Empty` if it does not come in time, or EOFError."""
        while not self._lines:
            part = self._parts.get(timeout=seconds)
            if not part:
                raise EOFError
            *lines, self._rest = (self._rest + part).split(b"\n")
            self._lines.extend(lines)
            if max(map(len, (*lines, self._rest))) >= MAX_LINE:
                raise Violation(f"said a line of more than {MAX_LINE:,} bytes")
        return self._lines.popleft()

    def close(self) -> None:
        """Read no more; a thread that waits for a reader is freed."""
        self._is_closed = True
        with suppress(queue.Empty):
            while True:
                self._parts.get_nowait()


class OutsideBot:
    """A seat that a program plays."""

    def __init__(self, start: Callable[[Game, Position], Program]) -> None:
        self._start = start
        self._program: Program | None = None
        self._left: float | None = None  # of the time for the game

    def begin(self, game: Game, seen: Position) -> Program:
        """Have the program ready, which is told of the game before its first move, or Violation."""
        if self._program is None:
            self._program = self._start(game, seen)
            self._left = self._program.limits.game_seconds
        return self._program

    def choose(self, game: Game, seen: Position) -> int:
        """Choose a move for the player whose turn it is, or raise Violation."""
        program = self.begin(game, seen)
        began = time.monotonic()
        answer = program.think(game, seen, self._left)
        if self._left is not None:
            self._left -= time.monotonic() - began
        return answer.move


class Programs:
    """The programs of a few games, each started once and used again in the next game.

    Two seats never share a program while a game lasts, so no seat learns what another one knows.
    A bot that is given up is not started any more: whoever waits for it again only loses time.
    """

    def __init__(
        self, limits: BotLimits = DEFAULT_LIMITS, given_up: frozenset[str] = NO_COMMANDS
    ) -> None:
        self.limits, self.given_up = limits, given_up
        self._unready: Counter[str] = Counter()  # times in a row, by command
        self._idle: dict[str, list[Program]] = {}
        self._busy: list[tuple[str, Program]] = []

    def __enter__(self) -> "Programs":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.free()
        for programs in self._idle.values():
            for program in programs:
                with suppress(Violation):
                    program.quit()

    def bot(self, command: str, seed: int) -> OutsideBot:
        """A bot for one seat in one game."""
        return OutsideBot(lambda game, seen: self._begin(command, game, seen, seed))

    def _begin(self, command: str, game: Game, seen: Position, seed: int) -> Program:
        """A program that is ready for a game, or Violation."""
        if command in self.given_up:
            raise Violation(f"forfeits the game: {MAX_UNREADY} times in a row it did not get ready")
        try:
            program = self._ready(command, game, seen, seed)
        except Violation:
            self._unready[command] += 1
            if self._unready[command] == MAX_UNREADY:
                self.given_up |= {command}
            raise
        self._unready[command] = 0
        self._busy.append((command, program))
        return program

    def _ready(self, command: str, game: Game, seen: Position, seed: int) -> Program:
        idle = self._idle.setdefault(command, [])
        program = idle.pop() if idle else Program(command_of(command), self.limits)
        try:
            program.begin(game, seen, seen.turn, seed)
        except BaseException:
            program.stop()
            raise
        return program

    def drop(self, bot: OutsideBot) -> None:
        """End the program of a bot that did not keep to the protocol."""
        for command, program in self._busy:
            if program is bot._program:
                program.stop()
                self._busy.remove((command, program))
                return

    def free(self, points: Sequence[int] = ()) -> None:
        """Take back all programs after a game, and tell them the points of all seats."""
        for command, program in self._busy:
            if points:
                program.tell(protocol.game_over(points))
            self._idle.setdefault(command, []).append(program)
        self._busy.clear()


def is_program(text: str) -> bool:
    """Does a text name a program: with a path, such as ./mybot, or with arguments?"""
    try:
        words = Command.read(text).words
    except PlainError:
        return False
    is_path = bool(words) and os.path.basename(words[0]) != words[0]
    return bool(words) and (is_path or len(text.split()) > 1) and bool(shutil.which(words[0]))


def check_program(text: str) -> None:
    """Refuse a file that cannot be run as it is."""
    with suppress(PlainError):
        words = Command.read(text).words
        if words and os.path.isfile(words[0]) and not os.access(words[0], os.X_OK):
            raise BellhopError("lab.not_executable", name=words[0])


def try_out(text: str, limits: BotLimits, table: tuple[Game, Position] | None = None) -> None:
    """Start a bot, and let it begin a game if one is given; refuse one that does not get ready."""
    program = None
    try:
        program = Program(command_of(text), limits)
        if table:
            game, position = table
            program.begin(game, game.view(position, 0), 0, 0)
    except Violation as violation:
        raise BellhopError("lab.cannot_start", name=text, reason=violation) from None
    finally:
        if program:
            with suppress(Violation):  # how it ends is no reason to refuse it
                program.quit()


def is_class(text: str) -> bool:
    """Does a text name a class, such as mypackage.bots:Clever?"""
    module, _, name = text.partition(":")
    return name.isidentifier() and all(part.isidentifier() for part in module.split("."))


def command_of(text: str) -> Command:
    """How to start the bot that a text names: a program, or a Python class."""
    if is_class(text):
        return Command((sys.executable, "-m", "bellhop.bots.adapter", text))
    return Command.read(text)


def memory_of(leader: int) -> int:
    """The resident memory, in bytes, of a process and all in its group; 0 where unknown."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            group = int((folder / "stat").read_text("utf-8").rpartition(")")[2].split()[2])
            if group == leader:
                pages = int((folder / "statm").read_text("utf-8").split()[1])
                total += pages * os.sysconf("SC_PAGE_SIZE")
        except (OSError, ValueError, IndexError):
            continue  # it has ended meanwhile
    return total


def _say_why(error: OSError) -> str:
    """Why a program cannot be started."""
    if error.errno == errno.ENOEXEC:
        return "the first line of a script must name what runs it, such as #!/usr/bin/env python3"
    return error.strerror or str(error)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process and its group."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
