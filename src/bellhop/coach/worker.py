"""A process in which the coach works: `python -m bellhop.coach.worker`.

Each input line is a question as JSON, each output line a part of the answer; the last part has
`"last": true`.  A whole game is given only if it is over; otherwise a question holds a view.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bellhop.bots.deadlines import deadline_in
from bellhop.coach import judge, ready_loops, weigh
from bellhop.coach.analysis import Stage
from bellhop.coach.analyst import analyse
from bellhop.coach.reasons import Comparison, reasons_for
from bellhop.engine.errors import BellhopError
from bellhop.engine.words import LANGUAGES
from bellhop.games import game_named
from bellhop.table.file import parse_game

ANALYSE, JUDGE, WEIGH, EXPLAIN = "analyse", "judge", "weigh", "explain"
SECONDS_TO_WEIGH = 2.5  # less than a hint waits for
SECONDS_TO_EXPLAIN = 3.5  # at most, likewise: four players of Grand Austria Hotel take 2 s
PATIENCE = 10  # this process waits for all others: moves at the tables come first
AUTOGROUP = Path("/proc/self/autogroup")  # Linux: niceness counts only within a session's group

Part = dict[str, Any]


def answer(question: Mapping[str, Any]) -> Iterator[Part]:
    """The parts of an answer."""
    try:
        if question["ask"] == ANALYSE:
            yield from _analyse(question)
        else:
            yield {"last": True, **AT_ONCE[question["ask"]](question)}
    except BellhopError as error:
        sentences = {language: error.say(language) for language in LANGUAGES}
        yield {"last": True, "error": error.key, "status": error.status, "sentences": sentences}


def _analyse(question: Mapping[str, Any]) -> Iterator[Part]:
    for step in analyse(parse_game(question["file"].encode())):
        part: Part = {"stage": step.stage, "percent": step.percent}
        if step.analysis:
            part |= {"analysis": step.analysis.to_json(), "last": step.stage == Stage.DONE}
        yield part


def _judge(question: Mapping[str, Any]) -> Part:
    game = game_named(question["game"])
    seen, loops = game.read(question["seen"]), ready_loops(game)
    return asdict(judge(game, seen, question["seat"], loops=loops))


def _weigh(question: Mapping[str, Any]) -> Part:
    game = game_named(question["game"])
    seen = game.read(question["seen"])
    weighing = weigh(game, seen, seconds=SECONDS_TO_WEIGH)
    named = [{**asdict(one), "move": game.moves[one.move]} for one in weighing.moves]
    return {"seat": weighing.seat, "moves": named, "is_enough": weighing.is_enough}


def _explain(question: Mapping[str, Any]) -> Part:
    game = game_named(question["game"])
    better, played = (game.move_named(question[key]) for key in ("better", "played"))
    seen, deadline = game.read(question["seen"]), deadline_in(question["seconds"])
    asked = [Comparison(seen, better, played)]
    [found] = reasons_for(ready_loops(game), asked, deadline=deadline)
    return {"reasons": None if found is None else [asdict(one) for one in found]}


AT_ONCE = {JUDGE: _judge, WEIGH: _weigh, EXPLAIN: _explain}  # questions with a single answer


def give_way() -> None:
    """Let all other processes go first."""
    os.nice(PATIENCE)
    with suppress(OSError):  # another system, or one that allows it to nobody
        AUTOGROUP.write_text(str(PATIENCE), "ascii")


def main() -> None:
    """Answer every line of standard input."""
    give_way()
    for line in sys.stdin:
        for part in answer(json.loads(line)):
            print(json.dumps(part), flush=True)


if __name__ == "__main__":
    main()
