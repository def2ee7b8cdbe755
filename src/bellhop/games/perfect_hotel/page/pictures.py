"""The pictures in Perfect Hotel's rules: cards, the table, building, a scored round."""

import random
from collections.abc import Sequence

from markupsafe import Markup

from bellhop.drawing.pages import draw
from bellhop.drawing.pictures import freeze, list_events, score_table
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.engine.telling import listening
from bellhop.engine.words import Words

from .. import GAME
from ..rules.preparation import clear
from ..rules.state import Position
from ..rules.vocabulary import ADD, CARD_NAMES, PLAIN, RESEARCH, STARRED, TAG_NAMES, Event, Phase

PLAYED_GAME, SCORED_GAME = 43, 2  # seeds of random games that make good examples


def list_cards(_words: Words) -> dict[str, str]:
    """None: the handbook's text has no lists of cards."""
    return {}


def draw_pictures(words: Words, names: Sequence[str]) -> dict[str, Markup]:
    """All pictures, by name."""
    return {
        "cards": _cards(words, names),
        "table": _table(words, names),
        "build": _build(words, names),
        "extension": _extension(words, names),
        "score": _score(words, names),
        "season": _season(words, names),
    }


def _given(hand: Sequence[str], supply: Sequence[str], **options: str) -> Position:
    """A turn of the first player, with these cards in hand and below the tags."""
    game: Position = GAME.new(3, options, seed=1)
    me = game.players[0]
    game.turn = 0
    for kind in range(len(game.deck)):
        game.deck[kind] += me.hand[kind]
    clear(me)
    for card in hand:
        _take(game, card)
        me.hand[CARD_NAMES.index(card)] += 1
        me.held += 1
    for card in supply:
        _take(game, card)
        game.supply[CARD_NAMES.index(card)] += 1
    game.pile = sum(game.deck)
    return game


def _take(game: Position, card: str) -> None:
    game.deck[CARD_NAMES.index(card)] -= 1


def _play(game: Position, *moves: str) -> None:
    """Make these moves for the first player."""
    for move in moves:
        game.turn = 0
        GAME.play(game, GAME.move_named(move))


def _cards(words: Words, names: Sequence[str]) -> Markup:
    """One card of each value, a starred one, and a tourist."""
    game = _given((*TAG_NAMES, f"{TAG_NAMES[-1]}*", "tourist"), ())
    drawing = draw(GAME, words, GAME.view(game, 0), 0, names)
    cards = [stack[0] for stack in drawing.context["hand"].made()]
    return freeze("floor-cards", *(drawing.macros.chosen(card) for card in cards))


def _table(words: Words, names: Sequence[str]) -> Markup:
    """The table in the middle of a random round."""
    game: Position = GAME.new(3, seed=PLAYED_GAME)
    chance = random.Random(PLAYED_GAME)
    half = game.pile // 2
    while game.pile > half or game.phase != Phase.CHOOSING:
        GAME.play(game, _choose(game, chance))
    drawing = draw(GAME, words, GAME.view(game, SPECTATOR), SPECTATOR, names)
    return freeze("perfect-hotel", drawing.macros.board(drawing.context))


def _choose(game: Position, chance: random.Random) -> int:
    """A random move, with a preference for large sets."""
    moves = GAME.legal_moves(game)
    if adding := [move for move in moves if move in (ADD + PLAIN, ADD + STARRED)]:
        return adding[0]
    if RESEARCH in moves:
        builds = len(moves) > 1 and chance.random() < 0.5
        return chance.choice(moves[1:]) if builds else RESEARCH
    return chance.choice(moves)


def _build(words: Words, names: Sequence[str]) -> Markup:
    """Supply and hand before, the hotel after."""
    game = _given(("7", "7", "7", "10", "10", "10*", "5"), ("10", "10"))
    _play(game, "build 7", "add plain", "add plain", "add plain", "done")
    before = draw(GAME, words, GAME.view(game, 0), 0, names)
    with listening() as story:
        _play(game, "take 10", "add plain", "add plain", "add star", "done")
    after = draw(GAME, words, GAME.view(game, 0), 0, names)
    held = [card for stack in before.context["hand"].made() for card in stack]
    wanted = [card for card in held if card.tag == len(TAG_NAMES) - 1]
    cards = "".join(str(before.macros.chosen(card)) for card in wanted)
    picture = freeze(
        "perfect-hotel before-after",
        f'<ol class="sites">{before.macros.site_cell(before.context["sites"][-1].made())}</ol>',
        f'<div class="floor-cards">{cards}</div>',
        '<span class="arrow">➜</span>',
        f'<ol class="lots">{after.macros.building(after.context["lots"][0].made())}</ol>',
    )
    return picture + list_events(GAME, words, names, story)


def _extension(words: Words, names: Sequence[str]) -> Markup:
    """A floor of two rows on top of another floor."""
    game = _given(("8", "8", "8", "5", "5", "5", "5*"), ())
    _play(game, "build 8", "add plain", "add plain", "add plain", "done")
    _play(game, "build 5", "add plain", "add plain", "done")
    _play(game, "build 5", "add plain", "add star", "done")
    drawing = draw(GAME, words, GAME.view(game, 0), 0, names)
    lot = drawing.macros.building(drawing.context["lots"][0].made())
    return freeze("perfect-hotel", f'<ol class="lots">{lot}</ol>')


def _score(words: Words, names: Sequence[str]) -> Markup:
    """The end of a random first round, and its scoring."""
    game: Position = GAME.new(3, {"rounds": "1"}, seed=SCORED_GAME)
    chance = random.Random(SCORED_GAME)
    with listening() as story:
        while not is_over(game):
            GAME.play(game, _choose(game, chance))
    drawing = draw(GAME, words, GAME.view(game, SPECTATOR), SPECTATOR, names)
    lots = "".join(str(drawing.macros.building(lot.made())) for lot in drawing.context["lots"])
    street = f'<section class="street"><ol class="lots">{lots}</ol></section>'
    return freeze("perfect-hotel", street) + score_table(
        GAME, words, names, (told for told in story if told.event == Event.SCORED)
    )


def _season(words: Words, names: Sequence[str]) -> Markup:
    """A tag whose supply was taken, with one new card below it."""
    game = _given(("6", "6"), ("6", "6"), **{"high-season": "yes"})
    _play(game, "take 6", "done", "research", "place 6")
    drawing = draw(GAME, words, GAME.view(game, 0), 0, names)
    return freeze(
        "perfect-hotel",
        f'<ol class="sites">{drawing.macros.site_cell(drawing.context["sites"][1].made())}</ol>',
    )
