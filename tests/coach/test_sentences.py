"""What the coach says: every sentence names what happened, and agrees with its verdict."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from bellhop.coach.analysis import TOTAL, Cause, Highlight, Reason
from bellhop.coach.highlights import find_highlights
from bellhop.coach.played import PlayedGame, played_game
from bellhop.coach.reasons import choose_reasons
from bellhop.coach.sentences import say_events, say_highlight, say_reasons, say_why
from bellhop.engine.game import Game
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES, game_named
from coach.sittings import NAMES, analysed, play_to_the_end, sit_down

LARGE = [game for game in GAMES if game.name != "night-porter"]
OVERBOOKING = game_named("overbooking")


@pytest.mark.parametrize(
    ("found", "chosen"),
    [
        ([Reason(0, "coins", -1.9)], []),
        ([Reason(1, "coins", 1.9)], []),
        ([Reason(1, "coins", -1.9)], [Reason(1, "coins", -1.9)]),
        ([Reason(0, "a", -3.4), Reason(0, "b", 1.1)], []),
        (
            [Reason(0, "a", -1.0), Reason(0, "b", 3.0), Reason(1, "a", -2.0)],
            [Reason(0, "b", 3.0), Reason(1, "a", -2.0), Reason(0, "a", -1.0)],
        ),
        (
            [Reason(0, "a", 1.0), Reason(0, "b", 1.0), Reason(0, "c", 1.0), Reason(1, "a", 3.0)],
            [],
        ),
    ],
)
def test_reasons_that_speak_against_the_better_move_are_not_given(
    found: Sequence[Reason], chosen: Sequence[Reason]
) -> None:
    assert list(choose_reasons(0, found)) == chosen


@pytest.mark.parametrize(
    ("language", "gain", "others", "price"),
    [
        (
            "en",
            "The better move brings on average: coins +3.0.",
            "With the better move Ben gets less: coins −2.0.",
            "In return: coins −1.0. In return Cleo gets more: coins +1.0.",
        ),
        (
            "pl",
            "Lepszy ruch daje średnio: monety +3,0.",
            "Po lepszym ruchu Ben dostaje mniej: monety −2,0.",
            "Za to: monety −1,0. Za to Cleo dostaje więcej: monety +1,0.",
        ),
        (
            "ru",
            "Лучший ход даёт в среднем: монеты +3,0.",
            "После лучшего хода Ben получает меньше: монеты −2,0.",
            "Взамен: монеты −1,0. Взамен Cleo получает больше: монеты +1,0.",
        ),
    ],
)
def test_reasons_say_what_is_gained_and_what_it_costs(
    language: str, gain: str, others: str, price: str
) -> None:
    item = OVERBOOKING.scoring.SHEET[0]
    changes = ((0, 3.0), (1, -2.0), (0, -1.0), (2, 1.0))
    reasons = [Reason(seat, item, points) for seat, points in changes]
    assert say_reasons(OVERBOOKING, language, NAMES, 0, reasons) == f"{gain} {others} {price}"
    assert say_reasons(OVERBOOKING, language, NAMES, 0, []) == ""


@pytest.mark.parametrize(
    ("language", "some", "nothing"),
    [
        (
            "en",
            "The better move brings on average: total points +3.0.",
            "No line of the score sheets differs for sure, nor do the totals.",
        ),
        (
            "pl",
            "Lepszy ruch daje średnio: punkty łącznie +3,0.",
            "Ani żadna pozycja punktacji, ani suma punktów nie różni się na pewno.",
        ),
        (
            "ru",
            "Лучший ход даёт в среднем: всего очков +3,0.",
            "Ни одна строка подсчёта, ни сумма очков наверняка не отличаются.",
        ),
    ],
)
def test_without_a_line_the_total_is_the_reason_and_without_that_it_is_said(
    language: str, some: str, nothing: str
) -> None:
    assert say_why(OVERBOOKING, language, NAMES, 0, [Reason(0, TOTAL, 3.0)]) == some
    assert say_why(OVERBOOKING, language, NAMES, 0, []) == nothing


def test_lines_are_told_apart_where_their_names_have_commas() -> None:
    game = game_named("perfect-hotel")
    some = [Reason(0, item, 2.0) for item in game.scoring.SHEET[:2]]
    assert say_reasons(game, "en", NAMES, 0, some).count("; ") == 1


def strokes(game: Game, seeds: range) -> Iterator[tuple[PlayedGame, Highlight]]:
    """Strokes of luck in some games, as found by an evaluator that finds many."""
    for seed in seeds:
        saved = play_to_the_end(sit_down(game, game.players[-1], seed), seed)
        for found in analysed(saved).highlights:
            if found.kind in (Cause.LUCK, Cause.REVEAL):
                yield played_game(saved), found


@pytest.mark.parametrize("game", LARGE, ids=lambda game: game.name)
def test_every_stroke_of_luck_says_what_happened(game: Game) -> None:
    found = list(strokes(game, range(2)))
    assert found
    for _, stroke in found:
        for language in LANGUAGES:
            said = say_events(game, language, NAMES, stroke.events)
            assert said
            assert said in say_highlight(game, language, NAMES, stroke)


def test_good_luck_is_not_told_by_bad_news() -> None:
    game, told = OVERBOOKING, 0
    for _, stroke in strokes(game, range(4)):
        for _, event, subject, *_ in stroke.events:
            if event in game.good_news | game.bad_news:
                is_good = (event in game.good_news) == (subject == stroke.seat)
                assert is_good == (stroke.change > 0)
                told += 1
    assert told


def test_a_stroke_that_nobody_could_tell_is_no_highlight() -> None:
    saved = play_to_the_end(sit_down(OVERBOOKING, 3, 1), 1)
    played, analysis = played_game(saved), analysed(saved)
    assert {Cause.LUCK, Cause.REVEAL} <= {one.kind for one in analysis.highlights}
    silent = replace(played, moves=tuple(replace(one, story=()) for one in played.moves))
    untold = find_highlights(silent, analysis, [[] for _ in played.moves])
    assert {one.kind for one in untold} <= {Cause.ERROR, Cause.DEAL}
