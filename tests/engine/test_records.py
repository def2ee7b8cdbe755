"""Records: one class body, one block of memory."""

import ctypes

import numpy as np
import pytest

from bellhop.engine.errors import NotationError
from bellhop.engine.notation import read, write
from bellhop.engine.records import Record, fill, int8, int16, int64, record, rows


@record
class Room(Record):
    """A record inside another."""

    guests = int16()
    beds = int8(3)


@record
class House(Record):
    """A record with every kind of field."""

    dice = int64()
    rooms = rows(Room, 2)
    mood = int8(labels=("calm", "busy"))
    keys = int8(2, labels=("front", "back"))
    grid = int8(2, 3)


def house() -> House:
    made = House()
    made.dice = 1 << 61
    made.rooms[1].guests = -5
    made.rooms[1].beds[2] = 7
    made.mood = 1
    made.keys[1] = 3
    made.grid[1][2] = 9
    return made


def test_python_and_numpy_see_the_same_bytes() -> None:
    made = house()
    seen = np.frombuffer(memoryview(made), np.dtype(House))[0]
    assert seen["rooms"][1]["guests"] == -5
    assert seen["grid"][1][2] == 9
    seen["rooms"]["beds"][0][1] = 4
    assert made.rooms[0].beds[1] == 4


def test_there_is_no_padding() -> None:
    for kind in (Room, House):
        fields = sum(ctypes.sizeof(entry[1]) for entry in kind._fields_)
        assert fields == ctypes.sizeof(kind)
    assert ctypes.sizeof(House) % 8 == 0


def test_a_hole_between_fields_is_refused() -> None:
    with pytest.raises(
        TypeError, match=r"Bad.wide would need padding before it: put wider fields first"
    ):

        @record
        class Bad(Record):
            narrow = int8()
            wide = int64()


def test_copies_are_equal_and_independent() -> None:
    made = house()
    twin = made.copy()
    assert twin == made
    assert hash(twin) == hash(made)
    twin.rooms[0].beds[0] += 1
    assert twin != made
    assert made != "a house"


def test_bytes_both_ways() -> None:
    made = house()
    assert House.from_bytes(made.to_bytes()) == made
    with pytest.raises(ValueError, match="House has 32 bytes, but 3 were given"):
        House.from_bytes(b"abc")


def test_fill_and_repr() -> None:
    made = house()
    fill(made.keys, 6)
    assert list(made.keys) == [6, 6]
    assert "keys=[6, 6]" in repr(made)


def test_text_both_ways() -> None:
    made = house()
    text = write(made)
    assert text == (
        "dice=2305843009213693952 rooms=[() (guests=-5 beds=[2:7])] mood=busy keys=[back:3] "
        "grid=[1:[2:9]]"
    )
    assert read(House, text) == made
    assert read(House, "") == House()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("roof=3", "House has no field “roof”"),
        ("mood", "House has no field “mood”"),
        ("mood=sad", "“sad” is not a number for the field “mood”"),
        ("mood=300", "300 is too large for the field “mood”"),
        ("keys=3", "“keys” is a list in square brackets"),
        ("keys=[side:3]", "“side” is not a number for the field “keys”"),
        ("keys=[7:3]", "“keys” has no place “7”"),
        ("keys=[front]", "“keys” holds entries such as front:1"),
        ("keys=[front:1", r"“keys” holds entries such as front:1"),
        ("rooms=[() () ()]", "“rooms” has only 2 places"),
        ("rooms=[(guests=1]", r"“\)” was expected|Room has no field"),
        ("mood=1 )", r"The position goes on after its end, at “\)”"),
    ],
)
def test_a_wrong_text_says_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        read(House, text)
