"""The one list of games; everything else loops over it."""

from bellhop import grand_austria_hotel, overbooking, perfect_hotel
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game

GAMES: tuple[Game, ...] = (perfect_hotel.GAME, overbooking.GAME, grand_austria_hotel.GAME)


def game_named(name: str) -> Game:
    """A game by its name, such as perfect-hotel."""
    for game in GAMES:
        if name.casefold().replace("_", "-") == game.name:
            return game
    raise BellhopError(f"no game {name!r}; there is {', '.join(game.name for game in GAMES)}")
