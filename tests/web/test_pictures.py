"""Cached drawings equal what would be drawn now."""

import random
from itertools import combinations, product

import pytest

from bellhop.engine.game import Game
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES
from bellhop.table.live import seat_people
from bellhop.web.drawings import MAX_VIEWERS, latest_news
from bellhop.web.rendering import Viewer, news
from support import is_looked_at
from web.test_pages import live_table

LOOKERS = (
    Viewer((0,), 0, "en"),
    Viewer((1,), 1, "ru"),
    Viewer((), -1, "pl"),
    Viewer((0, 1), -1, "en"),
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_viewer_sees_the_newest_state(game: Game) -> None:
    """In whole games with undo, cached drawings equal what a newly loaded table would show."""
    live = live_table(game, {})
    sitting, chance, looked = live.sitting, random.Random(3), 0
    assert sitting
    while not sitting.is_over:
        for viewer in chance.sample(LOOKERS, 2) if is_looked_at(chance) else ():
            fresh = live_table(game, {})
            fresh.seats, fresh.sitting = live.seats, sitting
            assert latest_news(live, viewer) == news(fresh, viewer)
            assert latest_news(live, viewer) is latest_news(live, viewer)
            looked += 1
        if sitting.can_undo(sitting.turn) and chance.random() < 0.3:
            sitting.undo()
        else:
            sitting.move(chance.choice(game.legal_moves(sitting.position)))
        if chance.random() < 0.1:
            name = chance.choice(("Zoe", "Yan"))
            live.seats = [live.seats[0]._replace(name=name), *live.seats[1:]]
    assert looked


def test_a_reloaded_table_is_redrawn() -> None:
    """Another server took the row: there are as many rows as before, but different ones."""
    live = live_table(GAMES[0], {})
    before = latest_news(live, LOOKERS[0])
    live.sitting = seat_people(live.stored, live.game)
    assert latest_news(live, LOOKERS[0]) is not before


def test_the_number_of_remembered_clients_is_limited() -> None:
    live = live_table(GAMES[0], {})
    first = latest_news(live, LOOKERS[0])
    seats = [own for n in range(4) for own in combinations(range(3), n)]
    strangers = [Viewer(*who) for who in product(seats, [-1], LANGUAGES, [False, True])]
    for viewer in strangers[:MAX_VIEWERS]:
        latest_news(live, viewer)
    assert latest_news(live, LOOKERS[0]) is not first
    assert latest_news(live, LOOKERS[0]) == first
