"""The sweeper: tables nobody looks at leave memory, old ones the disk, and pauses stay short."""

import asyncio
import gc
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from bellhop.table.house import House
from bellhop.table.retention import Retention, purge

SWEEP_SECONDS = 60.0
ROUNDS_BETWEEN_SEARCHES = 60


async def sweep(house: House, kept: Retention) -> None:
    """Tidy up every minute, for as long as the server runs."""
    rounds = 0
    while True:
        calm_collector(is_thorough=rounds % ROUNDS_BETWEEN_SEARCHES == 0)
        rounds += 1
        await asyncio.sleep(SWEEP_SECONDS)
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
