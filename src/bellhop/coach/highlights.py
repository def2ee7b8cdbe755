"""The moments that decided a game: the largest errors and strokes of luck."""

from collections.abc import Iterator, Sequence

from bellhop.coach.analysis import Analysis, Cause, Highlight, Moment
from bellhop.coach.played import PlayedGame, PlayedMove, ends_turn
from bellhop.engine.game import Game
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import Told
from bellhop.engine.words import LANGUAGES

ERRORS_SHOWN, STROKES_SHOWN = 5, 5
SMALLEST_ERROR, SMALLEST = 0.01, 0.02  # a loss, and luck, that are worth a sentence
MAX_EVENTS = 3  # in one sentence
NAMES = tuple("ABCDE")  # players, where only the rest of a sentence matters


def find_highlights(
    played: PlayedGame, analysis: Analysis, by_dice: Sequence[Sequence[Told]]
) -> tuple[Highlight, ...]:
    """The moments that decided a game, the largest first.

    `by_dice` has, for every move, the events that other dice would have changed.
    """
    errors = sorted(analysis.errors, key=_size)[:ERRORS_SHOWN]
    strokes = sorted([*_deal(analysis), *_strokes(played, analysis, by_dice)], key=_size)
    largest = {stroke.row: stroke for stroke in reversed(strokes)}  # one for every row
    return tuple(sorted([*errors, *sorted(largest.values(), key=_size)[:STROKES_SHOWN]], key=_size))


def _size(found: Highlight) -> tuple[float, int, int]:
    return -abs(found.change), found.row, found.seat


def find_errors(played: PlayedGame, moments: Sequence[Moment]) -> tuple[Highlight, ...]:
    """Everybody's errors that are worth a sentence, in the order of the game."""
    return tuple(
        _error(played, moments, number)
        for number, moment in enumerate(moments[1:])
        if moment.decision and moment.decision.loss.chance >= SMALLEST_ERROR
    )


def _error(played: PlayedGame, moments: Sequence[Moment], number: int) -> Highlight:
    game, made, moment = played.saved.game, played.moves[number], moments[number + 1]
    assert moment.decision
    begun = _begin_of_turn(played, moments, number)
    first = played.moves[begun]
    return Highlight(
        kind=Cause.ERROR,
        row=moment.row,
        round=moment.round,
        seat=moment.seat,
        change=-moment.decision.loss.chance,
        seen=game.write(game.view(made.before, made.seat)),
        move=moment.decision.chosen,
        better=moment.decision.candidates[0].move,
        turn=game.moves[first.move] if begun < number else "",
        turn_seen=game.write(game.view(first.before, first.seat)) if begun < number else "",
        reasons=moment.decision.reasons or (),
    )


def _begin_of_turn(played: PlayedGame, moments: Sequence[Moment], number: int) -> int:
    """The number of the first decision of the turn that a move belongs to."""
    begun = earlier = number
    while earlier > 0 and not ends_turn(played.saved.game, played.moves[earlier - 1]):
        earlier -= 1
        if moments[earlier + 1].decision:
            begun = earlier
    return begun


def _deal(analysis: Analysis) -> Iterator[Highlight]:
    dealt = analysis.moments[0]
    for seat, change in enumerate(dealt.changes):
        if abs(change.luck.chance) >= SMALLEST:
            yield Highlight(Cause.DEAL, dealt.row, dealt.round, seat, change.luck.chance)


def _strokes(
    played: PlayedGame, analysis: Analysis, by_dice: Sequence[Sequence[Told]]
) -> Iterator[Highlight]:
    game = played.saved.game
    rows = zip(played.moves, analysis.moments[1:], by_dice, strict=True)
    for made, moment, decided in rows:
        for seat, change in enumerate(moment.changes):
            if abs(change.luck.chance) >= SMALLEST:
                found = _stroke(game, made, moment, seat, decided)
                if found.events:  # a sentence has to say what happened
                    yield found


def _stroke(
    game: Game, made: PlayedMove, moment: Moment, seat: int, by_dice: Sequence[Told]
) -> Highlight:
    """What luck brought a seat in one row: a highlight without events if nobody could tell."""
    change = moment.changes[seat].luck.chance
    revealed = revealed_to(game, made, seat, by_dice)
    followed = list(what_followed(game, made, revealed[0], seat, change)) if revealed else []
    told = followed or revealed or [told for told in by_dice if told.is_for(seat)]
    # What happened to this seat comes first, then what only this seat was told.
    told.sort(key=lambda one: (game.subject_of(one) != seat, one.to != seat))
    said = [one for one in told if game.speech.say_event(game.words(LANGUAGES[0]), one, NAMES)]
    return Highlight(
        kind=Cause.REVEAL if followed else Cause.LUCK,
        row=moment.row,
        round=moment.round,
        seat=seat,
        change=change,
        events=tuple((one.to, one.event, *one.numbers) for one in said[:MAX_EVENTS]),
    )


def revealed_to(
    game: Game, made: PlayedMove, seat: int, by_dice: Sequence[Told] = ()
) -> list[Told]:
    """What the rules turned up that somebody other than the mover had hidden from a seat.

    What other dice would have changed was hidden by nobody.
    """
    return [
        told
        for told in made.story
        if told.event in game.reveals
        and told not in by_dice
        and told.is_for(seat)
        and game.subject_of(told) not in (NOBODY, made.seat, seat)
    ]


def what_followed(
    game: Game, made: PlayedMove, first: Told, seat: int, change: float
) -> Iterator[Told]:
    """The news after something was turned up that is as good or as bad for a seat as the change.

    What is good news for somebody is bad news for everybody else.
    """
    agreeing, opposite = game.good_news, game.bad_news
    if change < 0:
        agreeing, opposite = opposite, agreeing
    for told in made.story[made.story.index(first) :]:
        if told.event in (agreeing if game.subject_of(told) == seat else opposite):
            yield told
