"""What one seat, a spectator or a judge may see of a game: the only place that hides anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from toolkit.game.cards import Card, has_title, title_votes
from toolkit.game.contests import undecided
from toolkit.game.engine import seats_to_act
from toolkit.game.hand import must_discard
from toolkit.game.obligations import obligations
from toolkit.game.phased import phase_set, picks_in_turn, unused_cards
from toolkit.game.score import Points, points
from toolkit.game.state import GameState, Methuselah, UnknownSeat, hand_size_of, predator_of, prey_of
from toolkit.game.view_frames import frame_view
from toolkit.game.vocabulary import TitleKind, Zone
from toolkit.game.windows import window_of

# Who looks on without a seat: no Methuselah can have that name.
SPECTATOR = ""
_CARD_FIELDS = tuple(item.name for item in fields(Card))
HIDDEN = frozenset({Zone.UNCONTROLLED, Zone.CONTESTED})


def view_for(state: GameState, seat: str | None = None, *, public: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The state as plain data, as one Methuselah or a `SPECTATOR` may see it; None is a judge, who sees all of it.

    `public` is what a spectator sees of this very state, where that is known: the rest of it is the same for all.

    Rule: SETUP-32 to SETUP-35.

    Raises:
        UnknownSeat: nobody of that name sits at the table.
    """
    if seat is not None and seat != SPECTATOR and seat not in state.seats:
        raise UnknownSeat(f"Nobody called {seat!r} sits at this table.")
    in_play = [card for card in state.cards.values() if card.zone is not Zone.ASH_HEAP]
    if public is not None:
        cards = zip(in_play, public["cards"], strict=True)
        return {**public, "cards": [_card(card, seat) if shown["face_down"] else shown for card, shown in cards]}
    window = window_of(state)
    return {
        "sequence": state.sequence,
        "stage": state.stage.value,
        "turn": state.step.turn,
        "phase": state.step.phase.value,
        "active": state.step.seat,
        "waiting": list(state.step.waiting),
        "to_act": list(seats_to_act(state)),
        "options": {
            "mode": state.options.game_mode,
            "is_phased": state.options.is_phased,
            "is_advanced": state.options.is_advanced,
            "is_detailed": state.options.is_detailed,
            "enforcement": state.options.game_enforcement,
            "has_time_limit": state.options.score_time_limit == "on",
        },
        "edge": state.edge or None,
        "window": {"name": window.name.value, "order": list(window.order), "holder": window.holder} if window else None,
        "going_on": [_name(frame) for frame in state.frames],
        "frames": [frame_view(state, frame) for frame in state.frames],
        "obligations": [{"seat": o.seat, "what": o.what, "rule": o.rule} for o in obligations(state)],
        "phased": _phased(state) if state.options.is_phased else None,
        "picks": [
            {"chooser": p.chooser, "card": p.card.value, "phase": p.phase.value, "bonus": p.bonus}
            for p in state.step.picks
        ],
        "contests": _contests(state),
        "methuselahs": [
            _methuselah(state, item, now) for item, now in zip(state.seats.values(), points(state), strict=True)
        ],
        "cards": [_card(card, seat) for card in in_play],
        # What has been burned and is still spoken of: the victim of a diablerie, an action's target.
        "gone": {card.id: card.name for card in state.cards.values() if card.zone is Zone.ASH_HEAP and state.frames},
        "time_called": state.time_called or None,
        "ending": state.ending or None,
    }


def _contests(state: GameState) -> list[dict[str, Any]]:
    owing = {contest.id for contest in undecided(state, state.step.seat)} if state.step.seat else set()
    return [
        {
            "id": contest.id,
            "key": contest.key,
            "title": contest.is_title,
            "claims": [{"seat": claim.seat, "card": claim.card} for claim in contest.claims],
            "to_decide": contest.id in owing,
        }
        for contest in state.contests
    ]


def _phased(state: GameState) -> dict[str, Any]:
    """Where a shared turn stands: which phases there are, which are left, who started, whether bonuses are in force."""
    return {
        "first": state.step.first,
        "cards": [card.value for card in phase_set(state)],
        "left": [card.value for card in unused_cards(state)],
        "picks": picks_in_turn(state),
        "bonuses": state.bonuses and state.options.is_advanced,
    }


def _name(frame: object) -> str:
    return type(frame).__name__


def _methuselah(state: GameState, item: Methuselah, now: Points) -> dict[str, Any]:
    return {
        "name": item.name,
        "status": item.status.value,
        "pool": item.pool,
        "victory_points": item.half_points / 2,
        "prey": prey_of(state, item.name) if item.is_active else None,
        "predator": predator_of(state, item.name) if item.is_active else None,
        "game_win": bool(now.game_win),
        "table_points": now.table_points,
        "counted": item.counted,
        "hand": item.hand,
        "hand_size": hand_size_of(state, item.name),
        "library": item.library,
        "crypt": item.crypt,
        "transfers": item.transfers,
        "master_actions": item.master_actions,
        "discard_actions": item.discard_actions,
        "must_discard": must_discard(state, item.name),
        "withdrawal": None if item.withdrawal is None else item.withdrawal.void or "stands",
        "ash_heap": list(item.ash_heap),
        "pending": [card.card for card in item.pending],
    }


def _card(card: Card, seat: str | None) -> dict[str, Any]:
    """A card; face down ones show their counters to everybody and the rest to who controls them."""
    # Not `asdict`, which copies deeply: a page asks for every card of the table.
    shown: dict[str, Any] = {name: getattr(card, name) for name in _CARD_FIELDS}
    shown["title"] = None if card.title is None else asdict(card.title)
    shown["flags"] = sorted(card.flags)
    shown["used"] = sorted(card.used)
    shown["disciplines"] = dict(card.disciplines)
    shown["votes"] = title_votes(card)
    shown["ballots"] = int(has_title(card) and card.title is not None and card.title.kind is TitleKind.PRISCUS)
    shown["title_counts"] = has_title(card)
    if card.zone in HIDDEN and seat is not None and card.controller != seat:
        keep = ("id", "owner", "controller", "zone", "counters")
        return {name: shown[name] for name in keep} | {"face_down": True}
    return shown | {"face_down": card.zone in HIDDEN}
