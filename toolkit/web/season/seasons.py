"""`/leagues`, `/ratings` and `/persons`: what lies over single events, for everybody and for who keeps it."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext, ngettext
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import Invalid, NotFound, ToolkitError
from toolkit.exchange.result_text import Dialect
from toolkit.languages import Message, say, words_of
from toolkit.languages.days import no_day, read_day
from toolkit.season import league_log
from toolkit.season.events import RatingList, SeasonEvent, SeasonResult
from toolkit.season.league_log import League
from toolkit.season.leagues import (
    LeagueEvent,
    LeagueLine,
    LeagueResult,
    LeagueTable,
    LeagueWarning,
    Position,
    points_after,
    position_of,
)
from toolkit.season.ratings import CONTRADICTIONS, Rated, RatingTable
from toolkit.season.rules import (
    PRESETS,
    PointsBy,
    changed_rules,
    figure,
    number_json,
    parse_values,
    parse_weight,
    rules_in_words,
    rules_json,
)
from toolkit.season.views import league_csv, league_json, league_text, rating_csv
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Action
from toolkit.services.season import leagues
from toolkit.services.season.events import Running, asked_since
from toolkit.services.season.person_codes import PersonCodes, person_path
from toolkit.services.season.persons import Forgotten, PersonView, forget_person, history_of
from toolkit.services.season.work import LeagueWork
from toolkit.sheets.event import league_sheet
from toolkit.sheets.model import LeagueRow, Paper, PrintedEvent
from toolkit.web.base import access, plots
from toolkit.web.base.errors import status_of
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import day_words, language, linked, translated
from toolkit.web.base.security import form_key
from toolkit.web.base.shell import values_of, wants_fragment
from toolkit.web.base.stores import current_context
from toolkit.web.season import league_rules
from toolkit.web.season.league_rules import KindRules, RuleField
from toolkit.web.serving.caching import mark_version, stop_if_unchanged
from toolkit.web.serving.workers import carried_out

blueprint = Blueprint("seasons", __name__)

_MOST_CHOICES = 500
_RACERS = 6


# Leagues for everybody


@dataclass(frozen=True)
class LeaguesPage:
    """Every league, and for everybody who may make one the form."""

    typed: Typed

    @property
    def leagues(self) -> list[leagues.ListedLeague]:
        """Every league of this server."""
        return leagues.list_leagues(current_context())

    @property
    def presets(self) -> list[tuple[str, str]]:
        """The rules that a league can begin with, by key and name."""
        names = {"rtp": PointsBy.RTP, "score": PointsBy.SCORE, "grand-prix": PointsBy.PLACE}
        return [(preset, str(league_rules.POINTS[points])) for preset, points in names.items()]

    @property
    def example(self) -> tuple[str, list[str]]:
        """The first preset where there is no league to look at: its name, its rules in words."""
        key, name = self.presets[0]
        return name, [] if self.leagues else [translated(rule) for rule in rules_in_words(PRESETS[key])]


@blueprint.get("/leagues")
def all_leagues() -> Response:
    """Every league of this server."""
    return _leagues(Typed())


@blueprint.post("/leagues")
def create() -> AnyResponse:
    """A new league."""
    access.count_new_event()
    typed = Typed(form="new", values=dict(request.form.items()))
    try:
        rules = PRESETS.get(request.form.get("preset", ""), PRESETS["rtp"])
        name, by = request.form.get("name", ""), access.author_of_new()
        id = leagues.new_league(current_context(), name, rules, by=by, key=form_key())
        access.own(id)
    except ToolkitError as error:
        typed.refused(error, "name")
        return _leagues(typed, 422)
    return redirect(url_for("seasons.edit", id=id), 303)


def _leagues(typed: Typed, status: int = 200) -> Response:
    return make_response(render_template("seasons/leagues.html", **values_of(LeaguesPage(typed))), status)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCell:
    """A result in a row; `counts` false for one that is struck through, "" for no result; `url` of its event."""

    text: str
    counts: bool
    title: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    """A row of a league's table; `url` says what its figures are made of, `page` is the code of the person's page."""

    line: LeagueLine
    url: str
    page: str
    score: str
    victory_points: str
    missing: str
    cells: list[ShownCell]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEvent:
    """An event of a league: its number, the factor of its points ("" for 1), and why it does not count."""

    event: SeasonEvent
    number: int
    why: str
    url: str
    weight: str = ""


@dataclass(frozen=True)
class LeaguePage:
    """A league for everybody; `refusal` says why there is no table."""

    id: str
    known: League
    table: LeagueTable | None
    error: ToolkitError | None

    @cached_property
    def version(self) -> str:
        """The version that an open page compares."""
        return leagues.version_of(current_context(), self.id)

    @property
    def is_live(self) -> bool:
        """Whether an event of the table is played now."""
        return self.table is not None and any(row.event.is_running for row in self.table.events)

    @property
    def name(self) -> str:
        """Its name."""
        return self.known.name

    @property
    def rules(self) -> list[str]:
        """Its rules in words."""
        return [translated(rule) for rule in rules_in_words(self.known.all_rules)]

    @property
    def events(self) -> list[ShownEvent]:
        """Its events, in order."""
        return _events(self.table) if self.table else []

    @property
    def lines(self) -> list[ShownLine]:
        """The rows of the table."""
        return list(_lines(self.id, self.table, self.table.lines, self._codes, first=1)) if self.table else []

    @property
    def below(self) -> list[ShownLine]:
        """The rows of people with too few events for a rank."""
        if self.table is None:
            return []
        first = len(self.table.lines) + 1
        return list(_lines(self.id, self.table, self.table.below_minimum, self._codes, first=first))

    @cached_property
    def _codes(self) -> PersonCodes:
        return PersonCodes.of_store(current_context())

    @property
    def with_points(self) -> bool:
        """Whether anybody has points."""
        return self.table is not None and any(line.points is not None for line in self.table.lines)

    @property
    def races(self) -> list[tuple[str, plots.Race]]:
        """The drawing of the race, one for a phone and one for wider screens, each with its class."""
        return _races(self.table) if self.table else []

    @property
    def address(self) -> str:
        """The address of this page for others."""
        return url_for("seasons.league", id=self.id, _external=True)

    @property
    def refusal(self) -> str:
        """The reason why there is no table."""
        return "" if self.error is None else translated(self.error.message)

    @cached_property
    def may_edit(self) -> bool:
        """Whether the reader keeps the league."""
        return access.may(Action.RUN, self.id)

    @property
    def warnings(self) -> list[Markup]:
        """The sentences that the keeper of the league should read."""
        return _warnings(self.id, self.known, self.table, None) if self.may_edit else []


@blueprint.get("/leagues/<id>")
def league(id: str) -> Response:
    """The table of a league, every result by event, its rules in words; it follows an event that is played."""
    league = leagues.look(current_context(), id)
    stop_if_unchanged(partial(leagues.version_of, current_context(), id))
    page = LeaguePage(id, league, *leagues.table_or_none(current_context(), id, running=running_seen(id, league)))
    answer = make_response(render_template("seasons/league.html", **values_of(page)))
    return mark_version(answer, page.version if wants_fragment() else "")


def is_official(id: str, league: League) -> bool:
    """Whether the asker keeps the league and is an official of each of its events."""
    events = leagues.all_events(current_context(), id, league)
    return access.may(Action.RUN, id) and all(access.may(Action.OFFICIATE, event) for event in events)


def sees_numbers(id: str, league: League) -> bool:
    """Whether the asker sees the league's VEKN numbers: the administrator, and officials of events that all count."""
    if not is_official(id, league):
        return False
    context = current_context()
    return access.may_administer() or leagues.all_count(context, leagues.all_events(context, id, league))


def table_for_asker(id: str, league: League, running: Running) -> LeagueTable:
    """The league's table; who is one person on the whole server is in its rules for the administrator alone.

    Raises:
        NoEvent, NotFinished, TwoVersions: there is none (`leagues.table_of`).
    """
    table = leagues.table_of(current_context(), id, running=running)
    if access.may_administer():
        return table
    return replace(table, rules=replace(table.rules, same_person=league.all_rules.same_person))


def running_seen(id: str, league: League) -> Running:
    """How far the asker sees the events of a league that are not over."""
    return Running.COUNTED if is_official(id, league) else Running.PUBLIC


def _events(table: LeagueTable) -> list[ShownEvent]:
    return [
        ShownEvent(
            event=row.event,
            number=row.number,
            why=_why_not(row),
            url=event_page(row.event),
            weight="" if row.weight == 1 else translated(figure(row.weight)),
        )
        for row in table.events
    ]


def _why_not(row: LeagueEvent) -> str:
    if row.why_not:
        return translated(row.why_not.sentence)
    return gettext("Not finished.") if row.event.is_running else ""


def _lines(
    id: str, table: LeagueTable, lines: Sequence[LeagueLine], codes: PersonCodes, *, first: int
) -> Iterator[ShownLine]:
    """Rows whose pages are numbered from `first`."""
    # An address is made once for a column, and the words of a place once for a table.
    columns = [(row.number, event_page(row.event)) for row in table.events]
    page, place_words = url_for("seasons.league", id=id), cache(_place_words)
    for at, line in enumerate(lines, start=first):
        by_event = {result.event: result for result in line.results}
        cells = [_cell(by_event.get(number), event, place_words) for number, event in columns]
        yield _line(table, line, cells, f"{page}/lines/{at}", codes)


def _line(table: LeagueTable, line: LeagueLine, cells: list[ShownCell], url: str, codes: PersonCodes) -> ShownLine:
    missing = table.rules.minimum_events - line.events
    return ShownLine(
        line=line,
        url=url,
        page=_code_of(table, line, codes),
        score="" if line.points is None else translated(figure(line.points)),
        victory_points=words_of(language()).halves(line.victory_points),
        missing=gettext("%(num)d more needed", num=missing) if line.rank is None and missing > 0 else "",
        cells=cells,
    )


def _code_of(table: LeagueTable, line: LeagueLine, codes: PersonCodes) -> str:
    """The code of the page of a line's person; "" without one."""
    latest = line.results[-1] if line.results else None
    return codes.of_result(table.events[latest.event - 1].event, latest.source) if latest else ""


def _addresses(table: LeagueTable | None = None) -> Callable[[object], str]:
    """The address of what a sentence names: an event, the player of a result, a person of the table or their key."""
    codes = PersonCodes.of_store(current_context())
    lines = (*table.lines, *table.below_minimum) if table else ()

    def address(named: object) -> str:
        match named:
            case SeasonEvent():
                return event_page(named)
            case (str() as id, bool() as is_results_only):
                return _public_page(id, is_results_only=is_results_only)
            case (SeasonEvent() as event, SeasonResult() as result):
                return person_path(codes.of_result(event, result))
        line = next((line for line in lines if line.person == named or named in line.person.keys), None)
        if table is not None and line is not None:
            return person_path(_code_of(table, line, codes))
        is_key = isinstance(named, str) and access.may_administer()
        return url_for("seasons.find_person", key=named) if is_key else ""

    return address


def _place_words(place: int) -> str:
    return gettext("place %(number)s", number=place)


def _cell(result: LeagueResult | None, url: str, place_words: Callable[[int], str]) -> ShownCell:
    if result is None:
        return ShownCell(text="", counts=True, title="")
    if result.is_disqualified:
        return ShownCell(text=gettext("DQ"), counts=False, title=gettext("disqualified"), url=url)
    place = place_words(result.place) if result.place else ""
    text = translated(figure(result.points)) if result.points is not None else str(result.place or "")
    return ShownCell(text=text, counts=result.counts, title=place, url=url)


def _races(table: LeagueTable) -> list[tuple[str, plots.Race]]:
    """The points of the first few after each event, as the best so far add up."""
    codes = PersonCodes.of_store(current_context())
    racers = [line for line in table.lines[:_RACERS] if line.points is not None]
    numbers = [event.number for event in table.events if event.why_not is None]
    if not racers or len(numbers) < 2:
        return []
    runs = [
        plots.Racer(
            line.person.name,
            person_path(_code_of(table, line, codes)),
            [float(points_after(table, line, number)) for number in numbers],
        )
        for line in racers
    ]
    title, steps = gettext("The race"), [str(number) for number in numbers]
    return [("wide", plots.race(title, runs, steps)), ("slim", plots.race(title, runs, steps, is_slim=True))]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePart:
    """A result that a line is made of: its event, and what it gives."""

    result: LeagueResult
    column: ShownEvent
    cell: ShownCell
    place: str
    victory_points: str


@dataclass(frozen=True)
class LeagueLinePage:
    """The results that a line of a league's table is made of."""

    id: str
    league: League
    table: LeagueTable
    line: LeagueLine

    @property
    def name(self) -> str:
        """The player's name."""
        return self.line.person.name

    @property
    def title(self) -> str:
        """The name of the league."""
        return self.league.name

    @property
    def parts(self) -> list[LinePart]:
        """The results, in the order of the events."""
        events = {event.number: event for event in _events(self.table)}
        return [
            LinePart(
                result=result,
                column=events[result.event],
                cell=_cell(result, events[result.event].url, _place_words),
                place=str(result.place or ""),
                victory_points=words_of(language()).halves(result.victory_points),
            )
            for result in self.line.results
        ]

    @property
    def additions(self) -> list[tuple[str, str]]:
        """The points beside those of results: for what, and how many."""
        rules, line = self.table.rules, self.line
        if line.points is None:
            return []
        organized = len(line.organized)
        counted = [
            (ngettext("%(num)d event played", "%(num)d events played", line.events), rules.attendance * line.events),
            (ngettext("%(num)d event organized", "%(num)d events organized", organized), rules.organizing * organized),
        ]
        return [(words, translated(figure(points))) for words, points in counted if points]

    @property
    def total(self) -> ShownLine:
        """The line itself."""
        return _line(self.table, self.line, [], "", PersonCodes.of_store(current_context()))


@blueprint.get("/leagues/<id>/lines/<int:number>")
def league_line(id: str, number: int) -> str:
    """The results of a line of a league's table; lines are numbered from 1, those without a rank last."""
    league = leagues.look(current_context(), id)
    table = table_for_asker(id, league, running_seen(id, league))
    lines = [*table.lines, *table.below_minimum]
    if not 0 < number <= len(lines):
        abort(404)
    page = LeagueLinePage(id, league, table, lines[number - 1])
    return render_template("seasons/line.html", **values_of(page))


_FORMS = {"pdf": "application/pdf", "csv": "text/csv", "json": "application/json", "txt": "text/plain"}


@blueprint.get("/leagues/<id>/standings.<form>")
def league_file(id: str, form: str) -> Response:
    """The table as a file: CSV, JSON, or text for chats (`?dialect=discord`)."""
    if form not in _FORMS:
        abort(404)
    context = current_context()
    league = leagues.look(context, id)
    table = table_for_asker(id, league, running_seen(id, league))
    if form == "pdf":
        return _printed(league.name, table)
    with_numbers = sees_numbers(id, league)
    if form == "csv":
        text = league_csv(table, with_numbers=with_numbers)
    elif form == "json":
        text = league_json(table, name=league.name, with_numbers=with_numbers)
    else:
        asked = request.args.get("dialect", "plain")
        dialect = Dialect(asked) if asked in list(Dialect) else Dialect.PLAIN
        address = url_for("seasons.league", id=id, _external=True)
        text = league_text(table, dialect, words_of(language()), name=league.name, url=address)
    answer = make_response(text)
    answer.mimetype = _FORMS[form]
    answer.headers["Content-Disposition"] = f'{"inline" if form == "txt" else "attachment"}; filename="league.{form}"'
    return answer


def _printed(name: str, table: LeagueTable) -> Response:
    """The standings on paper."""
    words = words_of(language())
    rows = [
        LeagueRow(
            rank=line.rank,
            name=line.person.name,
            points="" if line.points is None else say(figure(line.points), words),
            game_wins=line.game_wins,
            victory_points=line.victory_points,
            tournament_points=line.tournament_points,
            events=line.events,
        )
        for line in (*table.lines, *table.below_minimum)
    ]
    last = max((row.event.date for row in table.events if row.event.date), default=None)
    rules = [say(rule, words) for rule in rules_in_words(table.rules)]
    sheet = league_sheet(PrintedEvent(name=name, day=last), rows, rules, words)
    # The typesetter is loaded only when there is something to set.
    from toolkit.sheets.pdf import render

    pdf = carried_out(render, sheet, Paper.A4)
    answer = Response(pdf.content, mimetype="application/pdf")
    answer.headers["Content-Disposition"] = 'inline; filename="league.pdf"'
    return answer


# Leagues for who keeps them


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLogLine:
    """A line of a league's log; `can_undo` for one that can be taken back or count again."""

    number: int
    sentence: Markup
    by: str
    is_undone: bool
    can_undo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenEvent:
    """An event of a league: `weight` as typed, "" for that of its kind; `is_taken` by the rules."""

    event: leagues.EventChoice
    url: str
    weight: float | str
    is_taken: bool


@dataclass(frozen=True)
class EditPage:
    """The page for changing a league."""

    id: str
    typed: Typed

    @cached_property
    def _league(self) -> League:
        return leagues.look(current_context(), self.id)

    @property
    def name(self) -> str:
        """Its name."""
        return self._league.name

    @property
    def rules_text(self) -> str:
        """Its rules as JSON."""
        return json.dumps(rules_json(self._league.rules), ensure_ascii=False, indent=1)

    @property
    def rules(self) -> list[str]:
        """Its rules in words."""
        return [translated(rule) for rule in rules_in_words(self._league.all_rules)]

    @property
    def rule_fields(self) -> Sequence[Sequence[RuleField]]:
        """The fields of its rules, a line of fields beside each other."""
        return league_rules.FIELDS

    @property
    def takes(self) -> RuleField:
        """The field of the rule by which it takes events."""
        return league_rules.TAKES

    @cached_property
    def rule_values(self) -> Mapping[str, object]:
        """The value of each field, as typed."""
        return league_rules.values_of_fields(self._league.rules)

    @property
    def kinds(self) -> Sequence[KindRules]:
        """The kinds of event with what the rules say of each."""
        return league_rules.kind_lines(self._league.rules, self.typed)

    @property
    def kind_errors(self) -> list[str]:
        """The refusals of rules by kind of event."""
        errors = self.typed.errors if self.typed.form == "set" else {}
        return [sentence for name in ("kinds", *league_rules.BY_KIND) for sentence in errors.get(name, ())]

    @property
    def kinds_are_set(self) -> bool:
        """Whether a rule depends on the kind of event."""
        rules = self._league.rules
        return bool(rules.kinds or rules.best_of or rules.weights)

    @cached_property
    def mine(self) -> list[ChosenEvent]:
        """Its events, the latest first."""
        weights = self._league.weights if self.has_points else {}
        return [
            ChosenEvent(
                event=event,
                url=_public_page(event.id, is_results_only=event.is_results_only) if event.day or event.players else "",
                weight=number_json(weights[event.id]) if event.id in weights else "",
                is_taken=event.id not in self._league.events,
            )
            for event in leagues.chosen_events(current_context(), self.id, self._league)
        ]

    @property
    def is_without_match(self) -> bool:
        """Whether it takes events by a name that none of its events has."""
        rules = self._league.rules
        return rules.takes != "" and not any(rules.takes_name(chosen.event.name) for chosen in self.mine)

    @property
    def has_points(self) -> bool:
        """Whether a weight would multiply anything."""
        return self._league.rules.points is not PointsBy.SCORE

    @cached_property
    def others(self) -> list[leagues.EventChoice]:
        """The events that can be added, the latest first."""
        is_own = partial(access.may, Action.RUN)
        return leagues.event_choices(current_context(), self.id, self._league, is_own=is_own)[:_MOST_CHOICES]

    @cached_property
    def _table(self) -> tuple[LeagueTable | None, ToolkitError | None]:
        return leagues.table_or_none(current_context(), self.id, running=running_seen(self.id, self._league))

    @property
    def log(self) -> list[LeagueLogLine]:
        """Its log, newest first."""
        return _log_lines(self._league, self._table[0])

    @property
    def warnings(self) -> list[Markup]:
        """The sentences that its keeper should read."""
        return _warnings(self.id, self._league, *self._table)


@blueprint.get("/leagues/<id>/edit")
def edit(id: str) -> Response:
    """The events and rules of a league, its merges and its log."""
    return _edit(id, Typed())


@blueprint.post("/leagues/<id>/edit")
def change(id: str) -> AnyResponse:
    """One change of a league: what the button says."""
    typed, status = carry_out(_CHANGES, id, beside=_BESIDE)
    if status != 303:
        return _edit(id, typed, status)
    if typed.form == "delete":
        return redirect(url_for("seasons.all_leagues"), 303)
    return redirect(url_for("seasons.edit", id=id), 303)


def carry_out(
    changes: Mapping[str, Callable[[str, str], None]], id: str, *, beside: Mapping[str, str | None]
) -> tuple[Typed, int]:
    """The form whose change of a log was carried out, with status 303, or refused, with that of the refusal.

    Args:
        changes: each takes the log's id and the author, and has the name of its button.
        id: the log's.
        beside: the fields beside which refusals stand, by button; None for the field of the rule that is wrong.

    Raises:
        NotFound: there is no such log.
    """
    todo = request.form.get("do", "")
    typed = Typed(form=todo, values=dict(request.form.items()))
    if todo not in changes:
        abort(422)
    try:
        changes[todo](id, access.author(id))
    except NotFound:
        raise
    except ToolkitError as error:
        field = beside.get(todo, "")
        typed.refused(error, league_rules.field_of(error) if field is None else field)
        return typed, status_of(error)
    return typed, 303


def _set_json(id: str, by: str) -> None:
    values = parse_values(request.form.get("rules", "{}"))
    leagues.set_some_rules(current_context(), id, values, by=by, name=request.form.get("name"))


def _set_form(id: str, by: str) -> None:
    rules = leagues.look(current_context(), id).rules
    changed = changed_rules(rules, league_rules.sent_rules(request.form, rules))
    leagues.set_rules(current_context(), id, changed, by=by, name=request.form.get("name"))


def _weigh(id: str, by: str) -> None:
    weights = {
        name.removeprefix("weight-"): parse_weight(typed)
        for name, typed in request.form.items()
        if name.startswith("weight-")
    }
    for event, weight in weights.items():
        leagues.weigh_event(current_context(), id, event, weight, by=by)


def _add(id: str, by: str) -> None:
    for event in request.form.getlist("event"):
        leagues.add_stored(current_context(), id, event, by=by, is_own=access.may(Action.RUN, event))


def _upload(id: str, by: str) -> None:
    for file in request.files.getlist("file"):
        if file.filename:
            add_export(id, file.filename, file.stream.read(), by)


def add_export(id: str, name: str, content: bytes, by: str) -> None:
    """Add the event of an export to a league; one that is new here belongs to the person who added it."""
    made = leagues.add_file(current_context(), id, name, content, by=by)
    if made is not None:
        access.own_event(made)


def _remove(id: str, by: str) -> None:
    leagues.remove_event(current_context(), id, request.form.get("event", ""), by=by)


def _merge(id: str, by: str) -> None:
    person, other = request.form.get("one", ""), request.form.get("other", "")
    leagues.merge_in_league(current_context(), id, person, other, by=by)


def _undo(id: str, by: str) -> None:
    _work(id, by, form_key()).change(league_log.undo, _entry())


def _delete(id: str, by: str) -> None:
    _work(id, by).change(league_log.delete)


def _work(id: str, by: str, key: str | None = None) -> LeagueWork:
    return LeagueWork(context=current_context(), id=id, by=by, key=key)


_CHANGES = {
    "rules": _set_json,
    "set": _set_form,
    "weigh": _weigh,
    "add": _add,
    "upload": _upload,
    "remove": _remove,
    "merge": _merge,
    "undo": _undo,
    "delete": _delete,
}
_BESIDE = {"rules": "rules", "set": None, "weigh": "weight", "upload": "file", "merge": "other"}


def _edit(id: str, typed: Typed, status: int = 200) -> Response:
    return make_response(render_template("seasons/edit.html", **values_of(EditPage(id, typed))), status)


def _warnings(id: str, league: League, table: LeagueTable | None, error: ToolkitError | None) -> list[Markup]:
    """The warnings for a league's editors; those with VEKN numbers are for the officials of its events."""
    if table is None:
        return [linked(error.message, _addresses())] if error else []
    has_numbers = sees_numbers(id, league)
    shown = [warning.sentence for warning in table.warnings if has_numbers or not warning.names_numbers]
    address = _addresses(table)
    return [linked(sentence, address) for sentence in shown]


def _log_lines(league: league_log.League, table: LeagueTable | None = None) -> list[LeagueLogLine]:
    names, address = leagues.event_names(current_context(), league), _addresses(table)
    return [
        LeagueLogLine(
            number=entry.number,
            sentence=linked(league_log.describe(league, entry.fact, names), address),
            by=entry.by,
            is_undone=entry.number in league.undone,
            can_undo=not entry.fact.IS_LASTING,
        )
        for entry in reversed(league.log)
    ]


# Ratings


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRated:
    """A row of a rating list; `page` is the code of the person's page, `made_of` the address of the rating there."""

    rated: Rated
    page: str
    made_of: str
    results: list[ShownCell]


@dataclass(frozen=True)
class RatingsPage:
    """A rating list on a day."""

    list: RatingList
    table: RatingTable
    warnings: tuple[LeagueWarning, ...]

    @property
    def lists(self) -> Sequence[tuple[str, str]]:
        """Every list, by key and name."""
        return [(rating.value, translated(rating.heading)) for rating in RatingList]

    @property
    def chosen(self) -> str:
        """The key of this one."""
        return self.list.value

    @property
    def on(self) -> datetime.date:
        """The day of the list."""
        return self.table.on

    @property
    def since(self) -> datetime.date:
        """The last day before the window."""
        return self.table.since

    @property
    def lines(self) -> Sequence[ShownRated]:
        """The rows of active players."""
        return [_rated(rated, self._codes) for rated in self.table.rated if rated.is_active]

    @property
    def resting(self) -> Sequence[ShownRated]:
        """The rows of the others."""
        return [_rated(rated, self._codes) for rated in self.table.rated if not rated.is_active]

    @cached_property
    def _codes(self) -> PersonCodes:
        return PersonCodes.of_store(current_context())

    @property
    def events(self) -> Sequence[ShownEvent]:
        """The events of the list."""
        return [_rated_event(number, event) for number, event in enumerate(self.table.events, start=1)]

    @property
    def notes(self) -> Sequence[Markup]:
        """The notes on the list, and its warnings."""
        address = _addresses()
        sentences = (*self.table.notes, *(warning.sentence for warning in self.warnings))
        return [linked(sentence, address) for sentence in sentences]

    @property
    def contradictions(self) -> Sequence[str]:
        """The points where the rules of ratings contradict each other."""
        return [translated(sentence) for sentence in CONTRADICTIONS]

    @property
    def asked(self) -> Sequence[leagues.RatableEvent]:
        """The events that the administrator lets count, or not."""
        return _asked_about(self.on)


class BadRatings(Invalid):
    """An address names a list or a day that is none."""

    code = "bad_ratings"


@blueprint.get("/ratings")
def ratings() -> Response:
    """A list on a day: each player's best eight, the rest struck through."""
    chosen, on = _asked()
    page = RatingsPage(chosen, *leagues.ratings(current_context(), on=on, list=chosen))
    return make_response(render_template("seasons/ratings.html", **values_of(page)))


def _rated_event(number: int, event: SeasonEvent) -> ShownEvent:
    return ShownEvent(
        event=event,
        number=number,
        why=translated(event.not_rated.sentence) if event.not_rated else "",
        url=event_page(event),
    )


def event_page(event: SeasonEvent) -> str:
    """The page of an event for everybody; "" for one of a file."""
    return _public_page(event.id, is_results_only=event.is_results_only) if event.id else ""


def _public_page(id: str, *, is_results_only: bool) -> str:
    # Not by `url_for`: a league has one for each result.
    return f"/results/{id}" if is_results_only else links.event_path(id)


def _asked_about(on: datetime.date) -> list[leagues.RatableEvent]:
    context = current_context()
    is_asked = access.may_administer() and asked_since(context) is not None
    return leagues.ratable_events(context, on=on) if is_asked else []


@blueprint.post("/ratings")
def change_ratings() -> AnyResponse:
    """Count an event in the ratings, or leave it out."""
    counts = {"count": True, "leave_out": False}.get(request.form.get("do", ""))
    if counts is None:
        abort(422)
    leagues.count_event(current_context(), request.form.get("event", ""), counts=counts, by=access.author_of_new())
    chosen, on = _asked()
    return redirect(url_for("seasons.ratings", list=chosen.value, on=on), 303)


@blueprint.get("/ratings.csv")
def ratings_file() -> Response:
    """The same as CSV, one line a result."""
    chosen, on = _asked()
    table, _ = leagues.ratings(current_context(), on=on, list=chosen)
    answer = make_response(rating_csv(table, with_numbers=access.may_administer()))
    answer.mimetype = "text/csv"
    answer.headers["Content-Disposition"] = f'attachment; filename="ratings-{chosen.value}-{on}.csv"'
    return answer


def _asked() -> tuple[RatingList, datetime.date]:
    """The list and the day that the address names, or the usual ones.

    Raises:
        BadRatings: it names what is none.
    """
    named, day = request.args.get("list", ""), request.args.get("on", "")
    try:
        chosen = RatingList(named) if named else RatingList.CONSTRUCTED_ONSITE
    except ValueError:
        raise BadRatings(Message("There is no rating list “%(name)s”.", name=named[:40])) from None
    try:
        on = read_day(day) if day else current_context().now().date()
    except ValueError:
        raise BadRatings(no_day(day)) from None
    return chosen, on


def _rated(rated: Rated, codes: PersonCodes) -> ShownRated:
    code = code_of_rated(rated, codes)
    return ShownRated(
        rated=rated,
        page=code,
        made_of=code and f"{person_path(code)}#ratings",
        results=rated_cells(rated),
    )


def code_of_rated(rated: Rated, codes: PersonCodes) -> str:
    """The code of the page of a line's person, by which the list names the line."""
    best = rated.results[0]
    return codes.of_result(best.event, best.result)


def rated_cells(rated: Rated) -> list[ShownCell]:
    """The results that a rating is made of, the best first."""
    return [
        ShownCell(
            text=str(result.result.rating_points),
            counts=result.counts,
            title=_title(result.event.name, result.result.place),
            url=event_page(result.event),
        )
        for result in rated.results
    ]


def _title(event: str, place: int | None) -> str:
    # Some languages end the number of the first place in another way than the rest.
    if place == 1:
        return gettext("%(event)s, place 1", event=event)
    return gettext("%(event)s, place %(number)s", event=event, number=place)


# Persons


@dataclass(frozen=True)
class PersonPage:
    """The history of a person, None without a person asked for or found.

    Attributes:
        refusal: the reason why nobody is shown.
        key: the person that is asked for.
        may_find: whether the reader may look for others.
    """

    person: PersonView | None
    refusal: str = ""
    key: str = ""
    typed: Typed = field(default_factory=Typed)
    may_find: bool = False

    @property
    def merges(self) -> list[LeagueLogLine] | None:
        """The log of what the administrator decided for the whole server; None for anybody else."""
        if not self.may_find or not access.may_administer():
            return None
        return _log_lines(leagues.store_persons(current_context()))


@blueprint.get("/persons")
def find_person() -> Response:
    """The history of the person in the query, for officials of their events; merges for the administrator."""
    return _persons(request.args.get("key", "").strip(), Typed())


@blueprint.post("/persons")
def change_persons() -> AnyResponse:
    """Let two keys be one person everywhere, or take that back."""
    context, by = current_context(), access.author_of_new()
    todo, key = request.form.get("do", ""), request.form.get("key", "").strip()
    typed = Typed(form=todo, values=dict(request.form.items()))
    try:
        if todo == "merge":
            leagues.merge_persons(context, request.form.get("one", ""), request.form.get("other", ""), by=by)
        elif todo == "undo":
            leagues.undo_merge(context, _entry(), by=by, key=form_key())
        else:
            abort(422)
    except NotFound:
        raise
    except ToolkitError as error:
        typed.refused(error, "other")
        return _persons(key, typed, status_of(error))
    return redirect(url_for("seasons.find_person", key=key or None), 303)


@blueprint.post("/persons/forget")
def forget_person_everywhere() -> AnyResponse:
    """Take out of every event what says who a person is, for who keeps the installation."""
    key = request.form.get("key", "").strip()
    try:
        forgotten = forget_person(current_context(), key, by=access.author_of_new())
    except ToolkitError as error:
        return _persons("", Typed(), status_of(error), refusal=translated(error.message))
    for sentence in _told(forgotten):
        flash(sentence)
    return redirect(url_for("seasons.find_person"), 303)


def _told(forgotten: Forgotten) -> Iterator[str]:
    number = len(forgotten.events)
    yield ngettext("Forgotten in %(num)d event.", "Forgotten in %(num)d events.", number)
    yield gettext("Exports and copies made before still name them.")
    for kept in forgotten.kept:
        yield gettext(
            "%(event)s: the cards of the list stay, without a name, until %(day)s (VEKN 9.1).",
            event=kept.event,
            day=day_words(kept.until),
        )
    for report in forgotten.reported:
        yield gettext(
            "%(event)s: the report to the VEKN still names them, until it is ticked as sent or until %(day)s.",
            event=report.event,
            day=day_words(report.until),
        )


def _entry() -> int:
    """The entry that a form names; 0, which no log has, for what is no number."""
    text = request.form.get("entry", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0


def _persons(key: str, typed: Typed, status: int = 200, *, refusal: str = "") -> Response:
    try:
        person = history_for_asker(key) if key else None
    except ToolkitError as error:
        person, refusal, status = None, translated(error.message), status_of(error)
    page = PersonPage(person, refusal, key, typed, may_find=True)
    return make_response(_shown_person(page), status)


def history_for_asker(key: str) -> PersonView:
    """The history of a person, for the administrator and for officials of one of their events.

    Raises:
        BadPerson: no key.
        EventNotCounted, UnknownPerson: it is not open to the asker.
    """
    is_admin = access.may_administer()
    is_official = None if is_admin else partial(access.may, Action.OFFICIATE)
    return history_of(current_context(), key, is_official=is_official, with_numbers=is_admin)


def person_page(person: PersonView | None, refusal: str = "") -> str:
    """The page of a person's own history, or the reason for its absence."""
    return _shown_person(PersonPage(person, refusal))


def _shown_person(page: PersonPage) -> str:
    return render_template("seasons/person.html", points=words_of(language()).halves, **values_of(page))


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPosition:
    """Where a player stands in a league that has this event."""

    league: str
    url: str
    sentence: str


def own_positions(event: str, key: str) -> list[OwnPosition]:
    """Where the person of a key stands in each league that an event belongs to."""
    context = current_context()
    positions = []
    for listed in leagues.list_leagues(context):
        if event not in leagues.own_events(context, listed.id, leagues.look(context, listed.id)):
            continue
        table, _ = leagues.table_or_none(context, listed.id)
        position = _position(table, event, key) if table is not None else None
        if position is not None:
            url = url_for("seasons.league", id=listed.id)
            positions.append(OwnPosition(league=listed.name, url=url, sentence=translated(position.sentence)))
    return positions


def _position(table: LeagueTable, event: str, key: str) -> Position | None:
    identity = next((row.event.identity for row in table.events if row.event.id == event), "")
    return position_of(table, key, identity)
