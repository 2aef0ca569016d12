"""Orders that speak of the one before them: ``Marseilles supports that``."""

from __future__ import annotations

from judge.language.word_lists import WordPattern

_REFERS = WordPattern(r"(?P<order>.+ %(helps)s) %(that)s(?: %(as_well)s)?[ .!]*")


def with_antecedent(text: str, above: str) -> str:
    """Return a line in which an order stands in place of the word for it: ``above``, that before
    it; the line itself if it has no such word, or if none stands before it."""
    refers = _REFERS.pattern.fullmatch(text.strip()) if above else None
    return f"{refers['order']} {above}" if refers else text
