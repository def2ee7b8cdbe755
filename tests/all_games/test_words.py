"""No message is missing, unused, or lacks a plural form, in any language."""

import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import bellhop
from bellhop.bots import LEVELS
from bellhop.coach.analysis import Cause, Grade
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.guide import open_guide
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES
from sources import message_keys, raised_errors, template_keys
from support import proofs_of

ROOT = Path(bellhop.__file__).parent
SHELL = ROOT / "words"
FOLDERS = [SHELL, *(game.folder / "words" for game in GAMES)]
every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)


def catalogue(folder: Path, language: str) -> Catalog:
    with (folder / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def messages(folder: Path, language: str) -> dict[str, Message]:
    found = {}
    for message in catalogue(folder, language):
        if message.id:
            found[message.id if isinstance(message.id, str) else message.id[0]] = message
    return found


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


TEMPLATES = [*(ROOT / "web" / "templates").glob("*.html")]
SHELL_SOURCES = [
    *(ROOT / "cli").glob("*.py"),
    *(ROOT / "web").glob("*.py"),
    *(ROOT / "coach").glob("*.py"),
    *(ROOT / "engine" / name for name in ("exercises.py", "guide.py")),
]
SKILL_LINES = (
    *("start", "luck", "own", "others", "correction", "result"),
    *("luck_points", "accuracy", "error"),
)
COMPOSED = {  # keys that are put together from the parts of a list
    *(f"web.kind.{level}{part}" for level in LEVELS for part in ("", ".help")),
    *(f"analysis.skill.{line}" for line in SKILL_LINES),
    *(f"analysis.grade.{grade}" for grade in Grade),
    *(f"analysis.sign.{sign}" for sign in ("error", "lucky", "unlucky")),
    *(f"coach.{kind}.{sign}" for kind in Cause for sign in ("up", "down")),
} - {"coach.error.up", "coach.error.down"}  # an error has a sentence of its own
ERRORS = sorted(raised_errors(ROOT.rglob("*.py")))


def test_the_shells_messages_are_exactly_those_it_says() -> None:
    said = message_keys(SHELL_SOURCES)[0] | template_keys(TEMPLATES)[0]
    said |= {f"error.{error.key}" for error in ERRORS}
    said |= COMPOSED
    assert set(messages(SHELL, "en")) == said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_games_messages_are_exactly_those_it_says(game: Game) -> None:
    said = message_keys([*game.folder.rglob("*.py"), *SHELL_SOURCES])[1]
    said |= template_keys([*TEMPLATES, *game.folder.rglob("*.html")])[1]
    said |= set(open_guide(game).keys())
    found = set(messages(game.folder / "words", "en"))
    assert found - set(open_guide(game).optional_keys()) == said | proofs_of(game).WORDS


@every_folder
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_message_with_all_its_forms(folder: Path, language: str) -> None:
    english, own = messages(folder, "en"), messages(folder, language)
    forms = {"en": 2, "pl": 3, "ru": 3}[language]
    assert set(own) == set(english) != set()
    for key, message in own.items():
        assert all(text.strip() for text in texts(message)), key
        if message.pluralizable:
            assert len(texts(message)) == forms, key
        for form, text in enumerate(texts(message)):
            expected = fields(texts(english[key])[-1])
            written_out = {"n"} if message.pluralizable and form == 0 else set()  # "one colour"
            assert fields(text) | written_out == expected | written_out, key
    assert not any(message.fuzzy for message in own.values())


@every_folder
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plural_rule_is_the_languages_own(folder: Path, language: str) -> None:
    found = catalogue(folder, language)
    expected = Catalog(locale=language)
    assert found.num_plurals == expected.num_plurals


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_is_a_sentence_with_the_values_it_is_raised_with(language: str) -> None:
    """A number called `n` selects the plural form; a nested error brings its own full stop."""
    own = messages(SHELL, language)
    assert len(ERRORS) > 100
    for error in ERRORS:
        message = own[f"error.{error.key}"]
        assert message.pluralizable == ("n" in error.values), error
        for text in texts(message):
            assert fields(text) == error.values, error
            assert text.endswith((".", "{error}")), error
            assert text[0].isupper() or text[0] in "{“„«0", error
        values: dict[str, object] = dict.fromkeys(error.values, "X\x1b")
        nested = {name: BellhopError("over") for name in error.values & {"error"}}
        for n in (1, 2, 5, 21) if "n" in values else (0,):
            numbers = {"n": n} if "n" in values else {}
            said = BellhopError(error.key, **{**values, **nested, **numbers}).say(language)
            assert not set("{}\x1b") & set(said), error
            assert not nested or said.endswith(BellhopError("over").say(language)), error


@every_folder
def test_a_russian_dash_is_long(folder: Path) -> None:
    own = messages(folder, "ru")
    assert own
    assert [key for key, message in own.items() if any(" – " in t for t in texts(message))] == []
