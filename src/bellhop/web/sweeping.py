"""The sweeper: frees memory, deletes old tables, and keeps garbage collection short."""

import asyncio
import gc
import logging

from bellhop.table.house import House
from bellhop.table.retention import KEEP_ALL, Retention, purge

SWEEP_SECONDS = 60.0
CALM_SECONDS = 1.0
ROUNDS_BETWEEN_SWEEPS = round(SWEEP_SECONDS / CALM_SECONDS)
ROUNDS_BETWEEN_SEARCHES = 60 * ROUNDS_BETWEEN_SWEEPS
YOUNG_OBJECTS = 20_000  # before a collection: enough for most objects of a move to be gone by then

log = logging.getLogger(__name__)


async def sweep(house: House, kept: Retention) -> None:
    """Tidy up every minute while the server runs, whatever fails; a new failure is logged once."""
    gc.set_threshold(YOUNG_OBJECTS)
    rounds, failure = 0, ""
    while True:
        calm_collector(is_thorough=rounds % ROUNDS_BETWEEN_SEARCHES == 0)
        rounds += 1
        await asyncio.sleep(CALM_SECONDS)
        if rounds % ROUNDS_BETWEEN_SWEEPS == 0:
            before, failure = failure, await _tidy(house, kept)
            if failure and failure != before and not house.store.failure:  # else it is logged
                log.error("tables cannot be tidied up: %s", failure)


async def _tidy(house: House, kept: Retention) -> str:
    """Remove idle tables from memory and, if the operator wants it, old ones from disk.

    Return what failed, in one line; the next round tries again.
    """
    try:
        house.forget_idle()
        if kept != KEEP_ALL:
            spared = {live.stored.id for live in house.live_tables()}
            await asyncio.to_thread(purge, house.store, kept, spared)
    except Exception as error:
        return f"{type(error).__name__}: {error}".partition("\n")[0]
    return ""


def calm_collector(is_thorough: bool) -> None:
    """Collect garbage, and hide what is left from the collector; a thorough call looks at all.

    A thousand tables are a million objects, and whenever the collector walks through all of them,
    everybody waits for a third of a second.  So it sees only the objects of the last few
    seconds: garbage among those is freed at once, and older garbage once an hour.
    """
    if is_thorough:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
