"""The tables. Orders are canonical text, positions are effects, times are UTC."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    func,
    literal_column,
    text,
    true,
)

from judge.store.columns import Instant, numbered_table, owner_column


def strip_plus(address: str) -> str:
    """Return an address in small letters, without what stands behind a plus."""
    return re.sub(r"\+[^@]*@", "@", address.lower())


def _make_bare_address(row: Any) -> str:
    return strip_plus(row.get_current_parameters()["address"])


players = numbered_table(
    "players",
    Column("address", String(254), nullable=False, unique=True),
    Column("proved", Boolean, nullable=False, server_default="0"),
    Column("same_as", Integer, index=True),
    Column("standby", Boolean, nullable=False, server_default="0"),
    Column("wishes", JSON(none_as_null=True)),
    Column(
        "bare",
        String(254),
        nullable=False,
        server_default="",
        default=_make_bare_address,
        index=True,
    ),
    Index(None, "standby"),
)
"""``proved``: mail was answered that went to the address and nowhere else. ``same_as`` is the row
of the person's first address, where this is a further one; ``wishes`` are the person's own
settings. ``bare`` is the address as ``bare`` makes it."""

questions = numbered_table(
    "questions",
    Column("token", String(16), nullable=False, unique=True),
    Column("asked", String(254), nullable=False),
    Column("request", JSON, nullable=False),
    Column("asked_at", Instant, nullable=False),
    Index(None, "asked_at"),
)
"""What letters have asked: ``request`` is the mail that is decided on if ``asked`` says yes."""

_NEXT_CHANGE: ColumnElement[int] = literal_column(
    "(SELECT coalesce(max(change_number), 0) + 1 FROM games)", Integer
)

games = numbered_table(
    "games",
    Column("key", String(64), nullable=False, unique=True),
    Column("name", String(64), nullable=False),
    Column("variant", String(64), nullable=False),
    Column("stage", String(16), nullable=False),
    Column("settings", JSON, nullable=False),
    Column("seed", String(40), nullable=False),
    Column("number", Integer, nullable=False, default=0),
    Column("turn", String(16), nullable=False),
    Column("due_at", Instant),
    Column("wake_at", Instant),
    Column("version", Integer, nullable=False),
    Column("stamp", String(64), nullable=False, default=""),
    Column("created_at", Instant),
    Column("fields", JSON, nullable=False, server_default="{}"),
    Column("position", Text),
    Column("before", Text),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column(
        "change_number",
        Integer,
        nullable=False,
        server_default="0",
        default=_NEXT_CHANGE,
        onupdate=_NEXT_CHANGE,
    ),
    Index(None, "wake_at"),
    Index(None, "change_number"),
    Index(None, "stage", "key"),
)
"""``key`` is the name in small letters, ``turn`` a turn's code; ``fields`` are those of a game that
have no column (``fields.RowFields``).

``wake_at`` is when time will next ask something of the game, ``due_at`` its deadline.

``stamp`` is a digest of all that was ever saved of the game: equal stamps, equal games.

``position`` is the board as the effects that deal it, ``before`` the one last played on.

``failures``: how often in a row the present turn could not be run.

``change_number`` is higher than that of every game that was written to before.
"""

listings = numbered_table(
    "listings",
    owner_column("games"),
    Column("key", String(64), nullable=False),
    Column("stage", String(16), nullable=False),
    Column("variant", String(64), nullable=False),
    Column("press", String(16), nullable=False),
    Column("wanted", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("winner", Text, nullable=False),
    Column("year", Integer, nullable=False),
    UniqueConstraint("game_id"),
    Index(None, "stage", "key"),
)
"""What LIST asks of each listed game, in a narrow row. ``winner`` are the powers of who won alone,
``year`` is when the game ended, 0 while it has not."""

seats = numbered_table(
    "seats",
    owner_column("games"),
    Column("place", Integer, nullable=False),
    Column("name", String(16), nullable=False),
    Column("role", String(16), nullable=False),
    Column("player_id", ForeignKey("players.id"), index=True),
    Column("secret", String(64), nullable=False),
    Column("powers", JSON, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("robot", String(8), nullable=False, server_default=""),
    Column("bounces", Integer, nullable=False, server_default="0"),
    Column("kept", Integer, nullable=False, server_default="0"),
    Column("late", Integer, nullable=False, server_default="0"),
    Column("fields", JSON, nullable=False, server_default="{}"),
    UniqueConstraint("game_id", "name"),
)
"""A seat without a player is vacant, if no robot plays it."""

guests = numbered_table(
    "guests",
    owner_column("games"),
    Column("place", Integer, nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("kept", Integer, nullable=False),
    Column("late", Integer, nullable=False),
    Column("times_left", Integer, nullable=False),
    Column("fields", JSON, nullable=False, server_default="{}"),
    UniqueConstraint("game_id", "place"),
)
"""People without a seat, and how they stand to a game."""

turns = numbered_table(
    "turns",
    owner_column("games"),
    Column("number", Integer, nullable=False),
    Column("code", String(16), nullable=False),
    Column("parent", Integer, nullable=False),
    Column("restores", Integer, nullable=False, server_default="0"),
    Column("processed_at", Instant),
    Column("due_at", Instant),
    Column("results", Text),
    Column("fields", JSON, nullable=False, server_default="{}"),
    UniqueConstraint("game_id", "number"),
)
"""Turn 0 is the deal. ``results`` are [power, order, fate, why] once the turn was played; it may
also be left by going back to an earlier one. ``parent``, ``restores``, ``due_at`` and ``fields``
are those of its Stand, the last two as they were when it was over."""

orders = numbered_table(
    "orders",
    owner_column("turns"),
    Column("power", String(64), nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", Text, nullable=False),
    UniqueConstraint("turn_id", "power", "position"),
)

effects = numbered_table(
    "effects",
    owner_column("turns"),
    Column("part", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("effect", Text, nullable=False),
    UniqueConstraint("turn_id", "part", "position"),
)
"""``part`` is 0 for what happened to the board before the turn was played, 1 for the play."""

press = numbered_table(
    "press",
    owner_column("games"),
    Column("turn", String(16), nullable=False),
    Column("sender", String(16), nullable=False),
    Column("recipients", JSON, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("text", Text, nullable=False),
    Column("sent_at", Instant, nullable=False),
    Index(None, "game_id"),
)

_UNREAD = text("state IN ('new', 'failed')")
_WAITING: Any = {"postgresql_where": _UNREAD, "sqlite_where": _UNREAD}

tenures = numbered_table(
    "tenures",
    owner_column("games"),
    Column("seat", String(16), nullable=False),
    Column("player_id", ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("first", Integer, nullable=False),
    Column("last", Integer),
    Index(None, "game_id"),
)
"""Who held which seat from which turn to which, both by their numbers; ``last`` is NULL while they
hold it."""

results = numbered_table(
    "results",
    Column("key", String(64), nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("variant", String(64), nullable=False),
    Column("kind", String(80), nullable=False),
    Column("turn", String(16), nullable=False),
    Column("how", String(32), nullable=False),
    Column("scoring", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("ended_at", Instant, nullable=False),
    Column("tallies", JSON, nullable=False, server_default="[]"),
    Column("listed", Boolean, nullable=False, server_default=true()),
    Index(None, "variant"),
)
"""What became of games; ``key`` is the name in small letters, ``tallies`` are what the game has
added to the statistics; ``listed``: strangers could know of it when it ended."""

result_seats = numbered_table(
    "result_seats",
    owner_column("results"),
    Column("seat", String(16), nullable=False),
    Column("player_id", ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("powers", JSON, nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("centers", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", Float, nullable=False),
    Column("share", Float, nullable=False),
    Column("kept", Integer, nullable=False, server_default="0"),
    Column("late", Integer, nullable=False, server_default="0"),
    Column("times_left", Integer, nullable=False, server_default="0"),
    Index(None, "result_id"),
)
"""What became of the seats of a game, a row for each person who held one, or for nobody."""

statistics = numbered_table(
    "statistics",
    Column("variant", String(64), nullable=False),
    Column("subject", String(16), nullable=False),
    Column("power", String(255), nullable=False),
    Column("label", String(400), nullable=False),
    Column("number", Integer, nullable=False),
    Column("solos", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("eliminated", Integer, nullable=False),
    Column("centers", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    UniqueConstraint("variant", "subject", "power", "label"),
    Index(None, "subject", "variant", "power", "number", "label"),
)
"""What all games that have ended come to, added up as they end."""

careers = numbered_table(
    "careers",
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("variant", String(64), nullable=False),
    Column("games", Integer, nullable=False),
    Column("solos", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("kept", Integer, nullable=False),
    Column("late", Integer, nullable=False),
    Column("times_left", Integer, nullable=False),
    Column("changes", Integer, nullable=False),
    UniqueConstraint("player_id", "variant"),
    Index(None, "variant", "solos"),
)
"""What persons have made of their games, in each variant and (variant "") in all: the sums of
``result_seats`` in listed games; ``changes`` counts how often that became otherwise."""

ratings = numbered_table(
    "ratings",
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(80), nullable=False),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
    UniqueConstraint("player_id", "kind"),
    Index(None, "kind", "mean"),
)

tournaments = numbered_table(
    "tournaments",
    Column("name", String(64), nullable=False, unique=True),
    Column("stage", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("wakes", Boolean, nullable=False, index=True),
    Column("fields", JSON, nullable=False, server_default="{}"),
    Index(None, "stage", "id"),
)
"""``wakes``: there is something to do for the judge, boards to begin or standings to tell."""

entrants = numbered_table(
    "entrants",
    owner_column("tournaments"),
    Column("number", Integer, nullable=False),
    Column("role", String(16), nullable=False),
    Column("player_id", ForeignKey("players.id", ondelete="SET NULL"), index=True),
    UniqueConstraint("tournament_id", "number"),
)

boards = numbered_table(
    "boards",
    owner_column("tournaments"),
    Column("round", Integer, nullable=False),
    Column("game", String(64), nullable=False, unique=True),
    Index(None, "tournament_id"),
)
"""The games of tournaments that have begun."""

inbox = numbered_table(
    "inbox",
    Column("message_id", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("sender", Text),
    Column("recipients", JSON, nullable=False),
    Column("via", String(8), nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("received_at", Instant, nullable=False),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("outcome", Text, nullable=False, default=""),
    Column("trace", Text, nullable=False, default=""),
    Column("written_at", Instant),
    Column("lane", String(64), nullable=False, server_default=""),
    Column("writer", Text, nullable=False, server_default=""),
    Column("rank", Integer, nullable=False, server_default="0"),
    Column("size", Integer, nullable=False, server_default="0"),
    UniqueConstraint("message_id", "digest"),
    Index(None, "state"),
    Index(None, "writer", "received_at"),
    Index(None, "rank", "received_at"),
    Index(None, "lane", "received_at", **_WAITING),
    Index(None, "sender", "received_at", **_WAITING),
)
"""``sender`` and ``recipients`` are the envelope's, NULL where none was seen; of a mail that was
read, the sender is whom it says it is from, and ``written_at`` when. ``lane`` is the game that the
address it came to tells, "" if that tells none. ``writer`` is whom it says it is from, in small
letters; ``rank`` is 0 where that is proved to be somebody with a seat, 1 where it is only said, 2
for strangers; ``size`` are its bytes as it came."""

answers = numbered_table(
    "answers",
    Column("address", String(254), nullable=False),
    Column("proved", Boolean, nullable=False),
    Column("sent_at", Instant, nullable=False),
    Column("answers", Integer, nullable=False, server_default="1"),
    Column("letters", Integer, nullable=False, server_default="0"),
    Column("bytes", Integer, nullable=False, server_default="0"),
    Column("work", Integer, nullable=False, server_default="0"),
    Index(None, "address", "sent_at"),
    Index(None, "sent_at"),
)
"""What mail from an address has caused of late: answers, press to others, the bytes of both; and
the milliseconds that reading it took."""

attempts = numbered_table(
    "attempts",
    Column("game", String(64), nullable=False),
    Column("seat", String(8), nullable=False),
    Column("sender", String(254), nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("told", Boolean, nullable=False),
    Column("at", Instant, nullable=False),
    Index(None, "game", "seat", "at"),
    Index(None, "sender", "at"),
)
"""Who claimed which seat of late, how many wrong passwords and secrets they gave, and whether its
holder was told; seat "" is none that there is."""

outbox = numbered_table(
    "outbox",
    Column("message_id", Text, nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("envelope_from", String(254), nullable=False),
    Column("recipient", String(254), nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("next_try", Instant, nullable=False),
    Column("lease", String(64), nullable=False, default=""),
    Column("error", Text, nullable=False, default=""),
    Column("sent_at", Instant),
    Column("pictures", JSON),
    Column("seat", String(16), nullable=False, server_default=""),
    Column("number", Integer, nullable=False, server_default="0"),
    Column("offers", JSON(none_as_null=True)),
    Column("done", JSON(none_as_null=True)),
    Column("more", JSON(none_as_null=True)),
    Index(None, "state", "next_try"),
    Index(None, "envelope_from"),
    Index(None, "game", "seat"),
    Index(None, "sent_at"),
)
"""``number`` is that of the turn it was written in, ``offers`` are [lines, text below] of each
choice that an answer has, ``done`` the numbers of what was done so; ``more`` are the lines that ask
for what it left out.

``pictures`` are [digest, form, alternative text, name of the file, name to be saved by] of each, in
the order of their marks; those that are files have none and come last."""

for _column in (players.c.address, inbox.c.sender, outbox.c.recipient):
    Index(f"ix_{_column.table.name}_lower_{_column.name}", func.lower(_column))
