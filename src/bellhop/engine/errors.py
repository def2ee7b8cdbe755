"""The errors that people are shown: a single clear line, never a traceback.

An error carries a key and values.  Its sentence is in the shell's catalogues under `error.` and the
key, and is shown in the reader's language.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bellhop.engine.game import Game
    from bellhop.engine.words import Words

MAX_QUOTED = 200  # characters quoted from a value


class BellhopError(Exception):
    """A request that cannot be carried out; its sentence says what is wrong and what is allowed.

    A value that is a list is shown as alternatives (a, b or c), one that is an error as its own
    sentence, and the value called `n` selects the plural form.
    """

    status = 400  # of the HTTP response

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    def say(self, language: str) -> str:
        """The sentence in the given language."""
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
    """The caller must authenticate."""

    status = 401


class Forbidden(BellhopError):
    """The caller is not allowed to do this, although others may be."""

    status = 403


class NotFound(BellhopError):
    """The thing requested does not exist."""

    status = 404


class Conflict(BellhopError):
    """The request conflicts with the current state."""

    status = 409


class TooMany(BellhopError):
    """The caller has exceeded a limit that protects the other users."""

    status = 429


class Unavailable(BellhopError):
    """The server cannot do this at the moment, for example because its disk is full."""

    status = 503


class NotationError(BellhopError):
    """A text is not valid notation for a move, a position or a saved game."""


class Refused(BellhopError):
    """A move is not allowed now; `reason` is the game's number for the reason."""

    def __init__(self, game: "Game[Any]", move: int, reason: int) -> None:
        super().__init__("refused")
        self.args = (game, move, reason)
        self.game, self.move, self.reason = game, move, reason

    def say(self, language: str) -> str:
        """The move, why it is refused, and by which rule."""
        why = self.game.say_refusal(self.game.words(language), self.reason)
        rule = self.game.cite_rule(language, self.reason)
        return f"{self.game.moves[self.move]}: {why} ({rule})"


class Relayed(BellhopError):
    """An error of another process, which has said it in every language."""

    def __init__(self, key: str, status: int, sentences: "Mapping[str, str]") -> None:
        super().__init__(key)
        self.status, self._sentences = status, sentences

    def say(self, language: str) -> str:
        """The sentence in the given language."""
        return self._sentences[language]


class PlainError(BellhopError):
    """An error that only authors of cards, bots, kernels and learners see; always in English."""

    def __init__(self, text: str, /) -> None:
        super().__init__("plain")
        self.args = (text,)

    def say(self, _: str) -> str:
        """The text, the same in every language."""
        return str(self.args[0])


class CardError(PlainError):
    """A card file is wrong; the text names the file, the card and the key."""


def _say(words: "Words", value: object) -> str:
    """A value as quoted in a sentence: one line, not too long, without control characters."""
    if isinstance(value, BellhopError):
        return value.say(words.language)
    if isinstance(value, tuple | list):
        return words.either(_say(words, part) for part in value)
    text = printable(value)
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


def printable(value: object) -> str:
    """A value as text, with control characters written out, which a terminal would obey."""
    return "".join(c if c.isprintable() else _escape(c) for c in str(value))


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
