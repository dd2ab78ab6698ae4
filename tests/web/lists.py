"""A real list: it won "Tangle Hand of Los Angeles" in Belgrade on 2024-01-13, so it was legal on that day."""

from __future__ import annotations

DAY = "2024-01-13"
WINNER = """\
Deck Name: Suffering from Success
Created by: Milos Krstic

Crypt (12 cards)
4x Giotto Verducci
3x Maris Streck
2x Khalid
1x Alonzo Guillen
1x Anarch Convert
1x New Blood

Library (90 cards)
1x Archon Investigation
12x Ashur Tablets
1x Contagion
1x Coven, The
2x Direct Intervention
1x Giant's Blood
1x Information Highway
3x Parthenon, The
1x Pentex(TM) Subversion
1x Rack, The
1x Army of Rats
6x Liquidation
7x Emerald Legionnaire
1x Jake Washington
6x Clan Impersonation
4x Elder Impersonation
4x Faceless Night
8x Freak Drive
6x Kaymakli Fragment
4x Lost in Crowds
4x Swallowed by the Night
5x Creeping Sabotage
2x Delaying Tactics
3x Telepathic Misdirection
4x Unleash Hell's Fury
1x Unmasking, The
"""
MISSPELT = WINNER.replace("8x Freak Drive", "8x Freak Drvie")
