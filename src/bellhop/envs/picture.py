"""Text as a picture of a fixed size, for videos; needs the extra `render` (Pillow).

Pillow brings a font of its own, so a picture is the same on every machine.  That font has letters
of different widths and few signs: letters are drawn in cells of one width, and signs replaced.
"""

import importlib
import textwrap
import unicodedata
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine.errors import PlainError

COLUMNS, ROWS = 120, 60  # of cells
WIDTH, HEIGHT = 8, 15  # of a cell, in pixels
FONT_SIZE = 12
FIRST, LAST = 32, 126  # the codes of letters that are drawn
INK, PAPER = np.array([38, 32, 28]), np.array([250, 246, 238])
SIGNS = str.maketrans("·▪▶★☺●×–−¤…“”", '.#>*@ox--o~""')

Bytes = NDArray[np.uint8]


def draw(text: str) -> Bytes:
    """The text in ink on paper, as an array of rows, columns and colours."""
    codes = np.full((ROWS, COLUMNS), FIRST)
    for row, line in enumerate(_lines(text)[:ROWS]):
        codes[row, : len(line)] = [ord(letter) for letter in line]
    cells = _letters()[codes - FIRST]
    shade = cells.transpose(0, 2, 1, 3).reshape(ROWS * HEIGHT, COLUMNS * WIDTH, 1) / 255
    picture: Bytes = (PAPER + shade * (INK - PAPER)).astype(np.uint8)
    return picture


def _lines(text: str) -> list[str]:
    """The text without signs that the font lacks, in lines that fit."""
    plain = unicodedata.normalize("NFKD", text.translate(SIGNS)).encode("ascii", "ignore").decode()
    lines: list[str] = []
    for line in plain.splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        lines += textwrap.wrap(line, COLUMNS, subsequent_indent=indent) or [""]
    return lines


@cache
def _letters() -> Bytes:
    """How much ink each pixel of each letter takes."""
    try:
        image: Any = importlib.import_module("PIL.Image")
        drawing: Any = importlib.import_module("PIL.ImageDraw")
        fonts: Any = importlib.import_module("PIL.ImageFont")
    except ImportError:
        wanted = "in Bellhop's folder, run: pip install '.[render]'"
        raise PlainError(f"pictures need Pillow, which is not installed: {wanted}") from None
    font = fonts.load_default(FONT_SIZE)
    letters = np.zeros((LAST - FIRST + 1, HEIGHT, WIDTH), np.uint8)
    for code in range(FIRST + 1, LAST + 1):
        letter = chr(code)
        needed = max(1, round(font.getlength(letter)))
        cell = image.new("L", (needed, HEIGHT))
        drawing.Draw(cell).text((0, 0), letter, fill=255, font=font)
        if needed > WIDTH:
            cell, needed = cell.resize((WIDTH, HEIGHT)), WIDTH
        left = (WIDTH - needed) // 2
        letters[code - FIRST, :, left : left + needed] = np.asarray(cell)
    return letters
