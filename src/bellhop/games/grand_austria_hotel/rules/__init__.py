"""The rules of Grand Austria Hotel: the verbs that everything else calls.

Read them next to the rulebook, in this order: `cards`, `verbs` and `tables` (what is
printed), `vocabulary` (places, moves, events), `state`, `packing` (numbers that hold two things),
`preparation`, `turns`, `actions` (the six spaces and all answers), `guests`, `hotel`, `staff`,
`gains` and `steps` (what verbs do), `politics`, `emperor`, `scoring`, `legality` and `answers`
(what may be done), `knowledge` (what a seat sees).
"""

from .knowledge import cover, imagine, view
from .legality import legal, why_not
from .scoring import POINT, score
from .turns import act, close_round, play, setup

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
