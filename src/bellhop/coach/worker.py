"""A process in which the coach works: `python -m bellhop.coach.worker`.

Each input line is a question as JSON, each output line a part of the answer; the last part has
`"last": true`.  A whole game is given only if it is over; otherwise a question holds a view.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from bellhop.coach import judge, ready_loops, weigh
from bellhop.coach.analyst import analyse
from bellhop.engine.errors import BellhopError
from bellhop.games import game_named
from bellhop.table.file import parse_game

ANALYSE, JUDGE, WEIGH = "analyse", "judge", "weigh"
SECONDS_TO_WEIGH = 3.0  # less than a hint waits for
PATIENCE = 10  # this process waits for all others: moves at the tables come first

Part = dict[str, Any]


def answer(question: Mapping[str, Any]) -> Iterator[Part]:
    """The parts of an answer."""
    try:
        match question["ask"]:
            case "analyse":
                yield from _analyse(question)
            case "judge":
                yield {"last": True, **_judge(question)}
            case _:
                yield {"last": True, **_weigh(question)}
    except BellhopError as error:
        yield {"last": True, "error": str(error)}


def _analyse(question: Mapping[str, Any]) -> Iterator[Part]:
    for stage, done, total, analysis in analyse(parse_game(question["file"].encode())):
        part: Part = {"stage": stage, "done": done, "total": total}
        if analysis:
            part |= {"analysis": analysis.to_json(), "last": analysis.is_complete}
        yield part


def _judge(question: Mapping[str, Any]) -> Part:
    game = game_named(question["game"])
    seen, loops = game.read(question["seen"]), ready_loops(game)
    return asdict(judge(game, seen, question["seat"], loops=loops))


def _weigh(question: Mapping[str, Any]) -> Part:
    game = game_named(question["game"])
    weighing = weigh(game, game.read(question["seen"]), seconds=SECONDS_TO_WEIGH)
    named = [{**asdict(one), "move": game.moves[one.move]} for one in weighing.moves]
    return {"seat": weighing.seat, "moves": named, "is_enough": weighing.is_enough}


def main() -> None:
    """Answer every line of standard input."""
    os.nice(PATIENCE)
    for line in sys.stdin:
        for part in answer(json.loads(line)):
            print(json.dumps(part), flush=True)


if __name__ == "__main__":
    main()
