"""What the deck rules say in English, in another language: each of their sentences is known here by its pattern.

A sentence that no pattern fits is shown as it is; a test holds the patterns to what the rules really say.
"""

from __future__ import annotations

import re
from functools import partial

from toolkit.languages import N_
from toolkit.languages.sentences import Sentences, Speaker

PATTERNS = (
    # sizes and groups
    N_("The deck has no crypt; at least %(cards)s are asked for."),
    N_("The deck has no library; at least %(cards)s are asked for."),
    N_("The crypt has %(cards)s; the least is %(number)s."),
    N_("The library has %(cards)s; the least is %(number)s."),
    N_("The library has %(cards)s; the most is %(number)s."),
    N_("Add %(cards)s."),
    N_("Settle the open lines, then add %(cards)s."),
    N_("Remove %(cards)s."),
    N_("The crypt has cards of groups %(list)s; one group or two adjacent ones are allowed."),
    # before the shorter ones, which they fit too
    N_("Replace the cards of group %(number)s (%(copies)s), or the cards of group %(other)s (%(more)s)."),
    N_("Remove the cards of group %(number)s (%(copies)s), or the cards of group %(other)s (%(more)s)."),
    N_("Replace the cards of group %(number)s (%(copies)s), or the cards of groups %(list)s (%(more)s)."),
    N_("Remove the cards of group %(number)s (%(copies)s), or the cards of groups %(list)s (%(more)s)."),
    N_("Replace the cards of groups %(list)s (%(copies)s), or the cards of group %(other)s (%(more)s)."),
    N_("Remove the cards of groups %(list)s (%(copies)s), or the cards of group %(other)s (%(more)s)."),
    N_("Replace the cards of groups %(list)s (%(copies)s), or the cards of groups %(others)s (%(more)s)."),
    N_("Remove the cards of groups %(list)s (%(copies)s), or the cards of groups %(others)s (%(more)s)."),
    N_("Replace the cards of group %(number)s (%(copies)s)."),
    N_("Remove the cards of group %(number)s (%(copies)s)."),
    N_("Replace the cards of groups %(list)s (%(copies)s)."),
    N_("Remove the cards of groups %(list)s (%(copies)s)."),
    N_("The crypt counts %(cards)s of at least %(number)s; the %(more)s on unsettled lines may make up the rest."),
    N_("The library counts %(cards)s of at least %(number)s; the %(more)s on unsettled lines may make up the rest."),
    # which cards
    N_("%(name)s is banned since %(date)s."),
    N_("%(name)s is banned in %(format)s."),
    N_("%(name)s is legal from %(date)s on, not yet on %(other)s."),
    N_("%(name)s is not in %(pool)s."),
    N_("%(name)s is in %(pool)s from %(date)s on."),
    N_("Remove %(copies)s."),
    N_("Replace %(copies)s."),
    N_("%(name)s is a crypt card, and the list has it in the library."),
    N_("%(name)s is a library card, and the list has it in the crypt."),
    N_("Move %(copies)s to the crypt."),
    N_("Move %(copies)s to the library."),
    N_("No card of the crypt %(need)s, which %(name)s needs."),
    N_("Check the name; the deck is legal with it."),
    # names
    N_("No card is called “%(name)s”."),
    N_("Did you mean %(name)s?"),
    N_("Correct the name."),
    N_("“%(written)s” may be %(list)s."),
    N_("Write the group behind the name."),
    N_("There is no %(version)s; there is %(versions)s."),
    N_("No card has the number %(number)s."),
    N_("Name the card."),
    N_("Line %(number)s gives %(name)s %(said)s."),
    N_("Check that the line names the right card."),
    N_("“%(written)s” stands alone behind the cards: read as a signature, not as a vampire."),
    N_("Write 1x in front if it is a card."),
    # counts
    N_("“%(written)s” is not a number of copies of %(name)s: it must be 1 to %(number)s."),
    N_("Write how many copies the deck holds."),
    N_("The crypt's heading says %(number)s; counted are %(other)s."),
    N_("The library's heading says %(number)s; counted are %(other)s."),
    N_("The heading %(name)s says %(number)s; counted are %(other)s."),
    N_("The heading's least capacity is %(number)s; the four least sum to %(other)s."),
    N_("The heading's greatest capacity is %(number)s; the four greatest sum to %(other)s."),
    N_("The average capacity says %(number)s; counted are %(other)s."),
    N_("Write %(number)s, or look for what is missing or doubled."),
    N_("Write %(name)s."),
    # what is no deck
    N_("The list is empty."),
    N_("Give a decklist."),
    N_("No line of this text names a card."),
    N_("Give a decklist, one card a line."),
    N_("This is a binary file, not a decklist."),
    N_("Give a text, JSON, XML, CSV or XLSX export of the deck."),
    N_("The list has %(number)s characters; at most %(other)s are read."),
    N_("The list has %(number)s lines; at most %(other)s are read."),
    N_("This line has %(number)s characters; at most %(other)s are read."),
    N_("%(number)s copies of %(name)s: at most %(other)s are read."),
    N_("Give one deck at a time."),
    N_("This is %(what)s, not a decklist."),
    N_("The file says that it is %(name)s text, but byte %(number)s is not."),
    N_("Save it as UTF-8 text."),
    N_("This is a web page, and no line of it names a card."),
    N_("Give the deck's own export, or its address."),
    N_("This file holds no card."),
    N_("This is the address of a deck at %(name)s: it is to be fetched first."),
    N_("This JSON is wrong at line %(number)s, column %(other)s."),
    N_("This JSON is nested too deeply or holds a number too long to be read."),
    N_("This JSON is a list, not one deck."),
    N_("This JSON has neither cards nor crypt and library."),
    N_("This XML breaks off or is wrong at line %(number)s."),
    N_("This XML declares a document type or entities, which are not read."),
    N_("This is XML of a kind that is no deck (%(name)s)."),
    N_("Export the deck again."),
    N_("This CSV cannot be read: %(name)s."),
    N_("This workbook is damaged."),
    N_("Save it again as XLSX."),
    N_("No row of this workbook names a card."),
    N_("Put the number of copies and the name in each row."),
    N_("This archive is damaged."),
    N_("Unpack it and give the deck inside."),
    N_("This workbook is too large when unpacked."),
    N_("This workbook has more than %(number)s cells."),
    # what was announced, links
    N_("Casual needs the number of players in the game."),
    N_("A limited event needs the number of boosters per player, or starters."),
    N_("No set has the code %(name)s; the codes are %(list)s."),
    N_("Decks are fetched from %(list)s only, not from %(name)s."),
    N_("This address names no deck: %(name)s"),
    N_("This is not an address."),
    N_("Only addresses that start with https:// are fetched."),
    N_("%(name)s does not answer: paste the list itself, or try again later."),
    N_("%(name)s has no such deck, or keeps it private."),
    N_("%(name)s answers with status %(number)s and no deck: paste the list itself."),
    N_("%(name)s answers with more than a deck, or too slowly: paste the list itself."),
    N_("%(name)s numbers its cards in its own way: export the deck as text and paste it."),
    N_("Other links are being fetched just now: wait a moment, or paste the list itself."),
    N_("This link carries no deck, or was cut short: ask for it again."),
    N_("This link is damaged at “%(name)s”: ask for it again."),
)
# The rule sets by their codes.
RULE_SETS = {
    "constructed": N_("Constructed"),
    "limited": N_("Limited"),
    "casual": N_("Casual"),
    "v5": N_("V5"),
    "phased-motion": N_("Phased Motion"),
}
# Figures that begin with a digit.
COUNTS = ("cards", "others", "copies", "more", "number", "other", "date")
_CARDS = re.compile(r"(\d+) (crypt |library |)cards?")
_DAY = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)")
_DECIMAL = re.compile(r"(?P<whole>\d+)\.(?P<part>\d+)")
# What a library card asks of the crypt, by the word that it begins with.
_NEEDS = {
    "is ": N_("clan: %(list)s"),
    "follows the Path of ": N_("path: %(list)s"),
    "has ": N_("Disciplines: %(list)s"),
}
# What the columns of a line say that the card is not, each by the word that it begins with.
OPENINGS = {"said": "(?:capacity|disciplines|clan|group) "}
_SAID = Sentences(
    (
        N_("capacity %(number)s, the card has %(other)s"),
        N_("disciplines %(list)s, the card has %(more)s"),
        N_("clan %(written)s, the card is %(name)s"),
        N_("group %(number)s, the card has %(other)s"),
    )
)
# A version of a vampire by itself, and behind the vampire's name.
_VERSION = Sentences(
    (
        N_("any group advanced"),
        N_("any group"),
        N_("group %(number)s advanced"),
        N_("group %(number)s"),
        N_("%(name)s of any group and advanced"),
        N_("%(name)s of any group"),
        N_("%(name)s of group %(number)s and advanced"),
        N_("%(name)s of group %(number)s"),
        N_("%(name)s advanced"),
    ),
    counts=("number",),
)
_BETWEEN = N_("; ")
_FILES = (
    N_("a PDF document"),
    N_("a picture"),
    N_("an archive"),
    N_("a compressed file"),
    N_("a database"),
    N_("an old office document"),
    N_("a program"),
)
_NEXT_NEED = re.compile(rf" and (?={'|'.join(_NEEDS)})")
_SENTENCES = Sentences(PATTERNS, counts=COUNTS, openings=OPENINGS)


def translated(sentence: str, speaker: Speaker) -> str:
    """The sentence as `speaker` says it; as it is where no pattern fits."""
    said = _SENTENCES.translated(sentence, speaker, partial(_figure, speaker))
    return sentence if said is None else said


def _figure(speaker: Speaker, name: str, value: str) -> str:
    return phrase(name, value, speaker)


def phrase(name: str, value: str, speaker: Speaker) -> str:
    """A figure of a sentence: days and decimals have their own signs, counted cards and lists have words in them."""
    if name == "meant":
        return value.replace(" or ", speaker.gettext(" or "))
    if name == "what" and value in _FILES:
        return speaker.gettext(value)
    if name == "said":
        return speaker.gettext(_BETWEEN).join(
            _SAID.translated(part, speaker, _as_it_is) or part for part in value.split("; ")
        )
    if name in ("version", "versions"):
        return ", ".join(_VERSION.translated(part, speaker, _as_it_is) or part for part in value.split(", "))
    if name == "need":
        return ", ".join(_need(part, speaker) for part in _NEXT_NEED.split(value))
    if day := _DAY.fullmatch(value):
        return speaker.gettext("%(year)s-%(month)s-%(day)s", **day.groupdict())
    if decimal := _DECIMAL.fullmatch(value):
        return speaker.gettext("%(whole)s.%(part)s", **decimal.groupdict())
    match = _CARDS.fullmatch(value)
    if not match:
        # Lists of counted cards, of groups and of versions; not a name that happens to hold such a word.
        value = re.sub(r" and (?=\d)", lambda _: speaker.gettext(" and "), value)
        return re.sub(r"(?<=\)) or ", lambda _: speaker.gettext(" or "), value)
    count = int(match[1])
    if match[2] == "crypt ":
        return speaker.ngettext("%(num)d crypt card", "%(num)d crypt cards", count)
    if match[2] == "library ":
        return speaker.ngettext("%(num)d library card", "%(num)d library cards", count)
    return speaker.ngettext("%(num)d card", "%(num)d cards", count)


def _as_it_is(_name: str, value: str) -> str:
    return value


def _need(value: str, speaker: Speaker) -> str:
    start = next((start for start in _NEEDS if value.startswith(start)), "")
    if not start:
        return value
    wanted = (
        value.removeprefix(start).replace(" and ", speaker.gettext(" and ")).replace(" or ", speaker.gettext(" or "))
    )
    return speaker.gettext(_NEEDS[start], list=wanted)
