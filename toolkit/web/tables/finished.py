"""A game that is over, to share: who won, who ousted whom, pool over time, how long it was, the biggest bleed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache

from flask import Response, abort, make_response, redirect, render_template, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from toolkit.game.events import Happening
from toolkit.game.record import render_record
from toolkit.game.summary import Departed, GameSummary, summarized
from toolkit.game.timeline import Timeline
from toolkit.services.tables.folding import TableGame, games
from toolkit.services.tables.links import WATCH, link_path
from toolkit.sheets import Sheet
from toolkit.sheets.model import Shown
from toolkit.sheets.qr import Drawing
from toolkit.web.base.clocks import length_words
from toolkit.web.base.i18n import language
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import current_context, current_secret
from toolkit.web.replay.pages import replayed
from toolkit.web.replay.view import PoolPlot, pool_plot
from toolkit.web.tables.at import LINK, At, blueprint, enter
from toolkit.web.tables.page import PointsLine, keep_secret, points_view

# The seats' colours on a dark ground, as in tables.css.
TONES = ("#e0767b", "#7db4dc", "#86c08f", "#dcb058", "#b89ad6", "#79bdb8")


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, for its page and its picture."""

    table: TableGame

    @cached_property
    def _summary(self) -> GameSummary:
        return summarized(self.table.game)

    @property
    def title(self) -> str:
        """Its title."""
        return self.table.made.title or gettext("A game")

    @cached_property
    def headline(self) -> str:
        """Its winner, or that there is none."""
        return _headline(self.points)

    @cached_property
    def points(self) -> tuple[PointsLine, ...]:
        """The points of each seat."""
        return points_view(self.table.state)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Length, biggest bleed and the like, each with its name."""
        return _facts(self.table, self._summary)

    @cached_property
    def left(self) -> list[str]:
        """The Methuselahs that left, in order, a sentence each."""
        return [_leaving(departed) for departed in self._summary.left]

    @property
    def plot(self) -> PoolPlot:
        """The pools over time."""
        game: Timeline = replayed(render_record(self.table.record()))
        return pool_plot(game, game.last)


@dataclass(frozen=True)
class FinishedPage:
    """The page of a game that is over."""

    at: At

    @property
    def game(self) -> FinishedGame:
        """The game."""
        return FinishedGame(self.at.table)

    @property
    def share(self) -> str:
        """The address of this page for everybody who may watch."""
        path = link_path(current_secret(), self.at.id, WATCH, self.at.table.issues)
        return f"{request.host_url.rstrip('/')}{path}/game"

    @property
    def picture(self) -> str:
        """The address of its picture."""
        return f"{self.share}.png"


@blueprint.get(f"{LINK}/game")
def finished(id: str, word: str, token: str) -> AnyResponse:
    """The page of a game that is over; one that is still played has its table."""
    at = enter(id, word, token)
    if not at.table.is_over:
        return redirect(at.path, 303)
    return keep_secret(make_response(render_template("tables/finished.html", **values_of(FinishedPage(at)))))


@blueprint.get(f"{LINK}/game.png")
def finished_picture(id: str, word: str, token: str) -> Response:
    """The same as a picture to share, 1200 by 630."""
    at = enter(id, word, token)
    if not at.table.is_over:
        abort(404)
    return keep_secret(Response(_drawn(id, at.table.number, language()), mimetype="image/png"))


def _headline(lines: tuple[PointsLine, ...]) -> str:
    winner = next((line for line in lines if line.gw), None)
    if winner is None:
        return gettext("No game win")
    return gettext("%(name)s wins with %(points)s victory points", name=winner.name, points=winner.vp)


def _leaving(departed: Departed) -> str:
    figures = {"seat": departed.seat, "by": departed.by, "turn": departed.turn}
    if departed.by:
        return gettext("Turn %(turn)s: %(by)s ousts %(seat)s", **figures)
    if departed.how is Happening.METHUSELAH_OUSTED:
        return gettext("Turn %(turn)s: %(seat)s is ousted", **figures)
    if departed.how is Happening.METHUSELAH_WITHDREW:
        return gettext("Turn %(turn)s: %(seat)s withdraws", **figures)
    return gettext("Turn %(turn)s: %(seat)s is disqualified", **figures)


def _facts(table: TableGame, summary: GameSummary) -> list[tuple[str, str]]:
    facts = [(gettext("Turns"), str(summary.turns))]
    minutes = _minutes(table)
    if minutes:
        facts.append((gettext("Length"), length_words(minutes)))
    if summary.biggest is not None:
        what = gettext("%(seat)s bleeds %(prey)s for %(amount)s in turn %(turn)s", **asdict(summary.biggest))
        facts.append((gettext("Biggest bleed"), what))
    most = max(summary.bled.values(), default=0)
    if most:
        names = ", ".join(seat for seat, amount in summary.bled.items() if amount == most)
        facts.append((gettext("Most pool bled"), gettext("%(amount)s by %(names)s", amount=most, names=names)))
    facts.append((gettext("Seats, from the first turn"), " → ".join(summary.order)))
    return facts


def _minutes(table: TableGame) -> int:
    """From the first operation to the last, as they were written down."""
    if not table.written:
        return 0
    return round((table.written[-1].moment - table.written[0].moment).total_seconds() / 60)


# The picture


@lru_cache(maxsize=32)
def _drawn(id: str, number: int, spoken: str) -> bytes:
    """The picture of a finished game, drawn once for everybody who asks for it in a language."""
    game = FinishedGame(games(current_context()).look(id).state)
    data: dict[str, Shown] = {
        "title": game.title,
        "headline": game.headline,
        "facts": [f"{name}{gettext(': ')}{value}" for name, value in game.facts[:-1]],
        "rows": [
            {"name": line.name, "score": gettext("%(points)s VP", points=line.vp), "tone": tone}
            for line, tone in zip(game.points, TONES, strict=False)
        ],
        "left": game.left,
        "plot": _lines(game.plot),
    }
    # The typesetter is loaded only when there is something to set.
    from toolkit.sheets.pdf import draw

    return draw(Sheet(template="game", title=game.title, data=data, language=spoken), "png")


def _lines(plot: PoolPlot) -> Drawing:
    """The pools as an SVG of its own, since a picture has no style sheet."""
    grid = "".join(
        f'<path d="M{plot.left} {tick.at}H{plot.right}" stroke="#4a3d33"/>'
        f'<text x="{plot.left - 6}" y="{tick.at + 4}" text-anchor="end" font-size="12" fill="#b9a88f">'
        f"{tick.label}</text>"
        for tick in plot.ticks
    )
    lines = "".join(
        f'<polyline points="{line.points}" fill="none" stroke="{tone}" stroke-width="3"/>'
        for line, tone in zip(plot.lines, TONES, strict=False)
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {plot.right + 8} {plot.height}">'
    return Drawing(f"{head}{grid}{lines}</svg>")
