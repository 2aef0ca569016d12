"""What has to be confirmed by answering a letter, and the letter that asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from judge.game.command import Entered
from judge.game.decision import Question
from judge.game.seats import access
from judge.game.seats.access import Actor, Credentials
from judge.game.state import Game
from judge.model.letter import Notice, Recipient
from judge.model.reason import Reason
from judge.model.transcript import Heard, Lines


def doubt_of_newcomer(
    entered: Entered, games: Mapping[str, Game], claim: Credentials
) -> Reason | None:
    """Say why a mail that binds its sender to a game has to be confirmed, or None.

    ``games`` are as they were.
    """
    done = entered.result
    if done.game is None and not done.notices:
        return None
    before = games.get(entered.game.name)
    if before is not None and access.seats_of(before, claim.sender):
        return None
    by_secret = has_secret(claim, games)
    asks = claim.standing.doubt if by_secret else claim.standing.doubt_of_newcomer
    return asks(claim.sender, entered.game.settings.policy)


def has_secret(claim: Credentials, games: Mapping[str, Game]) -> bool:
    """Say whether a mail was sent to a reply address that only its sender's mailbox has had."""
    seats = (access.identify(claim, games[tag.game]) for tag in claim.tags if tag.game in games)
    return any(isinstance(seat, Actor) and seat.by_secret for seat in seats)


def letter_that_asks(question: Question, heard: Heard, key: str) -> Notice:
    """Return the letter whose answer confirms a mail; of that it tells only what was heard."""
    return Notice(
        kind="confirm",
        to=Recipient(question.asked, secret=question.token),
        event="Please Confirm",
        key=f"{key}.confirm",
        sections=(Lines((heard,)),),
        answering=question.request.message_id,
    )
