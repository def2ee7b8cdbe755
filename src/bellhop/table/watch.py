"""What a house tells whoever measures it."""

from typing import Protocol


class Watch(Protocol):
    """Somebody who measures; told of what happens, never of who did it."""

    def acted(self, kind: str, seconds: float) -> None:
        """A person or a kind of bot has acted: so long from the request until it was on disk."""

    def thought(self, kind: str, seconds: float) -> None:
        """A kind of bot has chosen a move in so many seconds."""
