"""The settings of an event: a field for each row of `toolkit/tournament/settings.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from babel.core import get_global
from flask_babel import gettext

from toolkit.schemas import event_forms as forms
from toolkit.services.events import decks as tournament_decks
from toolkit.tournament.configuration import Configuration
from toolkit.tournament.facts import DecksJudged
from toolkit.tournament.receivers import known_faults
from toolkit.tournament.settings import SETTINGS, Setting, SettingGroup, value_kind
from toolkit.tournament.staggered import is_staggered
from toolkit.tournament.state import State
from toolkit.tournament.steps import warnings_of
from toolkit.web.base.i18n import country_name, said
from toolkit.web.base.stores import card_data
from toolkit.web.events.console import Console, page
from toolkit.web.events.event import tell
from toolkit.web.events.words import faults_by_field

# What HTML says of a field besides; a time is typed into one of its own.
_ATTRIBUTES: Mapping[str, Mapping[str, object]] = {
    "vekn_event": {"autocomplete": "off"},
    "start": {"type": "time"},
    "timezone": {"autocomplete": "off", "data_own_timezone": True, "placeholder": "Europe/Paris"},
    "organizer_vekn": {"inputmode": "numeric"},
    "head_judge_vekn": {"inputmode": "numeric"},
    "door_tables": {"autocomplete": "off"},
    "sets": {"autocapitalize": "characters", "autocomplete": "off"},
}
# Lists with an item on each line.
_LINES = ("assistants", "rooms", "table_names")
# How values are typed that are not texts, numbers or days.
_TYPED: Mapping[str, Callable[[Configuration], str]] = {
    "timezone": lambda event: event.timezone or _only_timezone(event.country),
    "country": lambda event: country_name(event.country),
    "assistants": lambda event: "\n".join(f"{one.name} {one.vekn}".strip() for one in event.assistants),
    "rooms": lambda event: "\n".join(f"{room.name}: {room.first}-{room.last}" for room in event.rooms),
    "table_names": lambda event: "\n".join(f"{one.table}: {one.name}" for one in event.table_names),
    "door_tables": lambda event: ", ".join(map(str, event.door_tables)),
    "sets": lambda event: " ".join(event.sets),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingField:
    """The field of a setting.

    Attributes:
        kind: of `ValueKind`, or `country` or `lines`.
        attributes: more of HTML.
    """

    name: str
    kind: str
    label: str
    hint: str
    value: Any
    options: list[tuple[object, str]]
    attributes: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage:
    """Every setting as it is.

    Attributes:
        groups: the fields by the part of the page that they are in, a line of fields beside each other.
        told: what receivers of the reports will say, by the setting that mends it.
    """

    current: Configuration
    groups: Mapping[SettingGroup, Sequence[Sequence[SettingField]]]
    warnings: list[str]
    told: Mapping[str, str]


@page("settings", "/settings", "events/settings.html")
def settings_page(console: Console) -> SettingsPage:
    """Every setting, as it is."""
    state = console.tournament
    told = faults_by_field(known_faults(state))
    groups: dict[SettingGroup, list[list[SettingField]]] = {group: [] for group in SettingGroup}
    for name, row in SETTINGS.items():
        if row.group is None:
            continue
        if not row.is_beside:
            groups[row.group].append([])
        groups[row.group][-1].append(_field(state, name, row))
    return SettingsPage(
        current=state.settings,
        groups=groups,
        warnings=[text for warning in warnings_of(state) if (text := said(warning)) not in told.values()],
        told=told,
    )


def _field(state: State, name: str, row: Setting) -> SettingField:
    typed = _TYPED.get(name)
    value = getattr(state.settings, name)
    kind = "country" if name == "country" else "lines" if name in _LINES else value_kind(name).value
    return SettingField(
        name=name,
        kind=kind,
        label=gettext("Games each") if name == "rounds" and is_staggered(state) else label_of(name),
        hint=gettext(row.hint) if row.hint else "",
        value=typed(state.settings) if typed else "" if value is None else value,
        options=[(choice, gettext(words)) for choice, words in row.choices.items()],
        attributes={
            **({"maxlength": row.longest} if kind == "text" else {}),
            **({"min": row.least, "max": row.most} if kind == "number" else {}),
            **({"required": True} if kind == "text" and row.is_required else {}),
            **_ATTRIBUTES.get(name, {}),
        },
    )


def label_of(name: str) -> str:
    """The label of a setting's field."""
    return gettext(SETTINGS[name].title or SETTINGS[name].label)


def _only_timezone(country: str) -> str:
    """The time zone of a country that has one; a form proposes it."""
    zones = [zone for zone, code in get_global("zone_territories").items() if code == country]
    return zones[0] if len(zones) == 1 else ""


@settings_page.action(
    "/settings",
    "save",
    forms.SettingsForm,
    {code: name for name, row in SETTINGS.items() if row.group for code in (f"bad_{name}", *row.codes)},
)
def save(console: Console, **data: Any) -> None:
    """Change what is different."""
    changes = {name: value.strip() if isinstance(value, str) else value for name, value in data.items()}
    change = tournament_decks.configure(console.work, changes, card_data)
    tell(change, [entry for entry in change.entries if isinstance(entry.fact, DecksJudged)])
