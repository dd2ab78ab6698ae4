"""Every sheet at sizes and with names that are hard on it: what is looked at, and what the pictures are taken of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any, Protocol

from tests.sheets.room import EVENT, LONGEST, players, seated
from toolkit.cards import CardDatabase, load
from toolkit.cards.model import Kind
from toolkit.decks import read, rule_set, validate
from toolkit.decks.model import Report
from toolkit.sheets import (
    Finals,
    Options,
    Pack,
    Paper,
    PrintedEvent,
    PrintedPlayer,
    PrintedRound,
    PrintedTable,
    Sheet,
    make_sheet,
)
from toolkit.sheets.model import (
    OpenTable,
    PrintedGift,
    PrintedLabel,
    PrintedLimited,
    PrintedPart,
    PrintedPenalty,
    PrintedPod,
    SanctionRow,
    StandingsRow,
)
from toolkit.sheets.pdf import Pdf, render

LONG_PLACE = PrintedEvent(
    name="European Championship 2026 – Last Chance Qualifier for Fortune and Glory",
    day=date(2026, 11, 22),
    place="Kulturhaus Sankt Bartholomä an der Großen Donaubrücke, Wien",
    format="Constructed",
)
PHASED = replace(EVENT, format="Phased motion", phased=True)


@cache
def cards() -> CardDatabase:
    return load()


def decklist_text(different: int) -> str:
    """A crypt of 12 different vampires and a library of 90 cards of so many names, the longest names there are."""
    every = sorted(cards(), key=lambda card: (-len(card.unique_name), card.id))
    crypt = [card for card in every if card.kind is Kind.CRYPT and getattr(card, "group", 0) == 5][:12]
    library = [card for card in every if card.kind is Kind.LIBRARY][: 10 * different : 10]
    counts = [90 // different + (index < 90 % different) for index in range(different)]
    lines = [f"1x {card.unique_name}" for card in crypt]
    return "\n".join(lines + [f"{count}x {card.unique_name}" for count, card in zip(counts, library, strict=True)])


@cache
def report(different: int = 40) -> Report:
    return validate(
        read(decklist_text(different), cards()),
        rule_set("constructed"),
        date(2026, 11, 22),
        card_data=date(2026, 10, 30),
    )


def standings(count: int) -> tuple[StandingsRow, ...]:
    """Rows as after two rounds, the longest name among them."""
    return tuple(
        StandingsRow(
            rank=rank,
            name=player.name,
            vekn=player.vekn,
            game_wins=max(0, 2 - rank // 8),
            victory_points=max(0, 17 - rank),
            tournament_points=max(24, 120 - 2 * rank),
            rounds=2,
            seed=rank,
            rating_points=max(0, 120 - rank),
            deck="Wake up, the Prince of Paris is dead (again) and nobody minds" if rank % 3 == 0 else "Weenie bleed",
            note="dropped" if rank == 7 else "",
        )
        for rank, player in enumerate(sorted(players(count), key=lambda p: -len(p.name)), 1)
    )


def pack(count: int = 33, *, event: PrintedEvent = EVENT, rounds: int = 3) -> Pack:
    """An event of `count` players with all that sheets can show."""
    named = PrintedTable(
        number=1, label="Feature table", room="Main hall", seats=seated(count).tables[0].seats, link="http://x/t/1"
    )
    second = seated(count)
    labelled = replace(second, number=rounds, tables=(named, *second.tables[1:]))
    return Pack(
        event=event,
        players=players(count),
        rounds=(*(seated(count, number=n) for n in range(1, rounds)), labelled),
        standings=standings(count),
        standings_title="Standings after round 2",
        standings_cut=5,
        finals=Finals(
            finalists=standings(count)[:5],
            decided_by="a toss among 3 players equal in all points, drawn with seed 1234.",
        ),
        open_tables=(
            OpenTable(round=2, number=3, players=(LONGEST, "Bo", "Ana Ruiz", "Luc Noir", "Eva Blau"), extension=8),
            OpenTable(round=2, number=7, players=("Bo", "Ana Ruiz", "Luc Noir", "Eva Blau"), room="Main hall"),
        ),
        sanctions=(
            SanctionRow(player=LONGEST, level="Warning", reason="Drew two cards too many", round=1, judge="Ana Ruiz"),
            SanctionRow(player="Bo", level="Caution", reason="Slow play", round=2, judge="Ana Ruiz"),
        ),
        gifts=(
            PrintedGift(name=LONGEST, prize="3 × Booster", why="place 2"),
            PrintedGift(name="Bo", prize="A playmat with a drawing by somebody of a long name", why="raffle 1"),
        ),
        penalties=(
            PrintedPenalty(
                title=f"Warning · {LONGEST} (3190007) · 3.3 Slow Play",
                detail="2026-11-22 10:15 CET · table 3 in round 1 · the infraction calls for: Caution · third offence",
            ),
            PrintedPenalty(title="Caution · Bo · 2.2 Card Access Error", detail="Judge: Ana Ruiz", is_lifted=True),
        ),
        penalty_counts="Cautions 0, warnings 1, standings adjustments 0, disqualifications 0",
        decks={
            name: (PrintedPlayer(name=name, vekn="3190007"), report(size)) for name, size in ((LONGEST, 40), ("Bo", 90))
        },
        link="http://192.168.1.10:8080/tournaments/5kq7bz2m",
        network="Club Wi-Fi",
    )


def finished() -> Pack:
    """An event whose final the third seed won."""
    best = {"Bo": (1, 3, 6), LONGEST: (2, 1, 1)}
    rows = [
        StandingsRow(
            rank=best[name][0],
            name=name,
            game_wins=2,
            victory_points=9,
            tournament_points=150,
            seed=best[name][1],
            final_victory_points=best[name][2],
            rating_points=121,
            note="winner" if name == "Bo" else "",
        )
        for name in best
    ]
    absent = StandingsRow(rank=None, name="Quim Roca")
    return Pack(
        event=EVENT,
        standings=(*rows, *standings(9)[2:], absent),
        standings_title="Final standings",
        standings_cut=5,
        disqualified=("Zoe Blau",),
    )


def plain(count: int, event: PrintedEvent = EVENT) -> Pack:
    """An event of `count` players whose tables have numbers only."""
    return replace(pack(count), event=event, rounds=(seated(count),))


def limited() -> Pack:
    """A draft of thirteen, with a pool of a large set."""
    names = [player.name for player in pack(33).players]
    labels = tuple(PrintedLabel(title=name, lines=("Registered by: x", "Goes to: y"), boxes=3) for name in names[:9])
    return Pack(
        event=EVENT,
        limited=PrintedLimited(
            pods=(
                PrintedPod(number=1, names=tuple(names[:7]), packs=("Pack 1 SW ←",) * 6, link="https://example.org/1"),
                PrintedPod(number=2, names=tuple(names[7:13]), packs=("Pack 1 SW ←",) * 6),
            ),
            plan=(PrintedPart(title="Each player gets", rows=(("6 boosters of SW", "66"),) * 6),) * 3,
            times=(("Pass the pack on", "5 s"),),
            packs=(tuple(names[:15]),) * 12,
            swaps=labels,
            recursions=labels,
            crypt=tuple(f"Vampire {number}" for number in range(1, 111)),
            library=tuple(f"Library card {number}" for number in range(1, 211)),
            expected=66,
        ),
    )


def twos() -> Pack:
    """Nine players with names of two letters."""
    people = iter(["Al", "Bo", "Cy", "Di", "Ed", "Fu", "Gi", "Ho", "Io"])
    tables = tuple(
        PrintedTable(number=n, seats=tuple(replace(player, name=next(people)) for player in table.seats))
        for n, table in enumerate(seated(9).tables, 1)
    )
    return Pack(event=EVENT, rounds=(PrintedRound(number=1, tables=tables, clock=150),))


class Maker(Protocol):
    """What makes a sheet, in English unless asked for in another language."""

    def __call__(self, language: str = "en") -> Sheet: ...


def shot(name: str, what: Callable[[], Pack], **options: Any) -> Maker:
    return lambda language="en": make_sheet(name, what(), Options(language=language, **options))


MAKERS: dict[str, Maker] = {
    "round-33": shot("round", lambda: pack(33), per_page=4),
    "seating-9": shot("seating", lambda: plain(9)),
    "seating-33": shot("seating", lambda: pack(33)),
    "seating-212": shot("seating", lambda: plain(212)),
    "seating-twos": shot("seating", twos),
    "names-9": shot("names", lambda: plain(9)),
    "names-33": shot("names", lambda: pack(33)),
    "names-212": shot("names", lambda: plain(212)),
    "tents-9": shot("tents", lambda: pack(9)),
    "chart-33": shot("chart", lambda: pack(33)),
    "chart-212": shot("chart", lambda: pack(212, rounds=4)),
    "slips-1": shot("slips", lambda: plain(9), per_page=1),
    "slips-2": shot("slips", lambda: pack(33, event=LONG_PLACE), per_page=2),
    "slips-4": shot("slips", lambda: pack(33, event=LONG_PLACE), per_page=4),
    "slips-pool": shot("slips", lambda: plain(9), pool_grid=True),
    "slips-phased": shot("slips", lambda: replace(plain(9), event=PHASED)),
    "slips-phased-pool": shot("slips", lambda: replace(plain(9), event=PHASED), pool_grid=True),
    "standings-33": shot("standings", lambda: pack(33)),
    "standings-final": shot("standings", finished),
    "standings-decks": shot("standings", lambda: pack(212, event=LONG_PLACE), with_decks=True),
    "checkin-33": shot("checkin", lambda: pack(33)),
    "players-9": shot("players", lambda: pack(9)),
    "poster": shot("poster", lambda: pack(9, event=LONG_PLACE)),
    "final": shot("final", lambda: pack(33)),
    "judges": shot("judges", lambda: pack(33)),
    "penalties": shot("penalties", lambda: pack(33)),
    "prizes": shot("prizes", lambda: pack(33)),
    "slips-recursions": shot("slips", lambda: plain(9, replace(EVENT, recursions=3)), per_page=4),
    "slips-recursions-1": shot("slips", lambda: plain(9, replace(EVENT, recursions=11)), per_page=1),
    "plan": shot("plan", limited),
    "packs": shot("packs", limited),
    "pool": shot("pool", limited),
    "pods": shot("pods", limited),
    "swap": shot("swap", limited),
    "recursions": shot("recursions", limited),
    "registration": shot("registration", lambda: pack(33)),
    "decklist-40": shot("decklist", lambda: pack(9), player=LONGEST),
    "decklist-90": shot("decklist", lambda: pack(9), player="Bo"),
    "phase-cards": shot("phase-cards", lambda: pack(9)),
    "phase-cards-advanced": shot("phase-cards", lambda: pack(9), advanced=True),
    "turns": shot("turns", lambda: replace(pack(9), event=PHASED)),
    "rules": shot("rules", lambda: replace(pack(9), event=PHASED)),
}


@cache
def laid_out(name: str, language: str = "en", size: Paper = Paper.A4) -> Pdf:
    """The sheet of that name of `MAKERS` on paper, laid out once for all tests that look at it."""
    return render(MAKERS[name](language), size)


# How many sheets of paper each takes, on either size: one that grows has lost its layout.
PAGES = {
    "round-33": 4,
    "seating-9": 1, "seating-33": 1, "seating-212": 8, "names-9": 1, "names-33": 1, "names-212": 3, "tents-9": 2,
    "chart-33": 1, "slips-1": 2, "slips-2": 4, "slips-4": 2, "slips-pool": 2, "slips-phased": 2,
    "slips-phased-pool": 2, "standings-33": 1, "players-9": 1, "poster": 1, "final": 1, "judges": 1, "registration": 1,
    "slips-recursions": 1, "slips-recursions-1": 2, "plan": 1, "packs": 2,
    "penalties": 1, "prizes": 1, "pool": 4, "pods": 2, "swap": 2, "recursions": 2,
    "decklist-40": 2, "phase-cards": 2, "phase-cards-advanced": 2, "turns": 1, "rules": 1,
}  # fmt: skip

ALL: dict[str, tuple[Maker, Paper]] = {name: (make, Paper.A4) for name, make in MAKERS.items()} | {
    f"{name}-letter": (MAKERS[name], Paper.LETTER)
    for name in (
        "seating-33",
        "names-212",
        "slips-2",
        "slips-4",
        "slips-pool",
        "slips-phased",
        "slips-phased-pool",
        "decklist-40",
        "phase-cards-advanced",
        "tents-9",
        "rules",
        "registration",
        "final",
        "turns",
    )
}
