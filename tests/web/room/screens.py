"""Pages that stay open, drawn after each entry of random events: `make soak ARGS=pages` draws many."""

from __future__ import annotations

import contextlib
import random
import re
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from flask.testing import FlaskClient

from tests.properties.random_events import step
from tests.tournament.limited.test_event import GOVERN, drafting, sealed
from tests.tournament.organizer import Organizer
from tests.web.apps import app_on
from toolkit.errors import ToolkitError
from toolkit.services.kernel import links
from toolkit.services.kernel.context import database_address
from toolkit.services.kernel.links import LinkKey
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.tournament import LogEntry
from toolkit.tournament.configuration import StandingsSeenBy
from toolkit.tournament.facts import DeckVerdict
from toolkit.tournament.limited.facts import PoolCard
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


def drafted(seed: int, steps: int) -> Organizer:
    """A limited event, with pods or pools, in which anything happens and much is undone."""
    dice = random.Random(seed)
    organizer = dice.choice([lambda: drafting(13), lambda: drafting(8), lambda: sealed(8)])()
    for _ in range(steps):
        player, pod, last = dice.randint(1, 8), dice.randint(1, 2), organizer.tournament.number
        cards = [PoolCard(card=GOVERN, count=dice.randint(1, 40))]
        own = [
            lambda: organizer.start_phase(reason="so"),
            lambda: organizer.pause_phase(),
            lambda pod=pod: organizer.pause_phase(pod=pod),
            lambda: organizer.extend_phase(seconds=60),
            lambda pod=pod: organizer.step_draft(organizer.now, pod=pod),
            lambda player=player: organizer.swap_in_pods(player, dice.randint(1, 8), reason="so"),
            lambda player=player, cards=cards: organizer.enter_pool(player, cards, is_judge=True, reason="so"),
            lambda player=player: organizer.confirm_pool(player),
            lambda player=player: organizer.replace_pack(player, reason="torn"),
            lambda player=player: organizer.call_judge(round_number=None, table=None, player=player),
            lambda last=last: organizer.undo([dice.randint(2, last)]),
            lambda last=last: organizer.undo([dice.randint(2, last)]),
            lambda: organizer.redo(sorted(organizer.tournament.undone)[-2:]),
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

    def open(self, id: str) -> None:
        """Show the event of that id."""
        self.id, self.key = id, links.key_of(self.context, id)

    def write(self, entry: LogEntry) -> None:
        if entry.number == 1:
            with self.context.tournaments.creating(self.id, created=entry.at):
                pass
            self.open(self.id)
        with self.client.application.app_context():
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
            paths += [own, f"{own}/deck", f"{own}/leave", f"{own}/pool"]
            paths.append(links.own_table_path(self.id, 1, player, self.key))
        paths += [links.table_path(self.id, 1, table, self.key) for table in (1, 2)]
        paths.append(links.table_path(self.id, 1, 1))
        paths += [links.pod_path(self.id, pod, self.key) for pod in (1, 2)]
        paths += [f"/tournaments/{self.id}", f"/tournaments/{self.id}/wall"]  # they know whose page was opened
        found = {}
        for path in (*paths, *self.of_judges):
            client = self.judge if path in self.of_judges else self.client
            answer = client.get(path, headers=FRAGMENT)
            if answer.status_code == 200:
                found[path] = (_DRAWING.sub("", answer.text), answer.headers["ETag"])
        return found


def run(seed: int, number: int) -> str:
    """How many pages of the events of that number kept their version, of all that were drawn.

    Raises:
        AssertionError: a page shows something else under the same version, or too few keep theirs.
    """
    dice, found = seed << 32 | number, []
    # All that happens before the rounds of a limited event everybody sees.
    for organizer, spares in ((lives(dice, [*StandingsSeenBy][number % 3], 30), 0.125), (drafted(dice, 30), 0)):
        with TemporaryDirectory() as folder:
            for app in app_on(database_address(Path(folder))):
                found.append(watch(Screens(app), organizer, spares))
    return "; ".join(found)


def watch(screens: Screens, organizer: Organizer, spares: float) -> str:
    """The same, of that event's log, which is to spare that share of the pages."""
    before: dict[str, tuple[str, str]] = {}
    drawn = Counter[bool]()
    spared = Counter[bool]()
    for entry in organizer.tournament.log:
        screens.write(entry)
        if entry.number < 16:
            continue
        now = screens.draw()
        check_versions(before, now, entry)
        for path in before.keys() & now.keys():
            spared[path in screens.of_judges] += before[path][1] == now[path][1]
            drawn[path in screens.of_judges] += 1
        before = now
    assert spared[False] >= spares * drawn[False]
    assert spared[True] >= bool(spares)  # what happens here is mostly what everybody sees
    return f"{spared[False]} of {drawn[False]}, of judges {spared[True]} of {drawn[True]}"


def check_versions(before: dict[str, tuple[str, str]], now: dict[str, tuple[str, str]], what: object) -> None:
    """Make sure that each page that looks different has another version.

    Raises:
        AssertionError: one shows something else under the same version.
    """
    for path in before.keys() & now.keys():
        (old, old_tag), (new, tag) = before[path], now[path]
        assert (old != new, tag) != (True, old_tag), (path, what)
        (old_own, has_pieces, _), (own, _, _) = old_tag.partition("~"), tag.partition("~")
        if has_pieces and own == old_own:  # such a page takes the pieces, and asks for nothing
            assert own_half(old) == own_half(new), (path, what)
