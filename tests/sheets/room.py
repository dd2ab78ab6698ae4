"""Events of the sizes that the sheets are looked at in: real-looking names, tables of four beside tables of five."""

from __future__ import annotations

from datetime import date

from toolkit.sheets import PrintedEvent, PrintedPlayer, PrintedRound, PrintedTable

FIRST = [
    "Ágnes",
    "Bartolomé",
    "Clélia",
    "Dmitrij",
    "Éloïse",
    "Фёдор",
    "Γιώργος",
    "Håkon",
    "Íñigo",
    "Jürgen",
    "Krzysztof",
    "Łucja",
    "Måns",
    "Nuño",
    "Ørjan",
    "Peñélope",
    "Quirin",
    "Rósa",
    "Šárka",
    "Théo",
    "Ursula",
    "Václav",
    "Wiebke",
    "Xóchitl",
    "Yıldız",
    "Željko",
]
LAST = ["Kovács", "Ångström", "Šostakovič", "Ñandú", "Иванович", "Παπαδόπουλος", "Grünfeld"]
LONGEST = "Maximiliane Charlotte von Hohenzollern-Bx"

EVENT = PrintedEvent(name="Budapest Autumn Qualifier", day=date(2026, 11, 22), place="Budapest", format="Constructed")


def names(count: int) -> list[str]:
    """Distinct names, one of 2 and one of 41 letters among them."""
    made = [f"{FIRST[i % len(FIRST)]} {LAST[i % len(LAST)]}" + ("" if i < 182 else f" {i}") for i in range(count - 2)]
    return [*made, "Bo", LONGEST]


def players(count: int) -> tuple[PrintedPlayer, ...]:
    """As many players, each with a VEKN number and a page."""
    return tuple(
        PrintedPlayer(name=name, vekn=str(3_190_000 + i), link=f"http://192.168.1.10:8080/p/{i:04}")
        for i, name in enumerate(names(count))
    )


def sizes(count: int) -> list[int]:
    """Tables of five and four, as many fives as possible."""
    fours = -count % 5
    return [5] * ((count - 4 * fours) // 5) + [4] * fours


def seated(count: int, *, number: int = 2) -> PrintedRound:
    """A round of `count` players in the order of their registration."""
    people = iter(players(count))
    tables = tuple(
        PrintedTable(number=n, seats=tuple(next(people) for _ in range(size)), link=f"http://192.168.1.10:8080/t/{n}")
        for n, size in enumerate(sizes(count), 1)
    )
    return PrintedRound(number=number, tables=tables, clock=120)
