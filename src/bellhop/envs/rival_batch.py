"""Many games in each of which one seat is a learner's, and bots play the others."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.bots import Bot
from bellhop.engine.dice import LOW_32
from bellhop.engine.seats import NOBODY
from bellhop.envs.arrays import IDLE, ON_TURN, Task
from bellhop.envs.batch import DEAL_ALL, Batch
from bellhop.envs.rivals import make_rival, network_player, policies_of

PLAY = Task(plays=True, marks=True, looks=True)
PLAY_OR_DEAL = PLAY._replace(renews_first=True)
LOOK = Task(looks=True)


class RivalBatch(Batch):
    """A batch of tables; rivals reply until it is the learner's turn everywhere.

    Casual and random rivals reply in compiled code, networks in all games at once, and all other
    bots game by game.
    """

    def seat_rivals(self, kinds: Sequence[str], seed: int) -> None:
        """Say who plays the seats after the learner's, and begin their random streams."""
        self._kinds = list(kinds)
        self._rivals[: len(kinds)] = policies_of(kinds)
        self._networks = {kind: network_player(kind, self.game) for kind in kinds}
        self._chance = np.random.default_rng(seed)
        self._bots: dict[tuple[int, int], Bot] = {}  # by game and place after the learner

    def begin(self, rows: NDArray[np.bool_], seeds: NDArray[np.int64]) -> None:
        """Deal some games again, from their new seeds."""
        self.seeds[rows] = seeds[rows]
        self._moves[:] = np.where(rows, 0, IDLE)
        self._let_all_play(DEAL_ALL)

    def answer(self, moves: NDArray[np.int64], *, renews: bool) -> None:
        """Play the learners' moves, which are already checked or IDLE, and their rivals' replies.

        With `renews`, games that have ended are dealt again instead.
        """
        self._moves[:] = moves
        self._let_all_play(PLAY_OR_DEAL if renews else PLAY)

    def _let_all_play(self, task: Task) -> None:
        self._work(self._arrays, task)
        while len(rows := np.flatnonzero((self.turns != NOBODY) & (self.turns != self.learners))):
            moves = self._choose(rows)
            self._moves[:] = IDLE
            self._moves[rows] = moves
            self._work(self._arrays, PLAY)
        self._moves[:] = 0

    def _choose(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """The moves of the rivals whose turn it is in some games."""
        places = (self.turns[rows] - self.learners[rows]) % self.players[rows] - 1
        moves = np.zeros(len(rows), np.int64)
        for place, kind in enumerate(self._kinds):
            here = np.flatnonzero(places == place)
            player = self._networks[kind]
            if len(here) and player:
                cells, masks = self._look(rows[here]), self._masks[rows[here]]
                moves[here] = player.choose(cells, masks, self._chance)
            elif len(here):
                moves[here] = [self._ask_bot(row, place) for row in rows[here].tolist()]
        return moves

    def _look(self, rows: NDArray[np.intp]) -> NDArray[np.int8]:
        """The observations of the seats whose turn it is."""
        cells = np.zeros_like(self.observations)
        on_turn = np.full(self.games, ON_TURN, np.int8)
        self._moves[:] = IDLE
        self._moves[rows] = 0
        take = self._twin.rows
        arrays = self._arrays._replace(learners=take(on_turn), observations=take(cells))
        self._work(arrays, LOOK)
        return cells[rows]

    def _ask_bot(self, row: int, place: int) -> int:
        """The choice of a bot, from its own view."""
        if (row, place) not in self._bots:
            seed = int(self.seeds[row]) * len(self._kinds) + place & LOW_32
            self._bots[row, place] = make_rival(self._kinds[place], seed)
        position = self.position(row)
        seen = self.game.view(position, position.turn)
        return self._bots[row, place].choose(self.game, seen)

    def __getstate__(self) -> dict[str, Any]:
        """The state to pickle: networks are found again by name."""
        told = {"kinds": self._kinds, "chance": self._chance, "bots": self._bots}
        return {**super().__getstate__(), "rivals": told}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the pickled state."""
        super().__setstate__(state)
        told = state["rivals"]
        self.seat_rivals(told["kinds"], 0)
        self._chance, self._bots = deepcopy((told["chance"], told["bots"]))  # not shared by copies
