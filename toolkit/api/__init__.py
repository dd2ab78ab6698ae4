"""The package for programs in Python: what a script, a chat bot or another site imports.

Unlike the packages behind it, it uses the clock, the data folder and the network, so that a program says little:

    from toolkit.api import cards, decks, events

    report = decks.check("2x Blood Doll")
    cards.look_up("Qui Vive")
    with events.open("/srv/vtes") as store:
        store.event("last").act("enter_result", round=1, table=2, victory_points=[3, 0, 1, 1, 0])

`cards`, `decks`, `seating`, `scoring` and `games` need no store; `events` opens one. `leagues` reads exports, and
`sheets` prints events and rounds.
"""
