"""Calls to Archon: what each refusal becomes, how tokens are renewed, and that no secret is left anywhere."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.events.archon_site import CALLS, CLIENT, SECRET, SECRETS, UID, ArchonSite, serving
from toolkit.errors import ToolkitError
from toolkit.services.events import archon
from toolkit.services.events.archon import Archon, MemberToken, archon_settings, keep_secret, keep_token, kept_token
from toolkit.services.kernel.switches import UnclearSetting

OPEN = (f"/api/tournaments/{UID}/action", {"type": "OpenRegistration"})


@pytest.fixture
def site() -> Iterator[ArchonSite]:
    with serving(ArchonSite()) as site:
        yield site


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def client(site: ArchonSite, tmp_path: Path, waits: list[float]) -> Iterator[Archon]:
    keep_secret(tmp_path, SECRET)
    with Archon(archon_settings(site.settings), tmp_path, is_offline=False, sleep=waits.append) as client:
        yield client


def consented(client: Archon, site: ArchonSite) -> MemberToken:
    token = client.consent(code="k1", redirect="https://t.example/archon/callback", verifier="v", event=UID, now=0)
    keep_token(client.folder, "event", token)
    client.act_for(token, "event")
    return token


def test_the_member_and_the_event_that_are_asked_for_come(client: Archon, site: ArchonSite) -> None:
    assert client.member("9990004")["country"] == "SE"
    assert client.event("99901").values["uid"] == UID
    assert site.calls == ["POST /oauth/token", "GET /v1/users/9990004", "GET /v1/tournaments/99901"]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("wrong_state", "At Archon the event is at another step."),
        ("other_event", "Archon allows this only to an organizer of that event."),
        ("not_understood", "Archon did not understand the call: a fault of this program."),
        ("offline", "At Archon the event is offline on a device: bring it online first."),
        ("event_unknown", "Archon does not know the event."),
        ("html", "It is not known whether Archon took this step: open. Continue: it is looked up first."),
        ("hang up", "It is not known whether Archon took this step: open. Continue: it is looked up first."),
    ],
)
def test_each_refusal_of_a_change_is_said_in_our_words(
    client: Archon, site: ArchonSite, row: str, sentence: str
) -> None:
    consented(client, site)
    site.faults = [("OpenRegistration", row)]
    with pytest.raises(ToolkitError) as refused:
        client.change(*OPEN, step="open")
    assert str(refused.value) == sentence
    assert site.calls.count("OpenRegistration") == 1
    assert site.event["state"] == "Planned"


@pytest.mark.parametrize("fault", ["html", "hang up"])
def test_silence_while_reading_says_that_nothing_was_sent(client: Archon, site: ArchonSite, fault: str) -> None:
    site.faults = [("GET /v1/users/9990004", fault)]
    with pytest.raises(ToolkitError, match="does not answer as it should: nothing was sent"):
        client.member("9990004")


def test_an_answer_that_takes_too_long_is_silence(
    client: Archon, site: ArchonSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archon, "_SECONDS", 0.05)
    silent = socket.create_server(("127.0.0.1", 0))
    hanging = {**site.settings, "VTES_TOOLKIT_ARCHON_API_URL": f"http://127.0.0.1:{silent.getsockname()[1]}"}
    with Archon(archon_settings(hanging), client.folder, is_offline=False) as asked, pytest.raises(ToolkitError):
        asked.member("9990004")
    silent.close()


@pytest.mark.parametrize(("headers", "wait"), [({"Retry-After": "7"}, 7), ({}, 5)])
def test_too_many_calls_wait_once(
    client: Archon,
    site: ArchonSite,
    waits: list[float],
    headers: dict[str, str],
    wait: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(CALLS["too_many"]["answer"], "headers", headers)
    path = "GET /v1/users/9990004"
    site.faults = [(path, "too_many")]
    assert client.member("9990004")["country"] == "SE"
    assert waits == [wait]
    site.faults = [(path, "too_many")] * 2
    with pytest.raises(ToolkitError, match="takes no more calls just now"):
        client.member("9990004")


def test_a_wait_of_more_than_a_minute_is_refused(
    client: Archon, site: ArchonSite, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CALLS["too_many"]["answer"], "headers", {"Retry-After": "61"})
    site.faults = [("GET /v1/users/9990004", "too_many")]
    with pytest.raises(ToolkitError, match="takes no more calls just now"):
        client.member("9990004")
    assert waits == []


def test_a_token_that_ran_out_is_renewed_and_the_new_pair_is_kept_first(client: Archon, site: ArchonSite) -> None:
    consented(client, site)
    site.valid = {"app.1"}
    client.change(*OPEN, step="open")
    assert site.event["state"] == "Registration"
    kept = kept_token(client.folder, "event", now=0)
    assert kept is not None
    assert (kept.access, kept.refresh) == ("m.2", "r.2")


def test_a_spent_refresh_token_asks_for_consent_again(client: Archon, site: ArchonSite) -> None:
    consented(client, site)
    site.valid, site.spent = {"app.1"}, {"r.1"}
    with pytest.raises(ToolkitError, match="does not accept the token: give consent again"):
        client.change(*OPEN, step="open")


def test_a_token_is_handed_back_and_gone_after_thirty_days(client: Archon, site: ArchonSite) -> None:
    token = consented(client, site)
    assert kept_token(client.folder, "event", now=30 * 24 * 3600) == token
    assert kept_token(client.folder, "event", now=30 * 24 * 3600 + 1) is None
    client.act_for(token, "event")
    client.hand_back()
    assert "r.1" in site.spent
    assert kept_token(client.folder, "event", now=0) is None


def test_a_wrong_secret_is_a_refusal(client: Archon, tmp_path: Path) -> None:
    keep_secret(tmp_path, "wrong")
    with pytest.raises(ToolkitError, match="does not accept this installation's client: type its secret again"):
        client.member("9990004")


def test_no_secret_is_in_a_sentence_a_log_or_what_others_may_read(
    client: Archon, site: ArchonSite, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    token = consented(client, site)
    site.faults = [("OpenRegistration", "html")]
    with pytest.raises(ToolkitError) as refused:
        client.change(*OPEN, step="open")
    for secret in (SECRET, *SECRETS):
        assert secret not in f"{refused.value!r} {refused.value.__cause__!r} {token!r} {caplog.text}"
    for path in tmp_path.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0


def test_where_archon_is_has_to_be_said_and_to_be_https() -> None:
    assert archon_settings({}) is None
    named = {"VTES_TOOLKIT_ARCHON_URL": "https://a.example/", "VTES_TOOLKIT_ARCHON_API_URL": "https://b.example"}
    assert archon_settings({**named, "VTES_TOOLKIT_ARCHON_CLIENT": CLIENT}) == archon.ArchonSettings(
        "https://a.example", "https://b.example", CLIENT
    )
    for wrong in ("", "http://b.example", "ftp://b.example"):
        with pytest.raises(UnclearSetting, match="ARCHON_API_URL is an https address"):
            archon_settings({**named, "VTES_TOOLKIT_ARCHON_API_URL": wrong})


@pytest.mark.parametrize(("is_told", "is_offline"), [(False, False), (True, True)])
def test_an_installation_that_is_told_nothing_or_is_offline_opens_no_socket(
    site: ArchonSite, tmp_path: Path, is_told: bool, is_offline: bool
) -> None:
    settings = archon_settings(site.settings) if is_told else None
    with pytest.raises(ToolkitError, match="asks nothing of Archon"):
        Archon(settings, tmp_path, is_offline=is_offline)
    assert site.calls == []


def test_the_recorded_errors_are_those_that_the_stand_in_gives_by_itself(client: Archon, site: ArchonSite) -> None:
    for row, token in (("no_token", ""), ("event_unknown", "app.1"), ("user_unknown", "app.1")):
        recorded = CALLS[row]
        status, values = site.answer("api", recorded["request"]["path"], {}, token)
        assert (status, values["detail"]) == (recorded["answer"]["status"], recorded["answer"]["json"]["detail"])
