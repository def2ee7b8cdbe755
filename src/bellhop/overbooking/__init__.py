"""Overbooking, by Filippo Landini: two to four chamberlains find beds for the king's guests.

Read in this order, the rulebook in the other hand: `vocabulary` (guests, hotels, moves), `state`,
`preparation` (setup and phase 3), `legality` (what may be done), `turns` (phase 1), `bookings`
(phase 2), `scoring`, `knowledge` (what a seat sees), `speech` (words).  `rulebook.toml` lists the
sections and `rulings.toml` the doubtful cases.
"""

from bellhop.engine.game import Game, Option
from bellhop.overbooking.knowledge import cover, imagine, view
from bellhop.overbooking.legality import legal, why_not
from bellhop.overbooking.preparation import setup
from bellhop.overbooking.scoring import POINT, score
from bellhop.overbooking.state import Position
from bellhop.overbooking.turns import act, close_round, play
from bellhop.overbooking.vocabulary import (
    BONUSES,
    CARDS,
    COIN_PROFILES,
    HOTEL_SETS,
    MOVES,
    SEATS,
    Event,
)

__all__ = [
    "GAME",
    "POINT",
    "act",
    "close_round",
    "cover",
    "imagine",
    "legal",
    "play",
    "score",
    "setup",
    "view",
    "why_not",
]

GAME = Game(
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
    package=__name__,
    position=Position,
    moves=MOVES,
    card_files=(CARDS.path,),
    reveals=frozenset({Event.PLAYED_OPEN, Event.REVEALED}),
)
