"""Words: looked up by key, with plurals, in the requested language."""

from pathlib import Path

import pytest

import bellhop
from bellhop.engine.errors import BellhopError
from bellhop.engine.words import (
    LANGUAGES,
    Words,
    negotiate,
    plain,
    shell_words,
    signed,
    typeset,
)

FOLDER = Path(bellhop.__file__).parent / "words"


def test_plurals_follow_the_language() -> None:
    texts = [Words("pl", FOLDER).count("simulate.title", n, game="X") for n in (1, 3, 5, 22)]
    assert texts == ["1\xa0losowa partia: X", "3\xa0losowe partie: X", "5\xa0losowych partii: X",
                     "22\xa0losowe partie: X"]  # fmt: skip
    assert Words("ru", FOLDER).count("simulate.title", 21, game="X") == "21\xa0случайная партия: X"
    assert Words("en", FOLDER).count("simulate.title", 1, game="X") == "1 random game of X"


def test_long_numbers_are_put_in_groups_as_the_language_does() -> None:
    found = {
        language: shell_words(language).count("stats.about", 1_000_000, players=2, version="x")
        for language in LANGUAGES
    }
    assert found["en"].startswith("1,000,000 games")
    assert found["pl"].startswith("1\xa0000\xa0000\xa0gier")
    assert found["ru"].startswith("1\xa0000\xa0000\xa0партий ")


def test_numbers_have_a_real_minus_sign_and_the_plural_of_their_size() -> None:
    assert (signed(3), signed(-3), plain(3), plain(-3)) == ("+3", "−3", "3", "−3")
    assert Words("pl", FOLDER).count("simulate.title", -1, game="X") == "−1\xa0losowa partia: X"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "a hotel with 3 rooms — and a café", "a hotel with 3 rooms — and a café"),
        ("pl", "w hotelu i z kuchni, a potem", "w_hotelu i_z_kuchni, a_potem"),
        ("pl", "od 3 pola, 1 lub 2, {n} kart, 95%", "od 3_pola, 1 lub 2, {n}_kart, 95%"),
        ("ru", "Клара — 5 очков, 1 или 2", "Клара_— 5_очков, 1 или 2"),
        ("ru", "{low} % и 95 %", "{low}_% и 95_%"),
    ],
)
def test_lines_break_only_where_the_language_allows_it(
    language: str, text: str, expected: str
) -> None:
    assert typeset(text, language) == expected.replace("_", "\xa0")


def test_lists_are_joined_as_the_language_does() -> None:
    names = ["Ann", "Bob", "Cid"]
    assert Words("en", FOLDER).join(names) == "Ann, Bob, and Cid"
    assert Words("pl", FOLDER).join(names) == "Ann, Bob i Cid"
    assert Words("ru", FOLDER).join(names) == "Ann, Bob и Cid"
    either = [Words(language, FOLDER).either(["3", "4"]) for language in ("en", "pl", "ru")]
    assert either == ["3 or 4", "3 lub 4", "3 или 4"]


def test_an_unknown_key_is_an_error_and_a_found_one_may_have_a_default() -> None:
    words = Words("en", FOLDER)
    with pytest.raises(LookupError, match=r"no message 'no\.such\.key' in en"):
        words.say("no.such.key")
    with pytest.raises(LookupError):
        words.count("no.such.key", 2)
    assert words.find("no.such.key", "default") == "default"
    assert words.find("sheet.total", "default") == "Total"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BellhopError, match="The language is en, pl, or ru, not “xx”"):
        Words("xx", FOLDER)


def test_languages_are_negotiated() -> None:
    assert negotiate(["", "pl_PL.UTF-8"]) == "pl"
    assert negotiate(["de-AT", "RU"]) == "ru"
    assert negotiate(["C.UTF-8"]) == "en"
    assert negotiate([]) == "en"
