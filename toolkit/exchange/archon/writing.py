"""An Archon workbook made from nothing: the same sheets and cells, our own formulas, each with its value.

The same event gives the same bytes: the file's times are those of the event's last change.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from toolkit.exchange.archon.figures import (
    Cell,
    PlayerFigures,
    SeatFigures,
    coefficient_of,
    final_places,
    number_of,
    player_figures,
    seat_figures,
)
from toolkit.exchange.archon.model import FINAL_WORD, LEVELS, SHEETS, Book, BookTable
from toolkit.scoring import score_table
from toolkit.scoring.points import PLACES
from toolkit.tournament.receivers import DUE_AFTER

# Rows are counted from 0 here, as the library does; names of cells from 1.
FIRST, LAST = 6, 305
SEATS_OF_TABLE = 5
_FINAL = "'Final Round'"
# What each column of the players is: for people, and for programs that look for it.
_PLAYER_HEADINGS = (
    *("Num.", "First Name", "Last Name", "City", "V:EKN #", "Games", "Out", "GW", "VP", "TP", "Prelim rank", "Status"),
    *("Coin", "Rank", "O", "P", "Q", "R", "S", "Num.", "Final rank", "V", "W", "X", "Num.", "Shown", "Bonus", "Rating"),
)
_ROUND_HEADINGS = (
    *("Num.", "First Name", "Last Name", "Table", "VP", "VP", "GW", "TP", "Place", "Players", "K", "L", "M", "N", "O"),
    *("P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "V:EKN #", "AA"),
)
_INFO = (
    *("Event Name:", "Event Date (DD-MON-YY):", "Results due:", "Organizer:", "City:", "Format:", "Level:"),
    *("Number of Players:", "Number of Rounds (including final):", "Number of Event Matches:", "New members:"),
    *("Warnings:", "Disqualifications:", "Several judges:", "Head judge:"),
)


# An organizer saves the workbook, then the archive of all decks that holds it: most of either is the time for this.
@lru_cache(maxsize=2)
def write_book(book: Book, *, at: datetime) -> bytes:
    """The file; `at` (UTC) is the time that it names."""
    stream = io.BytesIO()
    file = xlsxwriter.Workbook(stream, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    file.set_properties({"created": at.replace(tzinfo=None, microsecond=0)})
    file.set_calc_mode("auto")
    sheets = {name: file.add_worksheet(name) for name in SHEETS}
    _Writer(book, file, sheets).write()
    file.close()
    return stream.getvalue()


class _Writer:
    """One file while it is written."""

    def __init__(self, book: Book, file: xlsxwriter.Workbook, sheets: dict[str, Worksheet]) -> None:
        self.book, self.sheets = book, sheets
        self.bold: Format = file.add_format({"bold": True})
        self.day: Format = file.add_format({"num_format": "dd-mmm-yy", "align": "left"})
        self.vekn: Format = file.add_format({"num_format": "0000000", "align": "left"})
        self.figures = player_figures(book)
        self.count = len(book.players)
        self.last = FIRST + max(1, self.count)
        self.keys = [[*self._keys(tables)] for tables in book.rounds]

    def _keys(self, tables: Sequence[BookTable]) -> Iterator[int]:
        """By what the seats of a round are ordered: place, then number."""
        for number, table in enumerate(tables, start=1):
            for seat, own in zip(table, seat_figures(table, number), strict=True):
                yield _shown_place(own, len(table)) * (self.count + 1) + seat.player

    def write(self) -> None:
        """All sheets."""
        self._instructions()
        self._info()
        self._players()
        self._standings()
        for number in (1, 2, 3):
            self._round(number, self.book.rounds[number - 1] if number <= len(self.book.rounds) else ())
        self._final()
        self._overrides()
        self._report()
        self._notes()
        for name in ("Optimal Seating 3R+F", "Optimal Seating 2R+F"):
            self._text(self.sheets[name], "A1", "The seats were found by other means: nothing stands here.")
        self._places()

    def _text(self, sheet: Worksheet, cell: str, text: str, form: Format | None = None) -> None:
        """A text as such: what begins as a formula does is none."""
        sheet.write_string(cell, text, form) if text else None

    def _formula(self, sheet: Worksheet, cell: str, formula: str, value: Cell, form: Format | None = None) -> None:
        # A whole number has no decimal point in a file: some readers take no other.
        whole = int(value) if isinstance(value, float) and value.is_integer() else value
        sheet.write_formula(cell, formula, form, whole)

    def _headings(self, sheet: Worksheet, row: int, names: Sequence[str]) -> None:
        for column, name in enumerate(names):
            sheet.write_string(row, column, name, self.bold)

    def _instructions(self) -> None:
        sheet = self.sheets["Instructions"]
        lines = (
            "An event as its organizer reports it: settings, players, rounds, the final, standings.",
            "Typed cells: Tournament Info B; Methuselahs A to E, G and M; the rounds' A and E; the final's A and F.",
            "Everything else is computed from them.",
        )
        for row, line in enumerate(lines, start=1):
            self._text(sheet, f"A{row}", line)

    def _info(self) -> None:
        sheet, book = self.sheets["Tournament Info"], self.book
        sheet.set_column("A:B", 34)
        for row, label in enumerate(_INFO, start=3):
            self._text(sheet, f"A{row}", label, self.bold)
        self._text(sheet, "B3", book.name)
        if book.date:
            sheet.write_datetime("B4", _midnight(book.date), self.day)
        self._formula(
            sheet, "B5", '=IF(B4="","",B4+8)', _serial(book.date) + DUE_AFTER.days if book.date else "", self.day
        )
        self._text(sheet, "B6", book.organizer)
        self._number(sheet, "C6", book.organizer_vekn)
        self._text(sheet, "B7", book.city)
        self._text(sheet, "B8", "Limited" if book.is_limited else "Constructed")
        self._text(sheet, "B9", book.level)
        self._formula(sheet, "B10", "=Methuselahs!A4", self.count)
        sheet.write_number("B11", len(book.rounds) + bool(book.final))
        tables = "+".join(f"MAX('Round {number}'!D7:D306)" for number in (1, 2, 3))
        self._formula(sheet, "B12", f"={tables}+1", sum(map(len, book.rounds)) + 1)
        sheet.write_number("B14", book.warnings)
        sheet.write_number("B15", book.disqualifications)
        self._text(sheet, "B16", "Yes" if len(book.judges) > 1 else "No")
        for row, judge in enumerate(book.judges, start=17):
            self._text(sheet, f"B{row}", judge.name)
            self._number(sheet, f"C{row}", judge.vekn)
        for column, (name, more) in enumerate(LEVELS.values(), start=3):
            sheet.write_string(8, column, name)
            sheet.write_number(9, column, more)

    def _number(self, sheet: Worksheet, cell: str, vekn: str) -> None:
        if vekn:
            sheet.write_number(cell, int(vekn), self.vekn)

    def _players(self) -> None:
        sheet, last = self.sheets["Methuselahs"], self.last
        sheet.set_column("B:D", 18)
        self._headings(sheet, 5, _PLAYER_HEADINGS)
        added, coefficient = coefficient_of(self.book)
        self._formula(sheet, "A4", "=COUNT(A7:A306)", self.count)
        level = "MATCH('Tournament Info'!B9,'Tournament Info'!D9:M9,0)"
        self._formula(sheet, "Z1", f"=IFERROR(INDEX('Tournament Info'!D10:M10,{level}),0)", added)
        self._formula(sheet, "Z2", "=IF(A4>0,LOG(A4*A4,15)-1+Z1,0)", coefficient)

        def column(letter: str) -> str:
            return f"${letter}$7:${letter}${last}"

        for place, (player, own) in enumerate(zip(self.book.players, self.figures, strict=True)):
            r = FIRST + place + 1
            sheet.write_number(f"A{r}", place + 1)
            self._text(sheet, f"B{r}", player.first)
            self._text(sheet, f"C{r}", player.last)
            self._text(sheet, f"D{r}", player.city)
            self._number(sheet, f"E{r}", player.vekn)
            self._text(sheet, f"G{r}", player.flag)
            if player.toss:
                sheet.write_number(f"M{r}", player.toss)
            seats = [f"COUNTIF('Round {number}'!$A$7:$A$306,A{r})" for number in (1, 2, 3)]
            formulas: dict[str, tuple[str, Cell]] = {
                "F": ("+".join([*seats, f"COUNTIF({_FINAL}!$A$14:$A$18,A{r})"]), own.games),
                "H": (_sum_of("G", r), own.wins),
                "I": (_sum_of("F", r), own.points),
                "J": (_sum_of("H", r), own.places),
                "K": (f"RANK(P{r},{column('P')})", own.rank),
                "L": (
                    f'IF(G{r}<>"","DQ",IF(AND(K{r}<=5,K{r}<$A$4,COUNTIF({column("K")},K{r}+1)=0),"TIE",""))',
                    own.status,
                ),
                "N": (f'IF(G{r}<>"","DQ",R{r})', own.ranked),
                "O": (f"H{r}*(MAX({column('I')})+1)+I{r}", own.order_of_points),
                "P": (f"O{r}*10*(MAX({column('J')})+1)+J{r}", own.order),
                "Q": (
                    f'IF(G{r}<>"",-1,P{r}*(MAX({column("M")})+1)+IF(M{r}>0,MAX({column("M")})-M{r},0))',
                    own.order_with_toss,
                ),
                "R": (f"RANK(Q{r},{column('Q')})", own.rank_with_toss),
                "S": (f"IF(AND(R{r}<$A$4,COUNTIF({column('R')},R{r}+1)=0),-1,R{r})", own.seed),
                "T": (f"A{r}", place + 1),
                "U": (
                    f'IF({_FINAL}!$J$14>0,IF(OR(G{r}<>"",R{r}>5),N{r},'
                    f'IFERROR(INDEX({_FINAL}!$J$14:$J$18,MATCH(A{r},{_FINAL}!$A$14:$A$18,0)),N{r})),"")',
                    own.final_rank,
                ),
                "V": (f"IF(ISNUMBER(U{r}),U{r},R{r})", own.place),
                "W": (
                    f"(MAX({column('V')})+1-V{r})*(MAX({column('A')})+1)+MAX({column('A')})+1-A{r}",
                    own.order_of_places,
                ),
                "X": (f"RANK(W{r},{column('W')})", own.target),
                "Y": (f"A{r}", place + 1),
                "Z": (f'IF(U{r}="",N{r},U{r})', own.shown),
                "AA": (
                    f"IF(COUNTIF({_FINAL}!$A$14:$A$18,A{r})=0,0,IF(U{r}=1,90*$Z$2,IF(U{r}=2,30*$Z$2,0)))",
                    own.bonus,
                ),
                "AB": (
                    f"5+4*(I{r}+SUMIF({_FINAL}!$A$14:$A$18,A{r},{_FINAL}!$G$14:$G$18))+8*(H{r}+IF(U{r}=1,1,0))+AA{r}",
                    own.rating,
                ),
            }
            for letter, (formula, value) in formulas.items():
                self._formula(sheet, f"{letter}{r}", f"={formula}", value)

    def _standings(self) -> None:
        sheet = self.sheets["Standings"]
        sheet.set_column("D:D", 30)
        is_over = bool(self.book.final)
        for cell, word in (("A3", "Standings"), ("A5", "Rank")):
            formula = f'=IF({_FINAL}!J14>0,"Final {word}","Current {word}")'
            self._formula(sheet, cell, formula, f"{'Final' if is_over else 'Current'} {word}", self.bold)
        for column, name in enumerate(("Target Rank", "Num.", "Name", "GW", "VP", "Final VP", "TP"), start=1):
            sheet.write_string(4, column, name, self.bold)
        for target, (place, own) in enumerate(self._in_order(), start=1):
            r, player = target + 5, self.book.players[place]

            def from_players(letter: str, row: int = r) -> str:
                return f"=INDEX(Methuselahs!${letter}$7:${letter}${self.last},C{row})"

            self._formula(sheet, f"A{r}", from_players("Z"), own.shown)
            self._formula(sheet, f"B{r}", "=ROW()-5", target)
            matched = f"MATCH(B{r},Methuselahs!$X$7:$X${self.last},0)"
            self._formula(sheet, f"C{r}", f"=INDEX(Methuselahs!$A$7:$A${self.last},{matched})", place + 1)
            name = f'=TRIM({from_players("B")[1:]}&" "&{from_players("C")[1:]})'
            self._formula(sheet, f"D{r}", name, f"{player.first} {player.last}".strip())
            self._formula(sheet, f"E{r}", from_players("H"), own.wins)
            self._formula(sheet, f"F{r}", from_players("I"), own.points)
            if target <= SEATS_OF_TABLE:
                points = f"SUMIF({_FINAL}!$A$14:$A$18,C{r},{_FINAL}!$G$14:$G$18)"
                self._formula(sheet, f"G{r}", f"={points}", own.final_points or 0)
            self._formula(sheet, f"H{r}", from_players("J"), own.places)

    def _in_order(self) -> list[tuple[int, PlayerFigures]]:
        return sorted(enumerate(self.figures), key=lambda row: row[1].target)

    def _round(self, number: int, tables: Sequence[BookTable]) -> None:
        sheet = self.sheets[f"Round {number}"]
        sheet.set_column("B:C", 18)
        self._headings(sheet, 5, _ROUND_HEADINGS)
        for table_number, table in enumerate(tables, start=1):
            first = FIRST + 1 + SEATS_OF_TABLE * (table_number - 1)
            figures = seat_figures(table, table_number)
            for place, (seat, own) in enumerate(zip(table, figures, strict=True)):
                sheet.write_number(f"A{first + place}", seat.player)
                sheet.write_number(f"E{first + place}", number_of(seat.victory_points))
                self._seat(sheet, number, first, first + place, seat.player, table, own)

    def _seat(
        self, sheet: Worksheet, number: int, first: int, r: int, player: int, table: BookTable, own: SeatFigures
    ) -> None:
        seats, last = f"A${first}:A${first + 4}", self.last
        points = f"F${first}:F${first + 4}"
        row = f"IF(J{r}=4,2,1)"
        size = len(table)
        ceilings = [-(-seat.victory_points // 2) for seat in table]
        shares = [PLACES[size][own.place - 1 + more] if more < own.tied else 0 for more in range(SEATS_OF_TABLE)]
        displayed = _shown_place(own, size)
        about = self.book.players[player - 1]
        key = displayed * (self.count + 1) + player
        keys = self.keys[number - 1]
        formulas: dict[str, tuple[str, Cell]] = {
            "B": (f'INDEX(Methuselahs!$B$7:$B${last},A{r})&""', about.first),
            "C": (f'INDEX(Methuselahs!$C$7:$C${last},A{r})&""', about.last),
            "D": ("INT((ROW()-7)/5)+1", own.table),
            "F": (f"N(E{r})", own.points),
            "G": (f"IF(AND(F{r}>=2,H{r}=60),1,0)", own.game_win),
            "H": (
                f"IF(OR(U{r}=S{r},COUNTIF(Override!$C$6:$C$125,D{r}*5+{number})>0),Q{r},0)",
                own.tournament_points,
            ),
            "I": (f"IF(AND(J{r}=4,K{r}>=3),K{r}+1,K{r})", displayed),
            "J": (f"COUNT({seats})", size),
            "K": (f"RANK(F{r},{points})", own.place),
            **{
                letter: (f"IF(R{r}>{more},INDEX(TPMatrix!$B$2:$F$3,{row},K{r}+{more}),0)", shares[more])
                for more, letter in enumerate("LMNOP")
            },
            "Q": (f"SUM(L{r}:P{r})/R{r}", sum(shares) / own.tied),
            "R": (f"COUNTIF({points},F{r})", own.tied),
            "S": (f"COUNT({seats})", size),
            "T": (f"-INT(-F{r})", ceilings[r - first]),
            "U": (f"SUM(T${first}:T${first + 4})", sum(ceilings)),
            "W": (f"I{r}", displayed),
            "X": (f"I{r}*(Methuselahs!$A$4+1)+A{r}", key),
            "Y": (f"RANK(X{r},X$7:X$306)", 1 + sum(other > key for other in keys)),
            "Z": (f"INDEX(Methuselahs!$E$7:$E${last},A{r})", int(about.vekn) if about.vekn else 0),
            "AA": (f"I{r}", displayed),
        }
        for letter, (formula, value) in formulas.items():
            self._formula(sheet, f"{letter}{r}", f"={formula}", value, self.vekn if letter == "Z" else None)

    def _final(self) -> None:
        sheet, last = self.sheets["Final Round"], self.last
        self._headings(sheet, 4, ("Num.", "First Name", "Last Name", "V:EKN #"))
        self._headings(sheet, 12, ("Num.", "First Name", "Last Name", "", "Place", "VP", "VP", "GW", "TP", "Rank"))
        sheet.write_string("V13", "V", self.bold)
        by_place = {own.seed: place for place, own in enumerate(self.figures)}
        for place in range(1, SEATS_OF_TABLE + 1):
            r, at = place + 5, by_place.get(place)
            row_found = f"MATCH({place},Methuselahs!$S$7:$S${last},0)"
            about = self.book.players[at] if at is not None else None
            values: tuple[Cell, ...] = ("", "", "", "")
            if about is not None and at is not None:
                values = (at + 1, about.first, about.last, int(about.vekn) if about.vekn else 0)
            for letter, source, value in zip("ABCD", "ABCE", values, strict=True):
                text = '&""' if source in "BC" else ""
                formula = f'=IFERROR(INDEX(Methuselahs!${source}$7:${source}${last},{row_found}){text},"")'
                self._formula(sheet, f"{letter}{r}", formula, value)
        self._final_table(sheet)

    def _final_table(self, sheet: Worksheet) -> None:
        table, last = self.book.final, self.last
        if not table:
            self._formula(sheet, "J14", "=IF(COUNT(F14:F18)=0,0,MIN(V14,2))", 0)
            return
        prelim = [own.rank_with_toss for own in self.figures]
        score = score_table([seat.victory_points for seat in table])
        places, figures = final_places(self.book, prelim), seat_figures(table, 1)
        for place, (seat, own) in enumerate(zip(table, figures, strict=True)):
            r, about = 14 + place, self.book.players[seat.player - 1]
            sheet.write_number(f"A{r}", seat.player)
            sheet.write_number(f"F{r}", number_of(seat.victory_points))
            tied = f"COUNTIF(G$14:G$18,G{r})"
            rank = f"RANK(G{r},G$14:G$18)"
            row = "IF(COUNT(A$14:A$18)=4,2,1)"
            share = (
                f"SUM(INDEX(TPMatrix!$B$2:$F$3,{row},{rank}):INDEX(TPMatrix!$B$2:$F$3,{row},{rank}+{tied}-1))/{tied}"
            )
            better = f'SUMPRODUCT((G$14:G$18=G{r})*(E$14:E$18<E{r})*(A$14:A$18<>""))'
            won = places[place] == 1 or bool(score.game_wins[place])
            formulas: dict[str, tuple[str, Cell]] = {
                "B": (f'INDEX(Methuselahs!$B$7:$B${last},A{r})&""', about.first),
                "C": (f'INDEX(Methuselahs!$C$7:$C${last},A{r})&""', about.last),
                "E": (f"INDEX(Methuselahs!$R$7:$R${last},A{r})", prelim[seat.player - 1]),
                "G": (f"N(F{r})", own.points),
                "H": (
                    f"IF(J{r}=1,1,IF(AND(G{r}>=2,I{r}=60,COUNT(F$14:F$18)=COUNT(A$14:A$18)),1,0))",
                    int(won),
                ),
                "I": (share, score.tournament_points[place]),
                "J": (f"IF(COUNT(F$14:F$18)=0,0,MIN(V{r},2))", min(places[place], 2)),
                "V": (f"{rank}+{better}", places[place]),
            }
            for letter, (formula, value) in formulas.items():
                self._formula(sheet, f"{letter}{r}", f"={formula}", value)

    def _overrides(self) -> None:
        sheet = self.sheets["Override"]
        self._headings(sheet, 4, ("Round", "Table", "Key", "Reason"))
        for place, override in enumerate(self.book.overrides[: 125 - 5]):
            r = place + 6
            if override.round == FINAL_WORD:
                self._text(sheet, f"A{r}", override.round)
            else:
                sheet.write_number(f"A{r}", int(override.round))
            sheet.write_number(f"B{r}", override.table)
            number = 4 if override.round == FINAL_WORD else int(override.round)
            self._formula(sheet, f"C{r}", f'=B{r}*5+IF(A{r}="F",4,A{r})', override.table * 5 + number)
            self._text(sheet, f"D{r}", override.reason)

    def _report(self) -> None:
        sheet, last = self.sheets["VEKN Report"], self.last
        self._headings(sheet, 5, ("Num.", "V:EKN #", "Name", "Games", "GW", "VP", "Rank"))
        for target, (place, own) in enumerate(self._in_order(), start=1):
            r, source, player = target + 6, target + 5, self.book.players[place]
            name = f"{player.first} {player.last}".strip()
            rank = own.shown if isinstance(own.shown, int) and own.shown <= SEATS_OF_TABLE else ""
            extra = f"+N(Standings!G{source})" if target <= SEATS_OF_TABLE else ""
            self._formula(sheet, f"A{r}", f"=Standings!C{source}", place + 1)
            number = int(player.vekn) if player.vekn else 0
            self._formula(sheet, f"B{r}", f"=INDEX(Methuselahs!$E$7:$E${last},A{r})", number, self.vekn)
            self._formula(sheet, f"C{r}", f"=Standings!D{source}", name)
            self._formula(sheet, f"D{r}", f"=INDEX(Methuselahs!$F$7:$F${last},A{r})", own.games)
            self._formula(
                sheet, f"E{r}", f"=Standings!E{source}{'+1' if target == 1 else ''}", own.wins + (target == 1)
            )
            points = own.points + ((own.final_points or 0) if extra else 0)
            self._formula(sheet, f"F{r}", f"=Standings!F{source}{extra}", points)
            ranked = f'=IF(N(Standings!A{source})=0,"",IF(Standings!A{source}<=5,Standings!A{source},""))'
            self._formula(sheet, f"G{r}", ranked, rank)

    def _notes(self) -> None:
        sheet = self.sheets["Notes"]
        self._text(sheet, "A1", "Notes", self.bold)
        for row, note in enumerate(self.book.notes, start=4):
            self._text(sheet, f"A{row}", note)

    def _places(self) -> None:
        sheet = self.sheets["TPMatrix"]
        self._headings(sheet, 0, ("Seats", "1st", "2nd", "3rd", "4th", "5th"))
        for row, size in enumerate((5, 4), start=1):
            sheet.write_number(row, 0, size)
            for column, points in enumerate(PLACES[size], start=1):
                sheet.write_number(row, column, points)


def _shown_place(own: SeatFigures, size: int) -> int:
    """The place at a table: at one of four, the third is shown as the fourth, and the fourth as the fifth."""
    return own.place + 1 if size == 4 and own.place >= 3 else own.place


def _sum_of(letter: str, row: int) -> str:
    """The sum of a column over the rounds before the final, for the player of a row."""
    return "+".join(
        f"SUMIF('Round {number}'!$A$7:$A$306,A{row},'Round {number}'!${letter}$7:${letter}$306)" for number in (1, 2, 3)
    )


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day)


def _serial(day: date) -> int:
    """The day as spreadsheets count: from the end of 1899."""
    return (day - date(1899, 12, 30)).days
