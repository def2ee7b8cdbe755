"""Bots think in separate processes; one that dies or gets stuck is replaced."""

import asyncio
import os
import signal

import pytest

from bellhop.bots.worker import HINT
from bellhop.engine.errors import BellhopError, TooMany
from bellhop.games import GAMES
from bellhop.table import bot_workers
from bellhop.table.bot_workers import Asker, BotWorker, BotWorkers, Hint
from bellhop.table.limits import DEFAULT_LIMITS, Limits


def test_a_process_that_dies_or_sticks_is_replaced_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES[0]
    position = game.new(3)

    async def play() -> None:
        pool = BotWorkers(DEFAULT_LIMITS, processes=1)
        view = game.view(position, position.turn)
        assert await pool.choose(game, "casual", view) in game.legal_moves(position)
        for fault in (signal.SIGKILL, signal.SIGSTOP):
            process = pool._all[0]._process
            assert process
            os.kill(process.pid, fault)
            monkeypatch.setattr(bot_workers, "BUDGET_SECONDS", 5.0)
            assert await pool.choose(game, "random", view) in game.legal_moves(position)
            assert pool._all[0]._process is not process
        with pytest.raises(BellhopError, match="The bot “clever” finds no move"):
            await pool.choose(game, "clever", view)
        await pool.close()

    asyncio.run(play())


def test_a_machine_too_busy_for_the_first_try_gets_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise a process would be ended while it starts, again and again, without a move."""
    game = GAMES[0]
    view = game.new(2)
    move = game.legal_moves(view)[0]

    async def ask(_: BotWorker, _question: str, seconds: float) -> str:
        if seconds <= 3 * bot_workers.BUDGET_SECONDS:
            raise TimeoutError
        return game.moves[move]

    async def play() -> None:
        monkeypatch.setattr(BotWorker, "ask", ask)
        pool = BotWorkers(DEFAULT_LIMITS, processes=1)
        assert await pool.choose(game, "casual", view) == move

    asyncio.run(play())


def test_an_interrupted_question_is_not_answered_later() -> None:
    async def ask() -> None:
        worker = BotWorker()
        position = GAMES[0].new(2)
        task = asyncio.create_task(worker.ask(f"random {GAMES[0].write(position)}", 60.0))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert worker._process is None

    asyncio.run(ask())


def test_bots_never_wait_for_hints_and_hints_wait_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """One process is always left for the bots, and a seat has one hint at a time."""
    game = GAMES[0]
    view = game.new(2)
    move = game.moves[game.legal_moves(view)[0]]

    async def play() -> None:
        asked: list[str] = []
        go_on = asyncio.Event()

        async def ask(_: BotWorker, question: str, _seconds: float) -> str:
            kind = question.split(" ", 1)[0]
            asked.append(kind)
            if kind == HINT:
                await go_on.wait()
                return f"0.625; {move} 0.750"
            return move

        monkeypatch.setattr(BotWorker, "ask", ask)
        limits = Limits(hints_waiting=4, hints_per_address=3)
        pool = BotWorkers(limits, processes=2)

        def hint(address: str, seat: str) -> asyncio.Task[Hint]:
            return asyncio.create_task(pool.advise(game, view, Asker(address, seat)))

        hints = [hint("ann", f"t{n} 0") for n in range(3)]
        await asyncio.sleep(0)
        for address, seat in (("ann", "t9 0"), ("bob", "t0 0"), ("bob", "t2 0")):
            with pytest.raises(TooMany):
                await hint(address, seat)
        hints.append(hint("bob", "t4 1"))
        hints[2].cancel()
        assert game.moves[await pool.choose(game, "random", view)] == move
        assert asked == [HINT, "random"]
        go_on.set()
        found = await asyncio.gather(*hints, return_exceptions=True)
        assert [isinstance(one, Hint) for one in found] == [True, True, False, True]
        assert asked == [HINT, "random", HINT, HINT]
        assert await hint("ann", "t0 0") == Hint(0.625, {game.move_named(move): 0.75})
        await pool.close()

    asyncio.run(play())
