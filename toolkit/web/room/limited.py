"""A player's own page at a limited event: pod, pick and seconds, the pool, recursions to tick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from toolkit.tournament.limited.facts import LimitedPhase, PoolCard
from toolkit.tournament.limited.plan import Minimums
from toolkit.web.base.access import link_key
from toolkit.web.base.clocks import ShownClock
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import said
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLimited:
    """A player's part of a limited event; `pod` 0 for who sits in none.

    Attributes:
        is_late: whether this player came late and builds a sealed deck; the clock is then their own.
        prepares: whether the trade of a Michigan event is being prepared; `is_ready` whether this player has.
    """

    phase: str
    clock: ShownClock | None
    pod: int
    seat: int
    course: ShownCourse | None
    entered: int | None
    expected: int
    recursions: int
    used: int
    is_playing: bool
    prepares: bool
    is_ready: bool
    is_late: bool


def own_limited(at: Visit, who: int) -> OwnLimited | None:
    """The limited part of the player's page; None at another kind of event, or after it."""
    state, limited = at.tournament, at.tournament.limited
    if limited.plan is None or state.is_finished:
        return None
    now, current = current_context().steady(), state.current_round
    # A phase that nobody has ended is over for whoever plays.
    run = limited.current if current is None else None
    pod, seat = limited.place_of(who) or (0, 0)
    made, pool = plan.plan_of(state, who), limited.pools.get(who)
    phase, clock = phase_words(run.phase) if run else "", phase_clock(state, now) if run and not run.is_draft else None
    if who in limited.building:
        phase, clock = phase_words(LimitedPhase.CONSTRUCTION), late_clock(limited.late[who], now)
    return OwnLimited(
        phase=phase,
        clock=clock,
        pod=pod if current is None else 0,
        seat=seat,
        course=shown_course(state, pod, now),
        entered=pool.total if pool else None,
        expected=plan.pool_cards(made),
        recursions=plan.minimums_of(made).recursions,
        used=limited.used.get((current.number, who), 0) if current else 0,
        is_playing=current is not None and who in current.seats,
        prepares=run is not None and run.phase is LimitedPhase.PREPARATION,
        is_ready=who in limited.prepared,
        is_late=who in limited.building,
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPoolPage:
    """A player's pool.

    Attributes:
        crypt, library: the cards of the plan's sets, else of what is entered; once it is locked, those of the pool.
        marked: the cards that the pool can hardly hold.
        plays: whose pool the player builds from, "" for their own.
    """

    own_page: str
    crypt: list[PoolGroup]
    library: list[PoolGroup]
    marked: list[PoolRow]
    total: int
    expected: int
    is_locked: bool
    plays: str
    warnings: list[str]
    least: Minimums


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
    state, limited, cards = at.tournament, at.tournament.limited, card_data()
    made, mine = plan.plan_of(state, who), limited.pools.get(who)
    path = links.player_path(at.id, who, link_key(at.id))
    at.here = f"{path}/pool"
    counts = dict(mine.cards) if mine else {}
    typed = {name: value for name, value in at.typed.values.items() if name.startswith("c") and name[1:].isdecimal()}
    counts |= {int(name[1:]): int(value) for name, value in typed.items() if value.isdecimal() and len(value) < 4}
    counts |= {int(name[1:]): 0 for name in typed if name in at.typed.errors}
    listed = list(pools.cards_of_plan(made, cards)) if pools.plan_sets(made, cards) else []
    listed = listed if len(listed) <= _MOST_ROWS else []
    places = {card.id: number for number, card in enumerate(listed, 1)}
    listed += [card for number in counts if number not in places and (card := cards.get(number)) is not None]
    plays = pools.registered_by(limited, who)
    doubts = pools.card_warnings(mine, made, cards) if mine else {}
    is_locked = mine.is_confirmed if mine else False
    crypt, library = list[PoolRow](), list[PoolRow]()
    for card in listed:
        if is_locked and not counts.get(card.id):
            continue
        row = PoolRow(
            number=places.get(card.id, 0),
            card=card.id,
            name=card.unique_name,
            group=card.clan if isinstance(card, CryptCard) else type_words(type_label(card)),
            count=counts.get(card.id, 0),
            warning=said(doubts[card.id]) if card.id in doubts else "",
        )
        (crypt if card.kind is Kind.CRYPT else library).append(row)
    is_open = len(crypt) + len(library) <= _FEW_ROWS
    page = OwnPoolPage(
        own_page=path,
        crypt=_groups(crypt, at.typed, is_open=is_open),
        library=_groups(library, at.typed, is_open=is_open),
        marked=[row for row in (*crypt, *library) if row.warning],
        total=mine.total if mine else 0,
        expected=plan.pool_cards(made),
        is_locked=is_locked,
        plays="" if plays == who else state.player(plays).name,
        warnings=[said(warning) for warning in pools.pool_warnings(mine, cards)] if mine else [],
        least=plan.minimums_of(made),
    )
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
