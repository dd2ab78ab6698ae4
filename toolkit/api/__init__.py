"""The door for programs in Python: what a script, a chat bot or another site imports.

Unlike the rooms behind it, it may look at the clock, the data folder and the network, so that little has to be said:

    from toolkit.api import cards, decks

    report = decks.check("2x Blood Doll")
    cards.load(data="/srv/vtes").suggest("Qui Vive")
"""
