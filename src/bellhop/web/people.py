"""The people at a table: their seats and links, leaving and coming back, and what they say."""

from fastapi import Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from bellhop.engine.errors import Forbidden, NotFound
from bellhop.table import seating
from bellhop.table.house import PACES
from bellhop.table.live import LiveTable
from bellhop.table.sitting import PERSON
from bellhop.web.devices import Held, hold_seats, seat_secret
from bellhop.web.pages import page
from bellhop.web.rendering import Eyes
from bellhop.web.visits import (
    JSON,
    PAGE,
    Route,
    address,
    house_of,
    look,
    read_form,
    root,
    works_only_here,
)


async def people_page(request: Request, table: str) -> Response:
    """Who sits where, with all that can be done about it."""
    live, eyes = await look(request, table)
    return _people(request, live, eyes)


def _people(
    request: Request, live: LiveTable, eyes: Eyes, name: str = "", link: str = ""
) -> Response:
    house = house_of(request)
    seats = [
        (seat, seating.may_stand_in(house, live, seat, eyes.own, eyes.is_host))
        for seat in live.seats
    ]
    own_links = [
        (live.seats[seat], f"{address(request)}/s/{seat_secret(request, live, seat)}")
        for seat in eyes.own
    ]
    return page(
        request,
        "people.html",
        live=live,
        eyes=eyes,
        seats=seats,
        own_links=own_links,
        new_name=name,
        new_link=link,
        only_here=works_only_here(request),
        spectators_link=f"{address(request)}/t/{live.stored.id}",
        paces=PACES,
        has_resigned=live.sitting.resigned if live.sitting else (),
        PERSON=PERSON,
    )


async def change_seat(request: Request, table: str, seat: int, change: str) -> Response:
    """A bot plays for somebody, somebody is back, resigns, or gets a new link."""
    live, eyes = await look(request, table)
    house = house_of(request)
    if not 0 <= seat < len(live.seats):
        raise NotFound("seat", first=0, last=len(live.seats) - 1, seat=seat)
    if change == "away":
        await seating.stand_in(house, live, seat, eyes.own, eyes.is_host)
    elif change == "link":
        secret = await seating.reissue(house, live, seat, eyes.is_host)
        live, eyes = await look(request, table)
        link = f"{address(request)}/s/{secret}"
        answer = _people(request, live, eyes, live.names[seat], link)
        if seat in eyes.own:
            hold_seats(request, answer, [Held(table, secret)])
        return answer
    elif seat not in eyes.own:
        raise Forbidden("others_seat")
    elif change == "back":
        await seating.come_back(house, live, seat)
    elif change == "resign":
        await seating.resign(house, live, seat)
    else:
        raise NotFound("change", changes=("away", "back", "resign", "link"), change=change)
    return _to_table(request, table)


async def end(request: Request, table: str) -> Response:
    """Propose to stop, agree, or say that the game goes on."""
    live, eyes = await look(request, table)
    wish = (await read_form(request)).get("wish") == "end"
    if not eyes.own:
        raise Forbidden("players_only")
    for seat in eyes.own:
        await seating.want_end(house_of(request), live, seat, wish)
        if live.is_over or not wish:
            break
    return _to_table(request, table)


async def set_pace(request: Request, table: str) -> Response:
    """The host says how quickly the bots play."""
    live, eyes = await look(request, table)
    if not eyes.is_host:
        raise Forbidden("host_only")
    await seating.set_pace(house_of(request), live, (await read_form(request)).get("pace", ""))
    return _to_table(request, table)


async def say(request: Request, table: str) -> Response:
    """Say something to the table; it arrives with the next news."""
    live, eyes = await look(request, table)
    if eyes.seat not in eyes.own:
        raise Forbidden("players_only")
    request.app.state.chatter.pass_through(f"{table} {eyes.seat}")
    await seating.say(
        house_of(request), live, eyes.seat, (await read_form(request)).get("text", "")
    )
    return Response(status_code=204)


async def add_nonce(request: Request, table: str) -> Response:
    """This browser's own part of the dice, once the seal was shown to it."""
    live, eyes = await look(request, table)
    if not eyes.own:
        raise Forbidden("players_only")
    nonce = (await read_form(request)).get("nonce", "")
    await seating.add_nonce(house_of(request), live, eyes.own, nonce)
    return JSONResponse({"nonces": [live.seats[seat].nonce for seat in eyes.own]})


def _to_table(request: Request, table: str) -> Response:
    return RedirectResponse(f"{root(request)}/t/{table}", 303)


ROUTES: tuple[Route, ...] = (
    ("GET", "/t/{table}/people", people_page, PAGE),
    ("POST", "/t/{table}/people/{seat:int}/{change}", change_seat, PAGE),
    ("POST", "/t/{table}/end", end, PAGE),
    ("POST", "/t/{table}/pace", set_pace, PAGE),
    ("POST", "/t/{table}/say", say, JSON),
    ("POST", "/t/{table}/nonce", add_nonce, JSON),
)
