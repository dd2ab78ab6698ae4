"""VEKN numbers looked up at Archon: whether it knows them, and of which country.

An organizer asks, or the event's setting does after each registration, in the background. Archon gives no name, so a
known number may be another person's. Of an answer only these two are kept, in the data folder.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from toolkit.errors import ToolkitError, Unavailable
from toolkit.languages import Message, Sayable, restored_sentence, stored_sentence
from toolkit.languages.countries import country_of
from toolkit.services.events.archon import (
    Archon,
    ArchonBusy,
    ArchonNotAllowed,
    ArchonRefused,
    ArchonUnknown,
    ArchonUnreachable,
    alone,
    keep_private,
    kept_private,
)
from toolkit.services.kernel.switches import UnclearSetting
from toolkit.services.notices.outbox import Answer, OutboxThread
from toolkit.tournament.facts import PlayerAdded, PlayerChanged
from toolkit.tournament.log import LogEntry
from toolkit.tournament.questions import is_reported
from toolkit.tournament.receivers import has_number
from toolkit.tournament.state import Player, State

_log = logging.getLogger(__name__)
_FILE, _FAULT = "numbers.json", "numbers-fault.json"
_KEPT_DAYS, _UNKNOWN_DAYS = 30, 1
# So many are asked in a second, and at most in one go.
_A_SECOND, MOST_ASKED = 5, 500
_BUSY = Message("VEKN numbers are being checked just now: try again in a minute.")
# One number takes no longer, with a wait that Archon asks for.
_ABANDONED_SECONDS = 2 * 60
# Within a process the kept numbers are changed by one at a time.
_CHANGING = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberAtArchon:
    """Archon's answer about a VEKN number on a day; `country` is the code, or ""."""

    is_known: bool
    country: str
    day: str

    def is_fresh(self, today: date) -> bool:
        """Whether it is not asked again yet."""
        age = (today - date.fromisoformat(self.day)).days
        return 0 <= age < (_KEPT_DAYS if self.is_known else _UNKNOWN_DAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFinding:
    """A problem with a player's VEKN number."""

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
    """The kept answers about numbers, by number."""
    with suppress(ValueError, TypeError):
        kept = json.loads(kept_private(folder, _FILE) or b"{}")
        return {number: NumberAtArchon(**values) for number, values in kept.items()}
    return {}


def forget_number(folder: Path, number: str) -> None:
    """Drop what is known of a number."""
    with _CHANGING:
        kept = kept_numbers(folder)
        if kept.pop(number, None) is not None:
            _keep(folder, kept)


def _keep(folder: Path, numbers: Mapping[str, NumberAtArchon]) -> None:
    keep_private(folder, _FILE, json.dumps({number: asdict(known) for number, known in numbers.items()}).encode())


def check_numbers(
    look: Callable[[], State],
    client: Archon,
    *,
    today: date,
    most: int = MOST_ASKED,
    sleep: Callable[[float], None] = time.sleep,
    report: Callable[[int, int], None] = lambda asked, of: None,
    passed: set[str] | None = None,
) -> NumbersChecked:
    """Ask Archon for the numbers that are not known yet, five a second; `told` hears how far it is.

    `look` gives the event as it is: a number that left it meanwhile is not kept. In the background, `passed` has the
    numbers of suspended members, and gets more of them: they are left to a check by hand, which tells them.

    Raises:
        ArchonBusy: another process checks numbers.
        ArchonRefused, ArchonUnreachable: what was asked before is kept.
    """
    suspended: list[NumberFinding] = []
    with alone(client.folder, "numbers", busy=_BUSY, abandoned=_ABANDONED_SECONDS) as mark:
        wanted = numbers_left(look(), kept_numbers(client.folder), today, but=passed or ())
        for place, (number, player) in enumerate(list(wanted.items())[:most], start=1):
            if place > 1 or passed is not None:
                sleep(1 / _A_SECOND)
            try:
                member = client.member(number)
            except ArchonUnknown:
                member = {}
            found = list(_suspensions(player, member))
            if found and passed is not None:
                passed.add(number)
            else:
                suspended += found
                _keep_answer(client.folder, look(), number, member, today)
            mark.touch()
            report(place, min(len(wanted), most))
    _keep_fault(client.folder, None)
    kept = kept_numbers(client.folder)
    return NumbersChecked(
        asked=min(len(wanted), most),
        left=max(0, len(wanted) - most),
        findings=(*number_findings(look(), kept), *suspended),
    )


def _keep_answer(folder: Path, state: State, number: str, member: Mapping[str, Any], today: date) -> None:
    """Keep what Archon said of a number that a player still has, and drop what is no longer to be kept."""
    if all(player.vekn != number for player in state.players.values()):
        return
    country = str(member.get("country") or "")
    with _CHANGING:
        fresh = {number: known for number, known in kept_numbers(folder).items() if known.is_fresh(today)}
        answer = NumberAtArchon(is_known=bool(member), country=country, day=today.isoformat())
        _keep(folder, {**fresh, number: answer})


def numbers_left(
    state: State, kept: Mapping[str, NumberAtArchon], today: date, *, but: Iterable[str] = ()
) -> dict[str, Player]:
    """The numbers that are still to be asked, each with its first player."""
    wanted: dict[str, Player] = {}
    for player in _numbered(state):
        known = kept.get(player.vekn)
        if player.vekn not in but and not (known is not None and known.is_fresh(today)):
            wanted.setdefault(player.vekn, player)
    return wanted


def _numbered(state: State) -> list[Player]:
    return [player for _, player in sorted(state.players.items()) if has_number(player)]


def number_findings(state: State, kept: Mapping[str, NumberAtArchon]) -> Iterator[NumberFinding]:
    """The problems with the players' numbers, by the kept answers."""
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


# --- In the background ---


def checks_numbers(state: State) -> bool:
    """Whether numbers of the event are checked after each registration."""
    return state.settings.checks_numbers and is_reported(state)


class NumberChecks:
    """Checks after registrations, in a thread of their own: no registration waits for Archon.

    Args:
        folder: the data folder, which keeps what went wrong.
        client: opens the client; it stays open, as its token is good for an hour.
        look: the event of an id.
        today: the day.
        thread: carries the checks out; without one, one of their own.
    """

    def __init__(
        self,
        folder: Callable[[], Path],
        *,
        client: Callable[[], Archon],
        look: Callable[[str], State],
        today: Callable[[], date],
        sleep: Callable[[float], None] = time.sleep,
        thread: OutboxThread | None = None,
    ) -> None:
        self.thread = thread or OutboxThread("numbers")
        self._folder, self._open, self._look, self._today, self._sleep = folder, client, look, today, sleep
        self._client: Archon | None = None
        self._passed = set[str]()

    def hear(self, event: State, id: str, entries: Iterable[LogEntry]) -> None:
        """Put a check aside, if the event wants it and a number came in."""
        if checks_numbers(event) and any(_brings_number(entry) for entry in entries):
            self.thread.outbox.put(id, _FILE, partial(self._check, id), now=time.monotonic(), is_once=True)
            self.thread.start()

    def close(self) -> None:
        """Close the client."""
        if self._client is not None:
            self._client.close()

    def _check(self, id: str) -> Answer:
        """Check what is left of an event; what went wrong is kept for its organizers until it goes well."""
        try:
            look = partial(self._look, id)
            if not checks_numbers(look()):
                return Answer()
            if self._client is None:
                self._client = self._open()
            check_numbers(look, self._client, today=self._today(), sleep=self._sleep, passed=self._passed)
        except ArchonBusy as error:
            return Answer(error.message)
        except (ArchonNotAllowed, ArchonRefused, ArchonUnreachable, UnclearSetting) as error:
            _keep_fault(self._folder(), error)
            return Answer(error.message)
        except Exception as error:
            _log.warning("VEKN numbers were not checked: %s", type(error).__name__)
            return Answer(type(error).__name__)
        return Answer()


def _brings_number(entry: LogEntry) -> bool:
    return isinstance(entry.fact, PlayerAdded | PlayerChanged) and bool(entry.fact.vekn)


def _keep_fault(folder: Path, error: ToolkitError | Unavailable | None) -> None:
    stored = json.dumps(stored_sentence(error.message), default=str).encode() if error else b""
    if kept_private(folder, _FAULT) != stored:
        keep_private(folder, _FAULT, stored)


def numbers_fault(folder: Path) -> str | None:
    """Why the last check in the background failed; None where it went well."""
    with suppress(ValueError, TypeError, AttributeError):
        fault: str = restored_sentence(json.loads(kept_private(folder, _FAULT)))
        return fault
    return None
