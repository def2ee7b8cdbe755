"""Options: what a table agrees on before the game."""

from dataclasses import dataclass

from bellhop.engine.errors import BellhopError


@dataclass(frozen=True)
class Option:
    """Something the table agrees on; `choices` name the numbers 0, 1, … of a field of the state."""

    name: str
    field: str
    choices: tuple[str, ...] = ("no", "yes")
    default: int = 0

    def number(self, choice: str) -> int:
        """The number of a choice given as text."""
        if choice not in self.choices:
            raise BellhopError("choice", option=self.name, choices=self.choices, choice=choice)
        return self.choices.index(choice)
