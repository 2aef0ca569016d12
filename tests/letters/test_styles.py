"""Pages with their styles in their elements."""

from __future__ import annotations

import pytest
from css_inline import CSSInliner

from judge.letters.markdown import inline_styles, markdown_to_html, markdown_to_text, stress_words

STYLE = (
    "p { margin: 0; }\n.due p { color: red; }\n@media (max-width: 420px) { p { margin: 1px; } }\n"
)
PAGE = """<!DOCTYPE html><html><head><title>{0}</title><style></style></head><body>
<p class="over">&middot; {0} &amp; <a href="mailto:a@b.example?subject={1}">{0}</a>{0}</p>
<table>
<tr><td> {0}&nbsp;&lt;b&gt; </td></tr>
</table>
<pre>
{0}
</pre><div class="due"><p>{0} &#39;&#34;</p> </div>
</body></html>
"""


def test_pages_of_one_shape_are_styled_as_if_each_stood_alone() -> None:
    inliner = CSSInliner(keep_at_rules=True)
    for text in ("One", " two\ttabs ", "\u00e9\u2192\U0001f600", "a &amp;amp; b", "\ue001x\ue001"):
        page = PAGE.format(text, "x&amp;y")
        alone = inliner.inline(page.replace("<style>", f"<style>\n{STYLE}"))
        assert inline_styles(page, STYLE) == alone
        part = page.partition("<body>")[2].partition("</body>")[0]
        assert inline_styles(part, STYLE) == inliner.inline_fragment(part, STYLE)


def test_what_looks_like_the_mark_of_a_text_is_dropped() -> None:
    assert (
        inline_styles('<p title="\ue002">\ue002x</p>', STYLE)
        == '<p title="" style="margin: 0;">x</p>'
    )


def test_a_layout_may_bring_its_own_styles() -> None:
    page = PAGE.replace("<style></style>", "<style>p {{ color: teal; }}</style>").format("x", "y")
    assert '<p class="over" style="color: teal;">' in inline_styles(page, STYLE)


def test_what_explains_the_lines_of_an_example_stands_below_them() -> None:
    page = """# Page

    DRAW             agree <to> a draw
    ACCEPT   REJECT  answer an offer,
                     or not
    NO DRAW

and

    A PAR - BUR
"""
    html = markdown_to_html(page)
    assert html.count("<dl>") == html.count("<pre>") == 1
    listed = html[html.index("<dl>") : html.index("</dl>")]
    assert listed.split("\n")[1:] == [
        "<dt><tt>DRAW</tt></dt>",
        "<dd>agree &lt;to&gt; a draw</dd>",
        "<dt><tt>ACCEPT   REJECT</tt></dt>",
        "<dd>answer an offer, or not</dd>",
        "<dt><tt>NO DRAW</tt></dt>",
        "",
    ]
    assert "  | DRAW             agree <to> a draw" in markdown_to_text(page)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("a *slow* game, **no** talk", "a <em>slow</em> game, <strong>no</strong> talk"),
        ("send `DRAW`", "send <code>DRAW</code>"),
        ("5 * 3 and 2 * 4", "5 * 3 and 2 * 4"),
        ("<b onclick='x()'>hi</b> & so", "&lt;b onclick='x()'&gt;hi&lt;/b&gt; &amp; so"),
        ("*<script>*x*</script>*", "<em>&lt;script&gt;<em>x</em>&lt;/script&gt;</em>"),
        ("[here](javascript:alert(1))", "[here](javascript:alert(1))"),
        ("![me](https://example.org/x.png)", "![me](https://example.org/x.png)"),
        ("<https://example.org>", "&lt;https://example.org&gt;"),
        ("# no head", "# no head"),
        ("&lt;", "&amp;lt;"),
    ],
)
def test_what_a_master_says_of_a_game_is_stressed_and_harmless(typed: str, shown: str) -> None:
    assert stress_words(typed) == shown
