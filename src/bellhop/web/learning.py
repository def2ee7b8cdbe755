"""The guided first game on the page: the table as at any game, and a guide that points at things.

The server keeps nothing: the address says where the learner is, so a lesson can be left, reloaded
and resumed at any time.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from markupsafe import Markup, escape

from bellhop.bots import GENTLEST, count_rivals
from bellhop.drawing.environments import as_ascii
from bellhop.drawing.lessons import check_pointers
from bellhop.drawing.pages import draw_html
from bellhop.engine.errors import Refused
from bellhop.engine.exercises import open_exercises
from bellhop.engine.game import Game
from bellhop.engine.guide import LEARNER, Guide, Place, Scene
from bellhop.engine.handbook import open_handbook
from bellhop.engine.records import Position
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import Told
from bellhop.engine.words import Words, shell_words
from bellhop.games import GAMES, game_named
from bellhop.web.devices import language_of
from bellhop.web.handbook import render_overview
from bellhop.web.pages import page, render
from bellhop.web.rendering import Viewer, describe_moves, explain_refusal, explain_touch
from bellhop.web.requests import JSON, PAGE, Route, reading_json, root
from bellhop.web.selections import MAX_FIRST, describe_selection
from bellhop.web.steps import draw_steps


class LessonChapter(NamedTuple):
    """A chapter in which a learner may be, and how the lobby names it."""

    lesson: str  # the address of the lesson
    id: str
    says: str


def list_chapters(request: Request) -> list[LessonChapter]:
    """All chapters of all lessons; only the device knows in which of them it is."""
    shell = shell_words(language_of(request))
    return [
        LessonChapter(
            f"{root(request)}/learn/{game.name}",
            chapter.id,
            shell.say(
                "learn.resume",
                game=game.title,
                number=number,
                length=len(game.lessons.chapters),
                chapter=game.words(shell.language).say(f"lesson.{chapter.id}"),
            ),
        )
        for game in GAMES
        for number, chapter in enumerate(game.lessons.chapters, 1)
    ]


async def lesson_page(request: Request, game: str) -> Response:
    """Show the table of a lesson, at the place that the address names."""
    chosen = game_named(game)
    guide, place = _find(request, chosen)
    return page(
        request,
        "learn.html",
        game=chosen,
        title=shell_words(language_of(request)).say("learn.title", game=chosen.title),
        base=f"{root(request)}/learn/{chosen.name}",
        news=lesson_news(request, guide, place),
    )


async def latest(request: Request, game: str) -> Response:
    """The table of a lesson as JSON."""
    return JSONResponse(lesson_news(request, *_find(request, game_named(game))))


async def act(request: Request, game: str) -> Response:
    """Make a move in a lesson, or answer kindly why another one is better now."""
    chosen = game_named(game)
    guide, place = _find(request, chosen)
    row, names = await read_act(request)
    try:
        answer = guide.answer_all(place, [chosen.move_named(name) for name in names])
    except Refused as refused:
        told = explain_refusal(chosen, language_of(request), refused.reason)
        return JSONResponse({**lesson_news(request, guide, place), **told, "row": row}, 200)
    reply = guide.say_answer(chosen.words(language_of(request)), answer)
    news = lesson_news(request, guide, answer.place, reply)
    steps = [row] if answer.kind != "other" and _has_steps(guide, answer.place) else []
    return JSONResponse({**news, "row": row, "told": "", "steps": steps})


def _has_steps(guide: Guide, place: Place) -> bool:
    """Is there something to watch after the learner's last move, such as a scoring?"""
    heard = guide.look(place)
    return any(guide.game.page.animation_of(told) is not None for told in heard.story[heard.news :])


async def steps(request: Request, game: str) -> Response:
    """The steps of the learner's last move, to be watched one by one."""
    chosen = game_named(game)
    guide, place = _find(request, chosen)
    names = name_players(shell_words(language_of(request)), guide.look(place).position.seats)
    viewer = Viewer((LEARNER,), LEARNER, language_of(request))
    return JSONResponse({"steps": draw_steps(chosen, names, viewer, guide.watch(place))})


async def explain(request: Request, game: str) -> Response:
    """Explain why the touched elements do not make a move."""
    chosen = game_named(game)
    guide, place = _find(request, chosen)
    scene, language = guide.look(place), language_of(request)
    if not scene.expected:
        return JSONResponse({"told": shell_words(language).say("learn.read_on")})
    seen = chosen.show(scene.position, LEARNER)
    touched = request.query_params.get("touched", "").split(",")
    return JSONResponse(explain_touch(chosen, seen, language, touched))


async def overview(request: Request, game: str) -> Response:
    """What can be looked up at the table of a lesson."""
    chosen, shell = game_named(game), shell_words(language_of(request))
    guide, place = _find(request, chosen)
    position = guide.look(place).position
    seen, names = chosen.show(position, LEARNER), name_players(shell, position.seats)
    words = chosen.words(shell.language)
    return HTMLResponse(render_overview(chosen, words, seen, LEARNER, names, {}, is_lesson=True))


def _find(request: Request, game: Game) -> tuple[Guide, Place]:
    """The guide of a game, and the place that the address names."""
    guide, asked = check_pointers(game), request.query_params
    return guide, guide.find(asked.get("at", ""), asked.get("made", ""))


def lesson_news(request: Request, guide: Guide, place: Place, reply: str = "") -> dict[str, Any]:
    """Everything that the page of a lesson shows at a place."""
    game, language = guide.game, language_of(request)
    shell, words, scene = shell_words(language), game.words(language), guide.look(place)
    seen, names = game.show(scene.position, LEARNER), name_players(shell, scene.position.seats)
    if not scene.expected:
        seen.turn = NOBODY if seen.turn == LEARNER else seen.turn
    path = list(game.page.path(seen, scene.expected[0])) if scene.expected else []
    selection = describe_selection(game, seen, can_be_final=False) if scene.expected else None
    return {
        "row": 1,
        "begun": True,
        "fragments": {
            "prompt": _prompt(guide, scene, words, shell),
            "guide": _draw_guide(guide, scene, words, shell, names, reply, root(request)),
            **draw_html(game, words, seen, LEARNER, names),
            "log": draw_log(game, scene.story, scene.news, LEARNER, words, names),
        },
        "moves": describe_calmly(game, words, seen) if scene.expected else [],
        "turn": bool(scene.expected),
        "steps": [],
        "place": urlencode(_address(guide, place)),
        "path": path,
        "selection": selection,
        "wanted": _choose(guide, scene, selection["items"]) if selection else [],
        "points": list(scene.step.point),
        "underWay": place != Place() and not guide.is_last(place),
    }


def describe_calmly(game: Game, words: Words, seen: Position) -> list[dict[str, Any]]:
    """The moves that may be touched, without warnings: every move gets an answer."""
    moves = describe_moves(game, words, seen, game.legal_moves(seen), set())
    return [{**move, "warning": ""} for move in moves]


def _choose(guide: Guide, scene: Scene, items: list[dict[str, Any]]) -> list[str]:
    """The elements of a selection that the suggested moves choose."""
    coming = Counter(guide.game.moves[move] for move in guide.suggested(scene))
    wanted = []
    for item in items:
        if coming[item["act"]]:
            coming[item["act"]] -= 1
            wanted.append(item["id"])
    return wanted


def name_players(shell: Words, seats: int) -> list[str]:
    """The learner and the others, by name."""
    return [shell.say("web.player"), *shell.say("bots.names").split(", ")][:seats]


def _address(guide: Guide, place: Place) -> dict[str, str]:
    at, made = guide.write(place)
    return {"at": at, "made": made} if made else {"at": at}


def _prompt(guide: Guide, scene: Scene, words: Words, shell: Words) -> str:
    """What to do now, or else the title of the chapter."""
    if not scene.expected:
        return str(Markup("<strong>{}</strong>").format(words.say(f"lesson.{scene.chapter.id}")))
    return draw_task(guide.game, words, shell, guide.game.show(scene.position, LEARNER))


def draw_task(game: Game, words: Words, shell: Words, seen: Position) -> str:
    """What the player whose turn it is has to do."""
    said = shell.say("web.turn_task", task=game.speech.say_task(words, seen))
    return str(Markup('<strong>{}</strong> <span class="doing"></span>').format(said))


async def read_act(request: Request) -> tuple[int, list[str]]:
    """The row in a request and the names of its moves; several lay a selection of cards."""
    with reading_json():
        body = await request.json()
        names = [*body.get("first", ())[:MAX_FIRST], body["act"]]
        row, moves = int(body["row"]), list(map(str, names))
    return row, moves


def _draw_guide(
    guide: Guide,
    scene: Scene,
    words: Words,
    shell: Words,
    names: list[str],
    reply: str,
    base: str,
) -> str:
    """The guide's panel: what is said, what to do, and the links back and on."""
    game, place = guide.game, scene.place
    seen = game.show(scene.position, LEARNER)
    does = " · ".join(_say_moves(guide, scene, words, seen))
    rule = scene.step.rule
    chapters = [
        (words.say(f"lesson.{chapter.id}"), urlencode(_address(guide, Place(number))))
        for number, chapter in enumerate(guide.chapters)
    ]
    return render(
        "guide.html",
        shell=shell,
        text=emphasise(guide.say(words, scene, names[1])),
        does=does,
        reply=reply,
        jump=guide.say_jump(words, scene),
        aside=_say_aside(guide, place, shell),
        rule=open_handbook(game.folder, shell.language).title_of(rule) if rule else "",
        link=f"{base}/rules/{game.name}#{rule}",
        home=f"{base}/",
        number=guide.steps_before(place) + 1,
        length=guide.length,
        back=urlencode(_address(guide, guide.go_back(place))) if place != Place() else "",
        on="" if guide.is_last(place) else urlencode(_address(guide, guide.go_on(place))),
        chapters=chapters,
        here=place.chapter,
        play=f"{base}/play/{game.name}",
        level=GENTLEST,
        exercises=f"{base}/exercises/{game.name}" if open_exercises(game) else "",
    )


def _say_aside(guide: Guide, place: Place, shell: Words) -> str:
    """What is good to know at the beginning, and before the real game at the end."""
    if guide.is_last(place):
        return shell.count("learn.rivals", count_rivals(guide.game))
    return "" if place != Place() else shell.say("learn.symbols")


def _say_moves(guide: Guide, scene: Scene, words: Words, seen: Position) -> Iterator[str]:
    """What to do next; of a selection, what is not chosen in advance, and what closes it."""
    selection, coming = guide.game.page.select(seen), guide.suggested(scene)
    if selection is None:
        coming = coming[:1]
    else:
        chosen = Counter(choice.move for choice in selection.choices if choice.is_chosen)
        coming = list((Counter(coming) - chosen).elements())
    for move in coming:
        yield guide.game.speech.say_move(words, seen, move)


def emphasise(text: str) -> Markup:
    """A text whose words between ** are strong and between * emphasised."""
    html = str(escape(text))
    for mark, tag in (("**", "strong"), ("*", "em")):
        parts = html.split(mark)
        inner = (f"<{tag}>{part}</{tag}>" if n % 2 else part for n, part in enumerate(parts))
        html = "".join(inner)
    return Markup(html)


def draw_log(
    game: Game, story: Sequence[Told], news: int, seat: int, words: Words, names: list[str]
) -> str:
    """What a seat has heard, newest first; from the number `news` on, it is new."""
    items = []
    for number, told in enumerate(story):
        if told.is_for(seat) and (text := game.speech.say_event(words, told, names)):
            new = ' class="new"' if number >= news else ""
            items.append(f"<li{new}>{escape(text)}</li>")
    return as_ascii(f"<ol reversed>{''.join(reversed(items))}</ol>")


ROUTES: tuple[Route, ...] = (
    ("GET", "/learn/{game}", lesson_page, PAGE),
    ("GET", "/learn/{game}/news", latest, JSON),
    ("GET", "/learn/{game}/why", explain, JSON),
    ("GET", "/learn/{game}/overview", overview, PAGE),
    ("GET", "/learn/{game}/steps", steps, JSON),
    ("POST", "/learn/{game}/act", act, JSON),
)
