"""Sanctions as the judges' guide has them: they escalate within one event, and an adjustment costs one game a point."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from toolkit.languages import N_, Message, Sayable
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_text
from toolkit.tournament.facts import (
    FINAL,
    Fact,
    PlayerDisqualified,
    PlayerReturned,
    SanctionGiven,
    SanctionKind,
    SanctionLifted,
)
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.players import round_being_played, search_key
from toolkit.tournament.rounds import total_rounds
from toolkit.tournament.state import PlayerStatus, State, evolve, round_title

SANCTIONS = {
    SanctionKind.CAUTION: N_("Caution"),
    SanctionKind.WARNING: N_("Warning"),
    SanctionKind.ADJUSTMENT: N_("Score adjustment"),
    SanctionKind.DISQUALIFICATION: N_("Disqualification"),
}
_A_SANCTION = {
    SanctionKind.CAUTION: N_("a caution"),
    SanctionKind.WARNING: N_("a warning"),
    SanctionKind.ADJUSTMENT: N_("a score adjustment"),
    SanctionKind.DISQUALIFICATION: N_("a disqualification"),
}
# What offences of the same infraction are worth, one after the other: the third of a kind climbs (JG 1.2.1).
LADDER = (
    *(SanctionKind.CAUTION, SanctionKind.CAUTION),
    *(SanctionKind.WARNING, SanctionKind.WARNING),
    *(SanctionKind.ADJUSTMENT, SanctionKind.ADJUSTMENT),
    SanctionKind.DISQUALIFICATION,
)


def sanction_player(
    state: State,
    player: int,
    kind: SanctionKind,
    *,
    rule: str,
    judge: str = "",
    note: str = "",
    escalates: bool = True,
    applies_to: int | None = None,
) -> list[Fact]:
    """Sanction a player; the third offence of the same infraction weighs more, unless the judge says otherwise.

    `applies_to` overrides which game an adjustment costs a point. A disqualification takes the player out.

    Raises:
        UnknownPlayer, UnknownRound: no such player; no such round in this event.
        Refused: the player is disqualified already.
        BadValue: no rule is named.

    Rule: JG 1.1.3, 1.1.4, 1.2.1.
    """
    name = state.player(player).name
    if state.player(player).status is PlayerStatus.DISQUALIFIED:
        raise Refused(Message("%(name)s is disqualified already.", name=name), code="has_left", rule="JG 1.1.4")
    if not rule.strip():
        raise BadValue(Message("A sanction names the rule it is for."), code="rule_needed", rule="JG 1.2.3")
    became = escalated(kind, offences(state, player, rule)) if escalates else kind
    game = None
    if became is SanctionKind.ADJUSTMENT:
        game = adjusted_round(state, player) if applies_to is None else _checked_round(state, applies_to)
    given = SanctionGiven(
        sanction=state.sanctions_ever + 1,
        player=player,
        kind=became,
        given=kind,
        rule=check_text(rule),
        round=_round_now(state),
        applies_to=game,
        judge=check_text(judge),
        note=check_text(note),
    )
    if became is not SanctionKind.DISQUALIFICATION:
        return [given]
    out = PlayerDisqualified(player=player, during=round_being_played(state, player), reason=check_text(note or rule))
    return [given, out]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rise:
    """What an infraction that calls for one kind comes to for a player who was sanctioned for it before.

    Attributes:
        rule: the infraction, as it was written last; `because_of` the sanctions for it, in their order.
        applies_to: the round whose game it costs a point, for an adjustment.
    """

    rule: str
    becomes: SanctionKind
    because_of: tuple[SanctionGiven, ...]
    applies_to: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSanction:
    """A kind of sanction for one player: the game that it costs a point, and for which infractions it weighs more."""

    kind: SanctionKind
    applies_to: int | None
    rises: tuple[Rise, ...]


def next_sanctions(state: State, player: int) -> tuple[NextSanction, ...]:
    """What each kind of infraction comes to for a player now, from the lightest.

    Raises:
        UnknownPlayer: no such player.

    Rule: JG 1.2.1.
    """
    state.player(player)
    had: dict[str, list[SanctionGiven]] = {}
    for _, given in sorted(state.sanctions.items()):
        if given.player == player:
            had.setdefault(infraction(given.rule), []).append(given)

    def game(kind: SanctionKind) -> int | None:
        return adjusted_round(state, player) if kind is SanctionKind.ADJUSTMENT else None

    return tuple(
        NextSanction(
            kind=kind,
            applies_to=game(kind),
            rises=tuple(
                Rise(rule=earlier[-1].rule, becomes=became, because_of=tuple(earlier), applies_to=game(became))
                for earlier in had.values()
                if (became := escalated(kind, earlier)) is not kind
            ),
        )
        for kind in SanctionKind
    )


def offences(state: State, player: int, rule: str) -> list[SanctionGiven]:
    """What stands against the player for the same infraction, in its order."""
    same = infraction(rule)
    return [
        given
        for _, given in sorted(state.sanctions.items())
        if given.player == player and infraction(given.rule) == same
    ]


def infraction(rule: str) -> str:
    """What a sanction is for, as it is compared: the number in the judges' guide, or the words; accents do not count.

    >>> infraction("JG 3.1.1 Illegal List") == infraction("3.1.1"), infraction("Slow  Pläy")
    (True, 'slow play')
    """
    number = re.match(r"(?:jg)?\s*(\d+(?:\.\d+)+)", rule.strip(), re.IGNORECASE)
    return number[1] if number else search_key(rule)


def escalated(kind: SanctionKind, earlier: Iterable[SanctionGiven]) -> SanctionKind:
    """What `kind` becomes after earlier offences of the same infraction: a rung above the highest, at least its own."""
    rung = -1
    for called_for in (*(given.given for given in earlier), kind):
        rung = min(max(LADDER.index(called_for), rung + 1), len(LADDER) - 1)
    return LADDER[rung]


def adjusted_round(state: State, player: int) -> int:
    """The game that an adjustment given now costs a point.

    During a game, that one; between rounds or before the final, the next; after the last preliminary round, the
    previous; before round 1, round 1.

    Rule: JG 1.1.3.
    """
    playing = round_being_played(state, player)
    if playing is not None:
        return playing
    if state.final is not None and player in state.final.finalists:
        return FINAL
    return min(state.published + 1, total_rounds(state))


def _checked_round(state: State, number: int) -> int:
    if number != FINAL and not 1 <= number <= total_rounds(state):
        state.round(number)
    return number


def _round_now(state: State) -> int | None:
    if state.final_round is not None:
        return FINAL
    return state.published or None


def lift_sanction(state: State, number: int, *, reason: str) -> list[Fact]:
    """Take a sanction back; a player whom it disqualified is in again.

    Raises:
        UnknownSanction: no such sanction.
        BadValue: no reason.
    """
    sanction = state.sanction(number)
    lifted: list[Fact] = [SanctionLifted(sanction=number, reason=check_text(reason, is_required=True))]
    if (
        sanction.kind is SanctionKind.DISQUALIFICATION
        and state.player(sanction.player).status is PlayerStatus.DISQUALIFIED
    ):
        lifted.append(PlayerReturned(player=sanction.player, reason=check_text(reason)))
    return lifted


def adjustments(state: State, round_number: int) -> Counter[int]:
    """How many adjustments each player has in the game of a round."""
    return Counter(
        sanction.player
        for sanction in state.sanctions.values()
        if sanction.kind is SanctionKind.ADJUSTMENT and sanction.applies_to == round_number
    )


@dataclass(frozen=True, slots=True)
class SanctionRecord:
    """A sanction in force, with when (aware UTC) and by whom it was entered."""

    sanction: SanctionGiven
    at: datetime
    by: str


def sanction_records(state: State, log: Iterable[LogEntry]) -> list[SanctionRecord]:
    """The sanctions in force, in the order in which they were given."""
    records = {
        entry.fact.sanction: SanctionRecord(entry.fact, entry.at, entry.by)
        for entry in log
        if isinstance(entry.fact, SanctionGiven)
    }
    return [records[number] for number in sorted(state.sanctions)]


def _tell_given(names: PlayerNames, fact: SanctionGiven) -> Sayable:
    kind: Sayable = Message(_A_SANCTION[fact.given])
    if fact.judge:
        kind = Message("%(kind)s by %(judge)s", kind=kind, judge=fact.judge)
    what = fact.rule
    if fact.kind is not fact.given:
        what = Message("%(what)s, which makes it %(heavier)s", what=what, heavier=Message(_A_SANCTION[fact.kind]))
    if fact.applies_to is not None:
        what = Message("%(what)s, taken from %(round)s", what=what, round=round_title(fact.applies_to))
    told = Message("%(name)s got %(kind)s for %(what)s.", name=names(fact.player), kind=kind, what=what)
    return because(told, fact.note)


@folds(SanctionGiven, _tell_given)
def _given(state: State, fact: SanctionGiven, entry: LogEntry) -> State:
    state.player(fact.player)
    if fact.sanction in state.sanctions:
        raise Refused(Message("There is a sanction %(number)s already.", number=fact.sanction), code="number_taken")
    return evolve(
        state,
        sanctions={**state.sanctions, fact.sanction: fact},
        sanctions_ever=max(state.sanctions_ever, fact.sanction),
    )


@folds(
    SanctionLifted, lambda _, fact: because(Message("Lifted sanction %(number)s.", number=fact.sanction), fact.reason)
)
def _lifted(state: State, fact: SanctionLifted, entry: LogEntry) -> State:
    # One whose player was removed is gone already.
    if fact.sanction > state.sanctions_ever:
        state.sanction(fact.sanction)
    return evolve(state, sanctions={n: sanction for n, sanction in state.sanctions.items() if n != fact.sanction})
