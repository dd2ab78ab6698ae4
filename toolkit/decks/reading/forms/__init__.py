"""Decks that are no list of lines: JSON, XML, tables, web pages, addresses."""
