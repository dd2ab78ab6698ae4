"""`/replay`: pasted, uploaded, linked or too long for a link; damaged ones say where; every step by its address."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from tests import LONG
from tests.web.pages import markup_of, text_of
from toolkit.game.judge import Note
from toolkit.game.record import RecordLine, parse_record, render_record
from toolkit.web.replay import pages
from toolkit.web.replay.pages import LONGEST_LINK, MOST_TEXT, pack, unpack
from toolkit.web.tables.finished import TONES

STATIC = Path(pages.__file__).parents[1] / "static"
GAMES = Path(__file__).parents[2] / "games"
S1 = (GAMES / "s1_vekn_event.txt").read_text(encoding="utf-8")
S3 = (GAMES / "s3_phased_intro.txt").read_text(encoding="utf-8")
LAST = len(parse_record(S1).operations)


def opened(client: FlaskClient, text: str) -> str:
    """The address of a pasted record."""
    answer = client.post("/replay", data={"record": text})
    assert answer.status_code == 303, answer.text
    return answer.location


def long_record() -> str:
    """A record that no link could carry: two thousand notes that do not compress."""
    record = parse_record(S1)
    record.lines += [
        RecordLine(operation=Note(text=f"{number * 7919 % 100_003:x}{number * 104_729:x}")) for number in range(2000)
    ]
    return render_record(record)


def test_the_form(client: FlaskClient) -> None:
    page = client.get("/replay").text
    assert 'name="record"' in page
    assert 'name="file"' in page


def test_a_pasted_record_is_shown_from_its_start(client: FlaskClient) -> None:
    page = client.get(opened(client, S1))
    assert page.status_code == 200
    assert "Five players, two ousts, a withdrawal, time" in page.text
    assert f"Step 0 of {LAST}" in page.text
    assert "The table is set up." in page.text


def test_a_step_of_an_older_record_says_what_is_different_today(client: FlaskClient) -> None:
    older = "vtes-toolkit game record 1\nseat A\nseat B\n\nstart-game A\nA: announce X hunt\nnote after\n"
    address = opened(client, older)
    said = text_of(client.get(f"{address}?step=2").text)
    assert "It is left out, for today's rules refuse it:" in said
    assert "(ACT-44)" in said
    assert "Note: after" in text_of(client.get(f"{address}?step=3").text)


def test_an_uploaded_file_is_the_same(client: FlaskClient) -> None:
    data = {"file": (io.BytesIO(b"\xef\xbb\xbf" + S1.encode()), "game.txt"), "record": ""}
    answer = client.post("/replay", data=data)
    assert answer.location == opened(client, S1)


@pytest.mark.parametrize(
    ("path", "pools"),
    [("s1_vekn_event", "A 19 B 0 C 0 D 0 E 8"), ("s3_phased_intro", "A 28 B 24 C 24 D 23")],
)
def test_the_last_step_has_the_scenario_s_figures(client: FlaskClient, path: str, pools: str) -> None:
    address = opened(client, (GAMES / f"{path}.txt").read_text(encoding="utf-8"))
    drawing = client.get(f"{address}?step=9999").text.split('class="plot pools"')[1].split("</svg>")[0]
    ends = re.findall(r'class="value name-\d"[^>]*>([^<]*)<', drawing)
    assert " ".join(ends) == pools


def test_the_end_is_scored_as_scenario_s1(client: FlaskClient) -> None:
    text = text_of(client.get(f"{opened(client, S1)}?step=3"))
    assert "A 2.5 1 60 B 0 0 18 C 0 0 18 D 0.5 0 42 E 0.5 0 42" in text
    assert "B is ousted by A C is ousted by A D withdraws" in text


def test_the_plot_says_its_figures_in_words(client: FlaskClient) -> None:
    page = markup_of(client.get(opened(client, S1)))
    label = unescape(re.search(r'<svg viewBox="0 0 640[^>]*aria-label="([^"]*)"', page)[1])
    assert "A from 30 to 19" in label
    assert "B is ousted by A" in label
    assert page.count('class="left left-ousted"') == 2
    assert page.count('class="left left-withdrew"') == 1


def test_a_step_says_what_was_done_and_what_came_of_it(client: FlaskClient) -> None:
    record = parse_record(S1)
    made = pages.replayed(S1)
    step = made.departures[0].step
    text = text_of(client.get(f"{opened(client, S1)}?step={step}", headers={"X-Fragment": "moment"}))
    assert f"Step {step} of {len(record.operations)}" in text
    assert "B is ousted" in text
    assert "A +1 VP" in text


def test_the_ways_lead_to_the_turns(client: FlaskClient) -> None:
    page = markup_of(client.get(f"{opened(client, S1)}?step=20"))
    ways = dict(re.findall(r'data-way="([a-z-]+)" href="\?step=(\d+)"', page))
    turns = pages.replayed(S1).turns()
    assert ways["first"] == "0"
    assert ways["last"] == str(LAST)
    assert (ways["previous"], ways["next"]) == ("19", "21")
    assert int(ways["turn-back"]) == max(turn for turn in turns if turn < 20)
    assert int(ways["turn-on"]) == min(turn for turn in turns if turn > 20)


@pytest.mark.parametrize("step", ["-1", "x", "99999999999", "٣", "1e3"])
def test_a_step_that_is_none_is_the_nearest(client: FlaskClient, step: str) -> None:
    assert client.get(opened(client, S1), query_string={"step": step}).status_code == 200


def test_the_module_gets_the_step_alone(client: FlaskClient) -> None:
    answer = client.get(f"{opened(client, S1)}?step=5", headers={"X-Fragment": "moment"})
    assert "<html" not in answer.text
    assert 'id="moment"' in answer.text
    assert "X-Fragment" in answer.vary


def test_the_record_can_be_taken_along(client: FlaskClient) -> None:
    address = opened(client, S1)
    answer = client.get(f"{address}/record.txt")
    assert answer.text == S1
    assert answer.mimetype == "text/plain"
    assert f"{address}/record.txt" in client.get(address).text


def test_a_record_too_long_for_a_link_goes_along_in_the_form(client: FlaskClient) -> None:
    text = long_record()
    assert len(pack(text)) > LONGEST_LINK
    page = client.post("/replay", data={"record": text})
    assert page.status_code == 200
    packed = re.search(r'name="packed" value="([^"]*)"', page.text)[1]
    assert unpack(packed) == text
    step = client.post("/replay/step", data={"packed": packed, "step": str(LAST)})
    assert f"Step {LAST} of {LAST + 2000}" in step.text
    assert client.post("/replay/step", data={"packed": packed, "download": "1"}).text == text


# What is wrong


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Paste a record, or choose its file."),
        ("hello", "This is not the record of a game"),
        ("vtes-toolkit game record 99\n", "a newer version of the program"),
        (S1.replace("seat B library", "seat B libary"), "Line 6 cannot be read: 'libary=60' is not understood."),
        ("vtes-toolkit game record 2\nseat A\n", "A table has 2 to 6 players"),
    ],
)
def test_what_is_no_record_stays_in_the_form_with_a_sentence(client: FlaskClient, text: str, sentence: str) -> None:
    answer = client.post("/replay", data={"record": text})
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert 'id="record-error"' in answer.text
    assert unescape(answer.text.split("<textarea")[1]).split(">", 1)[1].split("</textarea>")[0].strip() == text.strip()


def test_a_damaged_record_says_which_line_and_shows_what_came_before(client: FlaskClient) -> None:
    damaged = S1.replace("A: announce A2 bleed", "A: announce A2 bled", 1)
    number = 1 + damaged[: damaged.index("A2 bled")].count("\n")
    page = client.get(f"{opened(client, damaged)}?step=9999")
    assert page.status_code == 200
    assert f"cannot be read from line {number} on" in text_of(page)
    assert "A: end-phase" in page.text


def test_a_refused_operation_is_named_with_its_rule(client: FlaskClient) -> None:
    wrong = S1.replace("A: transfer-blood A1\n", "A: transfer-blood A1\nA: transfer-blood A1\n", 1)
    page = client.get(opened(client, wrong))
    number = 2 + wrong[: wrong.index("A: transfer-blood A1\nA:")].count("\n")
    assert f"The rules refuse line {number}" in text_of(page)
    assert 'href="/guide/rules/TURN-INFL-01"' in page.text


@pytest.mark.parametrize("packed", ["x", "AAAA", "eJw", "a" * 3000, pack("x" * (MOST_TEXT + 10))])
def test_a_damaged_link(client: FlaskClient, packed: str) -> None:
    answer = client.get(f"/replay/game/{packed}")
    assert answer.status_code == 422
    assert client.get(f"/replay/game/{packed}/record.txt").status_code == 404
    assert client.post("/replay/step", data={"packed": packed, "step": "1"}).status_code == 422


@pytest.mark.parametrize("data", [b"\xff\xfe\x00binary", b"x" * 1001])
def test_a_file_that_is_none(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(pages, "MOST_TEXT", 1000)
    answer = client.post("/replay", data={"file": (io.BytesIO(data), "game.txt")})
    assert answer.status_code == 422


def test_more_than_any_record_is_refused_unread(client: FlaskClient) -> None:
    body = b"record=" + b"x" * 2 * MOST_TEXT
    answer = client.post("/replay", data=body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413


def test_a_replay_that_takes_too_long_is_shown_as_far_as_it_came(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PATIENCE", -1)
    page = client.get(opened(client, S1 + "# another one\n"))
    assert "The record takes too long to replay: 0 operations are shown." in text_of(page)


def test_a_record_out_of_a_mail_is_the_same(client: FlaskClient) -> None:
    quoted = "On Tuesday Ben wrote:\r\n\r\n" + "".join(
        f"> > {line}\r\n" if line else "> >\r\n" for line in S1.splitlines()
    )
    page = text_of(client.get(f"{opened(client, quoted)}?step={LAST}"))
    assert f"Step {LAST} of {LAST}" in page
    assert "cannot be read" not in page


def test_steps_say_in_whose_turn_they_are(client: FlaskClient) -> None:
    page = client.get(f"{opened(client, S1)}?step=60").text
    assert f"Turn 7: B · Step 60 of {LAST}" in page
    assert ">Turn 8: C<" in page


def test_sixty_thousand_lines_are_read(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PATIENCE", LONG)  # what is asked is how much is read, on however slow a machine
    body = urlencode({"record": S1 + "# Nothing.\n" * 60_000})
    page = client.post("/replay", data=body, content_type="application/x-www-form-urlencoded", follow_redirects=True)
    assert f"Step 0 of {LAST}" in page.text
    assert "operations are shown" not in page.text


def test_only_so_many_replays_are_kept(client: FlaskClient) -> None:
    for number in range(2 * pages.KEPT):
        pages.replayed(S3 + f"# {number}\n")
    assert len(pages._replays) == pages.KEPT


def test_names_are_escaped(client: FlaskClient) -> None:
    evil = (
        S1.replace('title "Five', 'title "<script>alert(1)</script>')
        .replace("seat A ", 'seat "<b>A" ')
        .replace("A:", '"<b>A":')
    )
    answer = client.post("/replay", data={"record": evil}, follow_redirects=True)
    assert "<script>alert(1)" not in answer.text
    assert "<b>A" not in answer.text


@pytest.mark.parametrize(("language", "expected"), [("fr", "Réserves au fil du temps"), ("es", "Reservas a lo largo")])
def test_it_speaks_other_languages(client: FlaskClient, language: str, expected: str) -> None:
    page = client.get(f"{opened(client, S1)}?step=40", headers={"Accept-Language": language}).text
    assert expected in page


def test_a_wrong_method(client: FlaskClient) -> None:
    assert client.delete("/replay").status_code == 405
    assert client.get("/replay/step").status_code == 405


def test_a_seat_has_one_colour_on_the_ring_and_in_the_plot(client: FlaskClient) -> None:
    page = client.get(f"{opened(client, S1)}?step=3").text
    ring = re.findall(r'class="plaque seat-(\d)[^>]*>.*?class="plaque-name"[^>]*>(\w)<', page, re.DOTALL)
    plot = re.findall(r'class="value name-(\d)"[^>]*>(\w) ', page)
    assert len(plot) == 5
    assert sorted(ring) == sorted(plot)


def test_names_beside_the_plot_stay_inside_it(client: FlaskClient) -> None:
    """A line that ends at the top, and two at 0: who moves up takes nobody along who has room."""
    four = (GAMES / "s2_time_out.txt").read_text(encoding="utf-8").partition("start-game A\n")
    text = "".join(four[:2]) + "correct A.pool=30,B.pool=2,C.pool=2,D.pool=2\n"
    page = markup_of(client.get(f"{opened(client, text)}?step=2"))
    heights = [float(y) for y in re.findall(r'<text class="value[^"]*" x="[^"]*" y="([^"]*)"', page)]
    top = re.search(r'<line class="now"[^>]* y1="(\d+)"', page)
    assert (len(heights), top is not None and min(heights) >= int(top[1])) == (4, True)


def test_the_colours_of_the_plot_are_the_seats() -> None:
    guide, tables = (" ".join((STATIC / f"{name}.css").read_text("utf-8").split()) for name in ("guide", "tables"))
    dark = re.search(r':root\[data-theme="dark"\] \{ (--seat-1[^}]*)\}', tables)
    assert dark
    assert tuple(re.findall(r"#[0-9a-f]{6}", dark[1])) == TONES
    for place in range(1, 7):
        assert f".pool-{place} {{ stroke: var(--seat-{place});" in guide
