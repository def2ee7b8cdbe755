"""OpenSpiel: every game as a Python game, registered when this module is imported.

    import pyspiel
    from bellhop.envs import spiel
    game = pyspiel.load_game("bellhop_overbooking(players=2,reward=margin)")

There is a chance node wherever the rules shuffle or roll: at the deal, and after every move that
needs dice.  It has `samples` outcomes, which are a random sample and equally likely.  With `deals`,
the game is dealt from one of the given seeds, which determines all further chance, so that tiny
variants can be solved.

Such variants are registered too: "bellhop_overbooking_miniature_a" has two players and few cards,
and `exact_value` tells what the first player wins if both play perfectly.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from bellhop.engine.dice import WORD_BITS, set_dice
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.options import Option
from bellhop.engine.parts import Solved
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.envs import steps
from bellhop.envs.many import reward_kind
from bellhop.envs.single import Single
from bellhop.games import GAMES

SAMPLES = 256  # outcomes of a chance node
# OpenSpiel asks beforehand how long a game may last and how far apart results may lie.  The rules
# bound neither.  Of 120,000 random games the longest had 384 moves, and the best score was 113.
LENGTH_BOUND = 4_000
UTILITY_BOUND = 1_000.0
DEFAULT_REWARD = "margin"
NOTHING = -1  # nothing is waiting for chance
THE_DEAL = -2  # the deal is waiting for chance


class Progress:
    """A game in progress, and what every seat remembers of it."""

    def __init__(self, undealt: Single) -> None:
        self.now = undealt
        self.waiting = THE_DEAL  # or the move waiting for chance, or NOTHING
        self.length = 0  # of the history: moves and chance outcomes
        self.memories = [b""] * undealt.position.seats
        self._unseen: list[Single] = []  # positions not yet added to the memories

    def __deepcopy__(self, _: object) -> "Progress":
        other = object.__new__(Progress)
        other.waiting, other.length = self.waiting, self.length
        other.now = self.now.copy()
        other.memories, other._unseen = list(self.memories), list(self._unseen)
        return other

    def __getstate__(self) -> tuple[Any, ...]:
        """The state to pickle."""
        unseen = [single.position.to_bytes() for single in self._unseen]
        return (
            self.now.game,
            self.now.position.to_bytes(),
            self.waiting,
            self.length,
            self.memories,
            unseen,
        )

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Restore the pickled state."""
        game, position, self.waiting, self.length, self.memories, unseen = state
        self.now, *self._unseen = (
            Single(game, game.position.from_bytes(data)) for data in (position, *unseen)
        )

    def settle(self, word: int) -> None:
        """Resolve the deal or the move that is waiting for chance."""
        after = self.now.copy()
        if self.waiting == THE_DEAL:
            after.deal_with(word)
        else:
            set_dice(after.position, word)
            after.play(self.waiting)
        self._go_on(after)

    def deal(self, seed: int) -> None:
        """Deal from a seed, which determines all further chance."""
        after = self.now.copy()
        after.deal(seed)
        self._go_on(after)

    def play(self, move: int, *, is_settled: bool) -> None:
        """Make a move; if it needs dice it waits for chance, unless the deal settled that."""
        after = self.now.copy()
        after.play(move)
        if after.position.dice == self.now.position.dice or is_settled:
            self._go_on(after)
        else:
            self.waiting, self.length = move, self.length + 1

    def _go_on(self, after: Single) -> None:
        self.now, self.waiting, self.length = after, NOTHING, self.length + 1
        self._unseen.append(after)

    def imagine(self, seat: int, word: int) -> None:
        """Redeal everything that a seat cannot know; what it remembers stays.

        A move that is waiting for chance was legal, so it must be legal in the imagined game too.
        """
        self.remember(seat)
        imagined = self.now.imagine(seat, word)
        while self.waiting not in (NOTHING, THE_DEAL) and not imagined.mask()[self.waiting]:
            word += 1
            imagined = self.now.imagine(seat, word)
        self.now = imagined

    def remember(self, seat: int) -> bytes:
        """A digest of all views that a seat has had, in order."""
        for shared in self._unseen:
            single = shared.copy()  # `view` writes into it, and clones share it
            for other in range(single.position.seats):
                seen = single.view(other).to_bytes()
                self.memories[other] = hashlib.sha256(self.memories[other] + seen).digest()
        self._unseen.clear()
        return self.memories[seat]


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no type hints
    """A position as an OpenSpiel state."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.progress = Progress(Single(game.rules, game.undealt_position()))

    def current_player(self) -> int:
        """The seat whose turn it is, or the number for chance or the end."""
        if self.progress.waiting != NOTHING:
            return int(pyspiel.PlayerId.CHANCE)
        position = self.progress.now.position
        return int(pyspiel.PlayerId.TERMINAL) if is_over(position) else position.turn

    def _legal_actions(self, player: int) -> list[int]:
        assert player == self.current_player()
        return self.progress.now.legal_moves()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The sampled outcomes, all equally likely."""
        return list(self.get_game().outcomes)

    def _apply_action(self, action: int) -> None:
        """Apply a move or a chance outcome."""
        deals, progress = self.get_game().deals, self.progress
        if progress.waiting == NOTHING:
            progress.play(action, is_settled=bool(deals))
        elif deals:
            progress.deal(deals[action])
        else:
            progress.settle(dice_word(progress.length, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.progress.now.game.moves[action]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.progress.waiting == NOTHING and is_over(self.progress.now.position)

    def returns(self) -> list[float]:
        """Every seat's reward; 0 before the end."""
        return self.progress.now.rewards(self.get_game().reward)

    def resample_from_infostate(self, player: int, draw: Any) -> "SpielState":
        """A random state that is consistent with what a seat knows."""
        other: SpielState = self.clone()
        other.progress.imagine(player, max(1, int(draw() * 2**53)))
        return other

    def __str__(self) -> str:
        """The full position, and what is waiting for chance."""
        waiting = f" waiting {self.progress.waiting}" if self.progress.waiting != NOTHING else ""
        now = self.progress.now
        return now.game.write(now.position) + waiting


class Observer:
    """A seat's knowledge in OpenSpiel's form: as a tensor with named slices, and as text."""

    def __init__(self, game: "SpielGame", iig_obs_type: Any) -> None:
        self._rules, self._kind = game.rules, iig_obs_type
        self._layout = game.rules.observation.LAYOUT
        self.tensor: NDArray[np.float32] = np.zeros(self._layout.size, np.float32)
        self.dict = self._layout.named(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a seat into the tensor."""
        self.tensor.fill(0)
        if state.progress.waiting != THE_DEAL:
            self.tensor[:] = state.progress.now.observe(self._viewer(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """A seat's view as text; with perfect recall, preceded by a digest of all its views."""
        viewer = self._viewer(player)
        if state.progress.waiting == THE_DEAL:
            return "before the deal"
        text = self._rules.write(state.progress.now.view(viewer))
        if not self._kind.perfect_recall or viewer == SPECTATOR:
            return text
        return f"{state.progress.remember(player).hex()[:32]} {player} {text}"

    def _viewer(self, player: int) -> int:
        """The seat whose view to use; SPECTATOR without private information."""
        is_public = self._kind.private_info == pyspiel.PrivateInfoType.NONE
        return SPECTATOR if is_public else player


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no type hints
    """One of our games, with a number of players and options."""

    open: Callable[[], Game]  # set by the subclass for each game
    name: str
    solved: Solved | None

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules: Game = type(self).open()
        self.options = {option.name: str(given[key]) for option, key in option_keys(self.rules)
                        if key in given}  # fmt: skip
        self.seats = int(given.get("players", self.rules.players[0]))
        self.reward = reward_kind(str(given.get("reward", DEFAULT_REWARD)))
        self.deals = read_deals(str(given.get("deals", "")))
        if self.solved and not self.deals:
            self.deals = self.solved.deals
        self.undealt_position()  # refuses invalid seats and options
        samples = len(self.deals) or int(given.get("samples", SAMPLES))
        self.outcomes = [(number, 1.0 / samples) for number in range(samples)]
        kind = type_of(self.rules, self.name, self._sum, self.solved)
        super().__init__(kind, describe(self), given)

    @property
    def _sum(self) -> float | None:
        """What the rewards of all seats add up to, if that is always the same."""
        if self.reward == steps.WIN:
            return 1.0
        return 0.0 if self.reward == steps.MARGIN and self.seats == 2 else None

    @property
    def exact_value(self) -> float | None:
        """What the first player wins on average, in points, if both play perfectly."""
        return self.solved.value if self.solved else None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game by its name; importing this module registers it."""
        return load, (self.name, dict(self.get_parameters()))

    def __deepcopy__(self, _: object) -> "SpielGame":
        return self  # it never changes

    def undealt_position(self) -> Position:
        """An undealt position with these seats and options."""
        undealt: Position = self.rules.undealt(self.seats, self.options)
        return undealt

    def new_initial_state(self) -> SpielState:
        """An undealt game."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """An observer of the requested type."""
        if params:
            raise PlainError(f"observers take no parameters, but got {sorted(params)}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def dice_word(row: int, outcome: int) -> int:
    """The dice word of a chance outcome, different at every point of the history."""
    digest = hashlib.sha256(f"{row} {outcome}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> (64 - WORD_BITS) or 1


def read_deals(text: str) -> Sequence[int]:
    """Parse seeds separated by spaces."""
    if not all(word.isdecimal() for word in text.split()):
        raise PlainError(f"deals must be seeds such as '3 17 40', not {text!r}")
    return [int(word) for word in text.split()]


def option_keys(game: Game) -> list[tuple[Option, str]]:
    """The options of a game, with their parameter names."""
    return [(option, option.name.replace("-", "_")) for option in game.options]


def default_of(option: Option) -> int | str:
    """The default of an option; a number if it looks like one, as OpenSpiel parses it so."""
    choice = option.choices[0]
    return int(choice) if choice.isdecimal() else choice


def describe(game: SpielGame) -> Any:
    """The sizes and bounds that OpenSpiel needs in advance."""
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.rules.moves),
        max_chance_outcomes=len(game.outcomes),
        num_players=game.seats,
        min_utility=0.0 if game.reward == steps.WIN else -UTILITY_BOUND,
        max_utility=1.0 if game.reward == steps.WIN else UTILITY_BOUND,
        utility_sum=game._sum,
        max_game_length=LENGTH_BOUND,
    )


def type_of(game: Game, name: str, total: float | None, solved: Solved | None) -> Any:
    """What OpenSpiel has to know of a game, given the sum of all rewards if it is constant.

    A solved game takes no options: OpenSpiel would fill in those of the whole game.
    """
    options = [] if solved else option_keys(game)
    utility = pyspiel.GameType.Utility
    is_zero_sum = total == 0.0
    constant = utility.ZERO_SUM if is_zero_sum else utility.CONSTANT_SUM
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Bellhop {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if total is None else constant,
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
            **{key: default_of(option) for option, key in options},
        },
    )


def register(
    game: Game,
    name: str,
    open_game: Callable[[], Game] | None = None,
    solved: Solved | None = None,
) -> type[SpielGame]:
    """Register a game with OpenSpiel; `open_game` may put off the work of opening it."""
    parts = {"open": staticmethod(open_game or (lambda: game)), "name": name, "solved": solved}
    made = type(f"Spiel{game.title.replace(' ', '')}", (SpielGame,), parts)
    pyspiel.register_game(type_of(game, name, None, solved), made)
    return made


def load(name: str, parameters: Mapping[str, Any]) -> SpielGame:
    """A registered game, with its parameters."""
    game: SpielGame = pyspiel.load_game(name, dict(parameters))
    return game


def name_of(game: Game) -> str:
    """OpenSpiel's name for a game."""
    return f"bellhop_{game.name.replace('-', '_')}"


def register_all() -> None:
    """Register all games and their miniatures."""
    for game in GAMES:
        register(game, name_of(game))
        if reduced := game.miniatures:
            for name, solved in reduced.SOLVED.items():
                opener = partial(reduced.open_miniature, name)
                register(game, f"{name_of(game)}_miniature_{name}", opener, solved)


register_all()
