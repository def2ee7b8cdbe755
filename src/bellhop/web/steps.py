"""The steps inside one move, such as a scoring, to be watched one by one.

Like everything else, a step is drawn from what the seat was shown at that moment.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from bellhop.drawing.pages import draw_html
from bellhop.engine.errors import NotFound
from bellhop.engine.game import Game
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import Glimpse, Told
from bellhop.engine.words import Words, signed
from bellhop.table.live import LiveTable
from bellhop.web.changes import difference
from bellhop.web.rendering import Viewer
from bellhop.web.requests import JSON, Route, look, read_number, replay_for

DRAWN = ("board", "players")


async def steps(request: Request, table: str) -> Response:
    """The steps of an act, as JSON."""
    live, viewer = await look(request, table)
    row = read_number(request, "row", 0)
    return JSONResponse({"steps": await replay_for(request, table, watch_steps, live, viewer, row)})


def watch_steps(live: LiveTable, viewer: Viewer, row: int) -> list[dict[str, Any]]:
    """The steps of an act of the log, for a viewer."""
    return draw_steps(live.game, live.names, viewer, glimpses(live, row))


def draw_steps(
    game: Game, names: list[str], viewer: Viewer, watched: list[Glimpse]
) -> list[dict[str, Any]]:
    """The steps for a viewer: the words, the elements they are about, and the table.

    Each drawing is sent as its difference from the previous one.
    """
    drawing, words = game.page, game.words(viewer.language)
    before = dict.fromkeys(DRAWN, "")
    drawn_steps = []
    for together in group_steps(game, [one for one in watched if one.told.is_for(viewer.seat)]):
        told = [glimpse.told for glimpse in together]
        seen = game.show(together[-1].position, viewer.seat)
        seen.turn = NOBODY  # nothing can be chosen in the middle of a move
        drawn = draw_html(game, words, seen, viewer.seat, names)
        moments = [game.show(glimpse.position, viewer.seat) for glimpse in together]
        marked = zip(moments, told, strict=True)
        spots = dict.fromkeys(id_ for then, one in marked for id_ in drawing.spots(then, one))
        step = {
            **say_step(game, words, told, names)._asdict(),
            "spots": [id_ for id_ in spots if f'id="{id_}"' in drawn["board"] + drawn["players"]],
            "changed": {part: difference(before[part], drawn[part]) for part in DRAWN},
        }
        drawn_steps.append(step)
        before = drawn
    return drawn_steps


class Caption(NamedTuple):
    """The sentences about a step; for a scoring the title, and the points below it."""

    says: list[str]
    gains: list[str]


def say_step(game: Game, words: Words, told: Sequence[Told], names: Sequence[str]) -> Caption:
    """What a step says: one sentence per event, or what is scored for one item or by one player.

    Five sentences about the same item take longer to read than its name and five numbers.
    """
    entries = [entry for one in told if (entry := game.scoring.scored(one))]
    if len(entries) < len(told):
        said = [one for one in told if one.event not in game.page.UNSAID]
        return Caption([game.speech.say_event(words, one, names) for one in said], [])
    items = {entry.item: game.speech.say_item(words, entry.item) for entry in entries}
    if len(items) == 1:
        gains = [f"{names[entry.seat]} {signed(entry.points)}" for entry in entries]
        return Caption([*items.values()], gains)
    gains = [f"{items[entry.item]} {signed(entry.points)}" for entry in entries if entry.points]
    return Caption([names[entries[0].seat]], gains)


def group_steps(game: Game, heard: list[Glimpse]) -> list[list[Glimpse]]:
    """The events of each step; what belongs to no step ends the one before it."""
    groups: list[list[Glimpse]] = []
    last: tuple[int, ...] | None = None
    for glimpse in heard:
        key = game.page.animation_of(glimpse.told)
        if key is not None:
            if last is None or key not in ((), last):
                groups.append([])
            groups[-1].append(glimpse)
        last = key or last if key is not None else None
    return groups


def glimpses(live: LiveTable, row: int) -> list[Glimpse]:
    """The position at every event during an act of the log."""
    if live.sitting is None or not 0 < row <= live.rows:
        raise NotFound("row")
    return live.look_back(row - 1).watch(live.sitting.acts[row - 1].text)


ROUTES: tuple[Route, ...] = (("GET", "/t/{table}/steps", steps, JSON),)
