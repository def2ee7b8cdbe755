"""Before a round. Sections: setup, research (drawing), next round."""

from bellhop.engine.dice import roll
from bellhop.engine.records import Cells, fill
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, all_but, tell

from .state import Hotelier, Position
from .vocabulary import DEALT, DECKS, KINDS, TOURIST, Event, Phase


@rule("setup")
def setup(game: Position) -> None:
    """The start player is chosen at random, and nobody has points."""
    game.round = 0
    game.start = roll(game, game.seats)
    for player in game.players:
        player.points = 0
    start_round(game)


@rule("setup")
def start_round(game: Position) -> None:
    """All cards form one pile, whose order is decided as it is drawn, and all hands are dealt."""
    tell(EVERYONE, Event.ROUND_STARTED, game.round, game.start)
    game.pile = 0
    for kind in range(KINDS):
        game.deck[kind] = DECKS[game.stars][kind]
        game.pile += game.deck[kind]
    fill(game.supply, 0)
    fill(game.lodgers, 0)
    fill(game.busy, 0)
    for player in game.players:
        clear(player)
    show_top(game)
    for seat in range(game.seats):
        for _ in range(DEALT):
            draw(game, seat)
    game.turn = game.start
    open_turn(game)


def clear(player: Hotelier) -> None:
    """Empty a hand and a hotel."""
    fill(player.hand, 0)
    player.held = 0
    player.height = 0
    fill(player.storeys, 0)
    for floor in player.floors:
        floor.cards = 0
        floor.starred = 0
        floor.tourists = 0
        floor.rows = 0


def open_turn(game: Position) -> None:
    """The player on turn chooses an action; no set has been begun."""
    game.phase = Phase.CHOOSING
    game.site = 0
    game.taking = 0
    fill(game.chosen, 0)


@rule("research")
def draw(game: Position, seat: int) -> None:
    """Take the top card of the pile; only its back was known."""
    if game.tourist_on_top:
        kind = TOURIST
    else:
        kind = pick(game, game.deck, game.pile - game.deck[TOURIST])
    game.deck[kind] -= 1
    game.pile -= 1
    game.players[seat].hand[kind] += 1
    game.players[seat].held += 1
    tell(seat, Event.DREW, seat, kind)
    tell(all_but(seat), Event.DREW_UNSEEN, seat, kind == TOURIST)
    show_top(game)


def pick(game: Position, cards: Cells, floor_cards: int) -> int:
    """The kind of a random card among the given floor cards, each equally likely."""
    at = roll(game, floor_cards)
    kind = 0
    while at >= cards[kind]:
        at -= cards[kind]
        kind += 1
    return kind


def show_top(game: Position) -> None:
    """Tourists have a marked back, so everybody sees whether one is on top (ruling Q25)."""
    game.tourist_on_top = 0
    if game.pile > 0 and roll(game, game.pile) < game.deck[TOURIST]:
        game.tourist_on_top = 1
    if game.pile > 0:
        tell(EVERYONE, Event.TOP_SEEN, game.tourist_on_top)


@rule("next_round")
def next_round(game: Position) -> None:
    """Points stay, all cards are shuffled again, and the next player to the left begins."""
    game.round += 1
    game.start = (game.start + 1) % game.seats
    start_round(game)
