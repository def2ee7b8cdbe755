"""Grand Austria Hotel, by Virginio Gigli and Simone Luciani: two to four hoteliers in old Vienna.

Read in this order, the rulebook in the other hand: `cards` and `tables` (what is printed),
`vocabulary` (places, moves, events), `state`, `preparation`, `turns`, `actions` (the six spaces and
all answers), `guests`, `hotel`, `staff`, `gains`, `steps` (the verbs of cards), `politics`,
`emperor`, `scoring`, `legality` and `answers` (what may be done), `knowledge` (what a seat sees),
`speech` and `card_text` (words).  `rulebook.toml` lists the sections, `rulings.toml` the doubtful
cases.
"""

from bellhop.engine.game import Game, Option
from bellhop.grand_austria_hotel.cards import CARDS
from bellhop.grand_austria_hotel.knowledge import cover, imagine, view
from bellhop.grand_austria_hotel.legality import legal, why_not
from bellhop.grand_austria_hotel.scoring import POINT, score
from bellhop.grand_austria_hotel.state import Position
from bellhop.grand_austria_hotel.tables import EDITION_NAMES
from bellhop.grand_austria_hotel.turns import act, close_round, play, setup
from bellhop.grand_austria_hotel.vocabulary import MOVES, SEATS, Event

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
    name="grand-austria-hotel",
    title="Grand Austria Hotel",
    credit="Virginio Gigli and Simone Luciani, Lookout Games 2015",
    players=range(2, SEATS + 1),
    options=(
        Option("edition", "edition", EDITION_NAMES),
        Option("boards", "boards", ("standard", "back")),
        Option("staff", "staffing", ("random", "introductory", "draft")),
    ),
    package=__name__,
    position=Position,
    moves=MOVES,
    card_files=(CARDS.path,),
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
)
