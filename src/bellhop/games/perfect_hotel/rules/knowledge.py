"""What a seat knows. Sections: setup (hands are kept secret).

Known to everybody: the supply, all hotels, points, tags, the number of cards in each hand and in
the pile, and every tourist's marked back, in hands and on top of the pile (ruling Q25).  Known only
to the player: their hand, and the set being formed until it is laid.  Known to nobody: the order of
the pile and the dice.
"""

from bellhop.engine.dice import set_dice
from bellhop.engine.rulebook import rule

from .preparation import clear, open_turn, pick
from .state import Hotelier, Position
from .vocabulary import DECKS, TAGS, TOURIST, Phase, is_starred, tag_of


@rule("setup")
def view(game: Position, seat: int, seen: Position) -> None:
    """Write what a seat knows; other hands and the pile show only counts and tourists."""
    seen.dice = 0
    view_table(game, seen)
    open_turn(seen)
    seen.phase = game.phase
    if game.phase == Phase.BUILDING:
        view_set(game, seat, seen)
    for other in range(len(game.players)):
        view_hotel(game.players[other], seen.players[other])
        view_hand(game.players[other], seen.players[other], other == seat)


def view_table(game: Position, seen: Position) -> None:
    """The middle of the table and its options are known to everybody."""
    seen.seats = game.seats
    seen.high_season = game.high_season
    seen.short = game.short
    seen.stars = game.stars
    seen.first_edition = game.first_edition
    seen.tourist_joins = game.tourist_joins
    seen.count_rows = game.count_rows
    seen.season_floor_cards = game.season_floor_cards
    seen.round = game.round
    seen.start = game.start
    seen.turn = game.turn
    seen.pile = game.pile
    seen.tourist_on_top = game.tourist_on_top
    for kind in range(TOURIST):
        seen.deck[kind] = 0
        seen.supply[kind] = game.supply[kind]
    seen.deck[TOURIST] = game.deck[TOURIST]
    for tag in range(TAGS):
        seen.lodgers[tag] = game.lodgers[tag]
        seen.busy[tag] = game.busy[tag]


def view_set(game: Position, seat: int, seen: Position) -> None:
    """Only the builder sees the set being formed: to others the turn has just begun."""
    if seat != game.turn:
        seen.phase = Phase.CHOOSING
        return
    seen.site = game.site
    seen.taking = game.taking
    for card in range(len(game.chosen)):
        seen.chosen[card] = game.chosen[card]


def view_hotel(player: Hotelier, seen: Hotelier) -> None:
    """Points and hotels are known to everybody."""
    clear(seen)
    seen.points = player.points
    seen.height = player.height
    for tag in range(TAGS):
        seen.storeys[tag] = player.storeys[tag]
        seen.floors[tag].cards = player.floors[tag].cards
        seen.floors[tag].starred = player.floors[tag].starred
        seen.floors[tag].tourists = player.floors[tag].tourists
        seen.floors[tag].rows = player.floors[tag].rows


def view_hand(player: Hotelier, seen: Hotelier, own: bool) -> None:
    """Players know their own hand fully, and the number of cards and tourists in other hands."""
    seen.held = player.held
    seen.hand[TOURIST] = player.hand[TOURIST]
    if own:
        for kind in range(TOURIST):
            seen.hand[kind] = player.hand[kind]


def cover(seen: Position, seat: int) -> None:
    """Nothing is covered, because players may look at their own hand at any time."""


@rule("setup")
def imagine(seen: Position, dice: int) -> None:
    """Deal the unseen floor cards to the hands that are not known; the rest is the pile."""
    set_dice(seen, dice)
    for kind in range(TOURIST):
        seen.deck[kind] = DECKS[seen.stars][kind] - shown(seen, kind)
    unseen = 0
    for kind in range(TOURIST):
        unseen += seen.deck[kind]
    for seat in range(seen.seats):
        player = seen.players[seat]
        for _ in range(player.held - sum(player.hand)):
            kind = pick(seen, seen.deck, unseen)
            seen.deck[kind] -= 1
            player.hand[kind] += 1
            unseen -= 1


def shown(seen: Position, kind: int) -> int:
    """Floor cards of a kind that are face up or in a known hand."""
    tag = tag_of(kind)
    cards = seen.supply[kind]
    for player in seen.players:
        floor = player.floors[tag]
        plain = floor.cards - floor.starred - floor.tourists
        cards += player.hand[kind] + (floor.starred if is_starred(kind) else plain)
    return cards
