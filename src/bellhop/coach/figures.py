"""Luck and skill of all players in figures, line by line: for pages, terminals and files alike."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bellhop.coach.analysis import Grade, Skill
from bellhop.engine.words import Words, plain, signed

NOTHING = "·"


class Figures(NamedTuple):
    """A line of the table: what it is called, and the figure of every player."""

    label: str
    figures: list[str]
    is_sum: bool = False  # do the lines above add up to this one?


def tell_skills(shell: Words, skills: Sequence[Skill]) -> list[list[Figures]]:
    """The table in two parts: what adds up to the result, and how well everybody played."""

    def line(key: str, say: Callable[[Skill], str]) -> Figures:
        label = shell.say(f"analysis.{key}")
        return Figures(label, [say(skill) for skill in skills], key == "skill.result")

    def percent(share: float) -> str:
        return shell.say("percent", n=plain(round(100 * share)))

    def gained(share: float) -> str:
        return shell.say("percent", n=signed(round(100 * share)))

    def accuracy(skill: Skill) -> str:
        return NOTHING if skill.accuracy is None else percent(skill.accuracy / 100)

    def error(skill: Skill) -> str:
        from babel.numbers import format_decimal

        number = format_decimal(100 * skill.error.chance, "0.0", locale=shell.language)
        return shell.say("percent", n=number)

    causes = [
        line("skill.start", lambda skill: percent(skill.start.chance)),
        line("skill.luck", lambda skill: gained(skill.luck.chance)),
        line("skill.own", lambda skill: gained(skill.own.chance)),
        line("skill.others", lambda skill: gained(skill.others.chance)),
        line("skill.correction", lambda skill: gained(skill.correction.chance)),
        line("skill.result", lambda skill: percent(skill.result.chance)),
    ]
    play = [
        line("points", lambda skill: plain(round(skill.result.points))),
        line("skill.luck_points", lambda skill: signed(round(skill.luck.points))),
        line("skill.accuracy", accuracy),
        line("skill.error", error),
        *(_count(shell, grade, skills) for grade in Grade),
    ]
    return [causes, play]


def _count(shell: Words, grade: Grade, skills: Sequence[Skill]) -> Figures:
    return Figures(
        shell.say(f"analysis.grade.{grade}"), [str(skill.grades.get(grade, 0)) for skill in skills]
    )
