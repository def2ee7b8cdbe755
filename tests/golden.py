"""Golden playthroughs: whole games as text, to read and compare. `make golden` regenerates them.

Every line with a number is a move: number, seat, move, and a digest of the position after it.  The
lines below it are what everybody at the table was told.
"""

import hashlib
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.engine.telling import Told, listening
from bellhop.games import GAMES
from bellhop.table.record import VERSIONS, GameRecord, Tag
from support import proofs_of

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")


class Playthrough(NamedTuple):
    """One golden game: its table and its seed."""

    game: Game
    players: int
    options: Mapping[str, str]

    @property
    def path(self) -> Path:
        """The file that holds it."""
        options = [f"{name}-{choice}" for name, choice in self.options.items()]
        return FOLDER / self.game.name / f"{'_'.join([str(self.players), *options])}.txt"

    @property
    def record_path(self) -> Path:
        """The file that holds it in notation."""
        return self.path.with_suffix(".bellhop")

    @property
    def seed(self) -> int:
        """A seed that no other playthrough has."""
        return int.from_bytes(self.path.name.encode()[:7], "big")

    def start(self) -> Position:
        """The position after the deal."""
        position: Position = self.game.new(self.players, self.options, self.seed)
        return position

    def write(self) -> str:
        """The whole game as text."""
        return "\n".join(self._lines()) + "\n"

    def record(self) -> GameRecord:
        """The whole game in the notation of docs/notation.md."""
        options = [Tag("Option", (name, choice)) for name, choice in self.options.items()]
        players = [Tag("Player", (name, "random")) for name in NAMES[: self.players]]
        record = GameRecord(
            [
                Tag("Bellhop", (VERSIONS[0],)),
                Tag("Game", (self.game.name,)),
                *options,
                *players,
                Tag("Seed", (str(self.seed),)),
            ]
        )
        node, position = record.root, self.start()
        for move in self.moves():
            self.game.play(position, move)
            node = node.add(self.game.moves[move])
        points = self.game.points(position)
        record.tags.append(Tag("Result", tuple(map(str, points))))
        return record

    def moves(self) -> list[int]:
        """The moves in the file."""
        lines = self.path.read_text("utf-8").splitlines()
        return [self.game.move_named(line[9:40]) for line in lines if line[:5].strip().isdecimal()]

    def digests(self) -> list[str]:
        """The digests in the file."""
        lines = self.path.read_text("utf-8").splitlines()
        return [line.split()[-1] for line in lines if line[:5].strip().isdecimal()]

    def _lines(self) -> Iterator[str]:
        chance = random.Random(self.seed)
        chosen = " ".join(f"{name}={choice}" for name, choice in self.options.items())
        yield f"{self.game.title}, {self.players} players {chosen}".rstrip()
        with listening() as story:
            position = self.start()
        yield from self._told(story)
        yield self.game.write(position)
        number = 0
        while not is_over(position):
            number += 1
            move = chance.choice(self.game.legal_moves(position))
            seat = position.turn
            with listening() as story:
                self.game.play(position, move)
            yield f"{number:5} {seat}  {self.game.moves[move]:32} {digest(self.game, position)}"
            yield from self._told(story)
        yield self.game.write(position)
        yield f"points {self.game.points(position)}, winners {self.game.winners(position)}"

    def _told(self, story: list[Told]) -> Iterator[str]:
        words = self.game.words("en")
        for told in story:
            text = self.game.speech.say_event(words, told, NAMES)
            if text and told.is_for(SPECTATOR):
                yield f"         {text}"


def digest(game: Game, position: Position) -> str:
    """A short digest of a position, independent of its layout in memory."""
    return hashlib.sha256(game.write(position).encode()).hexdigest()[:8]


def playthroughs() -> list[Playthrough]:
    """One for every player count and variant of every game."""
    return [
        Playthrough(game, players, variant)
        for game in GAMES
        for players in game.players
        for variant in proofs_of(game).VARIANTS
    ]


def main() -> None:
    """Write all golden files."""
    for playthrough in playthroughs():
        playthrough.path.parent.mkdir(parents=True, exist_ok=True)
        playthrough.path.write_text(playthrough.write(), "utf-8")
        playthrough.record_path.write_text(playthrough.record().write(), "utf-8")
        print(playthrough.path.relative_to(FOLDER))


if __name__ == "__main__":
    main()
