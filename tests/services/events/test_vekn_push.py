"""A result sent to the VEKN's site: what goes out, what stops it, and that a login leaves no trace."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.exchange.events import ARCHONDATA, announced, prague
from tests.services.events.vekn_site import EVENT, PASSWORD, USER, Site, serving
from toolkit.cards import load
from toolkit.errors import ToolkitError
from toolkit.exchange.tournament_json import render_tournament
from toolkit.services.events.vekn_push import Login, OutcomeUnknown, compare_with_calendar, send_result
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import import_tournament
from toolkit.storage import folder_url, open_store
from toolkit.tournament import Tournament
from toolkit.tournament.facts import ResultSent
from toolkit.tournament.receivers import Output, early_faults, tick_report

LOGIN = Login(USER, PASSWORD)


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site()) as site:
        yield site


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    store = open_store(str(folder_url(tmp_path)))
    yield Context(store)
    store.close()


def work_on(context: Context, tournament: Tournament) -> UnitOfWork:
    content = render_tournament(tournament).encode()
    return UnitOfWork(context=context, id=import_tournament(context, content).id, by="Ann")


def finished(**settings: object) -> Tournament:
    organizer = announced(**settings)
    organizer.finish()
    return organizer.state


@pytest.fixture
def work(context: Context) -> UnitOfWork:
    """The event of the fixture, with its number on the calendar, finished."""
    return work_on(context, finished())


def refusal(work: UnitOfWork, site: Site, login: Login = LOGIN) -> str:
    with pytest.raises(ToolkitError) as refused:
        send_result(work, login, load, url=site.url)
    return str(refused.value)


def test_the_line_of_the_fixture_arrives_and_the_log_says_so(work: UnitOfWork, site: Site) -> None:
    change = send_result(work, LOGIN, load, url=site.url)
    assert site.sent == [ARCHONDATA]
    assert site.calls == [("POST", "login"), ("GET", f"event/{EVENT}"), ("POST", f"archon/{EVENT}")]
    entry = work.look().entry(change.tournament.number)
    assert entry.fact == ResultSent(event=EVENT, checksum=hashlib.sha256(ARCHONDATA.encode()).hexdigest())
    assert Output.ARCHONDATA.value in work.look().reports_out


def test_a_sent_result_is_noted_though_others_changed_the_event_meanwhile(work: UnitOfWork, site: Site) -> None:
    seen = replace(work, expected=work.look().number)
    work.change(tick_report, Output.ARCHONDATA)
    change = send_result(seen, LOGIN, load, url=site.url)
    assert site.sent == [ARCHONDATA]
    assert isinstance(work.look().entry(change.tournament.number).fact, ResultSent)


@pytest.mark.parametrize(
    ("login", "sentence"),
    [
        (Login("bob", PASSWORD), "vekn.net knows no such user."),
        (Login(USER, "wrong"), "vekn.net says that the password is wrong."),
    ],
)
def test_a_login_that_is_none_is_said_and_nothing_is_sent(
    work: UnitOfWork, site: Site, login: Login, sentence: str
) -> None:
    assert refusal(work, site, login) == sentence
    assert site.sent == []


def test_results_that_are_there_stop_it(work: UnitOfWork, site: Site) -> None:
    site.players = [{"veknid": "1000009", "pos": "1"}]
    assert refusal(work, site) == "vekn.net has the result of this event already."
    assert site.sent == []


def test_other_rounds_on_the_calendar_stop_it(work: UnitOfWork, site: Site) -> None:
    site.event["rounds"] = "3R+F"
    assert refusal(work, site).startswith("The calendar has 4 rounds with the final, here there were 3")
    assert site.sent == []


def test_another_name_day_or_organizer_is_shown_and_stops_nothing(context: Context, site: Site) -> None:
    work = work_on(context, finished(organizer_vekn="1000013"))
    site.event |= {"event_name": "Prag Cup", "event_startdate": "2026-11-22", "organizer_veknid": "1000001"}
    compared = compare_with_calendar(work, LOGIN, url=site.url)
    assert compared.refused == ()
    assert [str(one) for one in compared.warnings] == [
        "The calendar calls it “Prag Cup”, here it is “Prague Cup”.",
        "The calendar has it on 2026-11-22, here it is on 2026-11-21.",
        "The organizer here is 1000013, but the calendar has 1000001. The site "
        "accepts the result only from the organizer in its calendar.",
    ]
    assert site.sent == []
    send_result(work, LOGIN, load, url=site.url)
    assert site.sent == [ARCHONDATA]


def test_what_the_calendar_said_is_known_from_then_on(context: Context, site: Site) -> None:
    """Before the end too: the checklist tells it, and so does what stands before the next round."""
    site.event["rounds"] = "3R+F"
    work = work_on(context, announced().state)
    (refused,) = compare_with_calendar(work, LOGIN, url=site.url).refused
    assert str(refused) == "The calendar has 4 rounds with the final, the settings have 3: correct one of them."
    assert "rounds_differ" in [fault.code for fault in early_faults(work.look())]
    number = work.look().number
    compare_with_calendar(work, LOGIN, url=site.url)
    assert work.look().number == number
    assert site.sent == []


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("PLG_API_VEKN_ARCHON_WRONG_USER", "only from the person who put the event on its calendar."),
        ("PLG_API_VEKN_ARCHON_ARCHON_ALREADY_SUBMITTED", "vekn.net has the result of this event already."),
        ("PLG_API_VEKN_ARCHON_MISSING_VEKN_NUMBER", "vekn.net misses a player's VEKN number."),
        ("PLG_API_VEKN_ARCHON_ARCHON_PARSE_ERROR", "vekn.net could not read the result."),
        ("PLG_API_VEKN_ARCHON_ROUNDS_MISMATCH", "another number of rounds"),
        ("PLG_API_VEKN_SOMETHING_NEW", "vekn.net answered: PLG_API_VEKN_SOMETHING_NEW"),
    ],
)
def test_what_the_site_refuses_is_said_in_our_words(work: UnitOfWork, site: Site, word: str, sentence: str) -> None:
    site.fault["archon"] = word
    assert sentence in refusal(work, site)
    assert Output.ARCHONDATA.value not in work.look().reports_out


@pytest.mark.parametrize("fault", ["page", "redirect", "hang up"])
def test_what_is_no_answer_sends_nothing(work: UnitOfWork, site: Site, fault: str) -> None:
    site.fault["login"] = fault
    assert refusal(work, site).endswith("nothing was sent.")
    assert site.calls == [("POST", "login")]


@pytest.mark.parametrize("fault", ["page", "hang up"])
def test_a_lost_answer_is_not_known_and_not_sent_again(work: UnitOfWork, site: Site, fault: str) -> None:
    site.fault["archon"] = fault
    with pytest.raises(OutcomeUnknown, match=r"It is not known whether vekn.net took the result"):
        send_result(work, LOGIN, load, url=site.url)
    assert site.calls.count(("POST", f"archon/{EVENT}")) == 1
    assert Output.ARCHONDATA.value not in work.look().reports_out


@pytest.mark.parametrize("is_finished", [True, False])
def test_what_the_site_would_refuse_never_asks_it(context: Context, site: Site, is_finished: bool) -> None:
    work = work_on(context, prague() if is_finished else announced().state)
    sentence = refusal(work, site)
    assert ("number on the VEKN's calendar" if is_finished else "The event is not finished.") in sentence
    assert site.calls == []


def test_an_installation_that_is_not_told_where_to_sends_nothing(work: UnitOfWork, site: Site) -> None:
    with pytest.raises(ToolkitError, match=r"This installation sends nothing to vekn.net."):
        send_result(work, LOGIN, load, url="")


def test_neither_password_nor_token_is_kept(
    work: UnitOfWork, site: Site, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    send_result(work, LOGIN, load, url=site.url)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"Prague Cup" in kept
    for secret in (PASSWORD, "s3cret", "t0ken"):
        assert secret.encode() not in kept
        assert secret not in caplog.text
    assert PASSWORD not in repr(LOGIN)
