"""Takes the history and the signature away from around what was written this time.

What introduces a quotation ends in a colon and names our own address, in whatever language; where
it names none, a moment and a word for writing tell it. Answers below and between quotations stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile
from typing import NamedTuple

from judge.post.addresses import mentions
from judge.post.cuts import Cut
from judge.post.quoted import ARROW, LONGEST, MARK, ORDER


class Stripped(NamedTuple):
    """What is left of a text, and what went: history and signature."""

    text: str
    cuts: tuple[Cut, ...]


_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")
_TIME = re.compile(r"\b(19|20)\d\d\b|\d[:.]\d\d\b|\d{1,2}[h\u6642\u65f6\uc2dc]", re.A)
_WRITES = (
    "(wrote|writes|schrieb|schreibt|geschrieben|a écrit|écrivait|escribió|escribio|ha escrito"
    "|ha scritto|scrive|escreveu|schreef|geschreven|napisał\\S{0,6}|pisze|skrev|napsal\\S{0,6}"
    "|kirjoitti|írta|yazdı|написал\\S{0,6}|пишет)\\b"
)
_WROTE = re.compile(rf"\b{_WRITES}|写道|書きました|のメール", re.I)
_WROTE_TEXT = re.compile(rf"\b{_WRITES}\s?:\s+\S", re.I)
"""What follows there on the line is quoted, too."""
_LABEL = re.compile(r"[*_]?[^\W\d_][\w .\-/\u00a0]{0,24}[*_]?\s?[:\uff1a][*_]?(\s|$)")
_BAR = re.compile(r"([-=_\u2500\u2014]{4,})(\s*)(\S.*?)?\s*\1?[-=_\u2500\u2014]*")
_ORIGINAL = re.compile(
    "original (message|appointment|mail)|ursprüngliche nachricht|weitergeleitete nachricht"
    "|message (d'origine|original|transféré)|mensaje original|mensagem original"
    "|messaggio originale|oorspronkelijk bericht|forwarded message",
    re.I,
)
_HEADS = re.compile(
    "[*_]?(from|von|de|da|van|från|fra|od|expediteur|expéditeur|lähettäjä|kimden|feladó"
    "|\u043e\u0442|差出人|发件人)[*_]?\\s?[:\uff1a]",
    re.I,
)
_POCKET = re.compile(
    r"sent (from|via|with) |.{0,40}<https://aka\.ms/|.{0,60}proton\.me"
    r"|(von|vom) mein\w* .{1,40}gesendet"
    "|gesendet (von|mit|über) |envoyé (de|depuis|à partir) |enviado (desde|do|de|a partir) "
    "|inviato da|(verzonden|verstuurd) (vanaf|met|via) |skickat från |sendt fra |lähetetty "
    "|wysłan[oe] z |odesláno z |\u043e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e "
    "|发自我的|iphoneから送信",
    re.I,
)


def strip(text: str, own: Sequence[str]) -> Stripped:
    """Return what a text says itself; ``own`` are our addresses, lines end in LF.

    What only introduces a quotation is not among what went.
    """
    lines = [line.rstrip() for line in text.split("\n")]
    plain = [_INVISIBLE.sub("", line[:LONGEST]).strip() for line in lines]
    kept: list[str] = []
    quoted: list[str] = []
    signed: list[str] = []
    row = 0
    while row < len(lines):
        if MARK.match(plain[row]):
            quoted.append(plain[row])
            kept.append("")  # what stands above does not go on below
        elif length := _introduction(plain, row, own):
            quoted += filter(_WROTE_TEXT.search, plain[row : row + length])
            row += length
            if not _quotes_next(plain, row):
                quoted += plain[row:]
                break
            continue
        elif _starts_history(plain, row, own):
            quoted += dropwhile(_is_head, plain[row:])
            break
        elif plain[row] == "--":
            for line in plain[row + 1 :]:
                (quoted if MARK.match(line) else signed).append(line)
            break
        elif _POCKET.match(plain[row]):
            signed.append(plain[row])
        else:
            kept.append(lines[row])
        row += 1
    said = re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip("\n")
    cuts = (Cut("cut_quote", tuple(quoted)), Cut("cut_signature", tuple(signed)))
    return Stripped(said, cuts)


def _introduction(plain: list[str], at: int, own: Sequence[str]) -> int:
    """Return how many lines from here introduce a quotation, 0 if none do."""
    if not _may_introduce(plain[at]):
        return 0
    if _WROTE_TEXT.search(plain[at]) and mentions(plain[at], own):
        return 1
    for length in (1, 2, 3):
        block = plain[at : at + length]
        if len(block) < length or not block[-1]:
            return 0
        if not block[-1].endswith((":", "\uff1a")):
            continue
        whole = " ".join(block)
        if mentions(whole, own) or mentions("".join(block), own):
            return length
        sign = _TIME.search(whole) or _WROTE.search(whole)
        if _told_as_written(whole) or (sign and _quotes_next(plain, at + length)):
            return length
    return 0


def _may_introduce(line: str) -> bool:
    # An order or a word of the player's just above an introduction does not belong to it.
    if "@" in line or _WROTE.search(line):
        return True
    if ORDER.match(line) or ARROW.search(line):
        return False
    return "<" in line or any(letter.isdigit() for letter in line)


def _is_head(line: str) -> bool:
    return bool(_BAR.fullmatch(line[:200]) or _LABEL.match(line))


def _told_as_written(line: str) -> bool:
    """Say whether the line tells when somebody wrote something."""
    return bool(_TIME.search(line) and _WROTE.search(line))


def _quotes_next(plain: list[str], at: int) -> bool:
    """Say whether the next line with anything on it is marked as quoted."""
    return bool(MARK.match(next((plain[row] for row in range(at, len(plain)) if plain[row]), "")))


def _starts_history(plain: list[str], at: int, own: Sequence[str]) -> bool:
    """Say whether a whole letter of ours, unmarked, begins with this line."""
    line = plain[at]
    if bar := _BAR.fullmatch(line[:200]):
        said = bar[3] or ""
        if _ORIGINAL.search(said) or mentions(said, own) or _told_as_written(said):
            return True
        below = [text for text in plain[at + 1 : at + 8] if text]
        return bool(below) and _heads(below, own, least=2)
    return _heads(plain[at : at + 8], own, least=3)


def _heads(lines: Sequence[str], own: Sequence[str], least: int) -> bool:
    """Say whether the lines begin like the head of a mail, printed."""
    block: list[str] = []
    for line in lines:
        if not _LABEL.match(line):
            break
        block.append(line)
    if len(block) < least:
        return False
    # "England: F Edi - Nwg" looks like a header field too: addresses and dates tell them apart.
    if any("@" not in line and ORDER.match(line) for line in block):
        return False
    return (
        bool(_HEADS.match(block[0]))
        or any("@" in line for line in block)
        or mentions(" ".join(block), own)
    )
