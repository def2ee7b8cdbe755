"""A bot in a few lines: it opens a table against another bot, and plays random legal moves.

bellhop serve &
python examples/bot.py http://127.0.0.1:8000 overbooking
"""

import json
import random
import sys
import urllib.request
import uuid
from typing import Any


def ask(address: str, secret: str = "", body: object = None) -> Any:
    """Send one request to the server."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    if secret:
        request.add_header("Authorization", f"Bearer {secret}")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def main(server: str, game: str) -> None:
    """Play one game from the deal to the final scores."""
    seats = [{"name": "Robot"}, {"name": "Gustav", "kind": "casual"}]
    wanted = {"game": game, "seats": seats, "pace": "instant"}
    opened = ask(f"{server}/api/tables", body=wanted)
    secret, table = opened["secrets"][0], f"{server}/api/tables/{opened['table']}"
    ask(f"{server}/api/seats/{secret}", body={"name": "Robot"})
    view = ask(table, secret)
    while not view["over"]:
        if view["moves"]:
            move = random.choice(view["moves"])["act"]
            body = {"row": view["row"] + 1, "act": move, "key": uuid.uuid4().hex}
            view = ask(f"{table}/acts", secret, body)
        else:
            view = ask(f"{table}?after={view['row']}", secret)
    print(view["names"], view["points"])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
