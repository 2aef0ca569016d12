"""From the parts of a mail to lines of text: charsets, flowed lines, HTML."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Mapping, Set
from functools import lru_cache
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from judge.language.words import find_governing_kind

_VAGUE = {"ascii", "iso8859-1", ""}
"""Charsets that mails claim without meaning them."""

_PYTHONS = {"idna", "punycode", "raw-unicode-escape", "unicode-escape"}
"""Codecs of Python that are no charsets of mail; some take very long for a long text."""

_BLOCKS = frozenset(
    [
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt"),
        *("details", "summary", "caption", "figcaption", "legend"),
        *("fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header"),
        *("hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "tfoot"),
        *("thead", "tr", "ul"),
    ]
)
_SILENT = frozenset(
    ["head", "script", "style", "title", "template", "noscript", "textarea", "select", "svg"]
)
_QUOTES = ".yahoo_quoted, .zmail_extra, .moz-cite-prefix, .gmail_attr"
_SIGNATURES = (
    ".gmail_signature, .moz-signature, .protonmail_signature_block, "
    "#ms-outlook-mobile-signature, #Signature, #AppleMailSignature"
)

_UNSEEN = re.compile(
    r"display:none|visibility:hidden|mso-hide:all"
    r"|(?:^|;)(?:opacity:0(?:\.0*)?|font-size:(?:0[a-z%]*|[01](?:\.\d+)?p[xt])|max-height:0[a-z%]*"
    r"|(?:left|top|right|text-indent|margin-left):-\d{4,}[a-z]*|clip:rect\(0[^)]*\))(?:!|;|$)"
)
_SAME_COLORS = re.compile(
    r"(?=.*(?:^|;)color:(?P<color>[^;!]+))(?=.*(?:^|;)background(?:-color)?:(?P=color)(?:!|;|$))"
)
_STRUCK = re.compile(r"text-decoration(?:-line)?:[^;]*line-through")
_STRUCK_TAGS = "s, strike, del"
_WHITE = re.compile(
    r"(?:^|;)color:(?:white|#f{3}|#f{6}|rgba?\(255,255,255[^)]*\)|transparent)(?:!|;|$)"
)
_GROUND = re.compile(r"(?:^|;)background[a-z-]*:(?!white|#f{3}|#f{6}|none|transparent|inherit)")
_NAMED = r"(?=[.#a-zA-Z])(?:[a-zA-Z][\w-]*)?(?:[.#][a-zA-Z_][\w-]*)*"
_WITHIN = rf"{_NAMED}(?:(?: ?> ?| ){_NAMED}){{0,3}}"
_SELECTORS = re.compile(rf"{_WITHIN}(?: ?, ?{_WITHIN})*")
"""Elements, classes and ids, and those within others, as hiding rules name them."""
_CONDITIONAL = re.compile(r"<!--\[if [^\]]{0,40}\]>(.{0,2000}?)<!\[endif\]-->", re.S)
_ATTRIBUTES = 200
"""So many attributes of an element are read, of an element that is long enough to have them."""
_LONG_TAG = re.compile(r"""<([a-zA-Z][\w:-]*)\s((?:[^<>"']|"[^"]*"|'[^']*'){400,}+)>""")
_ATTRIBUTE = re.compile(r"""[^\s=>]++(?:\s*+=\s*+(?:"[^"]*"|'[^']*'|[^\s>]++))?""")
_LOOKS = re.compile(r"(?i)(?:style|class|id|color|hidden)(?:\s*=|$)")
_TICKED, _UNTICKED = "\u2611 ", "\u2610 "
_FOOTNOTE = re.compile(r"\s*[\d*\u2020\u2021]{1,3}\s*")
_INDENT = "    "
"""What a list says of a name stands further in."""
_LONG = 200
_RULES = 20
"""So many rules that hide are heeded, each if it begins with fewer characters than these."""
_AROUND = 30
"""So many elements around one are looked at."""


def decode_bytes(data: bytes, charset: str = "") -> str:
    """Return bytes as text whatever they claim to be; no byte sequence is refused.

    There are no halves of surrogate pairs in the text: nothing could be written of them.
    """
    try:
        name = codecs.lookup(charset.strip().strip("'\"")).name
    except (LookupError, ValueError):
        name = ""
    # A Latin-1 claim is no claim: UTF-8 proves itself, and cp1252 holds all that Latin-1 prints.
    order = ["utf-8", "cp1252"] if name in _VAGUE | _PYTHONS else [name, "utf-8", "cp1252"]
    for candidate in order:
        try:
            text = data.decode(candidate)
            text.encode("utf-8")
        except (LookupError, ValueError, AssertionError):
            continue
        return text.removeprefix("\ufeff")
    return data.decode("latin-1")


def unflow_text(text: str, joined: bool = False) -> str:
    """Return flowed text (RFC 3676; lines end in LF) with its soft breaks undone.

    ``joined`` is the parameter DelSp: the blank before a soft break is not part of the text.
    """
    out: list[str] = []
    open_depth = -1
    for raw in text.split("\n"):
        body = raw.lstrip(">")
        depth = len(raw) - len(body)
        body = body.removeprefix(" ")
        soft = body.endswith(" ") and body != "-- "
        if depth == open_depth and body != "-- ":
            out[-1] += body
        else:
            out.append((">" * depth + " " if depth else "") + body)
        if soft and joined:
            out[-1] = out[-1][:-1]
        open_depth = depth if soft else -1
    return "\n".join(out)


_CROSSED = re.compile(r"(?<![\w~])(~~?)(?=[^\s~])(.{1,500}?)(?<=[^\s~])\1(?![\w~])")
_CROSSING = re.compile("(?:[^\u0335-\u0338\n][\u0335-\u0338])+")


def remove_struck_text(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a plain text without what is crossed out in it, and that: ``~~between tildes~~``, one
    or two as messengers have it, or with a stroke through each letter."""
    struck: list[str] = []

    def take_out(crossed: re.Match[str]) -> str:
        struck.append(re.sub("[~\u0335-\u0338]", "", crossed[0]).strip())
        return " "

    for pattern in (_CROSSED, _CROSSING):
        text = pattern.sub(take_out, text)
    return text, tuple(struck)


def may_strike_out(html: str) -> bool:
    """Say whether something in an HTML body may be struck out."""
    return bool(re.search(r"<(?:s|strike|del)[\s>]|line-through", html, re.IGNORECASE))


def remove_pgp_armor(text: str) -> str:
    """Return clear-signed text (RFC 9580, 7) without its armor; other text as it is."""
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in text:
        return text
    text = re.sub(r"-----BEGIN PGP SIGNED MESSAGE-----\n(\w+:.*\n)*\n", "", text)
    text = re.sub(r"(?s)-----BEGIN PGP SIGNATURE-----.*?(-----END PGP SIGNATURE-----|\Z)", "", text)
    return re.sub(r"(?m)^- ", "", text)


class HtmlBodyText(NamedTuple):
    """An HTML body as lines; what stood in signatures, what nobody sees, what is crossed out."""

    text: str
    signed: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()


def read_html(html: str, signature_selector: str = _SIGNATURES) -> HtmlBodyText:
    """Return an HTML body as text.

    ``left_out`` selects what is taken for a signature. What a mail program marks as a quotation
    comes out as ``>`` lines, so that the writer's own words between and below stay in place. White
    text is not seen, unless nothing else was written: programs with a dark screen send such.
    """
    html = _CONDITIONAL.sub(_show_if_it_governs, html)
    root = LexborHTMLParser(_LONG_TAG.sub(_keep_first_attributes, html)).root
    if root is None:
        return HtmlBodyText("")
    page = _read_html_body(root, signature_selector, white=True)
    if page.hidden and not re.search(r"(?m)^(?!>)\s*\S", page.text):
        page = _read_html_body(root, signature_selector, white=False)
    return page


def _show_if_it_governs(comment: re.Match[str]) -> str:
    """Return what a comment shows in some programs, if orders may hang on that."""
    shown = re.sub(r"<[^<>]*>", " ", comment[1])
    return comment[1] if find_governing_kind(shown)[0] else ""


def _keep_first_attributes(tag: re.Match[str]) -> str:
    """Return a tag with the first of its attributes, and those that say how it looks: the parser
    compares each with all others."""
    attributes = [found[0] for found in _ATTRIBUTE.finditer(tag[2])]
    looks = filter(_LOOKS.match, attributes[_ATTRIBUTES:])
    return f"<{tag[1]} {' '.join([*attributes[:_ATTRIBUTES], *looks])}>"


def _read_html_body(root: LexborNode, signature_selector: str, *, white: bool) -> HtmlBodyText:
    """Return a page as text; ``white``: as it is seen on a white ground."""
    lines, signed, hidden, struck = _TextLines(), _TextLines(), _TextLines(), _TextLines()
    sheets = [sheet.text(deep=True) or "" for sheet in root.css("style")]
    white = white and not any("background" in sheet.lower() for sheet in sheets)
    quotes = {node.mem_id for node in root.css(_QUOTES)}
    apart = {node.mem_id: signed for node in root.css(signature_selector)}
    unseen = [
        node for node in root.css("[style], [hidden], font[color]") if _is_unseen(node, white)
    ]
    unseen += [node for rule in _find_selectors(sheets, _UNSEEN) for node in root.css(rule)]
    crossed = [*root.css(_STRUCK_TAGS)]
    crossed += [node for node in root.css("[style]") if _is_struck(node.attributes["style"] or "")]
    crossed += [node for rule in _find_selectors(sheets, _STRUCK) for node in root.css(rule)]
    apart |= {node.mem_id: struck for node in crossed}
    apart |= {node.mem_id: hidden for node in unseen}
    _walk_html_tree(root, lines, quotes, apart)
    return HtmlBodyText(
        lines.finish_text(), tuple(signed.done), tuple(hidden.done), tuple(struck.done)
    )


class _ElementLook(NamedTuple):
    """How an element looks: not at all, in white, on a ground that is not white."""

    unseen: bool
    white: bool
    ground: bool


@lru_cache(maxsize=4096)
def _is_struck(style: str) -> bool:
    return bool(_STRUCK.search(re.sub(r"\s", "", style).lower()))


@lru_cache(maxsize=4096)
def _read_style(style: str, color: str) -> _ElementLook:
    declarations = re.sub(r"\s", "", f"{style};color:{color}" if color else style).lower()
    unseen = _UNSEEN.search(declarations) or _SAME_COLORS.match(declarations)
    return _ElementLook(
        bool(unseen), bool(_WHITE.search(declarations)), bool(_GROUND.search(declarations))
    )


def _is_unseen(node: LexborNode, white: bool) -> bool:
    """Say whether nobody sees an element: by its style, or as white on white."""
    marks = node.attributes
    look = _read_style(marks.get("style") or "", marks.get("color") or "")
    return (
        "hidden" in marks
        or look.unseen
        or (white and look.white and not _may_have_dark_ground(node))
    )


def _may_have_dark_ground(node: LexborNode) -> bool:
    """Say whether an element or one around it may have a dark ground."""
    around: LexborNode | None = node
    for _ in range(_AROUND):
        if around is None:
            return False
        marks = around.attributes
        ground = f";background:{marks.get('bgcolor') or 'none'}"
        if _read_style(f"{marks.get('style') or ''}{ground}", "").ground:
            return True
        around = around.parent
    return True


def _find_selectors(sheets: Iterable[str], sign: re.Pattern[str]) -> list[str]:
    """Return for what rules say that, whatever the screen: those within others depend on it."""
    selectors: list[str] = []
    for sheet in sheets:
        depth, start, head = 0, 0, ""
        text = " ".join(re.sub("<!--|-->", "", sheet).split())
        for brace in re.finditer("[{}]", text):
            rule_text = text[start : brace.start()].strip()
            start = brace.end()
            if brace[0] == "{":
                head = head if depth else rule_text
                depth += 1
            elif depth:
                depth -= 1
                is_said = not depth and sign.search(rule_text.replace(" ", "").lower())
                if is_said and len(head) < _LONG and _SELECTORS.fullmatch(head):
                    selectors.append(head)
    return selectors[:_RULES]


class _TextLines:
    """Text that grows by words and by breaks, at some depth of quotation."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.line = ""
        self.depth = 0
        self.is_held_open = False
        """Whether a space stands in the line that is seen, and keeps it from vanishing."""

    def add_words(self, text: str) -> None:
        if text[:1].isspace() and self.line and not self.line.endswith(" "):
            self.line += " "
        self.line += " ".join(text.split())
        if text[-1:].isspace() and self.line and not self.line.endswith(" "):
            self.line += " "

    def begin_cell(self) -> None:
        """Set the next words apart from those of the cell before them in their row."""
        if self.line.strip():
            self.line = f"{self.line.rstrip()}\t"

    def add_lines(self, text: str) -> None:
        self.done += [" ".join(line.split()) for line in text.splitlines()]

    def end_line(self, always: bool = False) -> None:
        if self.line.strip() or always or self.is_held_open:
            is_below = self.line.startswith(_INDENT)
            stop = "-- " if self.line in ("-- ", "--") else _INDENT * is_below + self.line.strip()
            self.done.append("> " * bool(self.depth) + stop)
        self.line, self.is_held_open = "", False

    def finish_text(self) -> str:
        self.end_line()
        return "\n".join(self.done)


def _walk_html_tree(
    root: LexborNode, lines: _TextLines, quotes: Set[int], apart: Mapping[int, _TextLines]
) -> None:
    # By a stack of its own: HTML may nest deeper than Python may call.
    stack: list[tuple[LexborNode, bool]] = [(root, True)]
    while stack:
        node, enter = stack.pop()
        if node.mem_id in apart:
            if not lines.depth:  # what is quoted is left out as a whole
                apart[node.mem_id].add_lines(node.text(separator="\n"))
            lines.add_words(" ")
            continue
        tag = node.tag or ""
        quote = node.mem_id in quotes or (tag == "blockquote" and _is_quotation(node))
        if not enter:
            lines.end_line()
            lines.depth -= quote
            if tag == "p" and not quote:
                lines.end_line(always=True)
            continue
        if tag == "-text":
            _add_node_text(node, lines)
        elif tag == "br":
            lines.end_line(always=True)
        elif tag not in _SILENT and not tag.startswith(("-", "!")):
            if tag in _BLOCKS or quote:
                lines.end_line()
                lines.line = _INDENT if tag == "dd" else ""
                stack.append((node, False))
            elif tag in ("td", "th"):
                lines.begin_cell()
            elif tag == "input" and node.attributes.get("type") in ("checkbox", "radio"):
                lines.add_words(_TICKED if "checked" in node.attributes else _UNTICKED)
            elif tag == "img" and find_governing_kind(alt := node.attributes.get("alt") or "")[0]:
                lines.add_words(f" {alt} ")
            elif tag == "sup" and _FOOTNOTE.fullmatch(node.text()):
                lines.add_words(f" ({node.text().strip()})")
                continue
            lines.depth += quote
            child = node.last_child
            while child is not None:
                stack.append((child, True))
                child = child.prev


def _add_node_text(node: LexborNode, lines: _TextLines) -> None:
    text = node.text(deep=False) or ""
    parent = node.parent
    if parent is not None and parent.tag == "pre":
        for line in text.splitlines(keepends=True):
            lines.line += line.rstrip("\r\n")
            if line.endswith(("\n", "\r")):
                lines.end_line(always=True)
    else:
        lines.is_held_open = lines.is_held_open or "\xa0" in text
        lines.add_words(text.replace("\xa0", " "))


def _is_quotation(node: LexborNode) -> bool:
    # Gmail and Outlook indent by a blockquote without a border: that is no quotation.
    marks = node.attributes
    style = re.sub(r"\s", "", marks.get("style") or "").lower()
    return bool(
        marks.get("type") == "cite"
        or marks.get("cite")
        or "quote" in (marks.get("class") or "")
        or not style
        or ("border-left" in style and "border-left:none" not in style)
    )
