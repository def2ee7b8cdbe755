"""The cards as tables of numbers, which the rules look things up in.

Every different step of the card file has a number; the tables lead from a card to the numbers of
its steps, and from a step to its verb and amounts.  What the editions change is worked in here.
"""

from .cards import (
    BOARDS,
    CARDS,
    EDITIONS,
    FLOORS,
    GUEST_CARDS,
    GUEST_CHANGES,
    LETTERS,
    NUMBERS,
    POLITICS_CARDS,
    ROOM_COLOURS,
    STAFF,
    STAFF_CARDS,
    STAFF_CHANGES,
    STEPS_OF_A_CARD,
    TILE_CARDS,
    TILE_CHANGES,
    Board,
    Colour,
    Cost,
    Food,
    Guest,
    Measure,
    Parser,
    Staff,
    Tile,
    Timing,
    When,
    names_of,
)
from .verbs import VERB_JOINS, StepOf, Verb, step_of

NO_STEP = 0
_found: dict[StepOf, int] = {StepOf(Verb.NOTHING): NO_STEP}


def _steps(kind: str, card: str, key: str, texts: tuple[str, ...]) -> tuple[int, ...]:
    """The numbers of a card's steps."""
    if len(texts) > STEPS_OF_A_CARD:
        CARDS.refuse(kind, card, key, f"a card has at most {STEPS_OF_A_CARD} steps")
    numbers = []
    for text in texts:
        parser = Parser(kind, card, key, text)
        step = step_of(parser)
        parser.end()
        numbers.append(_found.setdefault(step, len(_found)))
    return (*numbers, *(NO_STEP for _ in range(STEPS_OF_A_CARD - len(numbers))))


def _when(card: str, text: str) -> tuple[int, int]:
    """What a permanent effect waits for, and for which: a bit for each."""
    parser = Parser("staff", card, "when", text)
    if not text:
        return When.NEVER, 0
    kind = parser.name(When)
    if kind in (When.TAKE_DIE, When.USE_SPACE):
        marks = [parser.number() for _ in tuple(parser.words)]
    elif kind == When.CHECK_IN and parser.has("order"):
        kind, marks = When.LARGE_ORDER, [parser.number()]
    elif kind in (When.CHECK_IN, When.ORDER_FILLED):
        marks = [parser.name(Colour) for _ in tuple(parser.words)]
    else:
        marks = [0]
    parser.end()
    return kind, sum(1 << mark for mark in set(marks))


def _number(kind: str, card: str, key: str, name: str, known: tuple[str, ...]) -> int:
    """The number of a name, or a complaint about the card that uses it."""
    if name not in known:
        CARDS.refuse(kind, card, key, f"{name!r} is unknown; known are {', '.join(known)}")
    return known.index(name)


EDITION_NAMES = tuple(edition.id for edition in EDITIONS)
GUEST_NAMES = tuple(guest.id for guest in GUEST_CARDS)
STAFF_NAMES = tuple(staff.id for staff in STAFF_CARDS)
TILE_NAMES = tuple(tile.id for tile in TILE_CARDS)
POLITICS_NAMES = tuple(politics.id for politics in POLITICS_CARDS)


def _guests(edition: str) -> tuple[Guest, ...]:
    """The guests of an edition."""
    changes = {}
    for change in GUEST_CHANGES:
        _number("guest_change", change.id, "edition", change.edition, EDITION_NAMES)
        guest = _number("guest_change", change.id, "guest", change.guest, GUEST_NAMES)
        if change.edition == edition:
            changes[guest] = change.reward
    return tuple(
        guest._replace(reward=changes.get(number, guest.reward))
        for number, guest in enumerate(GUEST_CARDS)
    )


def _staff(edition: str) -> tuple[Staff, ...]:
    """The staff of an edition."""
    staff = list(STAFF_CARDS)
    for change in STAFF_CHANGES:
        _number("staff_change", change.id, "edition", change.edition, EDITION_NAMES)
        number = _number("staff_change", change.id, "staff", change.staff, STAFF_NAMES)
        if change.edition == edition:
            staff[number] = staff[number]._replace(
                cost=change.cost, when=change.when, effect=change.effect
            )
    return tuple(staff)


def _tiles(edition: str) -> tuple[Tile, ...]:
    """The emperor tiles of an edition."""
    tiles = list(TILE_CARDS)
    for change in TILE_CHANGES:
        _number("emperor_change", change.id, "edition", change.edition, EDITION_NAMES)
        number = _number("emperor_change", change.id, "tile", change.tile, TILE_NAMES)
        if change.edition == edition:
            tiles[number] = tiles[number]._replace(penalty=change.penalty)
    return tuple(tiles)


GUESTS_OF = tuple(_guests(name) for name in EDITION_NAMES)
STAFF_OF = tuple(_staff(name) for name in EDITION_NAMES)
TILES_OF = tuple(_tiles(name) for name in EDITION_NAMES)

# Guests.
GUEST_COLOUR = tuple(
    _number("guest", guest.id, "colour", guest.colour, names_of(Colour)) for guest in GUEST_CARDS
)
GUEST_POINTS = tuple(guest.points for guest in GUEST_CARDS)
ORDER_SIZE = tuple(len(guest.order) for guest in GUEST_CARDS)
ORDERED = tuple(  # by guest * FOODS + food
    sum(_number("guest", guest.id, "order", name, names_of(Food)) == food for name in guest.order)
    for guest in GUEST_CARDS
    for food in Food
)
GUEST_STEPS = tuple(  # by (edition * GUESTS + guest) * STEPS_OF_A_CARD + part
    step
    for guests in GUESTS_OF
    for guest in guests
    for step in _steps("guest", guest.id, "reward", guest.reward)
)

# Staff, each by edition * STAFF + card.
STAFF_COST = tuple(card.cost for cards in STAFF_OF for card in cards)
STAFF_STEPS = tuple(  # by (edition * STAFF + card) * STEPS_OF_A_CARD + part
    step
    for cards in STAFF_OF
    for card in cards
    for step in _steps("staff", card.id, "effect", card.effect)
)
_WHENS = tuple(_when(card.id, card.when) for cards in STAFF_OF for card in cards)
STAFF_WHEN = tuple(int(kind) for kind, _ in _WHENS)
STAFF_FOR = tuple(marks for _, marks in _WHENS)
WHENS = len(When)
_WAITING = tuple(
    [card for card in range(STAFF) if STAFF_WHEN[first + card] == when != When.NEVER]
    for first in range(0, len(STAFF_WHEN), STAFF)
    for when in When
)
MOST_WAITING = max(map(len, _WAITING))
NO_CARD = -1
WAITING = tuple(  # cards that wait for something, by (edition * WHENS + when) * MOST_WAITING + n
    cards[number] if number < len(cards) else NO_CARD
    for cards in _WAITING
    for number in range(MOST_WAITING)
)
STAFF_TIMING = tuple(
    _number("staff", card.id, "timing", card.timing, names_of(Timing)) for card in STAFF_CARDS
)
STAFF_SETS = tuple(  # the cards of each introductory set
    tuple(number for number, card in enumerate(STAFF_CARDS) if card.set == letter)
    for letter in "ABCD"
)

# Emperor tiles, by edition * TILES + tile.
REWARD_STEP = tuple(
    _steps("emperor", tile.id, "reward", tile.reward)[0] for tiles in TILES_OF for tile in tiles
)
PENALTY_STEP = tuple(
    _steps("emperor", tile.id, "penalty", tile.penalty)[0] for tiles in TILES_OF for tile in tiles
)
OR_LOSE = tuple(tile.or_lose for tile in TILE_CARDS)
CHOOSE_PENALTY = tuple(int(edition.choose_penalty) for edition in EDITIONS)

# Steps by their number.
STEPS = tuple(_found)
STEP_VERB = tuple(int(step.verb) for step in STEPS)
STEP_AMOUNT = tuple(step.amount for step in STEPS)
STEP_WHAT = tuple(step.what for step in STEPS)
STEP_LESS = tuple(step.less for step in STEPS)
STEP_MOST = tuple(step.most for step in STEPS)
STEP_FLOORS = tuple(step.floors for step in STEPS)


def _conditions(politics: int) -> tuple[tuple[int, int], ...]:
    """What a politics card counts, and how many are enough; as many entries for every card."""
    card = POLITICS_CARDS[politics]
    found = []
    for text in card.condition:
        parser = Parser("politics", card.id, "condition", text)
        measure = parser.name(Measure)
        found.append((measure, parser.number()))
        parser.end()
    if not 1 <= len(found) <= CONDITIONS:
        CARDS.refuse("politics", card.id, "condition", f"1 to {CONDITIONS} are wanted")
    return (*found, *(found[0] for _ in range(CONDITIONS - len(found))))


CONDITIONS = 3
CONDITION_OF = tuple(_conditions(number) for number in range(len(POLITICS_CARDS)))
CONDITION_COUNT = tuple(len(card.condition) for card in POLITICS_CARDS)
CONDITION_MEASURE = tuple(measure for card in CONDITION_OF for measure, _ in card)
CONDITION_ENOUGH = tuple(enough for card in CONDITION_OF for _, enough in card)
BY_LETTER = 4  # politics cards and tiles of each letter


def _letters(kind: str, letters: tuple[str, ...]) -> None:
    """Cards of a kind stand in the order of their letters, equally many of each."""
    if letters != tuple(letter for letter in LETTERS for _ in range(BY_LETTER)):
        CARDS.refuse(kind, "", "letter", f"{BY_LETTER} each of {', '.join(LETTERS)}, in this order")


_letters("politics", tuple(card.letter for card in POLITICS_CARDS))
_letters("emperor", tuple(tile.letter for tile in TILE_CARDS))


def _only_card(text: str) -> int:
    """The one staff card with a step, or NO_CARD; it is the same in every edition."""
    wanted = step_of(Parser("staff", "", "effect", text))
    found = {
        index // STEPS_OF_A_CARD % STAFF
        for index, step in enumerate(STAFF_STEPS)
        if STEPS[step] == wanted
    }
    if len(found) > 1:
        CARDS.refuse("staff", "", "effect", f"only one card may have {text}")
    return found.pop() if found else NO_CARD


def _joining(die: int, first: int) -> int:
    """How many staff cards of an edition join the action of one die."""
    return sum(
        STAFF_WHEN[row] == When.TAKE_DIE
        and STAFF_FOR[row] >> die & 1 == 1
        and VERB_JOINS[STEP_VERB[STAFF_STEPS[row * STEPS_OF_A_CARD]]] == 1
        for row in range(first, first + STAFF)
    )


for _die in range(1, 7):
    if any(_joining(_die, _first) > 1 for _first in range(0, len(STAFF_WHEN), STAFF)):
        CARDS.refuse("staff", "", "when", f"only one card may join the action of die {_die}")
WAIVERS = tuple(_only_card(f"waive {cost}") for cost in names_of(Cost))  # the first are colours
FREE_SERVICE_CARD = WAIVERS[Cost.KITCHEN_SERVICE]
FREE_GUESTS_CARD = WAIVERS[Cost.GUEST_ROW]
FREE_SIXTH_CARD = WAIVERS[Cost.SIXTH_SPACE]
BOTH_TRACKS_CARD = _only_card("both_tracks")
EXCUSE_CARD = _only_card("excuse_penalty 1")
ROUND_STAFF = tuple(number for number in range(STAFF) if STAFF_TIMING[number] == Timing.ROUND) or (
    0,
)

# Hotels. A room is floor * COLUMNS + column, from the bottom left; a set of rooms has a bit each.
COLUMNS = len(NUMBERS.room_points) // FLOORS
ROOMS = FLOORS * COLUMNS
ROOM_NAMES = tuple(f"{room // COLUMNS + 1}.{room % COLUMNS + 1}" for room in range(ROOMS))
COLOUR_LETTERS = "bry"


def _colours(board: Board) -> tuple[int, ...]:
    """The colours of a hotel's rooms, by number."""
    text = "".join(reversed(board.floors))
    if len(board.floors) != FLOORS or any(len(floor) != COLUMNS for floor in board.floors):
        CARDS.refuse("board", board.id, "floors", f"{FLOORS} floors of {COLUMNS} rooms are wanted")
    if set(text) - set(COLOUR_LETTERS):
        CARDS.refuse("board", board.id, "floors", "rooms are b, r or y")
    return tuple(COLOUR_LETTERS.index(letter) for letter in text)


def _beside(room: int) -> list[int]:
    """The rooms next to a room."""
    floor, column = divmod(room, COLUMNS)
    places = [(floor, column - 1), (floor, column + 1), (floor - 1, column), (floor + 1, column)]
    return [f * COLUMNS + c for f, c in places if 0 <= f < FLOORS and 0 <= c < COLUMNS]


def _groups(colours: tuple[int, ...]) -> list[int]:
    """The groups of a hotel: rooms of one colour side by side, as sets."""
    groups = []
    left = set(range(ROOMS))
    while left:
        group = {min(left)}
        while (
            more := {
                other
                for room in group
                for other in _beside(room)
                if colours[other] == colours[room]
            }
            - group
        ):
            group |= more
        groups.append(sum(1 << room for room in group))
        left -= group
    return groups


ROOM_COLOUR = tuple(
    colour for board in BOARDS for colour in _colours(board)
)  # board * ROOMS + room
_GROUPS = tuple(_groups(_colours(board)) for board in BOARDS)
GROUPS = len(_GROUPS[0])
for _board, _found_groups in zip(BOARDS, _GROUPS, strict=True):
    if len(_found_groups) != GROUPS:
        CARDS.refuse("board", _board.id, "floors", f"{GROUPS} groups are wanted")
GROUP_ROOMS = tuple(group for groups in _GROUPS for group in groups)  # by board * GROUPS + group
GROUP_SIZE = tuple(group.bit_count() for group in GROUP_ROOMS)
GROUP_COLOUR = tuple(
    ROOM_COLOUR[index // GROUPS * ROOMS + (group & -group).bit_length() - 1]
    for index, group in enumerate(GROUP_ROOMS)
)
GROUP_OF = tuple(  # by board * ROOMS + room
    next(number for number, group in enumerate(groups) if group >> room & 1)
    for groups in _GROUPS
    for room in range(ROOMS)
)
COLOUR_ROOMS = tuple(  # by board * len(Colour) + colour; a green guest takes any room
    sum(
        1 << room
        for room in range(ROOMS)
        if colour in (Colour.GREEN, ROOM_COLOUR[board * ROOMS + room])
    )
    for board in range(len(BOARDS))
    for colour in Colour
)
ALL_ROOMS = (1 << ROOMS) - 1
FLOOR_ROOMS = (1 << COLUMNS) - 1
COLUMN_ROOMS = sum(1 << COLUMNS * floor for floor in range(FLOORS))
ROOM_POINTS = tuple(
    NUMBERS.room_points[(FLOORS - 1 - room // COLUMNS) * COLUMNS + room % COLUMNS]
    for room in range(ROOMS)
)
GROUP_BONUS = tuple(  # by colour * 4 + size - 1
    bonus
    for bonuses in (NUMBERS.group_points, NUMBERS.group_krone, NUMBERS.group_steps)
    for bonus in bonuses
)
LARGEST_GROUP = len(NUMBERS.group_points)
if max(GROUP_SIZE) > LARGEST_GROUP or len(GROUP_BONUS) != ROOM_COLOURS * LARGEST_GROUP:
    CARDS.refuse("game", "", "group_points", "every size of group has a bonus in each colour")
