"""Pages as search engines and chats find them: their words, their address in each language, and what is kept out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Flask, Response, abort, current_app, redirect, request, url_for
from flask_babel import LazyString
from flask_babel import lazy_gettext as _l
from werkzeug.routing import Rule
from werkzeug.wrappers import Response as WerkzeugResponse

from toolkit.languages import LANGUAGES
from toolkit.web.base.i18n import speak

blueprint = Blueprint("discovery", __name__)

# Pages that everybody may find, with what a search engine says of them. An event and a card have words of their own.
PUBLIC: dict[str, LazyString] = {
    "decks.show": _l("Check a deck of Vampire: The Eternal Struggle: errors, rules and repairs, as of any date."),
    "events.start": _l("Run a VTES tournament: seating, results, standings, final and reports."),
    "room.event": _l("A VTES tournament: seats, results and standings."),
    "tables.start": _l("Follow a game of VTES on the phones of the table: pool, turns, ousts, victory points."),
    "seating.show": _l("Seat VTES players by the nine criteria of the VEKN, and score a seating."),
    "cards.search": _l("Search VTES cards by name, clan, Discipline, capacity, title or set."),
    "cards.show": _l("A VTES card: its facts, prints and legality."),
    "cube.show": _l("Draw a VTES cube: list, packs and labels."),
    "guide.index": _l("Learn VTES: turns step by step, and phased motion."),
    "guide.first_turn": _l("Play a first turn of VTES, step by step."),
    "guide.walkthrough": _l("A situation in a game of VTES, step by step."),
    "guide.phased_motion": _l("Phased motion: the VTES variant in which everybody plays at once."),
    "guide.all_rules": _l("The rules of VTES as this program follows them."),
    "guide.one_rule": _l("A rule of VTES as this program follows it."),
    "replay.show": _l("Replay a recorded game of VTES, step by step."),
    "verify.show": _l("Verify the draws of a VTES tournament."),
    "statistics.show": _l("Statistics of finished VTES tournaments: seats, endings, clans, cards."),
    "seasons.all_leagues": _l("VTES leagues, and the standings of each."),
    "seasons.league": _l("The standings of a VTES league."),
    "seasons.ratings": _l("Ratings of VTES players."),
    "weekends.start": _l("Championship weekends of VTES: day 1, qualified players, day 2."),
    "weekends.show": _l("A championship weekend of VTES: day 1, day 2 and qualified players."),
    "help.show": _l("How to use the VTES Toolkit."),
    "help.players": _l("Help for VTES players at a tournament."),
    "help.organizers": _l("Help for organizers of VTES tournaments."),
    "help.judges": _l("Help for judges of VTES tournaments."),
    "help.limited": _l("Help for limited VTES tournaments: sealed and draft."),
    "help.seasons": _l("Help with VTES leagues and ratings."),
    "help.rules": _l("The tournament rules of VTES that this program follows."),
    "reference.show": _l("The API of the VTES Toolkit."),
    "reference.subject": _l("The API of the VTES Toolkit."),
}
# Days for which an address for security reports is said to be good.
_GOOD_FOR = 180


def init_app(app: Flask) -> None:
    """Let templates of `app` describe public pages, and answer `?lang=fr` of one in that language."""
    app.config.setdefault("SECURITY_CONTACT", "")
    app.before_request(_speak_as_asked)
    app.jinja_env.globals.update(
        page_description=page_description, page_address=page_address, language_addresses=language_addresses
    )


def _speak_as_asked() -> None:
    """Answer in the language of the address: it sets nothing for the next page."""
    if request.method == "GET" and request.endpoint in PUBLIC and request.args.get("lang") in LANGUAGES:
        speak(request.args["lang"])


def page_description() -> LazyString | str:
    """The description of this page for search engines; empty for one that it does not list."""
    return PUBLIC.get(request.endpoint or "", "") if request.method == "GET" else ""


def page_address() -> str:
    """The address by which a search engine lists this page: without what was asked, but in its language."""
    asked = request.args.get("lang")
    return f"{request.base_url}?lang={asked}" if asked in LANGUAGES else request.base_url


def language_addresses() -> Iterator[tuple[str, str]]:
    """The page's address in each language, with the code of the language."""
    return ((language, f"{request.base_url}?lang={language}") for language in LANGUAGES)


@blueprint.get("/robots.txt")
def robots() -> Response:
    """The rules for search engines: the public pages in each language, and nothing else.

    The longest line that fits an address counts, and `*` is any text: so what lies below a page is named, too.
    """
    lines = {"Disallow: /", "Allow: /static/"}
    for rule in current_app.url_map.iter_rules():
        pattern = _pattern(rule)
        if rule.endpoint in PUBLIC:
            lines |= {f"Allow: {pattern}$", f"Allow: {pattern}?lang="}
            lines |= {f"Disallow: {pattern}/*"} if pattern.endswith("*") else set()
        elif not rule.arguments:
            lines.add(f"Disallow: {pattern}$")
    return Response("\n".join(["User-agent: *", *sorted(lines)]) + "\n", mimetype="text/plain")


def _pattern(rule: Rule) -> str:
    return "/".join("*" if part.startswith("<") else part for part in rule.rule.split("/"))


@blueprint.get("/favicon.ico")
def favicon() -> WerkzeugResponse:
    """The sign, for browsers and programs that ask for it at this address."""
    return redirect(url_for("static", filename="favicon.ico"))


@blueprint.get("/.well-known/security.txt")
def security() -> Response:
    """The address for reports of a weakness of this server (RFC 9116); 404 without one."""
    contact = str(current_app.config["SECURITY_CONTACT"]).strip()
    if not contact:
        abort(404)
    address = contact if ":" in contact else f"mailto:{contact}"
    expires = (datetime.now(UTC) + timedelta(days=_GOOD_FOR)).strftime("%Y-%m-%dT00:00:00Z")
    languages = ", ".join(LANGUAGES)
    return Response(
        f"Contact: {address}\nExpires: {expires}\nPreferred-Languages: {languages}\n", mimetype="text/plain"
    )
