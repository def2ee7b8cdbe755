"""The analyst goes through a finished game: the curve, every decision, then the reasons."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bellhop.bots.rollouts import dice_word
from bellhop.coach.analysis import Analysis, Change, Decision, Moment, Progress, Stage, Value
from bellhop.coach.grades import ERRORS, decide
from bellhop.coach.highlights import (
    ERRORS_SHOWN,
    SMALLEST_ERROR,
    find_errors,
    find_highlights,
    revealed_to,
)
from bellhop.coach.judging import SeatView
from bellhop.coach.ledger import (
    NOTHING,
    change_for_mover,
    change_for_other,
    mean_of,
    rounded,
    skill_of,
)
from bellhop.coach.played import PlayedGame, PlayedMove, ends_turn, played_game
from bellhop.coach.reasons import Comparison
from bellhop.coach.values import ALL_DEALS, Coach, SimulatingCoach, views_of
from bellhop.coach.weighing import Question
from bellhop.engine.dice import set_dice
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import Told, listening
from bellhop.table.file import GameFile, parse_game

TOGETHER = 32  # positions judged in one go
FIRST_DEALS = ALL_DEALS[:4]  # for the first curve, and for views that did not come about
MORE_DEALS = ALL_DEALS[len(FIRST_DEALS) :]  # for all views that came about, after the first curve
OTHER_DICE = 8  # times that a move is made again with other dice, to learn what to expect
OTHER_DEALS = 32  # deals that are judged, to learn what a seat is worth before the deal


def analyse(saved: GameFile, seed: int = 0, coach: Coach | None = None) -> Iterator[Progress]:
    """Analyse a finished game; the first curve, the verdicts and the end come with the analysis."""
    played = played_game(saved)
    yield from Analyst(played, seed, coach or SimulatingCoach(saved.game, seed)).work()


def analyse_data(data: bytes, seed: int = 0) -> str:
    """The whole analysis of a saved game, as JSON: a task for another process."""
    *_, last = analyse(parse_game(data), seed)
    assert last.analysis
    return last.analysis.to_json()


class Analyst:
    """Analyses one game with one coach."""

    def __init__(self, played: PlayedGame, seed: int, coach: Coach) -> None:
        self._played, self._seed, self._coach = played, seed, coach
        self._game: Game = played.saved.game
        self._seats = range(played.dealt.seats)
        self._first: list[list[Value]] = []  # after every row, by seat, on the first deals
        self._known: list[list[Value]] = []  # after every row, by seat, on all deals
        self._open: list[list[Value]] = []  # after every row, by seat, with open hands
        self._expected: list[list[Value]] = []  # after every move, by seat, over other dice
        self._by_dice: list[list[Told]] = [[] for _ in played.moves]  # what other dice would change
        self._start: list[Value] = []
        self._decisions: list[Decision | None] = []

    def work(self) -> Iterator[Progress]:
        """Judge all moments, weigh all decisions, then explain the errors."""
        moves, positions = self._played.moves, self._played.positions
        for first in range(0, len(positions), TOGETHER):
            some = positions[first : first + TOGETHER]
            self._first += self._judge(some, FIRST_DEALS)
            self._open += [list(map(rounded, row)) for row in self._coach.open(some)]
            yield Progress(Stage.JUDGING, len(self._first), len(positions))
        self._decisions = [self._undecided(made) for made in moves]
        self._known = list(self._first)
        self._start, self._expected = self._known[0], self._known[1:]
        yield Progress(Stage.JUDGING, len(positions), len(positions), self._analysis())
        self._judge_more(range(1))
        self._start = self._judge_start()
        for first in range(0, len(moves), TOGETHER):
            numbers = range(first, min(first + TOGETHER, len(moves)))
            self._judge_more(range(first + 1, numbers.stop + 1))
            self._roll_again([number for number in numbers if moves[number].rolled])
            self._weigh([number for number in numbers if self._decisions[number]])
            yield Progress(Stage.WEIGHING, numbers.stop, len(moves))
        yield from self._explain()
        yield Progress(Stage.DONE, len(moves), len(moves), self._finished())

    def _judge(self, positions: Sequence[Position], deals: range) -> list[list[Value]]:
        """What positions are worth to every seat; what looks the same to it is judged once."""
        views = [views_of(self._game, position) for position in positions]
        different = {_what_is_seen(view): view for some in views for view in some}
        judged = self._coach.judge(list(different.values()), deals)
        values = dict(zip(different, map(rounded, judged), strict=True))
        return [[values[_what_is_seen(view)] for view in some] for some in views]

    def _judge_more(self, numbers: range) -> None:
        """Judge some positions on all deals."""
        more = self._judge([self._played.positions[number] for number in numbers], MORE_DEALS)
        for number, values in zip(numbers, more, strict=True):
            pairs = zip(self._first[number], values, strict=True)
            self._known[number] = [_mean_of_all(first, others) for first, others in pairs]
            if number:
                self._expected[number - 1] = self._known[number]

    def _judge_start(self) -> list[Value]:
        """What every seat is worth before the deal."""
        deals = [self._deal_again(dice_word(self._seed, n)) for n in range(OTHER_DEALS)]
        return self._mean_instead(0, self._judge(deals, FIRST_DEALS))

    def _deal_again(self, word: int) -> Position:
        """Another deal; a game that goes on from a stored position deals only what it did then."""
        if self._played.saved.start:
            return self._played.saved.start.place(self._game, word)
        position = self._game.undealt(len(self._seats), self._played.saved.options)
        self._game.deal(position, word)
        return position

    def _mean_instead(self, number: int, others: Sequence[Sequence[Value]]) -> list[Value]:
        """The mean of what could have come about instead of a position, by seat.

        Both are compared on the same imagined deals: whoever sees no difference has none.
        """
        means = [mean_of(some) for some in zip(*others, strict=True)]
        came = zip(self._known[number], self._first[number], means, strict=True)
        return [rounded(known - (first - mean)) for known, first, mean in came]

    def _roll_again(self, numbers: Sequence[int]) -> None:
        """Make moves again with other dice, to learn what to expect of them."""
        others: list[Position] = []
        for number in numbers:
            positions, self._by_dice[number] = self._others(self._played.moves[number])
            others += positions
        judged = self._judge(others, FIRST_DEALS)
        for place, number in enumerate(numbers):
            some = judged[place * OTHER_DICE : (place + 1) * OTHER_DICE]
            self._expected[number] = self._mean_instead(number + 1, some)

    def _weigh(self, numbers: Sequence[int]) -> None:
        """Compare decisions with their alternatives."""
        asked = [self._question(number) for number in numbers]
        for number, found in zip(numbers, self._coach.weigh(asked), strict=True):
            decision = self._decisions[number]
            assert decision
            self._decisions[number] = decide(decision, found)

    def _question(self, number: int) -> Question:
        """A decision to be weighed, with what its player decided in the rest of the turn."""
        moves = self._played.moves
        made, last = moves[number], moves[number]
        plan = [made.move]
        for following in range(number + 1, len(moves)):
            if ends_turn(self._game, last) or _shows_more(self._game, last):
                break
            last = moves[following]
            if self._decisions[following]:
                plan.append(last.move)
        return Question(self._game.view(made.before, made.seat), made.move, tuple(plan))

    def _explain(self) -> Iterator[Progress]:
        """Find the reasons why mistakes and blunders were errors, and the largest errors of all."""
        decided = [(n, one) for n, one in enumerate(self._decisions) if one]
        decided.sort(key=lambda entry: (-entry[1].loss.chance, entry[0]))
        errors = [
            (number, decision)
            for rank, (number, decision) in enumerate(decided)
            if decision.grade in ERRORS
            or (rank < ERRORS_SHOWN and decision.loss.chance >= SMALLEST_ERROR)
        ]
        yield Progress(Stage.EXPLAINING, 0, len(errors), self._finished())
        found = self._coach.explain([self._comparison(number, one) for number, one in errors])
        explained = zip(errors, found, strict=True)
        for done, ((number, decision), reasons) in enumerate(explained, 1):
            self._decisions[number] = replace(decision, reasons=reasons)
            yield Progress(Stage.EXPLAINING, done, len(errors))

    def _comparison(self, number: int, decision: Decision) -> Comparison:
        made, better = self._played.moves[number], decision.candidates[0].move
        seen = self._game.view(made.before, made.seat)
        return Comparison(seen, self._game.move_named(better), made.move)

    def _others(self, made: PlayedMove) -> tuple[list[Position], list[Told]]:
        """What other dice would have made of a move, and the events that the dice decided."""
        others = [made.before.copy() for _ in range(OTHER_DICE)]
        always = set(made.story)
        for number, other in enumerate(others):
            set_dice(other, dice_word(self._seed + made.row, number))
            with listening() as story:
                self._game.rules.play(other, made.move)
            always &= set(story)
        return others, [told for told in made.story if told not in always]

    def _undecided(self, made: PlayedMove) -> Decision | None:
        legal = len(self._game.legal_moves(made.before))
        return Decision(self._game.moves[made.move], legal) if legal > 1 else None

    def _finished(self) -> Analysis:
        analysis = self._analysis()
        skills = tuple(skill_of(seat, self._start[seat], analysis.moments) for seat in self._seats)
        errors = find_errors(self._played, analysis.moments)
        whole = replace(analysis, skills=skills, errors=errors, is_complete=True)
        return replace(whole, highlights=find_highlights(self._played, whole, self._by_dice))

    def _analysis(self) -> Analysis:
        """The analysis so far."""
        return Analysis(
            game=self._game.name,
            rules=self._played.saved.rules,
            network=self._coach.identity,
            seed=self._seed,
            players=tuple(seat.name for seat in self._played.saved.seats),
            moments=(self._deal(), *map(self._moment, range(len(self._played.moves)))),
        )

    def _deal(self) -> Moment:
        known = self._known[0]
        luck = [Change(luck=rounded(v - s)) for v, s in zip(known, self._start, strict=True)]
        first = self._game.round_of(self._played.dealt)
        return Moment(0, first, NOBODY, "", tuple(known), tuple(self._open[0]), tuple(luck))

    def _moment(self, number: int) -> Moment:
        made, known = self._played.moves[number], self._known[number + 1]
        return Moment(
            row=made.row,
            round=self._game.round_of(made.before),
            seat=made.seat,
            move=self._game.moves[made.move],
            known=tuple(known),
            open=tuple(self._open[number + 1]),
            changes=tuple(self._change(number, seat) for seat in self._seats),
            decision=self._decisions[number],
        )

    def _change(self, number: int, seat: int) -> Change:
        made, decision = self._played.moves[number], self._decisions[number]
        before, after = self._known[number][seat], self._known[number + 1][seat]
        expected = self._expected[number][seat]
        shown = bool(revealed_to(self._game, made, seat, self._by_dice[number]))
        if seat != made.seat:
            return change_for_other(before, after, expected, is_revealed=shown)
        loss = decision.loss if decision else NOTHING
        return change_for_mover(before, after, expected, loss, is_revealed=shown)


def _what_is_seen(view: SeatView) -> tuple[int, bytes]:
    return view.seat, view.seen.to_bytes()


def _mean_of_all(first: Value, others: Value) -> Value:
    """The value on all deals, from those on the first and on the other ones."""
    return mean_of([first] * len(FIRST_DEALS) + [others] * len(MORE_DEALS))


def _shows_more(game: Game, made: PlayedMove) -> bool:
    """Did a move show anything that nobody could plan with before?"""
    return made.rolled or any(told.event in game.reveals for told in made.story)
