"""The analysis of a finished game, as data: what pages, programs and files say of it.

Chances are shares of the victory from 0 to 1, points are final points.  A seat's start plus all its
changes is its result, in chances and in points.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from bellhop.engine.errors import NotationError

FORMAT = 5
TOTAL = "total"  # instead of a line of a score sheet: all of them together
T = TypeVar("T")


class Grade(StrEnum):
    """How good a decision was; docs/coach.md gives the thresholds."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Stage(StrEnum):
    """What an analysis is doing."""

    JUDGING = "judging"  # the value of every moment, for the curve
    WEIGHING = "weighing"  # every decision against its alternatives
    EXPLAINING = "explaining"  # why errors were errors; all verdicts are there
    DONE = "done"


# Of the whole, from and to.
PERCENT = {
    Stage.JUDGING: (0, 10),
    Stage.WEIGHING: (10, 75),
    Stage.EXPLAINING: (75, 100),
    Stage.DONE: (100, 100),
}


class Cause(StrEnum):
    """Why a moment is among those that decided the game."""

    ERROR = "error"
    LUCK = "luck"  # the dice, or the cards that were turned up
    REVEAL = "reveal"  # what happened when cards that others had hidden were turned up
    DEAL = "deal"


@dataclass(frozen=True)
class Value:
    """A chance to win and final points, expected or gained."""

    chance: float = 0.0
    points: float = 0.0

    def __add__(self, other: "Value") -> "Value":
        return Value(self.chance + other.chance, self.points + other.points)

    def __sub__(self, other: "Value") -> "Value":
        return Value(self.chance - other.chance, self.points - other.points)

    def __neg__(self) -> "Value":
        return Value(-self.chance, -self.points)


@dataclass(frozen=True)
class Change:
    """What one row changed for one seat, by cause; the four parts add up to the change."""

    own: Value = Value()  # the seat's own decision: never above zero
    others: Value = Value()  # somebody else's decision
    luck: Value = Value()  # the deal, a draw, a roll, or what was revealed
    correction: Value = Value()  # what the evaluator corrected about itself

    @property
    def total(self) -> Value:
        """The whole change."""
        return self.own + self.others + self.luck + self.correction


@dataclass(frozen=True)
class Candidate:
    """A move that was possible, and what it was worth as its player could judge it then."""

    move: str  # its name
    value: Value
    margin: float = 0.0  # half of the 95 % interval of its difference to the best move


@dataclass(frozen=True)
class Reason:
    """What a better move would have changed, on one line of somebody's score sheet."""

    seat: int  # whose score sheet
    item: str  # of the game's score sheet, or TOTAL
    points: float  # after the best move, less those after the chosen one


@dataclass(frozen=True)
class Decision:
    """A decision that was not forced, against its alternatives."""

    chosen: str  # the name of the move
    legal: int  # the number of legal moves
    candidates: tuple[Candidate, ...] = ()  # the best few and the chosen one, best first
    loss: Value = Value()  # against the best move: 0 or more chance given away
    grade: Grade | None = None  # None until it is weighed
    reasons: tuple[Reason, ...] | None = None  # the largest first; None: nobody has looked yet


@dataclass(frozen=True)
class Moment:
    """The game after one row of the log that still stands, or after the deal."""

    row: int  # of the log; 0 is the deal
    round: int  # in which it was decided, from 0
    seat: int  # whose decision it was; NOBODY for the deal
    move: str  # its name; empty for the deal
    known: tuple[Value, ...]  # by seat, from what that seat knew
    open: tuple[Value, ...]  # by seat, with open hands; the chances add up to one
    changes: tuple[Change, ...]  # by seat
    decision: Decision | None = None  # None if the move was forced


@dataclass(frozen=True)
class Skill:
    """Luck and skill of one seat, over the whole game."""

    start: Value  # before the deal
    result: Value
    luck: Value
    own: Value
    others: Value
    correction: Value
    correction_size: Value  # the mean size of a correction, whatever its sign
    decisions: int  # that were not forced
    error: Value  # mean loss per decision that was not forced
    grades: Mapping[str, int]  # by Grade
    accuracy: float | None  # in percent; None without decisions


@dataclass(frozen=True)
class Highlight:
    """A moment that decided the game: the values of its sentence, which `sentences` says."""

    kind: Cause
    row: int
    round: int  # from 0
    seat: int  # who erred, or who was lucky
    change: float  # of that seat's chance
    seen: str = ""  # of an error: the view of the seat before the row, in notation
    move: str = ""  # of an error: the chosen move
    better: str = ""  # of an error: the best move
    turn: str = ""  # of an error within a turn: what the player had begun it with
    turn_seen: str = ""  # the view in which the turn was begun, in notation
    events: tuple[tuple[int, ...], ...] = ()  # of luck: each an audience, an event, its numbers
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Analysis:
    """Everything that the coach says about one finished game."""

    game: str
    rules: str  # the version of the rules
    network: str  # the identity of the network that judged; empty if a search did
    seed: int
    players: tuple[str, ...]  # names, by seat
    moments: tuple[Moment, ...]
    skills: tuple[Skill, ...] = ()  # by seat
    errors: tuple[Highlight, ...] = ()  # everybody's, in the order of the game
    highlights: tuple[Highlight, ...] = ()  # what decided the game, the largest first
    is_complete: bool = False  # are all decisions weighed?
    format: int = field(default=FORMAT)

    def to_dict(self) -> dict[str, Any]:
        """The analysis as plain data."""
        return asdict(self)

    def to_json(self) -> str:
        """The analysis as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


class Progress(NamedTuple):
    """How far an analysis is; the first curve, the verdicts and the end come with what there is."""

    stage: Stage
    done: int
    total: int
    analysis: Analysis | None = None

    @property
    def percent(self) -> int:
        """How much of the whole is done."""
        first, last = PERCENT[self.stage]
        share = self.done / self.total if self.total else 0.0
        return int(first + (last - first) * share)


@lru_cache(16)
def read_kept(text: str) -> Analysis:
    """Read an analysis that several pages need."""
    return analysis_of(text)


def analysis_of(text: str) -> Analysis:
    """Read an analysis that `to_json` wrote."""
    try:
        content = json.loads(text)
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise NotationError("analysis.format", ours=FORMAT)
        return _built(Analysis, content)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NotationError("analysis.damaged", reason=error) from None


def _built(kind: type[T], content: Any) -> T:
    """An object of a dataclass from its plain data."""
    hints = get_type_hints(kind)
    values = {one.name: _value(hints[one.name], content[one.name]) for one in fields(kind)}  # type: ignore[arg-type]  # a dataclass, which `type` cannot say
    return kind(**values)


def _value(hint: Any, content: Any) -> Any:
    if isinstance(hint, UnionType):
        if content is None:
            return None
        return _value(next(one for one in get_args(hint) if one is not NoneType), content)
    if is_dataclass(hint):
        return _built(hint, content)  # type: ignore[arg-type]  # never an instance here
    if get_origin(hint) is tuple:
        return tuple(_value(get_args(hint)[0], one) for one in content)
    if get_origin(hint) is Mapping:
        return dict(content)
    return hint(content)
