"""The game log as one seat may read it, and the newest acts that can be watched step by step.

An entry holds a turn, or what follows a heading such as a new round.  The log is sent after every
act, so it holds only what is seen while all entries are folded; it mostly grows in its last entry,
so each line is drawn only once for everybody who reads it in the same language, and each entry only
when it has changed.
"""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup, escape

from bellhop.drawing.environments import as_ascii, mark
from bellhop.engine.errors import NotFound
from bellhop.engine.seats import NOBODY
from bellhop.engine.words import Words, shell_words
from bellhop.table.live import LiveTable
from bellhop.table.sitting import Line, Sitting

MAX_ENTRIES = 150  # shown
MAX_DRAWN = 2_000  # lines per table and language
MAX_READERS = 24  # per table, whose logs are cached
MARKS = "\ue000\ue001\ue002\ue003\ue004\ue005\ue006\ue007"  # for names, until symbols are put
HELD = Markup('<span class="held">{}{}{}</span>')  # a symbol and its brackets, on one line


class Reader(NamedTuple):
    """Who reads the log; the link, if there is one, leads to the replay."""

    seat: int
    words: Words
    names: tuple[str, ...]
    link: str | None


class Story(NamedTuple):
    """The log as a list, newest first, and the rows of the newest acts that can be watched."""

    log: str
    steps: tuple[int, ...]


class Entry(NamedTuple):
    """An entry of the log: the number of its first line, its last row, and its drawing."""

    first: int
    row: int
    html: str  # empty if there is nothing to say


class Telling:
    """The log of one reader so far."""

    __slots__ = ("entries", "lines", "steps")

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.steps: list[tuple[int, ...]] = []  # at each line, the newest acts to watch
        self.entries: list[Entry] = []

    def shorten(self, length: int) -> None:
        """Drop all but the first `length` lines, and the last entry, which may grow again."""
        del self.lines[length:]
        del self.steps[length:]
        while self.entries and self.entries[-1].first >= length:
            self.entries.pop()
        if self.entries:
            self.entries.pop()


class Logs:
    """The logs of one table, one per reader."""

    def __init__(self) -> None:
        self.told: dict[Reader, Telling] = {}
        self.drawn: dict[tuple[object, ...], dict[tuple[Line, bool], str]] = {}  # without the seat

    def told_to(self, reader: Reader) -> Telling:
        """The log of a reader so far."""
        if reader not in self.told and len(self.told) >= MAX_READERS:
            self.told.clear()
            self.drawn.clear()
        return self.told.setdefault(reader, Telling())

    def draw(self, live: LiveTable, line: Line, reader: Reader, is_full: bool) -> str:
        """A line, the same for every seat that may read it; a full one names its player."""
        drawn = self.drawn.setdefault(reader[1:], {})
        key = line, is_full
        if key not in drawn:
            if len(drawn) >= MAX_DRAWN:  # most of them were undone
                drawn.clear()
            drawn[key] = as_ascii(_draw_line(live, line, reader, is_full))
        return drawn[key]


_stories: WeakKeyDictionary[LiveTable, Logs] = WeakKeyDictionary()


def tell_story(live: LiveTable, sitting: Sitting, seat: int, words: Words, link: str) -> Story:
    """The log of a sitting for a seat; entries since its last move are marked as new."""
    reader = Reader(seat, words, tuple(live.names), link)
    if live not in _stories:
        _stories[live] = Logs()
    stories = _stories[live]
    telling = stories.told_to(reader)
    _follow(telling, stories, live, sitting.lines, reader)
    log = _list(telling, sitting.last_row_of(seat) or math.inf)
    return Story(log, telling.steps[-1] if telling.steps else ())


def _list(telling: Telling, seen_until: float) -> str:
    """The newest entries as HTML, newest first; those after a row are marked as new."""
    newest = (
        entry.html.replace('"turn', '"new turn', 1) if entry.row > seen_until else entry.html
        for entry in reversed(telling.entries)
        if entry.html
    )
    return f"<ol>{''.join(islice(newest, MAX_ENTRIES))}</ol>"


def _follow(
    telling: Telling, stories: Logs, live: LiveTable, lines: list[Line], reader: Reader
) -> None:
    """Drop the lines that were undone, and add the new ones.

    Lines are only added and removed at the end, so all lines before an unchanged one are unchanged.
    """
    same = min(len(telling.lines), len(lines))
    while same and telling.lines[same - 1] is not lines[same - 1]:
        same -= 1
    if same == len(telling.lines) == len(lines):
        return
    telling.shorten(same)
    animation_of = live.game.page.animation_of
    steps = telling.steps[-1] if same else ()
    for line in lines[same:]:
        is_heard = line.told.is_for(reader.seat)
        if line.row and is_heard and animation_of(line.told) is not None:
            steps = _extend(steps, line.row)
        telling.lines.append(line)
        telling.steps.append(steps)
    _add_entries(telling, stories, live, reader)


def _add_entries(telling: Telling, stories: Logs, live: LiveTable, reader: Reader) -> None:
    """Draw the entries that are missing at the end."""
    lines, entries = telling.lines, telling.entries
    first = _end_of(live, lines, entries[-1].first) if entries else 0
    while first < len(lines):
        end = _end_of(live, lines, first)
        html = _draw_entry(live, lines, first, end, stories, reader)
        entries.append(Entry(first, lines[end - 1].row, html))
        first = end


def _end_of(live: LiveTable, lines: list[Line], first: int) -> int:
    """The number of the first line after an entry."""
    headings = live.game.log.HEADINGS
    for number in range(first + 1, len(lines)):
        before, line = lines[number - 1], lines[number]
        event = line.told.event
        if line.turn != before.turn or (event in headings and event != before.told.event):
            return number
    return len(lines)


def _draw_entry(
    live: LiveTable, lines: list[Line], first: int, end: int, stories: Logs, reader: Reader
) -> str:
    """An entry with its deeds, or else its first line; a page asks for the details by itself."""
    game = live.game
    told = [line for line in lines[first:end] if line.told.is_for(reader.seat)]
    deeds = [line for line in told if line.told.event in game.log.DEEDS]
    shown = deeds or told
    if not shown:
        return ""
    is_heading = _is_heading(live, lines[first])
    owner = NOBODY if is_heading else game.subject_of(shown[0].told)
    if first == 0 and not deeds:
        items, folded = [_draw_set_up(reader)], len(told)
    else:
        items = list(islice(_draw_lines(live, shown, owner, stories, reader), len(deeds) or 1))
        folded = len(told) - len(items)
    if not items:
        return ""
    letter = "" if owner == NOBODY else mark(owner, reader.names[owner][:1].upper())
    fold = _draw_fold(reader.words.language, end - first, folded) if folded else ""
    kind = "turn heading" if is_heading else "turn"
    content = f"{letter}{fold}<ol>{''.join(items)}</ol>"
    return as_ascii(f'<li id="log-{first}" class="{kind}" tabindex="-1">{content}</li>')


def _draw_lines(
    live: LiveTable, lines: list[Line], owner: int, stories: Logs, reader: Reader
) -> Iterator[str]:
    """The lines of an entry that are told; the first and those about others name their subject."""
    is_first = True
    for line in lines:
        is_full = is_first or live.game.subject_of(line.told) != owner
        if item := stories.draw(live, line, reader, is_full):
            is_first = False
            yield item


def _draw_set_up(reader: Reader) -> str:
    """What stands for the setup of a game whose log does not begin with a deed."""
    html = escape(shell_words(reader.words.language).say("log.set_up"))
    if reader.link is not None:
        html = Markup('<a href="{}?row=0" tabindex="-1">{}</a>').format(reader.link, html)
    return as_ascii(Markup('<li value="0">{}</li>').format(html))


def _is_heading(live: LiveTable, line: Line) -> bool:
    """Does an entry that begins with this line belong to nobody?"""
    return not line.turn or line.told.event in live.game.log.HEADINGS


@lru_cache(1 << 12)
def _draw_fold(language: str, lines: int, details: int) -> str:
    """The button that unfolds an entry; the number of lines tells whether it has grown."""
    about = shell_words(language).say("log.details")
    summary = f'<summary tabindex="-1" aria-label="{about}" title="{about}">+{details}</summary>'
    return as_ascii(f'<details data-lines="{lines}">{summary}</details>')


def list_details(live: LiveTable, sitting: Sitting, seat: int, words: Words, first: int) -> str:
    """All lines of the entry that begins with a line, as list items."""
    lines = sitting.lines
    if not 0 <= first < len(lines):
        raise NotFound("row")
    reader, game = Reader(seat, words, tuple(live.names), None), live.game
    told = [line for line in lines[first : _end_of(live, lines, first)] if line.told.is_for(seat)]
    is_heading = _is_heading(live, lines[first])
    owner = NOBODY if is_heading or not told else game.subject_of(told[0].told)
    items: list[str] = []
    for line in told:
        is_full = not items or game.subject_of(line.told) != owner
        items += filter(None, [_draw_line(live, line, reader, is_full)])
    return "".join(items)


def _extend(steps: tuple[int, ...], row: int) -> tuple[int, ...]:
    """Add a row to the newest acts to watch, or start over if it does not follow directly."""
    if not steps or row > steps[-1] + 1:
        return (row,)
    return steps if row == steps[-1] else (*steps, row)


def _draw_line(live: LiveTable, line: Line, reader: Reader, is_full: bool) -> str:
    """The sentence about an event, with symbols for its cards, and the places it is about.

    A sentence that is not full leaves out the name of its player: "Takes the point tile."
    """
    game = live.game
    text = game.speech.say_event(reader.words, line.told, MARKS)
    if not text:
        return ""
    seat = game.subject_of(line.told)
    if not is_full and seat != NOBODY:
        text = text.removeprefix(MARKS[seat]).lstrip(": ")
    html = _put_symbols(text, game.log.symbols(reader.words, line.told))
    named = zip(map(ord, MARKS), map(escape, reader.names), strict=False)
    html = html.translate(dict(named))
    if is_full and reader.link is not None:
        html = f'<a href="{reader.link}?row={line.row}" tabindex="-1">{html}</a>'
    at = " ".join(game.log.places(line.told))
    return f'<li value="{line.row}" data-at="{at}">{html}</li>'


def _put_symbols(text: str, symbols: Iterable[tuple[str, Markup]]) -> str:
    """A sentence as HTML, with symbols in place of what they stand for, and a capital."""
    parts = [text]  # text and symbols alternate
    for said, symbol in symbols:
        for place in range(0, len(parts), 2):
            before, found, after = parts[place].partition(said)
            if found:
                opening = "(" if before.endswith("(") else ""
                closing = after[: len(after) - len(after.lstrip(").,:;"))]
                held = HELD.format(opening, symbol, closing) if opening or closing else symbol
                parts[place : place + 1] = [
                    before.removesuffix(opening), held, after.removeprefix(closing)
                ]  # fmt: skip
                break
    parts[0] = parts[0][:1].upper() + parts[0][1:]  # not before: symbols stand for small letters
    return "".join(map(escape, parts))
