"""Forgetting a player: nothing that says who they are is left, what was played is, and the chain stands."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests import comes
from tests.services.lifecycle.test_forgotten_facts import everywhere
from tests.web.apps import app_on
from toolkit.cli import cli
from toolkit.cli.tournament import common
from toolkit.exchange.archondata import render_archondata
from toolkit.game import parse_record
from toolkit.game.operation import seat_of
from toolkit.services.events.archon import keep_private
from toolkit.services.events.archon_numbers import kept_numbers
from toolkit.services.events.views import show_log
from toolkit.services.kernel.context import Context, folder_of
from toolkit.services.kernel.unit_of_work import FormUnitOfWork, UnitOfWork
from toolkit.services.lifecycle.forgetting import finish_forgetting, forget_player, renamed
from toolkit.services.lifecycle.tournaments import create, export_tournament, import_tournament
from toolkit.services.notices.web_push import Device, keep_device, kept_devices
from toolkit.services.season.persons import forget_person
from toolkit.services.server.copies import back_up, restore
from toolkit.services.server.verification import verify, verify_export
from toolkit.services.tables.creating import create_for_event
from toolkit.services.tables.folding import EventTable, games
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.storage import Store, folder_url, open_store
from toolkit.tournament import (
    announcements,
    calls,
    decks,
    event,
    history,
    players,
    receivers,
    results,
    rounds,
    sanctions,
    signup,
    steps,
)
from toolkit.tournament.configuration import Configuration
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import DeckVerdict, SanctionKind, SignedUp
from toolkit.tournament.history import describe_change, describe_log
from toolkit.tournament.receivers import Output, checked_event, output_state
from toolkit.tournament.standings import standings
from toolkit.web.base import stores

ZOE = "Zoé Lambert"
SECRETS = re.compile(r"zo(é|\\u00e9)\b|lambert\b|1234567|ghent|malkav|asthma|nervous|a chair", re.IGNORECASE)
GAME = Path(__file__).parents[2] / "games" / "s1_vekn_event.txt"


def url(context: Context) -> str:
    return context.store.url.render_as_string(hide_password=False)


@pytest.fixture
def played(work: UnitOfWork) -> UnitOfWork:
    """An unsanctioned event in which player 1 has left traces everywhere: lists, notes, calls, settings, a game."""
    own = UnitOfWork(context=work.context, id=work.id, by=ZOE)
    work.change(players.remove_player, 11)
    work.change(players.remove_player, 12)
    known = {"name": ZOE, "first": "Zoé", "last": "Lambert", "vekn": "1234567", "city": "Ghent", "country": "BE"}
    work.change(players.change_player, 1, **known)
    work.change(
        event.configure, {"organizer": ZOE, "organizer_vekn": "1234567", "head_judge": "Ann", "kind": "unsanctioned"}
    )
    verdict = DeckVerdict(is_legal=False, deck_name="Zoé's Malkavians", problems=("The deck of Zoé is odd.",))
    own.change(decks.submit_deck, 1, "Author: Zoé Lambert\n1 Malkavian", verdict)
    work.change(event.add_note, "zoé  lambert has asthma")
    work.change(event.add_note, "Zoéline Lambertine is somebody else")
    work.change(announcements.announce, "Congratulations, Zoé Lambert!")
    work.change(rounds.draft_round, ((5, 4, 3, 2, 1), (6, 7, 8, 9, 10)))
    work.change(steps.publish_round)
    own.change(calls.call_judge, round_number=1, table=1, player=1, reason="I am nervous")
    work.change(sanctions.sanction_player, 1, SanctionKind.CAUTION, rule="broke a chair", judge=ZOE)
    play(work)
    work.change(results.enter_result, 1, 1, victory_points=["3", "2", "0", "0", "0"])
    work.change(results.enter_result, 1, 2, victory_points=["0", "0", "5", "0", "0"])
    return work


def play(work: UnitOfWork) -> None:
    """A recorded game at table 1, given by its seats' names."""
    table = EventTable(tournament=work.id, round=1, table=1, players=(5, 4, 3, 2, 1))
    at, changes = work.look(), {"game_speed": "table"}
    id = create_for_event(work.context, table, at, by=ZOE, changes=changes, depth="full")
    seats = dict(zip("ABCDE", (at.player(number).name for number in table.players), strict=True))
    for number, order in enumerate(parse_record(GAME.read_text()).operations[1:60]):
        for letter, name in seats.items():
            order = renamed(order, letter, name)
        unit = TableUnitOfWork(context=work.context, id=id, by=seat_of(order))
        unit.order(number, lambda _, order=order: order)


def played_by_all(work: UnitOfWork) -> object:
    """What was played, without any name."""
    game = next(stream.id for stream in games(work.context).streams())
    table = games(work.context).look(game).state
    return (
        [(row.rank, row.player.number, row.victory_points) for row in standings(work.look())],
        [(seat.pool, seat.library, seat.hand) for seat in table.state.seats.values()],
        [(line.number, line.refused, len(line.applied.events) if line.applied else 0) for line in table.written],
    )


def test_nothing_that_says_who_it_was_is_left_and_what_was_played_is(
    played: UnitOfWork, other_context: Context
) -> None:
    seen_elsewhere = UnitOfWork(context=other_context, id=played.id, by="Ann")
    before = played_by_all(played)
    assert played_by_all(seen_elsewhere) == before
    assert SECRETS.search(everywhere(played.context))
    change = forget_player(played, 1)
    assert SECRETS.findall(everywhere(played.context)) == []
    assert played_by_all(played) == before
    # Another process has folded the log before: it begins anew.
    for work in (played, seen_elsewhere):
        told = [f"{entry.by}: {sentence}" for entry, sentence, _ in describe_log(work.look())]
        assert [line for line in told if SECRETS.search(line)] == []
        assert work.look().player(1).name == "№ 1"
        assert "Odile: Corrected № 1." in told
        assert "Odile: Note: Zoéline Lambertine is somebody else" in told
    assert played_by_all(seen_elsewhere) == before
    assert str(change.entries[0].fact.NAME) == "player_forgotten"


def test_the_chain_stands_and_names_what_was_forgotten(played: UnitOfWork) -> None:
    context = played.context
    earlier = export_tournament(context, played.id).encode()
    forget_player(played, 1)
    checked = verify(url(context))
    assert list(checked.faults) == []
    said = list(checked.forgotten)
    assert any("forgotten: name, vekn, city, country, first, last" in line for line in said)
    assert any("forgotten: author, text, verdict deck_name, verdict problems 0" in line for line in said)
    # The export from before is whole, and is the same log; so is the one from now.
    assert list(verify_export(earlier, url(context)).faults) == []
    assert list(verify_export(export_tournament(context, played.id).encode(), url(context)).faults) == []
    # A log of the same entries under another number is another log.
    other = import_tournament(context, earlier).id.encode()
    posing = export_tournament(context, other.decode()).encode().replace(other, played.id.encode())
    first = next(iter(verify_export(posing, url(context)).faults))
    assert first.endswith("entry 1: changed")


def test_an_older_copy_forgets_what_the_newer_store_has_forgotten(played: UnitOfWork, tmp_path: Path) -> None:
    copy = back_up(played.context, tmp_path / "copy.db").path
    forget_player(played, 1)
    restored = restore(copy, str(folder_url(tmp_path / "new")), newer=url(played.context))
    again = Context(open_store(folder_url(tmp_path / "new")))
    assert SECRETS.findall(everywhere(again)) == []
    assert restored.forgotten
    assert list(verify(str(folder_url(tmp_path / "new"))).faults) == []
    assert again.tournaments.look(played.id).state.player(1).name == "№ 1"
    again.store.close()


def test_a_copy_forgets_by_itself_what_the_events_beside_its_folder_have_forgotten(
    played: UnitOfWork, tmp_path: Path
) -> None:
    here, copies = tmp_path / "here", tmp_path / "here" / "copies"
    restore(back_up(played.context, tmp_path / "copy.db").path, str(folder_url(here)))
    mine = Context(open_store(folder_url(here)))
    copies.mkdir()
    copy = back_up(mine, copies / "older.db").path
    forget_player(UnitOfWork(context=mine, id=played.id, by="Odile"), 1)
    mine.store.close()
    assert restore(copy, str(folder_url(tmp_path / "new"))).forgotten
    again = Context(open_store(folder_url(tmp_path / "new")))
    assert SECRETS.findall(everywhere(again)) == []
    again.store.close()


def test_a_restore_says_that_the_forgotten_are_in_it_again_until_newer_events_are_named(
    played: UnitOfWork, tmp_path: Path
) -> None:
    copies = tmp_path / "here" / "copies"  # beside no events: a stick's folder, or that of a server with PostgreSQL
    copies.mkdir(parents=True)
    copy = back_up(played.context, copies / "copy.db").path
    forget_player(played, 1)
    alone, told = (
        CliRunner().invoke(cli, ["restore", str(copy), "--data", str(tmp_path / name), *newer]).output
        for name, newer in (("again", []), ("new", ["--newer", url(played.context)]))
    )
    assert "Players who were forgotten since this copy was made are in it again" in alone
    assert "something was forgotten since: " in told
    assert "in it again" not in told


def test_an_older_copy_forgets_what_was_computed_too_and_remembers_whom_to_forget(
    played: UnitOfWork, tmp_path: Path
) -> None:
    earlier = export_tournament(played.context, played.id).encode()
    played.context.store.keep_digests({played.id: (played.look().number, ZOE)})
    copy = back_up(played.context, tmp_path / "copy.db").path
    forget_person(played.context, "1234567", by="Odile")
    restore(copy, str(folder_url(tmp_path / "new")), newer=url(played.context))
    again = Context(open_store(folder_url(tmp_path / "new")))
    assert again.store.digests([played.id]) == {}
    names = {import_tournament(context, earlier).tournament.player(1).name for context in (played.context, again)}
    assert [name for name in names if re.fullmatch(r"Withdrawn \d+", name)] == list(names)
    assert len(names) == 1
    again.store.close()


def test_a_namesake_stays_and_forgetting_is_not_undone(work: UnitOfWork) -> None:
    work.change(players.change_player, 1, name="Player 2", is_namesake=True)
    forget_player(work, 1)
    assert [work.look().player(number).name for number in (1, 2)] == ["№ 1", "Player 2"]
    assert forget_player(work, 1).entries == ()
    with pytest.raises(Refused) as refused:
        work.change(history.undo, [work.look().number])
    assert refused.value.code == "not_undoable"


@pytest.fixture
def reported(played: UnitOfWork) -> UnitOfWork:
    """The same event sanctioned and finished: the VEKN is owed its report."""
    played.change(event.configure, {"kind": "standard_constructed", "vekn_event": "12345"})
    played.change(steps.finish, is_early=True, reason="the hall closes")
    return played


def but_the_report(context: Context) -> str:
    """All that is stored but what waits for the report to the VEKN."""
    return re.sub(r'"reported":\{[^}]*\}', "", everywhere(context))


def at(context: Context, year: int, month: int, day: int) -> Context:
    context.now = lambda: datetime(year, month, day, 12, tzinfo=UTC)
    return context


def archondata_of(work: UnitOfWork) -> str:
    """The line for the VEKN, which nothing stands in the way of but that the event has no winner."""
    state = output_state(checked_event(work.look()), Output.ARCHONDATA)
    assert [fault.code for fault in state.blocking] == ["not_finished"]
    return render_archondata(work.look())


@pytest.mark.parametrize(("day", "stays"), [(20, True), (21, False)])
def test_the_cards_of_a_list_stay_for_a_year_and_go_by_themselves(reported: UnitOfWork, day: int, stays: bool) -> None:
    context = reported.context
    text = "Deck Name: Zoé's\nCreated by: Zoé Lambert\n\n2 Govern the Unaligned -- nervous\n"
    verdict = DeckVerdict(is_legal=False, deck_name="Zoé's")
    reported.change(decks.submit_deck, 1, text, verdict, is_judge=True, reason="x")
    first = forget_person(context, "1234567", by="Odile")
    assert [(one.event, one.until) for one in first.kept] == [("Praxis Seizure: Lyon", date(2027, 11, 21))]
    assert SECRETS.findall(but_the_report(context)) == []
    assert "Govern the Unaligned" in everywhere(context)
    finish_forgetting(at(context, 2027, 11, day))
    assert ("Govern the Unaligned" in everywhere(context)) is stays
    assert list(verify(url(context)).faults) == []


@pytest.mark.parametrize(
    "send",
    [
        lambda work: work.change(receivers.tick_report, Output.ARCHONDATA),
        lambda work: work.change(receivers.note_sent, event="12345", checksum="0" * 64),
    ],
    ids=["ticked", "sent to the site"],
)
def test_the_report_alone_names_who_was_forgotten_until_it_is_sent(
    reported: UnitOfWork, send: Callable[[UnitOfWork], object]
) -> None:
    context, before = reported.context, archondata_of(reported)
    assert "Zoé§Lambert§Ghent§1234567" in before
    change = forget_player(reported, 1)
    assert "The report to the VEKN still names them" in describe_change(change.tournament, change.entries)
    assert SECRETS.findall(but_the_report(context)) == []
    assert archondata_of(reported) == before
    told = [str(sentence) for _, sentence, _ in describe_log(reported.look())]
    assert [line for line in told if SECRETS.search(line)] == []
    assert not SECRETS.search(repr(show_log(reported.look())))
    # A tick of something else is none; that of the report ends it at once.
    reported.change(receivers.tick_report, Output.TEXT)
    assert archondata_of(reported) == before
    send(reported)
    assert SECRETS.findall(everywhere(context)) == []
    assert list(verify(url(context)).faults) == []


def test_a_tick_that_is_sent_again_is_answered_and_carried_out_once(reported: UnitOfWork) -> None:
    forget_player(reported, 1)
    form = FormUnitOfWork(context=reported.context, id=reported.id, by="Ann", key="k", expected=reported.look().number)
    first, again = (form.change(receivers.tick_report, Output.ARCHONDATA) for _ in range(2))
    assert [entry.fact.NAME for entry in first.entries] == ["report_ticked", "player_forgotten"]
    assert (again.is_repeat, again.entries) == (True, first.entries)


def test_the_report_can_be_written_once_more_without_who_was_forgotten(reported: UnitOfWork) -> None:
    forget_player(reported, 1)
    reported.change(receivers.tick_report, Output.ARCHONDATA)
    assert "№§1§§§" in archondata_of(reported)
    faults = output_state(checked_event(reported.look()), Output.ARCHONDATA).faults
    assert "Forgotten, and reported without a name and a number: № 1." in [one.finding.message for one in faults]


@pytest.mark.parametrize(("day", "is_left"), [(20, True), (21, False)])
def test_a_report_that_nobody_ticks_keeps_nobody_for_longer_than_365_days(
    reported: UnitOfWork, day: int, is_left: bool
) -> None:
    context = reported.context
    forget_player(reported, 1)
    finish_forgetting(at(context, 2027, 11, day))
    assert bool(SECRETS.search(everywhere(context))) is is_left


def waiting_since_2020(store: Store) -> None:
    """A store that was left alone while a forgetting had to wait for a report: by now it is long due."""
    context = Context(store, now=lambda: datetime(2020, 6, 1, tzinfo=UTC))
    made = create(context, Configuration(name="Lyon", date=date(2020, 6, 1)), by="Odile")
    work = UnitOfWork(context=context, id=made.id, by="Odile")
    for number in range(1, 6):
        work.change(players.add_player, ZOE if number == 1 else f"Player {number}", vekn=str(1234566 + number))
    work.change(rounds.draft_round, ((1, 2, 3, 4, 5),))
    work.change(steps.publish_round)
    forget_player(work, 1)
    assert SECRETS.search(everywhere(context))


def test_the_command_line_finishes_what_is_due(tmp_path: Path) -> None:
    store = open_store(folder_url(tmp_path))
    waiting_since_2020(store)
    with common.open_context(tmp_path) as context:
        assert SECRETS.findall(everywhere(context)) == []
    store.close()


def test_a_server_finishes_what_is_due_when_it_starts_and_now_and_again(
    store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_done() -> bool:
        return stores.context_of(app) is not None and not SECRETS.search(everywhere(Context(store)))

    waiting_since_2020(store)
    with contextmanager(app_on)(store_url) as app:
        assert comes(is_done)
        waiting_since_2020(store)
        assert not is_done()
        monkeypatch.setattr(stores, "_FORGET_AGAIN", 0)
        assert comes(is_done)


@pytest.mark.usefixtures("in_2026")
def test_what_waits_for_a_report_goes_with_every_copy_and_ends_there(reported: UnitOfWork, tmp_path: Path) -> None:
    older = back_up(reported.context, tmp_path / "older.db").path
    forget_person(reported.context, "1234567", by="Odile")
    newer = back_up(reported.context, tmp_path / "newer.db").path
    restore(older, str(folder_url(tmp_path / "a")), newer=url(reported.context))
    restore(newer, str(folder_url(tmp_path / "b")))
    export = export_tournament(reported.context, reported.id).encode()
    for name, id in (("a", reported.id), ("b", reported.id), ("b", "")):
        there = Context(open_store(folder_url(tmp_path / name)), now=reported.context.now)
        work = UnitOfWork(context=there, id=id or import_tournament(there, export).id, by="Ann")
        assert SECRETS.search(archondata_of(work))
        assert work.look().player(1).name.startswith("Withdrawn ")
        work.change(receivers.tick_report, Output.ARCHONDATA)
        assert SECRETS.findall(everywhere(there)) == []
        there.store.close()


def test_who_never_played_or_is_no_part_of_a_report_is_forgotten_at_once(reported: UnitOfWork) -> None:
    reported.change(receivers.tick_report, Output.ARCHONDATA)
    forget_player(reported, 1)
    assert SECRETS.findall(everywhere(reported.context)) == []


def test_who_is_forgotten_in_an_event_and_then_everywhere_is_one_person(reported: UnitOfWork) -> None:
    forget_player(reported, 1)
    told = forget_person(reported.context, "1234567", by="Odile")
    assert told.events == (reported.id,)
    assert [one.until for one in told.reported] == [date(2027, 11, 21)]
    assert reported.look().player(1).name.startswith("Withdrawn ")
    assert forget_person(reported.context, "1234567", by="Odile").events == (reported.id,)


def test_no_phone_is_told_any_more_of_who_was_forgotten(
    work: UnitOfWork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", str(tmp_path))  # with PostgreSQL
    folder = folder_of(work.context.store)
    for player in (1, 2):
        keys = {"p256dh": urlsafe_b64encode(bytes(65)).decode(), "auth": urlsafe_b64encode(bytes(16)).decode()}
        url = f"https://fcm.googleapis.com/{player}"
        keep_device(folder, work.id, Device(url=url, **keys, player=player, language="en", page="/"))
    forget_player(work, 1)
    assert [one.player for one in kept_devices(folder, work.id)] == [2]


@pytest.mark.parametrize("forgotten", [13, 14])
def test_a_claimed_number_goes_with_the_claimant_and_with_the_holder(work: UnitOfWork, forgotten: int) -> None:
    now = work.context.now()
    work.change(signup.set_sign_up, now)
    work.change(signup.sign_up, now, name="Holder", vekn="2345678")
    work.change(signup.sign_up, now, name="Claimant", vekn="2345678", is_claim=True)
    forget_player(work, forgotten)
    claimed = [entry.fact.claims for entry in work.look().log if isinstance(entry.fact, SignedUp)]
    assert claimed == ["", ""]
    assert ("2345678" in export_tournament(work.context, work.id)) == (forgotten == 14)


def test_a_number_that_was_granted_stays_with_the_claimant_when_the_other_is_forgotten(work: UnitOfWork) -> None:
    now = work.context.now()
    work.change(signup.set_sign_up, now)
    work.change(signup.sign_up, now, name="Holder", vekn="2345678")
    work.change(signup.sign_up, now, name="Claimant", vekn="2345678", is_claim=True)
    work.change(signup.decide_claim, 2, is_granted=True)
    forget_player(work, 13)
    assert (work.look().player(14).vekn, work.look().sign_ups[2].vekn) == ("2345678", "2345678")
    assert "Holder" not in export_tournament(work.context, work.id)


def test_what_archon_said_of_a_forgotten_number_goes_too(
    work: UnitOfWork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", str(tmp_path))  # with PostgreSQL
    folder = folder_of(work.context.store)
    keep_private(folder, "numbers.json", b'{"1000002": {"is_known": true, "country": "SE", "day": "2026-11-29"}}')
    forget_player(work, 2)
    assert kept_numbers(folder) == {}
