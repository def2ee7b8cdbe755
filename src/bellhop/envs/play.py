"""One game in progress, as the environments of other libraries need it."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bellhop.drawing.pages import draw_html
from bellhop.engine.dice import check_seed
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.telling import SPECTATOR
from bellhop.envs.batch import loops_of, reward_kind
from bellhop.envs.single import Single
from bellhop.games import game_named

RENDER_MODES = ("human", "ansi", "html")
SEEDS = 2**62

Observation = dict[str, NDArray[np.int8]]


@dataclass(frozen=True)
class Log:
    """All it takes to play a game again."""

    game: str
    seats: int
    options: Mapping[str, str]
    seed: int
    moves: Sequence[int]


class Play:
    """One game: dealt from a seed, moved on by actions, observed by seats."""

    def __init__(
        self, game: str | Game, seats: int | None, options: Mapping[str, str] | None, reward: str
    ) -> None:
        self.game = game_named(game) if isinstance(game, str) else game
        self.layout = self.game.observation.LAYOUT
        self._kind = reward_kind(reward)
        table = self.game.table(self.game.players[0] if seats is None else seats, options)
        self.seats, self.options = table.seats, self.game.options_of(table)
        self._table = Single(self.game, table, loops_of(self.game))
        self.deal(0)

    def deal(self, seed: int) -> None:
        """Begin anew."""
        check_seed(seed)
        self._seed, self._moves = seed, list[int]()
        self._single = self._table.copy()
        self._single.deal(seed)

    @property
    def turn(self) -> int:
        """The seat on turn, or -1 when the game is over."""
        turn: int = self._single.position.turn
        return turn

    @property
    def position(self) -> Position:
        """The whole game itself until the next deal: for referees and tests, never for players."""
        return self._single.position

    @property
    def mask(self) -> NDArray[np.int8]:
        """The mask of allowed moves, in an array of its own."""
        return self._single.mask()

    def allows(self, action: int) -> bool:
        """Is an action allowed now?"""
        return bool(0 <= action < len(self.game.moves) and self.mask[action])

    def move(self, action: int) -> None:
        """Make a move, or raise IllegalAction and change nothing."""
        self._single.play(action)
        self._moves.append(action)

    def observe(self, seat: int) -> NDArray[np.int8]:
        """What a seat knows, in an array of its own."""
        return self._single.observe(seat)

    def rewards(self) -> list[float]:
        """What the last move brought every seat: nothing before the end."""
        return self._single.rewards(self._kind)

    def view(self, seat: int) -> Position:
        """The view of a seat, for bots."""
        return self._single.view(seat)

    def log(self) -> Log:
        """The game so far."""
        return Log(self.game.name, self.seats, self.options, self._seed, tuple(self._moves))

    def replay(self, log: Log) -> None:
        """Play a logged game again, from its deal to its last move."""
        if (log.game, log.seats, dict(log.options)) != (self.game.name, self.seats, self.options):
            raise PlainError(f"this is a log of another table: {log.game}, {log.seats} players")
        self.deal(log.seed)
        for move in log.moves:
            self.move(move)

    def copy(self) -> "Play":
        """Another game that goes on from here by itself."""
        other = copy(self)
        other._single, other._moves = self._single.copy(), list(self._moves)
        return other

    def render(self, mode: str | None, seat: int = SPECTATOR) -> str | None:
        """A seat's view: printed for a human, as text, or as the drawing of the page."""
        if mode not in RENDER_MODES:
            raise PlainError(f"render modes are {', '.join(RENDER_MODES)}, not {mode!r}")
        words, names = self.game.words("en"), [f"player {n}" for n in range(self.seats)]
        seen = self.view(seat)
        if mode == "html":
            return "\n".join(draw_html(self.game, words, seen, seat, names).values())
        text = self.game.terminal.draw_text(words, seen, seat, names)
        if mode == "ansi":
            return text
        print(text)
        return None

    def box(self) -> Any:
        """The space of observations."""
        low, high = self.layout.bounds()
        return spaces.Box(low, high, dtype=np.int8)

    def named(self, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Observations by the name of their slices, without copying."""
        return self.layout.named(observations)
