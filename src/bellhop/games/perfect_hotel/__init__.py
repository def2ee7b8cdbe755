"""Perfect Hotel, by Hiroshi Kawamura: two to five players build hotels for three rounds.

`rules` is the game itself; the other modules are imported when first needed.  `rulebook.toml` lists
the sections of the rulebook, `rulings.toml` our rulings on cases that it leaves open.
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
    name="perfect-hotel",
    title="Perfect Hotel",
    credit="Hiroshi Kawamura, White Goblin Games 2018",
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
    reveals=frozenset({Event.PLACED, Event.BUILT}),
    impersonal=frozenset(
        {
            Event.ROUND_STARTED,
            Event.TOP_SEEN,
            Event.HIGH_SEASON,
            Event.ROUND_ENDED,
            Event.GAME_ENDED,
        }
    ),
    earlier_versions={
        "508351302f0619b8": "c0c6f15e572caf77",
        "55f674f3a688b2d3": "c0c6f15e572caf77",
        "2d8c449ae6e0d083": "c0c6f15e572caf77",
    },
)
