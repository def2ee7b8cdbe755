"""Lessons on the page: every element that a step points at must be drawn there."""

import re
from functools import lru_cache

from bellhop.drawing.pages import draw_html
from bellhop.engine.game import Game
from bellhop.engine.guide import LEARNER, Guide, Place, open_guide

DRAWN_IDS = re.compile(r'id="([^"]+)"')


@lru_cache
def check_pointers(game: Game) -> Guide:
    """The guide of a game's lesson, checked once against the drawings of the page."""
    guide, place = open_guide(game), Place()
    while True:
        _check_step(guide, place)
        if guide.is_last(place):
            return guide
        place = guide.go_on(place)


def _check_step(guide: Guide, place: Place) -> None:
    scene, game = guide.look(place), guide.game
    seen = game.show(scene.position, LEARNER)
    names = [f"P{seat}" for seat in range(scene.position.seats)]
    drawn = draw_html(game, game.words("en"), seen, LEARNER, names)
    ids = {id_ for part in drawn.values() for id_ in DRAWN_IDS.findall(part)}
    wanted = [("point", id_) for id_ in scene.step.point]
    if scene.expected:
        wanted += [("do", id_) for id_ in game.page.path(seen, scene.expected[0])[:1]]
    for key, id_ in wanted:
        if id_ not in ids:
            fault = f"there is no element {id_!r} on the page"
            guide.file.refuse(scene.chapter.id, scene.step.id, key, fault)
