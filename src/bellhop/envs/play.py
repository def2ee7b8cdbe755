"""One game in progress, as the environments of other libraries need it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bellhop.drawing.html import draw_html
from bellhop.drawing.text import text_drawing
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game, Position
from bellhop.engine.telling import SPECTATOR
from bellhop.envs.batch import Batch
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
        self._batch = Batch(self.game, 1, seats, options, reward=reward, auto_reset=False)
        self.seats = self._batch.rewards.shape[1]
        self.options = self.game.options_of(self._batch.position(0))
        self._moves: list[int] = []

    def deal(self, seed: int) -> None:
        """Begin anew."""
        self._batch.reset(seed)
        self._moves = []

    @property
    def turn(self) -> int:
        """The seat on turn, or -1 when the game is over."""
        return int(self._batch.turns[0])

    @property
    def position(self) -> Position:
        """A copy of the whole game: for tests and referees, never for players."""
        return self._batch.position(0)

    @contextmanager
    def edit(self) -> Iterator[Position]:
        """The whole game itself, to be changed by a referee or a test."""
        yield self._batch.game_at(0)
        self._batch.mark_legal()
        self._batch.observe()

    @property
    def mask(self) -> NDArray[np.int8]:
        """A copy of the mask of allowed moves."""
        mask: NDArray[np.int8] = self._batch.masks[0].copy()
        return mask

    def allows(self, action: int) -> bool:
        """Is an action allowed now?"""
        return bool(0 <= action < len(self.game.moves) and self._batch.masks[0, action])

    def move(self, action: int) -> None:
        """Make a move, or raise IllegalAction and change nothing."""
        self._batch.advance([action])
        self._moves.append(action)

    def observe(self, seat: int) -> NDArray[np.int8]:
        """What a seat knows, in an array of its own."""
        seen: NDArray[np.int8] = self._batch.observations[0].copy()
        if seat != self.turn:
            self._batch.observe(seen[np.newaxis], seat)
        return seen

    def rewards(self) -> list[float]:
        """What the last move brought every seat: nothing before the end."""
        return [float(reward) for reward in self._batch.rewards[0]]

    def view(self, seat: int) -> Position:
        """The view of a seat, for bots."""
        return self.game.view(self.position, seat)

    def log(self) -> Log:
        """The game so far."""
        seed = int(self._batch.seeds[0])
        return Log(self.game.name, self.seats, self.options, seed, tuple(self._moves))

    def replay(self, log: Log) -> None:
        """Play a logged game again, from its deal to its last move."""
        if (log.game, log.seats, dict(log.options)) != (self.game.name, self.seats, self.options):
            raise BellhopError(f"this is a log of another table: {log.game}, {log.seats} players")
        self.deal(log.seed)
        for move in log.moves:
            self.move(move)

    def copy(self) -> "Play":
        """Another game that goes on from here by itself."""
        other = object.__new__(Play)
        other.game, other.seats, other.options = self.game, self.seats, self.options
        other._batch, other._moves = self._batch.copy(), list(self._moves)
        return other

    def render(self, mode: str | None, seat: int = SPECTATOR) -> str | None:
        """A seat's view: printed for a human, as text, or as the drawing of the page."""
        if mode not in RENDER_MODES:
            raise BellhopError(f"render modes are {', '.join(RENDER_MODES)}, not {mode!r}")
        words, names = self.game.words("en"), [f"player {n}" for n in range(self.seats)]
        seen = self.view(seat)
        if mode == "html":
            return "\n".join(draw_html(self.game, words, seen, seat, names).values())
        text = text_drawing(self.game).draw_text(words, seen, seat, names)
        if mode == "ansi":
            return text
        print(text)
        return None

    def box(self) -> Any:
        """The space of observations."""
        low, high = self._batch.layout.bounds()
        return spaces.Box(low, high, dtype=np.int8)

    def named(self, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Observations by the name of their slices, without copying."""
        return self._batch.layout.named(observations)
