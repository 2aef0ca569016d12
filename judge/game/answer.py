"""The answers to a mail: one for each part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.game.notices import heading_of, recipient_of, view_of
from judge.game.orders.accepting import order_sets
from judge.game.reports.help import help_page
from judge.game.seats import access
from judge.game.seats.access import Refused
from judge.game.state import Game, Play, Seat
from judge.language.spelling import normal
from judge.language.statement import Commanded, Statement
from judge.model.help import HelpPage
from judge.model.letter import Heard, Lines, News, Notice, Recipient, Section
from judge.model.order import Order
from judge.model.reason import Reason

SAID_ONCE = frozenset(
    {
        "which_game",
        "which_of_games",
        "not_running",
        "game_over",
        "master_only",
        "player_only",
        "turn_over",
    }
)
"""Reasons that lie in the sender or the game, not in the line."""


@dataclass(slots=True)
class Part:
    """A stretch of the mail that is about one game (or none), and what was said to it.

    ``seat`` is the sender's proved seat there. ``barred`` says why nothing in this part is obeyed.
    ``given`` are the orders kept from it; ``outdated``: what comes is meant for another turn.
    """

    game: str = ""
    seat: str = ""
    barred: Refused | None = None
    heard: list[Heard] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    given: list[Order] = field(default_factory=list)
    outdated: bool = False

    def with_more(self, other: Part, *, first: bool = False) -> Part:
        """Return this part with what was heard in another behind it, or before it."""
        before, after = (other, self) if first else (self, other)
        return replace(
            self, heard=before.heard + after.heard, sections=before.sections + after.sections
        )

    def seat_in(self, game: Game | None) -> Seat | None:
        """Return the seat that the sender is proved to hold, as the game now has it."""
        return game.seat(self.seat) if game else None

    def answer(
        self, game: Game | None, sender: str, more: Sequence[Section], cut: tuple[Reason, ...]
    ) -> Notice:
        """Return what was heard, the sender's orders as they stand, and the reports asked for.

        Strangers are not told even the heading of a game that is not listed.
        """
        seat = self.seat_in(game)
        sections: list[Section] = [Lines(tuple(self.heard), cut)]
        if isinstance(game, Play) and seat is not None and seat.address:
            sections += order_sets(game, seat)
        shown = game if game and (seat is not None or game.settings.listed) else None
        return Notice(
            kind="reply",
            to=self._to(seat, sender),
            event="",
            key="",
            heading=heading_of(shown) if shown else None,
            view=view_of(shown, seat) if shown else None,
            sections=(*sections, *self.sections, *more),
        )

    def _to(self, seat: Seat | None, sender: str) -> Recipient:
        """Return where the answer goes: to the sender.

        They get the seat's own reply address only at the seat's registered address.
        """
        seat = seat or (self.barred.seat if self.barred else None)
        if seat is not None and access.same_address(seat.address, sender):
            return recipient_of(seat)
        return Recipient(sender)


def with_strays(parts: Sequence[Part]) -> list[Part]:
    """Return the parts, what was said about no game going with the part beside it.

    Each answer should be one that can itself be answered.
    """
    kept: list[Part] = []
    for part in parts:
        if kept and not part.game:
            kept[-1] = kept[-1].with_more(part)
        elif kept and not kept[-1].game:
            kept[-1] = part.with_more(kept[-1], first=True)
        else:
            kept.append(part)
    return kept


def first_steps(topics: Mapping[str, HelpPage], *, empty: bool) -> tuple[Section, ...]:
    """Return the first help page, for a mail in which nothing could be read."""
    page = help_page(topics, "")
    kind = News(Reason("nothing_there" if empty else "nothing_understood"))
    return (kind, page) if page else (kind,)


def masked(said: Statement, game: Game | None) -> str:
    """Return a line as it may be quoted: passwords do not go back over the wire.

    ``game`` is the one that the line is about; it knows its powers.
    """
    text = said.line.text
    if not isinstance(said, Commanded):
        return text
    password = said.command.password_typed(game.variant.map if game else None)
    if not password:
        return text
    head, hidden, tail = (text if password in text else normal(text)).rpartition(password)
    return f"{head}****{tail if hidden else ''}"
