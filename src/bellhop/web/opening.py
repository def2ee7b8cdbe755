"""Opening tables: at once against bots, with chosen seats and options, or from a finished game."""

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from bellhop.bots import DEFAULT, KINDS, LEVELS, OLD_NAMES, count_rivals
from bellhop.engine.errors import BellhopError
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.words import shell_words
from bellhop.games import game_named
from bellhop.table.file import start_at
from bellhop.table.links import tables_of
from bellhop.table.live import LiveTable
from bellhop.table.names import PERSON
from bellhop.table.opening import PACES
from bellhop.table.roles import Deed, check
from bellhop.table.sitting import Seat
from bellhop.table.start import Start
from bellhop.web.devices import keep_device, keys_of, language_of, set_cookie
from bellhop.web.memory import Remembered, recall_player, remember_player
from bellhop.web.pages import page
from bellhop.web.requests import (
    PAGE,
    Route,
    client_of,
    house_of,
    look,
    read_form,
    read_row,
    replay_for,
    root,
)

ME, FRIEND, CLOSED = "me", "friend", "closed"  # kinds of seats in a form, besides those of bots
SAME, AGAIN = "same", "again"  # the hidden cards of a game that is played on


class Seating(NamedTuple):
    """The seats of a form, and which of them this device takes."""

    seats: list[Seat]
    own: list[int]


async def play_now(request: Request, game: str) -> Response:
    """Open a table against bots with the recommended options, and remember name and level."""
    chosen, form, before = game_named(game), await read_form(request), recall_player(request)
    name, level = form.get("name", "").strip(), form.get("level", before.level)
    player = Remembered(name or before.name, level)
    if player.level not in LEVELS:
        raise BellhopError("seat_kind", kinds=LEVELS, kind=player.level)
    others = [name for name in _name_bots(request) if name != player.name]
    seats = [Seat(player.name), *(Seat(name, player.level) for name in others)]
    options = chosen.introduction if await _is_first(request, game) else {}
    seating = Seating(seats[: 1 + count_rivals(chosen)], [0])
    response = await _open(request, game, options, seating)
    remember_player(request, response, player)
    return response


async def _is_first(request: Request, game: str) -> bool:
    """Has this device held no seat in this game yet?"""
    known = keys_of(request).known
    played = await asyncio.to_thread(tables_of, house_of(request).store, known)
    return all(own.game != game for own in played)


async def set_up(request: Request, game: str) -> Response:
    """Show the form for a new table: its seats and options."""
    chosen = game_named(game)
    words, bots = chosen.words(language_of(request)), _name_bots(request)
    return page(
        request,
        "set_up.html",
        game=chosen,
        words=words,
        bots=bots,
        paces=PACES,
        levels=LEVELS,
        outside=house_of(request).outside_bots,
        player=recall_player(request),
    )


async def open_table(request: Request, game: str) -> Response:
    """Open a table with the seats and options of the form, and remember the player's name."""
    chosen = game_named(game)
    form = await read_form(request)
    options = {option.name: form[option.name] for option in chosen.options if option.name in form}
    seating = _read_seating(request, form, chosen.players[-1])
    response = await _open(request, game, options, seating, form.get("pace", "normal"))
    if len(seating.own) == 1:  # several people at one device are not remembered
        name = seating.seats[seating.own[0]].name
        remember_player(request, response, recall_player(request)._replace(name=name))
    return response


async def continue_page(request: Request, table: str) -> Response:
    """Show the form for a table that goes on from a moment of a finished game."""
    live, viewer = await look(request, table)
    check(live, Deed.PLAY_ON, viewer)
    row = read_row(request, live)
    turn = await replay_for(request, table, _turn_at, live, row)
    me = viewer.seat if viewer.seat != SPECTATOR else turn
    kinds = [ME if seat.seat == me else _bot_kind(seat.kind) for seat in live.seats]
    return page(
        request,
        "continue.html",
        live=live,
        row=row,
        seats=list(zip(live.names, kinds, strict=True)),
        levels=LEVELS,
        outside=house_of(request).outside_bots,
    )


async def play_on(request: Request, table: str) -> Response:
    """Open a table that goes on from a moment of a finished game."""
    live, viewer = await look(request, table)
    check(live, Deed.PLAY_ON, viewer)
    form, row = await read_form(request), read_row(request, live)
    seating = _read_seating(request, form, len(live.seats))
    if len(seating.seats) != len(live.seats):
        raise BellhopError("start_seats", n=len(live.seats))
    if (cards := form.get("cards", SAME)) not in (SAME, AGAIN):
        raise BellhopError("choice", option="cards", choices=(SAME, AGAIN), choice=cards)
    kept = None if cards == SAME else _whose_knowledge(seating)
    start = await replay_for(request, table, _start_after, live, row, kept)
    options, pace = live.stored.options, live.stored.pace
    return await _open(request, live.game.name, options, seating, pace, start)


def _turn_at(live: LiveTable, row: int) -> int:
    return live.look_back(row).turn


def _start_after(live: LiveTable, row: int, kept: int | None) -> Start:
    return start_at(live.look_back(row), kept, live.stored.id)


def _whose_knowledge(seating: Seating) -> int:
    """The seat whose cards stay when the others are dealt again.

    A person alone with bots keeps their cards.  Among people nobody does, because all of them have
    seen the finished game.
    """
    people = [number for number, seat in enumerate(seating.seats) if seat.is_person]
    return people[0] if len(people) == 1 else SPECTATOR


def _bot_kind(kind: str) -> str:
    """The kind of bot that is offered for a seat of the finished game."""
    return DEFAULT if kind == PERSON else OLD_NAMES.get(kind, kind)


def _read_seating(request: Request, form: Mapping[str, str], most: int) -> Seating:
    """The seats of a form."""
    bots, known = _name_bots(request), (*KINDS, *house_of(request).outside_bots)
    seating = Seating([], [])
    for number in range(most):
        kind = form.get(f"kind-{number}", CLOSED)
        if kind not in (kinds := (ME, FRIEND, *known, CLOSED)):
            raise BellhopError("seat_kind", kinds=kinds, kind=kind)
        if kind != CLOSED:
            if kind == ME:
                seating.own.append(len(seating.seats))
            name = form.get(f"name-{number}", "").strip() or bots[number]
            seating.seats.append(Seat(name, kind if kind in known else PERSON))
    return seating


def _name_bots(request: Request) -> list[str]:
    """Names for bots, in the reader's alphabet."""
    return shell_words(language_of(request)).say("bots.names").split(", ")


async def _open(
    request: Request,
    game: str,
    options: Mapping[str, str],
    seating: Seating,
    pace: str = "normal",
    start: Start | None = None,
) -> Response:
    request.app.state.gate.pass_through(client_of(request))
    host, (seats, own) = keys_of(request).key_hash, seating
    opened = await house_of(request).open_table(
        game_named(game), options, seats, own, pace, host, start
    )
    return await to_new_table(request, opened.id, tuple(filter(None, opened.secrets)))


async def to_new_table(request: Request, table: str, links: tuple[str, ...] | None) -> Response:
    """Lead to a table where this device sits now, and keep the links that it may give away."""
    response = RedirectResponse(f"{root(request)}/t/{table}", 303)
    await keep_device(request, response, house_of(request))
    if links is not None:
        set_cookie(request, response, "invite", f"{table}~{'.'.join(links)}", 86_400)
    return response


ROUTES: tuple[Route, ...] = (
    ("POST", "/play/{game}", play_now, PAGE),
    ("GET", "/new/{game}", set_up, PAGE),
    ("POST", "/new/{game}", open_table, PAGE),
    ("GET", "/t/{table}/continue", continue_page, PAGE),
    ("POST", "/t/{table}/continue", play_on, PAGE),
)
