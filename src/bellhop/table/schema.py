"""The database schema, and the named tuples that its rows are read into."""

import json
import math
from typing import Any, NamedTuple

import sqlalchemy as sa

from bellhop.table.names import PERSON
from bellhop.table.sitting import Act
from bellhop.table.start import Start

NO_ROW = -1  # in place of a row: the bots wait for nobody

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("nonces", sa.JSON),  # null until everybody has sat down
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
    sa.Column("pace", sa.String(10), nullable=False, server_default="normal"),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("open_chat", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("result", sa.JSON(none_as_null=True)),  # null until the game is over
    sa.Column("held_row", sa.Integer, nullable=False, server_default=str(NO_ROW)),
    sa.Column("start", sa.JSON(none_as_null=True)),  # null if the game began with a deal
    sa.Column("lease_owner", sa.String(32)),  # the server whose bots play here
    sa.Column("lease_until", sa.Float),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("taken", sa.Boolean, nullable=False),
    sa.Column("nonce", sa.String(64), nullable=False, server_default=""),
    sa.Column("stand_in", sa.String(20), nullable=False, server_default=""),
    sa.Column("wants_end", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("asked_until", sa.Float, nullable=False, server_default="0"),
    sa.Column("tutor", sa.String(10), nullable=False, server_default=""),
)
holders = sa.Table(  # the keys that may act for a seat, or for the host
    "holders",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("key_hash", sa.String(64), primary_key=True, index=True),
    sa.Column("kind", sa.String(10), nullable=False),
)
links = sa.Table(  # each can be used once to take a seat
    "links",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("secret_hash", sa.String(64), primary_key=True, index=True),
    sa.Column("used", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("with_host", sa.Boolean, nullable=False, server_default=sa.false()),
)
acts = sa.Table(
    "acts",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("row", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("act", sa.String(80), nullable=False),
    sa.Column("key", sa.String(40), nullable=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("digest", sa.String(16), nullable=False, server_default=""),
    sa.UniqueConstraint("table_id", "key"),
)
snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("row", sa.Integer, nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
remarks = sa.Table(
    "remarks",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("text", sa.String(400), nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)
analyses = sa.Table(  # of finished games, made once
    "analyses",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("network", sa.String(32), nullable=False),  # empty if a search judged
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)


reviews = sa.Table(  # mistakes that a device comes back to
    "reviews",
    metadata,
    sa.Column("key_hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("row", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("box", sa.Integer, nullable=False),
    sa.Column("due", sa.Float, nullable=False),
)


HOST = -1  # the host's place, in the `seat` column of holders and links
DEVICE, PROGRAM = "device", "program"  # kinds of holders
REISSUED = "reissued"  # the kind of remark about a new link for a seat during the game


def check_row(table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row, or refuse it if a value does not fit its column, as PostgreSQL would."""
    for column in table.columns:
        value = row[column.name]
        if not (_fits(column.type, value) if value is not None else column.nullable):
            raise ValueError(f"{column.name} cannot be {value!r}")
    return row


def _fits(kind: Any, value: Any) -> bool:
    """Can a column of this type hold a value?"""
    if isinstance(kind, sa.String):
        is_text = isinstance(value, str) and "\0" not in value and value.isprintable()
        return is_text and (kind.length is None or len(value) <= kind.length)
    if isinstance(kind, sa.Boolean):
        return isinstance(value, bool)
    if isinstance(kind, sa.Integer):
        return type(value) is int and abs(value) < 1 << 31
    if isinstance(kind, sa.Float):
        return isinstance(value, int | float) and math.isfinite(value)
    return isinstance(value, dict | list) and _is_strict(value)  # JSON


def _is_strict(value: Any) -> bool:
    """Is this JSON as PostgreSQL reads it, without NaN and Infinity?"""
    try:
        write_json(value)
    except ValueError:
        return False
    return True


def write_json(value: Any) -> str:
    """JSON as every database stores it; SQLite would also take NaN, which PostgreSQL refuses."""
    return json.dumps(value, allow_nan=False)


class StoredSeat(NamedTuple):
    """A seat as it is stored."""

    seat: int
    name: str
    kind: str
    taken: bool
    nonce: str = ""
    stand_in: str = ""  # the kind of bot that plays for a person who is away
    wants_end: bool = False
    asked_until: float = 0.0  # until then an absent player must still agree to end the game
    tutor: str = ""  # "on", or "agreed" to those of others

    @property
    def is_ready(self) -> bool:
        """Is the seat taken, and has a person there added a nonce to the dice?"""
        return self.taken and (self.kind != PERSON or bool(self.nonce))


class Holder(NamedTuple):
    """A device or program that may act for a seat, or for the host; its key is stored hashed."""

    seat: int
    key_hash: str
    kind: str = DEVICE


class NewLink(NamedTuple):
    """A link that is about to be stored; it can be used once to take a seat."""

    seat: int
    secret_hash: str
    with_host: bool = False  # does it also make its user the table's host?


class Result(NamedTuple):
    """The points of every seat, the seats that have won, and whether it was only practice."""

    points: list[int]
    winners: list[int]
    is_practice: bool


def read_result(stored: dict[str, Any] | None) -> Result | None:
    """A stored result; none if an earlier version stored less, so that it is found again."""
    return Result(**stored) if stored and dict(stored).keys() >= set(Result._fields) else None


class Remark(NamedTuple):
    """A chat message, or a notice of something that happened around the game."""

    number: int
    seat: int
    kind: str  # "said", or what happened
    text: str
    time: float


class StoredTable(NamedTuple):
    """A table as it is stored, with its seats, acts and remarks."""

    id: str
    game: str
    rules: str
    options: dict[str, str]
    secret: str
    nonces: tuple[str, ...]  # empty until everybody has sat down
    made: float
    seats: tuple[StoredSeat, ...]
    acts: tuple[Act, ...]
    holders: tuple[Holder, ...] = ()
    pace: str = "normal"
    hints: bool = True  # are they allowed?
    open_chat: bool = False  # may spectators chat?
    held_row: int = NO_ROW  # the bots wait while a player thinks again about its move
    start: Start | None = None  # the moment of an earlier game that this one goes on from
    ended: float | None = None
    acted: float = 0.0  # when the last act was made
    times: tuple[tuple[int, float], ...] = ()  # of the acts: who acted, and when
    has_result: bool = False
    remarks: tuple[Remark, ...] = ()


class TableLine(NamedTuple):
    """A table in a list of tables."""

    id: str
    game: str
    rules: str
    made: float
    ended: float | None
    rows: int


class NewAct(NamedTuple):
    """An act that is about to be stored; its `key` shows when a request is a repeated one."""

    table: str
    row: int
    seat: int
    act: str
    key: str
    rules: str
    digest: str = ""  # of the position after the act
    time: float = 0.0  # when it was made
