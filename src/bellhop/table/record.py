"""Records of games as text for people and programs, which docs/notation.md specifies.

    [Bellhop "1"]
    [Game "perfect-hotel"]
    [Player "Ada" "person"]

    1. research
    2. place 7 ; a comment
    (
      2. place 8
    )

A record is a header of tags and a tree of acts: the first child of a node continues the line, and
the others are variations.  Nothing here knows the rules; `file` reads a game from a record.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from bellhop.engine.errors import BellhopError, NotationError

VERSIONS = ("1", "2")  # the second has games that go on from a moment of an earlier one
MAGIC = "[Bellhop "
MAX_DEPTH = 50  # of variations inside variations
STRING = r'"(?:[^"\\]|\\.)*"'
TAG = re.compile(rf"\[([A-Za-z][\w-]*)((?: {STRING})+)\]")
ACT = re.compile(r"(\d{1,7})\. ([^;]*[^;\s])\s*(?:;(.*))?")


class Tag(NamedTuple):
    """A line of the header: a name and its values."""

    name: str
    values: tuple[str, ...]


@dataclass
class Node:
    """An act, with the comments on it and what may follow: the main line first."""

    text: str = ""  # empty for the root, which stands for the beginning of the game
    comments: list[str] = field(default_factory=list)
    next: list["Node"] = field(default_factory=list)

    def line(self) -> Iterator["Node"]:
        """The nodes that follow this one on its main line."""
        node = self
        while node.next:
            node = node.next[0]
            yield node

    def add(self, text: str, *comments: str) -> "Node":
        """Add an act: the main line if it is the first here, otherwise a variation."""
        self.next.append(Node(text, list(comments)))
        return self.next[-1]


@dataclass
class GameRecord:
    """A game as it is written down."""

    tags: list[Tag]
    root: Node = field(default_factory=Node)

    def all(self, name: str) -> list[tuple[str, ...]]:
        """The values of all tags of a name."""
        return [tag.values for tag in self.tags if tag.name == name]

    def one(self, name: str) -> str:
        """The value of a tag that stands in the header once."""
        found = self.all(name)
        if len(found) != 1 or len(found[0]) != 1:
            raise NotationError("record.tag_once", tag=name)
        return found[0][0]

    def pairs(self, name: str) -> list[tuple[str, str]]:
        """The values of all tags of a name that has two."""
        found = self.all(name)
        if any(len(values) != 2 for values in found):
            raise NotationError("record.pair", tag=name)
        return [(values[0], values[1]) for values in found]

    def main_line(self) -> list[str]:
        """The acts of the game itself."""
        return [node.text for node in self.root.line()]

    def lines(self) -> Iterator[list[str]]:
        """The acts of the game, and then of every variation, each from the beginning."""
        waiting = [(list[str](), self.root)]
        while waiting:
            before, node = waiting.pop(0)
            line = list(before)
            while node.next:
                waiting += [([*line, other.text], other) for other in node.next[1:]]
                node = node.next[0]
                line.append(node.text)
            yield line

    def write(self) -> str:
        """The record as text."""
        header = [f"[{tag.name} {' '.join(map(_quoted, tag.values))}]" for tag in self.tags]
        opening = [f"; {comment}" for comment in self.root.comments]
        return "\n".join([*header, "", *opening, *_written(self.root, 1, "")]) + "\n"


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _written(node: Node, row: int, indent: str) -> Iterator[str]:
    """The lines for what follows a node, whose next act has the given row."""
    while node.next:
        main, *others = node.next
        yield from _written_act(main, row, indent)
        for other in others:
            yield f"{indent}("
            yield from _written_act(other, row, f"{indent}  ")
            yield from _written(other, row + 1, f"{indent}  ")
            yield f"{indent})"
        node, row = main, row + 1


def _written_act(node: Node, row: int, indent: str) -> Iterator[str]:
    first, *others = node.comments or [""]
    yield f"{indent}{row}. {node.text}" + (f" ; {first}" if first else "")
    for comment in others:
        yield f"{indent}; {comment}"


def read_record(text: str) -> GameRecord:
    """Read a record; a mistake is reported with the number of its line."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        try:
            reader.read(line.strip())
        except BellhopError as error:
            raise NotationError("record.line", line=number, error=error) from None
    if len(reader.places) > 1:
        raise NotationError("record.open_variation")
    if (version := reader.record.one("Bellhop")) not in VERSIONS:
        raise NotationError("record.version", version=version, ours=VERSIONS[-1])
    return reader.record


@dataclass
class _Place:
    """Where a line of acts has got to."""

    last: Node
    row: int  # of the next act
    before: Node | None = None  # what the last act followed; None if there is no act yet
    comments: list[str] = field(default_factory=list)  # on an act that has not come yet


class _Reader:
    """Reads a record line by line."""

    def __init__(self) -> None:
        self.record = GameRecord([])
        self.places = [_Place(self.record.root, 1)]

    def read(self, line: str) -> None:
        """Read one line."""
        if line.startswith("["):
            self._read_tag(line)
        elif line.startswith(";"):
            self._comment(line[1:].strip())
        elif line == "(":
            self._open()
        elif line == ")":
            self._close()
        elif line:
            self._read_act(line)

    def _read_tag(self, line: str) -> None:
        found = TAG.fullmatch(line)
        if not found or self.record.root.next:
            raise NotationError("record.tag", text=line)
        try:
            values = tuple(json.loads(value) for value in re.findall(STRING, found[2]))
        except ValueError:
            raise NotationError("record.tag", text=line) from None
        self.record.tags.append(Tag(found[1], values))

    def _comment(self, text: str) -> None:
        place = self.places[-1]
        is_first = len(self.places) > 1 and place.before is None
        if text:
            (place.comments if is_first else place.last.comments).append(text)

    def _read_act(self, line: str) -> None:
        place, found = self.places[-1], ACT.fullmatch(line)
        if not found or int(found[1]) != place.row:
            raise NotationError("record.act", row=place.row, text=line)
        node = place.last.add(found[2], *place.comments)
        place.before, place.last, place.row, place.comments = place.last, node, place.row + 1, []
        self._comment((found[3] or "").strip())

    def _open(self) -> None:
        place = self.places[-1]
        if place.before is None or len(self.places) > MAX_DEPTH:
            raise NotationError("record.variation")
        self.places.append(_Place(place.before, place.row - 1))

    def _close(self) -> None:
        if len(self.places) == 1 or self.places[-1].before is None:
            raise NotationError("record.variation")
        self.places.pop()
