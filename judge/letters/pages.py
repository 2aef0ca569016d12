"""Pages of HELP that come as values: a template of ``templates/pages`` writes each in Markdown."""

from __future__ import annotations

from dataclasses import replace

from judge.letters.render import make_template_environment
from judge.model.letter import Notice, Page
from judge.model.pages import PageOfValues


def with_written_pages(notice: Notice) -> Notice:
    """Return the notice with its pages in words."""
    return replace(
        notice,
        sections=tuple(
            write_page(section) if isinstance(section, PageOfValues) else section
            for section in notice.sections
        ),
    )


def write_page(values: PageOfValues) -> Page:
    """Return a page in words. The first line that its template writes is the title."""
    name = type(values).__name__.removesuffix("Page").lower()
    text = make_template_environment().get_template(f"pages/{name}.md.j2").render(page=values)
    title, _, rest = text.partition("\n")
    return Page(title.removeprefix("# "), rest.strip("\n"))
