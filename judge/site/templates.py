"""The words of the pages: the templates in ``templates/site``."""

from __future__ import annotations

from judge.letters.render import template_environment


def render_template(name: str, **values: object) -> str:
    """Return a page that a template makes of the values."""
    return template_environment().get_template(f"site/{name}").render(values)
