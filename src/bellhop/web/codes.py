"""QR codes of addresses, for phones to scan from a screen."""

import segno


def draw_qr(address: str) -> str:
    """A QR code as SVG, dark on light as cameras expect; empty if the address is too long."""
    try:
        code = segno.make(address, error="m", micro=False)
    except segno.DataOverflowError:
        return ""
    return code.svg_inline(dark="#1b1612", light="#ffffff", border=3, omitsize=True)
