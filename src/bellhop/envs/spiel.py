"""OpenSpiel: every game as a Python game of its own, registered when this module is imported.

    import pyspiel
    from bellhop.envs import spiel
    game = pyspiel.load_game("bellhop_overbooking(players=2,reward=margin)")

Chance has a node of its own wherever the rules shuffle or roll: the deal, and every move that
needs dice.  Its outcomes are a sample, `samples` of them, equally likely.  With `deals`, the deal
is one of the seeds named there and settles all that follows, for tiny variants to be solved.
"""

import hashlib
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from bellhop.engine import twin
from bellhop.engine.dice import set_dice, shake
from bellhop.engine.errors import BellhopError
from bellhop.engine.features import observation_of
from bellhop.engine.game import Game, Option, Position
from bellhop.engine.telling import SPECTATOR
from bellhop.envs import steps
from bellhop.envs.batch import reward_kind
from bellhop.envs.errors import IllegalAction, say_illegal
from bellhop.games import GAMES

SAMPLES = 256  # outcomes of a chance node
MOST_MOVES = 4_000  # in one game; random play never came near it
MOST_POINTS = 1_000.0
DEFAULT_REWARD = "margin"
NOTHING = -1  # no move waits for chance
THE_DEAL = -2
DICE_BITS = 62


class Progress:
    """A game under way, and what every seat remembers of it."""

    def __init__(self, game: Game, table: Position) -> None:
        self.game, self.position = game, table
        self.waiting = THE_DEAL  # the move, or the deal, that chance must settle first
        self.memories = [b""] * table.seats
        self._unseen: list[Position] = []  # since the memories were brought up to date

    def __deepcopy__(self, _: object) -> "Progress":
        other = object.__new__(Progress)
        other.game, other.waiting = self.game, self.waiting
        other.position = self.position.copy()
        other.memories, other._unseen = list(self.memories), list(self._unseen)
        return other

    def __getstate__(self) -> tuple[Any, ...]:
        """What is kept of it, the game by its package."""
        unseen = [position.to_bytes() for position in self._unseen]
        position = self.position.to_bytes()
        return self.game.package, position, self.waiting, self.memories, unseen

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        """Go on from what was kept."""
        package, position, self.waiting, self.memories, unseen = kept
        self.game = import_module(package).GAME
        self.position = self.game.position.from_bytes(position)
        self._unseen = [self.game.position.from_bytes(data) for data in unseen]

    def settle(self, word: int) -> None:
        """Let chance decide what waits for it."""
        move, self.waiting = self.waiting, NOTHING
        if move == THE_DEAL:
            self.game.deal(self.position, word)
        else:
            set_dice(self.position, word)
            self.game.rules.play(self.position, move)
        self._unseen.append(self.position.copy())

    def deal(self, seed: int) -> None:
        """Deal from a seed, which settles all that comes after."""
        shake(self.position, seed)
        self.game.rules.setup(self.position)
        self.waiting = NOTHING
        self._unseen.append(self.position.copy())

    def play(self, move: int, *, is_settled: bool) -> None:
        """Make a move; where it needs dice it waits for them, unless the deal settled all."""
        after = self.position.copy()
        try:
            self.game.play(after, move)
        except BellhopError:
            raise IllegalAction(say_illegal(self.game, self.position, move)) from None
        if after.dice != self.position.dice and not is_settled:
            self.waiting = move
            return
        self.position = after
        self._unseen.append(after.copy())

    def imagine(self, seat: int, word: int) -> None:
        """Deal anew all that a seat cannot know; what it remembers stays."""
        self.remember(seat)
        seen = self.game.view(self.position, seat)
        self.position = self.game.imagine(seen, word)

    def remember(self, seat: int) -> bytes:
        """A digest of all that a seat has seen, one view after the other."""
        for position in self._unseen:
            for other in range(position.seats):
                seen = self.game.view(position, other).to_bytes()
                self.memories[other] = hashlib.sha256(self.memories[other] + seen).digest()
        self._unseen.clear()
        return self.memories[seat]


class SpielState(pyspiel.State):  # type: ignore[misc]  # it comes without types
    """A position as OpenSpiel sees it."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.progress = Progress(game.rules, game.new_table())

    def current_player(self) -> int:
        """The seat on turn, chance, or the end."""
        if self.progress.waiting != NOTHING:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.progress.position.turn
        return turn if turn >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert player == self.current_player()
        return self.progress.game.legal_moves(self.progress.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A sample of equally likely outcomes."""
        outcomes = self.get_game().max_chance_outcomes()
        return [(number, 1.0 / outcomes) for number in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        """A move, or an outcome of chance."""
        deals, progress = self.get_game().deals, self.progress
        if progress.waiting == NOTHING:
            progress.play(action, is_settled=bool(deals))
        elif deals:
            progress.deal(deals[action])
        else:
            progress.settle(dice_word(len(self.full_history()), action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.progress.game.moves[action]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.progress.waiting == NOTHING and self.progress.position.turn < 0

    def returns(self) -> list[float]:
        """What the end is worth to every seat; nothing before."""
        position = self.progress.position
        if not self.is_terminal():
            return [0.0] * position.seats
        game = self.get_game()
        return [game.reward_of(position, seat, game.reward) for seat in range(position.seats)]

    def resample_from_infostate(self, player: int, draw: Any) -> "SpielState":
        """A state that may be the true one as far as a seat knows; it cannot see more than it."""
        other: SpielState = self.clone()
        other.progress.imagine(player, max(1, int(draw() * 2**53)))
        return other

    def __str__(self) -> str:
        """The whole position, and what waits for chance."""
        waiting = f" waiting {self.progress.waiting}" if self.progress.waiting != NOTHING else ""
        return self.progress.game.write(self.progress.position) + waiting


class Observer:
    """What OpenSpiel asks of a seat's knowledge: the observation's slices, and texts."""

    def __init__(self, game: "SpielGame", iig_obs_type: Any) -> None:
        self._rules, self._kind = game.rules, iig_obs_type
        self._layout = observation_of(game.rules).LAYOUT
        self.tensor: NDArray[np.float32] = np.zeros(self._layout.size, np.float32)
        self.dict = self._layout.named(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a seat."""
        self.tensor.fill(0)
        if state.progress.waiting != THE_DEAL:
            cells = bytearray(self._layout.size)
            out = memoryview(cells).cast("b")
            seen = self._rules.view(state.progress.position, self._eyes(player))
            observation_of(self._rules).observe(seen, self._eyes(player), out)
            self.tensor[:] = np.frombuffer(cells, np.int8)

    def string_from(self, state: SpielState, player: int) -> str:
        """A seat's view as text; with perfect recall, preceded by a digest of all before it."""
        eyes = self._eyes(player)
        if state.progress.waiting == THE_DEAL:
            return "before the deal"
        text = self._rules.write(self._rules.view(state.progress.position, eyes))
        if not self._kind.perfect_recall or eyes == SPECTATOR:
            return text
        return f"{state.progress.remember(player).hex()[:32]} {player} {text}"

    def _eyes(self, player: int) -> int:
        """Whose view is meant: without private information, a spectator's."""
        is_public = self._kind.private_info == pyspiel.PrivateInfoType.NONE
        return SPECTATOR if is_public else player


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it comes without types
    """One of our games, for so many players, with its options."""

    rules: Game  # set by the class of each game
    kind: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.options = {option.name: str(given[key]) for option, key in option_keys(self.rules)
                        if key in given}  # fmt: skip
        self.seats = int(given.get("players", self.rules.players[0]))
        self.reward = reward_kind(str(given.get("reward", DEFAULT_REWARD)))
        self.reward_of = twin.interpreted(steps, self.rules.module).loops.reward
        self.deals = read_deals(str(given.get("deals", "")))
        self.new_table()  # refuses what cannot be played
        samples = int(given.get("samples", SAMPLES))
        super().__init__(self.kind, describe(self, samples), given)

    def new_table(self) -> Position:
        """A table with its seats and options, before the deal."""
        return self.rules.table(self.seats, self.options)

    def new_initial_state(self) -> SpielState:
        """A game before its deal."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """What a seat knows, in the shape asked for."""
        if params:
            raise BellhopError(f"observations take no parameters, not {sorted(params)}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def dice_word(row: int, outcome: int) -> int:
    """The dice of an outcome of chance, another one at every place of the history."""
    digest = hashlib.sha256(f"{row} {outcome}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> (64 - DICE_BITS) or 1


def read_deals(text: str) -> Sequence[int]:
    """Seeds between spaces."""
    if not all(word.isdecimal() for word in text.split()):
        raise BellhopError(f"deals are seeds, such as '3 17 40', not {text!r}")
    return [int(word) for word in text.split()]


def option_keys(game: Game) -> list[tuple[Option, str]]:
    """The options of a game, with their names as parameters."""
    return [(option, option.name.replace("-", "_")) for option in game.options]


def default_of(option: Option) -> int | str:
    """What an option is unless it is given; OpenSpiel takes what looks like a number for one."""
    choice = option.choices[option.default]
    return int(choice) if choice.isdecimal() else choice


def describe(game: SpielGame, samples: int) -> Any:
    """The numbers that OpenSpiel wants to know beforehand."""
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.rules.moves),
        max_chance_outcomes=len(game.deals) or samples,
        num_players=game.seats,
        min_utility=0.0 if game.reward == steps.WIN else -MOST_POINTS,
        max_utility=1.0 if game.reward == steps.WIN else MOST_POINTS,
        utility_sum=None,
        max_game_length=MOST_MOVES,
    )


def register(game: Game, name: str) -> type[SpielGame]:
    """Make a game known to OpenSpiel."""
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"Bellhop {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": game.players[0],
            "reward": DEFAULT_REWARD,
            "samples": SAMPLES,
            "deals": "",
            **{key: default_of(option) for option, key in option_keys(game)},
        },
    )
    made = type(f"Spiel{game.title.replace(' ', '')}", (SpielGame,), {"rules": game, "kind": kind})
    pyspiel.register_game(kind, made)
    return made


def name_of(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"bellhop_{game.name.replace('-', '_')}"


REGISTERED = {game.name: register(game, name_of(game)) for game in GAMES}
