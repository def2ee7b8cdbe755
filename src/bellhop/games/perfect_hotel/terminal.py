"""Perfect Hotel as text, from a view: the supply, the hotels from the top down, the hand."""

from collections.abc import Iterator, Sequence

from bellhop.engine.words import Words, signed

from .rules.legality import below
from .rules.scoring import forecast_gains
from .rules.state import Floor, Hotelier, Position
from .rules.vocabulary import GUEST, KINDS, PLAIN, ROUNDS, STARRED, TAGS, TOURIST, Phase, floor_card
from .speech import say_card, say_tag

CARD, STAR, GUEST_CARD, SEASON, NOTHING, ON_TURN = "▪", "★", "☺", "!", "·", "▶"


def draw_text(words: Words, seen: Position, seat: int, names: Sequence[str]) -> str:
    """The table as a seat, or SPECTATOR, sees it."""
    lines = [_heading(words, seen), "", *_supply(words, seen), words.say("draw.legend"), ""]
    gains = forecast_gains(seen)
    for other in range(seen.seats):
        lines += _hotelier(words, seen, other, names[other], gains[other])
    if 0 <= seat < seen.seats:
        lines += ["", _hand(words, seen.players[seat])]
        if seen.phase == Phase.BUILDING and seen.turn == seat:
            lines.append(_set(words, seen))
    return "\n".join(lines)


def _heading(words: Words, seen: Position) -> str:
    parts = [
        words.say("draw.round", round=seen.round + 1, rounds=ROUNDS[seen.short]),
        words.count("draw.pile", seen.pile),
    ]
    if seen.pile > 0:
        parts.append(words.say("draw.top.tourist" if seen.tourist_on_top else "draw.top.floor"))
    return " · ".join(parts)


def _supply(words: Words, seen: Position) -> Iterator[str]:
    """One column per tag: its name above, its cards below."""
    heads, cards = [words.say("draw.supply")], [""]
    for tag in range(TAGS):
        heads.append(say_tag(words, tag) + (SEASON if seen.busy[tag] else ""))
        plain, starred = seen.supply[floor_card(tag, PLAIN)], seen.supply[floor_card(tag, STARRED)]
        cards.append(_cards(plain, starred, seen.lodgers[tag]) or NOTHING)
    widths = [max(len(head), len(card)) for head, card in zip(heads, cards, strict=True)]
    for row in (heads, cards):
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _hotelier(words: Words, seen: Position, seat: int, name: str, gain: int) -> Iterator[str]:
    me = seen.players[seat]
    held = words.count("draw.held", me.held) + (" " + GUEST_CARD * me.hand[TOURIST]).rstrip()
    mark = ON_TURN if seat == seen.turn else " "
    forecast = f" (≈ {signed(gain)})" if seen.phase != Phase.OVER else ""
    yield f"{mark} {name} · {words.count('draw.points', me.points)}{forecast} · {held}"
    if me.height == 0:
        yield f"    {words.say('draw.no_hotel')}"
    width = max(len(say_tag(words, tag)) for tag in range(TAGS))
    for storey in reversed(range(me.height)):
        tag = me.storeys[storey]
        yield f"    {say_tag(words, tag).ljust(width)}  {_floor(words, me.floors[tag])}"


def _floor(words: Words, floor: Floor) -> str:
    plain = floor.cards - floor.starred - floor.tourists
    rows = f"  ({words.count('draw.rows', floor.rows)})" if floor.rows > 1 else ""
    return _cards(plain, floor.starred, floor.tourists) + rows


def _hand(words: Words, me: Hotelier) -> str:
    cards = []
    for kind in range(KINDS):
        if me.hand[kind]:
            times = f" ×{me.hand[kind]}" if me.hand[kind] > 1 else ""
            cards.append(say_card(words, kind) + times)
    if not cards:
        return words.say("draw.hand.empty")
    return words.say("draw.hand", cards=", ".join(cards))


def _set(words: Words, seen: Position) -> str:
    plain, starred = seen.chosen[PLAIN], seen.chosen[STARRED]
    if seen.taking:
        starred += seen.supply[floor_card(seen.site, STARRED)]
        plain += below(seen, seen.site) - seen.supply[floor_card(seen.site, STARRED)]
    cards = _cards(plain, starred, seen.chosen[GUEST]) or NOTHING
    return words.say("draw.set", floor=say_tag(words, seen.site), cards=cards)


def _cards(plain: int, starred: int, tourists: int) -> str:
    return CARD * plain + STAR * starred + GUEST_CARD * tourists
