"""Grand Austria Hotel as a page: guests, dice, the emperor, and every player's house."""

from collections.abc import Iterator, Sequence
from typing import Any

from bellhop.drawing.html.houses.grand_austria_hotel import (
    FOOD_NAMES,
    draw_symbols,
    guest_face,
    house,
    staff_card,
)
from bellhop.engine.questions import is_asking, top
from bellhop.engine.telling import Told
from bellhop.engine.words import Words
from bellhop.grand_austria_hotel.card_text import (
    count_food,
    say_condition,
    say_krone,
    say_points,
    say_tile_penalty,
    say_tile_reward,
)
from bellhop.grand_austria_hotel.cards import (
    FOODS,
    FREE,
    FULL,
    LETTERS,
    POLITICS_CARDS,
    STAFF,
    TILES,
)
from bellhop.grand_austria_hotel.gains import points_of
from bellhop.grand_austria_hotel.guests import row_price
from bellhop.grand_austria_hotel.hotel import count_of
from bellhop.grand_austria_hotel.legality import legal
from bellhop.grand_austria_hotel.speech import say_action, say_move, say_task
from bellhop.grand_austria_hotel.staff import sixth_is_free, strength_added
from bellhop.grand_austria_hotel.state import NO_GUEST, Position
from bellhop.grand_austria_hotel.tables import (
    CONDITION_OF,
    OR_LOSE,
    PENALTY_STEP,
    REWARD_STEP,
    ROOM_NAMES,
    ROOMS,
    STAFF_NAMES,
    STEPS,
)
from bellhop.grand_austria_hotel.vocabulary import (
    AMOUNT,
    BOOST_DIE,
    BOOST_PRICE,
    CAFE_TABLES,
    CHECK_IN,
    CHOOSE_ROOM,
    CHOOSE_STAFF,
    CLAIM,
    DONE,
    EMPEROR_POINTS,
    EMPEROR_ROUNDS,
    END,
    EXCUSE,
    FILL,
    GUEST,
    LETTER_COUNT,
    LOSE,
    MOVES,
    NUMBERS_ON_A_TILE,
    PART,
    PASS,
    POLITICS_POINTS,
    RETREATS,
    REWARD_FROM,
    ROUNDS,
    ROW,
    SERVE,
    SIXTH_PRICE,
    SPACES,
    SUFFER,
    TAKE_DIE,
    TAKE_FOOD,
    USE_AS,
    Event,
    Phase,
    Place,
    Space,
    Step,
)

BUTTONS = {PASS: "pass", END: "end-turn", SUFFER: "suffer", LOSE: "lose", EXCUSE: "excuse"}
ACTION_ICONS = {
    Space.SWEETS: ("strudel", "cake"),
    Space.DRINKS: ("wine", "coffee"),
    Space.ROOMS: ("room",),
    Space.TRACKS: ("crown", "coin"),
    Space.STAFF: ("staff",),
    Space.ANY: ("joker",),
}
ZONES = ("penalty", "nothing", "nothing")  # of the first fields; those after them bring a reward


def context(words: Words, seen: Position, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """What the template draws for a seat, or SPECTATOR."""
    is_player = 0 <= seat < seen.seats
    payer = seat if is_player else max(seen.turn, 0)  # who watches sees the prices of the turn
    moves = _legal(seen) if is_player and seen.turn == seat else []
    return {
        "texts": _texts(words, seen),
        "rounds": [
            {"number": number + 1, "emperor": number + 1 in EMPEROR_ROUNDS}
            for number in range(ROUNDS)
        ],
        "now": seen.round + 1,
        "order": _order(words, seen, names),
        "row": [_waiting(words, seen, payer, place) for place in range(ROW)],
        "spaces": [_space(words, seen, payer, space) for space in range(SPACES)],
        "track": [_field(words, seen, field, names) for field in range(len(EMPEROR_POINTS))],
        "tiles": [_tile(words, seen, letter) for letter in range(LETTER_COUNT)],
        "politics": [_politics(words, seen, seat, n, names) for n in range(LETTER_COUNT)],
        "people": [_person(words, seen, other, seat, names[other]) for other in range(seen.seats)],
        "is_player": is_player,
        "house": house(words, seen, seat) if is_player else None,
        "question": _question(words, seen) if moves else None,
        "steps": _steps(words, seen, moves) if moves and not is_asking(seen) else [],
        "buttons": [_button(words, seen, move) for move in moves if _is_button(move)],
        "cards": _cards(words, seen, seat, Place.HAND) if is_player else [],
        "aside": _cards(words, seen, seat, Place.ASIDE) if is_player else [],
    }


def path(_seen: Position, move: int) -> tuple[str, ...]:
    """What to touch for a move: mostly one thing; a guest and a room for a check-in."""
    if move < TAKE_DIE:
        return (f"guest-{move - GUEST + 1}",)
    if move < PASS:
        kind = "boost" if move >= BOOST_DIE else "die"
        return (f"{kind}-{(move - TAKE_DIE) % SPACES + 1}",)
    if move in BUTTONS:
        return (BUTTONS[move],)
    if move < CLAIM:
        food, table = divmod(move - SERVE, CAFE_TABLES)
        return (f"serve-{FOOD_NAMES[food]}-{table + 1}",)
    if move < CHECK_IN:
        return (f"politics-{LETTERS[move - CLAIM].lower()}",)
    if move < CHOOSE_STAFF:
        table, room = divmod(move - CHECK_IN, ROOMS)
        return f"table-{table + 1}", _room_id(room)
    if move < CHOOSE_ROOM:
        return (f"staff-{STAFF_NAMES[move - CHOOSE_STAFF]}",)
    if move < AMOUNT:
        return (_room_id(move - CHOOSE_ROOM),)
    if FILL <= move < PART:
        return (f"table-{move - FILL + 1}",)
    return (MOVES[move].replace(" ", "-"),)  # a button of its own


def warning(words: Words, seen: Position, move: int) -> str:
    """What should be thought of before a move: a die ends the time for taking a guest."""
    if is_asking(seen) or not TAKE_DIE <= move < PASS:
        return ""
    can_take = any(move < TAKE_DIE for move in _legal(seen))
    return words.say("page.warn.guest") if can_take else ""


def step_of(told: Told) -> tuple[int, ...] | None:
    """The steps of a scoring: the emperor's track, every tile faced, every item at the end."""
    match told.event:
        case Event.EMPEROR_SCORED:
            return (told.event,)
        case Event.REWARDED | Event.PUNISHED | Event.STAFF_SCORED:
            return (told.event, told.numbers[0])
        case Event.SCORED:
            return (told.event, told.numbers[1])
    return None


def spots(_seen: Position, told: Told) -> Iterator[str]:
    """The player it is about, and the emperor's tile or track."""
    yield f"person-{told.numbers[0]}"
    if told.event in (Event.REWARDED, Event.PUNISHED):
        yield f"tile-{LETTERS[told.numbers[1] * LETTER_COUNT // TILES].lower()}"
    elif told.event == Event.EMPEROR_SCORED:
        yield "track"


def _room_id(room: int) -> str:
    return f"room-{ROOM_NAMES[room].replace('.', '-')}"


def _legal(seen: Position) -> list[int]:
    mask = bytearray(len(MOVES))
    legal(seen, mask)
    return [move for move, allowed in enumerate(mask) if allowed]


def _texts(words: Words, seen: Position) -> dict[str, str]:
    """What is written on the table whatever lies there."""
    return {
        "round": words.say("draw.round", round=seen.round + 1, rounds=ROUNDS),
        "on_turn": words.say("page.on_turn"),
        "start": words.say("page.start"),
        "guests": words.say("page.guests"),
        "guests_left": words.count("page.guests.left", seen.guests_left),
        "staff_left": words.count("page.staff.left", seen.pile + seen.put_under),
        "dice": words.say("page.dice"),
        "bin": words.count("page.bin", seen.in_bin) if seen.in_bin else "",
        "strength": words.say("page.strength"),
        "court": words.say("page.court"),
        "emperor": words.say("page.emperor"),
        "order": words.say("page.order"),
        "house": words.say("page.house"),
        "hotel": words.say("page.hotel"),
        "cafe": words.say("page.cafe"),
        "served": words.say("page.served"),
        "kitchen": words.say("page.kitchen"),
        "hired": words.say("page.hired"),
        "hired_none": words.say("page.hired.none"),
        "hand": words.say("page.hand"),
        "aside": words.say("page.aside"),
        "empty": words.say("draw.hand.empty"),
        "gained": words.say("page.gained"),
    }


def _order(words: Words, seen: Position, names: Sequence[str]) -> list[dict[str, Any]]:
    """The numbers of the turn-order tiles, in the order they are played."""
    numbers = []
    now = seen.turn if seen.phase == Phase.TURNS and not is_asking(seen) else -1
    for number in range(NUMBERS_ON_A_TILE * seen.seats):
        is_first = number < seen.seats
        place = number if is_first else NUMBERS_ON_A_TILE * seen.seats - 1 - number
        seat = (seen.start + place) % seen.seats
        me = seen.players[seat]
        is_done = me.covered > (0 if is_first else 1)
        is_now = seat == now and me.covered == (0 if is_first else 1) and not seen.die_taken
        values = {"number": number + 1, "player": names[seat]}
        if is_done:
            label = words.say("page.order.done", **values)
        elif me.passed:
            label = words.say("page.order.passed", **values)
        else:
            label = words.say("page.order.next", **values)
        state = "done" if is_done else "passed" if me.passed else "now" if is_now else "next"
        letter = names[seat][:1].upper()
        numbers.append(
            {"number": number + 1, "seat": seat, "letter": letter, "state": state, "label": label}
        )
    return numbers


def _waiting(words: Words, seen: Position, seat: int, place: int) -> dict[str, Any]:
    """A place of the guest row, with what the guest costs this seat now."""
    guest = seen.row[place]
    is_free = is_asking(seen) and top(seen).what in (Step.OPENING_GUEST, Step.TAKE_GUEST)
    price = 0 if is_free else row_price(seen, seat, place)
    text = words.say("page.guest.price", krone=say_krone(words, price))
    where: dict[str, Any] = {"id": f"guest-{place + 1}", "price": price}
    if guest == NO_GUEST:
        return {**where, "face": None, "label": words.say("page.guest.none"), "tip": ""}
    face = guest_face(words, seen.edition, guest)
    label, tip = f"{face['label']}. {text}", f"{face['tip']}\n{text}"
    return {**where, "face": face, "label": label, "tip": tip}


def _space(words: Words, seen: Position, seat: int, space: int) -> dict[str, Any]:
    """A space of the action board, as strong as it is for this seat."""
    dice = seen.spaces[space]
    takes = not (seen.turn == seat and seen.is_extra)
    strength = dice + strength_added(seen, seat, space + 1, takes) if dice else 0
    fee = SIXTH_PRICE if space == Space.ANY and not sixth_is_free(seen, seat) else 0
    action = say_action(words, space)
    label = words.say("page.space", number=space + 1, action=action, dice=dice, strength=strength)
    if fee:
        label += f", {say_krone(words, fee)}"
    return {
        "number": space + 1,
        "action": action,
        "icons": ACTION_ICONS[Space(space)],
        "dice": dice,
        "strength": strength,
        "fee": fee,
        "boost_price": BOOST_PRICE,
        "label": label,
        "boost": words.say(
            "page.boost",
            number=space + 1,
            action=action,
            krone=say_krone(words, BOOST_PRICE),
            strength=strength + 1,
        ),
    }


def _field(words: Words, seen: Position, field: int, names: Sequence[str]) -> dict[str, Any]:
    here = [seat for seat in range(seen.seats) if seen.players[seat].emperor == field]
    points = EMPEROR_POINTS[field]
    players = words.join(names[seat] for seat in here) if here else ""
    return {
        "number": field,
        "points": points,
        "zone": ZONES[field] if field < REWARD_FROM else "reward",
        "marks": [(seat, names[seat][:1].upper()) for seat in here],
        "label": words.say(
            "page.field", field=field, points=say_points(words, points), players=players
        ).strip(),
    }


def _tile(words: Words, seen: Position, letter: int) -> dict[str, Any]:
    tile = seen.tiles[letter]
    row = seen.edition * TILES + tile
    after = EMPEROR_ROUNDS[letter]
    penalty = draw_symbols([STEPS[PENALTY_STEP[row]]])[0]
    label = words.say(
        "page.tile",
        letter=LETTERS[letter],
        round=after,
        back=RETREATS[letter],
        field=REWARD_FROM,
        reward=say_tile_reward(words, seen.edition, tile),
        penalty=say_tile_penalty(words, seen.edition, tile),
    )
    return {
        "id": f"tile-{LETTERS[letter].lower()}",
        "letter": LETTERS[letter],
        "after": words.say("page.after", round=after),
        "reward": draw_symbols([STEPS[REWARD_STEP[row]]])[0],
        "penalty": penalty,
        "or_lose": OR_LOSE[tile],
        "back": RETREATS[letter],
        "is_over": seen.round + 1 > after or seen.phase == Phase.OVER,
        "label": label,
        "tip": label.replace(". ", ".\n"),
    }


def _politics(
    words: Words, seen: Position, seat: int, letter: int, names: Sequence[str]
) -> dict[str, Any]:
    card = seen.politics[letter]
    places = []
    for number, points in enumerate(POLITICS_POINTS):
        owner = _owner(seen, letter, number + 1)
        said = (
            words.say("page.place", points=points, player=names[owner])
            if owner >= 0
            else words.say("page.place.free", points=points)
        )
        mark = names[owner][:1].upper()
        places.append({"points": points, "seat": owner, "label": said, "letter": mark})
    condition = say_condition(words, card)
    label = words.say(
        "page.politics",
        letter=LETTERS[letter],
        condition=condition,
        places=words.join(str(place["label"]) for place in places),
    )
    progress = ""
    if 0 <= seat < seen.seats:
        wanted = CONDITION_OF[card][: len(POLITICS_CARDS[card].condition)]
        progress = " · ".join(f"{count_of(seen, seat, m)}/{enough}" for m, enough in wanted)
        label += f" ({words.say('page.progress', numbers=progress)})"
    return {
        "id": f"politics-{LETTERS[letter].lower()}",
        "letter": LETTERS[letter],
        "condition": condition,
        "progress": progress,
        "places": places,
        "label": label,
    }


def _owner(seen: Position, letter: int, place: int) -> int:
    """Whose disc is on a place of a politics card; -1 for nobody's."""
    for seat in range(seen.seats):
        if seen.players[seat].discs[letter] == place:
            return seat
    return -1


def _person(words: Words, seen: Position, other: int, seat: int, name: str) -> dict[str, Any]:
    me = seen.players[other]
    points = points_of(seen, other)
    return {
        "seat": other,
        "name": name,
        "letter": name[:1].upper(),
        "on_turn": other == seen.turn,
        "starts": other == seen.start,
        "own": other == seat,
        "points_text": say_points(words, points),
        "krone": me.krone,
        "krone_text": say_krone(words, me.krone),
        "emperor": me.emperor,
        "emperor_text": words.say("page.field_of", field=me.emperor),
        "held": me.held,
        "held_text": words.count("page.held", me.held),
        "passed": words.say("page.passed") if me.passed else "",
        "house": house(words, seen, other),
    }


def _question(words: Words, seen: Position) -> dict[str, Any]:
    """What the seat on turn is asked, and what it is about."""
    facts = []
    if is_asking(seen):
        asked = top(seen)
        match asked.what:
            case Step.PREPARE:
                facts = [words.count("page.left", asked.a), *_less(words, asked.b)]
            case Step.PLAY_STAFF | Step.PLAY_DRAWN:
                facts = _less(words, asked.a)
            case Step.CHOOSE_FOOD | Step.OCCUPY | Step.TAKE_GUEST | Step.RETURN_STAFF | Step.REMOVE:
                facts = [words.count("page.left", asked.a)]
    gained = [
        (FOOD_NAMES[food], count_food(words, food, seen.pending[food]), seen.pending[food])
        for food in range(FOODS)
        if seen.pending[food]
    ]
    return {"text": say_task(words, seen), "facts": facts, "gained": gained}


def _less(words: Words, less: int) -> list[str]:
    if less == FULL:
        return []
    if less >= FREE:
        return [words.say("price.free")]
    return [words.say("page.less", krone=say_krone(words, less))]


def _steps(words: Words, seen: Position, moves: list[int]) -> list[dict[str, str]]:
    """How far a turn has come: guest, die, extras, end."""
    states = (
        _state(words, seen.guest_taken, any(move < TAKE_DIE for move in moves), later=False),
        _state(words, seen.die_taken, any(TAKE_DIE <= move < PASS for move in moves), later=False),
        _state(words, 0, any(SERVE <= move < CHOOSE_ROOM for move in moves), later=False),
        _state(words, 0, END in moves, later=True),
    )
    titles = (
        words.say("page.step.guest"),
        words.say("page.step.die"),
        words.say("page.step.extras"),
        words.say("page.step.end"),
    )
    return [{"title": title, **state} for title, state in zip(titles, states, strict=True)]


def _state(words: Words, is_done: int, is_possible: bool, *, later: bool) -> dict[str, str]:
    if is_done:
        return {"state": "done", "text": words.say("page.step.done")}
    if is_possible:
        return {"state": "now", "text": words.say("page.step.now")}
    if later:
        return {"state": "later", "text": words.say("page.step.later")}
    return {"state": "none", "text": words.say("page.step.none")}


def _is_button(move: int) -> bool:
    """Is a move made by a button that belongs to nothing on the table?"""
    return move in BUTTONS or (move >= AMOUNT and not FILL <= move < PART)


def _button(words: Words, seen: Position, move: int) -> dict[str, Any]:
    """A button with what it gives."""
    icons: list[tuple[str, str]] = []
    if AMOUNT <= move < USE_AS:
        icons = _amount(seen, move - AMOUNT)
    elif USE_AS <= move < TAKE_FOOD:
        icons = [(icon, "") for icon in ACTION_ICONS[Space(move - USE_AS)]]
    elif TAKE_FOOD <= move < FILL:
        icons = [(FOOD_NAMES[move - TAKE_FOOD], "")]
    return {
        "id": path(seen, move)[0],
        "text": say_move(words, seen, move),
        "icons": icons,
        "is_main": move in (END, DONE) or move >= SUFFER,
    }


def _amount(seen: Position, amount: int) -> list[tuple[str, str]]:
    strength, action = top(seen).a, top(seen).b
    names = ("crown", "coin") if top(seen).what == Step.SPLIT else ACTION_ICONS[Space(action)]
    parts = ((names[0], strength - amount), (names[1], amount))
    return [(icon, f"{number}") for icon, number in parts if number]


def _cards(words: Words, seen: Position, seat: int, place: int) -> list[dict[str, Any]]:
    """The staff cards a seat holds or looks at, with what they cost now."""
    kind = Step.PLAY_STAFF if place == Place.HAND else Step.PLAY_DRAWN
    asks = is_asking(seen) and top(seen).seat == seat and top(seen).what == kind
    less = top(seen).a if asks else FULL
    return [
        staff_card(words, seen, card, seat, less)
        for card in range(STAFF)
        if seen.staff[card] == place + seat
    ]
