"""Editing in the answer: cards counted, added and taken out, names looked up, the last change undone."""

from __future__ import annotations

import html
import re

import pytest
from flask.testing import FlaskClient

from tests.web.decks.test_deck_page import beside, check, sentence, typed
from tests.web.lists import DAY, MISSPELT, WINNER
from tests.web.pages import markup_of

FREAK_DRIVE, UNMASKING, SUMMONING, FAME = 100788, 102079, 101902, 100698
UNREADABLE = WINNER.replace("8x Freak Drive", "8x Xqzzyw Vbrtk")


def offers(text: str, button: str) -> list[str]:
    values = re.findall(rf'<button[^>]*name="{button}" value="([^"]*)"', markup_of(text))
    return [html.unescape(value) for value in values]


def test_a_card_counted_up_is_counted_in_the_list_and_judged(client: FlaskClient) -> None:
    answer = check(client, text=WINNER, date=DAY, edit=f"{FREAK_DRIVE}:9")
    assert typed(answer) == WINNER.replace("8x Freak Drive", "9x Freak Drive").replace("(90 cards)", "(91 cards)")
    assert sentence(answer) == "This deck is not legal: 1 problem."
    assert "Freak Drive: 8 → 9" in answer.text


def test_a_card_counted_to_nothing_is_taken_out(client: FlaskClient) -> None:
    assert "Unmasking" not in typed(check(client, text=WINNER, date=DAY, edit=f"{UNMASKING}:0"))


def test_several_cards_counted_at_once_are_all_counted(client: FlaskClient) -> None:
    answer = client.post("/", data={"text": WINNER, "date": DAY, "edit": [f"{FREAK_DRIVE}:7", f"{UNMASKING}:2"]})
    assert {"7x Freak Drive", "2x Unmasking, The"} <= set(typed(answer).split("\n"))


def test_the_last_change_is_undone_to_the_letter(client: FlaskClient) -> None:
    changed = check(client, text=MISSPELT, date=DAY, edit=f"{UNMASKING}:0")
    before = re.search(r'<textarea name="before" hidden>\n(.*?)</textarea>', changed.text, re.DOTALL)
    assert before is not None
    undone = check(client, text=typed(changed), date=DAY, before=html.unescape(before[1]), undo="1")
    assert typed(undone) == MISSPELT
    assert 'name="undo"' not in undone.text


def test_buttons_that_count_are_there_once_asked_for_and_until_done(client: FlaskClient) -> None:
    assert offers(check(client, text=WINNER, date=DAY).text, "edit") == []
    page = check(client, text=WINNER, date=DAY, edit_cards="on").text
    assert {f"{FREAK_DRIVE}:7", f"{FREAK_DRIVE}:9"} <= set(offers(page, "edit"))
    assert offers(check(client, text=WINNER, date=DAY, editing="1").text, "edit") != []
    assert offers(check(client, text=WINNER, date=DAY, editing="1", edit_cards="off").text, "edit") == []


def test_one_button_may_exchange_a_card_for_several(client: FlaskClient) -> None:
    change = f"{FREAK_DRIVE}:-1 {UNMASKING}:+1 {FREAK_DRIVE}:-2 {SUMMONING}:+2"
    listed = set(typed(check(client, text=WINNER, date=DAY, edit=change)).split("\n"))
    assert {"5x Freak Drive", "2x Unmasking, The", "2x Summoning, The", "Library (90 cards)"} <= listed


@pytest.mark.parametrize("name", ["Villein", "villein", " 2x Villein", "2 Villein"])
def test_a_card_is_added_by_its_name(client: FlaskClient, name: str) -> None:
    page = check(client, text=WINNER, date=DAY, editing="1", add=name)
    assert ("2x Villein" if "2" in name else "1x Villein") in typed(page).split("\n")
    assert re.search(r'<input\s+id="add"[^>]*value=""', page.text)


def test_completions_begin_with_the_card_that_is_played_most_and_keep_the_count(client: FlaskClient) -> None:
    answer = client.get("/deck/names", query_string={"field": "add", "q": "4 blood"})
    assert offers(answer.text, "edit")[:2] == ["100824:+4", "100199:+4"]
    assert "<span>4x Giant&#39;s Blood</span>" in answer.text
    exact = client.get("/deck/names", query_string={"field": "add", "q": "archon"})
    assert offers(exact.text, "edit")[0] == "100084:+1"


def test_part_of_a_name_offers_the_cards_that_have_it(client: FlaskClient) -> None:
    page = check(client, text=WINNER, date=DAY, editing="1", add="3 the summoni")
    assert offers(page.text, "edit")[0] == f"{SUMMONING}:+3"
    assert typed(page) == WINNER
    added = check(client, text=WINNER, date=DAY, edit=f"{SUMMONING}:+3")
    assert "3x Summoning, The" in typed(added).split("\n")


def test_an_open_line_without_a_candidate_is_settled_by_a_search(client: FlaskClient) -> None:
    page = check(client, text=UNREADABLE, date=DAY, **{"name-30": "freak dr"})
    assert offers(page.text, "accept") == [f"30|{FREAK_DRIVE}|Xqzzyw Vbrtk"]
    settled = check(client, text=UNREADABLE, date=DAY, accept=f"30|{FREAK_DRIVE}|Xqzzyw Vbrtk")
    assert typed(settled) == WINNER


def test_an_open_line_takes_a_whole_name_at_once(client: FlaskClient) -> None:
    assert typed(check(client, text=UNREADABLE, date=DAY, **{"name-30": "Freak Drive"})) == WINNER


def test_a_name_of_no_card_says_so(client: FlaskClient) -> None:
    page = check(client, text=WINNER, date=DAY, editing="1", add="xqzzyw vbrtk")
    assert "No card has a name like that." in page.text
    assert typed(page) == WINNER


def test_names_are_offered_while_they_are_typed(client: FlaskClient) -> None:
    answer = client.get("/deck/names", query_string={"field": "name-30", "written": "a|<b>", "q": "freak dr"})
    assert offers(answer.text, "accept") == [f"30|{FREAK_DRIVE}|a|<b>"]
    assert answer.text.lstrip().startswith('<div class="offers" id="found-name-30"')


@pytest.mark.parametrize("change", ["", "100788", "100788:1000", "1e5:1", "100788:1|"])
def test_a_change_that_no_button_makes_is_refused_and_loses_nothing(client: FlaskClient, change: str) -> None:
    answer = check(client, text=WINNER, date=DAY, edit=change)
    assert (answer.status_code, typed(answer)) == (422, WINNER)
    assert beside(answer, "text").startswith("This change cannot be made")


def test_a_change_of_no_card_is_refused(client: FlaskClient) -> None:
    assert beside(check(client, text=WINNER, edit="199999:1"), "text") == "No card has the number 199999."


def test_too_many_changes_at_once_are_refused(client: FlaskClient) -> None:
    answer = client.post("/", data={"text": WINNER, "edit": [f"{FREAK_DRIVE}:1"] * 121})
    assert answer.status_code == 422


def test_without_script_the_page_goes_on_where_it_was_used(client: FlaskClient) -> None:
    page = check(client, text=WINNER, date=DAY, editing="1", edit=f"{FREAK_DRIVE}:9").text
    assert re.findall(r'id="(\w+)"[^>]* autofocus', page) == [f"p{FREAK_DRIVE}"]


BANNED = WINNER.replace("1x Rack, The", "2x Protect Thine Own").replace("12x Ashur", "11x Ashur")


def test_a_fault_s_own_repair_is_one_button(client: FlaskClient) -> None:
    page = check(client, text=BANNED, date=DAY)
    (step,) = re.findall(r'name="edit" value="([^"]*)">Remove 2 Protect Thine Own\.', page.text)
    repaired = check(client, text=BANNED, date=DAY, edit=html.unescape(step))
    assert typed(repaired) == BANNED.replace("2x Protect Thine Own\n", "").replace("90 cards", "88 cards")
    assert sentence(repaired).startswith("This deck is legal")


def test_a_fault_of_several_steps_has_a_button_for_each(client: FlaskClient) -> None:
    text = WINNER.replace("4x Giotto Verducci", "3x Giotto Verducci\n2x Nana Buruku")
    page = check(client, text=text, date=DAY).text
    above, _, fault = page.partition("Keep groups 2 and 3. Replace 1 Nana Buruku. Remove 1 Nana Buruku.")
    assert "Repair with 2 changes" in above
    assert offers(above, "edit") == []
    said = re.findall(r'name="edit" value="[^"]*">(.*?)<', fault)
    assert said == ["Replace 1 Nana Buruku with Giotto Verducci.", "Remove 1 Nana Buruku."]


def test_a_repair_of_any_card_says_which_it_takes(client: FlaskClient) -> None:
    text = WINNER.replace("12x Ashur Tablets", "13x Ashur Tablets")
    page = check(client, text=text, date=DAY).text
    assert "Remove 1 library card." in page
    (step,) = re.findall(r'name="edit" value="([^"]*)">Remove 1 Ashur Tablets\.', page)
    assert "12x Ashur Tablets" in typed(check(client, text=text, date=DAY, edit=html.unescape(step))).split("\n")


def test_a_whole_repair_is_one_button_and_makes_the_list_legal(client: FlaskClient) -> None:
    text = BANNED.replace("8x Freak Drive", "8x Freak Drvie")
    page = check(client, text=text, date=DAY)
    assert 'name="repair" value="all">Repair with 2 changes' in markup_of(page)
    repaired = check(client, text=text, date=DAY, repair="all")
    assert sentence(repaired).startswith("This deck is legal")
    assert "Freak Drive: 0 → 8" in repaired.text
    assert {"8x Freak Drive", "11x Ashur Tablets"} <= set(typed(repaired).split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        BANNED.replace("8x Freak Drive", "8x Freak Drvie"),
        # Neither of him fits the groups: which one he is comes first, then he goes.
        WINNER.replace("4x Giotto Verducci", "4x Gilbert Duane").replace("1x New Blood", "1x Theo Bell"),
        WINNER.replace("4x Giotto Verducci", "2x Nana Buruku").replace("12x Ashur", "30x Ashur"),
        "Crypt\n11x Khalid\n1x Gilbert Duane\n3x Fame\n\nLibrary\n50x Blood Doll\n2x Protect Thine Own",
    ],
)
def test_the_buttons_of_a_repair_one_after_the_other_end_in_a_legal_list(client: FlaskClient, text: str) -> None:
    for _ in range(8):
        page = check(client, text=text, date=DAY)
        if sentence(page).startswith("This deck is legal"):
            return
        steps = [(name, value) for name in ("edit", "move", "accept") for value in offers(page.text, name)]
        name, value = steps[0]
        after = typed(check(client, text=text, date=DAY, **{name: value}))
        assert after != text
        text = after
    raise AssertionError(text)


def test_a_card_in_the_wrong_part_is_moved_by_its_button(client: FlaskClient) -> None:
    text = "Crypt\n12x Khalid\n1x Fame\n\nLibrary\n60x Blood Doll"
    assert offers(check(client, text=text).text, "move") == [str(FAME)]
    assert typed(check(client, text=text, move=str(FAME))) == "Crypt\n12x Khalid\n\nLibrary\n60x Blood Doll\n1x Fame"


def test_cards_that_were_moved_are_put_under_their_heading_by_one_button(client: FlaskClient) -> None:
    text = "Crypt\n12x Khalid\nMaster\n40x Blood Doll\n20x Vessel"
    page = check(client, text=text)
    assert sentence(page) == "This deck is legal, with 1 thing to look at."
    assert 'name="repair"' not in page.text
    assert re.findall(r'name="move" value="(.*?)">(.*?)<', page.text) == [("all", "Move 60 cards to the library.")]
    moved = check(client, text=text, move="all")
    assert sentence(moved) == "This deck is legal."
    assert typed(moved) == text.replace("Master", "\nLibrary\nMaster")


def test_a_card_in_the_wrong_part_counts_where_it_belongs(client: FlaskClient) -> None:
    page = check(client, text="Crypt\n8x Khalid\nLibrary\n60x Blood Doll\n2x Khalid").text
    assert "The crypt has 10 cards; the minimum is 12." in page
    assert re.findall(r'<dt>(?:Crypt|Library)</dt>\s*<dd class="figure">(\d+)', page) == ["10", "60"]


@pytest.mark.parametrize(
    ("line", "verdict"), [("", "This deck is legal"), ("1 The Unexistent Guy\n", "This deck is not legal: 1 problem")]
)
def test_a_whole_repair_leaves_to_a_person_what_would_be_a_guess(client: FlaskClient, line: str, verdict: str) -> None:
    vampires = "3x Lutz von Hohenzolern\n2 Theo Bell (G2)\n2x Anson\nStanislava x3\n2 Karen Suadela\n"
    text = f"{vampires}{line}Library\n60x Deflection\n"
    assert ('class="question"' in check(client, text=text, date=DAY).text) == bool(line)
    repaired = check(client, text=text, date=DAY, repair="all")
    assert "Lutz" not in typed(repaired)
    assert sentence(repaired).startswith(verdict)


def test_questions_are_asked_one_by_one_with_their_candidates(client: FlaskClient) -> None:
    text = "12x Nathan Turner\n1x Praxis Seizure: Atlanta City\nLibrary\n60x Villein\n1x Unheard Of\n"
    report = client.post("/api/v1/decks/check", json={"text": text}).json
    first, second = report["questions"]
    box, _, others = check(client, text=text).text.partition('class="question"')[2].partition(second["text"])
    assert "2 questions" in box
    chosen = [f"{first['line']}|{candidate['id']}|{first['text']}" for candidate in first["candidates"]]
    assert offers(box, "accept") == chosen
    assert chosen
    assert first["text"] not in others.partition('id="listing"')[0].partition('class="editor')[0]


def test_the_repair_lists_its_changes_before_the_button_is_pressed(client: FlaskClient) -> None:
    text = WINNER.replace("8x Freak Drive", "8x Freak Drvie").replace("4x Lost in Crowds", "5x Lost in Crowds")
    page = check(client, text=text, date=DAY).text
    listed = re.findall(r"<li>(.*?)</li>", page.partition('value="all"')[2].partition("</ol>")[0])
    assert [html.unescape(change) for change in listed] == [
        "Line 30: write Freak Drive for “Freak Drvie”.",
        "Remove 1 Ashur Tablets.",
    ]


def test_an_unknown_card_says_how_old_the_card_data_is(client: FlaskClient) -> None:
    age = r"The card data is \d+ days? old: newer cards are not known here\."
    assert re.search(age, check(client, text=UNREADABLE, date=DAY).text)
    assert not re.search(age, check(client, text=WINNER, date=DAY).text)


def test_two_open_names_of_one_line_have_each_its_own_cards(client: FlaskClient) -> None:
    text = f"{WINNER}\n4 Vilein 3 Blood Dol\n"
    sent = [value.partition("|")[2] for value in offers(check(client, text=text, date=DAY).text, "accept")]
    assert {"102121|Vilein", "100199|Blood Dol"} <= set(sent)


def test_no_repair_is_made_by_terms_that_cannot_be(client: FlaskClient) -> None:
    answer = check(client, text=BANNED, date="yesterday", repair="all")
    assert (answer.status_code, typed(answer)) == (422, BANNED)


def test_a_judge_s_remedy_stands_beside_each_fault(client: FlaskClient) -> None:
    page = check(client, text=WINNER.replace("12x Ashur Tablets", "13x Ashur Tablets"), date=DAY)
    (remedy,) = re.findall(r"<summary>What a judge does</summary><p>(.*?)</p>", markup_of(page))
    assert "the judge removes cards at random down to the maximum" in remedy
