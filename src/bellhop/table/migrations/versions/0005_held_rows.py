"""A player can stop the bots of a table to think again about the move of a row."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Upgrade from 0004; no bots are held."""
    op.add_column("tables", sa.Column("held_row", sa.Integer, nullable=False, server_default="-1"))
