"""SET ADDRESS, I AM ALSO; SET SECRET, SEND SECRET: what somebody is known by."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext, ReadCommand
from judge.game.effects import Effects, PersonChange
from judge.game.enter.seating import describe_way_in, list_seats_knowing_of_seat, with_new_secret
from judge.game.notices import build_notice_to
from judge.game.proof import access
from judge.game.proof.confirming import ask_address_to_confirm
from judge.game.proof.reaching import list_contact_addresses
from judge.game.state import Game, Seat, Stage
from judge.model.letter import News, Notice, Recipient, Section
from judge.model.letter_kind import ALARM, NEWS, SECRET
from judge.model.reason import Reason


class SetAddress(InGame):
    """SET ADDRESS address: all your seats move to a new address, which has to confirm it."""

    harms = True

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Move, once the new address has said so; each seat gets a new secret, and a letter."""
        old, new = actor.address, self.address.casefold()
        if context.mail.confirmed != new:
            asked = ask_address_to_confirm(new, game, actor, f"SET ADDRESS {new}", context)
            return replace(
                asked, notices=(*asked.notices, _build_old_address_warning(old, new, context.key))
            )
        games, notices = [], []
        for name in dict.fromkeys((game.name, *context.memory.list_games_of_sender())):
            moved_game = context.games[name]
            moved = [
                replace(with_new_secret(moved_game, seat, context), address=new, bounces=0)
                for seat in access.list_seats_of_addresses(moved_game, old)
            ]
            for seat in moved:
                moved_game = moved_game.with_seat(seat)
            games.append(moved_game)
            notices += [
                letter
                for seat in moved
                for letter in _build_new_address_letters(moved_game, seat, context.key)
            ]
        change = PersonChange("moved", old, new)
        remark = Reason("address_set", (new,))
        return Effects(tuple(games), remark, notices=tuple(notices), persons=(change,))


def _build_new_address_letters(game: Game, seat: Seat, key: str) -> list[Notice]:
    """Return what a seat that has moved is told, and those who have its address."""
    own_news = [News(Reason("address_yours"))]
    letters = [build_notice_to(game, seat, NEWS, "New Address", key, own_news)]
    if game.stage is Stage.ENDED or not game.disclosure.addresses:
        return letters
    return letters + [
        build_notice_to(game, reader, NEWS, "New Address", key, rows)
        for reader in list_seats_knowing_of_seat(game, seat)
        if reader.name != seat.name and (rows := list_contact_addresses(game, reader, seat.powers))
    ]


def _build_old_address_warning(old: str, new: str, key: str) -> Notice:
    """Return what the old address is told at once, lest somebody else take its seats away."""
    news = (News(Reason("address_asked", (new,))),)
    return Notice(ALARM, Recipient(old), "Address", f"{key}.moving", sections=news)


class Also(InGame):
    """I AM ALSO address: mail from there is yours, too; the address has to confirm it."""

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Know a person at a second address, once it has said so."""
        new = self.address.casefold()
        if context.mail.confirmed != new:
            return ask_address_to_confirm(new, game, actor, f"I AM ALSO {new}", context)
        change = PersonChange("also", actor.address, new)
        return Effects(remark=Reason("also_set", (new,)), persons=(change,))


class SetSecret(InGame):
    """SET SECRET NEW: a new reply address for your seat; the old one is dead at once."""

    harms = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Change the secret; the seat's own address is told wherever the word came from."""
        seat = with_new_secret(game, actor, context)
        game, news = game.with_seat(seat), Reason("secret_set")
        home = access.is_among_addresses(seat.address, context.addresses)
        contacts = () if game.disclosure.addresses else list_contact_addresses(game, seat)
        ways: tuple[Section, ...] = (describe_way_in(game, seat), *contacts)
        if home:
            return Effects((game,), news, sections=ways)
        letter = build_notice_to(
            game, seat, NEWS, "New Reply Address", context.key, (News(news), *ways)
        )
        return Effects((game,), news, notices=(letter,))


class SendSecret(ReadCommand):
    """SEND SECRET [game]: have your reply address mailed, and a line that does without."""

    asks = False

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Write to the sender's seats at their own addresses; others are told nothing of them."""
        most = context.house.limits.games_per_mail
        names = (game.name,) if game else context.memory.list_games_of_sender()[:most]
        notices = tuple(
            build_notice_to(
                own_game,
                seat,
                SECRET,
                "Your Reply Address",
                context.key,
                [describe_way_in(own_game, seat)],
            )
            for own_game in (context.games[name] for name in names)
            for seat in access.list_seats_of_addresses(own_game, *context.addresses)
        )
        return Effects(remark=Reason("secret_sent"), notices=notices)
