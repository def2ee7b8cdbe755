"""Addresses as QR codes, for phones to read from a screen."""

import segno


def draw_qr(address: str) -> str:
    """A QR code as SVG, dark on light as cameras want it; none for what is too long for one."""
    try:
        code = segno.make(address, error="m", micro=False)
    except segno.DataOverflowError:
        return ""
    return code.svg_inline(dark="#1b1612", light="#ffffff", border=3, omitsize=True)
