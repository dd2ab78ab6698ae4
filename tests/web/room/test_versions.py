"""A page that stays open has another version whenever it shows something else, and mostly only then."""

from __future__ import annotations

import contextlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.properties.random_events import step
from tests.tournament.organizer import Organizer
from tests.web.apps import app_on
from toolkit.errors import ToolkitError
from toolkit.services.kernel import links
from toolkit.services.kernel.links import LinkKey
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.tournament import LogEntry
from toolkit.tournament.configuration import StandingsSeenBy
from toolkit.tournament.draws import Lots, commit_seed, identity
from toolkit.tournament.facts import DeckVerdict, SanctionKind
from toolkit.web.base.stores import context_of, current_entry_key

FRAGMENT = {"X-Fragment": "live"}
# What differs between two drawings of the same page: whose form it is, which it is, when it was drawn.
_DRAWING = re.compile(r'name="(?:csrf_token|key|sequence)" value="[^"]*"|data-(?:at|version)="[^"]*"')

# The shares of a page that are the same for all, which streams hand out.
_PIECES = re.compile(
    r'data-heard="[^"]*"|<div data-piece="announcements">.*?</div>'
    r'|<(?:span|p) data-piece="clock">(?:<span.*?</span>)?</(?:span|p)>'
    r'|<div data-piece="standings">.*?</table>\s*</div>.*?</div>',
    re.DOTALL,
)


def own_half(page: str) -> str:
    """A page without its pieces; of a player's standings these are the four figures of their line."""
    page = re.sub(r'<div data-piece="ranks">.*?</table>', _without_figures, page, flags=re.DOTALL)
    return _PIECES.sub("", page)


def _without_figures(ranks: re.Match[str]) -> str:
    return re.sub(r'<td class="number">[^<]*</td>', "", ranks[0], count=4)


def lives(seed: int, seen_by: StandingsSeenBy, steps: int) -> Organizer:
    """An event in which judges are called, tables get minutes and notes are taken, beside whatever else happens."""
    dice = random.Random(seed)
    organizer = Organizer(rounds=2, standings_seen_by=seen_by).with_players(15)
    organizer.seated(list(range(1, 6)), list(range(6, 11)), list(range(11, 16)))
    for _ in range(steps):
        table = dice.randint(1, 3)
        own = [
            lambda table=table: organizer.call_judge(round_number=1, table=table, player=5 * table),
            lambda: organizer.call_judge(round_number=None, table=None, player=dice.randint(1, 15)),
            lambda: organizer.take_call(dice.randint(1, organizer.state.calls_ever or 1), judge="Ines"),
            lambda: organizer.close_call(dice.randint(1, organizer.state.calls_ever or 1)),
            lambda table=table: organizer.extend_clock(1, seconds=300, table=table, reason="ruling"),
            lambda: organizer.add_note("a remark"),
            lambda: organizer.submit_deck(dice.randint(1, 15), text="a list", verdict=DeckVerdict(is_legal=True)),
            lambda: organizer.announce(f"Lunch {dice.random()}"),
            lambda table=table: organizer.enter_result(1, table, events=dice.choice(["A>B, time", "C>D, time"])),
        ]
        with contextlib.suppress(ToolkitError):
            dice.choice(own)()
        if dice.random() < 0.3:
            step(organizer, dice)
    return organizer


class Screens:
    """Every page of a room, and of its judges, that stays open, drawn after each entry of a log."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.context = context_of(app)
        moment = self.context.now()
        self.context.now = lambda: moment  # the clock of a round runs between two drawings
        self.judge = app.test_client()
        with app.app_context():
            self.judge.set_cookie("organizer", current_entry_key())
        self.id = "event"
        self.written = 0
        self.key: LinkKey | None = None

    def write(self, entry: LogEntry) -> None:
        if entry.number == 1:
            with self.context.tournaments.creating(self.id, created=entry.at):
                pass
            self.key = links.key_of(self.context, self.id)
        UnitOfWork(context=self.context, id=self.id, by=entry.by).carry_out(None, lambda _: [entry.fact])
        self.written = entry.number

    def catch_up(self, organizer: Organizer) -> None:
        """Write what the organizer's log has more."""
        for entry in list(organizer.tournament.log)[self.written :]:
            self.write(entry)

    @property
    def of_judges(self) -> list[str]:
        return [f"/tournaments/{self.id}/judge{page}" for page in ("", "/tables", "/players", "/notes")]

    def draw(self) -> dict[str, tuple[str, str]]:
        """What each page says, and which version that is."""
        assert self.key is not None
        paths = []
        for player in (1, 2, 7):
            own = links.player_path(self.id, player, self.key)
            paths += [own, f"{own}/deck", f"{own}/leave"]
            paths.append(links.own_table_path(self.id, 1, player, self.key))
        paths += [links.table_path(self.id, 1, table, self.key) for table in (1, 2)]
        paths.append(links.table_path(self.id, 1, 1))
        paths += [f"/tournaments/{self.id}", f"/tournaments/{self.id}/wall"]  # they know whose page was opened
        found = {}
        for path in (*paths, *self.of_judges):
            client = self.judge if path in self.of_judges else self.client
            answer = client.get(path, headers=FRAGMENT)
            if answer.status_code == 200:
                found[path] = (_DRAWING.sub("", answer.text), answer.headers["ETag"])
        return found


@pytest.fixture
def screens(sqlite_url: str) -> Iterator[Screens]:
    for app in app_on(sqlite_url):
        yield Screens(app)


@pytest.mark.parametrize("seed", range(3))
def test_what_looks_different_is_another_version(screens: Screens, seed: int) -> None:
    before: dict[str, tuple[str, str]] = {}
    drawn = Counter[bool]()
    spared = Counter[bool]()
    for entry in lives(seed, list(StandingsSeenBy)[seed], 30).tournament.log:
        screens.write(entry)
        if entry.number < 16:
            continue
        now = screens.draw()
        for path in before.keys() & now.keys():
            (old, old_tag), (new, tag) = before[path], now[path]
            assert (old != new, tag) != (True, old_tag), (path, entry)
            (old_own, has_pieces, _), (own, _, _) = old_tag.partition("~"), tag.partition("~")
            if has_pieces and own == old_own:  # such a page takes the pieces, and asks for nothing
                assert own_half(old) == own_half(new), (path, entry)
            spared[path in screens.of_judges] += old_tag == tag
            drawn[path in screens.of_judges] += 1
        before = now
    assert spared[False] > drawn[False] / 4
    assert spared[True] > drawn[True] / 8  # what happens here is mostly what everybody sees


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
    lots, organizer = Lots(seed="ab" * 16, version="1", reason="again"), Organizer(rounds=2).with_players(15)
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
