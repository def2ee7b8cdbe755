"""Two servers on one database: one rematch, and bots that wait whichever server is asked."""

import asyncio
from collections.abc import Awaitable, Callable

from bellhop.games import game_named
from bellhop.table import seating
from bellhop.table.house import House
from bellhop.table.links import device_keys
from bellhop.table.live import LiveTable
from bellhop.table.rematch import join_rematch
from bellhop.table.roles import Sitter
from bellhop.table.sitting import END, Seat
from bellhop.table.store import Store

GAME = game_named("overbooking")
NONCE = "0123456789abcdef"

Play = Callable[[list[House], list[LiveTable]], Awaitable[None]]


def on_two_servers(database: str, seats: tuple[Seat, ...], pause: float, play: Play) -> None:
    """Open one table and look at it from two servers; SQLite allows one, which stands for both."""

    async def sit() -> None:
        first = House(Store(database), pause)
        second = first if first.store.is_sqlite else House(Store(database), pause)
        people = tuple(number for number, seat in enumerate(seats) if seat.is_person)
        keys = device_keys("a" * 22)
        opened = await first.open_table(GAME, {}, seats, people, host=keys.key_hash)
        lives = [await house.table(opened.id) for house in (first, second)]
        await seating.add_nonce(first, lives[0], Sitter(people), NONCE)
        await second.refresh(lives[1])
        try:
            await play([first, second], lives)
        finally:
            for house in {first, second}:
                await house.close()

    asyncio.run(sit())


def test_two_players_on_two_servers_open_one_rematch(database: str) -> None:
    async def play(houses: list[House], lives: list[LiveTable]) -> None:
        await houses[0].conclude(lives[0], 0, END)
        await houses[1].refresh(lives[1])
        presses = [
            join_rematch(house, live, Sitter((seat,)), device_keys(key * 22))
            for seat, (house, live, key) in enumerate(zip(houses, lives, "ab", strict=True))
        ]
        found = await asyncio.gather(*presses)
        assert found[0].table == found[1].table
        assert {one.seats for one in found} == {(1,), (0,)}
        assert len(houses[0].store.list_tables()) == 2

    on_two_servers(database, (Seat("Ann"), Seat("Bob")), 0.0, play)


def test_bots_wait_whichever_server_is_asked(database: str) -> None:
    async def play(houses: list[House], lives: list[LiveTable]) -> None:
        first, second = lives
        sitting = first.sitting
        while sitting is None or sitting.turn != 0:  # the bots of the first server play
            await asyncio.sleep(0.01)
            sitting = first.sitting
        seen = GAME.view(sitting.position, 0)
        legal = GAME.legal_moves(seen)
        (move, *_) = (
            GAME.moves[m] for m in legal if m not in GAME.finality.find_final(seen, legal)
        )
        await houses[0].act(first.stored.id, 0, first.rows + 1, move, "k")
        row = first.rows
        await houses[1].refresh(second)
        assert first.is_bots_turn
        await houses[1].hold_bots(second, 0, is_held=True)
        await asyncio.sleep(1.8)  # the pause is one and a half seconds
        assert first.rows == row
        await houses[1].hold_bots(second, 0, is_held=False)
        async with asyncio.timeout(20):
            while first.rows == row:
                await asyncio.sleep(0.01)

    on_two_servers(database, (Seat("Ann"), Seat("Bot", "random")), 0.9, play)
