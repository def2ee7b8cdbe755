"""What batches on a CPU and on a GPU have in common; `xp` is NumPy or CuPy."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.envs import steps

REWARDS = {"win": steps.WIN, "margin": steps.MARGIN, "score": steps.SCORE}
NO_OPTIONS: Mapping[str, str] = {}


class Setup(NamedTuple):
    """The number of players and the options of a game."""

    seats: int
    options: Mapping[str, str] = NO_OPTIONS


def reward_kind(name: str) -> int:
    """The number of a kind of reward."""
    if name not in REWARDS:
        raise PlainError(f"reward must be one of {', '.join(REWARDS)}, not {name!r}")
    return REWARDS[name]


def undealt_positions(
    game: Game, seats: int | None, options: Mapping[str, str] | None, setups: Sequence[Setup]
) -> list[Position]:
    """One undealt position per setup; without setups, one with these seats and options."""
    if not setups:
        setups = [Setup(game.players[0] if seats is None else seats, options or NO_OPTIONS)]
    elif seats is not None or options is not None:
        raise PlainError("give either seats and options, or setups")
    return [game.undealt(setup.seats, setup.options) for setup in setups]


class ManyGames(ABC):
    """Many instances of one game, played in parallel, with all their data in arrays.

    The games take turns in the list of setups: with two setups, every other game has the second.
    `points` and `shares` have one column per seat: the points, and the share of the victory, that
    a game which has just ended brought each seat; they are 0 before the end and for empty seats.
    `rewards` is one of them, or the margins.
    """

    game: Game
    games: int
    states: Any
    masks: Any
    turns: Any
    done: Any

    def _make_results(self, xp: Any, seats: int, reward: str) -> None:
        self._xp, self._kind = xp, reward_kind(reward)
        self.points = xp.zeros((self.games, seats), xp.float32)
        self.shares = xp.zeros((self.games, seats), xp.float32)
        if self._kind == steps.MARGIN:
            self.rewards = xp.zeros((self.games, seats), xp.float32)
        else:
            self.rewards = self.shares if self._kind == steps.WIN else self.points

    @property
    @abstractmethod
    def players(self) -> Any:
        """The number of players of each game."""

    @abstractmethod
    def reset(self, seed: int = 0) -> None:
        """Deal all games again, game i from `seed` + i."""

    @abstractmethod
    def step(self, actions: Any) -> None:
        """Play one move in every game; if any is illegal, play none."""

    @abstractmethod
    def draw(self) -> Any:
        """A random legal move for every game."""

    @abstractmethod
    def observe(self) -> Any:
        """Write the observations of the seats whose turn it is."""

    @abstractmethod
    def _put(self, rows: slice, states: Any, masks: Any) -> None:
        """Replace the positions and masks of some games."""

    def stagger(self, moves: int) -> None:
        """Bring the games to different stages, by random moves.

        All start together, but on the way each is dealt again once, one after the other, so that
        they do not all end at the same time.
        """
        states, masks = self.states.copy(), self.masks.copy()
        for move in range(moves):
            self.step(self.draw())
            rows = slice(self.games * move // moves, self.games * (move + 1) // moves)
            self._put(rows, states[rows], masks[rows])
        self.observe()

    def _write_margins(self) -> None:
        """Rewards by margin: each seat's lead over its best opponent."""
        if self._kind != steps.MARGIN:
            return
        xp, seats = self._xp, self.points.shape[1]
        is_there = xp.arange(seats) < self.players[:, None]
        points = xp.where(is_there, self.points, -xp.inf)
        for seat in range(seats):
            others = xp.concatenate([points[:, :seat], points[:, seat + 1 :]], 1).max(1)
            lead = self.points[:, seat] - others
            self.rewards[:, seat] = xp.where(is_there[:, seat] & (self.done > 0), lead, 0)


def check_positions(batch: ManyGames, positions: Sequence[Position], first: int) -> None:
    """Refuse positions that are not of this game, or more than there is room for."""
    seats = batch.points.shape[1]
    if not 0 <= first <= batch.games - len(positions):
        wanted = f"games {first} to {first + len(positions) - 1}"
        raise PlainError(f"the batch has games 0 to {batch.games - 1}, not {wanted}")
    for position in positions:
        if not isinstance(position, batch.game.position):
            raise PlainError(f"a position of {batch.game.title} is needed, not {type(position)}")
        if not batch.game.players[0] <= position.seats <= seats:
            raise PlainError(f"the batch has {seats} seats at most, not {position.seats}")
