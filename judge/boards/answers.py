"""A first board from the little that its maker answers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judge.boards.draft import Country, Draft, SourceError, SourceLine, Space

WORDS = ("name", "year", "wins", "power", "space")
"""What the lines begin with; of the first three the last one counts."""

MOST = 2_000
"""So many lines are read."""

_POWER = re.compile(r"(?P<name>[^:]+): *(?P<units>\S.*)")
_SPACE = re.compile(r"(?P<code>\w{2,5}) +(?P<name>[^:,]+)(?P<kinds>(?:,[^:,]*)*):(?P<near>.*)")


def read_answers(text: str, file: str) -> Draft:
    """Return the board of some lines, each a word of WORDS and what is answered.

    A power goes with its units, which stand in its home centers: ``power North: A ABB, F COV``.
    A space goes with all that border on it, on one side at least: ``space ABB Abbey, center: COV
    MID``, ``space MID Middle Sea, sea: ABB``. Armies cross borders of lands, fleets those of seas
    and, between lands, those of which a sea touches both ends. Raises SourceError, with each line.
    """
    draft = Draft("", "what its maker answered", {}, {})
    near: list[tuple[SourceLine, str, str]] = []
    problems: list[str] = []
    for number, line in enumerate(text.splitlines()[:MOST], 1):
        word, _, rest = line.split("#")[0].strip().partition(" ")
        place = SourceLine(file, number)
        if word and not _take_line(draft, near, place, word, rest.strip()):
            problems.append(f"{place}: {line.strip()}: {_describe_form(word)}")
    for place, code, neighbor in near:
        if neighbor not in draft.spaces:
            problems.append(
                f"{place}: {code} borders on {neighbor}, and there is no space {neighbor}"
            )
    for power in draft.powers.values():
        for home in power.homes:
            if home in draft.spaces:
                draft.spaces[home].center = True
            else:
                problems.append(f"{file}: {power.name} begins in {home}, which is no space")
    if not draft.powers or not draft.spaces or not draft.title:
        problems.append(f"{file}: a variant needs a name, a power and a space")
    if problems:
        raise SourceError(*problems)
    _join_spaces(draft, ((code, neighbor) for _, code, neighbor in near))
    return draft


def explain_bad_line(line: str) -> str:
    """Say how a line should be instead, "" if it is as it should be."""
    word, _, rest = line.partition(" ")
    fits = _take_line(Draft("", "", {}, {}), [], SourceLine("", 0), word, rest.strip())
    return "" if fits else _describe_form(word)


def _describe_form(word: str) -> str:
    wanted = {
        "power": "power NAME: A ABC, F DEF",
        "space": "space ABC Name, center: DEF GHI (or: space DEF Name, sea: ABC)",
        "year": "year 1901",
        "wins": "wins 18",
    }
    return f"it should be like {wanted.get(word, ' or '.join(WORDS))}"


def _take_line(
    draft: Draft, near: list[tuple[SourceLine, str, str]], place: SourceLine, word: str, rest: str
) -> bool:
    """Put a line into the draft, and say whether it is one."""
    if word == "name" and rest:
        draft.title = rest
    elif word in ("year", "wins") and re.fullmatch(r"\d{1,5}", rest):
        setattr(draft, word, int(rest))
    elif word == "power" and (power := _POWER.fullmatch(rest)):
        name = power["name"].strip()
        units = [unit.strip().upper() for unit in power["units"].split(",")]
        if not all(re.fullmatch(r"[AF] \w+", unit) for unit in units):
            return False
        homes = [unit.split()[1] for unit in units]
        draft.powers[name] = Country(name, adjective=name, homes=homes, units=units)
    elif word == "space" and (space := _SPACE.fullmatch(rest)):
        kinds = {kind.strip() for kind in space["kinds"].split(",")} - {""}
        if not kinds <= {"sea", "center"}:
            return False
        code = space["code"].upper()
        name = space["name"].strip()
        draft.spaces[code] = Space(code, name, sea="sea" in kinds, center="center" in kinds)
        near += (
            (place, code, neighbor.upper()) for neighbor in space["near"].replace(",", " ").split()
        )
    else:
        return False
    return True


def _join_spaces(draft: Draft, borders: Iterable[tuple[str, str]]) -> None:
    """Write each border on both sides, by land or by water or both."""
    spaces = draft.spaces
    pairs = {frozenset(pair) for pair in borders if pair[0] != pair[1]}
    beside: dict[str, set[str]] = {code: set() for code in spaces}  # the seas at each space
    ways = [
        way for first, second in map(sorted, pairs) for way in ((first, second), (second, first))
    ]
    for here, there in ways:
        if spaces[there].sea:
            beside[here].add(there)
    for here, there in ways:
        lands = not (spaces[here].sea or spaces[there].sea)
        if lands:
            spaces[here].land.add(there)
        if not lands or beside[here] & beside[there]:
            spaces[here].water.setdefault("", set()).add(there)
