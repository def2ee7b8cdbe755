"""Bots have four levels (what was "sensible" is "casual"), and a table may forbid hints."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Rename the bots at existing tables, and allow hints there."""
    allowed = sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("tables", allowed)
    seats = sa.table("seats", sa.column("kind", sa.String), sa.column("stand_in", sa.String))
    for column in (seats.c.kind, seats.c.stand_in):
        op.execute(seats.update().where(column == "sensible").values({column.name: "casual"}))
