"""A host may let spectators chat, and the result of a game is stored with its table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Upgrade from 0007; results of earlier games are stored when somebody looks at them."""
    closed = sa.Column("open_chat", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", closed)
    op.add_column("tables", sa.Column("result", sa.JSON(none_as_null=True)))
