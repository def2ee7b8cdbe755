"""A game as a file: its players, every act, and everything needed to check its dice.

The file is JSON, or a record as in docs/notation.md; both say the same.  A game that goes on from a
moment of an earlier one holds that game too, so that its start can be checked like every act.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from bellhop.engine.errors import BellhopError, Conflict, NotationError
from bellhop.engine.fairness import Shaker, check_commitment
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR
from bellhop.games import game_named
from bellhop.table.names import check_act, check_different, check_player
from bellhop.table.record import MAGIC, GameRecord, Tag, read_record
from bellhop.table.sitting import PRACTICE, Act, Seat, Sitting
from bellhop.table.start import Start, parse_start

DEALT, CONTINUED = 1, 2  # formats: a game that began with a deal, or with a stored position
KEPT_ALL = "all"  # in a record: no cards were dealt again at the start
RECORD_SUFFIX = ".bellhop"  # of files that are written as records
WHOLE = re.compile(r"-?[0-9]{1,19}")
KEYS = {
    "bellhop": int,
    "game": str,
    "rules": str,
    "players": list,
    "options": dict,
    "commitment": str,
    "nonces": list,
    "secret": str,
    "acts": list,
    "points": list,
}


@dataclass(frozen=True)
class GameFile:
    """A finished or abandoned game, with its secret disclosed."""

    game: Game
    rules: str
    seats: tuple[Seat, ...]
    options: dict[str, str]
    commitment: str
    shaker: Shaker
    acts: tuple[Act, ...]
    points: tuple[int, ...]
    start: Start | None = None  # the moment of an earlier game that this one goes on from

    @classmethod
    def of(cls, sitting: Sitting) -> "GameFile":
        """The game file for a sitting."""
        return cls(
            game=sitting.game,
            rules=sitting.game.rules_version,
            seats=sitting.seats,
            options=sitting.game.options_of(sitting.position),
            commitment=sitting.commitment,
            shaker=sitting.shaker,
            acts=tuple(sitting.acts),
            points=tuple(sitting.game.points(sitting.position)),
            start=sitting.start,
        )

    @cached_property
    def earlier(self) -> "GameFile | None":
        """The game that this one goes on from, up to that moment."""
        return _parsed(self.start.game) if self.start else None

    @property
    def rows(self) -> int:
        """The number of acts, with those of earlier games."""
        return len(self.acts) + (self.earlier.rows if self.earlier else 0)

    @property
    def is_practice(self) -> bool:
        """Was any move allowed to be undone, so that the result counts nowhere?"""
        return any(act.text == PRACTICE for act in self.acts)

    def replay(self) -> Iterator[Sitting]:
        """Yield the sitting after the deal and after each act; it is the same object every time."""
        if not self.game.has_rules(self.rules):
            raise Conflict("file.rules", rules=self.rules, ours=self.game.rules_version)
        undealt = self.game.undealt(len(self.seats), self.options)
        sitting = Sitting(self.game, undealt, self.seats, self.shaker, self._check_start())
        yield sitting
        for act in self.acts:
            try:
                sitting.repeat(act.text)
            except BellhopError as error:
                raise BellhopError("file.replay", row=act.row, error=error) from None
            yield sitting

    def _check_start(self) -> Start | None:
        """The start, after replaying the earlier game to see that the position was reached."""
        if self.start is None or self.earlier is None:
            return None
        found = start_at(self.earlier.verify(), self.start.kept)
        is_same = (found.position, found.row) == (self.start.position, self.start.row)
        if not is_same or self.earlier.game is not self.game:
            raise BellhopError("file.start")
        return replace(self.start, told=found.told)

    def verify(self) -> Sitting:
        """Check the secret and every act of the game, and return the sitting at its end."""
        *_, last = self.check()
        return last

    def check(self) -> Iterator[Sitting]:
        """Replay the game; check the secret before the first act and the result after the last."""
        check_commitment(self.commitment, self.shaker.secret)
        for sitting in self.replay():
            yield sitting
        points = tuple(self.game.points(sitting.position))
        if points != self.points:
            claimed, counted = (", ".join(map(str, some)) for some in (self.points, points))
            raise BellhopError("file.result", claimed=claimed, counted=counted)

    def to_json(self) -> str:
        """The game as JSON."""
        return json.dumps(self.content(), indent=1, ensure_ascii=False) + "\n"

    def content(self) -> dict[str, Any]:
        """The entries of the file."""
        return {
            "bellhop": CONTINUED if self.start else DEALT,
            "game": self.game.name,
            "rules": self.rules,
            "players": [{"name": seat.name, "kind": seat.kind} for seat in self.seats],
            "options": self.options,
            "commitment": self.commitment,
            "nonces": list(self.shaker.nonces),
            "secret": self.shaker.secret,
            "acts": [[act.row, act.text] for act in self.acts],
            "points": list(self.points),
            **({"practice": True} if self.is_practice else {}),
            **({"start": self.start.to_json()} if self.start else {}),
        }

    def to_record(self) -> GameRecord:
        """The game as a record."""
        record = GameRecord(
            [
                Tag("Bellhop", (str(CONTINUED if self.start else DEALT),)),
                Tag("Game", (self.game.name,)),
                Tag("Rules", (self.rules,)),
                *(Tag("Option", option) for option in self.options.items()),
                *(Tag("Player", (seat.name, seat.kind)) for seat in self.seats),
                Tag("Seal", (self.commitment,)),
                Tag("Secret", (self.shaker.secret,)),
                *(Tag("Nonce", (nonce,)) for nonce in self.shaker.nonces),
                Tag("Result", tuple(map(str, self.points))),
                *(_start_tags(self.start) if self.start else ()),
            ]
        )
        node = record.root
        for act in self.acts:
            node = node.add(act.text)
        return record

    def write(self, path: Path) -> None:
        """Save the game, as a record if the path says so.

        The file is written completely or not at all.
        """
        text = self.to_record().write() if path.suffix == RECORD_SUFFIX else self.to_json()
        fresh = path.with_name(f"{path.name}.new")
        try:
            fresh.write_text(text, "utf-8")
            fresh.replace(path)
        except OSError as error:
            raise BellhopError("write", file=path, reason=error.strerror) from None


def read_game(path: Path) -> GameFile:
    """Read a saved game; anything wrong with it is reported in one line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BellhopError("read", file=path, reason=error.strerror) from None
    try:
        return parse_game(data)
    except NotationError as error:
        raise NotationError("file", file=path, error=error) from None


def parse_game(data: bytes) -> GameFile:
    """Parse the content of a saved game."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(MAGIC.encode()):
        return game_of(_decoded(data))
    try:
        content = _read_json(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise NotationError("file.json", reason=error) from None
    try:
        return _parsed(content)
    except BellhopError as error:
        raise NotationError("file.damaged", error=error) from None


def _read_json(text: str) -> Any:
    """What JSON says; numbers that no database takes, such as NaN and 1e999, are no JSON."""
    try:
        return json.loads(text, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise NotationError("file.json", reason=error) from None


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(f"{written[:40]} is not a number")
    return number


def _decoded(data: bytes) -> GameRecord:
    try:
        return read_record(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise NotationError("file.json", reason=error) from None


def game_of(record: GameRecord) -> GameFile:
    """The game in a record: its main line, without comments and variations."""
    points = record.all("Result")
    if len(points) != 1:
        raise NotationError("record.tag_once", tag="Result")
    if not all(WHOLE.fullmatch(one) for one in points[0]):
        raise NotationError("file.points")
    content = {
        "bellhop": int(record.one("Bellhop")),
        "game": record.one("Game"),
        "rules": record.one("Rules"),
        "players": [{"name": name, "kind": kind} for name, kind in record.pairs("Player")],
        "options": dict(record.pairs("Option")),
        "commitment": record.one("Seal"),
        "nonces": [nonce for (nonce, *_) in record.all("Nonce")],
        "secret": record.one("Secret"),
        "acts": [[row, text] for row, text in enumerate(record.main_line(), 1)],
        "points": [int(one) for one in points[0]],
        **_read_start(record),
    }
    try:
        return _parsed(content)
    except BellhopError as error:
        raise NotationError("file.damaged", error=error) from None


def start_at(sitting: Sitting, kept: int | None, table: str = "") -> Start:
    """The start of a game that goes on from this moment.

    `kept` is the seat, or SPECTATOR, whose knowledge stays while all else is dealt again; None
    leaves all cards where they are.
    """
    if sitting.is_over:
        raise Conflict("start_over")
    if kept is not None and not SPECTATOR <= kept < len(sitting.seats):
        raise BellhopError("file.start")
    position = sitting.position if kept is None else sitting.view(kept)
    heard = (line.told for line in sitting.lines if kept is None or line.told.is_for(kept))
    return Start(
        position=sitting.game.write(position),
        row=len(sitting.acts),
        kept=kept,
        game=GameFile.of(sitting).content(),
        told=tuple(heard),
        table=table,
    )


def _start_tags(start: Start) -> tuple[Tag, Tag]:
    kept = KEPT_ALL if start.kept is None else str(start.kept + 1)
    earlier = json.dumps(start.game, ensure_ascii=False)
    return Tag("Start", (str(start.row), kept, start.position)), Tag("Earlier", (earlier,))


def _read_start(record: GameRecord) -> dict[str, Any]:
    """The entry `start` of a record, if it has one."""
    starts = record.all("Start")
    if not starts:
        return {}
    if len(starts) != 1 or len(starts[0]) != 3:
        raise NotationError("record.tag_once", tag="Start")
    row, kept, position = starts[0]
    if not WHOLE.fullmatch(row) or not (kept == KEPT_ALL or WHOLE.fullmatch(kept)):
        raise NotationError("file.entry", entry="start")
    game = _read_json(record.one("Earlier"))
    seat = None if kept == KEPT_ALL else int(kept) - 1
    return {"start": {"row": int(row), "kept": seat, "position": position, "game": game}}


def check_record(record: GameRecord) -> None:
    """Verify the game in a record, and that every act of every variation is legal."""
    saved = game_of(record)
    saved.verify()
    for line in record.lines():
        acts = tuple(Act(row, text) for row, text in enumerate(line, 1))
        for _ in replace(saved, acts=acts).replay():
            pass


def replay_seeded(record: GameRecord) -> Iterator[Position]:
    """Yield the position after the deal and after each move of a record with a seed.

    Such a record has no seal: it is of a game that a program played.
    """
    game = game_named(record.one("Game"))
    if not WHOLE.fullmatch(record.one("Seed")):
        raise NotationError("record.seed", seed=record.one("Seed"))
    options, seats = dict(record.pairs("Option")), len(record.pairs("Player"))
    position = game.new(seats, options, int(record.one("Seed")))
    yield position
    for text in record.main_line():
        game.play(position, game.move_named(text))
        yield position


def _parsed(content: Any) -> GameFile:
    if not isinstance(content, dict):
        raise NotationError("file.entries")
    for key, kind in KEYS.items():
        value = content.get(key)
        if not isinstance(value, kind) or (isinstance(value, str) and not value.isprintable()):
            raise NotationError("file.entry", entry=key)
    if content["bellhop"] not in (DEALT, CONTINUED):
        raise NotationError("file.format", format=content["bellhop"], ours=CONTINUED)
    start = earlier = None
    if content["bellhop"] == CONTINUED:
        start = parse_start(content.get("start"))
        earlier = _parsed(start.game)
        start = replace(start, game=earlier.content())  # without anything else that was in the file
    game = game_named(content["game"])
    acts = tuple(_act(number, entry) for number, entry in enumerate(content["acts"], 1))
    seats = tuple(_seat(entry) for entry in content["players"])
    for number, seat in enumerate(seats):
        check_different(seat.name, (other.name for other in seats[:number]))
    game.undealt(len(seats), content["options"])
    nonces = content["nonces"]
    if len(nonces) != len(seats) or not all(isinstance(nonce, str) for nonce in nonces):
        raise NotationError("nonces", n=len(seats))
    if not all(type(points) is int for points in content["points"]):
        raise NotationError("file.points")
    saved = GameFile(
        game=game,
        rules=content["rules"],
        seats=seats,
        options=content["options"],
        commitment=content["commitment"],
        shaker=Shaker(content["secret"], tuple(nonces)),
        acts=acts,
        points=tuple(content["points"]),
        start=start,
    )
    if content.get("practice", False) is not saved.is_practice:
        raise NotationError("file.practice")
    vars(saved)["earlier"] = earlier  # so that it is not parsed again
    return saved


def _act(number: int, entry: Any) -> Act:
    match entry:
        case [int(row), str(text)] if row == number:
            check_act(text)
            return Act(number, text)  # `row` may also be true
    raise NotationError("file.act", row=number, entry=repr(entry))


def _seat(entry: Any) -> Seat:
    match entry:
        case {"name": str(name), "kind": str(kind)}:
            check_player(name, kind)
            return Seat(name, kind)
    raise NotationError("file.player", entry=repr(entry))
