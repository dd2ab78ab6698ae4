"""Where the data that ships with the program lies: the one module that knows a checkout from an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def _shipped(name: str) -> Path:
    checkout = _CHECKOUT / name
    if (_CHECKOUT / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return _PACKAGE / "_data" / name


CARD_DB = _shipped("card_db")
TEMPLATES = _shipped("templates")
TRANSLATIONS = _PACKAGE / "translations"
