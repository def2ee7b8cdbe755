"""The observation of Night Porter: a view as a row of small numbers, the player's seat first."""

from bellhop.engine.features import Layout, Slice, mark, option_slices, places_after, seat_after
from bellhop.engine.records import Cells, fill

from . import GAME
from .rules.state import Position
from .rules.vocabulary import HAND, KEYS, MAT, SEATS

FEWEST = GAME.players[0]

LAYOUT = Layout(
    1,
    Slice("players", f"how many play: one of {FEWEST} to {SEATS}", (len(GAME.players),)),
    *option_slices(GAME.options),
    Slice("turn", "whose turn it is: one of the seats; nobody when the game is over", (SEATS,)),
    Slice("pile", "keys left to draw", high=KEYS),
    Slice("hand", "the observer's hand, by key", (KEYS,)),
    Slice("mat", "the keys under the observer's mat, by key", (KEYS,)),
    Slice("held", "keys in hand, by seat", (SEATS,), KEYS),
    Slice("hidden", "keys under the mat, by seat", (SEATS,), KEYS),
    Slice("racks", "by seat and key: its hook from the left, 0 for none", (SEATS, KEYS), KEYS),
)
LOSSY: dict[str, str] = {}

PLAYERS, TIPS, TURN = LAYOUT.at("players"), LAYOUT.at("option-tips"), LAYOUT.at("turn")
PILE_SIZE, OWN_HAND, OWN_MAT = LAYOUT.at("pile"), LAYOUT.at("hand"), LAYOUT.at("mat")
HELD, HIDDEN, RACKS = LAYOUT.at("held"), LAYOUT.at("hidden"), LAYOUT.at("racks")


def observe(seen: Position, seat: int, out: Cells) -> None:
    """Write what a seat's view shows, with that seat first and the others in turn order."""
    fill(out, 0)
    mark(out, PLAYERS, seen.seats - FEWEST)
    mark(out, TIPS, seen.tips)
    mark(out, TURN, places_after(seat, seen.turn, seen.seats))
    out[PILE_SIZE] = seen.pile
    for key in range(KEYS):
        out[OWN_HAND + key] = seat >= 0 and seen.keys[key] == HAND + seat
        out[OWN_MAT + key] = seat >= 0 and seen.keys[key] == MAT + seat
    for steps in range(seen.seats):
        player = seen.players[seat_after(seat, steps, seen.seats)]
        out[HELD + steps] = player.held
        out[HIDDEN + steps] = player.hidden
        for hook in range(player.hung):
            out[RACKS + steps * KEYS + player.rack[hook]] = hook + 1
