"""How one text becomes another: what a browser is sent in place of what it mostly has."""

Change = tuple[int, int, str]


def difference(old: str, new: str) -> Change:
    """How much of the old text's beginning and end the new one keeps, and what is between."""
    start = _shared(old, new)
    end = _shared(old[start:][::-1], new[start:][::-1])
    return start, end, new[start : len(new) - end]


def _shared(one: str, other: str) -> int:
    """How many characters two texts have in common at the beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
