"""Bring the message catalogues up to date with the source: `make translations`. With files named, only compile those.

New messages are added empty (a test names them), those that are gone are dropped, and the catalogues are compiled.
Dates and names are left out of the files, so that a run without news changes nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from io import BytesIO, StringIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from toolkit.decks.formats import rule_set_names
from toolkit.game.phased import PHASE_CARDS
from toolkit.game.rules import rules
from toolkit.languages import LANGUAGES
from toolkit.sheets.catalogue import SHEETS
from toolkit.tournament.infractions import infractions

ROOT = Path(__file__).resolve().parents[1]
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
CATALOGUES = ROOT / "toolkit" / "translations"
# Sentences are written where their rules are: a refusal's is the second argument, a count has two forms.
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "_l": None,
    "_p": ((1, "c"), 2),
    "Message": None,
    "Sense": ((1, "c"), 2),
    "Count": (2, 3),
    "Refusal": (2,),
}
KEPT = ("Project-Id-Version", "Language:", "Plural-Forms", "MIME-Version", "Content-T")


def registers() -> Iterator[str]:
    """What stands in tables of the package and is shown as it is: rows of the rules, infractions, rule sets, sheets."""
    for row in rules().values():
        yield from (row.section, row.text)
    yield from rule_set_names().values()
    for kind in SHEETS.values():
        yield from (kind.title, kind.summary)
    for infraction in infractions().values():
        yield from (infraction.name, infraction.remedy, *infraction.cases)
    for card in PHASE_CARDS.values():
        yield from filter(None, (card.name, card.activity, card.cardless, card.bonus))


def source_messages() -> Catalog:
    """Every message of the package and the templates."""
    found = Catalog()
    with redirect_stderr(StringIO()) as told:
        for folder in ("toolkit", "templates"):
            for _, _, message, _, context in extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS):
                found.add(message, context=context)
    # Babel takes a figure that is an f-string (`Message("%(place)s ...", place=f"...")`) for a message.
    sys.stderr.writelines(line for line in told.getvalue().splitlines(True) if "Skipping f-string" not in line)
    for message in registers():
        found.add(message)
    return found


def french(text: str) -> str:
    """The signs as French sets them: a narrow space that does not break before ; : ! ? and inside guillemets."""
    text = re.sub(r"[ \u00a0]([;:!?»])(?!//)", "\u202f\\1", text).replace("« ", "«\u202f").replace("«\u00a0", "«\u202f")
    return re.sub(r"(?<=\w)'(?=\w)", "’", text)


def italian(text: str) -> str:
    """Apostrophes are curved, also behind a cut word and before a figure; quotation marks are “these”."""
    text = text.replace("«", "“").replace("»", "”")
    return re.sub(r"(?<=\w)'(?=[\w“%{<])|(?<=\b[Pp]o)'|(?<=\b[Dd]i)'", "’", text)


# How a language sets its signs.
SIGNS = {"fr": french, "it": italian}


def known(path: Path) -> Catalog:
    """What is translated so far."""
    language = path.parent.parent.name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        about = (
            f"# The VTES Toolkit in {Locale(language).english_name}; game terms as on the cards' official translations."
        )
        return Catalog(locale=language, header_comment=about, project="VTES Toolkit", version="", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(path: Path, source: Catalog) -> None:
    """One language: written anew in the order of the source, then compiled; a new one begins empty."""
    catalogue = known(path)
    catalogue.update(source, no_fuzzy_matching=True, update_creation_date=False)
    if signs := SIGNS.get(path.parent.parent.name):
        for message in catalogue:
            forms = message.string or ""
            message.string = signs(forms) if isinstance(forms, str) else tuple(map(signs, forms))
    written = BytesIO()
    write_po(written, catalogue, width=120, no_location=True, ignore_obsolete=True)
    lines = written.getvalue().decode().splitlines()
    start = lines.index("")  # the header ends with the first empty line
    header = [line for line in lines[:start] if not line.startswith('"') or line[1:].startswith(KEPT)]
    path.write_text("\n".join([*header, *lines[start:]]).rstrip() + "\n", encoding="utf-8")
    compile_beside(path, catalogue)


def compile_beside(path: Path, catalogue: Catalog) -> None:
    """Write the compiled catalogue beside its source."""
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


def main(paths: list[Path]) -> None:
    """Compile the catalogues at `paths`; without any, update and compile those of all languages."""
    for path in paths:
        compile_beside(path, known(path.resolve()))
    if not paths:
        messages = source_messages()
        for language in LANGUAGES:
            if language != "en":
                update(CATALOGUES / language / "LC_MESSAGES" / "messages.po", messages)


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
