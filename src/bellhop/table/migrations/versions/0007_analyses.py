"""The analysis of a finished game is kept with its table."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Upgrade from 0006; no game has been analysed so far."""
    owner = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(16), owner, primary_key=True),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("network", sa.String(32), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
    )
