"""Upgrades of a database to the newest schema, after a copy of it was made."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from bellhop.engine.errors import BellhopError
from bellhop.table.files import private_file

MIGRATION_LOCK = 0xBE11_0B  # any number that no other program uses on this database
VERSION = "SELECT version_num FROM alembic_version"
MIGRATIONS = Path(__file__).parent / "migrations"
SCHEMAS = sorted(path.stem.partition("_")[0] for path in MIGRATIONS.glob("versions/0*.py"))
NEWEST_SCHEMA = SCHEMAS[-1]


def upgrade(engine: sa.Engine) -> None:
    """Upgrade the database to the newest schema; on PostgreSQL, one server at a time."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        version = _version_of(connection)
        if version != NEWEST_SCHEMA:
            if version is not None:
                _keep(connection, version)
            migrate(connection, "head")


def migrate(connection: sa.Connection, version: str) -> None:
    """Run the migrations up to a version."""
    # Imported here because it is slow to import and seldom needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def _version_of(connection: sa.Connection) -> str | None:
    """The version of a database's schema; None if the database is new."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return check_version(connection.scalars(sa.text(VERSION)).all())


def check_version(found: Sequence[object]) -> str:
    """The version that a database names, which has to be one that we know."""
    match found:
        case [str(version)] if version in SCHEMAS:
            return version
        case [str(version)] if version.isdecimal() and version > NEWEST_SCHEMA:
            raise BellhopError("database.newer")
    raise BellhopError("database.other")


def _keep(connection: sa.Connection, version: str) -> None:
    """Copy the database before an upgrade: next to the file, or into a PostgreSQL schema."""
    if connection.dialect.name == "postgresql":
        kept = f"before_{NEWEST_SCHEMA}"
        connection.execute(sa.text(f"DROP SCHEMA IF EXISTS {kept} CASCADE"))
        connection.execute(sa.text(f"CREATE SCHEMA {kept}"))
        for table in sa.inspect(connection).get_table_names():
            connection.execute(sa.text(f"CREATE TABLE {kept}.{table} AS TABLE {table}"))
    elif file := connection.engine.url.database:
        with (
            private_file(Path(f"{file}.{version}.backup")) as backup,
            closing(sqlite3.connect(file)) as old,
            closing(sqlite3.connect(backup)) as new,
        ):
            old.backup(new)
