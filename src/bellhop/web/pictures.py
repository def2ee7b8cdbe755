"""What each pair of eyes sees of a table now, drawn once for all who see the same."""

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from bellhop.table.live import LiveTable
from bellhop.table.sitting import Sitting
from bellhop.web.rendering import Eyes, news

MOST_EYES = 24  # of one table, whose pictures are remembered


class Picture(NamedTuple):
    """News as they were drawn, and what they were drawn from."""

    version: tuple[object, ...]
    sitting: Sitting | None  # another one where the table was read anew from the disk
    news: dict[str, Any]


_pictures: WeakKeyDictionary[LiveTable, dict[Eyes, Picture]] = WeakKeyDictionary()


def latest_news(live: LiveTable, eyes: Eyes) -> dict[str, Any]:
    """The news of a table; whoever moved, listens or opens the page gets the same picture."""
    drawn = _pictures.setdefault(live, {})
    picture, version = drawn.get(eyes), live.version
    if picture is None or picture.version != version or picture.sitting is not live.sitting:
        if len(drawn) >= MOST_EYES:
            drawn.clear()
        picture = drawn[eyes] = Picture(version, live.sitting, news(live, eyes))
    return picture.news
