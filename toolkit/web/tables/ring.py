"""The ring of seats as a drawing: plaques around the table, the arrows of prey and predator, the Edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from flask_babel import gettext, ngettext

from toolkit.game.view import ShownGame, ShownMethuselah
from toolkit.languages import filled
from toolkit.web.base.i18n import points_words
from toolkit.web.tables.words import PHASES, STATUSES, listed

WIDTH, HEIGHT = 360, 356
CENTRE = (180.0, 178.0)
RADIUS = (122.0, 140.0)
PLAQUE = (112, 68)
ARROWS = (62.0, 70.0)
LONGEST_NAME = 13


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """The content of a seat's plaque, for everybody, wherever it is drawn.

    Attributes:
        place: of the seat, from 1: its colour.
        edge: the word on the Edge's token, where it lies here.
        words: all of it as a sentence, for who cannot see the drawing.
    """

    place: int
    name: str
    short: str
    pool: int
    hand: int | None
    library: int | None
    points: str
    edge: str
    status: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plaque:
    """One seat of the drawing, from the reader's place.

    Attributes:
        x, y: the upper left corner.
        marks: classes for the look: active, impulse, own, out.
        relation: prey or predator of whoever looks, in words; or that they have announced to withdraw.
    """

    face: Face
    x: float
    y: float
    relation: str
    marks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RingDrawing:
    """The drawing: its size, seats, arrows from predator to prey, what stands in the middle.

    Attributes:
        edge, edge_half: the word on the Edge's token, and half of the width that it needs.
    """

    width: int
    height: int
    plaques: tuple[Plaque, ...]
    arrows: tuple[tuple[str, str], ...]
    turn: str
    phase: str
    phase_lines: tuple[str, ...]
    is_edge_free: bool
    edge: str
    edge_half: int
    words: str


def faces_of(view: ShownGame) -> tuple[Face, ...]:
    """The content of every plaque, in seating order."""
    return tuple(_face(view, person, place) for place, person in enumerate(view.methuselahs, start=1))


def ring_view(view: ShownGame, bottom: str = "", faces: Sequence[Face] = ()) -> RingDrawing:
    """The ring of a game, with `bottom` (or else the first seat) at the bottom and the turn going clockwise.

    `faces` are those of `faces_of`, where they are known.
    """
    people, face_of = view.methuselahs, {face.name: face for face in faces or faces_of(view)}
    names = [person.name for person in people]
    start = names.index(bottom) if bottom in names else 0
    seated = people[start:] + people[:start]
    plaques = tuple(
        _plaque(view, person, face_of[person.name], _angle(at, len(seated)), bottom) for at, person in enumerate(seated)
    )
    phase, edge = str(PHASES[view.phase]), gettext("Edge")
    return RingDrawing(
        width=WIDTH,
        height=HEIGHT,
        plaques=plaques,
        arrows=tuple(_arrows(seated, bottom)),
        turn=gettext("Turn %(number)s", number=view.turn) if view.turn else gettext("Before the game"),
        phase=phase,
        phase_lines=_lines(phase) if view.turn else (),
        is_edge_free=view.edge is None,
        edge=edge,
        edge_half=12 + round(3.2 * len(edge)),
        words=_turn_order([person.name for person in seated if person.status == "active"]),
    )


def _angle(at: int, seats: int) -> float:
    """Clockwise from the bottom: one's prey sits to the left."""
    return pi / 2 + 2 * pi * at / seats


def _plaque(view: ShownGame, person: ShownMethuselah, face: Face, angle: float, reader: str) -> Plaque:
    name = person.name
    is_out = person.status != "active"
    marks = {
        "active": name == view.active and not is_out and view.stage == "running",
        "impulse": name == _holder(view),
        "own": bool(reader) and name == reader,
        "out": is_out,
    }
    relation = ""
    if reader and name != reader:
        relation = (
            gettext("predator") if reader == person.prey else gettext("prey") if reader == person.predator else ""
        )
    if person.withdrawal == "stands":
        relation = gettext("withdraws")
    return Plaque(
        face=face,
        x=round(CENTRE[0] + RADIUS[0] * cos(angle) - PLAQUE[0] / 2, 1),
        y=round(CENTRE[1] + RADIUS[1] * sin(angle) - PLAQUE[1] / 2, 1),
        relation=relation,
        marks=" ".join(mark for mark, holds in marks.items() if holds),
    )


def _holder(view: ShownGame) -> str:
    return view.window.holder if view.window else ""


def _face(view: ShownGame, person: ShownMethuselah, place: int) -> Face:
    name = person.name
    counted = person.counted and person.status == "active"
    return Face(
        place=place,
        name=name,
        short=name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…",
        pool=person.pool,
        hand=person.hand if counted else None,
        library=person.library if counted else None,
        points=won_points(person) if person.victory_points else "",
        edge=gettext("Edge") if view.edge == name else "",
        status=str(STATUSES.get(person.status, "")),
        words=_sentence(view, person, is_holder=name == _holder(view)),
    )


def won_points(person: ShownMethuselah) -> str:
    """A Methuselah's victory points with the decimal sign of the reader's language."""
    return points_words(round(2 * person.victory_points))


def _sentence(view: ShownGame, person: ShownMethuselah, *, is_holder: bool) -> str:
    name, vp = person.name, won_points(person)
    if person.status != "active":
        return gettext("%(name)s: %(status)s, %(points)s VP.", name=name, status=STATUSES[person.status], points=vp)
    parts = [ngettext("%(num)d pool", "%(num)d pool", person.pool)]
    if person.counted:
        parts += [
            ngettext("%(num)d card in hand", "%(num)d cards in hand", person.hand),
            gettext("%(number)s in the library", number=person.library),
        ]
    if view.edge == name:
        parts.append(gettext("has the Edge"))
    if person.victory_points:
        parts.append(gettext("%(points)s VP", points=vp))
    if person.prey:
        parts.append(gettext("prey %(name)s", name=person.prey))
    if person.withdrawal == "stands":
        parts.append(gettext("withdraws"))
    if is_holder:
        parts.append(gettext("has the impulse"))
    return filled("%(line)s.", {"line": f"{name}{gettext(': ')}{', '.join(parts)}"})


def _turn_order(names: list[str]) -> str:
    return gettext("Clockwise: %(names)s.", names=listed(names)) if names else ""


def _lines(phase: str) -> tuple[str, ...]:
    """The phase in lines that fit the middle of the ring."""
    lines = [""]
    for word in phase.split():
        if lines[-1] and len(lines[-1]) + len(word) >= 13:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return tuple(lines)


def _arrows(seated: Sequence[ShownMethuselah], reader: str) -> list[tuple[str, str]]:
    """An arc from each Methuselah in the game to her prey; `hunting` and `hunted` are the reader's own two."""
    places = {person.name: at for at, person in enumerate(seated)}
    arcs = []
    for person in seated:
        if person.status != "active" or not person.prey:
            continue
        steps = (places[person.prey] - places[person.name]) % len(seated) or len(seated)
        start, step = _angle(places[person.name], len(seated)), 2 * pi * steps / len(seated)
        kind = "hunting" if person.name == reader else "hunted" if person.prey == reader else ""
        arcs.append((_arc(start + step * 0.24, start + step * 0.76), kind))
    return arcs


def _arc(start: float, end: float) -> str:
    (rx, ry), (cx, cy) = ARROWS, CENTRE
    large = 1 if end - start > pi else 0
    first = f"{cx + rx * cos(start):.1f} {cy + ry * sin(start):.1f}"
    last = f"{cx + rx * cos(end):.1f} {cy + ry * sin(end):.1f}"
    return f"M{first} A{rx:g} {ry:g} 0 {large} 1 {last}"
