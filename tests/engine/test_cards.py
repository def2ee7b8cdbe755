"""Card files: every mistake is reported with file, card and key."""

from pathlib import Path
from typing import NamedTuple

import pytest

from bellhop.engine.cards import CardFile, open_cards
from bellhop.engine.errors import CardError


class Guest(NamedTuple):
    """A card for these tests."""

    id: str
    beds: int
    coins: tuple[int, ...]


GOOD = """
[house]
id = "inn"
beds = 4
coins = []

[[guest]]
id = "monk"
beds = 1
coins = [1, 2]

[[guest]]
id = "noble"
beds = { value = 4, source = "found", note = "a review" }
coins = { value = [3], source = "reconstructed" }
"""


def card_file(folder: Path, text: str) -> CardFile:
    path = folder / "cards.toml"
    path.write_text(text, "utf-8")
    return CardFile(path)


def test_cards_are_read_in_order_with_their_sources(tmp_path: Path) -> None:
    cards = card_file(tmp_path, GOOD)
    assert cards.cards("guest", Guest) == (Guest("monk", 1, (1, 2)), Guest("noble", 4, (3,)))
    assert cards.table("house", Guest) == Guest("inn", 4, ())
    assert cards.sources["guest", "noble", "beds"] == ("found", "a review")
    assert cards.sources["guest", "noble", "coins"].source == "reconstructed"
    assert ("guest", "monk", "beds") not in cards.sources


@pytest.mark.parametrize(
    ("wrong", "right", "complaint"),
    [
        ("beds = 1", "beds = true", "guest, monk, beds: expected a whole number, not True"),
        ("beds = 1", 'beds = "1"', "guest, monk, beds: expected a whole number, not '1'"),
        ("beds = 1", "", "guest, monk, beds: is missing"),
        (
            "beds = 1",
            "beds = 1\ncolour = 2",
            "guest, monk, colour: unknown key; expected one of id, beds",
        ),
        (
            "coins = [1, 2]",
            "coins = [1, 2.5]",
            "guest, monk, coins: expected a list of whole numbers",
        ),
        ('id = "noble"', 'id = "monk"', "guest, monk, id: two cards have this id"),
        ('id = "monk"', "", "guest, number 1, id: is missing"),
        (
            '"found"',
            '"rumour"',
            "guest, noble, beds: source must be printed or found or reconstructed",
        ),
        ('source = "found", ', "", "guest, noble, beds: expected the keys value, source"),
        ("[[guest]]", "[[people]]", r"guest: there are no tables \[\[guest\]\]"),
        ("[[guest]]", "[[", "not valid TOML"),
    ],
)
def test_mistakes_name_file_card_and_key(
    tmp_path: Path, wrong: str, right: str, complaint: str
) -> None:
    assert wrong in GOOD
    with pytest.raises(CardError, match=complaint) as error:
        card_file(tmp_path, GOOD.replace(wrong, right)).cards("guest", Guest)
    assert "cards.toml" in str(error.value)


def test_a_missing_file_or_table_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="cannot be read"):
        CardFile(tmp_path / "none.toml")
    with pytest.raises(CardError, match=r"yard: there is no table \[yard\]"):
        card_file(tmp_path, GOOD).table("yard", Guest)


def test_a_host_may_replace_the_whole_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped, other = tmp_path / "inn" / "cards.toml", tmp_path / "other.toml"
    shipped.parent.mkdir()
    card_file(shipped.parent, GOOD)
    other.write_text(GOOD.replace("monk", "abbot"), "utf-8")
    assert open_cards("inn.rules.cards", shipped).cards("guest", Guest)[0].id == "monk"
    monkeypatch.setenv("BELLHOP_CARDS_INN", str(other))
    assert open_cards("inn.rules.cards", shipped).cards("guest", Guest)[0].id == "abbot"
