"""Bots think in processes of their own; one that dies or gets stuck is replaced."""

import asyncio
import os
import signal

import pytest

from bellhop.engine.errors import BellhopError
from bellhop.games import GAMES
from bellhop.table import thinkers
from bellhop.table.thinkers import Thinker, Thinkers


def test_a_process_that_dies_or_sticks_is_replaced_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES[0]
    position = game.new(3)

    async def play() -> None:
        pool = Thinkers(processes=1)
        view = game.view(position, position.turn)
        assert await pool.choose(game, "casual", view) in game.legal_moves(position)
        for fault in (signal.SIGKILL, signal.SIGSTOP):
            process = pool._all[0]._process
            assert process
            os.kill(process.pid, fault)
            monkeypatch.setattr(thinkers, "BUDGET_SECONDS", 5.0)
            assert await pool.choose(game, "random", view) in game.legal_moves(position)
            assert pool._all[0]._process is not process
        with pytest.raises(BellhopError, match="The bot “clever” finds no move"):
            await pool.choose(game, "clever", view)
        await pool.close()

    asyncio.run(play())


def test_an_interrupted_question_is_not_answered_later() -> None:
    async def ask() -> None:
        thinker = Thinker()
        position = GAMES[0].new(2)
        task = asyncio.create_task(thinker.ask(f"random {GAMES[0].write(position)}"))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert thinker._process is None

    asyncio.run(ask())
