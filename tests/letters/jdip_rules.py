"""Reads judge mails as strictly as the hobby's map programs do, and names the rule a mail breaks.

Written from the readers' rules alone: it knows nothing of how the judge makes its mails.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise, takewhile

from judge.model.map import Map

MARKS = ("bounce", "cut", "no convoy", "void", "dislodged", "destroyed")
TRAPS = ("Movement", "Retreat", "Adjustment", "Status ")
LIMIT = 7000
AHEAD = 7200


class LayoutError(AssertionError):
    """A rule that a mail breaks."""


@dataclass
class Ordered:
    """A movement line."""

    power: str
    kind: str
    place: str
    text: str
    marks: tuple[str, ...]


@dataclass
class Mail:
    """What a program knows after reading."""

    judge: str = ""
    game: str = ""
    variant: str = ""
    phase: str = ""
    season: str = ""
    year: int = 0
    orders: list[Ordered] = field(default_factory=list)
    dislodged: dict[str, tuple[str, ...]] = field(default_factory=dict)
    retreats: list[tuple[str, str, str, str]] = field(default_factory=list)
    adjustments: list[tuple[str, str]] = field(default_factory=list)
    units: list[tuple[str, str, str]] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)
    table: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    next: tuple[str, str, int] | None = None
    over: bool = False
    selected: str = ""


class Reader:
    """Knows the names of one map."""

    def __init__(self, game_map: Map) -> None:
        self.split = {p.name for p in game_map.provinces.values() if p.coasts}
        self.seas = {p.name for p in game_map.provinces.values() if p.terrain == "sea"}
        self.provinces = {p.name for p in game_map.provinces.values()}
        self.adjectives = {p.adjective: name for name, p in game_map.powers.items()}
        self.powers = set(game_map.powers)
        names = "|".join(sorted(map(re.escape, self.provinces), key=len, reverse=True))
        self.spot = rf"(?:{names})(?: \((?:north|south|east|west) coast\))?"
        unit = rf"(?:(?:{'|'.join(self.adjectives)}) )?(?:Army|Fleet) {self.spot}"
        self.line = re.compile(
            rf"([A-Za-z0-9_-]+): (Army|Fleet) ({self.spot})"
            rf"( HOLD|(?: -> {self.spot})+| SUPPORT {unit}(?: -> {self.spot})?"
            rf"| CONVOY {unit} -> {self.spot}|, No Order Processed)\.(?:  ?\(\*([a-z, ]+)\*\))?"
        )
        self.aided = re.compile(
            rf"(?:SUPPORT|CONVOY) (?:([A-Z][a-z]+) )?(Army|Fleet) ({self.spot})"
        )

    # -- whole mails -------------------------------------------------------------------------

    def result(self, text: str) -> Mail:
        """Read a mail with the results of one phase."""
        if len(text) >= LIMIT:
            raise LayoutError(f"a result mail of {len(text)} characters")
        mail, rest = self.head(text)
        return self.body(rest, mail)

    def head(self, text: str) -> tuple[Mail, list[str]]:
        """Read the :: line; return what stands below it."""
        if not text.isascii():
            odd = sorted({c for c in text if not c.isascii()})
            raise LayoutError(f"not ASCII: {odd}")
        for line in text.split("\n"):
            if len(line.encode()) > 990 or "\r" in line:
                raise LayoutError(f"line cannot travel as 7bit: {line!r}")
        lines = text.split("\n")
        at = next((n for n, line in enumerate(lines) if "::" in line), None)
        if at is None:
            raise LayoutError("no :: line")
        found = re.match(r":: Judge: ([A-Za-z]+)  Game: ([A-Za-z0-9]+)  Variant: (\S+)", lines[at])
        if not found:
            raise LayoutError(f"head: {lines[at]!r}")
        self._players(lines[at + 1 :])
        return Mail(*found.groups()), lines[at + 1 :]

    def _players(self, lines: list[str]) -> None:
        """Look for the block of players as far ahead as can be gone back; a row has two words."""
        read = 0
        for number, line in enumerate(lines):
            read += len(line) + 1
            if read > AHEAD:
                raise LayoutError(f"no players in the first {AHEAD} of the mail's characters")
            if "following players" in line.lower():
                rows = takewhile(lambda row: len(row) > 3, lines[number + 1 :])
                if any(len(re.split(r"[: \t]+", row.strip())) < 2 for row in rows):
                    raise LayoutError("a player without an address")
                return

    def body(self, lines: list[str], mail: Mail) -> Mail:
        """Read from the headline down to the next phase."""
        headline = re.compile(r"(Movement|Retreat|Adjustment) results for (\w+) of (\d+)\.")
        at = next((n for n, line in enumerate(lines) if headline.match(line)), None)
        if at is None:
            raise LayoutError("no headline")
        self._calm(lines[:at])
        found = headline.match(lines[at])
        assert found
        mail.phase, mail.season, mail.year = found[1], found[2], int(found[3])
        if not re.search(r"\(\w+\.\d{3}\)$", lines[at]):
            raise LayoutError(f"no game and number in brackets: {lines[at]!r}")
        if lines[at + 1] != "":
            raise LayoutError("no blank line under the headline")
        rest = lines[at + 2 :]
        read = {"Movement": self._moves, "Retreat": self._retreats}.get(found[1], self._adjusts)
        self._sections(read(rest, mail), mail)
        self._ending(rest, mail)
        return mail

    def listing(self, text: str) -> Mail:
        """Read the answer to LIST."""
        mail, lines = self.head(text)
        headline = re.compile(
            r"Status of the (Movement|Retreat|Adjustment) phase for (\w+) of (\d+)\."
        )
        for line in lines:
            if re.match(r"(Retreat|Adjustment) orders for", line):
                raise LayoutError(f"taken for results: {line!r}")
        at = next((n for n, line in enumerate(lines) if headline.match(line)), None)
        if at is None:
            raise LayoutError("no status line")
        self._calm(lines[:at])
        found = headline.match(lines[at])
        assert found
        mail.phase, mail.season, mail.year = found[1], found[2], int(found[3])
        if lines[at].index(found[1]) != 14:
            raise LayoutError("the phase stands at column 15 for Realpolitik")
        self._sections(self._positions(lines[at + 2 :], mail), mail, listing=True)
        if not mail.owners or not mail.units:
            raise LayoutError("a listing needs units and owners")
        return mail

    def start(self, text: str, headed: bool = True) -> Mail:
        """Read the announcement of the start."""
        mail, lines = self.head(text) if headed else (Mail(), text.split("\n"))
        for line in lines:
            found = re.match(
                r"You have been selected as (\S+) in game '(\w+)' of Diplomacy\.", line
            )
            mail.selected = mail.selected or (found[1] if found else "")
        if not mail.selected:
            raise LayoutError("nobody is selected")
        at = next(
            (n for n, ln in enumerate(lines) if ln.startswith("Starting position for ")), None
        )
        if at is None or not re.fullmatch(r"Starting position for \w+ of \d+\.", lines[at]):
            raise LayoutError("no starting position")
        self._positions(lines[at + 2 :], mail)
        return mail

    def history(self, text: str) -> list[Mail]:
        """Read a HISTORY: the start and every turn, oldest first."""
        mail, lines = self.head(text)
        dates = [n for n, line in enumerate(lines) if "date:" in line.lower()[:15]]
        if not dates:
            raise LayoutError("no Date line")
        if sum(len(line) + 1 for line in lines[: dates[0]]) >= LIMIT:
            raise LayoutError("too much above the first Date line")
        if not any(line.startswith("History information for game '") for line in lines[: dates[0]]):
            raise LayoutError("no history headline")
        self._calm(lines[: dates[0]])
        turns = []
        for n, at in enumerate(dates):
            if not re.fullmatch(
                r"Date:    \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4} \(\d+\)", lines[at]
            ):
                raise LayoutError(f"another line with date: {lines[at]!r}")
            found = re.fullmatch(rf"Subject: {mail.judge}:(\w+) - (.+)", lines[at + 1])
            if not found or lines[at + 2] != "":
                raise LayoutError(f"no Subject line at once: {lines[at + 1]!r}")
            end = dates[n + 1] if n + 1 < len(dates) else len(lines)
            block = lines[at + 3 : end]
            if any("::" in line for line in block):
                raise LayoutError(":: lines inside a history")
            if n == 0:
                if not re.match(r"[A-Z]\d{4}[MRB] ", found[2]):
                    raise LayoutError(f"no turn in the subject of the start: {found[2]!r}")
                if "Results" in found[2]:
                    raise LayoutError("a history begins with the game's start")
                self.start("\n".join(block), headed=False)
                continue
            turn = re.search(r"(?:^|\s)([A-Z])(\d{4})([MRB])(?:\s|$)", found[2])
            if not turn or "Results" not in found[2]:
                raise LayoutError(f"no turn in the subject: {found[2]!r}")
            one = self.body(block, Mail(mail.judge, mail.game, mail.variant))
            if (turn[3], int(turn[2])) != (one.phase[0].replace("A", "B"), one.year):
                raise LayoutError(f"{found[2]!r} stands above {one.phase} {one.year}")
            turns.append(one)
        self._unbroken(turns)
        return turns

    # -- parts -------------------------------------------------------------------------------

    def _calm(self, lines: list[str]) -> None:
        """Nothing above a headline may look like one, or like a line of a history."""
        if sum(len(line) + 1 for line in lines) >= LIMIT:
            raise LayoutError("too much above the headline")
        for line in lines:
            if line.startswith(TRAPS) or "date:" in line.lower()[:15]:
                raise LayoutError(f"a trap above the headline: {line!r}")

    def _place(self, power: str, kind: str, spot: str) -> str:
        if power not in self.powers:
            raise LayoutError(f"no power {power!r}")
        name = re.sub(r" \(.*\)$", "", spot)
        if name not in self.provinces:
            raise LayoutError(f"no province {spot!r}")
        if (kind == "Fleet" and name in self.split) != (name != spot):
            raise LayoutError(f"coast of {kind} {spot}")
        return name

    def _moves(self, lines: list[str], mail: Mail) -> list[str]:
        order: list[str] = []
        at = 0
        while at < len(lines):
            line = lines[at]
            if line == "" and lines[at + 1 : at + 2] and self.line.fullmatch(lines[at + 1]):
                if lines[at + 1].startswith(lines[at - 1].split(":")[0]):
                    raise LayoutError("a blank line inside a power's orders")
                at += 1
                continue
            found = self.line.fullmatch(line)
            if not found:
                break
            power, kind, spot, text, marks = found.groups()
            self._place(power, kind, spot)
            if power not in order:
                order.append(power)
            elif order[-1] != power:
                raise LayoutError(f"{power} stands in two groups")
            elif lines[at - 1] == "":
                raise LayoutError("a blank line inside a power's orders")
            mail.orders.append(Ordered(power, kind, spot, text.strip(" ,"), self._marks(marks)))
            at += 1
        self._orders(mail)
        rest = lines[at:]
        driven = {o.place for o in mail.orders if {"dislodged", "destroyed"} & set(o.marks)}
        if driven or (rest[:3] and "dislodged:" in "".join(rest[:4])):
            rest = self._driven(rest, mail, gap=2)
        if set(mail.dislodged) != driven:
            raise LayoutError(f"dislodged by marks {driven}, by sentences {set(mail.dislodged)}")
        return rest

    def _marks(self, text: str | None) -> tuple[str, ...]:
        marks = tuple(text.split(", ")) if text else ()
        if any(mark not in MARKS for mark in marks):
            raise LayoutError(f"marks {marks}")
        if len(marks) > 2 or (len(marks) == 2 and marks[1] != "dislodged"):
            raise LayoutError(f"marks {marks}")
        return marks

    def _orders(self, mail: Mail) -> None:
        board: dict[str, Ordered] = {}
        for one in mail.orders:
            name = re.sub(r" \(.*\)$", "", one.place)
            if name in board:
                raise LayoutError(f"two lines for {name}")
            board[name] = one
        for one in mail.orders:
            found = self.aided.search(one.text)
            if not found:
                if one.kind == "Fleet" and one.text.startswith("->"):
                    self._place(one.power, "Fleet", one.text.split("-> ")[-1])
                continue
            whose, kind, spot = found.groups()
            helped = board.get(re.sub(r" \(.*\)$", "", spot))
            if helped is None or (helped.kind, helped.place) != (kind, spot):
                raise LayoutError(f"no such unit: {one.text}")
            owner = self.adjectives[whose] if whose else one.power
            if helped.power != owner:
                raise LayoutError(f"whose unit? {one.power}: {one.text}")
            goal = one.text.split(" -> ")[-1] if " -> " in one.text else ""
            if goal and kind == "Fleet":
                self._place(one.power, "Fleet", goal)

    def _driven(self, lines: list[str], mail: Mail, gap: int) -> list[str]:
        if lines[: gap + 2] != [*[""] * gap, "The following units were dislodged:", ""]:
            raise LayoutError(f"the head of the dislodged units: {lines[: gap + 2]}")
        end = lines.index("", gap + 2)
        block: list[str] = []
        for line in lines[gap + 2 : end]:
            if len(line) > 78:
                raise LayoutError(f"line too long: {line!r}")
            if line.startswith("The "):
                block.append(line)
            elif line.lower().startswith("the") or not block:
                raise LayoutError(f"continuation {line!r}")
            else:
                block[-1] += f" {line}"
        for text in block:
            found = re.fullmatch(
                rf"The (\w+) (Army|Fleet) in (the )?({self.spot})"
                rf"(?: can retreat to ({self.spot}(?: or {self.spot})*)"
                rf"| with no valid retreats was destroyed)\.",
                text,
            )
            if not found or found[1] not in self.adjectives:
                raise LayoutError(f"dislodged: {text!r}")
            self._place(self.adjectives[found[1]], found[2], found[4])
            if bool(found[3]) != (found[4] in self.seas):
                raise LayoutError(f"article: {text!r}")
            places = tuple(found[5].split(" or ")) if found[5] else ()
            for place in places:
                self._place(self.adjectives[found[1]], found[2], place)
            mail.dislodged[found[4]] = places
        return lines[end:]

    def _retreats(self, lines: list[str], mail: Mail) -> list[str]:
        end = lines.index("")
        for line in lines[:end]:
            found = re.fullmatch(
                rf"([A-Za-z0-9_-]+): {{2,}}(Army |Fleet) ({self.spot})"
                rf" (-> {self.spot}|DISBAND)( \(\*bounce\*\))?\.",
                line,
            )
            if not found:
                raise LayoutError(f"retreat: {line!r}")
            kind = found[2].strip()
            self._place(found[1], kind, found[3])
            if found[4] != "DISBAND":
                if found[5]:
                    raise LayoutError(f"shown alive: {line!r}")
                self._place(found[1], kind, found[4][3:])
            mail.retreats.append((found[1], kind, found[3], found[4]))
        return lines[end:]

    def _adjusts(self, lines: list[str], mail: Mail) -> list[str]:
        end = lines.index("")
        unit = rf"(?:the )?({self.spot})"
        forms = (
            rf"Builds (?:an army|a fleet) in {unit}",
            rf"Removes the (?:army|fleet) in {unit}",
            rf"Defaults, removing the (?:army|fleet) in {unit}",
            r"Build waived",
            r"\d+ unusable builds? waived",
            r"\d+ builds? pending",
        )
        for line in lines[:end]:
            found = re.fullmatch(rf"([A-Za-z0-9_-]+): {{2,}}((?:{'|'.join(forms)}))\.", line)
            if not found:
                raise LayoutError(f"adjustment: {line!r}")
            spot = re.search(rf"(army|fleet) in (?:the )?({self.spot})", line)
            if spot:
                self._place(found[1], spot[1].title(), spot[2])
            mail.adjustments.append((found[1], found[2]))
        return lines[end:]

    def _positions(self, lines: list[str], mail: Mail) -> list[str]:
        row = re.compile(rf"([A-Za-z0-9_-]+):\s*(Army|Fleet)\s+({self.spot})\.")
        at = 0
        while at < len(lines):
            found = row.fullmatch(lines[at])
            if found:
                self._place(found[1], found[2], found[3])
                mail.units.append((found[1], found[2], found[3]))
            elif lines[at] or not (at + 1 < len(lines) and row.fullmatch(lines[at + 1])):
                break
            at += 1
        if not mail.units:
            raise LayoutError("no units")
        rest = lines[at:]
        if "The following units were dislodged:" in rest:
            rest = self._driven(rest, mail, gap=2)
        return rest

    def _sections(self, lines: list[str], mail: Mail, listing: bool = False) -> None:
        """Read what follows the last order: nothing, or the owners and the table."""
        if "Ownership of supply centers:" not in lines:
            if any("wnership of supply" in line for line in lines):
                raise LayoutError("the ownership headline does not stand at column 1")
            first = next((line for line in lines if line), "")
            if not listing and not first.startswith(("The next phase of", "The game is over")):
                raise LayoutError(f"behind the last order: {first!r}")
            return
        at = lines.index("Ownership of supply centers:")
        if lines[:at] != [""]:
            raise LayoutError(f"between orders and owners: {lines[:at]}")
        if lines[at + 1] != "" or not lines[at + 2].strip():
            raise LayoutError("exactly one blank line under the ownership headline")
        end = lines.index("", at + 2)
        self._owners(lines[at + 2 : end], mail)
        last = lines.index("", end + 1) if "" in lines[end + 1 :] else len(lines)
        for line in lines[end + 1 : last]:
            found = re.fullmatch(
                r"([A-Za-z0-9_-]+): +(\d+) Supply center(?:s,|, ) +(\d+) Unit(?:s:|: ) +"
                r"(Builds|Removes) +(\d+) units?\.(  \(\* VICTORY!! \*\))?",
                line,
            )
            if not found or found[1] not in self.powers:
                raise LayoutError(f"table: {line!r}")
            sign = -1 if found[4] == "Removes" else 1
            mail.table[found[1]] = (int(found[2]), int(found[3]), sign * int(found[5]))
        held = {p: sum(owner == p for owner in mail.owners.values()) for p in mail.table}
        if held != {power: row[0] for power, row in mail.table.items()}:
            raise LayoutError("owners and table differ")

    def _owners(self, lines: list[str], mail: Mail) -> None:
        texts: list[str] = []
        for line in lines:
            if len(line) <= 10 or len(line) > 79:
                raise LayoutError(f"length of {line!r}")
            if line.startswith(" " * 11):
                if not texts or not texts[-1].endswith(","):
                    raise LayoutError(f"wrapped not after a comma: {line!r}")
                texts[-1] += f" {line.strip()}"
            else:
                texts.append(line)
        for text in texts:
            power, _, names = text.partition(":")
            if power not in self.powers | {"Unowned"} or not names.endswith("."):
                raise LayoutError(f"owner: {text!r}")
            for name in names.strip(" .").split(", "):
                if name not in self.provinces:
                    raise LayoutError(f"no center {name!r}")
                if power != "Unowned":
                    mail.owners[name] = power

    def _ending(self, lines: list[str], mail: Mail) -> None:
        mail.over = any("the game is over" in line.lower() for line in lines)
        for line in takewhile(lambda line: line != "-- ", lines):
            if 0 < len(line) <= 10 and not line.startswith(("--", "|")):
                raise LayoutError(f"too short to be seen: {line!r}")
            found = re.match(
                r"The next phase of '(\w+)' will be (Movement|Retreats|Adjustments)"
                r" for (\w+) of (\d+)\.",
                line,
            )
            if found:
                mail.next = (found[2], found[3], int(found[4]))
        if mail.next is None and not mail.over:
            raise LayoutError("neither a next phase nor an end")

    def _unbroken(self, turns: list[Mail]) -> None:
        for one, other in pairwise(turns):
            if one.next is None or one.next[0][:7] != other.phase[:7] or one.next[2] != other.year:
                raise LayoutError(
                    f"a gap after {one.phase} {one.year}: {one.next} then {other.phase}"
                )
        if turns and turns[-1].over and len(turns) < 3:
            raise LayoutError("a history that ends needs three turns")
