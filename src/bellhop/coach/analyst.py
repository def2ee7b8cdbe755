"""The analyst goes through a finished game: first the curve, then every decision."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bellhop.bots.rollouts import dice_word
from bellhop.coach.analysis import Analysis, Change, Decision, Moment, Progress, Stage, Value
from bellhop.coach.grades import decide
from bellhop.coach.highlights import (
    ERRORS_SHOWN,
    SMALLEST,
    find_errors,
    find_highlights,
    revealed_to,
)
from bellhop.coach.judging import DEALS
from bellhop.coach.ledger import (
    NOTHING,
    change_for_mover,
    change_for_other,
    mean_of,
    rounded,
    skill_of,
)
from bellhop.coach.line import Line, Step, ends_turn, line_of
from bellhop.coach.values import FEW_DEALS, Coach, Evaluator, looks_at
from bellhop.coach.weighing import Question
from bellhop.engine.dice import set_dice
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import Told, listening
from bellhop.table.file import GameFile, parse_game

TOGETHER = 16  # positions that are judged in one go
OTHER_DICE = 8  # how often a move is made again with other dice, to know what was to be expected
OTHER_DEALS = 32  # how many deals are looked at, to know what a seat is worth before the deal


def analyse(
    saved: GameFile, seed: int = 0, evaluator: Evaluator | None = None
) -> Iterator[Progress]:
    """Analyse a finished game; the first curve and the end come with the analysis."""
    line = line_of(saved)
    yield from Analyst(line, seed, evaluator or Coach(saved.game, seed)).work()


def analyse_data(data: bytes, seed: int = 0) -> str:
    """The whole analysis of a saved game, as JSON: a task for another process."""
    *_, last = analyse(parse_game(data), seed)
    assert last.analysis
    return last.analysis.to_json()


class Analyst:
    """Analyses one game with one evaluator."""

    def __init__(self, line: Line, seed: int, evaluator: Evaluator) -> None:
        self._line, self._seed, self._evaluator = line, seed, evaluator
        self._game: Game = line.saved.game
        self._seats = range(line.dealt.seats)
        self._known: list[list[Value]] = []  # after every row, by seat
        self._open: list[list[Value]] = []  # after every row, by seat, with open hands
        self._expected: list[list[Value]] = []  # after every move, by seat, over other dice
        self._by_dice: list[list[Told]] = [[] for _ in line.steps]  # what other dice would change
        self._start: list[Value] = []
        self._decisions: list[Decision | None] = []

    def work(self) -> Iterator[Progress]:
        """Judge all moments, then weigh all decisions."""
        steps, positions = self._line.steps, self._line.positions
        for first in range(0, len(positions), TOGETHER):
            some = positions[first : first + TOGETHER]
            self._known += self._judge(some, DEALS)
            self._open += [list(map(rounded, row)) for row in self._evaluator.open(some)]
            yield Progress(Stage.JUDGING, len(self._known), len(positions))
        self._decisions = [self._undecided(step) for step in steps]
        self._start, self._expected = self._known[0], self._known[1:]
        yield Progress(Stage.JUDGING, len(positions), len(positions), self._analysis())
        self._start = self._judge_start()
        for first in range(0, len(steps), TOGETHER):
            numbers = range(first, min(first + TOGETHER, len(steps)))
            self._roll_again([number for number in numbers if steps[number].rolled])
            self._weigh([number for number in numbers if self._decisions[number]])
            yield Progress(Stage.WEIGHING, numbers.stop, len(steps))
        self._explain()
        yield Progress(Stage.DONE, len(steps), len(steps), self._finished())

    def _judge(self, positions: Sequence[Position], deals: int) -> list[list[Value]]:
        """What positions are worth to every seat, as it knows them."""
        looks = [look for position in positions for look in looks_at(self._game, position)]
        values = [rounded(value) for value in self._evaluator.judge(looks, deals)]
        size = len(self._seats)
        return [values[first : first + size] for first in range(0, len(values), size)]

    def _judge_start(self) -> list[Value]:
        """What every seat is worth before the deal."""
        options = self._game.options_of(self._line.dealt)
        deals = [self._game.table(len(self._seats), options) for _ in range(OTHER_DEALS)]
        for number, position in enumerate(deals):
            self._game.deal(position, dice_word(self._seed, number))
        return [mean_of(some) for some in zip(*self._judge(deals, FEW_DEALS), strict=True)]

    def _roll_again(self, numbers: Sequence[int]) -> None:
        """Make moves again with other dice, to know what was to be expected of them."""
        others: list[Position] = []
        for number in numbers:
            made, self._by_dice[number] = self._others(self._line.steps[number])
            others += made
        judged = self._judge(others, FEW_DEALS)
        for place, number in enumerate(numbers):
            some = judged[place * OTHER_DICE : (place + 1) * OTHER_DICE]
            self._expected[number] = [mean_of(one) for one in zip(*some, strict=True)]

    def _weigh(self, numbers: Sequence[int]) -> None:
        """Compare decisions with their alternatives."""
        asked = [self._question(number) for number in numbers]
        for number, found in zip(numbers, self._evaluator.weigh(asked), strict=True):
            decision = self._decisions[number]
            assert decision
            self._decisions[number] = decide(decision, found)

    def _question(self, number: int) -> Question:
        """A decision to be weighed, with what its player decided in the rest of the turn."""
        steps = self._line.steps
        step, last = steps[number], steps[number]
        plan = [step.move]
        for following in range(number + 1, len(steps)):
            if ends_turn(self._game, last) or _shows_more(self._game, last):
                break
            last = steps[following]
            if self._decisions[following]:
                plan.append(last.move)
        return Question(self._game.view(step.before, step.seat), step.move, tuple(plan))

    def _explain(self) -> None:
        """Find the reasons why the largest errors were errors."""
        decided = [(n, one) for n, one in enumerate(self._decisions) if one]
        decided.sort(key=lambda entry: (-entry[1].loss.chance, entry[0]))
        for number, decision in decided[:ERRORS_SHOWN]:
            if decision.loss.chance >= SMALLEST:
                step, better = self._line.steps[number], decision.candidates[0].move
                seen = self._game.view(step.before, step.seat)
                found = self._evaluator.explain(seen, self._game.move_named(better), step.move)
                self._decisions[number] = replace(decision, reasons=found)

    def _others(self, step: Step) -> tuple[list[Position], list[Told]]:
        """What other dice would have made of a move, and the events that the dice decided."""
        others = [step.before.copy() for _ in range(OTHER_DICE)]
        always = set(step.story)
        for number, other in enumerate(others):
            set_dice(other, dice_word(self._seed + step.row, number))
            with listening() as story:
                self._game.rules.play(other, step.move)
            always &= set(story)
        return others, [told for told in step.story if told not in always]

    def _undecided(self, step: Step) -> Decision | None:
        legal = len(self._game.legal_moves(step.before))
        return Decision(self._game.moves[step.move], legal) if legal > 1 else None

    def _finished(self) -> Analysis:
        analysis = self._analysis()
        skills = tuple(skill_of(seat, self._start[seat], analysis.moments) for seat in self._seats)
        errors = find_errors(self._line, analysis.moments)
        whole = replace(analysis, skills=skills, errors=errors, is_complete=True)
        return replace(whole, highlights=find_highlights(self._line, whole, self._by_dice))

    def _analysis(self) -> Analysis:
        """The analysis so far."""
        return Analysis(
            game=self._game.name,
            rules=self._line.saved.rules,
            network=self._evaluator.identity,
            seed=self._seed,
            players=tuple(seat.name for seat in self._line.saved.seats),
            moments=(self._deal(), *map(self._moment, range(len(self._line.steps)))),
        )

    def _deal(self) -> Moment:
        known = self._known[0]
        luck = [Change(luck=rounded(v - s)) for v, s in zip(known, self._start, strict=True)]
        first = self._game.round_of(self._line.dealt)
        return Moment(0, first, NOBODY, "", tuple(known), tuple(self._open[0]), tuple(luck))

    def _moment(self, number: int) -> Moment:
        step, known = self._line.steps[number], self._known[number + 1]
        return Moment(
            row=step.row,
            round=self._game.round_of(step.before),
            seat=step.seat,
            move=self._game.moves[step.move],
            known=tuple(known),
            open=tuple(self._open[number + 1]),
            changes=tuple(self._change(number, seat) for seat in self._seats),
            decision=self._decisions[number],
        )

    def _change(self, number: int, seat: int) -> Change:
        step, decision = self._line.steps[number], self._decisions[number]
        before, after = self._known[number][seat], self._known[number + 1][seat]
        expected = self._expected[number][seat]
        shown = bool(revealed_to(self._game, step, seat, self._by_dice[number]))
        if seat != step.seat:
            return change_for_other(before, after, expected, is_revealed=shown)
        loss = decision.loss if decision else NOTHING
        return change_for_mover(before, after, expected, loss, is_revealed=shown)


def _shows_more(game: Game, step: Step) -> bool:
    """Did a move show anything that nobody could plan with before?"""
    return step.rolled or any(told.event in game.reveals for told in step.story)
