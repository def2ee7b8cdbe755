"""Overbooking in a browser: the table, the overview, the pictures of the rules."""

from .overview import overview_context
from .pictures import draw_pictures
from .table import context, path, spots, step_of, texts, warning

__all__ = [
    "context",
    "draw_pictures",
    "overview_context",
    "path",
    "spots",
    "step_of",
    "texts",
    "warning",
]
