"""The summary of the last round: what everybody gained, and what happened when it was scored."""

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from bellhop.engine.errors import NotFound
from bellhop.engine.words import shell_words
from bellhop.table.live import LiveTable
from bellhop.table.marks import mark_rows, starts_of_rounds
from bellhop.web.pages import draw_part
from bellhop.web.rendering import Viewer
from bellhop.web.requests import JSON, Route, look, replay_for


async def summary(request: Request, table: str) -> Response:
    """The summary of the last finished round, as a fragment of the page."""
    live, viewer = await look(request, table)
    return HTMLResponse(await replay_for(request, table, summarise, live, viewer))


def summarise(live: LiveTable, viewer: Viewer) -> str:
    """The summary for a viewer, made from what their seat was shown and told."""
    marks = mark_rows(live)
    starts = starts_of_rounds(marks)
    if live.sitting is None or len(starts) < 2:
        raise NotFound("summary")
    first, last = starts[-2:]
    began, ended = (live.look_back(row) for row in (first, last))
    points = [live.game.points(one.show(viewer.seat)) for one in (began, ended)]
    words, page = live.game.words(viewer.language), live.game.page
    told = (
        line.told
        for line in ended.lines
        if line.row > first
        and line.told.is_for(viewer.seat)
        and page.animation_of(line.told) is not None
    )
    lines = [live.game.speech.say_event(words, one, live.names) for one in told]
    return draw_part(
        "summary",
        shell=shell_words(viewer.language),
        number=marks[last].round,
        rows=list(zip(live.names, *points, strict=True)),
        lines=lines,
        is_empty=not lines and points[0] == points[1],
    )


ROUTES: tuple[Route, ...] = (("GET", "/t/{table}/summary", summary, JSON),)
