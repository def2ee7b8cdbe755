"""Playing on from a moment of a finished game: its start is stored, checked and marked."""

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from bellhop.bots.random_bot import RandomBot
from bellhop.cli.reports import show_verification
from bellhop.engine.errors import BellhopError, NotationError
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.engine.seats import SPECTATOR
from bellhop.games import GAMES
from bellhop.table.archive import check_game
from bellhop.table.backup import back_up, restore
from bellhop.table.file import GameFile, check_record, parse_game, read_game, start_at
from bellhop.table.history import History
from bellhop.table.live import revive, seat_people
from bellhop.table.opening import lay_table
from bellhop.table.record import read_record
from bellhop.table.repair import carry_over, inspect_running
from bellhop.table.sitting import Line, Seat, Sitting
from bellhop.table.start import MAX_EARLIER, Start
from bellhop.table.store import Store
from support import proofs_of

EARLIER = Shaker("5e" * 32, ("00000001", "00000002", "00000003"))
LATER = Shaker("7a" * 32, ("00000011", "00000012", "00000013"))
FRIENDS = (Seat("Ann"), Seat("Bob"), Seat("Cid"))
ALONE = (Seat("Ann"), Seat("Kim", "random"), Seat("Lou", "random"))
KEPT = (None, SPECTATOR, 1)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_kind = pytest.mark.parametrize("kept", KEPT, ids=("same cards", "all again", "one hand kept"))


def play(sitting: Sitting, most: int = 4_000, seed: int = 1) -> Sitting:
    bot = RandomBot(seed)
    while not sitting.is_over and len(sitting.acts) < most:
        sitting.move(bot.choose(sitting.game, sitting.view(sitting.turn)))
    return sitting


def earlier(game: Game) -> Sitting:
    """An earlier game, up to its middle."""
    return _earlier(game).copy()


@cache
def _earlier(game: Game) -> Sitting:
    deal = partial(Sitting, game, game.undealt(3), FRIENDS, EARLIER)
    whole = play(deal())
    return History(deal).after(whole.acts[: len(whole.acts) // 2])


def go_on(past: Sitting, start: Start, seats: tuple[Seat, ...] = ALONE) -> Sitting:
    return Sitting(past.game, past.game.undealt(3), seats, LATER, start)


@every_game
@every_kind
def test_a_game_goes_on_from_the_stored_position_and_is_verified(
    game: Game, kept: int | None, tmp_path: Path
) -> None:
    past = earlier(game)
    start = start_at(past, kept, "0123456789abcdef")
    sitting = go_on(past, start)
    proofs_of(game).check_conserved(sitting.position)
    assert sitting.turn == past.turn
    assert (sitting.position == past.position) == (kept is None)
    if kept is not None:
        assert sitting.view(kept) == past.view(kept), "what was known stays true"
    play(sitting, seed=2)
    assert sitting.is_over
    for name in ("game.json", "game.bellhop"):
        GameFile.of(sitting).write(tmp_path / name)
        saved = read_game(tmp_path / name)
        assert saved == GameFile.of(sitting)
        last = saved.verify()
        assert last.position == sitting.position
        assert last.lines == sitting.lines
        assert last.score_sheet() == sitting.score_sheet()
    check_record(read_record((tmp_path / "game.bellhop").read_text("utf-8")))
    assert json.loads((tmp_path / "game.json").read_text("utf-8"))["bellhop"] == 2


@every_game
def test_the_score_sheet_counts_what_was_scored_before(game: Game) -> None:
    past = earlier(game)
    whole, on = play(past.copy()), play(go_on(past, start_at(past, None)))
    before = [line.told for line in past.lines]
    assert [line.told for line in on.lines[: len(before)]] == before
    assert len(on.score_sheet()) == len(whole.score_sheet())


@every_game
def test_nothing_private_is_told_once_cards_are_dealt_again(game: Game) -> None:
    past = earlier(game)
    for kept in (SPECTATOR, 1):
        told = start_at(past, kept).told
        assert all(one.is_for(kept) for one in told)
    position = start_at(past, SPECTATOR).position
    assert game.read(position) == past.view(SPECTATOR)


def test_it_can_be_practised_and_played_on_again() -> None:
    game = GAMES[0]
    past = earlier(game)
    sitting = go_on(past, start_at(past, None))
    play(sitting, 20, seed=3)
    sitting.practise()
    while sitting.can_undo(0):
        sitting.undo()
    assert sitting.turn == 0
    assert sitting.last_row_of(0)
    play(sitting, len(sitting.acts) + 5, seed=4)
    again = go_on(sitting, start_at(sitting, None), FRIENDS)
    saved = parse_game(GameFile.of(play(again)).to_json().encode())
    assert saved.verify().position == again.position
    assert saved.earlier
    assert saved.earlier.is_practice
    assert saved.rows == len(again.acts) + len(sitting.acts) + len(past.acts)
    with pytest.raises(BellhopError, match="can be imported"):
        check_game(GameFile.of(again).to_json().encode(), saved.rows - 1)


def damaged(saved: GameFile, **entries: Any) -> bytes:
    content = saved.content()
    return json.dumps({**content, "start": {**content["start"], **entries}}).encode()


def test_a_start_that_was_never_reached_is_refused() -> None:
    game = GAMES[0]
    past = earlier(game)
    saved = GameFile.of(play(go_on(past, start_at(past, None))))
    richer = past.position.copy()
    richer.turn = (richer.turn + 1) % 3
    other = GameFile.of(play(Sitting(game, game.undealt(3), FRIENDS, LATER), len(past.acts)))
    unreached: list[dict[str, Any]] = [
        {"position": game.write(richer)},
        {"row": len(past.acts) + 1},
        {"kept": 0},
        {"kept": 3},
        {"kept": -2},
        {"game": other.content()},
    ]
    for entries in unreached:
        with pytest.raises(BellhopError, match="never reached"):
            parse_game(damaged(saved, **entries)).verify()
    for name, value in {"position": 7, "row": "1", "kept": "all", "game": []}.items():
        with pytest.raises(NotationError, match="entry “start”"):
            parse_game(damaged(saved, **{name: value}))
    broken = {**saved.content()["start"]["game"], "secret": "00" * 32}
    with pytest.raises(BellhopError, match="not the one sealed"):
        parse_game(damaged(saved, game=broken)).verify()
    with pytest.raises(BellhopError, match="over at this moment"):
        start_at(play(past.copy()), None)
    text = GameFile.of(play(go_on(past, start_at(past, None)))).to_record().write()
    for wrong in (text.replace('[Start "', '[Start "x'), text.replace('[Earlier "', '[Earlier "{')):
        with pytest.raises(NotationError):
            check_record(read_record(wrong))


def test_the_command_line_says_where_it_began(capsys: pytest.CaptureFixture[str]) -> None:
    past = earlier(GAMES[0])
    for kept in KEPT:
        show_verification(GameFile.of(play(go_on(past, start_at(past, kept)))), "en")
        said = capsys.readouterr().out
        assert f"from move {len(past.acts)}" in said
        assert ("dealt again" in said) == (kept is not None)


@every_game
def test_a_table_keeps_its_start_through_storage_backup_import_and_repair(
    game: Game, database: str, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    past = earlier(game)
    start = start_at(past, 1, "0123456789abcdef")
    table, _ = lay_table(game, {}, ALONE, [0], "normal", "", start)
    table = table._replace(secret=LATER.secret, nonces=LATER.nonces)
    store = Store(database)
    store.add_table(table)
    stored = store.load(table.id)
    assert stored.start == start
    assert stored.start
    assert (stored.start.told, stored.start.table) == (start.told, start.table)
    live = revive(stored)
    assert live.sitting
    assert live.sitting.position == go_on(past, start).position
    snapshot = live.sitting.snapshot()
    resumed = seat_people(stored, game)
    resumed.resume(snapshot, ())
    assert resumed.lines == live.sitting.lines
    store.change_table(table.id, rules="unknown")
    (finding,) = inspect_running(store)
    carry_over(store, finding)
    whole = play(live.sitting)
    imported = check_game(GameFile.of(whole).to_json().encode(), 4_000)
    store.add_table(imported.table, imported.log)
    assert revive(store.load(imported.table.id)).look_back(0).lines == past_lines(start)
    store.close()
    back_up(database, tmp_path / "backup.sqlite")
    other = new_database("sqlite")
    assert restore(tmp_path / "backup.sqlite", other) == 2
    copy = Store(other)
    assert copy.load(table.id).start == start
    copy.close()


@pytest.mark.parametrize("junk", ["NaN", "-Infinity", "1e999"])
def test_a_number_that_is_none_is_refused(junk: str) -> None:
    past = earlier(GAMES[0])
    saved = GameFile.of(play(go_on(past, start_at(past, None))))
    content = saved.content()
    content["start"]["game"] |= {"junk": "here"}
    with pytest.raises(NotationError, match=f"not a Bellhop game file .*{junk} is not a number"):
        parse_game(json.dumps(content).replace('"here"', junk).encode())
    record = saved.to_record().write()
    with pytest.raises(NotationError, match=f"{junk} is not a number"):
        check_record(
            read_record(record.replace('[Earlier "{', f'[Earlier "{{\\"junk\\": {junk}, '))
        )


def test_only_what_belongs_to_a_game_is_stored(database: str) -> None:
    past = earlier(GAMES[0])
    start = start_at(past, 1)
    content = json.loads(GameFile.of(play(go_on(past, start))).to_json())
    content["start"]["kept"] = True  # which Python counts as 1
    content["start"]["game"] |= {"junk": ["\ud800", "\0"], "start": {"game": {}}}
    for acts in (content["acts"], content["start"]["game"]["acts"]):
        acts[0][0] = True
    imported = check_game(json.dumps(content).encode(), 4_000)
    store = Store(database)
    store.add_table(imported.table, imported.log)
    stored = store.load(imported.table.id).start
    assert stored
    assert stored.to_json() == start.to_json()
    assert type(stored.kept) is int
    store.close()


def past_lines(start: Start) -> list[Line]:
    return [Line(0, told, 0) for told in start.told]


def test_only_so_many_games_go_on_from_each_other() -> None:
    game = GAMES[0]
    sitting = Sitting(game, game.undealt(3), FRIENDS, EARLIER)
    for _ in range(MAX_EARLIER):
        sitting = go_on(sitting, start_at(sitting, None), FRIENDS)
    deepest = GameFile.of(play(sitting.copy()))
    assert parse_game(deepest.to_json().encode()).verify().is_over
    with pytest.raises(BellhopError, match=f"at most {MAX_EARLIER} times"):
        start_at(sitting, None)
    content = deepest.content()
    for _ in range(200):  # deeper than Python can go
        content = {**content, "start": {**deepest.content()["start"], "game": content}}
    for data in (json.dumps(content), "[" * 100_000):
        with pytest.raises(NotationError):
            check_game(data.encode(), 4_000)
