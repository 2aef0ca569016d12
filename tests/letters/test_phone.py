"""How long a letter is on a phone, measured by a browser."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from judge.letters.compose import compose
from judge.letters.illustrations import illustrations
from judge.library import load
from judge.model.letter import Notice, Recipient
from judge.model.turn import Phase
from judge.post.inline import LOOK
from judge.records.reader import parse
from judge.records.run import run
from judge.resources import find
from tests.letters.games import HOUSE, STANDARD, heading, seen
from tests.needs import needs

PHONE = 400
"""The width in CSS pixels."""
SQUARE = (
    f'<img style="{LOOK}" src="data:image/svg+xml,'
    "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1.05'/%3E\">"
)
"""In the place of a picture: as wide as the letter, and as high as that of Standard."""
PAGE = """<body><iframe id="letter" style="border: 0; width: {width}px"></iframe><script>
onload = () => {{
  const frame = document.getElementById("letter");
  frame.onload = () => {{
    const page = frame.contentDocument.documentElement;
    page.style.overflow = "hidden";
    document.title = page.scrollWidth + "x" + page.scrollHeight;
  }};
  frame.src = "letter.html";
}}
</script>"""


def height(html: str, folder: Path) -> int:
    """How high a page is at the width of a phone, which it does not go beyond."""
    page = re.sub(r"<!--picture \d+-->", lambda mark: SQUARE, html)
    (folder / "letter.html").write_text(page, encoding="utf-8")
    (folder / "page.html").write_text(PAGE.format(width=PHONE), encoding="utf-8")
    browser = needs("chromium", "chromium")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
             "--virtual-time-budget=3000", f"--user-data-dir={folder / 'profile'}"]  # fmt: skip
    asked = [browser, *flags, "--dump-dom", f"file://{folder / 'page.html'}"]
    shown = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=True).stdout
    found = re.search(r"<title>(\d+)x(\d+)</title>", shown)
    assert found, shown[:500]
    assert int(found[1]) == PHONE
    return int(found[2])


def test_a_turn_of_34_orders_with_its_picture_fits_a_phone(tmp_path):
    """All orders are on the page, those of the reader first."""
    text = (find("maps", "standard") / "demo.game").read_text(encoding="utf-8")
    turns = (played.record for played in run(parse(text, load)))
    record = next(
        r for r in turns if r.before.turn.phase is Phase.MOVEMENT and len(r.results) == 34
    )
    view = seen(record.after, record, "Russia")
    notice = Notice("results", Recipient("a@example.org"), "", "1", heading(record.after), view)
    pictures = illustrations(notice, STANDARD)
    html = compose(notice, STANDARD, HOUSE, pictures).html
    assert html.count("<!--picture") == 2
    first = [html.index(mark) for mark in ("Orders of Russia", "<!--picture 0", "Deadline", "H<br")]
    assert first == sorted(first)
    assert height(html, tmp_path) <= 2000
