"""Many tables in mid-game, written to a database before a server opens it."""

import asyncio
import random
import secrets
from collections.abc import Sequence

from bellhop.engine.fairness import new_nonce
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.house import House
from bellhop.table.seating import take_seat
from bellhop.table.sitting import Seat
from bellhop.table.store import Store

AT_ONCE = 100
MAX_MOVES = 60

Seats = list[tuple[str, list[str]]]


def make_tables(database: str, number: int, games: Sequence[Game] = GAMES) -> Seats:
    """Make two-player tables, alternating between the games, each at some point of its game."""
    return asyncio.run(_make(database, number, games))


async def _make(database: str, number: int, games: Sequence[Game]) -> Seats:
    store = Store(database)
    house = House(store)
    gate = asyncio.Semaphore(AT_ONCE)
    chance = random.Random(number)

    async def make(game: Game, moves: int) -> tuple[str, list[str]]:
        async with gate:
            return await _make_table(house, game, moves)

    try:
        return await asyncio.gather(
            *(make(games[n % len(games)], chance.randrange(MAX_MOVES)) for n in range(number))
        )
    finally:
        await house.close()


async def _make_table(house: House, game: Game, moves: int) -> tuple[str, list[str]]:
    """Open a table and play random moves, but never to the end."""
    opened = await house.open_table(game, {}, [Seat("Ann"), Seat("Bob")], [])
    for secret in opened.secrets:
        await take_seat(house, secret, "", new_nonce())
    chance = random.Random(opened.id)
    for row in range(1, moves + 1):
        sitting = (await house.table(opened.id)).sitting
        if sitting is None or sitting.is_over:
            return await _make_table(house, game, moves // 2)
        turn = sitting.turn
        act = game.moves[chance.choice(game.legal_moves(sitting.show(turn)))]
        await house.act(opened.id, turn, row, act, secrets.token_hex(4))
    return opened.id, list(opened.secrets)
