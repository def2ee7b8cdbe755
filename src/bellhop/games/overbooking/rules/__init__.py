"""The rules of Overbooking: the verbs that everything else calls.

Read them next to the rulebook, in this order: `vocabulary` (guests, hotels, moves),
`state`, `preparation` (setup and phase 3), `legality` (what may be done), `turns` (phase 1),
`bookings` (phase 2), `scoring`, `knowledge` (what a seat sees).
"""

from .knowledge import cover, imagine, view
from .legality import legal, why_not
from .preparation import setup
from .scoring import POINT, score
from .turns import act, close_round, play

__all__ = [
    "POINT",
    "act",
    "close_round",
    "cover",
    "imagine",
    "legal",
    "play",
    "score",
    "setup",
    "view",
    "why_not",
]
