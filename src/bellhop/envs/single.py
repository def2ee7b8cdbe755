"""A single game in progress, for libraries that play move by move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine.dice import WORD_BITS, check_seed, set_dice, shake
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.parts import ALLOWED
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.engine.twin import Twin
from bellhop.envs import steps
from bellhop.envs.arrays import IDLE, ON_TURN
from bellhop.envs.batch import loops_of
from bellhop.envs.calls import NO_CELLS, NO_NUMBERS, calls_of
from bellhop.envs.errors import IllegalAction, check_seat, say_illegal
from bellhop.envs.loops import REFUSED, Operation
from bellhop.games import game_named

Int8s = NDArray[np.int8]
MAX_REPLIES = 256  # per call
UNSEEN = -9  # in place of a seat: nobody's observation is at hand
RENDER_MODES = ("human", "ansi", "html", "rgb_array")
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
        self._calls = calls_of(game, self._made)
        self._seed, self._moves, self._length = NO_SEED, NO_MOVES, 0
        self._hold(game.array(2, start))

    @classmethod
    def dealt(
        cls, game: str | Game, seats: int | None, options: Mapping[str, str] | None
    ) -> "Single":
        """A game with these seats, or the minimum number, dealt from seed 0."""
        chosen = game_named(game) if isinstance(game, str) else game
        undealt = chosen.undealt(chosen.players[0] if seats is None else seats, options)
        single = cls(chosen, undealt)
        single.deal(0)
        return single

    def _hold(self, games: Any) -> None:
        self._games, self._taken = games, self._made.take(games)
        self.position: Position = games[0]
        self._cells: Int8s | None = None
        self._forget()

    def _forget(self) -> None:
        """The position has changed: mask and observation have to be made again when needed."""
        self._mask: Int8s | None = None
        self._viewer = UNSEEN  # the seat whose observation is in `_cells`

    def copy(self) -> "Single":
        """An independent copy."""
        other = object.__new__(Single)
        other.game, other.layout, other._calls = self.game, self.layout, self._calls
        other._start, other._made = self._start, self._made
        other._seed, other._moves, other._length = self._seed, self._moves, self._length
        other._hold(type(self._games).from_buffer_copy(self._games))
        return other

    def __deepcopy__(self, _: object) -> "Single":
        return self.copy()

    def __getstate__(self) -> tuple[Any, ...]:
        """The state to pickle: no compiled code, and the moves in a row."""
        positions = (self._start.to_bytes(), self.position.to_bytes())
        return self.game, positions, self._seed, self._listed()

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Restore the pickled state."""
        game, positions, seed, moves = state
        start, position = map(game.position.from_bytes, positions)
        Single.__init__(self, game, start)
        self._games[0] = position
        self._forget()
        self._seed = seed
        self._note(moves)

    def deal(self, seed: int) -> None:
        """Deal a new game from a seed, with the same seats; `position` becomes a new object."""
        check_seed(seed)
        self._seed, self._moves, self._length = seed, NO_MOVES, 0
        self._hold(self.game.array(2, self._start))
        shake(self.position, seed)
        self._do(Operation.DEAL)

    def deal_with(self, word: int) -> None:
        """Deal the game with a given dice word."""
        set_dice(self.position, word)
        self._do(Operation.DEAL)
        self._forget()

    def deal_as(self, log: Log) -> None:
        """Deal as at the start of a logged game, which must have the same seats and options."""
        own = self.log()
        if (log.game, log.seats, dict(log.options)) != (own.game, own.seats, own.options):
            raise PlainError(f"this log is of a different table: {log.game}, {log.seats} players")
        self.deal(log.seed)

    def log(self) -> Log:
        """The game so far."""
        options = self.game.options_of(self.position)
        moves = tuple(self._listed())
        return Log(self.game.name, self.position.seats, options, self._seed, moves)

    def _listed(self) -> list[int]:
        """The moves so far, in order."""
        moves, before = list[int](), self._moves
        while before:
            before, move = before
            moves.append(move)
        return moves[::-1]

    def _note(self, moves: Sequence[int]) -> None:
        """Add moves to the log."""
        for move in moves:
            self._moves = (self._moves, move)
        self._length += len(moves)

    def legal_moves(self) -> list[int]:
        """The numbers of all legal moves."""
        allowed: list[int] = self._marked().nonzero()[0].tolist()
        return allowed

    def mask(self) -> Int8s:
        """The mask of legal moves, computed once per position."""
        return self._marked().copy()

    def _marked(self) -> Int8s:
        if self._mask is None:
            self._mask = self._written(Operation.MARK, 0, len(self.game.moves))
        return self._mask

    def play(self, move: int) -> None:
        """Make a move, or raise IllegalAction and change nothing."""
        is_move = 0 <= move < len(self.game.moves) and not is_over(self.position)
        if not is_move or self._do(Operation.PLAY, move) != ALLOWED:
            raise IllegalAction(say_illegal(self.game, self.position, move))
        self._forget()
        self._note((move,))

    def advance(
        self, move: int, learner: int = ON_TURN, rivals: NDArray[np.int64] = NO_NUMBERS
    ) -> None:
        """`play`, the replies of rivals who choose in compiled code, `mask` and `observe`.

        The observation is that of the learner, or of the seat whose turn it is.
        """
        if move == IDLE:
            raise IllegalAction(say_illegal(self.game, self.position, move))
        while self._go_on(move, learner, rivals) == MAX_REPLIES:
            move = IDLE

    def answer(self, learner: int, rivals: NDArray[np.int64]) -> None:
        """Let rivals play until it is the learner's turn, or a rival's who chooses elsewhere."""
        while self._go_on(IDLE, learner, rivals) == MAX_REPLIES:
            pass

    def _go_on(self, move: int, learner: int, rivals: NDArray[np.int64]) -> int:
        mask, cells, rows = self._marked(), self._cells, self._made.rows
        if cells is None:
            cells = self._cells = np.zeros(self.layout.size, np.int8)
            self._replies = np.zeros(MAX_REPLIES, np.int64)
        replies: int = self._calls.advance(
            self._taken, move, learner, rows(rivals), self._seed, self._length,
            rows(self._replies), rows(mask), rows(cells),
        )  # fmt: skip
        if replies == REFUSED:
            raise IllegalAction(say_illegal(self.game, self.position, move))
        if move != IDLE:
            self._moves = (self._moves, move)
            self._length += 1
        if replies:
            self._note(self._replies[:replies].tolist())
        self._viewer = self.position.turn if learner == ON_TURN else learner
        return replies

    def view(self, seat: int) -> Position:
        """What a seat, or SPECTATOR, knows."""
        check_seat(self.position.seats, seat)
        self._do(Operation.SEE, seat)
        seen: Position = self._games[1].copy()
        return seen

    def observe(self, seat: int) -> Int8s:
        """A seat's observation."""
        if seat == self._viewer and self._cells is not None:
            return self._cells.copy()
        check_seat(self.position.seats, seat)
        return self._written(Operation.LOOK, seat, self.layout.size)

    def imagine(self, seat: int, word: int) -> "Single":
        """A random game that is consistent with what a seat knows; `word` is the dice word."""
        other = self.copy()
        other._seed = NO_SEED
        other._games[0] = other.view(seat)
        other._do(Operation.IMAGINE, word)
        other._forget()
        return other

    def rewards(self, kind: int) -> list[float]:
        """Every seat's reward; 0 before the end."""
        seats = self.position.seats
        if not is_over(self.position):
            return [0.0] * seats
        points, shares = np.zeros(seats), np.zeros(seats)
        self._calls.settle(self._taken, self._made.rows(points), self._made.rows(shares))
        own: list[float] = (shares if kind == steps.WIN else points).tolist()
        if kind != steps.MARGIN:
            return own
        return [own[seat] - max(own[:seat] + own[seat + 1 :]) for seat in range(seats)]

    def render(self, mode: str | None, seat: int) -> str | NDArray[np.uint8] | None:
        """A seat's view: printed for humans, or returned as text, HTML or a picture of the text."""
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
        if mode == "rgb_array":
            from bellhop.envs import picture

            return picture.draw(text)
        print(text)
        return None

    def _written(self, operation: Operation, number: int, cells: int) -> Int8s:
        """The array of cells that an operation writes."""
        out: Int8s = np.zeros(cells, np.int8)
        self._do(operation, number, self._made.rows(out))
        return out

    def _do(self, operation: int, number: int = 0, out: Any = NO_CELLS) -> int:
        done: int = self._calls.do(self._taken, operation, number, out)
        return done
