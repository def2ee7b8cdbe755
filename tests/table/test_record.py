"""Records of games: written and read both ways, converted to JSON and back, and checked."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellhop.engine.errors import BellhopError, NotationError
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.file import (
    GameFile,
    check_record,
    game_of,
    parse_game,
    read_game,
    replay_seeded,
)
from bellhop.table.record import MAX_DEPTH, GameRecord, Node, Tag, read_record
from cli.running import bellhop_here
from table.test_sitting import play_to_the_end, sit

DOCS = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
TEXT = """[Bellhop "1"]
[Event "A \\"quiet\\" night"]

; before the game
1. research ; well begun
; is half done
2. place 7
(
  2. place 8 ; the second try
  3. research
  (
    3. build 7
  )
)
(
  2. place 9
)
3. research
"""


def finished(game: Game) -> GameFile:
    sitting = sit(game)
    play_to_the_end(sitting)
    return GameFile.of(sitting)


def test_a_record_is_a_header_and_a_tree() -> None:
    record = read_record(TEXT)
    assert record.one("Event") == 'A "quiet" night'
    assert record.main_line() == ["research", "place 7", "research"]
    first = record.root.next[0]
    assert record.root.comments == ["before the game"]
    assert first.comments == ["well begun", "is half done"]
    assert [node.text for node in first.next] == ["place 7", "place 8", "place 9"]
    assert list(record.lines()) == [
        ["research", "place 7", "research"],
        ["research", "place 8", "research"],
        ["research", "place 9"],
        ["research", "place 8", "build 7"],
    ]
    assert record.write() == TEXT


def nodes(depth: int) -> st.SearchStrategy[Node]:
    """Trees of acts with comments."""
    line = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8)
    names = st.sampled_from(["research", "place 7", "monk:fish > 2 line", "undo"])
    below = st.lists(nodes(depth - 1), max_size=3) if depth else st.just(list[Node]())
    return st.builds(Node, names, st.lists(line, max_size=2), below)


@given(st.lists(nodes(4), max_size=2), st.lists(st.text(max_size=9), min_size=1, max_size=3))
def test_reading_and_writing_are_inverse(children: list[Node], values: list[str]) -> None:
    tags = [Tag("Bellhop", ("1",)), Tag("Event", tuple(values))]
    record = GameRecord(tags, Node(next=children))
    assert read_record(record.write()) == record


@every_game
def test_saved_games_convert_both_ways(game: Game, tmp_path: Path) -> None:
    saved = finished(game)
    record = saved.to_record()
    assert game_of(read_record(record.write())) == saved
    check_record(record)
    path = tmp_path / "game.bellhop"
    saved.write(path)
    assert path.read_text("utf-8").startswith('[Bellhop "1"]\n')
    assert read_game(path) == saved
    assert parse_game(b"\xef\xbb\xbf\r\n" + path.read_bytes().replace(b"\n", b"\r\n")) == saved


def test_every_variation_is_replayed() -> None:
    saved = finished(GAMES[0])
    record = saved.to_record()
    nodes_played = [record.root, *record.root.line()]
    for sitting, node in zip(saved.replay(), nodes_played, strict=True):
        names = [saved.game.moves[move] for move in saved.game.legal_moves(sitting.position)]
        if others := [name for name in names if name != node.next[0].text]:
            break
    node.add(others[0], "a better move")
    check_record(record)
    impossible = next(name for name in saved.game.moves if name not in names)
    node.add(impossible)
    with pytest.raises(BellhopError, match=re.escape(impossible)):
        check_record(record)
    assert game_of(record) == saved


MISTAKES = {
    "1. research": "exactly one line [Bellhop",
    '[Bellhop "3"]': "version 3 of the notation",
    '[Bellhop "1"]\n[Game perfect]': "Line 2: A line of the header is written",
    '[Bellhop "1"]\n[Game "a\\q"]': "Line 2: A line of the header is written",
    '[Bellhop "1"]\n1. research\n[Game "x"]': "Line 3: A line of the header",
    '[Bellhop "1"]\n2. research': "Line 2: Expected “1. ” and a move, not “2. research”",
    '[Bellhop "1"]\nresearch': "Line 2: Expected “1. ” and a move",
    '[Bellhop "1"]\n1. ; research': "Line 2: Expected “1. ” and a move",
    '[Bellhop "1"]\n(': "Line 2: A variation stands between",
    '[Bellhop "1"]\n1. research\n)': "Line 3: A variation stands between",
    '[Bellhop "1"]\n1. research\n(\n)': "Line 4: A variation stands between",
    '[Bellhop "1"]\n1. research\n(\n1. place 7': "A variation is not closed",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_reported_with_its_line(text: str) -> None:
    with pytest.raises(NotationError, match=re.escape(MISTAKES[text])):
        read_record(text)


def test_variations_nest_only_so_deep() -> None:
    nested = "".join("1. undo\n(\n" for _ in range(MAX_DEPTH + 1))
    with pytest.raises(NotationError, match="A variation stands between"):
        read_record(f'[Bellhop "1"]\n{nested}')


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (lambda tags: [tag for tag in tags if tag.name != "Seal"], r"exactly one line \[Seal"),
        (lambda tags: [*tags, Tag("Player", ("Eve",))], "Player .* has two values"),
        (lambda tags: [*tags, Tag("Option", ("a", "b", "c"))], "Option .* has two values"),
        (lambda tags: [*tags, Tag("Result", ("1",))], r"exactly one line \[Result"),
        (lambda tags: [*tags[:-1], Tag("Result", ("--3", "4"))], "Points must be whole numbers"),
        (lambda tags: [*tags, Tag("Nonce", ("00",))], "nonce"),
    ],
)
def test_a_wrong_header_is_refused(wrong: Callable[[list[Tag]], list[Tag]], complaint: str) -> None:
    record = finished(GAMES[0]).to_record()
    with pytest.raises(NotationError, match=complaint):
        game_of(replace(record, tags=wrong(record.tags)))


def test_the_example_of_the_page_is_a_record_and_its_code_runs(tmp_path: Path) -> None:
    example, code = re.findall(r"```(?:python)?\n(.*?)```", DOCS, re.DOTALL)
    shown = read_record(example)
    assert read_record(shown.write()) == shown
    told = {tag.name for tag in shown.tags} | {"Seed"}
    assert {name for name in told if f"`{name}`" not in DOCS} == set()
    saved = finished(GAMES[0])
    path = tmp_path / "game.json"
    saved.write(path)
    names: dict[str, Any] = {"text": saved.to_record().write(), "path": path}
    first, _, rest = code.partition("record.root.next[0].add")
    exec(first, names)
    exec("check_record(record)" + rest.partition("check_record(record)")[2], names)
    assert game_of(names["record"]) == saved


def test_the_command_converts_and_replaces_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = finished(GAMES[0])
    first, middle, last = (tmp_path / name for name in ("a.json", "b.bellhop", "c.json"))
    saved.write(first)
    assert bellhop_here(capsys, "convert", first, middle)[0] == 0
    assert bellhop_here(capsys, "convert", middle, last)[0] == 0
    assert last.read_bytes() == first.read_bytes()
    assert bellhop_here(capsys, "verify", middle)[0] == 0
    assert "already exists" in bellhop_here(capsys, "convert", first, last)[2]
    assert "ends in .json or .bellhop" in bellhop_here(capsys, "convert", first, "d.txt")[2]


def test_a_seed_stands_for_the_dice_of_a_program() -> None:
    game = GAMES[0]
    position = game.new(2, {"rounds": "1"}, 7)
    header = f'[Bellhop "1"]\n[Game "{game.name}"]\n[Option "rounds" "1"]\n'
    record = read_record(f'{header}[Player "A" "random"]\n[Player "B" "random"]\n[Seed "7"]\n')
    node = record.root
    while position.turn >= 0:
        move = game.legal_moves(position)[-1]
        node = node.add(game.moves[move])
        game.play(position, move)
    *_, last = replay_seeded(read_record(record.write()))
    assert last == position
    record.tags[-1] = Tag("Seed", ("seven",))
    with pytest.raises(NotationError, match="A seed is a whole number"):
        next(replay_seeded(record))
