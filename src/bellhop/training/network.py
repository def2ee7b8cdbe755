"""The network: one row of cells in; a preference for every move and the worth of the game out."""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import layer_norm, linear, relu

from bellhop.bots.networks import count_layers
from bellhop.engine.errors import PlainError
from bellhop.engine.features import Layout
from bellhop.engine.game import Game

CELL_UNIT, MOVE_UNIT = 64, 8  # tensor cores want sizes that these divide
FEW = 16  # counts up to this are divided by their root, larger ones by LARGE
LARGE = 5.0


class Outlook(NamedTuple):
    """What a network expects, for a seat and those after it."""

    utility: Tensor  # the seat's own, what training maximises
    shares: Tensor  # of the victory, by seat, before the softmax
    points: Tensor  # by seat, in POINTS_UNIT


def round_up(number: int, unit: int) -> int:
    """The next multiple of a unit."""
    return -(-number // unit) * unit


def cell_scales(layout: Layout) -> NDArray[np.float32]:
    """What each cell is multiplied by, so that all vary to a similar degree."""
    low, high = layout.bounds()
    top = np.maximum(np.abs(low.astype(int)), np.abs(high.astype(int))).astype(np.float64)
    scales = np.where(top <= FEW, 1.0 / np.sqrt(np.maximum(top, 1.0)), 1.0 / LARGE)
    return scales.astype(np.float32)


class Network(nn.Module):  # type: ignore[misc]  # PyTorch may be missing where types are checked
    """Residual layers on one row of cells; a critic has no preferences."""

    def __init__(self, game: Game, width: int, layers: int, *, is_critic: bool = False) -> None:
        super().__init__()
        layout = game.observation.LAYOUT
        self.cells, self.moves, self.seats = layout.size, len(game.moves), game.players[-1]
        self.width = width
        self.inputs = nn.Linear(round_up(self.cells, CELL_UNIT), width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        outputs = 0 if is_critic else round_up(self.moves, MOVE_UNIT)
        self.preferences = nn.Linear(width, outputs) if outputs else None
        self.outlook = nn.Linear(width, 1 + 2 * self.seats)
        scales = torch.zeros(self.inputs.in_features)
        scales[: self.cells] = torch.from_numpy(cell_scales(layout))
        self.scales: Tensor
        self.register_buffer("scales", scales)
        self._begin()

    def _begin(self) -> None:
        """Start with small random weights; the preferences are almost equal."""
        nn.init.normal_(self.inputs.weight, std=1.0 / math.sqrt(CELL_UNIT))
        for layer in self.layers:
            nn.init.normal_(layer.weight, std=math.sqrt(0.5 / self.width))
        nn.init.normal_(self.outlook.weight, std=0.1 / math.sqrt(self.width))
        if self.preferences is not None:
            nn.init.normal_(self.preferences.weight, std=0.01 / math.sqrt(self.width))
        for layer in self.modules():
            if isinstance(layer, nn.Linear):
                nn.init.zeros_(layer.bias)

    def think(self, cells: Tensor, dtype: torch.dtype) -> Tensor:
        """The last layer, before the outputs."""
        width = (self.width,)
        weight = (self.inputs.weight * self.scales)[:, : cells.shape[1]]
        x = relu(linear(cells.to(dtype), weight.to(dtype), self.inputs.bias.to(dtype)))
        for layer in self.layers:
            step = linear(layer_norm(x, width), layer.weight.to(dtype), layer.bias.to(dtype))
            x = x + relu(step)
        return layer_norm(x, width).float()

    def forward(self, cells: Tensor, dtype: torch.dtype) -> tuple[Tensor, Outlook]:
        """The preferences for all moves (none from a critic), and the outlook."""
        x = self.think(cells, dtype)
        preferences = x[:, :0] if self.preferences is None else self.preferences(x)[:, : self.moves]
        worth = self.outlook(x)
        return preferences, Outlook(
            worth[:, 0], worth[:, 1 : 1 + self.seats], worth[:, 1 + self.seats :]
        )

    @classmethod
    def of_file(cls, game: Game, arrays: Mapping[str, NDArray[np.float32]]) -> "Network":
        """The network that a file holds."""
        width, layers = arrays["inputs"].shape[1], count_layers(arrays)
        network = cls(game, width, layers, is_critic="preferences" not in arrays)
        network.begin_with(arrays)
        return network

    def begin_with(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Start from the weights of a network file, the reverse of `arrays`."""
        own = self.arrays()
        if {name: array.shape for name, array in arrays.items()} != {
            name: array.shape for name, array in own.items()
        }:
            width, layers = arrays["inputs"].shape[1], count_layers(arrays)
            raise PlainError(
                "the network to start from has another size:"
                f" use --set width={width} --set layers={layers}"
            )
        with torch.no_grad():
            for name, array in arrays.items():
                given = torch.from_numpy(array.copy()).to(self.scales.device)
                part, _, kind = name.partition("_")
                layer = self.layers[int(part[5:])] if part[5:].isdigit() else getattr(self, part)
                if kind == "bias":
                    layer.bias[: len(given)].copy_(given)
                elif part == "inputs":
                    layer.weight[:, : self.cells].copy_(given.T / self.scales[: self.cells])
                else:
                    layer.weight[: given.shape[1]].copy_(given.T)

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The weights as NumPy arrays, ready for `bots.networks`: inputs scaled, nothing padded."""
        found = {
            "inputs": (self.inputs.weight * self.scales)[:, : self.cells].T,
            "inputs_bias": self.inputs.bias,
            "outlook": self.outlook.weight.T,
            "outlook_bias": self.outlook.bias,
        }
        if self.preferences is not None:
            found["preferences"] = self.preferences.weight[: self.moves].T
            found["preferences_bias"] = self.preferences.bias[: self.moves]
        for number, layer in enumerate(self.layers):
            found[f"layer{number}"], found[f"layer{number}_bias"] = layer.weight.T, layer.bias
        return {name: array.detach().float().cpu().numpy() for name, array in found.items()}
