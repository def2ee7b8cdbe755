"""Analyses of finished games, kept with their tables so that each is made only once."""

import time

import sqlalchemy as sa

from bellhop.table.schema import analyses
from bellhop.table.store import Store


def keep_analysis(store: Store, table: str, rules: str, network: str, data: str) -> None:
    """Store the analysis of a table's game in place of an earlier one."""
    values = {"rules": rules, "network": network, "data": data, "time": time.time()}
    with store.changing(table) as connection:
        connection.execute(sa.delete(analyses).where(analyses.c.table_id == table))
        connection.execute(sa.insert(analyses).values(table_id=table, **values))


def find_analysis(store: Store, table: str, rules: str, network: str) -> str | None:
    """The analysis of a table's game, if it was made with these rules and this network."""
    where = (
        (analyses.c.table_id == table)
        & (analyses.c.rules == rules)
        & (analyses.c.network == network)
    )
    with store.engine.connect() as connection:
        return connection.execute(sa.select(analyses.c.data).where(where)).scalar_one_or_none()
