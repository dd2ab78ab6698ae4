"""The effects of a correction: the winner, the cut, the seeds and the places that it moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import cast

from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import (
    FINAL,
    EntriesRedone,
    EntriesUndone,
    Fact,
    FinalOpened,
    PlayerDropped,
    ResultEntered,
    RoundCancelled,
    SeatsChanged,
)
from toolkit.tournament.final import cut
from toolkit.tournament.log import PlayerNames
from toolkit.tournament.standings import candidates, finalists, ranking, standings, winner
from toolkit.tournament.state import State
from toolkit.tournament.tournament import Tournament

# So many places in leagues are named in a question.
_NAMED = 5


class ConsequenceKind(StrEnum):
    """A thing that a correction moves."""

    WINNER = "winner"
    CUT = "cut"
    SEEDS = "seeds"
    PLACE = "place"
    LEAGUE = "league"


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """A thing that a correction moves, in a sentence; of a place also the player, and the places before and after.

    Attributes:
        league: the id of the league in which the place is, with the name in place of the player.
        is_decisive: it is asked about first: the winner, the cut, the seeds; a league's place once the event is over.
    """

    what: ConsequenceKind
    sentence: Sayable
    player: int | None = None
    before: int | None = None
    after: int | None = None
    league: str | None = None
    is_decisive: bool = True


class WouldMove(Refused):
    """The correction would move what is decided; nothing was written.

    Attributes:
        moves: all that it would move.
    """

    code = "would_move"

    def __init__(self, moves: Iterable[Consequence]) -> None:
        self.moves = tuple(moves)
        sentence = Message("This changes something already decided. %(list)s", list=named(self.moves))
        if not {ConsequenceKind.CUT, ConsequenceKind.SEEDS}.isdisjoint(move.what for move in self.moves):
            sentence = Message(
                "This changes something already decided. %(list)s The final keeps its players and seeds.",
                list=named(self.moves),
            )
        super().__init__(sentence, code=self.code)


def named(moves: Iterable[Consequence]) -> Sayable:
    """The decisive ones in their sentences, of the places in leagues the first."""
    decisive = [move for move in moves if move.is_decisive]
    leagues = [move.sentence for move in decisive if move.what is ConsequenceKind.LEAGUE]
    sentences = [move.sentence for move in decisive if move.what is not ConsequenceKind.LEAGUE] + leagues[:_NAMED]
    if more := leagues[_NAMED:]:
        sentences.append(Count(len(more), "and %(num)d more", "and %(num)d more"))
    return Listed(sentences, between=" ")


def is_correction(tournament: Tournament, facts: Iterable[Fact]) -> bool:
    """Whether the facts may move what was decided, so are more than the first results of their tables."""
    return any(_corrects(tournament, fact) for fact in facts)


def _corrects(tournament: Tournament, fact: Fact) -> bool:
    if isinstance(fact, EntriesUndone | EntriesRedone):
        facts = [tournament.entry(number).fact for number in fact.entries]
        returns = isinstance(fact, EntriesUndone) and any(isinstance(undone, PlayerDropped) for undone in facts)
        return returns or any(undone.DECLARED.moves_points for undone in facts)
    if isinstance(fact, SeatsChanged | RoundCancelled):
        return tournament.round(fact.round).is_published
    if isinstance(fact, ResultEntered) and not fact.before:
        # A table of the rounds whose result was cleared, or whose players changed, has its first one once more.
        return tournament.final is not None and fact.round != FINAL
    return fact.DECLARED.moves_points


def consequences(before: State, after: State) -> list[Consequence]:
    """The things that differ between a state and the same one corrected: the winner, the cut, the seeds, then places.

    The cut and the seeds are those of the final, before, and those that the standings give, after. What brings them
    back moves nothing.
    """
    names = PlayerNames(after)
    return [*_winner(before, after, names), *_cut(before, after, names), *_places(before, after, names)]


def moved_since_the_final(tournament: Tournament) -> list[Message]:
    """The line about a finished event that was corrected into another final: the players and seeds of its own stay."""
    if tournament.final is None or not tournament.is_finished or not _is_corrected_since_the_cut(tournament):
        return []
    seated = finalists(tournament)
    able = {*(total.player for total in candidates(tournament)), *seated}
    # Of those whom nothing parts the seated ones come first.
    ranked = sorted(
        (row for row in ranking(tournament) if row.total.player in able),
        key=lambda row: (row.rank, seated.index(row.total.player) if row.total.player in seated else len(seated)),
    )
    by_now = tuple(cast("int", row.total.player) for row in ranked[: len(seated)])
    moves = list(_finalists(seated, by_now, PlayerNames(tournament)))
    sentence = Message(
        "The standings changed after the final was seated. %(list)s The final stays as it is.", list=named(moves)
    )
    return [sentence] if moves and tournament.rules_of is not None else []


def _is_corrected_since_the_cut(tournament: Tournament) -> bool:
    facts = (tournament.entry(number).fact for number in range(tournament.number, 0, -1))
    since = takewhile(lambda fact: not isinstance(fact, FinalOpened), facts)
    return any(
        (fact.DECLARED.moves_points or isinstance(fact, EntriesUndone | EntriesRedone))
        and getattr(fact, "round", None) != FINAL
        for fact in since
    )


def _winner(before: State, after: State, names: PlayerNames) -> Iterable[Consequence]:
    old, new = winner(before), winner(after)
    if old is None or old == new:
        return
    if new is None:
        yield Consequence(
            what=ConsequenceKind.WINNER, sentence=Message("%(name)s would not be the winner.", name=names(old))
        )
        return
    sentence = Message("The winner would be %(name)s, not %(other)s.", name=names(new), other=names(old))
    yield Consequence(what=ConsequenceKind.WINNER, sentence=sentence)


def _cut(before: State, after: State, names: PlayerNames) -> Iterable[Consequence]:
    if before.final is None or after.final is None or cut(before) == cut(after):
        return
    # An earlier correction may have moved the cut already: what is decided are the players of the final.
    in_final = {*finalists(before), *finalists(after)}
    decided = tuple(player for player in before.final.finalists if player in in_final)
    yield from _finalists(decided, cut(after), names)


def _finalists(old: tuple[int, ...], new: tuple[int, ...], names: PlayerNames) -> Iterable[Consequence]:
    if set(old) != set(new):
        sentence = Message(
            "In the final would be %(players)s, not %(others)s.",
            players=Listed([names(player) for player in new if player not in old] or ["-"]),
            others=Listed([names(player) for player in old if player not in new] or ["-"]),
        )
        yield Consequence(what=ConsequenceKind.CUT, sentence=sentence)
    elif old != new:
        yield Consequence(
            what=ConsequenceKind.SEEDS, sentence=Message("The seeds would be: %(list)s.", list=names.all(new))
        )


def _places(before: State, after: State, names: PlayerNames) -> Iterable[Consequence]:
    old = {row.player.number: row.rank for row in standings(before)}
    for row in standings(after):
        number, was = row.player.number, old.get(row.player.number)
        if was is not None and row.rank is not None and was != row.rank:
            sentence = Message(
                "%(name)s: place %(number)s, before %(other)s.", name=names(number), number=row.rank, other=was
            )
            yield Consequence(
                what=ConsequenceKind.PLACE,
                sentence=sentence,
                player=number,
                before=was,
                after=row.rank,
                is_decisive=False,
            )
