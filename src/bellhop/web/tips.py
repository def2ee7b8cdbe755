"""Tips for learners at a real table: one line, the first time that something appears."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from bellhop.engine.game import Game
from bellhop.engine.handbook import open_handbook
from bellhop.engine.records import Position
from bellhop.table.roles import Deed, may
from bellhop.web.requests import JSON, Route, look, root

FINAL = "final"  # the tip about moves that cannot be undone


async def tips(request: Request, table: str) -> Response:
    """The tips that fit what this device's seat sees; the page knows which have been read."""
    live, viewer = await look(request, table)
    sitting = live.sitting
    if (
        sitting is None
        or viewer.seat != sitting.turn
        or not may(live, Deed.MOVE, viewer, viewer.seat)
    ):
        return JSONResponse({"tips": []})
    seen = sitting.show(viewer.seat)
    base = f"{root(request)}/rules/{live.game.name}"
    found = describe_tips(
        live.game, seen, viewer.language, base, with_final=not sitting.is_practice
    )
    return JSONResponse({"tips": found})


def describe_tips(
    game: Game, seen: Position, language: str, base: str, *, with_final: bool
) -> list[dict[str, Any]]:
    """The tips for the player on turn, with the rules behind them."""
    legal, words = game.legal_moves(seen), game.words(language)
    found = set(game.tips.find_tips(seen, legal))
    if with_final and game.finality.find_final(seen, legal):
        found.add(FINAL)
    return [
        {
            "id": f"{game.name} {tip.id}",
            "text": words.say(f"tip.{tip.id}"),
            "rule": open_handbook(game.folder, language).title_of(tip.rule),
            "link": f"{base}#{tip.rule}",
        }
        for tip in game.lessons.tips
        if tip.id in found
    ]


ROUTES: tuple[Route, ...] = (("GET", "/t/{table}/tips", tips, JSON),)
