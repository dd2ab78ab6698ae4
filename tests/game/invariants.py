"""What holds in every state and across every operation, whatever is played: INV-01 to INV-34."""

from __future__ import annotations

from collections import Counter

from toolkit.game import GameState
from toolkit.game.actions import Announce, announced_cost
from toolkit.game.blocking import intercept_of, stealth_of
from toolkit.game.cards import has_title, title_votes
from toolkit.game.contests import PayContest
from toolkit.game.draft import active_seats, hand_size_of, predator_of, prey_of, surplus, whole
from toolkit.game.engine import Applied
from toolkit.game.events import Happening
from toolkit.game.hand import hand_debtors
from toolkit.game.operation import Operation
from toolkit.game.phased import picks_in_turn
from toolkit.game.playing import PlayCard
from toolkit.game.referendum import ballot_sources, sources, tally
from toolkit.game.state import Action, CardPlay, Combat, Harm, Referendum
from toolkit.game.vocabulary import (
    ActionKind,
    CardKind,
    EffectKind,
    Phase,
    PhaseCard,
    SeatStatus,
    Stage,
    WindowName,
    Zone,
)
from toolkit.game.windows import window_of

ENDING_ATTEMPTS = {EffectKind.CANNOT_BLOCK, EffectKind.BLOCK_FAILS}
DECISIONS = {WindowName.STRIKES, WindowName.TERMS, WindowName.OFFER, WindowName.DISCIPLINE}


def check_state(state: GameState) -> None:
    """What one state must satisfy."""
    assert sum(whole(state).values()) == 0, "INV-01"
    for card in state.cards.values():
        _check_card(state, card)
    assert not state.edge or state.seats[state.edge].is_active, "INV-03"
    _check_ring(state)
    for seat in state.seats.values():
        assert (seat.pool >= 1) == seat.is_active or state.stage is Stage.FINISHED, "INV-05"
        assert min(seat.transfers, seat.master_actions, seat.discard_actions, seat.hand, seat.library) >= 0, "INV-15"
    if state.stage is Stage.RUNNING:
        _check_running(state)
    else:
        assert not state.frames, "INV-17"


def _check_card(state: GameState, card) -> None:
    assert card.counters >= 0, "INV-02"
    if card.kind is CardKind.VAMPIRE and card.zone in (Zone.READY, Zone.TORPOR):
        assert card.capacity >= 1, "INV-02"
        assert card.counters <= card.capacity, "INV-02"
    if card.kind in (CardKind.ALLY, CardKind.RETAINER) and card.in_play:
        assert card.counters >= 1, "INV-02"
    if card.in_play or card.zone in (Zone.UNCONTROLLED, Zone.CONTESTED):
        assert state.seats[card.controller].is_active or state.stage is Stage.FINISHED, "INV-33"
    if card.zone in (Zone.ASH_HEAP, Zone.REMOVED):
        assert card.counters == 0, "INV-28"
        assert card.controller == card.owner, "INV-28"
        assert not card.host, "INV-28"
    if card.zone is Zone.ATTACHED:
        assert state.cards[card.host].in_play, "CARD-33"


def _check_ring(state: GameState) -> None:
    seats = active_seats(state)
    if len(seats) < 2:
        assert all(prey_of(state, seat) == predator_of(state, seat) == "" for seat in seats), "INV-04"
        return
    for at, seat in enumerate(seats):
        assert prey_of(state, seat) == seats[(at + 1) % len(seats)], "INV-04"
        assert predator_of(state, prey_of(state, seat)) == seat, "INV-04"


def _check_running(state: GameState) -> None:
    step = state.step
    assert state.seats[step.seat].is_active, "INV-33"
    assert all(state.seats[seat].is_active for seat in step.waiting), "INV-33"
    _check_uniqueness(state)
    _check_hands(state)
    for seat in state.seats.values():
        mine = step.seat == seat.name
        assert not seat.transfers or (mine and step.phase is Phase.INFLUENCE), "INV-15"
        assert not seat.master_actions or (mine and step.phase is Phase.MASTER), "INV-15"
        assert not seat.discard_actions or (mine and step.phase is Phase.DISCARD), "INV-15"
    _check_frames(state)
    if state.options.is_phased:
        _check_phased(state)


def _check_uniqueness(state: GameState) -> None:
    names = Counter(card.name for card in state.cards.values() if card.unique and card.name and card.in_play)
    assert all(count == 1 for count in names.values()), "INV-10"
    for contest in state.contests:
        assert contest.claims, "INV-11"
        for claim in contest.claims:
            card = state.cards[claim.card]
            assert card.in_play if contest.is_title else card.zone is Zone.CONTESTED, "INV-11"
        assert contest.is_title or contest.key not in names, "INV-10"


def _check_hands(state: GameState) -> None:
    if state.options.is_advanced:
        return
    for seat in active_seats(state):
        missing = surplus(state, seat)
        assert missing == 0 or (missing < 0 and not state.seats[seat].library) or seat in hand_debtors(state), "INV-13"
        assert hand_size_of(state, seat) >= len(state.seats[seat].pending), "INV-13"


def _check_frames(state: GameState) -> None:
    kinds = [type(frame) for frame in state.frames]
    assert kinds.count(Action) <= 1, "INV-17"
    assert kinds.count(Combat) <= 1, "INV-17"
    assert kinds.count(Referendum) <= 1, "INV-17"
    assert Action not in kinds[1:] or kinds[0] in (CardPlay, Harm), "INV-17"
    window = window_of(state)
    deciding = state.step.phase in (Phase.CHOOSE, Phase.HAND_CHECK)
    if state.frames or (state.options.is_detailed and not deciding):
        assert window is not None, "INV-18"
        assert window.holder, "INV-18"
    if window is not None:
        assert len(set(window.order)) == len(window.order), "INV-18"
        assert all(state.seats[seat].is_active for seat in window.order), "INV-33"
        if window.name not in DECISIONS:
            assert set(window.order) == set(active_seats(state)), "INV-18"
    for frame in state.frames:
        if isinstance(frame, Referendum):
            _check_votes(state, frame)
        if isinstance(frame, Combat):
            for side in frame.sides:
                assert side.maneuver in ("", "long", "close"), "INV-25"
                assert side.press in ("", "continue", "end"), "INV-25"


def _check_votes(state: GameState, poll: Referendum) -> None:
    count = tally(poll)
    cast = sum(ballot.votes for ballot in poll.cast)
    assert count.votes_for + count.votes_against == cast + abs(count.block), "INV-23"
    sides = {(ballot.seat, ballot.source, ballot.is_for) for ballot in (*poll.cast, *poll.ballots)}
    assert len({side[:2] for side in sides}) == len(sides), "INV-23"
    lead = sum(ballot.votes if ballot.is_for else -ballot.votes for ballot in poll.ballots)
    assert count.block == (3 if lead > 0 else -3 if lead < 0 else 0), "INV-24"
    for card in state.cards.values():
        if card.title is not None and (card.zone is not Zone.READY or not has_title(card)):
            assert title_votes(card) == 0, "INV-23"
            gains = card.zone is Zone.READY and any(item.source == card.id for item in poll.gained)
            assert gains or card.id not in sources(state, poll, card.controller), "INV-23"
            assert gains or card.id not in ballot_sources(state, poll, card.controller), "INV-23"


def _check_phased(state: GameState) -> None:
    picks = state.step.picks
    assert len({pick.card for pick in picks}) == len(picks) <= max(5, picks_in_turn(state)), "INV-29"
    assert all(not pick.bonus for pick in picks if pick.card is PhaseCard.CHEAT), "INV-31"
    if state.step.phase in (Phase.OPEN_AGGRESSION, Phase.SUBTERFUGE, Phase.DIPLOMACY, Phase.SUPPLY):
        acted = state.seats[state.step.seat].acted
        assert len(set(acted)) == len(acted) <= (2 if state.step.phase is Phase.SUPPLY else 1), "INV-30"


def check_step(before: GameState, order: Operation, applied: Applied) -> None:
    """What one operation must satisfy."""
    after = applied.state
    if applied.replaces:
        # The order that it answers is carried out anew, from the game before it.
        assert before.answerable is not None, "SEQ-55"
        before = before.answerable.before
    _check_ledger(before, applied)
    for name, seat in after.seats.items():
        gained = seat.half_points - before.seats[name].half_points
        assert gained >= 0, "INV-06"
        if gained % 2:
            assert after.ending == "time" or after.options.score_withdraw_vp == "0.5", "INV-06"
    assert after.bonuses >= before.bonuses, "INV-31"
    for card_id, card in before.cards.items():
        if card_id in after.cards:
            assert after.cards[card_id].owner == card.owner, "INV-28"
    _check_departures(before, applied)
    _check_block(before, order, applied)
    _check_order(before, order, applied)
    _check_repeats(before, order, applied)
    _check_cost(before, order, applied)
    if after.options.is_advanced:
        _check_hand_check(before, after)
    if after.stage is Stage.FINISHED and before.stage is Stage.RUNNING:
        check_end(after)


def _check_order(before: GameState, order: Operation, applied: Applied) -> None:
    """What single kinds of operation must satisfy."""
    after = applied.state
    if isinstance(order, PayContest):
        paid = [
            claim.paid_turn
            for c in before.contests
            for claim in c.claims
            if before.cards[claim.card].controller == order.seat
        ]
        assert any(turn != before.step.turn for turn in paid), "INV-12"
    if isinstance(order, PlayCard) and order.type == "master":
        seat = before.seats[order.seat]
        assert not (order.out_of_turn and seat.out_of_turn_played), "INV-16"
        if order.trifle and seat.trifle_used and not order.out_of_turn:
            assert after.seats[order.seat].master_actions == seat.master_actions - 1, "INV-16"
    was = next((frame for frame in before.frames if isinstance(frame, Combat)), None)
    now = next((frame for frame in after.frames if isinstance(frame, Combat)), None)
    if any(event.kind is Happening.COMBAT_BEGAN for event in applied.events):
        was = None  # another combat
    if was is not None and now is not None and was.round == now.round and was.range != now.range:
        mover = next(side for side in now.sides if side.minion == now.last)
        assert mover.maneuver == now.range, "INV-25"
        assert was.last != mover.minion, "INV-25"
    if was is not None and now is not None and was.round + 1 == now.round:
        assert now.range == "close", "INV-25"


def _check_ledger(before: GameState, applied: Applied) -> None:
    """Every change of a counter is a line of the ledger."""
    change: Counter[str] = Counter()
    for line in applied.ledger:
        change[line.source] -= line.amount
        change[line.target] += line.amount
    for name, seat in applied.state.seats.items():
        assert seat.pool - before.seats[name].pool == change[f"pool:{name}"], "INV-01"
    for card in applied.state.cards.values():
        had = before.cards[card.id].counters if card.id in before.cards else 0
        assert card.counters - had == change[f"on:{card.id}"], "INV-01"


def _check_departures(before: GameState, applied: Applied) -> None:
    after = applied.state
    ousted = [event for event in applied.events if event.kind is Happening.METHUSELAH_OUSTED]
    rewards = [e for e in applied.events if e.kind is Happening.POINTS_GAINED and e.detail == "prey ousted"]
    assert len(rewards) == len(ousted), "INV-08"
    assert all(event.amount == 2 for event in rewards), "INV-08"
    assert Counter(event.detail for event in ousted) == Counter(event.seat for event in rewards), "INV-08"
    six = [line for line in applied.ledger if line.why == "prey ousted"]
    assert all(line.amount == 6 for line in six), "INV-08"
    assert len(six) <= len(ousted), "INV-08"
    withdrew = [event.seat for event in applied.events if event.kind is Happening.METHUSELAH_WITHDREW]
    for seat in withdrew:
        worth = 1 if after.options.score_withdraw_vp == "0.5" else 2
        assert after.seats[seat].half_points - before.seats[seat].half_points == worth, "INV-09"
    for name, seat in after.seats.items():
        if not seat.is_active:
            assert all(
                card.controller != name or card.zone in (Zone.ASH_HEAP, Zone.REMOVED) for card in after.cards.values()
            ), "INV-33"


def _check_block(before: GameState, order: Operation, applied: Applied) -> None:
    kinds = [event.kind for event in applied.events]
    action = next((frame for frame in before.frames if isinstance(frame, Action)), None)
    if action is None or not action.blocker:
        return
    if Happening.ACTION_BLOCKED in kinds:
        assert intercept_of(before, action, action.blocker) >= stealth_of(before, action), "INV-20"
    if Happening.BLOCK_FAILED in kinds:
        blocker = before.cards[action.blocker]
        short = intercept_of(before, action, action.blocker) < stealth_of(before, action)
        is_ended = any(item.kind in ENDING_ATTEMPTS for item in getattr(order, "effects", ()))
        assert short or is_ended or not blocker.is_ready_minion, "INV-20"
        now = next((frame for frame in applied.state.frames if isinstance(frame, Action)), None)
        if now is not None and now.minion == action.minion:
            assert (now.stealth, now.intercepts) == (action.stealth, action.intercepts), "INV-19"


def _check_hand_check(before: GameState, after: GameState) -> None:
    """While hands are checked exactly the excess is owed; once they have been, nobody holds more than three over."""
    for seat in active_seats(after):
        methuselah = after.seats[seat]
        over = methuselah.hand - hand_size_of(after, seat) - 3
        if after.step.phase is Phase.HAND_CHECK:
            assert methuselah.penalty == max(0, over), "INV-14"
        elif after.step.turn > before.step.turn > 0 and after.stage is Stage.RUNNING:
            assert over <= 0, "INV-14"


def _repeat_keys(kind: ActionKind, card: str, source: str) -> set[str]:
    """What a minion does once a turn: bleed, hunt a Red List minion, call a referendum, use this very card."""
    keys = {f"card:{card}"} if card else set()
    keys |= {f"play:{source}"} if source else set()
    keys |= {str(kind)} & {"bleed", "red_list", "political"}
    return keys | ({"political"} if kind is ActionKind.PM_REFERENDUM else set())


def _check_repeats(before: GameState, order: Operation, applied: Applied) -> None:
    """A minion does nothing twice in a turn; what was canceled was not done."""
    after, minion, keys, done = applied.state, "", set[str](), False
    if isinstance(order, Announce):
        minion, keys = order.minion, _repeat_keys(order.action, order.card, order.source)
        assert not keys & before.cards[minion].used, "INV-21"
    elif action := next((frame for frame in before.frames if isinstance(frame, Action)), None):
        minion, keys = action.minion, _repeat_keys(action.kind, action.card, action.source)
    for event in applied.events:
        done |= event.kind in (Happening.ACTION_SUCCEEDED, Happening.ACTION_BLOCKED)
        done |= event.kind is Happening.ACTION_ENDED and event.detail != "canceled"
    for card in after.cards.values():
        had = before.cards[card.id].used if card.id in before.cards else frozenset()
        if after.step.turn != before.step.turn or card.zone in (Zone.ASH_HEAP, Zone.REMOVED, Zone.CONTESTED):
            assert not card.used, "INV-21"
        else:
            # A bleed that must be made is marked as such besides.
            due = card.used & {"must_bleed"}
            done_now = keys if done and card.id == minion and card.in_play else set()
            assert card.used == had | done_now | due, "INV-21"
            assert not due or "bleed" in card.used, "INV-21"


def _check_cost(before: GameState, order: Operation, applied: Applied) -> None:
    """An action is paid for when it succeeds, as far as its Methuselah and its minion can, and never otherwise.

    Cards and effects in these games cost nothing: what is paid as a cost is the action's.
    """
    paid = [line for line in applied.ledger if line.why in ("cost", "rescue")]
    if all(event.kind is not Happening.ACTION_SUCCEEDED for event in applied.events):
        assert not paid, "INV-22"
        return
    action = next((frame for frame in before.frames if isinstance(frame, Action)), None)
    if action is not None:
        seat, minion, targets, kind, split = action.seat, action.minion, action.targets, action.kind, action.split
        pool, blood = action.cost_pool - action.discount, action.cost_blood
    else:
        assert isinstance(order, Announce)
        seat, minion, targets, kind, split = order.seat, order.minion, order.targets, order.action, order.split
        pool, blood = announced_cost(before, order)
    shares = Counter({f"pool:{seat}": pool, f"on:{minion}": blood})
    if kind is ActionKind.RESCUE:
        shares += Counter({f"on:{minion}": split, f"on:{targets[0]}": 2 - split})
    elif kind in (ActionKind.POLITICAL, ActionKind.PM_REFERENDUM) and before.cards[minion].zone is not Zone.READY:
        shares.clear()
    for place, share in shares.items():
        card = before.cards.get(place.removeprefix("on:"))
        there = card.counters if card else before.seats[seat].pool
        assert sum(line.amount for line in paid if line.source == place) == min(share, there), "INV-22"
    assert {line.source for line in paid} <= set(shares), "INV-22"


def check_end(state: GameState) -> None:
    """What a finished game must satisfy."""
    seats = state.seats.values()
    present = [seat for seat in seats if seat.status is not SeatStatus.DISQUALIFIED]
    rounded = sum(-(-seat.half_points // 2) for seat in seats)
    if state.options.score_withdraw_vp == "0.5" or not any(seat.status is SeatStatus.WITHDRAWN for seat in seats):
        assert rounded == len(present), "INV-07"
    total = sum(seat.half_points for seat in seats)
    withdrawn = sum(seat.status is SeatStatus.WITHDRAWN for seat in seats)
    survivors = len(active_seats(state))
    if state.options.score_withdraw_vp == "0.5":
        timed = survivors if state.ending == "time" and survivors >= 2 else 0
        assert total == 2 * len(present) - withdrawn - timed, "INV-07"
