"""Which effects a window admits, and when an effect may be used that says when it is used."""

from __future__ import annotations

from toolkit.game.effects import EFFECTS, Actor, Effect, EffectKind
from toolkit.game.frames import Combat, Diablerie, Referendum
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Table
from toolkit.game.vocabulary import Phase, Timing, WindowName
from toolkit.game.windows import window_name

AS_PLAYED_KINDS = frozenset({EffectKind.CANCEL, EffectKind.WAKE})

# Where an effect that names its moment may be used, and the row that says so.
MOMENTS: dict[Timing, tuple[frozenset[WindowName], str]] = {
    Timing.AS_PLAYED: (frozenset({WindowName.AS_PLAYED}), "SEQ-20"),
    Timing.AS_ANNOUNCED: (frozenset({WindowName.ANNOUNCE}), "ACT-46"),
    Timing.AS_COMBAT_ENTERED: (frozenset({WindowName.BEFORE_RANGE}), "COMBAT-07"),
    Timing.BEFORE_RANGE: (frozenset({WindowName.BEFORE_RANGE}), "COMBAT-08"),
    Timing.BEFORE_STRIKES: (frozenset({WindowName.BEFORE_STRIKES}), "GAP-27"),
    Timing.BEFORE_VOTES: (frozenset({WindowName.BEFORE_VOTES}), "REF-04"),
    Timing.POLITICAL: (frozenset({WindowName.BEFORE_VOTES, WindowName.POLLING}), "REF-07"),
    Timing.AFTER_REFERENDUM: (frozenset({WindowName.AFTER_REFERENDUM}), "REF-12"),
    Timing.END_OF_ROUND: (frozenset({WindowName.END_OF_ROUND}), "COMBAT-40"),
}
PHASE_MOMENTS: dict[Timing, tuple[Phase, str]] = {
    Timing.UNLOCK: (Phase.UNLOCK, "TURN-UNLOCK-17"),
    Timing.MASTER: (Phase.MASTER, "TURN-MASTER-08"),
    Timing.DISCARD: (Phase.DISCARD, "TURN-DISC-08"),
}
# The row broken by an effect that has no meaning in the open window.
WINDOW_ROWS = {
    EffectKind.CANCEL: "SEQ-20",
    EffectKind.STEALTH: "ACT-54",
    EffectKind.INTERCEPT: "ACT-53",
    EffectKind.BLEED: "ACT-71",
    EffectKind.HUNT: "ACT-71",
    EffectKind.RETARGET: "GAP-14",
    EffectKind.VOTES: "REF-07",
    EffectKind.BALLOTS: "REF-07",
    EffectKind.AUTO_PASS: "REF-03",
    EffectKind.MANEUVER: "COMBAT-10",
    EffectKind.PRESS: "COMBAT-38",
    EffectKind.ADDITIONAL: "COMBAT-35",
    EffectKind.STRIKE_DAMAGE: "COMBAT-17",
    EffectKind.PREVENT: "COMBAT-34",
}


def window_refusal(table: Table, actor: Actor, effects: tuple[Effect, ...]) -> Refusal | None:
    """Why these effects cannot be used in the open window.

    Rule: SEQ-20 to SEQ-22, ACT-46, COMBAT-07, COMBAT-08, REF-04, REF-07.
    """
    name = window_name(table)
    kinds = {item.kind for item in effects}
    if name is WindowName.AS_PLAYED and not (kinds and kinds <= AS_PLAYED_KINDS):
        return Refusal(Code.WINDOW, "Only a cancel or a wake is used as a card is played.", "SEQ-22")
    if name is WindowName.ANNOUNCE and actor.timing is not Timing.AS_ANNOUNCED:
        return Refusal(Code.WINDOW, "Effects as the action is announced come first.", "ACT-46")
    if refusal := decision_refusal(table):
        return refusal
    return _moment_refusal(table, actor.timing, name) or _kind_refusal(table, actor, effects, name)


def decision_refusal(table: Table) -> Refusal | None:
    """Why nothing at all can be used before something is decided: a referendum's terms, a diablerie.

    Rule: REF-02, GAP-36.
    """
    if window_name(table) in (WindowName.TERMS, WindowName.OFFER, WindowName.DISCIPLINE):
        return Refusal(Code.WINDOW, "A decision comes first.", "GAP-36" if _in_diablerie(table) else "REF-02")
    return None


def _in_diablerie(table: Table) -> bool:
    return bool(table.frames) and isinstance(table.frames[-1], Diablerie)


def _moment_refusal(table: Table, timing: Timing, name: WindowName | None) -> Refusal | None:
    if timing in MOMENTS:
        windows, row = MOMENTS[timing]
        if name not in windows:
            return Refusal(Code.WINDOW, "This belongs to another moment: %(timing)s.", row, timing=timing)
        frame = table.frames[-1]
        if timing is Timing.AS_COMBAT_ENTERED and isinstance(frame, Combat) and frame.round > 1:
            return Refusal(Code.WINDOW, "Combat was entered in an earlier round.", row)
        if timing is Timing.BEFORE_VOTES and isinstance(frame, Referendum) and (frame.cast or frame.ballots):
            return Refusal(Code.WINDOW, "Votes have been cast.", row)
    if timing in PHASE_MOMENTS and table.step.phase is not PHASE_MOMENTS[timing][0]:
        phase, row = PHASE_MOMENTS[timing]
        return Refusal(Code.PHASE, "This belongs to the %(phase)s phase.", row, phase=phase)
    return None


def _kind_refusal(table: Table, actor: Actor, effects: tuple[Effect, ...], name: WindowName | None) -> Refusal | None:
    for item in effects:
        windows = EFFECTS[item.kind].windows
        if windows is not None and name not in windows:
            row = WINDOW_ROWS.get(item.kind, "SEQ-16")
            return Refusal(Code.WINDOW, "%(effect)s has no place here.", row, effect=item.kind)
    return None
