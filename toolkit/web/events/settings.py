"""Settings of the event."""

from __future__ import annotations

from typing import Any

from toolkit.schemas import event_forms as forms
from toolkit.tournament import event
from toolkit.tournament.codec import encode
from toolkit.web.events import words
from toolkit.web.events.console import Console, PageValues, page
from toolkit.web.sentences import translated

_FIELDS = {
    "no_name": "name",
    "bad_name": "name",
    "bad_place": "place",
    "bad_country": "country",
    "bad_organizer": "organizer",
    "bad_rounds": "rounds",
    "rounds_played": "rounds",
    "bad_minutes": "minutes",
    "bad_boosters": "boosters",
    "too_late": "has_final",
    "bad_room": "rooms",
    "bad_rooms": "rooms",
    "bad_sets": "sets",
    "bad_table_names": "table_names",
}


@page("settings", "/settings", "events/settings.html")
def settings_page(console: Console) -> PageValues:
    """Every setting, as it is."""
    settings = console.tournament.settings
    return {
        "current": encode(settings),
        "rooms": "\n".join(f"{room.name}: {room.first}-{room.last}" for room in settings.rooms),
        "table_names": "\n".join(f"{one.table}: {one.name}" for one in settings.table_names),
        "sets": " ".join(settings.sets),
        "warnings": [translated(warning) for warning in settings.warnings()],
        "words": {
            "rule_set": words.RULE_SETS.items(),
            "level": words.LEVELS.items(),
            "final_deck": words.FINAL_DECKS.items(),
            "standings_seen_by": words.STANDINGS_SEEN.items(),
            "lists_seen_by": words.LISTS_SEEN.items(),
        },
    }


@settings_page.action("/settings", "save", forms.SettingsForm, _FIELDS)
def save(console: Console, **data: Any) -> None:
    """Change what is different."""
    changes = {name: value.strip() if isinstance(value, str) else value for name, value in data.items()}
    console.work.change(event.configure, changes)
