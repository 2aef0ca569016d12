"""Puts the styles of a page into its elements: many mail programs heed no others."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from itertools import chain, zip_longest

from css_inline import CSSInliner

_INLINER = CSSInliner(keep_at_rules=True)

_TEXT = re.compile(r"(>\s*)([^<\s][^<]*)")
"""What stands behind a tag, and the blanks before it, which may mean nothing there."""
_HERE = "\ue002"
"""Stands where a text was in the shape of a page."""
_STYLES = "<style></style>"
"""Stands in a page where its styles are to be put."""

_SIGNS = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\xa0"): "&nbsp;"}


def inline_styles(page: str, style: str) -> str:
    """Return a page, or a part of one, with those styles in its elements.

    What an element is given hangs on the elements that it stands in, and not on the texts between
    them: it is worked out once for all pages of one shape.
    """
    if "<style" in page and _STYLES not in page:  # a layout of the operator's, with its own styles
        return str(_INLINER.inline(page))
    pieces = _TEXT.split(page.replace(_HERE, ""))
    texts, pieces[2::3] = pieces[2::3], [_HERE] * (len(pieces) // 3)
    around = _styled_pieces("".join(pieces), style)
    return "".join(chain(*zip_longest(around, map(_escape_html_text, texts), fillvalue="")))


@lru_cache(maxsize=512)
def _styled_pieces(shape: str, style: str) -> list[str]:
    if _STYLES not in shape:
        return _INLINER.inline_fragment(shape, style).split(_HERE)
    return _INLINER.inline(shape.replace(_STYLES, f"<style>\n{style}</style>")).split(_HERE)


def _escape_html_text(text: str) -> str:
    """Return a text as it is written in a page, with as few signs of HTML as can be."""
    if "&" not in text and "\xa0" not in text:
        return text
    return unescape(text).translate(_SIGNS)
