"""Finished games: download, verification, and import from a file."""

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from bellhop.engine.errors import BellhopError, Conflict
from bellhop.table.archive import import_game
from bellhop.table.file import GameFile
from bellhop.table.live import LiveTable
from bellhop.web.pages import page
from bellhop.web.requests import JSON, PAGE, Route, client_of, house_of, look, replay_for, root


async def game_file(request: Request, table: str) -> Response:
    """Download a finished game as a file, to replay it and to check its dice."""
    live, _ = await look(request, table)
    saved = _saved(live)
    name = f"{live.game.name}-{live.stored.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(saved.to_json(), 200, headers, "application/json")


async def verify(request: Request, table: str) -> Response:
    """Replay a finished game and report the result; the browser adds its own checks."""
    live, viewer = await look(request, table)
    saved = _saved(live)
    fault = ""
    try:
        await replay_for(request, table, saved.verify)
    except BellhopError as error:
        fault = error.say(viewer.language)
    return page(request, "verify.html", live=live, saved=saved, fault=fault, own=viewer.own)


async def take_in(request: Request) -> Response:
    """Import a game from an uploaded file; the response says where to view it."""
    client = client_of(request)
    request.app.state.gate.pass_through(client)
    table = await import_game(house_of(request), await request.body(), f"address {client}")
    return JSONResponse({"at": f"{root(request)}/t/{table}/replay?row=0&as=0"}, 201)


def _saved(live: LiveTable) -> GameFile:
    if live.sitting is None or not live.sitting.is_over:
        raise Conflict("not_over")
    return GameFile.of(live.sitting)


ROUTES: tuple[Route, ...] = (
    ("GET", "/t/{table}/file", game_file, PAGE),
    ("GET", "/t/{table}/verify", verify, PAGE),
    ("POST", "/import", take_in, JSON),
)
