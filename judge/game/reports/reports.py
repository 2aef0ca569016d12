"""STATUS, HISTORY and HELP, from nothing but what the reader may see."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from judge.game.master.settings import as_rows
from judge.game.notices import heading_of, knows, view_of
from judge.game.orders.accepting import orders_due, still_missing
from judge.game.procedure import procedure_of
from judge.game.seats.starting import open_seats
from judge.game.state import Game, PastTurns, Play, Role, Seat, Stage, turn_of
from judge.game.votes.motions import own_ballots
from judge.hooks import Variant
from judge.model.help import HelpPage
from judge.model.letter import Chronicle, GameLine, Page, Past, SeatLine, Standing
from judge.model.reason import Reason
from judge.model.view import View

_RULES = (
    "This game is one of {}: `HELP RULES` sends its rules, and `HELP RULES` with the number of a "
    "chapter that chapter alone."
)


def row(game: Game) -> GameLine:
    """Return a game's row in LIST."""
    return GameLine(
        game=game.name,
        variant=game.variant.name,
        stage=game.stage.value,
        turn=turn_of(game),
        open_seats=open_seats(game) if game.disclosure.public_seats else 0,
        due=game.due_at if isinstance(game, Play) else None,
    )


def help_page(
    pages: Mapping[str, HelpPage], topic: str, variant: Variant | None = None
) -> Page | None:
    """Return the help text on a topic, the index where none is named, None for an unknown one.

    The pages of the game's variant go before the others. ``RULES`` is the rules text of the
    variant of the game that is spoken of, ``RULES XII`` a chapter of it; so is any other word of a
    chapter's heading.
    """
    word = topic.strip().casefold() or "index"
    rules = variant.about if variant else ""
    if rules and word.partition(" ")[0] == "rules":
        text = chapter(rules, word.partition(" ")[2])
    else:
        own = _page(variant.help, word) if variant else None
        page = own or _page(pages, word)
        text = page.text if page else chapter(rules, word)
        if not text and word.partition(" ")[0] in pages:
            text = pages[word.partition(" ")[0]].text
    if not text:
        return None
    title, _, rest = text.partition("\n")
    index = pages.get("index")
    if rules and index and text is index.text and variant:
        rest = f"{rest.rstrip()}\n\n{_RULES.format(variant.name)}"
    return Page(title.lstrip("# ").strip(), rest.strip("\n"))


def _page(pages: Mapping[str, HelpPage], word: str) -> HelpPage | None:
    """Return the page on a topic, or the first to which the word leads besides."""
    return pages.get(word) or next((p for p in pages.values() if word in p.aliases), None)


def chapter(rules: str, name: str) -> str | None:
    """Return the chapter that has this number, word or sentence; the whole where none is named.

    Of a sentence that is named by its number (``XII.6``, ``22``) nothing else is returned.
    """
    if not name:
        return rules
    parts = re.split(r"^(?=## )", rules, flags=re.M)[1:]
    headings = {part.partition("\n")[0]: part for part in parts}
    for heading, part in headings.items():
        if name in re.findall(r"\w+", heading.casefold()):
            return part
    sentence = re.compile(rf"^\*\*{re.escape(name)}\*\* .*?(?=^\*\*|\Z)", re.I | re.M | re.S)
    for heading, part in headings.items():
        if match := sentence.search(part):
            return f"{heading}\n\n{match[0]}"
        if len(name) > 2 and name in heading.casefold():
            return part
    return None


def standing(game: Game, reader: Seat | None) -> Standing:
    """Return the STATUS of a game as a seat (None: a stranger) may know it.

    Who has ordered is shown to the master; players see whether their own sets are complete. Once
    the deadline is past, everybody sees who is late.
    """
    seen = view_of(game, reader)
    seats = [seat for seat in game.seats if reader is None or knows(game, reader, seat)]
    settings = game.settings
    if game.variant.press == "never":
        settings = replace(settings, press="none")
    master = reader is not None and reader.role is Role.MASTER
    if not game.disclosure.public_seats and not master:
        hidden = {seat.name for seat in game.players if reader is None or seat.name != reader.name}
        lines = [
            SeatLine("", seat.role.value, seat.powers)
            if seat.name in hidden
            else _line(game, seat, reader, seen)
            for seat in sorted(seats, key=lambda seat: (seat.name in hidden, _name(seat, seen)))
            if reader is not None or seat.name not in hidden
        ]
        rows = tuple(row for row in as_rows(settings) if row[0] not in game.variant.hushed)
        return Standing(tuple(lines), rows, own_ballots(game, reader))
    seat_lines = tuple(_line(game, seat, reader, seen) for seat in seats)
    rows = as_rows(settings)
    if master:
        rows += (("seed", str(game.seed)),)
    motions = (*procedure_of(game).report(game), *own_ballots(game, reader))
    return Standing(seat_lines, rows, motions)


def _name(seat: Seat, seen: View | None) -> str:
    return " ".join(seen.names.get(power, power) for power in seat.powers) if seen else ""


def _line(game: Game, seat: Seat, reader: Seat | None, seen: View | None) -> SeatLine:
    if seat.role is not Role.PLAYER:
        return SeatLine(seat.name, seat.role.value, ())
    centers = units = votes = None
    if seen is not None and _counts(game, seat, seen):
        centers = sum(len(seen.centers_of(power)) for power in seat.powers)
        units = sum(len(seen.units_of(power)) for power in seat.powers)
        if seen.votes:
            votes = sum(seen.votes.get(power, 0) for power in seat.powers)
    mine = reader is not None and (reader.role is Role.MASTER or reader.name == seat.name)
    state = _state(game, seat, mine=mine)
    if centers == units == 0:
        state = ("out",)
    return SeatLine(seat.name, seat.role.value, seat.powers, state, centers, units, votes)


def _counts(game: Game, seat: Seat, seen: View) -> bool:
    """Say whether the reader sees all that a seat has."""
    return set(seat.powers) <= set(seen.powers) or seen.seen >= set(game.variant.map.provinces)


def _state(game: Game, seat: Seat, *, mine: bool) -> tuple[str, ...]:
    if not seat.address:
        return ("open",) if game.stage is not Stage.ENDED else ()
    if not isinstance(game, Play):
        return ()
    wants = orders_due(game)
    due = [power for power in seat.powers if power in wants]
    lacks = [still_missing(game, power, wants[power]) for power in due]
    late = ("late",) if (mine or game.shows_duties) and game.late and any(lacks) else ()
    if not mine or not due:
        return late
    ordered = any(game.orders.get(power) for power in due)
    word = "ordered" if not any(lacks) else "partly" if ordered else "missing"
    absent = (f"{seat.missed} turns missed",) if seat.missed > 1 else ()
    return (word, *late, *(("wait",) if seat.wait else ()), *absent)


def chronicle(
    game: Play, reader: Seat | None, past: PastTurns, start: str = "", end: str = ""
) -> Chronicle | Reason:
    """Return the turns from ``start`` to ``end`` (codes like ``F1901M``; "" is unbounded), whether
    those two were played or left out.

    ``past`` are all turns of the game. Its beginning comes first where no start is named.
    """
    calendar = game.variant.calendar
    named = [calendar.parse(word) if word else None for word in (start, end)]
    for word, turn in zip((start, end), named, strict=True):
        if word and turn is None:
            return Reason("bad_turn", (word,))
    first, last = (calendar.place(turn) if turn else None for turn in named)
    turns = []
    if not first:
        began = game.created or (past[0][0] if past else game.due_at)
        assert began is not None
        turns.append(_past(game, reader, past, 0, began, "Game Starting"))
    for number, (run_at, record) in enumerate(past, start=1):
        turn = record.before.turn
        place = calendar.place(turn)
        if not ((first and place < first) or (last and place > last)):
            turns.append(_past(game, reader, past, number, run_at, f"{turn} Results"))
    return Chronicle(tuple(turns)) if turns else Reason("no_turns")


def _past(
    game: Play, reader: Seat | None, past: PastTurns, number: int, when: datetime, title: str
) -> Past:
    """Return what a seat saw of the game when so many turns had been run."""
    position = past[number][1].before if number < len(past) else game.position
    played = past[number - 1][1] if number else None
    then = replace(game, position=position, played=played, number=number + 1, due_at=None)
    return Past(when, title, heading_of(then), view_of(then, reader))
