"""Options: what a table agrees on before the game."""

from dataclasses import dataclass

from bellhop.engine.errors import BellhopError


@dataclass(frozen=True)
class Option:
    """Something the table agrees on: the number of a choice, in a field of the position.

    A table that has agreed on nothing plays with the first choice.
    """

    name: str
    field: str
    choices: tuple[str, ...]

    def number(self, choice: str) -> int:
        """The number of a choice given as text."""
        if choice not in self.choices:
            raise BellhopError("choice", option=self.name, choices=self.choices, choice=choice)
        return self.choices.index(choice)
