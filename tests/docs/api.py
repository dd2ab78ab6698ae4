"""The page of the API, written from its document: `python -m tests.docs.api` renews docs/api.md."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from toolkit.web import create_app
from toolkit.web.api.reference import ApiOperation, SubjectPage
from toolkit.web.base.document import SUBJECTS, api_of

PAGE = Path(__file__).parents[2] / "docs" / "api.md"

HEAD = """# The API

Every operation, subject by subject. [Build on it](building.md#over-http) explains tokens, errors and retries.
A server shows at `/api/` the shape of each key, with an example, and at `/api/openapi.json` the whole document.

Addresses begin with `/api/v1`. Keys in bold are required.
"""


def render(page: SubjectPage) -> str:
    """The operations of a subject as a table."""
    keys = {shape.name: shape.fields for shape in page.shapes}

    def row(operation: ApiOperation) -> str:
        body = keys[operation.body.shapes[0]] if operation.body and operation.body.shapes else ()
        asked = [field for field in operation.parameters if field.kind.endswith("(query)")]
        fields = {field.name: field for field in (*asked, *body)}.values()
        sent = ", ".join(f"**`{field.name}`**" if field.is_required else f"`{field.name}`" for field in fields)
        address = f"{operation.method} {operation.path.removeprefix('/api/v1')}"
        return f"| `{operation.name}` | `{address}` | {operation.summary} | {sent} |"

    rows = "\n".join(map(row, page.operations))
    table = f"| operation | address | does | takes |\n|---|---|---|---|\n{rows}"
    return f"## {page.subject.name}\n\n{page.subject.sentence}\n\n{table}\n"


def render_all(app: Flask) -> str:
    """The whole page."""
    document = api_of(app).description()
    return "\n".join([HEAD, *(render(SubjectPage(subject, document)) for subject in SUBJECTS)])


if __name__ == "__main__":
    PAGE.write_text(render_all(create_app({"TESTING": True})), "utf-8")
