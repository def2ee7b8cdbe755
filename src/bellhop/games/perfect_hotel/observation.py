"""The observation of Perfect Hotel: a view as a row of small numbers, the player's seat first."""

from bellhop.engine.features import (
    MAX_TENS,
    Layout,
    Slice,
    mark,
    option_slices,
    places_after,
    seat_after,
    write_points,
)
from bellhop.engine.records import Cells, fill

from . import GAME
from .rules.state import Hotelier, Position
from .rules.vocabulary import (
    CARDS_IN_ALL,
    DECKS,
    FACILITIES,
    KINDS,
    NUMBERS,
    SEATS,
    TAGS,
    TOURIST,
    TOURISTS,
    Phase,
)

FEWEST = GAME.players[0]
FLOOR = 4  # numbers per floor
MAX_OF_A_KIND = max(max(deck) for deck in DECKS)
MAX_ON_A_FLOOR = max(facility.copies for facility in FACILITIES) + TOURISTS

LAYOUT = Layout(
    2,
    Slice("players", f"how many play: one of {FEWEST} to {SEATS}", (SEATS - FEWEST + 1,)),
    *option_slices(GAME.options),
    Slice("round", "one of the rounds", (NUMBERS.rounds,)),
    Slice("phase", "one of choosing, placing, building, over", (len(Phase),)),
    Slice("turn", "whose turn it is: one of the seats; nobody when the game is over", (SEATS,)),
    Slice("start", "who begins this round: one of the seats", (SEATS,)),
    Slice("pile", "cards left to draw", high=CARDS_IN_ALL),
    Slice("pile-tourists", "tourists among them", high=TOURISTS),
    Slice("tourist-on-top", "is the top card of the pile a tourist?"),
    Slice("supply", "floor cards below the tags, by kind", (TOURIST,), MAX_OF_A_KIND),
    Slice("lodgers", "tourists below the tags, by tag", (TAGS,)),
    Slice("busy", "tags in high season", (TAGS,)),
    Slice("site", "the tag of the set that the observer is forming: one of the tags", (TAGS,)),
    Slice("taking", "does that set use the supply?"),
    Slice(
        "chosen",
        "cards of the observer's hand chosen for it: plain, star, tourist",
        (3,),
        MAX_OF_A_KIND,
    ),
    Slice(
        "hands",
        "by seat and kind: the observer's hand, and the tourists in the others",
        (SEATS, KINDS),
        MAX_OF_A_KIND,
    ),
    Slice("points", "by seat: tens, ones", (SEATS, 2), MAX_TENS),
    Slice("held", "cards in hand, by seat", (SEATS,), CARDS_IN_ALL),
    Slice("height", "different floors, by seat", (SEATS,), TAGS),
    Slice(
        "levels", "by seat and tag: which floor from the ground, 0 for none", (SEATS, TAGS), TAGS
    ),
    Slice("top", "by seat: the tag of the top floor, one of the tags", (SEATS, TAGS)),
    Slice(
        "floors",
        "by seat and tag: cards, stars and tourists among them, rows",
        (SEATS, TAGS, FLOOR),
        MAX_ON_A_FLOOR,
    ),
)
LOSSY: dict[str, str] = {}

PLAYERS, ROUND, PHASE = LAYOUT.at("players"), LAYOUT.at("round"), LAYOUT.at("phase")
HIGH_SEASON_OPTION = LAYOUT.at("option-high-season")
ROUNDS_OPTION = LAYOUT.at("option-rounds")
STARS_OPTION = LAYOUT.at("option-stars")
EXTENSION_OPTION = LAYOUT.at("option-extension")
TOURIST_OPTION = LAYOUT.at("option-tourist")
BEST_VIEW_OPTION = LAYOUT.at("option-best-view")
SEASON_COUNT_OPTION = LAYOUT.at("option-season-count")
TURN, START = LAYOUT.at("turn"), LAYOUT.at("start")
PILE, PILE_TOURISTS = LAYOUT.at("pile"), LAYOUT.at("pile-tourists")
TOURIST_ON_TOP, SUPPLY = LAYOUT.at("tourist-on-top"), LAYOUT.at("supply")
LODGERS, BUSY = LAYOUT.at("lodgers"), LAYOUT.at("busy")
SITE, TAKING, CHOSEN = LAYOUT.at("site"), LAYOUT.at("taking"), LAYOUT.at("chosen")
HANDS, POINTS, HELD = LAYOUT.at("hands"), LAYOUT.at("points"), LAYOUT.at("held")
HEIGHT, LEVELS = LAYOUT.at("height"), LAYOUT.at("levels")
TOP, FLOORS = LAYOUT.at("top"), LAYOUT.at("floors")


def observe(seen: Position, seat: int, out: Cells) -> None:
    """Write what a seat's view shows, with that seat first and the others in turn order."""
    fill(out, 0)
    observe_options(seen, out)
    observe_table(seen, seat, out)
    if seen.phase == Phase.BUILDING and seen.turn == seat:
        mark(out, SITE, seen.site)
        out[TAKING] = seen.taking
        for card in range(len(seen.chosen)):
            out[CHOSEN + card] = seen.chosen[card]
    for steps in range(seen.seats):
        observe_player(seen.players[seat_after(seat, steps, seen.seats)], steps, out)


def observe_options(seen: Position, out: Cells) -> None:
    """Write the options of the table."""
    mark(out, PLAYERS, seen.seats - FEWEST)
    mark(out, HIGH_SEASON_OPTION, seen.high_season)
    mark(out, ROUNDS_OPTION, seen.short)
    mark(out, STARS_OPTION, seen.stars)
    mark(out, EXTENSION_OPTION, seen.first_edition)
    mark(out, TOURIST_OPTION, seen.tourist_joins)
    mark(out, BEST_VIEW_OPTION, seen.count_rows)
    mark(out, SEASON_COUNT_OPTION, seen.season_floor_cards)


def observe_table(seen: Position, seat: int, out: Cells) -> None:
    """Write whose turn it is, the pile, and the cards below the tags."""
    mark(out, ROUND, seen.round)
    mark(out, PHASE, seen.phase)
    mark(out, TURN, places_after(seat, seen.turn, seen.seats))
    mark(out, START, places_after(seat, seen.start, seen.seats))
    out[PILE] = seen.pile
    out[PILE_TOURISTS] = seen.deck[TOURIST]
    out[TOURIST_ON_TOP] = seen.tourist_on_top
    for kind in range(TOURIST):
        out[SUPPLY + kind] = seen.supply[kind]
    for tag in range(TAGS):
        out[LODGERS + tag] = seen.lodgers[tag]
        out[BUSY + tag] = seen.busy[tag]


def observe_player(player: Hotelier, steps: int, out: Cells) -> None:
    """Write the player `steps` seats after the observer: points, cards held, and the hotel."""
    write_points(out, POINTS + 2 * steps, player.points)
    out[HELD + steps] = player.held
    for kind in range(KINDS):
        out[HANDS + steps * KINDS + kind] = player.hand[kind]
    out[HEIGHT + steps] = player.height
    for level in range(player.height):
        out[LEVELS + steps * TAGS + player.storeys[level]] = level + 1
    if player.height > 0:
        mark(out, TOP + steps * TAGS, player.storeys[player.height - 1])
    for tag in range(TAGS):
        at = FLOORS + (steps * TAGS + tag) * FLOOR
        floor = player.floors[tag]
        out[at] = floor.cards
        out[at + 1] = floor.starred
        out[at + 2] = floor.tourists
        out[at + 3] = floor.rows
