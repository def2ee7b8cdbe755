"""An amount of food or money has one form by itself and another after a verb."""

import random
from collections import defaultdict

import pytest

from bellhop.drawing.pages import draw_html
from bellhop.engine.seats import is_over
from bellhop.engine.telling import EVERYONE, Told, listening
from bellhop.engine.words import LANGUAGES, Words
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.card_text import (
    amount_of_food,
    amount_of_krone,
    count_food,
    say_krone,
)
from bellhop.games.grand_austria_hotel.page.board import action_spaces
from bellhop.games.grand_austria_hotel.page.houses import house
from bellhop.games.grand_austria_hotel.rules.cards import FOODS, Food
from bellhop.games.grand_austria_hotel.rules.vocabulary import Event, Space

NAMES = ("Ann", "Bob", "Cid")
ALONE = {
    *("page.guest", "page.guest.price", "page.card", "page.card.now", "page.room.unprepared"),
    *("page.carry", "page.group", "event.group.red", "move.split"),
}
AFTER_A_VERB = {
    *("page.boost", "page.missing", "page.less", "step.gain_food"),
    *("move.guest", "move.carry.pay", "move.play", "move.prepare", "move.excuse"),
    *("move.mix", "move.mix.first", "event.guest_taken", "event.sixth_paid", "event.food_taken"),
    *("event.food_stored", "event.service_paid", "event.room_prepared", "event.money"),
    *("event.money.lost", "event.staff_played", "event.excused"),
    *("move.die.idle", "move.space.idle"),
}
every_language = pytest.mark.parametrize("language", LANGUAGES)


class Marked(Words):
    """Words that mark the form of every amount, and note which messages use it."""

    def __init__(self) -> None:
        super().__init__("en", GAME.folder / "words")
        self.taken: dict[str, set[str]] = defaultdict(set)

    def say(self, key: str, /, **values: object) -> str:
        """A message; the forms of the amounts in it are noted."""
        for form in ("amount", "count"):
            if any(f"<{form}>" in str(value) for value in values.values()):
                self.taken[key].add(form)
        text = super().say(key, **values)
        return text.replace("<amount>", "").replace("<count>", "")

    def count(self, key: str, n: int, /, **values: object) -> str:
        """A message in a plural form; an amount of food or money is marked."""
        form, _, of = key.partition(".")
        marked = form in ("amount", "count") and of not in ("points", "fields")
        return super().count(key, n, **values) + (f"<{form}>" if marked else "")


@every_language
def test_there_are_two_sets_of_amounts(language: str) -> None:
    words = GAME.words(language)
    for n in (0, 1, 2, 5):
        assert str(n) in amount_of_krone(words, n)
        assert str(n) in say_krone(words, n)
        for food in range(FOODS):
            assert str(n) in amount_of_food(words, food, n)
            assert str(n) in count_food(words, food, n)


def test_slavic_amounts_are_nominative_alone_and_accusative_after_a_verb() -> None:
    polish, russian = GAME.words("pl"), GAME.words("ru")
    assert (amount_of_krone(polish, 1), say_krone(polish, 1)) == ("1\xa0korona", "1\xa0koronę")
    assert (amount_of_krone(russian, 1), say_krone(russian, 1)) == ("1\xa0крона", "1\xa0крону")
    assert amount_of_food(polish, Food.COFFEE, 1) == "1\xa0kawa"
    assert count_food(polish, Food.COFFEE, 1) == "1\xa0kawę"
    for words in (polish, russian):
        assert amount_of_krone(words, 5) == say_krone(words, 5)


def test_every_message_takes_the_form_it_needs() -> None:
    words = Marked()
    for seed in range(4):
        play(words, seed)
    for event in Event:
        for number in (1, -1) if event == Event.MONEY else (1,):
            GAME.speech.say_event(words, Told(EVERYONE, event, (0, number, 1, 1, 0)), NAMES)
    taken = words.taken
    assert taken.keys() <= ALONE | AFTER_A_VERB
    assert all(taken[key] == {"amount"} for key in taken.keys() & ALONE), taken
    assert all(taken[key] == {"count"} for key in taken.keys() & AFTER_A_VERB), taken
    assert not ALONE - taken.keys()
    rarely_allowed = {"move.excuse", "move.die.idle", "move.space.idle"}
    assert AFTER_A_VERB - taken.keys() <= rarely_allowed


def test_tips_and_labels_name_amounts_that_stand_alone() -> None:
    words, position = GAME.words("pl"), GAME.new(2)
    position.players[0].krone = 1
    drawn = house(words, position, 0).made()
    assert [text for icon, _, text in drawn.till if icon == "coin"] == ["1\xa0korona"]
    assert [text for _, _, text in drawn.kitchen][Food.COFFEE] == "1\xa0kawa"
    assert (
        action_spaces(words, position, 0).made()[Space.ANY].made().label.endswith(", 1\xa0korona")
    )


def play(words: Words, seed: int) -> None:
    """Play a random game, with everything that is shown and said in it."""
    chance = random.Random(seed)
    position = GAME.new(3, {}, seed)
    while not is_over(position):
        seat = position.turn
        seen = GAME.show(position, seat)
        legal = GAME.legal_moves(position)
        for move in legal:
            GAME.speech.say_move(words, seen, move)
        if chance.random() < 0.1:
            draw_html(GAME, words, seen, seat, NAMES)
        with listening() as story:
            GAME.play(position, chance.choice(legal))
        for told in story:
            GAME.speech.say_event(words, told, NAMES)
