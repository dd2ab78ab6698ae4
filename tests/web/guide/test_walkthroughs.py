"""`/guide/<situation>`: figures in the address, steps with their rules, bad figures beside their fields."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.web.pages import markup_of, text_of
from toolkit.game.rules import rules
from toolkit.game.walkthroughs.steps import Fault, Told
from toolkit.web.guide.labels import EXAMPLES, FAULTS
from toolkit.web.guide.walkthroughs import SENTENCES, WALKTHROUGHS


def result(page: str) -> str:
    """What the result's panel says."""
    return text_of(page.split('id="outcome">')[1].split("</section>")[0])


@pytest.mark.parametrize("name", WALKTHROUGHS)
def test_every_situation_begins_with_an_answer(client: FlaskClient, name: str) -> None:
    page = client.get(f"/guide/{name}")
    assert page.status_code == 200
    assert result(page.text)
    cited = set(re.findall(r"/guide/rules/([A-Z-]+\d+)", page.text))
    assert cited
    assert cited <= set(rules())
    row = rules()[min(cited)]
    markup = unescape(markup_of(page))
    assert re.search(rf"{row.id}</a>[^<]*<span class=\"hint\">{re.escape(row.section)}</span>", markup)


# The scenarios of the specification, by their addresses.
@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("combat", "Vera is ready. Blood: 4. Wolf is in torpor. Blood: 1."),
        ("combat?v_damage=2&v_aggravated=1&w_counters=1", "Wolf is burned."),
        ("combat?v_damage=4&v_aggravated=0&w_counters=4", "Wolf is ready. Blood: 0."),
        ("referendum?title_2_for=0&prisci_for=0&title_3_against=0&other_for=2&title_1_against=2", "passes, 3 to 2."),
        ("referendum?title_2_for=0&prisci_for=0&title_3_against=0&title_1_against=1", "tied 1 to 1: a tie fails."),
        (
            "contest",
            "in the unlock phase of Anna the card comes back, unlocked, at no further cost; 2 pool paid in all.",
        ),
        ("title?torpor_1=yes", "the title goes to Bela"),
        ("withdrawal", "Victory points: 0.5."),
        ("withdrawal?event=no", "Victory points: 1."),
        ("withdrawal?meanwhile=loss_and_gain", "Anna plays on."),
        ("diablerie", "The blood hunt passes, 3 to 2: Xenia is burned."),
        ("diablerie?votes_for=2", "The blood hunt fails, 2 to 2: Xenia survives (capacity 5, blood 4)."),
        ("scoring", "Anna: victory points 2.5, tournament points 60. Ben: victory points 0, tournament points 18."),
        ("scoring?players=4&seat_2=-&seat_3=-", "Anna: victory points 1.5, tournament points 60."),
    ],
)
def test_an_address_carries_its_situation(client: FlaskClient, address: str, expected: str) -> None:
    page = client.get(f"/guide/{address}")
    assert page.status_code == 200
    assert expected in result(page.text)


@pytest.mark.parametrize(
    ("address", "field", "sentence"),
    [
        ("combat?v_counters=many", "v_counters", "Enter a number from 0 to 20."),
        ("combat?v_counters=", "v_counters", "Enter a number from 0 to 20."),
        ("combat?w_counters=9", "w_counters", "A vampire never has more blood than its capacity."),
        ("combat?v_damage=21", "v_damage", "Enter a number from 0 to 20."),
        ("combat?w_prevents=-1", "w_prevents", "Enter a number from 0 to 20."),
        ("combat?v_strike=bite", "v_strike", "Choose one of these."),
        ("combat?w_damage=9999999", "w_damage", "Enter a number from 0 to 20."),
        ("referendum?cards_against=6", "cards_against", "Each Methuselah gets one vote"),
        ("diablerie?blood=9", "blood", "A vampire never has more blood than its capacity."),
        ("scoring?seat_2=-&seat_3=B", "seat_3", "That Methuselah has already left the game."),
        ("scoring?players=2&seat_2=A", "seat_2", "The game is over before that."),
        ("contest?claimants=٣", "claimants", "Enter a number from 2 to 5."),
    ],
)
def test_a_bad_figure_stays_with_a_sentence_beside_it(
    client: FlaskClient, address: str, field: str, sentence: str
) -> None:
    page = client.get(f"/guide/{address}")
    assert page.status_code == 422
    found = re.search(rf'id="{field}-error">([^<]*)<', page.text)
    assert found is not None
    assert sentence in unescape(found[1])


@pytest.mark.parametrize(
    ("address", "stays"),
    [
        ("combat?v_counters=many", ' id="v_counters" name="v_counters" value="many"'),
        ("combat?v_counters=", ' id="v_counters" name="v_counters" value=""'),
        ("combat?w_damage=9999999", ' id="w_damage" name="w_damage" value="9999999"'),
        ("diablerie?blood=9", ' id="blood" name="blood" value="9"'),
        ("contest?claimants=٣", ' id="claimants" name="claimants" value="٣"'),
        ("scoring?players=2&seat_2=A", r' id="seat_2"[^>]*>(?:(?!</select>).)*<option value="A" selected>'),
    ],
)
def test_a_bad_figure_stays_in_its_field(client: FlaskClient, address: str, stays: str) -> None:
    assert re.search(stays, markup_of(client.get(f"/guide/{address}")), re.DOTALL)


@pytest.mark.parametrize("by", ["1", "-1"])
def test_without_script_a_stepper_leads_to_the_next_figure(client: FlaskClient, by: str) -> None:
    answer = client.get(f"/guide/combat?v_counters=3&w_counters=1&change=v_counters:{by}")
    assert answer.status_code == 303
    assert f"v_counters={3 + int(by)}" in answer.location
    assert "w_counters=1" in answer.location


@pytest.mark.parametrize(
    ("change", "expected"),
    [("w_counters:-1", "w_counters=0"), ("w_counters:99", "w_counters=0"), ("nothing:1", "w_counters=0")],
)
def test_a_stepper_stays_within_its_bounds(client: FlaskClient, change: str, expected: str) -> None:
    answer = client.get(f"/guide/combat?w_counters=0&change={change}")
    assert answer.status_code == 303
    assert expected in answer.location


def test_the_live_module_gets_the_fragment_alone(client: FlaskClient) -> None:
    answer = client.get("/guide/combat", headers={"X-Fragment": "walk"})
    assert answer.text.lstrip().startswith('<div id="walk"')
    assert "X-Fragment" in answer.vary


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_answer(client: FlaskClient, name: str) -> None:
    page = client.get(f"/guide/{name}").text
    links = [unescape(link) for link in re.findall(r'<li><a class="button quiet" href="([^"]*)"', page)]
    assert len(links) == len(EXAMPLES[name])
    for link in links:
        assert client.get(link).status_code == 200


def test_unknown_figures_of_a_link_are_left_out(client: FlaskClient) -> None:
    page = client.get("/guide/combat?utm_source=x&v_counters=5")
    assert page.status_code == 200
    assert "utm_source" not in page.text.split('id="link"')[1].split(">")[0]


def test_what_is_written_into_a_link_is_escaped(client: FlaskClient) -> None:
    page = client.get("/guide/combat", query_string={"v_counters": '"><script>alert(1)</script>'})
    assert page.status_code == 422
    assert "<script>alert(1)" not in page.text


@pytest.mark.parametrize(("path", "status"), [("/guide/nothing", 404), ("/guide/combat?x=" + "9" * 5000, 414)])
def test_no_such_situation(client: FlaskClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_a_wrong_method(client: FlaskClient) -> None:
    assert client.post("/guide/combat").status_code == 405


@pytest.mark.parametrize(("language", "expected"), [("fr", "Résultat"), ("es", "Resultado")])
def test_it_speaks_other_languages(client: FlaskClient, language: str, expected: str) -> None:
    page = client.get("/guide/combat", headers={"Accept-Language": language}).text
    assert f">{expected}<" in page
    assert "is ready" not in page


def test_every_step_and_fault_has_its_words() -> None:
    assert set(SENTENCES) == set(Told)
    assert set(FAULTS) == set(Fault)


# The rows of the rules


def test_a_row_has_an_address(client: FlaskClient) -> None:
    answer = client.get("/guide/rules/act-48")
    assert answer.location == "/guide/rules#ACT-48"
    page = client.get("/guide/rules").text
    assert all(f'id="{row}"' in page for row in rules())


def test_an_unknown_row(client: FlaskClient) -> None:
    assert client.get("/guide/rules/ACT-4800").status_code == 404


def test_the_index_leads_to_everything(client: FlaskClient) -> None:
    page = client.get("/guide").text
    links = re.findall(r'href="(/(?:guide|replay)[^"#]*)"', page)
    assert len(set(links)) >= len(WALKTHROUGHS) + 4
    for link in set(links):
        assert client.get(link).status_code == 200


@pytest.mark.parametrize("language", ["fr", "es", "it"])
def test_every_row_is_in_the_reader_s_language(client: FlaskClient, language: str) -> None:
    page = unescape(client.get("/guide/rules", headers={"Accept-Language": language}).text)
    assert [row.id for row in rules().values() if row.text in page] == []


@pytest.mark.parametrize("name", WALKTHROUGHS)
def test_a_result_is_printed_once(client: FlaskClient, name: str) -> None:
    page = client.get(f"/guide/{name}").text
    told = re.findall(r"<li><p>(.*?)</p>", page.split('id="outcome">')[1].split("</section>")[0])
    steps = re.findall(r"<li><p>(.*?)</p>", page.split('class="walk-steps">')[1].split("</ol>")[0])
    assert told
    assert not set(told) & set(steps)


@pytest.mark.parametrize(
    ("address", "cards"),
    [
        ("combat", [("ready", "Vera", 5, 7, 4, 7), ("torpor", "Wolf", 2, 5, 1, 5)]),
        ("combat?w_kind=ally&w_counters=1", [("ready", "Vera", 5, 7, 4, 7), ("burned", "Wolf", 1, 1, 0, 1)]),
        ("diablerie?votes_for=2", [("ready", "Xenia", 3, 4, 4, 5), ("burned", "Yuri", 5, 6, 0, 6)]),
        ("withdrawal", []),
    ],
)
def test_minions_are_drawn_before_and_after(
    client: FlaskClient, address: str, cards: list[tuple[str, str, int, int, int, int]]
) -> None:
    page = markup_of(client.get(f"/guide/{address}"))
    drawn = re.findall(r'class="walk-card walk-(\w+)"><b>(\w+)</b>(.*?)<span class="walk-then">(.*?)</div>', page)
    counted = [
        (fate, name, *(part.count(word) for part in (was, now) for word in ("walk-full", 'class="walk-drop')))
        for fate, name, was, now in drawn
    ]
    assert [tuple(one) for one in counted] == [(f, n, a, b + 1, c, d + 1) for f, n, a, b, c, d in cards]


@pytest.mark.parametrize(
    ("address", "cards"),
    [
        ("contest", ["ready Anna down > up ..", "burned Ben down > .", "burned Cleo down >"]),
        ("contest?claimants=2&pays_1=9&pays_2=9&counters_1=99&counters_2=99",
         ["burned Anna down > .........", "ready Ben down > up ........."]),
        ("title?torpor_1=yes", ["torpor Arno contested .... > ....", "ready Bela contested ..... > held ....."]),
        ("referendum?cards_for=1&edge=against&prisci_for=0&prisci_against=2",
         ["burned The calling card |", "burned A political action card |", "ready Prince, archbishop or baron ||",
          "ready Primogen or bishop |", "ready Justicar or cardinal |||", "burned The Edge |", "ready The prisci |||"]),
    ],
)  # fmt: skip
def test_cards_of_contests_titles_and_votes_are_drawn(client: FlaskClient, address: str, cards: list[str]) -> None:
    page = unescape(markup_of(client.get(f"/guide/{address}")))
    drawn = re.findall(r'class="walk-card walk-(\w+)"><b>(.*?)</b>(.*?)</div>', page, flags=re.S)
    marks = {"walk-full": ".", "walk-vote": "|", "walk-then": " > "}
    found = []
    for fate, name, body in drawn:
        classes = re.findall(r'class="(?:walk-(?:lies|title|drop) )?([\w-]+)', body)
        told = "".join(marks.get(one, f" {one[5:]} ") for one in classes if one not in ("walk-drops", "walk-drop"))
        found.append(" ".join(f"{fate} {name} {told}".split()))
    assert found == cards
