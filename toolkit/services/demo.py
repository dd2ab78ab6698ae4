"""An event to try everything on: 33 players who are here, and nothing played yet."""

from __future__ import annotations

from toolkit.services import tournaments
from toolkit.services.context import Context
from toolkit.services.registrations import Registration, add_players
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import Configuration, checkin

_AUTHOR = "Demo"
# First names that many languages know; the last ones need a printer's better fonts.
NAMES = (
    "Ada Winter", "Bruno Keller", "Carla Nunes", "Dmitri Orlov", "Élise Moreau", "Farid Haddad", "Greta Lindqvist",
    "Hugo Castaño", "Ingrid Dahl", "Jonas Weiss", "Kaja Nowak", "Luca Ferri", "Marta Vidal", "Nils Berg",
    "Olga Petrenko", "Pablo Iglesias", "Quentin Roy", "Rosa Almeida", "Stefan Horvat", "Tereza Malá", "Umberto Sala",
    "Vera Kovács", "Walter Brandt", "Ximena Prado", "Yusuf Demir", "Zoé Lambert", "Anton Virtanen", "Beatriz Costa",
    "Cédric Dubois", "Daniela Marković", "Emil Sørensen", "Fiona Byrne", "Gáspár Szűcs",
)  # fmt: skip
_FIRST_NUMBER = 3_990_001


def make_demo(context: Context, *, name: str, key: str | None = None) -> Change:
    """An event called `name` with its players registered and checked in for round 1; one for each key."""
    created = tournaments.create(context, Configuration(name=name, rounds=3), by=_AUTHOR, key=key)
    if created.is_repeat:
        return created
    work = UnitOfWork(context=context, id=created.id, by=_AUTHOR)
    people = [Registration(name=player, vekn=str(_FIRST_NUMBER + place)) for place, player in enumerate(NAMES)]
    added = add_players(work, people)
    work.change(checkin.open_check_in)
    return work.change(checkin.check_in, tuple(sorted(added.tournament.players)))
