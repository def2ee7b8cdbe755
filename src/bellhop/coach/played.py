"""The moves of a game that stand in the end: what was undone for good is left out."""

from dataclasses import dataclass, replace

from bellhop.engine.dice import set_dice
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.parts import TurnAdvice
from bellhop.engine.records import Position
from bellhop.engine.telling import Told
from bellhop.table.file import GameFile
from bellhop.table.sitting import REDO, RESTART, UNDO, Act, Sitting


@dataclass(frozen=True)
class PlayedMove:
    """A move that stands, with the positions before and after it."""

    row: int  # of the log, when it was made or last redone
    move: int
    seat: int
    before: Position
    after: Position
    story: tuple[Told, ...]
    rolled: bool  # did the dice decide anything?


@dataclass(frozen=True)
class PlayedGame:
    """A finished game: the deal and the moves that stand."""

    saved: GameFile
    dealt: Position
    moves: tuple[PlayedMove, ...]

    @property
    def positions(self) -> list[Position]:
        """The position after the deal and after every move."""
        return [self.dealt, *(made.after for made in self.moves)]


def played_game(saved: GameFile) -> PlayedGame:
    """Replay a finished game; a damaged one is refused, and one that is not over stays closed."""
    sittings = saved.check()
    sitting = next(sittings)
    reader = _Reader(sitting)
    for act, sitting in zip(saved.acts, sittings, strict=True):
        reader.read(act, sitting)
    if not sitting.is_over:
        raise BellhopError("unfinished")
    return PlayedGame(saved, reader.dealt, tuple(reader.standing))


def ends_turn(game: Game, made: PlayedMove) -> bool:
    """Did a move end its player's turn?  In some games one turn of a player follows another."""
    if made.after.turn != made.seat:
        return True
    advice = game.advice
    return isinstance(advice, TurnAdvice) and advice.ends_turn(made.after, made.before, made.move)


class _Reader:
    """Follows a sitting from act to act, and keeps the moves that stand."""

    def __init__(self, sitting: Sitting) -> None:
        self.dealt = self._before = sitting.position
        self._lines = len(sitting.lines)
        self.standing: list[PlayedMove] = []
        self._undone: list[PlayedMove] = []

    def read(self, act: Act, sitting: Sitting) -> None:
        """Note what an act has changed."""
        if act.text in (UNDO, RESTART):
            self._undone.append(self.standing.pop())
            while self._last() != sitting.position:
                self._undone.append(self.standing.pop())
        elif act.text == REDO:
            while self._last() != sitting.position:
                self.standing.append(replace(self._undone.pop(), row=act.row))
        elif sitting.position is not self._before:
            self.standing.append(self._made(act.row, sitting))
            self._undone.clear()
        self._before, self._lines = sitting.position, len(sitting.lines)

    def _last(self) -> Position:
        return self.standing[-1].after if self.standing else self.dealt

    def _made(self, row: int, sitting: Sitting) -> PlayedMove:
        keyed = self._before.copy()
        set_dice(keyed, sitting.shaker.word(row))
        return PlayedMove(
            row=row,
            move=sitting.game.move_named(sitting.acts[-1].text),
            seat=self._before.turn,
            before=self._before,
            after=sitting.position,
            story=tuple(line.told for line in sitting.lines[self._lines :]),
            rolled=sitting.position.dice != keyed.dice,
        )
