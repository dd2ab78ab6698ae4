"""Sheets of an event: who is here and how they get in, the standings, the final, and what a judge has to see to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from toolkit.languages import ENGLISH, N_, Message, Words, natural_key, say
from toolkit.scoring.standings import shared_places
from toolkit.sheets.model import (
    LONGEST_SENTENCE,
    ONLY_HERE,
    LeagueRow,
    NothingToPrint,
    OpenTable,
    PrintedEvent,
    PrintedGift,
    PrintedPenalty,
    PrintedPlayer,
    SanctionRow,
    Sheet,
    StandingsRow,
    check_crowd,
    heading,
    sheet_of,
    shorten,
)
from toolkit.sheets.qr import code_of

# Empty lines for players who come without having registered.
WALK_INS = 6


def check_in_list(
    event: PrintedEvent,
    players: Sequence[PrintedPlayer],
    words: Words = ENGLISH,
    *,
    has_lists: bool = True,
    has_fees: bool = True,
) -> Sheet:
    """Everybody registered, alphabetically, with boxes for being here, the deck handed in and the fee."""
    rows = [
        {
            "name": shorten(player.name),
            "vekn": player.vekn,
            "deck": shorten(player.deck),
            "note": shorten(", ".join(player.notes)),
        }
        for player in _sorted(players)
    ]
    _ = words.gettext
    boxes = [words.pgettext("check-in", "Here"), *[_("Deck")] * has_lists, *[_("Paid")] * has_fees]
    data = heading(event, _("Check-in"), words) | {
        "heads": ["", _("Player"), "VEKN", *boxes, _("Note")],
        "has_lists": has_lists,
        "has_fees": has_fees,
        "in": words.pgettext("deck", "in"),
        "rows": rows,
        "blank": WALK_INS,
    }
    return sheet_of(event, "checkin", words, data, _("check-in"))


def player_links(event: PrintedEvent, players: Sequence[PrintedPlayer], words: Words = ENGLISH) -> Sheet:
    """A card a player, alphabetically, with the QR of the player's own page, to be cut and handed out.

    Raises:
        NothingToPrint: nobody is registered, nobody has a page, or no phone opens them.
    """
    if players and not any(player.link for player in players):
        raise NothingToPrint(Message("No player has a page of their own, so there is no link to print."))
    _check_phones(player.link for player in players)
    _ = words.gettext
    cards = [
        {
            "name": shorten(player.name),
            "vekn": player.vekn,
            "link": player.link,
            "code": _("or type your code on the event's page: %(code)s", code=player.code) if player.code else "",
            "qr": code_of(player.link),
        }
        for player in _sorted(players)
    ]
    data = heading(event, _("Your page of this event"), words) | {
        "lead": _("Your table, the clock and your result: scan, or open"),
        "cards": cards,
    }
    return sheet_of(event, "links", words, data, _("players' links"))


def room_poster(
    event: PrintedEvent, link: str, words: Words = ENGLISH, *, network: str = "", commitment: str = ""
) -> Sheet:
    """A poster with the QR of the event's page, its address in words, and the name of the room's network.

    And the commitment of the seed that the event's draws come from, where there is one.

    Raises:
        NothingToPrint: no address, or one that no phone opens.
    """
    if not link:
        raise NothingToPrint(Message("The poster needs the address under which the room reaches this event."))
    _check_phones([link])
    _ = words.gettext
    data = heading(event, _("Seating, clock and results on your phone"), words) | {
        "link": link,
        "qr": code_of(link),
        "network": shorten(network),
        "network_label": _("Network:"),
        "commitment": commitment,
        "commitment_label": _("Commitment of all draws:"),
    }
    return sheet_of(event, "poster", words, data, _("poster"))


def _check_phones(links: Iterable[str]) -> None:
    """Refuse a sheet that is nothing but codes where no phone opens them.

    Raises:
        NothingToPrint: with the way to codes that work.
    """
    if any(link and not code_of(link) for link in links):
        raise NothingToPrint(ONLY_HERE)


def _sorted(players: Sequence[PrintedPlayer]) -> list[PrintedPlayer]:
    if not players:
        raise NothingToPrint(Message("There are no players yet, so there is no list of players to print."))
    check_crowd(len(players))
    return sorted(players, key=lambda player: natural_key(player.name))


LEGEND = {
    "gw": (N_("GW"), N_("game wins")),
    "vp": (N_("VP"), N_("victory points")),
    "tp": (N_("TP"), N_("tournament points")),
    "final_vp": (
        N_("Final VP"),
        N_("victory points in the final; GW, VP and TP are those of the preliminary rounds"),
    ),
    "rating": (N_("Points"), N_("rating points")),
}


def standings_sheet(
    event: PrintedEvent,
    rows: Sequence[StandingsRow],
    words: Words = ENGLISH,
    *,
    title: str = "",
    with_decks: bool = False,
    finalists: int = 0,
    unranked_heading: str = "",
    disqualified: Sequence[str] = (),
) -> Sheet:
    """Standings after a round, or final ones, in the order given.

    Columns that nobody has anything in are left out; who has no rank is named below.

    Args:
        event: whose standings.
        rows: best first.
        words: the language.
        title: after what they stand.
        with_decks: a column with the decks' names.
        finalists: after how many rows a line is drawn: who plays the final, or played it; 0 for none.
        unranked_heading: what stands above those without a rank.
        disqualified: who is named last of all.

    Raises:
        NothingToPrint: there are no rows.
    """
    if not rows:
        raise NothingToPrint(Message("There are no standings yet: no result has been entered."))
    check_crowd(len(rows))
    awaited = [row.name for row in rows if row.rank is None and row.rounds]
    unranked = [row.name for row in rows if row.rank is None and not row.rounds]
    rows = [row for row in rows if row.rank is not None]
    has_final = any(row.final_victory_points is not None for row in rows)
    has_rating = any(row.rating_points is not None for row in rows)
    columns = ["gw", "vp", "tp"] + ["final_vp"] * has_final + ["rating"] * has_rating
    legend = [" ".join(map(words.gettext, LEGEND[key])) for key in columns]
    if 0 < finalists < len(rows) and not has_final:
        legend.append(
            words.gettext("the first five play the final")
            if finalists == 5
            else words.gettext("the first %(number)s play the final", number=finalists)
        )
    title = title or words.gettext("Standings")
    shared = shared_places([row.rank for row in rows if row.rank], with_final=has_final)
    data = heading(event, title, words) | {
        "rows": [
            {
                "rank": str(row.rank),
                "name": shorten(row.name),
                "vekn": row.vekn,
                "gw": str(row.game_wins),
                "vp": words.halves(row.victory_points),
                "tp": str(row.tournament_points),
                "rounds": str(row.rounds),
                "seed": "-".join(map(str, row.tossed_for)) if row.tossed_for else str(row.seed or ""),
                "rating": "" if row.rating_points is None else str(row.rating_points),
                "deck": shorten(row.deck) if with_decks else "",
                "final_vp": "" if row.final_victory_points is None else words.halves(row.final_victory_points),
                "note": shorten(row.note),
                "is_winner": has_final and row.rank == 1,
            }
            for row in rows
        ],
        "has_seed": any(row.tossed_for or row.seed not in (None, row.rank) for row in rows),
        "has_final": has_final,
        "has_rating": has_rating,
        # A column in which everybody has the same says nothing.
        "has_rounds": len({row.rounds for row in rows}) > 1,
        "has_note": any(row.note for row in rows),
        "cut": finalists if finalists < len(rows) else 0,
        "legend": " · ".join(legend) + (f". {say(shared, words)}" if shared else ""),
        "below": [
            {"title": heading, "names": ", ".join(map(shorten, names))}
            for heading, names in (
                (words.gettext("No result yet"), awaited),
                (unranked_heading or words.gettext("Did not play"), unranked),
                (words.gettext("Disqualified"), disqualified),
            )
            if names
        ],
        "heads": _heads(words),
        "has_vekn": any(row.vekn for row in rows),
        "has_deck": with_decks and any(row.deck for row in rows),
    }
    return sheet_of(event, "standings", words, data, title)


def _heads(words: Words) -> dict[str, str]:
    _ = words.gettext
    return {
        "name": _("Player"),
        "deck": _("Deck"),
        "vekn": "VEKN",
        "rounds": _("Rounds"),
        "seed": _("Seed"),
        **{key: _(short) for key, (short, _long) in LEGEND.items()},
    }


# VEKN 3.1.3, in the order in which it is done.
PLACING = (
    N_("Draw three crypt cards for each finalist, face up."),
    N_("From the lowest seed to the highest, each chooses a seat: between two players or at the end of the row."),
    N_("The row read from left to right is the seating: the player to the right of you in it is your prey."),
    N_("The first player is drawn at random."),
    N_("Most victory points in this game win; a tie goes to the better seed."),
)
FINAL_HEADS = (N_("Seed"), N_("Player"), "VEKN", N_("Preliminary rounds"), N_("Three crypt cards"))
FINAL_DIRECTION = N_("Each arrow leads to a player's prey; the prey of the last seat is seat 1.")
TABLE_HEADS = (N_("Round"), N_("Table"), N_("Players"), N_("Extension"), N_("Note"))
ESCALATION = N_(
    "Within one event, offences of the same infraction climb the ladder: two cautions, two warnings, two standings "
    "adjustments, disqualification."
)


def finals_sheet(
    event: PrintedEvent,
    finalists: Sequence[StandingsRow],
    words: Words = ENGLISH,
    *,
    decided_by: str = "",
    seats: Sequence[str] = (),
    first_player: str = "",
    crypt_cards: Mapping[str, Sequence[str]] | None = None,
    winner: str = "",
) -> Sheet:
    """The finalists in seed order, what decided the cut, the placing procedure, and the seats once they are taken.

    Args:
        event: where the final is for.
        finalists: in seed order.
        words: the language.
        decided_by: the tie-break that decided the last place, in words.
        seats: names in seat order when the placing is done; the result's points stand with them.
        first_player: whose turn is the first.
        crypt_cards: a finalist's name to the three cards drawn and shown.
        winner: once the final is over.

    Raises:
        NothingToPrint: there is no finalist.
    """
    if not finalists:
        raise NothingToPrint(Message("The finalists are not known yet: the preliminary rounds have to be complete."))
    _, drawn = words.gettext, crypt_cards or {}
    won = {row.name: row.final_victory_points for row in finalists}
    points = {name: words.halves(halves) for name, halves in won.items() if halves is not None}
    lines = ((_("First player:"), first_player), (_("Winner:"), winner), (_("Started at:"), ""), (_("Judge:"), ""))
    data = heading(event, _("Final"), words) | {
        "titles": {"finalists": _("Finalists"), "placing": _("Placing"), "seats": _("Seats")},
        "heads": [_(head) for head in FINAL_HEADS],
        "direction": _(FINAL_DIRECTION),
        "lines": [{"title": title, "value": shorten(value)} for title, value in lines],
        "finalists": [
            {
                "seed": str(seed),
                "name": shorten(row.name),
                "vekn": row.vekn,
                "crypt": ", ".join(shorten(card) for card in drawn.get(row.name, ())),
                "score": f"{row.game_wins} {_('GW')}, {words.halves(row.victory_points)} {_('VP')}, "
                f"{row.tournament_points} {_('TP')}",
            }
            for seed, row in enumerate(finalists, 1)
        ],
        "decided_by_label": _("Tie-break that decided:"),
        "decided_by": shorten(decided_by, longest=LONGEST_SENTENCE),
        "placing": [_(step) for step in PLACING],
        "plays_first": _("plays first"),
        "points": _("VP"),
        "seats": [{"name": shorten(name), "points": points.get(name, "")} for name in seats or [""] * len(finalists)],
        "first_player": shorten(first_player),
    }
    return sheet_of(event, "final", words, data, _("final"))


def penalties_sheet(
    event: PrintedEvent, penalties: Sequence[PrintedPenalty], counts: str, words: Words = ENGLISH
) -> Sheet:
    """The report of all penalties, in order of time, and how many of each kind stand."""
    check_crowd(len(penalties))
    _ = words.gettext
    data = heading(event, _("Penalty report"), words) | {
        "rows": [
            {
                "title": shorten(row.title, longest=LONGEST_SENTENCE),
                "detail": shorten(row.detail, longest=2 * LONGEST_SENTENCE),
                "is_lifted": row.is_lifted,
            }
            for row in penalties
        ],
        "none": _("No penalty has been given."),
        "counts": counts,
    }
    return sheet_of(event, "penalties", words, data, _("penalty report"))


def prizes_sheet(
    event: PrintedEvent, gifts: Sequence[PrintedGift], notes: Sequence[str] = (), words: Words = ENGLISH
) -> Sheet:
    """The gifts and their winners, with room for a signature; below them the notes.

    Raises:
        NothingToPrint: nobody gets anything.
    """
    if not gifts:
        raise NothingToPrint(Message("There are no prizes yet, so there is nothing to print."))
    check_crowd(len(gifts))
    _ = words.gettext
    data = heading(event, _("Prizes"), words) | {
        "heads": [_("Player"), _("Prize"), words.pgettext("a prize", "For"), _("Signature")],
        "rows": [
            {"name": shorten(gift.name), "prize": shorten(gift.prize), "why": shorten(gift.why)} for gift in gifts
        ],
        "notes": [shorten(note, longest=LONGEST_SENTENCE) for note in notes],
    }
    return sheet_of(event, "prizes", words, data, _("prizes"))


def judges_sheet(
    event: PrintedEvent, open_tables: Sequence[OpenTable], sanctions: Sequence[SanctionRow], words: Words = ENGLISH
) -> Sheet:
    """Tables still playing with their extensions, and every sanction so far; empty lines to write on."""
    check_crowd(sum(len(table.players) for table in open_tables))
    check_crowd(len(sanctions))
    _ = words.gettext
    data = heading(event, _("Judges"), words) | {
        "titles": {"tables": _("Tables still playing"), "sanctions": _("Sanctions")},
        "table_heads": [_(head) for head in TABLE_HEADS],
        "sanction_heads": [_("Player"), words.pgettext("noun", "Sanction"), _("Reason"), _("Round"), _("Judge")],
        "escalation": _(ESCALATION),
        "tables": [
            {
                "round": str(table.round) if table.round else _("Final"),
                "table": " ".join(part for part in (table.label or str(table.number), shorten(table.room)) if part),
                "players": ", ".join(shorten(name) for name in table.players),
                "extension": _("+%(number)s min", number=table.extension) if table.extension else "",
            }
            for table in open_tables
        ],
        "sanctions": [
            {
                "player": shorten(row.player),
                "level": shorten(row.level),
                "reason": shorten(row.reason, longest=LONGEST_SENTENCE),
                "round": "" if row.round is None else str(row.round) if row.round else _("Final"),
                "judge": shorten(row.judge),
            }
            for row in sanctions
        ],
        "blank": 6,
        "blank_tables": max(2, 8 - len(open_tables)),
    }
    return sheet_of(event, "judges", words, data, _("judges"))


def league_sheet(
    league: PrintedEvent, rows: Sequence[LeagueRow], rules: Sequence[str], words: Words = ENGLISH
) -> Sheet:
    """The standings of a league in the order given, with its rules in words below them.

    Raises:
        NothingToPrint: there are no rows.
    """
    if not rows:
        raise NothingToPrint(Message("There are no standings yet: no result has been entered."))
    check_crowd(len(rows))
    _ = words.gettext
    data = heading(league, _("League standings"), words) | {
        "rows": [
            {
                "rank": str(row.rank),
                "name": shorten(row.name),
                "points": row.points,
                "gw": str(row.game_wins),
                "vp": words.halves(row.victory_points),
                "tp": str(row.tournament_points),
                "events": str(row.events),
            }
            for row in rows
            if row.rank is not None
        ],
        "has_points": any(row.points for row in rows),
        "below": {
            "title": _("Too few events so far"),
            "names": ", ".join(shorten(row.name) for row in rows if row.rank is None),
        },
        "rules": list(rules),
        "heads": {
            "name": _("Player"),
            "points": _("Points"),
            "gw": _("GW"),
            "vp": _("VP"),
            "tp": _("TP"),
            "events": _("Events"),
        },
    }
    return sheet_of(league, "league", words, data, _("League standings"))
