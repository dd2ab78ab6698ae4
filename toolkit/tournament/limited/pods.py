"""Pods: how many of which size, who sits in them, and what changes them.

Rule: VEKN 7.5.1 (random, of roughly equal size), 7.4.2 (pods of a Michigan event are tables).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from toolkit.languages import Listed, Message, Sayable
from toolkit.seating.model import SIZES, can_be_seated, table_sizes
from toolkit.tournament.draws import DrawSeed, draw, order_of
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited.facts import (
    LimitedFormat,
    LimitedPhase,
    PilesCounted,
    Pod,
    PodChanged,
    PodsDrawn,
)
from toolkit.tournament.limited.state import Limited
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.state import State, evolve

POD_LEAST, POD_MOST = 4, 8


def pod_sizes(players: int, most: int = POD_MOST) -> tuple[int, ...]:
    """The sizes of the pods, larger first: as few pods as can be, which differ by one player at most.

    >>> pod_sizes(13), pod_sizes(9), pod_sizes(60)
    ((7, 6), (5, 4), (8, 8, 8, 8, 7, 7, 7, 7))

    Raises:
        BadValue: fewer than four players, a size out of 4 to 8, or one that leaves a pod of three: the least that works
            is named.
    """
    if not POD_LEAST <= most <= POD_MOST:
        raise BadValue(
            Message("A pod has %(least)s to %(most)s players.", least=POD_LEAST, most=POD_MOST), code="bad_pod_most"
        )
    _check_enough(players)
    sizes = _sizes(players, most)
    if sizes[-1] < POD_LEAST:
        works = next(size for size in range(most, POD_MOST + 1) if _sizes(players, size)[-1] >= POD_LEAST)
        raise BadValue(
            Message(
                "%(number)s players do not fit in pods of at most %(most)s: a pod would have fewer than %(least)s."
                " With at most %(works)s they do.",
                number=players,
                most=most,
                least=POD_LEAST,
                works=works,
            ),
            code="bad_pod_most",
        )
    return sizes


def largest_pod(players: int, most: int) -> int:
    """The size of the largest pod, whether or not the others would be large enough.

    >>> largest_pod(13, 8), largest_pod(9, 4), largest_pod(2, 8)
    (7, 3, 8)
    """
    return _sizes(players, most)[0] if players >= POD_LEAST else most


def _sizes(players: int, most: int) -> tuple[int, ...]:
    count = -(-players // most)
    small, larger = divmod(players, count)
    return (small + 1,) * larger + (small,) * (count - larger)


def trade_sizes(players: int) -> tuple[int, ...]:
    """The pods of a Michigan event: fives and fours as the tables of a round; 6, 7 and 11 players deviate.

    >>> trade_sizes(13), trade_sizes(6), trade_sizes(7), trade_sizes(11)
    ((5, 4, 4), (6,), (7,), (6, 5))

    Rule: VEKN 7.4.2.
    """
    _check_enough(players)
    return table_sizes(players) if can_be_seated(players) else _sizes(players, POD_MOST)


def _check_enough(players: int) -> None:
    if players < POD_LEAST:
        raise BadValue(
            Message("A draft needs %(least)s players: there are %(number)s.", least=POD_LEAST, number=players),
            code="few_players",
        )


def cut(players: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Players in their order, cut into pods of these sizes."""
    pods, start = [], 0
    for size in sizes:
        pods.append(tuple(players[start : start + size]))
        start += size
    return tuple(pods)


def fits_tables(sizes: Iterable[int]) -> bool:
    """Whether pods of these sizes can be the tables of a round."""
    return all(size in SIZES for size in sizes)


# --- The operations ---


def draw_pods(
    state: State,
    *,
    seed: int | DrawSeed,
    most: int | None = None,
    players: Sequence[int] | None = None,
    reason: str = "",
) -> list[Fact]:
    """Draw the pods of the players who are here: by a seed that can be checked, or the committed one.

    Raises:
        BadValue: too few players, a size that does not work; drawn again without a reason.
        Refused: nothing is planned, nothing is drafted, or the draft has begun.

    Rule: VEKN 7.5.1.
    """
    check_running(state)
    limited = state.limited
    if limited.plan is None:
        raise Refused(Message("The product of this event is not planned yet."), code="not_planned")
    if limited.plan.format is LimitedFormat.SEALED:
        raise Refused(Message("A sealed event has no pods."), code="no_pods")
    if draft_has_begun(limited):
        raise Refused(
            Message("The draft has begun: pods are changed by hand now, or undo the draft first."), code="draft_begun"
        )
    here = tuple(sorted(players)) if players is not None else players_here(state)
    for number in here:
        state.player(number)
    chosen = limited.plan.pod_most if most is None else most
    is_michigan = limited.plan.format is LimitedFormat.MICHIGAN
    sizes = trade_sizes(len(here)) if is_michigan else pod_sizes(len(here), chosen)
    why = check_text(reason, is_required=bool(limited.pods))
    if isinstance(seed, DrawSeed):
        made = draw(state, replace(seed, reason=why), "pods", here, stands=bool(limited.pods))
        pods = cut(made.order, sizes)
        facts: list[Fact] = [made]
        drawn = None
    else:
        pods, facts, drawn = cut(order_of(f"{seed}:pods", here), sizes), [], seed
    return [
        *facts,
        PodsDrawn(pods=tuple(Pod(players=players) for players in pods), seed=drawn, most=chosen, reason=why),
    ]


def players_here(state: State) -> tuple[int, ...]:
    """The players who draft and are seated: those checked in for round 1, if it was opened, without late builders."""
    here = state.checked_in.get(1)
    return tuple(
        player.number
        for player in state.active
        if (here is None or player.number in here) and player.number not in state.limited.late
    )


def change_pods(state: State, pods: Sequence[Sequence[int]], *, reason: str = "") -> list[Fact]:
    """Seat the pods by hand: each is its players clockwise.

    Raises:
        Refused: no pods are drawn.
        BadValue: a player twice, a pod too small or too large; while the draft runs another number of pods, or no
            reason.
        UnknownPlayer: no such player.
    """
    check_running(state)
    limited = state.limited
    _check_drawn(limited)
    seats = [state.player(number).number for players in pods for number in players]
    if len(set(seats)) < len(seats):
        raise BadValue(Message("A player sits in one pod only."), code="twice")
    for players in pods:
        if not POD_LEAST - 1 <= len(players) <= POD_MOST:
            raise BadValue(
                Message("A pod has %(least)s to %(most)s players.", least=POD_LEAST, most=POD_MOST), code="bad_pod"
            )
    if draft_has_begun(limited) and len(pods) != len(limited.pods):
        raise BadValue(Message("The number of pods stays while the draft runs."), code="bad_pod")
    why = check_text(reason, is_required=draft_has_begun(limited))
    new = tuple(Pod(players=tuple(players)) for players in pods)
    if tuple(pod.players for pod in new) == limited.pods:
        return []
    return [PodChanged(pods=new, reason=why)]


def swap_in_pods(state: State, first: int, second: int, *, reason: str = "") -> list[Fact]:
    """Two players change places; or one who sits nowhere takes the place of the other.

    Raises:
        Refused: no pods are drawn, or neither sits in one.
        UnknownPlayer: no such player.
    """
    _check_drawn(state.limited)
    one, other = state.player(first).number, state.player(second).number
    if state.limited.place_of(one) is None and state.limited.place_of(other) is None:
        raise Refused(Message("Neither of them sits in a pod."), code="not_in_pod")
    places = {one: other, other: one}
    return change_pods(
        state, [[places.get(number, number) for number in players] for players in state.limited.pods], reason=reason
    )


def leave_pod(state: State, player: int, *, reason: str = "") -> list[Fact]:
    """A player leaves the draft: the pod goes on without; what they hold and have is taken out of the draft.

    Raises:
        Refused: the player is in no pod.
        UnknownPlayer: no such player.

    Rule: VEKN 7.2.6; that the cards leave the draft is a decision.
    """
    check_running(state)
    limited, name = state.limited, state.player(player).name
    place = limited.place_of(player)
    if place is None:
        raise Refused(Message("%(name)s is in no pod.", name=name), code="not_in_pod")
    pods = tuple(Pod(players=tuple(other for other in players if other != player)) for players in limited.pods)
    return [PodChanged(pods=pods, reason=check_text(reason), left=player)]


def count_piles(state: State, pod: int, *, crypt: Sequence[int], library: Sequence[int]) -> list[Fact]:
    """Note how many crypt and library cards each player of a pod has after the split, in seat order.

    Counted again they are corrected, also while the draft runs.

    Raises:
        Refused: not a mixed draft.
        BadValue: no such pod, or not a number for each seat.

    Rule: VEKN 7.8.
    """
    check_running(state)
    limited = state.limited
    if limited.plan is None or limited.plan.format is not LimitedFormat.ELDER:
        raise Refused(Message("Only the mixed draft splits crypt and library."), code="not_mixed")
    players = pod_of(limited, pod)
    if len(crypt) != len(players) or len(library) != len(players):
        raise BadValue(
            Message("Pod %(number)s has %(players)s seats: a number for each.", number=pod, players=len(players)),
            code="bad_piles",
        )
    if any(not 0 <= count <= 2000 for count in (*crypt, *library)):
        raise BadValue(Message("A pile has 0 to 2000 cards."), code="bad_piles")
    return [PilesCounted(pod=pod, crypt=tuple(crypt), library=tuple(library))]


def pod_of(limited: Limited, number: int) -> tuple[int, ...]:
    """The players of a pod.

    Raises:
        BadValue: there is no such pod.
    """
    if not 1 <= number <= len(limited.pods):
        raise BadValue(
            Message("There is no pod %(number)s: there are %(other)s.", number=number, other=len(limited.pods)),
            code="unknown_pod",
        )
    return limited.pods[number - 1]


def draft_has_begun(limited: Limited) -> bool:
    """Whether cards were drafted or traded in these pods."""
    return any(
        run.phase in (LimitedPhase.DRAFT, LimitedPhase.CRYPT_DRAFT, LimitedPhase.TRADE) for run in limited.phases
    )


def _check_drawn(limited: Limited) -> None:
    if not limited.pods:
        raise Refused(Message("No pods are drawn yet."), code="no_pods")


def round_of_pods(state: State) -> tuple[tuple[int, ...], ...]:
    """The pods as the tables of round 1.

    Raises:
        Refused: no pods are drawn, or one of them is no table.
    """
    limited = state.limited
    _check_drawn(limited)
    if not fits_tables(map(len, limited.pods)):
        raise Refused(
            Message("A table has four or five players: these pods cannot be the tables of round 1."),
            code="pods_no_tables",
            rule="VEKN 7.5.1",
        )
    return limited.pods


# --- What the facts do, and how they read ---


def _pods_sentence(names: PlayerNames, pods: Iterable[Pod]) -> list[Sayable]:
    return [
        Message("pod %(number)s: %(list)s", number=number, list=names.all(pod.players))
        for number, pod in enumerate(pods, 1)
    ]


def _drawn_sentence(names: PlayerNames, fact: PodsDrawn) -> Sayable:
    sentence = Message("Drew the pods: %(list)s.", list=Listed(_pods_sentence(names, fact.pods), between="; "))
    return because(sentence, fact.reason)


@folds(PodsDrawn, _drawn_sentence)
def _drawn(state: State, fact: PodsDrawn, entry: LogEntry) -> State:
    if draft_has_begun(state.limited):
        raise Refused(Message("The draft has begun: pods cannot be drawn."), code="draft_begun")
    return _with_pods(state, fact.pods, seed=fact.seed)


def _changed_sentence(names: PlayerNames, fact: PodChanged) -> Sayable:
    if fact.left is not None:
        return because(Message("%(name)s left the draft.", name=names(fact.left)), fact.reason)
    sentence = Message("Changed the pods: %(list)s.", list=Listed(_pods_sentence(names, fact.pods), between="; "))
    return because(sentence, fact.reason)


@folds(PodChanged, _changed_sentence)
def _changed(state: State, fact: PodChanged, entry: LogEntry) -> State:
    _check_drawn(state.limited)
    changed = _with_pods(state, fact.pods, seed=state.limited.pods_seed)
    if fact.left is None:
        return changed
    return evolve(changed, limited=replace(changed.limited, left=changed.limited.left | {fact.left}))


def _with_pods(state: State, pods: Iterable[Pod], *, seed: int | None) -> State:
    seats = tuple(pod.players for pod in pods)
    for players in seats:
        for number in players:
            state.player(number)
    return evolve(state, limited=replace(state.limited, pods=seats, pods_seed=seed))


@folds(
    PilesCounted,
    lambda names, fact: Message(
        "Counted the piles of pod %(pod)s: %(crypt)s crypt and %(library)s library cards.",
        pod=fact.pod,
        crypt=sum(fact.crypt),
        library=sum(fact.library),
    ),
)
def _counted(state: State, fact: PilesCounted, entry: LogEntry) -> State:
    pod_of(state.limited, fact.pod)
    limited = state.limited
    return evolve(state, limited=replace(limited, piles={**limited.piles, fact.pod: (fact.crypt, fact.library)}))
