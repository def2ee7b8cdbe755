"""The emperor. Sections: end of the round, scoring the emperor's track, emperor tiles."""

from bellhop.engine.questions import ask, plan
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, tell

from .answers import can_be_excused, can_suffer, why_not_penalty
from .cards import When
from .gains import gain_points, pay
from .staff import fire
from .state import Position
from .steps import run_step
from .tables import (
    EXCUSE_CARD,
    OR_LOSE,
    STEP_AMOUNT,
    penalty_of,
    reward_of,
    staff_step,
)
from .vocabulary import (
    EMPEROR_POINTS,
    EMPEROR_ROUNDS,
    FOR_TILES,
    FOR_TRACK,
    LETTER_COUNT,
    NO_SCORING,
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
    """The number of the emperor's scoring after this round, from 0, or NO_SCORING."""
    for number in range(LETTER_COUNT):
        if EMPEROR_ROUNDS[number] == game.round + 1:
            return number
    return NO_SCORING


@rule("emperor_scoring")
def score_emperor(game: Position, number: int) -> None:
    """All score their field and move back; then each faces the tile in turn order (ruling E3)."""
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
    """High fields bring the reward, the lowest field the penalty, and those between nothing."""
    field = game.players[seat].emperor
    tile = game.tiles[number]
    if field >= REWARD_FROM:
        tell(EVERYONE, Event.REWARDED, seat, tile, 0, 0, game.edition)
        fire(game, seat, When.EMPEROR_REWARD, 0)
        run_step(game, seat, reward_of(game.edition, tile), FOR_TILES)
    elif field == 0:
        tell(EVERYONE, Event.PUNISHED, seat, tile, 0, 0, game.edition)
        face_penalty(game, seat, tile)


@rule("emperor_tiles")
def face_penalty(game: Position, seat: int, tile: int) -> None:
    """A player with a choice is asked; without one, the penalty is carried out at once."""
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
        step = staff_step(game.edition, EXCUSE_CARD, 0)
        pay(game, seat, STEP_AMOUNT[step])
        tell(EVERYONE, Event.EXCUSED, seat, STEP_AMOUNT[step])
    elif how == Penalty.LOSE:
        gain_points(game, seat, -OR_LOSE[tile], FOR_TILES)
    elif can_suffer(game, seat, tile) or OR_LOSE[tile] == 0:
        run_step(game, seat, penalty_of(game.edition, tile), FOR_TILES)
