"""The one family of errors that people are shown: a single clear line, never a traceback.

An error carries a key and values.  Its sentence stands in the catalogues of the shell, under
`error.` and the key, and is said in the reader's language.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bellhop.engine.game import Game
    from bellhop.engine.words import Words

MAX_QUOTED = 200  # characters of a value that a sentence quotes


class BellhopError(Exception):
    """Something asked for cannot be done; its sentence says what is wrong and what is allowed.

    A list among the values is said as a choice (a, b or c), another error as its sentence, and a
    number called `n` chooses the plural form.
    """

    status = 400  # of an answer over HTTP

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    def say(self, language: str) -> str:
        """The sentence in a language."""
        from bellhop.engine.words import shell_words

        words = shell_words(language)
        n = self.values.get("n")
        said = {name: _say(words, value) for name, value in self.values.items() if name != "n"}
        if isinstance(n, int):
            return words.count(f"error.{self.key}", n, **said)
        return words.say(f"error.{self.key}", **said)

    def __str__(self) -> str:
        return self.say("en")


class Unauthenticated(BellhopError):
    """Whoever asks must show who they are."""

    status = 401


class Forbidden(BellhopError):
    """Others may do this; whoever asks may not."""

    status = 403


class NotFound(BellhopError):
    """What is asked for does not exist."""

    status = 404


class Conflict(BellhopError):
    """As things stand now, this cannot be done."""

    status = 409


class TooMany(BellhopError):
    """Somebody asks for more than is good for everybody."""

    status = 429


class Unavailable(BellhopError):
    """The server cannot do it for the moment, such as when its disk is full."""

    status = 503


class NotationError(BellhopError):
    """A text is not the notation of a move, a position or a saved game."""


class Refused(BellhopError):
    """A move is not allowed now; `reason` is the game's own number for why."""

    def __init__(self, game: "Game", move: int, reason: int) -> None:
        super().__init__("refused")
        self.args = (game, move, reason)
        self.game, self.move, self.reason = game, move, reason

    def say(self, language: str) -> str:
        """The move, why it is refused, and by which rule."""
        why = self.game.say_refusal(self.game.words(language), self.reason)
        rule = self.game.cite_rule(language, self.reason)
        return f"{self.game.moves[self.move]}: {why} ({rule})"


class PlainError(BellhopError):
    """What only authors of cards, bots, kernels and learners meet: in English, as in Python."""

    def __init__(self, text: str, /) -> None:
        super().__init__("plain")
        self.args = (text,)

    def say(self, _: str) -> str:
        """The text, the same in every language."""
        return str(self.args[0])


class CardError(PlainError):
    """A card file is wrong; the text names the file, the card and the key."""


def _say(words: "Words", value: object) -> str:
    """A value as it stands in a sentence: one line, not too long, without control characters."""
    if isinstance(value, BellhopError):
        return value.say(words.language)
    if isinstance(value, tuple | list):
        return words.either(_say(words, part) for part in value)
    text = "".join(c if c.isprintable() else _escape(c) for c in str(value))
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
