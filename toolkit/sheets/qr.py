"""QR codes, as drawings that the sheets place."""

from __future__ import annotations

import io

import segno


class Drawing(str):
    """An SVG drawing: passed on as it is, where text is looked at letter by letter."""

    __slots__ = ()


def qr_svg(link: str) -> Drawing:
    """An SVG drawing of a QR code for `link`, or nothing for an empty one."""
    if not link:
        return Drawing("")
    drawing = io.BytesIO()
    # Trying all eight masks for the prettiest pattern takes six times as long; readers take any.
    segno.make(link, error="m", micro=False, mask=0).save(drawing, kind="svg", xmldecl=False, svgns=True, border=2)
    return Drawing(drawing.getvalue().decode())
