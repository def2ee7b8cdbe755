"""Datasets: self-play written as Parquet files, one per shard of games; needs the extra `data`.

    DIR/_about.json           the plan, and how to read the columns
    DIR/part-00000.parquet    the decisions of the first games, one row each; and so on

A shard depends on nothing but the plan and its number, so a dataset has the same content wherever
it is played, and an interrupted one is completed by the same command.  `docs/data.md` describes
the columns.
"""

import importlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bellhop
from bellhop.engine.dice import check_seed
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.envs.many import Setup
from bellhop.games import game_named
from bellhop.lab.executors import Executor
from bellhop.lab.recording import Decisions, check, record

FORMAT = 1
ABOUT = "_about.json"  # readers of Parquet folders pass over names like this
SHARD_GAMES = 250
OBSERVATION = "observation."  # before the name of a slice


@dataclass(frozen=True)
class DataPlan:
    """Everything that determines a dataset."""

    game: str
    games: int
    by: tuple[str, ...]
    players: int = 2
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    shard: int = SHARD_GAMES  # games per file

    def check(self) -> None:
        """Refuse a plan that cannot be played."""
        check(self.by)
        check_seed(self.seed + self.games)
        game_named(self.game).undealt(self.players, dict(self.options))

    @property
    def shards(self) -> int:
        """The number of files."""
        return -(-self.games // self.shard)

    def to_json(self) -> dict[str, Any]:
        """What is kept beside the data, and in every file."""
        game = game_named(self.game)
        layout = game.observation.LAYOUT
        return {
            "format": FORMAT,
            "bellhop": bellhop.__version__,
            "rules": game.rules_version,
            "plan": {**asdict(self), "options": dict(self.options), "by": list(self.by)},
            "layout": layout.version,
            "slices": {part.name: list(part.shape) for part in layout.slices},
            "moves": list(game.moves),
        }


@dataclass(frozen=True)
class Written:
    """How much was written."""

    games: int
    decisions: int
    bytes: int


def write_dataset(
    plan: DataPlan,
    folder: Path,
    executor: Executor,
    progress: Callable[[int], None] | None = None,
) -> Written:
    """Play what is missing of a dataset; returns what is there now."""
    plan.check()
    arrow()
    folder.mkdir(parents=True, exist_ok=True)
    about, told = folder / ABOUT, json.dumps(plan.to_json(), indent=1, sort_keys=True) + "\n"
    if about.exists() and about.read_text("utf-8") != told:
        raise BellhopError("lab.other_dataset", folder=str(folder))
    about.write_text(told, "utf-8")
    missing = [n for n in range(plan.shards) if not path_of(folder, n).exists()]
    if progress:
        progress(plan.games - sum(_games_in(plan, number) for number in missing))
    tasks = [(plan, str(folder), number) for number in missing]
    for games in executor.results(write_shard, tasks):
        if progress:
            progress(games)
    paths = [path_of(folder, number) for number in range(plan.shards)]
    read = arrow().parquet.read_metadata
    decisions = sum(read(path).num_rows for path in paths)
    return Written(plan.games, decisions, sum(path.stat().st_size for path in paths))


def write_shard(plan: DataPlan, folder: str, number: int) -> int:
    """Play and write one file, which appears only when it is complete; returns its games."""
    game = game_named(plan.game)
    first = number * plan.shard
    last = first + _games_in(plan, number)
    setup = Setup(plan.players, dict(plan.options))
    table = to_table(plan, record(game, setup, plan.by, first, last, plan.seed))
    path = path_of(Path(folder), number)
    part = path.with_name(f"_{path.name}.part")
    arrow().parquet.write_table(table, part, compression="zstd", use_dictionary=["by"])
    part.replace(path)
    return last - first


def to_table(plan: DataPlan, made: Decisions) -> Any:
    """Decisions as a table of Arrow."""
    pa, game = arrow(), game_named(plan.game)
    named = game.observation.LAYOUT.named(made.observation)
    names = pa.array(list(plan.by))
    columns = {
        "game": pa.array(made.game),
        "seed": pa.array(made.game + plan.seed),
        "number": pa.array(made.number),
        "seat": pa.array(made.seat),
        "by": pa.DictionaryArray.from_arrays(pa.array(made.by), names),
        **{f"{OBSERVATION}{name}": _rows(cells) for name, cells in named.items()},
        "mask": _rows(made.mask),
        "move": pa.array(made.move),
        "policy": _rows(made.policy),
        "value": pa.array(made.value, mask=np.isnan(made.value)),
        "share": pa.array(made.share),
        "points": pa.array(made.points),
        "margin": pa.array(made.margin),
    }
    return pa.table(columns, metadata={"bellhop": json.dumps(plan.to_json(), sort_keys=True)})


def observations(table: Any, game: Game) -> NDArray[np.int8]:
    """The observations of a table in one array, as networks read them."""
    layout = game.observation.LAYOUT
    parts = [table.column(f"{OBSERVATION}{part.name}") for part in layout.slices]
    return np.concatenate([matrix(part) for part in parts], axis=1)


def matrix(column: Any) -> NDArray[Any]:
    """A column of lists, all of the same length, as an array of two dimensions."""
    flat = column.combine_chunks()
    cells: NDArray[Any] = flat.flatten().to_numpy(zero_copy_only=False)
    return cells.reshape(len(flat), -1)


def path_of(folder: Path, number: int) -> Path:
    """The file of a shard."""
    return folder / f"part-{number:05}.parquet"


def arrow() -> Any:
    """PyArrow with its Parquet module, or one clear line."""
    try:
        importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise BellhopError("lab.no_arrow") from None
    return importlib.import_module("pyarrow")


def _games_in(plan: DataPlan, number: int) -> int:
    """How many games a shard has; the last one may have fewer."""
    return min(plan.shard, plan.games - number * plan.shard)


def _rows(cells: NDArray[Any]) -> Any:
    """An array of several dimensions as a column of lists of a fixed length."""
    flat = np.ascontiguousarray(cells).reshape(len(cells), -1)
    return arrow().FixedSizeListArray.from_arrays(flat.ravel(), flat.shape[1])
