"""The coach: what a seat may expect, what each of its moves is worth, and what it can learn.

`judge` and `weigh` are the one evaluator for hints, tutor, exercises, analysis and API.  Both are
given a view, never a position: what a seat cannot know does not go in.  `ready_loops` makes them
start at once, before anything is compiled.
"""

from bellhop.bots.simulating import ready_loops
from bellhop.coach.judging import Judgement, SeatView, judge, judge_all
from bellhop.coach.weighing import Weighed, Weighing, weigh

__all__ = [
    "Judgement",
    "SeatView",
    "Weighed",
    "Weighing",
    "judge",
    "judge_all",
    "ready_loops",
    "weigh",
]
