"""`/api/v1/tournaments`: everything that can be asked and done, as JSON.

What is done by a command of `toolkit.services.commands` has its address from there; every question is written here, and
what is more than a command with its figures: events made and imported, settings, lists, drafts, previews.

An answer carries the tournament's version as its `ETag`. A change that sends it back as `If-Match` is refused with 409
when somebody else changed the same thing since; an `Idempotency-Key` makes a repeated request harmless.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Response, abort, request

from toolkit.exchange.early_end import EarlyEndReportView
from toolkit.exchange.early_end import show_early_end as early_end_of
from toolkit.exchange.penalty_report import PenaltyReportView, show_penalties
from toolkit.exchange.result_text import Dialect
from toolkit.exchange.spreadsheet import render_fees, render_sign_ups
from toolkit.exchange.tournament_json import StandingView
from toolkit.exchange.tournament_json import show_standings as standings_of
from toolkit.languages import say, words_of
from toolkit.schemas import tournament as sent
from toolkit.schemas.commands import body_of
from toolkit.schemas.derived import schema_of
from toolkit.schemas.errors import refusal_of
from toolkit.services.commands import COMMANDS, PATH_FIELDS, SEATS, Command
from toolkit.services.events import chances, draws, limited, listing, registrations, reports, seatings, views
from toolkit.services.events import decks as tournament_decks
from toolkit.services.events.fees import FeeAccountsView
from toolkit.services.events.fees import show_fees as fees_of
from toolkit.services.events.limited import LimitedView, PoolView
from toolkit.services.events.prizes import PrizesView
from toolkit.services.events.prizes import show_prizes as prizes_of
from toolkit.services.events.public_event import PublicEventView
from toolkit.services.events.public_event import show_public as show_public_event
from toolkit.services.events.registrations import PreviewLineView
from toolkit.services.kernel.links import event_path
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import Change, ChangedMeanwhile, UnitOfWork
from toolkit.services.lifecycle import tournaments
from toolkit.services.season.categories import members_of
from toolkit.services.server import handover
from toolkit.services.server.handover import ComparisonView, HandOverView, LackingView
from toolkit.tournament import Configuration, Round, Tournament, seats
from toolkit.tournament import handover as laptops
from toolkit.tournament.corrections import WouldMove
from toolkit.tournament.errors import UnknownRound
from toolkit.tournament.facts import SanctionKind
from toolkit.tournament.infractions import find_infractions
from toolkit.tournament.published import public_part
from toolkit.tournament.receivers import Output
from toolkit.tournament.settings import changed
from toolkit.tournament.signup import settled
from toolkit.views import json_values, moment
from toolkit.web.base import errors
from toolkit.web.base.access import author, author_of_new, count_new_event, may, own_event, seen, sees_penalties
from toolkit.web.base.api import ApiBlueprint
from toolkit.web.base.i18n import language
from toolkit.web.base.rules import rule_url
from toolkit.web.base.security import csrf
from toolkit.web.base.stores import card_data, current_context, own_folder
from toolkit.web.base.throttle import Rate, attempt
from toolkit.web.events import signup
from toolkit.web.serving.searches import seat_beside

api = ApiBlueprint(
    "api_tournaments",
    "tournaments",
    url_prefix="/api/v1/tournaments",
    description="Run a tournament. Everyone can read its public data; changes require the organizer's key.",
)
# A change asks for the form's token by itself when a cookie opened it (toolkit.web.base.access).
csrf.exempt(api)

type ApiView = Callable[..., Any]

REFUSAL = refusal_of(schema_of(views.EntryView))()


# Lets pages of any site read an answer.
_TO_ANY_SITE = {"Access-Control-Allow-Origin": "*"}


def reads(
    rule: str,
    answer: Any,
    *,
    query: Any = None,
    is_private: bool = False,
    is_open: bool = False,
    key: str = "",
) -> Callable[[ApiView], ApiView]:
    """An address that shows something: the function gets the tournament, its id, and what the query says.

    Where `is_open`, pages of any site may read it as a stranger sees it. `key` is that of a list's entries.
    """
    is_after_taken = query is sent.LogQuerySchema
    answers = api.lists(answer, key, is_after_taken=is_after_taken) if key else api.response(200, answer)

    def decorate(function: ApiView) -> ApiView:
        @functools.wraps(function)
        def view(*, id: str, **asked: Any) -> Any:
            number = current_context().tournaments.head(id)
            more = _TO_ANY_SITE if is_open and not may(Action.OFFICIATE, id) else {}
            if request.if_none_match.contains(str(number)):
                return _with_version(Response(status=304, headers=more), number)
            tournament = _work(id).look()
            return function(tournament, id, **asked), 200, _version_headers(tournament.number) | more

        refusals = [404] + [403] * is_private + [422] * (query is not None)
        wrapped = refuses(*refusals)(answers(view))
        if query is not None:
            wrapped = api.arguments(query, location="query", as_kwargs=True)(wrapped)
        api.route(rule, methods=["GET"])(wrapped)
        return function

    return decorate


def writes(method: str, rule: str, body: Any = None) -> Callable[[ApiView], ApiView]:
    """An address that changes something: the function gets the organizer's unit of work and what was sent."""

    def decorate(function: ApiView) -> ApiView:
        @functools.wraps(function)
        def view(condition: sent.Condition, *, id: str, **figures: Any) -> Any:
            work = _work(id, expected=condition.expected, key=condition.key)
            return answer_change(function(work, **figures))

        wrapped = refuses(403, 404, 409, 422)(api.response(200, schema_of(views.ChangeView))(view))
        if body is not None:
            wrapped = api.arguments(body, as_kwargs=True)(wrapped)
        api.route(rule, methods=[method])(api.arguments(sent.HeadersSchema, location="headers")(wrapped))
        return function

    return decorate


def answer_change(change: Change) -> tuple[views.ChangeView, int, dict[str, str]]:
    """A change as JSON, with the new version."""
    return views.show_change(change), 200, _version_headers(change.tournament.number)


def shows_points(tournament: Tournament, id: str) -> bool:
    """Whether whoever asks may see points: an official always, everybody as announced or after the end."""
    return public_part(tournament).has_results or may(Action.OFFICIATE, id)


def refuses(*statuses: int) -> Callable[[ApiView], ApiView]:
    """Say in the API's document with which statuses an address refuses."""

    def decorate(view: ApiView) -> ApiView:
        for status in statuses:
            view = api.alt_response(status, schema=REFUSAL)(view)
        return view

    return decorate


def _work(id: str, **more: Any) -> UnitOfWork:
    # A program is asked about the event itself alone: the places in leagues are in its answer.
    return UnitOfWork(context=current_context(), id=id, by=author(id), is_sure_of_leagues=True, **more)


def _version_headers(number: int) -> dict[str, str]:
    # Some of an answer is the organizer's only: what one reader got is not for the next.
    return {"ETag": f'"{number}"', "Vary": "Authorization, Cookie", "Cache-Control": "no-cache"}


def _with_version(response: Response, number: int) -> Response:
    response.headers.update(_version_headers(number))
    return response


@api.errorhandler(ChangedMeanwhile)
def _changed_meanwhile(error: ChangedMeanwhile) -> Response:
    changes = json_values(list(views.show_entries(error.tournament, error.entries)))
    return errors.refusal(error, sequence=error.number, changes=changes)


@api.errorhandler(WouldMove)
def _would_move(error: WouldMove) -> Response:
    moved = json_values([views.show_consequence(move) for move in error.moves])
    return errors.refusal(error, moved=moved)


@api.get("")
@api.lists(schema_of(listing.ListedView)(many=True), "id")
def list_tournaments() -> list[listing.ListedView]:
    """List tournaments, newest first.

    All that have started or are announced, and your own that are still in preparation.
    """
    every = listing.list_tournaments(current_context())
    return listing.show_list(listed for listed in every if listed.is_public or may(Action.OFFICIATE, listed.id))


@api.post("")
@api.arguments(sent.HeadersSchema, location="headers")
@api.arguments(sent.NewTournamentSchema, as_kwargs=True)
@api.response(201, schema_of(views.ChangeView))
@refuses(403, 409, 422)
def create_tournament(condition: sent.Condition, **settings: Any) -> Any:
    """Create a tournament.

    Its day is today, unless `date` is another day, or null for none.
    """
    today = current_context().now().astimezone().date()
    configuration = Configuration(name=settings["name"], date=today)
    for name, value in settings.items():
        configuration = changed(configuration, name, value)
    count_new_event()
    change = tournaments.create(current_context(), configuration, by=author_of_new(), key=condition.key)
    own_event(change.id)
    body, _, more = answer_change(change)
    return body, 201, {**more, "Location": f"{api.url_prefix}/{change.id}"}


@api.post("/import")
@api.arguments(sent.FileSchema, as_kwargs=True)
@api.response(201, schema_of(views.ChangeView))
@refuses(403, 409, 422)
def import_tournament(*, content: str) -> Any:
    """Import an exported tournament, with its log."""
    count_new_event()
    change = tournaments.import_tournament(current_context(), _as_file(content))
    own_event(change.id)
    body, _, more = answer_change(change)
    return body, 201, {**more, "Location": f"{api.url_prefix}/{change.id}"}


@reads("/<id>", schema_of(views.TournamentView))
def show_tournament(tournament: Tournament, id: str) -> views.TournamentView:
    """Show progress and what blocks the next step.

    The blockers are for officials only.
    """
    view = views.show_tournament(id, seen(tournament, id))
    if not may(Action.OFFICIATE, id):
        return replace(view, blockers=(), winner=view.winner if public_part(tournament).has_results else None)
    return replace(
        view, blockers=tuple(replace(blocker, rule_url=rule_url(blocker.rule) or None) for blocker in view.blockers)
    )


@reads("/<id>/export", None, is_private=True)
def export_tournament(tournament: Tournament, id: str) -> Response:
    """Export a tournament as one JSON file.

    The log is included.
    """
    answer = Response(tournaments.export_tournament(current_context(), id), mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename={id}.json"
    return answer


@api.post("/<id>/hand-over")
@api.response(200, schema_of(HandOverView))
@refuses(403, 404, 409)
def hand_over(*, id: str) -> HandOverView:
    """Hand the event over to another laptop.

    Nothing more can be entered here. The code is shown only once.
    """
    change, code = handover.hand_over(_work(id))
    return HandOverView(sequence=change.tournament.number, code=code)


@writes("POST", "/<id>/take-over", sent.TakeOverSchema)
def take_over(work: UnitOfWork, *, code: str, is_lost: bool) -> Change:
    """Take over an event from another laptop.

    With the code it showed at the hand-over, or because that laptop is lost.
    """
    with attempt((Rate.HAND_OVER, work.id)):
        return work.change(laptops.take_over, code=code, is_lost=is_lost)


@api.post("/<id>/compare")
@api.arguments(sent.FileSchema, as_kwargs=True)
@api.response(200, schema_of(ComparisonView))
@refuses(403, 404, 409, 422)
def compare(*, id: str, content: str) -> ComparisonView:
    """Compare an event with another laptop's export.

    If the other laptop took over, the log here is closed.
    """
    comparison = handover.compare(_work(id), _as_file(content))
    lacking = tuple(
        LackingView(number=entry.number, at=moment(entry.at), by=entry.by, sentence=str(sentence))
        for entry, sentence in comparison.lacking
    )
    summary = str(handover.said_of(comparison))
    return ComparisonView(standing=comparison.standing, common=comparison.common, sentence=summary, lacking=lacking)


@writes("PATCH", "/<id>/configuration", sent.SettingsSchema)
def configure(work: UnitOfWork, **settings: Any) -> Change:
    """Change settings."""
    # Through JSON and back, so that lists and dicts are plain ones.
    return tournament_decks.configure(work, json.loads(json.dumps(settings)), card_data)


@reads("/<id>/log", schema_of(views.EntryView)(many=True), query=sent.LogQuerySchema, is_private=True, key="number")
def show_log(tournament: Tournament, id: str, *, after: int) -> list[views.EntryView]:
    """Show the log of all changes."""
    return views.show_log(tournament, after=after)


@reads("/<id>/players", schema_of(views.RegisteredView)(many=True), key="number")
def list_players(tournament: Tournament, id: str) -> list[views.RegisteredView]:
    """List all players.

    VEKN numbers and cities are for officials only, data about decks for the organizer and judges only.
    """
    rows = views.show_players(tournament)
    if not may(Action.OFFICIATE, id):
        rows = [replace(player, vekn=None, city=None) for player in rows]
    if may(Action.JUDGE, id):
        return rows
    return [replace(player, decks=(), apart=(), fixed_seat=None, near_door=False) for player in rows]


@writes("POST", "/<id>/players", sent.RegistrationsSchema)
def add_players(work: UnitOfWork, *, players: Iterable[Mapping[str, Any]]) -> Change:
    """Add players, before the first round or later.

    Either all of them are added, or none.
    """
    return registrations.add_players(work, [registrations.Registration(**fields) for fields in players])


@api.post("/<id>/players/preview")
@api.arguments(sent.PlayerListSchema, as_kwargs=True)
@api.response(200, schema_of(PreviewLineView)(many=True))
@refuses(403, 404, 422)
def preview_players(*, id: str, content: str | bytes, is_csv: bool, preview: bool) -> list[PreviewLineView]:
    """Preview the import of players, line by line."""
    work = UnitOfWork(context=current_context(), id=id, by="")
    return registrations.show_preview(registrations.preview_players(work, content, is_csv=is_csv))


@writes("POST", "/<id>/players/import", sent.ImportSchema)
def import_players(work: UnitOfWork, *, content: str | bytes, is_csv: bool, preview: bool) -> Change:
    """Import players from a list.

    Lines with an error are left out.
    """
    return registrations.import_players(work, content, is_csv=is_csv)


def _as_file(content: str) -> bytes:
    return content.encode("utf-8", "surrogatepass")


@reads("/<id>/players/<int:player>/deck", schema_of(views.ShownDeckView), query=sent.DeckQuerySchema, is_private=True)
def show_deck(tournament: Tournament, id: str, *, player: int, round: int) -> views.ShownDeckView:
    """Show a player's decklist for a round."""
    return views.show_deck(tournament, player, round)


@reads("/<id>/limited", schema_of(LimitedView), is_private=True)
def show_limited(tournament: Tournament, id: str) -> LimitedView:
    """Show the limited part of an event.

    Its plan, phase, pods and pools, and what blocks the next phase.
    """
    context = current_context()
    return limited.show_limited(tournament, context.steady(), drift=context.drift(context.now()))


@reads("/<id>/limited/pools/<int:player>", schema_of(PoolView), is_private=True)
def show_pool(tournament: Tournament, id: str, *, player: int) -> PoolView:
    """Show a player's pool and its problems."""
    return limited.show_pool(tournament, player, card_data())


@writes("PUT", "/<id>/players/<int:player>/deck", sent.DeckSchema)
def submit_deck(work: UnitOfWork, *, player: int, text: str, round: int | None, is_judge: bool, reason: str) -> Change:
    """Submit a player's decklist.

    It is checked as of the event's date. Only a judge can change a locked list, with a reason.
    """
    return tournament_decks.submit_deck(
        work, player, text, card_data(), deck_round=round, is_judge=is_judge, reason=reason
    )


@writes("POST", "/<id>/rounds", sent.DraftSchema)
def draft_round(work: UnitOfWork, *, tables: Sequence[Sequence[int]] | None, publish: bool, **search: Any) -> Change:
    """Draft the seating of the next round.

    The seating is searched, or given. Drafting again replaces a draft.
    """
    if tables is not None:
        return seatings.draft_by_hand(work, tables, publish=publish)
    return seatings.draft_seating(work, publish=publish, search=seat_beside, **search)


@reads("/<id>/rounds/<int:number>", schema_of(views.RoundView))
def show_round(tournament: Tournament, id: str, *, number: int) -> views.RoundView:
    """Show tables, seats and results of a round.

    Only officials see a draft, and points while they are not public.
    """
    view = views.show_round(tournament, public_round(tournament, id, number))
    return view if shows_points(tournament, id) else views.without_points(view)


def public_round(tournament: Tournament, id: str, number: int) -> Round:
    """A round that whoever asks may see.

    Raises:
        UnknownRound: there is none, or it is a draft.
    """
    round_ = tournament.round(number)
    if not round_.is_published and not may(Action.OFFICIATE, id):
        raise UnknownRound(f"There is no {round_.title} yet.")
    return round_


@api.post("/<id>/rounds/<int:number>/preview")
@api.arguments(body_of(SEATS), as_kwargs=True)
@api.response(200, schema_of(seats.SeatsPreview))
@refuses(403, 404, 409, 422)
def preview_seats(*, id: str, number: int, tables: Sequence[Sequence[int]], reason: str) -> seats.SeatsPreview:
    """Preview the effect of changed seats."""
    tournament = current_context().tournaments.look(id).state
    return seats.preview_seats(tournament, number, tables)


@api.get("/<id>/rounds/<int:number>/clock")
@api.arguments(sent.ClockQuerySchema, location="query", as_kwargs=True)
@api.response(200, schema_of(views.ClockView))
@refuses(404, 422)
def show_clock(*, id: str, number: int, table: int | None) -> views.ClockView:
    """Show the clock of a round."""
    context = current_context()
    round_ = public_round(context.tournaments.look(id).state, id, number)
    if table is not None:
        round_.table(table)
    return views.show_clock(round_, context.steady(), table=table, drift=context.drift(context.now()))


@reads("/<id>/draws", schema_of(draws.DrawsView))
def list_draws(tournament: Tournament, id: str) -> draws.DrawsView:
    """Show the commitment and all draws.

    The draws are verified once the seed is revealed.
    """
    return draws.show_draws(tournament, is_private=may(Action.OFFICIATE, id))


@reads("/<id>/standings", schema_of(StandingView)(many=True), is_open=True, key="number")
def show_standings(tournament: Tournament, id: str) -> list[StandingView]:
    """Show the standings.

    With rating points, once there is a winner. Status 403 while they are not public.
    """
    if not shows_points(tournament, id):
        abort(403)
    rows = standings_of(tournament)
    return rows if may(Action.OFFICIATE, id) else [replace(row, vekn=None) for row in rows]


@reads("/<id>/chances", schema_of(chances.ChancesView), query=sent.ChancesQuerySchema)
def show_chances(tournament: Tournament, id: str, *, seed: int | None) -> chances.ChancesView:
    """Show each player's chance of the final.

    Only between rounds. Status 403 if the event does not show them.
    """
    if not (chances.are_chances_public(tournament) or may(Action.RUN, id)):
        abort(403)
    return chances.show_chances(tournament, is_organizer=may(Action.RUN, id), seed=seed)


@api.get("/<id>/public.json")
@api.response(200, schema_of(PublicEventView))
@refuses(404)
def show_public(*, id: str) -> Any:
    """Show all public data of an event in one answer.

    For other programs and streams: pages of any site may read it.
    """
    tournament = current_context().tournaments.look(id).state
    headers = _version_headers(tournament.number) | _TO_ANY_SITE
    if request.if_none_match.contains(str(tournament.number)):
        return Response(status=304, headers=headers)
    return show_public_event(id, tournament), 200, headers


@reads("/<id>/sanctions", schema_of(views.GivenSanctionView)(many=True), is_private=True, key="sanction")
def list_sanctions(tournament: Tournament, id: str) -> list[views.GivenSanctionView]:
    """List all sanctions in force."""
    return views.show_sanctions(tournament)


@reads(
    "/<id>/players/<int:player>/penalty", schema_of(views.ProposalView), query=sent.ProposalQuerySchema, is_private=True
)
def propose_penalty(
    tournament: Tournament, id: str, *, player: int, infraction: str, grade: str | None, weighed: bool
) -> views.ProposalView:
    """Show the penalty a player would get now.

    The ladder's penalty for an infraction of the judges' guide, and its game.
    """
    kind = SanctionKind(grade) if grade else None
    work = UnitOfWork(context=current_context(), id=id, by="")
    return views.show_proposal(work, player, infraction, grade=kind, has_weighed=weighed, may_judge=sees_penalties)


@api.get("/infractions")
@api.arguments(sent.SearchQuerySchema, location="query", as_kwargs=True)
@api.lists(schema_of(views.InfractionView)(many=True), "key")
def list_infractions(*, q: str) -> list[views.InfractionView]:
    """List infractions of the judges' guide.

    With words, only those that match any of them.
    """
    return [views.show_infraction(row) for row in find_infractions(q)]


@reads("/<id>/sanctions/report", schema_of(PenaltyReportView), is_private=True)
def report_penalties(tournament: Tournament, id: str) -> PenaltyReportView:
    """List all penalties in order of time.

    Includes the lifted ones, and the number of each kind in force.
    """
    return show_penalties(tournament)


@api.get("/<id>/report")
@api.response(200, schema_of(reports.ChecklistView))
@refuses(403, 404)
def show_report(*, id: str) -> reports.ChecklistView:
    """Show the checklist of reports.

    For a finished event: each receiver, the due date, and the problems it would refuse.
    """
    context = current_context()
    tournament = context.tournaments.look(id).state
    return reports.show_checklist(tournament, card_data, today=context.now().astimezone().date())


@api.get("/<id>/report/<to>")
@api.arguments(sent.ReportQuerySchema, location="query", as_kwargs=True)
@api.response(200)
@refuses(403, 404, 409, 422)
def make_report(*, id: str, to: str, draft: bool, dialect: str) -> Response:
    """Show a report as it is sent.

    Public reports are as public as the standings. Status 409 with the problems while it is blocked.
    """
    output = reports.output_named(to)
    tournament = current_context().tournaments.look(id).state
    is_shown = output.kind.is_public and (not output.kind.shows_points or shows_points(tournament, id))
    if not (is_shown or may(Action.RUN, id)):
        abort(403)
    return report_answer(seen(tournament, id), id, output, is_draft=draft, dialect=Dialect(dialect))


@api.put("/<id>/report/template")
@api.arguments(sent.TemplateSchema, as_kwargs=True)
@api.response(204)
@refuses(403, 404, 422)
def keep_template(*, id: str, content: bytes) -> None:
    """Keep your own Archon workbook.

    From now on, the event's workbook is filled into it.
    """
    current_context().tournaments.head(id)
    reports.keep_template(own_folder(), id, content)


@api.delete("/<id>/report/template")
@api.response(204)
@refuses(403, 404)
def drop_template(*, id: str) -> None:
    """Remove your own Archon workbook.

    The event's workbook is then made without it.
    """
    current_context().tournaments.head(id)
    reports.drop_template(own_folder(), id)


def report_answer(
    tournament: Tournament, id: str, output: Output, *, is_draft: bool = False, dialect: Dialect = Dialect.PLAIN
) -> Response:
    """A report as a file; 409 with all that blocks it."""
    reporting = reports.Reporting(
        id=id,
        cards=card_data,
        url=f"{request.host_url.rstrip('/')}{event_path(id)}",
        words=words_of(language()),
        dialect=dialect,
        template=reports.kept_template(own_folder(), id) if output is Output.WORKBOOK else None,
    )
    try:
        made = reports.make_report(tournament, output, reporting, is_draft=is_draft)
    except reports.ReportBlocked as blocked:
        words = words_of(language())
        problems = [say(problem, words) for problem in blocked.problems]
        return errors.refusal(blocked, problems=problems)
    answer = Response(made.content, content_type=made.media_type + ("" if made.is_binary else "; charset=utf-8"))
    answer.headers["Content-Disposition"] = f'attachment; filename="{made.file_name}"'
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@reads("/<id>/early-end", schema_of(EarlyEndReportView), is_private=True)
def show_early_end(tournament: Tournament, id: str) -> EarlyEndReportView:
    """Show the VEKN report of an early end.

    The four points the VEKN asks for, and the full text.
    """
    return early_end_of(tournament)


@reads("/<id>/final", schema_of(views.FinalView))
def show_final(tournament: Tournament, id: str) -> views.FinalView:
    """Show the cut, the row and the table.

    The row is shown as far as it is placed.
    """
    final = views.show_final(tournament)
    if not may(Action.OFFICIATE, id):
        final = replace(final, tosses_needed=(), unavailable=())
    if not shows_points(tournament, id):
        final = replace(final, winner=None, table=views.without_points(final.table) if final.table else None)
    return final


@reads("/<id>/fees", schema_of(FeeAccountsView), is_private=True)
def show_fees(tournament: Tournament, id: str) -> FeeAccountsView:
    """Show all fees and the treasurer's totals."""
    return fees_of(tournament)


@reads("/<id>/fees.csv", None, is_private=True)
def export_fees(tournament: Tournament, id: str) -> Response:
    """Export all fees as CSV."""
    answer = Response(render_fees(tournament), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{id}-fees.csv"'
    return answer


@writes("POST", "/<id>/mails", sent.MailSchema)
def mail_players(work: UnitOfWork, *, subject: str, text: str) -> Change:
    """Send a mail to players who gave an address.

    Each gets a mail of their own, with their own link. The server needs a mail server. The log keeps who was mailed,
    and no address.
    """
    return signup.mail_players(work, subject=subject, text=text)


@reads("/<id>/sign-ups.csv", None, is_private=True)
def export_sign_ups(tournament: Tournament, id: str) -> Response:
    """Export all sign-ups as CSV, with the answers to the organizer's questions."""
    people = render_sign_ups(settled(tournament, current_context().steady()))
    answer = Response(people, content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{id}-sign-ups.csv"'
    return answer


@reads("/<id>/sign-ups", schema_of(views.SignUpView)(many=True), is_private=True, key="number")
def list_sign_ups(tournament: Tournament, id: str) -> list[views.SignUpView]:
    """List sign-ups with contact and place in line."""
    context = current_context()
    return views.show_sign_ups(tournament, context.steady(), drift=context.drift(context.now()))


@reads("/<id>/prizes", schema_of(PrizesView), is_private=True)
def show_prizes(tournament: Tournament, id: str) -> PrizesView:
    """Show prizes, their current winners and raffles."""
    return prizes_of(tournament, members_of(current_context(), id, tournament, card_data))


@reads("/<id>/calls", schema_of(views.OpenCallView)(many=True), is_private=True, key="call")
def list_calls(tournament: Tournament, id: str) -> list[views.OpenCallView]:
    """List open judge calls, oldest first."""
    return views.show_calls(tournament)


@reads("/<id>/announcements", schema_of(views.AnnouncementView)(many=True), key="announcement")
def list_announcements(tournament: Tournament, id: str) -> list[views.AnnouncementView]:
    """List announcements, newest first."""
    return views.show_announcements(tournament)


def _offer(command: Command) -> None:
    """Let a command be given at its address."""
    names = [PATH_FIELDS[name][0] for name in command.path_fields]
    rule = "/<id>" + command.path
    for field, name in zip(command.path_fields, names, strict=True):
        rule = rule.replace(f"<{field}>", f"<int:{name}>")

    def view(work: UnitOfWork, **figures: Any) -> Change:
        named = [figures.pop(name) for name in names]
        return command.carry_out(work, *named, **figures)

    # The document takes the first sentence as the summary.
    view.__name__, view.__doc__ = command.name, command.words.replace(". ", ".\n\n", 1)
    writes(command.method, rule, body_of(command.sent) if command.sent else None)(view)


for _command in COMMANDS:
    _offer(_command)
