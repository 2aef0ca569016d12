"""The answers to a mail: one for each part of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from judge.game.command import Outcome
from judge.game.effects import Effects
from judge.game.enter.seating import way_in
from judge.game.notices import heading_of, recipient_of, view_of
from judge.game.orders import plans
from judge.game.orders.accepting import order_sets
from judge.game.proof import access
from judge.game.proof.access import Refused
from judge.game.request import Request
from judge.game.state import Game, Play
from judge.language.spelling import normal
from judge.language.statement import Commanded, Statement
from judge.model.letter import Asked, News, Notice, Recipient, Section
from judge.model.letter_kind import REPLY
from judge.model.order import Order
from judge.model.reason import Reason
from judge.model.transcript import Heard, Lines

SAID_ONCE = frozenset(
    {"which_game", "which_of_games", "not_running", "game_over", "turn_over"}
    | {"master_only", "player_only", "too_many_questions", "too_many_games", "too_many_letters"}
)
"""Reasons that lie in the sender or the game, not in the line."""


@dataclass(slots=True)
class Part:
    """A stretch of the mail that is about one game (or none), and what was said to it.

    ``seat`` is the sender's proved seat there, or one for which they act, as the holder of the seat
    ``master``. ``barred`` says why nothing in this part is obeyed.
    ``given`` are the orders kept from it; ``outdated`` is the code of why what
    comes is meant for another turn, "" if it is not, None as long as that is not known. ``asked``
    are its questions with the sections that answer them, ``more`` those that were too many.
    ``held`` are lines of it that wait to be confirmed, and ``then`` is the game as it would be.
    """

    game: str = ""
    seat: str = ""
    barred: Refused | None = None
    master: str = ""
    heard: list[Heard] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    given: list[Order] = field(default_factory=list)
    outdated: str | None = None
    asked: list[Asked] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    then: Game | None = None

    def ask(self, line: str, done: Outcome) -> None:
        """Note a question, and what came of it."""
        if isinstance(done, Reason):
            self.more += [line] if done.code == "too_many_questions" else []
        elif isinstance(done, Effects) and done.sections:
            self.asked.append((line, done.sections))

    def answer(
        self,
        game: Game | None,
        mail: Request,
        addresses: Sequence[str],
        key: str,
        subject: str,
        cut: tuple[Reason, ...],
    ) -> Notice:
        """Return what was heard, the sender's orders as they stand, and the reports asked for.

        Strangers are not told even the heading of a game that is not listed. The seat's own reply
        address is given at the ``addresses`` of its holder alone.
        """
        seat = game.seat(self.seat) if game else None
        reader = game.seat(self.master) if game and self.master else seat
        meant = reader or (self.barred.seat if self.barred else None)
        to = Recipient(mail.sender)
        home = meant is not None and access.is_one_of(meant.address, addresses)
        if meant and home:
            same = access.same_address(meant.address, mail.sender)
            to = recipient_of(meant) if same else recipient_of(meant)._replace(address=mail.sender)
        sections: list[Section] = [Lines(tuple(self.heard), cut)]
        if isinstance(game, Play) and seat is not None and (seat.address or self.master):
            sections += order_sets(game, seat)
            sections += plans.kept(game, seat) if reader is seat else ()
        if game and seat is None and meant and home:
            sections.append(way_in(game, meant))
        shown = game if game and (seat is not None or game.settings.listed) else None
        return Notice(
            kind=REPLY,
            to=to,
            event="",
            key=key,
            heading=heading_of(shown) if shown else None,
            view=view_of(shown, reader) if shown else None,
            sections=(*sections, *self.sections),
            answering=mail.message_id,
            subject=subject,
            asked=tuple(self.asked),
            more=tuple(self.more),
        )


def spoken_parts(parts: Sequence[Part]) -> list[Part]:
    """Return the parts in which something was said, or the one empty part of a mail.

    What was said about no game goes with the part beside it: each answer should be one that can
    itself be answered.
    """
    kept: list[Part] = []
    for part in (part for part in parts if part.heard):
        if kept and not (part.game and kept[-1].game):
            last = kept.pop()
            part = replace(
                part if part.game else last,
                heard=last.heard + part.heard,
                sections=last.sections + part.sections,
                asked=last.asked + part.asked,
                more=last.more + part.more,
            )
        kept.append(part)
    return kept or list(parts[:1])


def as_one(parts: Sequence[Part]) -> Part:
    """Return the parts of a mail whose writer has proved nothing as one: it gets one answer.

    What was asked goes with the first part in which anything is answered.
    """
    first = next((part for part in parts if part.sections), parts[0])
    sections, more = list(first.sections), list(first.more)
    if any(part.sections for part in parts if part is not first):
        sections.append(News(Reason("ask_apart")))
    for part in parts:
        if part is not first and (left := [*(line for line, _ in part.asked), *part.more]):
            more += [f"GAME {part.game}"] * bool(part.game) + left
    heard = [line for part in parts for line in part.heard]
    return replace(first, heard=heard, sections=sections, more=more)


_PASSWORD = re.compile(r"(\bpassword:?\s+)\S+", re.IGNORECASE)
"""A password in a line that was not understood."""


def tells_password(text: str) -> bool:
    """Say whether a line tells a password, as far as that is to be seen."""
    return _PASSWORD.search(text) is not None


def masked(said: Statement, game: Game | None) -> str:
    """Return a line as it may be quoted: passwords do not go back over the wire.

    ``game`` is the one that the line is about; it knows its powers.
    """
    text = said.line.text
    if not isinstance(said, Commanded):
        return _PASSWORD.sub(r"\1****", text)
    password = said.command.password_typed(game.variant.map if game else None)
    if not password:
        return text
    head, hidden, tail = (text if password in text else normal(text)).rpartition(password)
    return f"{head}****{tail if hidden else ''}"
