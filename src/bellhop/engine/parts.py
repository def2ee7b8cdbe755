"""The parts of a game, as protocols: each is a module in the game's folder, checked by mypy.

Rules, advice, figures, observation and branches are plain functions on records, bound into loops by
`twin`; the other parts are for people.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, runtime_checkable

from bellhop.engine.lessons import LessonFile
from bellhop.engine.records import Cells, Position
from bellhop.engine.scores import ScoreEntry
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

if TYPE_CHECKING:  # so that games can be imported without NumPy and Jinja
    from markupsafe import Markup
    from typing_extensions import TypeVar  # before Python 3.13 only this one has a default

    from bellhop.engine.features import Layout
    from bellhop.engine.game import Game

    # The type of a game's positions.  Where no game is named, it is what all positions have.
    P = TypeVar("P", bound=Position, default=Position)
    P_contra = TypeVar("P_contra", bound=Position, default=Position, contravariant=True)
else:
    from typing import TypeVar

    P = TypeVar("P")
    P_contra = TypeVar("P_contra", contravariant=True)

ALLOWED = 0  # what `why_not` returns for a legal move
UNBOUND: Any = None  # a placeholder in modules of loops, until `twin` binds a part of a game
FIGURE_LIMIT = 8  # figures are numbers from 0 to FIGURE_LIMIT - 1

ClickPath = tuple[str, ...]


class Rules(Protocol[P_contra]):
    """What can be done in a game. Rules know nothing of people, screens, files or words."""

    POINT: int  # one point, in units of the score; smaller differences break ties

    def setup(self, game: P_contra, /) -> None:
        """Set up and deal the game; the seats, options and dice of the position are already set."""

    def legal(self, game: P_contra, mask: Cells, /) -> int:
        """Mark legal moves with 1 and others with 0; returns the number of legal moves."""

    def play(self, game: P_contra, move: int, /) -> None:
        """Carry out a legal move: `act`, then `close_round` if the round is over."""

    def act(self, game: P_contra, move: int, /) -> bool:
        """Carry out a legal move; returns whether the round is ready to be closed."""

    def close_round(self, game: P_contra, /) -> None:
        """Score the round, then prepare the next one or end the game."""

    def view(self, game: P_contra, seat: int, seen: P_contra, /) -> None:
        """Write what a seat, or SPECTATOR, knows of the game into `seen`; the rest is blank."""

    def cover(self, seen: P_contra, seat: int, /) -> None:
        """Blank what the seat knows but, by agreement at the table, may not look at again."""

    def imagine(self, seen: P_contra, dice: int, /) -> None:
        """Fill the blanks of a view with a random deal that is consistent with it."""

    def score(self, game: P_contra, seat: int, /) -> int:
        """A seat's score, including tie-breakers; the highest wins."""

    def why_not(self, game: P_contra, move: int, /) -> int:
        """ALLOWED, or the game's number for the reason why the move is refused."""


class Scoring(Protocol):
    """The score sheet of a game."""

    SHEET: tuple[str, ...]  # the items, in the order of the score sheet
    BY_ROUND: bool  # is every round scored at its end, as counted by `round` in the position?

    def scored(self, told: Told, /) -> ScoreEntry | None:
        """The entry on the score sheet that an event reports, if any."""


class Speech(Protocol[P_contra]):
    """How a game is described in words."""

    REFUSED_BY: Mapping[str, Collection[int]]  # by section of the rulebook, its refusals
    RULED_BY: Mapping[int, str]  # by refusal, the ruling that decides it

    def say_move(self, words: Words, seen: P_contra, move: int, /) -> str:
        """A move, worded as a choice for the seat whose view this is."""

    def say_task(self, words: Words, seen: P_contra, /) -> str:
        """What the seat on turn must do now."""

    def say_event(self, words: Words, told: Told, names: Sequence[str], /) -> str:
        """A line of the log; empty for an event that is only animated."""

    def say_item(self, words: Words, item: str, /) -> str:
        """The name of an item on the score sheet."""


class Finality(Protocol[P_contra]):
    """What a game tells people before they move about whether the move can be undone."""

    def find_final(self, seen: P_contra, moves: Iterable[int], /) -> set[int]:
        """Those of the given legal moves that cannot be undone, judged from the mover's view."""


class Choice(NamedTuple):
    """A small move of a selection: the element to click, and whether it is chosen in advance."""

    id: str
    move: int
    is_chosen: bool


class Selection(NamedTuple):
    """Small moves that are chosen together and made at once, followed by the one that closes them.

    Until then they can be chosen and left out freely, because no move has been made yet.
    """

    choices: tuple[Choice, ...]
    closing: int


def select_nothing(_seen: Position) -> Selection | None:
    """The selection of a game in which every move is made by itself."""
    return None


class Page(Protocol[P_contra]):
    """How the table is drawn on a web page; the template is in the same folder."""

    UNSAID: Collection[int]  # the events of a step that are seen on the table without words

    def texts(self, words: Words, /) -> Mapping[str, str]:
        """The texts on the table that do not depend on the position."""

    def context(
        self, words: Words, seen: P_contra, seat: int, names: Sequence[str], /
    ) -> dict[str, Any]:
        """The template's context for drawing a view."""

    def path(self, seen: P_contra, move: int, /) -> ClickPath:
        """The ids of the elements to click, one after another, to make a move."""

    def select(self, seen: P_contra, /) -> Selection | None:
        """What the seat on turn chooses together instead of one by one, if anything."""

    def warning(self, words: Words, seen: P_contra, move: int, /) -> str:
        """A warning shown once before a legal move; empty if there is none."""

    def animation_of(self, told: Told, /) -> tuple[int, ...] | None:
        """The animation step that an event belongs to, or None if it is not animated.

        Consecutive events with the same result are shown as one animation step; an empty tuple
        means the step of the event before.
        """

    def spots(self, seen: P_contra, told: Told, /) -> Iterable[str]:
        """The ids of the elements that an event is about, among those drawn for this view."""


class Log(Protocol):
    """How the game log is laid out on a web page."""

    HEADINGS: Collection[int]  # events that begin an entry of their own, such as a new round
    DEEDS: Collection[int]  # events that are shown while the details of an entry are folded

    def symbols(self, words: Words, told: Told, /) -> "Iterable[tuple[str, Markup]]":
        """Parts of the sentence about an event, as worded there, with the symbols to show."""

    def places(self, told: Told, /) -> Iterable[str]:
        """The ids of the elements that an event is about, whether or not they are drawn now."""


class Sign(NamedTuple):
    """An entry of a legend: something that is drawn on the table, and what it stands for."""

    drawn: "Markup"
    says: str


class Overview(Protocol[P_contra]):
    """What players look up during a game; the template is in the same folder."""

    def legend(self, words: Words, /) -> Iterable[Sign]:
        """What the symbols on the table stand for."""

    def context(
        self, words: Words, seen: P_contra, seat: int, names: Sequence[str], /
    ) -> dict[str, Any]:
        """The template's context: what is public and countable in a view."""


class Pictures(Protocol):
    """The pictures in a game's handbook."""

    def list_cards(self, words: Words, /) -> Mapping[str, str]:
        """The rows of the handbook's lists of cards, by name: Markdown made from the cards."""

    def draw_pictures(self, words: Words, names: Sequence[str], /) -> "dict[str, Markup]":
        """All pictures by name, with three players of the given names."""


class Terminal(Protocol[P_contra]):
    """How a game is drawn in text."""

    def draw_text(self, words: Words, seen: P_contra, seat: int, names: Sequence[str], /) -> str:
        """A view as lines of text."""


class Tips(Protocol[P_contra]):
    """What learners are told at a real table, and what exercises may ask them to bring about."""

    GOALS: Mapping[str, int]  # events that an exercise may name, by their names in `lessons.toml`

    def find_tips(self, seen: P_contra, legal: Sequence[int], /) -> Iterable[str]:
        """The ids of the tips that fit the view of the player on turn."""


class Search(NamedTuple):
    """The settings of a search: the number of simulations, and what happens in each."""

    simulations: int
    wild: int = 0  # percentage of random moves in a simulation
    curiosity: int = 0  # exploration bonus in a tree, in hundredths of a point; 0: no tree
    turns: int = 0  # number of whole turns to try; 0: single moves
    width: int = 0  # beam width: how many partial turns are kept while looking for turns


class Advice(Protocol[P_contra]):
    """How to play a game well: rules of thumb based on what the player whose turn it is knows.

    They guide the casual bot and, compiled, the simulated players in a search.
    """

    SLIP: float  # the standard deviation of a beginner's errors in rating moves
    STRONG: Search
    MASTER: Search

    def rate(self, seen: P_contra, move: int, /) -> float:
        """How good a move looks to the player making it; only the order of ratings matters."""

    def worth(self, game: P_contra, seat: int, /) -> int:
        """The value of a seat's position at the end of a simulation, in units of the score."""

    def has_seen_enough(self, game: P_contra, start: P_contra, /) -> bool:
        """Has a simulation that began at `start` gone far enough to stop?"""


@runtime_checkable
class TurnAdvice(Advice[P_contra], Protocol[P_contra]):
    """Advice for a game whose turns consist of many small moves and are planned as a whole."""

    def ends_turn(self, game: P_contra, start: P_contra, move: int, /) -> bool:
        """Did this last move end the turn that `start` belongs to?"""

    def has_shown(self, game: P_contra, start: P_contra, /) -> bool:
        """Has hidden information been revealed since `start`?"""


class Group(NamedTuple):
    """Figures that are shown together under one heading."""

    heading: str
    names: list[str]


class Figures(Protocol[P_contra]):
    """Statistics of a finished game: first the figures of each seat, then of the whole table."""

    COUNT: int
    OWN: int  # how many of them belong to a seat

    def watch(self, game: P_contra, move: int, row: Cells, /) -> None:
        """Update the mover's figures with what cannot be told from the final position."""

    def note(self, game: P_contra, seat: int, row: Cells, /) -> None:
        """Write the figures of a seat, and of the table, that the final position shows."""

    def groups(self, words: Words, /) -> list[Group]:
        """The names of all figures, in order and grouped."""


class Observation(Protocol[P_contra]):
    """How a view is encoded for learners."""

    LAYOUT: "Layout"
    LOSSY: dict[str, str]  # fields of the view that are not encoded completely, and what is lost

    def observe(self, seen: P_contra, seat: int, out: Cells, /) -> None:
        """Encode a seat's view, with that seat first."""


class Branches(Protocol[P_contra]):
    """The branches of a large game's rules, numbered from 0 to COUNT - 1.

    On a GPU, games on the same branch run together.  Branches affect only the order of execution,
    never the result.
    """

    COUNT: int

    def branch_to_choose(self, game: P_contra, /) -> int:
        """The branch that will find the legal moves of this position."""

    def branch_to_act(self, game: P_contra, move: int, /) -> int:
        """The branch that will carry out a move."""


class Solved(NamedTuple):
    """What is known of a game that is small enough to be solved."""

    value: float  # exact, for the first player, in points
    deals: tuple[int, ...]  # one seed per way to deal


class Miniatures(Protocol):
    """A game reduced to a few cards, so that solvers can be compared with exact values."""

    SOLVED: Mapping[str, Solved]

    def open_miniature(self, name: str, /) -> "Game[Any]":
        """The game with the cards of a miniature."""


class ForPeople(NamedTuple, Generic[P]):
    """The parts for people, in the terminal and in a browser."""

    speech: Speech[P]
    finality: Finality[P]
    terminal: Terminal[P]
    lessons: LessonFile
    tips: Tips[P]


class ForBrowsers(NamedTuple, Generic[P]):
    """The parts for people in a browser only."""

    page: Page[P]
    log: Log
    overview: Overview[P]
    pictures: Pictures


class ForPrograms(NamedTuple, Generic[P]):
    """The parts for bots, the lab and learners."""

    advice: Advice[P]
    figures: Figures[P]
    observation: Observation[P]
    branches: Branches[P] | None = None
    miniatures: Miniatures | None = None
