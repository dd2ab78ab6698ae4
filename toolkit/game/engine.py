"""The engine's one door: why not, do it, what follows by itself, what could be done, who owes what, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import overload, override

from toolkit.game import (  # noqa: F401  (each module registers its operations, effects and windows)
    adjust,
    blocking,
    damage,
    diablerie,
    imbued,
    master,
    new,
    playing,
    referendum,
    strikes,
    unlock,
)
from toolkit.game.actions import dutiful
from toolkit.game.blocking import DeclineBlock, PassAhead
from toolkit.game.combat import (
    AFTER_STRIKES,
    GOES_BACK,
    combat_of,
    cut_lost_combats,
    go_on_striking,
    pass_over,
    reopened,
)
from toolkit.game.contests import settle_contests, undecided
from toolkit.game.damage import pending_damage
from toolkit.game.draft import Draft, PassedStep, Table, active_seats, copy_with, has_pending_damage
from toolkit.game.ending import (
    CallTime,
    Concede,
    Disqualify,
    PlaceEdge,
    drop_frames_of_leavers,
    finish_on_time,
    settle_ousts,
)
from toolkit.game.events import Event, Happening, Movement
from toolkit.game.hand import DiscardDown, hand_debtors, must_discard, refill
from toolkit.game.influence import RevealCard
from toolkit.game.judge import Correct, Note
from toolkit.game.notation import check_state
from toolkit.game.operation import GENERATORS, Operation, seat_of, verb
from toolkit.game.phased import abandon_portion, end_hand_check
from toolkit.game.playing import PlayCard, UseEffect
from toolkit.game.refusals import Code, IllegalOperation, Refusal
from toolkit.game.resolution import cut_lost_actions
from toolkit.game.state import Action, Answerable, CardPlay, Combat, Effect, GameState
from toolkit.game.turns import abandon_turn
from toolkit.game.vocabulary import (
    IN_PLAY,
    ActionKind,
    CardKind,
    CardType,
    EffectKind,
    Phase,
    Stage,
    Timing,
    WindowName,
    Zone,
)
from toolkit.game.windows import (
    NoPlays,
    PassImpulse,
    SpeakUp,
    close_window,
    quiet_window,
    resume,
    window_name,
    window_of,
)
from toolkit.game.words import Names, contest_name
from toolkit.game.zones import burn, burn_if_lifeless
from toolkit.languages import N_, Message

# What now: who owes what before play goes on, each with the row that says so


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligation:
    """One duty, and its row.

    Attributes:
        what: in table language, cards called by their marks.
        sentence: what the table reads, with named places for the figures; `what` where it is empty.
        figures: what stands in the places: marks of cards, contests, numbers, words.
    """

    seat: str
    what: str
    rule: str
    sentence: str = field(default="", metadata={"key": ""})
    figures: Mapping[str, object] = field(default_factory=dict, hash=False, metadata={"key": ""})

    def told(self, names: Names) -> str:
        """The sentence for the table: "discard 2", "Anna must hunt"."""
        if not self.sentence:
            return self.what
        figures = dict(self.figures)
        if "minion" in figures:
            figures["minion"] = names.card(str(figures["minion"]))
        return Message(self.sentence, **figures)


def obligations(state: GameState) -> list[Obligation]:
    """Everything that is owed now; empty when play may go on freely.

    Rule: SETUP-31, TURN-UNLOCK-07, TURN-UNLOCK-19, TURN-MINION-04, REF-02, GAP-43.
    """
    if state.stage is not Stage.RUNNING:
        return []
    return [*_of_the_table(state), *_of_the_phase(state), *_of_the_window(state)]


def _of_the_table(state: GameState) -> Iterator[Obligation]:
    for seat in hand_debtors(state):
        number = must_discard(state, seat)
        yield Obligation(
            seat=seat,
            what=f"discard {number}",
            rule="SETUP-31",
            sentence=N_("discard %(number)s"),
            figures={"number": number},
        )
    if state.edge_unplaced:
        for seat in active_seats(state):
            what = N_("say who has the Edge")
            yield Obligation(seat=seat, what=what, rule="GAP-43", sentence=what)


def _of_the_phase(state: GameState) -> Iterator[Obligation]:
    """Duties of a phase: in a shared turn, mandatory actions before the first is chosen and never after.

    Rule: PM-INTRO-20.
    """
    seat = state.step.seat
    if state.step.phase is Phase.UNLOCK:
        yield from _of_the_unlock_phase(state, seat)
    elif state.step.phase in (Phase.MINION, Phase.MANDATORY) and not state.frames:
        for minion, kind in dutiful(state, seat).items():
            yield Obligation(
                seat=seat,
                what=f"{minion} must {kind}",
                rule="TURN-MINION-04",
                sentence=N_("%(minion)s must %(action)s"),
                figures={"minion": minion, "action": _DUTIES[kind]},
            )
    elif state.step.phase is Phase.CHOOSE:
        what = N_("choose a phase")
        yield Obligation(seat=seat, what=what, rule="PM-INTRO-23", sentence=what)


_DUTIES = {ActionKind.HUNT: Message("hunt"), ActionKind.BLEED: Message("bleed")}


def _of_the_unlock_phase(state: GameState, seat: str) -> Iterator[Obligation]:
    for contest in undecided(state, seat):
        yield Obligation(
            seat=seat,
            what=f"pay for or yield {contest.key}",
            rule="TURN-UNLOCK-07",
            sentence=N_("pay for or yield %(name)s"),
            figures={"name": contest_name(contest.key)},
        )
    for due in state.step.due:
        if due.stage != "middle":
            yield Obligation(
                seat=due.seat,
                what=f"let {due.label} happen",
                rule="TURN-UNLOCK-19",
                sentence=N_("let %(effect)s happen"),
                figures={"effect": due.label},
            )


# What is owed in a window that waits for a decision: in table language, as the table reads it, and the row.
_DECISIONS = {
    WindowName.TERMS: ("set the terms", N_("set the terms of the referendum"), "REF-02"),
    WindowName.OFFER: ("accept or decline diablerie", N_("accept or decline diablerie"), "ACT-65"),
    WindowName.STRIKES: ("announce a strike", N_("announce a strike"), "COMBAT-15"),
    WindowName.DISCIPLINE: (
        "take a Discipline or decline",
        N_("take a Discipline card or decline"),
        "DIAB-06",
    ),
}


def _of_the_window(state: GameState) -> Iterator[Obligation]:
    window = window_of(state)
    if window is not None and window.name in _DECISIONS:
        what, sentence, rule = _DECISIONS[window.name]
        yield Obligation(seat=window.holder, what=what, rule=rule, sentence=sentence)


# What follows by itself after every operation: overflow, ousts, contests, lost actions, hands


GUARD = 100


def settle(draft: Draft) -> None:
    """Bring about what the rules bring about by themselves, from the broadest to the narrowest.

    Raises:
        RuntimeError: the consequences do not come to rest, which would be a fault of the engine.
    """
    draft.stirred = True
    for _ in range(GUARD):
        if draft.stage is not Stage.RUNNING:
            return
        before = (draft.frames, draft.step, len(draft.events), len(draft.ledger))
        stirred, draft.stirred = draft.stirred, False
        _settle_once(draft, stirred=stirred)
        if not draft.stirred and before == (draft.frames, draft.step, len(draft.events), len(draft.ledger)):
            if quiet_window(draft) is None or owes(draft):
                return
            pass_over(draft)
    raise RuntimeError("the consequences of an operation do not come to rest")


def _settle_once(draft: Draft, *, stirred: bool) -> None:
    if stirred:
        _settle_cards(draft)
        settle_ousts(draft)
    settle_contests(draft)
    drop_frames_of_leavers(draft)
    cut_lost_actions(draft)
    cut_lost_combats(draft)
    _close_empty_window(draft)
    resume(draft)
    go_on_striking(draft)
    _settle_turn(draft)
    if (stirred or draft.stirred) and draft.stage is Stage.RUNNING:
        refill(draft)


def _settle_cards(draft: Draft) -> None:
    """Blood above capacity, allies without life, cards whose host has gone.

    Rule: CARD-05, DMG-12, CARD-33.
    """
    for card in list(draft.cards.values()):
        if card.zone not in IN_PLAY:
            continue
        if card.kind is CardKind.VAMPIRE:
            if card.counters > card.capacity:
                draft.drain(card.id)
        elif card.is_living and card.counters == 0:
            burn_if_lifeless(draft, card.id)
        if card.host and draft.cards[card.host].zone in (Zone.ASH_HEAP, Zone.REMOVED):
            burn(draft, card.id, "its host left play")


def _close_empty_window(draft: Draft) -> None:
    """Close a window in which no Methuselah is left to speak."""
    window = window_of(draft)
    if window is not None and not window.holder:
        close_window(draft)


def _settle_turn(draft: Draft) -> None:
    """Time, a turn whose Methuselah has left, the hand check of phased motion.

    Rule: GAP-06, GAP-42, A-43, A-51.
    """
    if draft.stage is not Stage.RUNNING:
        return
    if draft.time_called == "action" and not any(isinstance(frame, Action) for frame in draft.frames):
        finish_on_time(draft)
    elif not draft.seats[draft.step.seat].is_active and not has_pending_damage(draft):
        if draft.options.is_phased:
            abandon_portion(draft)
        else:
            abandon_turn(draft)
    elif draft.step.phase is Phase.HAND_CHECK and not hand_debtors(draft):
        end_hand_check(draft)


# The door


# What the table may always do, whatever else is owed.
ALWAYS = (Correct, Note, CallTime, Concede, Disqualify, RevealCard)
# What is no play: who could still press after the strikes of a round can do so after it, too.
ASIDE = (Correct, Note, RevealCard, PassAhead, SpeakUp)
# What plays nothing: the last card can still be canceled after it, unless something has followed from it.
PASSING = (Note, SpeakUp, PassAhead, DeclineBlock, PassImpulse, NoPlays)
# Effects that belong to a step which table speed passes over, and which go back to it.
_ANSWERING = (PlayCard, UseEffect)
_ANSWERS = {EffectKind.CANCEL: WindowName.AS_PLAYED, EffectKind.PREVENT: WindowName.DAMAGE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """The result of an operation.

    Attributes:
        ledger: every counter that moved, with its from, its to and its why.
        broken: the rule that was broken, at a table that is only advised.
        replaces: the numbers of the operations that it takes back and carries out anew, up to the step in which it is
            given: their traces are among these, and theirs no longer count.
    """

    state: GameState
    events: tuple[Event, ...]
    ledger: tuple[Movement, ...]
    broken: Refusal | None = None
    replaces: frozenset[int] = frozenset()


def in_force[T](done: Iterable[tuple[T, Applied]]) -> list[tuple[T, Applied]]:
    """The operations whose traces count: all but those that a later one has taken back and carried out anew."""
    done = list(done)
    replaced = frozenset[int]().union(*(applied.replaces for _, applied in done))
    return [(order, applied) for order, applied in done if applied.state.sequence not in replaced]


def refusal(state: GameState, operation: Operation) -> Refusal | None:
    """Why an operation is not accepted in this state; None when it is."""
    return _refusal_in(_where_given(state, operation), operation)


def is_legal(state: GameState, operation: Operation) -> bool:
    """Whether an operation is accepted in this state."""
    return refusal(state, operation) is None


def _where_given(state: GameState, operation: Operation) -> GameState:
    """The state in which an operation is given: this one, or a step that has been passed over and to which it belongs.

    Rule: COMBAT-35, COMBAT-38, SEQ-55.
    """
    step = _answered(state, operation) if state.answerable is not None else None
    return step.state if step is not None else reopened(state, operation)


def _refusal_in(state: GameState, operation: Operation) -> Refusal | None:
    return _owed_refusal(state, operation) or operation.refusal(state)


def owes(table: Table) -> bool:
    """Whether something is owed before anything else: a discard, the place of the Edge."""
    return table.edge_unplaced or bool(hand_debtors(table))


def _owed_refusal(state: GameState, operation: Operation) -> Refusal | None:
    """Why another duty comes first: a discard, the place of the Edge.

    Rule: SETUP-31, GAP-43.
    """
    if isinstance(operation, ALWAYS) or state.stage is not Stage.RUNNING:
        return None
    if state.edge_unplaced and not isinstance(operation, PlaceEdge):
        return Refusal(Code.CHOICE, "Choose first who has the Edge.", "GAP-43")
    debtors = hand_debtors(state)
    if debtors and not (isinstance(operation, DiscardDown) and operation.seat in debtors):
        return Refusal(Code.CHOICE, "%(seat)s must discard first.", "SETUP-31", seat=debtors[0])
    return None


def carry(state: GameState, operation: Operation, *, accepted: bool = False) -> Applied:
    """Apply an operation and all that follows from it.

    `accepted`: it was accepted when it was given, maybe by rules that have been mended since, so that it is carried out
    wherever it still has a meaning.

    Raises:
        IllegalOperation: the rules refuse it, and neither this table nor the time when it was given overrides that.
    """
    step = _answered(state, operation)
    given_in = step.state if step is not None else reopened(state, operation)
    draft = Draft.of(given_in)
    draft.sequence = state.sequence + 1
    draft.unsettled = given_in is not state
    if step is not None:
        draft.events, draft.ledger = [*step.events], [*step.ledger]
    if step is not None and window_name(given_in) is not WindowName.END_OF_ROUND:
        _note_taken_back(draft)
    elif given_in is not state and combat_of(state) is None:
        draft.note(Happening.COMBAT_RESUMED)
    broken = _carry_out(draft, given_in, operation, accepted=accepted)
    if draft.lapsed is not None and not _only_flow(draft.lapsed, draft):
        draft.lapsed = None
    if state.lapsed is not None and isinstance(operation, ASIDE):
        draft.lapsed = _carried_out_there(state.lapsed, operation)
    earlier = state.answerable if step is not None else None
    _keep_answerable(draft, state, given_in, operation, earlier)
    if draft.stage is not Stage.RUNNING:
        draft.lapsed = draft.answerable = None
    return Applied(
        state=draft.freeze(),
        events=tuple(draft.events),
        ledger=tuple(draft.ledger),
        broken=broken,
        replaces=frozenset(number for number, _ in earlier.given) if earlier is not None else frozenset(),
    )


def _carry_out(draft: Draft, state: GameState, operation: Operation, *, accepted: bool) -> Refusal | None:
    """Carry out an operation, given in that state, on its draft; returns the rule that it broke, if any.

    Raises:
        IllegalOperation: the rules refuse it, and neither this table nor the time when it was given overrides that.
    """
    broken = _refusal_in(state, operation)
    is_strict = state.options.game_enforcement == "strict" and not accepted
    if broken is not None and (is_strict or not broken.overridable):
        raise IllegalOperation(broken)
    draft.lapsed = draft.answerable = None
    if broken is not None and state.options.game_enforcement == "advise":
        draft.note(Happening.RULE_BROKEN, seat_of(operation), detail=f"{broken.rule}: {broken.message}")
    try:
        operation.carry_out(draft)
        settle(draft)
        if broken is not None:
            check_state(draft.freeze())
    except Exception as error:
        # Against the rules it may name what is not there or be without a meaning: then the rule stands after all.
        if broken is None:
            raise
        raise IllegalOperation(broken) from error
    if state.frames and not draft.frames:
        # Who asked for the windows asked for this: the next action is passed over again as the table does.
        draft.speaking = ""
        draft.silent_once = frozenset()
    return broken


# Answers to what table speed has passed over: the order is carried out again up to the step that they belong to


def _answered(state: GameState, operation: Operation) -> PassedStep | None:
    """The step that an operation answers: a cancel the card just played, a prevention the damage just handled.

    An effect of the end of a round goes back there; so does any other combat card once the combat is over.

    Rule: SEQ-55, CARD-44, COMBAT-40.
    """
    kept = state.answerable
    if kept is None or not isinstance(operation, _ANSWERING):
        return None
    wanted = _answered_windows(operation) & kept.windows
    if _is_late_card(operation) and combat_of(state) is not None:
        wanted -= {WindowName.END_OF_ROUND}
    if not wanted or window_name(state) in wanted:
        return None
    step = _step_for(operation, _passed_steps(kept))
    return replace(step, state=_opened(step.state, state.speaking)) if step is not None and state.speaking else step


def _answered_windows(operation: Operation) -> frozenset[WindowName]:
    kinds = {item.kind for item in getattr(operation, "effects", ())}
    if answers := frozenset(_ANSWERS[kind] for kind in kinds if kind in _ANSWERS):
        return answers
    is_of_the_end = getattr(operation, "timing", None) is Timing.END_OF_ROUND
    return frozenset({WindowName.END_OF_ROUND}) if is_of_the_end or _is_late_card(operation) else frozenset()


def _is_late_card(operation: Operation) -> bool:
    """Whether it is a combat card that names no moment: once the combat is over, it belongs to its last round's end."""
    return (
        isinstance(operation, PlayCard)
        and operation.type is CardType.COMBAT
        and operation.timing is Timing.ANY
        and not any(item.kind in GOES_BACK for item in operation.effects)
    )


def _step_for(answer: Operation, steps: list[PassedStep]) -> PassedStep | None:
    """The first of these steps in which the answer is legal, else the first to which it could belong."""
    wanted = _answered_windows(answer)
    there = [step for step in steps if window_name(step.state) in wanted]
    return next((step for step in there if _refusal_in(step.state, answer) is None), there[0] if there else None)


# The last that was asked for, and its steps: a page asks again for each of its forms.
_LAST: list[tuple[Answerable, list[PassedStep]]] = []


def _passed_steps(kept: Answerable) -> list[PassedStep]:
    """The steps that the last of these orders passed over, in turn; none where they are of another game."""
    for known, steps in _LAST:
        if known is kept:
            return steps
    steps = _carried_again(kept)
    _LAST[:] = [(kept, steps)]
    return steps


def _carried_again(kept: Answerable) -> list[PassedStep]:
    steps = [PassedStep(kept.before)]
    for at, (number, order) in enumerate(kept.given):
        assert isinstance(order, Operation)
        step = _step_for(order, steps) if at else steps[0]
        if step is None:
            return []
        draft = Draft.of(step.state)
        draft.events, draft.ledger = [*step.events], [*step.ledger]
        draft.sequence = number
        draft.unsettled = True
        steps = draft.stops = []
        try:
            _carry_out(draft, step.state, order, accepted=True)
        except IllegalOperation:
            return []
    return steps


def open_answers(state: GameState) -> tuple[Effect, ...]:
    """The cancel and the preventions that go back to a passed step, in their plainest form; mostly none.

    Rule: SEQ-55.
    """
    found: list[Effect] = []
    for step in _passed_steps(state.answerable) if state.answerable is not None else ():
        if window_name(step.state) is WindowName.AS_PLAYED:
            found.append(Effect(EffectKind.CANCEL))
        found += [Effect(EffectKind.PREVENT, card, 1) for card, _, _ in pending_damage(step.state)]
    return tuple(dict.fromkeys(found))


def ended_round(state: GameState) -> Combat | None:
    """The combat as it stood at the end of a round that has been passed over and can still be gone back to, if any.

    Rule: SEQ-55, COMBAT-40.
    """
    if state.answerable is None or WindowName.END_OF_ROUND not in state.answerable.windows:
        return None
    steps = (step.state for step in _passed_steps(state.answerable))
    return next((combat_of(step) for step in steps if window_name(step) is WindowName.END_OF_ROUND), None)


def _opened(step: GameState, speaking: str) -> GameState:
    """A step that waits for everybody: a player has asked for the windows since it was passed over."""
    last = step.frames[-1]
    assert last.window is not None
    waiting = copy_with(last, window=copy_with(last.window, is_quiet=False))
    return copy_with(step, frames=(*step.frames[:-1], waiting), speaking=speaking)


def _note_taken_back(draft: Draft) -> None:
    """Name once what an answer takes back: the effects of a card, or damage."""
    frame = draft.frames[-1]
    if isinstance(frame, CardPlay):
        draft.note(Happening.TAKEN_BACK, frame.seat, detail=frame.card)
    else:
        draft.note(Happening.TAKEN_BACK)


def _keep_answerable(
    draft: Draft, state: GameState, before: GameState, operation: Operation, earlier: Answerable | None
) -> None:
    """Keep what can be answered after this operation, which was given in the state `before`.

    Rule: SEQ-55, A-56.
    """
    if draft.passed_over:
        given: tuple[tuple[int, object], ...] = ((draft.sequence, operation),)
        if earlier is not None:
            before, given = earlier.before, earlier.given + given
        elif before.lapsed is not None or before.answerable is not None:
            before = copy_with(before, lapsed=None, answerable=None)
        draft.answerable = Answerable(before=before, given=given, windows=draft.passed_over)
        return
    kept = state.answerable
    if kept is None or draft.ledger or len(draft.frames) != len(state.frames) or not isinstance(operation, PASSING):
        return
    if isinstance(operation, PassAhead):
        silenced = copy_with(kept.before, silent=draft.silent, silent_once=draft.silent_once)
        kept = copy_with(kept, before=silenced)
    draft.answerable = kept


def _carried_out_there(lapsed: GameState, operation: Operation) -> GameState | None:
    """The state passed over after the strikes, with this operation carried out there; None if it is not legal there."""
    if refusal(lapsed, operation) is not None:
        return None
    after = carry(lapsed, operation).state
    return after if window_name(after) in AFTER_STRIKES else None


def _only_flow(lapsed: GameState, draft: Draft) -> bool:
    """Whether nothing but the combat's end came of passing over what follows its strikes: no counter moved, no oust."""
    return len(draft.ledger) == draft.moved_before and active_seats(draft) == active_seats(lapsed)


def apply(state: GameState, operation: Operation) -> tuple[GameState, tuple[Event, ...]]:
    """Apply an operation; returns the state after all that follows from it, and what happened.

    Raises:
        IllegalOperation: the rules refuse it.
    """
    applied = carry(state, operation)
    return applied.state, applied.events


class LegalOperations(Sequence[Operation]):
    """Possible operations, searched only as far as they are read: any, the first few, all."""

    def __init__(self, found: Iterator[Operation]) -> None:
        self._rest, self._found = found, list[Operation]()

    @override
    def __iter__(self) -> Iterator[Operation]:
        at = 0
        while at < len(self._found) or self._finds_another():
            yield self._found[at]
            at += 1

    def _finds_another(self) -> bool:
        order = next(self._rest, None)
        if order is not None:
            self._found.append(order)
        return order is not None

    def _all(self) -> list[Operation]:
        self._found.extend(self._rest)
        return self._found

    def __bool__(self) -> bool:
        """Whether anything at all could be done."""
        return bool(self._found) or self._finds_another()

    @override
    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, at: int) -> Operation: ...

    @overload
    def __getitem__(self, at: slice) -> list[Operation]: ...

    @override
    def __getitem__(self, at: int | slice) -> Operation | list[Operation]:
        return self._all()[at]

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalOperations | list) and self._all() == list(other)

    @override
    def __repr__(self) -> str:
        return repr(self._all())


def legal_operations(state: GameState, seat: str | None = None) -> LegalOperations:
    """Operations that the rules accept now, of one Methuselah or of all.

    Plays that need a card's own terms (costs, targets, effects) are listed in their plainest form. They are looked for
    as they are asked for, so that `any` and `bool` cost little.
    """
    if seat is not None:
        return LegalOperations(_legal(state, seat))
    return LegalOperations(_once(order for name in state.seats for order in _legal(state, name)))


def _once(orders: Iterator[Operation]) -> Iterator[Operation]:
    met: set[Operation] = set()
    for order in orders:
        if order not in met:
            met.add(order)
            yield order


def _legal(state: GameState, seat: str) -> Iterator[Operation]:
    if seat not in state.seats or state.stage is Stage.FINISHED or not state.seats[seat].is_active:
        return
    if state.options.game_enforcement != "strict":
        state = replace(state, options=replace(state.options, game_enforcement="strict"))
    is_owed, may_go_back = owes(state), state.lapsed is not None or state.answerable is not None
    for generator in GENERATORS:
        for order in generator(state, seat):
            there = _where_given(state, order) if may_go_back and isinstance(order, _ANSWERING) else state
            if (not is_owed or _owed_refusal(there, order) is None) and order.refusal(there) is None:
                yield order


def seats_to_act(state: GameState) -> tuple[str, ...]:
    """The seats to act: those with an obligation, the holder of the impulse, or the owner of the phase."""
    if state.stage is not Stage.RUNNING:
        return active_seats(state) if state.stage is Stage.SETUP else ()
    if debtors := hand_debtors(state):
        return tuple(debtors)
    if state.edge_unplaced:
        return active_seats(state)
    window = window_of(state)
    if window is not None:
        return (window.holder,) if state.options.is_detailed else window.order
    return (state.step.seat,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended: why, and victory points in halves by seat."""

    reason: str
    half_points: dict[str, int]


def outcome(state: GameState) -> Outcome | None:
    """How the game ended; None while it goes on."""
    if state.stage is not Stage.FINISHED:
        return None
    return Outcome(reason=state.ending, half_points={name: seat.half_points for name, seat in state.seats.items()})


def describe(operation: Operation) -> str:
    """The operation's name and whose it is, for a log."""
    seat = seat_of(operation)
    return f"{seat}: {verb(type(operation))}" if seat else verb(type(operation))
