"""A bot that plays at many tables at once over the HTTP API (see docs/api.md).

bellhop serve &
python examples/http_bot.py http://127.0.0.1:8000 overbooking 20
"""

import asyncio
import json
import random
import sys
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

SEATS = [{"name": "Robot"}, {"name": "Gustav", "kind": "casual"}]


def call(address: str, token: str = "", body: object = None) -> Any:
    """Make one call of the API."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


async def play(server: str, game: str) -> list[int]:
    """Open a table and play there to the end; returns the points."""
    wanted = {"game": game, "seats": SEATS, "pace": "instant"}
    opened = await ask(f"{server}/api/tables", body=wanted)
    token, table = opened["secrets"][0], f"{server}/api/tables/{opened['table']}"
    await ask(f"{server}/api/seats/{token}", body={})
    view = await ask(table, token)
    while not view["over"]:
        if view["moves"]:
            move = random.choice(view["moves"])["act"]
            body = {"row": view["row"] + 1, "act": move, "key": uuid.uuid4().hex}
            view = await ask(f"{table}/acts", token, body)
        else:  # wait until somebody else has moved
            view = await ask(f"{table}?after={view['row']}", token)
    return [int(points) for points in view["points"]]


async def ask(address: str, token: str = "", body: object = None) -> Any:
    """Make a call while the other tables go on."""
    return await asyncio.get_running_loop().run_in_executor(None, call, address, token, body)


async def main(server: str, game: str, tables: int) -> None:
    """Play at all tables at the same time."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(tables))
    for points in await asyncio.gather(*(play(server, game) for _ in range(tables))):
        print(*points)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
