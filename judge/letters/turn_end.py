"""How and when a turn ends, in sentences that hold in its game."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from judge.letters.phrasing import count_with_noun
from judge.model.letter import Heading
from judge.model.when import describe_moment


class TurnEnd(NamedTuple):
    """What can be said of the end of the turn that a heading tells of."""

    heading: Heading
    zone: str = ""
    """The reader's own zone, "" if they have none."""

    def write_text_above_deadline(self, wait: bool) -> str:
        """Return what stands above the deadline; ``wait``: the reader asked for all of the time."""
        ending = self.heading.ending
        if ending.manual:
            return "The master processes the turn. The deadline is:"
        if self.early_end_text and not wait:
            return f"{self.early_end_text} The deadline:"
        if ending.certain and ending.grace:
            return "Orders are due by the deadline:"
        early = ""
        if ending.early and not wait:
            after = f", {_format_duration(ending.delay)} after" if ending.delay else " when"
            early = f", or earlier{after} all orders are in"
        return f"The turn is processed at the deadline{early}:"

    @property
    def early_end_text(self) -> str:
        """When the turn ends whose orders are all in, "" if they are not, or if that is now."""
        early_at = self.heading.ending.early_at
        if early_at is None:
            return ""
        then = f"the turn is processed on {self._describe_moment(early_at)}"
        return f"All orders are in. If that stays so, {then}."

    @property
    def missing_orders_text(self) -> str:
        """What comes of orders missing at the deadline, "" if they are not waited for."""
        heading, ending = self.heading, self.heading.ending
        if heading.due is None or ending.manual or heading.late or heading.stage != "active":
            return ""
        if ending.waits and not ending.certain:
            return "If orders are missing then, the game waits for them."
        if ending.grace is None:
            return ""
        if ending.certain:
            grace = self._describe_moment(ending.grace)
            return f"Late orders count until the turn is processed: {grace}"
        return (
            f"If orders are missing then, they count until: {self._describe_moment(ending.grace)}"
        )

    @property
    def late_orders_text(self) -> str:
        """Until when late orders count, "" where that is not set."""
        ending = self.heading.ending
        if self.heading.stage != "active" or ending.manual or ending.grace is None:
            return ""
        return f"Orders still count until {self._describe_moment(ending.grace)}."

    @property
    def missed_deadline_text(self) -> str:
        """How a turn ends whose deadline has passed."""
        ending = self.heading.ending
        if ending.manual:
            return "The deadline has passed; the master processes the turn."
        if ending.certain:
            when = f" on {self._describe_moment(ending.grace)}" if ending.grace else ""
            return f"The deadline has passed; the turn is processed{when}."
        text = "The deadline has passed; the turn is processed as soon as nothing is missing"
        if ending.grace and not ending.waits:
            text += f", at the latest on {self._describe_moment(ending.grace)}"
        return f"{text}."

    def _describe_moment(self, moment: datetime) -> str:
        return describe_moment(moment, self.heading.zone, self.zone)


def _format_duration(time: timedelta) -> str:
    hours, minutes = divmod(int(time.total_seconds()) // 60, 60)
    return " ".join(
        count_with_noun(n, word) for n, word in ((hours, "hour"), (minutes, "minute")) if n
    )
