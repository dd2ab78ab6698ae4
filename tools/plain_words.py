"""The measure of plain words: `make words` prints the share of long sentences and of free relatives in each text.

`make lint` fails where a text is above its limit, or where the summary of a command or of an address begins with no
plain verb. A sentence is long above 25 words. A free relative is a clause built on "who", "what", "of which" and
the like, where a noun or a verb would say it. Limits only go down.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
LIMITS = Path(__file__).with_name("plain_words.toml")
_LONG = 25
_SHORTEST = 4  # a heading or an exclamation is no sentence
_FEWEST = 20  # a page of fewer sentences counts with its folder
_LONGEST_SUMMARY = 45  # characters: no list of commands cuts it
_END = re.compile(r"(?<=[.!?])\s+(?=[^\w\s]*[A-ZÀ-Þ])")
_FREE_RELATIVE = re.compile(
    r"(?:^|[,:;.] )(?:Who|who|Whoever|whoever|What|what|Of|of which|whose|where it|in which)\b|\bwhoever\b|\bof which\b"
)
_ADDRESS = re.compile(r"\b\w+://\S+")


@dataclass(frozen=True, slots=True)
class Measure:
    """The sentences of a text, and those that match."""

    sentences: tuple[str, ...]

    @property
    def long(self) -> tuple[str, ...]:
        """Sentences of more than 25 words."""
        return tuple(sentence for sentence in self.sentences if len(sentence.split()) > _LONG)

    @property
    def free_relatives(self) -> tuple[str, ...]:
        """Sentences built on a free relative; a question is none."""
        return tuple(
            sentence for sentence in self.sentences if _FREE_RELATIVE.search(sentence) and not sentence.endswith("?")
        )

    def share(self, matching: tuple[str, ...]) -> float:
        """Percent of all sentences."""
        return 100 * len(matching) / max(1, len(self.sentences))


def sentences_of(paragraph: str) -> Iterator[str]:
    """The sentences of one paragraph that count."""
    plain = " ".join(_ADDRESS.sub("", paragraph).split())
    yield from (sentence for sentence in _END.split(plain) if len(sentence.split()) >= _SHORTEST)


def paragraphs_of(markdown: str) -> Iterator[str]:
    """Paragraphs and list items, with inline code as one word; no code, table, picture, heading or HTML."""
    is_table = is_heading = False
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        is_table = token.type != "table_close" and (is_table or token.type == "table_open")
        is_heading = token.type == "heading_open" or (is_heading and token.type != "heading_close")
        if token.type == "inline" and not is_table and not is_heading:
            yield "".join(map(_text_of, token.children or ()))


def _text_of(token: Token) -> str:
    if token.type == "text":
        return token.content
    if token.type == "code_inline":
        return "code"
    return " " if token.type in ("softbreak", "hardbreak") else ""


def measured(paragraphs: Iterable[str]) -> Measure:
    """The sentences of these paragraphs."""
    return Measure(tuple(sentence for paragraph in paragraphs for sentence in sentences_of(paragraph)))


def pages() -> dict[str, Measure]:
    """Every hand-written page; those of few sentences together, as their folder."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/README.md")]):
        name, paragraphs = path.relative_to(ROOT).as_posix(), list(paragraphs_of(path.read_text("utf-8")))
        few = len(measured(paragraphs).sentences) < _FEWEST
        found[f"{Path(name).parent.as_posix()}/" if few else name] += paragraphs
    return {name: measured(paragraphs) for name, paragraphs in found.items()}


def command_helps() -> dict[str, str]:
    """The help of every command, by the words that call it."""
    from toolkit.cli import cli

    def walk(command: click.Command, words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        yield " ".join(words), command.help or ""
        if isinstance(command, click.Group):
            context = click.Context(command, info_name=words[-1])
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                if below is not None:
                    yield from walk(below, (*words, name))

    # Else its commands do not exist.
    with patch.dict(os.environ, {"VTES_TOOLKIT_ARCHON_URL": "https://archon.example"}):
        return dict(walk(cli, ("vtes-toolkit",)))


def option_helps() -> Iterator[str]:
    """What is said of each option of each command."""
    from toolkit.cli import cli

    def walk(command: click.Command) -> Iterator[str]:
        yield from (option.help for option in command.params if isinstance(option, click.Option) and option.help)
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                if below is not None:
                    yield from walk(below)

    yield from dict.fromkeys(walk(cli))


@cache
def api_operations() -> dict[str, dict[str, Any]]:
    """Every address of the API as its document has it, by method and path."""
    from toolkit.web import create_app

    paths = create_app({"TESTING": True}).test_client().get("/api/openapi.json").get_json()["paths"]
    return {
        f"{method.upper()} {path}": operation
        for path, methods in paths.items()
        for method, operation in methods.items()
        if isinstance(operation, dict)
    }


def api_texts() -> Iterator[str]:
    """Summary and description of every address of the API."""
    for operation in api_operations().values():
        yield from (operation[part] for part in ("summary", "description") if operation.get(part))


def texts() -> dict[str, Measure]:
    """Everything that is measured, by its name in the table of limits."""
    helps = [block for text in (*command_helps().values(), *option_helps()) for block in text.split("\n\n")]
    return {**pages(), "help of commands": measured(helps), "the API's document": measured(api_texts())}


def begins_with(verbs: Iterable[str], sentence: str) -> bool:
    """Whether the first word of a summary is one of these verbs."""
    first = re.match(r"\w+", sentence)
    return first is not None and first[0] in verbs


def faults() -> Iterator[str]:
    """Every text above its limit, with its first matching sentences."""
    limits = tomllib.loads(LIMITS.read_text("utf-8"))
    for name, measure in texts().items():
        limit = limits["texts"].get(name, limits["usual"])
        for kind, matching in (("long", measure.long), ("free_relatives", measure.free_relatives)):
            if measure.share(matching) > limit[kind]:
                shown = "".join(f"\n    {sentence[:150]}" for sentence in matching[:5])
                yield f"{name}: {measure.share(matching):.1f} % {kind.replace('_', ' ')}, limit {limit[kind]} %{shown}"
    yield from _faults_of_summaries(limits)


def _faults_of_summaries(limits: dict[str, Any]) -> Iterator[str]:
    """Summaries that a list of commands would cut, and those of commands and addresses without a verb in front."""
    summaries = {name: first_sentence(help) for name, help in command_helps().items()}
    cut = [f"{name}: {summary}" for name, summary in summaries.items() if len(summary) > _LONGEST_SUMMARY]
    if len(cut) > limits["summaries_cut"]:
        yield f"{len(cut)} first sentences of help above {_LONGEST_SUMMARY} characters, limit {limits['summaries_cut']}"
        yield from cut
    summaries |= {name: operation.get("summary", "") for name, operation in api_operations().items()}
    for name, summary in summaries.items():
        if not begins_with(limits["verbs"], summary):
            yield f"{name}: begins with no verb of tools/plain_words.toml: {summary}"


def first_sentence(text: str) -> str:
    """The sentence that a list of commands shows."""
    return _END.split(" ".join(text.split("\n\n")[0].split()))[0]


def main() -> int:
    """Print the figures; with `--check` only what is above its limit, and fail for it."""
    if "--check" in sys.argv:
        found = list(faults())
        print(*found, sep="\n")
        return bool(found)
    for name, measure in texts().items():
        long, relative = (measure.share(part) for part in (measure.long, measure.free_relatives))
        print(f"{name:32} {len(measure.sentences):5} sentences  {long:5.1f} % long  {relative:5.1f} % free relatives")
    return 0


if __name__ == "__main__":
    sys.exit(main())
