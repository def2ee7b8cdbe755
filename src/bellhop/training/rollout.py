"""Playing some moves in every game, and crediting each decision with what followed from it.

Every seat has its own chain of decisions: what a decision is worth is judged at the same seat's
next decision, or at the end of the game, and never through the eyes of another seat.  A forced move
is no decision.  The last decision of a seat, whose consequences are not known yet, is only used to
judge the one before.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import mse_loss

from bellhop.bots.networks import POINTS_UNIT
from bellhop.training.network import Network, Outlook
from bellhop.training.settings import Settings
from bellhop.training.tensors import GameTensors

ILLEGAL = -1e9  # the preference for an illegal move
MAX_UTILITY = 2.0
BEGINNING = 0.3  # the part of a run in which own points count
TYPICAL_POINTS = 60.0


class Player(NamedTuple):
    """A network that plays at a temperature: 0 is the best move, 1 what it was trained as."""

    network: Network | None  # None plays at random
    temperature: float = 1.0

    def choose(self, cells: Tensor, masks: Tensor, dtype: torch.dtype) -> Tensor:
        """A move for every game."""
        if self.network is None:
            return draw_moves(torch.zeros_like(masks, dtype=torch.float32), masks)
        preferences = self.network(cells, dtype)[0]
        if self.temperature:
            return draw_moves(preferences / self.temperature, masks)
        return preferences.masked_fill(masks == 0, ILLEGAL).argmax(1)


def draw_moves(preferences: Tensor, masks: Tensor) -> Tensor:
    """A legal move for every game, drawn according to the preferences (the Gumbel trick)."""
    noise = torch.rand_like(preferences).clamp_min_(1e-20).log_().neg_().log_()
    return torch.argmax(preferences.masked_fill(masks == 0, ILLEGAL) - noise, 1)


def seats_taken(tensors: GameTensors) -> Tensor:
    """By game: the seat of the one who plays against the others; the seats take turns."""
    return torch.arange(tensors.games, device=tensors.device) % tensors.players


def pack(outlook: Outlook, players: Tensor) -> Tensor:
    """An outlook as one row of numbers: utility, shares that add up to one, points."""
    shares = torch.softmax(mask_seats(outlook.shares, players), 1)
    return torch.cat([outlook.utility[:, None], shares, outlook.points], 1)


def mask_seats(values: Tensor, players: Tensor) -> Tensor:
    """Values by seat, so low for empty seats that these do not count."""
    seats = torch.arange(values.shape[1], device=values.device)
    return values.masked_fill(seats >= players[:, None], ILLEGAL)


@dataclass(frozen=True)
class Decisions:
    """What is learnt from, one row per decision."""

    cells: Tensor
    masks: Tensor
    moves: Tensor
    log_chances: Tensor  # of the moves, when they were chosen
    advantages: Tensor
    worth: Tensor  # what it came to, packed like an outlook
    players: Tensor


class Rollout:
    """The memory of the last moves of all games."""

    def __init__(
        self,
        tensors: GameTensors,
        network: Network,
        settings: Settings,
        dtype: torch.dtype,
        rival: Player | None = None,
    ) -> None:
        self.tensors, self.network, self.settings, self.dtype = tensors, network, settings, dtype
        self._rival, self._mine = rival, seats_taken(tensors)
        steps, games, seats = settings.steps, tensors.games, network.seats
        self._worth = 1 + 2 * seats

        def zeros(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=dtype, device=tensors.device)

        cells = tensors.observations.shape[1]
        self.cells = zeros(steps, games, cells, dtype=torch.int8)
        self.masks = zeros(steps, games, network.moves, dtype=torch.int8)
        self.moves = zeros(steps, games, dtype=torch.int64)
        self.log_chances, self.advantages = zeros(steps, games), zeros(steps, games)
        self.expected = zeros(steps, games, self._worth)
        self.worth = zeros(steps, games, self._worth)
        self.turns = zeros(steps, games, dtype=torch.int64)
        self.forced, self.done = (zeros(steps, games, dtype=torch.bool) for _ in range(2))
        self.known = zeros(steps, games, dtype=torch.bool)
        self.points, self.shares = zeros(steps, games, seats), zeros(steps, games, seats)
        self.whole: Tensor | None = None
        if settings.critic_every:
            self.whole = zeros(-(-steps // settings.critic_every), games, cells, dtype=torch.int8)
        self._move, self._log_chance = zeros(games, dtype=torch.int64), zeros(games)
        self._expected, self._is_forced = zeros(games, self._worth), zeros(games, dtype=torch.bool)
        self._is_rivals = zeros(games, dtype=torch.bool)
        self._relative = self._relative_seats(seats)

    def _relative_seats(self, seats: int) -> Tensor:
        """By game and seat: the seats in turn order from it; empty ones name themselves."""
        players = self.tensors.players[:, None, None]
        seat = torch.arange(seats, device=self.tensors.device)
        after = seat[None, :, None] + seat[None, None, :]
        return torch.where(seat < players, after % players, seat)

    def decide(self) -> None:
        """Choose a move for every game, and judge the game; all into the same tensors each time."""
        tensors = self.tensors
        with torch.no_grad():
            preferences, outlook = self.network(tensors.observations, self.dtype)
            move = draw_moves(preferences, tensors.masks)
            legal = preferences.masked_fill(tensors.masks == 0, ILLEGAL)
            chances = torch.log_softmax(legal, 1)
            is_forced = tensors.masks.sum(1, dtype=torch.int32) <= 1
            if self._rival is not None:  # its moves are no decisions of ours
                theirs = self._rival.choose(tensors.observations, tensors.masks, self.dtype)
                move = torch.where(self._is_rivals, theirs, move)
                is_forced = is_forced | self._is_rivals
            self._move.copy_(move)
            self._log_chance.copy_(chances.gather(1, move[:, None])[:, 0])
            self._expected.copy_(pack(outlook, tensors.players))
            self._is_forced.copy_(is_forced)

    def play(self, decide: Callable[[], None], progress: float) -> None:
        """Play some moves in every game, and credit them."""
        tensors, every = self.tensors, self.settings.critic_every
        for step in range(self.settings.steps):
            self._is_rivals.copy_(tensors.turns != self._mine)
            decide()
            self.cells[step].copy_(tensors.observations)
            self.masks[step].copy_(tensors.masks)
            self.moves[step].copy_(self._move)
            self.log_chances[step].copy_(self._log_chance)
            self.expected[step].copy_(self._expected)
            self.forced[step].copy_(self._is_forced)
            self.turns[step].copy_(tensors.turns)
            if self.whole is not None and step % every == 0:
                tensors.observe_whole(self.whole[step // every])
            tensors.advance(self._move)
            self.done[step].copy_(tensors.done)
            seats = tensors.seats
            self.points[step, :, :seats].copy_(tensors.points)
            self.shares[step, :, :seats].copy_(tensors.shares)
        self._is_rivals.copy_(tensors.turns != self._mine)
        decide()
        self._credit(progress)

    def _credit(self, progress: float) -> None:
        """Go back through the moves; credit each decision with what its seat expects later."""
        games, seats = self.tensors.games, self.network.seats
        horizon, worth = self.settings.horizon, self._worth
        at = self.tensors.turns[:, None, None].expand(-1, 1, worth)
        nothing = torch.zeros(games, seats, worth, device=self.tensors.device)
        expected = nothing.scatter(1, at, self._expected[:, None])  # at each seat's next decision
        surplus = nothing.clone()  # what came after that, beyond what was expected
        known = torch.zeros(games, seats, dtype=torch.bool, device=self.tensors.device)
        known = known.scatter(1, at[:, :, 0], ~self._is_forced[:, None])
        for step in reversed(range(self.settings.steps)):
            done, is_decision = self.done[step][:, None], ~self.forced[step][:, None]
            result = self._results(step, progress)
            expected = torch.where(done[:, :, None], result, expected)
            surplus = surplus.masked_fill(done[:, :, None], 0.0)
            known = known | done
            at = self.turns[step][:, None, None].expand(-1, 1, worth)
            here, seat = self.expected[step][:, None], at[:, :, 0]
            next_expected, next_surplus = expected.gather(1, at), surplus.gather(1, at)
            is_known = known.gather(1, seat)
            gain = next_expected - here + horizon * next_surplus
            self.advantages[step].copy_(gain[:, 0, 0])
            self.worth[step].copy_((here + gain)[:, 0])
            self.known[step].copy_((is_decision & is_known)[:, 0])
            chosen = is_decision[:, :, None]
            kept = torch.where(is_known[:, :, None], gain, torch.zeros_like(gain))
            expected = expected.scatter(1, at, torch.where(chosen, here, next_expected))
            surplus = surplus.scatter(1, at, torch.where(chosen, kept, next_surplus))
            known = known.scatter(1, seat, is_known | is_decision)

    def _results(self, step: int, progress: float) -> Tensor:
        """What the end of a game was worth to every seat, packed like an outlook."""
        points, shares, players = self.points[step], self.shares[step], self.tensors.players
        seats = points.shape[1]
        others = mask_seats(points, players)[:, None, :].repeat(1, seats, 1)
        others = others.masked_fill(torch.eye(seats, device=points.device).bool(), ILLEGAL)
        lead = points - others.max(2).values
        won = self.settings.victory * (shares - 1.0 / players[:, None])
        utility = won + lead / self.settings.margin
        early = self.settings.own_points * max(0.0, 1.0 - progress / BEGINNING)
        utility = utility + early * (points - TYPICAL_POINTS) / self.settings.margin
        utility = utility.clamp(-MAX_UTILITY, MAX_UTILITY)

        def turned(values: Tensor) -> Tensor:
            return values[:, None, :].expand(-1, seats, -1).gather(2, self._relative)

        return torch.cat([utility[:, :, None], turned(shares), turned(points) / POINTS_UNIT], 2)

    def decisions(self, chosen: Tensor) -> Decisions:
        """The decisions with these numbers."""

        def of(values: Tensor) -> Tensor:
            return values.flatten(0, 1).index_select(0, chosen)

        return Decisions(
            of(self.cells),
            of(self.masks),
            of(self.moves),
            of(self.log_chances),
            of(self.advantages),
            of(self.worth),
            self.tensors.players.index_select(0, chosen % self.tensors.games),
        )

    def usable(self) -> Tensor:
        """The numbers of the decisions whose consequences are known."""
        return torch.nonzero(self.known.flatten())[:, 0]

    def usable_for_critic(self) -> Tensor:
        """The numbers of those decisions at which the whole position was kept, too."""
        every = torch.zeros_like(self.known)
        every[:: self.settings.critic_every] = True
        return torch.nonzero((self.known & every).flatten())[:, 0]

    def whole_cells(self, chosen: Tensor) -> Tensor:
        """The observations of the whole positions at some decisions."""
        assert self.whole is not None
        games, every = self.tensors.games, self.settings.critic_every
        rows = chosen // games // every * games + chosen % games
        return self.whole.flatten(0, 1).index_select(0, rows)


def loss_of_outlook(outlook: Outlook, worth: Tensor, players: Tensor) -> Tensor:
    """How far an outlook was off: its utility, its shares (cross-entropy), and its points."""
    seats = outlook.shares.shape[1]
    utility, shares, points = worth[:, 0], worth[:, 1 : 1 + seats], worth[:, 1 + seats :]
    log_shares = torch.log_softmax(mask_seats(outlook.shares, players), 1)
    is_there = torch.arange(seats, device=worth.device) < players[:, None]
    of_shares = -(shares * log_shares.masked_fill(~is_there, 0.0)).sum(1).mean()
    of_points = ((outlook.points - points).square() * is_there).sum(1).mean() / seats
    return 0.5 * mse_loss(outlook.utility, utility) + 0.25 * of_shares + 0.25 * of_points
