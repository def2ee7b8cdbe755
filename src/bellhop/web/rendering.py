"""The table page's HTML fragments, made only from what one seat is shown."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bellhop.bots import OLD_NAMES
from bellhop.drawing.environments import as_ascii
from bellhop.drawing.pages import draw_html
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.scores import NO_ROUND
from bellhop.engine.seats import NOBODY, SPECTATOR
from bellhop.engine.words import Words, shell_words
from bellhop.table.house import FIRST_ANSWER, is_answered_by_bot, pause_of
from bellhop.table.live import LiveTable
from bellhop.table.marks import round_of
from bellhop.table.names import PERSON
from bellhop.table.rematch import find_rematch
from bellhop.table.roles import Deed, may
from bellhop.table.seating import is_tutored
from bellhop.table.sitting import Sitting
from bellhop.web.log import tell_story
from bellhop.web.pages import draw_part
from bellhop.web.selections import describe_selection, find_refusal

MAX_REMARKS = 100  # shown


class Viewer(NamedTuple):
    """Who looks at a table: the seats that a device holds, and the one whose view it shows."""

    own: tuple[int, ...]
    seat: int
    language: str
    is_host: bool = False


def choose_seat(live: LiveTable, own: list[int], asked: int) -> int:
    """The seat whose view to show: the only one held, or the one that was asked for, or SPECTATOR.

    If several people share a device, no hand is shown until one of them asks for it.  After the end
    of a game, everybody may look from any seat.
    """
    if live.is_over and 0 <= asked < len(live.seats):
        return asked
    if len(own) == 1:
        return own[0]
    on_turn = live.sitting.turn if live.sitting else NOBODY
    return asked if asked in own and asked == on_turn else SPECTATOR


def news(live: LiveTable, viewer: Viewer) -> dict[str, Any]:
    """Everything that the table page shows a viewer: fragments, and the moves with their paths."""
    shell, words = shell_words(viewer.language), live.game.words(viewer.language)
    sitting = live.sitting
    if sitting is None:
        empty = {"board": "", "hand": "", "players": "", "log": "", "sheet": "", "notice": ""}
        prompt = draw_part("waiting", shell=shell, live=live)
        fragments = {"prompt": prompt, "talk": _talk(live, shell), **empty}
        return {"row": 0, "begun": False, "fragments": fragments, "moves": [], "turn": False}
    seen = sitting.show(viewer.seat)
    story = tell_story(live, sitting, viewer.seat, words, f"{live.stored.id}/replay")
    may_move = may(live, Deed.MOVE, viewer, viewer.seat)
    is_mine = may_move and viewer.seat == sitting.turn
    fragments = {
        "prompt": _prompt(live, sitting, seen, viewer, shell),
        **_drawn(live, words, seen, viewer.seat, shell),
        "log": draw_part("marks", shell=shell, sitting=sitting, link="") + story.log,
        "sheet": _sheet(live, sitting, words, shell) if sitting.is_over else "",
        "notice": _notice(live, sitting, viewer, shell, words),
        "talk": _talk(live, shell),
    }
    legal = live.game.legal_moves(seen) if is_mine else []
    can_be_final = is_mine and not sitting.is_practice
    final = live.game.finality.find_final(seen, legal) if can_be_final else set()
    selection = describe_selection(live.game, seen, can_be_final=can_be_final) if is_mine else None
    return {
        "row": live.rows,
        "begun": True,
        "fragments": fragments,
        "moves": describe_moves(live.game, words, seen, legal, final),
        "selection": selection,
        "turn": is_mine,
        "steps": story.steps,
        "round": 0 if sitting.is_over else round_of(sitting),
        "undo": may_move and sitting.can_undo(viewer.seat),
        "redo": may_move and sitting.can_redo(viewer.seat),
        "restart": may_move and sitting.can_restart_turn(viewer.seat),
        "tutor": is_mine and is_tutored(live, viewer.seat),
        "clock": {"spent": _spent(live), "since": live.acted, "turn": sitting.turn},
        "here": _present(live),
        "pause": FIRST_ANSWER * pause_of(live) if is_answered_by_bot(live, viewer.seat) else 0.0,
    }


def _spent(live: LiveTable) -> list[int]:
    """How many seconds each player has thought."""
    return [round(seconds) for seconds in live.spent] if live.rows else []


def _present(live: LiveTable) -> dict[int, bool | None]:
    """Which players have a page of this table open, where people play with each other."""
    people = [seat.seat for seat in live.seats if seat.kind == PERSON]
    absent = None if live.is_shared else False  # another server may know better
    return {seat: seat in live.present or absent for seat in people} if len(people) > 1 else {}


def describe_moves(
    game: Game, words: Words, seen: Position, legal: list[int], final: set[int]
) -> list[dict[str, Any]]:
    """The legal moves for the page: their paths, words and warnings, and which are final."""
    return [
        {
            "act": game.moves[move],
            "path": list(game.page.path(seen, move)),
            "warning": game.page.warning(words, seen, move),
            "says": game.speech.say_move(words, seen, move),
            "final": move in final,
        }
        for move in legal
    ]


def _drawn(
    live: LiveTable, words: Words, seen: Position, seat: int, shell: Words
) -> dict[str, str]:
    """The game's own fragments; the players' rows also say which of them are bots."""
    drawn = draw_html(live.game, words, seen, seat, live.names)
    for number in range(len(live.seats)):
        kind = live.player_at(number)
        if (kind := OLD_NAMES.get(kind, kind)) != PERSON:
            place, about = f'data-about="{number}">', as_ascii(shell.find(f"web.kind.{kind}", ""))
            drawn["players"] = drawn["players"].replace(place, place + about, 1)
    return drawn


def moment(live: LiveTable, viewer: Viewer, row: int) -> dict[str, Any]:
    """The table after a row of the log, as the viewer's seat saw it then."""
    past, shell = live.look_back(row), shell_words(viewer.language)
    story = tell_story(live, past, viewer.seat, live.game.words(viewer.language), "")
    return {
        **draw_past(live, viewer, past),
        "log": draw_part("marks", shell=shell, sitting=past, link="../") + story.log,
        "steps": row in story.steps,
    }


def draw_past(live: LiveTable, viewer: Viewer, past: Sitting) -> dict[str, str]:
    """The board, the players and the hand as the viewer's seat saw them."""
    words, shell = live.game.words(viewer.language), shell_words(viewer.language)
    return _drawn(live, words, past.show(viewer.seat), viewer.seat, shell)


def why_not(live: LiveTable, viewer: Viewer, act: str, first: Sequence[str] = ()) -> dict[str, str]:
    """Why a move is refused, in the reader's language, made only from what the seat is shown."""
    if live.sitting is None:
        return {"told": ""}
    *before, move = (live.game.move_named(text) for text in (*first, act))
    seen = live.sitting.show(viewer.seat)
    return explain_refusal(live.game, viewer.language, find_refusal(live.game, seen, before, move))


def why_not_touched(live: LiveTable, viewer: Viewer, touched: list[str]) -> dict[str, str]:
    """Why touching these elements makes no move: the rule against it, or that there is none."""
    sitting = live.sitting
    if sitting is None or sitting.is_over or viewer.seat != sitting.turn:
        return {"told": BellhopError("not_your_turn").say(viewer.language)}
    return explain_touch(live.game, sitting.show(viewer.seat), viewer.language, touched)


def explain_touch(game: Game, seen: Position, language: str, touched: list[str]) -> dict[str, str]:
    """Why the player on turn, whose view this is, makes no move by touching these elements."""
    paths = [list(game.page.path(seen, n)) for n in range(len(game.moves))]
    if any(touched == paths[move][1:] for move in game.legal_moves(seen)):
        return {"told": game.words(language).say("page.first")}
    for wanted in (touched, touched[-1:]):  # the last element may be a move by itself
        for move, path in enumerate(paths):
            if path == wanted and (reason := game.rules.why_not(seen, move)):
                return explain_refusal(game, language, reason)
    return {"told": shell_words(language).say("web.leads_nowhere")}


def explain_refusal(game: Game, language: str, reason: int) -> dict[str, str]:
    """A refusal, with the title and address of the section of the rules behind it."""
    told = game.say_refusal(game.words(language), reason)
    title = game.cite_rule(language, reason)
    rule = shell_words(language).say("web.rule", title=title)
    place = game.speech.RULED_BY.get(reason, game.refused_by(reason))
    return {"told": told, "rule": rule, "link": f"../rules/{game.name}#{place}"}


def _prompt(live: LiveTable, sitting: Sitting, seen: Position, viewer: Viewer, shell: Words) -> str:
    """The line that says whose turn it is and what to do."""
    words = live.game.words(viewer.language)
    turn = sitting.turn
    hand_over = turn in viewer.own and turn != viewer.seat and len(viewer.own) > 1
    is_bot = live.is_bots_turn
    return draw_part(
        "prompt",
        shell=shell,
        is_over=sitting.is_over,
        winners=[live.names[seat] for seat in sitting.winners()] if sitting.is_over else [],
        is_watching=not viewer.own,
        is_mine=turn == viewer.seat and not is_bot,
        task=live.game.speech.say_task(words, seen) if turn == viewer.seat else "",
        hand_over=turn if hand_over and not is_bot else None,
        player=live.names[turn],
        is_bot=is_bot,
        hint=f"{live.stored.id}/hint?as={turn}" if live.stored.hints else "",
        rematch=_rematch(live, viewer, shell) if sitting.is_over else "",
        seats=list(enumerate(live.names)),
        looking=viewer.seat,
    )


def _rematch(live: LiveTable, viewer: Viewer, shell: Words) -> str:
    """The button that opens the rematch, or who has opened it and the way there."""
    found = find_rematch(live)
    if found is None and not may(live, Deed.REMATCH, viewer):
        return ""
    return draw_part(
        "rematch",
        shell=shell,
        table=live.stored.id,
        opener=live.names[found.seat] if found else "",
        new=found.text if found else "",
        is_asked=bool(viewer.own) and not (found and found.seat in viewer.own),
    )


def can_talk(live: LiveTable, viewer: Viewer) -> bool:
    """Is there somebody to chat with at another device?"""
    if live.stored.open_chat:
        return len(viewer.own) < 2
    others = [seat for seat in live.seats if seat.kind == PERSON and seat.seat not in viewer.own]
    return len(viewer.own) == 1 and bool(others)


def _talk(live: LiveTable, shell: Words) -> str:
    """The chat with its notices, newest last."""
    remarks = [
        (remark, live.names[remark.seat] if remark.seat != NOBODY else "")
        for remark in live.remarks[-MAX_REMARKS:]
    ]
    return draw_part("talk", shell=shell, remarks=remarks)


def _notice(live: LiveTable, sitting: Sitting, viewer: Viewer, shell: Words, words: Words) -> str:
    """A question for this viewer: whether to take over from a bot, or to stop the game."""
    if sitting.is_over:
        return ""
    own = [live.seats[seat] for seat in viewer.own if may(live, Deed.GO_ON, viewer, seat)]
    wanting = [seat.name for seat in live.seats if seat.wants_end]
    if not wanting and not any(seat.stand_in for seat in own):
        return ""
    return draw_part(
        "notice",
        shell=shell,
        table=live.stored.id,
        is_away=[
            (seat, _played_for(live, sitting, seat.seat, words)) for seat in own if seat.stand_in
        ],
        wanting=shell.join(wanting) if wanting else "",
        may_answer=bool(own),
        may_agree=any(
            not seat.wants_end and may(live, Deed.AGREE, viewer, seat.seat) for seat in own
        ),
    )


def _played_for(live: LiveTable, sitting: Sitting, seat: int, words: Words) -> str:
    """The last turn that a bot has played for an absent player, if there is one."""
    since = next(
        (one.text for one in reversed(live.remarks) if (one.kind, one.seat) == ("away", seat)), ""
    )
    last = sitting.last_row_of(seat)
    if not since or last <= int(since):
        return ""
    turn = next((line.turn for line in reversed(sitting.lines) if line.row == last), 0)
    told = [
        live.game.speech.say_event(words, line.told, live.names)
        for line in sitting.lines
        if line.turn == turn
        and line.row > int(since)
        and line.told.event in live.game.log.DEEDS
        and live.game.subject_of(line.told) == seat
        and line.told.is_for(seat)
    ]
    return " ".join(told)


class Ranked(NamedTuple):
    """A player in the final ranking; `behind` is the distance to the first in points."""

    place: int
    seat: int
    name: str
    points: int
    behind: int
    is_winner: bool
    has_resigned: bool


def rank(live: LiveTable, sitting: Sitting) -> list[Ranked]:
    """The players by their final score; those who are tied share a place.

    If the game ended early, those who had resigned come last: nobody has played on for them.
    """
    game, position, winners = live.game, sitting.position, sitting.winners()
    points, resigned = game.points(position), sitting.resigned
    scores = [
        (not (sitting.is_stopped and seat in resigned), game.rules.score(position, seat))
        for seat in range(position.seats)
    ]
    best = max(zip(scores, points, strict=True))[1]
    ranking = [
        Ranked(
            place=1 + sum(other > score for other in scores),
            seat=seat,
            name=live.names[seat],
            points=points[seat],
            behind=points[seat] - best,
            is_winner=seat in winners,
            has_resigned=seat in resigned,
        )
        for seat, score in enumerate(scores)
    ]
    return sorted(ranking, key=lambda line: (not line.is_winner, line.place, line.seat))


def _lead(ranking: list[Ranked], shell: Words) -> str:
    """By how much a game was won that was played to its end."""
    first, rest = ranking[0], [line for line in ranking if not line.is_winner]
    if not rest or first.place > 1:
        return ""
    best = max(line.points for line in rest)
    players = shell.join(line.name for line in rest if line.points == best)
    if best == first.points:
        return shell.say("sheet.tiebreak", players=players)
    return shell.count("sheet.ahead", first.points - best, players=players)


def _sheet(live: LiveTable, sitting: Sitting, words: Words, shell: Words) -> str:
    """The ranking, and the score sheet with every line of every scoring."""
    parts = [
        (
            shell.say("sheet.round", round=part.round + 1) if part.round != NO_ROUND else "",
            [(live.game.speech.say_item(words, item), cells) for item, cells in part.rows],
        )
        for part in sitting.score_sheet()
    ]
    ranking, is_played_out = rank(live, sitting), not sitting.is_stopped
    return draw_part(
        "sheet",
        shell=shell,
        names=live.names,
        rounds=parts,
        totals=live.game.points(sitting.position),
        ranking=ranking,
        verdict=_say_winners(live, sitting, shell),
        lead=_lead(ranking, shell) if is_played_out else "",
        secret=live.stored.secret,
        table=live.stored.id,
    )


def _say_winners(live: LiveTable, sitting: Sitting, shell: Words) -> str:
    winners = [live.names[seat] for seat in sitting.winners()]
    if not winners:
        return shell.say("sheet.stopped")
    return shell.count("sheet.winners", len(winners), winners=shell.join(winners))
