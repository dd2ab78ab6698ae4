"""Each icon means one thing: the words beside it are of one kind, wherever it stands."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from toolkit import paths, web

# What an icon means, and what the words beside it are like. The others are signs (a tick, a cross).
MEANS = {
    "people": ("players", "players|sign-ups|check in"),
    "menu": ("the pages of the site", "Menu"),
    "dots": ("everything else", "More"),
    "hand": ("a call for a judge", "judge"),
    "gavel": ("judges", "Judges|Tell"),
    "deck": ("a deck", "Decks"),
    "cards": ("cards", "Cards|card"),
    "table": ("tables", "Tables|round|seating"),
    "seats": ("the seats of a round", "Seating"),
    "screen": ("the big screen", "Big screen"),
    "die": ("a draw", "drawn"),
    "cup": (
        "a competition and who wins it",
        "Tournaments|events?|won|winner|win|Standings|final|league|weekend|prizes|results|qualified|rank",
    ),
    "bell": ("a ring or a notice", "Ring|Notify|Sound|addresses"),
    "horn": ("an announcement", "announcement"),
    "help": ("help", "Help|typed"),
    "info": ("a note", "note"),
    "print": ("paper", "Print|Printed|Poster|cards"),
    "download": ("a file", "Download|calendar|Picture|treasurer|Export|file|record"),
    "copy": ("a copy", "Copy|again"),
    "search": ("a search", "Search|Find|Desk"),
    "link": ("a link", "[Ll]inks|Public page|Share|JSON"),
}
SIGNS = {"check", "cross", "warn", "arrow", "sun", "moon", "contrast"}
# `icon("bell") }} {{ _("Ring")`, `empty("die", _("Nothing`, `way(url, "link", _("Links"))`, `drawing="download"`.
USE = re.compile(r"""(?:\b(?:icon|empty)\(|\bway\([^"]*"[^"]*",\s*|drawing=)"([a-z]+)"(.{0,200})""", re.DOTALL)
WORDS = re.compile(r"""[\s)}]*(?:<span>)?[\s{,]*(?:ngettext|_)\("([^"]+)\"""")
IN_CODE = re.compile(r'(?:NavEntry\("[^"]+", )_l\("([^"]+)"\),(?:[^()]*?icon=| )"([a-z]+)"')
# `aria-label="{{ _('More') }}" title="…">{{ icon("dots") }}`.
LABELLED = re.compile(r"""aria-label="{{ _\('([^']+)'\) }}"[^>]*>\s*{{ icon\("([a-z]+)"\)""")


def uses() -> dict[str, set[str]]:
    """Each icon that a page shows, and the first words behind it each time."""
    found = defaultdict[str, set[str]](set)
    for page in paths.TEMPLATES.rglob("*.html"):
        text = re.sub(r"\{#.*?#\}", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name, behind in USE.findall(text):
            words = WORDS.match(behind)
            found[name] |= {words[1]} if words else set()
        for words, name in LABELLED.findall(text):
            found[name].add(words)
    for module in Path(web.__file__).parent.rglob("*.py"):
        for words, name in IN_CODE.findall(module.read_text(encoding="utf-8")):
            found[name].add(words)
    return found


def test_every_icon_means_one_thing() -> None:
    other = {
        name: left
        for name, words in uses().items()
        if name not in SIGNS and (left := {one for one in words if not re.search(rf"\b({MEANS[name][1]})\b", one)})
    }
    assert other == {}


def test_every_icon_that_is_drawn_has_a_meaning() -> None:
    drawn = re.findall(r'^  "([a-z]+)":', (paths.TEMPLATES / "macros" / "icons.html").read_text(), re.MULTILINE)
    assert set(drawn) == MEANS.keys() | SIGNS


def test_more_is_dots_and_only_a_call_raises_the_hand() -> None:
    found = uses()
    assert found["dots"] == {"More"}
    assert found["deck"] == {"Decks"}
    assert all("judge" in words for words in found["hand"])
