"""Players, their decks, and who is here."""

from __future__ import annotations

from typing import Any

from toolkit.schemas import tournament as sent
from toolkit.schemas import tournament_answers as answers
from toolkit.services import registrations, tournament_decks
from toolkit.services import tournament_views as views
from toolkit.services.roles import Action
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import Tournament, checkin, players
from toolkit.web.access import may
from toolkit.web.api_tournaments.common import api, reads, writes
from toolkit.web.card_data import card_data
from toolkit.web.stores import current_context


@reads("/<id>/players", answers.RegisteredSchema(many=True))
def list_players(tournament: Tournament, id: str) -> Any:
    """Everybody registered; what is known of decks only for organizer and judges."""
    shown = views.show_players(tournament)
    return shown if may(Action.JUDGE, id) else [{**player, "decks": []} for player in shown]


@writes("POST", "/<id>/players", sent.RegistrationsSchema)
def add_players(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Register players, before the first round or late: all of them or none."""
    return registrations.add_players(work, [registrations.Registration(**one) for one in data["players"]])


@api.post("/<id>/players/preview")
@api.arguments(sent.PlayerListSchema)
@api.response(200, answers.PreviewLineSchema(many=True))
@api.alt_response(403, schema=answers.RefusalSchema)
@api.alt_response(404, schema=answers.RefusalSchema)
@api.alt_response(422, schema=answers.RefusalSchema)
def preview_players(data: dict[str, Any], id: str) -> Any:
    """What importing a list of players would do, line by line."""
    work = UnitOfWork(context=current_context(), id=id, by="")
    return views.show_preview(registrations.preview_players(work, _content(data), is_csv=data["is_csv"]))


@writes("POST", "/<id>/players/import", sent.PlayerListSchema)
def import_players(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Register the players of a list; lines with a fault are left out."""
    return registrations.import_players(work, _content(data), is_csv=data["is_csv"])


def _content(data: dict[str, Any]) -> bytes:
    content: str = data["content"]
    return content.encode("utf-8", "surrogatepass")


@writes("PATCH", "/<id>/players/<int:player>", sent.CorrectionSchema)
def change_player(work: UnitOfWork, data: dict[str, Any], player: int) -> Change:
    """Correct what is known of a player."""
    return work.change(players.change_player, player, **data)


@writes("DELETE", "/<id>/players/<int:player>")
def remove_player(work: UnitOfWork, player: int) -> Change:
    """Take back a registration that was a mistake."""
    return work.change(players.remove_player, player)


@writes("POST", "/<id>/players/<int:player>/drop", sent.ReasonSchema)
def drop_player(work: UnitOfWork, data: dict[str, Any], player: int) -> Change:
    """A player leaves: after the game that is being played."""
    return work.change(players.drop_player, player, reason=data["reason"])


@writes("POST", "/<id>/players/<int:player>/return", sent.ReasonSchema)
def return_player(work: UnitOfWork, data: dict[str, Any], player: int) -> Change:
    """A player who left is back."""
    return work.change(players.return_player, player, reason=data["reason"])


@writes("PUT", "/<id>/players/<int:player>/fixed-table", sent.FixedTableSchema)
def fix_seat(work: UnitOfWork, data: dict[str, Any], player: int) -> Change:
    """Seat a player at the same table in every round."""
    return work.change(players.fix_seat, player, data["table"])


@reads("/<id>/players/<int:player>/deck", answers.ShownDeckSchema, query=sent.DeckQuerySchema, is_private=True)
def show_deck(tournament: Tournament, id: str, query: dict[str, Any], player: int) -> Any:
    """The list that a player has handed in for a round."""
    return views.show_deck(tournament, player, query["round"])


@writes("PUT", "/<id>/players/<int:player>/deck", sent.DeckSchema)
def submit_deck(work: UnitOfWork, data: dict[str, Any], player: int) -> Change:
    """Hand in a list; it is checked as of the event's date. A locked list is changed by a judge, with a reason."""
    return tournament_decks.submit_deck(
        work,
        player,
        data["text"],
        card_data(),
        deck_round=data["round"],
        is_judge=data["is_judge"],
        reason=data["reason"],
    )


@writes("POST", "/<id>/check-in/open")
def open_check_in(work: UnitOfWork) -> Change:
    """Let players check in for the next round: from now on it seats those who are here."""
    return work.change(checkin.open_check_in)


@writes("POST", "/<id>/check-in/close")
def close_check_in(work: UnitOfWork) -> Change:
    """Players may no longer check themselves in; an official still can."""
    return work.change(checkin.close_check_in)


@writes("POST", "/<id>/check-in", sent.CheckInSchema)
def check_in(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Players are here for the next round; its check-in has been opened."""
    return work.change(checkin.check_in, _named(work, data))


@writes("POST", "/<id>/check-out", sent.CheckInSchema)
def check_out(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Players are not here for the next round after all."""
    return work.change(checkin.check_out, _named(work, data))


def _named(work: UnitOfWork, data: dict[str, Any]) -> tuple[int, ...]:
    if data["players"] is None:
        return tuple(player.number for player in work.look().active)
    return tuple(data["players"])
