"""Vampires that are named: what their card says comes along, what was said wins, what is unclear is asked."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.rules.table import Table as Rows
from tests.web.pages import text_of
from tests.web.tables.conftest import Table, make_table
from toolkit.cards import CardDatabase, CryptCard, Kind, load
from toolkit.game import IllegalOperation, apply, refusal
from toolkit.game.influence import RevealCard
from toolkit.game.judge import Correct
from toolkit.game.record import parse_operation, render_operation
from toolkit.game.vocabulary import CardFlag, CardKind, TitleKind
from toolkit.web.tables.card_facts import completed, names_like, title_of
from toolkit.web.tables.choices import operation_from_form
from toolkit.web.tables.offers.offer import BadChoice


@pytest.fixture(scope="module")
def cards() -> CardDatabase:
    return load()


def named(name: str, capacity: int = 0, *flags: CardFlag) -> RevealCard:
    return RevealCard(seat="A", card="A1", name=name, capacity=capacity, flags=flags)


# What is printed on the cards: https://vekn.net
@pytest.mark.parametrize(
    ("order", "capacity", "clan", "sect", "title", "disciplines"),
    [
        (named("Aabbt Kindred"), 4, "ministry", "", "", ("for:1", "pre:1", "ser:1")),
        (named("aabbt kindred"), 4, "ministry", "", "", ("for:1", "pre:1", "ser:1")),
        (named("Anson"), 8, "toreador", "camarilla", "prince", ("aus:1", "cel:2", "dom:1", "pre:2")),
        (named("Anson", 5), 5, "", "", "", ()),
    ],
)
def test_a_name_of_one_vampire_brings_its_card_along(
    cards: CardDatabase,
    order: RevealCard,
    capacity: int,
    clan: str,
    sect: str,
    title: str,
    disciplines: tuple[str, ...],
) -> None:
    found = completed(order, cards)
    assert isinstance(found, RevealCard)
    assert (found.capacity, found.clan, found.sect, found.title) == (capacity, clan, sect, title)
    assert found.disciplines == disciplines


def test_a_correction_that_names_a_minion_brings_its_facts_along(cards: CardDatabase) -> None:
    changes = ("X=vampire@A.ready.8/3", "X.name=anson", "X.sect=anarch", "K=ally@A.ready.0/2", "K.name=Aabbt Kindred")
    filled = completed(Correct(changes=changes), cards)
    assert isinstance(filled, Correct)
    rows = Rows("CONTEST-28")
    rows.apply(filled)
    card = rows.state.cards["X"]
    assert (card.name, card.clan, card.sect, card.title.kind) == ("Anson", "toreador", "anarch", "prince")
    assert (card.level("cel"), card.level("dom"), card.group) == (2, 1, 1)
    assert (rows.state.cards["K"].clan, rows.state.cards["K"].unique) == ("", False)


def test_a_name_that_is_an_imbued_s_alone_says_that_it_is_one(cards: CardDatabase) -> None:
    found = completed(named('François "Warden" Loehr'), cards)
    assert isinstance(found, RevealCard)
    assert (found.kind, found.capacity, found.clan, found.title) == (CardKind.IMBUED, 3, "judge", "")
    assert found.disciplines == ("def:1", "jud:1")


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (named(""), "or its name as on the card"),
        (named("Anzon"), "No vampire is called “Anzon”. Is it "),
        (named("zzzzzzzzzz"), "say the capacity"),
        (named("Blood Doll"), "No vampire is called “Blood Doll”"),
    ],
)
def test_what_no_card_says_is_asked(cards: CardDatabase, order: RevealCard, words: str) -> None:
    with pytest.raises(BadChoice) as raised:
        completed(order, cards)
    assert words in raised.value.message


def test_of_several_versions_the_capacity_or_the_suffix_says_which(cards: CardDatabase) -> None:
    families = [base_cards(cards, numbers) for numbers in cards._printed.values() if len(numbers) > 1]
    shared = [family for family in families if len({card.capacity for card in family}) == len(family) > 1]
    assert shared
    for versions in shared:
        with pytest.raises(BadChoice, match="Several cards"):
            completed(named(versions[0].name), cards)
        for card in versions:
            for order in (named(card.name, card.capacity), named(card.unique_name)):
                found = completed(order, cards)
                assert isinstance(found, RevealCard)
                assert (found.name, found.capacity, found.clan) == (
                    card.name, card.capacity, card.clan.lower().replace(" ", "_"),
                )  # fmt: skip


def base_cards(cards: CardDatabase, numbers: tuple[int, ...]) -> list[CryptCard]:
    found = [cards[number] for number in numbers]
    return [card for card in found if isinstance(card, CryptCard) and not card.advanced and "Vampire" in card.types]


def test_an_advanced_vampire_is_marked_and_keeps_the_name_of_its_base(cards: CardDatabase) -> None:
    card = next(card for card in cards if isinstance(card, CryptCard) and card.advanced)
    found = completed(named(card.unique_name), cards)
    assert isinstance(found, RevealCard)
    assert (found.name, found.flags) == (card.name, (CardFlag.ADVANCED,))


def test_every_vampire_of_the_card_data_can_be_revealed(cards: CardDatabase) -> None:
    state = Rows("SETUP-33").state
    for card in cards:
        if isinstance(card, CryptCard) and "Vampire" in card.types:
            order = completed(named(card.unique_name), cards)
            assert parse_operation(render_operation(order)) == order
            made = apply(state, order)[0].cards["A1"]
            assert (made.name, made.capacity, bool(made.title)) == (card.name, card.capacity, bool(card.title))


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("Prince", "prince"),
        ("2 Votes", "independent/2"),
        ("1 Vote", "independent/1"),
        ("Inner Circle", "inner_circle/"),
    ],
)
def test_a_printed_title_is_one_of_the_engines(cards: CardDatabase, printed: str, title: str) -> None:
    holders = [card for card in cards if isinstance(card, CryptCard) and card.title == printed]
    assert holders
    assert all(title_of(card).startswith(title) for card in holders)
    assert all(title_of(card).partition("/")[0] in TitleKind for card in holders)


def test_two_justicars_of_other_clans_contest_nothing() -> None:
    rows = Rows("SETUP-33")
    rows.step("A: reveal-card A1 Ann 5 clan=nosferatu sect=camarilla title=justicar/nosferatu")
    rows.step("B: reveal-card B1 Bea 5 clan=brujah sect=camarilla title=justicar/brujah")
    rows.step("set A1.zone=ready A1.counters=5 B1.zone=ready B1.counters=5")
    assert rows.state.contests == ()


@pytest.mark.parametrize("line", ["A: reveal-card A1 Ann 5 title=king", "A: reveal-card A1 Ann 5 disciplines=dom:x"])
def test_a_title_or_a_level_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(IllegalOperation):
        apply(Rows("SETUP-33").state, parse_operation(line))


def test_the_titled_vampire_has_its_votes_once_it_is_ready(app: Flask) -> None:
    table = make_table(app, "Anna", "Bruno")
    table.post("1", "/do", choice="reveal", op='Anna: reveal-card Anna1 "" 0', name="anson", capacity="0")
    card = table.game.state.cards["Anna1"]
    assert (card.name, card.capacity, card.title and card.title.kind) == ("Anson", 8, TitleKind.PRINCE)
    assert "Anson" not in text_of(table.get("2"))


def test_an_unknown_name_keeps_what_was_typed_and_suggests(app: Flask) -> None:
    table = make_table(app, "Anna", "Bruno")
    sent = {"choice": "reveal", "op": 'Anna: reveal-card Anna1 "" 0', "name": "Anzon", "capacity": "0"}
    answer = table.post("1", "/do", 422, **sent)
    assert "No vampire is called “Anzon”. Is it " in text_of(answer)
    assert 'value="Anzon"' in answer.text
    table.post("1", "/do", **{**sent, "capacity": "8"})
    assert table.game.state.cards["Anna1"].name == "Anzon"


def test_names_come_while_one_types(app: Flask, cards: CardDatabase) -> None:
    client = app.test_client()
    answer = client.get("/tables/names?of=crypt&text=anson")
    assert answer.json == names_like("anson", Kind.CRYPT, cards)
    assert "Anson" in answer.json[0]
    assert "max-age" in answer.headers["Cache-Control"]
    assert client.get("/tables/names?of=library&text=blood dol").json == ["Blood Doll"]
    for nothing in ("", "?text=a", "?of=nobody&text=zzzz", "?text=" + "x" * 5000):
        assert client.get(f"/tables/names{nothing}").json == []
    assert len(client.get("/tables/names?text=the").json) <= 8


def test_a_page_holds_no_list_of_names(table: Table) -> None:
    page = table.get("1", "?open=effects").text
    assert "Anson" not in page
    assert 'data-names="/tables/names?of=crypt"' in page


@pytest.mark.parametrize(
    ("name", "title"), [("Anson", "prince/new_york"), ("Aabbt Kindred", ""), ("Nobody of that name", "")]
)
def test_a_city_goes_with_a_title_that_has_one(cards: CardDatabase, name: str, title: str) -> None:
    form = {"choice": "reveal", "op": 'A: reveal-card A1 "" 0', "name": name, "city": "New York"}
    state = Rows("SETUP-33").state
    order = operation_from_form(form | {"capacity": "0" if title else "4"}, state, "A", cards=cards)
    assert isinstance(order, RevealCard)
    assert order.title == title
    assert refusal(state, order) is None
