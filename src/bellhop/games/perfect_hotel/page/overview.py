"""The overview of Perfect Hotel: where the cards are, and what the round would score now."""

from collections.abc import Sequence
from typing import Any

from bellhop.engine.scores import tabulate
from bellhop.engine.telling import listening
from bellhop.engine.words import Words

from ..rules.legality import below
from ..rules.scoring import SHEET, score_round, scored
from ..rules.state import Position
from ..rules.vocabulary import (
    BEST_VIEW_AWARD,
    BUDGET_HOTEL,
    DECKS,
    DRAWN,
    FACILITIES,
    PENTHOUSE_AWARD,
    PLAIN,
    STARRED,
    TAG_NAMES,
    TAGS,
    TOURIST,
    TOURIST_LOSS,
    TOURISTS,
    Phase,
    floor_card,
)
from ..speech import say_item
from . import legend as legends

legend = legends.legend


def context(words: Words, seen: Position, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The values that the template draws for a seat, or SPECTATOR."""
    is_player = 0 <= seat < seen.seats
    return {
        "is_player": is_player,
        "pile": [
            words.count("draw.pile", seen.pile),
            words.count("overview.researches", -(-seen.pile // DRAWN)),
        ],
        "kinds": [_kind(words, seen, seat if is_player else None, tag) for tag in range(TAGS)],
        "tourists": _tourists(seen),
        "held": [
            (names[other], seen.players[other].held, seen.players[other].hand[TOURIST])
            for other in range(seen.seats)
        ],
        "points": [seen.players[other].points for other in range(seen.seats)],
        "then": _score_now(words, seen) if seen.phase != Phase.OVER else None,
        "scoring": _scoring(words, seen),
    }


def _kind(words: Words, seen: Position, seat: int | None, tag: int) -> dict[str, Any]:
    """The cards of a value: how many there are, where they lie, and how many are unseen."""
    deck, plain, starred = DECKS[seen.stars], floor_card(tag, PLAIN), floor_card(tag, STARRED)
    built = [player.floors[tag] for player in seen.players]
    hand = seen.players[seat].hand if seat is not None else None
    own = hand[plain] + hand[starred] if hand else 0
    own_stars = hand[starred] if hand else 0
    hotels = sum(floor.cards - floor.tourists for floor in built)
    stars_shown = seen.supply[starred] + sum(floor.starred for floor in built) + own_stars
    return {
        "tag": tag,
        "icon": FACILITIES[tag].name,
        "value": TAG_NAMES[tag],
        "name": words.find(f"facility.{FACILITIES[tag].name}", FACILITIES[tag].name),
        "all": deck[plain] + deck[starred],
        "supply": below(seen, tag),
        "hotels": hotels,
        "own": own,
        "out": deck[plain] + deck[starred] - below(seen, tag) - hotels - own,
        "stars": deck[starred] - stars_shown,
    }


def _tourists(seen: Position) -> dict[str, int]:
    """Where the tourists are, which everybody knows from their marked backs."""
    return {
        "all": TOURISTS,
        "supply": sum(seen.lodgers),
        "hotels": sum(floor.tourists for player in seen.players for floor in player.floors),
        "hands": sum(player.hand[TOURIST] for player in seen.players),
        "out": seen.deck[TOURIST],
    }


def _score_now(words: Words, seen: Position) -> dict[str, Any]:
    """What the round would score if it ended now, from what everybody can see."""
    then = seen.copy()
    with listening() as story:
        score_round(then)
    tables = tabulate(map(scored, story), SHEET, seen.seats)
    rows = [
        (say_item(words, item), cells)
        for table in tables
        for item, cells in table.without_empty_rows().rows
    ]
    return {"rows": rows, "totals": [then.players[seat].points for seat in range(seen.seats)]}


def _scoring(words: Words, seen: Position) -> list[str]:
    """The steps of the scoring in short, with this table's options."""
    return [
        words.say("overview.scoring.largest"),
        words.say("overview.scoring.tourists", points=TOURIST_LOSS),
        words.say("overview.scoring.stars"),
        words.say(
            "overview.scoring.rows" if seen.count_rows else "overview.scoring.floors",
            alone=BEST_VIEW_AWARD.alone,
            tied=BEST_VIEW_AWARD.tied,
        ),
        words.say("overview.scoring.penthouse", alone=PENTHOUSE_AWARD.alone),
        words.say("overview.scoring.budget", floors=BUDGET_HOTEL.floors, points=BUDGET_HOTEL.loss),
    ]
