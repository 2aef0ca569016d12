"""Commands that carry words to others."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from judge.game.command import InGame, LineContext
from judge.game.press.sending import Sent


class PressCommand(InGame):
    """Carries the ``body``, which stands below its line or on it; ``grey`` gives no name."""

    in_subject = False

    grey: bool = False
    body: str = ""

    def with_text(self, text: str) -> Self:
        """Return the command with that text, if its own line has none."""
        return self if self.body else replace(self, body=text)

    def sent(self, context: LineContext) -> Sent:
        """Return the circumstances under which it was sent."""
        return Sent(context.now, context.key, context.name, grey=self.grey)
