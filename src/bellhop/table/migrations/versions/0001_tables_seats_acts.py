"""Tables, seats and acts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Upgrade an empty database."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("nonces", sa.JSON),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
    )
    op.create_table(
        "seats",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("taken", sa.Boolean, nullable=False),
    )
    op.create_index("ix_seats_secret_hash", "seats", ["secret_hash"])
    op.create_table(
        "acts",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("row", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("act", sa.String(80), nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.UniqueConstraint("table_id", "key"),
    )
