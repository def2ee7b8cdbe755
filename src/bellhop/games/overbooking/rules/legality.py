"""What may be done, and why not. Sections: playing cards, hotel rules, powers.

Every `why_not_…` returns ALLOWED or the reason against a move; a move is legal if there is none.
"""

from bellhop.engine.questions import top
from bellhop.engine.records import Cells, blank
from bellhop.engine.rulebook import rule

from .preparation import rule_of
from .state import Chamberlain, HotelTile, Position, hotel_of, place_of
from .vocabulary import (
    ALL_KINDS,
    AT_BACK_DOOR,
    AT_LINE,
    BACK_DOOR,
    CHOOSE,
    CREST_KINDS,
    DECLINE,
    KINDS,
    LINE,
    LINE_PLACES,
    LONG_LINE,
    MOVE_CARD,
    MOVE_KIND,
    MOVE_SIDE,
    MOVE_WHERE,
    NO,
    PASS,
    PLAYS,
    POWERS,
    REPLACED,
    SMALL_KINDS,
    SOLDIER_KINDS,
    HotelRule,
    Move,
    Phase,
    Place,
    Power,
    Refusal,
    crest_on,
    guest_of,
    play_at,
)


@rule("play_cards")
def legal(game: Position, mask: Cells) -> int:
    """Mark the legal moves and count them."""
    blank(mask)
    match game.phase:
        case Phase.PLAYING:
            return legal_plays(game, mask)
        case Phase.CHECKING:
            return legal_answers(game, mask)
    return 0


@rule("play_cards")
def legal_plays(game: Position, mask: Cells) -> int:
    """Any card in hand may go to any hotel that takes it; a player may pass only if none does."""
    hand = game.players[game.turn].place
    plays = 0
    for number in range(game.seats):
        hotel = game.hotels[number]
        line, back_door = line_takes(game, hotel), back_door_takes(game, hotel)
        first, second = play_at(number, AT_LINE, 0), play_at(number, AT_BACK_DOOR, 0)
        for kind in range(KINDS):
            held = hand[kind] == Place.HAND
            at_line, at_back_door = held & line >> kind, held & back_door >> kind
            mask[first + kind] = at_line
            mask[second + kind] = at_back_door
            plays += at_line + at_back_door
    mask[DECLINE] = may_decline(game)
    mask[PASS] = plays == 0 and not may_decline(game)
    return plays + mask[DECLINE] + mask[PASS]


@rule("play_cards")
def why_not(game: Position, move: int) -> int:
    """The reason against a move."""
    if game.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if is_answer(move) != (game.phase == Phase.CHECKING):
        return Refusal.MUST_ANSWER if game.phase == Phase.CHECKING else Refusal.MUST_PLAY
    match MOVE_KIND[move]:
        case Move.PLAY:
            return why_not_play(game, MOVE_CARD[move], MOVE_WHERE[move], MOVE_SIDE[move])
        case Move.DECLINE:
            return Refusal.ALLOWED if may_decline(game) else Refusal.NOT_THE_LAST_CARD
        case Move.PASS:
            return why_not_pass(game)
        case Move.CHOOSE:
            return why_not_choose(game, MOVE_WHERE[move])
    return Refusal.ALLOWED


def is_answer(move: int) -> bool:
    """Is a move the answer to a question asked by guests at a back door?"""
    match MOVE_KIND[move]:
        case Move.CHOOSE | Move.NO:
            return True
    return False


@rule("play_cards")
def why_not_play(game: Position, kind: int, number: int, side: int) -> int:
    """A card from the hand goes to a line or a back door that takes it."""
    if number >= game.seats:
        return Refusal.NO_SUCH_HOTEL
    if game.players[game.turn].place[kind] != Place.HAND:
        return Refusal.CARD_NOT_HELD
    hotel = game.hotels[number]
    if side == AT_LINE:
        taken = line_takes(game, hotel) >> kind & 1
        return Refusal.ALLOWED if taken else why_not_line(game, hotel)
    taken = back_door_takes(game, hotel) >> kind & 1
    return Refusal.ALLOWED if taken else why_not_back_door(game, hotel)


@rule("play_cards")
def may_decline(game: Position) -> bool:
    """Only the last player may keep their fifth card (ruling Q18)."""
    return game.turns_taken == PLAYS * game.seats - 1


@rule("play_cards")
def why_not_pass(game: Position) -> int:
    """A player who can place a card may not pass (ruling Q20)."""
    if can_play(game, game.players[game.turn]):
        return Refusal.CAN_PLAY
    return Refusal.MAY_DECLINE if may_decline(game) else Refusal.ALLOWED


def can_play(game: Position, me: Chamberlain) -> bool:
    """Is there a place for any card in hand?"""
    for kind in range(KINDS):
        if me.place[kind] == Place.HAND:
            for number in range(game.seats):
                for side in range(2):
                    if why_not_play(game, kind, number, side) == Refusal.ALLOWED:
                        return True
    return False


@rule("doors_and_lines")
def line_takes(game: Position, hotel: HotelTile) -> int:
    """A line takes four cards, or five without a back door; the cards it takes, as a bit set."""
    limit = LONG_LINE if rule_of(game, hotel) == HotelRule.NO_BACK_DOOR else LINE
    return admitted(game, hotel) if hotel.lined_up < limit else 0


@rule("doors_and_lines")
def back_door_takes(game: Position, hotel: HotelTile) -> int:
    """A back door takes two cards of any kind (ruling Q15)."""
    is_there = rule_of(game, hotel) != HotelRule.NO_BACK_DOOR
    return ALL_KINDS if is_there and hotel.waiting < BACK_DOOR else 0


def why_not_line(game: Position, hotel: HotelTile) -> int:
    """Why a line refuses a card: it is full, or the hotel's rule forbids it."""
    if line_takes(game, hotel) == 0:
        return Refusal.LINE_FULL
    match rule_of(game, hotel):
        case HotelRule.SMALL_GROUPS:
            return Refusal.SMALL_GROUPS
        case HotelRule.LARGE_GROUPS:
            return Refusal.LARGE_GROUPS
        case HotelRule.NO_SOLDIERS:
            return Refusal.NO_SOLDIERS
    return Refusal.TWO_CRESTS


def why_not_back_door(game: Position, hotel: HotelTile) -> int:
    """Why a back door refuses a card."""
    if rule_of(game, hotel) == HotelRule.NO_BACK_DOOR:
        return Refusal.NO_BACK_DOOR
    return Refusal.BACK_DOOR_FULL


@rule("hotel_rules")
def admitted(game: Position, hotel: HotelTile) -> int:
    """Some hotels admit only certain guests to their line in phase 1; one bit per card."""
    match rule_of(game, hotel):
        case HotelRule.SMALL_GROUPS:
            return SMALL_KINDS
        case HotelRule.LARGE_GROUPS:
            return ALL_KINDS ^ SMALL_KINDS
        case HotelRule.NO_SOLDIERS:
            return ALL_KINDS ^ SOLDIER_KINDS
        case HotelRule.TWO_CRESTS:
            return two_families(hotel)
    return ALL_KINDS


@rule("hotel_rules")
def two_families(hotel: HotelTile) -> int:
    """With two families in the line, as the backs show, a third is shut out (ruling Q12)."""
    families = 0
    for place in range(hotel.lined_up):
        families |= CREST_KINDS[crest_on(hotel.line[place].back)]
    first = CREST_KINDS[crest_on(hotel.line[0].back)]
    return ALL_KINDS if families == 0 or families == first else families


@rule("powers")
def legal_answers(game: Position, mask: Cells) -> int:
    """Mark the guests that the card at the back door may act on, and declining."""
    answers = 1
    mask[NO] = 1
    for place in range(LINE_PLACES):
        mask[CHOOSE + place] = why_not_choose(game, place) == Refusal.ALLOWED
        answers += mask[CHOOSE + place]
    return answers


@rule("powers")
def why_not_choose(game: Position, place: int) -> int:
    """The reason why the card at the back door may not act on these guests."""
    hotel = game.hotels[hotel_of(top(game))]
    if place >= hotel.lined_up:
        return Refusal.NO_SUCH_GUEST
    acting = hotel.back_door[place_of(top(game))]
    guests = hotel.line[place]
    power = POWERS[guest_of(acting.kind)]
    if power == Power.PUSH_OUT:
        replaceable = guest_of(guests.kind) == REPLACED[guest_of(acting.kind)]
        return Refusal.ALLOWED if replaceable else Refusal.NOT_REPLACEABLE
    if guests.owner != acting.owner:
        return Refusal.NOT_YOUR_GUEST
    if power == Power.BOOK_FIRST and guests.mark > 0:
        return Refusal.ALREADY_MARKED
    return Refusal.ALLOWED
