"""A device comes back to the mistakes of its games, and a seat can have a tutor."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Upgrade from 0008; nobody has mistakes to come back to, or a tutor."""
    owner = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "reviews",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), owner, primary_key=True),
        sa.Column("row", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
    )
    tutor = sa.Column("tutor", sa.String(10), nullable=False, server_default="")
    op.add_column("seats", tutor)
