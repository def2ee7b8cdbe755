"""A single game, for libraries that go move by move."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine import twin
from bellhop.engine.dice import set_dice, shake
from bellhop.engine.game import Game
from bellhop.engine.parts import ALLOWED
from bellhop.engine.records import Position
from bellhop.engine.twin import Twin
from bellhop.envs import steps
from bellhop.envs.desk import DEAL, IMAGINE, LOOK, MARK, PLAY, SEE
from bellhop.envs.errors import IllegalAction, check_seat, say_illegal

Int8s = NDArray[np.int8]
NO_CELLS: Int8s = np.zeros(0, np.int8)


class Single:
    """One game and the rules at work on it, compiled where they can be.

    Compiled code is handed an array of games ten times as quickly as a record; hence an array, of
    the game and of room for a view.
    """

    def __init__(self, game: Game, position: Position, made: Twin) -> None:
        self.game, self._made = game, made
        self._hold((game.position * 2)(position))

    def _hold(self, games: Any) -> None:
        self._games, self._taken = games, self._made.take(games)
        self.position: Position = games[0]

    def copy(self) -> "Single":
        """Another one that goes on by itself."""
        other = object.__new__(Single)
        other.game, other._made = self.game, self._made
        other._hold(type(self._games).from_buffer_copy(self._games))
        return other

    def deal(self, seed: int) -> None:
        """Begin a game from a seed."""
        shake(self.position, seed)
        self._do(DEAL)

    def deal_with(self, word: int) -> None:
        """Begin a game with given dice."""
        set_dice(self.position, word)
        self._do(DEAL)

    def legal_moves(self) -> list[int]:
        """The numbers of all moves allowed now."""
        allowed: list[int] = np.flatnonzero(self.mask()).tolist()
        return allowed

    def mask(self) -> Int8s:
        """The allowed moves, 1 or 0."""
        return self._written(MARK, 0, len(self.game.moves))

    def play(self, move: int) -> None:
        """Make a move, or raise IllegalAction and change nothing."""
        is_move = 0 <= move < len(self.game.moves) and self.position.turn >= 0
        if not is_move or self._do(PLAY, move) != ALLOWED:
            raise IllegalAction(say_illegal(self.game, self.position, move))

    def view(self, seat: int) -> Position:
        """What a seat, or SPECTATOR, knows."""
        check_seat(self.position.seats, seat)
        self._do(SEE, seat)
        seen: Position = self._games[1].copy()
        return seen

    def observe(self, seat: int) -> Int8s:
        """A seat's observation."""
        check_seat(self.position.seats, seat)
        return self._written(LOOK, seat, self.game.observation.LAYOUT.size)

    def imagine(self, seat: int, word: int) -> "Single":
        """One game that may be the true one as far as a seat knows, drawn with these dice."""
        other = Single(self.game, self.view(seat), self._made)
        other._do(IMAGINE, word)
        return other

    def rewards(self, kind: int) -> list[float]:
        """What the end is worth to every seat; nothing before."""
        rewards = [0.0] * self.position.seats
        _steps(self.game).pay_out(self.position, rewards, kind)
        return rewards

    def _written(self, todo: int, number: int, cells: int) -> Int8s:
        """What is written into an array of so many cells."""
        out: Int8s = np.zeros(cells, np.int8)
        self._do(todo, number, self._made.rows(out))
        return out

    def _do(self, todo: int, number: int = 0, out: Any = NO_CELLS) -> int:
        # A number of another type would be compiled for first.
        return int(self._made.loops.do(self._taken, todo, int(number), out))


@cache
def _steps(game: Game) -> Any:
    """What is needed once a game, not worth compiling."""
    return twin.interpreted(steps, game.rules).loops
