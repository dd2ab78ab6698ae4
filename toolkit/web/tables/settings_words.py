"""Words of a table's settings."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.game import PROFILES as RULES
from toolkit.game.options import VALUES, RulesOptions
from toolkit.schemas.table_forms import FIRSTS, option_field

VARIANTS = {
    "standard": _l("Standard"),
    "pm_intro": _l("Phased Motion, introductory"),
    "pm_advanced": _l("Phased Motion, advanced"),
}

PROFILES = {
    "current": _l("Current rules"),
    "vekn_event": _l("Tournament (VEKN): withdrawal ½ VP, time limit"),
    "outline_4_1": _l("Rules outline 4.1"),
    "contest_proposal": _l("Proposal on contests"),
}

ENFORCEMENT = {
    "strict": _l("Refuse what is against the rules"),
    "advise": _l("Allow it, and say so"),
    "free": _l("Allow it"),
}


def firsts() -> list[tuple[str, str]]:
    """Who goes first: drawn, or the seat that it fell to at the table."""
    seats = [(place, gettext("Seat %(number)s", number=place)) for place in FIRSTS if place]
    return [("", gettext("Drawn at random")), *seats]


DEPTHS = {
    "light": _l("Light: turns, pool, Edge, ousts"),
    "full": _l("Full: every action, vote and strike"),
}

SPEEDS = {
    "table": _l("As people play: windows open when asked for"),
    "detailed": _l("Step by step: every window opens"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """One option of the rules: what it is about in a line, and what each of its values answers."""

    option: str
    words: LazyString
    answers: tuple[LazyString, ...]

    @property
    def field(self) -> str:
        """The form's field."""
        return option_field(self.option)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The values with their answers; at first the rules chosen above decide."""
        choices = zip(VALUES[self.option], map(str, self.answers), strict=True)
        return [("", gettext("as the rules chosen above have it")), *choices]

    def answer(self, options: RulesOptions) -> str:
        """The answer of these options."""
        return str(self.answers[VALUES[self.option].index(getattr(options, self.option))])


_NO, _YES = _l("No"), _l("Yes")
# Every option that a table may choose by itself, under its heading.
QUESTIONS: tuple[tuple[LazyString, tuple[Question, ...]], ...] = (
    (
        _l("The turn"),
        (
            Question("setup_first_player", _l("Who goes first?"), (_l("Drawn at random"), _l("The first seat"))),
            Question(
                "unlock_ordering",
                _l("In which order do the effects of an unlock phase happen?"),
                (_l("In any order"), _l("Beginning, middle, end")),
            ),
            Question(
                "influence_ramp",
                _l("How many transfers do the first turns give?"),
                (
                    _l("1, 2 and 3 in the first three turns of the game"),
                    _l("Fewer only in each Methuselah's own first turn"),
                    _l("3, then 4: for two players"),
                    _l("4 from the first turn"),
                ),
            ),
            Question(
                "influence_emerge",
                _l("When do minions with enough blood become ready?"),
                (
                    _l("When their Methuselah likes in the influence phase"),
                    _l("All at the end of the influence phase"),
                ),
            ),
        ),
    ),
    (
        _l("Actions and cards"),
        (
            Question(
                "sequencing_undirected",
                _l("Who speaks second in an undirected action?"),
                (_l("The prey, then the predator"), _l("Whichever of them has not declined to block")),
            ),
            Question(
                "cancel_cost",
                _l("Is a canceled card paid for?"),
                (_l("Yes, but for action cards"), _l("Never")),
            ),
            Question(
                "master_oot_trifle",
                _l("Does a trifle out of turn cost the next master phase action?"),
                (_l("Yes, and gives one back unless it is canceled"), _NO),
            ),
            Question(
                "bleed_edge_on",
                _l("What takes the Edge?"),
                (_l("A bleed of 1 or more"), _l("Pool that was really burned")),
            ),
            Question(
                "recruit_location",
                _l("Where is a new ally until the end of the turn?"),
                (_l("Ready, but it cannot act"), _l("In the uncontrolled region")),
            ),
            Question(
                "anarch_sect",
                _l("Of which sect is an anarch?"),
                (_l("Anarch, a sect of its own"), _l("Independent, with a mark")),
            ),
            Question(
                "diablerie_equipment",
                _l("Which equipment does a diablerist take?"),
                (_l("What the Methuselah chooses"), _l("All of it")),
            ),
        ),
    ),
    (
        _l("Titles and contests"),
        (
            Question(
                "contest_pay_timing",
                _l("When is a contest paid?"),
                (_l("At any moment of the unlock phase"), _l("At its beginning")),
            ),
            Question(
                "title_contest_by",
                _l("Which vampires may pay for a title?"),
                (_l("Ready ones"), _l("Any, in torpor too")),
            ),
            Question(
                "title_self_contest",
                _l("May two vampires of one Methuselah contest a title?"),
                (_YES, _l("No: the newer one takes it")),
            ),
            Question(
                "title_baron_surcharge",
                _l("Does a baron pay 2 blood in a contest with a prince or an archbishop?"),
                (_NO, _YES),
            ),
        ),
    ),
    (
        _l("Phased Motion"),
        (
            Question(
                "pm_picks", _l("How many phases are chosen in a turn?"), (_l("Five"), _l("One by each Methuselah"))
            ),
            Question(
                "pm_mixed_target",
                _l("To which phase does an action belong that is aimed at a Methuselah and a card?"),
                (_l("To none: it is refused"), _l("Open Aggression"), _l("Subterfuge")),
            ),
            Question(
                "pm_bonus_from",
                _l("When do the bonuses begin?"),
                (_l("With the next choice of a phase"), _l("As soon as a player has the Edge")),
            ),
            Question(
                "pm_oa_draw_on_cancel",
                _l("Does a canceled action card earn the draw of Open Aggression?"),
                (_YES, _NO),
            ),
        ),
    ),
    (
        _l("The end and its points"),
        (
            Question("score_withdraw_vp", _l("What is a withdrawal worth?"), (_l("1 VP"), _l("½ VP"))),
            Question(
                "withdraw_scope",
                _l("Which lost counters void a withdrawal?"),
                (_l("Those of pool and minions"), _l("Those of uncontrolled cards too")),
            ),
            Question("withdraw_count_life", _l("Does lost life void a withdrawal too?"), (_NO, _YES)),
            Question(
                "edge_on_leave",
                _l("Where is the Edge when its holder leaves the game?"),
                (_l("With no player"), _l("The table says")),
            ),
        ),
    ),
)


def house_rules(options: RulesOptions) -> list[tuple[str, str]]:
    """Every question that this table answers otherwise than the current rules, with its answer."""
    usual = RULES["current"]
    return [
        (str(question.words), question.answer(options))
        for _, questions in QUESTIONS
        for question in questions
        if getattr(options, question.option) != getattr(usual, question.option)
    ]
