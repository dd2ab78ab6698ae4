"""The words of the walkthroughs' forms, and their fields in groups, for the template."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from marshmallow import Schema

from toolkit.game.walkthroughs.steps import Fault
from toolkit.schemas import guide as schemas

# Who sits at the table of a situation, clockwise, and their minions: what a link and the engine call by a letter.
NAMES = {
    "A": "Anna", "B": "Ben", "C": "Cleo", "D": "Dan", "E": "Elena", "F": "Fay",
    "V": "Vera", "W": "Wolf", "X": "Xenia", "Y": "Yuri",
    "VA": "Arno", "VB": "Bela", "VC": "Cato", "VD": "Dora", "VE": "Edda",
}  # fmt: skip
TITLES: dict[str, LazyString] = {
    "referendum": _l("Referendum"),
    "combat": _l("Combat"),
    "contest": _l("Contested card"),
    "title": _l("Contested title"),
    "withdrawal": _l("Withdrawal"),
    "diablerie": _l("Diablerie and blood hunt"),
    "scoring": _l("Ousting and scoring"),
}
LEADS: dict[str, LazyString] = {
    "referendum": _l("Who voted with what? The count, the block of the prisci, and whether it passes."),
    "combat": _l("Two minions, their strikes and prevention: step by step to the result."),
    "contest": _l("The same unique card twice or more: who pays, who yields, and when it comes back."),
    "title": _l("Vampires that claim the same title: who pays blood, who must yield, who has it in the end."),
    "withdrawal": _l("Can you withdraw, what voids it, and what is it worth?"),
    "diablerie": _l("Blood, equipment, the Discipline, and whether the diablerist survives the blood hunt."),
    "scoring": _l("Who left, in which order and how: victory points, pool, game win and tournament points."),
}
FAULTS: dict[Fault, LazyString] = {
    Fault.ABOVE_CAPACITY: _l("A vampire never has more blood than its capacity."),
    Fault.TOO_MANY_CARDS: _l(
        "Each Methuselah gets one vote from a political action card, and the caller has it from the calling card."
    ),
    Fault.LEFT_ALREADY: _l("That Methuselah has already left the game."),
    Fault.GAME_OVER: _l("The game is over before that."),
}
MEANWHILE: dict[str, LazyString] = {
    "nothing": _l("nothing happens to your pool, blood or minions"),
    "bled": _l("a bleed burns 1 pool"),
    "transfer": _l("1 pool is moved to an uncontrolled vampire"),
    "blood_spent": _l("a vampire burns 1 blood"),
    "loss_and_gain": _l("1 pool is lost, then 2 are gained"),
    "combat": _l("a minion is in combat"),
    "gains": _l("the Edge pays 1 pool, and a vampire hunts"),
    "uncontrolled": _l("an uncontrolled vampire loses a counter"),
}
VOTE_SOURCES: dict[str, LazyString] = {
    "calling_card": _l("the calling card"),
    "political_card": _l("a political action card"),
    "title-1": _l("primogen or bishop"),
    "title-2": _l("prince, archbishop or baron"),
    "title-3": _l("justicar or cardinal"),
    "title-4": _l("Inner Circle or regent"),
    "edge": _l("the Edge"),
    "other": _l("other cards"),
}
_OPTIONS: dict[str, LazyString] = {
    "yes": _l("Yes"),
    "no": _l("No"),
    "vampire": _l("Vampire"),
    "ally": _l("Ally"),
    "hand": _l("Hand strike"),
    "damage": _l("Damage, by a card or weapon"),
    "dodge": _l("Dodge"),
    "combat_ends": _l("Combat ends"),
    "steal_blood": _l("Steal blood"),
    "close": _l("Close"),
    "long": _l("Long"),
    "for": _l("For"),
    "against": _l("Against"),
    "ousted": _l("Ousted"),
    "together": _l("Ousted, simultaneously with the one before"),
    "withdrew": _l("Withdrew"),
    "-": _l("Nobody"),
    **MEANWHILE,
}
_LABELS: dict[str, LazyString] = {
    "kind": _l("What it is"),
    "capacity": _l("Capacity"),
    "counters": _l("Blood or life"),
    "strength": _l("Strength"),
    "strike": _l("Strike"),
    "damage": _l("Normal damage"),
    "aggravated": _l("Aggravated damage"),
    "amount": _l("Blood stolen"),
    "ranged": _l("Ranged"),
    "first": _l("First strike"),
    "prevents": _l("Damage prevented"),
    "range": _l("Range"),
    "press": _l("%(minion)s presses to continue", minion=NAMES["V"]),
    "players": _l("Players"),
    "card": _l("Called with a political action card"),
    "edge": _l("The Edge is burned"),
    "claimants": _l("How many claim it"),
    "library": _l("Cards in the library"),
    "hand": _l("Cards in hand"),
    "hand_size": _l("Hand size"),
    "meanwhile": _l("Until the next unlock phase"),
    "event": _l("In a tournament"),
    "blood": _l("Blood"),
    "victim_capacity": _l("Capacity"),
    "victim_blood": _l("Blood"),
    "own": _l("The victim is your own vampire"),
    "equipment": _l("Equipment on the victim"),
    "red_list": _l("The victim is Red List"),
    "discipline": _l("A Discipline is taken, if it is offered"),
    "votes_for": _l("Votes for the hunt"),
    "votes_against": _l("Votes against it"),
    "time": _l("Time is called at the end"),
}


@dataclass(slots=True)
class Situation:
    """A situation's figures as typed, what they are checked by, and sentences by field."""

    name: str
    schema: Schema
    values: dict[str, str]
    errors: dict[str, list[str]] = field(default_factory=dict, init=False)


@dataclass(frozen=True, slots=True)
class FormField:
    """One field: a stepper (least and most), a few words to choose from, or many (a list)."""

    name: str
    label: str
    value: str
    errors: Sequence[str]
    least: int = 0
    most: int = 0
    options: tuple[tuple[str, str], ...] = ()

    @property
    def is_short(self) -> bool:
        """Whether its options fit side by side."""
        return 0 < len(self.options) <= 3 and sum(len(word) for _, word in self.options) <= 24


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that belong together; two in a row where they come in pairs."""

    legend: str
    fields: tuple[FormField, ...]
    hint: str = ""
    is_paired: bool = False


def _field(form: Situation, name: str, label: LazyString | str) -> FormField:
    entry = form.schema.fields[name]
    errors = form.errors.get(name, ())
    if isinstance(entry, schemas.Figure):
        return FormField(name, str(label), form.values[name], errors, entry.least, entry.most)
    assert isinstance(entry, schemas.Choice)
    options = tuple((key, str(_option(name, key))) for key in entry.options)
    return FormField(name, str(label), form.values[name], errors, options=options)


def _option(name: str, key: str) -> LazyString | str:
    if key == "none":
        return _l("No strike") if name.endswith("strike") else _l("No")
    return _OPTIONS.get(key) or NAMES[key]


def _group(form: Situation, legend: str, names: Sequence[str], prefix: str = "", hint: str = "") -> FieldGroup:
    return FieldGroup(legend, tuple(_field(form, prefix + name, _LABELS[name]) for name in names), hint)


# What each strike asks for; a field that a strike does not need is not shown.
_OF_STRIKE = {
    "hand": ("strength", "first"),
    "damage": ("damage", "aggravated", "ranged", "first"),
    "steal_blood": ("amount", "ranged", "first"),
}


def _combat(form: Situation) -> list[FieldGroup]:
    return [
        _group(form, gettext("%(minion)s, the acting minion", minion=NAMES["V"]), _fighter(form, "v_"), "v_"),
        _group(form, gettext("%(minion)s, the opposing minion", minion=NAMES["W"]), _fighter(form, "w_"), "w_"),
        _group(form, gettext("The round"), ("range", "press")),
    ]


def _fighter(form: Situation, side: str) -> list[str]:
    names = ["kind", *(["capacity"] if form.values[f"{side}kind"] != "ally" else []), "counters", "strike"]
    names += [*_OF_STRIKE.get(form.values[f"{side}strike"], ()), "prevents"]
    wrong = [key.removeprefix(side) for key in form.errors if key.startswith(side)]
    return [*names, *(name for name in wrong if name not in names)]


_VOTES = {
    "title_1": "title-1", "title_2": "title-2", "title_3": "title-3", "title_4": "title-4", "cards": "political_card",
    "other": "other",
}  # fmt: skip


def _referendum(form: Situation) -> list[FieldGroup]:
    def side(name: str, legend: str) -> FieldGroup:
        vote_fields = [_field(form, f"{key}_{name}", capitalized(VOTE_SOURCES[word])) for key, word in _VOTES.items()]
        return FieldGroup(legend, (*vote_fields, _field(form, f"prisci_{name}", _l("Prisci (ballots)"))))

    return [
        _group(form, gettext("The referendum"), ("players", "card", "edge")),
        side("for", gettext("For")),
        side("against", gettext("Against")),
    ]


def capitalized(word: LazyString) -> str:
    """The word as a heading begins."""
    text = str(word)
    return text[:1].upper() + text[1:]


def _contest(form: Situation) -> list[FieldGroup]:
    is_title = form.name == "title"
    text = form.values["claimants"]
    count = int(text) if text in ("2", "3", "4", "5") else 2
    counters, pays = _l("Blood") if is_title else _l("Pool"), _l("Pays this many times, then yields")
    groups = [_group(form, gettext("The contest"), ("claimants",))]
    for number in range(1, count + 1):
        seat = "ABCDE"[number - 1]
        fields = [_field(form, f"counters_{number}", counters), _field(form, f"pays_{number}", pays)]
        if is_title:
            fields.append(_field(form, f"torpor_{number}", _l("In torpor")))
        legend = NAMES[seat]
        if is_title:
            legend = gettext("%(vampire)s, controlled by %(seat)s", vampire=NAMES[f"V{seat}"], seat=legend)
        groups.append(FieldGroup(legend, tuple(fields)))
    return groups


def _withdrawal(form: Situation) -> list[FieldGroup]:
    return [
        _group(form, gettext("As the turn begins"), ("library", "hand", "hand_size")),
        _group(form, gettext("After the announcement"), ("meanwhile", "event")),
    ]


def _diablerie(form: Situation) -> list[FieldGroup]:
    return [
        _group(form, gettext("%(minion)s, the diablerist", minion=NAMES["X"]), ("capacity", "blood", "discipline")),
        _group(
            form,
            gettext("%(minion)s, the victim", minion=NAMES["Y"]),
            ("victim_capacity", "victim_blood", "own", "equipment", "red_list"),
        ),
        _group(form, gettext("The blood hunt"), ("votes_for", "votes_against")),
    ]


def _scoring(form: Situation) -> list[FieldGroup]:
    rows: list[FormField] = []
    for number in range(1, schemas.MOST_DEPARTURES + 1):
        rows.append(_field(form, f"seat_{number}", gettext("Leaves as no. %(number)s", number=number)))
        rows.append(_field(form, f"how_{number}", gettext("How no. %(number)s leaves", number=number)))
    return [
        _group(form, gettext("The game"), ("players", "event", "time")),
        FieldGroup(
            gettext("Who leaves, in order"),
            tuple(rows),
            gettext(
                "%(first)s has %(second)s as prey, %(second)s has %(third)s, and the last one has %(first)s.",
                first=NAMES["A"],
                second=NAMES["B"],
                third=NAMES["C"],
            ),
            True,
        ),
    ]


_GROUPS: dict[str, Callable[[Situation], list[FieldGroup]]] = {
    "referendum": _referendum,
    "combat": _combat,
    "contest": _contest,
    "title": _contest,
    "withdrawal": _withdrawal,
    "diablerie": _diablerie,
    "scoring": _scoring,
}


def groups_of(form: Situation) -> list[FieldGroup]:
    """The fields of a form, in groups."""
    return _GROUPS[form.name](form)


EXAMPLES: dict[str, list[tuple[LazyString, Mapping[str, int | str]]]] = {
    "combat": [
        (_l("1 normal and 1 aggravated against 1 blood"), {"v_damage": 1, "v_aggravated": 1, "w_counters": 1}),
        (
            _l("First strike: the other never strikes back"),
            {"v_damage": 4, "v_aggravated": 0, "v_first": "yes", "w_counters": 3},
        ),
        (_l("An ally with 3 life"), {"v_damage": 2, "v_aggravated": 1, "w_kind": "ally", "w_counters": 3}),
    ],
    "referendum": [
        (_l("A tie fails"), {"title_2_for": 0, "prisci_for": 0, "title_1_against": 1, "title_3_against": 0}),
        (_l("The prisci decide"), {"title_2_for": 0, "prisci_for": 2, "prisci_against": 1, "title_1_against": 0}),
    ],
    "contest": [
        (_l("Neither yields until one of them is ousted"), {"claimants": 2, "counters_1": 3, "pays_1": 9, "pays_2": 9})
    ],
    "title": [(_l("One of them is in torpor"), {"torpor_1": "yes"})],
    "withdrawal": [(_l("Lost and gained again"), {"meanwhile": "loss_and_gain"})],
    "diablerie": [(_l("The hunt is tied"), {"votes_for": 2, "votes_against": 2})],
    "scoring": [
        (
            _l("Predator and prey ousted simultaneously"),
            {
                "seat_1": "B",
                "how_1": "ousted",
                "seat_2": "D",
                "how_2": "withdrew",
                "seat_3": "C",
                "how_3": "ousted",
                "seat_4": "A",
                "how_4": "together",
            },
        ),
        (
            _l("Four players, one oust, time"),
            {"players": 4, "seat_1": "B", "how_1": "ousted", "seat_2": "-", "seat_3": "-"},
        ),
    ],
}
