"""A whole event sent to the stand-in for Archon, with failures in between: nothing is doubled, and nothing is lost."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.services.events.archon_site import CALLS, EVENT, FOLDER, SECRET, SECRETS, UID, ArchonSite, serving, shell
from toolkit.cards import load
from toolkit.errors import ToolkitError
from toolkit.exchange.archon.sending import PenaltyWords
from toolkit.exchange.tournament_json import render_tournament
from toolkit.services.events import vekn_push
from toolkit.services.events.archon import (
    Archon,
    ArchonBusy,
    alone,
    archon_settings,
    keep_secret,
    keep_token,
    kept_token,
)
from toolkit.services.events.archon_send import (
    NotSendable,
    SentToArchon,
    archon_code,
    dry_run,
    penalty_words,
    send_event,
)
from toolkit.services.events.decks import submit_deck
from toolkit.services.events.vekn_push import OutcomeUnknown
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import import_tournament
from toolkit.storage import folder_url, open_store
from toolkit.tournament import event, history
from toolkit.tournament.facts import ArchonRead, ArchonSent
from toolkit.tournament.receivers import Output, note_sent

WORDS = {1: PenaltyWords("unsportsmanlike_conduct", "Disqualified in round 2.", "major")}
# The calls for the event of the samples.
STEPS = 29


@pytest.fixture
def site() -> Iterator[ArchonSite]:
    with serving(ArchonSite()) as site:
        yield site


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    store = open_store(str(folder_url(tmp_path / "store")))
    yield Context(store)
    store.close()


@pytest.fixture
def work(context: Context) -> UnitOfWork:
    """The event of the samples as it was imported from Archon's export."""
    content = (FOLDER / "export.jsonl").read_bytes()
    return UnitOfWork(context=context, id=import_tournament(context, content).id, by="Ann")


@pytest.fixture
def client(site: ArchonSite, tmp_path: Path, work: UnitOfWork) -> Iterator[Archon]:
    keep_secret(tmp_path, SECRET)
    with Archon(archon_settings(site.settings), tmp_path, is_offline=False, sleep=lambda _: None) as client:
        token = client.consent(code="k1", redirect="", verifier="v", event=UID, now=0)
        keep_token(tmp_path, work.id, token)
        client.act_for(token, work.id)
        yield client


def send(work: UnitOfWork, client: Archon, **options: Any) -> SentToArchon:
    return send_event(work, client, UID, load, words=WORDS, **{"with_end": True, **options})


def told(event: dict[str, Any]) -> dict[str, Any]:
    """What an event says of its result."""

    def table(one: dict[str, Any]) -> list[tuple[Any, ...]]:
        seats = ((seat["player_uid"], seat["result"]) for seat in one["seating"])
        return [(uid, result["vp"], result["gw"]) for uid, result in seats]

    return {
        "rounds": [[table(one) for one in tables] for tables in event["rounds"]],
        "final": (table(event["finals"]), event["finals"]["seed_order"]),
        "standings": {row["user_uid"]: (row["gw"], row["vp"], row["tp"], row["toss"]) for row in event["standings"]},
        "players": {player["user_uid"]: (player["state"], player["finalist"]) for player in event["players"]},
        "end": (event["state"], event["winner"]),
    }


def receipts(work: UnitOfWork) -> list[tuple[int, int, str]]:
    facts = [entry.fact for entry in work.look().log if isinstance(entry.fact, ArchonSent)]
    return [(fact.steps, fact.done, fact.stopped) for fact in facts]


def archon_entries(work: UnitOfWork) -> list[int]:
    return [entry.number for entry in work.look().log if isinstance(entry.fact, ArchonRead | ArchonSent)]


def test_what_was_imported_and_is_sent_to_an_empty_shell_is_the_same_event(
    work: UnitOfWork, client: Archon, site: ArchonSite
) -> None:
    sent = send(work, client)
    assert (sent.steps, sent.is_over) == (STEPS, True)
    assert told(site.event) == told(EVENT)
    assert receipts(work) == [(STEPS, STEPS, "")]
    assert Output.ARCHONDATA.value in work.look().reports_out
    assert "r.1" in site.spent
    assert kept_token(client.folder, work.id, now=0) is None


def test_the_calls_are_those_that_are_recorded(work: UnitOfWork, client: Archon, site: ArchonSite) -> None:
    send(work, client)
    recorded = {}
    for call in (call for call in CALLS.values() if call["answer"]["status"] < 300):
        body = call["request"].get("json", {})
        recorded[body.get("type") or call["request"]["path"].rpartition("/")[2]] = set(body)
    assert len(site.taken) == STEPS
    for body in site.taken:
        name = body.get("type") or ("bulk-register" if "rows" in body else "")
        assert set(body) == recorded[name], name


@pytest.mark.parametrize("fault", ["html", "lost", "hang up"])
def test_a_run_that_broke_off_at_any_call_is_gone_on_with(
    work: UnitOfWork, client: Archon, site: ArchonSite, fault: str
) -> None:
    """At a third of the calls each: the answer is lost before, or after the call was carried out."""
    at = {"html": (0, 10, 20), "lost": (1, 14, 27), "hang up": (5, 12, 18)}[fault]
    count = 0
    change = client.change

    def breaking(*words: Any, **options: Any) -> Any:
        nonlocal count
        if count in at:
            site.faults.append(("any", fault))
        count += 1
        return change(*words, **options)

    client.change = breaking  # type: ignore[method-assign]
    for _ in at:
        with pytest.raises(OutcomeUnknown, match="It is not known whether Archon took this step"):
            send(work, client)
    send(work, client)
    assert told(site.event) == told(EVENT)
    assert [stopped for *_, stopped in receipts(work)] == ["outcome_unknown"] * 3 + [""]
    taken = Counter(json.dumps(body, sort_keys=True) for body in site.taken)
    assert (len(taken), set(taken.values())) == (STEPS, {1})


def test_nothing_is_left_after_it_and_nothing_is_sent_or_noted_again(
    work: UnitOfWork, client: Archon, site: ArchonSite
) -> None:
    send(work, client)
    keep_token(client.folder, work.id, token := client.consent(code="k", redirect="", verifier="v", event=UID, now=0))
    client.act_for(token, work.id)
    site.taken.clear()
    assert send(work, client).steps == 0
    assert site.taken == []
    assert len(receipts(work)) == 1


def test_the_end_is_sent_only_when_it_is_asked_for(work: UnitOfWork, client: Archon, site: ArchonSite) -> None:
    assert send(work, client, with_end=False).is_over is False
    assert (site.event["state"], "FinishFinals" in site.calls) == ("Playing", False)
    assert receipts(work) == [(STEPS, STEPS - 1, "not_ended")]
    assert Output.ARCHONDATA.value not in work.look().reports_out
    assert kept_token(client.folder, work.id, now=0) is not None
    assert send(work, client).steps == 1


def test_so_many_steps_are_made_in_one_run_and_the_next_one_goes_on(
    work: UnitOfWork, client: Archon, site: ArchonSite
) -> None:
    left = STEPS
    while left:
        sent = send(work, client, most=3)
        assert sent.left == max(0, left - 3)
        left = sent.left
    assert told(site.event) == told(EVENT)
    assert len(site.taken) == STEPS


def test_a_step_that_was_taken_before_silence_is_counted(work: UnitOfWork, client: Archon, site: ArchonSite) -> None:
    site.faults = [("GET /v1/users", "html")]
    with pytest.raises(ToolkitError, match="took this step and does not answer now: Register these VEKN numbers"):
        send(work, client)
    assert receipts(work) == [(STEPS, 2, "archon_unreachable")]


def test_an_empty_number_on_the_calendar_is_filled_from_archon(
    context: Context, client: Archon, work: UnitOfWork
) -> None:
    work.change(event.configure, {"vekn_event": ""})
    send(work, client)
    assert work.look().settings.vekn_event == "99901"


SHELLS: dict[str, Callable[[dict[str, Any]], object]] = {
    "Day: 2026-09-12 here, 2026-09-13 at Archon.": lambda event: event.update(start="2026-09-13T10:00:00"),
    "Country: PL here, SE at Archon.": lambda event: event.update(country="SE"),
    "Format: Standard here, Limited at Archon.": lambda event: event.update(format="Limited"),
    "Online: no here, yes at Archon.": lambda event: event.update(online=True),
    "Archon has 3 rounds, here there were 2.": lambda event: event.update(max_rounds=3),
    "several decks or open rounds": lambda event: event.update(multideck=True),
    "offline on a device": lambda event: event.update(offline_mode=True),
    "Archon's answer lacks “rounds”.": lambda event: event.pop("rounds"),
    "A value in Archon's answer cannot be read": lambda event: event.update(rounds=[[{}]]),
    "registration is closed, and these numbers are not in it": lambda event: event.update(state="Waiting"),
}


def test_another_event_at_archon_stops_it_before_anything_is_sent(
    work: UnitOfWork, client: Archon, site: ArchonSite
) -> None:
    for sentence, change in SHELLS.items():
        site.event = shell()
        change(site.event)
        with pytest.raises(ToolkitError) as refused:
            send(work, client)
        assert sentence in str(refused.value)
    assert site.taken == []


def stop_after(work: UnitOfWork, client: Archon, site: ArchonSite, kind: str) -> None:
    """Send the event until after the first call of a kind."""
    site.faults.append((kind, "lost"))
    with pytest.raises(OutcomeUnknown):
        send(work, client)


@pytest.mark.parametrize(
    ("kind", "change", "sentence"),
    [
        (
            "StartRound",
            lambda event: event["rounds"][0][0]["seating"].reverse(),
            "Archon has another round 1.",
        ),
        (
            "FinishRound",
            lambda event: event["standings"][0].update(gw=0),
            "VEKN 9990001: 1 GW 3 VP 60 TP here, 0 GW 3 VP 60 TP at Archon.",
        ),
        ("StartFinals", lambda event: event["finals"]["seed_order"].reverse(), "The seeds of the final differ"),
        ("FinishFinals", lambda event: event.update(winner=""), "The winner at Archon is another player."),
    ],
)
def test_what_archon_has_otherwise_stops_it(
    work: UnitOfWork,
    client: Archon,
    site: ArchonSite,
    kind: str,
    change: Callable[[dict[str, Any]], object],
    sentence: str,
) -> None:
    stop_after(work, client, site, kind)
    change(site.event)
    with pytest.raises(ToolkitError) as refused:
        send(work, client)
    assert sentence in str(refused.value)


def test_an_unknown_number_stops_it_by_name(work: UnitOfWork, client: Archon, site: ArchonSite) -> None:
    site.members = [member for member in site.members if member["vekn_id"] != "9990004"]
    with pytest.raises(ToolkitError, match=r"Archon does not know these VEKN numbers: 9990004\."):
        send(work, client)


def test_a_penalty_needs_words_of_its_own(work: UnitOfWork, client: Archon, site: ArchonSite) -> None:
    with pytest.raises(ToolkitError, match="Type a category and words for the penalty 1 of VEKN 9990008"):
        send_event(work, client, UID, load)
    assert site.taken == []
    for category, text in (("murder", "He did."), ("tournament_error", " "), ("tournament_error", "x" * 501)):
        with pytest.raises(ToolkitError):
            penalty_words(category, text)
    assert penalty_words("unsportsmanlike_conduct/major", "He did.").subcategory == "major"


def test_a_line_that_names_no_card_stops_it_before_anything_is_sent(
    work: UnitOfWork, client: Archon, site: ArchonSite
) -> None:
    submit_deck(work, 9, "12x Anson\n90x No Such Card\n", load(), is_judge=True, reason="Late")
    with pytest.raises(NotSendable, match="The list of VEKN 9990009 has lines that name no card: No Such Card"):
        send(work, client)
    assert site.taken == []


def test_one_run_of_an_event_at_a_time(work: UnitOfWork, client: Archon) -> None:
    with alone(client.folder, work.id), pytest.raises(ArchonBusy, match="is being sent to Archon just now"):
        send(work, client)


def test_vekn_net_is_closed_after_it_and_the_other_way_round(work: UnitOfWork, client: Archon) -> None:
    stop = "The result went out the other way already"
    send(work, client)
    with pytest.raises(ToolkitError, match=stop):
        vekn_push.result_of(work.look(), load)
    work.change(history.undo, archon_entries(work))
    assert vekn_push.result_of(work.look(), load).event == "99901"
    work.change(note_sent, event="99901", checksum="")
    with pytest.raises(ToolkitError, match=stop):
        dry_run(work.look(), load)


def test_neither_a_secret_nor_a_name_leaves_a_trace(
    work: UnitOfWork, client: Archon, site: ArchonSite, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    stop_after(work, client, site, "SetScore")
    site.valid = {"app.1"}  # the token has run out
    send(work, client)
    kept = b"".join(path.read_bytes() for path in (tmp_path / "store").rglob("*") if path.is_file())
    for secret in (SECRET, *SECRETS):
        assert f'"{secret}"'.encode() not in kept
        assert secret not in caplog.text + render_tournament(work.look())
    sent = json.dumps(site.taken)
    assert "Varga" not in sent
    assert "9990004" in sent


def test_the_dry_run_is_the_golden_file(work: UnitOfWork) -> None:
    calls = dry_run(work.look(), load)
    lines = [f"{call.words}\n    POST {call.path} {json.dumps(call.body)}\n" for call in calls]
    assert "".join(lines) == (FOLDER / "dry_run.txt").read_text("utf-8")


@pytest.mark.parametrize(
    "written", ["99901", UID, f"https://archon.vekn.net/tournaments/{UID}", "https://archon.vekn.net/t/99901/"]
)
def test_an_event_is_named_by_code_uid_or_address(written: str) -> None:
    assert archon_code(written) in ("99901", UID)


@pytest.mark.parametrize("written", ["", "two words", "https://archon.vekn.net/", "../x", "a" * 41])
def test_another_text_names_no_event(written: str) -> None:
    with pytest.raises(ToolkitError, match="Write its code, its uid or the address of its page"):
        archon_code(written)


def test_the_same_event_of_archon_is_here_once_by_its_uid(context: Context, work: UnitOfWork) -> None:
    content = (FOLDER / "export.jsonl").read_bytes().replace(b'"vekn":"99901"', b'"vekn":""')
    with pytest.raises(ToolkitError, match=f"This event is here already: “Harbour Cup” .{work.id}.."):
        import_tournament(context, content)
