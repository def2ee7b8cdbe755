"""The cards as lookup tables of numbers, for the rules.

Every distinct step in the card file has a number; the tables map a card to the numbers of its
steps, and a step to its verb and amounts.  The changes of the editions are applied here.
"""

from .cards import (
    CARDS,
    EDITIONS,
    FOODS,
    GUEST_CARDS,
    GUEST_CHANGES,
    GUESTS,
    LETTERS,
    POLITICS_CARDS,
    STAFF,
    STAFF_CARDS,
    STAFF_CHANGES,
    STEPS_OF_A_CARD,
    TILE_CARDS,
    TILE_CHANGES,
    TILES,
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
    """The trigger of a permanent effect, and its spaces, colours or sizes as bits."""
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
    """The number of a name, or an error that names the card."""
    if name not in known:
        CARDS.refuse(kind, card, key, f"{name!r} is unknown; expected one of {', '.join(known)}")
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
ORDERED = tuple(  # see pieces_ordered
    sum(_number("guest", guest.id, "order", name, names_of(Food)) == food for name in guest.order)
    for guest in GUEST_CARDS
    for food in Food
)
GUEST_STEPS = tuple(  # see guest_step
    step
    for guests in GUESTS_OF
    for guest in guests
    for step in _steps("guest", guest.id, "reward", guest.reward)
)

# Staff, by staff_row.
STAFF_COST = tuple(card.cost for cards in STAFF_OF for card in cards)
STAFF_STEPS = tuple(  # see staff_step
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
MAX_WAITING = max(map(len, _WAITING))
NO_CARD = -1
WAITING = tuple(  # see waiting_card
    cards[number] if number < len(cards) else NO_CARD
    for cards in _WAITING
    for number in range(MAX_WAITING)
)
STAFF_TIMING = tuple(
    _number("staff", card.id, "timing", card.timing, names_of(Timing)) for card in STAFF_CARDS
)
STAFF_SETS = tuple(  # the cards of each introductory set
    tuple(number for number, card in enumerate(STAFF_CARDS) if card.set == letter)
    for letter in "ABCD"
)

# Emperor tiles, by tile_row.
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
    """What a politics card counts, and how many are enough; every card has as many entries."""
    card = POLITICS_CARDS[politics]
    found = []
    for text in card.condition:
        parser = Parser("politics", card.id, "condition", text)
        measure = parser.name(Measure)
        found.append((measure, parser.number()))
        parser.end()
    if not 1 <= len(found) <= CONDITIONS:
        CARDS.refuse("politics", card.id, "condition", f"expected 1 to {CONDITIONS} conditions")
    return (*found, *(found[0] for _ in range(CONDITIONS - len(found))))


CONDITIONS = 3
CONDITION_OF = tuple(_conditions(number) for number in range(len(POLITICS_CARDS)))
CONDITION_COUNT = tuple(len(card.condition) for card in POLITICS_CARDS)
CONDITION_MEASURE = tuple(measure for card in CONDITION_OF for measure, _ in card)
CONDITION_ENOUGH = tuple(enough for card in CONDITION_OF for _, enough in card)
BY_LETTER = 4  # politics cards, and tiles, per letter


def _letters(kind: str, letters: tuple[str, ...]) -> None:
    """Check that cards of a kind are in letter order, with as many of each letter."""
    if letters != tuple(letter for letter in LETTERS for _ in range(BY_LETTER)):
        CARDS.refuse(
            kind, "", "letter", f"expected {BY_LETTER} each of {', '.join(LETTERS)}, in this order"
        )


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
    """The number of staff cards in an edition that join the action of one die."""
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


def pieces_ordered(guest: int, food: int) -> int:
    """The amount of a food that a guest orders."""
    return ORDERED[guest * FOODS + food]


def guest_step(edition: int, guest: int, part: int) -> int:
    """A part of a guest's reward."""
    return GUEST_STEPS[(edition * GUESTS + guest) * STEPS_OF_A_CARD + part]


def staff_row(edition: int, card: int) -> int:
    """The index of a staff card of an edition in the tables."""
    return edition * STAFF + card


def staff_cost(edition: int, card: int) -> int:
    """The printed price of a staff card."""
    return STAFF_COST[staff_row(edition, card)]


def staff_step(edition: int, card: int, part: int) -> int:
    """A step of a staff card."""
    return STAFF_STEPS[staff_row(edition, card) * STEPS_OF_A_CARD + part]


def waits_for(edition: int, card: int, mark: int) -> bool:
    """Is a staff card triggered by this space, colour or size?"""
    return STAFF_FOR[staff_row(edition, card)] >> mark & 1 == 1


def waiting_card(edition: int, when: int, number: int) -> int:
    """One of the staff cards with a trigger, or NO_CARD."""
    return WAITING[(edition * WHENS + when) * MAX_WAITING + number]


def tile_row(edition: int, tile: int) -> int:
    """The index of an emperor tile of an edition in the tables."""
    return edition * TILES + tile


def reward_of(edition: int, tile: int) -> int:
    """The step of the golden half of an emperor tile."""
    return REWARD_STEP[tile_row(edition, tile)]


def penalty_of(edition: int, tile: int) -> int:
    """The step of the black half of an emperor tile."""
    return PENALTY_STEP[tile_row(edition, tile)]


def condition_measure(politics: int, number: int) -> int:
    """What a condition of a politics card counts."""
    return CONDITION_MEASURE[politics * CONDITIONS + number]


def condition_enough(politics: int, number: int) -> int:
    """The number that meets a condition of a politics card."""
    return CONDITION_ENOUGH[politics * CONDITIONS + number]


def with_letter(letter: int, number: int) -> int:
    """One of the politics cards or emperor tiles with a letter."""
    return letter * BY_LETTER + number


def letter_of(card: int) -> int:
    """The letter of a politics card or an emperor tile."""
    return card // BY_LETTER


def number_of(card: int) -> int:
    """The number of a politics card or an emperor tile among those with its letter."""
    return card % BY_LETTER
