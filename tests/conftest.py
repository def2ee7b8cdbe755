"""Settings and databases for all tests; compiled rules are kept in the checkout.

A game outside the package, `outside.night_porter`, goes through every shared test.  Databases are
SQLite, and a real PostgreSQL that is started for the tests.
"""

import gc
import json
import os
import tempfile
import time
import tomllib
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, settings
from packaging.requirements import Requirement

TESTS = Path(__file__).parent
STARTED = time.time()


def list_in_environment(variable: str, entry: str, separator: str) -> None:
    """Add an entry to a list in an environment variable, for this process and its children."""
    listed = filter(None, os.environ.get(variable, "").split(separator))
    os.environ[variable] = separator.join(dict.fromkeys([*listed, entry]))


# This comes before any import from Bellhop.
list_in_environment("BELLHOP_GAMES", "outside.night_porter", " ")
list_in_environment("PYTHONPATH", str(TESTS), os.pathsep)
os.environ.setdefault("BELLHOP_CACHE", str(TESTS.parent / ".cache"))

# No deadline: machines are shared, and tests never assert a time.
common = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True, database=None
)
settings.register_profile("test", common, max_examples=15)
settings.register_profile("prove", common, max_examples=400)
settings.load_profile("prove" if os.environ.get("BELLHOP_PROVE") else "test")


def pytest_collection_finish() -> None:
    """What was imported stays: the garbage collector need not search it again and again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Record the result of a proof, or of a part of it."""
    if not os.environ.get("BELLHOP_PROVE") or config.option.collectonly:
        return
    from bellhop.games import GAMES
    from support import count_outcomes

    path = TESTS.parent / "benchmarks" / "results" / "proofs.json"
    kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
    kept[" ".join(config.args)] = {
        **count_outcomes(terminalreporter.stats),
        "minutes": round((time.time() - STARTED) / 60, 1),
        "date": time.strftime("%Y-%m-%d"),
        "rules": {game.name: game.rules_version for game in GAMES},
    }
    path.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


def is_declared(package: str) -> bool:
    """Does pyproject.toml ask for a package on this Python, so that tests must not do without?"""
    project = tomllib.loads((TESTS.parent / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = map(Requirement, project["optional-dependencies"]["dev"])
    return any(one.name == package and (not one.marker or one.marker.evaluate()) for one in wanted)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server started for the tests."""
    if not is_declared("pgserver"):
        pytest.skip("pgserver has no build for this Python")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns if the machine has no runtime folder
        try:
            pgserver: Any = import_module("pgserver")
        except ImportError as error:
            fault = f"PostgreSQL cannot be started: {error}"
            raise pytest.fail.Exception(fault, pytrace=False) from None
    with tempfile.TemporaryDirectory() as folder:
        server = pgserver.get_server(folder, cleanup_mode="stop")
        for command in ("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"):
            server.psql(command)  # these databases need not survive a power failure
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
        server.cleanup()


@pytest.fixture(scope="session")
def new_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], str]:
    """Makes empty databases of either kind; gives their URLs."""
    folder, numbers = tmp_path_factory.mktemp("databases"), count()

    def make(kind: str) -> str:
        name = f"t{next(numbers)}"
        if kind == "sqlite":
            return f"sqlite:///{folder / name}.sqlite"
        server = sa.make_url(request.getfixturevalue("postgresql"))
        engine = sa.create_engine(server, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(sa.text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return server.set(database=name).render_as_string(hide_password=False)

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """The URL of an empty database of either kind."""
    return new_database(request.param)
