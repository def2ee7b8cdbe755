"""Roles: what a player, a host, a spectator or a program may do, and when.

Pages, API and seating all consult the table MAY below; `docs/hosting.md` shows it to people.
"""

import time
from enum import StrEnum
from typing import NamedTuple, Protocol

from bellhop.engine.errors import Forbidden
from bellhop.table.live import LiveTable
from bellhop.table.names import PERSON
from bellhop.table.schema import PROGRAM, REISSUED, StoredSeat


class Role(StrEnum):
    """What somebody is at a table, in the order of MAY's columns."""

    PLAYER = "player"
    AWAY = "away player"  # a bot plays the seat until they come back
    RESIGNED = "resigned player"
    HOST = "host"
    SPECTATOR = "spectator"
    PROGRAM = "program"  # plays a seat over the API


class Phase(StrEnum):
    """Before the deal, during the game, or after its end."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"


class Deed(StrEnum):
    """Something that a role may or may not do."""

    LOOK = "see what everybody sees"
    SEE_HAND = "see the seat's own cards, and everybody's after the end"
    TAKE_SEAT = "take a seat with an unused link"
    ADD_NONCE = "add to the shuffle"
    MOVE = "move, undo and redo"
    ASK_HINT = "ask for a hint"
    TUTOR = "use a tutor, or agree to those of others"
    TALK = "chat"
    CALL_IN = "chat as a spectator, if the host allows it"
    LEAVE = "let a bot play for oneself"
    COME_BACK = "take the seat back from the bot"
    RESIGN = "resign"
    AGREE = "propose to stop the game, or agree"
    GO_ON = "refuse to stop the game"
    REPLACE_LATE = "let a bot play for somebody who keeps the table waiting"
    REPLACE = "let a bot play for somebody at once"
    USE_DEVICES = "add a device to one's seat, or sign the others out"
    MAKE_LINK = "make a new link for somebody's seat"
    TUNE = "set the bots' pace, allow or forbid hints and spectators' chat, allow unlimited undo"
    REMATCH = "open or join the rematch"
    PLAY_ON = "open a table that goes on from any moment of the game"
    ANALYSE = "analyse the game, and learn from its mistakes"


_B, _D, _A = Phase.BEFORE, Phase.DURING, Phase.AFTER
_ALWAYS, _DEALT, _NEVER = (_B, _D, _A), (_D, _A), ()
# One column per role; nobody is away or resigned before the deal.
MAY: dict[Deed, tuple[tuple[Phase, ...], ...]] = {
    Deed.LOOK: (_ALWAYS, _DEALT, _DEALT, _ALWAYS, _ALWAYS, _ALWAYS),
    Deed.SEE_HAND: (_DEALT, _DEALT, _DEALT, (_A,), (_A,), _DEALT),
    Deed.TAKE_SEAT: (_ALWAYS, _DEALT, _DEALT, _ALWAYS, _ALWAYS, _ALWAYS),
    Deed.ADD_NONCE: ((_B,), _NEVER, _NEVER, _NEVER, _NEVER, _NEVER),
    Deed.MOVE: ((_D,), _NEVER, _NEVER, _NEVER, _NEVER, (_D,)),
    Deed.ASK_HINT: ((_D,), _NEVER, _NEVER, _NEVER, _NEVER, _NEVER),
    Deed.TUTOR: ((_B, _D), _NEVER, _NEVER, _NEVER, _NEVER, _NEVER),
    Deed.TALK: (_ALWAYS, _DEALT, _DEALT, _NEVER, _NEVER, _NEVER),
    Deed.CALL_IN: (_NEVER, _NEVER, _NEVER, _ALWAYS, _ALWAYS, _ALWAYS),
    Deed.LEAVE: ((_D,), _NEVER, _NEVER, _NEVER, _NEVER, _NEVER),
    Deed.COME_BACK: (_NEVER, (_D,), _NEVER, _NEVER, _NEVER, _NEVER),
    Deed.RESIGN: ((_D,), (_D,), _NEVER, _NEVER, _NEVER, _NEVER),
    Deed.AGREE: ((_D,), (_D,), _NEVER, _NEVER, _NEVER, _NEVER),
    Deed.GO_ON: ((_D,), (_D,), _NEVER, _NEVER, _NEVER, _NEVER),
    Deed.REPLACE_LATE: ((_D,), _NEVER, _NEVER, (_D,), _NEVER, _NEVER),
    Deed.REPLACE: (_NEVER, _NEVER, _NEVER, (_D,), _NEVER, _NEVER),
    Deed.USE_DEVICES: (_ALWAYS, _DEALT, _DEALT, _NEVER, _NEVER, _NEVER),
    Deed.MAKE_LINK: (_NEVER, _NEVER, _NEVER, (_B, _D), _NEVER, _NEVER),
    Deed.TUNE: (_NEVER, _NEVER, _NEVER, (_B, _D), _NEVER, _NEVER),
    Deed.REMATCH: ((_A,), (_A,), (_A,), _NEVER, _NEVER, (_A,)),
    Deed.PLAY_ON: ((_A,), (_A,), (_A,), (_A,), (_A,), (_A,)),
    Deed.ANALYSE: ((_A,), (_A,), (_A,), (_A,), (_A,), (_A,)),
}
# What ends a game for a player for good: not for the new holder of a seat, who may be the host.
_FINAL = (Deed.AGREE, Deed.RESIGN)
ASKED_SECONDS = 86_400.0  # for which a player whom others have set aside must still be asked


# The same table, as a fast lookup for every move.
_ALLOWED = {
    (deed, phase): frozenset(
        role for role, phases in zip(Role, row, strict=True) if phase in phases
    )
    for deed, row in MAY.items()
    for phase in Phase
}


class Visitor(Protocol):
    """Somebody who wants to do something at a table."""

    @property
    def own(self) -> tuple[int, ...]:
        """The seats that they hold."""

    @property
    def is_host(self) -> bool:
        """Are they the table's host?"""


class Sitter(NamedTuple):
    """A visitor who holds one seat."""

    own: tuple[int, ...]
    is_host: bool = False


def may(live: LiveTable, deed: Deed, visitor: Visitor, seat: int | None = None) -> bool:
    """May a visitor do this now, for this seat, or, without one, for any of their seats?"""
    allowed = _ALLOWED[deed, phase_of(live)]
    if deed is Deed.CALL_IN:  # not for players, even if they are the host
        return Role.SPECTATOR in allowed and not visitor.own
    if Role.SPECTATOR in allowed or (visitor.is_host and Role.HOST in allowed):
        return True
    return any(
        role_of(live, own) in allowed and not (deed in _FINAL and is_reissued(live, own))
        for own in visitor.own
        if seat in (own, None)
    )


def check(live: LiveTable, deed: Deed, visitor: Visitor, seat: int | None = None) -> None:
    """Raise an error unless a visitor may do this now."""
    if not may(live, deed, visitor, seat):
        is_new = deed in _FINAL and seat in visitor.own and is_reissued(live, seat)
        raise Forbidden("reissued") if is_new else _refusal(deed)


def _refusal(deed: Deed) -> Forbidden:
    """The error for a deed that is not allowed: it says who may do it."""
    match deed:
        case Deed.MOVE | Deed.ASK_HINT:
            return Forbidden("no_seat")
        case Deed.LEAVE | Deed.RESIGN | Deed.USE_DEVICES:
            return Forbidden("others_seat")
        case Deed.CALL_IN:
            return Forbidden("spectators_only")
        case Deed.TUTOR | Deed.TALK | Deed.AGREE | Deed.GO_ON | Deed.REPLACE_LATE:
            return Forbidden("players_only")
        case Deed.REPLACE | Deed.MAKE_LINK | Deed.TUNE:
            return Forbidden("host_only")
        case Deed.COME_BACK:
            return Forbidden("no_return")
        case Deed.REMATCH:
            return Forbidden("rematch")
        case Deed.PLAY_ON:
            return Forbidden("play_on")
        case Deed.ANALYSE:
            return Forbidden("analyse")
    return Forbidden("not_allowed")


def phase_of(live: LiveTable) -> Phase:
    """The phase that a table is in."""
    if live.sitting is None:
        return Phase.BEFORE
    return Phase.AFTER if live.is_over else Phase.DURING


def role_of(live: LiveTable, number: int) -> Role:
    """The role of a seat's holder; SPECTATOR for a bot's seat or one that does not exist."""
    if not 0 <= number < len(live.seats) or live.seats[number].kind != PERSON:
        return Role.SPECTATOR
    seat = live.seats[number]
    if live.sitting and number in live.sitting.resigned:
        return Role.RESIGNED
    if seat.stand_in:
        return Role.AWAY
    return Role.PROGRAM if _is_program(live, number) else Role.PLAYER


def _is_program(live: LiveTable, number: int) -> bool:
    """Is a seat held by programs only?"""
    return {holder.kind for holder in live.stored.holders if holder.seat == number} == {PROGRAM}


def is_reissued(live: LiveTable, number: int) -> bool:
    """Has the host made a new link for this seat during the game, less than a day ago?"""
    since = time.time() - ASKED_SECONDS
    return any(
        remark.seat == number and remark.kind == REISSUED and remark.time > since
        for remark in live.remarks
    )


def voters(live: LiveTable) -> list[StoredSeat]:
    """The players who all have to agree before the game is stopped.

    A player who left by choice is not asked; one whom somebody else set aside is, for a while:
    declared away, or with a seat that somebody else may hold by now.
    """
    return [seat for seat in live.seats if _is_asked(live, seat)]


def _is_asked(live: LiveTable, seat: StoredSeat) -> bool:
    """Must this player agree before the game is stopped?"""
    match role_of(live, seat.seat):
        case Role.PLAYER:
            return True
        case Role.AWAY:
            is_silent = _is_program(live, seat.seat) or seat.asked_until <= time.time()
            return not is_silent or is_reissued(live, seat.seat)
        case Role.PROGRAM:
            return is_reissued(live, seat.seat)
    return False
