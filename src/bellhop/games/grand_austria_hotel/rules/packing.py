"""Numbers that hold two things: for each of them how it is put together and taken apart."""

OCCUPIED_AT_ONCE = 10  # added to the highest floor


def room_limit(floors: int, occupied: bool) -> int:
    """Which rooms may be prepared: up to a floor, and perhaps occupied at once."""
    return floors + OCCUPIED_AT_ONCE * occupied


def highest_floor(limit: int) -> int:
    """The highest floor where a room may be prepared, counted from 1."""
    return limit % OCCUPIED_AT_ONCE


def is_occupied_at_once(limit: int) -> bool:
    """Are the rooms that are prepared occupied at once?"""
    return limit > OCCUPIED_AT_ONCE
