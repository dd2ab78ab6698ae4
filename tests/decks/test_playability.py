"""Who of a crypt can play which cards of the library: by hand, and on every winning deck against the warning."""

from __future__ import annotations

import pytest

from tests.corpus.archive import archive, cards
from tests.decks.hand import card, judge, vampire
from tests.soak import part
from toolkit.decks.figures import DISCIPLINES
from toolkit.decks.model import Deck, Entry, ProblemCode
from toolkit.decks.playability import NeedPlayers, playability
from toolkit.decks.reading.names import read_tail

ADA = vampire("Ada", id=200001, disciplines=("DOM", "for"))
BEA = vampire("Bea", id=200002, disciplines=("dom", "POT"), clan="Brujah")
CAI = vampire("Cai", id=200003, disciplines=(), clan="Caitiff")
CRYPT = (Entry(ADA, 5), Entry(BEA, 4), Entry(CAI, 3))


def players_of(**facts: object) -> NeedPlayers:
    (need,) = playability(Deck(crypt=CRYPT, library=(Entry(card("Asked", "Action", **facts), 2),))).needs
    return need


def names(entries: tuple[Entry, ...]) -> list[str]:
    return [entry.card.name for entry in entries]


def test_every_discipline_of_the_card_data_has_its_name() -> None:
    assert {trigram.lower() for one in cards() for trigram in one.disciplines} == DISCIPLINES.keys()


def test_vision_is_read_under_both_of_its_marks() -> None:
    """Old programs wrote VIN."""
    for mark in ("vin", "viz"):
        assert read_tail(f"4  {mark} inn  Visionary").disciplines == {mark, "inn"}


def test_a_discipline_is_had_at_superior_at_inferior_or_not_at_all() -> None:
    need = players_of(disciplines=("dom",))
    assert (names(need.superior), names(need.inferior), names(need.none)) == (["Ada"], ["Bea"], ["Cai"])
    assert need.able == 9


def test_of_several_disciplines_one_at_superior_is_enough() -> None:
    need = players_of(disciplines=("dom", "pot"))
    assert names(need.superior) == ["Ada", "Bea"]


def test_disciplines_that_are_asked_together_must_all_be_had() -> None:
    need = players_of(disciplines=("dom", "pot"), disciplines_all=True)
    assert (names(need.superior), names(need.inferior), names(need.none)) == ([], ["Bea"], ["Ada", "Cai"])


def test_a_clan_alone_has_no_level() -> None:
    need = players_of(clans=("Brujah", "Gangrel"))
    assert (names(need.superior), names(need.inferior)) == (["Bea"], [])


def test_a_clan_and_a_discipline_must_meet_in_one_vampire() -> None:
    assert players_of(clans=("Brujah",), disciplines=("for",)).able == 0


def test_a_skill_card_of_the_deck_gives_its_discipline() -> None:
    library = (Entry(card("Celerity"), 1), Entry(card("Fast", "Combat", id=100002, disciplines=("cel",)), 4))
    (need,) = playability(Deck(crypt=CRYPT, library=library)).needs
    assert (names(need.given), need.none, need.able) == (["Ada", "Bea", "Cai"], (), 0)


def test_what_asks_for_nothing_is_anybody_s() -> None:
    found = playability(Deck(crypt=CRYPT, library=(Entry(card("Blood Doll"), 6),)))
    assert (found.needs, found.free_copies) == ((), 6)


def test_what_nobody_can_play_comes_first() -> None:
    library = (
        Entry(card("Many", "Action", id=100002, disciplines=("dom",)), 9),
        Entry(card("Few", "Action", id=100003, disciplines=("obf",)), 1),
    )
    assert [names(need.cards) for need in playability(Deck(crypt=CRYPT, library=library)).needs] == [["Few"], ["Many"]]


@pytest.mark.walk
def test_in_every_winning_deck_nobody_plays_exactly_what_the_rule_warns_of() -> None:
    for _, day, deck in part(archive(), of=20):
        warned = {
            entry.card
            for problem in judge(deck, on=day).problems
            if problem.code is ProblemCode.UNPLAYABLE_CARD
            for entry in problem.cards
        }
        lost = [need for need in playability(deck).needs if not need.able and not need.given and not need.is_by_text]
        assert warned == {entry.card for need in lost for entry in need.cards}
