"""The one family of errors that people are shown: a single clear line, never a traceback."""


class BellhopError(Exception):
    """Something asked for cannot be done; the text says what was wrong and what is allowed."""


class CardError(BellhopError):
    """A card file is wrong; the text names the file, the card and the key."""


class NotationError(BellhopError):
    """A text is not the notation of a move, a position or a saved game."""


class Refused(BellhopError):
    """A move is not allowed now; `reason` is the game's own number for why."""

    def __init__(self, text: str, reason: int) -> None:
        super().__init__(text)
        self.reason = reason
