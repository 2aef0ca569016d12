"""What the keeper asks of the desk by mail: done only once a letter to the keeper is answered."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import LineContext
from judge.game.effects import DeskLines, Effects, MailEffects, Question
from judge.game.proof import access
from judge.game.proof.confirming import build_confirmation_letters
from judge.game.request import Request
from judge.game.sentences.outside import DESK, is_keeper, split_off_desk_lines
from judge.language.answers import read_picked
from judge.language.script import Item, split_mail
from judge.model.reason import Reason
from judge.model.sections import HeardLine, Lines


def split_desk_lines(context: LineContext, subject: str) -> tuple[tuple[str, ...], Request]:
    """Return the lines of a mail that are for the desk, and the mail without them.

    Only the keeper's address has any: in mail of others they are lines like all that mean nothing.
    What the keeper says in a sentence is taken for the line that it is likest to: nothing is done
    or shown before a letter with that line was answered.
    """
    mail, other_items = context.mail, list[Item]()
    lines = [line] if (line := context.house.desk(subject)) else []
    for item in mail.script.items:
        said, rest = _split_item(item, context)
        lines += said
        other_items += rest
    if not lines:
        return (), mail
    return tuple(dict.fromkeys(lines)), replace(
        mail, script=replace(mail.script, items=tuple(other_items))
    )


def _split_item(item: Item, context: LineContext) -> tuple[tuple[str, ...], tuple[Item, ...]]:
    """Return the lines for the desk that a line of a mail is or means, and what else it says."""
    if item.body is not None:
        return (), (item,)
    text = item.line.text
    if line := context.house.desk(text):
        return (line,), ()
    if not is_keeper(context):
        return (), (item,)
    if picked := _find_picked_line(text, context):
        return (picked,), ()
    meant, rest = split_off_desk_lines(text, context)
    others = (item._replace(line=item.line._replace(text=part)) for part in rest)
    return tuple(each.removeprefix(DESK) for each in meant), tuple(others)


def _find_picked_line(text: str, context: LineContext) -> str:
    """Return the line for the desk that an answer picks by its number, "" if it picks none."""
    letter, picked = context.memory.find_letter(context.mail.answers), read_picked(text)
    if letter is None or picked is None or len(picked.numbers) != 1:
        return ""
    if not access.is_same_address(letter.to, context.mail.sender):
        return ""
    item = letter.offered_items.get(picked.numbers[0])
    return item.line.text.removeprefix(DESK) if item and item.line.text.startswith(DESK) else ""


def decide_desk_lines(context: LineContext, lines: tuple[str, ...]) -> Effects:
    """Return what follows of lines for the desk: a letter that asks, or, if this is the answer to
    that, what is to be done."""
    mail, key = context.mail, f"{context.key}.desk"
    if mail.confirmed == mail.sender:
        asked = DeskLines(lines, mail.sender, mail.message_id, mail.subject, context.key)
        return Effects(mail=MailEffects(desk=asked))
    text = "\n".join(f"ADMIN {line}" for line in lines)
    request = Request(mail.sender, mail.message_id, mail.subject, split_mail(text), text=text)
    question = Question(access.derive_secret(context.seed, key, mail.sender), mail.sender, request)
    held_lines = [HeardLine(f"ADMIN {line}", "held") for line in lines]
    held_lines[-1] = held_lines[-1]._replace(why=Reason("asks_keeper"))
    (letter,) = build_confirmation_letters(question, held_lines[0], key)
    letter = replace(letter, sections=(Lines(tuple(held_lines)),))
    return Effects(notices=(letter,), questions=(question,))


def with_desk_effects(effects: Effects, desk: Effects) -> Effects:
    """Return what follows of a mail, with what follows of its lines for the desk."""
    known = replace(effects.mail, desk=desk.mail.desk)
    return effects + replace(desk, mail=known)
