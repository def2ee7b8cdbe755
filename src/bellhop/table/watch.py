"""The measurements that a house reports."""

from typing import Protocol


class Watch(Protocol):
    """Receives measurements; they say what happened, never who did it."""

    def acted(self, kind: str, seconds: float) -> None:
        """A person or a kind of bot has acted; `seconds` from the request until it was on disk."""

    def thought(self, kind: str, seconds: float) -> None:
        """A kind of bot has chosen a move, which took it `seconds`."""
