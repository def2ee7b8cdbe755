"""What may be done, and why not. Sections: gameplay, research, build, high season.

Every `why_not_…` returns ALLOWED or the reason against a move; a move is legal if there is none.
"""

from bellhop.engine.records import Cells, blank
from bellhop.engine.rulebook import rule

from .state import Hotelier, Position
from .vocabulary import (
    ADD,
    BUILD,
    DONE,
    GUEST,
    HIGH_SEASON_CARDS,
    HOST,
    MOVE_ABOUT,
    MOVE_KIND,
    NO_TAG,
    PLACE,
    PLAIN,
    RESEARCH,
    SMALLEST_SET,
    STARRED,
    TAGS,
    TAKE,
    TOURIST,
    Move,
    Phase,
    Refusal,
    floor_card,
)


@rule("gameplay")
def legal(game: Position, mask: Cells) -> int:
    """Mark the legal moves and count them."""
    blank(mask)
    me = game.players[game.turn]
    allowed = 0
    match game.phase:
        case Phase.CHOOSING:
            allowed += mark(mask, RESEARCH, Refusal.ALLOWED)
            for tag in range(TAGS):
                allowed += mark(mask, BUILD + tag, why_not_build(game, me, tag))
                allowed += mark(mask, TAKE + tag, why_not_take(game, me, tag))
        case Phase.PLACING:
            for kind in range(TOURIST):
                allowed += mark(mask, PLACE + kind, why_not_place(me, kind))
            for tag in range(TAGS):
                allowed += mark(mask, HOST + tag, why_not_host(game, me, tag))
        case Phase.BUILDING:
            for card in range(GUEST + 1):
                allowed += mark(mask, ADD + card, why_not_add(game, me, card))
            allowed += mark(mask, DONE, why_not_lay(game, me))
    return allowed


def mark(mask: Cells, move: int, refusal: int) -> int:
    """Mark a move as legal or not; return 1 or 0 for the count."""
    allowed = int(refusal == Refusal.ALLOWED)
    mask[move] = allowed
    return allowed


@rule("gameplay")
def why_not(game: Position, move: int) -> int:
    """The reason against a move; a turn is one Research or one Build."""
    if phase_of(move) != game.phase:
        return out_of_order(game)
    me = game.players[game.turn]
    about = MOVE_ABOUT[move]
    match MOVE_KIND[move]:
        case Move.PLACE:
            return why_not_place(me, about)
        case Move.HOST:
            return why_not_host(game, me, about)
        case Move.BUILD:
            return why_not_build(game, me, about)
        case Move.TAKE:
            return why_not_take(game, me, about)
        case Move.ADD:
            return why_not_add(game, me, about)
        case Move.DONE:
            return why_not_lay(game, me)
    return Refusal.ALLOWED


def phase_of(move: int) -> int:
    """The phase a move belongs to."""
    match MOVE_KIND[move]:
        case Move.RESEARCH | Move.BUILD | Move.TAKE:
            return Phase.CHOOSING
        case Move.PLACE | Move.HOST:
            return Phase.PLACING
    return Phase.BUILDING


def out_of_order(game: Position) -> int:
    """The reason against a move of another phase."""
    match game.phase:
        case Phase.CHOOSING:
            return Refusal.MUST_CHOOSE
        case Phase.PLACING:
            return Refusal.MUST_PLACE
        case Phase.BUILDING:
            return Refusal.MUST_FINISH
    return Refusal.GAME_OVER


@rule("research")
def why_not_place(me: Hotelier, kind: int) -> int:
    """Any floor card in hand may go below its tag."""
    held = me.hand[kind] > 0
    return Refusal.ALLOWED if held else Refusal.CARD_NOT_HELD


@rule("research")
def why_not_host(game: Position, me: Hotelier, tag: int) -> int:
    """A tourist may go below any tag that has none yet."""
    if me.hand[TOURIST] == 0:
        return Refusal.TOURIST_NOT_HELD
    return Refusal.TAG_HAS_TOURIST if game.lodgers[tag] > 0 else Refusal.ALLOWED


@rule("build")
def why_not_build(game: Position, me: Hotelier, tag: int) -> int:
    """A set may come from the hand alone, whatever is in the supply (ruling Q4)."""
    return why_not_set(game, me, tag, 0, me.hand[TOURIST])


@rule("build")
def why_not_take(game: Position, me: Hotelier, tag: int) -> int:
    """A set may use a supply with floor cards, and then all of them join it (rulings Q3, Q5)."""
    taken, lodger = below(game, tag), game.lodgers[tag]
    if taken == 0:
        return Refusal.ONLY_TOURIST_BELOW if lodger else Refusal.SUPPLY_EMPTY
    if is_closed(game, tag):
        return Refusal.HIGH_SEASON
    joining = lodger if game.tourist_joins else 0
    return why_not_set(game, me, tag, taken, me.hand[TOURIST] + joining)


@rule("build")
def why_not_set(game: Position, me: Hotelier, tag: int, taken: int, tourists: int) -> int:
    """A set makes a new floor or extends the top one, with two cards or more, not all tourists."""
    floor_cards = taken + me.hand[floor_card(tag, PLAIN)] + me.hand[floor_card(tag, STARRED)]
    standing, top = me.floors[tag].cards, top_floor(me)
    if floor_cards == 0:
        return Refusal.NO_FLOOR_CARD
    if floor_cards + tourists < SMALLEST_SET:
        return Refusal.TOO_FEW_CARDS
    if standing > 0 and top != tag:
        return Refusal.FLOOR_COVERED
    if game.first_edition and standing > 0:
        return why_not_extend(me, tag, taken, floor_cards + tourists)
    return Refusal.ALLOWED


@rule("build")
def why_not_extend(me: Hotelier, tag: int, least: int, most: int) -> int:
    """First edition (ruling Q6): a floor is extended once, by as many cards as its row has.

    `least` is the number of cards from the supply, `most` that of all available cards.
    """
    if me.floors[tag].rows > 1:
        return Refusal.EXTENDED_ALREADY
    fits = least <= me.floors[tag].cards <= most
    return Refusal.ALLOWED if fits else Refusal.EXTENSION_SIZE


@rule("build")
def why_not_add(game: Position, me: Hotelier, card: int) -> int:
    """A card from the hand joins the set, but tourists never complete it without a floor card."""
    if game.chosen[card] >= available(game, me, card):
        return Refusal.NO_MORE_OF_THESE
    exact = exact_size(game, me)
    if exact > 0:
        if set_size(game) >= exact:
            return Refusal.EXTENSION_SIZE
        if card == GUEST and set_floor_cards(game) == 0 and set_size(game) + 1 >= exact:
            return Refusal.SET_OF_TOURISTS
    return Refusal.ALLOWED


@rule("build")
def why_not_lay(game: Position, me: Hotelier) -> int:
    """A finished set has two cards or more and is never tourists alone."""
    if set_size(game) < SMALLEST_SET:
        return Refusal.SET_TOO_SMALL
    if set_floor_cards(game) == 0:
        return Refusal.SET_OF_TOURISTS
    exact = exact_size(game, me)
    return Refusal.EXTENSION_SIZE if exact > 0 and set_size(game) != exact else Refusal.ALLOWED


def available(game: Position, me: Hotelier, card: int) -> int:
    """Cards of one sort that are available for the set being formed."""
    if card != GUEST:
        return me.hand[floor_card(game.site, card)]
    joining = game.lodgers[game.site] if game.taking and game.tourist_joins else 0
    return me.hand[TOURIST] + joining


def exact_size(game: Position, me: Hotelier) -> int:
    """The size that the set must have, or 0 if any size is allowed (ruling Q6)."""
    return me.floors[game.site].cards if game.first_edition else 0


def set_floor_cards(game: Position) -> int:
    """Floor cards in the set being formed."""
    taken = below(game, game.site) if game.taking else 0
    return taken + game.chosen[PLAIN] + game.chosen[STARRED]


def set_size(game: Position) -> int:
    """Cards in the set being formed."""
    return set_floor_cards(game) + game.chosen[GUEST]


def below(game: Position, tag: int) -> int:
    """Floor cards below a tag."""
    return game.supply[floor_card(tag, PLAIN)] + game.supply[floor_card(tag, STARRED)]


def top_floor(me: Hotelier) -> int:
    """The tag of the top floor, or NO_TAG."""
    return me.storeys[me.height - 1] if me.height > 0 else NO_TAG


@rule("high_season")
def is_closed(game: Position, tag: int) -> bool:
    """In high season a supply of fewer than two cards cannot be taken (for tourists see Q22)."""
    counted = below(game, tag)
    if not game.season_floor_cards:
        counted += game.lodgers[tag]
    return game.busy[tag] == 1 and counted < HIGH_SEASON_CARDS
