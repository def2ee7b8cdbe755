"""Perfect Hotel, by Hiroshi Kawamura: two to five players build hotels for three rounds.

`rules` is the game itself; the other modules are its parts, each imported when first needed.
`rulebook.toml` lists the sections of the rulebook, `rulings.toml` the doubtful cases.
"""

from bellhop.engine.game import Game
from bellhop.engine.options import Option
from bellhop.engine.parts import Advice, Figures, Finality, Observation, Page, Speech, Terminal

from . import rules
from .rules.state import Position
from .rules.vocabulary import CARDS, MOVES, NUMBERS, SEATS, STARS, Event, Refusal


class PerfectHotel(Game):
    """The parts of Perfect Hotel."""

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


GAME = PerfectHotel(
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
    reveals=frozenset({Event.PLACED, Event.BUILT}),
    earlier_versions={"508351302f0619b8": "d2c74732dd88d3de"},
)
