"""A sheet as a PDF, set in a process of its own."""

from __future__ import annotations

from flask import Response

from toolkit.sheets.catalogue import file_name, make_sheet
from toolkit.sheets.model import Options, Pack, Paper
from toolkit.web.serving.workers import carried_out


def pdf_answer(name: str, pack: Pack, options: Options, paper: str) -> Response:
    """The sheet as a PDF that a browser shows, and saves under a name that says what it is."""
    sheet = make_sheet(name, pack, options)
    # The typesetter is loaded only when there is something to set.
    from toolkit.sheets.pdf import render

    pdf = carried_out(render, sheet, Paper.named(paper))
    response = Response(pdf.content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{file_name(name, pack, options)}"'
    response.content_language.add(options.language)
    # How many texts no font could show as they are written; they stand there in Latin letters.
    response.headers["Sheet-Replaced"] = str(len(pdf.replaced))
    return response
