"""Repair: do running games of other rules go the same way under the rules of now?

A game keeps the rules version it was begun under, and a server with other rules refuses it.  Where
every act is still allowed and leaves the very position that it left then, the game may be carried
over to the new version; where anything differs, it never is.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bellhop.engine.errors import BellhopError
from bellhop.games import game_named
from bellhop.table.live import seat_people
from bellhop.table.schema import TableLine
from bellhop.table.store import Store


class Finding(NamedTuple):
    """What became of a running game when it was played again."""

    table: str
    game: str
    rules: str
    rows: int
    difference: BellhopError | None  # none where the game goes the same way

    @property
    def can_be_carried_over(self) -> bool:
        """Does the game go the same way under the rules of now?"""
        return self.difference is None


def inspect_running(store: Store) -> Iterator[Finding]:
    """Play every running game again that was begun under other rules."""
    for line in store.list_tables():
        if line.ended is None and not _is_current(line):
            difference = _find_difference(store, line.id)
            yield Finding(line.id, line.game, line.rules, line.rows, difference)


def carry_over(store: Store, finding: Finding) -> None:
    """Let a game go on under the rules of now, after it was seen to go the same way."""
    if finding.difference:
        raise BellhopError("repair.differs", table=finding.table, error=finding.difference)
    store.change_table(finding.table, rules=game_named(finding.game).rules_version)


def _is_current(line: TableLine) -> bool:
    """Is a table played by the rules of now?"""
    try:
        return game_named(line.game).has_rules(line.rules)
    except BellhopError:
        return False


def _find_difference(store: Store, table: str) -> BellhopError | None:
    """Where a game first goes another way; none if it does not."""
    stored, digests = store.load(table), store.digests(table)
    try:
        game = game_named(stored.game)
        game.table(len(stored.seats), stored.options)
        if not stored.nonces:
            return None
        sitting = seat_people(stored, game)
    except BellhopError as error:
        return error
    for act, digest in zip(stored.acts, digests, strict=True):
        try:
            sitting.repeat(act.text)
        except BellhopError as error:
            return BellhopError("repair.refused", row=act.row, act=act.text, error=error)
        if digest != sitting.digest():
            return BellhopError("repair.outcome", row=act.row, act=act.text)
    return None
