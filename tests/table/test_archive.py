"""Importing a saved game: it is replayed once, within limits, and opened without replaying."""

import asyncio
from pathlib import Path

import pytest

from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.archive import check_game, import_game
from bellhop.table.file import GameFile
from bellhop.table.house import House
from bellhop.table.sitting import Sitting
from bellhop.table.store import Store
from table.test_sitting import play_to_the_end, sit


@pytest.fixture
def repeated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records every act that a sitting repeats from a log."""
    found: list[str] = []
    repeat = Sitting.repeat

    def count(sitting: Sitting, act: str) -> None:
        found.append(act)
        repeat(sitting, act)

    monkeypatch.setattr(Sitting, "repeat", count)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_is_replayed_once_and_never_again(
    game: Game, tmp_path: Path, repeated: list[str]
) -> None:
    played = sit(game)
    play_to_the_end(played)

    async def take_in() -> None:
        house = House(Store(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
        repeated.clear()
        table = await import_game(house, GameFile.of(played).to_json().encode(), "ann")
        assert repeated == [act.text for act in played.acts]
        live = await house.table(table)
        assert len(repeated) == len(played.acts)
        assert live.sitting
        assert live.sitting.position == played.position
        assert live.sitting.lines == played.lines
        digests = await asyncio.to_thread(house.store.digests, table)
        assert digests[-1] == played.digest()
        await house.close()

    asyncio.run(take_in())


def test_a_file_with_too_many_rows_is_refused_before_it_is_replayed(
    repeated: list[str],
) -> None:
    played = sit(GAMES[0])
    play_to_the_end(played)
    data = GameFile.of(played).to_json().encode()
    repeated.clear()
    with pytest.raises(BellhopError, match=r"at most \d+ can be imported"):
        check_game(data, len(played.acts) - 1)
    assert not repeated
    imported = check_game(data, len(played.acts))
    assert [act.act for act in imported.log] == repeated
    assert imported.log[0].seat == sit(GAMES[0]).turn


def test_an_unfinished_or_forged_game_is_refused() -> None:
    played = sit(GAMES[0])
    with pytest.raises(BellhopError, match="not finished"):
        check_game(GameFile.of(played).to_json().encode(), 1_000)
    play_to_the_end(played)
    forged = GameFile.of(played).to_json().replace('"points": [\n  ', '"points": [\n  9')
    with pytest.raises(BellhopError, match="claims the points"):
        check_game(forged.encode(), 1_000)
