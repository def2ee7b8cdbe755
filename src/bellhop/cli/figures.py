"""Numbers with their intervals, as commands and pages show them."""

from bellhop.lab.statistics import Interval


def percent(share: Interval) -> str:
    """A share with its interval."""
    return f"{100 * share.mean:.1f} ± {100 * share.half:.1f} %"


def number(value: Interval) -> str:
    """A mean with its interval."""
    return f"{value.mean:.2f} ± {value.half:.2f}".replace("-", "−")


def elo(rating: Interval) -> str:
    """A rating with its interval."""
    return f"{rating.mean:.0f} ± {rating.half:.0f}".replace("-", "−")
