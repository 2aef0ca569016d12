"""What there is of each kind of letter."""

from __future__ import annotations

from judge.letters.render import make_template_environment
from judge.model import letter_kind
from judge.model.letter_kind import LetterKind


def test_each_kind_of_letter_has_its_templates_and_each_template_its_kind() -> None:
    kinds = [each for each in vars(letter_kind).values() if isinstance(each, LetterKind)]
    names = {name for name in make_template_environment().list_templates() if name.count(".") == 2}
    parts = {
        f"{part}.{form}.j2" for part in ("layout", "board", "orderpage") for form in ("txt", "html")
    }
    shared = {"macros.html.j2", "orderpage.txt.j2", "unsubscribe.html.j2", *parts}
    whole = {name for name in names if "/" not in name} - shared
    assert whole == {f"{kind}.{form}.j2" for kind in kinds for form in ("txt", "html")}
