"""A whole training run: learning, matches against frozen selves, checkpoints and a record."""

import copy
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from bellhop.bots.levels import network_of, temperatures_of
from bellhop.bots.networks import fit_of, read_player, write_network
from bellhop.engine.game import Game
from bellhop.envs.many import Setup
from bellhop.training.arena import Arena
from bellhop.training.checkpoints import read_checkpoint, write_checkpoint
from bellhop.training.devices import find_kernels
from bellhop.training.learner import Learner
from bellhop.training.network import Network
from bellhop.training.opponents import Opponent
from bellhop.training.rollout import Player, seats_taken
from bellhop.training.settings import Settings, mix_setups
from bellhop.training.team import RayTeam, Team
from bellhop.training.tensors import GameTensors

if TYPE_CHECKING:
    from bellhop.envs.gpu.loading import Kernels

ARENA_GAMES = {"cuda": 2_048, "cpu": 64}
FREEZE_AT = (2, 10, 40)  # per cent of the first run: earlier selves, kept as files
COMPARED = (10, 40)  # … and those that the network is matched with on the way
SAVE_SECONDS = 60.0
TELL_SECONDS = 40.0
STRONG = "strong"
LICENCE = "MIT"
WORKER_SEEDS = 1_000  # between the seeds of two workers

Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Plan:
    """What to train, where, and for how long."""

    game: Game
    settings: Settings
    players: tuple[int, ...]
    seconds: float
    folder: Path
    seed: int = 1
    kernels: "Kernels | None" = None  # on a GPU
    starts_over: bool = False
    start: Path | None = None  # a network file to begin with, where there is no checkpoint
    rival: Opponent | None = None  # learn to beat this one, instead of oneself
    workers: int = 1  # more than one learn together on a Ray cluster
    kernel_folder: Path | None = None  # where workers on other machines find their kernels


@dataclass
class RunRecord:
    """What a network has been through: all runs, and the curve of the last one."""

    runs: list[dict[str, Any]] = field(default_factory=list)
    curve: list[dict[str, Any]] = field(default_factory=list)


def make_learner(plan: Plan, earlier: int, rival: Player | None, number: int = 0) -> Learner:
    """A learner with its own games, for the worker with this number."""
    game, settings = plan.game, plan.settings
    seed = plan.seed + earlier + WORKER_SEEDS * number
    setups = mix_setups(game, plan.players, seed)
    tensors = GameTensors(game, settings.games, setups, seed << 40, plan.kernels)
    if plan.rival is not None and plan.rival.is_casual:
        tensors.seat_casual(seats_taken(tensors), seed << 40)
    tensors.batch.stagger(settings.stagger)
    return Learner(game, tensors, settings, seed, rival)


def read_rival(plan: Plan, device: torch.device) -> Player | None:
    """The player that a plan wants to beat; casual bots are seated by the batch instead."""
    rival = plan.rival
    if rival is None or rival.is_casual:
        return None
    if rival.network is None:
        return Player(None)
    network = Network.of_file(plan.game, read_player(rival.network, plan.game).arrays)
    return Player(network.to(device), rival.temperature)


def strong_player(game: Game, device: torch.device) -> Player | None:
    """The level *strong* of the game, if a network comes with it."""
    shipped, temperatures = network_of(game), temperatures_of(game)
    if shipped is None or STRONG not in temperatures:
        return None
    network = Network.of_file(game, shipped.arrays).to(device)
    return Player(network, temperatures[STRONG])


def join_team(plan: Plan, earlier: int, number: int) -> Learner:
    """A learner on another machine, which finds its own device."""
    kernels = find_kernels(plan.game, plan.kernel_folder, "auto")
    device = torch.device("cpu" if kernels is None else "cuda")
    return make_learner(replace(plan, kernels=kernels), earlier, read_rival(plan, device), number)


class Run:
    """One training run; `work` can be interrupted, and goes on from the last checkpoint."""

    def __init__(self, plan: Plan, tell: Tell) -> None:
        self.plan, self._tell = plan, tell
        game = plan.game
        plan.folder.mkdir(parents=True, exist_ok=True)
        device = torch.device("cpu" if plan.kernels is None else "cuda")
        state = None
        if not plan.starts_over:
            state = read_checkpoint(plan.folder, game, plan.settings, device)
        self.record = RunRecord(list(state["runs"])) if state else RunRecord()
        self._rival = read_rival(plan, device)
        earlier = len(self.record.runs)
        self.learner = make_learner(plan, earlier, self._rival)
        self._team: Team = self.learner
        if plan.workers > 1:
            make = partial(join_team, replace(plan, kernels=None), earlier)
            on_gpu = device.type == "cuda"
            self._team = RayTeam(self.learner, make, plan.workers - 1, on_gpu=on_gpu)
        if state:
            self.learner.resume(state["learner"])
        elif plan.start is not None:
            begun = read_player(plan.start, game)
            self.learner.network.begin_with(begun.arrays)
            self.record.runs.extend(begun.about.get("runs", []))
        self._moves_before = self.learner.moves
        self._strong = strong_player(game, device)
        self._frozen: dict[int, Network] = {}
        self._arenas = [
            self._make_arena(players) for players in sorted({min(plan.players), max(plan.players)})
        ]
        self._seconds, self._worked_before = 0.0, 0.0

    def _make_arena(self, players: int) -> Arena:
        games = ARENA_GAMES[self.learner.device.type]
        setups = [Setup(players)]
        tensors = GameTensors(self.plan.game, games, setups, 0, self.plan.kernels)
        return Arena(tensors, self.learner.dtype)

    def work(self) -> None:
        """Learn until the time is up; whatever happens, what was learnt is kept."""
        begun = saved = told = time.monotonic()
        self._worked_before = time.process_time()
        try:
            while (spent := time.monotonic() - begun) < self.plan.seconds:
                progress = spent / self.plan.seconds
                self._team.iterate(progress)
                self._seconds = time.monotonic() - begun
                self._freeze(progress)
                now = time.monotonic()
                if now - told >= TELL_SECONDS:
                    self._report()
                    told = time.monotonic()
                if now - saved >= SAVE_SECONDS:
                    self.save()
                    saved = time.monotonic()
            self.learner.tensors.check()
            self._report()
        finally:  # nobody who presses Ctrl-C wants to wait for a report
            self.save()

    def _freeze(self, progress: float) -> None:
        """Keep a copy of the network when its time has come."""
        for share in FREEZE_AT:
            if 100 * progress >= share and share not in self._frozen:
                self._frozen[share] = copy.deepcopy(self.learner.network)
                if not self.record.runs:
                    path = self.plan.folder / f"network-{share:02}.npz"
                    write_network(path, self._frozen[share].arrays(), self._about())

    @property
    def _moves(self) -> int:
        """The moves of this run alone, like its seconds."""
        return self.learner.moves - self._moves_before

    def _report(self) -> None:
        """Add a row to the curve, and tell it."""
        learner, row = self.learner, dict[str, Any]()
        row["seconds"] = round(self._seconds, 1)
        row["processor_seconds"] = round(time.process_time() - self._worked_before, 1)
        row["moves"] = self._moves
        row["moves_per_second"] = round(self._moves / max(1e-9, self._seconds))
        row |= learner.figures()
        for arena in self._arenas:
            players = arena.tensors.seats
            seed = len(self.record.curve) + 1
            drawn, best = Player(learner.network), Player(learner.network, 0.0)
            itself = arena.match(drawn, drawn, seed)
            row[f"points_{players}"] = round(itself.points, 1)
            row[f"longest_{players}"] = itself.moves
            row[f"random_{players}"] = round(arena.match(drawn, Player(None), seed).share, 4)
            if casual := arena.match_casual(best, seed):
                row[f"casual_{players}"] = round(casual.share, 4)
            if self._strong:
                row[f"strong_{players}"] = round(arena.match(best, self._strong, seed).share, 4)
            if self._rival:
                row[f"rival_{players}"] = round(arena.match(best, self._rival, seed).share, 4)
            for percent in self._frozen.keys() & {*COMPARED}:
                share = arena.match(drawn, Player(self._frozen[percent]), seed).share
                row[f"self_at_{percent}_{players}"] = round(share, 4)
        self.record.curve.append(row)
        self._tell(row)

    def save(self) -> None:
        """Write the checkpoint, the networks and the record."""
        plan, learner, about = self.plan, self.learner, self._about()
        content = {"learner": learner.state(), "runs": about["runs"]}
        write_checkpoint(plan.folder, plan.game, plan.settings, content)
        write_network(plan.folder / "network.npz", learner.network.arrays(), about)
        if learner.critic is not None:
            arrays = learner.critic.arrays()
            write_network(plan.folder / "critic.npz", arrays, {**about, "critic": True})
        told = {"runs": about["runs"], "curve": self.record.curve}
        (plan.folder / "record.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")

    def _about(self) -> dict[str, Any]:
        """What is written into a network's file."""
        game = self.plan.game
        return {
            "game": game.name,
            "fit": fit_of(game),
            "layout": game.observation.LAYOUT.version,
            "rules": game.rules_version,
            "licence": LICENCE,
            "runs": [*self.record.runs, self._describe()],
        }

    def _describe(self) -> dict[str, Any]:
        """This run, for the record."""
        where = "cpu"
        if self.learner.device.type == "cuda":
            where = torch.cuda.get_device_name()
        return {
            "seconds": round(self._seconds, 1),
            "moves": self._moves,
            "players": list(self.plan.players),
            "seed": self.plan.seed,
            "on": where,
            "torch": str(torch.__version__),
            "settings": asdict(self.plan.settings),
            "against": self.plan.rival.name if self.plan.rival else "itself",
        }
