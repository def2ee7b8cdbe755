"""Why an answer to an exercise is right or wrong, in the terms of the game."""

from collections.abc import Sequence

from bellhop.coach.sentences import say_events, signed_points
from bellhop.engine.exercises import (
    Attempt,
    Changes,
    Exercise,
    Progress,
    attempt,
    count_goals,
    count_sound,
)
from bellhop.engine.game import Game
from bellhop.engine.words import Words, shell_words


def say_why(progress: Progress, language: str, players: Sequence[str]) -> str:
    """The reason for what is said about the moves that were tried, or about the solution."""
    game, exercise = progress.game, progress.exercise
    if progress.turn:
        turn = attempt(game, exercise, exercise.line) if progress.is_shown else progress.turn
        if turn.is_solved:
            return _say_reached(game, exercise, turn, language, players)
        return _say_missing(game, exercise, turn, language) if turn.is_over else ""
    moves = (exercise.best,) if progress.is_shown else progress.moves
    return _say_changes(game, exercise, moves[0], language, players) if moves else ""


def _say_changes(
    game: Game, exercise: Exercise, move: int, language: str, players: Sequence[str]
) -> str:
    """What a move changes against the best one; a solution, against the best that is none."""
    if move not in exercise.why:
        return ""
    shell, changes = shell_words(language), exercise.why[move]
    if game.scoring.BY_ROUND:
        when = shell.say("exercise.why.round")
    else:
        when = shell.say("exercise.why.game")
    if not changes:
        return shell.say("exercise.why.even", when=when)
    lines = _say_lines(game, exercise.seat, changes, language, players)
    if not exercise.is_solved_by(move):
        return shell.say("exercise.why.missed", when=when, lines=lines)
    rival = game.speech.say_move(game.words(language), exercise.view, exercise.rival_of(move))
    return shell.say("exercise.why.solved", move=rival, when=when, lines=lines)


def _say_lines(
    game: Game, seat: int, changes: Changes, language: str, players: Sequence[str]
) -> str:
    """Lines of the score sheets by player, the one who solves the exercise first."""
    shell, words = shell_words(language), game.words(language)
    said = []
    for other in sorted({one.seat for one in changes}, key=lambda one: (one != seat, one)):
        name = shell.say("exercise.you") if other == seat else players[other]
        lines = ", ".join(
            f"{signed_points(language, one.points)} ({game.speech.say_item(words, one.item)})"
            for one in changes
            if one.seat == other
        )
        said.append(f"{name} {lines}")
    return "; ".join(said)


def _say_reached(
    game: Game, exercise: Exercise, turn: Attempt, language: str, players: Sequence[str]
) -> str:
    """What reached the goal of a turn, as the log has it, and the points of the turn."""
    wanted = {game.tips.GOALS[name] for name in exercise.kind.goal}
    events = [
        (told.to, told.event, *told.numbers)
        for told in turn.story
        if told.event in wanted and game.subject_of(told) == exercise.seat
    ]
    shell, seat = shell_words(language), exercise.seat
    points = game.points(turn.position)[seat] - game.points(exercise.view)[seat]
    said = shell.say("exercise.turn.reached", events=say_events(game, language, players, events))
    return f"{said} {shell.count('exercise.turn.points', points)}" if points > 0 else said


def _say_missing(game: Game, exercise: Exercise, turn: Attempt, language: str) -> str:
    """What a turn without its goal has reached, and up to where it still could have."""
    shell, words = shell_words(language), game.words(language)
    goals = "; ".join(
        shell.say("exercise.turn.goal", goal=words.say(f"goal.{name}"), done=done, n=wanted)
        for name, (done, wanted) in count_goals(game, exercise, turn.story).items()
    )
    said = shell.say("exercise.turn.missing", goals=goals)
    sound = count_sound(game, exercise, turn.moves)
    if not sound:
        return said
    last = _say_move(game, exercise, turn.moves[:sound], words)
    return f"{said} {shell.say('exercise.turn.sound', move=last)}"


def _say_move(game: Game, exercise: Exercise, moves: Sequence[int], words: Words) -> str:
    """The last of some moves of a turn, in words."""
    before = attempt(game, exercise, moves[:-1]).position
    return game.speech.say_move(words, game.show(before, exercise.seat), moves[-1])
