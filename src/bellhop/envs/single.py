"""A single game in progress, for libraries that play move by move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine import twin
from bellhop.engine.dice import WORD_BITS, check_seed, set_dice, shake
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.parts import ALLOWED
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.engine.twin import Twin
from bellhop.envs import steps
from bellhop.envs.batch import loops_of
from bellhop.envs.errors import IllegalAction, check_seat, say_illegal
from bellhop.envs.loops import Operation
from bellhop.games import game_named

Int8s = NDArray[np.int8]
NO_CELLS: Int8s = np.zeros(0, np.int8)
RENDER_MODES = ("human", "ansi", "html")
SEEDS = 1 << WORD_BITS
NO_SEED = -1  # of a game not dealt from a seed: its log cannot be replayed

Moves = tuple["Moves", int] | tuple[()]  # the earlier moves, shared by copies, and the last one
NO_MOVES: Moves = ()


@dataclass(frozen=True)
class Log:
    """Everything needed to replay a game."""

    game: str
    seats: int
    options: Mapping[str, str]
    seed: int
    moves: Sequence[int]


class Single:
    """One game, starting from any position, dealt or not; the rules are compiled if possible.

    The game is kept in an array, together with scratch space for a view, because passing an array
    to compiled code is ten times faster than passing a record.
    """

    def __init__(self, game: Game, start: Position, made: Twin | None = None) -> None:
        self.game, self.layout = game, game.observation.LAYOUT
        self._start, self._made = start, made or loops_of(game)
        self._seed, self._moves = NO_SEED, NO_MOVES
        self._hold((game.position * 2)(start))

    @classmethod
    def dealt(
        cls, game: str | Game, seats: int | None, options: Mapping[str, str] | None
    ) -> "Single":
        """A game with these seats, or the minimum number, dealt from seed 0."""
        chosen = game_named(game) if isinstance(game, str) else game
        undealt = chosen.table(chosen.players[0] if seats is None else seats, options)
        single = cls(chosen, undealt)
        single.deal(0)
        return single

    def _hold(self, games: Any) -> None:
        self._games, self._taken = games, self._made.take(games)
        self._mask: Int8s | None = None  # of the current position, once it has been needed
        self.position: Position = games[0]

    def copy(self) -> "Single":
        """An independent copy."""
        other = object.__new__(Single)
        other.game, other.layout = self.game, self.layout
        other._start, other._made = self._start, self._made
        other._seed, other._moves = self._seed, self._moves
        other._hold(type(self._games).from_buffer_copy(self._games))
        return other

    def deal(self, seed: int) -> None:
        """Deal a new game from a seed, with the same seats; `position` becomes a new object."""
        check_seed(seed)
        self._seed, self._moves = seed, NO_MOVES
        self._hold((self.game.position * 2)(self._start))
        shake(self.position, seed)
        self._do(Operation.DEAL)

    def deal_with(self, word: int) -> None:
        """Deal the game with a given dice word."""
        set_dice(self.position, word)
        self._do(Operation.DEAL)
        self._mask = None

    def deal_as(self, log: Log) -> None:
        """Deal as at the start of a logged game, which must have the same seats and options."""
        own = self.log()
        if (log.game, log.seats, dict(log.options)) != (own.game, own.seats, own.options):
            raise PlainError(f"this log is of a different table: {log.game}, {log.seats} players")
        self.deal(log.seed)

    def log(self) -> Log:
        """The game so far."""
        moves, before = list[int](), self._moves
        while before:
            before, move = before
            moves.insert(0, move)
        options = self.game.options_of(self.position)
        return Log(self.game.name, self.position.seats, options, self._seed, tuple(moves))

    def legal_moves(self) -> list[int]:
        """The numbers of all legal moves."""
        allowed: list[int] = np.flatnonzero(self.mask()).tolist()
        return allowed

    def mask(self) -> Int8s:
        """The mask of legal moves, computed once per position."""
        if self._mask is None:
            self._mask = self._written(Operation.MARK, 0, len(self.game.moves))
        return self._mask.copy()

    def play(self, move: int) -> None:
        """Make a move, or raise IllegalAction and change nothing."""
        is_move = 0 <= move < len(self.game.moves) and not is_over(self.position)
        if not is_move or self._do(Operation.PLAY, move) != ALLOWED:
            raise IllegalAction(say_illegal(self.game, self.position, move))
        self._mask = None
        self._moves = (self._moves, move)

    def view(self, seat: int) -> Position:
        """What a seat, or SPECTATOR, knows."""
        check_seat(self.position.seats, seat)
        self._do(Operation.SEE, seat)
        seen: Position = self._games[1].copy()
        return seen

    def observe(self, seat: int) -> Int8s:
        """A seat's observation."""
        check_seat(self.position.seats, seat)
        return self._written(Operation.LOOK, seat, self.layout.size)

    def imagine(self, seat: int, word: int) -> "Single":
        """A random game that is consistent with what a seat knows; `word` is the dice word."""
        other = self.copy()
        other._seed = NO_SEED
        other._games[0] = other.view(seat)
        other._do(Operation.IMAGINE, word)
        other._mask = None
        return other

    def rewards(self, kind: int) -> list[float]:
        """Every seat's reward; 0 before the end."""
        seats = range(self.position.seats)
        if not is_over(self.position):
            return [0.0 for _ in seats]
        return [_steps(self.game).reward(self.position, seat, kind) for seat in seats]

    def render(self, mode: str | None, seat: int) -> str | None:
        """A seat's view: printed for humans, or returned as text or HTML."""
        if mode not in RENDER_MODES:
            raise PlainError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
        words, seen = self.game.words("en"), self.view(seat)
        names = [f"player {number}" for number in range(seen.seats)]
        if mode == "html":
            from bellhop.drawing.pages import draw_html  # batches do not need its packages

            return "\n".join(draw_html(self.game, words, seen, seat, names).values())
        text = self.game.terminal.draw_text(words, seen, seat, names)
        if mode == "ansi":
            return text
        print(text)
        return None

    def _written(self, operation: Operation, number: int, cells: int) -> Int8s:
        """The array of cells that an operation writes."""
        out: Int8s = np.zeros(cells, np.int8)
        self._do(operation, number, self._made.rows(out))
        return out

    def _do(self, operation: Operation, number: int = 0, out: Any = NO_CELLS) -> int:
        # Any other type of number would trigger another compilation.
        return int(self._made.loops.do(self._taken, int(operation), int(number), out))


@cache
def _steps(game: Game) -> Any:
    """The steps that are needed only once per game, and so not worth compiling."""
    return twin.interpreted(steps, game.rules).loops
