"""The organizer's own Archon workbook filled in: what is typed and what formulas come to changes, all else stays.

No library writes a workbook that it has read without losing something: cached values, validations, protection. So the
file is opened as what it is, a zip of XML parts; a part that nothing is typed into goes on byte for byte.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache

from lxml import etree
from openpyxl.formula.translate import Translator
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

from toolkit.exchange.archon.model import SHEETS, Book
from toolkit.exchange.archon.reading import NoArchonWorkbook, broken, check_package
from toolkit.exchange.archon.writing import write_book
from toolkit.files import CANNOT_UNPACK
from toolkit.languages import Message

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORKBOOK, _RELATIONS, _TYPES = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml"
_TEXTS = "xl/sharedStrings.xml"
# What readers of the true workbook look for; its other labels are not known here.
_LABELS = {
    ("Tournament Info", "A3"): "Event Name:",
    ("Tournament Info", "A4"): "Event Date (DD-MON-YY):",
    ("Tournament Info", "A7"): "City:",
    ("Tournament Info", "A10"): "Number of Players:",
    ("Tournament Info", "A11"): "Number of Rounds (including final):",
    ("Tournament Info", "A12"): "Number of Event Matches:",
    ("Methuselahs", "A6"): "Num.",
}
_ROUND_TYPED, _ROUND_COMPUTED = "A7:A306 E7:E306", "B7:D306 F7:U306 W7:AA306"
# Of each sheet that is filled in the cells that people type, and those whose formulas have a value in every row.
_FILLED = {
    "Tournament Info": ("B3:B4 B6:B9 B11 B13:B26 C6 C17:C26", ""),
    "Methuselahs": ("A7:E306 G7:G306 M7:M306", "F7:F306 H7:L306 N7:AB306"),
    "Standings": ("", "A6:H305"),
    "Round 1": (_ROUND_TYPED, _ROUND_COMPUTED),
    "Round 2": (_ROUND_TYPED, _ROUND_COMPUTED),
    "Round 3": (_ROUND_TYPED, _ROUND_COMPUTED),
    "Final Round": ("A14:A18 F14:F18", "A6:D10 B14:C18 E14:E18 G14:J18 V14:V18"),
    "Override": ("A6:B125 D6:D125", "C6:C125"),
    "VEKN Report": ("", "A7:G306"),
    "Notes": ("A4:A203", ""),
}
# By what a row without a player is ordered behind all others.
_BLANK_ORDER = "-10"


def _main(name: str) -> str:
    return f"{{{_MAIN}}}{name}"


@dataclass(frozen=True, slots=True)
class _Value:
    """A cell's value as in the file: a number as text, or a text."""

    text: str
    is_text: bool = False


_NOTHING = _Value("", is_text=True)


def check_template(content: bytes) -> None:
    """Whether a workbook can be filled in.

    Raises:
        NoArchonWorkbook: it is none, it is another version's, or it has macros; with the first difference.
    """
    _checked(content)


def fill_template(template: bytes, book: Book, *, at: datetime) -> bytes:
    """The organizer's workbook with an event typed in, every formula with its value; the same input, the same bytes.

    Raises:
        NoArchonWorkbook: as `check_template()`.
    """
    package = _checked(template)
    ours = _Package(write_book(book, at=at))
    texts = _Texts(package)
    for name, (typed, computed) in _FILLED.items():
        part = package.part_of(name)
        root = package.root(part)
        _Sheet(root, typed, computed, texts).fill(_values(ours, name), is_players=name == "Methuselahs")
        package.put(part, root)
    texts.save()
    _calculate_when_opened(package)
    return package.written()


def _checked(content: bytes) -> _Package:
    check_package(content)
    package = _Package(content)
    if any(name.lower().endswith("vbaproject.bin") for name in package.parts):
        raise NoArchonWorkbook(Message("This workbook has macros: an Archon has none."))
    names = package.sheets()
    for place, name in enumerate(SHEETS):
        if place >= len(names) or names[place] != name:
            actual = names[place] if place < len(names) else ""
            raise _other(Message("sheet %(number)s", number=place + 1), actual, name)
    for (sheet, cell), label in _LABELS.items():
        value = _values(package, sheet).get(cell, _NOTHING).text.strip()
        if value != label:
            raise _other(f"{sheet} {cell}", value, label)
    return package


def _other(where: str, actual: str, expected: str) -> NoArchonWorkbook:
    return NoArchonWorkbook(
        Message(
            "This workbook is not The Archon 1.5l: %(cell)s is “%(value)s”, not “%(expected)s”.",
            cell=where,
            value=actual[:60],
            expected=expected,
        )
    )


class _Package:
    """The parts of a workbook by their names, and which of them are its sheets."""

    def __init__(self, content: bytes) -> None:
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                self.infos = archive.infolist()
                self.parts = {info.filename: archive.read(info) for info in self.infos}
        except CANNOT_UNPACK:
            raise broken() from None
        targets = {
            relation.get("Id"): posixpath.normpath(posixpath.join("/xl", relation.get("Target", ""))).lstrip("/")
            for relation in self.root(_RELATIONS)
        }
        self._sheets = {
            sheet.get("name", ""): targets.get(sheet.get(f"{{{_RELATED}}}id"), "")
            for sheet in self.root(_WORKBOOK).iter(_main("sheet"))
        }

    def sheets(self) -> list[str]:
        """Their names, in order."""
        return [*self._sheets]

    def part_of(self, sheet: str) -> str:
        """The part that contains a sheet."""
        return self._sheets[sheet]

    def root(self, part: str) -> etree._Element:
        """A part read.

        Raises:
            NoArchonWorkbook: it is missing, no XML, or has a document type, which no workbook needs.
        """
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        try:
            root = etree.fromstring(self.parts[part], parser)
        except (KeyError, etree.XMLSyntaxError, ValueError):
            raise broken() from None
        if root.getroottree().docinfo.doctype:
            raise broken()
        return root

    @cached_property
    def texts(self) -> list[str]:
        """The texts that its cells share, as they were at first."""
        return [_text_of(item) for item in self.root(_TEXTS)] if _TEXTS in self.parts else []

    def put(self, part: str, root: etree._Element) -> None:
        """A part anew."""
        self.parts[part] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)

    def drop(self, part: str) -> None:
        """A part that is left out."""
        self.parts.pop(part, None)

    def written(self) -> bytes:
        """The file: the parts in their order and with the times that they had."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for info in self.infos:
                if info.filename in self.parts:
                    fresh = zipfile.ZipInfo(info.filename, info.date_time)
                    fresh.compress_type, fresh.external_attr = zipfile.ZIP_DEFLATED, info.external_attr
                    archive.writestr(fresh, self.parts[info.filename])
        return stream.getvalue()


def _text_of(item: etree._Element) -> str:
    """A text that may be parted into pieces of several looks; how it is pronounced is none of it."""
    return "".join(
        node.text or "" for child in item if child.tag in (_main("t"), _main("r")) for node in child.iter(_main("t"))
    )


class _Texts:
    """The texts that cells share; new ones are appended. Where a file keeps none apart, they stand in their cells."""

    def __init__(self, package: _Package) -> None:
        self._package = package
        self._root = package.root(_TEXTS) if _TEXTS in package.parts else None
        self._places: dict[str, int] = {}
        self._used = 0

    def write(self, cell: etree._Element, text: str) -> None:
        """Put a text into an empty cell."""
        if self._root is None:
            cell.set("t", "inlineStr")
            etree.SubElement(etree.SubElement(cell, _main("is")), _main("t")).text = text
            return
        self._used += 1
        if text not in self._places:
            self._places[text] = len(self._root)
            etree.SubElement(etree.SubElement(self._root, _main("si")), _main("t")).text = text
        cell.set("t", "s")
        etree.SubElement(cell, _main("v")).text = str(self._places[text])

    def save(self) -> None:
        """The texts with how many they are."""
        if self._root is None:
            return
        for name, more in (("count", self._used), ("uniqueCount", len(self._places))):
            count = self._root.get(name, "")
            if count.isdecimal():
                self._root.set(name, str(int(count) + more))
        self._package.put(_TEXTS, self._root)


def _values(package: _Package, sheet: str) -> Mapping[str, _Value]:
    """The contents of a sheet's cells, by their names."""
    shared, contents = package.texts, {}
    for cell in package.root(package.part_of(sheet)).iter(_main("c")):
        value, kind = cell.findtext(_main("v")), cell.get("t", "n")
        if kind == "inlineStr":
            contents[cell.get("r", "")] = _Value("".join(_text_of(item) for item in cell), is_text=True)
        elif value is not None and kind == "s":
            text = shared[int(value)] if value.isdecimal() and int(value) < len(shared) else ""
            contents[cell.get("r", "")] = _Value(text, is_text=True)
        elif value is not None:
            contents[cell.get("r", "")] = _Value(value, is_text=kind == "str")
    return contents


class _Sheet:
    """A sheet of the organizer's workbook while it is filled in."""

    def __init__(self, root: etree._Element, typed: str, computed: str, texts: _Texts) -> None:
        self._root, self._texts = root, texts
        self._is_typed, self._is_computed = _within(typed), _within(computed)
        self._cells = {cell.get("r", ""): cell for cell in root.iter(_main("c"))}
        self._rows = {int(row.get("r", "0")): row for row in root.iter(_main("row"))}

    def fill(self, values: Mapping[str, _Value], *, is_players: bool) -> None:
        """Type and compute; a formula of a row without a player comes to nothing."""
        self._write_out_shared()
        for name, cell in self._cells.items():
            if self._is_typed(name):
                self._type(cell, values.get(name))
            elif (formula := cell.find(_main("f"))) is not None and (name in values or self._is_computed(name)):
                is_order = is_players and coordinate_from_string(name)[0] == "Q"
                self._compute(cell, formula, values.get(name, _Value(_BLANK_ORDER) if is_order else _NOTHING))
        for name, value in values.items():
            if name not in self._cells and self._is_typed(name) and value != _NOTHING:
                self._type(self._new_cell(name), value)

    def _write_out_shared(self) -> None:
        """Formulas that refer to one in a cell that is typed into: each is written out."""
        formulas = [(name, cell.find(_main("f"))) for name, cell in self._cells.items()]
        shared = [(name, formula) for name, formula in formulas if formula is not None and formula.get("t") == "shared"]
        first = {formula.get("si"): (name, formula.text) for name, formula in shared if formula.text}
        for name, formula in shared:
            origin, text = first.get(formula.get("si"), ("", None))
            if formula.text or text is None or not self._is_typed(origin) or self._is_typed(name):
                continue
            for attribute in ("t", "si", "ref"):
                formula.attrib.pop(attribute, None)
            formula.text = Translator(f"={text}", origin=origin).translate_formula(name)[1:]

    def _type(self, cell: etree._Element, value: _Value | None) -> None:
        for child in [*cell]:
            cell.remove(child)
        cell.attrib.pop("t", None)
        if value is None or value == _NOTHING:
            return
        if value.is_text:
            self._texts.write(cell, value.text)
        else:
            etree.SubElement(cell, _main("v")).text = value.text

    def _compute(self, cell: etree._Element, formula: etree._Element, value: _Value) -> None:
        cell.attrib.pop("t", None)
        if value.is_text:
            cell.set("t", "str")
        node = cell.find(_main("v"))
        if node is None:
            node = etree.Element(_main("v"))
            formula.addnext(node)
        node.text = value.text

    def _new_cell(self, name: str) -> etree._Element:
        """A cell where the sheet has none, in the order of the columns."""
        letters, number = coordinate_from_string(name)
        cells = self._row(number)
        column = column_index_from_string(letters)
        place = next(
            (
                index
                for index, other in enumerate(cells)
                if column_index_from_string(coordinate_from_string(other.get("r", "A1"))[0]) > column
            ),
            len(cells),
        )
        cell = etree.Element(_main("c"), r=name)
        cells.insert(place, cell)
        self._cells[name] = cell
        return cell

    def _row(self, number: int) -> etree._Element:
        row = self._rows.get(number)
        if row is None:
            rows = self._root.find(_main("sheetData"))
            if rows is None:
                raise broken()
            row = self._rows[number] = etree.Element(_main("row"), r=str(number))
            rows.insert(sum(other < number for other in self._rows), row)
        return row


def _within(ranges: str) -> Callable[[str], bool]:
    """Whether a cell is in one of some ranges ("B3:B4 C6")."""
    corners = [tuple(_corner(corner) for corner in part.split(":")) for part in ranges.split()]
    boxes = [(pair[0], pair[-1]) for pair in corners]

    def lies(name: str) -> bool:
        column, row = _corner(name)
        return any(first[0] <= column <= last[0] and first[1] <= row <= last[1] for first, last in boxes)

    return lies


@lru_cache(maxsize=20_000)
def _corner(name: str) -> tuple[int, int]:
    if not re.fullmatch(r"[A-Z]{1,3}[1-9][0-9]{0,6}", name):
        raise broken()
    letters, row = coordinate_from_string(name)
    return column_index_from_string(letters), row


def _calculate_when_opened(package: _Package) -> None:
    """Make a program compute everything anew, and forget the order of calculation that was saved."""
    root = package.root(_WORKBOOK)
    properties = root.find(_main("calcPr"))
    if properties is None:
        behind = [child for child in root if child.tag in {_main("sheets"), _main("definedNames")}][-1]
        properties = etree.Element(_main("calcPr"))
        behind.addnext(properties)
    properties.set("fullCalcOnLoad", "1")
    package.put(_WORKBOOK, root)
    chains = [name for name in package.parts if posixpath.basename(name) == "calcChain.xml"]
    for chain in chains:
        package.drop(chain)
        for part in (_TYPES, _RELATIONS):
            root = package.root(part)
            for entry in _naming(root, chain):
                root.remove(entry)
            package.put(part, root)


def _naming(root: etree._Element, part: str) -> Iterator[etree._Element]:
    """The entries of a list of parts that name one."""
    for entry in [*root]:
        target = entry.get("PartName") or posixpath.join("/xl", entry.get("Target", ""))
        if posixpath.normpath(target).lstrip("/") == part:
            yield entry
