"""A game can go on from a moment of an earlier one, which is stored with its table."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Upgrade from 0005; all games so far began with a deal."""
    op.add_column("tables", sa.Column("start", sa.JSON(none_as_null=True)))
