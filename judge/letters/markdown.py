"""The little Markdown that help pages use, as HTML and as plain text."""

from __future__ import annotations

import re
from html import escape

from judge.letters import plain_text

_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")


def to_html(text: str) -> str:
    """Return headings, paragraphs, lists, tables, code blocks, ``code`` and **strong** words."""
    return "\n".join(_block(block) for block in _blocks(text))


def to_text(text: str) -> str:
    """Return the same without marks, wrapped; examples and tables stand behind a bar."""
    return "\n\n".join(_plain_block(block) for block in _blocks(text))


def _plain_block(lines: list[str]) -> str:
    first = lines[0]
    if first.lstrip().startswith("```"):
        return "\n".join(f"  | {line}".rstrip() for line in lines[1:] if "```" not in line)
    if all(line.startswith("    ") for line in lines):
        return "\n".join(f"  | {line[4:]}".rstrip() for line in lines)
    if level := _heading(first):
        title = f"= {_plain_words(first[level:].strip())} ="
        return f"{title}\n\n{_plain_block(lines[1:])}" if lines[1:] else title
    if _ITEM.match(first):
        return "\n".join(plain_text.wrap(f"- {_plain_words(item)}", "  ") for item in _items(lines))
    if all(line.startswith("|") for line in lines):
        return _plain_table(lines)
    return plain_text.wrap(_plain_words(" ".join(lines)))


def _plain_table(lines: list[str]) -> str:
    """Return rows behind a bar; columns stand below each other where the width allows it."""
    rows = [[_plain_words(cell) for cell in row] for row in _rows(lines)]
    wide = [max(len(row[at]) for row in rows if at < len(row)) for at in range(len(rows[0]))]
    aligned = 1 if sum(wide) + 2 * len(wide) > plain_text.WIDTH + 2 else len(wide)
    cells = ([f"{cell:<{w}}" for cell, w in zip(row[:aligned], wide, strict=False)] for row in rows)
    return "\n".join(
        f"| {'  '.join([*first, *row[aligned:]])}".rstrip()
        for first, row in zip(cells, rows, strict=True)
    )


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
    if level := _heading(first):
        title = f"<h2>{_words(first[level:].strip())}</h2>"
        return f"{title}\n{_block(lines[1:])}" if lines[1:] else title
    if _ITEM.match(first):
        return _list(lines)
    if all(line.startswith("|") for line in lines):
        return _table(lines)
    return f"<p>{_words(' '.join(line.strip() for line in lines))}</p>"


def _heading(line: str) -> int:
    """Return the level of a heading, 0 for any other line."""
    level = len(line) - len(line.lstrip("#"))
    return level if line[level : level + 1] == " " else 0


def _items(lines: list[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        if _ITEM.match(line) or not items:
            items.append(_ITEM.sub("", line).strip())
        else:
            items[-1] += f" {line.strip()}"
    return items


def _rows(lines: list[str]) -> list[list[str]]:
    """Return the cells of a table, its head first."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
    return [row for row in rows if not set("".join(row)) <= set("-: ")]


def _list(lines: list[str]) -> str:
    kind = "ol" if lines[0].lstrip()[:1].isdigit() else "ul"
    return f"<{kind}>{''.join(f'<li>{_words(item)}</li>' for item in _items(lines))}</{kind}>"


def _table(lines: list[str]) -> str:
    first, *body = _rows(lines)
    head = "".join(f'<th scope="col">{_words(cell)}</th>' for cell in first)
    cells = ("".join(f"<td>{_words(cell)}</td>" for cell in row) for row in body)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _plain_words(text: str) -> str:
    return _STRONG.sub(r"\1", _CODE.sub(r"\1", text))


def _words(text: str) -> str:
    text = _CODE.sub(r"<code>\1</code>", escape(text, quote=False))
    return _STRONG.sub(r"<strong>\1</strong>", text)
