"""A stored tournament as a pack of sheets: the one place that knows both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from toolkit.languages import ENGLISH, Listed, Message, Sayable, Words, say
from toolkit.languages.countries import country_of
from toolkit.sheets.model import (
    Finals,
    OpenTable,
    Pack,
    PrintedEvent,
    PrintedGift,
    PrintedPlayer,
    PrintedRound,
    PrintedTable,
    SanctionRow,
    StandingsRow,
)
from toolkit.tournament.configuration import RULE_SETS, Configuration, EventRuleSet, StandingsSeenBy
from toolkit.tournament.decks import has_list, is_text_only
from toolkit.tournament.errors import UnknownRound
from toolkit.tournament.facts import FINAL, TossMade
from toolkit.tournament.final import cut, cut_line, tosses_needed
from toolkit.tournament.limited.plan import minimums_of
from toolkit.tournament.players import find_player
from toolkit.tournament.prizes import NO_MEMBERS, Allocation, KnownMembers, allocation
from toolkit.tournament.published import public_part
from toolkit.tournament.questions import accepts_decklists
from toolkit.tournament.rounds import are_rounds_over
from toolkit.tournament.sanctions import SANCTIONS, reason_of
from toolkit.tournament.standings import Standing, finalists, not_ranked, ranking, standings, winner
from toolkit.tournament.state import PlayerStatus, Round, State, evolve
from toolkit.tournament.tournament import Tournament

# A table called by a word that is no longer than this is "Table A"; a longer name stands for itself.
SHORT_NAME = 3


# So many of those who share a place are named on a line.
_SHARING = 3


def _nowhere(*_: int) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The pages that sheets lead to; without an address there are none, and no QR.

    Attributes:
        event: the event's page.
        table: round and table to the page on which the result is entered.
        player: a player's number to their own page.
        code: a player's number to what they type on the event's page to come there.
        pod: the number of a pod to the page for a phone on its table.
    """

    event: str = ""
    table: Callable[[int, int], str] = _nowhere
    player: Callable[[int], str] = _nowhere
    code: Callable[[int], str] = _nowhere
    pod: Callable[[int], str] = _nowhere


def pack_of(
    tournament: Tournament,
    words: Words = ENGLISH,
    *,
    links: Links | None = None,
    network: str = "",
    is_private: bool = False,
    after_round: int | None = None,
    members: KnownMembers = NO_MEMBERS,
) -> Pack:
    """Everything that the sheets show of a tournament.

    Args:
        tournament: as it stands.
        words: the language of what the pack says of itself.
        links: the pages that QR codes lead to.
        network: the name of the room's network, for the poster.
        is_private: for the organizer's eyes: drafts, and standings and decks that nobody else may see.
        after_round: the round after which the standings stand, the final for 0; the latest ones for None.
        members: the players of categories of prizes that the event does not tell.

    Raises:
        UnknownRound: that round has not been played.
    """
    pages, names = links or Links(), shown_names(tournament, words)
    counted, prizes = _state_after(tournament, after_round), allocation(tournament, members)
    out = not_ranked(counted)
    rows = _standings(counted, names, words, _decks_seen(tournament, is_private=is_private))
    return Pack(
        event=replace(event_of(tournament.settings, words), recursions=_recursions(tournament)),
        players=_players(tournament, pages, names, words),
        rounds=tuple(
            _round(tournament, round_, pages, names, words) for round_ in _seated(tournament, is_private=is_private)
        ),
        planned=_planned(tournament, names, after=len(tournament.rounds)),
        standings=rows,
        standings_title=_title(counted, words),
        standings_cut=cut_line(counted),
        unranked_heading=say(out.heading, words),
        disqualified=tuple(names[player.number] for player in out.disqualified),
        standings_withheld="" if is_private else _withheld(tournament),
        finals=_finals(tournament, names, words),
        open_tables=_open_tables(tournament, names, words),
        sanctions=_sanctions(tournament, names, words),
        gifts=_gifts(prizes, names, words),
        gift_notes=tuple(say(note, words) for note in prizes.notes),
        link=pages.event,
        network=network,
        commitment=tournament.commitment.commitment if tournament.commitment else "",
        has_lists=accepts_decklists(tournament),
        has_fees=tournament.settings.has_fees is not False,
        is_advanced=tournament.settings.rule_set is EventRuleSet.PHASED_MOTION_ADVANCED,
    )


def pack_of_round(tournament: Tournament, words: Words, number: int | None, links: Links, *, is_private: bool) -> Pack:
    """The pack for the sheets of one round: the event, and that round, or every round if it is not seated or named."""
    names = shown_names(tournament, words)
    seated = _seated(tournament, is_private=is_private)
    chosen = [round_ for round_ in seated if round_.number == number] or seated
    return Pack(
        event=event_of(tournament.settings, words),
        rounds=tuple(_round(tournament, round_, links, names, words) for round_ in chosen),
    )


def _recursions(tournament: Tournament) -> int:
    plan = tournament.limited.plan
    return minimums_of(plan).recursions if plan is not None else 0


def _gifts(prizes: Allocation, names: dict[int, str], words: Words) -> tuple[PrintedGift, ...]:
    """The prizes to hand out; shared ones that are not decided come last, a line for each prize."""

    def printed(name: str, count: int, prize: str, why: Sayable) -> PrintedGift:
        what = f"{count} × {prize}" if count > 1 else prize or words.gettext("Prize")
        return PrintedGift(name=name, prize=what, why=say(why, words))

    given = [printed(names[gift.player], gift.count, gift.name, gift.why) for gift in prizes.given]
    for share in prizes.shared:
        who = say(Listed([names[number] for number in share.players], most=_SHARING), words)
        why = Message("Places %(first)s to %(last)s are shared", first=share.first, last=share.last)
        given += [printed(who, count, prize, why) for count, prize in share.prizes]
    return tuple(given)


def event_of(settings: Configuration, words: Words = ENGLISH) -> PrintedEvent:
    """The event as sheets head themselves with it."""
    return PrintedEvent(
        name=settings.name,
        day=settings.date,
        place=", ".join(part for part in (settings.place, say(country_of(settings.country), words)) if part),
        format=words.gettext(RULE_SETS[settings.rule_set]),
        phased=settings.rule_set.deck_format == "phased-motion",
    )


def shown_names(state: State, words: Words = ENGLISH) -> dict[int, str]:
    """Each player's name, proxy players too; of two with the same name, each with what tells them apart."""
    count = Counter(player.name.casefold() for player in state.players.values())
    proxies = {number: player.name for number, player in state.proxies.items()}
    return proxies | {
        number: player.name
        if count[player.name.casefold()] == 1
        else f"{player.name} ({player.vekn or words.gettext('no. %(number)s', number=number)})"
        for number, player in state.players.items()
    }


def player_of(tournament: Tournament, asked: str, words: Words = ENGLISH) -> tuple[int, PrintedPlayer]:
    """The player asked for by number, name or `#` and VEKN number, as sheets name them.

    Raises:
        UnknownPlayer: nobody, or more than one.
    """
    player = find_player(tournament, asked)
    return player.number, PrintedPlayer(name=shown_names(tournament, words)[player.number], vekn=player.vekn)


def _players(state: State, links: Links, names: dict[int, str], words: Words) -> tuple[PrintedPlayer, ...]:
    coming, no_cards = state.published + 1, words.gettext("a text without cards")
    return tuple(
        PrintedPlayer(
            name=names[player.number],
            vekn=player.vekn,
            deck="in" if has_list(state, player, coming) else "",
            notes=(no_cards,) if is_text_only(state, player, coming) else (),
            link=links.player(player.number),
            code=links.code(player.number),
        )
        for player in state.active
    )


def _seated(state: State, *, is_private: bool) -> list[Round]:
    every = (*state.rounds, *((state.final_round,) if state.final_round else ()))
    return [seated for seated in every if seated.is_published or is_private]


def _round(state: State, seated: Round, links: Links, names: dict[int, str], words: Words) -> PrintedRound:
    settings = state.settings
    return PrintedRound(
        number=seated.number,
        tables=tuple(
            _table(settings, seated.number, number, players, links.table(seated.number, number), state, names, words)
            for number, players in seated.numbered()
        ),
        sitting_out=_people(state, seated.sitting_out, names),
        clock=(settings.final_minutes if seated.is_final else settings.minutes) or None,
        is_draft=not seated.is_published,
    )


def _table(
    settings: Configuration,
    round_number: int,
    number: int,
    players: Sequence[int],
    link: str,
    state: State,
    names: dict[int, str],
    words: Words,
) -> PrintedTable:
    if round_number == FINAL:
        return PrintedTable(
            number=number, seats=_people(state, players, names), label=words.gettext("Final table"), link=link
        )
    name = next((entry.name for entry in settings.table_names if entry.table == number), "")
    room = next((room.name for room in settings.rooms if room.first <= number <= room.last), "")
    label = words.gettext("Table %(number)s", number=name) if 0 < len(name) <= SHORT_NAME else name
    return PrintedTable(number=number, seats=_people(state, players, names), label=label, room=room, link=link)


def _people(state: State, numbers: Sequence[int], names: dict[int, str]) -> tuple[PrintedPlayer, ...]:
    return tuple(PrintedPlayer(name=names[number], vekn=state.player(number).vekn) for number in numbers)


def _planned(state: State, names: dict[int, str], *, after: int) -> tuple[PrintedRound, ...]:
    if state.plan is None:
        return ()
    return tuple(
        PrintedRound(
            number=number,
            tables=tuple(
                PrintedTable(
                    number=place, seats=_people(state, [player for player in table.players if player in names], names)
                )
                for place, table in enumerate(planned.tables, 1)
            ),
            sitting_out=_people(state, [player for player in planned.sitting_out if player in names], names),
        )
        for number, planned in enumerate(state.plan.rounds, 1)
        if number > after
    )


def _withheld(state: State) -> str:
    if public_part(state).has_results:
        return ""
    if state.settings.standings_seen_by is StandingsSeenBy.OWN:
        return Message(
            "While this event runs, players see their own place only: its standings are not for the wall. "
            "The organizer may print them for private use."
        )
    return Message(
        "While this event runs, players see no standings: its standings are not for the wall. "
        "The organizer may print them for private use."
    )


def state_after(state: State, number: int) -> State:
    """The tournament as it stood after the preliminary round `number`.

    Raises:
        UnknownRound: that round has not been published.
    """
    if not 1 <= number <= state.published:
        asked = Message("Round %(number)s", number=number)
        raise UnknownRound(Message("%(round)s has not been played, so there are no standings after it.", round=asked))
    rounds = tuple(entry for entry in state.rounds if entry.number <= number)
    return evolve(state, rounds=rounds, final=None, final_round=None, is_finished=False)


def _state_after(tournament: Tournament, number: int | None) -> State:
    if number:
        return state_after(tournament, number)
    if number == FINAL and winner(tournament) is None:
        raise UnknownRound(Message("The final has no result yet, so there are no standings after it."))
    return tournament


def _standings(
    state: State, names: dict[int, str], words: Words, is_deck_seen: Callable[[Standing], bool]
) -> tuple[StandingsRow, ...]:
    if not _has_results(state):
        return ()
    return tuple(_row(state, placed, names, words, is_deck_seen) for placed in standings(state))


def _has_results(state: State) -> bool:
    return any(entry.results for entry in state.rounds if entry.is_published)


def _title(state: State, words: Words) -> str:
    _ = words.gettext
    if not _has_results(state):
        return _("Standings")
    if winner(state) is not None:
        return _("Final standings")
    last = [entry for entry in state.rounds if entry.is_published][-1]
    if not last.unsettled:
        return _("Standings after round %(number)s", number=last.number)
    done, tables = len(last.tables) - len(last.unsettled), len(last.tables)
    return _("Standings, round %(number)s: %(done)s of %(tables)s tables", number=last.number, done=done, tables=tables)


def _decks_seen(state: State, *, is_private: bool) -> Callable[[Standing], bool]:
    """Whose deck's name the standings may show."""
    return (lambda row: True) if is_private else public_part(state).shows_deck


def _row(
    state: State, row: Standing, names: dict[int, str], words: Words, is_deck_seen: Callable[[Standing], bool]
) -> StandingsRow:
    player = row.player
    deck = next(iter(player.decks.values()), None)
    notes = (
        words.gettext("winner") if row.is_winner else "",
        words.gettext("to be tossed") if row.tossed_for else "",
        words.gettext("dropped") if player.status is PlayerStatus.DROPPED else "",
    )
    return StandingsRow(
        rank=row.rank,
        name=names[player.number],
        vekn=player.vekn,
        game_wins=row.game_wins,
        victory_points=row.victory_points,
        tournament_points=row.tournament_points,
        rounds=row.rounds,
        seed=row.seed,
        tossed_for=row.tossed_for,
        rating_points=row.rating_points,
        deck=deck.verdict.deck_name if deck is not None and is_deck_seen(row) else "",
        final_victory_points=row.final_victory_points,
        note=next(filter(None, notes), ""),
    )


def _finals(tournament: Tournament, names: dict[int, str], words: Words) -> Finals:
    """The finalists once the cut is sure: every round played, every tie that matters tossed for."""
    opened, settings = tournament.final, tournament.settings
    chosen = finalists(tournament) if opened else ()
    if not chosen and settings.has_final and are_rounds_over(tournament) and not tosses_needed(tournament):
        chosen = cut(tournament)
    rows = {row.player.number: row for row in standings(tournament)} if chosen else {}
    table = tournament.final_round.tables[0] if tournament.final_round else ()
    first, best = (opened.first_player if opened else None), winner(tournament)
    return Finals(
        finalists=tuple(_row(tournament, rows[number], names, words, lambda row: False) for number in chosen),
        decided_by=_decided_by(tournament, chosen, words) if chosen else "",
        seats=tuple(names[number] for number in table),
        first_player="" if first is None else names[first],
        crypt_cards={names[number]: cards for number, cards in opened.crypt_cards.items()} if opened else {},
        winner=names[best] if best is not None and settings.has_final else "",
    )


def _decided_by(tournament: Tournament, chosen: Sequence[int], words: Words) -> str:
    """The criterion that separated the last finalist from the best of the others."""
    places = ranking(tournament)
    totals = {entry.total.player: entry.total for entry in places}
    last = totals.get(chosen[-1])
    others = [entry.total for entry in places if entry.total.player not in chosen]
    others = [total for total in others if total.player not in tournament.unavailable]
    if last is None or not others:
        return ""
    _, best = words.gettext, others[0]
    if last.game_wins != best.game_wins:
        return _("game wins, %(one)s to %(other)s.", one=last.game_wins, other=best.game_wins)
    if last.victory_points != best.victory_points:
        own, others_best = words.halves(last.victory_points), words.halves(best.victory_points)
        return _("victory points, %(one)s to %(other)s.", one=own, other=others_best)
    if last.tournament_points != best.tournament_points:
        own, others_best = str(last.tournament_points), str(best.tournament_points)
        return _("tournament points, %(one)s to %(other)s.", one=own, other=others_best)
    return _toss_words(tournament, last.player, words)


def _toss_words(tournament: Tournament, player: object, words: Words) -> str:
    tosses = [
        entry.fact
        for entry in tournament.log
        if isinstance(entry.fact, TossMade) and entry.number not in tournament.undone and player in entry.fact.players
    ]
    if not tosses:
        return ""
    toss = tosses[-1]
    _, number = words.gettext, len(toss.players)
    how = _("drawn by the app") if toss.seed is not None else toss.how or _("made at the table")
    return _("a toss among %(number)s players equal in all points, %(how)s.", number=number, how=how)


def _open_tables(state: State, names: dict[int, str], words: Words) -> tuple[OpenTable, ...]:
    current = state.current_round
    if current is None:
        return ()
    clock = current.clock
    tables = {
        number: _table(state.settings, current.number, number, players, "", state, names, words)
        for number, players in current.numbered()
    }
    return tuple(
        OpenTable(
            round=current.number,
            number=number,
            players=tuple(player.name for player in tables[number].seats),
            extension=(clock.extension + clock.table_extensions.get(number, 0)) // 60,
            room=tables[number].room,
            label=tables[number].label,
        )
        for number in current.unsettled
    )


def _sanctions(state: State, names: dict[int, str], words: Words) -> tuple[SanctionRow, ...]:
    return tuple(
        SanctionRow(
            player=given.person if given.player is None else names[given.player],
            level=words.gettext(SANCTIONS[given.kind]),
            reason=": ".join(part for part in (say(reason_of(given), words), given.note) if part),
            round=given.round,
            judge=given.judge,
        )
        for _, given in sorted(state.sanctions.items())
    )
