"""What the keeper asks of the desk by mail: done only once a letter to the keeper is answered."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import Context
from judge.game.effects import DeskLines, Effects, MailEffects, Question
from judge.game.proof import access
from judge.game.proof.confirming import letters_that_ask
from judge.game.request import Request
from judge.language.script import split
from judge.model.reason import Reason
from judge.model.transcript import Heard, Lines


def taken_out(judge: Context, mail: Request, subject: str) -> tuple[tuple[str, ...], Request]:
    """Return the lines of a mail that are for the desk, and the mail without them.

    Only the keeper's address has any: in mail of others they are lines like all that mean nothing.
    """
    others = []
    lines = [line] if (line := judge.desk(subject)) else []
    for item in mail.script.items:
        line = "" if item.body is not None else judge.desk(item.line.text)
        if not line:
            others.append(item)
        elif line not in lines:
            lines.append(line)
    if not lines:
        return (), mail
    return tuple(lines), replace(mail, script=replace(mail.script, items=tuple(others)))


def errands(judge: Context, mail: Request, lines: tuple[str, ...], key: str, seed: int) -> Effects:
    """Return what follows of lines for the desk: a letter that asks, or, if this is the answer to
    that, what is to be done."""
    if mail.confirmed == mail.sender:
        return Effects(
            mail=MailEffects(desk=DeskLines(lines, mail.sender, mail.message_id, mail.subject, key))
        )
    text = "\n".join(f"ADMIN {line}" for line in lines)
    request = Request(mail.sender, mail.message_id, mail.subject, split(text), text=text)
    question = Question(access.secret(seed, f"{key}.desk", mail.sender), mail.sender, request)
    told = [Heard(f"ADMIN {line}", "held") for line in lines]
    told[-1] = told[-1]._replace(why=Reason("asks_keeper"))
    (letter,) = letters_that_ask(question, told[0], f"{key}.desk")
    letter = replace(letter, sections=(Lines(tuple(told)),))
    return Effects(notices=(letter,), questions=(question,))


def joined(one: Effects, other: Effects) -> Effects:
    """Return two decisions of one mail as one; the second is that of the desk."""
    return replace(
        one,
        notices=(*one.notices, *other.notices),
        questions=(*one.questions, *other.questions),
        mail=replace(one.mail, desk=other.mail.desk),
    )
