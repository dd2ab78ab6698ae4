from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, TABLET, faults_in_both_themes
from tests.web.lists import DAY, MISSPELT, WINNER


def paste(page: Page, text: str, day: str = DAY) -> None:
    page.goto("/")
    page.get_by_label("Decklist").fill(text)
    page.get_by_text("Date and sets").click()
    page.get_by_label("Date of the event").fill(day)
    page.get_by_role("button", name="Check the deck").click()
    expect(page.locator("#verdict")).to_be_visible()


def test_a_pasted_winning_list_gets_the_right_answer_its_text_and_its_link(open_page: Callable[..., Page]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    paste(page, WINNER)
    expect(page.get_by_role("heading", level=1)).to_contain_text("This deck is legal")
    expect(page.get_by_role("region", name="Crypt 12")).to_contain_text("Giotto Verducci")
    expect(page.get_by_role("img", name="Capacities in the crypt.")).to_be_visible()
    expect(page.locator("#verdict")).to_be_focused()

    # Copy puts the text on the clipboard.
    page.get_by_role("button", name="TWD", exact=True).click()
    expect(page.get_by_label("TWD")).to_be_focused()
    page.locator('[data-copy="export-twd"]').click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "4x Giotto Verducci" in page.evaluate("navigator.clipboard.readText()")

    # The link opens the same deck.
    page.goto(page.get_by_label("Link to this deck").input_value())
    expect(page.get_by_role("region", name="Library 90")).to_contain_text("Freak Drive")


def test_the_way_back_to_a_player_stands_above_the_answer_and_the_list_beside_it(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Decklist").fill(MISSPELT)
    page.locator("#deck-form").evaluate(
        "form => form.insertAdjacentHTML('afterbegin', '<input type=hidden name=of value=lyon/3>')"
    )
    page.get_by_role("button", name="Check the deck").click()
    way = page.get_by_role("link", name="Back to the player")
    expect(way).to_have_attribute("href", "/tournaments/lyon/console/players/3")
    expect(page.locator("#verdict")).to_contain_text("not legal")
    boxes = [one.bounding_box() for one in (way, page.locator("#verdict"), page.get_by_role("region", name="The list"))]
    (left, top), (under, below), (beside, _) = [(box["x"], box["y"]) for box in boxes if box]
    assert (left, top < below, beside > left + 600) == (under, True, True)
    page.get_by_role("button", name="Freak Drive").first.click()
    expect(page.locator("#verdict")).to_contain_text("This deck is legal")
    expect(way).to_be_visible()


def test_the_button_is_on_the_first_screen_and_a_legal_deck_on_two(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 1366, "height": 768})
    page.goto("/")
    page.get_by_label("Decklist").fill(WINNER)
    button = page.get_by_role("button", name="Check the deck")
    assert button.evaluate("button => button.getBoundingClientRect().bottom") < 640
    button.click()
    expect(page.locator("#verdict")).to_contain_text("This deck is legal")
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 768
    assert page.locator(".block .cards li").first.evaluate("row => row.offsetHeight") == 30
    parts = page.locator("section:is([aria-labelledby=crypt], [aria-labelledby=library], [aria-labelledby=closer])")
    tops = parts.evaluate_all("parts => parts.map((part) => part.getBoundingClientRect().top)")
    lefts = parts.evaluate_all("parts => parts.map((part) => part.getBoundingClientRect().left)")
    assert (max(tops) - min(tops) < 8, lefts) == (True, sorted(lefts))


def test_one_click_accepts_a_suggestion(page: Page) -> None:
    paste(page, MISSPELT)
    expect(page.locator("#verdict")).to_have_text("This deck is not legal: 1 problem.")
    page.get_by_role("button", name="Freak Drive").first.click()
    expect(page.locator("#verdict")).to_contain_text("This deck is legal")
    expect(page.get_by_label("Decklist")).to_have_value(WINNER)


def test_without_script_all_of_it_works(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    paste(page, MISSPELT)
    page.get_by_role("button", name="Freak Drive").first.click()
    expect(page.locator("#verdict")).to_contain_text("This deck is legal")
    page.get_by_text("JOL", exact=True).click()
    expect(page.get_by_role("textbox", name="JOL")).to_contain_text("8x Freak Drive")
    page.get_by_label("Casual").check()
    expect(page.get_by_label("Players in the game")).to_be_visible()
    expect(page.get_by_label("Boosters per player")).to_be_hidden()


def test_the_keyboard_alone_is_enough(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the link past the navigation
    page.keyboard.press("Tab")
    expect(page.get_by_label("Decklist")).to_be_focused()
    page.keyboard.insert_text(MISSPELT)
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Check the deck":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "accept":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_label("Decklist")).to_have_value(WINNER)


def test_a_wrong_date_is_said_beside_the_field_and_nothing_is_lost(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/")
    page.get_by_label("Decklist").fill(WINNER)
    page.get_by_label("Casual").check()
    page.get_by_role("button", name="Check the deck").click()
    field = page.get_by_label("Players in the game")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Decklist")).to_have_value(WINNER)
    field.fill("5")
    page.get_by_role("button", name="Check the deck").click()
    expect(page.locator("#verdict")).to_contain_text("This deck is legal")


def test_what_was_typed_and_its_answer_outlive_a_change_of_language(page: Page) -> None:
    def change_to(language: str) -> None:
        page.locator("#menu > summary").click()
        page.get_by_role("button", name=language).click()

    page.goto("/")
    page.get_by_label("Decklist").fill(MISSPELT)
    change_to("Français")
    expect(page.get_by_label("Liste du deck")).to_have_value(MISSPELT)
    change_to("English")
    page.get_by_role("button", name="Check the deck").click()
    expect(page.locator("#verdict")).to_be_visible()
    change_to("Français")
    expect(page.locator("#verdict")).to_contain_text("Ce deck n’est pas légal")
    expect(page.get_by_role("heading", level=2, name="Ce qui ne va pas")).to_be_visible()
    expect(page.get_by_label("Liste du deck")).to_have_value(MISSPELT)


def test_an_oversize_file_is_refused_before_it_is_sent(page: Page) -> None:
    page.goto("/")
    page.get_by_label("or a file").set_input_files(
        {"name": "x.txt", "mimeType": "text/plain", "buffer": b"x" * 300_000}
    )
    page.get_by_role("button", name="Check the deck").click()
    assert "256 kB" in page.evaluate("document.getElementById('file').validationMessage")
    expect(page.locator("#verdict")).to_have_count(0)


def test_a_file_dropped_on_the_list_is_the_list(page: Page) -> None:
    page.goto("/")
    page.evaluate(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "winner.twd", { type: "" }));
            const over = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: carried });
            document.getElementById("text").dispatchEvent(over);
        }""",
        WINNER,
    )
    page.get_by_role("button", name="Check the deck").click()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.get_by_label("Decklist")).to_have_value(WINNER)


def test_cards_are_found_while_typing(page: Page) -> None:
    page.goto("/cards/")
    page.get_by_role("searchbox").press_sequentially("govern the")
    expect(page.get_by_role("link", name="Govern the Unaligned")).to_be_visible()
    page.wait_for_url("**/cards/?q=govern+the*")
    page.get_by_role("searchbox").press("Enter")
    page.wait_for_url("**/cards/100845")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Govern the Unaligned")


def test_every_word_is_readable_and_nothing_overflows(page: Page) -> None:
    paste(page, MISSPELT.replace("4x Khalid", "4x Nana Buruku"))
    for details in page.locator("details").all():
        details.evaluate("element => { element.removeAttribute('name'); element.open = true; }")
    assert faults_in_both_themes(page, PHONE, TABLET, DESKTOP) == []


def test_the_other_pages_too(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport=PHONE)
    for path in ("/cards/?q=nana", "/cards/?q=zzzz", "/cards/200517", "/help/", "/nothing", "/deck?cards=x"):
        page.goto(path)
        assert faults_in_both_themes(page) == [], path


def test_every_target_fits_a_thumb(phone: Page) -> None:
    from tests.browser.test_shell import SMALL_TARGETS

    phone.goto("/")
    assert phone.evaluate(SMALL_TARGETS) == []


def test_cards_are_counted_where_they_stand_and_the_verdict_follows(page: Page) -> None:
    paste(page, WINNER)
    page.get_by_role("button", name="Edit cards").click()
    more = page.get_by_role("button", name="One more: Ashur Tablets")
    more.scroll_into_view_if_needed()
    place = more.bounding_box()
    # Taps that follow each other go out together.
    page.clock.install(time=0)
    page.clock.pause_at(3600)
    more.click()
    more.click()
    page.clock.resume()
    expect(page.locator(".strip")).to_contain_text("Ashur Tablets: 12 → 14")
    expect(page.locator(".strip")).to_contain_text("This deck is not legal")
    expect(more).to_be_focused()
    assert more.bounding_box()["y"] == pytest.approx(place["y"], abs=2)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Decklist")).to_have_value(WINNER)

    # A card is found while typing and added with a tap.
    page.get_by_label("Add a card").press_sequentially("the summoni")
    page.get_by_role("button", name="The Summoning").click()
    expect(page.get_by_role("region", name="Library 91")).to_contain_text("The Summoning")
    expect(page.get_by_label("Add a card")).to_be_focused()

    # The last copy takes the card out, and the next one has the focus.
    page.get_by_role("button", name="One less: Army of Rats").click()
    expect(page.get_by_role("button", name="One less: Army of Rats")).to_have_count(0)
    expect(page.get_by_role("button", name="One less: Clan Impersonation")).to_be_focused()
    assert "Army of Rats" not in page.get_by_label("Decklist").input_value()


def test_a_name_that_nobody_can_guess_is_looked_up(page: Page) -> None:
    paste(page, WINNER.replace("8x Freak Drive", "8x Xqzzyw Vbrtk"))
    page.get_by_label("Another card for this line").press_sequentially("freak dr")
    page.get_by_role("button", name="Freak Drive").click()
    expect(page.get_by_label("Decklist")).to_have_value(WINNER)


def test_cards_are_counted_without_script(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    paste(page, WINNER)
    page.get_by_role("button", name="Edit cards").click()
    page.get_by_role("button", name="One more: Ashur Tablets").click()
    expect(page.get_by_label("Decklist")).to_have_value(
        WINNER.replace("12x Ashur", "13x Ashur").replace("90 cards", "91 cards")
    )


def test_the_edited_deck_is_readable_and_fits_a_thumb(open_page: Callable[..., Page]) -> None:
    from tests.browser.test_shell import SMALL_TARGETS

    page = open_page(viewport=PHONE, has_touch=True)
    paste(page, MISSPELT)
    page.get_by_role("button", name="Edit cards").click()
    page.get_by_role("button", name="One more: Ashur Tablets").click()
    expect(page.locator(".strip")).to_contain_text("12 → 13")
    assert faults_in_both_themes(page) == []
    assert page.evaluate(SMALL_TARGETS) == []


def test_two_faults_are_repaired_with_one_tap_and_given_back_with_another(page: Page) -> None:
    text = MISSPELT.replace("1x Rack, The", "2x Protect Thine Own")
    paste(page, text)
    page.get_by_role("button", name="Repair with 2 changes").click()
    expect(page.locator("#verdict")).to_contain_text("This deck is legal")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Decklist")).to_have_value(text)


def test_a_list_is_compared_and_a_hand_drawn_again_where_it_stands(page: Page) -> None:
    paste(page, WINNER)
    page.get_by_role("button", name="Compare").click()
    other = page.get_by_label("The other list, or its link")
    other.fill(WINNER.replace("8x Freak Drive", "6x Freak Drive"))
    page.get_by_role("button", name="Compare").last.click()
    expect(page.get_by_role("row", name="Freak Drive 8 6")).to_be_visible()

    # A wrong seed keeps no other analysis shut, and a wrong list has the focus.
    page.get_by_role("button", name="Draw a hand").click()
    page.get_by_label("Random seed").fill("12345678")
    page.get_by_role("button", name="Compare").click()
    other.fill("hello")
    page.get_by_role("button", name="Compare").last.click()
    expect(other).to_be_focused()
    expect(other).to_have_accessible_description(
        "No line of this text names a card. Enter a decklist, one card per line."
    )

    page.get_by_role("button", name="Draw a hand").click()
    expect(page.get_by_label("Random seed")).not_to_have_value("")
    first = page.get_by_label("Random seed").input_value()
    page.get_by_role("button", name="Draw another").click()
    expect(page.get_by_label("Random seed")).not_to_have_value(first)
    expect(page.get_by_role("button", name="Draw another")).to_be_focused()
    hand = page.locator(".hand").inner_text()
    # The link shows it.
    page.goto(page.get_by_label("Link to this hand").input_value())
    expect(page.locator(".hand")).to_have_text(hand, use_inner_text=True)


def test_every_analysis_is_readable_and_fits_a_phone(open_page: Callable[..., Page]) -> None:
    from tests.browser.test_shell import SMALL_TARGETS

    page = open_page(viewport=PHONE, has_touch=True)
    paste(page, WINNER)
    for panel in ("Who can play what", "Odds", "Draw a hand", "Compare"):
        page.get_by_role("button", name=panel).first.click()
        expect(page.locator("#panel"), panel).to_be_focused()
        assert faults_in_both_themes(page) == [], panel
        assert page.evaluate(SMALL_TARGETS) == [], panel


def test_everything_of_the_form_can_be_hit_beside_the_answer_on_a_small_laptop(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    page.goto("/")
    page.get_by_label("Decklist").fill(MISSPELT)
    page.get_by_role("button", name="Check the deck").click()
    expect(page.locator("#verdict")).to_be_focused()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    hidden = page.locator("#deck-form :is(.segments label, summary, .actions .button)").evaluate_all(
        """all => all.filter(one => one.checkVisibility()).filter(one => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).map(one => one.textContent)"""
    )
    assert hidden == []
    page.get_by_text("Date and sets").click()
    page.get_by_label("Only these sets").fill("V5")
    expect(page.get_by_label("Only these sets")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("has_script", [True, False])
def test_one_of_two_decks_in_one_paste_is_picked_and_the_paste_given_back(
    open_page: Callable[..., Page], has_script: bool
) -> None:
    other = WINNER.replace("Suffering from Success", "The other one").replace("12x Ashur Tablets", "2x Ashur Tablets")
    page = open_page(java_script_enabled=has_script, viewport=PHONE)
    page.goto("/")
    page.get_by_label("Decklist").fill(f"{WINNER}\n{other}")
    page.get_by_role("button", name="Check the deck").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This list has several decks. Which one?")
    first = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Suffering from Success"))
    expect(first).to_contain_text("Crypt 12 · Library 90")
    page.get_by_role("button", name="The other one").click()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.get_by_role("region", name="Library 80")).to_be_visible()
    expect(page.get_by_label("Decklist")).to_have_value(other)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Suffering from Success")).to_be_visible()
    page.get_by_role("button", name="Suffering from Success").click()
    expect(page.get_by_role("region", name="Library 90")).to_be_visible()
