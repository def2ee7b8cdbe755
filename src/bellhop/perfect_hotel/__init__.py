"""Perfect Hotel, by Hiroshi Kawamura: two to five players build hotels for three rounds.

Read in this order, the rulebook in the other hand: `vocabulary` (cards and moves), `state`,
`preparation` (setup and dealing), `legality` (what may be done), `turns` (doing it), `scoring`,
`knowledge` (what a seat sees), `speech` (words).  `rulebook.toml` lists the sections and
`rulings.toml` the doubtful cases.
"""

from bellhop.engine.game import Game, Option
from bellhop.perfect_hotel.knowledge import cover, imagine, view
from bellhop.perfect_hotel.legality import legal, why_not
from bellhop.perfect_hotel.preparation import setup
from bellhop.perfect_hotel.scoring import POINT, score
from bellhop.perfect_hotel.state import Position
from bellhop.perfect_hotel.turns import act, close_round, play
from bellhop.perfect_hotel.vocabulary import CARDS, MOVES, NUMBERS, SEATS, STARS, Event

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
    name="perfect-hotel",
    title="Perfect Hotel",
    credit="Hiroshi Kawamura, White Goblin Games 2018",
    players=range(2, SEATS + 1),
    options=(
        Option("high-season", "high_season"),
        Option("rounds", "short", (str(NUMBERS.rounds), "1")),
        Option("stars", "stars", tuple(stars.id for stars in STARS)),
        Option("extension", "first_edition", ("any", "first-edition")),
        Option("tourist", "tourist_joins", ("to-hand", "joins")),
        Option("best-view", "count_rows", ("floors", "rows")),
        Option("season-count", "season_floor_cards", ("cards", "floor-cards")),
    ),
    package=__name__,
    position=Position,
    moves=MOVES,
    card_files=(CARDS.path,),
    reveals=frozenset({Event.PLACED, Event.BUILT}),
)
