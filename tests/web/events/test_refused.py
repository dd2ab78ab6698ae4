"""Every form of the console where the event as it stands forbids it: a sentence, and a way on inside the page."""

from __future__ import annotations

import re

import pytest

from tests.web.events.conftest import Room
from tests.web.events.test_access import FORMS, address
from tests.web.events.test_stations import STATES

SENTENCE = re.compile(r'class="(?:error|notice notice-(?:bad|warn))[^"]*"[^>]*>\s*(?:<[^>]+>\s*)*[^<\s]')
# A value for every field that has to be filled in: of the first player, and figures that nothing can be.
FILLED = {
    **dict.fromkeys(("players", "player", "seat", "pick", "entries", "other"), "1"),
    **dict.fromkeys(("minutes", "seconds", "vp1", "count", "amount"), "0"),
    **dict.fromkeys(("text", "take", "name", "events", "infraction"), "x"),
}
# They take the event, its links or a stranger's server.
LEFT_OUT = {"laptops_hand_over", "laptops_take_over", "access_replace_all", "push_send", "overview_throw_away"}


def lacks(page: str) -> str:
    """What a refusal does not have of a sentence and a way on: a field that is marked and named, or another link."""
    content = page.partition('id="live"')[2]  # the outbox above it has notices that wait to be shown
    ways = re.findall(r'href="([^"]+)"', content.partition('<nav class="ways"')[2].partition("</nav>")[0])
    marked = re.findall(r'<(?:input|textarea|select)\b[^>]*aria-invalid="true"', content)
    found = {"sentence": bool(SENTENCE.search(content)), "way": bool(ways), "field": bool(marked)}
    is_led = all(f'id="{way[1:]}"' in content for way in ways if way[0] == "#")
    return "" if found["sentence"] and is_led and (found["way"] or found["field"]) else str(found)


@pytest.mark.parametrize("state", ["new", "draft", "half played", "before the final", "ended"])
def test_what_the_event_as_it_stands_forbids_is_told_with_a_way_on(room: Room, state: str) -> None:
    STATES[state](room)
    refused = {}
    for rule in FORMS:
        name = rule.endpoint.removeprefix("events.")
        # Without a pod there is no page that could say so.
        if "/console" in rule.rule and name not in LEFT_OUT and "<int:pod>" not in rule.rule:
            answer = room.client.post(address(rule, room.id), data=FILLED)
            assert answer.status_code < 500, name
            if answer.status_code in (409, 422):
                refused[name] = lacks(answer.text)
    assert len(refused) > 25
    assert {name: what for name, what in refused.items() if what} == {}
