"""The records of Night Porter."""

from bellhop.engine.records import Record, int8, int64, option, record, rows

from .vocabulary import KEYS, NAMES, SEATS


@record
class Porter(Record):
    """What everybody sees of a player."""

    held = int8()  # keys in hand
    hidden = int8()  # keys under the mat
    hung = int8()  # keys on the rack
    rack = int8(KEYS)  # which ones, from left to right


@record
class Position(Record):
    """The whole game at one moment."""

    dice = int64()
    players = rows(Porter, SEATS)
    keys = int8(KEYS, labels=NAMES)  # where each of them is; in a view, PILE if not known
    seats = int8()
    tips = option("tips")  # do hidden keys earn points?
    turn = int8()  # the seat to move, or NOBODY
    pile = int8()  # keys left to draw
