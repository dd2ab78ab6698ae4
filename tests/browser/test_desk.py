"""The desk by keyboard: how many keys the check-in of 33 people takes, and the results of their seven tables.

`python -m pytest tests/browser/test_desk.py -s` prints the counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, faults_in_both_themes, press
from tests.browser.halls import Hall
from toolkit.languages import LANGUAGES
from toolkit.services.kernel.links import key_of, player_path, table_path
from toolkit.tournament import State, checkin, players, results
from toolkit.tournament.desk import Presence, Unclear, meaning_of
from toolkit.web.base import i18n

# As few as `Jean-Luc` needs beside `Jean-Marc`, and one for Enter.
MOST_KEYS_BESIDE_LETTERS = 1.5
MOST_KEYS_A_TABLE = 10


class Keys:
    """A keyboard that counts, at a page that is never loaded again."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def type(self, text: str) -> None:
        """The text, key by key, and Enter."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.pressed += len(text) + 1


def desk_of(hall: Hall, size: dict[str, int] = DESKTOP) -> Page:
    page = hall.laptop("/desk", viewport=size)
    if hall.state.published:
        # A round's first figure is a result; the key of every search leads to the field.
        page.keyboard.press("/")
    expect(page.locator("#typed")).to_be_focused()
    return page


def everyone_is_here(page: Page) -> None:
    expect(page.locator("[data-key=here]")).to_have_text("33 of 33 here")


@contextmanager
def without_a_load(page: Page) -> Iterator[None]:
    """What is done inside loads no page."""
    page.evaluate("window.isTheSame = true")
    yield
    assert page.evaluate("window.isTheSame")


def letters(state: State, name: str, player: int) -> str:
    """The fewest letters at the beginning of a name that mean nobody else, as a person sees them in a list."""
    for length in range(1, len(name)):
        try:
            if meaning_of(state, name[:length]) == Presence(player, is_here=True):
                return name[:length].rstrip()
        except Unclear:
            continue
    return name


def test_33_people_are_checked_in_with_the_letters_that_tell_them_apart_and_enter(
    hall: Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    everybody = [(player.number, player.name) for player in hall.work.look().active]
    hall.work.change(checkin.check_out, [number for number, _ in everybody])
    page, state = desk_of(hall), hall.work.look()
    keys, needed = Keys(page), [letters(state, name, number) for number, name in everybody]
    with without_a_load(page):
        for text in needed:
            keys.type(text)
        everyone_is_here(page)
    assert len(checkin.here(hall.work.look())) == len(everybody) == 33
    beyond = (keys.pressed - sum(map(len, needed))) / len(everybody)
    with capsys.disabled():
        print(
            f"\ncheck-in of {len(everybody)} by keyboard: {keys.pressed} keys, {beyond:.2f} beyond the letters that"
            f" tell a name apart ({sum(map(len, needed)) / len(everybody):.2f} a name), 0 page loads"
        )
    assert beyond <= MOST_KEYS_BESIDE_LETTERS


def test_seven_results_take_at_most_ten_keys_a_table(seated: Hall, capsys: pytest.CaptureFixture[str]) -> None:
    page = desk_of(seated)
    counts = []
    with without_a_load(page):
        for table, players in seated.work.look().round(1).numbered():
            keys = Keys(page)
            keys.type(str(table))
            keys.type("21110" if len(players) == 5 else "2110")
            counts.append(keys.pressed)
        expect(page.get_by_text("All results are in.")).to_be_visible()
    assert seated.work.look().round(1).is_complete
    with capsys.disabled():
        print(f"\nresults of {len(counts)} tables: {counts} keys, {max(counts)} at most, 0 page loads")
    assert max(counts) <= MOST_KEYS_A_TABLE


def test_what_is_wrong_stays_with_its_reason_and_what_would_make_it_true(seated: Hall) -> None:
    page = desk_of(seated)
    size = len(seated.work.look().round(1).table(1))
    Keys(page).type("1")
    expect(page.locator("#open-table")).to_contain_text("Table 1")
    Keys(page).type("4 h" + " 0" * (size - 2))
    expect(page.locator("#desk-said")).to_contain_text("did a player leave the game?")
    expect(page.locator("#typed")).to_have_value("4 h" + " 0" * (size - 2))
    page.get_by_role("button", name="It was so").click()
    expect(page.locator(".last")).to_contain_text("Result of table 1")
    scores = [seated.work.look().round(1).scores[player] for player in seated.work.look().round(1).table(1)]
    assert [score.victory_points for score in scores][:2] == [8, 1]
    expect(page.locator("#typed")).to_have_value("")
    expect(page.locator("#typed")).to_be_focused()


def test_a_helpers_change_is_seen_and_takes_nothing_from_the_field(hall: Hall) -> None:
    page = desk_of(hall)
    first, second = hall.work.look().active[:2]
    page.keyboard.type(second.name[:3])
    hall.work.change(checkin.check_out, (first.number,))
    page.locator(".parts a", has_text="Not here").locator(".count-note", has_text="1").wait_for()
    expect(page.locator("#typed")).to_have_value(second.name[:3])
    expect(page.locator("#typed")).to_be_focused()


def test_a_name_that_another_helper_was_faster_with_is_not_taken_out(hall: Hall) -> None:
    player = hall.work.look().active[0]
    hall.work.change(checkin.check_out, (player.number,))
    page = desk_of(hall)
    page.keyboard.type(player.name)
    hall.work.change(checkin.check_in, (player.number,))
    page.keyboard.press("Enter")
    expect(page.locator("#typed")).to_have_value("")
    everyone_is_here(page)
    assert player.number in checkin.here(hall.work.look())


def test_a_scanner_is_a_keyboard(hall: Hall) -> None:
    player, key = hall.work.look().active[0], key_of(hall.context, hall.id)
    hall.work.change(checkin.check_out, (player.number,))
    page = desk_of(hall)
    for _ in range(2):
        Keys(page).type(f"http://hall.lan:8080{player_path(hall.id, player.number, key)}")
    everyone_is_here(page)
    Keys(page).type(f"http://hall.lan:8080{table_path(hall.id, 1, 1, key)}")
    expect(page.locator("#desk-said")).to_contain_text("There is no round 1 yet.")


def test_the_desk_has_no_fault_on_any_screen(seated: Hall) -> None:
    page = desk_of(seated)
    Keys(page).type("1")
    Keys(page).type("9")
    expect(page.locator("#desk-said")).to_contain_text("no table 9")
    page.locator("#typed-help summary").click()
    assert faults_in_both_themes(page, PHONE, DESKTOP) == []


def test_a_phone_has_the_field_on_its_first_screen(seated: Hall) -> None:
    page = desk_of(seated, PHONE)
    box = page.locator("#typed").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < PHONE["height"] / 2


# The width of the words in an empty field, and the width that they have.
HINT = """() => {
  const field = document.querySelector("#typed"), box = getComputedStyle(field);
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(field, "::placeholder");
  const paper = document.createElement("canvas").getContext("2d");
  paper.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const room = field.clientWidth - parseFloat(box.paddingLeft) - parseFloat(box.paddingRight);
  return [paper.measureText(field.placeholder).width, room];
}"""


def test_a_phone_shows_the_whole_hint_of_the_field_in_every_language(hall: Hall) -> None:
    page = desk_of(hall)
    for language in LANGUAGES:
        page.context.add_cookies([{"name": i18n.COOKIE, "value": language, "url": page.url}])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.evaluate("document.fonts.ready")
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 800})
            words, room = page.evaluate(HINT)
            assert words <= room, f"{language}, {width} px"


def test_a_sheet_of_paper_has_the_grid_as_the_screen_has_it(seated: Hall) -> None:
    """A4 with a printer's usual margins is 718 px wide, less than what is taken for a laptop's window."""
    page = desk_of(seated, {"width": 718, "height": 1000})
    page.goto(f"/tournaments/{seated.id}/console/rounds/1")
    row = page.locator(".grid tr:has(input)").first
    expect(row).to_have_css("display", "grid")
    page.emulate_media(media="print")
    expect(row).to_have_css("display", "table-row")
    assert page.evaluate("document.querySelector('.grid').getBoundingClientRect().right") <= 718


def test_all_players_of_last_time_are_ticked_with_one_press(hall: Hall) -> None:
    page = desk_of(hall)
    page.goto(f"/tournaments/{hall.id}/console/again")
    rows = page.locator(".people li").evaluate_all("(rows) => rows.map((row) => row.getBoundingClientRect())")
    assert rows[0]["x"] == rows[1]["x"] < max(row["x"] for row in rows)
    assert rows[1]["y"] - rows[0]["y"] <= 32
    everybody, ticked = len(hall.work.look().players), page.locator("[name=player]:checked")
    for word, number in (("Tick no one", 0), ("Tick everyone", everybody)):
        page.get_by_role("button", name=word).click()
        expect(ticked).to_have_count(number)


def test_a_grid_takes_all_slips_row_by_row(seated: Hall, capsys: pytest.CaptureFixture[str]) -> None:
    page = desk_of(seated)
    page.goto(f"/tournaments/{seated.id}/console/rounds/1")
    expect(page.locator("#t1s1")).to_be_focused()
    sizes = [len(players) for _, players in seated.work.look().round(1).numbered()]
    pressed = 0
    with without_a_load(page):
        for size in sizes:
            Keys(page).type("21110"[: size - 1] + "0")
            pressed += size + 1
        expect(page.get_by_text("All results are in.")).to_be_visible()
        expect(page.locator("tbody.grid-done")).to_have_count(len(sizes))
        expect(page.locator("#bar [data-next]:focus")).to_have_text("Seat round 2")
    assert seated.work.look().round(1).is_complete
    with capsys.disabled():
        print(f"\nresults of {len(sizes)} tables in the grid: {pressed} keys, 0 page loads")


def enter_elsewhere(seated: Hall, page: Page, table: int) -> None:
    """Another helper enters a table's result, and the page shows it."""
    size = len(seated.state.round(1).table(table))
    seated.work.change(results.enter_result, 1, table, victory_points=[size] + [0] * (size - 1))
    expect(page.locator(f"#grid-{table}.grid-done")).to_have_count(1)


def test_in_the_grid_arrows_move_and_a_wrong_row_stays_with_its_reason(seated: Hall) -> None:
    page = desk_of(seated)
    page.goto(f"/tournaments/{seated.id}/console/rounds/1")
    expect(page.locator("#t1s1")).to_be_focused()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#t2s1")).to_be_focused()
    Keys(page).type("7")
    expect(page.locator("#t2s2")).to_be_focused()
    page.locator("#t2s1").fill("70000")
    page.locator("#t2s1").press("Enter")
    expect(page.locator("#grid-2")).to_contain_text("is impossible")
    for seat, points in enumerate("70000", start=1):
        expect(page.locator(f"#t2s{seat}")).to_have_value(points)
    expect(page.locator("#t2s1")).to_have_attribute("aria-invalid", "true")
    enter_elsewhere(seated, page, 3)
    expect(page.locator("#grid-2.grid-bad")).to_contain_text("is impossible")
    expect(page.locator("#t2s1")).to_have_attribute("aria-invalid", "true")
    assert faults_in_both_themes(page, PHONE, DESKTOP) == []
    assert not seated.line(2)
    sent = list[str]()
    page.on("request", lambda request: sent.append(request.method) if request.url.endswith("/grid") else None)
    page.locator("#t2s1").focus()
    page.locator("#t4s2").fill(str(len(seated.state.round(1).table(4))))
    page.locator("#t1s1").click()
    expect(page.locator("#grid-4.grid-done")).to_have_count(1)
    page.locator("#t2s1").fill("6")
    page.locator("#grid-2 [name=take]").first.click()
    expect(page.locator("#grid-2.grid-done")).to_have_count(1)
    assert sent == ["POST", "POST"]
    first = len(seated.work.look().round(1).table(1))
    page.locator("#t1s1").fill("h" * (first - 1))
    page.locator("#t1s1").press("Enter")
    expect(page.locator("#grid-1")).to_contain_text("type a figure for each")
    page.locator("#t1s1").fill("h" * first)
    page.locator("#t1s1").press("Enter")
    expect(page.locator("#grid-1.grid-done")).to_have_count(1)


def test_the_slips_of_the_next_round_are_three_actions_from_the_last_result(
    seated: Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    for table, seats in seated.work.look().round(1).numbered():
        seated.work.change(results.enter_result, 1, table, victory_points=[len(seats)] + [0] * (len(seats) - 1))
    page = desk_of(seated)
    press(page.get_by_role("button", name="Seat round 2"))
    press(page.get_by_role("button", name="Publish round 2"))
    address = page.get_by_role("link", name="Print seats and slips").get_attribute("href")
    assert address is not None
    printed = page.request.get(address)  # the third action: a browser shows it in a window of its own
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.body().startswith(b"%PDF")
    with capsys.disabled():
        print("\nfrom the last result to the next round's slips: 3 actions (seat, publish, print)")


def test_a_key_leads_from_a_filled_row_to_the_field(seated: Hall) -> None:
    page = seated.laptop("/rounds/1")
    enter_elsewhere(seated, page, 1)
    expect(page.locator("#t1s1")).to_have_value("5")
    page.keyboard.press("/")
    expect(page.locator("#typed")).to_be_focused()
    page.locator("#t1s1").focus()
    page.keyboard.press("End")
    page.keyboard.press("/")
    expect(page.locator("#t1s1")).to_have_value("5/")


def test_a_long_name_hides_no_game_win(seated: Hall) -> None:
    """A name that has no room ends within its line; the game win stands beside that line, not behind a second one."""
    seated.work.change(players.change_player, 1, name="Hugo Lindqvist-Andersson")
    page = seated.laptop("/rounds/1", viewport={"width": 1366, "height": 768})
    enter_elsewhere(seated, page, 1)
    name = page.locator("label[for=t1s1]")
    box, win = name.bounding_box(), name.locator("abbr").bounding_box()
    assert box
    assert win
    assert win["y"] + win["height"] <= box["y"] + box["height"]
