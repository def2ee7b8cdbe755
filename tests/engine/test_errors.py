"""Errors: a key and values, said in every language, and unchanged when sent between processes."""

import copy
import pickle

import pytest

from bellhop.engine.errors import (
    MAX_QUOTED,
    BellhopError,
    CardError,
    NotationError,
    NotFound,
    PlainError,
    Refused,
)
from bellhop.engine.words import LANGUAGES
from bellhop.envs.errors import IllegalAction
from bellhop.games import GAMES

HOTEL = GAMES[0]


def refused() -> Refused:
    position = HOTEL.new(2, seed=1)
    with pytest.raises(Refused) as found:
        HOTEL.play(position, HOTEL.move_named("build 10"))
    return found.value


def test_an_error_is_said_in_every_language_and_written_in_english() -> None:
    error = NotFound("table", table="x")
    assert str(error) == "There is no table “x”. Perhaps it was deleted."
    assert [error.say(language)[:8] for language in LANGUAGES] == [
        "There is",
        "Nie ma s",
        "Стола «x",
    ]
    assert (error.key, error.values, error.status) == ("table", {"table": "x"}, 404)


def test_a_list_is_a_choice_and_an_error_within_is_said_in_the_same_language() -> None:
    kinds = BellhopError("bot", kinds=("easy", "strong", "random"), kind="x")
    assert kinds.say("pl") == "Bot to easy, strong lub random, a\xa0nie „x”."
    nested = NotationError("file", file="a.json", error=NotationError("file.damaged", error=kinds))
    assert nested.say("ru").startswith("a.json: Этот файл партии повреждён. Бот\xa0— easy")


def test_a_number_called_n_chooses_the_plural_form() -> None:
    texts = [BellhopError("database.in_use", n=n).say("ru").partition(")")[0] for n in (1, 3, 5)]
    assert [text.split("ещё ")[1] for text in texts] == [
        "1\xa0соединение", "3\xa0соединения", "5\xa0соединений"
    ]  # fmt: skip


def test_what_is_quoted_is_one_short_line_without_control_characters() -> None:
    said = str(NotationError("typed", text="\x1b[2J\ud800\n{move}" + "9" * 5_000))
    assert said.isprintable()
    assert r"“\x1b[2J\ud800\n{move}9" in said
    assert len(said) < MAX_QUOTED + 100


def test_a_refused_move_carries_the_game_and_its_reason() -> None:
    error = refused()
    for language in LANGUAGES:
        why = HOTEL.say_refusal(HOTEL.words(language), error.reason)
        rule = HOTEL.cite_rule(language, error.reason)
        assert error.say(language) == f"build 10: {why} ({rule})"


@pytest.mark.parametrize(
    "error",
    [
        BellhopError("no_undo"),
        NotFound("game", game="x", games=["a", "b"]),
        NotationError("file.damaged", error=BellhopError("position.places", field="f", n=2)),
        refused(),
        CardError("cards.toml: not valid TOML"),
        IllegalAction("action 7 does not exist"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_a_journey_between_processes(error: BellhopError) -> None:
    for arrived in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(arrived) is type(error)
        assert [arrived.say(language) for language in LANGUAGES] == [
            error.say(language) for language in LANGUAGES
        ]
        assert (arrived.key, arrived.status) == (error.key, error.status)


def test_errors_of_authors_are_plain_english() -> None:
    assert PlainError("{a} is wrong").say("pl") == "{a} is wrong"
    assert isinstance(IllegalAction("no"), ValueError)
