"""QR codes, as drawings that the sheets place."""

from __future__ import annotations

import io

import segno


class Drawing(str):
    """An SVG drawing: passed on as it is, where text is looked at letter by letter."""

    __slots__ = ()


def qr_svg(link: str, *, is_sized: bool = True) -> Drawing:
    """An SVG drawing of a QR code for `link`, or nothing for an empty one; unsized it fills its place on a page."""
    if not link:
        return Drawing("")
    drawing = io.BytesIO()
    # Trying all eight masks for the prettiest pattern takes six times as long; readers take any.
    code = segno.make(link, error="m", micro=False, mask=0)
    code.save(drawing, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=not is_sized)
    return Drawing(drawing.getvalue().decode())
