"""Addresses as QR codes, for phones to read from a screen."""

import segno


def draw_qr(address: str) -> str:
    """A QR code as SVG: dark on light whatever the page's colours are, for cameras ask for that."""
    code = segno.make(address, error="m", micro=False)
    return code.svg_inline(dark="#1b1612", light="#ffffff", border=3, omitsize=True)
