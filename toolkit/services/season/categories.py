"""The players of a category of prizes, as far as lists and earlier events tell: those of a clan, and newcomers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date

from toolkit.cards import CardDatabase
from toolkit.cards.names import name_key
from toolkit.cards.search import vocabulary_of
from toolkit.decks import read
from toolkit.decks.model import Reading
from toolkit.season.persons import BY_NAME, folded_name, key_of
from toolkit.season.statistics import leading_clans
from toolkit.services.kernel.context import Context
from toolkit.services.season.events import countable_streams, season_of
from toolkit.services.season.leagues import all_count, counting, store_merges
from toolkit.tournament import Tournament
from toolkit.tournament.players import search_key
from toolkit.tournament.prizes import Members, is_newcomer, unnamed_categories
from toolkit.tournament.state import Player


def members_of(
    context: Context, id: str, event: Tournament, cards: Callable[[], CardDatabase]
) -> Mapping[str, Members]:
    """The players of each category of an event's prizes whose best nobody has named: for officials alone."""
    return dict(_members(context, id, event, cards))


def _members(
    context: Context, id: str, event: Tournament, cards: Callable[[], CardDatabase]
) -> Iterator[tuple[str, Members]]:
    for category in unnamed_categories(event):
        if is_newcomer(category):
            yield search_key(category), _newcomers(context, id, event)
        elif clan := _clan(category, cards()):
            yield search_key(category), _of_clan(event, clan, cards())


def _clan(category: str, cards: CardDatabase) -> str:
    key = name_key(category)
    return next((clan for clan in vocabulary_of(cards).clans if name_key(clan) == key), "")


def _of_clan(event: Tournament, clan: str, cards: CardDatabase) -> Members:
    """The players whose crypts have more of a clan than of any other; doubtful where the lists do not tell."""
    known, doubtful = set[int](), set[int]()
    for player in event.players.values():
        crypts = [_leading(read(deck.text, cards)) for deck in player.decks.values()]
        if crypts and all(crypt == {clan} for crypt in crypts):
            known.add(player.number)
        elif not crypts or any(clan in crypt or not crypt for crypt in crypts):
            doubtful.add(player.number)
    return Members(known=frozenset(known), doubtful=frozenset(doubtful))


def _leading(reading: Reading) -> frozenset[str]:
    """The clans of most of a list's crypt; none where a line of it is unclear."""
    return frozenset() if reading.unresolved else leading_clans(reading.deck)


def _newcomers(context: Context, id: str, event: Tournament) -> Members:
    """The players without an earlier event, where most of the field had one on this server; else all are doubtful.

    Only events that count tell it, and only to one that counts: an organizer could enter a number to ask about it.
    """
    everybody = frozenset(event.players)
    if event.settings.is_rehearsal or not all_count(context, [id]):
        return Members(known=frozenset(), doubtful=everybody)
    keys, names = _earlier(context, id, event.settings.date or context.now().date())
    seen = {number for number, player in event.players.items() if key_of(player.vekn, player.name) in keys}
    if 2 * len(seen) <= len(everybody):
        return Members(known=frozenset(), doubtful=everybody)
    namesakes = {number for number, player in event.players.items() if _is_called(player, names)} - seen
    return Members(known=everybody - seen - namesakes, doubtful=frozenset(namesakes))


def _is_called(player: Player, names: set[str]) -> bool:
    return folded_name(player.name) in names


def _earlier(context: Context, id: str, day: date) -> tuple[set[str], set[str]]:
    """The keys of all who played an earlier event that counts, and their names."""
    counts = counting(context)
    ids = [
        stream.id
        for stream in countable_streams(context)
        if stream.id != id and counts(stream) and (stream.summary.get("date") or "") < day.isoformat()
    ]
    results = [result for source in season_of(context, ids)[0] for result in source.event.results]
    keys = {key_of(result.vekn, result.name) for result in results}
    for merged in store_merges(context):
        keys |= set(merged) if keys & set(merged) else set()
    return keys, {folded_name(result.name) for result in results} | {
        key.removeprefix(BY_NAME) for key in keys if key.startswith(BY_NAME)
    }
