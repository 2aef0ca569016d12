"""The forms in which games are read and written."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from judge.hooks import Variant
from judge.library import load
from judge.model.position import Position
from judge.records import reader, writer
from judge.records.formats import listing, phases, saved, webdip
from judge.records.model import Record, RecordError
from judge.records.writer import PlayedTurn

MOST_BYTES = 20_000_000
"""A longer file is no game."""

_GZIP, _LOOKED_AT = b"\x1f\x8b", 1_000

WRITERS: Mapping[str, Callable[[str, Variant, Sequence[PlayedTurn], Position], str]] = {
    "record": writer.write_record,
    "jsonl": phases.write_phases,
    "listing": listing.write_listing,
    "jdip": listing.write_listing,
    "dpjudge": listing.write_listing,
    "diplomacy": saved.write_saved_game,
    "webdip-json": webdip.write_history,
}

_JSON: Mapping[str, Callable[[Mapping[str, Any], Variant], Record]] = {
    "diplomacy": saved.read_saved_game,
    "webdip-json": webdip.read_history,
}


def write_game(
    form: str, title: str, variant: Variant, played: Sequence[PlayedTurn], now: Position
) -> str:
    """Return a game in a form. Raises RecordError if there is none, or it has no words for it."""
    if form not in WRITERS:
        raise RecordError(f"there is no form {form}; there are: {', '.join(sorted(WRITERS))}")
    return WRITERS[form](title, variant, played, now)


def read_game(data: bytes, form: str, variant: Variant) -> Record:
    """Return the record of a game in a form, "" for that which it seems to have.

    A game record names its variant itself. Raises RecordError, and nothing else.
    """
    if len(data) > MOST_BYTES:
        raise RecordError(f"a game has no more than {MOST_BYTES} bytes")
    if b"<jsx" in _read_beginning(data):
        raise RecordError(
            "this is a saved game of jDip, which no other program reads; import the judge's results"
            " that it was made from, or write its turn, units and centers down as a game record"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        line = data.count(b"\n", 0, trouble.start) + 1
        raise RecordError(f"line {line}: this is no text") from None
    form = form or _guess_form(text)
    if form == "record":
        return reader.parse_record(text, load)
    if form == "jsonl":
        return phases.read_phases(text, variant)
    if WRITERS[form] is listing.write_listing:
        return listing.read_listing(text, variant)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as trouble:
        raise RecordError(f"this is no JSON: {trouble}") from None
    try:
        return _JSON[form](document, variant)
    except RecordError:
        raise
    except KeyError as trouble:
        raise RecordError(f"{trouble} is missing or unknown") from None
    except (AttributeError, IndexError, TypeError, ValueError) as trouble:
        raise RecordError(f"this is no game of the form {form} ({trouble})") from None


def _read_beginning(data: bytes) -> bytes:
    """Return how a file begins, unpacked if it is packed by gzip."""
    if data.startswith(_GZIP):
        with suppress(zlib.error):
            return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, _LOOKED_AT)
    return data[:_LOOKED_AT]


def _guess_form(text: str) -> str:
    if not text.lstrip().startswith(("{", "[")):
        return "listing" if listing.is_listing(text) else "record"
    if phases.is_phases_file(text):
        return "jsonl"
    return "webdip-json" if '"terrID"' in text else "diplomacy"
