"""Perfect Hotel rewritten in JAX, for comparison only: random play with the default options.

The code is branch-free, as JAX requires: every game of a batch computes every rule in every step,
and keeps what applies.  Numbers are stored in bytes; cells are changed by adding one-hot rows,
which XLA fuses, instead of scattering.  Dealing takes separate steps, because otherwise every step
would compute a whole deal.  The dice are the engine's, so the same seed gives the same game.
"""

import importlib
from typing import Any, NamedTuple

from bellhop.engine.dice import CARRY, LOW_32
from bellhop.games.perfect_hotel.rules.scoring import (
    BEST_VIEW_ALONE,
    BEST_VIEW_TIED,
    BUDGET_FLOORS,
    BUDGET_LOSS,
    PENTHOUSE_ALONE,
    PENTHOUSE_TIED,
)
from bellhop.games.perfect_hotel.rules.vocabulary import (
    ADD,
    BUILD,
    DEALT,
    DECKS,
    DONE,
    DRAWN,
    HOST,
    KINDS,
    MOVES,
    PLACE,
    RESEARCH,
    ROUNDS,
    TAGS,
    TAKE,
    TOURIST,
    TOURIST_LOSS,
    VALUES,
    Phase,
)

jax: Any = importlib.import_module("jax")
jnp: Any = importlib.import_module("jax.numpy")
jax.config.update("jax_enable_x64", val=True)  # the dice need 63 bits

SEATS = 4
DECK = jnp.array(DECKS[0], jnp.int32)
assert DEALT == DRAWN  # one step deals a hand or draws cards for Research


class State(NamedTuple):
    """One game."""

    dice: Any
    points: Any  # by seat
    hand: Any  # by seat and kind
    cards: Any  # by seat and tag
    starred: Any
    tourists: Any
    height: Any  # by seat
    top: Any  # by seat: the tag of the top floor, or -1
    deck: Any  # by kind
    supply: Any  # by kind
    lodgers: Any  # by tag
    chosen: Any  # plain, star, tourist
    pile: Any
    tourist_on_top: Any
    round: Any
    start: Any
    turn: Any  # -1 when the game is over
    phase: Any
    site: Any
    taking: Any
    dealt: Any  # number of seats that have their cards


def kinds_of_state(seats: int = SEATS) -> State:
    """An empty state, with the shapes and types of all arrays."""
    small = {
        "hand": (seats, KINDS),
        **dict.fromkeys(("cards", "starred", "tourists"), (seats, TAGS)),
        "height": (seats,),
        "top": (seats,),
        "deck": (KINDS,),
        "supply": (TOURIST,),
        "lodgers": (TAGS,),
        "chosen": (3,),
    }
    scalars = (name for name in State._fields if name not in {"dice", "points", *small})
    fields = {name: jnp.zeros(shape, jnp.int8) for name, shape in small.items()}
    fields |= {name: jnp.zeros((), jnp.int8) for name in scalars}
    return State(dice=jnp.zeros((), jnp.int64), points=jnp.zeros(seats, jnp.int16), **fields)


EMPTY = kinds_of_state()


def one_hot(index: Any, length: int) -> Any:
    """A row with a 1 at one index; all zeros if it is out of range."""
    return (jnp.arange(length) == index).astype(jnp.int32)


def wide(state: State) -> State:
    """Convert to the type for calculating."""
    return State(*(value if i == 0 else value.astype(jnp.int32) for i, value in enumerate(state)))


def narrow(state: State) -> State:
    """Convert to the types for storing."""
    return State(*(value.astype(like.dtype) for value, like in zip(state, EMPTY, strict=True)))


def choose(condition: Any, one: State, other: State) -> State:
    """Select one state or the other."""
    return State(*(jnp.where(condition, a, b) for a, b in zip(one, other, strict=True)))


def roll(dice: Any, sides: Any) -> tuple[Any, Any]:
    """The next dice word, and a number below `sides`."""
    dice = CARRY * (dice & LOW_32) + (dice >> 32)
    value = ((dice ^ (dice >> 32)) & LOW_32) * sides.astype(jnp.int64) >> 32
    return dice, value.astype(jnp.int32)


def scramble(word: Any) -> Any:
    """The engine's hash function."""
    word = ((word ^ (word >> 16)) * 0x45D9F3B) & LOW_32
    word = ((word ^ (word >> 16)) * 0x45D9F3B) & LOW_32
    return word ^ (word >> 16)


def begin(seed: Any) -> State:
    """A game from a seed."""
    low = scramble(seed & LOW_32)
    high = scramble(((seed >> 32) + low) & LOW_32)
    dice = ((high >> 2) << 32) | scramble((low + 1) & LOW_32)
    dice, start = roll(jnp.where(dice > 0, dice, 1), jnp.array(SEATS))
    return narrow(start_round(wide(EMPTY)._replace(dice=dice, start=start)))


def start_round(game: State) -> State:
    """A full deck and empty hotels; the deal follows in separate steps."""
    fresh = wide(EMPTY)._replace(
        dice=game.dice,
        points=game.points,
        round=game.round,
        start=game.start,
        turn=game.start,
        deck=DECK,
        pile=DECK.sum(),
        top=jnp.full(SEATS, -1),
    )
    return show_top(fresh, jnp.array(True))  # noqa: FBT003


def show_top(game: State, condition: Any) -> State:
    """Is a tourist on top of the deck?"""
    dice, value = roll(game.dice, game.pile)
    rolls = condition & (game.pile > 0)
    on_top = (rolls & (value < game.deck[TOURIST])).astype(jnp.int32)
    return game._replace(
        dice=jnp.where(rolls, dice, game.dice),
        tourist_on_top=jnp.where(condition, on_top, game.tourist_on_top),
    )


def draw(game: State, seat: Any, condition: Any) -> State:
    """Give the top card to a seat."""
    draws = condition & (game.pile > 0)
    picks = draws & (game.tourist_on_top == 0)
    dice, at = roll(game.dice, game.pile - game.deck[TOURIST])
    kind = jnp.where(picks, (jnp.cumsum(game.deck[:TOURIST]) <= at).sum(), TOURIST)
    card = one_hot(kind, KINDS) * draws
    game = game._replace(
        dice=jnp.where(picks, dice, game.dice),
        deck=game.deck - card,
        pile=game.pile - draws,
        hand=game.hand + one_hot(seat, SEATS)[:, None] * card,
    )
    return show_top(game, draws)


def legal(game: State) -> Any:
    """The mask of legal moves."""
    me = one_hot(game.turn, SEATS)
    hand = (me[:, None] * game.hand).sum(0)
    cards, top = (me[:, None] * game.cards).sum(0), (me * game.top).sum()
    held, below = hand[:TOURIST].reshape(TAGS, 2).sum(1), game.supply.reshape(TAGS, 2).sum(1)
    fits = (cards == 0) | (jnp.arange(TAGS) == top)
    build = fits & (held > 0) & (held + hand[TOURIST] >= 2)
    take = fits & (below > 0) & (held + below + hand[TOURIST] >= 2)
    host = (hand[TOURIST] > 0) & (game.lodgers == 0)
    site = one_hot(game.site, TAGS)
    of_site = (site[:, None] * hand[:TOURIST].reshape(TAGS, 2)).sum(0)
    more = game.chosen < jnp.append(of_site, hand[TOURIST])
    floor_cards = game.taking * (site * below).sum() + game.chosen[:2].sum()
    done = (floor_cards > 0) & (floor_cards + game.chosen[2] >= 2)
    choosing, placing = game.phase == Phase.CHOOSING, game.phase == Phase.PLACING
    building = game.phase == Phase.BUILDING
    rows = (
        choosing[None],
        placing & (hand[:TOURIST] > 0),
        placing & host,
        choosing & build,
        choosing & take,
        building & more,
        (building & done)[None],
    )
    return jnp.concatenate(rows).astype(jnp.int32)


def lay_set(game: State) -> State:
    """Turn the set into a floor of the hotel."""
    me, site = one_hot(game.turn, SEATS), one_hot(game.site, TAGS)
    mine = me[:, None] * site
    taken = game.taking * (site[:, None] * game.supply.reshape(TAGS, 2)).sum(0)
    lodger = game.taking * (site * game.lodgers).sum()
    is_new = ((mine * game.cards).sum() == 0).astype(jnp.int32)
    used = (site[:, None] * game.chosen[:2]).reshape(-1)
    spent = jnp.append(used, game.chosen[2] - lodger)
    return game._replace(
        hand=game.hand - me[:, None] * spent,
        cards=game.cards + mine * (taken.sum() + game.chosen.sum()),
        starred=game.starred + mine * (taken[1] + game.chosen[1]),
        tourists=game.tourists + mine * game.chosen[2],
        height=game.height + me * is_new,
        top=jnp.where(me == 1, game.site, game.top),
        supply=(game.supply.reshape(TAGS, 2) * (1 - game.taking * site)[:, None]).reshape(-1),
        lodgers=game.lodgers * (1 - game.taking * site),
    )


def award(points: Any, measures: Any, alone: Any, tied: Any) -> Any:
    """Add points for the seats in the lead."""
    best = measures.max()
    leads = (measures == best) & (best > 0)
    return points + leads * jnp.where(leads.sum() == 1, alone, tied)


def score_round(game: State) -> Any:
    """The points after a round."""
    points = game.points
    for tag in range(TAGS):
        points = award(points, game.cards[:, tag], VALUES[tag], game.cards[:, tag].max())
    tourists = game.hand[:, TOURIST] + game.tourists.sum(1)
    points = jnp.maximum(points - TOURIST_LOSS * tourists, 0)
    points = points + game.starred.sum(1)
    points = award(points, game.height, BEST_VIEW_ALONE, BEST_VIEW_TIED)
    tops = ((jnp.arange(TAGS) == game.top[:, None]) * game.cards).sum(1)
    points = award(points, tops, PENTHOUSE_ALONE, PENTHOUSE_TIED)
    return jnp.maximum(points - BUDGET_LOSS * (game.height < BUDGET_FLOORS), 0)


def end_turn(game: State) -> State:
    """Go to the next player, the next round, or the end."""
    open_turn = {"phase": jnp.array(int(Phase.CHOOSING)), "site": jnp.array(0)}
    open_turn |= {"taking": jnp.array(0), "chosen": jnp.zeros(3, jnp.int32)}
    following = game._replace(turn=(game.turn + 1) % SEATS, **open_turn)
    scored = game._replace(points=score_round(game))
    again = scored._replace(round=game.round + 1, start=(game.start + 1) % SEATS)
    over = scored._replace(
        **open_turn | {"turn": jnp.array(-1), "phase": jnp.array(int(Phase.OVER))}
    )
    ended = choose(game.round + 1 < ROUNDS[0], start_round(again), over)
    return choose(game.pile > 0, following, ended)


def step(stored: State) -> tuple[State, Any]:
    """Make one random move or deal one hand; returns whether it was a move."""
    game = wide(stored)
    is_dealing = (game.dealt < SEATS) & (game.turn >= 0)
    moves = (game.turn >= 0) & ~is_dealing
    mask = legal(game)
    dice, pick = roll(game.dice, mask.sum())
    move = jnp.where(moves, (jnp.cumsum(mask) <= pick).sum(), -1)
    game = game._replace(dice=jnp.where(moves, dice, game.dice))
    is_research = move == RESEARCH
    seat = jnp.where(is_dealing, game.dealt, game.turn)
    for _ in range(DRAWN):
        game = draw(game, seat, is_dealing | is_research)
    me = one_hot(game.turn, SEATS)
    places = one_hot(move - PLACE, TOURIST) * ((move >= PLACE) & (move < HOST))
    hosts = one_hot(move - HOST, TAGS) * ((move >= HOST) & (move < BUILD))
    begins = (move >= BUILD) & (move < ADD)
    adds = one_hot(move - ADD, 3) * ((move >= ADD) & (move < DONE))
    phase = jnp.where(is_research, int(Phase.PLACING), game.phase)
    game = game._replace(
        dealt=game.dealt + is_dealing,
        hand=game.hand - me[:, None] * jnp.append(places, hosts.sum()),
        supply=game.supply + places,
        lodgers=game.lodgers + hosts,
        phase=jnp.where(begins, int(Phase.BUILDING), phase),
        taking=jnp.where(begins, move >= TAKE, game.taking),
        site=jnp.where(begins, (move - BUILD) % TAGS, game.site),
        chosen=jnp.where(begins, 0, game.chosen) + adds,
    )
    game = choose(move == DONE, lay_set(game), game)
    ends = (places.sum() + hosts.sum() > 0) | (move == DONE)
    return narrow(choose(ends, end_turn(game), game)), moves


assert len(MOVES) == DONE + 1


def play_each(seeds: Any) -> tuple[State, Any]:
    """Play a game from each seed until the longest is over; returns the moves made, too."""

    def is_on(carried: tuple[State, Any]) -> Any:
        return (carried[0].turn >= 0).any()

    def go_on(carried: tuple[State, Any]) -> tuple[State, Any]:
        games, moves = carried
        games, moved = jax.vmap(step)(games)
        return games, moves + moved

    started = (jax.vmap(begin)(seeds), jnp.zeros(seeds.shape, jnp.int32))
    ended: tuple[State, Any] = jax.lax.while_loop(is_on, go_on, started)
    return ended


play_games = jax.jit(play_each)
