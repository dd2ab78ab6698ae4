"""The event itself: listed, made, shown, configured, finished; its log; files."""

from __future__ import annotations

import json
from typing import Any

from flask import Response

from toolkit.schemas import tournament as sent
from toolkit.schemas import tournament_answers as answers
from toolkit.services import tournament_views as views
from toolkit.services import tournaments
from toolkit.services.roles import Action
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import Configuration, Tournament, event, history
from toolkit.tournament.configuration import changed
from toolkit.web.access import author_of_new, count_new_event, may, own
from toolkit.web.api_tournaments.common import answer_change, api, reads, writes
from toolkit.web.rules import linked
from toolkit.web.stores import current_context


@api.get("")
@api.response(200, answers.ListedSchema(many=True))
def list_tournaments() -> Any:
    """Every tournament that has begun, and those that whoever asks prepares; newest first."""
    every = tournaments.list_tournaments(current_context())
    return views.show_list(one for one in every if one.has_begun or may(Action.OFFICIATE, one.id))


@api.post("")
@api.arguments(sent.HeadersSchema, location="headers")
@api.arguments(sent.NewTournamentSchema)
@api.response(201, answers.ChangeSchema)
@api.alt_response(403, schema=answers.RefusalSchema)
@api.alt_response(409, schema=answers.RefusalSchema)
@api.alt_response(422, schema=answers.RefusalSchema)
def create_tournament(headers: dict[str, Any], settings: dict[str, Any]) -> Any:
    """Make a tournament."""
    configuration = Configuration(name=settings["name"])
    for name, value in settings.items():
        configuration = changed(configuration, name, value)
    count_new_event()
    change = tournaments.create(current_context(), configuration, by=author_of_new(), key=headers["idempotency_key"])
    own(change.id)
    body, _, more = answer_change(change)
    return body, 201, {**more, "Location": f"{api.url_prefix}/{change.id}"}


@api.post("/import")
@api.arguments(sent.FileSchema)
@api.response(201, answers.ChangeSchema)
@api.alt_response(403, schema=answers.RefusalSchema)
@api.alt_response(409, schema=answers.RefusalSchema)
@api.alt_response(422, schema=answers.RefusalSchema)
def import_tournament(file: dict[str, Any]) -> Any:
    """Make a tournament from an export, its log as it was."""
    count_new_event()
    change = tournaments.import_tournament(current_context(), file["content"].encode("utf-8", "surrogatepass"))
    own(change.id)
    body, _, more = answer_change(change)
    return body, 201, {**more, "Location": f"{api.url_prefix}/{change.id}"}


@reads("/<id>", answers.TournamentSchema)
def show_tournament(tournament: Tournament, id: str) -> Any:
    """How far the event has come, and for officials, what blocks the next step."""
    shown = views.show_tournament(id, tournament)
    return {**shown, "blockers": linked(shown["blockers"]) if may(Action.OFFICIATE, id) else []}


@reads("/<id>/export", None, is_private=True)
def export_tournament(tournament: Tournament, id: str) -> Any:
    """The whole tournament as one file, its log included."""
    answer = Response(tournaments.export_tournament(tournament), mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename={id}.json"
    return answer


@writes("PATCH", "/<id>/configuration", sent.ConfigurationSchema)
def configure(work: UnitOfWork, settings: dict[str, Any]) -> Change:
    """Change settings."""
    # Through JSON and back, so that lists and dicts are plain ones.
    return work.change(event.configure, json.loads(json.dumps(settings)))


@writes("POST", "/<id>/finish")
def finish(work: UnitOfWork) -> Change:
    """Close the event: its standings are the result."""
    return work.change(event.finish)


@writes("POST", "/<id>/reopen", sent.ReasonSchema)
def reopen(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Open a finished event again."""
    return work.change(event.reopen, data["reason"])


@writes("POST", "/<id>/notes", sent.NoteSchema)
def add_note(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Write a remark into the log."""
    return work.change(event.add_note, data["text"])


@reads("/<id>/log", answers.EntrySchema(many=True), query=sent.LogQuerySchema, is_private=True)
def show_log(tournament: Tournament, id: str, query: dict[str, Any]) -> Any:
    """Who did what, and when."""
    return [entry for entry in views.show_log(tournament) if entry["number"] > query["after"]]


@writes("POST", "/<id>/undo", sent.EntriesSchema)
def undo(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Undo the last change, or entries long past; nothing is erased."""
    if data["entries"]:
        return work.change(history.undo, tuple(data["entries"]), reason=data["reason"])
    return work.change(history.undo_last, reason=data["reason"])


@writes("POST", "/<id>/redo", sent.EntriesSchema)
def redo(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Take the last undoing back, or let undone entries count again."""
    if data["entries"]:
        return work.change(history.redo, tuple(data["entries"]), reason=data["reason"])
    return work.change(history.redo_last, reason=data["reason"])
