from __future__ import annotations

import datetime

import pytest

from toolkit.season.events import NamedPlayer, SeasonEvent, SeasonResult
from toolkit.season.persons import BadMerge, BadPerson, Circle, check_merge, folded_name, parse_key, people_of
from toolkit.tournament.configuration import EventKind

FIELDS = ("name", "vekn", "country")


def event(number: int, *players: tuple[str, ...]) -> SeasonEvent:
    """An event of who is given by name, VEKN number and country."""
    results = [
        SeasonResult(
            number=place, place=place, rank_before=place, **dict(zip(("name", "vekn", "country"), who, strict=False))
        )
        for place, who in enumerate(players, start=1)
    ]
    return SeasonEvent(
        identity=str(number),
        entries=1,
        name=f"Event {number}",
        date=datetime.date(2026, 1, number),
        kind=EventKind.STANDARD_CONSTRUCTED,
        has_final=True,
        players=len(results),
        results=tuple(results),
    )


def keys(people, *events: SeasonEvent) -> list[list[str]]:
    return [[people.person(one, result).key for result in one.results] for one in events]


@pytest.mark.parametrize(
    "other",
    ["ruben  diaz", "Rubén Díaz", "DIAZ".join(["ruben ", ""]), "Ruben-Diaz", "Ruben. Díaz", "Ru\u00adben Dí\u200baz"],
)
def test_spellings_of_a_name_fold_together(other) -> None:
    assert folded_name("Rubén Díaz") == folded_name(other)


def test_the_order_of_words_and_their_gaps_tell_names_apart() -> None:
    assert len({folded_name(name) for name in ("Diaz Ruben", "Ruben Diaz", "Rubendiaz")}) == 3
    assert folded_name("Łukasz Øst") == "lukasz ost"


def test_one_number_is_one_person_shown_as_in_the_latest_event() -> None:
    first, second = event(1, ("R. Diaz", "1000001")), event(2, ("Rubén Díaz", "1000001", "ES"))
    people = people_of([first, second])
    person = people.by_key["1000001"]
    assert keys(people, first, second) == [["1000001"], ["1000001"]]
    assert (person.name, person.country, person.changed_name) == ("Rubén Díaz", "ES", False)


def test_one_name_with_two_numbers_is_two_persons() -> None:
    one = event(1, ("Ana Sousa", "1000001"), ("Ana Sousa", "1000002"))
    assert keys(people_of([one]), one) == [["1000001", "1000002"]]


def test_without_a_number_the_name_is_the_person() -> None:
    first, second = event(1, ("Ana Sousa", "", "PT")), event(2, ("ANA SOUSA",))
    people = people_of([first, second])
    assert keys(people, first, second) == [["name:ana sousa"], ["name:ana sousa"]]
    assert people.by_key["name:ana sousa"].is_known_by_name


def test_a_country_parts_two_of_one_name() -> None:
    first, second = event(1, ("Ana Sousa", "", "PT")), event(2, ("Ana Sousa", "", "br"))
    assert keys(people_of([first, second]), first, second) == [["name:ana sousa/PT"], ["name:ana sousa/BR"]]


def test_one_number_under_names_that_share_no_word_is_noticed() -> None:
    first, second = event(1, ("Ana Sousa", "1000001")), event(2, ("Ben Lee", "1000001"))
    assert people_of([first, second]).by_key["1000001"].changed_name


def test_a_merge_joins_a_late_number_with_the_name_before_it() -> None:
    first, second = event(1, ("Ana Sousa",)), event(2, ("Ana Sousa", "1000001"))
    people = people_of([first, second], [("name:ana sousa", "1000001")])
    assert keys(people, first, second) == [["1000001"], ["1000001"]]
    assert people.by_key["name:ana sousa"].vekn == "1000001"


def test_merges_go_on_from_each_other() -> None:
    events = [event(1, ("A", "1"), ("B", "2")), event(2, ("C", "3"))]
    people = people_of(events, [("1", "3"), ("3", "4")])
    assert people.by_key["4"].keys == ("1", "3", "4")
    assert people.by_key["2"].keys == ("2",)


OWN = event(1, ("Ana Sousa", "1"), ("Eve", "2"), ("Ben",), ("Cai", "7"), ("Cai", "8"))
CUP, OPEN = event(2, ("A. Sousa", "1"), ("Ana Sousa", "3"), ("Ben", "2"), ("Cai", "7")), event(3, ("Sousa", "3"))


def circles(*own: SeasonEvent, merges: tuple[tuple[str, ...], ...] = ()) -> list[Circle]:
    """The events that are an organizer's own, and the two that everybody knows."""
    return [
        Circle(events=frozenset(one.identity for one in own), merges=merges),
        Circle(events=frozenset((CUP.identity, OPEN.identity)), merges=(("2", "9"),)),
    ]


def lines(merges: tuple[tuple[str, ...], ...] = (), own: tuple[SeasonEvent, ...] = (OWN,)) -> list[set[str]]:
    """The spellings and numbers of each person with results in two events or more."""
    events = (OWN, CUP, OPEN)
    people = people_of(events, circles=circles(*own, merges=merges))
    found: dict[object, set[str]] = {}
    for one in events:
        for result in one.results:
            found.setdefault(people.person(one, result).id, set()).add(f"{one.identity} {result.name} {result.vekn}")
    return [played for played in found.values() if len(played) > 1]


def test_a_number_joins_within_a_circle_and_a_name_between_two() -> None:
    ana = {"1 Ana Sousa 1", "2 Ana Sousa 3", "3 Sousa 3"}
    assert lines() == [ana, {"1 Ben ", "2 Ben 2"}], "Eve and Ben share a number, and Cai is two in one circle"


def test_an_event_of_two_circles_joins_both_by_number() -> None:
    cai = {"1 Cai 7", "2 Cai 7"}
    assert cai in lines(own=(OWN, CUP))
    assert {"1 Eve 2", "2 Ben 2"} in lines(own=(OWN, CUP))


def test_a_merge_of_the_first_circle_names_people_of_others_by_name() -> None:
    assert {"1 Eve 2", "2 A. Sousa 1"} in lines((("2", "name:a sousa"),))
    assert lines((("2", "3"), ("name:ben", "9"))) == lines(), "numbers of others are not theirs"
    assert {"1 Cai 8", "2 Cai 7"} in lines((("8", "name:cai"),))


def test_the_keys_of_the_first_circle_are_shown_alone() -> None:
    people = people_of([OWN, CUP], circles=circles(OWN, CUP))
    assert {people.person(CUP, result).keys for result in CUP.results[2:3]} == {("2",)}
    others = people_of([CUP], circles=circles(OWN))
    assert others.person(CUP, CUP.results[0]).keys == ("name:a sousa",)


def test_who_played_in_the_same_event_cannot_be_merged() -> None:
    one = event(1, ("Ana", "1"), ("Ben", "2"))
    with pytest.raises(BadMerge, match="Ana and Ben both played in “Event 1”"):
        check_merge([one], "1", "2")
    with pytest.raises(BadMerge, match="same person already"):
        check_merge([event(1, ("Ana", "1"))], "1", "3", [("1", "3")])


def test_an_official_is_found_among_who_played() -> None:
    people = people_of([event(1, ("Ana Sousa", "1"), ("Ben",))])
    assert people.official(NamedPlayer(name="A. S.", vekn="1")).name == "Ana Sousa"
    assert people.official(NamedPlayer(name="BEN")).name == "Ben"
    assert people.official(NamedPlayer(name="Zoe")) is None


@pytest.mark.parametrize(("text", "key"), [(" 1000001 ", "1000001"), ("name:Zoé Lee/fr", "name:zoe lee/FR")])
def test_a_key_is_read_as_it_is_written(text, key) -> None:
    assert parse_key(text) == key


@pytest.mark.parametrize("text", ["", "name:", "Ana Sousa", "name: / "])
def test_what_is_no_key_is_refused(text) -> None:
    with pytest.raises(BadPerson):
        parse_key(text)
