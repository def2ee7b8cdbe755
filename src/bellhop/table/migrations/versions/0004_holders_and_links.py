"""Keys of devices and programs hold seats, and a link can be used only once."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

HOST = -1


def upgrade() -> None:
    """Upgrade from 0003; the secret of a taken seat becomes its holder's key, its link is used."""
    hashed, no = sa.String(64), sa.false()
    holders = op.create_table(
        "holders",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("key_hash", hashed, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
    )
    op.create_index("ix_holders_key_hash", "holders", ["key_hash"])
    links = op.create_table(
        "links",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("secret_hash", hashed, primary_key=True),
        sa.Column("used", sa.Boolean, nullable=False, server_default=no),
        sa.Column("with_host", sa.Boolean, nullable=False, server_default=no),
    )
    op.create_index("ix_links_secret_hash", "links", ["secret_hash"])
    asked = sa.Column("asked_until", sa.Float, nullable=False, server_default="0")
    op.add_column("seats", asked)
    _fill(holders, links)
    op.drop_index("ix_seats_secret_hash", "seats")
    op.drop_column("seats", "secret_hash")
    op.drop_column("tables", "host_hash")


def _fill(holders: sa.Table, links: sa.Table) -> None:
    """Fill holders and links from the old columns of seats and tables."""
    text = [sa.column(name, sa.String) for name in ("table_id", "secret_hash", "kind")]
    number, mark = sa.column("seat", sa.Integer), sa.column("taken", sa.Boolean)
    seats = sa.table("seats", *text, number, mark)
    tables = sa.table("tables", sa.column("id"), sa.column("host_hash"))
    people, own = seats.c.kind == "person", (seats.c.table_id, seats.c.seat, seats.c.secret_hash)
    taken = sa.select(*own, sa.literal("device")).where(people & seats.c.taken)
    host = sa.select(tables.c.id, sa.literal(HOST), tables.c.host_hash, sa.literal("device"))
    names = ["table_id", "seat", "key_hash", "kind"]
    op.execute(sa.insert(holders).from_select(names, taken))
    op.execute(sa.insert(holders).from_select(names, host.where(tables.c.host_hash != "")))
    invited = sa.select(*own, seats.c.taken).where(people)
    op.execute(sa.insert(links).from_select(["table_id", "seat", "secret_hash", "used"], invited))


def _table_id() -> sa.Column[str]:
    owner = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), owner, primary_key=True)
