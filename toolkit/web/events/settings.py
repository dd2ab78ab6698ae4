"""The settings of an event: a field for each row of `toolkit/tournament/settings.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from babel.core import get_global
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.schemas import event_forms as forms
from toolkit.services.events import decks as tournament_decks
from toolkit.services.notices.notifications import kept_addresses
from toolkit.services.season.leagues import as_league_event
from toolkit.tournament import Tournament
from toolkit.tournament.configuration import Configuration, Decklists, EventRuleSet
from toolkit.tournament.facts import DecksJudged
from toolkit.tournament.questions import is_reported, takes_fees
from toolkit.tournament.receivers import known_faults
from toolkit.tournament.settings import SETTINGS, Setting, SettingGroup, ValueKind, value_kind
from toolkit.tournament.staggered import is_staggered
from toolkit.tournament.state import State
from toolkit.tournament.steps import warnings_of
from toolkit.web.base.i18n import country_name, translated
from toolkit.web.base.stores import card_data, current_context, own_folder
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
        kind: of `ValueKind`, or `country` or `lines`; `answer` for one of the three questions.
        behind: the setting that must be on for it to be shown.
        attributes: more of HTML.
    """

    name: str
    kind: str
    label: str
    hint: str
    value: Any
    options: list[tuple[object, str]]
    behind: str
    attributes: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A thing that an event can use: its name, a sentence, its page or field, and whether it is on."""

    title: str
    sentence: str
    url: str
    is_on: bool


@dataclass(frozen=True)
class SettingsPage:
    """The settings of an event, by the part of the page that they are in."""

    _console: Console

    @cached_property
    def _state(self) -> Tournament:
        return as_league_event(current_context(), self._console.id, self._console.tournament)

    @property
    def current(self) -> Configuration:
        """The settings."""
        return self._state.settings

    @cached_property
    def refusals(self) -> Mapping[str, str]:
        """The expected answers of receivers of the reports, by the setting that mends each."""
        return faults_by_field(known_faults(self._state))

    @property
    def warnings(self) -> list[str]:
        """The other warnings about settings."""
        return [
            text for warning in warnings_of(self._state) if (text := translated(warning)) not in self.refusals.values()
        ]

    @cached_property
    def groups(self) -> Mapping[SettingGroup, Sequence[Sequence[SettingField]]]:
        """The fields of each part, a line of fields beside each other."""
        groups: dict[SettingGroup, list[list[SettingField]]] = {group: [] for group in SettingGroup}
        for name, row in SETTINGS.items():
            if row.group is None:
                continue
            if not row.is_beside:
                groups[row.group].append([])
            groups[row.group][-1].append(_field(self._state, name, row))
        return groups

    @property
    def answers(self) -> Mapping[str, str | bool]:
        """The answers to the three questions as they are now, as a form sends them."""
        answers = {name: answer(self._state) for name, answer in _ANSWERS.items()}
        return {name: {"yes": True, "no": False}.get(answer, answer) for name, answer in answers.items()}

    @property
    def uses(self) -> list[Use]:
        """The other things that can be turned on, each with the way there."""
        console, state, settings = self._console, self._state, self._state.settings
        are_on = {
            "signup": settings.sign_up is not None,
            "rule_set": settings.rule_set is EventRuleSet.LIMITED,
            "draws": state.commitment is not None,
            "prizes": bool(settings.prizes),
            "notifications": bool(kept_addresses(own_folder(), console.id)),
            "is_multideck": settings.is_multideck,
            "rooms": bool(settings.rooms),
        }
        return [
            Use(
                title=str(title),
                sentence=str(sentence),
                url=f"#{name}" if _is_field(name) else console.url(name),
                is_on=are_on[name],
            )
            for name, (title, sentence) in _USES.items()
            if _is_field(name) or console.may(name)
        ]


def _is_field(name: str) -> bool:
    return name in SETTINGS and SETTINGS[name].group is not None


# What an event can use, by its page or the field that turns it on: its name, and what that is.
_USES: Mapping[str, tuple[LazyString, LazyString]] = {
    "signup": (_l("Sign-up"), _l("Players sign themselves up on the public page, and wait when it is full.")),
    "rule_set": (_l("Limited"), _l("Product, pools, draft and pods. Choose the rule set Limited.")),
    "draws": (_l("Draws that anyone can verify"), _l("A committed seed proves that no draw was chosen by hand.")),
    "prizes": (_l("Prizes"), _l("Prizes for places and game wins, and a raffle.")),
    "notifications": (_l("Notifications"), _l("A Discord channel, an ntfy topic or a mailbox gets the news.")),
    "is_multideck": (_l("A deck for each round"), _l("Each player may change decks between rounds.")),
    "rooms": (_l("Several rooms"), _l("Seats are shown with their room.")),
}


@page("settings", "/settings", "events/settings.html")
def settings_page(console: Console) -> SettingsPage:
    """Every setting, as it is."""
    return SettingsPage(console)


def _field(state: State, name: str, row: Setting) -> SettingField:
    kind = "country" if name == "country" else "lines" if name in _LINES else value_kind(name).value
    if name in _ANSWERS:
        kind = "answer"
    return SettingField(
        name=name,
        kind=kind,
        label=gettext("Games each") if name == "rounds" and is_staggered(state) else label_of(name),
        hint=gettext(row.hint) if row.hint else "",
        value=_value(state, name),
        options=_options(state, name, row),
        behind=row.behind,
        attributes={
            **({"maxlength": row.longest} if kind == "text" else {}),
            **({"min": row.least, "max": row.most} if kind == "number" else {}),
            **({"required": True} if kind == "text" and row.is_required else {}),
            **_ATTRIBUTES.get(name, {}),
        },
    )


def _value(state: State, name: str) -> Any:
    if name in _ANSWERS:
        return _ANSWERS[name](state)
    typed, value = _TYPED.get(name), getattr(state.settings, name)
    return typed(state.settings) if typed else "" if value is None else value


def _options(state: State, name: str, row: Setting) -> list[tuple[object, str]]:
    if value_kind(name) is ValueKind.ANSWER:
        return [("no", gettext("No")), ("yes", gettext("Yes"))]
    options: list[tuple[object, str]] = [(choice, gettext(words)) for choice, words in row.choices.items()]
    # Lists are optional where nobody has answered yet.
    unsaid = [("", gettext("Optional"))] if name == "decklists" and not _ANSWERS[name](state) else []
    return [*unsaid, *options]


def _yes_or_no(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _decklists(state: State) -> str:
    settings = state.settings
    answer = settings.decklists or (Decklists.ONLINE if settings.requires_decks else None)
    return answer.value if answer else ""


# How the three questions are answered now, by an answer or without one.
_ANSWERS: Mapping[str, Callable[[State], str]] = {
    "is_reported": lambda state: _yes_or_no(state.settings.is_reported or is_reported(state)),
    "decklists": _decklists,
    "has_fees": lambda state: _yes_or_no(takes_fees(state)),
}


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
    settings, before = console.tournament.settings, SettingsPage(console).answers
    # Without an answer an event stays as it was, unless this is another one.
    changes = {
        name: value
        for name, value in changes.items()
        if name not in before or getattr(settings, name) is not None or before[name] != value
    }
    change = tournament_decks.configure(console.work, changes, card_data)
    tell(change, [entry for entry in change.entries if isinstance(entry.fact, DecksJudged)])
