"""QR codes: what a camera sees is the address."""

import re

import pytest
import segno

from bellhop.web.codes import draw_qr


def dark_modules(svg: str) -> set[tuple[int, int]]:
    """The dark squares of a drawn code, as column and row."""
    path = re.search(r'stroke="[^"]+" d="([^"]+)"', svg)
    assert path
    found = set()
    x, y = 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        values = [float(number) for number in numbers.split()]
        if command == "h":
            found |= {(int(x) + step, int(y)) for step in range(int(values[0]))}
            x += values[0]
        elif command == "M":
            x, y = values
        else:
            x, y = x + values[0], y + values[1]
    return found


@pytest.mark.parametrize("address", ["http://10.0.0.7:8000/", "https://a.example/s/" + "x" * 22])
def test_the_drawn_code_is_the_code_of_the_address(address: str) -> None:
    svg = draw_qr(address)
    border = 3
    matrix = segno.make(address, error="m", micro=False).matrix
    wanted = {
        (column + border, row + border)
        for row, modules in enumerate(matrix)
        for column, module in enumerate(modules)
        if module
    }
    assert dark_modules(svg) == wanted
    assert "style=" not in svg
