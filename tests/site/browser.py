"""Chromium without a window, led over a pipe by its own debugging protocol."""

from __future__ import annotations

import fcntl
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LIMIT = 30
"""Seconds after which a browser that says nothing has failed."""

_START = "import os, sys; os.dup2({}, 3); os.dup2({}, 4); os.execv(sys.argv[1], sys.argv[1:])"
"""Chromium reads what it is told from 3 and answers to 4."""


_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--remote-debugging-pipe",
)


class Browser:
    """One page. ``errors`` are what the console was told of."""

    def __init__(self, program: str, profile: Path) -> None:
        ours_in, theirs_out = _pipe()
        theirs_in, ours_out = _pipe()
        command = [program, *_OPTIONS, f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(
            [sys.executable, "-ISc", _START.format(theirs_in, theirs_out), *command],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._in, self._out, self._rest = ours_in, ours_out, b""
        self._count, self._session = 0, ""
        self.errors: list[str] = []
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for part in ("Page", "Runtime", "Log"):
            self.ask(f"{part}.enable")

    def close(self) -> None:
        os.close(self._out)
        os.close(self._in)
        self.process.kill()
        self.process.wait()

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            heard = self._read()
            if heard.get("id") == self._count:
                assert "error" not in heard, heard
                return dict(heard["result"])

    def wait(self, method: str) -> None:
        """Wait for an event that comes after the last command that was asked for."""
        while not any(event["method"] == method for event in self.events):
            self._read()

    @contextmanager
    def loading(self) -> Iterator[None]:
        """Do what brings another page, and wait until it is there."""
        self.events.clear()
        yield
        self.wait("Page.loadEventFired")

    def open(self, path: Path) -> None:
        with self.loading():
            self.ask("Page.navigate", url=path.as_uri())

    def say(self, script: str) -> Any:
        """Return what an expression is in the page."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    @property
    def at(self) -> str:
        """The page that is open."""
        return str(self.say("location.pathname")).rpartition("/")[2]

    def press(self, key: str) -> None:
        codes = {"ArrowLeft": 37, "ArrowRight": 39, "Enter": 13, "Tab": 9}
        event = {"key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
        text = {"text": "\r"} if key == "Enter" else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **event, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **event)

    def click(self, selector: str) -> None:
        x, y, _ = self._middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def swipe(self, selector: str, across: float) -> None:
        """Move a finger over something, by that part of its width."""
        x, y, width = self._middle(selector)
        for kind, part in (("touchStart", -0.5), ("touchMove", 0.5), ("touchEnd", None)):
            points = [] if part is None else [{"x": x + part * across * width, "y": y}]
            self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def _middle(self, selector: str) -> tuple[float, float, float]:
        """Bring something into sight and return where its middle is, and how wide it is."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.say(f"{found}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        box = f"{found}.getBoundingClientRect()"
        x, y, width = self.say(f"(b => [b.x + b.width / 2, b.y + b.height / 2, b.width])({box})")
        return x, y, width

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], LIMIT)
            assert ready, "the browser says nothing"
            heard = os.read(self._in, 1 << 16)
            assert heard, "the browser has gone"
            self._rest += heard
        first, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        if "method" in message:
            self.events.append(message)
            self._note(message["method"], message["params"])
        return message

    def _note(self, method: str, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.errors.append(str(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")


def _pipe() -> tuple[int, int]:
    """A pipe whose ends have numbers that are in nobody's way."""
    ends = []
    for end in os.pipe():
        ends.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20))
        os.close(end)
    return ends[0], ends[1]
