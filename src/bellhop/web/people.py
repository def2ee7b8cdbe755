"""The players at a table: their seats and links, leaving and coming back, chat."""

from functools import partial
from typing import NamedTuple

from fastapi import Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from bellhop.engine.errors import BellhopError, Forbidden, NotFound
from bellhop.table import roles, seating
from bellhop.table.live import LiveTable
from bellhop.table.names import PERSON
from bellhop.table.opening import PACES
from bellhop.table.roles import Deed
from bellhop.web.devices import keys_of
from bellhop.web.pages import page
from bellhop.web.rendering import Viewer
from bellhop.web.requests import (
    JSON,
    PAGE,
    Route,
    address,
    client_of,
    house_of,
    look,
    read_form,
    root,
    works_only_here,
)

CHANGES = ("away", "back", "resign", "link", "device", "alone")


class NewLink(NamedTuple):
    """A link that was just made: its seat, its purpose and its secret."""

    name: str
    purpose: str  # "device" (one more), "seat" (for somebody else) or "back" (for the host)
    secret: str


async def people_page(request: Request, table: str) -> Response:
    """Show the seats of a table, and everything this visitor may do with them."""
    live, viewer = await look(request, table)
    return _people(request, live, viewer)


def _people(
    request: Request, live: LiveTable, viewer: Viewer, new: NewLink | None = None
) -> Response:
    house = house_of(request)
    seats = [(seat, seating.may_replace(house, live, seat.seat, viewer)) for seat in live.seats]
    return page(
        request,
        "people.html",
        live=live,
        viewer=viewer,
        seats=seats,
        new=new,
        new_link=f"{address(request)}/s/{new.secret}" if new else "",
        only_here=works_only_here(request),
        spectators_link=f"{address(request)}/t/{live.stored.id}",
        paces=PACES,
        has_resigned=live.sitting.resigned if live.sitting else (),
        PERSON=PERSON,
        people=sum(seat.kind == PERSON for seat in live.seats),
        may=partial(_may, live, viewer),
        can_practise=sum(seat.kind == PERSON for seat in live.seats) == 1 and live.sitting,
    )


def _may(live: LiveTable, viewer: Viewer, deed: str, seat: int | None = None) -> bool:
    """May this viewer do something?  For the template, which names deeds as text."""
    return roles.may(live, Deed[deed], viewer, seat)


async def change_seat(request: Request, table: str, seat: int, change: str) -> Response:
    """Make a change to a seat: a bot stands in, a player returns or resigns, links, devices."""
    live, viewer = await look(request, table)
    house = house_of(request)
    if not 0 <= seat < len(live.seats):
        raise NotFound("seat", first=0, last=len(live.seats) - 1, seat=seat)
    if change == "away":
        await seating.stand_in(house, live, seat, viewer)
    elif change == "link":
        secret = await seating.reissue(house, live, seat, viewer)
        return await _show_link(request, live, seat, secret)
    elif change == "device":
        secret = await seating.invite_device(house, live, seat, viewer)
        return await _show_link(request, live, seat, secret)
    elif change == "alone":
        await seating.keep_one_device(house, live, seat, viewer, keys_of(request).known)
    elif change == "back":
        await seating.come_back(house, live, seat, viewer)
    elif change == "resign":
        await seating.resign(house, live, seat, viewer)
    else:
        raise NotFound("change", changes=CHANGES, change=change)
    return _to_table(request, table)


async def _show_link(request: Request, live: LiveTable, seat: int, secret: str) -> Response:
    """Show the players' page with a new link, which is never shown again."""
    live, viewer = await look(request, live.stored.id)
    purpose = "device" if seat in viewer.own else "seat"
    return _people(request, live, viewer, NewLink(live.names[seat], purpose, secret))


async def make_way_back(request: Request, table: str) -> Response:
    """Make a link for the host to keep in case this device is lost."""
    live, viewer = await look(request, table)
    secret = await seating.invite_host(house_of(request), live, viewer)
    name = live.names[viewer.own[0]] if viewer.own else live.game.title
    return _people(request, live, viewer, NewLink(name, "back", secret))


async def end(request: Request, table: str) -> Response:
    """Propose to stop the game, agree, or refuse."""
    live, viewer = await look(request, table)
    wish = (await read_form(request)).get("wish") == "end"
    roles.check(live, Deed.GO_ON, viewer)
    deed = Deed.AGREE if wish else Deed.GO_ON
    able = [seat for seat in viewer.own if roles.may(live, deed, viewer, seat)]
    for seat in able or viewer.own[:1]:
        await seating.vote(house_of(request), live, seat, viewer, wish)
        if not wish:
            break
    return _to_table(request, table)


async def set_pace(request: Request, table: str) -> Response:
    """Set the pace of the bots, as the host."""
    live, viewer = await look(request, table)
    pace = (await read_form(request)).get("pace", "")
    await seating.set_pace(house_of(request), live, viewer, pace)
    return _to_table(request, table)


async def practise(request: Request, table: str) -> Response:
    """Allow unlimited undo, as the host of a table of bots."""
    live, viewer = await look(request, table)
    await seating.practise(house_of(request), live, viewer)
    return _to_table(request, table)


async def hold(request: Request, table: str) -> Response:
    """Let the bots wait while this player thinks again about the last move, or go on."""
    live, viewer = await look(request, table)
    is_held = (await read_form(request)).get("wait", "") == "yes"
    await house_of(request).hold_bots(live, viewer.seat, is_held)
    return Response(status_code=204)


async def open_chat(request: Request, table: str) -> Response:
    """Let spectators chat at this table, or not, as its host."""
    live, viewer = await look(request, table)
    wanted = (await read_form(request)).get("spectators", "")
    if wanted not in ("yes", "no"):
        raise BellhopError("choice", option="chat", choices=("yes", "no"), choice=wanted)
    await seating.open_chat(house_of(request), live, viewer, wanted == "yes")
    return _to_table(request, table)


async def call_in(request: Request, table: str) -> Response:
    """Send a chat message as a spectator."""
    live, viewer = await look(request, table)
    roles.check(live, Deed.CALL_IN, viewer)
    request.app.state.chatter.pass_through(f"{table} {client_of(request)}")
    form = await read_form(request)
    name, text = form.get("name", ""), form.get("text", "")
    await seating.call_in(house_of(request), live, viewer, name, text)
    return Response(status_code=204)


async def say(request: Request, table: str) -> Response:
    """Send a chat message; it arrives with the next news."""
    live, viewer = await look(request, table)
    seat = viewer.seat if viewer.seat in viewer.own or not viewer.own else viewer.own[0]
    roles.check(live, Deed.TALK, viewer, seat)
    request.app.state.chatter.pass_through(f"{table} {seat}")
    text = (await read_form(request)).get("text", "")
    await seating.say(house_of(request), live, seat, viewer, text)
    return Response(status_code=204)


async def add_nonce(request: Request, table: str) -> Response:
    """Add this browser's share of the dice, after it has seen the seal."""
    live, viewer = await look(request, table)
    if not viewer.own:
        raise Forbidden("players_only")
    nonce = (await read_form(request)).get("nonce", "")
    await seating.add_nonce(house_of(request), live, viewer, nonce)
    return JSONResponse({"nonces": [live.seats[seat].nonce for seat in viewer.own]})


def _to_table(request: Request, table: str) -> Response:
    return RedirectResponse(f"{root(request)}/t/{table}", 303)


ROUTES: tuple[Route, ...] = (
    ("GET", "/t/{table}/people", people_page, PAGE),
    ("POST", "/t/{table}/people/{seat:int}/{change}", change_seat, PAGE),
    ("POST", "/t/{table}/way-back", make_way_back, PAGE),
    ("POST", "/t/{table}/end", end, PAGE),
    ("POST", "/t/{table}/pace", set_pace, PAGE),
    ("POST", "/t/{table}/practice", practise, PAGE),
    ("POST", "/t/{table}/hold", hold, JSON),
    ("POST", "/t/{table}/say", say, JSON),
    ("POST", "/t/{table}/call", call_in, JSON),
    ("POST", "/t/{table}/chat", open_chat, PAGE),
    ("POST", "/t/{table}/nonce", add_nonce, JSON),
)
