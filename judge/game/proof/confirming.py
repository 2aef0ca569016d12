"""What has to be confirmed by answering a letter, and the letter that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from judge.game.command import Entered, LineContext
from judge.game.effects import Effects, Question
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials, Tag
from judge.game.proof.standing import POLICIES, Standing
from judge.game.request import Request
from judge.game.state import Game, Seat
from judge.language.script import split
from judge.model.letter import Notice, Recipient
from judge.model.letter_kind import CONFIRM, REPLY
from judge.model.reason import Reason
from judge.model.transcript import Heard, Lines


def claim_of(at: LineContext, closed: Callable[[str, str], bool]) -> Credentials:
    """Return what a mail says about its writer, and what speaks for it."""
    mail, sender = at.mail, at.sender
    known = (sender.proved, mail.confirmed, sender.others, closed)
    standing = Standing(at.house.policy, mail.verdict, *known)
    return Credentials(mail.sender, mail.tags, standing=standing)


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
    if before is not None and access.seats_of(before, *claim.addresses):
        return None
    return doubt_of_sender(claim, games, entered.game.settings.policy)


def doubt_of_sender(
    claim: Credentials, games: Mapping[str, Game], policy: str = POLICIES[0]
) -> Reason | None:
    """Say why whoever wrote has to confirm that it was they, or None."""
    by_secret = has_secret(claim, games)
    asks = claim.standing.doubt if by_secret else claim.standing.doubt_of_newcomer
    return asks(claim.sender, policy)


def has_secret(claim: Credentials, games: Mapping[str, Game]) -> bool:
    """Say whether a mail was sent to a reply address that only its sender's mailbox has had."""
    return seat_by_secret(claim, games) is not None


def seat_by_secret(claim: Credentials, games: Mapping[str, Game]) -> tuple[Game, Seat] | None:
    """Return the game and the seat to whose reply address a mail came from its holder."""
    for game in (games[tag.game] for tag in claim.tags if tag.game in games):
        found = access.identify(claim, game)
        if isinstance(found, Actor) and found.by_secret and found.seat is not None:
            return game, found.seat
    return None


def asked_at(address: str, game: Game, actor: Seat, line: str, context: LineContext) -> Effects:
    """Have a line of somebody who is proved confirmed at an address; then it is said again."""
    tags = (Tag(game.name, actor.name, actor.secret),)
    # That the mail was theirs is settled; what is asked is another thing.
    request = Request(
        actor.address, context.mail.message_id, "", split(line), tags, text=line, verdict="pass"
    )
    question = Question(access.secret(context.seed, context.key, address), address, request)
    heard = Heard(line, "held", Reason("asks_you", (actor.address,)))
    letter = _letter(question, heard, context.key)
    remark = Reason("asked_there", (address,))
    return Effects(remark=remark, notices=(letter,), questions=(question,))


def letters_that_ask(question: Question, heard: Heard, key: str) -> Iterator[Notice]:
    """Yield the letter whose answer confirms a mail, and what a sender elsewhere is told."""
    mail = question.request
    yield _letter(question, heard, key)
    if not access.same_address(question.asked, mail.sender):
        told = Lines((heard._replace(why=Reason("asked_owner")),))
        yield Notice(
            REPLY, Recipient(mail.sender), "", f"{key}.reply", None, None, (told,),
            answering=mail.message_id, subject=mail.subject,
        )  # fmt: skip


def _letter(question: Question, heard: Heard, key: str) -> Notice:
    """Return the letter whose answer confirms a mail; of that it tells only what was heard."""
    return Notice(
        kind=CONFIRM,
        to=Recipient(question.asked, secret=question.token),
        event="Please Confirm",
        key=f"{key}.confirm",
        sections=(Lines((heard,)),),
        answering=question.request.message_id,
    )
