"""Options: what a table agrees on before the game."""

from dataclasses import dataclass

from bellhop.engine.errors import BellhopError


@dataclass(frozen=True)
class Option:
    """A table option: a field of the position holds the number of the chosen value.

    The first choice is the default.
    """

    name: str
    field: str
    choices: tuple[str, ...]

    def number(self, choice: str) -> int:
        """The number of a choice, given its name."""
        if choice not in self.choices:
            raise BellhopError("choice", option=self.name, choices=self.choices, choice=choice)
        return self.choices.index(choice)
