"""The game log as one seat may read it, and the newest acts that can be watched step by step.

The log is sent after every act and grows by a line or two, so each line is drawn only once for
everybody who reads it in the same language.
"""

import math
from itertools import islice
from typing import NamedTuple
from weakref import WeakKeyDictionary

from bellhop.drawing.environments import as_ascii
from bellhop.engine.seats import NOBODY
from bellhop.engine.words import Words
from bellhop.table.live import LiveTable
from bellhop.table.sitting import Line, Sitting
from bellhop.web.pages import draw_part

MAX_LINES = 400  # shown
MAX_DRAWN = 2_000  # lines per table and language
MAX_READERS = 24  # per table, whose logs are cached


class Reader(NamedTuple):
    """Who reads the log; the link leads to the replay."""

    seat: int
    words: Words
    names: tuple[str, ...]
    link: str


class Story(NamedTuple):
    """The log as a list, newest first, and the rows of the newest acts that can be watched."""

    log: str
    steps: tuple[int, ...]


class Telling:
    """The log of one reader so far, with one entry per line of the sitting."""

    __slots__ = ("items", "lines", "steps")

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.items: list[str] = []  # as drawn; empty if there is nothing to say
        self.steps: list[tuple[int, ...]] = []  # at each line, the newest acts to watch

    def shorten(self, length: int) -> None:
        """Drop all but the first `length` lines."""
        for part in (self.lines, self.items, self.steps):
            del part[length:]


class Logs:
    """The logs of one table, one per reader."""

    def __init__(self) -> None:
        self.told: dict[Reader, Telling] = {}
        self.drawn: dict[tuple[object, ...], dict[Line, str]] = {}  # by reader without the seat

    def told_to(self, reader: Reader) -> Telling:
        """The log of a reader so far."""
        if reader not in self.told and len(self.told) >= MAX_READERS:
            self.told.clear()
            self.drawn.clear()
        return self.told.setdefault(reader, Telling())

    def draw(self, live: LiveTable, line: Line, reader: Reader) -> str:
        """A line as a list item, the same for every seat that may read it."""
        drawn = self.drawn.setdefault(reader[1:], {})
        if line not in drawn:
            if len(drawn) >= MAX_DRAWN:  # most of them were undone
                drawn.clear()
            html = _draw_line(live, line, reader)
            drawn[line] = as_ascii(f'<li value="{line.row}">{html}</li>') if html else ""
        return drawn[line]


_stories: WeakKeyDictionary[LiveTable, Logs] = WeakKeyDictionary()


def tell_story(live: LiveTable, sitting: Sitting, seat: int, words: Words, link: str) -> Story:
    """The log of a sitting for a seat; lines since its last move are marked as new."""
    reader = Reader(seat, words, tuple(live.names), link)
    if live not in _stories:
        _stories[live] = Logs()
    stories = _stories[live]
    telling = stories.told_to(reader)
    _follow(telling, stories, live, sitting.lines, reader)
    log = _list(telling, sitting.last_row_of(seat) or math.inf)
    return Story(log, telling.steps[-1] if telling.steps else ())


def _list(telling: Telling, seen_until: float) -> str:
    """The newest lines as HTML, newest first; lines after a row are marked as new."""
    first_new = len(telling.lines)
    while first_new and telling.lines[first_new - 1].row > seen_until:
        first_new -= 1
    new = [item.replace("<li ", '<li class="new" ', 1) for item in telling.items[first_new:]]
    shown = filter(None, [*reversed(new), *reversed(telling.items[:first_new])])
    return f"<ol reversed>{''.join(islice(shown, MAX_LINES))}</ol>"


def _follow(
    telling: Telling, stories: Logs, live: LiveTable, lines: list[Line], reader: Reader
) -> None:
    """Drop the lines that were undone, and add the new ones.

    Lines are only added and removed at the end, so all lines before an unchanged one are unchanged.
    """
    same = min(len(telling.lines), len(lines))
    while same and telling.lines[same - 1] is not lines[same - 1]:
        same -= 1
    telling.shorten(same)
    step_of = live.game.page.step_of
    steps = telling.steps[-1] if same else ()
    for line in lines[same:]:
        item = ""
        if line.told.is_for(reader.seat):
            item = stories.draw(live, line, reader)
            if step_of(line.told) is not None:
                steps = _extend(steps, line.row)
        telling.lines.append(line)
        telling.items.append(item)
        telling.steps.append(steps)


def _extend(steps: tuple[int, ...], row: int) -> tuple[int, ...]:
    """Add a row to the newest acts to watch, or start over if it does not follow directly."""
    if not steps or row > steps[-1] + 1:
        return (row,)
    return steps if row == steps[-1] else (*steps, row)


def _draw_line(live: LiveTable, line: Line, reader: Reader) -> str:
    """The sentence about an event, with the symbol of the player it is about."""
    text = live.game.speech.say_event(reader.words, line.told, reader.names)
    if not text:
        return ""
    seat = live.game.subject_of(line.told)
    who = None if seat == NOBODY else seat
    letter = "" if who is None else reader.names[who][:1].upper()
    return draw_part("line", row=line.row, who=who, letter=letter, text=text, link=reader.link)
