"""`bellhop analyse`: reports, JSON and pages of finished games, and what it refuses."""

import json
from pathlib import Path

import pytest

from bellhop.cli.analysis_report import print_analysis
from bellhop.coach.analysis import Analysis, analysis_of
from bellhop.engine.words import LANGUAGES, shell_words
from bellhop.games import game_named
from bellhop.table.file import GameFile
from cli.running import bellhop_here
from coach.sittings import NAMES, analysed, play_to_the_end, sit_down

GAME = game_named("night-porter")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    play_to_the_end(sit_down(GAME, 2, 3), 3).write(path)
    return path


@pytest.mark.parametrize("lang", ["en_GB.UTF-8", "pl_PL.UTF-8", "ru_RU.UTF-8"])
def test_a_game_is_reported_in_words(
    saved: Path, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = bellhop_here(capsys, "analyse", saved, "--html", lang=lang)
    assert code == 0
    assert "Ada" in out
    assert "•" in out
    page = saved.with_name("game.json.html").read_text("utf-8")
    assert page.count("<polyline") == 2
    assert f'lang="{lang[:2]}"' in page


@pytest.fixture(scope="module")
def crowded() -> tuple[GameFile, Analysis]:
    game = play_to_the_end(sit_down(game_named("perfect-hotel"), 5, 2), 2)
    return game, analysed(game)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_fits_into_a_narrow_terminal(
    crowded: tuple[GameFile, Analysis],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_analysis(Path("game.json"), *crowded, language)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    shell = shell_words(language)
    for name in NAMES:
        assert any(name in line for line in lines[:5])
    for label in ("start", "correction", "luck_points", "error"):
        assert any(shell.say(f"analysis.skill.{label}") in line for line in lines)
    said = lines[next(number for number, line in enumerate(lines) if line.startswith("•")) :]
    assert {line[:2] for line in said} == {"• ", "  "}, "sentences are indented under their bullets"


def test_analyses_are_printed_as_json_in_the_order_of_the_files(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.bellhop"
    play_to_the_end(sit_down(GAME, 3, 4), 4).write(other)
    code, out, _ = bellhop_here(capsys, "analyse", saved, other, "--json", "--on", "here")
    assert code == 0
    first, second = (analysis_of(json.dumps(one)) for one in json.loads(out))
    assert (len(first.players), len(second.players)) == (2, 3)
    assert first.is_complete


def test_what_is_not_over_or_damaged_is_refused_in_one_line(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running, damaged = tmp_path / "running.json", tmp_path / "damaged.json"
    sitting = sit_down(GAME, 2, 1, "person")
    sitting.move(GAME.legal_moves(sitting.position)[0])
    GameFile.of(sitting).write(running)
    damaged.write_bytes(saved.read_bytes()[:-40])
    for file in (running, damaged, tmp_path / "nothing.json"):
        code, out, err = bellhop_here(capsys, "analyse", saved, file)
        assert code != 0
        assert out == ""
        assert len(err.strip().splitlines()) == 1
        assert file.name in err
