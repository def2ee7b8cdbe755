"""Numbers with their intervals, as commands and pages show them."""

from bellhop.lab.statistics import Interval


def percent(share: Interval) -> str:
    """A share with its interval."""
    return f"{_mean(100 * share.mean, 1)} ± {100 * share.half:.1f} %"


def number(value: Interval) -> str:
    """A mean with its interval."""
    return f"{_mean(value.mean, 2)} ± {value.half:.2f}"


def elo(rating: Interval) -> str:
    """A rating with its interval."""
    return f"{_mean(rating.mean, 0)} ± {rating.half:.0f}"


def _mean(value: float, places: int) -> str:
    """A rounded number with a minus sign instead of a hyphen."""
    return f"{value:.{places}f}".replace("-", "−")
