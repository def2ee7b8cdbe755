"""Whole turns: the beam finds what full enumeration finds, each final position once."""

from collections import Counter

import pytest

from bellhop.bots import make_bot
from bellhop.bots.rollouts import dice_word
from bellhop.bots.searching import Searcher, find_turns, searcher_of
from bellhop.engine.dice import LOW_32
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.parts import Search, TurnAdvice
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.games import GAMES

pytestmark = pytest.mark.xdist_group("compiled")
PLANNED = [game for game in GAMES if isinstance(game.advice, TurnAdvice)]
planned = pytest.mark.parametrize("game", PLANNED, ids=lambda game: game.name)
KEY = 5
SMALL = 400  # moves to try at most in a full enumeration
WIDE = Search(simulations=0, turns=10 * SMALL, width=SMALL)


def views(game: Game, seed: int) -> list[Position]:
    """The views of the seat on turn, whenever it has a choice, in a game of casual bots."""
    bot, position, found = make_bot("casual", seed), game.new(2, seed=seed), []
    while not is_over(position):
        seen = game.view(position, position.turn)
        if len(game.legal_moves(seen)) > 1:
            found.append(seen)
        game.play(position, bot.choose(game, seen))
    assert found
    return found


def first_position(game: Game, seen: Position) -> Position:
    """The imagined deal on which turns are planned."""
    position: Position = game.imagine(seen, dice_word(KEY, LOW_32))
    return position


def enumerate_ends(game: Game, start: Position) -> "Counter[bytes] | None":
    """The number of ways to reach each end of the turn; None if there are too many moves to try."""
    advice, ends, tried = game.advice, Counter[bytes](), 0
    begun = [start]
    assert isinstance(advice, TurnAdvice)
    while begun:
        position = begun.pop()
        for move in game.legal_moves(position):
            after = position.copy()
            game.rules.play(after, move)
            tried += 1
            if advice.ends_turn(after, start, move) or advice.has_shown(after, start):
                ends[after.to_bytes()] += 1
            else:
                begun.append(after)
        if tried > SMALL:
            return None
    return ends


def end_of(game: Game, start: Position, turn: tuple[int, ...]) -> bytes:
    """The position that a turn leads to; every move in it must be legal."""
    position = start.copy()
    for move in turn:
        assert move in game.legal_moves(position)
        game.rules.play(position, move)
    return position.to_bytes()


@planned
def test_a_wide_beam_finds_every_end_of_the_turn_once(game: Game) -> None:
    searcher, ways, checked = Searcher(game, compiled=False), 0, 0
    for seen in views(game, 2)[::3]:
        start = first_position(game, seen)
        ends = enumerate_ends(game, start)
        if ends is None:
            continue
        found = [end_of(game, start, turn) for turn in find_turns(searcher, seen, WIDE, KEY)]
        assert len(found) == len(set(found))
        assert set(found) == set(ends)
        ways = max(ways, *ends.values())
        checked += 1
    assert checked > 10
    assert ways > 2, "some end must be reached by several orders of the same moves"


@planned
def test_a_narrow_beam_keeps_the_best_turn_of_each_first_move(game: Game) -> None:
    searcher = Searcher(game, compiled=False)
    for seen in views(game, 4)[::12]:
        start = first_position(game, seen)
        found = find_turns(searcher, seen, Search(0, turns=6, width=4), KEY)
        firsts = [turn[0] for turn in found]
        assert 1 <= len(found) <= 6
        assert len({end_of(game, start, turn) for turn in found}) == len(found)
        assert len(set(firsts[: len(set(firsts))])) == len(set(firsts))


@planned
@pytest.mark.prove
def test_turns_are_the_same_interpreted_and_compiled(game: Game) -> None:
    slow, fast, search = (
        Searcher(game, compiled=False),
        searcher_of(game),
        Search(0, turns=9, width=6),
    )
    for number, seen in enumerate(views(game, 6)[::9]):
        assert find_turns(slow, seen, search, number) == find_turns(fast, seen, search, number)


def test_a_game_without_turn_planning_says_so() -> None:
    game = next(game for game in GAMES if game not in PLANNED)
    with pytest.raises(BellhopError, match=f"{game.title} has no plans for whole turns"):
        find_turns(Searcher(game, compiled=False), game.new(2), Search(1, turns=2, width=2), KEY)
