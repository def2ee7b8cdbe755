"""Pictures that are remembered are those that would be drawn now."""

import random
from itertools import combinations, product

import pytest

from bellhop.engine.game import Game
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES
from bellhop.table.live import seat_people
from bellhop.web.pictures import MOST_EYES, latest_news
from bellhop.web.rendering import Eyes, news
from support import is_looked_at
from web.test_pages import live_table

LOOKERS = (Eyes((0,), 0, "en"), Eyes((1,), 1, "ru"), Eyes((), -1, "pl"), Eyes((0, 1), -1, "en"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whoever_looks_whenever_sees_the_newest(game: Game) -> None:
    """Whole games with moves taken back: what is remembered equals what a new table would show."""
    live = live_table(game, {})
    sitting, chance, looked = live.sitting, random.Random(3), 0
    assert sitting
    while not sitting.is_over:
        for eyes in chance.sample(LOOKERS, 2) if is_looked_at(chance) else ():
            fresh = live_table(game, {})
            fresh.seats, fresh.sitting = live.seats, sitting
            assert latest_news(live, eyes) == news(fresh, eyes)
            assert latest_news(live, eyes) is latest_news(live, eyes)
            looked += 1
        if sitting.can_undo(sitting.turn) and chance.random() < 0.3:
            sitting.undo()
        else:
            sitting.move(chance.choice(game.legal_moves(sitting.position)))
        if chance.random() < 0.1:
            name = chance.choice(("Zoe", "Yan"))
            live.seats = [live.seats[0]._replace(name=name), *live.seats[1:]]
    assert looked


def test_a_table_read_anew_is_drawn_anew() -> None:
    """Another server took the row: as many rows as before, and yet not the same."""
    live = live_table(GAMES[0], {})
    before = latest_news(live, LOOKERS[0])
    live.sitting = seat_people(live.stored, live.game)
    assert latest_news(live, LOOKERS[0]) is not before


def test_not_every_stranger_is_remembered() -> None:
    live = live_table(GAMES[0], {})
    first = latest_news(live, LOOKERS[0])
    seats = [own for n in range(4) for own in combinations(range(3), n)]
    strangers = [Eyes(*who) for who in product(seats, [-1], LANGUAGES, [False, True])]
    for eyes in strangers[:MOST_EYES]:
        latest_news(live, eyes)
    assert latest_news(live, LOOKERS[0]) is not first
    assert latest_news(live, LOOKERS[0]) == first
