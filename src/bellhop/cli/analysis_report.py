"""An analysis as text: a table of luck and skill, and the sentences."""

import json
import textwrap
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bellhop.coach.analysis import Analysis, Cause, Highlight
from bellhop.coach.figures import tell_skills
from bellhop.coach.sentences import say_highlight, say_why
from bellhop.engine.words import shell_words
from bellhop.table.file import GameFile


def print_analysis(file: Path, saved: GameFile, analysis: Analysis, language: str) -> None:
    """Print what an analysis says."""
    shell, console = shell_words(language), Console(highlight=False, markup=False)
    report = Table(title=f"{saved.game.title} – {file.name}")
    report.add_column()
    for name in analysis.players:
        report.add_column(name, justify="right")
    for part in tell_skills(shell, analysis.skills):
        for line in part:
            report.add_row(line.label, *line.figures)
        report.add_section()
    console.print(report)
    for sentence in sentences_of(saved, analysis, language):
        # Rich would break lines at spaces where the language allows no break.
        lines = textwrap.fill(sentence, console.width - 2).splitlines()
        console.print("• " + "\n  ".join(lines), soft_wrap=True)


def sentences_of(saved: GameFile, analysis: Analysis, language: str) -> list[str]:
    """The moments that decided the game, each in a sentence, with reasons."""
    return [_sentence_of(saved, analysis.players, language, one) for one in analysis.highlights]


def _sentence_of(saved: GameFile, players: Sequence[str], language: str, found: Highlight) -> str:
    said = say_highlight(saved.game, language, players, found)
    if found.kind != Cause.ERROR:
        return said
    return f"{said} {say_why(saved.game, language, players, found.seat, found.reasons)}"


def print_json(found: Sequence[Analysis]) -> None:
    """Print analyses as a JSON list."""
    print(json.dumps([analysis.to_dict() for analysis in found], ensure_ascii=False))
