from __future__ import annotations

from tests.web.pages import text_of
from tests.web.tables.conftest import Table
from toolkit.services.tables import folding

FRAGMENT = {"X-Fragment": "table"}


def test_an_open_screen_gets_nothing_until_something_happens(table: Table) -> None:
    path = table.path("2")
    first = table.client.get(path, headers=FRAGMENT)
    assert "<html" not in first.text
    asked = {**FRAGMENT, "If-None-Match": first.headers["ETag"]}
    assert table.client.get(path, headers=asked).status_code == 304
    table.do("1", "Anna: end-phase")
    assert table.client.get(path, headers=asked).status_code == 200


def test_nothing_is_folded_for_nothing_new(table: Table, monkeypatch) -> None:
    path = table.path("2")
    tag = table.client.get(path, headers=FRAGMENT).headers["ETag"]
    monkeypatch.setattr(folding, "fold", lambda *_: 1 / 0)
    monkeypatch.setattr("toolkit.services.kernel.repository.Repository.look", lambda *_: 1 / 0)
    answer = table.client.get(path, headers={**FRAGMENT, "If-None-Match": tag})
    assert (answer.status_code, answer.data) == (304, b"")


def test_another_language_is_another_version(table: Table) -> None:
    path = table.path("2")
    tag = table.client.get(path, headers=FRAGMENT).headers["ETag"]
    asked = {**FRAGMENT, "If-None-Match": tag, "Accept-Language": "fr"}
    assert table.client.get(path, headers=asked).status_code == 200


def test_whoever_comes_back_reads_what_was_missed(table: Table) -> None:
    table.get("2")
    table.do("1", "Anna: end-phase")
    table.do("1", "Anna: end-phase")
    page = text_of(table.get("2"))
    assert "While you were away" in page
    assert "While you were away" not in text_of(table.get("2"))


def test_what_one_did_oneself_was_not_missed(table: Table) -> None:
    table.get("1")
    table.do("1", "Anna: end-phase")
    assert "While you were away" not in text_of(table.get("1"))


def test_a_cookie_that_is_no_number_is_nothing(table: Table) -> None:
    for written in ("x", "-1", "9" * 50, "٣"):
        table.client.set_cookie("seen", written, path=table.path("2"))
        table.get("2")


def test_the_depth_is_kept_by_the_browser(table: Table) -> None:
    assert "depth=light" in table.get("1").text
    answer = table.get("1", "?depth=light")
    assert "depth=full" in answer.text
    assert "depth=full" in table.get("1").text
    assert "depth=light" in table.get("2", client=table.app.test_client()).text


def test_what_waits_behind_a_heading_comes_to_whoever_opens_it(table: Table) -> None:
    path = table.path("host")
    shut = table.client.get(path, headers=FRAGMENT)
    assert 'id="group-judge"' in shut.text
    assert 'id="offer-set-seat"' not in shut.text
    opened = table.client.get(f"{path}?for=2&open=judge&open=effects", headers=FRAGMENT)
    for form in ("set-seat", "effect"):
        assert f'id="offer-{form}"' in opened.text
    assert f'data-live="{path}?for=2&amp;open=effects&amp;open=judge"' in opened.text
    assert opened.headers["ETag"] != shut.headers["ETag"]
    asked = {**FRAGMENT, "If-None-Match": opened.headers["ETag"]}
    assert table.client.get(f"{path}?open=effects&open=judge&for=2", headers=asked).status_code == 304
    assert table.client.get(path, headers=asked).status_code == 200


def test_a_word_that_opens_nothing_changes_nothing(table: Table) -> None:
    path = table.path("2")
    tag = table.client.get(path, headers=FRAGMENT).headers["ETag"]
    asked = {**FRAGMENT, "If-None-Match": tag}
    for word in ("judgement", "TABLE", "table", "%00", "x" * 5000, '"><script>'):
        answer = table.client.get(path, headers=asked, query_string={"open": word})
        assert answer.status_code == 304, word
    assert 'id="offer-set-seat"' not in table.client.get(f"{path}?open=judge").text


def test_a_refused_form_comes_back_with_its_heading_open(table: Table) -> None:
    form = {"choice": "effect", "op": "", "effect": "burn_pool:Nobody:1", "amount": "3", "pool": "0"}
    answer = table.post("1", "/do", 422, **form)
    assert 'id="offer-effect"' in answer.text
    assert "open=effects" in answer.text.partition("data-live=")[2].partition(" ")[0]
