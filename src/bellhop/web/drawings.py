"""What each pair of viewer sees of a table now, drawn once for all who see the same."""

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from bellhop.table.live import LiveTable
from bellhop.table.sitting import Sitting
from bellhop.web.rendering import Viewer, news

MAX_VIEWERS = 24  # of one table, whose pictures are remembered


class Drawn(NamedTuple):
    """News as they were drawn, and what they were drawn from."""

    version: tuple[object, ...]
    sitting: Sitting | None  # another one where the table was read anew from the disk
    news: dict[str, Any]


_drawings: WeakKeyDictionary[LiveTable, dict[Viewer, Drawn]] = WeakKeyDictionary()


def latest_news(live: LiveTable, viewer: Viewer) -> dict[str, Any]:
    """The news of a table; whoever moved, listens or opens the page gets the same picture."""
    drawn = _drawings.setdefault(live, {})
    picture, version = drawn.get(viewer), live.version
    if picture is None or picture.version != version or picture.sitting is not live.sitting:
        if len(drawn) >= MAX_VIEWERS:
            drawn.clear()
        picture = drawn[viewer] = Drawn(version, live.sitting, news(live, viewer))
    return picture.news
