"""The desk: one field for players, tables and results, and beside it what is still missing.

What was typed is understood in `toolkit.tournament.desk`; here it is carried out by the command that it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import request
from flask_babel import gettext

from toolkit.errors import ToolkitError
from toolkit.languages import natural_key
from toolkit.schemas import event_forms as forms
from toolkit.scoring import render_victory_points
from toolkit.scoring.events import LETTERS
from toolkit.services.commands import command_named
from toolkit.services.events import seatings
from toolkit.services.events.registrations import Registration
from toolkit.services.kernel.roles import Action
from toolkit.tournament import checkin, decks, fees, history
from toolkit.tournament.desk import (
    SIGNS,
    Dropping,
    GoTo,
    ListOnPaper,
    Meaning,
    Payment,
    Presence,
    ResultLine,
    Returning,
    RoundTable,
    Switch,
    TypedResult,
    Unclear,
    Verb,
    is_scanned,
    meaning_of,
    not_after_all,
    removes,
    round_at_desk,
    says_so,
    standing_line,
    stands,
)
from toolkit.tournament.errors import UnknownPlayer
from toolkit.tournament.facts import FINAL, FeeStatus, ResultEntered
from toolkit.tournament.history import describe_log
from toolkit.tournament.log import author_name
from toolkit.tournament.players import search_key
from toolkit.tournament.results import disputed
from toolkit.tournament.rounds import next_round_number, total_rounds
from toolkit.tournament.state import Player, Round, State
from toolkit.web.base import access
from toolkit.web.base.i18n import said
from toolkit.web.base.security import own_key
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import Console, page
from toolkit.web.events.results import TableState, offers, standing_words, table_state
from toolkit.web.events.words import round_words

# From so many minutes on, hours are told.
_MINUTES_TOLD = 120
# So many of the last changes are shown.
_RECENT = 6
# What the desk's own buttons stand for, beside what can be typed.
_OPEN, _UNDO = "open", "undo"
# Before the name of somebody who comes late.
_NEW = "new:"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTable:
    """The table that digits go to now; `stands` says who entered its result."""

    place: RoundTable
    title: str
    table: TableState
    letters: tuple[str, ...]
    stands: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskOffer:
    """What may have been meant: in words, and as it would be typed."""

    text: str
    take: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskLine:
    """A player of the list: where they sit now, and whether they are here and their list is."""

    player: Player
    is_here: bool
    has_list: bool
    is_text_only: bool
    has_paid: bool
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    """The field with what stands in it, what was refused, the open table, and what is missing.

    Attributes:
        newcomer: the page where a name that nobody has is registered, with that name; empty where nobody comes in.
        late: the same name, where one press also puts it into the next round.
        kept: a result that was typed for a table that has one; `before` is that one.
        asked: what would not be so any more, and what is asked first; None where nothing is.
        parts: of the list: key, word, how many.
        lines: players of the part that is shown; `tables` the tables, where it is those.
        unconfirmed: the tables, where it is those, whose result one player alone has entered: number and name.
        recent: what happened last, newest first.
    """

    typed: str
    refused: list[str]
    offered: list[DeskOffer]
    newcomer: str
    late: DeskOffer | None
    open: DeskTable | None
    kept: bool
    before: str
    asked: tuple[str, str] | None
    show: str
    sort: str
    parts: list[tuple[str, str, int]]
    sorts: list[tuple[str, str]]
    lines: list[DeskLine]
    tables: list[TableState]
    unconfirmed: list[tuple[int, str]]
    number: int | None
    recent: list[str]
    can_open: bool
    takes_lists: bool
    takes_fees: bool
    link: Callable[..., str]


def _words() -> Mapping[str, Verb]:
    """What may be typed behind a name instead of a sign, in English and the reader's language."""
    known = {
        Verb.LEAVE: ("drop dropped", gettext("drop dropped")),
        Verb.RETURN: ("back", gettext("back")),
        Verb.LIST: ("list", gettext("list")),
        Verb.PAID: ("paid", gettext("paid")),
    }
    return {search_key(word): verb for verb, texts in known.items() for text in texts for word in text.split()}


@page("desk", "/desk", "events/desk.html")
def desk_page(console: Console) -> DeskPage:
    """One field for all of it, and what is missing."""
    state, form = console.tournament, console.form("enter")
    place = _open_place(state)
    kept = request.args.get("typed", "")[:500] if request.method == "GET" else ""
    lines = _lines(state)
    parts = _parts(state, lines)
    show = request.values.get("show", "")
    if show not in [key for key, _, _ in parts]:
        show = _likely_part(state)
    sort = request.values.get("sort", "name")
    round_, name = round_at_desk(state), _newcomer(console, place) if form.errors else ""

    def link(**changed: object) -> str:
        at = {"round": place.round, "table": place.table} if place else {}
        return console.url("desk", **{**at, "show": show, "sort": sort, **changed})

    return DeskPage(
        typed=str(form.value("text")) if form.errors or console.changes else kept,
        refused=[sentence for sentences in form.errors.values() for sentence in sentences],
        offered=_offers(console, place) if form.errors else [],
        newcomer=console.url("players", new=name, _anchor="add") if name else "",
        late=_late(state, name) if name else None,
        open=_open_table(state, place) if place else None,
        kept=bool(kept and place),
        before=said(standing_line(state, place)) if kept and place else "",
        asked=_asked(console) if kept else None,
        show=show,
        sort=sort,
        parts=parts,
        sorts=[("name", gettext("Name")), ("table", gettext("Table")), ("vekn", gettext("VEKN number"))],
        lines=_sorted([line for line in lines if _is_shown(line, show)], sort),
        tables=[table_state(state, round_, table) for table in _waiting(round_)] if round_ and show == "tables" else [],
        unconfirmed=_unconfirmed(state, round_) if round_ and show == "tables" else [],
        number=round_.number if round_ else None,
        recent=[said(sentence) for _, sentence, counts in reversed(_last_entries(console)) if counts],
        can_open=_can_open(state),
        takes_lists=state.settings.requires_decks,
        takes_fees=state.settings.fees is not None,
        link=link,
    )


def _last_entries(console: Console) -> list[Any]:
    last = console.tournament.number
    return list(describe_log(console.tournament, first=max(2, last - _RECENT + 1), last=last))


def _can_open(state: State) -> bool:
    """Whether players could be checked in, and no check-in has been opened yet."""
    return _has_further_round(state) and not checkin.is_taken(state) and state.current_round is None


def _has_further_round(state: State) -> bool:
    return next_round_number(state) <= total_rounds(state) and state.final is None and not state.is_finished


def _open_place(state: State) -> RoundTable | None:
    """The table that the address or the form names, where there is one."""
    table, round_ = request.values.get("table", ""), request.values.get("round", "")
    if not all(text.isascii() and text.isdigit() and len(text) < 6 for text in (table, round_)):
        return None
    place = RoundTable(int(round_), int(table))
    try:
        state.round(place.round).table(place.table)
    except ToolkitError:
        return None
    return place if state.round(place.round).is_published else None


def _open_table(state: State, place: RoundTable) -> DeskTable:
    round_ = state.round(place.round)
    result = round_.results.get(place.table)
    return DeskTable(
        place=place,
        title=round_words(place.round),
        table=table_state(state, round_, place.table),
        letters=LETTERS,
        stands=standing_words(state, result) if result else "",
    )


def _lines(state: State) -> list[DeskLine]:
    here, current, number = checkin.here(state), state.current_round, next_round_number(state)
    seats = current.seats if current else {}
    return [
        DeskLine(
            player=player,
            is_here=player.number in here,
            has_list=decks.has_list(state, player, number),
            is_text_only=decks.is_text_only(state, player, number),
            has_paid=fees.has_paid(state, player.number),
            table=state.settings.table_name(seats[player.number][0]) if player.number in seats else "",
        )
        for player in state.players.values()
    ]


def _is_shown(line: DeskLine, show: str) -> bool:
    match show:
        case "away":
            return line.player.is_active and not line.is_here
        case "here":
            return line.player.is_active and line.is_here
        case "lists":
            return line.player.is_active and not line.has_list
        case "fees":
            return not line.has_paid
        case "left":
            return not line.player.is_active
        case "everyone":
            return True
    return False


def _parts(state: State, lines: list[DeskLine]) -> list[tuple[str, str, int]]:
    """The parts of the list that this event has at present."""
    counts = {
        key: sum(_is_shown(line, key) for line in lines)
        for key in ("away", "here", "lists", "fees", "left", "everyone")
    }
    round_ = round_at_desk(state)
    known: list[tuple[str, str, int | None]] = [
        ("tables", gettext("Results missing"), len(_waiting(round_)) if round_ else None),
        ("away", gettext("Not checked in"), counts["away"] if checkin.is_taken(state) else None),
        ("here", gettext("Checked in"), counts["here"] if checkin.is_taken(state) else None),
        ("lists", gettext("Decklists missing"), counts["lists"] if state.settings.requires_decks else None),
        ("fees", gettext("Not paid"), counts["fees"] if state.settings.fees else None),
        ("left", gettext("Left"), counts["left"] or None),
        ("everyone", gettext("Everyone"), counts["everyone"]),
    ]
    return [(key, word, count) for key, word, count in known if count is not None]


def _waiting(round_: Round | None) -> list[int]:
    """The tables whose result is missing or disputed."""
    return sorted({*round_.unsettled, *disputed(round_)}) if round_ else []


def _unconfirmed(state: State, round_: Round) -> list[tuple[int, str]]:
    alone = {table for table, result in round_.results.items() if not result.is_confirmed}
    return [(table, state.settings.table_name(table)) for table in sorted(alone.difference(_waiting(round_)))]


def _likely_part(state: State) -> str:
    """What is missing first: results while a round is played, then players."""
    if state.current_round is not None or _waiting(round_at_desk(state)):
        return "tables"
    return "away" if checkin.is_taken(state) else "everyone"


def _sorted(lines: list[DeskLine], sort: str) -> list[DeskLine]:
    keys: Mapping[str, Callable[[DeskLine], Any]] = {
        "table": lambda line: (not line.table, len(line.table), line.table),
        "vekn": lambda line: (not line.player.vekn, line.player.vekn),
    }
    by_name = sorted(lines, key=lambda line: natural_key(line.player.name))
    return sorted(by_name, key=keys[sort]) if sort in keys else by_name


# What is typed


@desk_page.action("/desk", "enter", forms.DeskForm)
def enter(console: Console, text: str, take: str, round: int | None, table: int | None, asked: str) -> str | Console:
    """Carry out what was typed, or what a button stands for."""
    place = _open_place(console.tournament)
    # What a browser sends again has changed what it would mean now.
    if own_key() and (written := console.work.written()):
        is_result = any(isinstance(entry.fact, ResultEntered) for entry in written)
        return _back_at(console, None if is_result else place)
    if take in (_OPEN, _UNDO):
        return _press(console, take)
    if take.startswith(_NEW):
        return _welcome(console, take.removeprefix(_NEW))
    if not (take or text).strip():
        return _back(console)
    pressed = _pressed(console, take, place)
    meaning = pressed or meaning_of(console.tournament, take or text, event=console.id, at=place, words=_words())
    if isinstance(meaning, GoTo):
        return _back(console, round=meaning.place.round, table=meaning.place.table, typed=meaning.typed or None)
    if isinstance(meaning, Presence | ListOnPaper | Payment) and not (pressed or is_scanned(text)):
        if asked == _asked_about(meaning):
            meaning = not_after_all(meaning)
        elif _stood(console, meaning):
            return _back(console, typed=take or text, asked=_asked_about(meaning))
    name, named, figures = _order(meaning)
    command = command_named(name)
    if not access.may(command.action, console.id) or (_removes(meaning) and not access.may(Action.JUDGE, console.id)):
        console.typed.refuse("text", gettext("Your role does not allow this: ask the organizer."))
        return console
    command.carry_out(console.work, *named, **figures)
    is_about_player = isinstance(meaning, Presence | Dropping | Returning | ListOnPaper | Payment)
    return _back_at(console, place if is_about_player else None)


def _pressed(console: Console, button: str, place: RoundTable | None) -> Meaning | None:
    """What a button of the list says of a player: unlike what is typed, the same however it stands by then."""
    said_so, _, typed = button.partition(":")
    if said_so not in ("on", "off"):
        return None
    meaning = meaning_of(console.tournament, typed, event=console.id, at=place)
    if said_so == "off" and isinstance(meaning, Presence | ListOnPaper | Payment):
        return not_after_all(meaning)
    return meaning


def _asked_about(meaning: Switch) -> str:
    """What a question is about, as its form sends it back: `7`, `7=` or `7$`."""
    signs = {ListOnPaper: "=", Payment: "$"}
    return f"{meaning.player}{signs.get(type(meaning), '')}"


def _stood(console: Console, meaning: Switch) -> bool:
    """Whether it is so already, and was when the page was drawn: what was sent twice or late means the same twice."""
    try:
        return all(stands(state, meaning) for state in (console.tournament, console.work.seen()))
    except UnknownPlayer:  # registered since
        return False


def _asked(console: Console) -> tuple[str, str] | None:
    """What is so already, since when and by whom: only a second Enter says that it is not."""
    state, asked = console.tournament, request.args.get("asked", "")
    try:
        meaning = meaning_of(state, f"@{asked}", event=console.id)
    except ToolkitError:
        return None
    if not isinstance(meaning, Presence | ListOnPaper | Payment) or not stands(state, meaning):
        return None
    said_before = history.last_said(state, lambda fact: says_so(fact, meaning))
    figures = {
        "name": state.player(meaning.player).name,
        "by": said(author_name(said_before.by)) if said_before else "",
        "ago": _ago(said_before.at) if said_before else "",
    }
    if isinstance(meaning, ListOnPaper):
        text = gettext("%(name)s handed in a list already (%(by)s, %(ago)s). Enter again: not handed in.", **figures)
    elif isinstance(meaning, Payment):
        text = gettext("%(name)s has paid already (%(by)s, %(ago)s). Enter again: not paid.", **figures)
    else:
        text = gettext("%(name)s is here already (%(by)s, %(ago)s). Enter again: not here.", **figures)
    return asked, text


def _ago(at: datetime) -> str:
    minutes = int((current_context().now() - at).total_seconds()) // 60
    if minutes < 1:
        return gettext("just now")
    if minutes < _MINUTES_TOLD:
        return gettext("%(number)s min ago", number=minutes)
    return gettext("%(number)s h ago", number=minutes // 60)


def _press(console: Console, button: str) -> str | Console:
    name = "undo" if button == _UNDO else "open_check_in"
    if not access.may(command_named(name).action, console.id):
        console.typed.refuse("text", gettext("Your role does not allow this: ask the organizer."))
        return console
    if button == _UNDO:
        command_named(name).carry_out(console.work, entries=[], reason="")
        return _back(console)
    command_named(name).carry_out(console.work)
    # Now it is those who are not here yet who are looked for.
    return _back(console, show="away")


def _welcome(console: Console, name: str) -> str | Console:
    """Register somebody who came late, and seat them in the next round."""
    if not console.may("players_add"):
        console.typed.refuse("text", gettext("Your role does not allow this: ask the organizer."))
        return console
    seatings.add_to_next_round(console.work, Registration(name=name))
    return _back(console)


def _back(console: Console, **at: object) -> str:
    """The desk again, as it was sorted."""
    kept = {name: request.form[name] for name in ("show", "sort") if request.form.get(name)}
    return console.url("desk", **{**kept, **at})


def _back_at(console: Console, place: RoundTable | None) -> str:
    return _back(console, round=place.round, table=place.table) if place else _back(console)


def _order(meaning: Meaning) -> tuple[str, tuple[int, ...], Mapping[str, object]]:
    """The command that does it, what its address names, and what is sent with it."""
    match meaning:
        case Presence(player=player, is_here=is_here):
            return "check_in" if is_here else "check_out", (), {"players": [player]}
        case Dropping(player=player):
            return "drop_player", (player,), {}
        case Returning(player=player):
            return "return_player", (player,), {}
        case ListOnPaper(player=player, deck_round=deck_round, is_here=is_here):
            return "take_paper_list", (player,), {"deck_round": deck_round, "is_here": is_here}
        case Payment(player=player, is_paid=is_paid):
            status = FeeStatus.PAID if is_paid else FeeStatus.UNPAID
            return "mark_fees", (), {"players": [player], "status": status.value}
        case ResultLine(place=place, victory_points=points):
            written = [render_victory_points(one) for one in points]
            return "enter_result", (place.round, place.table), {"victory_points": written}
        case TypedResult(place=place, events=events):
            return "enter_result", (place.round, place.table), {"events": events}
    raise AssertionError(meaning)


def _removes(meaning: Meaning) -> bool:
    return isinstance(meaning, TypedResult) and removes(meaning.events)


def _newcomer(console: Console, place: RoundTable | None) -> str:
    """The name that was typed and that nobody has, as long as somebody can still come in; else nothing."""
    state, text = console.tournament, " ".join(console.typed.values.get("text", "").split())[:100]
    is_between = checkin.is_taken(state) or state.current_round is None
    if not (is_between and _has_further_round(state) and console.may("players_add")):
        return ""
    if not any(map(str.isalpha, text)) or any(map(str.isdigit, text)) or text[0] in SIGNS or text[-1] in SIGNS:
        return ""
    try:
        meaning_of(state, text, event=console.id, at=place, words=_words())
    except ToolkitError as error:
        return text if error.code == "unknown_player" else ""
    return ""


def _late(state: State, name: str) -> DeskOffer | None:
    """One press for who comes late, once the event has begun: added, and in the next round."""
    number = next_round_number(state)
    text = gettext("Add %(name)s to round %(number)s", name=name, number=number)
    return DeskOffer(text=text, take=f"{_NEW}{name}") if number > 1 else None


def _offers(console: Console, place: RoundTable | None) -> list[DeskOffer]:
    """What may have been meant: one of several players, or a line that a game can end with."""
    state, form = console.tournament, console.typed
    text = form.values.get("take") or form.values.get("text", "")
    try:
        meaning = meaning_of(state, text, event=console.id, at=place, words=_words())
    except Unclear as error:
        sign = text.strip()[-1:] if text.strip()[-1:] in SIGNS else ""
        return [DeskOffer(text=player.name, take=f"@{player.number}{sign}") for player in error.players]
    except ToolkitError:
        return []
    if isinstance(meaning, Presence):
        player = state.player(meaning.player)
        return [] if player.is_active else [DeskOffer(text=gettext("Back again"), take=f"@{player.number}+")]
    if not isinstance(meaning, ResultLine):
        return []
    round_, table = state.round(meaning.place.round), meaning.place.table
    mends = offers(state, round_, table, [render_victory_points(points) for points in meaning.victory_points])
    name = table if round_.number == FINAL or meaning.place == place else state.settings.table_name(table)
    before = "" if meaning.place == place else f"{name} "
    return [
        DeskOffer(
            text=gettext("It was so: %(story)s", story=mend.text) if mend.events else mend.text,
            take=before + (mend.events or " ".join(mend.points)),
        )
        for mend in mends
    ]
