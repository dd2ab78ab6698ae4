"""VEKN numbers looked up at Archon, when an organizer asks: whether it knows them, and of which country.

Archon gives no name, so a known number may be another person's. Of an answer only these two are kept, in the data
folder.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from toolkit.languages import Message, Sayable
from toolkit.languages.countries import country_of
from toolkit.services.events.archon import Archon, ArchonUnknown, keep_private, kept_private
from toolkit.tournament.receivers import has_number
from toolkit.tournament.state import Player, State

_FILE = "numbers.json"
_KEPT_DAYS, _UNKNOWN_DAYS = 30, 1
# So many are asked in a second, and at most in one go.
_A_SECOND, MOST_ASKED = 5, 500


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberAtArchon:
    """What Archon said of a VEKN number on a day; `country` is the code, or ""."""

    is_known: bool
    country: str
    day: str

    def is_fresh(self, today: date) -> bool:
        """Whether it is not asked again yet."""
        age = (today - date.fromisoformat(self.day)).days
        return 0 <= age < (_KEPT_DAYS if self.is_known else _UNKNOWN_DAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFinding:
    """What to look at about a player's VEKN number."""

    player: int
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersChecked:
    """The numbers that were asked in one go.

    Attributes:
        left: how many are still to be asked.
        findings: of all players, suspensions among them; these are kept nowhere.
    """

    asked: int
    left: int
    findings: tuple[NumberFinding, ...]


def kept_numbers(folder: Path) -> dict[str, NumberAtArchon]:
    """What is known of numbers, by number."""
    with suppress(ValueError, TypeError):
        kept = json.loads(kept_private(folder, _FILE) or b"{}")
        return {number: NumberAtArchon(**values) for number, values in kept.items()}
    return {}


def forget_number(folder: Path, number: str) -> None:
    """Drop what is known of a number."""
    kept = kept_numbers(folder)
    if kept.pop(number, None) is not None:
        _keep(folder, kept)


def _keep(folder: Path, numbers: Mapping[str, NumberAtArchon]) -> None:
    keep_private(folder, _FILE, json.dumps({number: asdict(known) for number, known in numbers.items()}).encode())


def check_numbers(
    state: State,
    client: Archon,
    *,
    today: date,
    most: int = MOST_ASKED,
    sleep: Callable[[float], None] = time.sleep,
    told: Callable[[int, int], None] = lambda asked, of: None,
) -> NumbersChecked:
    """Ask Archon for the numbers that are not known yet, five a second; `told` hears how far it is.

    Raises:
        ArchonRefused, ArchonUnreachable: what was asked before is kept.
    """
    kept = kept_numbers(client.folder)
    wanted = [player for player in _numbered(state) if not _is_fresh(kept.get(player.vekn), today)]
    suspended = []
    for place, player in enumerate(wanted[:most], start=1):
        if place > 1:
            sleep(1 / _A_SECOND)
        try:
            member = client.member(player.vekn)
        except ArchonUnknown:
            member = {}
        suspended += list(_suspensions(player, member))
        country = str(member.get("country") or "")
        kept[player.vekn] = NumberAtArchon(is_known=bool(member), country=country, day=today.isoformat())
        _keep(client.folder, kept)
        told(place, min(len(wanted), most))
    return NumbersChecked(
        asked=min(len(wanted), most),
        left=max(0, len(wanted) - most),
        findings=(*number_findings(state, kept), *suspended),
    )


def _numbered(state: State) -> list[Player]:
    return [player for _, player in sorted(state.players.items()) if has_number(player)]


def _is_fresh(known: NumberAtArchon | None, today: date) -> bool:
    return known is not None and known.is_fresh(today)


def number_findings(state: State, kept: Mapping[str, NumberAtArchon]) -> Iterator[NumberFinding]:
    """What to look at by what is known of the players' numbers."""
    for player in _numbered(state):
        known = kept.get(player.vekn)
        if known is None:
            continue
        if not known.is_known:
            message = Message("Archon does not know %(number)s.", number=player.vekn)
        elif known.country and player.country and known.country != player.country:
            message = Message(
                "Country: %(here)s here, %(there)s at Archon.",
                here=country_of(player.country),
                there=country_of(known.country),
            )
        else:
            continue
        yield NumberFinding(player=player.number, message=message)


def _suspensions(player: Player, member: Mapping[str, Any]) -> Iterator[NumberFinding]:
    for sanction in member.get("sanctions") or ():
        if str(sanction.get("level")) == "suspension":
            until: Sayable | str = str(sanction.get("expires_at") or "")[:10] or Message("further notice")
            yield NumberFinding(player=player.number, message=Message("Suspended until %(day)s.", day=until))
