"""The application: all routes in one place, and the middleware in front of them."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy import URL

from bellhop.coach.service import CoachService
from bellhop.engine.errors import BellhopError, Forbidden, NotFound, Refused
from bellhop.engine.words import LANGUAGES
from bellhop.table import seating
from bellhop.table.house import PATIENCE_SECONDS, House, Stale, log_failure
from bellhop.table.limits import (
    DEFAULT_LIMITS,
    Limits,
    change_gate,
    remark_gate,
    stream_limit,
    table_gate,
)
from bellhop.table.links import Link, LinkUsed, find_link
from bellhop.table.live import LiveTable
from bellhop.table.outside_bots import NO_BOTS
from bellhop.table.rematch import find_rematch, join_rematch
from bellhop.table.retention import KEEP_ALL, Retention
from bellhop.table.schema import HOST
from bellhop.table.store import Store
from bellhop.web import (
    advising,
    analysis,
    api,
    api_page,
    archive,
    coach_api,
    exercises,
    handbook,
    hints,
    history,
    learning,
    lobby,
    mistakes,
    opening,
    people,
    steps,
    summary,
    tips,
)
from bellhop.web.advising import may_see_chances
from bellhop.web.devices import (
    keep_device,
    keys_of,
    own_seats,
    set_cookie,
)
from bellhop.web.drawings import latest_news
from bellhop.web.guard import Guard, split_public_url
from bellhop.web.memory import recall_name, recall_player, remember_player
from bellhop.web.opening import to_new_table
from bellhop.web.pages import GameFiles, page
from bellhop.web.refusals import HANDLED, in_json, refuse, refuse_shape
from bellhop.web.rendering import can_talk, why_not, why_not_touched
from bellhop.web.requests import (
    JSON,
    PAGE,
    PageRoute,
    Route,
    address,
    client_of,
    house_of,
    look,
    read_form,
    reading_json,
    root,
    say_unsaved,
    split_url,
    works_only_here,
)
from bellhop.web.selections import MAX_FIRST
from bellhop.web.shortcuts import Shortcuts
from bellhop.web.streams import NewsStream
from bellhop.web.sweeping import sweep

if TYPE_CHECKING:
    from bellhop.web.metrics import Metrics

HERE = Path(__file__).parent
# Compression would delay the news of a move, and cost a server with many tables too much time.
NOT_COMPRESSED = ("text/event-stream", "application/json", "text/plain")
PARTS = (  # modules with routes of their own
    *(advising, analysis, mistakes, opening, people, archive, handbook, steps, hints, api_page),
    *(history, lobby, summary, learning, tips, exercises),
)


def create_app(
    database: str | URL,
    bot_pause: float = 0.6,
    public_url: str = "",
    patience: float = PATIENCE_SECONDS,
    kept: Retention = KEEP_ALL,
    with_metrics: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    bots: Mapping[str, str] = NO_BOTS,
) -> FastAPI:
    """A server for the tables in a database; `public_url` is its address for others.

    After `patience` seconds without a move, the other players may let a bot play for the absentee.
    """
    metrics = _make_metrics() if with_metrics else None

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(Store, database)
        app.state.house = House(store, bot_pause, patience, metrics, limits, bots)
        app.state.house.tell_host = app.state.tell_host
        app.state.coach = CoachService(app.state.house)
        app.state.adviser = CoachService(app.state.house)  # for questions that are answered at once
        if metrics:
            metrics.watch(app.state.house)
        app.state.gate = table_gate(limits)
        app.state.chatter = remark_gate(limits)
        app.state.changes = change_gate(limits)
        app.state.streams = stream_limit(limits)
        app.state.is_closing = False
        sweeper = asyncio.create_task(sweep(app.state.house, kept))
        yield
        sweeper.cancel()
        with suppress(asyncio.CancelledError):
            await sweeper
        await app.state.coach.close()
        await app.state.adviser.close()
        await app.state.house.close()

    app = FastAPI(title="Bellhop", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.limits, app.state.tell_host = limits, log_failure
    _add_routes(app)
    if metrics:
        app.add_route("/metrics", metrics.serve)
    _add_middleware(app, public_url, limits, metrics)
    return app


def _add_routes(app: FastAPI) -> None:
    """Add the pages, the files and the API, and what answers if they fail."""
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.mount("/games", GameFiles(), name="games")
    app.include_router(api.router)
    app.include_router(coach_api.router)
    for error in HANDLED:
        app.add_exception_handler(error, refuse)
    app.add_exception_handler(RequestValidationError, refuse_shape)
    for route in (*ROUTES, *(route for part in PARTS for route in part.ROUTES)):
        app.router.routes.append(PageRoute(*route))


def _add_middleware(
    app: FastAPI, public_url: str, limits: Limits, metrics: "Metrics | None"
) -> None:
    """Put the guard, the shortcuts and compression before the routes; the last added is first."""
    paths = [getattr(route, "path", "/") for route in (*app.routes, *api.router.routes)]
    public = split_public_url(public_url, {path.split("/")[1] for path in paths})
    app.add_middleware(
        GZipMiddleware, minimum_size=1_000, compresslevel=5, exclude_content_types=NOT_COMPRESSED
    )
    app.add_middleware(
        Shortcuts, routes=[*app.routes, *api.router.routes], endpoints={**AT_ONCE, **api.AT_ONCE}
    )
    app.add_middleware(Guard, limits=limits, public=public, metrics=metrics)


def _make_metrics() -> "Metrics":
    try:
        from bellhop.web.metrics import Metrics
    except ImportError:
        raise BellhopError("no_metrics") from None
    return Metrics()


def close_streams(app: FastAPI) -> None:
    """End all open streams, so that the server can stop; browsers reconnect by themselves."""
    app.state.is_closing = True
    if hasattr(app.state, "house"):  # a server may be stopped before it has started
        app.state.house.signal_all()


async def rematch(request: Request, table: str) -> Response:
    """Open the table's rematch, or join the one that another player has opened."""
    house, (live, viewer) = house_of(request), await look(request, table)
    if find_rematch(live) is None:
        request.app.state.gate.pass_through(client_of(request))
    joined = await join_rematch(house, live, viewer, keys_of(request))
    links = tuple(joined.invited.values()) or None
    return await to_new_table(request, joined.table, links)


async def table_page(request: Request, table: str) -> Response:
    """Show the table as this device may see it."""
    live, viewer = await look(request, table)
    return page(
        request,
        "table.html",
        live=live,
        words=live.game.words(viewer.language),
        news=latest_news(live, viewer),
        unsaved=say_unsaved(request),
        invitations=await _invitations(request, live),
        only_here=works_only_here(request),
        viewer=viewer,
        can_talk=can_talk(live, viewer),
        may_see_chances=may_see_chances(live, viewer),
    )


async def _invitations(request: Request, live: LiveTable) -> list[tuple[str, str]]:
    """The links for seats that are still free, for the person who opened the table."""
    table, _, secrets = request.cookies.get("invite", "").partition("~")
    if table != live.stored.id or live.sitting is not None:
        return []
    invitations = []
    for secret in secrets.split(".")[: len(live.seats)]:
        with suppress(BellhopError):
            link = await asyncio.to_thread(find_link, house_of(request).store, secret)
            if link.table == table and not link.is_used:
                invitations.append((live.names[link.seat], f"{address(request)}/s/{secret}"))
    return invitations


async def seat_page(request: Request, secret: str) -> Response:
    """Show an invitation; the seat is taken by its button, not by opening the page."""
    house = house_of(request)
    link = await asyncio.to_thread(find_link, house.store, secret)
    live = await house.table(link.table)
    if link.seat == HOST:
        return _host_page(request, live, link, secret)
    if link.seat in own_seats(request, live) and not live.seats[link.seat].stand_in:
        return RedirectResponse(f"{root(request)}/t/{link.table}", 303)
    if link.is_used and link.seat not in own_seats(request, live):
        return page(request, "used.html", 410, live=live)
    return page(
        request, "seat.html", live=live, seat=live.seats[link.seat], secret=secret,
        name=recall_name(request) or live.seats[link.seat].name,
    )  # fmt: skip


def _host_page(request: Request, live: LiveTable, link: Link, secret: str) -> Response:
    """Show the host's invitation, as `seat_page` shows the others."""
    if HOST in live.held_by(keys_of(request).known):
        return RedirectResponse(f"{root(request)}/t/{link.table}/people", 303)
    if link.is_used:
        return page(request, "used.html", 410, live=live)
    return page(request, "seat.html", live=live, seat=None, secret=secret)


async def take_seat(request: Request, secret: str) -> Response:
    """Take a seat."""
    house, keys = house_of(request), keys_of(request)
    form = await read_form(request)
    try:
        live, seat = await seating.take_seat(
            house, secret, form.get("name", ""), form.get("nonce", ""), keys
        )
    except LinkUsed:
        link = await asyncio.to_thread(find_link, house.store, secret)
        return page(request, "used.html", 410, live=await house.table(link.table))
    at = f"{live.stored.id}/people" if seat == HOST else live.stored.id
    response = RedirectResponse(f"{root(request)}/t/{at}", 303)
    await keep_device(request, response, house)
    if name := form.get("name", ""):
        remember_player(request, response, recall_player(request)._replace(name=name))
    return response


async def act(request: Request, table: str) -> Response:
    """Carry out an act for one of this device's seats."""
    live, viewer = await look(request, table)
    with reading_json():
        body = await request.json()
        row, text, key = int(body["row"]), str(body["act"]), str(body["key"])
        first = tuple(map(str, body.get("first", ())))[:MAX_FIRST]
    if viewer.seat not in viewer.own:
        raise Forbidden("no_seat")
    try:
        await house_of(request).act(table, viewer.seat, row, text, key, first)
    except Stale as error:  # showing what has happened meanwhile says enough
        status, refusal = error.status, {**in_json(error, error.say(viewer.language)), "told": ""}
    except Refused as error:
        why = why_not(live, viewer, text, first)
        status, refusal = error.status, {**in_json(error, why["told"]), **why}
    else:
        return JSONResponse({"row": row + len(first), "told": ""})  # the stream brings the result
    live, viewer = await look(request, table)
    return JSONResponse({**latest_news(live, viewer), **refusal}, status)


async def explain(request: Request, table: str) -> Response:
    """Explain why the touched elements do not make a move."""
    live, viewer = await look(request, table)
    touched = request.query_params.get("touched", "").split(",")
    return JSONResponse(why_not_touched(live, viewer, touched))


async def latest(request: Request, table: str) -> Response:
    """The newest view of this device's seat as JSON, for scripts."""
    live, viewer = await look(request, table)
    return JSONResponse(latest_news(live, viewer))


async def events(request: Request, table: str) -> Response:
    """Stream the news of a table for as long as the browser listens."""
    live, _ = await look(request, table)
    return NewsStream(request, live)


async def choose_language(request: Request, language: str) -> Response:
    """Switch to another language."""
    if language not in LANGUAGES:
        raise NotFound("language", languages=LANGUAGES, language=language)
    before = split_url(request.headers.get("referer", ""))
    back = f"/{before.path.lstrip('/')}" if before.path else f"{root(request)}/"
    response = RedirectResponse(f"{back}?{before.query}" if before.query else back, 303)
    set_cookie(request, response, "language", language)
    return response


async def health(request: Request) -> Response:
    """Report whether the server is up, and its database can be reached and written to."""
    await asyncio.to_thread(house_of(request).store.ping)
    return PlainTextResponse("ok\n")


ROUTES: tuple[Route, ...] = (
    ("GET", "/health", health, JSON),
    ("GET", "/t/{table}", table_page, PAGE),
    ("GET", "/t/{table}/news", latest, JSON),
    ("GET", "/t/{table}/events", events, JSON),
    ("POST", "/t/{table}/rematch", rematch, PAGE),
    ("GET", "/t/{table}/why", explain, JSON),
    ("POST", "/t/{table}/act", act, JSON),
    ("GET", "/s/{secret}", seat_page, PAGE),
    ("POST", "/s/{secret}", take_seat, PAGE),
    ("POST", "/language/{language}", choose_language, PAGE),
)
# The routes that are used with every move.
AT_ONCE = {("POST", "/t/{table}/act"): act, ("GET", "/t/{table}/events"): events}
