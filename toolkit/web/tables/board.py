"""The board of a game, for a page: the ring, the phase in words, what is owed, what goes on, each seat's cards.

Everything comes from `toolkit.game.view_for`: what a reader may not see never gets here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext, ngettext

from toolkit.game import GameState
from toolkit.game.cards import scope_name
from toolkit.game.engine import Obligation
from toolkit.game.view import FaceDownCard, ShownCard, ShownContest, ShownGame, ShownMethuselah, ShownPhases
from toolkit.game.view_frames import ShownAction
from toolkit.game.vocabulary import CardKind, Phase, PhaseCard, Zone
from toolkit.game.windows import waited_for
from toolkit.game.words import Names
from toolkit.web.base.rules import row_view
from toolkit.web.tables.frames import FrameView, counters_words, frame_views
from toolkit.web.tables.ring import RingDrawing, faces_of, ring_view, won_points
from toolkit.web.tables.seen import Seen, seen_by, shared
from toolkit.web.tables.words import (
    ALLOWED,
    ENDINGS,
    FLAGS,
    KINDS,
    PHASE_CARD_BONUSES,
    PHASE_CARD_CARDLESS,
    PHASE_CARD_RULES,
    PHASE_CARDS,
    PHASES,
    STATUSES,
    contest_name,
    in_words,
    listed,
    title_words,
)

# Phased motion: which phases are chosen and which are left, who chooses next, whose portion it is


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCardView:
    """One phase card of the menu.

    Attributes:
        state: left, chosen (earlier this turn) or now (being performed).
        note: who chose it, and what Cheat repeats.
    """

    name: str
    state: str
    rule: str
    cardless: str
    bonus: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseMenu:
    """The shared turn: the cards, who started, who chooses or performs now and after, and what the bonuses do."""

    cards: tuple[PhaseCardView, ...]
    started: str
    progress: str
    portion: str
    performers: tuple[str, ...]
    bonuses: str


def phase_menu(view: ShownGame) -> PhaseMenu | None:
    """The menu of a game of phased motion; None in a standard game, and before the first turn."""
    phased = view.phased
    if phased is None or view.stage != "running":
        return None
    is_performing = view.phase not in (Phase.CHOOSE, Phase.UNLOCK, Phase.MANDATORY, Phase.DISCARD, Phase.HAND_CHECK)
    return PhaseMenu(
        cards=tuple(_phase_card(view, name, is_performing=is_performing) for name in phased.cards),
        started=gettext("%(name)s started this turn.", name=phased.first),
        progress=gettext("%(number)s of %(all)s phases chosen", number=len(view.picks), all=phased.picks),
        portion=_portion(view),
        performers=_performers(view),
        bonuses=_bonuses(view, phased),
    )


def _phase_card(view: ShownGame, name: str, *, is_performing: bool) -> PhaseCardView:
    pick = next((pick for pick in view.picks if pick.card == name), None)
    is_last = pick is not None and pick is view.picks[-1]
    state = "left" if pick is None else "now" if is_last and is_performing else "chosen"
    note = ""
    if pick is not None:
        note = gettext("chosen by %(name)s", name=pick.chooser)
        if name == PhaseCard.CHEAT:
            note = gettext("%(name)s repeats %(phase)s", name=pick.chooser, phase=PHASES[pick.phase])
        elif pick.bonus:
            note = gettext("chosen by %(name)s, with the bonus", name=pick.chooser)
    return PhaseCardView(
        name=str(PHASE_CARDS[name]),
        state=state,
        rule=str(PHASE_CARD_RULES[name]),
        cardless=str(PHASE_CARD_CARDLESS.get(name, "")),
        bonus=str(PHASE_CARD_BONUSES.get(name, "")) if view.options.is_advanced else "",
        note=note,
    )


def _portion(view: ShownGame) -> str:
    if view.phase == Phase.CHOOSE:
        return gettext("%(name)s chooses a phase.", name=view.active)
    if view.phase == Phase.HAND_CHECK:
        return gettext("Discard down to your hand size plus three.")
    if view.picks and view.picks[-1].card == PhaseCard.CHEAT and view.phase == view.picks[-1].phase:
        return gettext("Cheat: %(name)s performs %(phase)s again.", name=view.active, phase=PHASES[view.phase])
    return gettext("%(name)s's portion: %(phase)s.", name=view.active, phase=PHASES[view.phase])


def _performers(view: ShownGame) -> tuple[str, ...]:
    """The Methuselahs who perform the phase, in their order: the first one does so now."""
    if view.phase in (Phase.CHOOSE, Phase.HAND_CHECK):
        return ()
    return (view.active, *view.waiting)


def _bonuses(view: ShownGame, phased: ShownPhases) -> str:
    if not view.options.is_advanced:
        return ""
    if not phased.bonuses:
        return gettext("Bonuses begin once a player has had the Edge.")
    return gettext("Bonuses are in force: the player who chooses a phase has its bonus.")


MINION_KINDS = ("vampire", "ally", "imbued")
MOST_PIPS = 12


# The ring, what is owed, what goes on, each side


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """One card on the board.

    Attributes:
        pips: full and empty places of its blood, where it has a capacity that fits a line.
        short: clan and Disciplines in letters: "Brujah · CEL pot", superior ones in capitals.
        marks: short words beside the name: title, votes, locked, mandatory ...
        attached: the cards on it, in words.
    """

    id: str
    name: str
    kind: str
    counters: str
    figure: str
    pips: tuple[bool, ...]
    is_locked: bool
    is_face_down: bool
    short: str
    marks: tuple[str, ...]
    attached: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """One Methuselah's side of the table; `number` is her place in seating order, `facts` are figures with names."""

    number: int
    name: str
    is_own: bool
    is_active: bool
    status: str
    points: str
    facts: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    ready: tuple[CardView, ...]
    torpor: tuple[CardView, ...]
    uncontrolled: tuple[CardView, ...]
    contested: tuple[CardView, ...]
    others: tuple[CardView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """One thing that a player must do before play goes on, and the row that says so, with its text in English."""

    seat: str
    words: str
    rule: str
    text: str
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestView:
    """A contest: what it is about and who claims it."""

    name: str
    is_title: bool
    claims: tuple[str, ...]
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """All of the board.

    Attributes:
        active: whose turn or portion it is.
        heading: turn and phase in one line.
        gone: who has left the game.
        won: what is said when the game is over.
        now: whose move it is, in words; `is_own_move` when it is the reader's, `is_awaited` when nothing goes on
            without it.
        result: the final table, when the game is over: (name, points, game win, tournament points).
    """

    ring: RingDrawing
    active: str
    heading: str
    allowed: str
    now: str
    is_own_move: bool
    is_awaited: bool
    owed: tuple[Owed, ...]
    frames: tuple[FrameView, ...]
    menu: PhaseMenu | None
    contests: tuple[ContestView, ...]
    seats: tuple[SideView, ...]
    gone: tuple[str, ...]
    won: str
    is_over: bool
    ending: str
    result: tuple[tuple[str, str, bool, int | None], ...]
    time_called: str


def board_view(state: GameState, seat: str | None, *, is_shared: bool = False) -> BoardView:
    """The board for the reader at `seat`, whose own seat is at the bottom and comes first; None is a judge.

    A screen that `is_shared` calls no player "you".
    """
    seen, reader = seen_by(state, seat), seat or ""
    view, names, for_all, others = seen.view, seen.names, seen.of_all, seen.of_others
    people = view.methuselahs
    start = next((at for at, person in enumerate(people) if person.name == reader), 0)
    places = [*range(start, len(people)), *range(start)]
    is_over, waited = view.stage == "finished", waited_for(state)
    return BoardView(
        ring=ring_view(view, reader, shared(others, "faces", lambda: faces_of(others.view))),
        active=view.active if view.turn else "",
        heading=_heading(view),
        allowed="" if is_over or not view.turn or view.frames else str(ALLOWED[view.phase]),
        now="" if is_over else _now(view, "" if is_shared else reader, waited),
        is_own_move=not is_over and reader in view.to_act,
        is_awaited=not is_over and reader in (waited or view.to_act),
        owed=tuple(_owed(item, names, reader) for item in seen.view.obligations),
        frames=shared(for_all, "frames", lambda: tuple(frame_views(for_all.view, for_all.names))),
        menu=shared(others, "menu", lambda: phase_menu(others.view)),
        contests=tuple(_contest(item) for item in view.contests),
        seats=tuple(_side(seen, place) for place in places),
        gone=tuple(person.name for person in people if person.status != "active"),
        won=_won(people),
        is_over=is_over,
        ending=str(ENDINGS.get(view.ending or "", "")),
        result=tuple(_result(person) for person in people) if is_over else (),
        time_called=gettext("Time was called: the game ends with what is going on.")
        if view.time_called and not is_over
        else "",
    )


def _heading(view: ShownGame) -> str:
    if view.stage == "finished":
        return gettext("The game is over")
    if not view.turn:
        return gettext("Before the first turn")
    if view.options.is_phased:
        return gettext("Turn %(number)s: %(phase)s", number=view.turn, phase=PHASES[view.phase])
    return gettext("Turn %(number)s: %(name)s, %(phase)s", number=view.turn, name=view.active, phase=PHASES[view.phase])


def _now(view: ShownGame, reader: str, waited: Sequence[str]) -> str:
    """Whose move it is, and who is waited for where anybody may play something."""
    if not view.turn:
        return gettext("The table is set. Who goes first?")
    acting, window = view.to_act, view.window
    innermost = view.frames[-1] if view.frames else None
    if reader in acting and isinstance(innermost, ShownAction) and reader in innermost.asked:
        return gettext("You may block.")
    if reader in acting:
        if window and window.holder == reader:
            return gettext("You have the impulse.")
        if waited and reader not in waited:
            return gettext("You may play a card. Waiting for %(name)s.", name=listed(waited))
        return gettext("Your turn.") if len(acting) == 1 else gettext("Anyone may play a card now, including you.")
    if window and len(acting) > 1:
        return gettext("Anyone may play a card now, %(name)s first.", name=window.holder)
    if window:
        return gettext("%(name)s has the impulse.", name=listed(acting))
    return gettext("Waiting for %(name)s.", name=listed(acting))


def _owed(item: Obligation, names: Names, reader: str) -> Owed:
    return Owed(
        seat=item.seat,
        words=in_words(item.told(names)),
        rule=item.rule,
        text=row_view(item.rule).text,
        is_own=item.seat == reader,
    )


def _won(people: Sequence[ShownMethuselah]) -> str:
    """Who has the game win, in the words of the moment when it is over."""
    winner = next((person.name for person in people if person.game_win), "")
    return gettext("%(name)s wins the game", name=winner) if winner else gettext("The game is over")


def _contest(item: ShownContest) -> ContestView:
    name = contest_name(item.key) if item.title else item.key
    return ContestView(
        name=name,
        is_title=item.title,
        claims=tuple(claim.seat for claim in item.claims),
        is_open=len(item.claims) > 1,
    )


def _result(person: ShownMethuselah) -> tuple[str, str, bool, int | None]:
    return person.name, won_points(person), person.game_win, person.table_points


def _attachments(view: ShownGame) -> dict[str, list[ShownCard]]:
    """The cards on each card."""
    on: dict[str, list[ShownCard]] = {}
    for card in view.cards:
        if isinstance(card, ShownCard) and card.host:
            on.setdefault(card.host, []).append(card)
    return on


def _side(seen: Seen, place: int) -> SideView:
    """A Methuselah's side: her own as she sees it, another's as everybody does."""
    is_own = seen.view.methuselahs[place].name == seen.seat
    eyes = seen if is_own else seen.of_others
    return shared(eyes, ("side", place), lambda: _seat(eyes, place))


def _seat(seen: Seen, place: int) -> SideView:
    view, names, on = seen.view, seen.names, _attachments(seen.view)
    person = view.methuselahs[place]
    name = person.name
    cards = [card for card in view.cards if card.controller == name and not (isinstance(card, ShownCard) and card.host)]
    pairs = [(card, _card(card, on.get(card.id, ()), names)) for card in cards]
    minions = [(card, made) for card, made in pairs if card.kind in MINION_KINDS]
    return SideView(
        number=place + 1,
        name=name,
        is_own=name == seen.seat,
        is_active=name == view.active,
        status=str(STATUSES.get(person.status, "")),
        points=won_points(person),
        facts=_facts(person),
        notes=tuple(_notes(view, person)),
        ready=tuple(made for card, made in minions if card.zone == "ready"),
        torpor=tuple(made for card, made in minions if card.zone == "torpor"),
        uncontrolled=tuple(made for card, made in pairs if card.zone == "uncontrolled"),
        contested=tuple(made for card, made in pairs if card.zone == "contested"),
        others=tuple(made for card, made in pairs if card.zone == "ready" and card.kind not in MINION_KINDS),
    )


def _facts(person: ShownMethuselah) -> tuple[tuple[str, str], ...]:
    facts = [(gettext("Pool"), str(person.pool))]
    if person.counted:
        facts += [
            (gettext("Hand"), f"{person.hand}/{person.hand_size}"),
            (gettext("Library"), str(person.library)),
            (gettext("Crypt"), str(person.crypt)),
        ]
    return tuple(facts)


def _notes(view: ShownGame, person: ShownMethuselah) -> list[str]:
    """The notes on a Methuselah now: budgets, a withdrawal, replacements that wait."""
    notes = []
    if person.transfers:
        notes.append(ngettext("%(num)d transfer left", "%(num)d transfers left", person.transfers))
    if person.master_actions and view.phase == "master":
        notes.append(
            ngettext("%(num)d master phase action left", "%(num)d master phase actions left", person.master_actions)
        )
    if person.discard_actions:
        notes.append(
            ngettext("%(num)d discard phase action left", "%(num)d discard phase actions left", person.discard_actions)
        )
    if person.withdrawal == "stands":
        notes.append(gettext("Withdrawal announced"))
    elif person.withdrawal and person.status == "active":
        notes.append(gettext("The announced withdrawal is void"))
    if person.pending:
        notes.append(gettext("Not replaced yet: %(cards)s", cards=", ".join(person.pending)))
    return notes


def _card(card: ShownCard | FaceDownCard, attached: Sequence[ShownCard], names: Names) -> CardView:
    if isinstance(card, FaceDownCard):
        return _face_down(card, attached, names)
    counters = card.counters
    capacity = card.capacity if card.is_vampire or card.zone is Zone.UNCONTROLLED else 0
    is_counted = bool(counters) or card.kind in (*MINION_KINDS, CardKind.RETAINER)
    full = min(counters, capacity)
    return CardView(
        id=card.id,
        name=names.card(card.id),
        kind=str(KINDS[card.kind]),
        counters=counters_words(card.kind, counters, card.capacity),
        figure=f"{counters}/{capacity}" if capacity else str(counters) if is_counted else "",
        pips=(True,) * full + (False,) * (capacity - full) if 0 < capacity <= MOST_PIPS else (),
        is_locked=card.locked,
        is_face_down=card.face_down,
        short=_short(card),
        marks=tuple(_marks(card)),
        attached=tuple(_attached(item, names) for item in attached),
    )


def _face_down(card: FaceDownCard, attached: Sequence[ShownCard], names: Names) -> CardView:
    return CardView(
        id=card.id,
        name=names.card(card.id),
        kind="",
        counters=ngettext("%(num)d counter", "%(num)d counters", card.counters),
        figure=str(card.counters) if card.counters else "",
        pips=(),
        is_locked=False,
        is_face_down=True,
        short="",
        marks=(),
        attached=tuple(_attached(item, names) for item in attached),
    )


def _short(card: ShownCard) -> str:
    levels = [code.upper() if level > 1 else code.lower() for code, level in card.disciplines]
    return " · ".join(filter(None, (scope_name(card.clan) if card.clan else "", " ".join(levels))))


def _attached(card: ShownCard, names: Names) -> str:
    name = names.card(card.id)
    if not card.counters:
        return name
    life = counters_words(card.kind, card.counters, card.capacity)
    return gettext("%(card)s (%(life)s)", card=name, life=life)


def _marks(card: ShownCard) -> list[str]:
    marks = [f"{kind} {number}" for kind, number in card.other_counters]
    if title := card.title:
        words = title_words(title)
        if title.state == "contested":
            words = gettext("%(title)s, contested", title=words)
        elif not card.title_counts:
            words = gettext("%(title)s, dormant", title=words)
        marks.append(words)
    if card.votes:
        marks.append(ngettext("%(num)d vote", "%(num)d votes", card.votes))
    if card.ballots:
        marks.append(ngettext("%(num)d ballot", "%(num)d ballots", card.ballots))
    marks += [str(word) for flag, word in FLAGS.items() if flag in card.flags]
    if card.kind == "vampire" and card.zone == "ready" and card.counters == 0:
        marks.append(gettext("must hunt"))
    if card.marked_by:
        marks.append(gettext("marked by %(name)s", name=card.marked_by))
    for number, word in ((card.bleed, gettext("bleed")), (card.strength, gettext("strength"))):
        if card.kind in MINION_KINDS and number != 1:
            marks.append(f"{word} {number}")
    for number, word in ((card.stealth, gettext("stealth")), (card.intercept, gettext("intercept"))):
        if number:
            marks.append(f"{number:+d} {word}")
    return marks
