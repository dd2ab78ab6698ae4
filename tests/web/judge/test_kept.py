"""What a judge enters is kept on the phone until it was acknowledged, and carried out once however often it is sent."""

from __future__ import annotations

import re

from tests.web.judge.conftest import Bench
from tests.web.lists import WINNER
from toolkit.tournament import announcements, calls, clock, event, results
from toolkit.tournament.facts import NoteAdded

PAGES = ("", "/tables", "/rounds/1/tables/1", "/rounds/1/tables/2", "/players", "/players/1", "/players/1/penalty/3.3")
# It changes nothing.
NO_ENTRY = {"judge.player_compare"}


def forms_of(bench: Bench, pages: tuple[str, ...]) -> list[tuple[str, bool]]:
    """What each form that is sent leads to, and whether it is kept."""
    adapter = bench.app.url_map.bind("localhost")
    shown = [bench.raw(page).partition("<main")[2].partition("</main>")[0] for page in pages]
    tags = [tag for text in shown for tag in re.findall(r'<form\s[^>]*method="post"[^>]*>', text)]
    paths = [(re.findall(r'action="([^"#]*)', tag)[0], "data-keep" in tag) for tag in tags]
    return [(adapter.match(path, method="POST")[0], is_kept) for path, is_kept in paths]


def test_every_form_of_the_judges_pages_is_kept(bench: Bench) -> None:
    bench.hand_in(1, WINNER, is_judge=True, reason="late")
    bench.change(clock.start_clock, 1, minutes=120)
    bench.change(clock.pause_clock, 1, table=2)
    bench.call(1, "block?")
    bench.change(announcements.announce, "Lunch.")
    bench.change(results.enter_result, 1, 1, victory_points=[4, 0, 0, 0])
    bench.change(results.enter_result, 1, 1, victory_points=[0, 4, 0, 0], by_player=2)
    bench.post("/players/1/penalty/3.3", player=1, infraction="3.3", grade="caution")
    forms = forms_of(bench, (*PAGES, "/notes"))
    rules = bench.app.url_map.iter_rules()
    sent = {rule.endpoint for rule in rules if rule.endpoint.startswith("judge.") and "POST" in (rule.methods or ())}
    assert {endpoint for endpoint, _ in forms} == sent
    assert {endpoint for endpoint, is_kept in forms if not is_kept} == NO_ENTRY
    assert all('id="outbox"' in bench.raw(page) and "outbox.js" in bench.raw(page) for page in PAGES)


def test_what_a_phone_sends_again_is_done_once_and_answered_as_it_was(bench: Bench) -> None:
    seen = bench.tournament.number
    bench.post("/notes", text="Slow play", sequence=seen, key="0123456789abcdef")
    bench.change(event.add_note, "Something else")
    bench.change(calls.call_judge, round_number=1, table=2)
    bench.post("/notes", text="Slow play", sequence=seen, key="0123456789abcdef")
    notes = [entry.fact.text for entry in bench.tournament.log if isinstance(entry.fact, NoteAdded)]
    assert notes == ["Slow play", "Something else"]


def test_two_entries_of_one_page_that_waited_together_are_both_carried_out(bench: Bench) -> None:
    seen = bench.tournament.number
    for key, text in (("a" * 16, "First"), ("b" * 16, "Second")):
        bench.post("/rounds/1/tables/1/note", note=text, sequence=seen, key=key)
    notes = [entry.fact.text for entry in bench.tournament.log if isinstance(entry.fact, NoteAdded)]
    assert [text.rpartition(": ")[2] for text in notes] == ["First", "Second"]


def test_what_the_same_page_sent_before_does_not_contradict_it_and_what_others_did_does(bench: Bench) -> None:
    bench.change(clock.start_clock, 1, minutes=120)
    seen, extend = bench.tournament.number, "/rounds/1/tables/1/extend"
    bench.post(extend, seconds=3, sequence=seen, key="a" * 16)
    bench.post(extend, 409, seconds=5, sequence=seen, key="b" * 16)
    bench.post(extend, 409, seconds=5, sequence=seen, key="b" * 16, after="c" * 16)
    # Of a page that has sent many, the last ones count.
    bench.post(extend, seconds=5, sequence=seen, key="b" * 16, after=" ".join(["c" * 64] * 60 + ["a" * 16]))
    bench.change(clock.extend_clock, 1, seconds=60, table=1, reason="")
    page = bench.post(extend, 409, seconds=10, sequence=seen, key="d" * 16, after=f"{'a' * 16} {'b' * 16}")
    assert page.count("more for table 1") == 1
    assert bench.tournament.round(1).clock.table_extensions == {1: 540}


def test_a_penalty_for_a_player_who_was_penalized_meanwhile_asks_again(bench: Bench) -> None:
    seen = bench.tournament.number
    given = {"player": 1, "grade": "caution", "sequence": seen}
    bench.post("/players/1/penalty/3.3", **given, infraction="3.3", key="a" * 16)
    page = bench.post("/players/1/penalty/3.3", 409, **given, infraction="3.3", key="b" * 16)
    assert "This changed in the meantime" in page
