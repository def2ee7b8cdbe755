"""The sweeper: tables nobody looks at leave memory, old ones the disk, and pauses stay short."""

import asyncio
import gc
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from bellhop.table.house import House
from bellhop.table.retention import Retention, purge

SWEEP_SECONDS = 60.0
CALM_SECONDS = 5.0
ROUNDS_BETWEEN_SWEEPS = round(SWEEP_SECONDS / CALM_SECONDS)
ROUNDS_BETWEEN_SEARCHES = 60 * ROUNDS_BETWEEN_SWEEPS
YOUNG_OBJECTS = 20_000  # before the collector looks at them: by then a move's own have gone


async def sweep(house: House, kept: Retention) -> None:
    """Tidy up every minute, for as long as the server runs."""
    gc.set_threshold(YOUNG_OBJECTS)
    rounds = 0
    while True:
        calm_collector(is_thorough=rounds % ROUNDS_BETWEEN_SEARCHES == 0)
        rounds += 1
        await asyncio.sleep(CALM_SECONDS)
        if rounds % ROUNDS_BETWEEN_SWEEPS == 0:
            await _tidy(house, kept)


async def _tidy(house: House, kept: Retention) -> None:
    """Let go of what nobody needs in memory or, by the host's wish, on disk."""
    house.forget_idle()
    if kept != Retention():
        spared = {live.stored.id for live in house.live_tables()}
        with suppress(SQLAlchemyError):  # out of reach for now; the next round tries again
            await asyncio.to_thread(purge, house.store, kept, spared)


def calm_collector(is_thorough: bool) -> None:
    """Take what lives long out of the garbage collector's sight.

    A thousand tables are a million objects; whenever the collector walks through all of them,
    everybody waits for a third of a second.  Tables go by themselves when nobody holds them any
    more; what else may have been left behind is searched for once an hour.
    """
    if is_thorough:
        gc.unfreeze()
        gc.collect()
    gc.freeze()
