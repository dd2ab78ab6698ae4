"""Players who come late or leave: sealed product with a clock of their own, and product that has to come back.

Rule: VEKN 7.2.6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from toolkit.languages import Count, Message, Sayable
from toolkit.tournament import checkin, players
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited.facts import LateBuilder, ProductReturned
from toolkit.tournament.limited.plan import MOST_MINUTES, give_product, plan_of
from toolkit.tournament.limited.pods import leave_pod
from toolkit.tournament.limited.state import LateBuild
from toolkit.tournament.log import LogEntry, PlayerNames, folds
from toolkit.tournament.rounds import next_round_number, total_rounds
from toolkit.tournament.state import PlayerStatus, State, evolve


def build_late(state: State, player: int, *, minutes: int | None = None) -> list[Fact]:
    """A player came late: sealed product, even in a draft, and a clock of their own to build.

    Raises:
        Refused: the organizer does not allow it, they are a late builder already, or they draft.
        UnknownPlayer: no such player.

    Rule: VEKN 7.2.6.
    """
    check_running(state)
    plan, limited, name = plan_of(state), state.limited, state.player(player).name
    if not plan.allows_late:
        raise Refused(Message("The plan does not allow late arrivals."), code="no_late", rule="VEKN 7.2.6")
    if player in limited.late:
        raise Refused(Message("%(name)s builds already.", name=name), code="builds_late")
    if limited.place_of(player) is not None:
        raise Refused(Message("%(name)s sits in a pod.", name=name), code="in_pod")
    chosen = plan.construction if minutes is None else minutes
    if not 1 <= chosen <= MOST_MINUTES:
        raise BadValue(Message("A clock needs 1 to 1440 minutes."), code="bad_minutes")
    return [LateBuilder(player=player, seconds=60 * chosen)]


def finish_late(state: State, player: int) -> list[Fact]:
    """A late builder's deck is in: from the next round on they are seated, as somebody who is here.

    Raises:
        Refused: they are no late builder, or done.
    """
    check_running(state)
    name, late = state.player(player).name, state.limited.late.get(player)
    if late is None or late.fact.is_done:
        raise Refused(Message("%(name)s builds no deck.", name=name), code="no_late_builder")
    is_over = state.is_finished or state.final is not None or next_round_number(state) > total_rounds(state)
    present = [] if is_over else [*checkin.see_again(state, [player])]
    if not is_over and checkin.is_taken(state):
        present = checkin.check_in(state, [player])
    return [LateBuilder(player=player, seconds=late.fact.seconds, is_done=True), *present]


def late_seconds_left(late: LateBuild, at: datetime) -> int:
    """The seconds that a late builder has left, never below 0."""
    return max(0, late.fact.seconds - int((at - late.at).total_seconds()))


def is_before_end_of_round_1(state: State) -> bool:
    """Whether who leaves now has to give product back.

    Rule: VEKN 7.2.6.
    """
    return not state.rounds or not state.rounds[0].is_complete


def leave_event(state: State, player: int, *, reason: str = "", has_product: bool = False) -> list[Fact]:
    """A player leaves: of a limited event perhaps with product that was not noted; before round 1 also the pod.

    Raises:
        UnknownPlayer: no such player.
        Refused: the player has left already; or product, and nothing is planned.

    Rule: VEKN 3.1.4, 7.2.6.
    """
    noted = give_product(state, [player]) if has_product and player not in state.limited.given else []
    drafts = state.limited.place_of(player) is not None and not state.rounds
    left = leave_pod(state, player, reason=reason) if drafts else []
    return [*noted, *left, *players.drop_player(state, player, reason=reason)]


def return_product(state: State, player: int, *, is_back: bool = True) -> list[Fact]:
    """A player who left gave the product back.

    Raises:
        Refused: they never got any, or it is as it is said.
        UnknownPlayer: no such player.

    Rule: VEKN 7.2.6.
    """
    check_running(state)
    name = state.player(player).name
    if player not in state.limited.given:
        raise Refused(Message("%(name)s never got any product.", name=name), code="no_product_given")
    if is_back is (player in state.limited.returned):
        raise Refused(Message("That is already the case."), code="nothing_to_change")
    return [ProductReturned(player=player, is_back=is_back)]


def owes_product(state: State) -> tuple[int, ...]:
    """The players who left before round 1 was over and did not give their product back."""
    limited = state.limited
    played = state.rounds[0].scores if state.rounds else {}
    return tuple(
        number
        for number in sorted(limited.given - limited.returned)
        if (player := state.players.get(number)) is not None
        and player.status is PlayerStatus.DROPPED
        and (player.left_during == 1 or (player.left_after == 0 and number not in played))
    )


# --- What the facts do, and how they read ---


def _late_sentence(names: PlayerNames, fact: LateBuilder) -> Sayable:
    if fact.is_done:
        return Message("The deck of the latecomer %(name)s is in.", name=names(fact.player))
    return Message(
        "%(name)s came late and builds a sealed deck: %(number)s.",
        name=names(fact.player),
        number=Count(fact.seconds // 60, "%(num)d minute", "%(num)d minutes"),
    )


@folds(LateBuilder, _late_sentence)
def _late(state: State, fact: LateBuilder, entry: LogEntry) -> State:
    state.player(fact.player)
    limited = state.limited
    before = limited.late.get(fact.player)
    since = before.at if fact.is_done and before is not None else entry.moment
    late: Mapping[int, LateBuild] = {**limited.late, fact.player: LateBuild(fact=fact, at=since)}
    return evolve(state, limited=replace(limited, late=late, given=limited.given | {fact.player}))


def _returned_sentence(names: PlayerNames, fact: ProductReturned) -> Sayable:
    name = names(fact.player)
    if fact.is_back:
        return Message("%(name)s gave the product back.", name=name)
    return Message("%(name)s did not give the product back after all.", name=name)


@folds(ProductReturned, _returned_sentence)
def _returned(state: State, fact: ProductReturned, entry: LogEntry) -> State:
    limited, players = state.limited, frozenset({fact.player})
    returned = limited.returned | players if fact.is_back else limited.returned - players
    return evolve(state, limited=replace(limited, returned=returned))
