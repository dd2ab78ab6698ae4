"""The rules that this app names, each in a sentence: what a tap on "VEKN 3.7" leads to; those of the game are rows.

The sentences are this app's own and say what it goes by; the rules themselves are those of the VEKN. The rows of the
game's rules are what a refusal, something owed or a step cites.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from markupsafe import Markup

from toolkit.errors import ToolkitError
from toolkit.game.rules import rule as game_rule
from toolkit.game.rules import rules
from toolkit.scoring import ImpossibleScores
from toolkit.web.base.i18n import translated

RULES: dict[str, LazyString] = {
    "VEKN 1.2": _l("Each player has one VEKN number, and no other player has the same."),
    "VEKN 2.1": _l("A new card may be played from the day of its release."),
    "VEKN 2.8": _l("A ruling of more than a minute gives that table its time back."),
    "VEKN 3.1": _l(
        "The rounds rank by game wins, then victory points, then tournament points. Remaining ties are "
        "tossed. The best five play the final."
    ),
    "VEKN 2.9": _l(
        "No judge plays in a qualifier or a championship; elsewhere one may, from eight players on and with six judges"
        " named."
    ),
    "VEKN 3.1.1": _l("A round lasts two hours at least; the final may last longer."),
    "VEKN 3.1.2": _l(
        "A table has five players where that is possible, and four otherwise."
        " Six, seven or eleven players take turns in sitting out."
    ),
    "VEKN 3.1.3": _l(
        "Before the final each finalist shows three crypt cards. From the last seed to the first, each "
        "chooses a place in the row. The first player is drawn by lot."
    ),
    "VEKN 3.1.4": _l(
        "A player who leaves after seats are taken loses that game without being ousted, and is not seated again."
    ),
    "VEKN 3.1.5": _l(
        "One deck is played in every round, unless the event was announced as multi-deck. Once the round has begun,"
        " only a judge changes a list."
    ),
    "VEKN 3.1.5a": _l(
        "In a multi-deck event the deck of the final is the finalist's best deck in a single round, or "
        "any deck that they played. This is announced before round 1."
    ),
    "VEKN 3.1.6": _l(
        "An event without a final has fewer than eight players and is announced as such. An eighth player is not"
        " admitted."
    ),
    "VEKN 3.3": _l(
        "A player who is not seated 15 minutes after the start loses the round without being ousted, and stays in the"
        " event."
    ),
    "VEKN 3.3.1": _l("Latecomers play from the next round on."),
    "VEKN 3.5": _l("A game can only be conceded to one player, by all the others together."),
    "VEKN 3.7": _l(
        "An oust gives the predator a victory point, and so does being the last one left. A player who "
        "withdraws gets half a point, and so do all players still in when time is called."
    ),
    "VEKN 3.7.1": _l("A game win takes at least two victory points, and more than anyone else at the table."),
    "VEKN 3.7.3": _l("Tournament points go by the place at the table, from 60 down to 12; those who are tied share."),
    "VEKN 3.7.5": _l(
        "Most victory points win the final; of those who are tied, the better seed. All other finalists are second."
    ),
    "VEKN 4.1": _l("A banned card may not be played from the day of its ban on."),
    "VEKN 4.3": _l("A new card may be played from thirty days after its release."),
    "VEKN 4.5": _l("Proxy cards are not allowed at a grand prix or a championship."),
    "VEKN 4.8": _l("Play each game to win it, as if it were the only one: playing for the standings is not allowed."),
    "VEKN 6.1.1": _l("An organizer may allow some sets only: such an event gives no rating points."),
    "VEKN 6.2": _l("A crypt has twelve cards or more, of one group or two that follow each other; a library 60 to 90."),
    "VEKN 6.3": _l("Players may be asked for their decklist. Once it is handed in, the deck stays as it is."),
    "VEKN 6.4": _l("In V5 only the cards of its own pool may be played."),
    "VEKN 7.2": _l("A limited deck is built from the cards that were opened."),
    "VEKN 7.2.1": _l("In a limited event the number of boosters sets how small a crypt and a library may be."),
    "VEKN 7.2.2": _l(
        "Where a library may have fewer than forty cards, its ash heap may be shuffled back:"
        " the smaller, the more often."
    ),
    "VEKN 7.2.3": _l("In a limited event players may be asked to list every card that they got."),
    "VEKN 7": _l("Limited events are played with decks that are built on the spot, from sealed or drafted boosters."),
    "VEKN 7.2.4": _l("In a limited event all players get the same product."),
    "VEKN 7.2.5": _l("A judge replaces a booster that is not as it should be, and a marked card."),
    "VEKN 7.2.6": _l(
        "A player who drops after receiving product returns it and loses round 1. Latecomers build from "
        "sealed product and play from the next round on."
    ),
    "VEKN 7.3": _l("In a sealed event players build from the boosters that they opened."),
    "VEKN 7.3.2": _l(
        "Sealed pools may be swapped after they were listed: one or two in ten get their own back, the others"
        " another's, at random."
    ),
    "VEKN 7.4": _l("In a Michigan event players trade cards in pods, one for one, before they build."),
    "VEKN 7.4.1": _l(
        "For a Michigan trade each player lays out fifty library cards, ten crypt cards and a trade stock of fifteen."
    ),
    "VEKN 7.4.2": _l("The pods of a Michigan event are tables of four or five."),
    "VEKN 7.4.3": _l(
        "In a Michigan trade the active player asks one other for a card. A player "
        "who declined is not asked again in that turn."
    ),
    "VEKN 7.5": _l("In a booster draft each player takes one card of a pack and passes the rest, until it is empty."),
    "VEKN 7.5.1": _l("Pods are drawn at random and of about equal size; they may be the tables of round 1."),
    "VEKN 7.5.2": _l("Some of the product may be drafted and the rest stay sealed; a starter is always sealed."),
    "VEKN 7.5.3": _l(
        "A player who is late with a pick gets a random card. The seconds are announced before the draft."
    ),
    "VEKN 7.7": _l(
        "In a table draft the cards are face up. The players take one each in order and back again; a "
        "late player gets the oldest card."
    ),
    "VEKN 7.8": _l("In a mixed draft the crypt is drafted at the table, the library is piled and drafted as boosters."),
    "VEKN 9.1": _l("The organizer of a sanctioned event keeps its results and lists for a year."),
    "VEKN A.2": _l(
        "Rating points: five, plus four per victory point and eight per game win. Finalists get a bonus "
        "that grows with the number of players."
    ),
    "VEKN 9.2": _l("The result of an event is due to the VEKN within eight days of its last day."),
    "JG 1.1.3": _l(
        "A standings adjustment takes one victory point from a game, and the points of that game are recounted."
    ),
    "JG 1.1.4": _l("A disqualified player leaves the standings, and no one gets points for it."),
    "JG 1.2": _l("To give a penalty after the event is over, reopen the event first, with a reason."),
    "JG 1.2.1": _l(
        "Two cautions, two warnings, two standings adjustments, disqualification: the same infraction, repeated,"
        " climbs. Other infractions do not count. A judge may give another penalty, with a reason."
    ),
    "JG 1.2.2": _l(
        "Standings adjustments and disqualifications are the head judge's; they also meet who does not play."
    ),
    "JG 1.2.4": _l("A table gets back what a ruling took beyond a minute; beyond ten minutes the head judge decides."),
    "JG 1.2.3": _l("Tell a player who is sanctioned what it is for, and what it means."),
    "JG 3.1.1": _l("A list that is not legal is corrected by the head judge, and its player is sanctioned."),
    "JG 5.3": _l("If an event ends early, the rounds up to the last complete one count, and there is no winner."),
    "JG 5.1": _l(
        "If a player is missing at the start, a table of five plays with four. The players of a table of "
        "four are moved to other tables."
    ),
    "JG 5.1.1": _l(
        "An official may take a vacant seat at a table of four. They retain nothing, and the others are compared with"
        " 0 victory points there."
    ),
    "JG 5.2": _l(
        "Where a round is cut below two hours and time is called at one of its tables, the event is not sanctioned."
    ),
    "Rulebook 1.2.1": _l("The crypt is of one group, or of two that follow each other."),
    "Game outline I.A": _l("A deck has two parts: vampires and imbued in the crypt, all other cards in the library."),
    "Game outline I.A.1.a": _l(
        "Outside of tournaments a library has forty cards, and up to ten more for each Methuselah in the game."
    ),
    "Phased Motion 5.3": _l("Some cards are banned in phased motion, beside those that are banned everywhere."),
}


@dataclass(frozen=True, slots=True)
class RowView:
    """A row for a page: its ID, its section, its sentence."""

    id: str
    section: str
    text: str


def init_app(app: Flask) -> None:
    """Let templates link a rule: `macros/events.html`."""
    app.jinja_env.globals.update(rule_link=rule_link)


def rule_url(rule: str | None) -> str:
    """Where a rule is explained, a row of the game's flow on a page of its own; "" for what is no rule."""
    if rule in RULES:
        return url_for("help.rules", _anchor=anchor(rule))
    return url_for("guide.one_rule", row=rule) if rule in rules() else ""


def rule_link(rule: str | None) -> Markup:
    """The link to a rule, nothing without one: by its number, or a row of the game's flow with its sentence at hand."""
    address = rule_url(rule)
    if not address or rule is None:
        return Markup("")
    if rule in RULES:
        return Markup('<a class="rule" href="{}">{}</a>').format(address, rule)
    return Markup('<a class="rule" href="{}" title="{}">{}</a>').format(address, row_view(rule).text, gettext("Rule"))


def with_rule(sentence: str, rule: str | None) -> str:
    """The sentence, and right behind it the link to the rule it goes by; the sentence alone without one."""
    link = rule_link(rule)
    return Markup("{} {}").format(sentence, link) if link else sentence


def refusal_words(error: ToolkitError) -> str:
    """The words of a refusal, in the reader's language, with the link to the rule behind it.

    Results that are possible instead are buttons of the page (`toolkit.web.events.results.offers`).
    """
    message = error.brief if isinstance(error, ImpossibleScores) else error.message
    return with_rule(translated(message), error.rule)


def anchor(rule: str | None) -> str:
    """The place of a rule on its page."""
    return (rule or "").lower().replace(" ", "-").replace(".", "-")


def row_view(row_id: str) -> RowView:
    """The row of that ID, worded."""
    row = game_rule(row_id)
    return RowView(row.id, gettext(row.section), gettext(row.text))


def row_views(row_ids: tuple[str, ...]) -> list[RowView]:
    """The rows of these IDs."""
    return [row_view(row_id) for row_id in row_ids]
