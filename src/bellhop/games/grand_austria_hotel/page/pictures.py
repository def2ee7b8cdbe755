"""The pictures in Grand Austria Hotel's rules: a house, guests, dice, emperor, a score."""

import random
from collections.abc import Sequence

from markupsafe import Markup

from bellhop.drawing.pages import draw
from bellhop.drawing.pictures import freeze, list_events, score_table
from bellhop.engine.dice import set_dice
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.engine.telling import listening
from bellhop.engine.words import Words

from .. import GAME, card_lists
from ..rules.boards import ROOM_NAMES
from ..rules.guests import sit_down
from ..rules.hotel import occupy
from ..rules.preparation import clear
from ..rules.state import Position
from ..rules.tables import GUEST_NAMES, POLITICS_NAMES, STAFF_NAMES, TILE_NAMES
from ..rules.turns import start_turn
from ..rules.vocabulary import (
    MOVE_KIND,
    MOVE_WHAT,
    PUBLIC,
    ROW_PRICES,
    GuestPlace,
    Move,
    Phase,
    Place,
    Room,
)

DRAWN_CARDS, SCORED_GAME = 1 << 40, 80  # a dice word and a seed that make good examples
ROW = "painter duchess m-polo general composer"
CAFE = "baroness apothecary farmer-franz"
OCCUPIED = "1.1 1.2 2.1 2.2 3.1"  # a full group, and all but one room of another
VACANT = "4.1 1.3 2.3 1.4"
PLAYED = "barkeeper gardener concierge"
POLITICS = "full-purse two-floors three-of-each"
TILES = "A1 B3 C2"
DICE = (2, 3, 1, 3, 2, 1)
FIELDS = (6, 2, 9)  # of the players on the emperor's track
DISCS = ((0, 2, 0), (0, 1, 0), (1, 0, 0))  # their places on the politics cards
TURN = "die 2 boost,amount 2,wine > 1,wine > 1,coffee > 1,coffee > 1,check-in 1 > 4.1,done,end"
PREFERRED = (  # kinds of moves that the random player prefers, the best first
    *(Move.CHECK_IN, Move.CLAIM, Move.SERVE, Move.CHOOSE_ROOM, Move.CHOOSE_STAFF),
    *(Move.GUEST, Move.TAKE_DIE),
)

list_cards = card_lists.list_cards


def draw_pictures(words: Words, names: Sequence[str]) -> dict[str, Markup]:
    """All pictures, by name."""
    drawing = draw(GAME, words, GAME.view(_turn(), 0), 0, names)
    macros, view = drawing
    return {
        "house": freeze("house", macros.home(view)),
        "row": freeze("", macros.guest_row(view["row"])),
        "dice": freeze("", macros.action_board(view["spaces"].made())),
        "politics": freeze("", macros.motions(view["politics"].made())),
        "emperor": freeze(
            "court",
            macros.emperors_track(view["track"].made()),
            macros.decrees(view["tiles"].made()),
        ),
        "example": _example(words, names),
        "score": _score(words, names),
    }


def _turn() -> Position:
    """The first player's turn, with something to show everywhere."""
    game: Position = GAME.undealt(3, {})
    set_dice(game, DRAWN_CARDS)
    clear(game)
    game.round, game.phase = 2, Phase.TURNS
    for space, dice in enumerate(DICE):
        game.spaces[space] = dice
    for letter, (politics, tile) in enumerate(zip(POLITICS.split(), TILES.split(), strict=True)):
        game.politics[letter] = POLITICS_NAMES.index(politics)
        game.tiles[letter] = TILE_NAMES.index(tile)
    for place, guest in enumerate(ROW.split()):
        game.row[place] = _find_guest(game, guest, GuestPlace.ROW)
    _furnish(game)
    for seat, (field, discs) in enumerate(zip(FIELDS, DISCS, strict=True)):
        game.players[seat].emperor = field
        for letter, place in enumerate(discs):
            game.players[seat].discs[letter] = place
    start_turn(game, 0)
    return game


def _find_guest(game: Position, name: str, place: int) -> int:
    """Take a guest from the deck by name."""
    guest = GUEST_NAMES.index(name)
    game.guests[guest] = place
    game.guests_left -= 1
    return guest


def _furnish(game: Position) -> None:
    """Give the first player guests, rooms and staff."""
    me = game.players[0]
    for table, guest in zip(me.cafe, CAFE.split(), strict=True):
        sit_down(table, _find_guest(game, guest, GuestPlace.CAFE))
    for name in VACANT.split():
        me.rooms[ROOM_NAMES.index(name)] = Room.VACANT
    for name in OCCUPIED.split():
        occupy(game, 0, ROOM_NAMES.index(name))
    for name in PLAYED.split():
        game.staff[STAFF_NAMES.index(name)] = Place.PLAYED
        game.known[STAFF_NAMES.index(name)] = PUBLIC
        game.pile -= 1


def _example(words: Words, names: Sequence[str]) -> Markup:
    """A whole turn, and the house after it."""
    game = _turn()
    with listening() as story:
        for move in TURN.split(","):
            GAME.play(game, GAME.move_named(move))
    after = draw(GAME, words, GAME.view(game, 0), 0, names)
    front = after.macros.hotel_front(after.context["front"].made(), is_own=True)
    turn = [told for told in story if told.numbers[0] == 0]
    return freeze("house", front) + list_events(GAME, words, names, turn)


def _score(words: Words, names: Sequence[str]) -> Markup:
    """The score at the end of a game."""
    game: Position = GAME.new(3, seed=SCORED_GAME)
    chance = random.Random(SCORED_GAME)
    with listening() as story:
        while not is_over(game):
            GAME.play(game, _choose(game, chance))
    macros, view = draw(GAME, words, GAME.view(game, SPECTATOR), SPECTATOR, names)
    return freeze("", macros.players(view)) + score_table(GAME, words, names, story)


def _choose(game: Position, chance: random.Random) -> int:
    """A random move, with a preference for those that bring guests into rooms."""
    moves = GAME.legal_moves(game)
    for kind in PREFERRED:
        if liked := [move for move in moves if MOVE_KIND[move] == kind and not _is_dear(move)]:
            return max(liked, key=lambda move: (_strength(game, move), chance.random()))
    return chance.choice(moves)


def _is_dear(move: int) -> bool:
    """Does a move take a guest who costs more than a krone?"""
    return MOVE_KIND[move] == Move.GUEST and ROW_PRICES[MOVE_WHAT[move]] > 1


def _strength(game: Position, move: int) -> int:
    """The number of dice on the space where a move takes one."""
    return game.spaces[MOVE_WHAT[move]] if MOVE_KIND[move] == Move.TAKE_DIE else 0
