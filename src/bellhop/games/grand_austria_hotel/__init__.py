"""Grand Austria Hotel, by Virginio Gigli and Simone Luciani: two to four hoteliers in old Vienna.

`rules` is the game itself; the other modules are imported when first needed.  `rulebook.toml` lists
the sections of the rulebook, `rulings.toml` our rulings on cases that it leaves open.
"""

from pathlib import Path

from bellhop.engine.game import Game
from bellhop.engine.lessons import LessonFile
from bellhop.engine.parts import ForBrowsers, ForPeople, ForPrograms

from . import rules
from .rules import scoring
from .rules.cards import CARDS
from .rules.state import Position
from .rules.vocabulary import END, MOVES, PASS, SEATS, Event, Refusal


def _for_people() -> ForPeople[Position]:
    from . import finality, speech, terminal, tips

    lessons = LessonFile(Path(__file__).parent / "lessons.toml")
    return ForPeople(speech, finality, terminal, lessons, tips)


def _for_browsers() -> ForBrowsers[Position]:
    from .page import log, overview, pictures, table

    return ForBrowsers(table, log, overview, pictures)


def _for_programs() -> ForPrograms[Position]:
    from . import advice, branches, figures, observation

    return ForPrograms(advice, figures, observation, branches)


GAME: Game[Position] = Game(
    name="grand-austria-hotel",
    title="Grand Austria Hotel",
    credit="Virginio Gigli and Simone Luciani, Lookout Games 2015",
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
    introduction={"staff": "introductory"},
    turn_ends=frozenset({END, PASS}),
    reveals=frozenset(
        {
            Event.GUEST_ARRIVED,
            Event.ROLLED,
            Event.REROLLED,
            Event.DREW,
            Event.DREW_UNSEEN,
            Event.PACKS_PASSED,
        }
    ),
    impersonal=frozenset(
        {
            Event.ROUND_STARTED,
            Event.GUEST_ARRIVED,
            Event.GUESTS_SHUFFLED,
            Event.PACKS_PASSED,
            Event.GAME_ENDED,
            Event.SET_UP,
        }
    ),
    earlier_versions={
        "9ca7e64a652dd7c6": "20cc367bbec3bf74",
        "dc5343175891950d": "20cc367bbec3bf74",
        "196c9ba4a9777f11": "20cc367bbec3bf74",
    },
)
