"""Perfect Hotel, by Hiroshi Kawamura: two to five players build hotels for three rounds.

`rules` is the game itself; the other modules are its parts, imported when first needed.
`rulebook.toml` lists the sections of the rulebook, `rulings.toml` the doubtful cases.
"""

from bellhop.engine.game import Game
from bellhop.engine.options import Option
from bellhop.engine.parts import ForBrowsers, ForPeople, ForPrograms

from . import rules
from .rules.state import Position
from .rules.vocabulary import CARDS, MOVES, NUMBERS, SEATS, STARS, Event, Refusal


def _for_people() -> ForPeople:
    from . import finality, speech, terminal

    return ForPeople(speech, finality, terminal)


def _for_browsers() -> ForBrowsers:
    from .page import overview, pictures, table

    return ForBrowsers(table, overview, pictures)


def _for_programs() -> ForPrograms:
    from . import advice, figures, observation

    return ForPrograms(advice, figures, observation)


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
    position=Position,
    moves=MOVES,
    cards=CARDS,
    rules=rules,
    refusals=Refusal,
    for_people=_for_people,
    for_browsers=_for_browsers,
    for_programs=_for_programs,
    package=__name__,
    reveals=frozenset({Event.PLACED, Event.BUILT}),
    earlier_versions={"508351302f0619b8": "55f674f3a688b2d3"},
)
