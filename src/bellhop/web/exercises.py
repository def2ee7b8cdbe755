"""Exercises on the page: a decision or a turn of a real game, and at once whether it was right.

Like a lesson, an exercise is its address: its number, and the moves that were tried.
"""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from bellhop.coach.answers import say_why
from bellhop.drawing.pages import draw_html
from bellhop.engine.errors import NotFound
from bellhop.engine.exercises import Progress, open_exercises, progress_of
from bellhop.engine.game import Game
from bellhop.engine.handbook import open_handbook
from bellhop.engine.records import Position
from bellhop.engine.seats import NOBODY
from bellhop.engine.words import shell_words
from bellhop.games import game_named
from bellhop.web.devices import language_of
from bellhop.web.handbook import render_overview
from bellhop.web.learning import describe_calmly, draw_log, draw_task, name_players, read_act
from bellhop.web.pages import page, render
from bellhop.web.rendering import explain_refusal, explain_touch
from bellhop.web.requests import JSON, PAGE, Route, read_number, root

SHOWN = "solution"  # instead of moves: they are shown


class Trial(NamedTuple):
    """An exercise of a game by its number, and how far somebody is in it."""

    number: int
    progress: Progress

    @property
    def seen(self) -> Position:
        """What the player sees; nobody is on turn any more once a turn is over."""
        progress, seen = self.progress, self.progress.seen
        if progress.turn and progress.is_over and seen.turn == progress.exercise.seat:
            seen.turn = NOBODY
        return seen

    @property
    def address(self) -> str:
        """The part of the address that says all this."""
        progress = self.progress
        named = ",".join(progress.game.moves[move] for move in progress.moves)
        tried = SHOWN if progress.is_shown else named
        return urlencode({"n": self.number + 1, **({"tried": tried} if tried else {})})


async def exercise_page(request: Request, game: str) -> Response:
    """Show the table of an exercise."""
    chosen = game_named(game)
    return page(
        request,
        "learn.html",
        game=chosen,
        title=shell_words(language_of(request)).say("exercise.title", game=chosen.title),
        base=f"{root(request)}/exercises/{chosen.name}",
        news=exercise_news(request, _find(request, chosen)),
    )


async def latest(request: Request, game: str) -> Response:
    """The table of an exercise as JSON."""
    return JSONResponse(exercise_news(request, _find(request, game_named(game))))


async def act(request: Request, game: str) -> Response:
    """Try a move, and say whether it solves the exercise."""
    chosen = game_named(game)
    trial = _find(request, chosen)
    row, names = await read_act(request)
    move = chosen.move_named(names[-1])
    if reason := chosen.rules.why_not(trial.seen, move):
        told = explain_refusal(chosen, language_of(request), reason)
        return JSONResponse({**exercise_news(request, trial), **told, "row": row})
    trial = trial._replace(progress=trial.progress.after(move))
    news = exercise_news(request, trial)
    return JSONResponse({**news, "told": "", "row": row})


async def explain(request: Request, game: str) -> Response:
    """Explain why the touched elements do not make a move."""
    chosen = game_named(game)
    touched = request.query_params.get("touched", "").split(",")
    seen = _find(request, chosen).seen
    return JSONResponse(explain_touch(chosen, seen, language_of(request), touched))


async def overview(request: Request, game: str) -> Response:
    """What can be looked up at the table of an exercise."""
    chosen, language = game_named(game), language_of(request)
    trial = _find(request, chosen)
    seat, names = trial.progress.exercise.seat, _name_players(trial, language)
    words = chosen.words(language)
    return HTMLResponse(render_overview(chosen, words, trial.seen, seat, names, {}, is_lesson=True))


def _name_players(trial: Trial, language: str) -> list[str]:
    """All players by name; the reader sits at the seat that solves the exercise."""
    exercise = trial.progress.exercise
    names = name_players(shell_words(language), exercise.view.seats)
    names[0], names[exercise.seat] = names[exercise.seat], names[0]
    return names


def _find(request: Request, game: Game) -> Trial:
    """The exercise that the address names, and the moves that were tried."""
    exercises = open_exercises(game)
    if not exercises:
        raise NotFound("exercises", game=game.title)
    tried = request.query_params.get("tried", "")
    number = min(max(read_number(request, "n", 1), 1), len(exercises)) - 1
    named = tuple(game.moves.index(name) for name in tried.split(",") if name in game.moves)
    return Trial(number, progress_of(game, exercises[number], named, is_shown=tried == SHOWN))


def exercise_news(request: Request, trial: Trial) -> dict[str, Any]:
    """Everything that the page of an exercise shows; a turn that failed begins again."""
    game, exercise, language = trial.progress.game, trial.progress.exercise, language_of(request)
    shell, words = shell_words(language), game.words(language)
    names = _name_players(trial, language)
    reply, because = trial.progress.say(words, shell), say_why(trial.progress, language, names)
    trial = trial._replace(progress=trial.progress.resumed())
    progress, seen = trial.progress, trial.seen
    story = progress.turn.story if progress.turn else ()
    return {
        "row": 1,
        "begun": True,
        "fragments": {
            "prompt": draw_task(game, words, shell, seen) if seen.turn == exercise.seat else "",
            "guide": _draw_guide(request, trial, reply, because),
            **draw_html(game, words, seen, exercise.seat, names),
            "log": draw_log(game, story, len(story), exercise.seat, words, names),
        },
        "moves": [] if progress.is_over else describe_calmly(game, words, seen),
        "turn": not progress.is_over,
        "steps": [],
        "place": trial.address,
        "path": [],
        "points": list(game.page.path(seen, exercise.best)) if _is_at_answer(progress) else [],
        "underWay": 0 < trial.number < len(open_exercises(game)) - 1,
    }


def _is_at_answer(progress: Progress) -> bool:
    """Is the answer to be pointed at: a decision's, or the first move of a turn?"""
    return progress.is_over and (progress.turn is None or progress.is_shown)


def _draw_guide(request: Request, trial: Trial, reply: str, because: str) -> str:
    """The panel: the question, the answer to a move with the reason, and the links on."""
    progress, language = trial.progress, language_of(request)
    game, kind = progress.game, progress.exercise.kind
    shell, words, number = shell_words(language), game.words(language), trial.number
    length = len(open_exercises(game))
    is_running = bool(progress.turn and progress.moves and not progress.is_over)
    return render(
        "exercise.html",
        shell=shell,
        question=words.say(f"exercise.{kind.id}"),
        reply=reply,
        because=because,
        why=words.say(f"exercise.{kind.id}.why") if progress.is_over else "",
        rule=open_handbook(game.folder, language).title_of(kind.rule),
        link=f"{root(request)}/rules/{game.name}#{kind.rule}",
        number=number + 1,
        length=length,
        back=urlencode({"n": number}) if number else "",
        restart=urlencode({"n": number + 1}) if is_running else "",
        shown="" if progress.is_over else urlencode({"n": number + 1, "tried": SHOWN}),
        on=urlencode({"n": number + 2}) if number + 1 < length else "",
    )


ROUTES: tuple[Route, ...] = (
    ("GET", "/exercises/{game}", exercise_page, PAGE),
    ("GET", "/exercises/{game}/news", latest, JSON),
    ("GET", "/exercises/{game}/why", explain, JSON),
    ("GET", "/exercises/{game}/overview", overview, PAGE),
    ("POST", "/exercises/{game}/act", act, JSON),
)
