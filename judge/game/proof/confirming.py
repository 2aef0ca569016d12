"""What has to be confirmed by answering a letter, and the letter that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from judge.game.command import EnteredGame, LineContext
from judge.game.effects import Effects, Question
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials, Tag
from judge.game.proof.standing import POLICIES, Standing
from judge.game.request import Request
from judge.game.state import Game, Seat
from judge.language.script import split_mail
from judge.model.letter import Notice, Recipient
from judge.model.letter_kind import CONFIRM, REPLY
from judge.model.reason import Reason
from judge.model.sections import HeardLine, Lines


def collect_credentials(context: LineContext, closed: Callable[[str, str], bool]) -> Credentials:
    """Return what a mail says about its writer, and what speaks for it."""
    mail, sender = context.mail, context.sender
    known = (sender.proved, mail.confirmed, sender.others, closed)
    standing = Standing(context.house.policy, mail.verdict, *known)
    return Credentials(mail.sender, mail.tags, standing=standing)


def explain_doubt_of_entry(
    entered: EnteredGame, games: Mapping[str, Game], claim: Credentials
) -> Reason | None:
    """Say why a mail that binds its sender to a game has to be confirmed, or None.

    ``games`` are as they were.
    """
    effects = entered.result
    if effects.game is None and not effects.notices:
        return None
    before = games.get(entered.game.name)
    if before is not None and access.list_seats_of_addresses(before, *claim.addresses):
        return None
    return explain_doubt_of_sender(claim, games, entered.game.settings.policy)


def explain_doubt_of_sender(
    claim: Credentials, games: Mapping[str, Game], policy: str = POLICIES[0]
) -> Reason | None:
    """Say why whoever wrote has to confirm that it was they, or None."""
    by_secret = is_proved_by_secret(claim, games)
    asks = claim.standing.explain_doubt if by_secret else claim.standing.explain_doubt_of_newcomer
    return asks(claim.sender, policy)


def is_proved_by_secret(claim: Credentials, games: Mapping[str, Game]) -> bool:
    """Say whether a mail was sent to a reply address that only its sender's mailbox has had."""
    return find_seat_by_secret(claim, games) is not None


def find_seat_by_secret(claim: Credentials, games: Mapping[str, Game]) -> tuple[Game, Seat] | None:
    """Return the game and the seat to whose reply address a mail came from its holder."""
    for game in (games[tag.game] for tag in claim.tags if tag.game in games):
        identified = access.identify_actor(claim, game)
        if isinstance(identified, Actor) and identified.by_secret and identified.seat is not None:
            return game, identified.seat
    return None


def ask_address_to_confirm(
    address: str,
    game: Game,
    actor: Seat,
    line: str,
    context: LineContext,
    why: Reason | None = None,
) -> Effects:
    """Have a line of somebody who is proved confirmed at an address; then it is said again.

    ``why`` tells whose the address is who asks them for what, if that is somebody else.
    """
    tags = (Tag(game.name, actor.name, actor.secret),)
    # That the mail was theirs is settled; what is asked is another thing.
    request = Request(
        actor.address,
        context.mail.message_id,
        "",
        split_mail(line),
        tags,
        text=line,
        verdict="pass",
    )
    question = Question(access.derive_secret(context.seed, context.key, address), address, request)
    held_line = HeardLine(line, "held", why or Reason("asks_you", (actor.address,)))
    letter = _build_confirmation_letter(question, held_line, context.key)
    remark = Reason("asked_there", (address,))
    return Effects(remark=remark, notices=(letter,), questions=(question,))


def build_confirmation_letters(
    question: Question, held_line: HeardLine, key: str
) -> Iterator[Notice]:
    """Yield the letter whose answer confirms a mail, and what a sender elsewhere is told."""
    mail = question.request
    yield _build_confirmation_letter(question, held_line, key)
    if not access.is_same_address(question.asked, mail.sender):
        transcript = Lines((held_line._replace(why=Reason("asked_owner")),))
        yield Notice(
            REPLY, Recipient(mail.sender), "", f"{key}.reply", None, None, (transcript,),
            answering=mail.message_id, subject=mail.subject,
        )  # fmt: skip


def _build_confirmation_letter(question: Question, held_line: HeardLine, key: str) -> Notice:
    """Return the letter whose answer confirms a mail; of that it tells only what was heard."""
    return Notice(
        kind=CONFIRM,
        to=Recipient(question.asked, secret=question.token),
        event="Please Confirm",
        key=f"{key}.confirm",
        sections=(Lines((held_line,)),),
        answering=question.request.message_id,
    )
