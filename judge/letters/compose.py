"""Makes a letter of a notice: addresses, header fields, and the bodies that ``render`` writes.

Pages of HELP that come as values are written in Markdown by a template of ``templates/pages``.
"""

from __future__ import annotations

from dataclasses import replace
from email.utils import formataddr
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from urllib.parse import quote

from judge.game.proof.secret_links import build_link_suffix
from judge.hooks import Variant
from judge.letters.context import LetterContext
from judge.letters.identity import UNSUBSCRIBE, JudgeIdentity
from judge.letters.reader_names import with_reader_names
from judge.letters.render import make_template_environment, render_html, render_text
from judge.model.letter import JUDGE_MARK, Letter, Notice, Page
from judge.model.pages import PageOfValues
from judge.model.picture import Picture
from judge.model.sections import GameFiles, Lines, Offer, TextFile
from judge.model.when import describe_moment


def with_written_pages(notice: Notice) -> Notice:
    """Return the notice with its pages in words."""
    return replace(
        notice,
        sections=tuple(
            write_page(section) if isinstance(section, PageOfValues) else section
            for section in notice.sections
        ),
    )


def write_page(values: PageOfValues) -> Page:
    """Return a page in words. The first line that its template writes is the title."""
    name = type(values).__name__.removesuffix("Page").lower()
    text = make_template_environment().get_template(f"pages/{name}.md.j2").render(page=values)
    title, _, rest = text.partition("\n")
    return Page(title.removeprefix("# "), rest.strip("\n"))


def write_letter(
    notice: Notice,
    variant: Variant | None,
    identity: JudgeIdentity,
    pictures: tuple[Picture, ...] = (),
) -> Letter:
    """Return the notice as a letter; the same notice always makes the same letter.

    ``variant`` is the one of the notice's game; None for letters about no game. Where ``pictures``
    go, their marks stand in the HTML.
    """
    notice, variant = with_reader_names(with_written_pages(notice), variant)
    letter = LetterContext(notice, variant, identity, pictures)
    return Letter(
        to=notice.to.address,
        sender=_write_sender_field(identity),
        reply_to=letter.turn_reply_address,
        subject=write_subject(notice, identity),
        message_id=_build_message_id(notice, notice.key, identity),
        text=render_text(letter),
        html=render_html(letter),
        headers=_list_header_fields(notice, identity, letter.reply_address),
        offers=_list_offers(notice),
        files=_list_text_files(notice),
    )


@lru_cache(maxsize=4)
def _write_sender_field(identity: JudgeIdentity) -> str:
    return formataddr((identity.name, identity.address))


def write_subject(notice: Notice, identity: JudgeIdentity) -> str:
    """Return the subject: the asker's own for replies, else ``CODE:game - event``."""
    asked = _flatten_to_line(notice.subject)
    if notice.answering and asked:
        return asked if asked[:3].lower() == "re:" else f"Re: {asked}"
    game = f":{notice.game}" if notice.game else ""
    answer = "Re: " if notice.answering else ""
    event = f" - {notice.event}" if notice.event else ""
    return _flatten_to_line(
        f"{answer}{identity.code}{game}{event}{_write_deadline_in_subject(notice)}"
    )


def _write_deadline_in_subject(notice: Notice) -> str:
    heading = notice.heading
    if not notice.kind.dated or heading is None or heading.due is None:
        return ""
    return f": {describe_moment(heading.due, heading.zone, notice.to.zone)}"


def _list_header_fields(
    notice: Notice, identity: JudgeIdentity, back: str
) -> tuple[tuple[str, str], ...]:
    reply = bool(notice.answering)
    turn = f"turn.{notice.heading.turn}" if notice.heading and notice.heading.turn else ""
    roots = filter(None, ("thread", turn)) if notice.game else ()
    thread = [_build_message_id(notice, root, identity) for root in roots]
    local = ".".join(filter(None, (notice.game, identity.address.rpartition("@")[0])))
    fields = [
        ("Auto-Submitted", "auto-replied" if reply else "auto-generated"),
        ("Precedence", "list"),
        ("List-Id", f"<{local}.{identity.domain}>"),
        ("List-Help", f"<mailto:{identity.address}?subject=HELP>"),
        (JUDGE_MARK, identity.code),
        ("X-Auto-Response-Suppress", "All"),
    ]
    leave = notice.kind.leave or notice.to.leave
    if leave:
        ways = f"<mailto:{back}?subject={quote(leave)}>"
        if identity.web:
            end = build_link_suffix(notice.game, notice.to.seat, notice.to.secret, leave)
            ways += f", <{identity.web}{UNSUBSCRIBE}{end}>"
            fields.append(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
        fields.append(("List-Unsubscribe", ways))
    if reply:
        fields.append(("In-Reply-To", notice.answering))
        thread.append(notice.answering)
    if thread:
        fields.append(("References", " ".join(thread)))
    return tuple(fields)


def _build_message_id(notice: Notice, key: str, identity: JudgeIdentity) -> str:
    """Return an id that depends on the game, the key, the reader and the judge's secret alone.

    Whoever knew it before could send a mail with it first, and have the letter taken for a double.
    That of a letter that asks tells what it asks, for programs that answer to no Reply-To.
    """
    to = notice.to
    reader = to.seat or to.address
    digest = sha256("\0".join((identity.secret, notice.game, key, reader)).encode()).hexdigest()[
        :32
    ]
    return f"<{digest}{'+' if to.question_tag else ''}{to.question_tag}@{identity.domain}>"


def _list_offers(notice: Notice) -> tuple[Offer, ...]:
    """Return what may be done by an answer that names its number."""
    heard_lines = (
        heard_line
        for lines in notice.sections
        if isinstance(lines, Lines)
        for heard_line in lines.heard
    )
    return tuple(
        Offer(heard_line.choices, heard_line.body)
        for heard_line in heard_lines
        if heard_line.choices
    )


def _list_text_files(notice: Notice) -> tuple[TextFile, ...]:
    exported = (section.files for section in notice.sections if isinstance(section, GameFiles))
    return tuple(dict.fromkeys(chain.from_iterable(exported)))


def _flatten_to_line(text: str) -> str:
    """Return the text without line ends and other control characters (RFC 5322 2.2)."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
