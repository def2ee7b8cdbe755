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
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from bellhop.engine.dice import WORD_BITS, set_dice
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.options import Option
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.envs import steps
from bellhop.envs.batch import reward_kind
from bellhop.envs.single import Single
from bellhop.games import GAMES

SAMPLES = 256  # outcomes of a chance node
# OpenSpiel asks beforehand how long a game may last and how far apart results may lie.  The rules
# bound neither.  Of 120,000 random games the longest had 384 moves, and the best score was 113.
LENGTH_BOUND = 4_000
UTILITY_BOUND = 1_000.0
DEFAULT_REWARD = "margin"
NOTHING = -1  # no move waits for chance
THE_DEAL = -2


class Progress:
    """A game under way, and what every seat remembers of it."""

    def __init__(self, table: Single) -> None:
        self.now = table
        self.waiting = THE_DEAL  # the move, or the deal, that chance must settle first
        self.steps = 0  # moves and outcomes of chance
        self.memories = [b""] * table.position.seats
        self._unseen: list[Single] = []  # since the memories were brought up to date

    def __deepcopy__(self, _: object) -> "Progress":
        other = object.__new__(Progress)
        other.waiting, other.steps = self.waiting, self.steps
        other.now = self.now.copy()
        other.memories, other._unseen = list(self.memories), list(self._unseen)
        return other

    def __getstate__(self) -> tuple[Any, ...]:
        """What is kept of it."""
        unseen = [single.position.to_bytes() for single in self._unseen]
        return (
            self.now.game,
            self.now.position.to_bytes(),
            self.waiting,
            self.steps,
            self.memories,
            unseen,
        )

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        """Go on from what was kept."""
        game, position, self.waiting, self.steps, self.memories, unseen = kept
        self.now, *self._unseen = (
            Single(game, game.position.from_bytes(data)) for data in (position, *unseen)
        )

    def settle(self, word: int) -> None:
        """Let chance decide what waits for it."""
        after = self.now.copy()
        if self.waiting == THE_DEAL:
            after.deal_with(word)
        else:
            set_dice(after.position, word)
            after.play(self.waiting)
        self._go_on(after)

    def deal(self, seed: int) -> None:
        """Deal from a seed, which settles all that comes after."""
        after = self.now.copy()
        after.deal(seed)
        self._go_on(after)

    def play(self, move: int, *, is_settled: bool) -> None:
        """Make a move; where it needs dice it waits for them, unless the deal settled all."""
        after = self.now.copy()
        after.play(move)
        if after.position.dice == self.now.position.dice or is_settled:
            self._go_on(after)
        else:
            self.waiting, self.steps = move, self.steps + 1

    def _go_on(self, after: Single) -> None:
        self.now, self.waiting, self.steps = after, NOTHING, self.steps + 1
        self._unseen.append(after)

    def imagine(self, seat: int, word: int) -> None:
        """Deal anew all that a seat cannot know; what it remembers stays.

        A move that waits for chance was allowed, so it must be so in what is imagined.
        """
        self.remember(seat)
        imagined = self.now.imagine(seat, word)
        while self.waiting >= 0 and not imagined.mask()[self.waiting]:
            word += 1
            imagined = self.now.imagine(seat, word)
        self.now = imagined

    def remember(self, seat: int) -> bytes:
        """A digest of all that a seat has seen, one view after the other."""
        for shared in self._unseen:
            single = shared.copy()  # views are written into it, and clones may do so at once
            for other in range(single.position.seats):
                seen = single.view(other).to_bytes()
                self.memories[other] = hashlib.sha256(self.memories[other] + seen).digest()
        self._unseen.clear()
        return self.memories[seat]


class SpielState(pyspiel.State):  # type: ignore[misc]  # it comes without types
    """A position as OpenSpiel sees it."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.progress = Progress(Single(game.rules, game.new_table()))

    def current_player(self) -> int:
        """The seat on turn, chance, or the end."""
        if self.progress.waiting != NOTHING:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.progress.now.position.turn
        return turn if turn >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert player == self.current_player()
        return self.progress.now.legal_moves()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A sample of equally likely outcomes."""
        return list(self.get_game().outcomes)

    def _apply_action(self, action: int) -> None:
        """A move, or an outcome of chance."""
        deals, progress = self.get_game().deals, self.progress
        if progress.waiting == NOTHING:
            progress.play(action, is_settled=bool(deals))
        elif deals:
            progress.deal(deals[action])
        else:
            progress.settle(dice_word(progress.steps, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.progress.now.game.moves[action]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.progress.waiting == NOTHING and is_over(self.progress.now.position)

    def returns(self) -> list[float]:
        """What the end is worth to every seat; nothing before."""
        return self.progress.now.rewards(self.get_game().reward)

    def resample_from_infostate(self, player: int, draw: Any) -> "SpielState":
        """A state that may be the true one as far as a seat knows; it cannot see more than it."""
        other: SpielState = self.clone()
        other.progress.imagine(player, max(1, int(draw() * 2**53)))
        return other

    def __str__(self) -> str:
        """The whole position, and what waits for chance."""
        waiting = f" waiting {self.progress.waiting}" if self.progress.waiting != NOTHING else ""
        now = self.progress.now
        return now.game.write(now.position) + waiting


class Observer:
    """What OpenSpiel asks of a seat's knowledge: the observation's slices, and texts."""

    def __init__(self, game: "SpielGame", iig_obs_type: Any) -> None:
        self._rules, self._kind = game.rules, iig_obs_type
        self._layout = game.rules.observation.LAYOUT
        self.tensor: NDArray[np.float32] = np.zeros(self._layout.size, np.float32)
        self.dict = self._layout.named(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a seat."""
        self.tensor.fill(0)
        if state.progress.waiting != THE_DEAL:
            self.tensor[:] = state.progress.now.observe(self._eyes(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """A seat's view as text; with perfect recall, preceded by a digest of all before it."""
        eyes = self._eyes(player)
        if state.progress.waiting == THE_DEAL:
            return "before the deal"
        text = self._rules.write(state.progress.now.view(eyes))
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
        self.deals = read_deals(str(given.get("deals", "")))
        self.new_table()  # refuses what cannot be played
        samples = len(self.deals) or int(given.get("samples", SAMPLES))
        self.outcomes = [(number, 1.0 / samples) for number in range(samples)]
        super().__init__(self.kind, describe(self), given)

    def new_table(self) -> Position:
        """A table with its seats and options, before the deal."""
        table: Position = self.rules.table(self.seats, self.options)
        return table

    def new_initial_state(self) -> SpielState:
        """A game before its deal."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """What a seat knows, in the shape asked for."""
        if params:
            raise PlainError(f"observations take no parameters, not {sorted(params)}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def dice_word(row: int, outcome: int) -> int:
    """The dice of an outcome of chance, another one at every place of the history."""
    digest = hashlib.sha256(f"{row} {outcome}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> (64 - WORD_BITS) or 1


def read_deals(text: str) -> Sequence[int]:
    """Seeds between spaces."""
    if not all(word.isdecimal() for word in text.split()):
        raise PlainError(f"deals are seeds, such as '3 17 40', not {text!r}")
    return [int(word) for word in text.split()]


def option_keys(game: Game) -> list[tuple[Option, str]]:
    """The options of a game, with their names as parameters."""
    return [(option, option.name.replace("-", "_")) for option in game.options]


def default_of(option: Option) -> int | str:
    """What an option is unless it is given; OpenSpiel takes what looks like a number for one."""
    choice = option.choices[0]
    return int(choice) if choice.isdecimal() else choice


def describe(game: SpielGame) -> Any:
    """The numbers that OpenSpiel wants to know beforehand."""
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.rules.moves),
        max_chance_outcomes=len(game.outcomes),
        num_players=game.seats,
        min_utility=0.0 if game.reward == steps.WIN else -UTILITY_BOUND,
        max_utility=1.0 if game.reward == steps.WIN else UTILITY_BOUND,
        utility_sum=None,
        max_game_length=LENGTH_BOUND,
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


for _game in GAMES:
    register(_game, name_of(_game))
