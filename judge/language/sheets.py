"""Tables, frames and forms typed as plain text, written out as lines of orders.

Only what says what its columns are is a table: each cell of its first row is the name of one, and
each row below it fills them. All others stay as they were typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, zip_longest

from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words

_COLUMNS = (
    "table_number",
    "table_kind",
    "table_place",
    "table_action",
    "table_goal",
    "table_deed",
    "table_remark",
    "table_status",
)
_RULE = re.compile(r"[\s|+:=_*.\u2500-\u257f-]*")
"""A line between the rows of a table."""
_FIELD = re.compile(r"[\s*_-]*(?P<name>\w[\w /#-]*?)[*_ ]*[:=][*_ ]*(?P<value>.*)")
"""A line of a form: ``Unit: A Paris``."""
_BARS = ("|", "\u2502")
_BETWEEN_CELLS = (*_BARS, "\t", ";", ",")
_FRAMED = re.compile(r"\s*([*|=\u2502])\1*\s+(\S.*?)\s+\1+\s*")
"""A line with the same sign at both ends, as in a frame."""
_SPACED_OUT = re.compile(r"(?<!\S)(?:[A-Z] ){2,}[A-Z](?!\S)")
"""A word with a blank between its letters: ``D R A F T``."""
_TYPED_OVER = re.compile(r"(?<=[->] )[xX]{3,}[ ,]+(?=\S)")
"""Where a unit was to go, struck out on a typewriter."""
_NAME_ALONE = re.compile(r"(?P<margin>[ \t]*)\S+(?: \S+){0,3}(?<![.:;,!?])")
_HOLDS = WordPattern(r"(?:%(article)s )?%(holds_head)s ?: ?(?P<names>\S.*)")
_HEAD = WordPattern(r"(?:%(sections)s|%(holds_head)s) ?:")
_AND = WordPattern(r"\s*[,;/]\s*(?:%(told_and)s )?|\s+%(told_and)s\s+")
_UNIT = re.compile(r"\s*[AF] [A-Za-z]{3}(?:/[a-z]{2})?")
_APART = re.compile(r" {2,}|\t")
_DEED = WordPattern(r"(?:%(verb)s|%(helps)s|%(hold)s|%(table_deeds)s)\b|[-=>\u2192]")
_LISTED = ">-*+#\u2022"
_MOST = 2000
"""So many lines are looked at."""
_LONGEST = 300
"""Longer lines are none of a table or frame."""
_MOST_COLUMNS = 9


def write_out_sheets(lines: Sequence[str]) -> list[str]:
    """Return the lines of a mail, those of tables and frames as they would be typed without.

    There are as many as were given: what stood between the rows of a table is left blank.
    """
    written = [*map(_without_frame, lines[:_MOST]), *lines[_MOST:]]
    for at, (upper, lower, next_) in enumerate(
        zip(written[:_MOST], written[1:], [*written[2:], ""], strict=False)
    ):
        if _goes_on_indented(upper, lower) and not _DEED.pattern.match(fold_text(next_.strip())):
            written[at : at + 2] = "", f"{upper.rstrip()} {lower.strip()}"
    _write_out_holds(written)
    at = 0
    while at < min(len(written), _MOST):
        rows = _read_table(written, at) or _read_record(written, at)
        if len(rows) > 1:
            written[at : at + len(rows)] = rows
        at += max(len(rows), 1)
    return written


def _write_out_holds(lines: list[str]) -> None:
    """Write, in their places, what hold in a list of names behind a head or below it: ``Holds:
    Ruhr``. A word that says that a list is empty stands behind its head."""
    head = ""
    for at, line in enumerate(lines[:_MOST]):
        text = line.strip()
        if not text or len(line) > _LONGEST:
            head = ""
        elif _HEAD.pattern.fullmatch(text):
            head = text
        elif fold_text(text).strip("()") in list_words("section_empty"):
            lines[at], head = f"{head} {text}" if head else line, ""
        else:
            listed = f"{head} {text}" if head and line[0].isspace() else text
            held = _HOLDS.pattern.fullmatch(listed)
            names = _AND.pattern.split(held["names"]) if held else []
            if names and all(map(_NAME_ALONE.fullmatch, names)) and not _is_empty(*names):
                lines[at] = "; ".join(f"{name} H" for name in names)
            head = head if listed != text else ""


def _is_empty(*names: str) -> bool:
    return all(fold_text(name) in list_words("section_empty") for name in names)


def _without_frame(line: str) -> str:
    if len(line) > _LONGEST:
        return line
    framed = _FRAMED.fullmatch(line) if not line.lstrip().startswith(">") else None
    text = framed[2] if framed and framed[1] not in framed[2] else line
    text = _SPACED_OUT.sub(lambda spaced: spaced[0].replace(" ", ""), text)
    return _TYPED_OVER.sub("", text)


def _goes_on_indented(upper: str, lower: str) -> bool:
    """Say whether a name alone is told in the line below it, further in, what to do; a unit with
    its kind in any line of its own: ``F BRE``, ``- MAO``."""
    named = _NAME_ALONE.fullmatch(upper)
    margin = lower[: len(lower) - len(lower.lstrip())]
    return (
        named is not None
        and named[0].strip()[:1] not in _LISTED
        and (len(margin) > len(named["margin"]) or _UNIT.fullmatch(upper) is not None)
        and _DEED.pattern.match(fold_text(lower.strip())) is not None
    )


def _read_table(lines: Sequence[str], at: int) -> list[str]:
    """Return the rows of the table that begins with a line, each written out; none if that is none,
    or if some row of it cannot be read."""
    sign = _find_sign(lines[at])
    heads = _split_cells(lines[at], sign)
    columns = [_find_column(head) for head in heads]
    if not 1 < len(columns) <= _MOST_COLUMNS or "" in columns:
        return []
    if not _says_all(columns):
        return []
    rows = [""]
    for line in islice(lines, at + 1, None):
        if not line.strip():
            break
        cells = _split_cells(line, sign)
        if 1 < len(cells) < len(columns) and {*columns[len(cells) :]} == {"table_remark"}:
            cells += [""] * (len(columns) - len(cells))
        if _RULE.fullmatch(line):
            rows.append("")
        elif len(cells) == len(columns):
            rows.append(_write_row(columns, heads, cells))
        elif len(cells) > 1:
            return []
        else:
            break
    return rows


def _says_all(columns: Iterable[str]) -> bool:
    """Say whether columns, or fields, have all of an order."""
    names = {*columns}
    return "table_deed" in names or bool(
        names & {"table_kind", "table_place"} and names & {"table_action", "table_goal"}
    )


def _read_record(lines: Sequence[str], at: int) -> list[str]:
    """Return the lines of a form that begins with a line, its order written out in the first: each
    has the name of a field, and none twice. None if it has no order, or but one field. What has
    another name is a remark."""
    columns: list[str] = []
    names: list[str] = []
    cells: list[str] = []
    for line in islice(lines, at, at + _MOST_COLUMNS):
        said = _FIELD.fullmatch(line) if len(line) <= _LONGEST else None
        if said is None:
            break
        name, cell = said["name"], said["value"].strip()
        column = _find_column(name) or "table_remark"
        if columns and column == columns[0]:
            if fold_text(name) == fold_text(names[0]):
                break
            column = "table_goal"  # what a unit supports
        columns.append(column)
        names.append(name)
        is_note = column == "table_remark" and fold_text(cell) not in list_words("table_blank")
        cells.append(f"{name}: {cell}" if is_note else cell)
    if len(columns) < 2 or columns[0] == "table_remark" or not _says_all(columns):
        return []
    return [_write_row(columns, names, cells), *[""] * (len(columns) - 1)]


def _split_cells(line: str, sign: str = "") -> list[str]:
    """Return what stands in the columns of a line, which are parted by a sign, or by blanks; one
    cell if it has none."""
    if len(line) > _LONGEST:
        return [line]
    bare = line.strip()
    if bare.startswith(_BARS):
        line = bare[1:-1] if len(bare) > 1 and bare.endswith(_BARS) else bare[1:]
    parts = line.split(sign) if sign else _APART.split(line.strip())
    return [part.strip() for part in parts]


def _find_sign(line: str) -> str:
    """Return the sign that parts the columns of a line, "" if it is blanks."""
    return next((sign for sign in _BETWEEN_CELLS if sign in line), "")


def _find_column(head: str) -> str:
    name = fold_text(head).strip(" .:*_")
    return next((column for column in _COLUMNS if name in list_words(column)), "")


def _write_row(columns: Sequence[str], heads: Sequence[str], cells: Sequence[str]) -> str:
    """Return the cells of a row as an order, with its remarks behind it."""
    said: dict[str, list[str]] = {column: [] for column in _COLUMNS}
    for column, head, cell in zip_longest(columns, heads, cells):
        if fold_text(cell) in list_words("table_blank"):
            continue
        if column == "table_status" and fold_text(cell) not in list_words("table_settled"):
            said["table_remark"].append(f"{head}: {cell}")
        elif column == "table_deed":
            said[column] += [head, cell]  # Build: A Paris
        else:
            said[column].append(cell)
    deed = " ".join((*said["table_action"], *said["table_goal"]))
    if not said["table_action"] and deed and not _DEED.pattern.match(fold_text(deed)):
        deed = f"- {deed}"
    if "table_deed" in columns and not said["table_deed"] and not deed:
        return ""
    named, *place = said["table_deed"] or [""]
    unit = " ".join((*said["table_kind"], *said["table_place"], *place))
    remarks = "".join(f" ({remark})" for remark in said["table_remark"])
    return " ".join(filter(None, (named, unit, deed))) + remarks
