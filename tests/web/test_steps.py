"""Steps inside a move: they say and draw what happened, and nothing that a seat may not see."""

import json
import random

import pytest

from bellhop.engine.game import Game
from bellhop.engine.telling import Glimpse
from bellhop.games import GAMES, game_named
from bellhop.web.changes import difference
from bellhop.web.rendering import Viewer, news
from bellhop.web.steps import draw_steps, glimpses
from support import proofs_of
from web.test_pages import live_table

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def eyes_of(seat: int) -> Viewer:
    return Viewer((seat,), seat, "en")


def apply(old: str, change: tuple[int, int, str]) -> str:
    """What the page does with a difference."""
    start, end, between = change
    return old[:start] + between + old[len(old) - end :]


@every_game
@pytest.mark.parametrize("variant", [0, 1])
def test_steps_show_no_seat_what_it_may_not_see(game: Game, variant: int) -> None:
    """The steps are the same bytes when everything that the seat cannot see is scrambled."""
    live = live_table(game, dict(proofs_of(game).VARIANTS[variant]))
    assert live.sitting
    chance = random.Random(variant)
    checked = 0
    while not live.sitting.is_over:
        live.sitting.move(chance.choice(game.legal_moves(live.sitting.position)))
        if news(live, eyes_of(0))["steps"][-1:] != (live.rows,):
            continue
        watched = glimpses(live, live.rows)
        for seat in range(-1, 3):
            shown = json.dumps(draw_steps(live.game, live.names, eyes_of(seat), watched))
            scrambled = [Glimpse(told, position.copy()) for told, position in watched]
            for glimpse in scrambled:
                proofs_of(game).scramble(glimpse.position, seat, chance, eyes=True)
            assert json.dumps(draw_steps(live.game, live.names, eyes_of(seat), scrambled)) == shown
            checked += 1
    assert checked >= 4


@every_game
def test_every_step_says_something_about_elements_that_are_drawn(game: Game) -> None:
    live = live_table(game, {})
    assert live.sitting
    chance = random.Random(5)
    shown = 0
    while not live.sitting.is_over:
        live.sitting.move(chance.choice(game.legal_moves(live.sitting.position)))
        drawn = {"board": "", "players": ""}
        for step in draw_steps(live.game, live.names, eyes_of(1), glimpses(live, live.rows)):
            drawn = {part: apply(drawn[part], step["changed"][part]) for part in drawn}
            html = drawn["board"] + drawn["players"]
            assert drawn["board"].startswith("<")
            assert step["says"]
            assert all(step["says"])
            assert all(gain[-1].isdigit() for gain in step["gains"])
            assert all(f'id="{spot}"' in html for spot in step["spots"])
            shown += bool(step["spots"])
    assert shown


@pytest.mark.parametrize(
    ("name", "titles"),
    [("perfect-hotel", {"shop, 5", "stars"}), ("grand-austria-hotel", {"Ann", "Bob", "Cid"})],
)
def test_a_scoring_says_its_title_once(name: str, titles: set[str]) -> None:
    """What one item brings everybody, or all items one player, is one step with one title."""
    live = live_table(game_named(name), {})
    assert live.sitting
    chance = random.Random(7)
    while not live.sitting.is_over:
        live.sitting.move(chance.choice(live.game.legal_moves(live.sitting.position)))
    steps = draw_steps(live.game, live.names, eyes_of(1), glimpses(live, live.rows))
    scored = [step for step in steps if step["gains"]]
    said = [" ".join(step["says"]) for step in scored]
    assert titles <= set(said)
    assert len(said) == len(set(said))
    sums = dict.fromkeys(live.names, 0)
    for step in scored:
        for gain in step["gains"]:
            about, points = gain.rsplit(" ", 1)
            sums[about if about in sums else step["says"][0]] += int(points.replace("−", "-"))
    before = live.look_back(live.rows - 1)
    began = live.game.points(before.position) if name == "perfect-hotel" else [0] * 3
    ended = live.game.points(live.sitting.position)
    assert [*sums.values()] == [now - then for now, then in zip(ended, began, strict=True)]


def test_the_rows_of_one_check_belong_together() -> None:
    """Questions interrupt a check; its acts are consecutive, and only the newest check counts."""
    live = live_table(game_named("overbooking"), {})
    assert live.sitting
    chance = random.Random(3)
    longest = 0
    while not live.sitting.is_over:
        live.sitting.move(chance.choice(live.game.legal_moves(live.sitting.position)))
        rows = news(live, eyes_of(0))["steps"]
        assert rows == tuple(range(rows[0], rows[-1] + 1)) if rows else True
        longest = max(longest, len(rows))
    assert longest > 1


@pytest.mark.parametrize(
    ("old", "new"), [("", "abc"), ("abc", ""), ("aa", "aaa"), ("<i>1</i>", "<i>22</i>"), ("x", "x")]
)
def test_a_difference_leads_from_one_text_to_the_other(old: str, new: str) -> None:
    assert apply(old, difference(old, new)) == new
