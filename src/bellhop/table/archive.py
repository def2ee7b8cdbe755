"""The archive: finished games as files, taken in from elsewhere to be looked at here."""

import asyncio
import secrets
import time

from bellhop.engine.errors import BellhopError
from bellhop.table.file import GameFile
from bellhop.table.house import House
from bellhop.table.schema import NewAct, StoredSeat, StoredTable
from bellhop.table.store import hash_secret


async def import_game(house: House, saved: GameFile) -> str:
    """Keep a finished game after checking it whole; the id of its table, at which nobody sits."""
    table = secrets.token_hex(8)
    acts = await asyncio.to_thread(_checked_acts, saved, table)
    seats = tuple(
        StoredSeat(number, seat.name, seat.kind, hash_secret(secrets.token_urlsafe(16)), taken=True)
        for number, seat in enumerate(saved.seats)
    )
    now = time.time()
    stored = StoredTable(
        id=table,
        game=saved.game.name,
        rules=saved.rules,
        options=dict(saved.options),
        secret=saved.shaker.secret,
        nonces=saved.shaker.nonces,
        made=now,
        seats=seats,
        acts=(),
        ended=now,
    )
    await asyncio.to_thread(house.store.add_table, stored, acts)
    return table


def _checked_acts(saved: GameFile, table: str) -> list[NewAct]:
    """The acts of a verified game as rows of the log."""
    if not saved.verify().is_over:
        raise BellhopError("unfinished")
    sittings = saved.replay()
    sitting = next(sittings)
    acts = []
    for act in saved.acts:
        turn = sitting.turn
        sitting = next(sittings)
        acts.append(
            NewAct(table, act.row, turn, act.text, str(act.row), saved.rules, sitting.digest())
        )
    return acts
