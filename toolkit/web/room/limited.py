"""A player's own page at a limited event: pod, pick and seconds, the pool, recursions to tick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Response, redirect, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from toolkit.cards import CryptCard, Kind
from toolkit.decks.figures import type_label
from toolkit.errors import ToolkitError
from toolkit.languages import natural_key
from toolkit.services.events import limited as use_cases
from toolkit.services.kernel import links
from toolkit.services.kernel.versions import player_view
from toolkit.tournament.limited import plan, pools
from toolkit.tournament.limited.facts import LimitedPhase, LimitedPlan, PoolCard
from toolkit.tournament.limited.plan import Minimums
from toolkit.tournament.limited.state import Limited, LimitedPool, PhaseRun
from toolkit.tournament.state import Round, State
from toolkit.web.base.access import link_key
from toolkit.web.base.clocks import ShownClock
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import translated
from toolkit.web.base.security import limit_body
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.base.words import type_words
from toolkit.web.events.limited import ShownCourse, late_clock, phase_clock, phase_words, shown_course
from toolkit.web.room.visit import Visit, blueprint, opened_player, visit

_OWN = "/<id>/players/<number>/<token>"
# A row for each card there is, and a list.
_LARGEST = 400_000
# Without sets to choose from nobody taps through every card there is: a list is pasted.
_MOST_ROWS = 1500
# So few cards are seen at a glance, with every group open.
_FEW_ROWS = 40


@dataclass(frozen=True)
class OwnLimited:
    """A player's part of a limited event."""

    state: State
    who: int

    @property
    def _limited(self) -> Limited:
        return self.state.limited

    @cached_property
    def _current(self) -> Round | None:
        return self.state.current_round

    @property
    def _run(self) -> PhaseRun | None:
        # A phase that nobody has ended is over for whoever plays.
        return self._limited.current if self._current is None else None

    @cached_property
    def _place(self) -> tuple[int, int]:
        return self._limited.place_of(self.who) or (0, 0)

    @cached_property
    def _plan(self) -> LimitedPlan:
        return plan.plan_of(self.state, self.who)

    @property
    def phase(self) -> str:
        """The phase, in words."""
        if self.is_late:
            return phase_words(LimitedPhase.CONSTRUCTION)
        return phase_words(self._run.phase) if self._run else ""

    @cached_property
    def clock(self) -> ShownClock | None:
        """Its clock; a player who came late has one of their own."""
        now = current_context().steady()
        if self.is_late:
            return late_clock(self._limited.late[self.who], now)
        return phase_clock(self.state, now) if self._run and not self._run.is_draft else None

    @property
    def pod(self) -> int:
        """Their pod, 0 for none."""
        return self._place[0] if self._current is None else 0

    @property
    def seat(self) -> int:
        """Their seat in it."""
        return self._place[1]

    @cached_property
    def course(self) -> ShownCourse | None:
        """The pod's place in the draft."""
        return shown_course(self.state, self._place[0], current_context().steady())

    @property
    def entered(self) -> int | None:
        """The number of cards in their pool."""
        pool = self._limited.pools.get(self.who)
        return pool.total if pool else None

    @property
    def expected(self) -> int:
        """The number of cards that a pool has."""
        return plan.pool_cards(self._plan)

    @cached_property
    def recursions(self) -> int:
        """The recursions that a player has in a round."""
        return plan.minimums_of(self._plan).recursions

    @cached_property
    def used(self) -> int:
        """Those that they have used in this round."""
        return self._limited.used.get((self._current.number, self.who), 0) if self._current else 0

    @property
    def is_playing(self) -> bool:
        """Whether they sit at a table."""
        return self._current is not None and self.who in self._current.seats

    @property
    def prepares(self) -> bool:
        """Whether the trade of a Michigan event is being prepared."""
        return self._run is not None and self._run.phase is LimitedPhase.PREPARATION

    @property
    def is_ready(self) -> bool:
        """Whether they are ready to trade."""
        return self.who in self._limited.prepared

    @property
    def is_late(self) -> bool:
        """Whether they came late and build a sealed deck."""
        return self.who in self._limited.building


def own_limited(at: Visit, who: int) -> OwnLimited | None:
    """The limited part of the player's page; None at another kind of event, or after it."""
    state = at.tournament
    return None if state.limited.plan is None or state.is_finished else OwnLimited(state, who)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolRow:
    """A card that a pool may hold, and how many of it; `number` its row on the pool sheet, 0 where it has none.

    `group` is its clan or type, `warning` why the pool can hardly hold it.
    """

    number: int
    card: int
    name: str
    group: str
    count: int
    warning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolGroup:
    """The vampires of a clan, or the library cards of a type, folded up where there are many cards."""

    title: str
    rows: list[PoolRow]
    total: int
    is_open: bool


@dataclass(frozen=True)
class OwnPoolPage:
    """A player's pool."""

    at: Visit
    who: int

    @property
    def own_page(self) -> str:
        """The address of the player's own page."""
        return links.player_path(self.at.id, self.who, link_key(self.at.id))

    @cached_property
    def _plan(self) -> LimitedPlan:
        return plan.plan_of(self.at.tournament, self.who)

    @property
    def _pool(self) -> LimitedPool | None:
        return self.at.tournament.limited.pools.get(self.who)

    @cached_property
    def _counts(self) -> dict[int, int]:
        """The copies by card: those of the pool, with what was typed since."""
        counts = dict(self._pool.cards) if self._pool else {}
        for name, value in self.at.typed.values.items():
            if not (name.startswith("c") and name[1:].isdecimal()):
                continue
            if name in self.at.typed.errors:
                counts[int(name[1:])] = 0
            elif value.isdecimal() and len(value) < 4:
                counts[int(name[1:])] = int(value)
        return counts

    @cached_property
    def _rows(self) -> list[tuple[Kind, PoolRow]]:
        """The cards of the plan's sets, else of what is entered; once it is locked, those of the pool."""
        cards, counts = card_data(), self._counts
        listed = list(pools.cards_of_plan(self._plan, cards)) if pools.plan_sets(self._plan, cards) else []
        listed = listed if len(listed) <= _MOST_ROWS else []
        places = {card.id: number for number, card in enumerate(listed, 1)}
        listed += [card for number in counts if number not in places and (card := cards.get(number)) is not None]
        doubts = pools.card_warnings(self._pool, self._plan, cards) if self._pool else {}
        return [
            (
                card.kind,
                PoolRow(
                    number=places.get(card.id, 0),
                    card=card.id,
                    name=card.unique_name,
                    group=card.clan if isinstance(card, CryptCard) else type_words(type_label(card)),
                    count=counts.get(card.id, 0),
                    warning=translated(doubts[card.id]) if card.id in doubts else "",
                ),
            )
            for card in listed
            if counts.get(card.id) or not self.is_locked
        ]

    def _groups(self, *, of_crypt: bool) -> list[PoolGroup]:
        rows = [row for kind, row in self._rows if (kind is Kind.CRYPT) is of_crypt]
        return _groups(rows, self.at.typed, is_open=len(self._rows) <= _FEW_ROWS)

    @property
    def crypt(self) -> list[PoolGroup]:
        """The vampires, by clan."""
        return self._groups(of_crypt=True)

    @property
    def library(self) -> list[PoolGroup]:
        """The library cards, by type."""
        return self._groups(of_crypt=False)

    @property
    def marked(self) -> list[PoolRow]:
        """The cards that the pool can hardly hold, the crypt first."""
        marked = [(kind, row) for kind, row in self._rows if row.warning]
        return [row for _, row in sorted(marked, key=lambda entry: entry[0] is not Kind.CRYPT)]

    @property
    def total(self) -> int:
        """The number of cards in the pool."""
        return self._pool.total if self._pool else 0

    @property
    def expected(self) -> int:
        """The number of cards that a pool has."""
        return plan.pool_cards(self._plan)

    @property
    def is_locked(self) -> bool:
        """Whether only a judge can change it now."""
        return self._pool is not None and self._pool.is_confirmed

    @property
    def plays(self) -> str:
        """The player from whose pool this one builds; "" for their own."""
        state = self.at.tournament
        plays = pools.registered_by(state.limited, self.who)
        return "" if plays == self.who else state.player(plays).name

    @property
    def warnings(self) -> list[str]:
        """The doubts about the pool as a whole."""
        return [translated(warning) for warning in pools.pool_warnings(self._pool, card_data())] if self._pool else []

    @property
    def least(self) -> Minimums:
        """The minimums of a deck."""
        return plan.minimums_of(self._plan)


@blueprint.get(f"{_OWN}/pool")
def pool(id: str, number: str, token: str) -> Response:
    """The player's pool, to be counted."""
    who = opened_player(id, number, token)
    return _page(visit(id, player_view(who)), who)


@blueprint.post(f"{_OWN}/pool")
def enter_pool(id: str, number: str, token: str) -> AnyResponse:
    """Save the whole pool, and confirm it where that is asked."""
    limit_body(_LARGEST)
    who = opened_player(id, number, token)
    at = visit(id)
    typed = at.typed = Typed(form="pool", values=dict(request.form.items()))
    text = typed.values.get("text", "").strip()
    try:
        cards = None if text else _counted(typed)
        if typed.values.get("confirm", "1") != "1":
            typed.refuse("", gettext("That button could not be read: press it again."))
        if typed.errors:
            return _page(at, who, 422)
        use_cases.enter_pool(
            at.work(at.tournament.player(who).name),
            who,
            text=text,
            cards=cards,
            source="phone",
            confirms="confirm" in request.form,
        )
    except ToolkitError as error:
        return _page(at, who, at.refuse(error, "text" if text and error.code in _OF_TEXT else ""))
    return redirect(f"{links.player_path(at.id, who, link_key(at.id))}/pool", 303)


_OF_TEXT = ("unknown_cards", "no_cards", "bad_count", "bad_pool")


def _counted(typed: Typed) -> list[PoolCard]:
    """The counts of the rows; what is no number is named."""
    cards, database = [], card_data()
    for name, value in typed.values.items():
        number, count = name[1:], value.strip()
        if not (name.startswith("c") and number.isdecimal() and len(number) == 6) or not count:
            continue
        if not count.isdecimal() or len(count) > 4 or int(number) not in database:
            typed.refuse(name, gettext("“%(text)s” is not a number of copies.", text=count[:10]))
            continue
        if int(count) > pools.MOST_COPIES:
            typed.refuse(name, gettext("A pool has 1 to %(most)s copies of a card.", most=pools.MOST_COPIES))
            continue
        cards.append(PoolCard(card=int(number), count=int(count)))
    return cards


def _page(at: Visit, who: int, status: int = 200) -> Response:
    page = OwnPoolPage(at, who)
    at.here = f"{page.own_page}/pool"
    return at.answer("room/pool.html", page, status, is_secret=True)


def _groups(rows: Sequence[PoolRow], typed: Typed, *, is_open: bool) -> list[PoolGroup]:
    """The rows by clan or type; what is wrong with a row is in an open group."""
    groups: dict[str, list[PoolRow]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return [
        PoolGroup(
            title=title,
            rows=group,
            total=sum(row.count for row in group),
            is_open=is_open or any(row.warning or f"c{row.card:06}" in typed.errors for row in group),
        )
        for title, group in sorted(groups.items(), key=lambda item: natural_key(item[0]))
    ]
