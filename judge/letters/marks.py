"""The little Markdown that help pages use, as HTML."""

from __future__ import annotations

import re
from html import escape

_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")


def to_html(text: str) -> str:
    """Return headings, paragraphs, lists, tables, code blocks, ``code`` and **strong** words."""
    return "\n".join(_block(block) for block in _blocks(text))


def _blocks(text: str) -> list[list[str]]:
    """Return the paragraphs; fenced code is one block whatever it holds."""
    blocks: list[list[str]] = [[]]
    fenced = False
    for line in text.replace("\r\n", "\n").split("\n"):
        fence = line.lstrip().startswith("```")
        if fence and not fenced:
            blocks.append([line])
        elif fence:
            blocks[-1].append(line)
            blocks.append([])
        elif fenced or line.strip():
            blocks[-1].append(line)
        else:
            blocks.append([])
        fenced ^= fence
    return [block for block in blocks if block]


def _block(lines: list[str]) -> str:
    first = lines[0]
    if first.lstrip().startswith("```"):
        return f"<pre>{escape(chr(10).join(lines[1:-1] or lines[1:]))}</pre>"
    if all(line.startswith("    ") for line in lines):
        return f"<pre>{escape(chr(10).join(line[4:] for line in lines))}</pre>"
    level = len(first) - len(first.lstrip("#"))
    if level and first[level : level + 1] == " ":
        title = f"<h2>{_words(first[level:].strip())}</h2>"
        return f"{title}\n{_block(lines[1:])}" if lines[1:] else title
    if _ITEM.match(first):
        return _list(lines)
    if all(line.startswith("|") for line in lines):
        return _table(lines)
    return f"<p>{_words(' '.join(line.strip() for line in lines))}</p>"


def _list(lines: list[str]) -> str:
    items: list[str] = []
    for line in lines:
        if _ITEM.match(line) or not items:
            items.append(_ITEM.sub("", line).strip())
        else:
            items[-1] += f" {line.strip()}"
    kind = "ol" if lines[0].lstrip()[:1].isdigit() else "ul"
    return f"<{kind}>{''.join(f'<li>{_words(item)}</li>' for item in items)}</{kind}>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
    head = "".join(f'<th scope="col">{_words(cell)}</th>' for cell in rows[0])
    body = [row for row in rows[1:] if not set("".join(row)) <= set("-: ")]
    cells = ("".join(f"<td>{_words(cell)}</td>" for cell in row) for row in body)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _words(text: str) -> str:
    text = _CODE.sub(r"<code>\1</code>", escape(text, quote=False))
    return _STRONG.sub(r"<strong>\1</strong>", text)
