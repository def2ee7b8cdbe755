"""Grand Austria Hotel, by Virginio Gigli and Simone Luciani: two to four hoteliers in old Vienna.

`rules` is the game itself; the other modules are its parts, each imported when first needed.
`rulebook.toml` lists the sections of the rulebook, `rulings.toml` the doubtful cases.
"""

from bellhop.engine.game import Game
from bellhop.engine.options import Option
from bellhop.engine.parts import (
    Advice,
    Figures,
    Finality,
    Observation,
    Page,
    Speech,
    Terminal,
    Ways,
)

from . import rules
from .rules.cards import CARDS
from .rules.state import Position
from .rules.tables import EDITION_NAMES
from .rules.vocabulary import MOVES, SEATS, Event, Refusal


class GrandAustriaHotel(Game):
    """The parts of Grand Austria Hotel."""

    @property
    def speech(self) -> Speech:
        from . import speech

        return speech

    @property
    def finality(self) -> Finality:
        from . import finality

        return finality

    @property
    def page(self) -> Page:
        from . import page

        return page

    @property
    def terminal(self) -> Terminal:
        from . import terminal

        return terminal

    @property
    def advice(self) -> Advice:
        from . import advice

        return advice

    @property
    def figures(self) -> Figures:
        from . import figures

        return figures

    @property
    def observation(self) -> Observation:
        from . import observation

        return observation

    @property
    def ways(self) -> Ways:
        from . import ways

        return ways


GAME = GrandAustriaHotel(
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
    earlier_versions={"9ca7e64a652dd7c6": "cb6baea8c3b9ec09"},
)
