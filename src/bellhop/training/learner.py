"""Learning from the decisions of a rollout: proximal policy optimisation."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from bellhop.engine.game import Game
from bellhop.training.network import Network
from bellhop.training.rollout import ILLEGAL, Decisions, Player, Rollout, loss_of_outlook
from bellhop.training.settings import Settings
from bellhop.training.tensors import GameTensors

MAX_GRADIENT = 0.5
TRUST = 0.2  # by how much a move may become more or less likely in one iteration
WARM_UPS = 3  # runs before a graph is captured, as PyTorch wants them


def repeat(body: Callable[[], None], device: torch.device) -> Callable[[], None]:
    """The same computation again and again; on a GPU as one graph, which is far quicker."""
    if device.type != "cuda":
        return body
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(WARM_UPS):
            body()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        body()
    replay: Callable[[], None] = graph.replay
    return replay


class Learner:
    """A network, its critic, and the games they learn from."""

    def __init__(
        self,
        game: Game,
        tensors: GameTensors,
        settings: Settings,
        seed: int,
        rival: Player | None = None,
    ) -> None:
        """With a rival, one seat of every game learns, and the rival plays the others."""
        torch.manual_seed(seed)
        self.game, self.tensors, self.settings = game, tensors, settings
        self.device = tensors.device
        self.dtype = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        self.network = Network(game, settings.width, settings.layers).to(self.device)
        self.critic: Network | None = None
        if settings.critic_every:
            self.critic = Network(game, settings.width, settings.layers, is_critic=True)
            self.critic.to(self.device)
        self._rate = torch.tensor(settings.rate[0], device=self.device)
        self._entropy = torch.tensor(settings.entropy[0], device=self.device)
        self.optimiser = self._optimise(self.network)
        self.critic_optimiser = None if self.critic is None else self._optimise(self.critic)
        self.rollout = Rollout(tensors, self.network, settings, self.dtype, rival)
        self._chosen = torch.zeros(settings.minibatch, dtype=torch.int64, device=self.device)
        self._mean, self._deviation = (torch.zeros(1, device=self.device) for _ in range(2))
        self._figures = torch.zeros(4, device=self.device)
        self._decide: Callable[[], None] | None = None
        self._improve: Callable[[], None] | None = None
        self._judge: Callable[[], None] | None = None
        self.moves = 0  # played in all

    def _optimise(self, network: Network) -> torch.optim.Adam:
        on_gpu = self.device.type == "cuda"
        return torch.optim.Adam(network.parameters(), lr=self._rate, eps=1e-5, capturable=on_gpu)

    def prepare(self) -> None:
        """Make everything ready to run, without learning anything from it."""
        self._decide = repeat(self.rollout.decide, self.device)

    def iterate(self, progress: float) -> None:
        """Play some moves in every game and learn from them; progress goes from 0 to 1."""
        if self._decide is None:
            self.prepare()
        assert self._decide is not None
        self._rate.fill_(between(self.settings.rate, progress))
        self._entropy.fill_(between(self.settings.entropy, progress))
        self.rollout.play(self._decide, progress)
        self.moves += self.settings.steps * self.tensors.games
        usable = self.rollout.usable()
        advantages = self.rollout.advantages.flatten()[usable]
        self._mean.copy_(advantages.mean())
        self._deviation.copy_(advantages.std() + 1e-6)
        for chosen in self._minibatches(usable):
            self._chosen.copy_(chosen)
            if self._improve is None:
                self._improve = self._captured(self.improve, self.optimiser)
            self._improve()
        if self.critic_optimiser is not None:
            for chosen in self._minibatches(self.rollout.usable_for_critic()):
                self._chosen.copy_(chosen)
                if self._judge is None:
                    self._judge = self._captured(self.judge, self.critic_optimiser)
                self._judge()

    def _captured(self, body: Callable[[], None], optimiser: Any) -> Callable[[], None]:
        """A step of an optimiser, repeated; its warm-up changes nothing."""
        if self.device.type != "cuda":
            return body
        parameters = [one for group in optimiser.param_groups for one in group["params"]]
        weights = [one.detach().clone() for one in parameters]
        moments = [
            {name: value.clone() for name, value in optimiser.state[one].items()}
            for one in parameters
        ]
        replay = repeat(body, self.device)
        with torch.no_grad():
            for one, weight, moment in zip(parameters, weights, moments, strict=True):
                one.copy_(weight)
                for name, value in optimiser.state[one].items():
                    value.copy_(moment[name]) if moment else value.zero_()
        return replay

    def _minibatches(self, numbers: Tensor) -> list[Tensor]:
        """Shuffled decisions in parts of equal size; some are left over, too few are repeated."""
        size = self.settings.minibatch
        shuffled = numbers[torch.randperm(len(numbers), device=self.device)]
        if 0 < len(numbers) < size:
            return [shuffled.repeat(-(-size // len(numbers)))[:size]]
        return list(shuffled[: len(numbers) // size * size].split(size))

    def improve(self) -> None:
        """One step of the network: better moves more often, a better outlook."""
        given = self.rollout.decisions(self._chosen)
        preferences, outlook = self.network(given.cells, self.dtype)
        legal = torch.log_softmax(preferences.masked_fill(given.masks == 0, ILLEGAL), 1)
        entropy = -(legal.exp() * legal).sum(1).mean()
        of_moves, moved = self._loss_of_moves(given, legal)
        of_outlook = loss_of_outlook(outlook, given.worth, given.players)
        self._descend(self.network, self.optimiser, of_moves + of_outlook - self._entropy * entropy)
        self._figures.copy_(torch.stack([entropy, of_outlook, moved, of_moves]).detach())

    def _loss_of_moves(self, given: Decisions, legal: Tensor) -> tuple[Tensor, Tensor]:
        """The clipped objective, and the share of decisions that it was clipped for."""
        ratio = (legal.gather(1, given.moves[:, None])[:, 0] - given.log_chances).exp()
        advantage = (given.advantages - self._mean) / self._deviation
        trusted = ratio.clamp(1.0 - TRUST, 1.0 + TRUST)
        moved = ((ratio - 1.0).abs() > TRUST).float().mean()
        return -torch.min(ratio * advantage, trusted * advantage).mean(), moved

    def judge(self) -> None:
        """One step of the critic, which sees the whole position."""
        assert self.critic is not None
        given = self.rollout.decisions(self._chosen)
        cells = self.rollout.whole_cells(self._chosen)
        _, outlook = self.critic(cells, self.dtype)
        loss = loss_of_outlook(outlook, given.worth, given.players)
        self._descend(self.critic, self.critic_optimiser, loss)

    def _descend(self, network: Network, optimiser: Any, loss: Tensor) -> None:
        optimiser.zero_grad(set_to_none=self.device.type != "cuda")
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
        optimiser.step()

    def state(self) -> dict[str, Any]:
        """Everything that has been learnt."""
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "moves": self.moves,
        }
        if self.critic is not None and self.critic_optimiser is not None:
            state["critic"] = self.critic.state_dict()
            state["critic_optimiser"] = self.critic_optimiser.state_dict()
        return state

    def resume(self, state: dict[str, Any]) -> None:
        """Go on from what was learnt before; call this before the first iteration."""
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.moves = state["moves"]
        if self.critic is not None and self.critic_optimiser is not None and "critic" in state:
            self.critic.load_state_dict(state["critic"])
            self.critic_optimiser.load_state_dict(state["critic_optimiser"])
        for optimiser in (self.optimiser, self.critic_optimiser):
            for group in optimiser.param_groups if optimiser else ():
                group["lr"] = self._rate
                group["capturable"] = self.device.type == "cuda"  # the state may be another's

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """What the network and its critic have learnt, by name."""
        return {name: one.detach().cpu().numpy().copy() for name, one in self._parameters()}

    def adopt(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on from weights like those that `weights` returns."""
        with torch.no_grad():
            for name, one in self._parameters():
                one.copy_(torch.from_numpy(weights[name]))

    def _parameters(self) -> Iterator[tuple[str, Tensor]]:
        for owner, network in (("network", self.network), ("critic", self.critic)):
            if network is not None:
                yield from ((f"{owner}.{name}", one) for name, one in network.named_parameters())

    def figures(self) -> dict[str, float]:
        """How learning goes: variety of the moves, error of the outlook, share of clipped steps."""
        entropy, outlook, moved, _ = self._figures.tolist()
        return {
            "entropy": round(entropy, 4),
            "outlook_loss": round(outlook, 4),
            "clipped": round(moved, 4),
        }


def between(ends: tuple[float, float], progress: float) -> float:
    """A value that changes evenly from the first to the second."""
    return ends[0] + (ends[1] - ends[0]) * min(1.0, max(0.0, progress))
