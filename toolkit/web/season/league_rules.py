"""The form of a league's rules: a field for each row, each typed as `changed_rules` reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from werkzeug.datastructures import MultiDict

from toolkit.errors import ToolkitError
from toolkit.season.rules import GRAND_PRIX_TABLE, BadRules, LeagueRules, PointsBy, Ties, rules_json
from toolkit.tournament.configuration import KINDS, EventKind
from toolkit.web.base.forms import Typed

POINTS: Mapping[PointsBy, LazyString] = {
    PointsBy.RTP: _l("Rating points"),
    PointsBy.PLACE: _l("Points by place"),
    PointsBy.SCORE: _l("Order by score"),
}
_TIES: Mapping[Ties, LazyString] = {
    Ties.AVERAGE: _l("Share the points of their places"),
    Ties.BEST: _l("All get the points of the best one"),
}
# The rules that have a number for each kind of event; each is sent as NAME-KIND.
BY_KIND = ("best_of", "weights")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleField:
    """The field of a rule.

    Attributes:
        kind: `text`, `number`, `date` or `choice`.
        behind: the choice of points that it and its line need, "" for any.
    """

    name: str
    label: LazyString
    kind: str = "number"
    hint: LazyString | str = ""
    options: Mapping[PointsBy, LazyString] | Mapping[Ties, LazyString] | None = None
    behind: str = ""


# A line of fields beside each other; what has no field here is in the JSON under “More”.
FIELDS: tuple[tuple[RuleField, ...], ...] = (
    (RuleField(name="points", label=_l("Points"), kind="choice", options=POINTS),),
    (
        RuleField(
            name="table",
            label=_l("Points of places 1, 2 and so on"),
            kind="text",
            hint=_l("Empty: %(list)s", list=" ".join(map(str, GRAND_PRIX_TABLE))),
            behind="place",
        ),
        RuleField(name="others", label=_l("Points of every later place"), behind="place"),
        RuleField(name="ties", label=_l("Players who share a place"), kind="choice", options=_TIES, behind="place"),
    ),
    (
        RuleField(name="best", label=_l("Results that count"), hint=_l("The best ones; empty for all.")),
        RuleField(name="minimum_events", label=_l("Events needed for a rank")),
        RuleField(name="players_at_least", label=_l("Players needed for an event to count")),
    ),
    (
        RuleField(name="from", label=_l("First day of the season"), kind="date"),
        RuleField(name="to", label=_l("Last day of the season"), kind="date"),
    ),
)
TAKES = RuleField(
    name="takes",
    label=_l("Add every finished event named"),
    kind="text",
    hint=_l("A part of the name, or * for all: of the season and the kinds in the rules."),
)
_IN_FORM = (*(field.name for line in FIELDS for field in line), TAKES.name)
_USUAL = LeagueRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRules:
    """A kind of event in the form: whether it is ticked, and its numbers by rule as they are typed."""

    kind: str
    name: str
    is_ticked: bool
    numbers: Mapping[str, object]


def values_of_fields(rules: LeagueRules) -> dict[str, object]:
    """The value of each field as it is typed; "" where the usual one counts and says nothing."""
    stored = rules_json(rules)
    return {name: _typed(stored[name] if name in stored else getattr(_USUAL, name, "")) for name in _IN_FORM}


def _typed(value: object) -> object:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else "" if value is None else value


def field_of(error: ToolkitError) -> str:
    """The field of the form beside which a refusal stands, "" for the top of the page."""
    about = error.about if isinstance(error, BadRules) else "name"
    return about if about in {*_IN_FORM, *BY_KIND, "kinds", "name"} else ""


def kind_lines(rules: LeagueRules, typed: Typed) -> Sequence[KindRules]:
    """The kinds of event, those of the form as it was sent where it was refused."""
    sent = typed.form == "set" and "by_kind" in typed.values
    ticked = typed.several("kinds") if sent else [kind.value for kind in rules.kinds or ()]
    stored = rules_json(rules)
    return [
        KindRules(
            kind=kind.value,
            name=gettext(KINDS[kind]),
            is_ticked=kind.value in ticked,
            numbers={
                name: typed.value(f"{name}-{kind}") if sent else stored.get(name, {}).get(kind.value, "")
                for name in BY_KIND
            },
        )
        for kind in EventKind
    ]


def sent_rules(form: MultiDict[str, str], rules: LeagueRules) -> dict[str, str]:
    """The rules that the form sends, by name, as typed; a field that is not sent is not among them."""
    sent = {name: form[name] for name in _IN_FORM if name in form}
    is_without_table = not sent["table"].strip() if "table" in sent else not rules.table
    if sent.get("points") == PointsBy.PLACE and is_without_table:
        sent["table"] = " ".join(map(str, GRAND_PRIX_TABLE))
    if "by_kind" in form:
        sent["kinds"] = " ".join(form.getlist("kinds"))
        sent |= {name: _numbers(form, name) for name in BY_KIND}
    return sent


def _numbers(form: Mapping[str, str], name: str) -> str:
    typed = ((kind, form.get(f"{name}-{kind}", "").strip().replace(",", ".")) for kind in EventKind)
    return " ".join(f"{kind}:{number.replace(' ', '')}" for kind, number in typed if number)
