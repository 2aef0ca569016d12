"""Makes the letters of a decision, before it is written down or as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from judge.game.clock.digest import People, WaitingNews, gather_for_digest
from judge.game.effects import Effects
from judge.game.limits import Limits
from judge.game.person.person import ANYBODY, Person
from judge.game.proof.access import derive_number
from judge.game.proof.secret_links import has_order_page, name_order_page
from judge.game.reports.history import add_center_growth_to_notices
from judge.game.state import Game, Play
from judge.hooks import Variant
from judge.letters.calendar import build_deadline_calendar
from judge.letters.compose import write_letter
from judge.letters.identity import JudgeIdentity
from judge.letters.reader_names import with_reader_names
from judge.letters.shorten import shorten_answer
from judge.model.letter import Letter, Notice
from judge.model.letter_kind import Quota
from judge.post.addresses import BOUNCES
from judge.post.build import build_mail
from judge.service.compose.files import with_files
from judge.service.compose.pictures import draw_before_any_leaves, plan_pictures
from judge.store.outbox import OutMail
from judge.store.repository import Repository


class Letters(NamedTuple):
    """What is sent because of a decision, and why: ``waiting`` is for the letter that a reader
    wants once a day, ``contents`` is what the pictures are drawn from, by their digests."""

    mails: Sequence[tuple[Notice, OutMail]]
    waiting: Sequence[WaitingNews]
    contents: Mapping[str, str]


class Occasion(NamedTuple):
    """When letters are made, and for whom.

    ``people`` is what readers want, ``before`` the games that change as they were until then;
    ``unchanged`` are games that notices may be about though they do not. ``at_once``: nothing waits
    for the letter that a reader wants once a day.
    """

    now: datetime
    people: People
    before: Mapping[str, Game | None]
    unchanged: Mapping[str, Game] = {}
    at_once: bool = False


@dataclass(frozen=True)
class Composer:
    """Makes mails of what follows from a decision, under the name of a judge."""

    identity: JudgeIdentity
    games: Repository
    limits: Limits
    dice: Callable[[int], int]
    pages: str = ""
    """Where the pages of the site are found on the web; "": nowhere."""

    def compose_letters(self, tx: Connection, effects: Effects, occasion: Occasion) -> Letters:
        """Return the letters of a decision.

        Nothing is written; what only stands in the database once the decision does, the whole
        course of a game that ends by it, must stand there.
        """
        now, games = occasion.now, effects.games
        known = {game.name: game for game in (*occasion.unchanged.values(), *games)}
        notices = add_center_growth_to_notices(
            effects.notices, games, partial(self.games.load_past_turns, tx)
        )
        dates = _collect_calendar_files(occasion.before, games, self.identity.domain, now)
        contents: dict[str, str] = {}
        made: dict[int, tuple[Notice, OutMail]] = {}
        waiting: list[WaitingNews] = []
        room = self.limits.mail_bytes if effects.mail.proved else self.limits.stranger_mail_bytes
        answers = sum(notice.kind.may_be_cut for notice in notices)
        # Answers share the room that other letters leave, and stand where they stood.
        for place, notice in sorted(
            enumerate(notices), key=lambda numbered: numbered[1].kind.may_be_cut
        ):
            person = occasion.people.get(notice.to.address.lower(), ANYBODY)
            page = self._find_page_of_reader(notice, known.get(notice.game), person)
            reader_notice = replace(notice, to=notice.to._replace(zone=person.zone, page=page))
            reader_notice = with_files(reader_notice, self.games, tx)
            begun = notice.heading is not None and notice.heading.turn is not None
            date = dates.get((notice.game, notice.to.seat), "") if begun else ""
            waits = (
                None if date or occasion.at_once else gather_for_digest(reader_notice, person, now)
            )
            if waits is not None:
                waiting.append(waits)
                continue
            variant = known[notice.game].variant if notice.game in known else None
            file = date if person.calendar else ""
            most = room
            if notice.kind.may_be_cut:
                most, answers = max(room, 0) // answers, answers - 1
            mail = self._build_mail(reader_notice, variant, now, contents, file, most)
            made[place] = notice, mail
            if notice.kind.quota is not Quota.NOTHING or notice.kind.merges:
                room -= len(mail.raw)
        mails = [made[place] for place in sorted(made)]
        for name in dict.fromkeys(notice.game for notice, _ in mails):
            game = known.get(name)
            if game is not None and not game.disclosure.public_seat_count:
                mails = _shuffle_mails(mails, game, contents)
        return Letters(mails, waiting, contents)

    def _find_page_of_reader(self, notice: Notice, game: Game | None, person: Person) -> str:
        """Return where a reader can make orders on the web, "" if nowhere."""
        seat = game.find_seat_named(notice.to.seat) if game and self.pages else None
        if seat is None or not isinstance(game, Play) or not has_order_page(game, seat, person):
            return ""
        return f"{self.pages}{name_order_page(game, seat)}"

    def compose_letter(self, notice: Notice, variant: Variant | None) -> Letter:
        """Return a notice as a letter, in the words of its game's variant."""
        return write_letter(notice, variant, self.identity)

    def _build_mail(
        self,
        notice: Notice,
        variant: Variant | None,
        now: datetime,
        contents: dict[str, str],
        calendar: str,
        most: int,
    ) -> OutMail:
        """Return a notice as a mail, ready to send; an answer that has more than so many bytes, or
        more than an answer may have, is made shorter.

        What its pictures are to be drawn from is added to ``contents``. ``calendar`` is a file for
        calendar programs to go with it.
        """
        named, words = with_reader_names(notice, variant)
        wanted = plan_pictures(notice, variant, named.view)
        letter = write_letter(
            named,
            words,
            self.identity,
            tuple(planned_picture.picture for planned_picture in wanted),
        )
        raw = build_mail(letter, now, calendar)
        limits = self.limits
        most = min(most, limits.answer_bytes if notice.to.seat else limits.stranger_answer_bytes)
        if len(raw) > most and (shorter := shorten_answer(notice)) is not None:
            return self._build_mail(shorter, variant, now, contents, calendar, most)
        contents |= {planned_picture.digest: planned_picture.content for planned_picture in wanted}
        return OutMail(
            pictures=[planned_picture.mail_fields for planned_picture in wanted] or None,
            message_id=letter.message_id,
            envelope_from=self.identity.tag_address(f"{BOUNCES}-{self.dice(64):016x}").lower(),
            recipient=letter.to,
            raw=raw,
            game=notice.game,
            seat=notice.to.seat,
            number=notice.heading.number if notice.heading else 0,
            offers=letter.offers or None,
            more=notice.more or None,
        )


def _shuffle_mails(
    mails: Sequence[tuple[Notice, OutMail]], game: Game, contents: dict[str, str]
) -> list[tuple[Notice, OutMail]]:
    """Return the mails with those of a game behind all others, in an order of their readers that
    is drawn anew in each turn: nobody learns by theirs how many leave before it."""
    number = game.number if isinstance(game, Play) else 0
    rest = [pair for pair in mails if pair[1].game != game.name]
    own = [pair for pair in mails if pair[1].game == game.name]
    own.sort(key=lambda pair: derive_number(game.seed, "order", f"{number}", pair[1].recipient))
    return [*rest, *draw_before_any_leaves(own, contents)]


def _collect_calendar_files(
    before: Mapping[str, Game | None], games: Iterable[Game], domain: str, now: datetime
) -> Mapping[tuple[str, str], str]:
    """Return the calendar files of seats that have not heard of their deadline yet, by the names of
    game and seat; ``before`` are the games as they were."""
    files: dict[tuple[str, str], str] = {}
    for game in games:
        old = before[game.name]
        was, due = _find_deadline_of(old), _find_deadline_of(game)
        seats_told = (
            {(seat.name, seat.address) for seat in old.seats} if old and was == due else set()
        )
        new = [seat for seat in game.seats if (seat.name, seat.address) not in seats_told]
        if isinstance(game, Play) and new and (date := due or was):
            title = f"orders for {game.variant.calendar.turn_title(game.position.turn)}"
            canceled = due is None
            file = build_deadline_calendar(game.name, title, date, domain, now, canceled=canceled)
            files |= {(game.name, seat.name): file for seat in new}
    return files


def _find_deadline_of(game: Game | None) -> datetime | None:
    return game.due_at if isinstance(game, Play) else None
