"""A game told from its end: by the scenarios that were worked out by hand."""

from __future__ import annotations

from pathlib import Path

from toolkit.game import Game, Happening, new_game, options_for, parse_operation, parse_record
from toolkit.game.summary import Bleed, Departed, GameSummary, summarized

GAMES = Path(__file__).parents[1] / "games"


def of(name: str) -> GameSummary:
    return summarized(parse_record((GAMES / f"{name}.txt").read_text(encoding="utf-8")).replay())


def test_who_left_when_and_by_whom() -> None:
    assert of("s1_vekn_event").left == (
        Departed(seat="B", how=Happening.METHUSELAH_OUSTED, turn=21, by="A"),
        Departed(seat="C", how=Happening.METHUSELAH_OUSTED, turn=25, by="A"),
        Departed(seat="D", how=Happening.METHUSELAH_WITHDREW, turn=26),
    )


def test_the_first_of_the_biggest_bleeds() -> None:
    """D bleeds E for three in turn 9, as A does B in turn 21 and C in turn 25."""
    assert of("s1_vekn_event").biggest == Bleed(seat="D", prey="E", amount=3, turn=9)


def test_what_was_bled_in_all() -> None:
    """C's bleed of turn 8 is blocked; pool that a card burns is no bleed."""
    assert of("s1_vekn_event").bled == {"A": 7, "B": 1, "C": 1, "D": 3, "E": 2}


def test_a_bleed_noted_in_a_shared_turn_is_of_who_noted_it() -> None:
    """In A's portion of Subterfuge; B herself notes what A bled her for."""
    before = new_game("ABC", options_for("pm_intro", **{"game.speed": "table"}))
    lines = ("start-game A", "A: go-on", "A: choose-phase subterfuge")
    noted = ("B: use-effect burn_pool:C:2 why=bleed", "B: use-effect burn_pool:B:3 why=bleed")
    game = Game.replay(before, map(parse_operation, lines + noted))
    assert summarized(game).bled == {"A": 3, "B": 2, "C": 0}


def test_seats_are_told_from_the_first_turn() -> None:
    assert of("s3_phased_intro").order == ("B", "C", "D", "A")


def test_a_game_without_a_bleed() -> None:
    assert summarized(parse_record("vtes-toolkit game record 1\nseat Ann\nseat Bo\n").replay()).biggest is None
