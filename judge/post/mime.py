"""Reads the raw bytes of a mail. Nothing that comes in makes it raise.

The standard library's modern policy raises on header fields that real programs write, and on
unknown charsets; so the old one is used, and everything it leaves encoded is decoded here.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from judge.model.reason import Reason
from judge.post import guard
from judge.post.addresses import find_addresses, find_only_address
from judge.post.bounces import find_bounce_recipients, find_delivery_failure
from judge.post.bounds import (
    BOUNDS,
    Bounds,
    OverBoundError,
    PartFactory,
    check_html,
    cut_raw_header,
    find_exceeded_bound,
)
from judge.post.incoming import WEB, Envelope, IncomingMail
from judge.post.quoted import MARK, SentBody, list_lines_not_in_letters, mark_quoted_lines
from judge.post.sealed import find_signed_content, is_encrypted, is_envelope, is_signature
from judge.post.strip import Cut, StrippedText, describe_cuts, strip_quotes_and_signature
from judge.post.verdict import Verdict, judge_sender
from judge.post.versions import (
    AttachedOrders,
    OtherVersion,
    find_missing_order,
    list_order_lines,
)
from judge.post.words import (
    decode_bytes,
    may_strike_out,
    read_html,
    remove_pgp_armor,
    remove_struck_text,
    unflow_text,
)

_ROUTES = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")
_TRACES = ("message-id", "from", "to", "cc", "subject", "date")
_WORDS = 2_000
"""The most characters of a header field in which encoded words are looked for."""
_ID = re.compile(r"<[!-;=?-~]{1,242}>")
_STRUCK = Reason("cut_struck")
_TO_BE_TYPED = re.compile(r"`[^`]*`")
"""What a letter of ours says that its reader can write, within a sentence."""
_ENCRYPTED = Reason("mail_encrypted")
_Content = str | Cut | Reason | AttachedOrders | OtherVersion
"""What a part of a mail holds: its text, what is left aside of it, or why nothing is obeyed."""
_THREAD = 5_000
"""The last characters of a field with ids that are looked at."""


class Identity(NamedTuple):
    """What tells one mail from another: its id ("" if it has none) and a digest; and whom it says
    it is from, "" if that is not exactly one, with what the mail server found out about that, and
    to whom."""

    message_id: str
    digest: str
    writer: str = ""
    verdict: Verdict = ""
    recipients: tuple[str, ...] = ()


def identify_mail(raw: bytes, server: str = "") -> Identity:
    """Return the identity of a mail; the same for copies that took different ways. ``server`` is
    how the mail server calls itself whose verdict counts."""
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    fields = _collect_fields_by_name(_parse_header(raw, BOUNDS))
    written = hashlib.sha256()
    for name in _TRACES:
        for value in fields.get(name, ()):
            written.update(f"{name}:{' '.join(value.split())}\n".encode("utf-8", "replace"))
    written.update(b"\n" + body.rstrip())
    writer = find_only_address(fields.get("from", ()))
    verdict = judge_sender(fields.get("authentication-results", ()), server, writer)
    recipients = _list_recipients(fields, Envelope(via=""))
    return Identity(_read_message_id(fields), written.hexdigest(), writer, verdict, recipients)


class ReadingRules(NamedTuple):
    """How mails are read: within which bounds, and how the mail server calls itself whose verdict
    on senders counts."""

    bounds: Bounds = BOUNDS
    server: str = ""


READING_RULES = ReadingRules()


def read_mail(
    raw: bytes,
    own_addresses: Iterable[str],
    envelope: Envelope | None = None,
    identity: Identity | None = None,
    rules: ReadingRules = READING_RULES,
    sent: Callable[[str, Sequence[str]], bytes] = lambda reader, ids: b"",
) -> IncomingMail:
    """Return what a mail says. ``own_addresses`` are ours, without tags.

    ``identity`` is what ``identify_mail`` said of it, if that was asked before. ``sent`` returns
    the letter of ours to a reader that has the first known of some ids, so that what is quoted of
    it is told. Of a mail over a bound only the header is read.
    """
    most, server = rules
    own_addresses = tuple(own_addresses)
    envelope = envelope or Envelope(via="")
    over = find_exceeded_bound(raw, most)
    mail: Message[str, str]
    contents: list[_Content] = []
    if over is None:
        try:
            mail = BytesParser(PartFactory(most)).parsebytes(raw)
            contents = list(_read_contents(mail, most))
        except OverBoundError as error:
            over = error.why
    if over is not None:
        mail = _parse_header(raw, most)
    fields = _collect_fields_by_name(mail)
    identity = identity or identify_mail(raw)
    recipients = _list_recipients(fields, envelope)
    if over is None and _ENCRYPTED in contents:
        over = _ENCRYPTED
    subject = _read_subject(fields)
    sender = find_only_address(fields.get("from", ()))
    text = "\n".join(_list_texts(contents))
    answers = _list_answered_letter_ids(fields)
    letter = sent(sender, answers) if text and answers else b""
    read_letters = _keep_when_read(_list_bodies_of_letter(letter))

    def strip(text: str) -> StrippedText:
        return strip_quotes_and_signature(mark_quoted_lines(text, read_letters), own_addresses)

    stripped = strip(text)
    over = over or _explain_if_doubtful(stripped.text, sender, contents, strip)
    return IncomingMail(
        message_id=identity.message_id,
        digest=identity.digest,
        sender=sender,
        verdict="pass"
        if envelope.via == WEB
        else judge_sender(fields.get("authentication-results", ()), server, sender),
        name=_name_of_writer(fields),
        recipients=recipients,
        subject=subject,
        text=stripped.text,
        offers_above=stripped.offers,
        cut=(
            *describe_cuts(
                Cut(cut.why, tuple(list_lines_not_in_letters(cut.lines, read_letters())))
                for cut in (*stripped.cuts, *contents)
                if isinstance(cut, Cut)
            ),
            *(why for why in contents if isinstance(why, Reason)),
            *(
                Reason("cut_attachment", (each.name,))
                for each in contents
                if isinstance(each, AttachedOrders)
            ),
        ),
        answers=answers,
        answered_subject=_read_subject(_collect_fields_by_name(_parse_header(letter, most))),
        written=_read_date(fields),
        automatic=guard.explain_if_automatic(
            fields, mail.get_content_type(), subject, envelope.sender, recipients, own_addresses
        ),
        over=over,
        failure=find_delivery_failure(raw, most) if find_bounce_recipients(recipients) else None,
    )


def _explain_if_doubtful(
    written: str,
    writer: str,
    contents: Sequence[_Content],
    strip: Callable[[str], StrippedText],
) -> Reason | None:
    """Say why nothing of a mail is obeyed in which its writer wrote this: other orders of theirs
    stand in another version of its text, or in an attachment. What is quoted in these is to be
    ``strip``ped."""
    orders = list_order_lines(written)
    texts = _list_texts(contents)
    for each in contents:
        if isinstance(each, OtherVersion):
            missing = find_missing_order(orders, (each.text, *each.aside)) or find_missing_order(
                list_order_lines(strip(each.text).text), texts
            )
            if missing:
                return Reason("mail_versions_differ", (missing,))
        elif isinstance(each, AttachedOrders):
            is_own = each.writer in ("", writer)
            missing = find_missing_order(each.lines, texts) if orders and is_own else ""
            if missing:
                return Reason("mail_attachment_differs", (each.name, missing))
    return None


def _parse_header(raw: bytes, most: Bounds) -> Message[str, str]:
    """Return the header of a mail, as far as it is within the bounds."""
    lines = cut_raw_header(raw[: most.max_header_bytes]).split(b"\n")[: most.max_header_lines]
    return BytesHeaderParser().parsebytes(b"\n".join(lines) + b"\n\n")


def _collect_fields_by_name(mail: Message[str, str]) -> dict[str, list[str]]:
    fields: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in mail.raw_items():
        text = str(value)
        if not text.isascii():
            text = decode_bytes(text.encode("utf-8", "surrogateescape"))
        fields[name.lower()].append(text)
    return dict(fields)


def _decode_encoded_words(value: str) -> str:
    """Return a header field's text, its encoded words (RFC 2047) decoded."""
    try:
        pieces = decode_header(" ".join(value[:_WORDS].split()))
    except (HeaderParseError, ValueError):
        return value[:_WORDS]
    return "".join(
        piece if isinstance(piece, str) else decode_bytes(piece, charset or "")
        for piece, charset in pieces
    )


def _read_subject(fields: dict[str, list[str]]) -> str:
    return " ".join("".join(map(_decode_encoded_words, fields.get("subject", ())[:1])).split())


def _read_message_id(fields: dict[str, list[str]]) -> str:
    """Return the id where it can be cited: in angle brackets, and not endless."""
    cited = _ID.search(" ".join(fields.get("message-id", ())[:1])[:20_000])
    return cited[0] if cited else ""


def _list_answered_letter_ids(fields: dict[str, list[str]]) -> tuple[str, ...]:
    """Return the ids of the letters answered: the latest of a thread, then those before it."""
    ids = [
        cited
        for name in ("references", "in-reply-to")
        for cited in _ID.findall(" ".join(fields.get(name, ()))[-_THREAD:])
    ]
    return tuple(dict.fromkeys(reversed(ids)))


def _read_date(fields: dict[str, list[str]]) -> datetime | None:
    """Return the moment in the Date field, None if none can be read there."""
    try:
        written = parsedate_to_datetime(" ".join(fields.get("date", ())[:1])[:200])
        return (written if written.tzinfo else written.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _keep_when_read(bodies: Iterator[SentBody]) -> Callable[[], Iterator[SentBody]]:
    """Return what yields them again and again; each is read when somebody comes to it."""
    read: list[SentBody] = []

    def list_bodies() -> Iterator[SentBody]:
        yield from read
        for body in bodies:
            read.append(body)
            yield body

    return list_bodies


def _list_bodies_of_letter(letter: bytes) -> Iterator[SentBody]:
    """Yield what a letter of ours says, as plain text and as HTML."""
    for part in message_from_bytes(letter).walk() if letter else ():
        text = decode_bytes(_decode_payload(part), "utf-8")
        if part.get_content_type() == "text/plain":
            unmarked_lines = [line for line in text.splitlines() if not MARK.match(line)]
            yield SentBody(text, _TO_BE_TYPED.sub(" ", "\n".join(unmarked_lines)))
        elif part.get_content_type() == "text/html":
            yield SentBody(read_html(text).text, read_html(text, ".typed, .said, code").text)


def _list_recipients(fields: dict[str, list[str]], envelope: Envelope) -> tuple[str, ...]:
    named = [recipient.lower() for recipient in envelope.recipients]
    for name in _ROUTES:
        for value in fields.get(name, ()):
            named.extend(find_addresses(value))
    return tuple(dict.fromkeys(named))


def _name_of_writer(fields: dict[str, list[str]]) -> str:
    """Return the name or the comment beside the address of the writer, "" where there is none."""
    for value in fields.get("from", ())[:1]:
        text = " ".join(_decode_encoded_words(value).split())[:200]
        text = re.sub(r"<[^<>]*>|[\w.+-]+@[\w.-]+", " ", text)
        return " ".join(re.sub(r'[\\"()<>]', " ", text).split())
    return ""


def _read_contents(mail: Message[str, str], most: Bounds) -> Iterator[_Content]:
    """Yield the texts of a part and of the parts within it, and what is left aside."""
    kind = mail.get_content_type()
    if is_signature(kind):
        return
    if is_envelope(kind) and (signed := find_signed_content(_decode_payload(mail))):
        inner = BytesParser(PartFactory(most)).parsebytes(signed)
        yield from _read_contents(inner, most)
    elif is_encrypted(mail):
        yield _ENCRYPTED
    elif mail.is_multipart() and kind != "message/rfc822":
        parts = [part for part in mail.get_payload() if isinstance(part, Message)]
        if kind == "multipart/alternative":
            yield from _read_best_version(parts, most)
        else:
            for part in parts[:1] if kind == "multipart/related" else parts:
                yield from _read_contents(part, most)
    elif _is_text_part(mail, kind):
        yield from _read_text_part(mail, kind, most)
    elif kind == "text/plain":
        text = decode_bytes(_decode_payload(mail), _read_parameter(mail, "charset"))
        yield AttachedOrders(_read_filename(mail) or kind, list_order_lines(text))
    elif kind == "message/rfc822":
        parts = [part for part in mail.get_payload() if isinstance(part, Message)]
        contents = [content for part in parts for content in _read_contents(part, most)]
        lines = (line for text in _list_texts(contents) for line in list_order_lines(text))
        writers = [each for part in parts for each in _collect_fields_by_name(part).get("from", ())]
        name = _read_filename(mail) or kind
        yield AttachedOrders(name, tuple(lines), find_only_address(writers))
    else:
        yield Reason("cut_attachment", (_read_filename(mail) or kind,))


def _read_best_version(parts: list[Message[str, str]], most: Bounds) -> list[_Content]:
    """Return the plain text of several versions, or else the first that says anything.

    Where the HTML has something struck out it is read instead, as the plain text does not show
    that, and where orders stand in it alone. If each has others, none is obeyed.
    """
    html_parts = [part for part in parts if _may_strike_out(part)]
    for part in html_parts:
        contents = list(_read_contents(part, most))
        if any(isinstance(cut, Cut) and cut.why == _STRUCK and cut.lines for cut in contents):
            return contents
    sorted_parts = sorted(parts, key=lambda part: part.get_content_type() != "text/plain")
    versions: list[list[_Content]] = [list(_read_contents(part, most)) for part in sorted_parts]
    versions = [each for each in versions if any(map(str.strip, _list_texts(each)))]
    if len(versions) < 2:
        return [content for version in versions for content in version]
    read, other = versions[:2]
    has_orders, others_have = (
        any(map(list_order_lines, _list_texts(each))) for each in (read, other)
    )
    if others_have and not has_orders:
        return other
    aside = (line for each in other if isinstance(each, Cut) for line in each.lines)
    return [*read, OtherVersion("\n".join(_list_texts(other)), tuple(aside))]


def _list_texts(contents: Sequence[_Content]) -> list[str]:
    return [each for each in contents if isinstance(each, str)]


def _may_strike_out(part: Message[str, str]) -> bool:
    """Say whether something may be struck out in a part, or in those within it."""
    return any(
        inner.get_content_type() == "text/html"
        and may_strike_out(decode_bytes(_decode_payload(inner), _read_parameter(inner, "charset")))
        for inner in part.walk()
    )


def _is_text_part(mail: Message[str, str], kind: str) -> bool:
    if mail.get_content_disposition() == "attachment" or _read_filename(mail):
        return False
    # A multipart without its boundary is read as it stands.
    return kind in ("text/plain", "text/html") or kind.startswith("multipart/")


def _read_text_part(mail: Message[str, str], kind: str, most: Bounds) -> Iterator[_Content]:
    text = decode_bytes(_decode_payload(mail), _read_parameter(mail, "charset"))
    if kind == "text/html":
        check_html(text, most)
        text, *cut = read_html(text)
        yield Cut(Reason("cut_signature"), cut[0])
        yield Cut(Reason("cut_hidden"), cut[1])
        yield Cut(_STRUCK, cut[2])
    text = re.sub(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", "\n", text).replace("\0", "")
    if _read_parameter(mail, "format").lower() == "flowed":
        text = unflow_text(text, _read_parameter(mail, "delsp").lower() == "yes")
    if is_encrypted(mail, text):
        yield _ENCRYPTED
        return
    text, struck = remove_struck_text(remove_pgp_armor(text))
    yield Cut(_STRUCK, struck)
    yield text


def _decode_payload(mail: Message[str, str]) -> bytes:
    try:
        payload = mail.get_payload(decode=True)
    except (ValueError, MessageError):
        payload = str(mail.get_payload()).encode("utf-8", "surrogateescape")
    return payload if isinstance(payload, bytes) else b""


def _read_parameter(mail: Message[str, str], name: str) -> str:
    try:
        value = mail.get_param(name, "")
    except (ValueError, TypeError):
        return ""
    return str(value[2] if isinstance(value, tuple) else value)


def _read_filename(mail: Message[str, str]) -> str:
    try:
        name = mail.get_filename() or ""
    except (ValueError, TypeError, LookupError):
        return "?"
    # Its charset was the library's affair.
    name = name.encode("utf-8", "replace").decode("utf-8")
    return " ".join(_decode_encoded_words(name).split())[:80]
