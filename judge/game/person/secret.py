"""SET SECRET, SEND SECRET."""

from __future__ import annotations

from judge.game.command import InGame, LineContext, ReadCommand
from judge.game.effects import Effects
from judge.game.enter.seating import describe_way_in, with_new_secret
from judge.game.notices import build_notice_to
from judge.game.proof import access
from judge.game.proof.contact_addresses import list_contact_addresses
from judge.game.state import Game, Seat
from judge.model.letter import News, Section
from judge.model.letter_kind import NEWS, SECRET
from judge.model.reason import Reason


class SetSecret(InGame):
    """SET SECRET NEW: a new reply address for your seat; the old one is dead at once."""

    harms = True

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
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

    @property
    def asks(self) -> bool:
        """It only shows something."""
        return False

    def decide_outcome(
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
