"""One spelling for what lists write in many ways: spaces, digits, quotes, and the sign of multiplication."""

from __future__ import annotations

_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# Joiners, marks of direction, soft hyphens, and what turns a sign or a digit into an emoji.
_NOTHING = (
    "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufe0e\ufe0f\u20e3"
)
_TIMES = "\u00d7\u2715\u2716\u2a09\uff58\uff38"

_PLAIN = str.maketrans(
    {
        **dict.fromkeys(_SPACES, " "),
        **dict.fromkeys(_NOTHING, ""),
        **dict.fromkeys(_TIMES, "x"),
        **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2212", "-"),
        "\uff08": "(",
        "\uff09": ")",
        "\uff0a": "*",
        "\uff0c": ",",
        "\uff1a": ":",
    }
)


def plain(text: str) -> str:
    """The text with one spelling of spaces, digits, quotes, hyphens and the sign of multiplication."""
    return (text.replace("`", "'") if "`" in text else text) if text.isascii() else text.translate(_PLAIN)
