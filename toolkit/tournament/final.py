"""The final: the cut and its toss, who cannot play and who moves up, names placed in a row, the first player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from toolkit.languages import N_, Count, Listed, Message, Sayable
from toolkit.scoring import Total, check_toss, rank_totals, ties_at_cut
from toolkit.tournament.draws import DrawSeed, draw, toss_purpose
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import (
    FINAL,
    Fact,
    FinalCancelled,
    FinalistAvailable,
    FinalistPlaced,
    FinalistUnavailable,
    FinalOpened,
    FirstPlayerDrawn,
    TossMade,
)
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.rounds import are_rounds_over, total_rounds
from toolkit.tournament.standings import FINALISTS, candidates, finalists, standings, tossed, totals
from toolkit.tournament.state import Final, Player, Round, State, evolve, round_title

FEWEST_FINALISTS = 4
# So many at the table have only one seat to take.
_WITHOUT_CHOICE = 2
# How the log joins those who were tossed for.
_BEFORE = N_(" before ")
_TOSS_NEEDED = N_("A toss is needed for who moves up.")


def _id(total: Total) -> int:
    assert isinstance(total.player, int)
    return total.player


def cut(state: State) -> tuple[int, ...]:
    """The five first who can play, by seed; four when there are no more. An undecided tie stands as it comes."""
    ranked = rank_totals(tossed(state, candidates(state)))
    return tuple(_id(entry.total) for entry in ranked[:FINALISTS])


def cut_line(state: State) -> int:
    """The number of places above the line of the cut; 0 while finalists are not certain, or not the first ones."""
    chosen = finalists(state)
    if not chosen and state.settings.has_final and are_rounds_over(state):
        chosen = cut(state)
    first = {row.player.number for row in standings(state)[: len(chosen)]}
    crossed = any(set(tied) & set(chosen) and set(tied) - set(chosen) for tied in tosses_needed(state))
    return len(chosen) if first == set(chosen) and not crossed else 0


def tosses_needed(state: State) -> list[tuple[int, ...]]:
    """The groups of tied players whose order the final needs: each by number."""
    ranked = rank_totals(tossed(state, candidates(state)))
    return [tuple(sorted(map(_id, tied))) for tied in ties_at_cut(ranked, FINALISTS)]


def toss(state: State, *, seed: int | DrawSeed, by: Sequence[int] = ()) -> list[Fact]:
    """Toss for every tie that the final needs decided (or only for the one of the players `by`), at random from `seed`.

    Under a commitment each tie is a draw of its own.

    Raises:
        Refused: nothing needs a toss.

    Rule: VEKN 3.1.
    """
    _check_rounds_over(state)
    groups = [tuple(sorted(by))] if by else tosses_needed(state)
    if not groups:
        raise Refused(Message("No players are tied for a place in the final."), code="no_tie", rule="VEKN 3.1")
    if isinstance(seed, DrawSeed):
        facts: list[Fact] = []
        for tied in groups:
            made = draw(state, seed, toss_purpose(state, tied), tied)
            state = evolve(state, draws=(*state.draws, made))
            facts += [made, TossMade(players=made.order, seed=None)]
        return facts
    random = Random(seed)
    return [TossMade(players=tuple(random.sample(tied, len(tied))), seed=seed) for tied in groups]


def record_toss(state: State, order: Sequence[int], *, how: str = "") -> list[Fact]:
    """Record a toss that was made at the table: the tied players, the first to be placed first.

    Raises:
        UnknownPlayer: no such player.
        IncompleteToss: not exactly the players of one tie.
    """
    for number in order:
        state.player(number)
    groups = [*tosses_needed(state), *_ties(state)]
    tied = next((group for group in groups if set(group) == set(order)), ())
    check_toss(tied, order)
    return [TossMade(players=tuple(order), seed=None, how=check_text(how))]


def _ties(state: State) -> list[tuple[int, ...]]:
    groups: dict[tuple[int, int, int], list[int]] = {}
    for total in totals(state):
        groups.setdefault(total.score, []).append(_id(total))
    return [tuple(group) for group in groups.values() if len(group) > 1]


def mark_unavailable(state: State, player: int, *, reason: str = "") -> list[Fact]:
    """A player cannot play the final. Once it is open, the next in the standings moves up and placing starts anew.

    Where those who could move up are tied, the cut is taken back until a toss has decided.

    Raises:
        UnknownPlayer: no such player.
        Refused: said already, the final has its seats, or fewer than four can play.
    """
    candidate = state.player(player)
    if player in state.unavailable:
        raise Refused(Message("%(name)s is marked as unavailable already.", name=candidate.name), code="unavailable")
    facts: list[Fact] = [FinalistUnavailable(player=player, reason=check_text(reason))]
    if state.final is not None and player in state.final.finalists:
        if state.final_round is not None:
            raise Refused(Message("The final is seated: cancel it first."), code="final_seated")
        without = evolve(state, unavailable=state.unavailable | {player})
        facts.extend(_cut_again(without))
    return facts


def mark_available(state: State, player: int) -> list[Fact]:
    """A player can play the final after all.

    Raises:
        UnknownPlayer: no such player.
        Refused: was not unavailable, or the final has its seats.
    """
    candidate = state.player(player)
    if player not in state.unavailable:
        raise Refused(Message("%(name)s is not marked as unavailable.", name=candidate.name), code="available")
    if state.final_round is not None:
        raise Refused(Message("The final is seated: cancel it first."), code="final_seated")
    facts: list[Fact] = [FinalistAvailable(player=player)]
    if state.final is not None:
        facts.extend(_cut_again(evolve(state, unavailable=state.unavailable - {player})))
    return facts


def replace_finalists(state: State) -> list[Fact]:
    """Cut anew: a finalist left or was disqualified before the seats were taken, or an earlier result was corrected.

    Raises:
        Refused: not open, seated already, nothing changes, or too few can play.
    """
    final = final_of(state)
    if state.final_round is not None:
        raise Refused(Message("The final is seated: cancel it first."), code="final_seated")
    if cut(state) == final.finalists and not tosses_needed(state):
        raise Refused(Message("The finalists stay the same."), code="nothing_changed")
    return _cut_again(state)


def _cut_again(state: State) -> list[Fact]:
    # Who moves up may be tied: then the cut is taken back, the toss is made, and the final opened anew.
    if tosses_needed(state):
        return [FinalCancelled(reason=_TOSS_NEEDED)]
    return _open(state)


def open_final(state: State) -> list[Fact]:
    """Make the cut: the five best who can play, or four.

    Raises:
        Refused: the event has no final, rounds or results are missing, a toss is needed, or too few can play.

    Rule: VEKN 3.1.
    """
    check_running(state)
    if not state.settings.has_final:
        raise Refused(Message("This event was announced without a final."), code="no_final", rule="VEKN 3.1.6")
    if state.final is not None:
        raise Refused(Message("The final is open already."), code="final_opened")
    _check_rounds_over(state)
    return _open(state)


def _open(state: State) -> list[Fact]:
    needed = tosses_needed(state)
    if needed:
        names = Listed(state.player(number).name for number in needed[0])
        raise Refused(
            Message("%(list)s are tied: a toss decides first.", list=names), code="toss_needed", rule="VEKN 3.1"
        )
    chosen = cut(state)
    if len(chosen) < FEWEST_FINALISTS:
        raise Refused(
            Message("Only %(number)s can play: a final has five seats, or four.", number=len(chosen)),
            code="too_few_finalists",
            rule="VEKN 3.1",
        )
    return [FinalOpened(finalists=chosen)]


def _check_rounds_over(state: State) -> None:
    if state.published < total_rounds(state):
        raise Refused(
            Message(
                "%(number)s of %(other)s rounds have been played.", number=state.published, other=total_rounds(state)
            ),
            code="rounds_missing",
            rule="VEKN 3.1",
        )
    for entry in state.rounds:
        if entry.unsettled:
            raise Refused(
                Message(
                    "%(round)s lacks the result of table %(number)s.", round=entry.heading, number=entry.unsettled[0]
                ),
                code="results_missing",
                rule="VEKN 3.1",
            )


def place_finalist(state: State, player: int, position: int) -> list[Fact]:
    """A finalist puts their name at either end of the row or between two names: before the name at `position`, from 0.

    Those before them who have no choice (`row_to_choose_in`) are placed with them.

    Raises:
        Refused: not a finalist, or not their turn (lowest seed first).
        BadValue: no such place.

    Rule: VEKN 3.1.3.
    """
    check_finalist(state, player)
    final = final_of(state)
    row, chooser = row_to_choose_in(final)
    before = row[len(final.row) :] if player == chooser else ()
    _check_placing(state, replace(final, row=(*final.row, *before)), player, position)
    seated = [FinalistPlaced(player=other, position=place) for place, other in enumerate(before, start=len(final.row))]
    return [*seated, FinalistPlaced(player=player, position=position)]


def row_to_choose_in(final: Final) -> tuple[tuple[int, ...], int | None]:
    """The row as the next finalist with a choice finds it, and that finalist; None when all have placed.

    The row closes to a circle: at an empty table, and beside one other player, every place is the same seat.
    """
    waiting = [player for player in reversed(final.finalists) if player not in final.row]
    without_choice = waiting[:-1][: max(0, _WITHOUT_CHOICE - len(final.row))]
    return (*final.row, *without_choice), next(iter(waiting[len(without_choice) :]), None)


def place_row(state: State, row: Sequence[int]) -> list[Fact]:
    """The whole row at once, left to right, as the placings that lead to it.

    Raises:
        Refused: somebody has placed already.
        BadValue: not exactly the finalists.
    """
    final = final_of(state)
    if final.row:
        raise Refused(
            Message("A player has chosen a place already. Place the others one by one."),
            code="placing_begun",
            rule="VEKN 3.1.3",
        )
    if sorted(row) != sorted(final.finalists):
        raise BadValue(Message("The row names every finalist once."), code="bad_row", rule="VEKN 3.1.3")
    facts: list[Fact] = []
    placed: list[int] = []
    for number in reversed(final.finalists):
        position = sum(row.index(other) < row.index(number) for other in placed)
        placed.append(number)
        facts.append(FinalistPlaced(player=number, position=position))
    return facts


def draw_first_player(state: State, *, seed: int | DrawSeed) -> list[Fact]:
    """Draw who plays first: the seats are the row, read from there.

    Raises:
        Refused: the row is not complete, or it was drawn already.

    Rule: VEKN 3.1.3.
    """
    final = _check_row(state)
    if isinstance(seed, DrawSeed):
        made = draw(state, seed, "final first", final.row)
        return [made, FirstPlayerDrawn(player=made.order[0], seed=None)]
    return [FirstPlayerDrawn(player=Random(seed).choice(final.row), seed=seed)]


def record_first_player(state: State, number: int) -> list[Fact]:
    """Record who plays first, drawn at the table.

    Raises:
        Refused: the row is not complete, it was drawn already, or not a finalist.
    """
    _check_row(state)
    check_finalist(state, number)
    return [FirstPlayerDrawn(player=number, seed=None)]


def cancel_final(state: State, *, reason: str) -> list[Fact]:
    """Take the final back to before the cut, its result as well; the log keeps them.

    Raises:
        Refused: it is not open.
        BadValue: no reason.
    """
    final_of(state)
    return [FinalCancelled(reason=check_text(reason, is_required=True))]


def final_of(state: State) -> Final:
    """The final once its cut is made.

    Raises:
        Refused: it is not.
    """
    if state.final is None:
        raise Refused(Message("The final is not open yet."), code="final_not_open")
    return state.final


def check_finalist(state: State, number: int) -> Player:
    """The player, who is one of the finalists.

    Raises:
        Refused: they are not.
    """
    player = state.player(number)
    if number not in final_of(state).finalists:
        raise Refused(
            Message("%(name)s is not in the final.", name=player.name), code="not_a_finalist", rule="VEKN 3.1"
        )
    return player


def _check_placing(state: State, final: Final, number: int, position: int) -> None:
    if final.next_to_place != number:
        turn = state.player(final.next_to_place).name if final.next_to_place is not None else Message("no longer known")
        raise Refused(
            Message("It is the turn of %(name)s to place.", name=turn), code="not_their_turn", rule="VEKN 3.1.3"
        )
    if not 0 <= position <= len(final.row):
        raise BadValue(
            Message("Places are 0 to %(number)s.", number=len(final.row)), code="bad_place", rule="VEKN 3.1.3"
        )


def _check_row(state: State) -> Final:
    final = final_of(state)
    if final.next_to_place is not None:
        raise Refused(
            Message("%(name)s has not placed yet.", name=state.player(final.next_to_place).name),
            code="row_incomplete",
            rule="VEKN 3.1.3",
        )
    if state.final_round is not None:
        raise Refused(Message("The first player is known already."), code="final_seated")
    return final


def _toss_sentence(names: PlayerNames, fact: TossMade) -> Sayable:
    sentence = Message("Toss: %(list)s.", list=Listed(map(names, fact.players), between=_BEFORE))
    return because(sentence, fact.how if fact.seed is None else "")


def _cancelled_sentence(names: PlayerNames, fact: FinalCancelled) -> Sayable:
    reason = Message(_TOSS_NEEDED) if fact.reason == _TOSS_NEEDED else fact.reason
    return because(Message("Cancelled %(round)s.", round=round_title(FINAL)), reason)


@folds(TossMade, _toss_sentence)
def _tossed(state: State, fact: TossMade, entry: LogEntry) -> State:
    for number in fact.players:
        state.player(number)
    return evolve(state, tosses=(*state.tosses, fact.players))


@folds(
    FinalistUnavailable,
    lambda names, fact: because(Message("%(name)s cannot play the final.", name=names(fact.player)), fact.reason),
)
def _unavailable(state: State, fact: FinalistUnavailable, entry: LogEntry) -> State:
    state.player(fact.player)
    return evolve(state, unavailable=state.unavailable | {fact.player})


@folds(FinalistAvailable, lambda names, fact: Message("%(name)s can play the final.", name=names(fact.player)))
def _available(state: State, fact: FinalistAvailable, entry: LogEntry) -> State:
    return evolve(state, unavailable=state.unavailable - {fact.player})


@folds(FinalOpened, lambda names, fact: Message("The final, by seed: %(list)s.", list=names.all(fact.finalists)))
def _opened(state: State, fact: FinalOpened, entry: LogEntry) -> State:
    if state.final_round is not None:
        raise Refused(Message("The final is seated already."), code="final_seated")
    for number in fact.finalists:
        state.player(number)
    if not state.rounds or not all(round_.is_published for round_ in state.rounds):
        raise Refused(Message("The final follows the last round."), code="rounds_missing", rule="VEKN 3.1")
    return evolve(state, final=Final(finalists=fact.finalists))


def _placed_words(names: PlayerNames, fact: FinalistPlaced) -> Message:
    """The place as the final's page numbers it: by the name that it comes after."""
    if not fact.position:
        return Message("%(name)s took place %(number)s of the row.", name=names(fact.player), number=1)
    return Message("%(name)s sits after place %(number)s of the row.", name=names(fact.player), number=fact.position)


@folds(
    FinalistPlaced,
    _placed_words,
    several=lambda many: Count(many, "%(num)d finalist placed.", "%(num)d finalists placed."),
)
def _placed(state: State, fact: FinalistPlaced, entry: LogEntry) -> State:
    final = final_of(state)
    _check_placing(state, final, fact.player, fact.position)
    row = (*final.row[: fact.position], fact.player, *final.row[fact.position :])
    return evolve(state, final=replace(final, row=row, placed=(*final.placed, fact.player)))


@folds(FirstPlayerDrawn, lambda names, fact: Message("%(name)s plays first.", name=names(fact.player)))
def _first_drawn(state: State, fact: FirstPlayerDrawn, entry: LogEntry) -> State:
    final = _check_row(state)
    first = final.row.index(check_finalist(state, fact.player).number)
    seats = (*final.row[first:], *final.row[:first])
    table = Round(number=FINAL, tables=(seats,), seed=fact.seed, is_published=True)
    return evolve(state, final=replace(final, first_player=fact.player), final_round=table)


@folds(FinalCancelled, _cancelled_sentence)
def _cancelled(state: State, fact: FinalCancelled, entry: LogEntry) -> State:
    final_of(state)
    return evolve(state, final=None, final_round=None)
