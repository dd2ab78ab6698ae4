"""A workbook like the organizer's Archon, made with openpyxl: its addresses, formulas, protection, and what it carries.

The true file is not at hand and may not be shipped; what only it can show is not seen here.
"""

from __future__ import annotations

import io
import re
import zipfile
from functools import cache

import openpyxl
from openpyxl.comments import Comment
from openpyxl.styles import Font, Protection
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from toolkit.exchange.archon.model import SHEETS

LABELS = {
    "A3": "Event Name:",
    "A4": "Event Date (DD-MON-YY):",
    "A7": "City:",
    "A10": "Number of Players:",
    "A11": "Number of Rounds (including final):",
    "A12": "Number of Event Matches:",
}
PROTECTED = ("Instructions", "Standings", "Round 1", "Round 2", "Round 3", "VEKN Report", "TPMatrix")
_ROWS = range(7, 307)


@cache
def archon() -> bytes:
    """The file as a spreadsheet program saved it with nobody in it but the chart's seats."""
    return _as_saved(unshared())


@cache
def unshared() -> bytes:
    """The same as a program saves it that writes texts into their cells and keeps no values of formulas."""
    file = openpyxl.Workbook()
    file.remove(file.active)
    sheets = {name: file.create_sheet(name) for name in SHEETS}
    sheets["Instructions"]["A1"] = "How to use this file"
    info = sheets["Tournament Info"]
    for cell, label in LABELS.items():
        info[cell] = label
    info["B4"].number_format = info["B5"].number_format = "dd-mmm-yy"
    info["B5"], info["B10"] = '=IF(B4="","",B4+8)', "=Methuselahs!A4"
    info["B12"] = "=MAX('Round 1'!D7:D306)+MAX('Round 2'!D7:D306)+MAX('Round 3'!D7:D306)+1"
    info["B3"].comment = Comment("As on the calendar", "Ann")
    choice = DataValidation(type="list", formula1='"Constructed,Limited"')
    choice.add("B8")
    info.add_data_validation(choice)
    _players(sheets["Methuselahs"])
    for number in (1, 2, 3):
        _round(sheets[f"Round {number}"])
    for row in range(6, 306):
        for letter in "ABCDEFGH":
            sheets["Standings"][f"{letter}{row}"] = f"=IF(Methuselahs!{letter}{row}=0,0,1)"
        for letter in "ABCDEFG":
            sheets["VEKN Report"][f"{letter}{row + 1}"] = f"=Standings!{letter}{row}"
    sheets["Standings"]["A3"] = sheets["Standings"]["A5"] = '=IF(\'Final Round\'!J14>0,"Final","Current")'
    final = sheets["Final Round"]
    for row in range(14, 19):
        for letter in "BCEGHIJV":
            final[f"{letter}{row}"] = f"=A{row}"
    for row in range(6, 126):
        sheets["Override"][f"C{row}"] = f"=B{row}*5+A{row}"
    sheets["Optimal Seating 3R+F"]["C9"] = "=Methuselahs!A4+1"
    file.defined_names["MPlayerNo"] = DefinedName("MPlayerNo", attr_text="Methuselahs!$A$7:$A$206")
    for name in PROTECTED:
        sheets[name].protection.sheet = True
    stream = io.BytesIO()
    file.save(stream)
    return stream.getvalue()


def _players(sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
    sheet["A4"], sheet["Z2"] = "=COUNT(A7:A306)", "=LOG(A4*A4,15)-1"
    for column, word in enumerate(("Num.", "First Name", "Last Name", "City", "V:EKN #"), start=1):
        sheet.cell(6, column, word).font = Font(bold=True)
    for row in _ROWS:
        for letter in ("F", "H", "I", "J", "K", "L", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Z"):
            sheet[f"{letter}{row}"] = f'=IF(A{row}="","",A{row})'
        sheet[f"E{row}"].number_format = "0000000"


def _round(sheet: openpyxl.worksheet.worksheet.Worksheet) -> None:
    for row in _ROWS:
        # Each fetches a seat of the file's own chart: left alone, they put players where nobody sat.
        sheet[f"A{row}"] = f"='Optimal Seating 3R+F'!C{row + 2}"
        sheet[f"A{row}"].protection = Protection(locked=False)
        for letter in "BCDFGHIJKLMNOPQRSTUWXYZ":
            sheet[f"{letter}{row}"] = f'=IF(A{row}="","",A{row})'
    # A check behind the list that a spreadsheet program would keep as a formula shared with the seats.
    sheet["A310"] = "='Optimal Seating 3R+F'!C312"


def _as_saved(content: bytes) -> bytes:
    """What a spreadsheet program adds: formulas that are shared, what they came to, the order of their calculation."""
    stream, texts = io.BytesIO(), list[str]()

    def shared(cell: re.Match[str]) -> str:
        texts.append(f"<si><t>{cell[3]}</t></si>")
        return f'<c r="{cell[1]}"{cell[2]} t="s"><v>{len(texts) - 1}</v></c>'

    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as after:
        for info in before.infolist():
            text = before.read(info).decode("utf-8")
            if info.filename in ("xl/worksheets/sheet5.xml", "xl/worksheets/sheet6.xml", "xl/worksheets/sheet7.xml"):
                text = re.sub(
                    r"<f>('Optimal Seating 3R\+F'!C9)</f>", r'<f t="shared" ref="A7:A310" si="0">\1</f>', text
                )
                text = re.sub(r"<f>'Optimal Seating 3R\+F'!C\d+</f>", '<f t="shared" si="0"/>', text)
            text = re.sub(r"(</f>|<f [^>]*/>)<v></v>", r"\1<v>1</v>", text)
            text = re.sub(r'<c r="(\w+)"([^>]*) t="inlineStr"><is><t>([^<]*)</t></is></c>', shared, text)
            if info.filename == "[Content_Types].xml":
                parts = "".join(
                    f'<Override PartName="/xl/{name}.xml" ContentType="{_TYPE}.{name}+xml"/>' for name in _ADDED
                )
                text = text.replace("</Types>", f"{parts}</Types>")
            if info.filename == "xl/_rels/workbook.xml.rels":
                parts = "".join(
                    f'<Relationship Id="{name}" Type="{_RELATION}/{name}" Target="{name}.xml"/>' for name in _ADDED
                )
                text = text.replace("</Relationships>", f"{parts}</Relationships>")
            after.writestr(info.filename, text)
        head = f'<sst xmlns="{_MAIN}" count="{len(texts)}" uniqueCount="{len(texts)}">'
        after.writestr("xl/sharedStrings.xml", f"{head}{''.join(texts)}</sst>")
        after.writestr("xl/calcChain.xml", '<calcChain xmlns="x"><c r="A7" i="5"/></calcChain>')
        after.writestr("docProps/custom.xml", "<kept>byte for byte</kept>")
    return stream.getvalue()


_ADDED = ("calcChain", "sharedStrings")
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
