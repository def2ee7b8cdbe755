"""Repair: check whether running games with older rules play out the same under the current rules.

A game keeps the version of the rules under which it began, and a server with other rules refuses
it.  If every act is still legal and leads to exactly the same position, the game can be carried
over to the current version; if anything differs, it cannot.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bellhop.engine.errors import BellhopError
from bellhop.games import game_named
from bellhop.table.live import seat_people
from bellhop.table.schema import TableLine
from bellhop.table.store import Store


class Finding(NamedTuple):
    """The result of replaying a running game."""

    table: str
    game: str
    rules: str
    rows: int
    difference: BellhopError | None  # None if the game plays out the same

    @property
    def can_be_carried_over(self) -> bool:
        """Does the game play out the same under the current rules?"""
        return self.difference is None


def inspect_running(store: Store) -> Iterator[Finding]:
    """Replay every running game that began under other rules."""
    for line in store.list_tables():
        if line.ended is None and not _is_current(line):
            difference = _find_difference(store, line.id)
            yield Finding(line.id, line.game, line.rules, line.rows, difference)


def carry_over(store: Store, finding: Finding) -> None:
    """Move a game to the current rules, if it plays out the same under them."""
    if finding.difference:
        raise BellhopError("repair.differs", table=finding.table, error=finding.difference)
    store.change_table(finding.table, rules=game_named(finding.game).rules_version)


def _is_current(line: TableLine) -> bool:
    """Is a table played by the current rules?"""
    try:
        return game_named(line.game).has_rules(line.rules)
    except BellhopError:
        return False


def _find_difference(store: Store, table: str) -> BellhopError | None:
    """The first difference when a game is replayed; None if there is none."""
    try:
        stored, digests = store.load(table), store.digests(table)
        game = game_named(stored.game)
        game.undealt(len(stored.seats), stored.options)
        if not stored.nonces:
            return None
        sitting = seat_people(stored, game)
    except BellhopError as error:
        return error
    except (TypeError, ValueError):
        return BellhopError("table_damaged", table=table)
    for act, digest in zip(stored.acts, digests, strict=True):
        try:
            sitting.repeat(act.text)
        except BellhopError as error:
            return BellhopError("repair.refused", row=act.row, act=act.text, error=error)
        if digest != sitting.digest():
            return BellhopError("repair.outcome", row=act.row, act=act.text)
    return None
