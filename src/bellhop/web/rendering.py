"""What a browser is sent of a table: fragments of HTML made from what one seat is shown."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from secrets import randbelow, token_hex
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import bellhop
from bellhop.drawing.html import draw_html, html_drawing
from bellhop.engine.game import Game
from bellhop.engine.handbook import open_handbook
from bellhop.engine.telling import SPECTATOR
from bellhop.engine.words import LANGUAGES, Words
from bellhop.table.live import LiveTable
from bellhop.table.sitting import PERSON, Line, Sitting
from bellhop.web.codes import draw_qr
from bellhop.web.devices import language_of

HERE = Path(__file__).parent
LOG_LINES = 400
REMARKS = 100


def shell_words(language: str) -> Words:
    """The messages of the site itself."""
    return Words(language, Path(bellhop.__file__).parent / "words")


@lru_cache
def templates() -> Environment:
    """The templates of the pages."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # asking the disk for each fragment takes time
    )
    environment.globals["draw_qr"] = draw_qr
    environment.globals["styles"] = {path.stem for path in (HERE / "static").glob("*.css")}
    return environment


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A whole page in the reader's language."""
    language = language_of(request)
    text = (
        templates()
        .get_template(template)
        .render(
            shell=shell_words(language),
            language=language,
            languages=LANGUAGES,
            root=request.scope.get("root_path", ""),
            version=bellhop.__version__,
            **values,
        )
    )
    # A line of random length: how well a page compresses tells nothing about its secrets.
    return HTMLResponse(f"{text}<!-- {token_hex(randbelow(48))} -->\n", status)


class Eyes(NamedTuple):
    """Who looks at a table: the seats of a device, and the one it looks with."""

    own: tuple[int, ...]
    seat: int
    language: str
    is_host: bool = False


def choose_seat(live: LiveTable, own: list[int], asked: int) -> int:
    """The seat to look with: the only one held, or the one somebody said to be, else a spectator's.

    Where several people share a device, nobody looks before saying who it is.
    """
    if len(own) == 1:
        return own[0]
    sitting = live.sitting
    on_turn = sitting.turn if sitting else SPECTATOR
    return (
        asked if asked in own and (asked == on_turn or (sitting and sitting.is_over)) else SPECTATOR
    )


def news(live: LiveTable, eyes: Eyes) -> dict[str, Any]:
    """All that the table page shows to somebody, as fragments and the paths of moves."""
    shell, words = shell_words(eyes.language), live.game.words(eyes.language)
    sitting = live.sitting
    if sitting is None:
        empty = {"board": "", "hand": "", "players": "", "log": "", "sheet": "", "notice": ""}
        prompt = _part("waiting", shell=shell, live=live)
        fragments = {"prompt": prompt, "talk": _talk(live, shell), **empty}
        return {"row": 0, "begun": False, "fragments": fragments, "moves": [], "turn": False}
    seen = sitting.show(eyes.seat)
    is_mine = not sitting.is_over and eyes.seat == sitting.turn and not live.is_bots_turn
    fragments = {
        "prompt": _prompt(live, sitting, eyes, shell),
        **draw_html(live.game, words, seen, eyes.seat, live.names),
        "log": _log(live, sitting, eyes.seat, words, f"{live.stored.id}/replay"),
        "sheet": _sheet(live, sitting, words, shell) if sitting.is_over else "",
        "notice": _notice(live, sitting, eyes, shell),
        "talk": _talk(live, shell),
    }
    drawing = html_drawing(live.game)
    moves = [
        {
            "act": live.game.moves[move],
            "path": list(drawing.path(seen, move)),
            "warning": drawing.warning(words, seen, move),
            "says": live.game.speech.say_move(words, seen, move),
            "final": live.game.finality.is_final(seen, move),
        }
        for move in (live.game.legal_moves(seen) if is_mine else ())
    ]
    return {
        "row": live.rows,
        "begun": True,
        "fragments": fragments,
        "moves": moves,
        "turn": is_mine,
        "steps": step_rows(live, sitting, eyes.seat),
        "undo": sitting.can_undo(eyes.seat),
        "redo": sitting.can_redo(eyes.seat),
        "restart": sitting.can_restart_turn(eyes.seat),
    }


def step_rows(live: LiveTable, sitting: Sitting, seat: int) -> list[int]:
    """The rows of the newest check: acts one after the other that have steps for this seat."""
    step_of = html_drawing(live.game).step_of
    rows: list[int] = []
    for line in reversed(sitting.lines):
        if rows and line.row < rows[0] - 1:
            break
        if line.row not in rows and line.told.is_for(seat) and step_of(line.told) is not None:
            rows.insert(0, line.row)
    return rows


def moment(live: LiveTable, eyes: Eyes, row: int) -> dict[str, Any]:
    """A table as it was after a row of the log, as this device's seat saw it then."""
    words = live.game.words(eyes.language)
    with live.looking_back(row) as past:
        return {
            **draw_html(live.game, words, past.show(eyes.seat), eyes.seat, live.names),
            "log": _log(live, past, eyes.seat, words, ""),
            "steps": row in step_rows(live, past, eyes.seat),
        }


def why_not(live: LiveTable, eyes: Eyes, act: str) -> dict[str, str]:
    """Why a move is refused, in the reader's words; made from what the seat is shown."""
    if live.sitting is None:
        return {"told": ""}
    move = live.game.move_named(act)
    return _refusal(live, eyes, live.game.rules.why_not(live.sitting.show(eyes.seat), move))


def why_not_touched(live: LiveTable, eyes: Eyes, touched: list[str]) -> dict[str, str]:
    """Why touching these elements makes no move: the rule against it, or that it leads nowhere."""
    shell = shell_words(eyes.language)
    sitting = live.sitting
    if sitting is None or sitting.is_over or eyes.seat != sitting.turn:
        return {"told": shell.say("web.not_your_turn")}
    seen = sitting.show(eyes.seat)
    paths = [list(html_drawing(live.game).path(seen, n)) for n in range(len(live.game.moves))]
    for wanted in (touched, touched[-1:]):  # what was touched last may be a move of its own
        for move, path in enumerate(paths):
            if path == wanted and (reason := live.game.rules.why_not(seen, move)):
                return _refusal(live, eyes, reason)
    return {"told": shell.say("web.leads_nowhere")}


def _refusal(live: LiveTable, eyes: Eyes, reason: int) -> dict[str, str]:
    """A refusal, with the title and address of the section of the rules it follows from."""
    told = live.game.speech.say_refusal(live.game.words(eyes.language), reason)
    section = live.game.speech.refused_by(reason)
    title = open_handbook(live.game.folder, eyes.language).title_of(section)
    rule = shell_words(eyes.language).say("web.rule", title=title)
    return {"told": told, "rule": rule, "link": f"../rules/{live.game.name}#{section}"}


def _prompt(live: LiveTable, sitting: Sitting, eyes: Eyes, shell: Words) -> str:
    """The line that says who must do what."""
    words = live.game.words(eyes.language)
    turn = sitting.turn
    hand_over = turn in eyes.own and turn != eyes.seat and len(eyes.own) > 1
    is_bot = live.is_bots_turn
    return _part(
        "prompt",
        shell=shell,
        is_over=sitting.is_over,
        winners=[live.names[seat] for seat in sitting.winners()] if sitting.is_over else [],
        is_mine=turn == eyes.seat and not is_bot,
        task=live.game.speech.say_task(words, sitting.show(turn)) if turn == eyes.seat else "",
        hand_over=turn if hand_over and not is_bot else None,
        player=live.names[turn],
        is_bot=is_bot,
        hint=f"{live.stored.id}/hint?as={turn}" if live.stored.hints else "",
    )


def can_talk(live: LiveTable, eyes: Eyes) -> bool:
    """Is there somebody to talk to who does not share this device?"""
    others = [seat for seat in live.seats if seat.kind == PERSON and seat.seat not in eyes.own]
    return len(eyes.own) == 1 and bool(others)


def _talk(live: LiveTable, shell: Words) -> str:
    """What was said, and what happened around the game, the newest last."""
    remarks = [
        (remark, live.names[remark.seat] if remark.seat >= 0 else "")
        for remark in live.remarks[-REMARKS:]
    ]
    return _part("talk", shell=shell, remarks=remarks)


def _notice(live: LiveTable, sitting: Sitting, eyes: Eyes, shell: Words) -> str:
    """What somebody at this device should answer: a bot plays for him, or others want to stop."""
    if sitting.is_over:
        return ""
    own = [live.seats[seat] for seat in eyes.own if seat not in sitting.resigned]
    wanting = [seat.name for seat in live.seats if seat.wants_end]
    return _part(
        "notice",
        shell=shell,
        table=live.stored.id,
        is_away=[seat for seat in own if seat.stand_in],
        wanting=shell.join(wanting) if wanting else "",
        may_answer=bool(own),
        may_agree=any(not seat.wants_end for seat in own),
    )


def _log(live: LiveTable, sitting: Sitting, seat: int, words: Words, link: str) -> str:
    """What has happened, newest first, as this seat may hear it; what is new to it is marked."""
    lines = []
    seen_until, names = sitting.last_row_of(seat), tuple(live.names)
    drawn = _log_lines.setdefault(live, {})
    if len(drawn) > 4 * LOG_LINES:
        drawn.clear()
    for line in reversed(sitting.lines):
        if line.told.is_for(seat):
            key = (words.language, names, link, line, line.row > seen_until > 0)
            if key not in drawn:
                drawn[key] = _log_line(live.game, words, names, link, line, key[-1])
            if drawn[key]:
                lines.append(drawn[key])
        if len(lines) == LOG_LINES:
            break
    return _part("log", lines=Markup("".join(lines)))


# The lines of each table's log as they were drawn last: a log is sent often, and grows by a line.
_log_lines: WeakKeyDictionary[LiveTable, dict[tuple[Any, ...], str]] = WeakKeyDictionary()


def _log_line(
    game: Game, words: Words, names: Sequence[str], link: str, line: Line, is_new: bool
) -> str:
    text = game.speech.say_event(words, line.told, names)
    if not text:
        return ""
    about = [seat for seat, name in enumerate(names) if text.startswith(f"{name} ")]
    who = max(about, key=lambda seat: len(names[seat]), default=None)  # Ann Lee rather than Ann
    letter = "" if who is None else names[who][:1].upper()
    return _part("line", row=line.row, who=who, letter=letter, text=text, is_new=is_new, link=link)


def _sheet(live: LiveTable, sitting: Sitting, words: Words, shell: Words) -> str:
    """The score sheet: every step of every scoring."""
    parts = [
        (
            shell.say("sheet.round", round=part.round + 1) if part.round >= 0 else "",
            [(live.game.speech.say_item(words, item), cells) for item, cells in part.rows],
        )
        for part in sitting.score_sheet()
    ]
    return _part(
        "sheet",
        shell=shell,
        names=live.names,
        rounds=parts,
        totals=live.game.points(sitting.position),
        secret=live.stored.secret,
        table=live.stored.id,
    )


def _part(name: str, **values: Any) -> str:
    """A fragment of the table page."""
    module = templates().get_template("parts.html").make_module(values)
    return str(getattr(module, name)()).strip()
