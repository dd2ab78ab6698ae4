from __future__ import annotations

import html
import io
import re
import zipfile

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from tests.web.lists import DAY, MISSPELT, WINNER
from tests.web.pages import markup_of
from toolkit.cli.deck_sources import ENDINGS
from toolkit.decks.reading.forms.links import RemoteDeck
from toolkit.decks.writing import ExportFormat
from toolkit.languages import LANGUAGES
from toolkit.services.decks import fetch


def check(client: FlaskClient, **fields: object) -> TestResponse:
    boundary, body = encode_multipart({name: _part(value) for name, value in fields.items()})
    return client.post("/", data=body, content_type=f"multipart/form-data; boundary={boundary}")


def _part(value: object) -> object:
    return FileStorage(io.BytesIO(value[0]), value[1]) if isinstance(value, tuple) else value


def word_file() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as parts:
        parts.writestr("word/document.xml", "<x/>")
    return content.getvalue()


def sentence(answer: TestResponse) -> str:
    found = re.search(r'<h1 id="verdict"[^>]*>(.*?)</h1>', answer.text)
    return html.unescape(found[1]) if found else ""


def beside(answer: TestResponse, field: str) -> str:
    """The sentence beside a field."""
    found = re.search(rf'id="{field}-error">(.*?)</p>', answer.text)
    return html.unescape(found[1]) if found else ""


def typed(answer: TestResponse) -> str:
    found = re.search(r'<textarea id="text".*?>\n(.*?)</textarea>', answer.text, re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def test_the_empty_form(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert typed(answer) == ""
    assert "verdict" not in answer.text
    assert '<a href="/tournaments">Run a tournament</a>' in answer.text


def test_a_winning_list_is_legal_on_its_day(client: FlaskClient) -> None:
    answer = check(client, text=WINNER, date=DAY)
    assert answer.status_code == 200
    assert sentence(answer).startswith("This deck is legal")
    assert "13 January 2024" in answer.text
    assert re.findall(r'class="figure">(\w+)<', answer.text)[:2] == ["12", "90"]
    assert typed(answer) == WINNER


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "group 6", "groups 5 · 6"),
        ("fr", "groupe 6", "groupes 5 · 6"),
        ("es", "grupo 6", "grupos 5 · 6"),
    ],
)
def test_the_groups_of_the_crypt_are_counted(client: FlaskClient, language: str, one: str, two: str) -> None:
    client.set_cookie("language", language)
    assert f">{one}<" in check(client, text="4x Nathan Turner\n8x Anarch Convert\n60x Villein").text
    assert f">{two}<" in check(client, text="4x Nathan Turner\n8x Abdelsobek\n60x Villein").text


def test_every_line_of_the_list_is_accounted_for(client: FlaskClient) -> None:
    text = MISSPELT.replace("Library (90 cards)", "# a note\nLibrary (90 cards)")
    assert ". Lines: 37 – cards 31, headings 2, about the deck 2, comments 1, open 1." in check(client, text=text).text


def test_a_card_too_many_is_said_with_its_rule_and_repair(client: FlaskClient) -> None:
    answer = check(client, text=WINNER.replace("4x Lost in Crowds", "5x Lost in Crowds"), date=DAY)
    assert sentence(answer) == "This deck is not legal: 1 problem."
    for words in ("The library has 91 cards; the maximum is 90.", "VEKN 6.2", "Remove 1 library card."):
        assert words in answer.text


def test_a_misspelt_name_stands_beside_its_line_with_what_was_meant(client: FlaskClient) -> None:
    answer = check(client, text=MISSPELT, date=DAY)
    number = MISSPELT.splitlines().index("8x Freak Drvie") + 1
    row = re.search(rf'<li id="line-{number}" class="marked.*?</li>', answer.text, re.DOTALL)
    assert row is not None
    assert "8x Freak Drvie" in row[0]
    assert f'value="{number}|100788|Freak Drvie"' in row[0]


def test_one_click_accepts_the_suggestion_and_checks_again(client: FlaskClient) -> None:
    number = MISSPELT.splitlines().index("8x Freak Drvie") + 1
    answer = check(client, text=MISSPELT, date=DAY, accept=f"{number}|100788|Freak Drvie")
    assert sentence(answer).startswith("This deck is legal")
    assert typed(answer) == WINNER


def test_a_suggestion_finds_its_line_after_the_list_was_edited(client: FlaskClient) -> None:
    answer = check(client, text=f"# a note\n{MISSPELT}", accept="1|100788|Freak Drvie")
    assert typed(answer) == f"# a note\n{WINNER}"


@pytest.mark.parametrize(
    ("line", "then"),
    [
        ("8x Freak\u00a0Drvie", "8x Freak Drive"),
        ("8x Freak Drv\u00adie", "8x Freak Drive"),
        ("8x **Freak** Drvie", "8x Freak Drive"),
        ("8x Freak Drvie -- as ever", "8x Freak Drive -- as ever"),
        ("Freak Drvie x8", "Freak Drive x8"),
    ],
)
def test_an_accepted_card_stands_in_its_line_however_that_is_written(client: FlaskClient, line: str, then: str) -> None:
    text = MISSPELT.replace("8x Freak Drvie", line)
    answer = check(client, text=text, date=DAY, accept=f"{text.splitlines().index(line) + 1}|100788|Freak Drvie")
    assert typed(answer) == WINNER.replace("8x Freak Drive", then)
    assert sentence(answer).startswith("This deck is legal")


@pytest.mark.parametrize("line", ["(8) Freak Drive", "8: Freak Drive", "~8x Freak Drive", "\u2705 8x Freak Drive"])
def test_an_accepted_card_keeps_the_copies_that_its_line_asks_for(client: FlaskClient, line: str) -> None:
    text = WINNER.replace("8x Freak Drive", line)
    answer = check(client, text=text, date=DAY, accept=f"{text.splitlines().index(line) + 1}|100788|{line}")
    assert sentence(answer).startswith("This deck is legal")
    assert re.findall(r'class="figure">(\w+)<', answer.text)[:2] == ["12", "90"]


def test_an_accepted_vampire_loses_the_columns_of_a_group_that_it_never_had(client: FlaskClient) -> None:
    line = "12x Nathan Turner  4  PRO ani  Gangrel:2"
    text = f"Crypt\n{line}\n\nLibrary\n60x Villein"
    answer = check(client, text=text, accept="2|201606|Nathan Turner")
    assert typed(answer) == text.replace(line, "12x Nathan Turner")
    assert sentence(answer).startswith("This deck is legal")


def test_a_number_in_a_name_is_no_number_of_copies(client: FlaskClient) -> None:
    text = "Crypt\n12x Nathan Turner\n\nLibrary\n60x Villein\n2x Local 11\n"
    answer = check(client, text=text, accept="6|101117|Local 11")
    assert typed(answer) == text.replace("Local 11", "Local 1111")


@pytest.mark.parametrize(
    "choice", ["", "x", "1|2", "999|100788|Nowhere", "²|100788|Freak Drvie", "-1|100788|Freak Drvie"]
)
def test_a_forged_suggestion_changes_nothing(client: FlaskClient, choice: str) -> None:
    assert typed(check(client, text=MISSPELT, accept=choice)) == MISSPELT


def test_an_unknown_card_cannot_be_accepted(client: FlaskClient) -> None:
    answer = check(client, text=MISSPELT, accept="1|100000|Freak Drvie")
    assert answer.status_code == 422
    assert "100000" in beside(answer, "text")
    assert typed(answer) == MISSPELT


def test_a_file_is_read_and_shown(client: FlaskClient) -> None:
    answer = check(client, file=(WINNER.encode("utf-16"), "winner.txt"), date=DAY)
    assert sentence(answer).startswith("This deck is legal")
    assert typed(answer) == WINNER


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"text": ""}, "text", "Paste a list"),
        ({"text": "  \n\t"}, "text", "Paste a list"),
        ({"text": "nothing here\nis a card"}, "text", "No line of this text names a card."),
        ({"text": "x" * (256 * 1024 + 1)}, "text", "the maximum is 256 kB"),
        ({"text": "1 Villein\n" * 2001}, "text", "2,001 lines"),
        ({"file": (b"\x00\x01\x02\xff" * 99, "deck.fdb")}, "file", "binary file"),
        ({"file": (b"%PDF-1.7", "deck.pdf")}, "file", "PDF"),
        (
            {"file": (word_file(), "deck.docx")},
            "file",
            "This is a Word document, not a decklist. Save it as plain text.",
        ),
        ({"file": (b"a" * 600_000, "deck.txt")}, "file", "characters"),
        ({"text": WINNER, "date": "yesterday"}, "date", "Invalid date"),
        ({"text": WINNER, "date": "2026-02-30"}, "date", "Invalid date"),
        ({"text": WINNER, "format": "duel"}, "format", "no such rule set"),
        ({"text": WINNER, "format": "casual"}, "players", "number of players"),
        ({"text": WINNER, "format": "casual", "players": "1"}, "players", "from 2 to 100"),
        ({"text": WINNER, "format": "casual", "players": "2.5"}, "players", "whole number"),
        ({"text": WINNER, "format": "limited", "boosters": "9" * 5000}, "boosters", "whole number"),
        ({"text": WINNER, "format": "limited"}, "boosters", "number of boosters"),
        ({"text": WINNER, "sets": "Nonsense"}, "sets", "Nonsense"),
        ({"url": "https://elsewhere.example/decks/1"}, "url", "not from elsewhere.example"),
        ({"url": "http://169.254.169.254/latest"}, "url", "not from 169.254.169.254"),
        ({"url": "file:///etc/passwd"}, "url", "https://"),
        ({"url": "https://vdb.im/decks/../../admin"}, "url", "names no deck"),
    ],
)
def test_bad_input_is_answered_beside_its_field(
    client: FlaskClient, fields: dict[str, object], field: str, words: str
) -> None:
    answer = check(client, **fields)
    assert answer.status_code == 422
    assert words in beside(answer, field)
    kept = {name: value for name, value in fields.items() if isinstance(value, str) and len(value) < 300_000}
    for name, value in kept.items():
        assert name == "format" or value.strip() in html.unescape(answer.text), f"{name} was lost"


@pytest.mark.parametrize("more", ["1x " + "x" * 500, "90x Villein\n90x Villein\n90x Villein"])
def test_a_fault_of_size_stands_beside_its_line(client: FlaskClient, more: str) -> None:
    answer = check(client, text=f"{WINNER}\n{more}", date=DAY)
    assert (answer.status_code, beside(answer, "text")) == (200, "")
    assert re.search(r'<li id="line-\d+" class="marked marked-bad">', answer.text)
    assert "are read." in answer.text


def test_what_is_taken_along_says_what_it_lacks(client: FlaskClient) -> None:
    lacking = check(client, text=MISSPELT, date=DAY).text
    assert "1 line is still open: its cards are in none of these." in lacking
    assert "still open" not in check(client, text=WINNER, date=DAY).text


def test_an_address_in_the_place_of_the_list_is_fetched(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer_of(remote: RemoteDeck) -> bytes:
        asked.append(remote.fetch_url)
        return WINNER.encode()

    monkeypatch.setattr(fetch, "fetch_remote", answer_of)
    answer = check(client, text=" https://vdb.im/decks/0a1b2c3d4\n", date=DAY)
    assert sentence(answer).startswith("This deck is legal")
    assert typed(answer) == WINNER
    assert asked == ["https://vdb.im/api/deck/0a1b2c3d4"]


@pytest.mark.parametrize(
    "words",
    ["My deck: {}, thanks!", "<{}>", "[Suffering]({}) is new", "**{}**\nthanks", "1x Fame\n{}"],
)
def test_a_link_among_words_is_offered_and_fetched_when_asked(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(fetch, "fetch_remote", lambda remote: asked.append(remote.fetch_url) or WINNER.encode())
    text = words.format("https://vdb.im/decks/0a1b2c3d4")
    answer = check(client, text=text)
    assert (answer.status_code, asked, typed(answer)) == (200, [], text)
    assert 'name="fetch" value="https://vdb.im/decks/0a1b2c3d4"' in answer.text
    answer = check(client, text=text, fetch="https://vdb.im/decks/0a1b2c3d4", date=DAY)
    assert sentence(answer).startswith("This deck is legal")
    assert asked == ["https://vdb.im/api/deck/0a1b2c3d4"]


@pytest.mark.parametrize(
    "text", ["See https://elsewhere.example/decks/1 there", f"{WINNER}\nhttps://vdb.im/decks/0a1b2c3d4"]
)
def test_a_link_elsewhere_or_beside_a_whole_deck_is_not_offered(client: FlaskClient, text: str) -> None:
    assert 'name="fetch"' not in check(client, text=text).text


def test_an_address_off_the_list_is_refused_where_it_was_typed(client: FlaskClient) -> None:
    answer = check(client, text="https://elsewhere.example/decks/1")
    assert answer.status_code == 422
    assert "not from elsewhere.example" in beside(answer, "text")
    assert typed(answer) == "https://elsewhere.example/decks/1"


def again(page: str) -> dict[str, object]:
    """What the page's form sends once more: every field of it as it stands there."""
    form = re.search(r'<form\s+id="deck-form".*?</form>', page, re.DOTALL)
    assert form is not None
    fields = dict(
        re.findall(r'<input\s+type="(?:hidden|text|url|date|number)"[^>]* name="(\w+)"[^>]* value="([^"]*)"', form[0])
    )
    fields |= dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
    fields |= dict(re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>\n(.*?)</textarea>', form[0], re.DOTALL))
    fields |= dict(re.findall(r'<input\s+type="radio"\s+name="(\w+)" value="([^"]*)" checked', form[0]))
    return {name: html.unescape(value) for name, value in fields.items()}


def test_another_language_shows_the_same_answer(client: FlaskClient) -> None:
    """Nothing is lost of it: open lines, rule set, day, what is looked at, what can be undone."""
    first = check(client, text=MISSPELT, date=DAY, format="phased-motion", show="odds", pace="3", edit="101384:2").text
    fields = again(first)
    languages = re.findall(r'<button name="language" value="(\w+)" form="deck-form"', markup_of(first))
    assert languages == list(LANGUAGES)
    french = check(client, **fields, pace="3", language="fr")
    assert '<html lang="fr"' in french.text
    assert sentence(french).startswith("Ce deck n’est pas légal")
    assert re.search(r'<input\s+type="number"\s+id="pace"[^>]* value="3"', french.text)
    assert again(french.text) == fields
    assert 'id="looked-at"' in french.text
    assert '<html lang="fr"' in client.get("/").text


def test_another_theme_shows_the_same_answer_without_script(client: FlaskClient) -> None:
    fields = again(check(client, text=MISSPELT, date=DAY, export="jol").text)
    dark = check(client, **fields, theme="dark")
    assert 'data-theme="dark"' in dark.text
    assert 'id="export-jol"' in dark.text
    assert again(dark.text) == fields


def test_another_language_checks_nothing_that_was_only_typed(client: FlaskClient) -> None:
    page = check(client, text="3x Nana", date="2024-01-13", format="casual", language="es")
    assert (page.status_code, '<html lang="es"' in page.text) == (200, True)
    assert again(page.text) == {"text": "3x Nana", "date": "2024-01-13", "format": "casual", "pool": ""}
    assert 'id="verdict"' not in page.text


def test_an_unknown_language_is_refused(client: FlaskClient) -> None:
    assert check(client, text=WINNER, language="tlh").status_code == 422


def test_a_file_beside_a_list_is_read_and_the_list_is_one_tap_away(client: FlaskClient) -> None:
    page = check(client, text="12x Nana Buruku", file=(WINNER.encode(), "w.txt"), date=DAY)
    assert typed(page) == WINNER
    assert "The file was read, not the list in the box." in page.text
    undone = check(client, **again(page.text), undo="1")
    assert typed(undone) == "12x Nana Buruku"


def test_a_file_of_the_same_list_is_nothing_to_speak_of(client: FlaskClient) -> None:
    page = check(client, text=WINNER, file=(WINNER.replace("\n", "\r\n").encode(), "w.txt"), date=DAY)
    assert "was read" not in page.text


def test_a_file_that_is_refused_leaves_the_list_in_the_box(client: FlaskClient) -> None:
    page = check(client, text=WINNER, file=(b"%PDF-1.7", "deck.pdf"), url="https://vdb.im/decks/0a1b2c3d4")
    assert (page.status_code, typed(page)) == (422, WINNER)
    assert again(page.text)["url"] == "https://vdb.im/decks/0a1b2c3d4"


def test_a_file_beside_a_list_and_a_wrong_date_loses_neither(client: FlaskClient) -> None:
    page = check(client, text="12x Nana Buruku", file=(WINNER.encode(), "w.txt"), date="yesterday")
    assert typed(page) == WINNER
    assert typed(check(client, **again(page.text) | {"date": ""}, undo="1")) == "12x Nana Buruku"


def test_a_link_beside_a_list_or_a_file_is_told(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "fetch_remote", lambda remote: WINNER.encode())
    link = "https://vdb.im/decks/0a1b2c3d4"
    page = check(client, text="12x Nana Buruku", url=link, date=DAY)
    assert (typed(page), "The link was read, not the list in the box." in page.text) == (WINNER, True)
    assert again(page.text)["before"] == "12x Nana Buruku"
    both = check(client, url=link, file=(MISSPELT.encode(), "m.txt"), date=DAY)
    assert (typed(both), f"The file was read, not the link {link}." in both.text) == (MISSPELT, True)


PLAYED = f"""Tangle Hand of Los Angeles
Belgrade, Serbia
January 13th 2024
3R+F
20 players
Milos Krstic

{WINNER}"""


def test_a_list_of_another_day_offers_to_be_judged_as_of_then(client: FlaskClient) -> None:
    text = PLAYED.replace("1x Rack, The", "1x Villein\n1x Rack, The")
    asked = check(client, text=text)
    assert "The list says that it was played on 13 January 2024." in asked.text
    assert 'name="as_of" value="2024-01-13"' in asked.text
    answer = check(client, text=text, date="", as_of="2024-01-13")
    assert "Constructed, as of 13 January 2024" in answer.text
    assert "as_of" not in answer.text


@pytest.mark.parametrize("fields", [{"text": PLAYED, "date": DAY}, {"text": WINNER.replace("12x", "32x")}])
def test_a_list_that_says_no_other_day_offers_none(client: FlaskClient, fields: dict[str, object]) -> None:
    assert "as_of" not in check(client, **fields).text


def test_a_day_that_cannot_be_offered_is_a_sentence(client: FlaskClient) -> None:
    answer = check(client, text=PLAYED, as_of="then")
    assert (answer.status_code, beside(answer, "date")) == (422, "Invalid date. Write it like 2026-11-21.")


def test_every_ending_that_a_folder_is_searched_for_can_be_chosen(client: FlaskClient) -> None:
    chooser = re.search(r'<input[^>]*id="file"[^>]*>', client.get("/").text)
    assert chooser is not None
    accepted = re.search(r'accept="([^"]*)"', chooser[0])
    assert accepted is not None
    assert ENDINGS - {""} <= set(accepted[1].split(","))


def test_a_web_page_is_no_decklist_and_does_no_harm(client: FlaskClient) -> None:
    answer = check(client, text="<html><script>alert(1)</script></html>")
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text


def test_an_oversize_form_is_refused_at_once(client: FlaskClient) -> None:
    answer = check(client, text="x" * 800_000)
    assert answer.status_code == 413
    assert "That is too large: at most 768 kB are taken here." in answer.text


def test_wrong_method(client: FlaskClient) -> None:
    assert client.put("/").status_code == 405


def test_the_fragment_is_the_moving_part_alone(client: FlaskClient) -> None:
    answer = client.post("/", data={"text": WINNER}, headers={"X-Fragment": "deck"})
    assert answer.text.lstrip().startswith('<div id="deck"')
    assert "X-Fragment" in answer.headers["Vary"]


def test_the_check_needs_no_token_and_sets_no_state() -> None:
    from toolkit.web import create_app

    client = create_app({"TESTING": True}).test_client()
    assert client.post("/", data={"text": WINNER, "date": DAY}).status_code == 200


@pytest.mark.parametrize("form", ["twd", "text", "jol", "lackey", "json", "csv"])
def test_every_form_to_take_along_holds_every_card(client: FlaskClient, form: str) -> None:
    page = check(client, text=WINNER, date=DAY, export=form).text
    text = re.search(rf'<textarea id="export-{form}".*?>\n(.*?)</textarea>', page, re.DOTALL)
    assert text is not None
    again = check(client, text=html.unescape(text[1]), date=DAY)
    assert sentence(again).startswith("This deck is legal")
    assert re.findall(r'class="figure">(\w+)<', again.text)[:2] == ["12", "90"]


def test_no_form_to_take_along_is_written_before_it_is_asked_for(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def note(_: object, form: ExportFormat) -> str:
        written.append(form.value)
        return "4x Giotto Verducci"

    monkeypatch.setattr("toolkit.web.decks.view.write", note)
    page = check(client, text=WINNER, date=DAY).text
    offered = re.findall('name="export" value="(.*?)"', markup_of(page))
    assert offered == ["twd", "text", "jol", "lackey", "json", "csv", "qr"]
    assert written == []
    page = check(client, text=WINNER, date=DAY, export="jol").text
    assert written == ["jol"]
    assert 'id="export-jol"' in page
    assert "4x Giotto Verducci</textarea>" in page
    page = check(client, text=WINNER, date=DAY, export="chess").text
    assert written == ["jol"]
    assert 'id="export-' not in page


def test_enter_in_a_field_checks_the_list(client: FlaskClient) -> None:
    """The first button of a form in the page is what Enter means: none that takes a suggestion or a form along."""
    page = check(client, text=MISSPELT, date=DAY).text
    first, *others = re.findall('<button[^>]*form="deck-form"[^>]*>', page)
    assert "name=" not in first
    assert {"accept", "export"} <= set(re.findall('name="(.*?)"', "".join(others)))


def test_lines_that_were_not_read_as_cards_are_counted_beside_the_answer_and_named(client: FlaskClient) -> None:
    text = WINNER.replace("1x Rack, The", "1x Rack, The\nOne more of those would do.\n-- never drew it")
    page = check(client, text=f"{text}\nThanks to all.\n", date=DAY).text
    assert '<a href="#listing">1 line was not read as a card.</a>' in page
    named = re.findall(r'<code>([^<]*)</code> <span class="hint">(\w+)</span>', page)
    told = [
        ("One more of those would do.", "Sentence"),
        ("-- never drew it", "Comment"),
        ("Thanks to all.", "Sentence"),
    ]
    assert named[-3:] == told
    assert "was not read as a card" not in check(client, text=WINNER, date=DAY).text


ALPHA = "Deck Name: Alpha\n\nCrypt\n12x Nana Buruku\n\nLibrary\n60x Villein\n"
BETA = "Crypt\n12x Anson\n\nLibrary\n60x Fame\n"


def test_several_decks_are_offered_and_none_is_judged(client: FlaskClient) -> None:
    answer = check(client, text=f"{ALPHA}\n{BETA}")
    assert answer.status_code == 200
    assert sentence(answer) == ""
    page = markup_of(answer)
    offers = re.findall(r'name="choose" value="(\d)">(.*?)</button><span class="hint">(.*?)</span>', page)
    assert offers == [
        ("1", "Alpha", "lines 1 to 8 · Crypt 12 · Library 60"),
        ("2", "Deck 2", "lines 9 to 13 · Crypt 12 · Library 60"),
    ]
    assert typed(answer) == f"{ALPHA}\n{BETA}"


def test_the_deck_that_is_chosen_is_judged_alone(client: FlaskClient) -> None:
    answer = check(client, text=f"{ALPHA}\n{BETA}", choose="1")
    assert sentence(answer).startswith("This deck is legal")
    assert typed(answer) == ALPHA
    assert "Undo" in answer.text
    answer = check(client, text=f"{ALPHA}\n{BETA}", choose="2")
    assert typed(answer) == BETA


@pytest.mark.parametrize("choice", ["0", "3", "x", "-1", "9" * 30])
def test_a_deck_that_is_not_offered_is_refused(client: FlaskClient, choice: str) -> None:
    answer = check(client, text=f"{ALPHA}\n{BETA}", choose=choice)
    assert answer.status_code == 422
    assert typed(answer) == f"{ALPHA}\n{BETA}"


@pytest.mark.parametrize(
    ("spoken", "name", "title"),
    [
        ("en", "", "Inner Circle"),
        ("fr", "Sang de géant", "Cercle intérieur"),
        ("es", "Sangre del gigante", "Círculo Interior"),
    ],
)
def test_a_card_has_its_name_and_its_title_in_the_reader_s_language_beside_the_english_name(
    client: FlaskClient, spoken: str, name: str, title: str
) -> None:
    for more in ({}, {"edit_cards": "on"}):
        page = check(client, text="12x Arika\n1x Giant's Blood", language=spoken, answered="1", **more).text
        rows = html.unescape(page.split('class="spread"')[1])
        assert re.findall(r'<a id="n100824"[^>]*>(.*?)</a>', rows) == [
            f"Giant's Blood <small>{name}</small>" if name else "Giant's Blood"
        ]
        assert f"  {title}  Ventrue:2</span>" in rows
    assert name in client.get("/deck/names?field=add&q=giant's b", headers={"Accept-Language": spoken}).text
    assert f"<dd>{title}</dd>" in client.get("/cards/200135", headers={"Accept-Language": spoken}).text
