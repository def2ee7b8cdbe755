"""The duel with OpenSpiel: our levels against its ISMCTS bot, with equal time per decision.

    python benchmarks/duel.py [GAME …] [--games N] [--level LEVEL …] [--handicap TIMES …]

Two players play each deal from both seats.  The game is an OpenSpiel state; our bot is shown the
view of its seat, and ISMCTS redeals what its seat cannot see.  For each decision ISMCTS may use as
much CPU time of one core as our level uses on average, multiplied by the handicap.  It may finish a
simulation that it has started, and always gets as many simulations as it needs for a move.  A move
that is the only legal one is no decision and is not measured.  A duel ends when the test between 75
and 85 % is decided, or with the last game.

Equal time is not equal simulations: the rules are compiled on both sides, but OpenSpiel's search
and its states of Python games are Python.  The last column says how many simulations ISMCTS gets.
"""

import argparse
import json
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.table import Table
from strength import RESULTS

from bellhop.bots import Bot
from bellhop.cli.figures import number, percent
from bellhop.cli.reports import progress_bar
from bellhop.engine.game import Game
from bellhop.envs import spiel
from bellhop.games import GAMES, game_named
from bellhop.lab import contestants
from bellhop.lab.contestants import code_version, seed_of
from bellhop.lab.executors import Executor, Processes
from bellhop.lab.match import Block, Outcome, Plan, judge, margin_of, share_of
from bellhop.lab.statistics import Interval, Sprt, interval

OTHER = "ismcts"
LEVELS = ("strong", "master")
HANDICAPS = (1.0, 10.0)
DECIDES = Sprt(0.75, 0.85)
PACE_BOUTS = 4
REWARD = "margin"
CURIOSITY = 5.0  # in points, like the reward
ROLLOUTS = 1
# Not the most visits: with few simulations most moves are tried once, so they would all be equal.
FINAL_POLICY = ismcts.ISMCTSFinalPolicyType.MAX_VALUE
MIN_SIMULATIONS = 2  # the first one only looks at the root, the second tries a move
WIDTH = 132  # of the output, also when it goes to a file
FILE = RESULTS / "duel.json"

Choose = Callable[[Any], int]  # chooses a move for an OpenSpiel state


@dataclass
class Clock:
    """The thinking time of one side, in CPU time."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    @property
    def mean(self) -> float:
        """Mean seconds per decision."""
        return self.seconds / max(1, self.decisions)

    def timed(self, choose: Choose) -> Choose:
        """The same function, with its time added up."""

        def choose_and_count(state: Any) -> int:
            start = time.process_time()
            move = choose(state)
            spent = time.process_time() - start
            self.decisions += 1
            self.seconds += spent
            self.longest = max(self.longest, spent)
            return move

        return choose_and_count


@dataclass(frozen=True)
class Bout(Block):
    """One deal from both seats, and ISMCTS's simulations per decision."""

    simulations: float = 0.0


class TimedSearch(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no type hints
    """OpenSpiel's bot, limited by time instead of a number of simulations."""

    def __init__(self, loaded: Any, seconds: float, seed: int) -> None:
        chance = np.random.RandomState(seed % 2**32)
        super().__init__(
            loaded,
            mcts.RandomRolloutEvaluator(ROLLOUTS, chance),
            CURIOSITY,
            max_simulations=MIN_SIMULATIONS,
            random_state=chance,
            final_policy_type=FINAL_POLICY,
        )
        self.set_resampler(lambda state, seat: state.resample_from_infostate(seat, chance.uniform))
        self.seconds, self.simulations = seconds, 0

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        """The inherited `run_search`, until the time is up."""
        end = time.process_time() + self.seconds
        self.reset()
        root, done = self.create_new_node(state), 0
        while done < MIN_SIMULATIONS or time.process_time() < end:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        self.simulations += done
        policy: list[tuple[int, float]] = self.get_final_policy(state, root)
        return policy


def play_bout(plan: Plan, code: str, seconds: float, number: int) -> Bout:
    """Play one deal from both seats; `seconds` is ISMCTS's time per decision."""
    game = game_named(plan.game)
    contestants.prepare(plan.candidate, game)
    # The key does not include the seconds, so all handicaps are tried on the same deals.
    key = (code, plan.candidate, plan.baseline, number)
    parameters = {"players": plan.players, "reward": REWARD}
    loaded = pyspiel.load_game(spiel.name_of(game), parameters)
    ours, theirs = Clock(), Clock()
    shares, margins, points, simulations = list[float](), list[float](), list[float](), 0
    for seat in range(plan.players):
        bot = contestants.make(plan.candidate, seed_of("bot", *key, seat))
        search = TimedSearch(loaded, seconds, seed_of("search", *key, seat))
        sides = [theirs.timed(search.step)] * plan.players
        sides[seat] = ours.timed(partial(choose_by_view, game, bot))
        scores = play(loaded.new_initial_state(), sides, key)
        shares.append(share_of(scores, seat))
        margins.append(margin_of(scores, seat) / game.rules.POINT)
        points.append(float(scores[seat] // game.rules.POINT))
        simulations += search.simulations
    our_seconds, their_seconds = ([clock.mean, clock.longest] for clock in (ours, theirs))
    per_decision = simulations / max(1, theirs.decisions)
    return Bout(shares, margins, points, [], our_seconds, their_seconds, simulations=per_decision)


def choose_by_view(game: Game, bot: Bot, state: Any) -> int:
    """The move of one of our bots, which sees only the view of its seat."""
    return bot.choose(game, state.progress.now.view(state.current_player()))


def play(state: Any, sides: Sequence[Choose], key: tuple[object, ...]) -> list[int]:
    """Play one game; returns the scores of all seats."""
    while not state.is_terminal():
        if state.is_chance_node():
            word = seed_of("chance", *key, len(state.history()))
            state.apply_action(word % state.get_game().max_chance_outcomes())
            continue
        moves = state.legal_actions()
        choose = sides[state.current_player()]
        state.apply_action(choose(state) if len(moves) > 1 else moves[0])
    now = state.progress.now
    return [int(now.game.rules.score(now.position, seat)) for seat in range(now.position.seats)]


def measure_pace(plan: Plan, executor: Executor) -> float:
    """Our level's seconds per decision, on separate deals, while all workers are busy."""
    code = code_version(game_named(plan.game))
    tasks = [(plan, code, 0.0, plan.blocks + number) for number in range(PACE_BOUTS)]
    bouts = executor.results(play_bout, tasks)
    return float(np.mean([bout.candidate_seconds[0] for bout in bouts]))


def play_duel(plan: Plan, seconds: float, executor: Executor) -> Outcome:
    """Play a duel; `seconds` is ISMCTS's time per decision."""
    code = code_version(game_named(plan.game))
    tasks = [(plan, code, seconds, number) for number in range(plan.blocks)]
    with progress_bar(f"{plan.game}: {plan.candidate} – {OTHER}", plan.blocks) as advance:
        return judge(plan, executor.results(play_bout, tasks), advance)


def simulations_of(outcome: Outcome) -> Interval:
    """ISMCTS's simulations per decision."""
    return interval([bout.simulations for bout in outcome.blocks if isinstance(bout, Bout)])


def figures(outcome: Outcome, handicap: float) -> dict[str, Any]:
    """The results of a duel to save, without its blocks."""
    match = outcome.to_json()
    del match["block_scores"]
    return {
        **match,
        "handicap": handicap,
        "simulations_per_decision": asdict(simulations_of(outcome)),
        "per": "second of processor time on one core",
        "rules": game_named(outcome.plan.game).rules_version,
        OTHER: {
            "reward": REWARD,
            "uct_c": CURIOSITY,
            "rollouts": ROLLOUTS,
            "final_policy": FINAL_POLICY.name,
        },
        "python": platform.python_version(),
        **{name: version(name) for name in ("open-spiel", "numba", "numpy")},
    }


def save(row: dict[str, Any]) -> None:
    """Replace the same duel in the file, or append this one."""

    def name(row: dict[str, Any]) -> tuple[object, ...]:
        return row["plan"]["game"], row["plan"]["candidate"], row["handicap"]

    FILE.parent.mkdir(exist_ok=True)
    rows = json.loads(FILE.read_text("utf-8")) if FILE.exists() else []
    kept = {name(other): other for other in rows} | {name(row): row}
    FILE.write_text(json.dumps(list(kept.values()), indent=1) + "\n", "utf-8")


def new_report() -> Table:
    """A report with one row per duel."""
    report = Table(title="Our bots and OpenSpiel's ISMCTS")
    for title in ("game", "level", "handicap", "won", "ahead", "games", "test", "ours ms",
                  "ismcts ms", "simulations"):  # fmt: skip
        report.add_column(title, justify="left" if title in ("game", "level") else "right")
    return report


def show(report: Table, outcome: Outcome, handicap: float) -> None:
    """Add the row of a duel."""
    plan, times = outcome.plan, outcome.thinking()
    report.add_row(
        plan.game,
        plan.candidate,
        f"× {handicap:g}",
        percent(outcome.share),
        number(outcome.margin),
        str(outcome.games),
        outcome.decision or "undecided",
        *(f"{1000 * times[who][0]:.2f}" for who in ("candidate", "baseline")),
        f"{simulations_of(outcome).mean:.1f}",
    )


def main() -> None:
    """Play, print and save all requested duels."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", metavar="GAME", help="all by default")
    parser.add_argument("--games", type=int, default=100, help="the maximum per duel")
    parser.add_argument("--level", action="append", choices=LEVELS, help="both by default")
    parser.add_argument("--handicap", action="append", type=float,
                        help="ISMCTS's time as a multiple of ours; default: 1, 10")  # fmt: skip
    asked = parser.parse_args()
    executor, report = Processes(), new_report()
    for game in [game_named(name) for name in asked.game] or GAMES:
        for level in asked.level or LEVELS:
            plan = Plan(game.name, level, OTHER, blocks=max(2, asked.games // 2), test=DECIDES)
            seconds = measure_pace(plan, executor)
            for handicap in asked.handicap or HANDICAPS:
                outcome = play_duel(plan, handicap * seconds, executor)
                save(figures(outcome, handicap))
                show(report, outcome, handicap)
    Console(highlight=False, width=WIDTH).print(report)


if __name__ == "__main__":
    main()
