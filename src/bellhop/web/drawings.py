"""What each viewer sees of a table now, drawn once for everybody who sees the same."""

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from bellhop.table.live import LiveTable
from bellhop.table.sitting import Sitting
from bellhop.web.rendering import Viewer, news

MAX_VIEWERS = 24  # per table, whose drawings are cached


class Drawn(NamedTuple):
    """The news of a table, and what they were drawn from."""

    version: tuple[object, ...]
    sitting: Sitting | None  # a different object if the table was loaded from disk again
    news: dict[str, Any]


_drawings: WeakKeyDictionary[LiveTable, dict[Viewer, Drawn]] = WeakKeyDictionary()


def latest_news(live: LiveTable, viewer: Viewer) -> dict[str, Any]:
    """The news of a table, cached for all requests of the same viewer."""
    drawn = _drawings.setdefault(live, {})
    cached, version = drawn.get(viewer), live.version
    if cached is None or cached.version != version or cached.sitting is not live.sitting:
        if len(drawn) >= MAX_VIEWERS:
            drawn.clear()
        cached = drawn[viewer] = Drawn(version, live.sitting, news(live, viewer))
    return cached.news
