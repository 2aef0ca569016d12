"""A browser in which pages are looked at: what is wrong with them, and sheets of how they look."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path
from typing import Self

from tests.needs import needs
from tests.site.browser import Browser

WIDTHS = (400, 800)
MOODS = ("light", "dark")
MOST_HIGH = 3600
"""How many pixels of a long page are on a sheet."""


FAULTS = (Path(__file__).parent / "faults.js").read_text("utf-8")
"""What yields the faults of the page that is open: what is cut off, broken, pale or small."""


class Screen:
    """Looks at one page after the other."""

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="screen-")
        self._place = Path(self._folder.name)
        self._browser = Browser(needs("chromium", "chromium"), self._place / "profile")
        self._browser.ask("Emulation.setScrollbarsHidden", hidden=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._browser.close()
        self._folder.cleanup()

    def look_at_page(self, page: str, sheet: Path | None) -> list[str]:
        """Return what is wrong with a page (its HTML, or where it is), and draw a sheet of it."""
        faults, shots = [], []
        for width in WIDTHS:
            for mood in MOODS:
                self._set_view(width, mood)
                self._open(page)
                faults += [f"{width} {mood}: {fault}" for fault in self._browser.say(FAULTS)]
                if sheet:
                    shots.append((width, self._shoot(width)))
        if sheet:
            images = "".join(
                f'<img width="{width}" src="data:image/png;base64,{shot}">' for width, shot in shots
            )
            self._set_view(2 * sum(WIDTHS) + 60, "light")
            style = "margin:8px;display:flex;gap:12px;align-items:flex-start;background:#888"
            self._open(f'<!DOCTYPE html><body style="{style}">{images}')
            sheet.write_bytes(base64.b64decode(self._shoot(2 * sum(WIDTHS) + 60)))
        return faults

    def _set_view(self, width: int, mood: str) -> None:
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self._browser.ask("Emulation.setDeviceMetricsOverride", **size)
        feature = {"name": "prefers-color-scheme", "value": mood}
        self._browser.ask("Emulation.setEmulatedMedia", features=[feature])

    def _open(self, page: str) -> None:
        if page.startswith("file:"):
            with self._browser.loading():
                self._browser.ask("Page.navigate", url=page)
            return
        path = self._place / "page.html"
        path.write_text(page, encoding="utf-8")
        self._browser.open(path)

    def _shoot(self, width: int) -> str:
        high = min(MOST_HIGH, self._browser.say("document.documentElement.scrollHeight"))
        clip = {"x": 0, "y": 0, "width": width, "height": high, "scale": 1}
        shot = self._browser.ask("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        return str(shot["data"])
