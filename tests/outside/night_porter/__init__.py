"""Night Porter: two to four players hang up their keys in order, or hide them under the mat.

A small game outside the package, found through BELLHOP_GAMES, to copy for your own game.  `rules`
is the game itself; the other modules are imported when first needed.
"""

from pathlib import Path

from bellhop.engine.game import Game
from bellhop.engine.lessons import LessonFile
from bellhop.engine.parts import ForBrowsers, ForPeople, ForPrograms

from . import rules
from .rules import scoring
from .rules.state import Position
from .rules.vocabulary import CARDS, MOVES, SEATS, Event, Refusal


def _for_people() -> ForPeople[Position]:
    from . import finality, speech, terminal, tips

    lessons = LessonFile(Path(__file__).parent / "lessons.toml")
    return ForPeople(speech, finality, terminal, lessons, tips)


def _for_browsers() -> ForBrowsers[Position]:
    from .page import log, overview, pictures, table

    return ForBrowsers(table, log, overview, pictures)


def _for_programs() -> ForPrograms[Position]:
    from . import advice, figures, observation

    return ForPrograms(advice, figures, observation)


GAME: Game[Position] = Game(
    name="night-porter",
    title="Night Porter",
    credit="Bellhop's tests",
    players=range(2, SEATS + 1),
    position=Position,
    moves=MOVES,
    cards=CARDS,
    rules=rules,
    scoring=scoring,
    refusals=Refusal,
    for_people=_for_people,
    for_browsers=_for_browsers,
    for_programs=_for_programs,
    package=__name__,
    reveals=frozenset({Event.HUNG}),
    impersonal=frozenset({Event.GAME_ENDED}),
)
