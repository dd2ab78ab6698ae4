"""The next step of an event: what stands before it, each with where to look, and the steps that ask for all of it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from toolkit.errors import ToolkitError
from toolkit.languages import Count, Listed, Message
from toolkit.scoring import Level
from toolkit.tournament import checkin
from toolkit.tournament.checkin import missing
from toolkit.tournament.configuration import KINDS, QUALIFIERS, EventKind, EventRuleSet, Official
from toolkit.tournament.decks import deck_for, has_list, has_paper_list, is_text_only, take_paper_list
from toolkit.tournament.errors import Refused
from toolkit.tournament.event import RULES_OF, check_text
from toolkit.tournament.facts import FINAL, Fact, RoundPublished, TournamentFinished
from toolkit.tournament.fees import unpaid_count
from toolkit.tournament.final import cut, open_final, tosses_needed
from toolkit.tournament.players import name_key
from toolkit.tournament.questions import accepts_decklists
from toolkit.tournament.receivers import early_faults
from toolkit.tournament.results import disputed
from toolkit.tournament.rounds import (
    STAGGERED,
    UNSEATABLE,
    are_rounds_over,
    check_final_announced,
    next_round_number,
    not_seen,
    players_to_seat,
    total_rounds,
)
from toolkit.tournament.signup import number_claims
from toolkit.tournament.staggered import has_no_plan, plan_sentences, sits_out
from toolkit.tournament.standings import standings, winner
from toolkit.tournament.state import Player, Round, State, evolve, round_heading

# So many names stand in one sentence.
_NAMED = 12
# A reason is enough to publish a round without these.
LIST_FAULTS = frozenset({"deck_missing", "deck_illegal"})
# Players of a table that no sanctioned event has.
_TOO_FEW = 3


class NextStep(StrEnum):
    """The next step of an event."""

    ROUND = "round"
    FINAL = "final"
    FINISH = "finish"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocker:
    """One thing that blocks the next step, or is to be looked at before it (`is_warning`).

    Attributes:
        players: whom a line of `by_kind` is about, where it is about several.
    """

    code: str
    message: str
    rule: str | None = None
    round: int | None = None
    table: int | None = None
    player: int | None = None
    sign_up: int | None = None
    is_warning: bool = False
    players: tuple[int, ...] = ()


def next_step(state: State) -> NextStep:
    """The next step of the organizer."""
    if state.is_finished:
        return NextStep.NOTHING
    if state.final is None and state.published < total_rounds(state):
        return NextStep.ROUND
    if state.settings.has_final and winner(state) is None:
        return NextStep.FINAL
    return NextStep.FINISH


def blockers(state: State) -> list[Blocker]:
    """Everything that blocks the next step, warnings last; empty when nothing does."""
    find = {NextStep.ROUND: blockers_of_round, NextStep.FINAL: blockers_of_final, NextStep.FINISH: blockers_of_finish}
    step = next_step(state)
    faults = [*find[step](state), *_report_faults(state), *claimed_numbers(state)] if step in find else []
    return sorted(faults, key=lambda blocker: blocker.is_warning)


# So many players and judges let a judge play.
_PLAYERS_FOR_JUDGES, _JUDGES_FOR_JUDGES = 8, 6


def warnings_of(state: State) -> list[str]:
    """The warnings about an event: settings that cost it something, and judges who play.

    Rule: VEKN 2.9.
    """
    settings = state.settings
    warnings = [*settings.warnings(), *older_reading(state)]
    if not settings.is_for_vekn or settings.kind is EventKind.GRAND_PRIX:
        return warnings
    officials = (Official(name=settings.head_judge, vekn=settings.head_judge_vekn), *settings.assistants)
    judges = [official for official in officials if official.name]
    is_barred = settings.kind in QUALIFIERS or settings.level is not Level.STANDARD
    if not is_barred and len(state.active) >= _PLAYERS_FOR_JUDGES and len(judges) >= _JUDGES_FOR_JUDGES:
        return warnings
    keys = {name_key(judge.name) for judge in judges} | {judge.vekn for judge in judges if judge.vekn}
    for player in state.active:
        if name_key(player.name) in keys or player.vekn in keys:
            kind = Message(KINDS[settings.kind or EventKind.STANDARD_CONSTRUCTED])
            message = Message(
                "%(name)s is a judge and registered: a judge plays from 8 players on, with six judges named "
                "(VEKN 2.9).",
                name=player.name,
            )
            if is_barred:
                message = Message(
                    "%(name)s is a judge and registered: no judge plays in an event of this kind, %(kind)s (VEKN 2.9).",
                    name=player.name,
                    kind=kind,
                )
            warnings.append(message)
    return warnings


def older_reading(state: State) -> list[Message]:
    """The line about a closed event whose results the newer rules read differently."""
    if not state.is_finished or state.rules_of is not None:
        return []
    newer = evolve(state, rules_of=RULES_OF)
    is_carried = any(result.is_carried for entry in state.rounds for result in entry.results.values())
    if not is_carried and standings(newer) == standings(state):
        return []
    return [Message("This event keeps its standings. They follow older rules; by the newer ones they would differ.")]


def _report_faults(state: State) -> Iterator[Blocker]:
    """The faults of a sanctioned event's report, while they can still be mended."""
    for fault in early_faults(state):
        code = fault.code
        yield Blocker(code=code, message=fault.finding.message, is_warning=True)


def claimed_numbers(state: State) -> list[Blocker]:
    """The claimed VEKN numbers: the organizer decides on each."""
    return [
        Blocker(code="number_claimed", message=sentence, sign_up=sign_up.number, is_warning=True)
        for sign_up, sentence in number_claims(state)
    ]


def blockers_of_round(state: State) -> list[Blocker]:
    """The blockers of the publication of the next round."""
    return [*_finished(state), *_missing_results(state), *_draft_faults(state), *_deck_faults(state)]


def blockers_of_final(state: State) -> list[Blocker]:
    """The blockers of the cut, or once it is made, of the result of the final."""
    faults = list(_missing_results(state))
    if state.final is None:
        faults.extend(_tosses(state) if not faults and are_rounds_over(state) else ())
        faults.extend(_cut_refusal(state) if not faults else ())
        return faults
    faults.extend(_cut_is_old(state))
    if state.final_round is None:
        waiting = state.final.next_to_place
        text = Message("The first player has not been drawn.")
        if waiting:
            text = Message("%(name)s places next.", name=state.player(waiting).name)
        faults.append(Blocker(code="final_seats", message=text, rule="VEKN 3.1.3", player=waiting, round=0))
    return faults


def _cut_is_old(state: State) -> Iterator[Blocker]:
    final = state.final
    if final is not None and set(cut(state)) != set(final.finalists) and not state.is_finished:
        new = Listed(state.player(number).name for number in cut(state) if number not in final.finalists)
        message = Message(
            "The standings have changed: %(players)s would be in the final now.",
            players=new or Message("fewer players"),
        )
        yield Blocker(code="cut_changed", message=message, rule="VEKN 3.1", round=0, is_warning=True)


def blockers_of_finish(state: State) -> list[Blocker]:
    """The blockers of the event's end."""
    faults = [*_missing_results(state), *_cut_is_old(state)]
    if state.published < total_rounds(state):
        message = Message(
            "%(number)s of %(other)s rounds have been played.", number=state.published, other=total_rounds(state)
        )
        faults.append(Blocker(code="rounds_missing", message=message, rule="VEKN 3.1"))
    if state.settings.has_final and winner(state) is None and all(blocker.is_warning for blocker in faults):
        faults.append(
            Blocker(code="final_missing", message=Message("The final has not been played."), rule="VEKN 3.1.6")
        )
    if unpaid := unpaid_count(state):
        faults.append(Blocker(code="unpaid", message=unpaid, is_warning=True))
    return faults


def publish_round(state: State, *, reason: str = "") -> list[Fact]:
    """Show the draft to the players; decks are locked with round 1.

    A `reason` publishes it although decklists are missing or not legal; the log keeps it.

    Raises:
        Refused: the first of what blocks it.
    """
    reason = check_text(reason)
    blocked = [
        blocker
        for blocker in blockers_of_round(state)
        if not (blocker.is_warning or (reason and blocker.code in LIST_FAULTS))
    ]
    if blocked:
        raise Refused(blocked[0].message, code=blocked[0].code, rule=blocked[0].rule)
    return [RoundPublished(round=next_round_number(state), reason=reason)]


def take_lists_on_paper(state: State) -> list[Fact]:
    """The lists that stand before the next round came in on paper: of every player without one, or without a legal one.

    Rule: VEKN 3.1.5.
    """
    deck_round = next_round_number(state) if state.settings.is_multideck else None
    numbers = [blocker.player for blocker in _deck_faults(state) if blocker.player and not blocker.is_warning]
    return [fact for number in numbers for fact in take_paper_list(state, number, deck_round=deck_round)]


def by_kind(found: Iterable[Blocker]) -> list[Blocker]:
    """The same, with one line for all missing lists, one for those not legal, and one for a round's missing results."""
    kinds: dict[tuple[str, bool], list[Blocker]] = {}
    for place, blocker in enumerate(found):
        kind = blocker.code if blocker.code in LIST_FAULTS else str(place)
        if blocker.code == "result_missing":
            kind = f"results of round {blocker.round}"
        kinds.setdefault((kind, blocker.is_warning), []).append(blocker)
    return [_together(same) for same in kinds.values()]


def _together(same: list[Blocker]) -> Blocker:
    if len(same) == 1:
        return same[0]
    if same[0].code == "result_missing":
        where = round_heading(same[0].round or FINAL)
        message = Count(
            len(same),
            "%(round)s: %(num)d table has no result.",
            "%(round)s: %(num)d tables have no result.",
            round=where,
        )
        return replace(same[0], message=message, table=None)
    message = Count(len(same), "%(num)d player has no decklist.", "%(num)d players have no decklist.")
    if same[0].code == "deck_illegal":
        message = Count(len(same), "%(num)d decklist is not legal.", "%(num)d decklists are not legal.")
    numbers = tuple(blocker.player for blocker in same if blocker.player)
    return replace(same[0], message=message, player=None, players=numbers)


def finish(state: State, *, is_early: bool = False, reason: str = "") -> list[Fact]:
    """Close the event: its standings are the result.

    `is_early` ends it for a reason although something is missing: every round up to the last whole one counts.

    Raises:
        Refused: something is still missing, the blockers list says what; or nothing is, and it is no early end.
        BadValue: an early end without a reason.

    Rule: JG 5.3.
    """
    if state.is_finished:
        raise Refused(Message("The event is finished already."), code="finished")
    blocked = [blocker for blocker in blockers_of_finish(state) if not blocker.is_warning]
    if is_early:
        if not blocked:
            raise Refused(Message("Nothing is missing. Close the event instead of ending it early."), code="finished")
        return [TournamentFinished(is_early=True, reason=check_text(reason, is_required=True))]
    if blocked:
        message = Message("%(sentence)s To stop here anyway, end the event early.", sentence=blocked[0].message)
        raise Refused(message, code=blocked[0].code, rule=blocked[0].rule)
    return [TournamentFinished()]


def _finished(state: State) -> Iterator[Blocker]:
    if state.is_finished:
        yield Blocker(code="finished", message=Message("The event is finished: open it again first."))


def _missing_results(state: State) -> Iterator[Blocker]:
    for round_ in (*state.rounds, *([state.final_round] if state.final_round else [])):
        if round_.is_published:
            yield from _unsettled(state, round_)


def _unsettled(state: State, round_: Round) -> Iterator[Blocker]:
    where = round_.heading
    for table in round_.unsettled:
        is_old = table in round_.results
        message = Message("%(round)s: table %(number)s has no result.", round=where, number=table)
        if is_old:
            message = Message(
                "%(round)s: the players of table %(number)s have changed, enter its result again.",
                round=where,
                number=table,
            )
        yield Blocker(
            code="players_changed" if is_old else "result_missing", message=message, round=round_.number, table=table
        )
        if len(round_.table(table)) == _TOO_FEW and state.settings.is_for_vekn:
            message = Message(
                "%(round)s: table %(number)s has three players: sanctioned with a proxy player only.",
                round=where,
                number=table,
            )
            yield Blocker(
                code="table_of_three",
                message=message,
                rule="JG 5.1.1",
                round=round_.number,
                table=table,
                is_warning=True,
            )
    for player in sorted(player for player in round_.scores.keys() - round_.seats.keys() if player > 0):
        message = Message("%(round)s: %(name)s has a score and no seat.", round=where, name=state.player(player).name)
        yield Blocker(code="score_without_seat", message=message, round=round_.number, player=player, is_warning=True)
    disputed_tables = disputed(round_)
    for table in sorted(disputed_tables):
        yield _dispute(state, round_, table)
    for table, result in sorted(round_.results.items()):
        if table in disputed_tables:
            continue
        if result.is_carried and round_.is_settled(table):
            message = Message(
                "%(round)s: seats or points of table %(number)s changed after its result. Check it, then lock it.",
                round=where,
                number=table,
            )
            yield Blocker(code="carried", message=message, round=round_.number, table=table, is_warning=True)
        elif not result.is_confirmed:
            message = Message("%(round)s: the result of table %(number)s is not confirmed.", round=where, number=table)
            yield Blocker(code="unconfirmed", message=message, round=round_.number, table=table, is_warning=True)


def _dispute(state: State, round_: Round, table: int) -> Blocker:
    message = Message("%(round)s: the result of table %(number)s is disputed.", round=round_.heading, number=table)
    return Blocker(code="disputed", message=message, round=round_.number, table=table, is_warning=True)


def _draft_faults(state: State) -> Iterator[Blocker]:
    number = next_round_number(state)
    players = players_to_seat(state)
    if len(state.rounds) < number:
        yield Blocker(
            code="no_draft", message=Message("%(round)s has no seating yet.", round=round_heading(number)), round=number
        )
        yield from _count_faults(state, len(players), number)
        yield from _not_here(state, ())
        return
    draft = state.rounds[number - 1]
    for player in map(state.player, draft.seats):
        if not player.is_active:
            yield Blocker(
                code="has_left",
                message=Message("%(name)s has left and is seated.", name=player.name),
                rule="VEKN 3.1.4",
                round=number,
                player=player.number,
            )
    away = set(draft.seats) - {player.number for player in players}
    for player in (state.player(wanted) for wanted in sorted(away)):
        if player.is_active:
            message = Message("%(name)s is seated and not checked in.", name=player.name)
            yield Blocker(code="not_checked_in", message=message, round=number, player=player.number, is_warning=True)
    yield from _left_out(state, draft, players)
    yield from _not_here(state, draft.seats)
    yield from _rule_faults(state, draft)


def _left_out(state: State, draft: Round, players: tuple[Player, ...]) -> Iterator[Blocker]:
    for player in players:
        if player.number not in draft.seats:
            is_planned = state.plan is not None and player.number in draft.sitting_out
            if not is_planned:
                message = Message("%(name)s is not seated.", name=player.name)
                if _was_seen(state, player):
                    message = Message("%(name)s is here and not seated.", name=player.name)
                yield Blocker(
                    code="not_seated", message=message, round=draft.number, player=player.number, is_warning=True
                )


def _was_seen(state: State, player: Player) -> bool:
    """Whether the player was seen: checked in for this round, or playing the last one."""
    if checkin.is_taken(state):
        return player.number in checkin.here(state)
    return state.published > 0 and player.number in state.rounds[state.published - 1].seats


def _not_here(state: State, seated: Container[int]) -> Iterator[Blocker]:
    """Say once who gets no seat because they are not checked in: it may be a queue at the desk."""
    building = state.limited.building
    names = [player.name for player in state.active if player.number in building and player.number not in seated]
    if names:
        message = Message("Building a sealed deck, and so not seated: %(list)s.", list=Listed(names, most=_NAMED))
        number = next_round_number(state)
        yield Blocker(code="builds_late", message=message, rule="VEKN 7.2.6", round=number, is_warning=True)
    names = [player.name for player in missing(state) if player.number not in building and player.number not in seated]
    if names:
        who, number = Listed(names, most=_NAMED), next_round_number(state)
        if checkin.is_check_in_open(state):
            message = Message("Not checked in, and so not seated: %(list)s.", list=who)
            yield Blocker(code="not_here", message=message, round=number, is_warning=True)
        else:  # an official marked them, or closed the check-in without them
            yield Blocker(code="away", message=Message("Away: %(list)s.", list=who), round=number, is_warning=True)
    unseen: dict[int, list[str]] = {}
    for player in not_seen(state):
        if player.number not in building and player.number not in seated:
            unseen.setdefault(checkin.last_seen(state, player), []).append(player.name)
    for number, missed in sorted(unseen.items()):
        message = Message(
            "Not seen since round %(number)s and so not seated: %(list)s.",
            number=number,
            list=Listed(missed, most=_NAMED),
        )
        yield Blocker(code="not_seen", message=message, round=next_round_number(state), is_warning=True)


def _rule_faults(state: State, draft: Round) -> Iterator[Blocker]:
    try:
        check_final_announced(state, len(draft.seats))
    except ToolkitError as error:
        yield Blocker(code=error.code, message=error.message, rule=error.rule, round=draft.number)
    for table, players in draft.numbered():
        if len(players) == _TOO_FEW and state.settings.is_for_vekn:
            message = Message("Table %(number)s has three players: the event is not sanctioned.", number=table)
            yield Blocker(
                code="table_of_three",
                message=message,
                rule="VEKN 3.1.2",
                round=draft.number,
                table=table,
                is_warning=True,
            )


def _count_faults(state: State, count: int, number: int) -> Iterator[Blocker]:
    if count in STAGGERED:
        for sentence in plan_sentences(state)[:1]:
            yield Blocker(code="staggered", message=sentence, rule="VEKN 3.1.2", round=number, is_warning=True)
    elif count in UNSEATABLE or count == 0:
        few = Count(count, "%(num)d player is too few for a table.", "%(num)d players are too few for a table.")
        yield Blocker(code="too_few_players", message=few, rule="VEKN 3.1.2", round=number)
    is_lost = has_no_plan(state) if count in STAGGERED else count in UNSEATABLE
    if is_lost and state.settings.is_for_vekn:
        yield Blocker(
            code="no_legal_tables", message=_loss_sentence(state), rule="JG 5.1", round=number, is_warning=True
        )


def _loss_sentence(state: State) -> Message:
    if state.published:
        return Message(
            "Without legal tables the event is unsanctioned from here: prizes stay, there is no rating. "
            "A judge who joins between rounds solves this."
        )
    return Message(
        "Without legal tables the event is unsanctioned and has no prize support. A judge who joins solves this."
    )


def _deck_faults(state: State) -> Iterator[Blocker]:
    """Lists that are missing where they are asked for, and those that were handed in and are not legal.

    They no longer block once the player has played with that deck, or where a list on paper stands for it.
    """
    if not accepts_decklists(state):
        return
    number, is_multideck = next_round_number(state), state.settings.is_multideck
    for player in players_to_seat(state):
        if sits_out(state, player.number, number):
            continue
        deck = deck_for(state, player, number)
        has_played = not is_multideck and any(player.number in round_.seats for round_ in state.rounds[: number - 1])
        if state.settings.requires_decks and not has_list(state, player, number):
            yield Blocker(
                code="deck_missing",
                message=Message("%(name)s has no decklist, only a text without cards.", name=player.name)
                if is_text_only(state, player, number)
                else Message("%(name)s has no decklist.", name=player.name),
                rule="VEKN 7.2.3" if state.settings.rule_set is EventRuleSet.LIMITED else "VEKN 6.3",
                round=number,
                player=player.number,
                is_warning=has_played,
            )
        elif deck is not None and not deck.verdict.is_legal:
            message = Message("The list of %(name)s is not legal.", name=player.name)
            if deck.verdict.problems:
                message = Message(
                    "%(name)s's list is not legal: %(sentence)s", name=player.name, sentence=deck.verdict.problems[0]
                )
            yield Blocker(
                code="deck_illegal",
                message=message,
                rule="JG 3.1.1",
                round=number,
                player=player.number,
                is_warning=not state.settings.requires_decks or has_played or has_paper_list(state, player, number),
            )


def _tosses(state: State) -> Iterator[Blocker]:
    for tied in tosses_needed(state):
        names = Listed(state.player(number).name for number in tied)
        yield Blocker(
            code="toss_needed", message=Message("%(list)s are tied: a toss decides first.", list=names), rule="VEKN 3.1"
        )


def _cut_refusal(state: State) -> Iterator[Blocker]:
    try:
        open_final(state)
    except ToolkitError as error:
        yield Blocker(code=error.code, message=error.message, rule=error.rule)
