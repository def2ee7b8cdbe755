"""What a seat knows. Sections: playing cards (cards lie face down), doors and lines (their backs).

Known to everybody: hotels and their other sides, owner, family and size of every card on the table,
all cards turned up, booked or discarded, point tiles, and how many cards are in hands and decks
(rulings Q24, Q29, Q30).  Known only to the player: their own cards, including those played face
down.  Known to nobody: the order of the decks, the tiles to come, and the dice.  It is also known
that a player could not place any card, but not used as a clue to the hand (ruling Q20).
"""

from bellhop.engine.dice import roll, set_dice
from bellhop.engine.rulebook import rule
from bellhop.engine.seats import NOBODY, SPECTATOR

from .preparation import pick, rule_of
from .state import Chamberlain, Guests, HotelTile, Position
from .vocabulary import BACKS, KINDS, SOLDIERS, TILES, HotelRule, Place, back_of, guest_of


@rule("play_cards")
def view(game: Position, seat: int, seen: Position) -> None:
    """Write what a seat knows: of other seats' cards, only backs and faces turned up."""
    seen.dice = 0
    view_table(game, seen)
    for other in range(len(game.players)):
        view_player(game.players[other], seen.players[other], other == seat)
    for number in range(len(game.hotels)):
        seen.hotels[number] = game.hotels[number]
        view_cards(seen, seen.hotels[number], seat)


def view_table(game: Position, seen: Position) -> None:
    """The options of the table, and whose turn it is, are known to everybody."""
    seen.seats = game.seats
    seen.scoring = game.scoring
    seen.no_peeking = game.no_peeking
    seen.coins = game.coins
    seen.hotel_set = game.hotel_set
    seen.round = game.round
    seen.start = game.start
    seen.turn = game.turn
    seen.turns_taken = game.turns_taken
    seen.phase = game.phase
    for tile in range(TILES):
        seen.used[tile] = game.used[tile]
    seen.asked = game.asked
    for entry in range(len(game.questions)):
        seen.questions[entry].what = game.questions[entry].what
        seen.questions[entry].seat = game.questions[entry].seat
        seen.questions[entry].a = game.questions[entry].a
        seen.questions[entry].b = game.questions[entry].b


def view_cards(seen: Position, hotel: HotelTile, seat: int) -> None:
    """Everything at a hotel is known to everybody except the faces of cards."""
    for place in range(hotel.lined_up):
        view_guests(seen, hotel.line[place], seat)
    for place in range(hotel.waiting):
        view_guests(seen, hotel.back_door[place], seat)


def view_guests(seen: Position, guests: Guests, seat: int) -> None:
    """Everybody knows a card turned up; of any other, only its owner knows more than the back."""
    if guests.is_open:
        if not guests.is_done:
            seen.players[guests.owner].place[guests.kind] = Place.TABLE
    elif guests.owner != seat:
        guests.kind = 0


def view_player(player: Chamberlain, seen: Chamberlain, own: bool) -> None:
    """Of another player's cards, those booked and those gone are known."""
    seen.held = player.held
    seen.in_deck = player.in_deck
    seen.point_tiles = player.point_tiles
    for kind in range(KINDS):
        place = player.place[kind]
        seen.place[kind] = Place.UNSEEN
        if own or place in (Place.BOOKED, Place.GONE):
            seen.place[kind] = place


@rule("play_cards")
def cover(seen: Position, seat: int) -> None:
    """Without peeking, people are not shown their own face-down cards again."""
    if not seen.no_peeking or seat == SPECTATOR:
        return
    for kind in range(KINDS):
        if seen.players[seat].place[kind] in (Place.DECK, Place.TABLE):
            seen.players[seat].place[kind] = Place.UNSEEN
    for hotel in seen.hotels:
        view_cards(seen, hotel, NOBODY)


@rule("play_cards")
def imagine(seen: Position, dice: int) -> None:
    """Give every unseen card a place: under a back on the table, in the hand, or in the deck."""
    set_dice(seen, dice)
    for seat in range(seen.seats):
        if count(seen.players[seat], Place.UNSEEN) > 0:
            for back in range(BACKS):
                imagine_faces(seen, seat, back)
            imagine_hand(seen, seen.players[seat])


@rule("doors_and_lines")
def imagine_faces(seen: Position, seat: int, back: int) -> None:
    """Put unseen cards under all backs of one kind; every possible way is equally likely."""
    while not try_faces(seen, seat, back):
        for hotel in seen.hotels:
            for place in range(hotel.lined_up):
                take_back(seen, hotel.line[place], seat, back)
            for place in range(hotel.waiting):
                take_back(seen, hotel.back_door[place], seat, back)


def try_faces(seen: Position, seat: int, back: int) -> bool:
    """Draw a card for each such back; False if soldiers stand where they may not (ruling Q14)."""
    fits = True
    for number in range(seen.seats):
        hotel = seen.hotels[number]
        banned = rule_of(seen, hotel) == HotelRule.NO_SOLDIERS
        for place in range(hotel.lined_up):
            if is_hidden(hotel.line[place], seat, back):
                draw_face(seen, hotel.line[place], seat)
                fits = fits and not (banned and guest_of(hotel.line[place].kind) == SOLDIERS)
        for place in range(hotel.waiting):
            if is_hidden(hotel.back_door[place], seat, back):
                draw_face(seen, hotel.back_door[place], seat)
    return fits


def is_hidden(guests: Guests, seat: int, back: int) -> bool:
    """Is this a face-down card of a seat with this back?"""
    return guests.owner == seat and guests.back == back and not guests.is_open


def draw_face(seen: Position, guests: Guests, seat: int) -> None:
    """Any unseen card with the right back."""
    place = seen.players[seat].place
    candidates = 0
    for kind in range(KINDS):
        candidates += place[kind] == Place.UNSEEN and back_of(kind) == guests.back
    number = roll(seen, candidates)
    for kind in range(KINDS):
        if place[kind] == Place.UNSEEN and back_of(kind) == guests.back:
            if number == 0:
                guests.kind = kind
            number -= 1
    place[guests.kind] = Place.TABLE


def take_back(seen: Position, guests: Guests, seat: int, back: int) -> None:
    """Take an imagined face away again."""
    if is_hidden(guests, seat, back):
        seen.players[seat].place[guests.kind] = Place.UNSEEN


def imagine_hand(seen: Position, player: Chamberlain) -> None:
    """Draw the hand from the remaining unseen cards; the rest is the deck."""
    for _ in range(player.held - count(player, Place.HAND)):
        kind = pick(player.place, Place.UNSEEN, roll(seen, count(player, Place.UNSEEN)))
        player.place[kind] = Place.HAND
    for kind in range(KINDS):
        if player.place[kind] == Place.UNSEEN:
            player.place[kind] = Place.DECK


def count(player: Chamberlain, place: int) -> int:
    """The number of a player's cards at a place."""
    cards = 0
    for kind in range(KINDS):
        cards += player.place[kind] == place
    return cards
