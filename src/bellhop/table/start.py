"""The start of a game that goes on from a moment of an earlier one.

Row 0 of such a game is no deal but a stored position.  The earlier game up to that moment is kept
with it, so that anybody can check that the position was really reached.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from bellhop.engine.errors import NotationError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.telling import Told

MAX_EARLIER = 30  # games that each go on from the one before


@dataclass(frozen=True)
class Start:
    """A position from an earlier game.

    With `kept`, it is what that seat (or SPECTATOR) knew, and row 0 deals everything else again;
    without, all cards are where they were.
    """

    position: str  # as `Game.write` writes it
    row: int  # of the earlier game
    kept: int | None
    game: dict[str, Any]  # the earlier game up to this row, as it is saved
    told: tuple[Told, ...] = field(default=(), compare=False)  # its events
    table: str = field(default="", compare=False)  # where it was played, on this server

    def __post_init__(self) -> None:
        """Refuse too many games inside one another, wherever they come from."""
        found: Any = self.game
        for _ in range(MAX_EARLIER):
            match found:
                case {"start": {"game": earlier}}:
                    found = earlier
                case _:
                    return
        raise NotationError("file.earlier", most=MAX_EARLIER)

    def place(self, game: Game, word: int) -> Position:
        """The position after row 0, which has this dice word."""
        position = game.read(self.position)
        return position if self.kept is None else game.imagine(position, word)

    def to_json(self) -> dict[str, Any]:
        """The start as it is saved with a game."""
        return {
            "row": self.row,
            "kept": self.kept,
            "position": self.position,
            "game": self.game,
        }

    def to_row(self) -> dict[str, Any]:
        """The start as it is stored with a table."""
        told = [[one.to, one.event, *one.numbers] for one in self.told]
        return {**self.to_json(), "told": told, "table": self.table}


def parse_start(content: Any) -> Start:
    """The start in a saved game."""
    match content:
        case {
            "row": int(row),
            "kept": int() | None as kept,
            "position": str(position),
            "game": dict(game),
        } if position.isprintable():
            # Python's True is an integer, too.
            return Start(position, int(row), kept if kept is None else int(kept), game)
    raise NotationError("file.entry", entry="start")


def read_row(content: dict[str, Any]) -> Start:
    """The start in a row of the database."""
    told = tuple(Told(to, event, tuple(numbers)) for to, event, *numbers in content["told"])
    return replace(parse_start(content), told=told, table=content["table"])
