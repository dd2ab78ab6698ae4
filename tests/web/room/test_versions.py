"""A page that stays open has another version whenever it shows something else, and mostly only then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.services.commands.test_commands import PARTS, SEED, Step, StoredOrganizer
from tests.services.conftest import Clock
from tests.soak import check, fiftieth, part
from tests.tournament.organizer import Organizer
from tests.web.apps import app_on
from tests.web.room.screens import Screens, check_versions, own_half
from toolkit.services.kernel import links
from toolkit.tournament.configuration import StandingsSeenBy
from toolkit.tournament.draws import DrawSeed, commit_seed, identity
from toolkit.tournament.facts import DeckVerdict, SanctionKind


@pytest.fixture
def screens(sqlite_url: str) -> Iterator[Screens]:
    for app in app_on(sqlite_url):
        yield Screens(app)


@pytest.mark.parametrize("number", *fiftieth("pages"))
def test_what_looks_different_is_another_version(number: int) -> None:
    check("pages", [number])


@pytest.mark.walk
@pytest.mark.parametrize(("settings", "steps"), part(PARTS, of=3, first=1))
def test_no_command_changes_a_page_whose_version_stays(
    screens: Screens, settings: dict[str, Any], steps: list[Step], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolkit.services.events.draws.secrets.token_hex", lambda *_: SEED)
    clock = Clock()
    looked_at = clock.time + timedelta(minutes=10)  # while clocks run
    screens.context.now = lambda: looked_at
    organizer = StoredOrganizer(replace(screens.context, now=clock, seed=lambda: 7), **settings)
    screens.open(organizer.work.id)
    before = screens.draw()
    for name, step, _ in steps:
        organizer.take(name, step)
        now = screens.draw()
        check_versions(before, now, name)
        before = now


def test_a_word_to_all_and_the_round_s_clock_change_nothing_of_a_players_own_half(screens: Screens) -> None:
    organizer = Organizer(rounds=2).with_players(15)
    organizer.seated(list(range(1, 6)), list(range(6, 11)), list(range(11, 16)))
    screens.catch_up(organizer)
    before = screens.draw()
    organizer.announce("Lunch")
    organizer.start_clock(1)
    organizer.pause_clock(1)
    screens.catch_up(organizer)
    changed = Counter[str]()
    for path, (new, tag) in screens.draw().items():
        old, old_tag = before[path]
        if "~" in tag:
            assert tag != old_tag
            assert (tag.partition("~")[0], own_half(new)) == (old_tag.partition("~")[0], own_half(old))
            changed[path.rsplit("/", 1)[1]] += 1
    assert changed["deck"] == changed["leave"] == 3


def test_a_draft_is_told_to_officials_and_its_seats_to_all_once_they_are_published(screens: Screens) -> None:
    lots, organizer = DrawSeed(seed="ab" * 16, version="1", reason="again"), Organizer(rounds=2).with_players(15)
    organizer.enter(commit_seed(organizer.state, lots.seed, event=identity(organizer.state.entry(1))))
    organizer.seat_next_round(seed=lots, seconds=0)
    organizer.publish_round()
    for table in (1, 2, 3):
        organizer.result(table, 5, 0, 0, 0, 0)
    for change, is_told in (
        (lambda: organizer.seat_next_round(seed=lots, seconds=0), False),
        (lambda: organizer.swap_players(2, *(table[0] for table in organizer.state.rounds[1].tables[:2])), False),
        (lambda: organizer.cancel_round(2, reason=""), False),
        (lambda: organizer.seat_next_round(seed=lots, seconds=0), False),
        (lambda: organizer.publish_round(), True),
        (lambda: organizer.swap_players(2, *(table[0] for table in organizer.state.rounds[1].tables[:2])), True),
        (lambda: organizer.cancel_round(2, reason="a fire alarm"), True),
    ):
        screens.catch_up(organizer)
        before = screens.draw()
        change()
        screens.catch_up(organizer)
        told = {path for path, (_, tag) in screens.draw().items() if tag != before[path][1]}
        assert told == ({*before} if is_told else {*screens.of_judges})


@pytest.mark.parametrize(
    "change",
    [
        lambda organizer: organizer.result(2, 5, 0, 0, 0, 0),
        lambda organizer: organizer.sanction_player(1, SanctionKind.ADJUSTMENT, rule="JG 3.2"),
    ],
    ids=["a result of their new table", "an adjustment"],
)
def test_what_moves_points_at_a_table_that_no_entry_names_is_told_there(
    screens: Screens, change: Callable[[Organizer], object]
) -> None:
    """A result waits for its players who sit elsewhere by now; whoever loses points moves others of their table."""
    organizer = Organizer(rounds=2).with_players(15)
    organizer.seated(list(range(1, 6)), list(range(6, 11)), list(range(11, 16)))
    organizer.result(1, 3, 2, 0, 0, 0)
    organizer.swap_players(1, 5, 6)
    screens.catch_up(organizer)
    before = screens.draw()
    change(organizer)
    screens.catch_up(organizer)
    now = screens.draw()
    different = {path for path in now if now[path][0] != before[path][0]}
    assert {path for path in different if now[path][1] == before[path][1]} == set()
    assert screens.key is not None
    assert links.player_path(screens.id, 2, screens.key) in different
    assert links.table_path(screens.id, 1, 1, screens.key) in different


def test_a_result_done_again_is_told_where_its_players_sit_by_now(screens: Screens) -> None:
    organizer = Organizer(rounds=2).with_players(15)
    organizer.seated(list(range(1, 6)), list(range(6, 11)), list(range(11, 16)))
    organizer.result(1, 3, 2, 0, 0, 0)
    entered = organizer.tournament.number
    organizer.undo([entered])
    organizer.swap_players(1, 2, 7)
    organizer.result(1, 5, 0, 0, 0, 0)
    screens.catch_up(organizer)
    before = screens.draw()
    organizer.redo([entered])
    screens.catch_up(organizer)
    now = screens.draw()
    check_versions(before, now, "redo")
    assert screens.key is not None
    path = links.table_path(screens.id, 1, 2, screens.key)
    assert now[path][0] != before[path][0]


def test_who_ends_a_staggered_event_by_coming_is_told_to_all_who_were_shown_its_plan(screens: Screens) -> None:
    organizer = Organizer(rounds=2).with_players(11)
    organizer.change_player(1, city="Ghent")
    screens.catch_up(organizer)
    before = screens.draw()
    organizer.add_player("Late")
    screens.catch_up(organizer)
    now = screens.draw()
    assert screens.key is not None
    own = links.player_path(screens.id, 1, screens.key)
    assert ["3 rounds" in page[own][0] for page in (before, now)] == [True, False]
    check_versions(before, now, "a twelfth player")


def test_a_caller_whose_registration_is_undone_is_told_to_the_judges(screens: Screens) -> None:
    organizer = Organizer(rounds=2).with_players(5)
    organizer.call_judge(round_number=None, table=None, player=5)
    screens.catch_up(organizer)
    before = screens.draw()
    organizer.undo([organizer.tournament.number - 1])
    screens.catch_up(organizer)
    now = screens.draw()
    calls = screens.of_judges[0]
    assert ["Player 5" in page[calls][0] for page in (before, now)] == [True, False]
    check_versions(before, now, "an undone registration")


def test_an_undone_result_is_told_to_whom_the_result_was(screens: Screens) -> None:
    organizer = Organizer(rounds=2, standings_seen_by=StandingsSeenBy.NOBODY).with_players(15)
    organizer.seated(list(range(1, 6)), list(range(6, 11)), list(range(11, 16)))
    told = []
    for change in (lambda: organizer.result(1, 5, 0, 0, 0, 0), organizer.undo_last, organizer.redo_last):
        screens.catch_up(organizer)
        before = screens.draw()
        change()
        screens.catch_up(organizer)
        told.append({path for path, (_, tag) in screens.draw().items() if tag != before[path][1]})
    key = screens.key
    assert key is not None
    assert told[0] == told[1] == told[2]
    assert [links.player_path(screens.id, player, key) in told[0] for player in (1, 2, 7)] == [True, True, False]


def test_what_a_judge_sends_from_a_page_that_was_not_drawn_anew_is_taken(screens: Screens) -> None:
    """Whatever such a page does not show stands apart from all that its forms change."""
    organizer = Organizer(rounds=2).with_players(15)
    organizer.seated(list(range(1, 6)), list(range(6, 11)), list(range(11, 16)))
    organizer.start_clock(1)
    organizer.call_judge(round_number=1, table=1, player=5)
    screens.catch_up(organizer)
    before, seen = screens.draw(), organizer.tournament.number
    organizer.submit_deck(3, text="a list", verdict=DeckVerdict(is_legal=True), is_judge=True, reason="damaged")
    organizer.extend_clock(1, seconds=300, table=2, reason="ruling")
    organizer.enter_result(1, 2, victory_points=[5, 0, 0, 0, 0])
    screens.catch_up(organizer)
    calls, _tables, _people, notes = screens.of_judges
    now = screens.draw()
    assert [path for path in screens.of_judges if before[path][1] == now[path][1]] == [calls, notes]
    for path, form in {
        f"{calls}/calls/1/take": {},
        notes: {"text": "a remark"},
        f"{calls}/announcements": {"text": "Lunch"},
    }.items():
        assert screens.judge.post(path, data={"sequence": seen, **form}).status_code == 303, path
