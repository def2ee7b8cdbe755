"""What lies in a folder of kernels, and whether it belongs to the rules at hand."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.identity import identify
from bellhop.engine.reach import Reach, functions_of
from bellhop.engine.twin import Binding
from bellhop.envs.gpu import loops
from bellhop.envs.gpu.kernels import KERNELS
from bellhop.envs.gpu.shapes import Shape

NAME = "kernels.json"
FORMAT = 2
ENTRY = "kernel"  # what the one kernel of every file is called


class KernelError(PlainError):
    """Kernels that are missing, or that do not fit the rules or the GPU."""


@dataclass(frozen=True)
class Entry:
    """One kernel: the stem of its files, and whether there is machine code."""

    file: str
    is_assembled: bool


@dataclass(frozen=True)
class Manifest:
    """The kernels of one game, for one kind of GPU."""

    game: str
    rules: str
    sources: str
    target: tuple[int, int]
    shape: dict[str, int]
    versions: dict[str, str]
    kernels: dict[str, Entry] = field(default_factory=dict)
    format: int = FORMAT

    def write(self, folder: Path) -> None:
        """Write it beside the kernels."""
        (folder / NAME).write_text(json.dumps(asdict(self), indent=1) + "\n", "utf-8")

    def entry(self, name: str) -> Entry:
        """A kernel by its name."""
        if name not in self.kernels:
            known = ", ".join(self.kernels) or "none"
            raise KernelError(f"there is no kernel {name!r} of {self.game}; there is {known}")
        return self.kernels[name]


def read_manifest(game: Game, folder: Path) -> Manifest:
    """The kernels in a folder, if they were made from the rules and kernels at hand."""
    path = folder / NAME
    try:
        content = json.loads(path.read_text("utf-8"))
        manifest = _from_json(content)
    except FileNotFoundError:
        raise KernelError(f"{folder} holds no kernels: {NAME} is missing") from None
    except (ValueError, KeyError, TypeError) as error:
        raise KernelError(f"{path} cannot be read: {error!r}") from None
    if manifest.game != game.name:
        raise KernelError(f"{folder} holds kernels of {manifest.game}, not of {game.name}")
    _compare(folder, "rules", manifest.rules, game.rules_version)
    _compare(folder, "kernels", manifest.sources, kernels_version(game))
    return manifest


def bind_loops(game: Game) -> Binding:
    """What threads do with their games, over one game's rules."""
    parts = {"see": game.rules.view, "observe": game.observation.observe, "branches": game.branches}
    return Binding(loops, game.rules, {name: part for name, part in parts.items() if part})


def kernels_version(game: Game) -> str:
    """The identity of all that kernels are made from: loops, rules, observation, sizes."""
    reach = Reach([*KERNELS.values(), *functions_of(loops)], bind_loops(game).bound)
    return identify(reach, {"shape": Shape.of(game).as_numbers()}, game.package)


def _compare(folder: Path, what: str, built: str, wanted: str) -> None:
    if built != wanted:
        raise KernelError(
            f"the kernels in {folder} were built from other {what}: {built}, not {wanted};"
            " build them anew"
        )


def _from_json(content: dict[str, Any]) -> Manifest:
    if content["format"] != FORMAT:
        raise ValueError(f"format {content['format']} is not {FORMAT}")
    entries = {name: Entry(**entry) for name, entry in content.pop("kernels").items()}
    target = tuple(content.pop("target"))
    return Manifest(**content, target=(int(target[0]), int(target[1])), kernels=entries)
