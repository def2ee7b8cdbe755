"""Deadlines for thinking: times of `time.perf_counter`, or None if there is no hurry."""

import time


def deadline_in(seconds: float | None) -> float | None:
    """The deadline after some seconds."""
    return None if seconds is None else time.perf_counter() + seconds


def is_late(deadline: float | None) -> bool:
    """Is the time up?"""
    return deadline is not None and time.perf_counter() > deadline
