"""Exercises on the page: a decision of a real game, and at once whether it was the best one.

Like a lesson, an exercise is its address: its number, and the move that was tried.
"""

from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from bellhop.drawing.pages import draw_html
from bellhop.engine.errors import NotFound
from bellhop.engine.exercises import open_exercises, say_result
from bellhop.engine.game import Game
from bellhop.engine.handbook import open_handbook
from bellhop.engine.words import shell_words
from bellhop.games import game_named
from bellhop.web.devices import language_of
from bellhop.web.learning import draw_task, name_players, read_act
from bellhop.web.pages import page, templates
from bellhop.web.rendering import describe_moves, explain_refusal, explain_touch
from bellhop.web.requests import JSON, PAGE, Route, root

SHOWN = "solution"  # instead of a move: the best one is shown


async def exercise_page(request: Request, game: str) -> Response:
    """Show the table of an exercise."""
    chosen = game_named(game)
    return page(
        request,
        "learn.html",
        game=chosen,
        title=shell_words(language_of(request)).say("exercise.title", game=chosen.title),
        base=f"{root(request)}/exercises/{chosen.name}",
        news=exercise_news(request, chosen, *_find(request, chosen)),
    )


async def latest(request: Request, game: str) -> Response:
    """The table of an exercise as JSON."""
    chosen = game_named(game)
    return JSONResponse(exercise_news(request, chosen, *_find(request, chosen)))


async def act(request: Request, game: str) -> Response:
    """Try a move, and say whether it solves the exercise."""
    chosen = game_named(game)
    number, _ = _find(request, chosen)
    row, names = await read_act(request)
    move, view = chosen.move_named(names[-1]), open_exercises(chosen)[number].view
    news = exercise_news(request, chosen, number, chosen.moves[move])
    reason = chosen.rules.why_not(view, move)
    told = explain_refusal(chosen, language_of(request), reason) if reason else {"told": ""}
    return JSONResponse({**news, **told, "row": row})


async def explain(request: Request, game: str) -> Response:
    """Explain why the touched elements do not make a move."""
    chosen = game_named(game)
    view = open_exercises(chosen)[_find(request, chosen)[0]].view
    touched = request.query_params.get("touched", "").split(",")
    return JSONResponse(explain_touch(chosen, view, language_of(request), touched))


def _find(request: Request, game: Game) -> tuple[int, str]:
    """The number of the exercise that the address names, and the move that was tried."""
    exercises = open_exercises(game)
    if not exercises:
        raise NotFound("exercises", game=game.title)
    asked = request.query_params.get("n", "1")
    number = int(asked) if asked.isdecimal() and len(asked) < 4 else 1
    return min(max(number, 1), len(exercises)) - 1, request.query_params.get("tried", "")


def exercise_news(request: Request, game: Game, number: int, tried: str) -> dict[str, Any]:
    """Everything that the page of an exercise shows."""
    exercise, language = open_exercises(game)[number], language_of(request)
    shell, words, view = shell_words(language), game.words(language), exercise.view
    move = game.moves.index(tried) if tried in game.moves else -1
    is_over = tried == SHOWN or (move in exercise.chances and exercise.is_solved_by(move))
    seen = view.copy()
    names = [*name_players(shell, seen.seats)]
    names[0], names[seen.turn] = names[seen.turn], names[0]  # the reader sits at the turn
    legal = [] if is_over else game.legal_moves(view)
    return {
        "row": 1,
        "begun": True,
        "fragments": {
            "prompt": draw_task(game, words, shell, view),
            "guide": _draw_guide(request, game, number, move if tried != SHOWN else -1, is_over),
            **draw_html(game, words, seen, seen.turn, names),
            "log": "",
        },
        "moves": [
            {**one, "warning": ""} for one in describe_moves(game, words, seen, legal, set())
        ],
        "turn": not is_over,
        "steps": [],
        "place": urlencode({"n": number + 1, **({"tried": tried} if tried else {})}),
        "path": [],
        "points": list(game.page.path(seen, exercise.best)) if is_over else [],
        "last": number + 1 == len(open_exercises(game)),
    }


def _draw_guide(request: Request, game: Game, number: int, move: int, is_over: bool) -> str:
    """The panel: the question, the answer to a move with the reason, and the ways on."""
    exercises, language = open_exercises(game), language_of(request)
    exercise, shell, words = exercises[number], shell_words(language), game.words(language)
    return (
        templates()
        .get_template("exercise.html")
        .render(
            shell=shell,
            question=words.say(f"exercise.{exercise.kind.id}"),
            reply=say_result(game, exercise, move, words, shell) if is_over or move >= 0 else "",
            why=words.say(f"exercise.{exercise.kind.id}.why") if is_over else "",
            rule=open_handbook(game.folder, language).title_of(exercise.kind.rule),
            link=f"{root(request)}/rules/{game.name}#{exercise.kind.rule}",
            number=number + 1,
            length=len(exercises),
            back=urlencode({"n": number}) if number else "",
            shown="" if is_over else urlencode({"n": number + 1, "tried": SHOWN}),
            on=urlencode({"n": number + 2}) if number + 1 < len(exercises) else "",
        )
    )


ROUTES: tuple[Route, ...] = (
    ("GET", "/exercises/{game}", exercise_page, PAGE),
    ("GET", "/exercises/{game}/news", latest, JSON),
    ("GET", "/exercises/{game}/why", explain, JSON),
    ("POST", "/exercises/{game}/act", act, JSON),
)
