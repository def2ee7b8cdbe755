"""The moments that decided a game: the largest errors and strokes of luck."""

from collections.abc import Iterator, Sequence

from bellhop.coach.analysis import Analysis, Highlight, Kind, Moment
from bellhop.coach.line import Line, Step, ends_turn
from bellhop.engine.game import Game
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import Told

ERRORS_SHOWN, STROKES_SHOWN = 5, 5
SMALLEST = 0.02  # a change of the chance to win that is worth a sentence
MAX_EVENTS = 3  # in one sentence


def find_highlights(
    line: Line, analysis: Analysis, rolled: Sequence[Sequence[Told]]
) -> tuple[Highlight, ...]:
    """The moments that decided a game, the largest first.

    `rolled` has, for every move, the events that other dice would have changed.
    """
    errors = sorted(analysis.errors, key=_size)[:ERRORS_SHOWN]
    strokes = sorted([*_deal(analysis), *_strokes(line, analysis, rolled)], key=_size)
    largest = {stroke.row: stroke for stroke in reversed(strokes)}  # one for every row
    return tuple(sorted([*errors, *sorted(largest.values(), key=_size)[:STROKES_SHOWN]], key=_size))


def _size(found: Highlight) -> tuple[float, int, int]:
    return -abs(found.change), found.row, found.seat


def find_errors(line: Line, moments: Sequence[Moment]) -> tuple[Highlight, ...]:
    """Everybody's errors that are worth a sentence, in the order of the game."""
    return tuple(
        _error(line, moments, number)
        for number, moment in enumerate(moments[1:])
        if moment.decision and moment.decision.loss.chance >= SMALLEST
    )


def _error(line: Line, moments: Sequence[Moment], number: int) -> Highlight:
    game, step, moment = line.saved.game, line.steps[number], moments[number + 1]
    assert moment.decision
    begun = _begin_of_turn(line, moments, number)
    first = line.steps[begun]
    return Highlight(
        kind=Kind.ERROR,
        row=moment.row,
        round=moment.round,
        seat=moment.seat,
        change=-moment.decision.loss.chance,
        seen=game.write(game.view(step.before, step.seat)),
        move=moment.decision.chosen,
        better=moment.decision.candidates[0].move,
        turn=game.moves[first.move] if begun < number else "",
        turn_seen=game.write(game.view(first.before, first.seat)) if begun < number else "",
        reasons=moment.decision.reasons,
    )


def _begin_of_turn(line: Line, moments: Sequence[Moment], number: int) -> int:
    """The number of the first decision of the turn that a step belongs to."""
    begun = earlier = number
    while earlier > 0 and not ends_turn(line.saved.game, line.steps[earlier - 1]):
        earlier -= 1
        if moments[earlier + 1].decision:
            begun = earlier
    return begun


def _deal(analysis: Analysis) -> Iterator[Highlight]:
    dealt = analysis.moments[0]
    for seat, change in enumerate(dealt.changes):
        if abs(change.luck.chance) >= SMALLEST:
            yield Highlight(Kind.DEAL, dealt.row, dealt.round, seat, change.luck.chance)


def _strokes(
    line: Line, analysis: Analysis, rolled: Sequence[Sequence[Told]]
) -> Iterator[Highlight]:
    game = line.saved.game
    rows = zip(line.steps, analysis.moments[1:], rolled, strict=True)
    for step, moment, by_dice in rows:
        for seat, change in enumerate(moment.changes):
            if abs(change.luck.chance) >= SMALLEST:
                yield _stroke(game, step, moment, seat, by_dice)


def _stroke(
    game: Game, step: Step, moment: Moment, seat: int, by_dice: Sequence[Told]
) -> Highlight:
    revealed = revealed_to(game, step, seat, by_dice)
    followed = list(what_followed(game, step, revealed[0], seat)) if revealed else []
    if revealed:
        told = followed or revealed
    else:
        told = [told for told in by_dice if told.is_for(seat)]
        told.sort(key=lambda one: one.to != seat)  # what only this seat was told comes first
    return Highlight(
        kind=Kind.REVEAL if followed else Kind.LUCK,
        row=moment.row,
        round=moment.round,
        seat=seat,
        change=moment.changes[seat].luck.chance,
        events=tuple((one.to, one.event, *one.numbers) for one in told[:MAX_EVENTS]),
    )


def revealed_to(game: Game, step: Step, seat: int, by_dice: Sequence[Told] = ()) -> list[Told]:
    """What the rules turned up that somebody else than the mover had hidden from a seat.

    What other dice would have changed was hidden by nobody.
    """
    return [
        told
        for told in step.story
        if told.event in game.reveals
        and told not in by_dice
        and told.is_for(seat)
        and game.subject_of(told) not in (NOBODY, step.seat, seat)
    ]


def what_followed(game: Game, step: Step, first: Told, seat: int) -> Iterator[Told]:
    """What happened to a seat in a row after something was turned up."""
    after = step.story[step.story.index(first) :]
    return (t for t in after if game.subject_of(t) == seat and t.event not in game.reveals)
