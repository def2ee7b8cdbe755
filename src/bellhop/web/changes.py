"""Differences between two texts, so that a browser receives only what has changed."""

Change = tuple[int, int, str]


def difference(old: str, new: str) -> Change:
    """How much of the old text's start and end the new one keeps, and what is in between."""
    start = _shared_start(old, new)
    end = _shared_end(old, new, min(len(old), len(new)) - start)
    return start, end, new[start : len(new) - end]


def _shared_start(one: str, other: str) -> int:
    """The number of characters that two texts share at the start, by binary search."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if other.startswith(one[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _shared_end(one: str, other: str, most: int) -> int:
    """The number of characters, up to a limit, that two texts share at the end."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        part = one[len(one) - middle : len(one) - low]
        if other.endswith(part, 0, len(other) - low):
            low = middle
        else:
            high = middle - 1
    return low
