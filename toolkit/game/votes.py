"""Votes: who has them and from which source, and the count with the prisci block."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.game.cards import has_title, title_votes
from toolkit.game.draft import Table
from toolkit.game.playing import referendum_of
from toolkit.game.state import Referendum
from toolkit.game.vocabulary import TitleKind, Zone

CALLING_CARD = "calling_card"
POLITICAL_CARD = "political_card"
EDGE = "edge"
BONUS = "bonus"
BLOCK_VOTES = 3
BONUS_VOTES = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """Votes for and against, and how the prisci block voted: +3, -3 or 0 (in both figures already)."""

    votes_for: int
    votes_against: int
    block: int


def tally(referendum: Referendum) -> Tally:
    """The count as it stands.

    Rule: REF-08 to REF-10, REF-29 to REF-32, GAP-20.
    """
    votes_for = sum(ballot.votes for ballot in referendum.cast if ballot.is_for)
    votes_against = sum(ballot.votes for ballot in referendum.cast if not ballot.is_for)
    lead = sum(ballot.votes if ballot.is_for else -ballot.votes for ballot in referendum.ballots)
    block = BLOCK_VOTES if lead > 0 else -BLOCK_VOTES if lead < 0 else 0
    return Tally(votes_for + max(0, block), votes_against + max(0, -block), block)


def sources(table: Table, referendum: Referendum, seat: str) -> dict[str, int]:
    """The votes that a Methuselah may cast, by source, cast or not.

    Rule: REF-06, REF-15, REF-19 to REF-28, REF-33, PM-ADV-27.
    """
    found: dict[str, int] = {}
    for card in table.cards.values():
        if card.title is not None and card.controller == seat and (votes := title_votes(card)):
            found[card.id] = votes
    if referendum.calling_card and referendum.seat == seat:
        found[CALLING_CARD] = 1
    if referendum.bonus_seat == seat and referendum.seat == seat:
        found[BONUS] = BONUS_VOTES
    for owner, source, votes, _ in referendum.gained:
        if owner == seat and votes:
            found[source] = found.get(source, 0) + votes
    return found


def ballot_sources(table: Table, referendum: Referendum, seat: str) -> dict[str, int]:
    """The ballots that a Methuselah may cast in the prisci block, by source.

    Rule: REF-24, REF-30, REF-31, REF-33.
    """
    found = {
        card.id: 1
        for card in table.cards.values()
        if card.title is not None
        and card.title.kind is TitleKind.PRISCUS
        and card.controller == seat
        and card.zone is Zone.READY
        and has_title(card)
    }
    for owner, source, _, ballots in referendum.gained:
        if owner == seat and ballots:
            found[source] = found.get(source, 0) + ballots
    return found


def votes_available(table: Table, seat: str) -> dict[str, int]:
    """The votes that a Methuselah has and has not cast in the referendum going on."""
    referendum = referendum_of(table)
    if referendum is None:
        return {}
    cast = {ballot.source for ballot in referendum.cast if ballot.seat == seat}
    return {source: votes for source, votes in sources(table, referendum, seat).items() if source not in cast}


def votes_by(referendum: Referendum, name: str) -> int:
    """Votes cast by a Methuselah, or by a minion: a vampire's count as both.

    Rule: REF-35.
    """
    return sum(ballot.votes for ballot in referendum.cast if name in (ballot.seat, ballot.source))
