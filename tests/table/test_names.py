"""Names that look alike are refused at the same table."""

import asyncio
import unicodedata
from pathlib import Path

import pytest

from bellhop.engine.errors import BellhopError
from bellhop.games import GAMES
from bellhop.table.house import House
from bellhop.table.names import check_different, clean_name, skeleton
from bellhop.table.sitting import Seat
from bellhop.table.store import Store

ALIKE = {
    "an invisible letter": ("Ann", "An\u200bn"),
    "a soft hyphen": ("Ann", "A\u00adnn"),
    "a tag": ("Ann", "Ann\U000e0041"),
    "a Hangul filler": ("Ann", "Ann\u3164"),
    "a half-width Hangul filler": ("Ann", "\uffa0Ann"),
    "a variation selector": ("Ann", "Ann\ufe0f"),
    "composed and decomposed": ("Zo\u00eb", "Zoe\u0308"),
    "Cyrillic and Latin": ("Bob", "\u0412\u043eb"),
    "Greek and Latin": ("Otto", "\u039ftto"),
    "full width": ("Ann", "\uff21nn"),
    "full width, where the list has gaps": ("Ada", "\uff21\uff44\uff41"),
    "in a circle": ("Ann", "\u24b6nn"),
    "Hebrew and Latin": ("Bob", "B\u05e1b"),
    "Arabic and Latin": ("Bob", "B\u0647b"),
    "two forms of an Arabic letter": ("\u0628\u0646", "\ufe91\u0646"),
    "Arabic and European digits": ("Player 1", "Player \u0661"),
    "mathematical": ("Ann", "\U0001d400nn"),
    "a digit for a letter": ("Bill", "Bi1l"),
    "a capital for a small letter": ("Bill", "BiIl"),
    "two letters for one": ("Tom", "Torn"),
    "w and two v": ("Lew", "Levv"),
    "d and cl": ("Ida", "Icla"),
    "a prototype with a prototype": ("\u0501an", "clan"),
    "a letter whose prototype is composed": ("\u048bn", "\u0439\u0326n"),
    "a braille blank": ("Ann", "Ann\u2800"),
    "a braille blank for a space": ("Ann Lee", "Ann\u2800Lee"),
    "a note without a head": ("Ann", "\U0001d159Ann"),
    "a placeholder": ("Ann", "Ann\ufffc"),
    "a number joiner": ("Ann", "Ann\U0001107f"),
    "a pair with one source": ("\u05ad", "\u0596"),
}
DIFFERENT = [
    ("Ann", "Anna"), ("Ann", "ann"), ("Zoe", "Zo\u00eb"), ("\u0410\u043d\u043d\u0430", "Anna"),
    ("Player 1", "Player 2"), ("\u5f20\u4f1f", "\u738b\u82b3"), ("\u0141ukasz", "Lukasz"),
    ("\U0001f600", "\U0001f601"), ("Ann Lee", "AnnLee"), ("Clara", "Dara"), ("Ewa", "Eva"),
]  # fmt: skip


@pytest.mark.parametrize("names", ALIKE.values(), ids=ALIKE)
def test_look_alikes_have_the_same_skeleton(names: tuple[str, str]) -> None:
    one, other = names
    assert one != other
    assert skeleton(one) == skeleton(other)
    with pytest.raises(BellhopError, match=r"looks like .* already used at this table"):
        check_different(other, [one])


@pytest.mark.parametrize("names", DIFFERENT, ids=lambda names: ascii(names[0]))
def test_distinguishable_names_are_allowed(names: tuple[str, str]) -> None:
    check_different(names[0], [names[1]])


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u115f\u1160",
        "\u2060 \u200b",
        "\ufe0f",
        " ",
        "\u2800",
        "\U0001d159 \u2800",
        "\ufffc",
        "\U00016fe4",
        "\U00013441",
        "\U0001107f",
        "\u0301",
    ],
)
def test_a_name_can_be_seen(name: str) -> None:
    with pytest.raises(BellhopError, match="at least one letter"):
        clean_name(name)


def test_a_name_is_kept_composed() -> None:
    assert clean_name(unicodedata.normalize("NFD", "Zo\u00eb")) == "Zo\u00eb"


def test_a_table_has_no_look_alikes_from_the_start(tmp_path: Path) -> None:
    async def open_table() -> None:
        house = House(Store(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
        try:
            with pytest.raises(BellhopError, match="looks like Ann"):
                await house.open_table(GAMES[0], {}, [Seat("Ann"), Seat("Ann\u3164")], [])
            assert house.store.list_tables() == []
        finally:
            await house.close()

    asyncio.run(open_table())
