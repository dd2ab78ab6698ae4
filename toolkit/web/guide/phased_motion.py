"""`/guide/phased-motion`: what it is, its phase cards, what to print, and where to begin."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask_babel import gettext

from toolkit.decks.formats import rule_set
from toolkit.game.vocabulary import MINION_CARDS, PhaseCard
from toolkit.languages import LANGUAGES
from toolkit.sheets.catalogue import SHEETS
from toolkit.sheets.model import Options, Pack, PrintedEvent
from toolkit.tournament.configuration import EventRuleSet
from toolkit.web.base.i18n import language
from toolkit.web.base.stores import card_data
from toolkit.web.serving.pdf import pdf_answer
from toolkit.web.tables.words import PHASE_CARD_BONUSES, PHASE_CARD_CARDLESS, PHASE_CARD_RULES, PHASE_CARDS

PAPERS = {"a4": "A4", "letter": "Letter"}


@dataclass(frozen=True, slots=True)
class PhaseCardPanel:
    """A phase card as it is printed."""

    title: str
    rule: str
    cardless: str
    bonus: str
    is_minion: bool
    is_advanced: bool


def register(blueprint: Blueprint) -> None:
    """Put the pages under the guide's addresses."""
    blueprint.add_url_rule("/phased-motion", "phased_motion", show)
    blueprint.add_url_rule("/phased-motion/<name>.pdf", "phased_sheet", sheet)


def show() -> str:
    """The page."""
    return render_template(
        "guide/phased_motion.html",
        cards=[_card(card) for card in PhaseCard],
        bans=_extra_bans(),
        sheets=_sheets(),
        event_links={
            False: url_for("events.start", rule_set=EventRuleSet.PHASED_MOTION_INTRODUCTORY, _anchor="new"),
            True: url_for("events.start", rule_set=EventRuleSet.PHASED_MOTION_ADVANCED, _anchor="new"),
        },
    )


def sheet(name: str) -> Response:
    """A blank sheet of phased motion, as a PDF, in the reader's language unless asked for in another."""
    if name not in SHEETS or not SHEETS[name].is_phased:
        abort(404)
    paper = request.args.get("paper", "a4")
    options = Options(advanced=request.args.get("advanced") == "1", language=request.args.get("language") or language())
    if paper not in PAPERS or options.language not in LANGUAGES:
        abort(404)
    event = PrintedEvent(name="Vampire: The Eternal Struggle", phased=True)
    answer = pdf_answer(name, Pack(event=event), options, paper)
    answer.vary.update(("Cookie", "Accept-Language"))
    return answer


def _extra_bans() -> list[str]:
    """The cards that are banned besides the usual list, by name."""
    cards = card_data()
    return sorted(cards[number].name for number in rule_set("phased-motion").extra_bans)


def _card(card: PhaseCard) -> PhaseCardPanel:
    return PhaseCardPanel(
        title=str(PHASE_CARDS[card]),
        rule=str(PHASE_CARD_RULES[card]),
        cardless=str(PHASE_CARD_CARDLESS.get(card, "")),
        bonus=str(PHASE_CARD_BONUSES.get(card, "")),
        is_minion=card in MINION_CARDS,
        is_advanced=card is PhaseCard.RESEARCH,
    )


def _sheets() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Each sheet with what it is for, and its links: paper by paper, introductory and advanced."""
    described = {
        "phase-cards": (gettext("Phase cards"), gettext("Actual size, with the reminder tokens of The Embrace.")),
        "turns": (gettext("Turn sheet"), gettext("To keep track of who chose what, and who starts next.")),
        "rules": (gettext("Rules on one page"), gettext("Both games, to keep at the table.")),
    }
    return [(title, text, _links(name)) for name, (title, text) in described.items()]


def _links(name: str) -> list[tuple[str, str]]:
    games = ((None, gettext("introductory")), (1, gettext("advanced"))) if SHEETS[name].options else ((None, ""),)
    return [
        (
            url_for("guide.phased_sheet", name=name, paper=paper, advanced=advanced, language=language()),
            ", ".join(filter(None, (game, word))),
        )
        for advanced, game in games
        for paper, word in PAPERS.items()
    ]
