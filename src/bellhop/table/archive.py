"""The archive: finished games from elsewhere, imported from files to be viewed here."""

import asyncio
import secrets
import time
from typing import NamedTuple

from bellhop.engine.errors import BellhopError
from bellhop.table.file import GameFile, parse_game
from bellhop.table.house import House
from bellhop.table.schema import NewAct, StoredSeat, StoredTable
from bellhop.table.sitting import Sitting
from bellhop.table.store import Store


class Imported(NamedTuple):
    """A fully checked game, ready to be stored."""

    table: StoredTable
    log: list[NewAct]
    snapshot: str  # at the end, so that nothing is replayed when the table is opened


async def import_game(house: House, data: bytes, sender: str) -> str:
    """Check a finished game fully and store it; return the id of its table, where nobody sits."""
    most = house.limits.rows_per_file
    imported = await house.replays.run((sender,), check_game, data, most)
    await asyncio.to_thread(_keep, house.store, imported)
    return imported.table.id


def check_game(data: bytes, max_rows: int) -> Imported:
    """Check a saved game by replaying it once, and collect the rows of its log."""
    saved = parse_game(data)
    if saved.rows > max_rows:
        raise BellhopError("rows", rows=saved.rows, most=max_rows)
    table, log = secrets.token_hex(8), []
    sittings = saved.check()
    sitting = next(sittings)
    turn = sitting.turn
    for act, sitting in zip(saved.acts, sittings, strict=True):
        digest = sitting.digest()
        log.append(NewAct(table, act.row, turn, act.text, str(act.row), saved.rules, digest))
        turn = sitting.turn
    if not sitting.is_over:
        raise BellhopError("unfinished")
    return Imported(_stored(table, saved, sitting), log, sitting.snapshot())


def _stored(table: str, saved: GameFile, last: Sitting) -> StoredTable:
    """The table of a saved game; its seats count as taken, so that nobody can sit down."""
    seats = tuple(
        StoredSeat(number, seat.name, seat.kind, taken=True)
        for number, seat in enumerate(saved.seats)
    )
    now = time.time()
    return StoredTable(
        id=table,
        game=saved.game.name,
        rules=saved.rules,
        options=dict(saved.options),
        secret=saved.shaker.secret,
        nonces=saved.shaker.nonces,
        made=now,
        seats=seats,
        acts=(),
        start=last.start,
        ended=now,
    )


def _keep(store: Store, imported: Imported) -> None:
    table = imported.table
    store.add_table(table, imported.log)
    store.keep_snapshot(table.id, len(imported.log), table.rules, imported.snapshot)
