"""The parts of a game, as protocols: each is a module of the game's folder, checked by mypy.

Rules, advice, figures, observation and branches are plain functions over records, bound into loops
by `twin`; the others speak to people.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from bellhop.engine.records import Cells
from bellhop.engine.scores import ScoreEntry
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

if TYPE_CHECKING:  # for games to be imported without NumPy and Jinja
    from markupsafe import Markup

    from bellhop.engine.features import Layout

ALLOWED = 0  # what `why_not` answers for a legal move
UNBOUND: Any = None  # stands in modules of loops until `twin` binds a part of a game
FIGURE_LIMIT = 8  # a figure is a number from 0 to before this

ClickPath = tuple[str, ...]
Position = Any  # of the game whose part this is: no other part of the house looks into it


class Rules(Protocol):
    """The verbs of a game. They know nothing of people, screens, files or words."""

    POINT: int  # how much of a score is one point; what is less decides ties

    def setup(self, game: Position, /) -> None:
        """Prepare the table; seats, options and dice are already written in the position."""

    def legal(self, game: Position, mask: Cells, /) -> int:
        """Mark the allowed moves with 1 in a mask, all others with 0; how many are allowed."""

    def play(self, game: Position, move: int, /) -> None:
        """Carry out an allowed move: `act`, and `close_round` where it is time."""

    def act(self, game: Position, move: int, /) -> bool:
        """Carry out an allowed move; is there nothing left but to close the round?"""

    def close_round(self, game: Position, /) -> None:
        """Score what is scored now, and prepare the next round or end the game."""

    def view(self, game: Position, seat: int, seen: Position, /) -> None:
        """Write into `seen` what a seat, or SPECTATOR, knows of the game; blank the rest."""

    def cover(self, seen: Position, seat: int, /) -> None:
        """Blank in a view what its seat knows but the table agreed not to look at again."""

    def imagine(self, seen: Position, dice: int, /) -> None:
        """Fill the blanks of a view with one deal that fits all it shows, drawn with these dice."""

    def score(self, game: Position, seat: int, /) -> int:
        """What a seat has; the highest wins."""

    def why_not(self, game: Position, move: int, /) -> int:
        """ALLOWED, or the game's number for the reason why a move is refused."""


class Scoring(Protocol):
    """What a game is scored by."""

    SHEET: tuple[str, ...]  # the items, in the order of the score sheet

    def scored(self, told: Told, /) -> ScoreEntry | None:
        """The entry of the score sheet that an event stands for, if it is one."""


class Speech(Protocol):
    """How a game is put into words."""

    REFUSED_BY: Mapping[str, Collection[int]]  # by section of the rulebook, its refusals
    RULED_BY: Mapping[int, str]  # the refusals that follow from a ruling

    def say_move(self, words: Words, seen: Position, move: int, /) -> str:
        """A move as a choice offered to the seat whose view this is."""

    def say_task(self, words: Words, seen: Position, /) -> str:
        """What the seat on turn must do now."""

    def say_event(self, words: Words, told: Told, names: Sequence[str], /) -> str:
        """A line of the log; empty for what only an animation shows."""

    def say_item(self, words: Words, item: str, /) -> str:
        """An item of the scoring."""


class Finality(Protocol):
    """What a game tells people about undo before they move."""

    def find_final(self, seen: Position, moves: Iterable[int], /) -> set[int]:
        """Which of these legal moves of the seat whose view this is cannot be taken back?"""


class Page(Protocol):
    """How the table is drawn on a page; its template lies beside it."""

    def texts(self, words: Words, /) -> Mapping[str, str]:
        """What is written on the table whatever lies there."""

    def context(self, words: Words, seen: Position, seat: int, names: Sequence[str], /) -> Any:
        """What the template needs to draw a view."""

    def path(self, seen: Position, move: int, /) -> ClickPath:
        """The ids of the elements to touch, one after the other, to make a move."""

    def warning(self, words: Words, seen: Position, move: int, /) -> str:
        """What to think of before a legal move, told once; empty for nothing."""

    def step_of(self, told: Told, /) -> tuple[int, ...] | None:
        """Is an event shown as a step of its own?

        Those told one after the other with the same answer are one step; with None they are none.
        """

    def spots(self, seen: Position, told: Told, /) -> Iterable[str]:
        """The ids of the elements that an event is about, of those drawn of this view."""


class Overview(Protocol):
    """What a player looks up in mid-game; its template lies beside it."""

    def context(self, words: Words, seen: Position, seat: int, names: Sequence[str], /) -> Any:
        """What the template needs: what is public and countable in a view."""


class Pictures(Protocol):
    """The pictures of a game's rules."""

    def draw_pictures(self, words: Words, names: Sequence[str], /) -> "dict[str, Markup]":
        """All pictures by name, with three players of these names."""


class Terminal(Protocol):
    """How a game is drawn in text."""

    def draw_text(self, words: Words, seen: Position, seat: int, names: Sequence[str], /) -> str:
        """A view as lines of text."""


class Search(NamedTuple):
    """How hard a level thinks: a number of simulations, and what happens in each."""

    simulations: int
    wild: int = 0  # percentage of random moves in a simulation
    curiosity: int = 0  # hundredths of a point that an untried move is worth in a tree; 0: no tree
    turns: int = 0  # how many whole turns are tried; 0: single moves
    width: int = 0  # how many beginnings of turns are followed at once to find them


class Advice(Protocol):
    """How to play a game well: rules of thumb over what the seat on turn knows.

    They advise the casual bot and, compiled, the players that a search imagines.
    """

    SLIP: float  # how far off a beginner's ratings are, as a rule
    STRONG: Search
    MASTER: Search

    def rate(self, seen: Position, move: int, /) -> float:
        """How good a move looks to the seat on turn; only the order of ratings matters."""

    def worth(self, game: Position, seat: int, /) -> int:
        """What a seat has at the end of a simulation, counted as the game counts its score."""

    def has_seen_enough(self, game: Position, start: Position, /) -> bool:
        """Is this a good moment to stop a simulation that began at `start`?"""


@runtime_checkable
class TurnAdvice(Advice, Protocol):
    """Advice on a game whose turns are many small moves, planned as a whole."""

    def ends_turn(self, game: Position, start: Position, move: int, /) -> bool:
        """Has this last move ended the turn in which `start` was?"""

    def has_shown(self, game: Position, start: Position, /) -> bool:
        """Has something been shown since `start`?"""


class Group(NamedTuple):
    """Figures that are shown together, under a heading."""

    heading: str
    names: list[str]


class Figures(Protocol):
    """What is worth counting at the end of a game: the figures of a seat, then of the table."""

    COUNT: int
    OWN: int  # how many are a seat's own

    def watch(self, game: Position, move: int, row: Cells, /) -> None:
        """Add to the figures of the seat on turn what its move tells and the end will not."""

    def note(self, game: Position, seat: int, row: Cells, /) -> None:
        """Write the figures that the end of a game tells of a seat and of its table."""

    def groups(self, words: Words, /) -> list[Group]:
        """What the figures are called, all in their order."""


class Observation(Protocol):
    """What learners are given of a view."""

    LAYOUT: "Layout"
    LOSSY: dict[str, str]  # fields of the view that are not told whole, and what is lost

    def observe(self, seen: Position, seat: int, out: Cells, /) -> None:
        """Write what a seat's view shows, its own seat first."""


class Branches(Protocol):
    """The branches of a large game's rules, numbered from 0 to before COUNT.

    On a GPU, games on the same branch go on together.  Branches decide what is done first, never
    what comes of it.
    """

    COUNT: int

    def branch_to_choose(self, game: Position, /) -> int:
        """The branch on which the allowed moves are found."""

    def branch_to_act(self, game: Position, move: int, /) -> int:
        """The branch of a move."""


class ForPeople(NamedTuple):
    """The parts of a game that people meet everywhere."""

    speech: Speech
    finality: Finality
    terminal: Terminal


class ForBrowsers(NamedTuple):
    """The parts of a game that people meet in a browser."""

    page: Page
    overview: Overview
    pictures: Pictures


class ForPrograms(NamedTuple):
    """The parts of a game that bots, the lab and learners use."""

    advice: Advice
    figures: Figures
    observation: Observation
    branches: Branches | None = None
