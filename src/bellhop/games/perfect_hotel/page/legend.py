"""The legend of Perfect Hotel: what the symbols on cards, tags and beside the players stand for."""

from collections.abc import Iterator

from markupsafe import Markup

from bellhop.drawing.environments import icon
from bellhop.engine.parts import Sign
from bellhop.engine.words import Words

from ..rules.vocabulary import FACILITIES, TOURIST_LOSS
from ..speech import say_facility

STAR = Markup('<i class="star">★</i>')
FORECAST = Markup('<b class="then">≈</b>')


def legend(words: Words) -> Iterator[Sign]:
    """The floors, the other cards, how to build, and the forecast of a scoring."""
    for tag, facility in enumerate(FACILITIES):
        yield Sign(icon(facility.name), f"{say_facility(words, tag)} ({facility.value})")
    yield Sign(icon("tourist"), words.say("sign.tourist", points=TOURIST_LOSS))
    yield Sign(STAR, words.say("sign.star"))
    yield Sign(icon("hotel"), words.say("sign.hotel"))
    yield Sign(icon("hand"), words.say("page.from_hand"))
    yield Sign(icon("supply"), words.say("page.with_supply"))
    yield Sign(icon("sun"), words.say("page.season"))
    yield Sign(FORECAST, words.say("sign.forecast"))
