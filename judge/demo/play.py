"""A whole game played by real mail."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

from judge.demo.mailboxes import MailUser, find_plain_text_of
from judge.demo.office import GAME, DemoOffice
from judge.game.enter.starting import divide_powers
from judge.game.state import Stage
from judge.hooks import Variant


class DemoOutcome(NamedTuple):
    """Whether all was as it should be, and what that is, or was not, in a sentence."""

    succeeded: bool
    verdict: str


class DemoGame(ABC):
    """A game of a variant by mail, with a judge of its own; ``report`` is told how it goes.

    Letters and database go to ``folder``. The players are called by ``names``, or by their powers.
    ``highlights`` tells in lines what was out of the ordinary.
    """

    names: ClassVar[Sequence[str]] = ()
    draws = True
    """Whether letters get their pictures."""

    def __init__(self, variant: Variant, folder: Path, report: Callable[[str], None]) -> None:
        names = self.names or [powers[0] for powers in divide_powers(variant)]
        self.office = DemoOffice(variant, folder, names)
        self.report = report
        self.outcome = DemoOutcome(False, "")
        self.highlights: list[str] = []

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.office.variant

    @property
    def players(self) -> dict[str, MailUser]:
        """Who plays, by their names."""
        return self.office.players

    def play_game(self) -> Self:
        """Open the office, and play the game to its end."""
        self.office.open_judge(draws=self.draws)
        try:
            self.create_and_join_game()
            self.play_turns()
            self.outcome = self.check_outcome()
            return self
        finally:
            self.office.close()

    @property
    def last_result_letter(self) -> str:
        """The last result letter of the first player."""
        first = next(iter(self.players.values()))
        results = [mail for mail in first.letters if str(mail["Subject"]).endswith("Results")]
        return find_plain_text_of(results[-1])

    @property
    def summary(self) -> str:
        """What happened, for somebody who sees it for the first time."""
        office = self.office
        lines = ("What happened, in short:", *self.highlights, "", "") if self.highlights else ()
        highlights = "\n".join(lines)
        return (
            "Above: the last result letter of the first player.\n"
            f"{highlights}"
            f"{office.sent} mails in, {office.server.letter_count} mails out; {office.turns} turns "
            f"of {len(office.years)} game years, each processed at its deadline.\n"
            f"All letters, as their readers got them: {office.folder / 'letters'}/*/*.eml"
        )

    @abstractmethod
    def play_turns(self) -> None:
        """Play turn after turn, to the end of the game."""

    @abstractmethod
    def check_outcome(self) -> DemoOutcome:
        """Return whether all was as it should be."""

    def create_and_join_game(self) -> None:
        """Create the game and let everybody join it; the last one to join starts it."""
        office = self.office
        options = ", ".join(f"{name}={choice}" for name, choice in self.variant.settings.items())
        code = self.variant.code
        office.send_to_judge(office.master, "a new game", f"CREATE {GAME} {code} WITH {options}")
        office.wait_until_idle()
        office.send_to_judge(
            office.master,
            "settings",
            "SET CONFIRM OFF\nSET EARLY OFF\nSET REMINDER 0\nSET PICTURES OFF",
        )
        for power, player in self.players.items():
            self.join_player(player, f"JOIN {GAME} AS {power}")
        office.wait_until_idle()
        if self.variant.options_needing_consent:
            for player in self.players.values():
                office.send_to_judge(player, "Re: consent", "AGREE")
            office.wait_until_idle()
        assert office.find_current_game().stage is Stage.ACTIVE, "the players start the game"
        self.report(f"{len(self.players)} players and a master have mailed; {GAME} has begun")

    def join_player(self, player: MailUser, line: str) -> None:
        """Let a player join; the first alone has pictures, which take longer than all the rest."""
        first = next(iter(self.players.values()))
        words = line if player is first else f"{line}\nSET PICTURES OFF"
        self.office.send_to_judge(player, "hello", words)
