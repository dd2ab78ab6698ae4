"""The deck file of FELDB and ELDB (`.eld`): quoted strings and two sizes, one quoted name per copy."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.cards.model import Kind
from toolkit.decks.model import Declared
from toolkit.decks.reading.account import Account
from toolkit.decks.reading.dressing import Dressing
from toolkit.decks.reading.items import add_named


@dataclass(frozen=True, slots=True)
class Token:
    """A quoted string or a bare number of the file."""

    line: int
    text: str
    quoted: bool


def tokens_of(text: str) -> list[Token] | None:
    """The file's strings and numbers; None when it holds anything else."""
    tokens: list[Token] = []
    position, line, length = 0, 1, len(text)
    while position < length:
        character = text[position]
        if character == '"':
            end = text.find('"', position + 1)
            if end < 0:
                return None
            tokens.append(Token(line, text[position + 1 : end], quoted=True))
            line += text.count("\n", position, end)
            position = end + 1
        elif character.isspace():
            line += character == "\n"
            position += 1
        else:
            end = text.find("\n", position)
            end = length if end < 0 else end
            word = text[position:end].strip()
            if not (word.isascii() and word.isdecimal()) or len(word) > 6:
                return None
            tokens.append(Token(line, word, quoted=False))
            position = end
    return tokens


def is_feldb(tokens: list[Token] | None) -> bool:
    """Whether the strings and numbers have the shape of a deck: three strings, then a size."""
    return (
        tokens is not None
        and len(tokens) > 4
        and all(token.quoted for token in tokens[:3])
        and not tokens[3].quoted
        and sum(not token.quoted for token in tokens) == 2
    )


def read_feldb(tokens: list[Token], account: Account) -> Dressing:
    """Read the deck into the account."""
    account.name, account.author = tokens[0].text.strip(), tokens[1].text.strip()
    account.description += filter(None, [tokens[2].text.strip()])
    account.metadata += 3
    part = Kind.CRYPT
    for index, token in enumerate(tokens[3:]):
        if not token.quoted:
            part = Kind.LIBRARY if index else Kind.CRYPT
            account.headings += 1
            account.declared.append(Declared(part.value, float(token.text), token.line))
        else:
            add_named(account, token.line, token.text, "1", part=part)
    return Dressing.FELDB
