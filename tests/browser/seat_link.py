"""A seat's link as a program follows it: what its page offers is read from the page and sent, without a screen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

import requests
from lxml import html
from playwright.sync_api import Page

from tests.web.pages import text_of


class SeatLink:
    """The link that a page shows, with its cookies."""

    def __init__(self, page: Page) -> None:
        self._session = requests.Session()
        self._session.trust_env = False
        for cookie in page.context.cookies():
            self._session.cookies.set(cookie["name"], cookie["value"])

    def send(self, address: str, name: str, words: re.Pattern[str], terms: Mapping[str, str | int]) -> bool:
        """Carry out what a form offers: its button with these words, with these terms by their labels.

        Returns:
            Whether it was: a form that waits behind a heading comes when a finger opens it.
        """
        self._session.headers.update({"Referer": address, "X-Fragment": "table"})
        drawn = html.document_fromstring(self._session.get(address).text, base_url=address)
        found = drawn.xpath("//form[@id=$id]", id=f"offer-{name}")
        if not found:
            return False
        form = cast(html.FormElement, found[0])
        for label, value in terms.items():
            _set(form, label.replace("_", " "), str(value))
        (button,) = (one for one in form.iter("button") if one.get("type") is None and words.search(_name_of(one)))
        answer = self._post(form, button)
        if answer.status_code == 200:
            # What is asked is meant.
            (question,) = html.document_fromstring(answer.text, base_url=address).xpath("//form[@id='question']")
            answer = self._post(question, next(question.iter("button")))
        assert answer.status_code == 303, text_of(answer.text)
        return True

    def _post(self, form: html.FormElement, button: html.HtmlElement) -> requests.Response:
        form.make_links_absolute()
        sent = [*form.form_values(), (button.get("name", ""), button.get("value", ""))]
        return self._session.post(form.action or "", data=[pair for pair in sent if pair[0]], allow_redirects=False)


def _name_of(button: html.HtmlElement) -> str:
    return button.get("aria-label") or " ".join(button.text_content().split())


def _set(form: html.FormElement, label: str, value: str) -> None:
    """A term of a form: a number, a value of a list, a text, a tick."""
    found = next(one for one in form.iter("label") if " ".join(one.text_content().split()) == label)
    term = next(found.iter("input")) if found.for_element is None else found.for_element
    if isinstance(term, html.InputElement) and term.checkable:
        term.checked = True
    elif isinstance(term, html.SelectElement):
        term.value = next(
            one.get("value", one.text) for one in term.iter("option") if value in (one.get("value"), one.text)
        )
    else:
        term.value = value
