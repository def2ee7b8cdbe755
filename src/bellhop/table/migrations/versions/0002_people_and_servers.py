"""Hosts, stand-ins, nonces per seat, remarks, snapshots, and leases for several servers."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Upgrade from 0001; seats that are taken already keep their game's nonces."""
    text, hashed = sa.String(20), sa.String(64)
    op.add_column("tables", sa.Column("host_hash", hashed, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("pace", sa.String(10), nullable=False,
                                      server_default="normal"))  # fmt: skip
    op.add_column("tables", sa.Column("lease_owner", sa.String(32)))
    op.add_column("tables", sa.Column("lease_until", sa.Float))
    op.add_column("seats", sa.Column("nonce", hashed, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("stand_in", text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("wants_end", sa.Boolean, nullable=False,
                                     server_default=sa.false()))  # fmt: skip
    op.add_column("acts", sa.Column("digest", sa.String(16), nullable=False, server_default=""))
    op.create_table(
        "snapshots",
        _table_id(),
        sa.Column("row", sa.Integer, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "remarks",
        _table_id(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("text", sa.String(400), nullable=False),
        sa.Column("time", sa.Float, nullable=False),
    )


def _table_id() -> sa.Column[str]:
    owner = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), owner, primary_key=True)
