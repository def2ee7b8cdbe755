"""Grand Austria Hotel, by Virginio Gigli and Simone Luciani: two to four hoteliers in old Vienna.

`rules` is the game itself; the other modules are its parts, imported when first needed.
`rulebook.toml` lists the sections of the rulebook, `rulings.toml` the doubtful cases.
"""

from bellhop.engine.game import Game
from bellhop.engine.options import Option
from bellhop.engine.parts import ForBrowsers, ForPeople, ForPrograms

from . import rules
from .rules.cards import CARDS
from .rules.state import Position
from .rules.tables import EDITION_NAMES
from .rules.vocabulary import MOVES, SEATS, Event, Refusal


def _for_people() -> ForPeople:
    from . import finality, speech, terminal

    return ForPeople(speech, finality, terminal)


def _for_browsers() -> ForBrowsers:
    from .page import overview, pictures, table

    return ForBrowsers(table, overview, pictures)


def _for_programs() -> ForPrograms:
    from . import advice, figures, observation, ways

    return ForPrograms(advice, figures, observation, ways)


GAME = Game(
    name="grand-austria-hotel",
    title="Grand Austria Hotel",
    credit="Virginio Gigli and Simone Luciani, Lookout Games 2015",
    players=range(2, SEATS + 1),
    options=(
        Option("edition", "edition", EDITION_NAMES),
        Option("boards", "boards", ("standard", "back")),
        Option("staff", "staffing", ("random", "introductory", "draft")),
    ),
    position=Position,
    moves=MOVES,
    cards=CARDS,
    rules=rules,
    refusals=Refusal,
    for_people=_for_people,
    for_browsers=_for_browsers,
    for_programs=_for_programs,
    package=__name__,
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
    earlier_versions={"9ca7e64a652dd7c6": "dc5343175891950d"},
)
