"""Overbooking, by Filippo Landini: two to four chamberlains find beds for the king's guests.

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
    from . import advice, figures, miniatures, observation

    return ForPrograms(advice, figures, observation, miniatures=miniatures)


GAME: Game[Position] = Game(
    name="overbooking",
    title="Overbooking",
    credit="Filippo Landini, HUCH! 2022",
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
    reveals=frozenset({Event.PLAYED_OPEN, Event.REVEALED}),
    impersonal=frozenset(
        {Event.ROUND_STARTED, Event.HOTEL_OPENED, Event.HOTEL_CHECKED, Event.GAME_ENDED}
    ),
    good_news=frozenset({Event.BOOKED, Event.PUSHED_OUT}),
    bad_news=frozenset({Event.REFUSED, Event.POWER_IDLE}),
    earlier_versions={
        "15f556170bc1293a": "b14ce108a80a64c4",
        "ca290a99ea5d050f": "b14ce108a80a64c4",
        "b69be772bdcd0556": "b14ce108a80a64c4",
    },
)
