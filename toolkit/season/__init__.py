"""The subjects above single events: who a person is in several of them, ratings, leagues.

Everything is computed from events as they ended (`events`), stored or exported, and writes into none of them.
"""
