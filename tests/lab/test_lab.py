"""The lab: matches that cannot be gamed, tests that stop in time, ratings, the census."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from weakref import WeakSet
from xml.etree import ElementTree

import numpy as np
import pytest

from bellhop.bots import Bot
from bellhop.bots.levels import network_of
from bellhop.bots.outside import Programs
from bellhop.engine import twin
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.parts import FIGURE_LIMIT
from bellhop.engine.seats import is_over
from bellhop.engine.telling import listening
from bellhop.envs.many import Setup
from bellhop.games import GAMES, game_named
from bellhop.games.grand_austria_hotel.rules.cards import GUESTS, STAFF
from bellhop.games.grand_austria_hotel.rules.vocabulary import Event
from bellhop.lab import census, recording
from bellhop.lab.contestants import code_version, make, seed_of
from bellhop.lab.executors import InProcess, Processes
from bellhop.lab.match import Block, Outcome, Plan, judge, play_block, play_match
from bellhop.lab.statistics import (
    MIN_BLOCKS,
    Pairing,
    Sprt,
    interval,
    rate,
    rate_with_intervals,
)
from support import die_once

pytestmark = pytest.mark.xdist_group("compiled")
PLAN = Plan("overbooking", "casual", "random", blocks=4)


def figures(outcome: Outcome) -> dict[str, object]:
    """Everything about a match except its times."""
    shown = outcome.to_json()
    del shown["seconds_per_decision"]
    return shown


def test_a_match_depends_on_its_seed_and_not_on_its_executor() -> None:
    here, processes = play_match(PLAN, InProcess()), play_match(PLAN, Processes(2))
    assert figures(here) == figures(processes)
    other = play_match(replace(PLAN, seed=1), InProcess())
    assert [b.points for b in other.blocks] != [b.points for b in here.blocks]


def test_a_process_that_dies_costs_nothing(tmp_path: Path) -> None:
    tasks = [(str(tmp_path / "died"), number) for number in range(6)]
    assert list(Processes(2).results(die_once, tasks)) == list(range(6))
    assert (tmp_path / "died").exists()


def test_blocks_rotate_seats_and_with_more_players_are_mirrored() -> None:
    outcome = play_match(replace(PLAN, players=3, blocks=2), InProcess())
    assert all(len(b.shares) == 3 and len(b.mirrored) == 3 for b in outcome.blocks)
    assert outcome.games == 12
    assert all(0 <= share <= 1 for b in outcome.blocks for share in b.shares)


def test_the_bots_of_a_game_are_gone_before_the_next_one_begins() -> None:
    alive, most = WeakSet[Bot](), 0

    def make_counted(name: str, seed: int, programs: Programs) -> Bot:
        nonlocal most
        bot = make(name, seed, programs)
        alive.add(bot)
        most = max(most, len(alive))
        return bot

    block = play_block(replace(PLAN, players=3), "version", 0, make_counted)
    assert len(block.shares) == len(block.mirrored) == 3
    assert most == 3


def test_a_bot_against_itself_brackets_chance() -> None:
    """The players have separate random streams: games differ, and neither player is better."""
    outcome = play_match(Plan("overbooking", "random", "random", blocks=60), InProcess())
    assert abs(outcome.share.mean - 0.5) < 2 * outcome.share.half, "four standard errors"
    assert outcome.share.half > 0.02, "the games of a block are not each other's mirror"
    assert Sprt(0.5, 0.55).decision([b.score for b in outcome.blocks]) != "accepted"


def test_random_beginnings_are_legal_and_differ() -> None:
    plan = replace(PLAN, prefixes=True)
    assert figures(play_match(plan, InProcess())) == figures(play_match(plan, InProcess()))
    assert [b.points for b in play_match(plan, InProcess()).blocks] != [
        b.points for b in play_match(PLAN, InProcess()).blocks
    ]


def simulated(test: Sprt, share: float, blocks: int, seed: int) -> str:
    """What the test decides about simulated blocks of two games with a known share."""
    chance, scores = random.Random(seed), list[float]()
    for _ in range(blocks):
        scores.append(((chance.random() < share) + (chance.random() < share)) / 2)
        if decided := test.decision(scores):
            return decided
    return ""


def test_a_match_ends_with_the_block_that_decides() -> None:
    won, blocks = Block([1.0, 1.0], [5.0, 5.0], [9.0, 9.0], [], [0.0, 0.0], [0.0, 0.0]), 100
    coming = iter([won] * blocks)
    outcome = judge(replace(PLAN, test=Sprt(0.75, 0.85)), coming)
    assert outcome.decision == "accepted"
    assert MIN_BLOCKS <= len(outcome.blocks) == blocks - len(list(coming)) < blocks
    assert judge(PLAN, [won] * blocks).games == 2 * blocks, "without a test all are played"


def test_a_weaker_copy_is_rejected_and_a_better_bot_accepted_in_time() -> None:
    test = Sprt(0.50, 0.55)
    weaker = [simulated(test, 0.48, 2_000, seed) for seed in range(200)]
    better = [simulated(test, 0.57, 2_000, seed) for seed in range(200)]
    assert weaker.count("rejected") >= 190
    assert better.count("accepted") >= 190


def test_intervals() -> None:
    found = interval([0.5, 1.0, 0.5, 1.0])
    assert found.mean == 0.75
    assert 0.2 < found.half < 0.4


def test_ratings_find_known_strengths() -> None:
    chance, true = np.random.default_rng(3), np.array([-200.0, 0.0, 200.0])
    pairings = []
    for one in range(3):
        for other in range(one):
            share = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            scores = chance.binomial(2, share, 800) / 2
            pairings.append(Pairing(one, other, 2, scores))
    assert rate(3, pairings) == pytest.approx(true, abs=25)
    rated = rate_with_intervals(3, pairings, 1)
    assert all(r.low < t < r.high for r, t in zip(rated, true, strict=True))


def test_a_few_games_that_all_end_alike_leave_ratings_uncertain() -> None:
    few, many = (
        rate_with_intervals(2, [Pairing(0, 1, 2, np.ones(blocks))], 1)[0] for blocks in (4, 100)
    )
    assert few.half > 100
    assert many.low > few.mean


def test_seeds_come_from_the_code_and_streams_are_apart() -> None:
    assert code_version(GAMES[0]) != code_version(GAMES[1])
    assert seed_of("deal", 1) != seed_of("chance", 1) != seed_of("bot", 1)
    assert 0 <= seed_of("x") < 1 << 62


@pytest.mark.parametrize("file", ["networks/all.npz", "networks/levels.toml", "advice/a.py"])
def test_whatever_bots_play_by_is_in_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    game = replace(GAMES[0])
    monkeypatch.setattr(Game, "folder", tmp_path)
    path = tmp_path / file
    path.parent.mkdir()
    versions = set()
    for content in (b"one", b"another"):
        path.write_bytes(content)
        versions.add(code_version(game))
    assert len(versions) == 2


def test_contestants_may_be_written_out_and_nonsense_is_refused() -> None:
    make("flat:100:30", 1)
    make("tree:100:30:50", 1)
    make("turns:100:0:8:16", 1)
    with pytest.raises(BellhopError, match="not “flat:many:30”"):
        make("flat:many:30", 1)
    with pytest.raises(BellhopError, match=r"or turns:simulations:wild:turns:width\), a network"):
        make("turns:100:0", 1)
    with pytest.raises(BellhopError, match="two shares such as"):
        PLAN.with_test("0.6:0.5", prefixes=False)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_census_counts_every_game_once_on_any_executor(
    game: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = next(known for known in GAMES if known is game)
    monkeypatch.setattr(twin, "has_compiler", lambda: False)  # too few games to be worth compiling
    whole = census.take(census.Plan(chosen, 3, 6, 5), InProcess())
    monkeypatch.setattr(census, "CHUNK", 4)
    parts = census.take(census.Plan(chosen, 3, 6, 5), InProcess())
    for one, other in zip(whole.tallies, parts.tallies, strict=True):
        assert (np.asarray(one) == np.asarray(other)).all()
    assert sum(share.mean for share in whole.win_shares()) == pytest.approx(1)
    assert np.asarray(whole.tallies.spread).sum() == 3 * 6
    figures = chosen.figures
    counted = np.asarray(whole.tallies.times).sum(axis=1)
    assert (counted[: figures.OWN] == 3 * 6).all(), "of every seat"
    assert (counted[figures.OWN :] == 6).all(), "of every table"
    gains = np.asarray(whole.tallies.gains).sum(axis=1)
    points_of_all = np.asarray(whole.tallies.points).sum()
    assert (gains[figures.OWN :] == points_of_all).all()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_census_of_a_contestant_counts_the_games_that_it_plays(
    game: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = next(known for known in GAMES if known is game)
    monkeypatch.setattr(twin, "has_compiler", lambda: False)
    by = "master" if network_of(chosen) else "random"
    found = census.take(census.Plan(chosen, 2, 3, 5, by), InProcess())
    moves = recording.moves_of(chosen, Setup(2), [by], 5, 8, 0)
    points = [replay(chosen, seed, row) for seed, row in zip(range(5, 8), moves, strict=True)]
    assert np.asarray(found.tallies.points).sum() == np.sum(points)
    assert sum(share.mean for share in found.win_shares()) == pytest.approx(1)


def replay(game: Game, seed: int, moves: Iterable[int]) -> list[int]:
    """The points of a game with these moves."""
    position = game.new(2, seed=seed)
    for move in moves:
        if not is_over(position):
            game.play(position, int(move))
    assert is_over(position)
    return game.points(position)


def test_every_guest_who_is_checked_in_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "has_compiler", lambda: False)
    plan = census.Plan(game_named("grand-austria-hotel"), 2, 3, 5)
    with listening() as heard:
        tallies = census.take(plan, InProcess()).tallies
    told = Counter(event.numbers[1] for event in heard if event.event == Event.CHECKED_IN)
    counted = (np.asarray(tallies.times)[STAFF:] * np.arange(FIGURE_LIMIT)).sum(axis=1)
    assert sum(told.values()) > 10
    assert list(counted) == [told[guest] for guest in range(GUESTS)]


def run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "bellhop", *arguments],
        env={**os.environ, "LC_ALL": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_commands_print_keep_and_draw(tmp_path: Path) -> None:
    figures, plot = tmp_path / "match.json", tmp_path / "match.svg"
    shown = run("match", "overbooking", "casual", "random", "-n", "4", "--test", "0.50:0.55",
                "--on", "here", "--json", str(figures), "--plot", str(plot))  # fmt: skip
    assert "4 games: casual – random" in shown
    assert "counts as failed" in shown
    assert json.loads(figures.read_text("utf-8"))["games"] == 4
    assert ElementTree.fromstring(plot.read_text("utf-8")).tag.endswith("svg")
    shown = run("rate", "overbooking", "-n", "4", "--bot", "random", "--bot", "casual",
                "--on", "here", "--folder", str(tmp_path), "-l", "en")  # fmt: skip
    kept = json.loads((tmp_path / "ratings-overbooking-2.json").read_text("utf-8"))
    assert kept["ratings"]["casual"]["mean"] > kept["ratings"]["random"]["mean"]
    page = tmp_path / "stats.html"
    for language in ("en", "pl", "ru"):
        run("stats", "night-porter", "-n", "50", "--by", "random", "--on", "here",
            "--file", str(page), "-l", language)  # fmt: skip
        assert f'lang="{language}"' in page.read_text("utf-8")


RAY = """
import os, pathlib, signal, sys
import ray
from bellhop.games import game_named
from bellhop.lab.contestants import code_version
from bellhop.lab.executors import InProcess, Ray
from bellhop.lab.match import Plan, play_match, play_block

marker = pathlib.Path(sys.argv[1])

def dying(plan, version, number):
    if number == 1 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_block(plan, version, number)

if __name__ == "__main__":
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    plan = Plan("overbooking", "casual", "random", blocks=4)
    executor = Ray()
    version = code_version(game_named(plan.game))
    found = list(executor.results(dying, [(plan, version, number) for number in range(4)]))
    alone = [block.points for block in play_match(plan, InProcess()).blocks]
    assert marker.exists()
    assert [block.points for block in found] == alone
    print("the same")
"""


@pytest.mark.prove
def test_a_ray_cluster_plays_the_same_and_survives_the_death_of_a_worker(tmp_path: Path) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(RAY, "utf-8")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "died")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.endswith("the same\n"), done.stderr
