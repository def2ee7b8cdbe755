"""The pictures in Overbooking's rules: guests, the table in phase 1, checked hotels, a score."""

import random
from collections.abc import Sequence

from markupsafe import Markup

from bellhop.drawing.pages import draw
from bellhop.drawing.pictures import freeze, list_events, score_table
from bellhop.engine.questions import plan
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.engine.telling import listening
from bellhop.engine.words import Words

from .. import GAME
from ..rules.preparation import open_hotel
from ..rules.state import Position
from ..rules.turns import proceed
from ..rules.vocabulary import CARD_NAMES, KINDS, SIDES, Event, Phase, Place, Step

Laid = tuple[int, str]  # the seat, and the move as text
SCORED_GAME = 69  # the seed of a random game in which families earn a bonus


def list_cards(_words: Words) -> dict[str, str]:
    """None: the handbook's text has no lists of cards."""
    return {}


def draw_pictures(words: Words, names: Sequence[str]) -> dict[str, Markup]:
    """All pictures, by name."""
    return {
        "guests": _guests(words, names),
        "playing": _playing(words, names),
        "example_beds": _example(
            words,
            names,
            "full 8A",
            (0, "workers:bird > 1 line"),
            (1, "nobles:fish > 1 line"),
            (2, "nobles:lion > 1 line"),
            (1, "maids:stag > 1 line"),
        ),
        "example_monks": _example(
            words,
            names,
            "full 2A",
            (2, "merchants:fish > 1 back"),
            (0, "soldiers:lion > 1 line"),
            (1, "monk:bird > 1 line"),
            (2, "nobles:stag > 1 line"),
            (0, "maids:fish > 1 line"),
        ),
        "example_powers": _example(
            words,
            names,
            "full 4B",
            (0, "nobles:stag > 1 back"),
            (1, "monk:lion > 1 back"),
            (2, "workers:bird > 1 line"),
            (0, "merchants:fish > 1 line"),
            (1, "soldiers:bird > 1 line"),
            (2, "soldiers:bird > 1 line"),
            answer="choose 2",
        ),
        "score": _score(words, names),
    }


def _table(hotels: Sequence[str], *laid: Laid) -> Position:
    """Round 1 with these hotels, after these cards were dealt and played."""
    game: Position = GAME.new(3, seed=1)
    sides = [side.id for side in SIDES[game.hotel_set]]
    for number, wanted in enumerate(hotels):
        game.hotels[number].side = sides.index(wanted)
        open_hotel(game, number)
    for seat in range(game.seats):
        _deal(game, seat, [move.partition(" ")[0] for owner, move in laid if owner == seat])
    for seat, move in laid:
        game.turn = seat
        GAME.play(game, GAME.move_named(move))
    return game


def _deal(game: Position, seat: int, cards: Sequence[str]) -> None:
    """Deal a hand with these cards, and fill it up from the deck."""
    me = game.players[seat]
    wanted = [CARD_NAMES.index(card) for card in cards]
    rest = [kind for kind in range(KINDS) if kind not in wanted]
    hand = (wanted + rest)[: me.held]
    for kind in range(KINDS):
        me.place[kind] = Place.HAND if kind in hand else Place.DECK


def _guests(words: Words, names: Sequence[str]) -> Markup:
    """One card of each kind, and a small and a large back."""
    cards = ("monk:bird", "merchants:fish", "maids:lion", "nobles:stag", "soldiers:bird")
    game = _table(("full 8A",), *((1, "monk:fish > 1 line"), (1, "workers:fish > 1 line")))
    _deal(game, 0, (*cards, "workers:lion"))
    game.turn = 0
    drawing = draw(GAME, words, GAME.view(game, 0), 0, names)
    held = [card.made() for card in drawing.context["cards"]]
    wanted = [card for name in (*cards, "workers:lion") for card in held if _is(card.id, name)]
    backs = [back.made() for back in drawing.context["hotels"][0].made().line.cards]
    return freeze(
        "guest-row",
        *(drawing.macros.held(card) for card in wanted),
        *(f'<span class="hotel loose">{drawing.macros.laid(back)}</span>' for back in backs),
    )


def _is(element: str, card: str) -> bool:
    return element == f"hand-{card.replace(':', '-')}"


def _playing(words: Words, names: Sequence[str]) -> Markup:
    """The middle of phase 1, as the first player sees it."""
    game = _table(
        ("full 5A", "full 8A", "full 3B"),
        (0, "nobles:fish > 1 line"),
        (1, "merchants:lion > 2 back"),
        (2, "workers:stag > 3 line"),
        (0, "maids:bird > 2 line"),
        (1, "soldiers:bird > 2 line"),
        (2, "monk:fish > 1 line"),
        (0, "soldiers:lion > 1 back"),
    )
    drawing = draw(GAME, words, GAME.show(game, 0), 0, names)
    hotels = [hotel.made() for hotel in drawing.context["hotels"]]
    rows = "".join(str(drawing.macros.hotel_row(hotel)) for hotel in hotels)
    return freeze("overbooking", f'<ol class="hotels">{rows}</ol>')


def _example(
    words: Words, names: Sequence[str], hotel: str, *laid: Laid, answer: str = ""
) -> Markup:
    """A hotel with its cards turned up, and what happens there."""
    game = _table((hotel,), *laid)
    game.phase = Phase.CHECKING
    shown = game.copy()
    for guests in (*shown.hotels[0].line, *shown.hotels[0].back_door):
        guests.is_open = 1
    drawing = draw(GAME, words, GAME.view(shown, SPECTATOR), SPECTATOR, names)
    with listening() as story:
        plan(game, Step.CHECK_HOTEL, 0, 0)
        proceed(game)
        if answer:
            GAME.play(game, GAME.move_named(answer))
    steps = [told for told in story if told.event != Event.REVEALED]
    row = drawing.macros.hotel_row(drawing.context["hotels"][0].made())
    return freeze("overbooking", f'<ol class="hotels">{row}</ol>') + list_events(
        GAME, words, names, steps
    )


def _score(words: Words, names: Sequence[str]) -> Markup:
    """The score at the end of a game."""
    game: Position = GAME.new(3, seed=SCORED_GAME)
    chance = random.Random(SCORED_GAME)
    with listening() as story:
        while not is_over(game):
            GAME.play(game, chance.choice(GAME.legal_moves(game)))
    drawing = draw(GAME, words, GAME.view(game, SPECTATOR), SPECTATOR, names)
    table = score_table(GAME, words, names, story)
    return freeze("overbooking", drawing.macros.players(drawing.context)) + table
