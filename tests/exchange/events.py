"""Finished events: the thirteen that the VEKN's format is specified with, and made-up ones of any size."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from tests.tournament.organizer import Organizer
from toolkit.exchange.tournament_json import parse_tournament
from toolkit.tournament import SanctionKind, Tournament

FILE = Path(__file__).parent / "data" / "prague-cup.json"
# As specified, field by field: three lines here, one in the file.
ARCHONDATA = (
    "3¤1§Player§Nr9§§1000009§1§3§3§72§2§125§2§Player§Nr11§§1000011§1§3§0§72§1§52§2§Player§Nr2§§1000002§1§2§1§78§1§52§"
    "2§Player§Nr4§§1000004§1§2§0§78§2§48§2§Player§Nr6§§1000006§1§2§1§78§3§52§6§Player§Nr12§§1000012§1§2§0§78§4§21§"
    "7§Player§Nr3§§1000003§0§2§0§84§0§13§8§Player§Nr7§§1000007§0§2§0§78§0§13§9§Player§Nr1§§1000001§0§2§0§72§0§13§"
    "9§Player§Nr10§§1000010§0§2§0§72§0§13§9§Player§Nr13§§1000013§0§2§0§72§0§13§12§Player§Nr8§§1000008§0§1§0§54§0§9§"
    "13§Player§Nr5§§1000005§0§1§0§48§0§9§"
)


@cache
def prague() -> Tournament:
    """The event as its file has it."""
    return parse_tournament(FILE.read_bytes())


def going_on(tournament: Tournament) -> Organizer:
    """Somebody who goes on with an event."""
    organizer = Organizer()
    organizer.tournament = tournament
    organizer.now = tournament.entry(tournament.number).at
    return organizer


def announced(**settings: object) -> Organizer:
    """The event with its number on the calendar, and whatever else the settings say."""
    organizer = going_on(prague())
    organizer.reopen("settings")
    organizer.configure({"vekn_event": "13999", **settings})
    return organizer


# Victory points that a table of four or five may end with.
LINES = {
    4: [(3, 1, 0, 0), (2, 2, 0, 0), (4, 0, 0, 0), (1.5, 0, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)],
    5: [(3, 2, 0, 0, 0), (5, 0, 0, 0, 0), (2.5, 0, 0, 0.5, 0.5), (1.5, 0, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5, 0.5)],
}


def played(players: int, *, seed: int, rounds: int = 2, upsets: bool = True, **settings: object) -> Organizer:
    """An event from its announcement to its end; with `upsets` players leave, are out, lose points."""
    dice = random.Random(seed)
    organizer = Organizer(rounds=rounds, has_final=players >= 8, **settings).with_players(players)
    for _ in range(rounds):
        organizer.draft_round(_tables([one.number for one in organizer.state.active], dice))
        organizer.publish_round()
        for number, table in organizer.state.current_round.numbered():
            organizer.result(number, *_line(len(table), dice))
        if upsets:
            _upset(organizer, dice, players)
    if organizer.state.settings.has_final:
        _final(organizer, dice)
    organizer.finish()
    return organizer


def _tables(players: list[int], dice: random.Random) -> list[list[int]]:
    dice.shuffle(players)
    fours = -len(players) % 5
    sizes = [5] * ((len(players) - 4 * fours) // 5) + [4] * fours
    places = iter(players)
    return [[next(places) for _ in range(size)] for size in sizes]


def _line(size: int, dice: random.Random) -> list[float]:
    """Points in an order in which a game may have ended so."""
    return list(dice.choice(LINES[size]))


def _upset(organizer: Organizer, dice: random.Random, players: int) -> None:
    active = organizer.state.active
    if dice.random() < 0.7:
        organizer.sanction_player(dice.choice(active).number, SanctionKind.ADJUSTMENT, rule="JG 3.2", judge="Jo")
    # What is left can still be seated in tables of four and five.
    if players > 12 and len(active) - 2 not in (6, 7, 11) and dice.random() < 0.8:
        one, other = dice.sample(active, 2)
        organizer.drop_player(one.number)
        organizer.sanction_player(other.number, SanctionKind.DISQUALIFICATION, rule="JG 3.9", judge="Jo")


def _final(organizer: Organizer, dice: random.Random) -> None:
    if organizer.state.settings and "toss_needed" in organizer.blocking():
        organizer.toss(seed=dice.randrange(1000))
    organizer.open_final()
    row = list(organizer.state.final.finalists)
    dice.shuffle(row)
    organizer.place_row(row)
    organizer.draw_first_player(seed=dice.randrange(1000))
    organizer.result(1, *_line(len(row), dice), round=0)
