"""Penalties as the judges' guide has them: they climb within one event, and an adjustment costs one game a point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from toolkit.languages import N_, Listed, Message, Sayable
from toolkit.tournament.clock import extend_clock
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import (
    Fact,
    PenaltyGiven,
    PlayerDisqualified,
    PlayerReturned,
    SanctionGiven,
    SanctionKind,
    SanctionLifted,
)
from toolkit.tournament.games import adjusted_game, games_of, last_round_seen
from toolkit.tournament.infractions import (
    EDITION,
    FIRST_EDITION,
    Climbs,
    Infraction,
    folded,
    infraction_named,
    infraction_of_rule,
    infractions,
)
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds, sentence_of
from toolkit.tournament.players import clean_name, round_being_played
from toolkit.tournament.state import PlayerStatus, State, evolve, round_title

SANCTIONS = {
    SanctionKind.NONE: N_("No penalty"),
    SanctionKind.CAUTION: N_("Caution"),
    SanctionKind.WARNING: N_("Warning"),
    SanctionKind.ADJUSTMENT: N_("Standings adjustment"),
    SanctionKind.DISQUALIFICATION: N_("Disqualification"),
}
_A_SANCTION = {
    SanctionKind.NONE: N_("no penalty"),
    SanctionKind.CAUTION: N_("a caution"),
    SanctionKind.WARNING: N_("a warning"),
    SanctionKind.ADJUSTMENT: N_("a standings adjustment"),
    SanctionKind.DISQUALIFICATION: N_("a disqualification"),
}
_SANCTION = {
    SanctionKind.NONE: N_("no penalty"),
    SanctionKind.CAUTION: N_("caution"),
    SanctionKind.WARNING: N_("warning"),
    SanctionKind.ADJUSTMENT: N_("standings adjustment"),
    SanctionKind.DISQUALIFICATION: N_("disqualification"),
}
_OFFENCES = (
    *(N_("first offence"), N_("second offence"), N_("third offence"), N_("fourth offence")),
    *(N_("fifth offence"), N_("sixth offence"), N_("seventh offence")),
)
# The rungs of the ladder: what offences of the same infraction are worth, one after the other (JG 1.2.1).
LADDER = (
    *(SanctionKind.CAUTION, SanctionKind.CAUTION),
    *(SanctionKind.WARNING, SanctionKind.WARNING),
    *(SanctionKind.ADJUSTMENT, SanctionKind.ADJUSTMENT),
    SanctionKind.DISQUALIFICATION,
)
# What weighs on the standings is for the head judge to give (JG 1.2.2).
OF_HEAD_JUDGE = frozenset({SanctionKind.ADJUSTMENT, SanctionKind.DISQUALIFICATION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The penalty that an infraction calls for now.

    Attributes:
        infraction: None for one that the guide has no row for.
        given: what it calls for; `kind` what the ladder makes of it.
        rung: from 1; `offence` which one of its kind it is; `earlier` those before it that stand.
        game: the round whose game an adjustment would cost a point; None where none was played yet.
    """

    infraction: Infraction | None
    given: SanctionKind
    kind: SanctionKind
    rung: int
    offence: int
    earlier: tuple[PenaltyGiven, ...]
    game: int | None

    @property
    def is_accumulated(self) -> bool:
        """Whether it disqualifies by climbing alone: prizes are kept, and no report to the Ethics Committee is owed."""
        return self.kind is SanctionKind.DISQUALIFICATION and self.given is not self.kind

    @property
    def ordinal(self) -> Sayable:
        """'third offence'."""
        return ordinal_of(self.offence)


def propose(
    state: State,
    player: int,
    infraction: Infraction | None,
    given: SanctionKind | None = None,
    *,
    rule: str = "",
    has_weighed: bool = False,
) -> Proposal:
    """The penalty proposed for a player's infraction; `given` is its grade, else the lightest of its row.

    Raises:
        UnknownPlayer: no such player.
        BadValue: the infraction does not call for what is given.

    Rule: JG 1.2.1.
    """
    state.player(player)
    if given is SanctionKind.NONE or (infraction and given not in (None, *infraction.grades)):
        raise BadValue(Message("The infraction does not call for that penalty."), code="bad_grade", rule="JG 1.2.1")
    if given is None:
        given = infraction.grades[0] if infraction else SanctionKind.CAUTION
    earlier = tuple(_same(state, infraction, rule, player=player))
    grades = [(sanction.given, _climbs(infraction, sanction.has_weighed)) for sanction in earlier]
    rung = rungs([*grades, (given, _climbs(infraction, has_weighed))])[-1]
    kind = LADDER[rung - 1]
    return Proposal(
        infraction=infraction,
        given=given,
        kind=kind,
        rung=rung,
        offence=len(earlier) + 1,
        earlier=earlier,
        game=_game_now(state, player) if kind is SanctionKind.ADJUSTMENT else None,
    )


def rungs(offences: Iterable[tuple[SanctionKind, bool]]) -> list[int]:
    """The rung of each offence of one infraction, in their order: what it calls for, and whether it climbs.

    >>> C, W = SanctionKind.CAUTION, SanctionKind.WARNING
    >>> rungs([(C, True), (C, True), (W, True), (C, True)])
    [1, 2, 3, 4]
    """
    steps: list[int] = []
    for given, climbs in offences:
        entry = LADDER.index(given) + 1
        steps.append(min(len(LADDER), max(entry, max(steps, default=0) + 1)) if climbs else entry)
    return steps


def _climbs(infraction: Infraction | None, has_weighed: bool) -> bool:
    if infraction is None or infraction.climbs is Climbs.YES:
        return True
    return infraction.climbs is Climbs.IF_IT_WEIGHED and has_weighed


def row_of(given: PenaltyGiven) -> Infraction | None:
    """The row of the guide that a penalty was given for."""
    return infractions().get(given.infraction) or infraction_of_rule(given.rule)


def reason_of(given: PenaltyGiven) -> Sayable | str:
    """The reason of a penalty: the number and name of its row, else as it was written."""
    row = row_of(given)
    return row.title if row else given.rule


def name_of(state: State, given: PenaltyGiven) -> str:
    """The name of the penalized person."""
    return given.person if given.player is None else state.player(given.player).name


def is_accumulated(given: PenaltyGiven) -> bool:
    """Whether a penalty disqualifies by climbing alone."""
    return given.kind is given.proposed is SanctionKind.DISQUALIFICATION and given.given is not given.kind


def is_deviation(given: PenaltyGiven) -> bool:
    """Whether the judge left the penalty that the ladder proposed."""
    return given.kind is not given.proposed and given.edition != FIRST_EDITION


@dataclass(frozen=True, slots=True)
class Warned:
    """A person's warning for a row of the guide, by their VEKN number."""

    vekn: str
    infraction: str


def warnings_in(state: State) -> tuple[Warned, ...]:
    """The warnings of persons with a VEKN number; a disqualification includes a warning.

    Rule: JG 1.1.4, 1.2.1.
    """
    warnings = {
        Warned(state.players[given.player].vekn, row.key): None
        for given in state.sanctions.values()
        if given.player is not None and (row := row_of(given)) and _has_warning(given)
    }
    return tuple(warning for warning in warnings if warning.vekn)


def _has_warning(given: PenaltyGiven) -> bool:
    is_out = given.kind is SanctionKind.DISQUALIFICATION and not is_accumulated(given)
    return given.kind is SanctionKind.WARNING or is_out


def ordinal_of(offence: int) -> Sayable:
    """'third offence'."""
    if offence <= len(_OFFENCES):
        return Message(_OFFENCES[offence - 1])
    return Message("offence %(number)s", number=offence)


def _same(
    state: State, infraction: Infraction | None, rule: str, *, player: int | None, person: str = ""
) -> list[PenaltyGiven]:
    """A player's earlier sanctions for the same infraction, in their order."""
    wanted = _what(infraction, rule)
    return [
        given
        for _, given in sorted(state.sanctions.items())
        if given.player == player
        and folded(given.person) == folded(person)
        and _what(row_of(given), given.rule) == wanted
    ]


def _what(infraction: Infraction | None, rule: str) -> str:
    return infraction.key if infraction else folded(rule)


def _game_now(state: State, player: int) -> int | None:
    round_ = last_round_seen(state)
    table = round_.seats.get(player, (None,))[0] if round_ else None
    return adjusted_game(state, player, round=round_.number if round_ else None, table=table, is_earlier=False)


def sanction_player(
    state: State,
    player: int,
    kind: SanctionKind | None = None,
    *,
    infraction: str = "",
    rule: str = "",
    grade: SanctionKind | None = None,
    judge: str = "",
    note: str = "",
    escalates: bool = True,
    has_weighed: bool = False,
    applies_to: int | None = None,
    is_earlier: bool = False,
    minutes: int | None = None,
    is_allowed: bool = False,
) -> list[Fact]:
    """Penalize a player for a row of the judges' guide, or for what `rule` says in words.

    `grade` is what the infraction calls for; the ladder makes the penalty of it. Any other `kind`, or the same one with
    `escalates` false, is a deviation and needs a note. `applies_to` names another game for an adjustment; the player's
    table gets `minutes` more. A disqualification takes the player out.

    Raises:
        UnknownPlayer: no such player.
        Refused: the event is finished, or the player is disqualified already.
        BadValue: nothing that it is for, a deviation without a reason, or a game that the player did not play.

    Rule: JG 1.1.3, 1.1.4, 1.2.1, 1.2.3, 1.2.4.
    """
    check_running(state)
    name = state.player(player).name
    if state.player(player).status is PlayerStatus.DISQUALIFIED:
        raise Refused(Message("%(name)s is disqualified already.", name=name), code="has_left", rule="JG 1.1.4")
    row = _row(infraction, rule)
    given, wanted = _grade_and_kind(row, kind, grade, escalates=escalates)
    proposal = propose(state, player, row, given, rule=rule, has_weighed=has_weighed)
    became = proposal.kind if wanted is None else wanted
    reason = check_text(note)
    if not reason and (became is not proposal.kind or not escalates):
        raise _reason_needed(proposal)
    if became is SanctionKind.ADJUSTMENT and applies_to is not None:
        _check_game(state, player, applies_to, proposal.game, reason)
    round_ = last_round_seen(state)
    table = round_.seats.get(player, (None,))[0] if round_ else None
    fact = PenaltyGiven(
        sanction=state.sanctions_ever + 1,
        player=player,
        infraction=row.key if row else "",
        rule=check_text(rule),
        given=given,
        proposed=proposal.kind,
        kind=became,
        offence=proposal.offence,
        has_weighed=has_weighed,
        round=round_.number if round_ else None,
        table=table,
        applies_to=applies_to if became is SanctionKind.ADJUSTMENT else None,
        is_earlier=is_earlier,
        judge=check_text(judge),
        note=reason,
        edition=EDITION,
    )
    facts: list[Fact] = [fact]
    if became is SanctionKind.DISQUALIFICATION:
        why = check_text(note or rule or str(reason_of(fact)))
        facts.append(PlayerDisqualified(player=player, during=round_being_played(state, player), reason=why))
    if minutes:
        facts += _longer(state, fact, name, minutes=minutes, is_allowed=is_allowed)
    return facts


def sanction_person(
    state: State,
    name: str,
    kind: SanctionKind,
    *,
    infraction: str = "",
    rule: str = "",
    judge: str = "",
    note: str = "",
) -> list[Fact]:
    """Penalize a person who does not play, e.g. a spectator or a judge. They are in the report of penalties alone.

    Raises:
        Refused: the event is finished.
        BadValue: nobody is named, nothing that it is for, or neither an adjustment nor a disqualification.

    Rule: JG 1.2.2.
    """
    check_running(state)
    row = _row(infraction, rule)
    if kind not in OF_HEAD_JUDGE:
        raise BadValue(
            Message("Someone who is not playing can only get a standings adjustment or a disqualification."),
            code="bad_penalty",
            rule="JG 1.2.2",
        )
    person, round_ = clean_name(name), last_round_seen(state)
    return [
        PenaltyGiven(
            sanction=state.sanctions_ever + 1,
            player=None,
            person=person,
            infraction=row.key if row else "",
            rule=check_text(rule),
            given=kind,
            proposed=kind,
            kind=kind,
            offence=len(_same(state, row, rule, player=None, person=person)) + 1,
            round=round_.number if round_ else None,
            table=None,
            judge=check_text(judge),
            note=check_text(note),
            edition=EDITION,
        )
    ]


def _row(infraction: str, rule: str) -> Infraction | None:
    if infraction.strip():
        return infraction_named(infraction)
    if not rule.strip():
        raise BadValue(Message("A sanction names the rule it is for."), code="rule_needed", rule="JG 1.2.3")
    return infraction_of_rule(rule)


def _grade_and_kind(
    row: Infraction | None, kind: SanctionKind | None, grade: SanctionKind | None, *, escalates: bool
) -> tuple[SanctionKind, SanctionKind | None]:
    """The infraction's grade, and the penalty that the judge gives; None for the ladder's proposal."""
    if grade is not None:
        return grade, kind
    if row is None and kind in (None, SanctionKind.NONE):
        raise BadValue(Message("Choose the penalty."), code="kind_needed", rule="JG 1.2.1")
    if kind is not None and kind is not SanctionKind.NONE and (row is None or kind in row.grades):
        return kind, None if escalates else kind
    assert row is not None
    return row.grades[0], kind


def _reason_needed(proposal: Proposal) -> BadValue:
    return BadValue(
        Message(
            "The ladder proposes %(kind)s (%(offence)s): another penalty needs a reason.",
            kind=Message(_A_SANCTION[proposal.kind]),
            offence=proposal.ordinal,
        ),
        code="reason_needed",
        rule="JG 1.2.3",
    )


def _check_game(state: State, player: int, named: int, usual: int | None, reason: str) -> None:
    games = games_of(state, player)
    if named not in games:
        name = state.player(player).name
        message = Message("%(name)s has played no game yet.", name=name)
        if games:
            listed = Listed(map(round_title, games))
            message = Message(
                "%(name)s does not sit in %(round)s, but in: %(list)s.",
                name=name,
                round=round_title(named),
                list=listed,
            )
        raise BadValue(message, code="not_their_game", rule="JG 1.1.3")
    if named != usual and not reason:
        raise BadValue(
            Message("An adjustment in another game than the usual one needs a reason."),
            code="reason_needed",
            rule="JG 1.2.3",
        )


def _longer(state: State, given: PenaltyGiven, name: str, *, minutes: int, is_allowed: bool) -> list[Fact]:
    if given.round is None or given.table is None:
        raise Refused(
            Message("%(name)s sits at no table whose clock could be extended.", name=name),
            code="no_table",
            rule="JG 1.2.4",
        )
    reason = str(reason_of(given))
    return extend_clock(
        state, given.round, seconds=60 * minutes, table=given.table, reason=reason, is_allowed=is_allowed
    )


def lift_sanction(state: State, number: int, *, reason: str) -> list[Fact]:
    """Take a sanction back; a player whom it disqualified is in again.

    Raises:
        UnknownSanction: no such sanction.
        BadValue: no reason.
    """
    sanction = state.sanction(number)
    lifted: list[Fact] = [SanctionLifted(sanction=number, reason=check_text(reason, is_required=True))]
    out = sanction.player if sanction.kind is SanctionKind.DISQUALIFICATION else None
    if out is not None and state.player(out).status is PlayerStatus.DISQUALIFIED:
        lifted.append(PlayerReturned(player=out, reason=check_text(reason)))
    return lifted


@dataclass(frozen=True, slots=True)
class SanctionRecord:
    """A sanction, with when (aware UTC) and by whom it was entered; `lifted` by which entry, None while it stands."""

    sanction: PenaltyGiven
    at: datetime
    by: str
    lifted: LogEntry | None = None


def sanction_records(state: State, log: Iterable[LogEntry]) -> list[SanctionRecord]:
    """The sanctions in force, in the order in which they were given."""
    records = {
        entry.fact.sanction: SanctionRecord(state.sanctions[entry.fact.sanction], entry.at, entry.by)
        for entry in log
        if isinstance(entry.fact, SanctionGiven | PenaltyGiven) and entry.fact.sanction in state.sanctions
    }
    return [records[number] for number in sorted(state.sanctions)]


def penalty_of(fact: SanctionGiven | PenaltyGiven) -> PenaltyGiven:
    """A penalty as it is kept in the state, whichever program wrote it."""
    if isinstance(fact, PenaltyGiven):
        return fact
    return PenaltyGiven(
        sanction=fact.sanction,
        player=fact.player,
        rule=fact.rule,
        given=SanctionKind[fact.given.name],
        proposed=SanctionKind[fact.kind.name],
        kind=SanctionKind[fact.kind.name],
        round=fact.round,
        table=None,
        applies_to=fact.applies_to,
        judge=fact.judge,
        note=fact.note,
        edition=FIRST_EDITION,
    )


def _old_sentence(names: PlayerNames, fact: SanctionGiven) -> Sayable:
    kind: Sayable = Message(_A_SANCTION[SanctionKind[fact.given.name]])
    if fact.judge:
        kind = Message("%(kind)s by %(judge)s", kind=kind, judge=fact.judge)
    what = fact.rule
    if fact.kind is not fact.given:
        heavier = Message(_A_SANCTION[SanctionKind[fact.kind.name]])
        what = Message("%(what)s, which makes it %(heavier)s", what=what, heavier=heavier)
    if fact.applies_to is not None:
        what = Message("%(what)s, taken from %(round)s", what=what, round=round_title(fact.applies_to))
    sentence = Message("%(name)s got %(kind)s for %(what)s.", name=names(fact.player), kind=kind, what=what)
    return because(sentence, fact.note)


def _given_sentence(names: PlayerNames, fact: PenaltyGiven) -> Sayable:
    kind: Sayable = Message(_SANCTION[fact.kind])
    if fact.judge:
        kind = Message("%(kind)s by %(judge)s", kind=kind, judge=fact.judge)
    what = reason_of(fact)
    if fact.applies_to is not None:
        what = Message("%(what)s, taken from %(round)s", what=what, round=round_title(fact.applies_to))
    name = fact.person if fact.player is None else names(fact.player)
    if is_deviation(fact):
        return Message(
            "%(name)s: %(kind)s for %(what)s; the ladder proposes %(proposed)s (%(offence)s); reason: %(reason)s.",
            name=name,
            kind=kind,
            what=what,
            proposed=Message(_A_SANCTION[fact.proposed]),
            offence=ordinal_of(fact.offence),
            reason=fact.note.removesuffix("."),
        )
    if fact.offence > 1:
        what = Message("%(what)s, %(offence)s", what=what, offence=ordinal_of(fact.offence))
    return because(Message("%(name)s: %(kind)s for %(what)s.", name=name, kind=kind, what=what), fact.note)


def _with_penalty(state: State, penalty: PenaltyGiven) -> State:
    if penalty.player is not None:
        state.player(penalty.player)
    if penalty.sanction in state.sanctions:
        raise Refused(Message("There is a sanction %(number)s already.", number=penalty.sanction), code="number_taken")
    return evolve(
        state,
        sanctions={**state.sanctions, penalty.sanction: penalty},
        sanctions_ever=max(state.sanctions_ever, penalty.sanction),
    )


@folds(SanctionGiven, _old_sentence)
def _old_given(state: State, fact: SanctionGiven, entry: LogEntry) -> State:
    return _with_penalty(state, penalty_of(fact))


@folds(PenaltyGiven, _given_sentence)
def _given(state: State, fact: PenaltyGiven, entry: LogEntry) -> State:
    return _with_penalty(state, fact)


def _lifted_sentence(names: PlayerNames, fact: SanctionLifted) -> Sayable:
    lifted: Sayable = Message("Lifted sanction %(number)s.", number=fact.sanction)
    if given := names.before(fact, (PenaltyGiven, SanctionGiven), "sanction"):
        lifted = Message("Lifted: %(sentence)s", sentence=sentence_of(names, given))
    return because(lifted, fact.reason)


@folds(SanctionLifted, _lifted_sentence)
def _lifted(state: State, fact: SanctionLifted, entry: LogEntry) -> State:
    # One whose player was removed is gone already.
    if fact.sanction > state.sanctions_ever:
        state.sanction(fact.sanction)
    return evolve(state, sanctions={n: sanction for n, sanction in state.sanctions.items() if n != fact.sanction})
