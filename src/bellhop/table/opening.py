"""Opening a table: its seats, options and links, before anything is stored."""

import secrets
import time
from collections.abc import Mapping, Sequence

from bellhop.engine.errors import BellhopError
from bellhop.engine.fairness import new_secret
from bellhop.engine.game import Game
from bellhop.table.names import check_different, clean_name
from bellhop.table.schema import HOST, Holder, NewLink, StoredSeat, StoredTable
from bellhop.table.sitting import Seat
from bellhop.table.start import Start
from bellhop.table.store import fresh_secret, hash_secret

# Factors of the pause before a bot moves.
PACES = {"calm": 2.5, "normal": 1.0, "quick": 0.25, "instant": 0.0}


def lay_table(
    game: Game,
    options: Mapping[str, str],
    players: Sequence[Seat],
    own: Sequence[int],
    pace: str,
    host: str,
    start: Start | None = None,
) -> tuple[StoredTable, dict[int, str]]:
    """A new table, and the secrets of the links to its free seats, not stored yet."""
    game.undealt(len(players), options)
    check_pace(pace)
    seats = tuple(
        StoredSeat(number, clean_name(seat.name), seat.kind,
                   taken=number in own or not seat.is_person)
        for number, seat in enumerate(players)
    )  # fmt: skip
    invited = {seat.seat: fresh_secret() for seat in seats if not seat.taken}
    if not host:
        invited[HOST] = fresh_secret()
    held = (HOST, *(number for number in own if players[number].is_person)) if host else ()
    for number, seat in enumerate(seats):
        check_different(seat.name, (other.name for other in seats[:number]))
    table = StoredTable(
        id=secrets.token_hex(8),
        game=game.name,
        rules=game.rules_version,
        options=dict(options),
        secret=new_secret(),
        nonces=(),
        made=time.time(),
        seats=seats,
        acts=(),
        holders=tuple(Holder(number, host) for number in held),
        pace=pace,
        start=start,
    )
    return table, invited


def as_links(invited: Mapping[int, str]) -> list[NewLink]:
    """Links as they are stored, from the secrets by seat."""
    return [NewLink(number, hash_secret(secret)) for number, secret in invited.items()]


def check_pace(pace: str) -> None:
    """Refuse a pace that does not exist."""
    if pace not in PACES:
        raise BellhopError("pace", paces=list(PACES), pace=pace)
