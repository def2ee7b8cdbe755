"""The emperor. Sections: end of the round, scoring the emperor's track, emperor tiles."""

from bellhop.engine.questions import ask, plan
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, tell

from .answers import can_be_excused, can_suffer, why_not_penalty
from .cards import STEPS_OF_A_CARD, TILES, When
from .gains import gain_points, pay
from .staff import fire
from .state import Position
from .steps import run_step
from .tables import EXCUSE_CARD, OR_LOSE, PENALTY_STEP, REWARD_STEP, STAFF_STEPS, STEP_AMOUNT
from .vocabulary import (
    EMPEROR_POINTS,
    EMPEROR_ROUNDS,
    FOR_TILES,
    FOR_TRACK,
    LETTER_COUNT,
    RETREATS,
    REWARD_FROM,
    Event,
    Penalty,
    Phase,
    Refusal,
    Step,
)


@rule("end_of_round")
def emperor_scoring(game: Position) -> int:
    """Which scoring of the emperor follows this round, from 0; -1 for none."""
    for number in range(LETTER_COUNT):
        if EMPEROR_ROUNDS[number] == game.round + 1:
            return number
    return -1


@rule("emperor_scoring")
def score_emperor(game: Position, number: int) -> None:
    """Everybody scores the field, then goes back; then each faces the tile in turn (ruling E3)."""
    game.phase = Phase.SCORING
    for seat in range(game.seats):
        me = game.players[seat]
        field = me.emperor
        me.emperor = max(0, field - RETREATS[number])
        tell(EVERYONE, Event.EMPEROR_SCORED, seat, EMPEROR_POINTS[field], field, me.emperor)
        gain_points(game, seat, EMPEROR_POINTS[field], FOR_TRACK)
    for place in range(game.seats):
        seat = (game.start + game.seats - 1 - place) % game.seats
        plan(game, Step.FACE_EMPEROR, seat, number)


@rule("emperor_scoring")
def face_emperor(game: Position, seat: int, number: int) -> None:
    """High in favour there is a reward, at the very bottom a penalty, in between nothing."""
    field = game.players[seat].emperor
    tile = game.tiles[number]
    if field >= REWARD_FROM:
        tell(EVERYONE, Event.REWARDED, seat, tile, 0, 0, game.edition)
        fire(game, seat, When.EMPEROR_REWARD, 0)
        run_step(game, seat, REWARD_STEP[game.edition * TILES + tile], FOR_TILES)
    elif field == 0:
        tell(EVERYONE, Event.PUNISHED, seat, tile, 0, 0, game.edition)
        face_penalty(game, seat, tile)


@rule("emperor_tiles")
def face_penalty(game: Position, seat: int, tile: int) -> None:
    """Who has no choice suffers at once; else the question is put."""
    may_suffer = why_not_penalty(game, seat, tile, Penalty.SUFFER) == Refusal.ALLOWED
    may_lose = why_not_penalty(game, seat, tile, Penalty.LOSE) == Refusal.ALLOWED
    if can_be_excused(game, seat) or (may_suffer and may_lose):
        ask(game, Step.PENALTY, seat, tile, 0)
    else:
        suffer(game, seat, tile, Penalty.SUFFER if may_suffer else Penalty.LOSE)


@rule("emperor_tiles")
def suffer(game: Position, seat: int, tile: int, how: int) -> None:
    """Carry out the penalty, lose the points, or be excused for a krone."""
    if how == Penalty.EXCUSE:
        step = STAFF_STEPS[EXCUSE_CARD * STEPS_OF_A_CARD]
        pay(game, seat, STEP_AMOUNT[step])
        tell(EVERYONE, Event.EXCUSED, seat, STEP_AMOUNT[step])
    elif how == Penalty.LOSE:
        gain_points(game, seat, -OR_LOSE[tile], FOR_TILES)
    elif can_suffer(game, seat, tile) or OR_LOSE[tile] == 0:
        run_step(game, seat, PENALTY_STEP[game.edition * TILES + tile], FOR_TILES)
