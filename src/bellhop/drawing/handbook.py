"""A game's handbook as HTML: the text with its pictures."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from markdown_it import MarkdownIt
from markupsafe import Markup

from bellhop.engine.game import Game
from bellhop.engine.handbook import Chapter, open_handbook
from bellhop.engine.words import Words

LIST = re.compile(r"^\{(\w+)\}$", re.MULTILINE)
PICTURE = re.compile(r"^!\[(.+)\]\((\w+)\)$", re.MULTILINE)


def draw_rules(game: Game, words: Words, names: Sequence[str]) -> tuple[Chapter, ...]:
    """All chapters of a game's handbook as HTML; `names` are the three players in the examples."""
    pictures, lists = game.pictures.draw_pictures(words, names), game.pictures.list_cards(words)
    return tuple(
        replace(chapter, text=_illustrate(fill_lists(chapter.text, lists), pictures))
        for chapter in open_handbook(game.folder, words.language).chapters
    )


def fill_lists(text: str, lists: Mapping[str, str]) -> str:
    """A text with the rows of each list of cards at its place."""
    return LIST.sub(lambda found: lists[found[1]], text)


def _illustrate(text: str, pictures: Mapping[str, Markup]) -> Markup:
    """A text as HTML, with its pictures."""
    first, *parts = PICTURE.split(text)
    html = _render(first)
    for caption, name, after in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        figure = Markup("<figure>{}<figcaption>{}</figcaption></figure>")
        html += figure.format(pictures[name], caption) + _render(after)
    return html


def _render(text: str) -> Markup:
    """Markdown as HTML; tables scroll on narrow pages."""
    html = MarkdownIt().enable("table").render(text)
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>')
    return Markup(html.replace("</table>", "</table></div>"))
