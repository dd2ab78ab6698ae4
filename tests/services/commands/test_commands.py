"""Every command is carried out in a store: none of them writes a second time while the event's own write goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from tests.services.commands.test_sentences_of_commands import DRAFT, MICHIGAN, REHEARSAL, SEALED, STEPS, Step
from tests.tournament.organizer import COMPLETE, Organizer
from tests.tournament.test_draws import SEED
from toolkit.services.commands import COMMANDS, command_named
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration, Tournament
from toolkit.tournament.configuration import FinalDeck
from toolkit.tournament.limited.facts import TradeAnswer

# What is more than an operation of the domain, with the figures that it is given at its step.
USE_CASES: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {
    "commit_seed": ((), {}),
    "reveal_seed": ((), {}),
    "forget_player": ((9,), {}),
    "set_sign_up": ((), {"capacity": 20}),
    "cancel_sign_up": ((1,), {}),
    "check_in": ((), {"players": range(1, 11)}),
    "check_out": ((), {"players": [10]}),
    "draft_same": ((), {"publish": False}),
    "draw_deck_checks": ((1,), {"count": 1}),
    "take_call": ((1,), {"judge": "Jo"}),
    "toss": ((), {"players": [6, 1], "how": "a coin"}),
    "decide_deck": ((), {"player": 1}),
    "show_crypt_cards": ((), {"player": 1, "cards": ["A", "B", "C"]}),
    "first_player": ((), {"player": 6}),
    "draw_raffle": ((), {"players": [3, 4], "count": 1, "seed": 7}),
    "finish": ((), {}),
    "draw_pods": ((), {}),
    "seat_pods": ((), {"publish": False}),
    "start_draft": ((), {"reason": "crypts are dealt"}),
    "start_phase": ((), {}),
    "end_phase": ((), {}),
    "step_draft": ((), {"pod": 1}),
    "force_pick": ((), {"pod": 1, "seat": 2}),
    "build_decks": ((), {"minutes": 40, "sure": True}),
    "enter_pool": ((1,), {"text": "65 Villein"}),
    "clear_pool": ((1,), {}),
    "draw_swap": ((), {}),
    "make_trade": ((1,), {"answer": TradeAnswer.TRADED, "asked": 2}),
    "undo": ((), {"entries": (), "reason": ""}),
    "redo": ((), {"entries": (), "reason": ""}),
}


class StoredOrganizer(Organizer):
    """An organizer whose event is in a store; `given` are the commands that were carried out."""

    def __init__(self, context: Context, **settings: Any) -> None:
        made = create(context, Configuration(**{**COMPLETE, **settings}), by="Ann")
        self.work, self.given = UnitOfWork(context=context, id=made.id, by="Ann"), set[str]()

    @property
    def tournament(self) -> Tournament:
        return self.work.look()

    @property
    def now(self) -> datetime:
        return self.work.context.now()

    def enter(self, facts: list) -> list:
        self.work.carry_out(("enter", *facts), lambda _: facts)
        return facts

    def take(self, name: str, step: Callable[[Organizer], object]) -> None:
        known = command_named(name) if name else None
        if known is not None and known.use_case is not None and name in USE_CASES:
            named, figures = USE_CASES[name]
            known.carry_out(self.work, *named, **figures)
        else:
            step(self)
        self.given |= {name}


PARTS: list[tuple[dict[str, Any], list[Step]]] = [
    ({"rounds": 2, "is_multideck": True, "final_deck": FinalDeck.BEST_ROUND}, STEPS),
    ({}, DRAFT),
    ({}, SEALED),
    ({}, MICHIGAN),
    ({"is_rehearsal": True}, REHEARSAL),
]


def test_every_use_case_of_the_table_has_its_figures_here() -> None:
    assert USE_CASES.keys() | {"plan_limited"} == {one.name for one in COMMANDS if one.use_case}


@pytest.mark.parametrize("part", range(len(PARTS)))
def test_no_command_writes_beside_its_own_write(context: Context, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.services.events.draws.secrets.token_hex", lambda *_: SEED)
    settings, steps = PARTS[part]
    organizer = StoredOrganizer(context, **settings)
    for name, step, _ in (*steps, ("undo", print, ""), ("redo", print, "")):
        before = organizer.tournament.number
        organizer.take(name, step)
        written = (organizer.tournament.entry(number) for number in range(before + 1, organizer.tournament.number + 1))
        if name not in ("", "give_sanction_to_person") and any(entry.fact.DECLARED.moves_points for entry in written):
            assert command_named(name).corrects, f"{name} takes no `sure`"
    assert {name for name, *_ in steps} <= organizer.given


def test_a_limited_event_is_planned_without_a_second_write(context: Context) -> None:
    organizer = StoredOrganizer(context)
    command_named("plan_limited").carry_out(organizer.work, format="sealed", boosters=6, product="SW")
    assert organizer.tournament.limited.plan is not None
