"""The summary of a round, made from what a seat was shown and told."""

import random

import pytest
from fastapi.testclient import TestClient

from bellhop.engine.errors import NotFound
from bellhop.engine.game import Game
from bellhop.games import GAMES, game_named
from bellhop.table.marks import Mark, mark_rows, starts_of_rounds, starts_of_turns
from bellhop.web.rendering import Viewer, news
from bellhop.web.summary import summarise
from support import proofs_of
from web.test_pages import live_table, set_up

every_game = pytest.mark.parametrize("game", GAMES[:3], ids=lambda game: game.name)


@every_game
def test_a_summary_says_what_everybody_gained_and_nothing_hidden(game: Game) -> None:
    live, chance = live_table(game, {}), random.Random(3)
    viewer = Viewer((1,), 1, "en")
    assert live.sitting
    with pytest.raises(NotFound, match="No round is over yet"):
        summarise(live, viewer)
    while not live.sitting.is_over and news(live, viewer)["round"] < 2:
        live.sitting.move(chance.choice(game.legal_moves(live.sitting.position)))
    text = summarise(live, viewer)
    assert "Round 2" in text
    assert text.count('<th scope="row">') == 3
    starts = starts_of_rounds(mark_rows(live))
    points = game.points(live.look_back(starts[-1]).show(1))
    assert all(f"<td>{str(one).replace('-', '−')}</td>" in text for one in points)
    proofs_of(game).scramble(live.sitting.position, 1, chance, eyes=True)
    assert summarise(live, viewer) == text


def test_a_summary_without_gains_or_scorings_says_that_it_is_empty() -> None:
    game = game_named("grand-austria-hotel")
    live, chance = live_table(game, {}), random.Random(3)
    sitting, viewer = live.sitting, Viewer((1,), 1, "en")
    assert sitting
    while not sitting.is_over and news(live, viewer)["round"] < 1:
        legal = game.legal_moves(sitting.position)
        idle = [move for move in legal if game.moves[move] in ("pass", "end", "done")]
        sitting.move(chance.choice(idle or legal))
    assert game.points(sitting.position) == [0, 0, 0]
    assert '<table class="nothing">' in summarise(live, viewer)
    while not sitting.is_over and news(live, viewer)["round"] < 3:
        sitting.move(chance.choice(game.legal_moves(sitting.position)))
    assert "<details>" in summarise(live, viewer), "the emperor was scored"
    assert "nothing" not in summarise(live, viewer)


def test_turns_and_rounds_begin_where_they_change() -> None:
    marks = [Mark(0, 0), Mark(0, 0), Mark(1, 0), Mark(0, 1), Mark(0, 0), Mark(0, 1), Mark(-1, 1)]
    assert starts_of_turns(marks) == [0, 2, 3, 4, 5, 6]
    assert starts_of_rounds(marks) == [0, 5], "what was undone does not count"


def test_the_route_answers_in_the_readers_language(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "random"))
    answer = client.get(f"{path}/summary", headers={"accept-language": "pl"})
    assert answer.status_code == 404
    assert answer.json()["told"] == "Żadna runda jeszcze się nie skończyła."
