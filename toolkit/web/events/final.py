"""The final, step by step: ties tossed, the cut, who cannot play, names placed, the first player, the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from toolkit.schemas import event_forms as forms
from toolkit.services.events import draws
from toolkit.tournament import decks as preparation
from toolkit.tournament import final
from toolkit.tournament.draws import toss_purpose
from toolkit.tournament.rounds import are_rounds_over, total_rounds
from toolkit.tournament.standings import Standing, standings, winner
from toolkit.tournament.state import Final, Player, Round, State
from toolkit.tournament.steps import Blocker, blockers_of_final
from toolkit.web.base.i18n import points_words, said
from toolkit.web.base.rules import with_rule
from toolkit.web.base.stores import card_data
from toolkit.web.events.console import LOTS, Console, page
from toolkit.web.events.results import Telling, telling
from toolkit.web.events.share import SharedText, shared_round
from toolkit.web.events.words import round_words

_FIELDS = {"incomplete_toss": "players", "reason_needed": "reason", "unknown_player": "players"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPage:
    """The step that the final has come to, with everything that was decided before it.

    Attributes:
        is_over: every round is played; `warned` is what to look at before the cut.
        tied: who must toss, group by group; `toss_purpose` is what the first toss is called in the arithmetic.
        row_cut: the standings around the cut, before it is made.
        old_cut: that the standings have changed since the cut, and who would be in now.
        finalists: seed and player.
        deck_rounds: number and name of each round.
        row: those who were placed; `placing` is who is to be placed next.
        points: words victory points.
    """

    is_over: bool
    waits_for: list[str]
    warned: list[Blocker]
    old_cut: list[str]
    tied: list[list[Player]]
    toss_purpose: str
    row_cut: list[tuple[Standing, bool]]
    final: Final | None
    finalists: list[tuple[int, Player]]
    prepared: list[Prepared]
    final_deck: str
    deck_rounds: list[tuple[int, str]]
    row: list[Player]
    placing: Player | None
    away: list[Player]
    table: Round | None
    telling: Telling | None
    winner: Player | None
    points: Callable[[int], str]
    shared: list[SharedText]


@page("final", "/final", "events/final.html")
def final_page(console: Console) -> FinalPage:
    """The step that the final has come to, with everything that was decided before it."""
    state = console.tournament
    is_over = are_rounds_over(state)
    opened, first = state.final, winner(state)
    tied = final.tosses_needed(state) if is_over and opened is None else []
    ahead = blockers_of_final(state)
    return FinalPage(
        is_over=is_over,
        waits_for=[with_rule(said(one.message), one.rule) for one in ahead if not one.is_warning],
        warned=[one for one in ahead if one.is_warning and one.code != "cut_changed"],
        old_cut=[with_rule(said(one.message), one.rule) for one in ahead if one.code == "cut_changed"],
        tied=[[state.player(number) for number in group] for group in tied],
        toss_purpose=toss_purpose(state, tied[0]) if tied else "",
        row_cut=_cut(state) if is_over and opened is None else [],
        final=opened,
        finalists=[(seed, state.player(n)) for seed, n in enumerate(opened.finalists, 1)] if opened else [],
        prepared=[_prepared(state, opened, number) for number in opened.finalists] if opened else [],
        final_deck=state.settings.final_deck.value if state.settings.is_multideck else "",
        deck_rounds=[(number, round_words(number)) for number in range(1, total_rounds(state) + 1)],
        row=[state.player(number) for number in opened.row] if opened else [],
        placing=state.player(opened.next_to_place) if opened and opened.next_to_place is not None else None,
        away=[state.player(number) for number in sorted(state.unavailable)],
        table=state.final_round,
        telling=telling(state, state.final_round, 1, "") if state.final_round else None,
        winner=state.player(first) if first is not None else None,
        points=points_words,
        shared=shared_round(console, state.final_round) if state.final_round else [],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A finalist's deck and crypt cards, as far as they are decided and shown."""

    player: Player
    cards: tuple[str, ...]
    has_list: bool
    deck: str


def _prepared(state: State, opened: Final, number: int) -> Prepared:
    """A finalist's deck and crypt cards, as far as they are decided and shown."""
    decided = opened.deck_rounds.get(number)
    return Prepared(
        player=state.player(number),
        cards=opened.crypt_cards.get(number, ()),
        has_list=preparation.final_deck(state, number) is not None,
        deck=round_words(decided) if decided else "",
    )


# So many places behind the cut are shown with it.
_BEHIND = 3


def _cut(state: State) -> list[tuple[Standing, bool]]:
    """The first places with their seeds, and whether each cannot play: all of those who are tied at the line."""
    rows = [row for row in standings(state) if row.rank is not None]
    last = max((place for place, row in enumerate(rows, start=1) if row.seed or row.tossed_for), default=0)
    return [(row, row.player.number in state.unavailable) for row in rows[: last + _BEHIND]]


final_page.offer("toss", "/final/toss", "toss", LOTS, only=("word", "reason"))
final_page.offer("toss", "/final/tossed", "tossed", _FIELDS, only=("players",), needs=("players",))
final_page.offer("mark_unavailable", "/final/away", "away", behind=("player",))
final_page.offer("mark_available", "/final/back", "back", behind=("player",))
final_page.offer("open_final", "/final/open", "open")
final_page.offer("replace_finalists", "/final/recut", "recut")
final_page.offer("place_finalist", "/final/place", "place", behind=("player", "position"))
final_page.offer("first_player", "/final/first", "first", LOTS, only=("player", "word", "reason"), behind=("player",))
final_page.offer("cancel_final", "/final/cancel", "cancel", _FIELDS)


@final_page.action("/final/crypt/draw", "crypt", forms.FinalistForm)
def draw_crypt(console: Console, player: int) -> None:
    """Three crypt cards of a finalist, drawn from their list and shown."""
    draws.draw_from_list(console.work, player, card_data())


final_page.offer(
    "show_crypt_cards",
    "/final/crypt/shown",
    "shown",
    {"crypt_cards": "cards"},
    only=("player", "cards"),
    behind=("player",),
)
final_page.offer("decide_deck", "/final/deck", "deck", only=("player", "round"), behind=("player",))
