"""Mistakes come back at growing intervals, for the device that made them."""

import time

import pytest

from bellhop.games import GAMES
from bellhop.table.opening import lay_table
from bellhop.table.reviews import DAY, DAYS, add_reviews, count_reviews, next_review, note_try
from bellhop.table.sitting import Seat
from bellhop.table.store import Store

ANN, BOB = "a" * 64, "b" * 64


@pytest.fixture
def table(database: str) -> tuple[Store, str]:
    store = Store(database)
    laid, _ = lay_table(GAMES[0], {}, (Seat("Ann"), Seat("Bob")), [0], "normal", ANN)
    store.add_table(laid)
    return store, laid.id


def test_a_mistake_moves_up_when_solved_and_back_when_not(
    table: tuple[Store, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, name = table
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    assert next_review(store, ANN) is None
    add_reviews(store, ANN, name, [(7, 0), (3, 0)])
    add_reviews(store, ANN, name, [(3, 0), (9, 0)])
    assert count_reviews(store, ANN)[:2] == (3, 3)
    assert count_reviews(store, BOB).total == 0
    first = next_review(store, ANN)
    assert first
    assert (first.table, first.row, first.seat, first.box) == (name, 3, 0, 0)
    for row in (7, 9):
        note_try(store, ANN, name, row, is_solved=False)
    for box in (1, 2, 3, 4, 4):
        note_try(store, BOB, name, 3, is_solved=True)
        note_try(store, ANN, name, 3, is_solved=True)
        note_try(store, ANN, name, 3, is_solved=False)  # not due, so it does not count
        pile = count_reviews(store, ANN)
        now += DAYS[box] * DAY - 1
        found = next_review(store, ANN)
        assert found is None or found.row != 3
        now += 1
        assert count_reviews(store, ANN).due == 3
        assert pile.total == 3
    assert count_reviews(store, ANN).solved == 1
    note_try(store, ANN, name, 3, is_solved=False)
    assert count_reviews(store, ANN).next_due == pytest.approx(now + DAY)
    assert count_reviews(store, ANN).solved == 0
    store.delete_tables([name])
    assert count_reviews(store, ANN).total == 0, "they go with their table"
    store.close()
