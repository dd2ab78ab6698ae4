"""`/guide`: how do I resolve…, a situation from its figures, answered in place and carried by the address."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from marshmallow import Schema, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.game.referendum import BLOCK_VOTES, CALLING_CARD, EDGE, POLITICAL_CARD
from toolkit.game.rules import rule, rules
from toolkit.game.vocabulary import TitleState, Zone
from toolkit.game.walkthroughs.combats import resolve_combat
from toolkit.game.walkthroughs.contests import CARD, resolve_contest
from toolkit.game.walkthroughs.diableries import resolve_diablerie
from toolkit.game.walkthroughs.referendums import resolve_referendum
from toolkit.game.walkthroughs.scorings import resolve_scoring
from toolkit.game.walkthroughs.steps import SEATS, BadSituation, Told, Walk, WalkStep
from toolkit.game.walkthroughs.withdrawals import resolve_withdrawal
from toolkit.schemas import guide as schemas
from toolkit.web.base.forms import field_sentences
from toolkit.web.base.i18n import points_words
from toolkit.web.base.rules import RowView, row_views
from toolkit.web.base.shell import render_page, values_of
from toolkit.web.guide import labels
from toolkit.web.guide.labels import MEANWHILE, VOTE_SOURCES

# Everything that a link may carry; a longer one is nobody's situation.
LONGEST_QUERY = 4000


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """One kind of situation."""

    schema: type[Schema]
    resolve: Callable[[Any], Walk]


WALKTHROUGHS = {
    "referendum": Walkthrough(schemas.ReferendumSchema, resolve_referendum),
    "combat": Walkthrough(schemas.CombatSchema, resolve_combat),
    "contest": Walkthrough(schemas.ContestSchema, resolve_contest),
    "title": Walkthrough(schemas.TitleSchema, resolve_contest),
    "withdrawal": Walkthrough(schemas.WithdrawalSchema, resolve_withdrawal),
    "diablerie": Walkthrough(schemas.DiablerieSchema, resolve_diablerie),
    "scoring": Walkthrough(schemas.ScoringSchema, resolve_scoring),
}


@dataclass(slots=True)
class SituationForm(labels.Situation):
    """A situation, and what it comes to once its figures are right."""

    steps: list[StepView] = field(default_factory=list, init=False)
    outcome: list[StepView] = field(default_factory=list, init=False)
    cards: list[PictureRow] = field(default_factory=list, init=False)

    @property
    def status(self) -> int:
        """422 as soon as anything cannot be right."""
        return 422 if self.errors else 200

    @property
    def rows_of_result(self) -> list[RowView]:
        """The rules of the result that no step cites, each once."""
        placed = {step.text for step in self.steps}
        return list(dict.fromkeys(row for step in self.outcome if step.text not in placed for row in step.rows))


def register(blueprint: Blueprint) -> None:
    """Put the pages under the guide's addresses."""
    blueprint.add_url_rule("", "index", index)
    blueprint.add_url_rule("/<name>", "walkthrough", show)


def index() -> str:
    """The list of the guide's pages."""
    return render_template("guide/index.html", entries=_entries(""))


def show(name: str) -> AnyResponse:
    """One kind of situation, as the query has it."""
    if name not in WALKTHROUGHS:
        abort(404)
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)
    if "change" in request.args:
        return redirect(_changed(name), 303)
    form = read_form(name, request.args)
    page = SituationPage(form)
    return render_page("guide/walkthrough.html", "guide/_walkthrough.html", form.status, **values_of(page))


def read_form(name: str, given: Mapping[str, str]) -> SituationForm:
    """The form with what a link carries; figures that it leaves out have their usual value."""
    walkthrough = WALKTHROUGHS[name]
    schema = walkthrough.schema()
    values = {key: given.get(key, str(entry.load_default)) for key, entry in schema.fields.items()}
    form = SituationForm(name, schema, values)
    try:
        walk = walkthrough.resolve(schema.load(values))
    except ValidationError as error:
        form.errors = field_sentences(error.messages)
    except BadSituation as error:
        form.errors = {_field_of(error, values): [str(labels.FAULTS[error.fault])]}
    else:
        form.steps = [step_view(step) for step in walk.steps]
        form.outcome = [step_view(step) for step in walk.outcome]
        form.cards = list(_cards(form, walk))
    return form


def _field_of(error: BadSituation, values: Mapping[str, str]) -> str:
    """The field of a fault; a leaver's number is counted without the empty rows."""
    name, _, number = error.field.partition("_")
    if name == "seat" and number.isdecimal():
        taken = [key for key in values if key.startswith("seat_") and values[key] != schemas.NOBODY]
        return taken[int(number) - 1]
    return error.field


def _changed(name: str) -> str:
    """The address after a press on + or - of one figure: the way without a script."""
    key, _, by = request.args["change"].partition(":")
    entry = WALKTHROUGHS[name].schema().fields.get(key)
    values = {name: value for name, value in request.args.items() if name != "change"}
    if isinstance(entry, schemas.Figure) and by in ("1", "-1"):
        text = values.get(key, "").strip()
        now = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else entry.start
        values[key] = str(min(entry.most, max(entry.least, now + int(by))))
    return f"{_address(name, values)}#f-{key}"


@dataclass(frozen=True)
class SituationPage:
    """A situation with its form and its examples."""

    form: SituationForm

    @property
    def title(self) -> LazyString:
        """Its title."""
        return labels.TITLES[self.form.name]

    @property
    def lead(self) -> LazyString:
        """The sentence under it."""
        return labels.LEADS[self.form.name]

    @property
    def groups(self) -> list[labels.FieldGroup]:
        """The fields of the form."""
        return labels.groups_of(self.form)

    @property
    def examples(self) -> list[tuple[LazyString, str]]:
        """Examples, each with its address."""
        examples = labels.EXAMPLES.get(self.form.name, [])
        return [(label, _address(self.form.name, values)) for label, values in examples]

    @property
    def link(self) -> str:
        """The address of the situation as it is in the form."""
        query = {key: value for key, value in self.form.values.items() if len(value) < 20}
        return url_for("guide.walkthrough", name=self.form.name, _external=True, **query)

    @property
    def situations(self) -> list[tuple[str, LazyString, bool]]:
        """The kinds of situations as tabs: address, title, and if it is this one."""
        return [(entry.url, entry.title, entry.is_current) for entry in _entries(self.form.name)]


def _address(name: str, values: Mapping[str, Any]) -> str:
    return url_for("guide.walkthrough", name=name, **values)


@dataclass(frozen=True, slots=True)
class SituationEntry:
    """A kind of situation, for the list and for the tabs."""

    url: str
    title: LazyString
    lead: LazyString
    is_current: bool


def _entries(current: str) -> list[SituationEntry]:
    """The kinds of situations, for the list and for the tabs."""
    return [
        SituationEntry(
            url_for("guide.walkthrough", name=name), labels.TITLES[name], labels.LEADS[name], name == current
        )
        for name in WALKTHROUGHS
    ]


# The steps of a walkthrough in the reader's language


SENTENCES: dict[Told, LazyString] = {
    # combat
    Told.COMBAT_BEGINS: _l("%(acting)s and %(opposing)s enter combat. Effects used before range come first."),
    Told.CLOSE_RANGE: _l("No maneuvers: the round is fought at close range."),
    Told.LONG_RANGE: _l("%(acting)s maneuvers, and no one maneuvers back: the round is fought at long range."),
    Told.STRIKE_HAND: _l("%(minion)s announces a hand strike. Damage: its strength, %(strength)s."),
    Told.STRIKE_DAMAGE: _l("%(minion)s announces a strike. Normal damage: %(normal)s; aggravated: %(aggravated)s."),
    Told.STRIKE_DODGE: _l("%(minion)s announces a dodge."),
    Told.STRIKE_COMBAT_ENDS: _l("%(minion)s announces a strike that ends combat."),
    Told.STRIKE_STEAL_BLOOD: _l("%(minion)s announces a strike that steals blood: %(amount)s."),
    Told.STRIKE_NONE: _l("%(minion)s does not strike."),
    Told.STRUCK_OUT_OF_RANGE: _l("The strike of %(minion)s is not ranged: it does nothing at long range."),
    Told.STRUCK_AT_DODGER: _l("%(opponent)s dodges: the strike of %(minion)s does nothing to it."),
    Told.STRUCK_TOO_LATE: _l("The strike of %(minion)s never resolves: combat is over before its turn comes."),
    Told.ENDS_COMBAT: _l("The strike of %(minion)s is of the first class: combat ends before any other strike."),
    Told.BLOOD_STOLEN: _l("%(minion)s steals %(amount)s. It can be used at once, to mend the damage of this round."),
    Told.INFLICTED: _l("Inflicted on %(minion)s: %(normal)s normal, %(aggravated)s aggravated."),
    Told.PREVENTED: _l("Prevented for %(minion)s: %(amount)s, aggravated damage first."),
    Told.POINT_MENDED: _l("%(minion)s mends normal damage: %(amount)s. Each point costs 1 blood."),
    Told.POINT_UNMENDED: _l("%(minion)s has no blood left; damage that stays unmended: %(amount)s."),
    Told.POINT_WOUNDED: _l("The first aggravated point wounds %(minion)s. It cannot be mended, and costs no blood."),
    Told.POINT_SAVED: _l(
        "%(minion)s is wounded already: aggravated points %(amount)s, each burns 1 blood instead of the vampire."
    ),
    Told.POINT_BURNED: _l("%(minion)s is wounded and has no blood: the next aggravated point burns it."),
    Told.LIFE_LOST: _l("Life that %(minion)s loses: %(amount)s. For an ally aggravated damage is like any other."),
    Told.GOES_TO_TORPOR: _l("%(minion)s is wounded and goes to torpor."),
    Told.BURNED: _l("%(minion)s is burned."),
    Told.PRESSED: _l("%(acting)s presses to continue."),
    Told.ANOTHER_ROUND: _l("Another round begins, at close range."),
    Told.COMBAT_OVER: _l("Combat is over."),
    Told.READY_WITH: _l("%(minion)s is ready. Blood: %(amount)s."),
    Told.READY_WITH_LIFE: _l("%(minion)s is ready. Life: %(amount)s."),
    Told.TORPOR_WITH: _l("%(minion)s is in torpor. Blood: %(amount)s."),
    # referendum
    Told.CALLED: _l("The political action succeeds: a referendum is called with the card."),
    Told.CALLED_WITHOUT_CARD: _l("The political action succeeds: a card in play calls the referendum."),
    Told.TERMS: _l("The terms are chosen now, not before. Then everyone may vote; no one has to."),
    Told.VOTES_FOR: _l("For: %(votes)s (%(source)s). The count so far: %(votes_for)s to %(votes_against)s."),
    Told.VOTES_AGAINST: _l("Against: %(votes)s (%(source)s). The count so far: %(votes_for)s to %(votes_against)s."),
    Told.BALLOT_FOR: _l("A priscus casts a ballot for, in the block of the prisci."),
    Told.BALLOT_AGAINST: _l("A priscus casts a ballot against, in the block of the prisci."),
    Told.BLOCK_FOR: _l("Most ballots are for: the block of the prisci gives 3 votes for."),
    Told.BLOCK_AGAINST: _l("Most ballots are against: the block of the prisci gives 3 votes against."),
    Told.BLOCK_ABSTAINS: _l("The ballots are tied: the block of the prisci gives no votes."),
    Told.COUNT: _l("The count: %(votes_for)s for, %(votes_against)s against."),
    Told.PASSES: _l("The referendum passes, %(votes_for)s to %(votes_against)s."),
    Told.FAILS: _l("The referendum fails, %(votes_for)s to %(votes_against)s."),
    Told.TIE: _l("The referendum fails, tied %(votes_for)s to %(votes_against)s: a tie fails."),
    # contests
    Told.CARD_PLAYED: _l("%(seat)s brings the unique card into play."),
    Told.CARD_CONTESTED: _l(
        "%(seat)s brings a copy into play: the card is contested. All copies are turned face down and out of play."
    ),
    Told.TITLE_CLAIMED: _l("%(vampire)s, controlled by %(seat)s, has the title."),
    Told.TITLE_CONTESTED: _l(
        "%(vampire)s, controlled by %(seat)s, claims the title as well: it is contested, and no one can use it."
    ),
    Told.POOL_PAID: _l("%(seat)s pays 1 pool in the unlock phase. Pool left: %(left)s."),
    Told.BLOOD_PAID: _l("%(vampire)s pays 1 blood in the unlock phase of %(seat)s. Blood left: %(left)s."),
    Told.CARD_YIELDED: _l("%(seat)s yields: that copy is burned, with all that was on it."),
    Told.TITLE_YIELDED: _l("%(vampire)s yields in the unlock phase of %(seat)s, and loses the title and nothing else."),
    Told.MUST_YIELD_TORPOR: _l("%(vampire)s is in torpor in the unlock phase of %(seat)s: it must yield."),
    Told.MUST_YIELD_BLOOD: _l("%(vampire)s has no blood in the unlock phase of %(seat)s: it must yield."),
    Told.CARD_WON: _l(
        "No rival is left: in the unlock phase of %(seat)s the card comes back, unlocked, at no further "
        "cost; %(paid)s pool paid in all."
    ),
    Told.TITLE_WON: _l(
        "No rival is left: in the unlock phase of %(seat)s the title goes to %(vampire)s at no further "
        "cost; %(paid)s blood paid in all."
    ),
    Told.STILL_CONTESTED: _l("The contest continues."),
    # withdrawal
    Told.LIBRARY_LEFT: _l("Cards left in the library: %(library)s. You can withdraw only with an empty library."),
    Told.HAND_FULL: _l(
        "Cards in hand: %(hand)s, with a hand size of %(hand_size)s. You can withdraw only with fewer "
        "cards than your hand size."
    ),
    Told.MAY_WITHDRAW: _l("As the turn begins the library is empty, and the hand is short: %(hand)s of %(hand_size)s."),
    Told.ANNOUNCED: _l(
        "%(seat)s announces the withdrawal in the unlock phase. It happens when the next one would begin."
    ),
    Told.HAPPENED: _l("Until then: %(what)s."),
    Told.NULLIFIED: _l("That nullifies the withdrawal of %(seat)s."),
    Told.STILL_STANDS: _l("The withdrawal of %(seat)s stands."),
    Told.WITHDRAWS: _l("%(seat)s withdraws instead of beginning the turn. Victory points: %(points)s."),
    Told.PLAYS_ON: _l("%(seat)s plays on."),
    Told.PREDATOR_GETS_NOTHING: _l("%(predator)s, the predator, gets neither pool nor a victory point."),
    # diablerie
    Told.DIRECTED: _l("The action is directed at %(seat)s, so only they may block. It has no stealth of its own."),
    Told.UNDIRECTED: _l(
        "The victim is your own vampire: the action is undirected, at +1 stealth. Prey and predator may block."
    ),
    Told.VICTIM_S_BLOOD: _l("%(diablerist)s takes all the victim's blood, %(amount)s, and has %(total)s."),
    Told.BLOOD_ABOVE: _l("Blood above the capacity goes to the bank: %(amount)s. Left: %(left)s."),
    Told.EQUIPMENT_TAKEN: _l("%(diablerist)s takes the victim's equipment: %(amount)s."),
    Told.VICTIM_BURNED: _l("The victim is burned, and whatever else was on it."),
    Told.DISCIPLINE_TAKEN: _l(
        "%(diablerist)s is younger: a Discipline card is found and put on %(diablerist)s. Capacity: %(capacity)s."
    ),
    Told.DISCIPLINE_DECLINED: _l(
        "%(diablerist)s is younger, so a Discipline card could be found for it; that is declined."
    ),
    Told.NOT_YOUNGER: _l(
        "%(diablerist)s (capacity %(capacity)s) is not younger than the victim (%(victim_capacity)s): no Discipline."
    ),
    Told.TROPHY: _l(
        "The victim was Red List and the action was directed: a trophy may be found and put on %(diablerist)s."
    ),
    Told.BLOOD_HUNT: _l(
        "A blood hunt is called on %(diablerist)s: a referendum in which action modifiers and reactions cannot be "
        "played."
    ),
    Told.HUNTED_DOWN: _l("The blood hunt passes, %(votes_for)s to %(votes_against)s: %(diablerist)s is burned."),
    Told.SURVIVES_HUNT: _l(
        "The blood hunt fails, %(votes_for)s to %(votes_against)s: %(diablerist)s survives (capacity %(capacity)s, "
        "blood %(blood)s)."
    ),
    # scoring
    Told.OUSTED: _l("%(seat)s is ousted. The predator is %(predator)s."),
    Told.OUSTED_TOGETHER: _l("%(seat)s is ousted simultaneously. The predator is %(predator)s."),
    Told.GAINS_POINT_AND_POOL: _l("%(seat)s gains 1 victory point and 6 pool."),
    Told.GAINS_POINT_ALONE: _l("%(seat)s gains 1 victory point, but no pool: ousted simultaneously."),
    Told.WITHDREW: _l("%(seat)s withdraws. Victory points for it: %(points)s."),
    Told.NEW_PREY: _l("%(predator)s now has %(prey)s as prey."),
    Told.LAST_STANDING: _l("%(seat)s is the last one: 1 victory point more, and the game is over."),
    Told.TIME_REACHED: _l("Time is called: the phase that is going on, or the action, is played to its end."),
    Told.TIME_HALF: _l("%(seat)s is still in the game: ½ victory point."),
    Told.TIME_WHOLE: _l("%(seat)s is alone in the game: 1 victory point."),
    Told.GAME_WIN: _l("Game win: %(seat)s, with at least 2 victory points and more than any other player."),
    Told.NO_GAME_WIN: _l("No game win: it takes at least 2 victory points, and more than anyone else."),
    Told.SEAT_TOTAL: _l("%(seat)s: victory points %(points)s, tournament points %(table_points)s."),
}


@dataclass(frozen=True, slots=True)
class StepView:
    """A step for a page: its sentence, the rows behind it."""

    told: Told
    text: str
    rows: list[RowView]
    figures: dict[str, int | str]


def step_view(step: WalkStep) -> StepView:
    """The step in the reader's language."""
    figures = {name: labels.NAMES.get(str(figure), figure) for name, figure in step.figures.items()}
    figures["diablerist"] = labels.NAMES["X"]
    if "half_points" in figures:
        figures["points"] = points_words(int(figures["half_points"]))
    if "what" in figures:
        figures["what"] = str(MEANWHILE[str(figures["what"])])
    if "source" in figures:
        figures["source"] = str(VOTE_SOURCES[str(figures["source"])])
    if figures.get("table_points") == "":
        figures["table_points"] = "–"
    return StepView(step.told, str(SENTENCES[step.told]) % figures, row_views(step.rules), figures)


# Cards before and after, small


@dataclass(frozen=True, slots=True, kw_only=True)
class CardState:
    """A card at one moment.

    Attributes:
        drops: its blood or life, or the pool paid for it, full or empty.
        lies: up or down where a card may lie face down; else empty.
        title: held or contested; else empty.
        votes: what it is worth in a referendum.
    """

    drops: tuple[bool, ...] = ()
    lies: str = ""
    title: str = ""
    votes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPicture:
    """A card before and after, where that changes.

    Attributes:
        fate: ready, torpor or burned.
    """

    name: str
    was: CardState
    now: CardState | None = None
    fate: str = "ready"


@dataclass(frozen=True, slots=True)
class PictureRow:
    """Cards that stand together, under a heading where there are several rows."""

    heading: str
    cards: tuple[CardPicture, ...]


_FATES = {Told.READY_WITH: "ready", Told.READY_WITH_LIFE: "ready", Told.TORPOR_WITH: "torpor", Told.BURNED: "burned"}
# What is burned for its votes, or goes to the ash heap with them.
_SPENT = frozenset({CALLING_CARD, POLITICAL_CARD, EDGE})


def _cards(form: SituationForm, walk: Walk) -> Iterator[PictureRow]:
    if form.name == "referendum":
        yield from _votes_cast(walk)
    elif drawn := _DRAWN.get(form.name):
        yield PictureRow("", tuple(drawn(form.values, walk)))


def _fighters(values: Mapping[str, str], walk: Walk) -> Iterator[CardPicture]:
    for step in walk.outcome:
        minion = str(step.figures["minion"])
        side = minion.lower()
        counters = int(values[f"{side}_counters"])
        most = counters if values[f"{side}_kind"] == "ally" else int(values[f"{side}_capacity"])
        yield _minion(minion, counters, most, int(step.figures["amount"]), most, _FATES[step.told])


def _diablerie(values: Mapping[str, str], walk: Walk) -> Iterator[CardPicture]:
    blood, capacity = int(values["blood"]), int(values["capacity"])
    end = walk.outcome[-1].figures
    now, most = int(end.get("blood", 0)), int(end.get("capacity", capacity))
    yield _minion("X", blood, capacity, now, most, "ready" if "blood" in end else "burned")
    victim = int(values["victim_capacity"])
    yield _minion("Y", int(values["victim_blood"]), victim, 0, victim, "burned")


def _minion(minion: str, was: int, capacity: int, now: int, most: int, fate: str) -> CardPicture:
    before, after = CardState(drops=_drops(was, capacity)), CardState(drops=_drops(now, most))
    return CardPicture(name=labels.NAMES[minion], was=before, now=after, fate=fate)


def _drops(full: int, most: int) -> tuple[bool, ...]:
    return tuple(place < full for place in range(max(full, most)))


def _copies(values: Mapping[str, str], walk: Walk) -> Iterator[CardPicture]:
    """The copies of a contested card, with the pool that was paid for each."""
    for seat in SEATS[: int(values["claimants"])]:
        card = walk.end.cards[f"{CARD}-{seat}"]
        lies = "up" if card.in_play else "down" if card.zone is Zone.CONTESTED else ""
        paid = sum(step.told is Told.POOL_PAID and step.figures["seat"] == seat for step in walk.steps)
        yield CardPicture(
            name=labels.NAMES[seat],
            was=CardState(lies="down"),
            now=CardState(lies=lies, drops=_drops(paid, paid)),
            fate="ready" if lies else "burned",
        )


def _titled(values: Mapping[str, str], walk: Walk) -> Iterator[CardPicture]:
    """The vampires that claim a title."""
    for number in range(1, int(values["claimants"]) + 1):
        vampire = walk.end.cards[f"V{SEATS[number - 1]}"]
        most = max(vampire.counters, blood := int(values[f"counters_{number}"]))
        title = vampire.title.state if vampire.title else ""
        yield CardPicture(
            name=labels.NAMES[vampire.id],
            was=CardState(drops=_drops(blood, most), title=TitleState.CONTESTED),
            now=CardState(drops=_drops(vampire.counters, most), title=title),
            fate="torpor" if vampire.zone is Zone.TORPOR else "ready",
        )


def _votes_cast(walk: Walk) -> Iterator[PictureRow]:
    """The sources of votes for and against, each with its votes."""
    of_side = {"for": (Told.VOTES_FOR, Told.BLOCK_FOR), "against": (Told.VOTES_AGAINST, Told.BLOCK_AGAINST)}
    for side, (cast, block) in of_side.items():
        pictures = [
            CardPicture(
                name=labels.capitalized(VOTE_SOURCES[str(step.figures["source"])]),
                was=CardState(votes=int(step.figures["votes"])),
                fate="burned" if step.figures["source"] in _SPENT else "ready",
            )
            for step in walk.steps
            if step.told is cast
        ]
        if any(step.told is block for step in walk.steps):
            pictures.append(CardPicture(name=gettext("The prisci"), was=CardState(votes=BLOCK_VOTES)))
        if pictures:
            yield PictureRow(gettext("For") if side == "for" else gettext("Against"), tuple(pictures))


_DRAWN: dict[str, Callable[[Mapping[str, str], Walk], Iterator[CardPicture]]] = {
    "combat": _fighters,
    "diablerie": _diablerie,
    "contest": _copies,
    "title": _titled,
}


# The rows of the rules, each with an address


blueprint = Blueprint("guide", __name__, url_prefix="/guide")


@blueprint.get("/rules")
def all_rules() -> str:
    """Every row, section by section."""
    sections = [
        (name, list(members)) for name, members in groupby(row_views(tuple(rules())), key=lambda row: row.section)
    ]
    return render_template("guide/rules.html", sections=sections)


@blueprint.get("/rules/<row>")
def one_rule(row: str) -> AnyResponse:
    """The row among its neighbours."""
    return redirect(url_for("guide.all_rules", _anchor=rule(row).id), 302)


@blueprint.get("/help")
def help_page() -> str:
    """How the table companion is used."""
    return render_template("help/tables.html")
