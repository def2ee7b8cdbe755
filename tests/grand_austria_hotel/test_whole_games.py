"""Whole games with sensible play: compiled rules, undo, card texts, card files."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bellhop.bots import make_bot
from bellhop.engine import playout, twin
from bellhop.engine.errors import CardError
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.games import game_named
from bellhop.games.grand_austria_hotel.card_text import (
    say_condition,
    say_effect,
    say_reward,
    say_tile_penalty,
    say_tile_reward,
    steps_of_guest,
    steps_of_staff,
    symbols_of,
)
from bellhop.games.grand_austria_hotel.rules.cards import CARDS
from bellhop.games.grand_austria_hotel.rules.state import Position
from bellhop.table.sitting import Seat, Sitting
from grand_austria_hotel.proofs import VARIANTS, check_conserved
from support import more, play_some, with_cards

GAME: Game[Any] = game_named("grand-austria-hotel")


def sensible_game(players: int, options: dict[str, str], seed: int) -> tuple[Position, list[int]]:
    """A game between sensible bots: its start and its moves."""
    bots = [make_bot("casual", seed + seat) for seat in range(players)]
    start: Position = GAME.new(players, options, seed)
    game, moves = start.copy(), []
    while not is_over(game):
        moves.append(bots[game.turn].choose(GAME, GAME.view(game, game.turn)))
        GAME.play(game, moves[-1])
        check_conserved(game)
    return start, moves


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: "-".join(variant.values()))
@pytest.mark.parametrize("checked", [False, pytest.param(True, marks=pytest.mark.prove)])
def test_sensible_games_are_the_same_compiled_and_checked(
    variant: dict[str, str], checked: bool
) -> None:
    """Random play rarely checks a guest in; these games use most cards."""
    for seed in range(more(1, 20)):
        start, moves = sensible_game(2 + seed % 3, variant, seed)
        player = twin.compiled(playout, GAME.rules, checked=checked)
        after = GAME.array(len(moves))
        position = start.copy()
        player.loops.play_moves(player.take(position), np.array(moves), player.take(after))
        expected = start.copy()
        for move, found in zip(moves, after, strict=True):
            GAME.rules.play(expected, move)
            assert found == expected


def test_a_turn_can_be_undone_back_to_the_last_reveal() -> None:
    shaker = Shaker("5" * 64, ("a" * 32, "b" * 32))
    sitting: Any = Sitting(GAME, GAME.undealt(2), (Seat("Ann"), Seat("Bob")), shaker)
    while sitting.position.phase != 2:
        sitting.move(GAME.legal_moves(sitting.position)[-1])
    seat = sitting.position.turn
    assert not sitting.can_undo(seat), "the dice were rolled"
    space = next(space for space in (2, 3, 0, 1, 4) if sitting.position.spaces[space])
    before = sitting.position.copy()
    sitting.move(GAME.move_named(f"die {space + 1}"))
    assert sitting.can_undo(seat)
    sitting.undo()
    before.dice = sitting.position.dice
    assert sitting.position == before
    sitting.move(GAME.move_named("guest 5"))
    assert not sitting.can_undo(seat), "a new guest has come"


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_every_card_has_a_text_and_symbols_in_every_edition(language: str) -> None:
    words = GAME.words(language)
    texts = set()
    for edition in range(3):
        for card in range(48):
            texts.add(say_effect(words, edition, card))
            assert all(symbols_of(step) for step in steps_of_staff(edition, card))
        for guest in range(56):
            texts.add(say_reward(words, edition, guest))
            assert all(symbols_of(step) for step in steps_of_guest(edition, guest))
        for tile in range(12):
            texts |= {say_tile_reward(words, edition, tile), say_tile_penalty(words, edition, tile)}
    texts |= {say_condition(words, card) for card in range(12)}
    assert "" not in texts
    assert not any("{" in text for text in texts)
    assert len(texts) > 100


def test_texts_say_what_the_card_does() -> None:
    words = GAME.words("en")
    names = [card["id"] for card in CARDS._tables["staff"]]
    effects = {name: say_effect(words, 0, number) for number, name in enumerate(names)}
    assert effects["groom"] == "when a guest (citizen, red) moves in: gain 2 krone"
    assert effects["kitchen-hand"] == (
        "when you use space 6: the action costs no krone; the action is 1 stronger"
    )
    assert effects["operator"] == (
        "2 points for each field on the emperor's track up to your disc, at most 12 points"
    )
    assert effects["decorator"].startswith("when you take a die from space 1 or 2: ")
    assert say_condition(words, 3) == "field 10 or higher on the emperor's track"
    polish, russian = GAME.words("pl"), GAME.words("ru")
    assert say_effect(polish, 0, 11).startswith("gdy bierzesz kość z\xa0pola 3 lub 4: ")
    assert say_effect(russian, 0, 11).startswith("когда берёте кубик с поля 3 или 4: ")
    assert say_effect(polish, 0, 44) == "przesuwasz się o\xa03\xa0pola na torze cesarza"
    assert say_effect(russian, 0, 44) == "продвиньтесь на 3\xa0деления по шкале императора"


SHIPPED = CARDS.path.read_text("utf-8")


def test_a_custom_card_file_can_be_played(tmp_path: Path) -> None:
    text = SHIPPED.replace("start_krone = 10", "start_krone = 12").replace(
        'reward = ["gain_money 5"]', 'reward = ["gain_money 4", "advance 1"]', 1
    )
    game = with_cards(GAME, tmp_path, text)
    assert [player.krone for player in game.new(2).players][:2] != [
        player.krone for player in GAME.new(2).players
    ][:2]
    play_some(game, 5)


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ('"gain_money 4"', '"sing 4"', "guest, lord-high-commissioner, reward: 'sing 4'"),
        ('"gain_money 4"', '"gain_money much"', "expected a number, not 'much'"),
        ('"gain_money 4"', '"gain_money 4 5"', "'5' was not expected here"),
        ('when = "take_die 5"', 'when = "full_moon"', "staff, checker, when: 'full_moon'"),
        ('timing = "once"', 'timing = "later"', "staff, chef, timing: 'later' is unknown"),
        ('colour = "green"', 'colour = "pink"', "guest, tezcatlipoca, colour: 'pink' is unknown"),
        ('order = ["wine"]', 'order = ["beer"]', "guest, sculptor, order: 'beer' is unknown"),
        (
            'condition = ["krone 20"]',
            "condition = []",
            "politics, full-purse, condition: expected 1 to 3",
        ),
        ('"brbrb"', '"brbr"', "board, standard, floors: expected 4 floors of 5 rooms"),
        ('"waive red_rooms"', '"waive blue_rooms"', "only one card may have waive blue_rooms"),
        ('guest = "e-gizia"', 'guest = "nobody"', "guest_change, revised e-gizia, guest: 'nobody'"),
        (
            '1 2"\neffect = ["prepare',
            '3"\neffect = ["prepare',
            "staff, when: only one card",
        ),
        ('letter = "B"', 'letter = "A"', "politics, letter: expected 4 each of A, B, C"),
    ],
)
def test_a_wrong_card_file_is_refused_by_name(
    tmp_path: Path, right: str, wrong: str, complaint: str
) -> None:
    assert right in SHIPPED
    with pytest.raises(CardError, match=re.escape(complaint)) as refused:
        with_cards(GAME, tmp_path, SHIPPED.replace(right, wrong, 1))
    assert str(refused.value).startswith("cards.toml: ")
