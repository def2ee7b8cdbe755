"""The legend of Overbooking: what the symbols on cards and hotels stand for."""

from collections.abc import Iterator

from markupsafe import Markup

from bellhop.drawing.environments import icon
from bellhop.engine.parts import Sign
from bellhop.engine.words import Words

from ..rules.vocabulary import CREST_NAMES, GUEST_NAMES
from ..speech import say_crest

COIN = Markup('<i class="coin"></i>')
TILE = Markup('<span class="point-tile">+1</span>')


def legend(words: Words) -> Iterator[Sign]:
    """What cards and hotels show; then the groups of guests, and the families."""
    yield Sign(icon("bed"), words.say("sign.bed"))
    yield Sign(COIN, words.say("sign.coin"))
    yield Sign(TILE, words.say("page.tile"))
    yield Sign(icon("door"), words.say("sign.door"))
    yield Sign(icon("line"), words.say("sign.line"))
    for name in GUEST_NAMES:
        yield Sign(icon(name), words.say(f"guest.{name}"))
    for crest, name in enumerate(CREST_NAMES):
        yield Sign(icon(name), words.say("sign.family", crest=say_crest(words, crest)))
