"""Use cases of paper: what a sheet shows of a stored tournament, or of a deck alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from toolkit.cards import CardDatabase, Kind
from toolkit.decks.model import Report
from toolkit.exchange.penalty_report import counts_told, details, show_penalties
from toolkit.languages import Count, Message, Words, natural_key, say
from toolkit.services.decks.decks import DeckTerms, check
from toolkit.services.events.decks import report_of
from toolkit.services.events.limited import DealtCubeView, part_words, show_schedule
from toolkit.services.kernel import links
from toolkit.services.kernel.links import LinkKey
from toolkit.sheets.catalogue import sheet_kind
from toolkit.sheets.from_tournament import Links, pack_of, pack_of_round, player_of, shown_names
from toolkit.sheets.model import (
    NothingToPrint,
    Options,
    Pack,
    PrintedEvent,
    PrintedLabel,
    PrintedLimited,
    PrintedList,
    PrintedPart,
    PrintedPenalty,
    PrintedPlayer,
    PrintedPod,
)
from toolkit.tournament.configuration import Configuration
from toolkit.tournament.decks import deck_for, final_deck, has_list
from toolkit.tournament.facts import FINAL
from toolkit.tournament.limited.facts import LimitedPlan
from toolkit.tournament.limited.picks import PassDirection, direction
from toolkit.tournament.limited.plan import (
    deck_words,
    line_words,
    minimums_of,
    needs_of,
    pack_names,
    packs_of,
    plan_of,
    pool_cards,
    times_of,
)
from toolkit.tournament.limited.pools import cards_of_plan, not_played, plan_sets, played_pool, registered_by
from toolkit.tournament.prizes import NO_MEMBERS, KnownMembers
from toolkit.tournament.rounds import next_round_number
from toolkit.tournament.state import Player, SubmittedDeck
from toolkit.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """The options for printing sheets.

    Attributes:
        today: the day as of which lists are judged when the event has none.
        links: the pages that QR codes lead to.
        network: the name of the room's network.
        is_private: for the organizer's eyes.
        cards: where the cards of a decklist are looked up.
        members: the players of categories of prizes that the event does not tell.
    """

    today: date
    cards: Callable[[], CardDatabase]
    links: Links | None = None
    network: str = ""
    is_private: bool = False
    members: KnownMembers = NO_MEMBERS


def links_at(address: str, id: str, key: LinkKey | None = None) -> Links:
    """The pages of a tournament under the address by which the room reaches this installation; none without one.

    With the event's key tables are linked where their results are entered, and players to their own pages;
    without it, for a reader who may not have these links, tables can only be looked at.
    """
    if not address:
        return Links()
    base = address.rstrip("/")

    def table(number: int, table: int) -> str:
        return base + links.table_path(id, number, table, key)

    if key is None:
        return Links(event=base + links.event_path(id), table=table)
    return Links(
        event=base + links.event_path(id),
        table=table,
        player=lambda player: base + links.player_path(id, player, key),
        code=lambda player: links.player_code(key, id, player),
        pod=lambda pod: base + links.pod_path(id, pod, key),
    )


def tournament_pack(tournament: Tournament, sheet: str, options: Options, printing: Printing) -> Pack:
    """The pack for the sheet of that name, from a tournament.

    Raises:
        UnknownSheet: there is no such sheet.
        UnknownRound: standings after a round that has not been played.
        UnknownPlayer: a decklist of no player.
    """
    if sheet_kind(sheet).is_per_round:
        pages = printing.links or Links()
        return pack_of_round(tournament, options.words, options.round, pages, is_private=printing.is_private)
    pack = pack_of(
        tournament,
        options.words,
        links=printing.links,
        network=printing.network,
        is_private=printing.is_private,
        after_round=options.round if sheet == "standings" else None,
        members=printing.members,
    )
    if sheet == "decklists":
        return _with_lists(pack, tournament, options, printing)
    if sheet == "checks":
        return _with_checks(pack, tournament, options, printing)
    if sheet in ("plan", "pool", "pods", "swap", "recursions"):
        return replace(pack, limited=_limited(tournament, options, printing))
    if sheet == "penalties":
        return _with_penalties(pack, tournament, options)
    if sheet != "decklist" or not options.player:
        return pack
    return replace(pack, decks={options.player: _judged(tournament, options, printing)})


def _judged(tournament: Tournament, options: Options, printing: Printing) -> tuple[PrintedPlayer, Report]:
    number, player = player_of(tournament, options.player, options.words)
    round_number = next_round_number(tournament) if options.round is None else options.round
    state = tournament.player(number)
    deck = deck_for(tournament, state, round_number) or next(iter(state.decks.values()), None)
    if deck is None:
        raise NothingToPrint(Message("%(name)s has handed in no deck.", name=player.name))
    report = report_of(tournament, number, deck.text, printing.cards(), today=printing.today)
    return _with_pool(tournament, number, player, report, printing, options.words), report


def _with_pool(
    tournament: Tournament, number: int, player: PrintedPlayer, report: Report, printing: Printing, words: Words
) -> PrintedPlayer:
    """The player with whose pool the list is of, what of it is not played, and what a limited event adds to say."""
    if tournament.limited.plan is None:
        return player
    played, cards = played_pool(tournament.limited, number), printing.cards()
    noted = replace(player, notes=tuple(say(note, words) for note in report.notes))
    if played is None:
        return noted
    left = not_played(played, report.deck)
    names = sorted((cards[card].unique_name, count) for card, count in left.items() if card in cards)
    return replace(
        noted,
        pool=words.gettext("Pool %(number)s") % {"number": registered_by(tournament.limited, number)},
        not_played=tuple(f"{count} {name}" for name, count in names),
    )


def _with_lists(pack: Pack, tournament: Tournament, options: Options, printing: Printing) -> Pack:
    """The pack with the lists that are asked for: all by name, or those of a table in seat order."""
    round_number, names = options.round, shown_names(tournament, options.words)
    asked = sorted(tournament.players.values(), key=lambda player: natural_key(player.name))
    if options.table is not None:
        round_number = round_number if round_number is not None else len(tournament.rounds)
        asked = [tournament.player(number) for number in tournament.round(round_number).table(options.table)]
    cards = printing.cards()
    lists, on_paper, missing = [], [], []
    for player in asked:
        printed = PrintedPlayer(name=names[player.number], vekn=player.vekn)
        decks = _decks_for(tournament, player, round_number)
        for for_round, deck in decks:
            report = report_of(tournament, player.number, deck.text, cards, today=printing.today)
            with_pool = _with_pool(tournament, player.number, printed, report, printing, options.words)
            lists.append(PrintedList(player=with_pool, report=report, round=for_round))
        if not decks and _is_on_paper(tournament, player, round_number):
            on_paper.append(printed.name)
        elif not decks and player.is_active:
            missing.append(printed.name)
    return replace(pack, lists=tuple(lists), on_paper=tuple(on_paper), without_list=tuple(missing))


def _is_on_paper(tournament: Tournament, player: Player, round_number: int | None) -> bool:
    """Whether a player who typed no list for a round, or for any, handed one in on paper."""
    if round_number in (None, FINAL):
        return bool(player.paper_lists)
    return has_list(tournament, player, round_number)


def _with_checks(pack: Pack, tournament: Tournament, options: Options, printing: Printing) -> Pack:
    """The pack with the lists of the last draw of deck checks, or of the last one of a round, in their order."""
    drawn = [deck_check for deck_check in tournament.deck_checks if options.round in (None, deck_check.round)]
    if not drawn:
        raise NothingToPrint(Message("No deck checks have been drawn."))
    last, _ = drawn[-1], options.words.gettext
    names, round_ = shown_names(tournament, options.words), tournament.round(last.round)
    cards = printing.cards()
    lists, on_paper = [], []
    for player in map(tournament.player, last.players):
        deck = deck_for(tournament, player, last.round)
        table, seat = round_.seats.get(player.number, (0, 0))
        place = _("table %(table)s, seat %(seat)s", table=tournament.settings.table_name(table), seat=seat)
        if deck is None:
            on_paper.append(f"{names[player.number]} ({place})" if table else names[player.number])
        else:
            printed = PrintedPlayer(name=names[player.number], vekn=player.vekn)
            report = report_of(tournament, player.number, deck.text, cards, today=printing.today)
            printed = _with_pool(tournament, player.number, printed, report, printing, options.words)
            lists.append(PrintedList(player=printed, report=report, place=place if table else ""))
    title = Message("Deck checks of %(round)s", round=round_.title)
    return replace(pack, lists=tuple(lists), on_paper=tuple(on_paper), checks_title=say(title, options.words))


def _limited(tournament: Tournament, options: Options, printing: Printing) -> PrintedLimited:
    """The papers of a limited event; nothing where none is planned."""
    limited, words = tournament.limited, options.words
    if limited.plan is None:
        return PrintedLimited()
    names, made, _ = shown_names(tournament, words), limited.plan, words.gettext
    products = pack_names(made)
    packs = tuple(
        f"{_('Pack %(number)s') % {'number': number}} {products[number - 1]} "
        + (_("← to the left") if direction(number) is PassDirection.LEFT else _("→ to the right"))
        for number, size in enumerate(packs_of(made), 1)
    )
    cards, pages = printing.cards(), printing.links or Links()
    listed = cards_of_plan(made, cards) if plan_sets(made, cards) else ()
    swaps = (
        [*limited.swap.pool_of.items(), *zip(limited.swap.kept, limited.swap.kept, strict=True)] if limited.swap else []
    )
    return PrintedLimited(
        plan=tuple(_plan(tournament, cards, words)),
        times=tuple(_times(made, words)),
        pods=tuple(
            PrintedPod(
                number=number,
                names=tuple(names[player] for player in players),
                packs=packs,
                link=pages.pod(number),
            )
            for number, players in enumerate(limited.pods, 1)
        ),
        swaps=tuple(
            PrintedLabel(
                title=_("Pool %(number)s") % {"number": pool},
                lines=(
                    _("Registered by: %(name)s") % {"name": names[pool]},
                    _("Goes to: %(name)s") % {"name": names[player]},
                ),
                boxes=1,
            )
            for player, pool in sorted(swaps, key=lambda item: item[1])
        ),
        recursions=tuple(_recursions(tournament, player, names[player.number], words) for player in tournament.active),
        crypt=tuple(card.unique_name for card in listed if card.kind is Kind.CRYPT),
        library=tuple(card.unique_name for card in listed if card.kind is Kind.LIBRARY),
        expected=pool_cards(made),
    )


def _plan(tournament: Tournament, cards: CardDatabase, words: Words) -> Iterator[PrintedPart]:
    """The announced plan of the event: the product, what decks need, the draft's seconds, the day, what to buy."""
    made, _ = plan_of(tournament), words.gettext
    least, needs = minimums_of(made), needs_of(made, len(tournament.active))
    lines = [say(line_words(line), words) for line in made.lines]
    yield PrintedPart(title=_("Each player gets"), rows=tuple((line, "") for line in lines))
    library = _("%(least)s to %(most)s cards") % {"least": least.library, "most": least.library_most}
    decks = [(_("Crypt"), _("at least %(number)s cards") % {"number": least.crypt}), (_("Library"), library)]
    title = _("Decks, in casual sizes") if made.casual else _("Decks")
    yield PrintedPart(title=title, rows=(*decks, (_("Recursions"), str(least.recursions))))
    if times := tuple(_times(made, words)):
        yield PrintedPart(title=_("Draft"), rows=times)
    if made.provided:
        named = [(cards.get(card.card), str(card.count or _("any number"))) for card in made.provided]
        rows = tuple((card.unique_name, count) for card, count in named if card is not None)
        yield PrintedPart(title=_("Cards that are in every pool"), rows=rows)
    yield PrintedPart(title=_("The day"), rows=tuple(_day(tournament, words)))
    have = _("have %(total)s, %(spare)s of them spare")
    counts = (have % {"total": need.total, "spare": need.spare} for need in needs)
    yield PrintedPart(title=_("Needs of product"), rows=tuple(zip(lines, counts, strict=True)))


def _day(tournament: Tournament, words: Words) -> Iterator[tuple[str, str]]:
    """The day by the room's clock; how long its phases take if no start is set."""
    settings = tournament.settings
    has_hours = bool(tournament.limited.phases or (settings.date and settings.start))
    for part in show_schedule(tournament, datetime.min):
        minutes = (part.end - part.start) // timedelta(minutes=1)
        if has_hours:
            start, end = (f"{_by_the_room(moment, settings):%H:%M}" for moment in (part.start, part.end))
            yield say(part_words(part), words), start if start == end else f"{start}–{end}"
        elif part.phase and minutes:
            length = Count(minutes, "%(num)d minute", "%(num)d minutes")
            yield say(part_words(part), words), say(length, words)


def _by_the_room(moment: datetime, settings: Configuration) -> datetime:
    """A moment by the event's own time zone, else by this machine's; one without a zone is the room's already."""
    return moment.astimezone(settings.zone if settings.timezone else None) if moment.tzinfo else moment


def _times(plan: LimitedPlan, words: Words) -> Iterator[tuple[str, str]]:
    return ((say(what, words), seconds) for what, seconds in times_of(plan))


def _recursions(tournament: Tournament, player: Player, name: str, words: Words) -> PrintedLabel:
    least = minimums_of(plan_of(tournament, player.number))
    sentence = say(deck_words(least), words)
    return PrintedLabel(title=name, lines=(sentence,), boxes=least.recursions)


def _with_penalties(pack: Pack, tournament: Tournament, options: Options) -> Pack:
    report, words = show_penalties(tournament), options.words
    rows = [
        PrintedPenalty(
            title=f"{say(row.penalty, words)} · {say(row.player, words)}"
            f"{f' ({row.vekn})' if row.vekn else ''} · {say(row.infraction, words)}",
            detail=" · ".join(say(detail, words) for detail in details(row)),
            is_lifted=bool(row.lifted),
        )
        for row in report.penalties
    ]
    return replace(pack, penalties=tuple(rows), penalty_counts=say(counts_told(report), words))


def _decks_for(
    tournament: Tournament, player: Player, round_number: int | None
) -> list[tuple[int | None, SubmittedDeck]]:
    """A player's lists, each with its round in a multi-deck event: those of one round, or all of them."""
    if not tournament.settings.is_multideck:
        return [(None, deck) for deck in player.lists.values()]
    if round_number is None:
        return sorted(player.lists.items())
    deck = final_deck(tournament, player.number) if round_number == FINAL else player.lists.get(round_number)
    return [] if deck is None else [(round_number, deck)]


def packs_pack(dealt: DealtCubeView, name: str, options: Options) -> Pack:
    """A pack with what was dealt out of a cube of that name."""
    _ = options.words.gettext
    title = name if name not in ("", "-") else _("Cube")
    seed = _("Seed %(number)s", number=dealt.seed)
    limited = PrintedLimited(
        packs=tuple(pack.cards for pack in dealt.packs),
        cards=tuple((card.name, ", ".join(map(str, card.packs))) for card in dealt.cards),
    )
    return Pack(event=PrintedEvent(name=title, format=seed), limited=limited)


def decklist_pack(source: str | bytes, terms: DeckTerms, cards: CardDatabase, options: Options) -> Pack:
    """A pack with the deck of the player that `options` name, read and judged."""
    _, report = options.words.gettext, check(source, terms, cards)
    player = PrintedPlayer(name=options.player or report.deck.author or _("Player"))
    event = PrintedEvent(name=report.deck.name or _("Decklist"), day=terms.on)
    return Pack(event=event, decks={options.player: (player, report)})
