"""The areas of the console: five, each with its pages; every page of an event belongs to one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString


@dataclass(frozen=True, slots=True, kw_only=True)
class _Area:
    """An area: its word, its key, the drawing beside it, and its pages, each with a word of its own.

    Attributes:
        others: its pages that stand in no row: they say by a link above them where they come from.
    """

    word: LazyString
    key: str
    icon: str
    pages: Mapping[str, LazyString]
    others: frozenset[str] = frozenset()


_AREAS = (
    _Area(word=_l("Desk"), key="d", icon="search", pages={"desk": _l("Desk")}),
    _Area(
        word=_l("Rounds"),
        key="r",
        icon="seats",
        pages={"results_now": _l("Results"), "rounds": _l("Seats"), "limited": _l("Limited")},
        others=frozenset({"clock"}),
    ),
    _Area(
        word=_l("Standings and final"),
        key="s",
        icon="cup",
        pages={"standings": _l("Standings"), "final": _l("Final"), "prizes": _l("Prizes")},
        others=frozenset({"chances"}),
    ),
    _Area(
        word=_l("People"),
        key="p",
        icon="people",
        pages={
            "players": _l("Players"),
            "checkin": _l("Check-in"),
            "fees": _l("Fees"),
            "signup": _l("Sign-up"),
            "sanctions": _l("Sanctions"),
        },
    ),
    _Area(
        word=_l("More"),
        key="m",
        icon="dots",
        pages={
            "overview": _l("Overview"),
            "room": _l("Room"),
            "draws": _l("Draws"),
            "log": _l("Log"),
            "access": _l("Access"),
            "settings": _l("Settings"),
        },
        others=frozenset({"report", "push", "again", "laptops", "notifications"}),
    ),
)
# Pages that show a part of another one, or the same in another way, and are marked as that one.
_BEHIND = {
    "player": "players",
    "player_import": "players",
    "penalties": "sanctions",
    "checks": "sanctions",
    "seats": "rounds",
    "results": "results_now",
    "grid": "results_now",
    "table": "results_now",
    "pod": "limited",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """A page of the area that is open."""

    url: str
    word: str
    is_current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownArea:
    """An area that whoever asks may enter; `url` is that of the first of its pages that they may see."""

    url: str
    word: str
    key: str
    icon: str
    is_current: bool
    pages: tuple[ShownPage, ...]


def shown_areas(
    here: str, *, is_played: bool, may: Callable[[str], bool], url: Callable[[str], str]
) -> list[ShownArea]:
    """The areas for whoever may what they may; while no round is played, the seats come before the results."""
    current = _BEHIND.get(here, here)
    shown = []
    for area in _AREAS:
        names = [name for name in area.pages if may(name)]
        if not names:
            continue
        first = "rounds" if "rounds" in names and not is_played else names[0]
        pages = tuple(
            ShownPage(url=url(name), word=str(area.pages[name]), is_current=name == current) for name in names
        )
        shown.append(
            ShownArea(
                url=url(first),
                word=str(area.word),
                key=area.key,
                icon=area.icon,
                is_current=current in area.pages or here in area.others,
                pages=pages,
            )
        )
    return shown
