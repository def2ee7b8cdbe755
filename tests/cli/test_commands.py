"""The command line as a person uses it: real processes, real input."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bellhop.games import GAMES
from cli.running import bellhop, bellhop_here

names = [game.name for game in GAMES]
every_game = pytest.mark.parametrize("game", names)


@every_game
def test_a_whole_game_of_bots_is_saved_replayed_and_verified(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    status, output, _ = bellhop("play", game, "--people", 0, "--save", path)
    assert status == 0
    assert "Score sheet" in output
    assert "wins." in output or "share the victory." in output
    status, output, _ = bellhop("verify", path)
    assert status == 0
    assert "check out" in output
    assert "played to the end, and its points are right" in output
    status, replayed, _ = bellhop("replay", path, "--seat", 1, lang="pl_PL.UTF-8")
    assert status == 0
    assert "Arkusz punktów" in replayed


@every_game
def test_a_person_plays_a_whole_game_by_numbers(game: str) -> None:
    status, output, _ = bellhop("play", game, "-p", 2, "-n", "Ann", answers="1\n" * 900)
    assert status == 0
    assert "Ann" in output
    assert "Score sheet" in output


def test_nonsense_is_answered_and_the_game_goes_on() -> None:
    answers = "dance\n99\ntake 7\nundo\nhelp\n\nresearch, research\nquit\n"
    people = ("-p", 2, "--people", 2)  # no bot has placed a card before the first person moves
    status, output, _ = bellhop("play", "perfect-hotel", *people, answers=f"\n{answers}")
    assert status == 0
    assert "“dance” is not a move" in output
    assert "There is no choice 99" in output
    assert "take 7: There are no cards below this tag. (B. Build)" in output
    assert "There is nothing to undo" in output
    assert "A number or the words in brackets make a move" in output
    assert "now put one card from your hand into the supply. (A. Research)" in output
    assert "You have left the table before the end." in output


def test_the_end_of_input_leaves_the_table() -> None:
    status, output, _ = bellhop("play", "perfect-hotel")
    assert status == 0
    assert "You have left the table before the end." in output


@pytest.mark.parametrize(("lang", "text"), [("pl_PL", "twój ruch?"), ("ru_RU", "ваш ход?")])
def test_the_terminal_speaks_the_players_language(lang: str, text: str) -> None:
    _, output, _ = bellhop("play", "perfect-hotel", "-p", 2, answers="1\n1\n", lang=f"{lang}.UTF-8")
    assert text in output


def test_people_at_one_keyboard_do_not_see_each_others_cards() -> None:
    """Everything shown between two hand-overs is from the view of the player at the keyboard."""
    answers = "\n1\n1\n" * 40 + "quit\n"
    _, output, _ = bellhop(
        "play", "perfect-hotel", "-p", 2, "--people", 2, "-n", "Ann", "-n", "Bob", answers=answers
    )
    turns = output.split("Give the keyboard to ")[1:]
    assert len(turns) > 5
    for turn in turns:
        name, other = ("Ann", "Bob") if turn.startswith("Ann") else ("Bob", "Ann")
        assert f"{other} draws:" not in turn
        assert f"{other}, your move?" not in turn
        assert turn.count("Your hand") <= turn.count(f"{name}, your move?") + 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("play", "chess"), "no game “chess”"),
        (("play", "perfect-hotel", "-p", 9), "is for 2 to 5 players, not 9"),
        (("play", "perfect-hotel", "--people", 7), "0 to 3 of the players are people, not 7"),
        (("play", "perfect-hotel", "-o", "stars"), "An option is written name=choice"),
        (("play", "perfect-hotel", "-o", "stars=many"), "“stars” is even,.* not “many”"),
        (("play", "perfect-hotel", "-o", "weather=fine"), "has no option “weather”"),
        (("play", "perfect-hotel", "-l", "xx"), "The language is en, pl, or ru, not “xx”"),
        (("play", "perfect-hotel", "--people", 2, "-n", "A", "-n", "A"), "names must be different"),
        (("simulate", "perfect-hotel", "--seed", -5), "A seed is a number"),
        (("play",), "Missing argument"),
        (("play", "perfect-hotel", "--weather", "fine"), "No such option: --weather"),
        (("simulate", "perfect-hotel", "-n", "many"), "Invalid value for '--games'"),
        (("simulate", "perfect-hotel", "-n", 0), "Invalid value for '--games'"),
        (("dance",), "No such command 'dance'"),
        (("serve", "--port", 99999), "Invalid value for '--port'"),
        (("replay", "none.json"), "none.json cannot be read"),
        (("verify", "none.json"), "none.json cannot be read"),
    ],
)
def test_a_wrong_option_is_one_clear_line(
    arguments: tuple[object, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output, errors = bellhop_here(capsys, *arguments)
    assert status == 2
    assert output == ""
    assert len(errors.strip().splitlines()) == 1
    assert re.search(complaint, errors)


@pytest.mark.parametrize(
    ("arguments", "lang", "complaint"),
    [
        (("play", "chess"), "pl_PL.UTF-8", "Nie ma gry „chess”; do wyboru: perfect-hotel, "),
        (("play", "chess", "-l", "ru"), "pl_PL.UTF-8", "Игры «chess» нет; выберите: "),
        (("play", "chess", "-l", "xx"), "pl_PL.UTF-8", "Język to en, pl lub ru, a nie „xx”."),
        (("purge",), "ru_RU.UTF-8", "Укажите, что удалить: "),
        (("verify", "none.json"), "pl", "Nie można odczytać pliku none.json ("),
        (("play", "perfect-hotel", "-o", "stars", "-l", "ru"), "C", "Параметр записывается как "),
    ],
)
def test_a_refusal_is_in_the_language_of_the_terminal(
    arguments: tuple[object, ...], lang: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output, errors = bellhop_here(capsys, *arguments, lang=lang)
    assert (status, output) == (2, "")
    assert errors.startswith(f"bellhop: {complaint}")


def test_a_wrong_move_is_refused_in_the_language_of_the_players() -> None:
    answers = "dance\n99\nundo\nquit\n"
    _, output, _ = bellhop("play", "perfect-hotel", "-p", 2, "-l", "pl", answers=answers)
    assert "„dance” to nie ruch." in output
    assert "Nie ma opcji 99; do wyboru od 1 do" in output
    assert "Nie ma czego cofnąć: " in output


def test_a_seat_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    bellhop("play", "perfect-hotel", "--save", path)
    status, _, errors = bellhop("replay", path, "--seat", 9)
    assert status == 2
    assert "The seats are 1 to 3, or 0 for a spectator, not 9" in errors


@pytest.mark.xdist_group("compiled")
@every_game
def test_simulate_sums_up_and_repeats_from_its_seed(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    simulate = ("simulate", game, "-n", 500, "-p", 2, "--seed")
    status, output, _ = bellhop_here(capsys, *simulate, 3)
    assert status == 0
    assert "500 random games of" in output
    assert bellhop_here(capsys, *simulate, 4)[1] != output
    assert bellhop_here(capsys, *simulate, 3)[1] == output
    if game == names[-1]:
        assert bellhop(*simulate, 3)[:2] == (0, output), "the same in a process of its own"


def test_a_wrong_command_in_a_process_of_its_own() -> None:
    status, output, errors = bellhop("play", "chess", lang="pl_PL.UTF-8")
    assert (status, output) == (2, "")
    assert errors.startswith("bellhop: Nie ma gry „chess”; do wyboru: perfect-hotel, ")


@pytest.mark.prove
@every_game
def test_bench_prints_figures_for_programs(game: str) -> None:
    status, output, _ = bellhop("bench", game, "--json")
    figures = json.loads(output)
    assert status == 0
    assert figures["game"] == game
    for key in ("interpreted_moves_per_s", "compiled_moves_per_s", "clone_ns",
                "cold_compile_s", "warm_start_s"):  # fmt: skip
        assert figures[key] > 0


def test_games_lists_every_game_with_its_options() -> None:
    _, output, _ = bellhop("games")
    for game in GAMES:
        assert game.name in output
        assert all(option.name in output for option in game.options)


def test_help_and_import_stay_quick() -> None:
    """The command line and the rules do not import NumPy or Numba until they compile something."""
    code = (
        "import sys, bellhop.cli.app, bellhop.games; print({'numpy', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_package_that_is_no_game_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BELLHOP_GAMES", "nowhere")
    done = subprocess.run(
        [sys.executable, "-m", "bellhop", "games"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "bellhop: “nowhere” is not a game: no such package can be found.\n"
