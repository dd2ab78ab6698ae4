"""Check-in: opened and closed, and who is here for the next round."""

from __future__ import annotations

from flask import request

from toolkit.languages.letters import sort_key
from toolkit.schemas import event_forms as forms
from toolkit.tournament import checkin
from toolkit.tournament.checkin import CheckIn
from toolkit.tournament.rounds import next_round_number, total_rounds
from toolkit.web.events.console import Console, PageValues, page


@page("checkin", "/checkin", "events/checkin.html")
def checkin_page(console: Console) -> PageValues:
    """Everybody who has not left, those who are missing first."""
    state = console.tournament
    number = next_round_number(state)
    here, stage = checkin.here(state), checkin.stage(state)
    everybody = sorted(state.active, key=lambda player: sort_key(player.name))
    return {
        "number": number,
        "is_coming": number <= total_rounds(state) and state.final is None and not state.is_finished,
        "is_open": stage is CheckIn.OPEN,
        "is_taken": stage is not CheckIn.NEVER_OPENED,
        "missing": [player for player in everybody if player.number not in here],
        "present": [player for player in everybody if player.number in here],
        "q": request.args.get("q", "")[:100],
    }


@checkin_page.action("/checkin/open", "open")
def open_check_in(console: Console) -> None:
    """Players may say that they are here."""
    console.work.change(checkin.open_check_in)


@checkin_page.action("/checkin/close", "close")
def close_check_in(console: Console) -> None:
    """Only an official checks in whoever comes now."""
    console.work.change(checkin.close_check_in)


@checkin_page.action("/checkin/one", "one", forms.PresenceForm)
def one(console: Console, here: int | None, away: int | None) -> None:
    """One player is here, or is not after all."""
    if here is not None:
        console.work.change(checkin.check_in, (here,))
    if away is not None:
        console.work.change(checkin.check_out, (away,))


@checkin_page.action("/checkin/all", "all")
def everybody(console: Console) -> None:
    """Everybody is here."""
    console.work.change(checkin.check_in, tuple(player.number for player in console.tournament.active))


@checkin_page.action("/checkin/none", "none")
def nobody(console: Console) -> None:
    """Begin the check-in anew."""
    console.work.change(checkin.check_out, tuple(sorted(checkin.here(console.tournament))))
