"""The rules for players: complete in every language, and every refusal leads to its section."""

import re
from enum import IntEnum

import pytest

from bellhop.drawing.handbook import PICTURE, draw_rules
from bellhop.drawing.pages import draw_symbols
from bellhop.engine.game import Game
from bellhop.engine.handbook import open_handbook, read_texts
from bellhop.engine.parts import ALLOWED
from bellhop.engine.rulebook import open_rulebook
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_language = pytest.mark.parametrize("language", LANGUAGES)
NAMES = ("Ann", "Bob", "Cid")
RULING = re.compile(r"\b[A-Z]\d+\b")
SENTENCE = re.compile(r"[A-ZĄĆĘŁŃÓŚŹŻА-ЯЁ].*[^(),]\.")


def refusals(game: Game) -> list[IntEnum]:
    """All reasons that a game has against a move."""
    known = [reason for reason in game.refusals if reason != ALLOWED]
    assert known
    return known


@every_game
@every_language
def test_every_section_has_its_text_in_the_order_of_the_rulebook(game: Game, language: str) -> None:
    sections = [section.id for section in open_rulebook(game.folder).sections]
    preface, texts = read_texts(game.folder, language)
    assert list(texts) == sections != []
    assert preface
    for section, (title, text) in texts.items():
        assert title.strip(), section
        assert len(text) > 60, section
        assert "{#" not in text, "a heading was not understood"
    assert len({title for title, _ in texts.values()}) == len(texts)


@every_game
@every_language
def test_a_text_has_the_pictures_lists_tables_and_numbers_of_the_english_one(
    game: Game, language: str
) -> None:
    english = read_texts(game.folder, "en")[1]
    assert english
    for section, (_, text) in read_texts(game.folder, language)[1].items():
        assert outline(text) == outline(english[section][1]), section


def outline(text: str) -> tuple[list[str], list[str], list[str]]:
    """What a translation must keep: the pictures, the starts of lines, and the numbers."""
    names = [name for _, name in PICTURE.findall(text)]
    return names, re.findall(r"^\s*(?:[-|]|\d\.)", text, re.M), sorted(re.findall(r"\d+", text))


@every_game
@every_language
def test_every_ruling_appears_in_its_section_in_every_language(game: Game, language: str) -> None:
    book = open_rulebook(game.folder)
    chapters = open_handbook(game.folder, language).chapters
    assert {r.section for r in book.rulings} <= {section.id for section in book.sections}
    found = {ruling.id: ruling for chapter in chapters for ruling in chapter.rulings}
    assert set(found) == {ruling.id for ruling in book.rulings} != set()
    for english in book.rulings:
        ruling = found[english.id]
        assert (ruling.option, bool(ruling.edition)) == (english.option, bool(english.edition))
        if language != "en":
            assert ruling.question != english.question
            assert ruling.ruling != english.ruling
            assert ruling.why != english.why


@every_game
@every_language
def test_the_rules_are_drawn_with_all_pictures_and_nothing_to_touch(
    game: Game, language: str
) -> None:
    words = game.words(language)
    pictures = game.pictures.draw_pictures(words, NAMES)
    named = {
        name
        for _, text in read_texts(game.folder, language)[1].values()
        for _, name in PICTURE.findall(text)
    }
    assert set(pictures) == named
    html = "".join(chapter.text for chapter in draw_rules(game, words, NAMES))
    assert html.count("<figure>") == len(named)
    assert 'id="' not in html
    for button in re.finditer("<button", html):
        assert html.rfind(" inert>", 0, button.start()) > html.rfind(
            "<figcaption>", 0, button.start()
        )
    used = set(re.findall(r'href="#(icon-\w+)"', html))
    assert used
    assert used <= set(re.findall(r'id="(icon-\w+)"', draw_symbols(game)))


@every_game
def test_every_refusal_follows_from_a_section_and_its_ruling_stands_there(game: Game) -> None:
    rulings = {ruling.id: ruling.section for ruling in open_rulebook(game.folder).rulings}
    for reason in refusals(game):
        ruling = game.speech.RULED_BY.get(reason)
        assert ruling is None or rulings[ruling] == game.refused_by(reason), reason
        for language in LANGUAGES:
            title = open_handbook(game.folder, language).title_of(game.refused_by(reason))
            cited = game.cite_rule(language, reason)
            assert cited == (f"{title}, {ruling}" if ruling else title)


@every_game
@every_language
def test_a_refusal_is_a_sentence_and_leaves_the_rule_to_the_link(game: Game, language: str) -> None:
    for reason in refusals(game):
        said = game.say_refusal(game.words(language), reason)
        assert SENTENCE.fullmatch(said), said
        assert not RULING.search(said), said
