"""Every use case: one key is one request, and a key stored by an earlier version is still that of the same one."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import toolkit.services
from toolkit.season.criteria import PRESETS, TieRule
from toolkit.season.log import SeasonFact
from toolkit.season.weekend_log import PersonDeclined, Weekend
from toolkit.services.events import decks, draws, limited, mail, registrations, seatings
from toolkit.services.events.registrations import Registration
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import USE_CASES, Change, UnitOfWork, digest, use_case
from toolkit.services.lifecycle.tournaments import create
from toolkit.services.season.weekends import new_weekend
from toolkit.services.season.work import WeekendWork
from toolkit.storage import open_store
from toolkit.storage.log import ReusedKey
from toolkit.tournament import Fact, Tournament
from toolkit.tournament.configuration import Configuration
from toolkit.tournament.event import configure
from toolkit.tournament.facts import PlayerForgotten, RafflePool
from toolkit.tournament.limited.facts import Forced, LimitedFormat, PoolCard, StarterDeal, TradeAnswer
from toolkit.tournament.player_lists import ImportedPlayer
from toolkit.tournament.raffle import RaffleWishes

for module in pkgutil.walk_packages(toolkit.services.__path__, "toolkit.services."):
    importlib.import_module(module.name)

# Two values of each type of figure.
VALUES: dict[str, tuple[Any, Any]] = {
    "int": (1, 2),
    "int | None": (1, 2),
    "float": (1.0, 2.0),
    "bool": (False, True),
    "bool | None": (False, True),
    "str": ("", "a"),
    "bytes | str": ("Ada", "Zoe"),
    "Sequence[str]": (["a"], ["b"]),
    "Sequence[Sequence[int]]": ([[1, 2]], [[2, 1]]),
    "dict[str, Any]": ({"name": "a"}, {"name": "b"}),
    "Sequence[Registration]": ([Registration(name="Ada")], [Registration(name="Zoe")]),
    "Sequence[player_lists.ImportedPlayer]": (
        [ImportedPlayer(line=1, name="Ada")],
        [ImportedPlayer(line=1, name="Zoe")],
    ),
    "raffle.RaffleWishes": (RaffleWishes(), RaffleWishes(is_here=True)),
    "TradeAnswer": (TradeAnswer.TRADED, TradeAnswer.PASSED),
    "Forced | None": (Forced.RANDOM, Forced.OLDEST),
    "tuple[PoolCard, ...]": ((PoolCard(card=1, count=1),), (PoolCard(card=1, count=2),)),
    "Sequence[PlayerForgotten]": ((PlayerForgotten(player=1),), (PlayerForgotten(player=2),)),
    "CardDatabase": ("cards", "newer cards"),
    "Callable[[], CardDatabase]": ("cards", "newer cards"),
    "Callable[[float], None] | None": (print, repr),
    "Sequence[WeekendEvent]": ([], ["an event"]),
    "Registration": (Registration(name="Anna"), Registration(name="Bruno")),
    "Sequence[str] | None": (["a"], ["b"]),
    "LimitedFormat | None": tuple(LimitedFormat)[:2],
    "StarterDeal | None": tuple(StarterDeal)[:2],
    "Any": ("a", "b"),
    "Callable[..., list[Fact]]": (lambda *_, **__: [], lambda *_, **__: ()),
}
# What is no part of a request: with another one it is the same.
BESIDE = {
    "commit_seed": {"seed"},
    "configure": {"cards"},
    "draft_seating": {"progress", "search"},
    "import_players": {"read"},
    "start_day_2": {"events"},
    "submit_deck": {"cards"},
    "start_draft": {"sure"},
}


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Context, str, str]]:
    """An event and a weekend for all of them: what tells requests apart is the same in every database."""
    store = open_store(f"sqlite:///{tmp_path_factory.mktemp('use_cases')}/store.sqlite3")
    context = Context(store)
    weekend = new_weekend(context, "Lyon", PRESETS["2022"], ties=TieRule.TOSSED, by="Odile")
    yield context, create(context, Configuration(name="Lyon"), by="Odile").id, weekend
    store.close()


class Renaming(UnitOfWork):
    """Whatever is decided, it is another name that is written: here only the request counts."""

    def carry_out(self, asked: object, decide: Callable[[Tournament], Iterable[Fact]]) -> Change:
        return super().carry_out(asked, lambda event: configure(event, {"name": f"Lyon {event.number}"}))


class Declining(WeekendWork):
    """The same for a weekend."""

    def carry_out(self, asked: object, decide: Callable[[Weekend], Iterable[SeasonFact]]) -> Weekend:
        return WeekendWork.carry_out(self, asked, lambda _: [PersonDeclined(person="1000013")])


@pytest.mark.parametrize("name", sorted(USE_CASES))
def test_a_key_is_one_request_and_no_other(name: str, event: tuple[Context, str, str]) -> None:
    worker, *figures = inspect.signature(USE_CASES[name]).parameters.values()
    values = {one.name: VALUES[one.annotation] for one in figures}
    usual = {
        one.name: values[one.name][0] if one.default is one.empty or callable(one.default) else one.default
        for one in figures
    }
    context, id, weekend = event
    for figure in ("", *usual):
        key = f"{name} {figure}"
        work: UnitOfWork | WeekendWork = (
            Declining(context=context, id=weekend, by="Odile", key=key)
            if worker.annotation == "WeekendWork"
            else Renaming(context=context, id=id, by="Odile", key=key)
        )

        def written(work: UnitOfWork | WeekendWork = work, **changed: Any) -> int:
            """How many entries a request has written."""
            given, before = usual | changed, work.look().number
            places = [given.pop(one.name) for one in figures if one.kind is one.POSITIONAL_OR_KEYWORD]
            USE_CASES[name](work, *places, **given)
            return work.look().number - before

        assert (written(), written()) == (1, 0)
        if figure in BESIDE.get(name, ()):
            assert written(**{figure: values[figure][1]}) == 0
        elif figure:
            other = next(value for value in reversed(values[figure]) if value != usual[figure])
            with pytest.raises(ReusedKey):
                written(**{figure: other})


def test_two_use_cases_of_one_name_are_refused() -> None:
    def toss(work: UnitOfWork, event: Tournament) -> list[Fact]:
        return []

    with pytest.raises(TypeError, match="toss"):
        use_case()(toss)


# Requests named by hand: of an event that is not there yet; of operations beside which more is decided.
BY_HAND = {
    "services/events/limited.py": 1,
    "services/kernel/unit_of_work.py": 3,
    "services/lifecycle/tournaments.py": 1,
    "services/season/work.py": 3,
    "web/room/table.py": 1,
}


def test_no_other_request_is_named_by_hand() -> None:
    package = Path(toolkit.__file__).parent
    found = {path.relative_to(package).as_posix(): _named_by_hand(path) for path in package.rglob("*.py")}
    assert {path: number for path, number in found.items() if number} == BY_HAND


def _named_by_hand(path: Path) -> int:
    """How many requests a module names: calls of the unit of work's `carry_out` with a key and a function."""
    calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    written = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "carry_out"]
    plain = [call for call in written if not any(isinstance(value, ast.Starred) for value in call.args)]
    return sum(len(call.args) >= 2 and not call.keywords for call in plain)


class Asking(UnitOfWork):
    """Writes nothing: it only keeps by what the request would be known again."""

    def carry_out(self, asked: object, decide: Callable[[Tournament], Iterable[Fact]]) -> Change:
        raise AskedFor(asked)

    def repeated(self, asked: object) -> Change | None:
        raise AskedFor(asked)


class AskedFor(Exception):
    """The key of a request."""


ADA = ImportedPlayer(line=1, name="Ada")
WISHES = RaffleWishes(pool=RafflePool.NAMED, players=(1, 2), is_again=True, is_here=True, with_officials=True)
POOL = (PoolCard(card=100001, count=2),)

# As version 1.0 and those before it have stored them: (use case, places, named) and by what the request is known again.
STORED: dict[str, tuple[Callable[..., Change], tuple[Any, ...], dict[str, Any], tuple[Any, ...]]] = {
    "draft_seating": (
        seatings.draft_seating, (), {"seed": 3, "apart": [[1, 2]], "publish": True},
        ("draft_seating", seatings.DEFAULT_SECONDS, 3, [[1, 2]], True, False, "", ""),
    ),
    "draft_by_hand": (seatings.draft_by_hand, ([[1, 2], [3]],), {}, ("draft_by_hand", ((1, 2), (3,)), False)),
    "draft_same": (seatings.draft_same, (), {"publish": True}, ("draft_same", True)),
    "edit_seats": (
        seatings.edit_seats, (1, 2), {"table": 3, "reason": "late"}, ("edit_seats", 1, 2, None, 3, "late"),
    ),
    "commit_seed": (draws.commit_seed, (), {}, ("commit_seed",)),
    "reveal_seed": (draws.reveal_seed, (), {}, ("reveal_seed",)),
    "finish": (draws.finish, (), {"is_early": True, "reason": "fire"}, ("finish", True, "fire")),
    "toss": (draws.toss, (), {"word": "owl"}, ("toss", None, "owl", "")),
    "draw_checks": (draws.draw_checks, (1,), {"count": 2}, ("draw_checks", 1, 2, False, None, "", "")),
    "draw_raffle": (
        draws.draw_raffle, (),
        {"players": [1, 2], "again": True, "here": True, "with_officials": True, "count": 1, "prize": "Box", "seed": 5},
        ("draw_raffle", WISHES, 1, "Box", 5, "", ""),
    ),
    "decide_final_deck": (draws.decide_final_deck, (4,), {}, ("decide_final_deck", 4, None)),
    "draw_crypt_cards": (
        draws.draw_crypt_cards, (4, ["Aabbt", "Anson"]), {"seed": 1}, ("draw_crypt_cards", 4, ("Aabbt", "Anson"), 1),
    ),
    "draw_first": (draws.draw_first_player, (), {"reason": "again"}, ("draw_first", None, "", "again")),
    "enter_pool": (
        limited.enter_pool, (4,), {"cards": list(POOL), "confirms": True},
        ("enter_pool", 4, digest(POOL), "file", False, "", True),
    ),
    "clear_pool": (limited.clear_pool, (4,), {"reason": "x"}, ("clear_pool", 4, "x")),
    "draw_swap": (limited.draw_swap, (), {"seed": 2}, ("draw_swap", 2, "", "")),
    "draw_pods": (limited.draw_pods, (), {"most": 8}, ("draw_pods", None, 8, "", "")),
    "start_draft": (limited.start_draft, (), {"reason": "x"}, ("start_draft", "x")),
    "step_draft": (limited.step_draft, (), {"pod": 1, "step": 2}, ("step_draft", 1, 2)),
    "force_pick": (
        limited.force_pick, (), {"pod": 1, "seat": 2, "card": 3}, ("force_pick", 1, 2, None, 3, None),
    ),
    "make_trade": (
        limited.make_trade, (1,), {"answer": TradeAnswer.PASSED, "card": 5},
        ("make_trade", 1, TradeAnswer.PASSED, 0, 5, 0),
    ),
    "add_players": (
        registrations.add_players, ([Registration(name="Ada")],), {}, ("add_players", (Registration(name="Ada"),)),
    ),
    "import_players": (
        registrations.import_players, ("Ada\n",), {"is_csv": False}, ("import_players", digest("Ada\n"), False),
    ),
    "import_lines": (registrations.import_lines, ([ADA],), {}, ("import_lines", (ADA,))),
    "plan_event": (
        limited.plan_event, (), {"player": 4, "size": 15, "boosters": 6, "provided": ["Villein"]},
        ("plan_event", 4, None, None, ["Villein"], [("boosters", 6), ("size", 15)]),
    ),
    "set_sign_up": (
        registrations.set_sign_up, (), {"opens": "", "capacity": 9, "questions": [], "shows_names": False},
        ("set_sign_up", [("capacity", 9), ("opens", "")]),
    ),
    "cancel": (registrations.cancel_place, (7,), {}, ("cancel", 7)),
    "mail_players": (mail._begin_mail, ("Hello", "Come"), {}, ("mail_players", "Hello", "Come")),
    "accept": (registrations.accept_place, (7,), {}, ("accept", 7)),
    "submit_deck": (
        decks.submit_deck, (4, "1x Aabbt", None), {"deck_round": 2, "is_judge": True, "reason": "late"},
        ("submit_deck", 4, digest("1x Aabbt"), 2, True, "late"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(STORED))
def test_a_request_of_an_earlier_version_is_known_again(name: str, event: tuple[Context, str, str]) -> None:
    ask, places, named, stored = STORED[name]
    with pytest.raises(AskedFor) as asked:
        ask(Asking(context=event[0], id=event[1], by="Odile", key="k"), *places, **named)
    assert digest(asked.value.args[0]) == digest(stored)
