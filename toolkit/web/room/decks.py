"""A player's decks: checked by the event's rule set as of its date, handed in until the round begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Response, abort, redirect, request
from flask_babel import gettext
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
from toolkit.tournament import Tournament, decks
from toolkit.tournament.decks import LONGEST_LIST
from toolkit.tournament.errors import BadValue
from toolkit.tournament.players import change_player
from toolkit.tournament.staggered import rounds_of
from toolkit.tournament.standings import winner
from toolkit.tournament.state import Player, SubmittedDeck
from toolkit.web.base.access import link_key
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import day_words, translated
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
    at = visit(id, player_view(who))
    if not (decks.has_own_page(at.tournament, who) or at.tournament.player(who).decks):
        abort(404)
    return _page(at, who)


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


@dataclass(frozen=True)
class OwnDeckPage:
    """A deck of a player, and what is said of it.

    Attributes:
        round_number: the round of the list, where each has a list of its own.
        asks: whether the list was to be handed in, and is asked about first.
    """

    at: Visit
    who: int
    round_number: int | None
    asks: bool

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @property
    def player(self) -> Player:
        """The player whose list it is."""
        return self._state.player(self.who)

    @property
    def own_page(self) -> str:
        """The address of the player's own page."""
        return links.player_path(self.at.id, self.who, link_key(self.at.id))

    @property
    def rounds(self) -> Sequence[int]:
        """The rounds that have a list of their own."""
        return rounds_of(self._state, self.who) if self._state.settings.is_multideck else ()

    @property
    def deck(self) -> SubmittedDeck | None:
        """The list that was handed in."""
        return self.player.decks.get(self.round_number or decks.ALL_ROUNDS)

    @cached_property
    def is_locked(self) -> bool:
        """Whether the list can be changed no more."""
        return decks.is_deck_locked(self._state, self.round_number, self.who)

    @property
    def _typed(self) -> str:
        return str(self.at.typed.values.get("text", ""))

    @property
    def _is_tried(self) -> bool:
        return bool(self._typed.strip()) and not self.at.typed.errors

    @property
    def kept(self) -> ShownVerdict | None:
        """The verdict on the list that was handed in."""
        if (deck := self.deck) is None:
            return None
        return _verdict(self.at, self.who, deck.text, deck, is_open=not (self.is_locked or self._typed))

    @property
    def tried(self) -> ShownVerdict | None:
        """The verdict on a list that is only checked."""
        return _verdict(self.at, self.who, self._typed, is_open=not self.is_locked) if self._is_tried else None

    @property
    def before(self) -> str:
        """The list before a repair, which can be undone."""
        return self.at.typed.values.get("before", "") if self._is_tried and is_edit(request.form) else ""

    @property
    def changes(self) -> Sequence[str]:
        """The changes of that repair."""
        return list(changes_since(self.before, read(self._typed, card_data()).deck))

    @property
    def text(self) -> str:
        """The text in the form."""
        return self._typed or (self.deck.text if self.deck else "")

    @property
    def rule_set(self) -> LazyString:
        """The rule set of the event."""
        return RULE_SETS[self._state.settings.rule_set]

    @property
    def day(self) -> str:
        """The day as of which lists are judged."""
        return day_words(terms_of(self._state.settings, today=current_context().now().date()).on)

    @property
    def is_winner(self) -> bool:
        """Whether the player has won the event."""
        return winner(self._state) == self.who


def _page(at: Visit, who: int, status: int = 200, *, asks: bool = False) -> Response:
    at.here = f"{links.player_path(at.id, who, link_key(at.id))}/deck"
    page = OwnDeckPage(at, who, _asked_round(at, who), asks)
    return at.answer("room/deck.html", page, status, is_secret=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownVerdict:
    """The check's answer on a list; `notes` adds those of a limited event: recursions, no pool.

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
    """The check's answer, each problem with its rule and its repair; of a list handed in, the answer of then.

    With the buttons of the repair where the form is open (`is_open`) and holds that list.
    """
    report = report_of(at.tournament, who, text, card_data(), today=current_context().now().date())
    problems = [
        ProblemLine(
            text=translated(problem.message),
            line=problem.line,
            rule=problem.rule,
            fix=translated(problem.fix or ""),
            is_error=problem.severity == "error",
        )
        for problem in report.problems
    ]
    notes = [translated(note) for note in report.notes] if at.tournament.limited.plan is not None else []
    then = handed_in.verdict if handed_in is not None else None
    if then is not None and tuple(problem.message for problem in report.problems) != then.problems + then.advice:
        problem_lines = [
            ProblemLine(text=translated(text), line=None, rule=None, fix="", is_error=is_error)
            for texts, is_error in ((then.problems, True), (then.advice, False))
            for text in texts
        ]
        return ShownVerdict(is_legal=then.is_legal, problems=problem_lines, name=then.deck_name, notes=notes)
    unread = unread_count(report.reading)
    return ShownVerdict(
        is_legal=report.legal,
        problems=problems,
        name=report.reading.deck.name,
        notes=notes,
        faults=list_faults(report, text) if is_open and problems else None,
        unread=translated(unread) if unread else "",
        unread_lines=ignored_lines(report.reading.unread),
    )
