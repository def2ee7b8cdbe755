"""What a table says about its players, during the game and at its end."""

import random
import re

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser

from bellhop.drawing.pages import draw_html
from bellhop.engine.game import Game
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.engine.words import LANGUAGES, shell_words
from bellhop.games import GAMES, game_named
from bellhop.games.perfect_hotel.rules.scoring import score_round
from bellhop.web.rendering import Viewer, news, rank
from perfect_hotel.proofs import given
from web.browsing import FAULTS, Server, open_page, play_now
from web.test_pages import another_browser, latest, live_table, set_up

NAMES = ("Ann", "Bob", "Cid", "Dee")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def test_bots_are_shown_with_their_level_and_people_are_not(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "strong", "newcomer"))
    players = latest(client, path)["fragments"]["players"]
    about = re.findall(r'data-about="(\d)">([^<]*)<', players)
    assert about == [("0", ""), ("1", "Bot (strong)"), ("2", "Bot (newcomer)")]


def test_spectators_are_told_that_they_are_watching(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "newcomer"))
    watching = shell_words("en").say("web.watching")
    assert watching not in latest(client, path)["fragments"]["prompt"]
    assert watching in latest(another_browser(client), path)["fragments"]["prompt"]


def test_perfect_hotel_tells_what_a_scoring_would_bring_now() -> None:
    game, position = game_named("perfect-hotel"), given("5", "7", hotels=("8:xx*", "8:xx"))
    position.players[0].points = position.players[1].points = 20
    words = game.words("en")
    drawn = draw_html(game, words, game.show(position, SPECTATOR), SPECTATOR, NAMES[:2])
    then = re.findall(r'class="then"[^>]* data-tip="([^"]*)"', drawn["players"])
    score_round(position)
    gained = [position.players[seat].points - 20 for seat in range(2)]
    assert gained[0] > gained[1]
    assert then == [
        words.say("page.then", points=f"{points:+d}".replace("-", "−"))
        .encode("ascii", "xmlcharrefreplace")
        .decode()
        for points in gained
    ]


@every_language
def test_perfect_hotel_names_the_facility_of_every_tag(language: str) -> None:
    game = game_named("perfect-hotel")
    words = game.words(language)
    drawn = draw_html(game, words, game.show(game.new(2), 0), 0, NAMES[:2])["board"]
    for name in ("shop", "bar", "restaurant", "pool", "spa", "bedroom"):
        said = words.say(f"facility.{name}").encode("ascii", "xmlcharrefreplace").decode()
        assert f"<small>{said}</small>" in drawn


@every_language
def test_first_rooms_are_confirmed_and_hotels_that_are_not_seen_yet_have_rooms(
    language: str,
) -> None:
    game = game_named("grand-austria-hotel")
    words, position, chance = game.words(language), game.new(2, seed=3), random.Random(3)
    asked = set[str]()
    while not asked or words.say("question.opening_room.done") not in asked:
        moves = game.legal_moves(position)
        rooms = [move for move in moves if game.moves[move].startswith("room ")]
        if rooms:
            drawn = draw_html(game, words, game.show(position, position.turn), 0, NAMES[:2])
            assert 'class="room blue unseen' not in drawn["players"]
        asked.add(game.speech.say_task(words, position))
        game.play(position, chance.choice(rooms or moves))
    assert words.say("question.opening_room") in asked


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_end_ranks_the_players_by_their_score(game: Game) -> None:
    live, chance = live_table(game, {}), random.Random(4)
    sitting = live.sitting
    assert sitting
    while not is_over(sitting.position):
        sitting.move(chance.choice(game.legal_moves(sitting.position)))
    ranking = rank(live, sitting)
    scores = [game.rules.score(sitting.position, line.seat) for line in ranking]
    assert scores == sorted(scores, reverse=True)
    assert [line.seat for line in ranking if line.is_winner] == sitting.winners()
    for line, score in zip(ranking, scores, strict=True):
        assert line.place == scores.index(score) + 1
        assert line.points == game.points(sitting.position)[line.seat]
        assert line.behind == line.points - max(other.points for other in ranking)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_resigned_ranks_behind_who_stayed_whatever_the_score(game: Game) -> None:
    live, chance = live_table(game, {}), random.Random(4)
    sitting = live.sitting
    assert sitting
    seats = range(sitting.position.seats)
    last = min(seats, key=lambda seat: game.rules.score(sitting.position, seat))
    while len({game.rules.score(sitting.position, seat) for seat in seats}) < 2:
        sitting.move(chance.choice(game.legal_moves(sitting.position)))
        last = min(seats, key=lambda seat: game.rules.score(sitting.position, seat))
    for seat in seats:
        if seat != last:
            sitting.resign(seat)
    first, *rest = rank(live, sitting)
    assert (first.seat, first.place, first.behind) == (last, 1, 0)
    assert first.is_winner
    assert all(line.has_resigned and line.place > 1 for line in rest)
    sheet = news(live, Viewer((0,), 0, "en"))["fragments"]["sheet"]
    assert sheet.count('<td class="behind">resigned</td>') == len(rest)


def test_what_cannot_be_done_looks_so_and_tips_leave_with_their_cards(
    browser: Browser, server: Server
) -> None:
    page = open_page(browser, server)
    page.goto(f"{server.url}/new/perfect-hotel")
    page.locator("select[name=kind-1]").select_option("closed")
    assert page.locator("input[name=name-0]").is_visible()
    assert not page.locator("input[name=name-1]").is_visible(), "nobody has no name"
    page.goto(server.url)
    page.evaluate("localStorage.bellhop = JSON.stringify({ pace: 'leisurely' })")
    play_now(page, game_named("grand-austria-hotel"))
    assert page.evaluate("document.querySelector('[name=pace]').value") == "normal", (
        "it was unknown"
    )
    card = page.locator("#board [data-tip]").first
    card.hover()
    tip = page.locator(".tip")
    assert tip.is_visible()
    bar = page.locator(".bar").bounding_box()
    box = tip.bounding_box()
    assert bar
    assert box
    assert box["y"] >= bar["y"] + bar["height"], "it leaves the buttons of the bar free"
    card.evaluate("(element) => element.remove()")
    tip.wait_for(state="hidden")
    page.evaluate("document.body.classList.add('watching')")
    assert not page.locator("#prompt > *").first.is_visible(), "it tells of a later moment"
    idle, lit = page.evaluate(  # at once, since news may draw the hand again
        """() => {
          const hand = document.getElementById('hand');
          hand.innerHTML =
            '<button class="touch action"></button><button class="touch action lit">';
          return [...hand.children].map((button) => getComputedStyle(button).backgroundColor);
        }"""
    )
    assert idle != lit
    assert FAULTS[page] == []


@every_language
def test_padlocks_and_forecasts_explain_themselves(
    browser: Browser, server: Server, language: str
) -> None:
    game, shell = game_named("perfect-hotel"), shell_words(language)
    page = open_page(browser, server, locale=language)
    play_now(page, game)
    tip, why = page.locator(".tip"), shell.say("web.final.why")
    for place in ("#pile.lit.final", "#final-note"):
        page.locator(place).hover()
        assert why in tip.inner_text()
        page.mouse.move(0, 0)
        tip.wait_for(state="hidden")
    page.locator("#final-note").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert why in tip.inner_text()
    phone = open_page(browser, server, 390, locale=language)
    play_now(phone, game)
    says = game.words(language).say("page.then", points="+0")
    for place, text in (("#final-note", why), (".then >> nth=0", says)):
        phone.locator(place).tap()
        assert text in phone.locator(".tip").inner_text()
    phone.locator("#players .name").first.tap()
    assert phone.locator(".tip").is_hidden()
    assert FAULTS[page] == FAULTS[phone] == []


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1280, 720), (1440, 900)])
@pytest.mark.parametrize("name", ["perfect-hotel", "overbooking"])
def test_rows_of_players_keep_one_line_whoever_is_on_turn(
    browser: Browser, server: Server, name: str, size: tuple[int, int]
) -> None:
    page = open_page(browser, server, size[0])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    play_now(page, game_named(name))
    page.wait_for_selector(".lit")
    heights = page.evaluate(
        """() => {
          const badges = [...document.querySelectorAll(".known > .badge")];
          const rows = [...document.querySelectorAll(".person .who")];
          return rows.flatMap((row) => {
            for (const badge of badges) badge.remove();
            const before = row.offsetHeight;
            row.querySelector(".known").append(...badges);
            return [before, row.offsetHeight];
          });
        }"""
    )
    assert len(heights) == 6
    assert max(heights) < 30
    assert max(heights) - min(heights) < 3


COVER = """Object.assign(document.body.appendChild(document.createElement("div")).style, {
  position: "fixed", inset: 0, zIndex: 99,
})"""


@pytest.mark.parametrize(
    "change",
    [
        "element.dataset.tip = 'Another card'",
        COVER,
    ],
    ids=["changed", "covered"],
)
def test_a_tip_leaves_when_another_card_lies_under_the_pointer(
    browser: Browser, server: Server, change: str
) -> None:
    page = open_page(browser, server)
    play_now(page, game_named("grand-austria-hotel"))
    card, tip = page.locator("#board .visitor").first, page.locator(".tip")
    card.hover()
    assert tip.is_visible()
    card.evaluate(f"(element) => {{ {change} }}")
    tip.wait_for(state="hidden")
