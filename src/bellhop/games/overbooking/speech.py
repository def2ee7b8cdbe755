"""Overbooking in words: moves, events and refusals, from the catalogues in `words`."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from bellhop.engine.questions import top
from bellhop.engine.telling import Told
from bellhop.engine.words import Words, signed

from .rules.legality import can_play, may_decline
from .rules.scoring import item_name
from .rules.state import Position, hotel_of, place_of
from .rules.vocabulary import (
    AT_LINE,
    BEDS,
    BEDS_ADDED,
    CREST_NAMES,
    CRESTS_BY_NUMBER,
    GUEST_NAMES,
    MOVE_CARD,
    MOVE_KIND,
    MOVE_SIDE,
    MOVE_WHERE,
    POWERS,
    REPLACED,
    Event,
    HotelRule,
    Move,
    Phase,
    Power,
    Refusal,
    crest_of,
    crest_on,
    guest_of,
    is_large_on,
)

CHOICES = {
    Power.REPLACE_OWN: "replace_own",
    Power.BOOK_FIRST: "book_first",
    Power.PUSH_OUT: "push_out",
}
POWERS_SAID = ON_CARD, AS_SENTENCE = "page", "overview"
REFUSED_BY: Mapping[str, Collection[int]] = {  # by section of the rules
    "setup": (Refusal.NO_SUCH_HOTEL,),
    "play_cards": (
        Refusal.MUST_PLAY,
        Refusal.CARD_NOT_HELD,
        Refusal.NOT_THE_LAST_CARD,
        Refusal.CAN_PLAY,
        Refusal.MAY_DECLINE,
    ),
    "doors_and_lines": (Refusal.LINE_FULL, Refusal.BACK_DOOR_FULL),
    "check_bookings": (Refusal.MUST_ANSWER,),
    "hotel_rules": (
        Refusal.NO_BACK_DOOR,
        Refusal.SMALL_GROUPS,
        Refusal.LARGE_GROUPS,
        Refusal.NO_SOLDIERS,
        Refusal.TWO_CRESTS,
    ),
    "powers": (
        Refusal.NO_SUCH_GUEST,
        Refusal.NOT_YOUR_GUEST,
        Refusal.ALREADY_MARKED,
        Refusal.NOT_REPLACEABLE,
    ),
    "scoring": (Refusal.GAME_OVER,),
}
RULED_BY: Mapping[int, str] = {  # the ruling, if the rulebook leaves the case open
    Refusal.TWO_CRESTS: "Q12",
    Refusal.NOT_THE_LAST_CARD: "Q18",
    Refusal.CAN_PLAY: "Q20",
    Refusal.ALREADY_MARKED: "Q5",
    Refusal.MAY_DECLINE: "Q20",
}


def say_crest(words: Words, crest: int) -> str:
    """A family."""
    name = CRESTS_BY_NUMBER[crest].name
    return words.find(f"crest.{name}", name)


def say_guests(words: Words, guest: int) -> str:
    """A type of guests."""
    return words.find(f"guest.{GUEST_NAMES[guest]}", GUEST_NAMES[guest])


def say_power(words: Words, guest: int, where: str) -> str:
    """What guests do at the back door, as it is said in one of the places in POWERS_SAID."""
    power = Power(POWERS[guest])
    key = f"{where}.power.{power.name.lower()}"
    match power:
        case Power.ADD_BEDS:
            beds = BEDS_ADDED[guest]
            return words.count(key, abs(beds), beds=signed(beds))
        case Power.PUSH_OUT:
            return words.say(key, guests=say_guests(words, REPLACED[guest]))
    return words.say(key)


@lru_cache(1024)
def say_card(words: Words, kind: int) -> str:
    """A card by its beds, guests and family, such as 4 nobles (fish)."""
    return words.say(
        "card",
        beds=BEDS[guest_of(kind)],
        guests=say_guests(words, guest_of(kind)),
        crest=say_crest(words, crest_of(kind)),
    )


@lru_cache(256)
def say_back(words: Words, back: int) -> str:
    """The back of a card: family and size."""
    size = words.say("size.large" if is_large_on(back) else "size.small")
    return f"{say_crest(words, crest_on(back))}, {size}"


@lru_cache(256)
def say_place(words: Words, hotel: int, side: int) -> str:
    """A side of a hotel."""
    return words.say("place.line" if side == AT_LINE else "place.back_door", hotel=hotel + 1)


def say_rule(words: Words, rule: int) -> str:
    """A hotel's special rule."""
    return words.say(f"rule.{HotelRule(rule).name.lower()}")


def say_move(words: Words, seen: Position, move: int) -> str:
    """A move in words, as one of the choices."""
    where = MOVE_WHERE[move]
    match MOVE_KIND[move]:
        case Move.PLAY:
            place = say_place(words, where, MOVE_SIDE[move])
            return words.say("move.play", card=say_card(words, MOVE_CARD[move]), place=place)
        case Move.DECLINE:
            return words.say("move.decline")
        case Move.PASS:
            return words.say("move.pass")
        case Move.NO:
            return words.say("move.no")
    card = say_card(words, seen.hotels[hotel_of(top(seen))].line[where].kind)
    choice = CHOICES[Power(POWERS[guest_of(_asking_card(seen))])]
    return words.say(f"move.{choice}", card=card, number=where + 1)


def _asking_card(seen: Position) -> int:
    """The card at a back door whose power is asked about."""
    return seen.hotels[hotel_of(top(seen))].back_door[place_of(top(seen))].kind


def say_question(words: Words, seen: Position, *, may_touch: bool) -> str:
    """Which power is to be decided on and, on the page of the player who decides, what to touch."""
    kind = _asking_card(seen)
    values = {"hotel": hotel_of(top(seen)) + 1, "card": say_card(words, kind)}
    if may_touch:
        return words.say(f"page.question.{CHOICES[Power(POWERS[guest_of(kind)])]}", **values)
    return words.say("draw.question", **values)


def say_task(words: Words, seen: Position) -> str:
    """What the seat on turn must do now."""
    if seen.phase == Phase.CHECKING:
        return words.say("task.checking")
    if can_play(seen, seen.players[seen.turn]):
        return words.say("task.choosing" if may_decline(seen) else "task.playing")
    return words.say("task.declining" if may_decline(seen) else "task.passing")


def say_event(words: Words, told: Told, names: Sequence[str]) -> str:
    """A line of the log."""
    a, b, c, d, _ = told.numbers
    match told.event:
        case Event.ROUND_STARTED:
            return words.say("event.round_started", round=a + 1, player=names[b])
        case Event.HOTEL_OPENED:
            return words.count("event.hotel_opened", b, hotel=a + 1, rule=say_rule(words, c))
        case Event.HOTEL_CHECKED:
            return words.count("event.hotel_checked", b, hotel=a + 1)
        case Event.GAME_ENDED:
            return words.say("event.game_ended")
    player = names[a]
    match told.event:
        case Event.DREW:
            return words.say("event.drew", player=player, card=say_card(words, b))
        case Event.DREW_UNSEEN:
            return words.count("event.drew_unseen", b, player=player)
        case Event.PLAYED | Event.PLAYED_OPEN:
            key = "event.played_open" if told.event == Event.PLAYED_OPEN else "event.played"
            place = say_place(words, c, d)
            return words.say(key, player=player, card=say_card(words, b), place=place)
        case Event.PLAYED_UNSEEN:
            place = say_place(words, c, d)
            return words.say(
                "event.played_unseen", player=player, back=say_back(words, b), place=place
            )
        case Event.TILE_TAKEN:
            return words.say("event.tile_taken", player=player, hotel=b + 1)
        case Event.DECLINED:
            return words.say("event.declined", player=player)
        case Event.PASSED:
            return words.say("event.passed", player=player)
        case Event.SCORED:
            item = say_item(words, item_name(b))
            return words.count("event.scored", c, player=player, item=item)
    return _say_booking(words, told, names)


def _say_booking(words: Words, told: Told, names: Sequence[str]) -> str:
    """A line of the log about a hotel being checked."""
    a, b, c, d, _ = told.numbers
    player, card = names[a], say_card(words, b)
    match told.event:
        case Event.REVEALED:
            return words.say(
                "event.revealed", player=player, card=card, place=say_place(words, c, d)
            )
        case Event.JOINED_LINE:
            return words.say("event.joined_line", player=player, card=card)
        case Event.BEDS_ADDED:
            change = signed(c)
            return words.count("event.beds_added", d, player=player, card=card, change=change)
        case Event.REPLACED_OWN:
            return words.say(
                "event.replaced_own", player=player, card=card, other=say_card(words, c)
            )
        case Event.MARKED_FIRST:
            key = "event.marked_first" if d == 1 else "event.marked_next"
            return words.say(key, player=player, card=card, other=say_card(words, c))
        case Event.PUSHED_OUT:
            other = say_card(words, d)
            return words.say(
                "event.pushed_out", player=player, card=card, owner=names[c], other=other
            )
        case Event.POWER_DECLINED:
            return words.say("event.power_declined", player=player, card=card)
        case Event.POWER_IDLE:
            return words.say("event.power_idle", player=player, card=card)
        case Event.BOOKED:
            return words.count("event.booked", c, player=player, card=card)
        case Event.REFUSED:
            return words.count("event.refused", c, player=player, card=card)
        case Event.DISCARDED:
            return words.say("event.discarded", player=player, card=card)
    return ""


def say_item(words: Words, name: str) -> str:
    """The name of a scoring item."""
    if name in CREST_NAMES:
        return words.say("item.crest", crest=say_crest(words, CREST_NAMES.index(name)))
    return words.say(f"item.{name}")
