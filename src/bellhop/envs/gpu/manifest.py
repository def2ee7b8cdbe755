"""The manifest of a folder of kernels, and the check that they match the current rules."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bellhop.engine.call_graph import CallGraph, functions_of
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.identity import identify
from bellhop.engine.twin import Binding
from bellhop.envs.gpu import loops
from bellhop.envs.gpu.kernels import KERNELS
from bellhop.envs.gpu.shapes import Shape

NAME = "kernels.json"
FORMAT = 2
ENTRY = "kernel"  # the name of the kernel in every file


class KernelError(PlainError):
    """Kernels are missing, or do not match the rules or the GPU."""


@dataclass(frozen=True)
class KernelEntry:
    """One kernel: the stem of its file names, and whether there is machine code."""

    file: str
    is_assembled: bool


@dataclass(frozen=True)
class Manifest:
    """The kernels of one game for one type of GPU."""

    game: str
    rules: str
    sources: str
    target: tuple[int, int]
    shape: dict[str, int]
    versions: dict[str, str]
    kernels: dict[str, KernelEntry] = field(default_factory=dict)
    format: int = FORMAT

    def write(self, folder: Path) -> None:
        """Write the manifest into the folder of the kernels."""
        (folder / NAME).write_text(json.dumps(asdict(self), indent=1) + "\n", "utf-8")

    def entry(self, name: str) -> KernelEntry:
        """A kernel by name."""
        if name not in self.kernels:
            known = ", ".join(self.kernels) or "none"
            raise KernelError(f"{self.game} has no kernel {name!r}, only {known}")
        return self.kernels[name]


def read_manifest(game: Game, folder: Path) -> Manifest:
    """The manifest of a folder; refused if its kernels were built from other code."""
    path = folder / NAME
    try:
        content = json.loads(path.read_text("utf-8"))
        manifest = _from_json(content)
    except FileNotFoundError:
        raise KernelError(f"{folder} contains no kernels: {NAME} is missing") from None
    except (ValueError, KeyError, TypeError) as error:
        raise KernelError(f"{path} cannot be read: {error!r}") from None
    if manifest.game != game.name:
        raise KernelError(f"{folder} contains kernels of {manifest.game}, not of {game.name}")
    _compare(folder, "rules", manifest.rules, game.rules_version)
    _compare(folder, "kernels", manifest.sources, kernels_version(game))
    return manifest


def bind_loops(game: Game) -> Binding:
    """The loops of the threads, bound to a game."""
    parts = {"see": game.rules.view, "observe": game.observation.observe, "branches": game.branches}
    return Binding(loops, game.rules, {name: part for name, part in parts.items() if part})


def kernels_version(game: Game) -> str:
    """The identity of everything kernels are built from: loops, rules, observation, sizes."""
    graph = CallGraph([*KERNELS.values(), *functions_of(loops)], bind_loops(game).bound)
    return identify(graph, {"shape": Shape.of(game).as_numbers()}, game.package)


def _compare(folder: Path, what: str, built: str, wanted: str) -> None:
    if built != wanted:
        raise KernelError(
            f"the kernels in {folder} were built from other {what}: {built}, not {wanted};"
            " build them again"
        )


def _from_json(content: dict[str, Any]) -> Manifest:
    if content["format"] != FORMAT:
        raise ValueError(f"format {content['format']} is not {FORMAT}")
    entries = {name: KernelEntry(**entry) for name, entry in content.pop("kernels").items()}
    target = tuple(content.pop("target"))
    return Manifest(**content, target=(int(target[0]), int(target[1])), kernels=entries)
