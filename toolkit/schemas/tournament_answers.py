"""Tournaments as JSON: what comes back, as `toolkit.services.tournament_views` shows it."""

from __future__ import annotations

from marshmallow import Schema, fields

from toolkit.schemas.errors import ErrorAnswerSchema


class EntrySchema(Schema):
    """One line of the log."""

    number = fields.Integer(required=True)
    at = fields.String(required=True)
    by = fields.String(required=True)
    kind = fields.String(required=True)
    sentence = fields.String(required=True)
    undone = fields.Boolean(required=True)
    fact = fields.Dict(required=True)


class ChangeSchema(Schema):
    """What a change came to: `sequence` is the tournament's version now."""

    id = fields.String(required=True)
    sequence = fields.Integer(required=True)
    repeated = fields.Boolean(required=True)
    entries = fields.List(fields.Nested(EntrySchema), required=True)


class NamedSchema(Schema):
    """A player by number and name."""

    player = fields.Integer(required=True)
    name = fields.String(required=True)


class ListedSchema(Schema):
    """One line of the list of tournaments."""

    id = fields.String(required=True)
    sequence = fields.Integer(required=True)
    created = fields.String(required=True)
    name = fields.String()
    date = fields.String(allow_none=True)
    place = fields.String()
    country = fields.String()
    players = fields.Integer()
    rounds = fields.Integer()
    stage = fields.String()


class BlockerSchema(Schema):
    """One thing to settle before the next step."""

    code = fields.String(required=True)
    severity = fields.String(required=True)
    message = fields.String(required=True)
    rule = fields.String(allow_none=True)
    rule_url = fields.String(allow_none=True, metadata={"description": "The page that says what the rule is."})
    round = fields.Integer(allow_none=True)
    table = fields.Integer(allow_none=True)
    player = fields.Integer(allow_none=True)


class TournamentSchema(Schema):
    """An event and how far it has come."""

    id = fields.String(required=True)
    sequence = fields.Integer(required=True)
    configuration = fields.Dict(required=True)
    warnings = fields.List(fields.String(), required=True)
    stage = fields.String(required=True)
    players = fields.Integer(required=True)
    active = fields.Integer(required=True)
    rounds = fields.Integer(required=True)
    published = fields.Integer(required=True)
    check_in = fields.String(required=True)
    next_step = fields.String(required=True)
    blockers = fields.List(fields.Nested(BlockerSchema), required=True)
    winner = fields.Nested(NamedSchema, required=True, allow_none=True)


class PlayerDeckSchema(Schema):
    """What is known of a list without showing it."""

    round = fields.Integer(allow_none=True)
    legal = fields.Boolean()
    name = fields.String()
    problems = fields.List(fields.String())


class RegisteredSchema(Schema):
    """A registered player."""

    number = fields.Integer(required=True)
    name = fields.String(required=True)
    vekn = fields.String(required=True)
    city = fields.String(required=True)
    country = fields.String(required=True)
    status = fields.String(required=True)
    checked_in = fields.Boolean(required=True)
    fixed_table = fields.Integer(required=True, allow_none=True)
    decks = fields.List(fields.Nested(PlayerDeckSchema), required=True)


class PreviewLineSchema(Schema):
    """What an import will do with a line."""

    line = fields.Integer(required=True)
    action = fields.String(required=True)
    name = fields.String(required=True)
    vekn = fields.String(required=True)
    city = fields.String(required=True)
    country = fields.String(required=True)
    message = fields.String(required=True)


class SeatSchema(NamedSchema):
    """A seat; the points are null where they are not known or not public."""

    seat = fields.Integer(required=True)
    entered = fields.Float(required=True, allow_none=True)
    fate = fields.String(required=True, allow_none=True)
    victory_points = fields.Float(required=True, allow_none=True)
    game_wins = fields.Integer(required=True, allow_none=True)
    tournament_points = fields.Integer(required=True, allow_none=True)


class TableResultSchema(Schema):
    """How a table's result came to be."""

    entered_by = fields.String()
    by_player = fields.Integer(allow_none=True)
    confirmed_by = fields.Integer(allow_none=True)
    locked = fields.Boolean()
    events = fields.List(fields.String())
    reason = fields.String()
    card = fields.String()


class TableSchema(Schema):
    """A table."""

    table = fields.Integer(required=True)
    name = fields.String(required=True)
    settled = fields.Boolean(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    result = fields.Nested(TableResultSchema, required=True, allow_none=True)


class RoundSchema(Schema):
    """A round; number 0 is the final."""

    round = fields.Integer(required=True)
    title = fields.String(required=True)
    published = fields.Boolean(required=True)
    complete = fields.Boolean(required=True)
    seed = fields.Integer(required=True, allow_none=True)
    sitting_out = fields.List(fields.Nested(NamedSchema), required=True)
    tables = fields.List(fields.Nested(TableSchema), required=True)


class SeatsPreviewSchema(Schema):
    """What an edit of the seats would change."""

    changes = fields.List(fields.String(), required=True)
    warnings = fields.List(fields.String(), required=True)
    reentered = fields.List(fields.Integer(), required=True)


class StandingSchema(Schema):
    """A line of the standings."""

    rank = fields.Integer(required=True)
    number = fields.Integer(required=True)
    player = fields.String(required=True)
    vekn = fields.String(required=True)
    game_wins = fields.Integer(required=True)
    victory_points = fields.Float(required=True)
    tournament_points = fields.Integer(required=True)
    rounds = fields.Integer(required=True)
    seed = fields.Integer(required=True)
    toss = fields.Integer(required=True)
    finalist = fields.Boolean(required=True)
    winner = fields.Boolean(required=True)
    final_victory_points = fields.Float(required=True, allow_none=True)
    rating_points = fields.Integer(required=True, allow_none=True)


class FinalistSchema(NamedSchema):
    """A finalist."""

    seed = fields.Integer(required=True)
    crypt_cards = fields.List(fields.String(), required=True)
    deck_round = fields.Integer(required=True, allow_none=True)


class FinalSchema(Schema):
    """The final, from the cut on."""

    open = fields.Boolean(required=True)
    tosses_needed = fields.List(fields.List(fields.Nested(NamedSchema)), required=True)
    unavailable = fields.List(fields.Nested(NamedSchema), required=True)
    finalists = fields.List(fields.Nested(FinalistSchema), required=True)
    row = fields.List(fields.Nested(NamedSchema), required=True)
    next_to_place = fields.Nested(NamedSchema, required=True, allow_none=True)
    first_player = fields.Integer(required=True, allow_none=True)
    table = fields.Nested(RoundSchema, required=True, allow_none=True)
    winner = fields.Nested(NamedSchema, required=True, allow_none=True)


class GivenSanctionSchema(NamedSchema):
    """A sanction that stands."""

    sanction = fields.Integer(required=True)
    kind = fields.String(required=True)
    given_as = fields.String(required=True)
    rule = fields.String(required=True)
    round = fields.Integer(required=True, allow_none=True)
    applies_to = fields.Integer(required=True, allow_none=True)
    judge = fields.String(required=True)
    note = fields.String(required=True)


class OpenCallSchema(Schema):
    """An open judge call."""

    call = fields.Integer(required=True)
    round = fields.Integer(required=True, allow_none=True)
    table = fields.Integer(required=True, allow_none=True)
    player = fields.Integer(required=True, allow_none=True)
    reason = fields.String(required=True)
    at = fields.DateTime(required=True)
    taken_by = fields.String(required=True)


class AnnouncementSchema(Schema):
    """A line that everybody is shown."""

    announcement = fields.Integer(required=True)
    text = fields.String(required=True)
    at = fields.DateTime(required=True)


class ClockSchema(Schema):
    """What a clock shows at a moment."""

    round = fields.Integer(required=True)
    table = fields.Integer(required=True, allow_none=True)
    at = fields.String(required=True)
    started = fields.Boolean(required=True)
    paused = fields.Boolean(required=True)
    stopped = fields.Boolean(required=True)
    seconds_left = fields.Integer(required=True)
    over = fields.Integer(required=True)
    ends_at = fields.String(required=True, allow_none=True)


class ShownDeckSchema(NamedSchema):
    """A player's list and what the check said."""

    round = fields.Integer(required=True, allow_none=True)
    legal = fields.Boolean(required=True)
    rule_set = fields.String(required=True)
    date = fields.String(required=True)
    card_data = fields.String(required=True)
    deck_name = fields.String(required=True)
    problems = fields.List(fields.String(), required=True)
    changes = fields.Integer(required=True)
    text = fields.String(required=True)


class RefusalSchema(ErrorAnswerSchema):
    """Why something was refused; what changed in the meantime when that is why."""

    sequence = fields.Integer()
    changes = fields.List(fields.Nested(EntrySchema))
