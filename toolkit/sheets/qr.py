"""QR codes, as drawings that the sheets place."""

from __future__ import annotations

import io
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno


class Drawing(str):
    """An SVG drawing: passed on as it is, where text is looked at letter by letter."""

    __slots__ = ()


class QrLink(Drawing):
    """A link whose QR code is drawn when the sheet is laid out, which a process beside the server does."""

    __slots__ = ()


def code_of(link: str) -> QrLink:
    """The code of a link, or nothing for an address that no phone opens."""
    return QrLink("" if opens_only_here(link) else link)


def qr_svg(link: str, *, fills: bool = False, level: str = "m") -> Drawing:
    """An SVG drawing of a QR code for `link`, or nothing for an empty one.

    Args:
        link: the address.
        fills: whether the drawing is as large as its place.
        level: how much of it may be damaged, "l" to "h": a long link has fewer and larger squares at "l".
    """
    if not link:
        return Drawing("")
    drawing = io.BytesIO()
    # Trying all eight masks for the prettiest pattern takes six times as long; readers take any.
    code = segno.make(link, error=level, micro=False, mask=0)
    code.save(drawing, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=fills)
    return Drawing(drawing.getvalue().decode())


def opens_only_here(link: str) -> bool:
    """Whether an address is this computer's own ("http://localhost:5000/"), which no other device reaches."""
    host = ""
    try:
        host = urlsplit(link).hostname or ""
        number = ip_address(host)
    except ValueError:  # a name, or no address at all
        return host == "localhost" or host.endswith(".localhost")
    return number.is_loopback or number.is_unspecified
