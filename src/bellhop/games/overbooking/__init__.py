"""Overbooking, by Filippo Landini: two to four chamberlains find beds for the king's guests.

`rules` is the game itself; the other modules are its parts, each imported when first needed.
`rulebook.toml` lists the sections of the rulebook, `rulings.toml` the doubtful cases.
"""

from bellhop.engine.game import Game
from bellhop.engine.options import Option
from bellhop.engine.parts import Advice, Figures, Finality, Observation, Page, Speech, Terminal

from . import rules
from .rules.state import Position
from .rules.vocabulary import (
    BONUSES,
    CARDS,
    COIN_PROFILES,
    HOTEL_SETS,
    MOVES,
    SEATS,
    Event,
    Refusal,
)


class Overbooking(Game):
    """The parts of Overbooking."""

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


GAME = Overbooking(
    name="overbooking",
    title="Overbooking",
    credit="Filippo Landini, HUCH! 2022",
    players=range(2, SEATS + 1),
    options=(
        Option("scoring", "scoring", tuple(bonus.id for bonus in BONUSES)),
        Option("peeking", "no_peeking", ("allowed", "forbidden")),
        Option("coins", "coins", tuple(profile.id for profile in COIN_PROFILES)),
        Option("hotels", "hotel_set", tuple(hotel_set.id for hotel_set in HOTEL_SETS)),
    ),
    position=Position,
    moves=MOVES,
    cards=CARDS,
    rules=rules,
    refusals=Refusal,
    reveals=frozenset({Event.PLAYED_OPEN, Event.REVEALED}),
    earlier_versions={"15f556170bc1293a": "956ed281b0d5aec5"},
)
