"""A player's decks: checked by the event's rule set as of its date, handed in until the round begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Response, abort, redirect, request
from flask_babel import format_date, gettext
from flask_babel.speaklater import LazyString
from werkzeug.wrappers import Response as AnyResponse

from toolkit.decks import read
from toolkit.decks.editing import readable_text
from toolkit.decks.figures import unread_count
from toolkit.errors import ToolkitError
from toolkit.languages import Message
from toolkit.services.decks import fetch
from toolkit.services.decks.decks import text_of
from toolkit.services.events import decks as tournament_decks
from toolkit.services.events.decks import report_of, terms_for, terms_of
from toolkit.services.kernel import links
from toolkit.services.kernel.versions import player_view
from toolkit.tournament import decks
from toolkit.tournament.decks import LONGEST_LIST
from toolkit.tournament.errors import BadValue
from toolkit.tournament.players import change_player
from toolkit.tournament.staggered import rounds_of
from toolkit.tournament.standings import winner
from toolkit.tournament.state import Player, SubmittedDeck
from toolkit.web.base.access import link_key
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import said
from toolkit.web.base.security import limit_body
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.decks.edits import edited, is_edit
from toolkit.web.decks.view import ListFaults, changes_since, ignored_lines, list_faults
from toolkit.web.events.words import RULE_SETS
from toolkit.web.room.visit import Visit, blueprint, opened_player, visit

_OWN = "/<id>/players/<number>/<token>/deck"
# A text and a file, each of the longest list in letters of four bytes, and the frame around them.
_LARGEST = 9 * LONGEST_LIST


@blueprint.get(_OWN)
def deck(id: str, number: str, token: str) -> Response:
    """The list that was handed in, what the check says of it, and the form for another."""
    who = opened_player(id, number, token)
    return _page(visit(id, player_view(who)), who)


@blueprint.post(_OWN)
def hand_in(id: str, number: str, token: str) -> AnyResponse:
    """Check a list, and hand it in unless it was only to be checked; or note whether it may go into the archive."""
    limit_body(_LARGEST)
    who = opened_player(id, number, token)
    at = visit(id)
    typed = at.typed = Typed(form="deck", values=dict(request.form.items()))
    name = at.tournament.player(who).name
    try:
        if "agrees_to_archive" in request.form:
            answer = {"yes": True, "no": False}.get(typed.values["agrees_to_archive"])
            if answer is None:
                raise BadValue(Message("Yes or no: may the list go into the archive?"), code="no_such_choice")
            at.work(name).change(change_player, who, agrees_to_archive=answer)
            return redirect(_address(at, who), 303)
        if is_edit(request.form):
            return _mended(at, who)
        text = typed.values["text"] = _sent_text(typed)
        typed.values["url"] = ""  # what it led to stands in the box, where it is mended
        if not text.strip():
            typed.refuse("text", gettext("Give a decklist."))
        elif "check" not in request.form and _must_ask(at, who, text):
            return _page(at, who, 422, asks=True)
        elif "check" not in request.form:
            tournament_decks.submit_deck(at.work(name), who, text, card_data(), deck_round=_asked_round(at, who))
            return redirect(_address(at, who), 303)
    except ToolkitError as error:
        return _page(at, who, at.refuse(error, "text" if error.code in ("bad_list", "bad_link") else ""))
    return _page(at, who, 422 if typed.errors else 200)


def _mended(at: Visit, who: int) -> Response:
    """The list as a button of its repair makes it, checked and not handed in."""
    if decks.is_deck_locked(at.tournament, _asked_round(at, who), who):
        return _page(at, who, 409)
    terms = terms_for(at.tournament, who, card_data(), today=current_context().now().date())
    changed = edited(request.form, terms, card_data())
    at.typed.values |= {"text": changed.text, "before": changed.before}
    return _page(at, who)


def _must_ask(at: Visit, who: int, text: str) -> bool:
    """Whether a list is shown with its faults before it is handed in: nobody could mend it afterwards."""
    is_last = decks.is_locked_at_once(at.tournament, _asked_round(at, who), who)
    return is_last and "anyway" not in request.form and not _verdict(at, who, text).is_legal


def _sent_text(typed: Typed) -> str:
    """The list: of the file, of the page that a link names, else as it was typed."""
    upload = request.files.get("file")
    link = typed.values.get("url", "").strip()
    if upload is not None and upload.filename:
        source = upload.stream.read()
        return text_of(source) or readable_text(read(source, card_data(), name=upload.filename[:200]))
    # What a site sends is for programs: it is kept as a list that people read.
    return readable_text(read(fetch.fetch_deck(link), card_data(), name=link)) if link else typed.values.get("text", "")


def _asked_round(at: Visit, who: int) -> int | None:
    if not at.tournament.settings.is_multideck:
        return None
    rounds = rounds_of(at.tournament, who)
    asked = request.values.get("round", "")
    number = links.positive(asked) if asked else next(iter(rounds), 0)
    if number not in rounds:
        abort(404)
    return number


def _address(at: Visit, who: int) -> str:
    number = _asked_round(at, who)
    return f"{links.player_path(at.id, who, link_key(at.id))}/deck" + (f"?round={number}" if number else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDeckPage:
    """A deck of a player, and what is said of it.

    Attributes:
        rounds: those that have a deck of their own.
        kept: what was said of the list handed in; `tried` of the one that is only checked.
        day: the day as of which lists are judged.
        before: the list before a repair, which can be undone; `changes` are what the repair did.
        asks: whether the list was to be handed in, and is asked about first.
    """

    player: Player
    own_page: str
    round_number: int | None
    rounds: Sequence[int]
    deck: SubmittedDeck | None
    is_locked: bool
    kept: ShownVerdict | None
    tried: ShownVerdict | None
    text: str
    before: str
    changes: Sequence[str]
    rule_set: LazyString
    day: str
    asks: bool
    is_winner: bool


def _page(at: Visit, who: int, status: int = 200, *, asks: bool = False) -> Response:
    state, number = at.tournament, _asked_round(at, who)
    known = state.player(who)
    at.here = f"{links.player_path(at.id, who, link_key(at.id))}/deck"
    handed_in = known.decks.get(number or decks.ALL_ROUNDS)
    typed = at.typed.values.get("text", "")
    is_tried = bool(typed.strip()) and not at.typed.errors
    is_locked = decks.is_deck_locked(state, number, who)
    before = at.typed.values.get("before", "") if is_tried and is_edit(request.form) else ""
    page = OwnDeckPage(
        player=known,
        own_page=links.player_path(at.id, who, link_key(at.id)),
        round_number=number,
        rounds=rounds_of(state, who) if state.settings.is_multideck else (),
        deck=handed_in,
        is_locked=is_locked,
        kept=_verdict(at, who, handed_in.text, handed_in, is_open=not (is_locked or typed)) if handed_in else None,
        tried=_verdict(at, who, typed, is_open=not is_locked) if is_tried else None,
        before=before,
        changes=list(changes_since(before, read(typed, card_data()).deck)),
        text=typed or (handed_in.text if handed_in else ""),
        rule_set=RULE_SETS[state.settings.rule_set],
        day=format_date(terms_of(state.settings, today=current_context().now().date()).on, "long"),
        asks=asks,
        is_winner=winner(state) == who,
    )
    return at.answer("room/deck.html", page, status, is_secret=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownVerdict:
    """What the check says of a list; `notes` what a limited event adds: recursions, no pool.

    Attributes:
        faults: the problems on their lines with the buttons of the repair, where the list stands in the form.
        unread: how many lines among the cards were passed over, or ""; `unread_lines` are their number, text and kind.
    """

    is_legal: bool
    problems: list[ProblemLine]
    name: str
    notes: list[str]
    faults: ListFaults | None = None
    unread: str = ""
    unread_lines: Sequence[tuple[int, str, str]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemLine:
    """A problem of a list, with its line, its rule and its repair."""

    text: str
    line: int | None
    rule: str | None
    fix: str
    is_error: bool


def _verdict(
    at: Visit, who: int, text: str, handed_in: SubmittedDeck | None = None, *, is_open: bool = False
) -> ShownVerdict:
    """What the check says, each problem with its rule and its repair; of a list handed in, what it said then.

    With the buttons of the repair where the form is open (`is_open`) and holds that list.
    """
    report = report_of(at.tournament, who, text, card_data(), today=current_context().now().date())
    found = [
        ProblemLine(
            text=said(problem.message),
            line=problem.line,
            rule=problem.rule,
            fix=said(problem.fix or ""),
            is_error=problem.severity == "error",
        )
        for problem in report.problems
    ]
    notes = [said(note) for note in report.notes] if at.tournament.limited.plan is not None else []
    if handed_in is not None and tuple(problem.message for problem in report.problems) != handed_in.verdict.problems:
        then = handed_in.verdict
        told = [ProblemLine(text=said(text), line=None, rule=None, fix="", is_error=True) for text in then.problems]
        return ShownVerdict(is_legal=then.is_legal, problems=told, name=then.deck_name, notes=notes)
    unread = unread_count(report.reading)
    return ShownVerdict(
        is_legal=report.legal,
        problems=found,
        name=report.reading.deck.name,
        notes=notes,
        faults=replace(list_faults(report, text), notes=()) if is_open and found else None,
        unread=said(unread) if unread else "",
        unread_lines=ignored_lines(report.reading.unread),
    )
