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


def commit() -> str:
    """The commit that the program was built from or runs from, shortened; empty where it is not known."""
    if (_CHECKOUT / ".git").exists():
        import subprocess  # only this needs it, and every start would wait for it

        asked = ["git", "-C", str(_CHECKOUT), "rev-parse", "--short=10", "HEAD"]
        try:
            return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        except OSError:
            return ""
    written = _PACKAGE / "_data" / "commit"
    return written.read_text("ascii").strip() if written.is_file() else ""
