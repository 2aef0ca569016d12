"""What is said to the lines of a mail: taken, noted, refused, offered."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from judge.game.answer import SAID_ONCE, masked, tells_password
from judge.game.command import Context
from judge.game.effects import Question
from judge.game.proof import access
from judge.game.proof.confirming import letters_that_ask
from judge.game.request import Request
from judge.game.respelling import respelled
from judge.game.whereabouts import Whereabouts
from judge.language import suggestions
from judge.language.statement import Statement
from judge.model.letter import Notice
from judge.model.reason import Reason
from judge.model.transcript import Heard

_AS_ABOVE = Reason("as_above")


class Telling(Whereabouts):
    """Writes the transcript of a mail, and asks where it has to be confirmed."""

    def __init__(self, judge: Context, mail: Request, now: datetime, seed: int, key: str) -> None:
        super().__init__(judge, mail, now, seed, key)
        self.question: Question | None = None
        self.notices: list[Notice] = []
        self.body: str | None = None

    def offer(self, heard: Heard, over: Reason) -> None:
        """Note what would have been done in the turn that a line was meant for.

        What is the matter is said once; what cannot be done now is not offered.
        """
        told = any(line.why == over for line in self.part.heard)
        if heard.verdict != "refused":
            heard = Heard(heard.line, "refused", None if told else over, (heard.line,))
        elif not told:
            heard = heard._replace(why=over, more=(*filter(None, [heard.why]), *heard.more))
        self.part.heard.append(heard)

    def note(
        self,
        said: Statement,
        verdict: Literal["taken", "noted", "refused", "ignored"],
        why: Reason | None = None,
        choices: tuple[str, ...] = (),
    ) -> None:
        """Write a line of the transcript; nothing is offered that would tell a password."""
        line = masked(said, self.meant(said))
        choices = tuple(choice for choice in choices if not tells_password(choice))
        self.part.heard.append(Heard(line, verdict, why, choices, body=self.body))

    def refuse(self, said: Statement, why: Reason, instead: str = "") -> None:
        """Note a refusal, and what may be said ``instead``; a reason that bars all lines alike is
        given once."""
        barred = self.part.barred
        if barred is not None and barred.asks:
            self.ask(said, barred.asks, barred.why)
            return
        if barred is not None:
            self.alarm(barred)
        choices: tuple[str, ...] = (instead,) if instead else ()
        above = [heard.why for heard in self.part.heard if heard.verdict == "refused"]
        said_last = next((each for each in reversed(above) if each != _AS_ABOVE), None)
        if barred is not None and why in above:
            self.leave(said)
        elif why == said_last and why.code in SAID_ONCE:
            self.note(said, "refused", _AS_ABOVE, choices)
        else:
            variant = self.game.variant if self.game else self.judge.variants[self.judge.default]
            if self.count <= suggestions.RESPELLED:
                choices = choices or respelled(why, said.line.text, variant, self.judge)
            self.note(said, "refused", why, choices)

    def leave(self, said: Statement) -> None:
        """Note a line that is not read, for the reason above it; the next below it say no more.

        Where what is above can be answered by its number, so can this.
        """
        below, line = Reason("below_refused"), said.line.text
        told = any(heard.why == below for heard in self.part.heard)
        barred = self.part.barred
        waits = any(barred and h.why == barred.why and h.choices for h in self.part.heard)
        self.note(said, "ignored", None if told else below, (line,) if waits else ())

    def ask(self, said: Statement, address: str, why: Reason) -> None:
        """Do nothing of the mail before it is confirmed at an address."""
        token = access.secret(self.seed, self.key, address)
        self.question = Question(token, address, self.mail)
        heard = Heard(masked(said, self.meant(said)), "held", why)
        self.notices = [*letters_that_ask(self.question, heard, self.key)]
