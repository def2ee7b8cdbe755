"""Before the first turn, and drawing keys. Sections: setup, turn."""

from bellhop.engine.dice import roll
from bellhop.engine.records import fill
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import all_but, tell

from .state import Position
from .vocabulary import DEALT, HAND, KEYS, PILE, Event


@rule("setup")
def setup(game: Position) -> None:
    """Everybody is dealt three secret keys, and the start player is chosen at random."""
    game.pile = KEYS
    fill(game.keys, PILE)
    for player in game.players:
        player.held = 0
        player.hidden = 0
        player.hung = 0
        fill(player.rack, 0)
    for seat in range(game.seats):
        for _ in range(DEALT):
            draw(game, seat)
    game.turn = roll(game, game.seats)


@rule("turn")
def draw(game: Position, seat: int) -> None:
    """A player draws a key from the pile; the others do not see which one."""
    key = pick(game)
    game.keys[key] = HAND + seat
    game.players[seat].held += 1
    game.pile -= 1
    tell(seat, Event.DREW, seat, key)
    tell(all_but(seat), Event.DREW_UNSEEN, seat)


def pick(game: Position) -> int:
    """A random key from the pile, whose order is decided as it is drawn."""
    at = roll(game, count(game, PILE))
    key = 0
    while at > 0 or game.keys[key] != PILE:
        at -= game.keys[key] == PILE
        key += 1
    return key


def count(game: Position, place: int) -> int:
    """The number of keys in a place."""
    keys = 0
    for key in range(KEYS):
        keys += game.keys[key] == place
    return keys
