"""Repair: games with other rules are carried over only if they play out exactly the same."""

import random

import pytest
import sqlalchemy as sa

from bellhop.engine.errors import BellhopError
from bellhop.games import GAMES
from bellhop.table.live import revive, seat_people
from bellhop.table.repair import carry_over, inspect_running
from bellhop.table.schema import NewAct, StoredSeat, StoredTable, acts
from bellhop.table.store import Store

GAME = GAMES[0]


def add_running_game(store: Store, name: str, rules: str) -> None:
    """Add a game of two people after twenty acts, begun under the given rules."""
    seats = tuple(StoredSeat(n, f"P{n}", "person", taken=True) for n in (0, 1))
    nonces = ("00000001", "00000002")
    stored = StoredTable(name, GAME.name, rules, {}, "ab" * 32, nonces, 1.0, seats, ())
    sitting, log, chance = seat_people(stored, GAME), [], random.Random(3)
    for row in range(1, 21):
        turn = sitting.turn
        sitting.move(chance.choice(GAME.legal_moves(sitting.position)))
        text = sitting.acts[-1].text
        log.append(NewAct(name, row, turn, text, f"k{row}", rules, sitting.digest()))
    store.add_table(stored, log)


@pytest.fixture
def store(database: str) -> Store:
    return Store(database)


def test_only_games_that_replay_identically_are_carried_over(store: Store) -> None:
    add_running_game(store, "same", "older rules")
    add_running_game(store, "other", "older rules")
    add_running_game(store, "illegal", "older rules")
    add_running_game(store, "current", GAME.rules_version)
    with store.engine.begin() as connection:
        changed = (acts.c.row == 12) & (acts.c.table_id == "other")
        connection.execute(sa.update(acts).where(changed).values(digest="0" * 16))
        changed = (acts.c.row == 7) & (acts.c.table_id == "illegal")
        connection.execute(sa.update(acts).where(changed).values(act="dance"))
    with pytest.raises(BellhopError, match="began under rules older rules; this server has"):
        revive(store.load("same"))
    found = {finding.table: finding for finding in inspect_running(store)}
    assert sorted(found) == ["illegal", "other", "same"]
    assert found["same"].can_be_carried_over
    difference = str(found["other"].difference)
    assert difference.startswith("Move 12 (")
    assert difference.endswith(") has another outcome.")
    assert "Move 7 (dance) is refused" in str(found["illegal"].difference)
    with pytest.raises(BellhopError, match="Table other would go another way"):
        carry_over(store, found["other"])
    carry_over(store, found["same"])
    assert revive(store.load("same")).rows == 20
    assert {finding.table for finding in inspect_running(store)} == {"other", "illegal"}
    store.close()
