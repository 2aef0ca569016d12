"""Deliberate leaks, each found by the proof of secrecy within a few worlds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module

import pytest

import judge.game.clock.digest
import judge.game.club.telling
import judge.game.notices
import judge.game.press.sending
import judge.game.proof.access
import judge.game.reports.status
import judge.game.robots.thinking
import judge.game.state
import judge.letters.compose
import judge.rules.disclosure
import judge.service.compose.letters
import judge.service.compose.pictures
import judge.service.order_pages
import judge.views.results
from judge.game.mail.spent import Spent
from judge.game.notices import make_merge_key
from judge.game.proof.access import RefusedClaim
from judge.hooks import Disclosure
from judge.model.facts import CONTACT
from judge.model.reason import Reason
from judge.model.view import Sight, View
from judge.rules.disclosure import FogDisclosure
from judge.variants.civ import offers
from judge.variants.civ.commands.civname import Civname
from judge.variants.civ.disclosure import SecretDisclosure
from tests.secrecy import club
from tests.secrecy.cases import differs, kind_of

PROJECT = import_module("judge.views.project")

Patch = Callable[[pytest.MonkeyPatch], None]


def wide_sight(patch: pytest.MonkeyPatch) -> None:
    """Two steps are seen in place of one."""
    near = judge.rules.disclosure._with_neighbors
    patch.setattr(judge.rules.disclosure, "_with_neighbors", partial(_twice, near))


def _twice(near, spaces, board):
    return near(near(spaces, board), board)


def support_tells(patch: pytest.MonkeyPatch) -> None:
    """The result of a support says whether the unit out of sight was ordered so."""
    patch.setattr(
        judge.views.results, "_make_own_result", lambda result, own, record, order_type: result
    )


def all_ways(patch: pytest.MonkeyPatch) -> None:
    """Every unit's way is told."""
    told = PROJECT.list_sightings_of_phase
    patch.setattr(
        PROJECT,
        "list_sightings_of_phase",
        lambda own, record, ways, then, now: told(own, record, ways, Sight(), Sight()),
    )


def lateness(patch: pytest.MonkeyPatch) -> None:
    """The seats are all listed."""
    patch.setattr(judge.game.reports.status, "knows_of_seat", lambda game, seat, other: True)


def version_in_key(patch: pytest.MonkeyPatch) -> None:
    """The Message-ID of a reminder is made of how often the game was changed."""
    patch.setattr(judge.game.clock.digest, "make_deadline_key", lambda game, now: f"{game.version}")


def known_names(patch: pytest.MonkeyPatch) -> None:
    """Anybody can be written to by name, met or not."""
    names = {"Nubia": "civilization010", "Punt": "civilization011"}
    patch.setattr(View, "usable_names", property(lambda seen: names))
    patch.setattr(
        judge.game.press.sending,
        "list_writable_seats",
        lambda game, seat, powers, everybody: (
            []
            if all(map(game.find_seat_of_power, powers))
            else Reason("press_vacant", tuple(powers))
        ),
    )


def number_of_all(patch: pytest.MonkeyPatch) -> None:
    """Whoever is alive counts as met."""
    project = judge.game.notices.build_view
    patch.setattr(
        judge.game.notices,
        "build_view",
        lambda powers, position, record, variant, reader: _with_all(
            project(powers, position, record, variant, reader), position
        ),
    )


def _with_all(view, position):
    names = tuple(sorted(f.value for f in position.facts if f.rule != CONTACT))
    return replace(view, sightings=(*view.sightings, Reason("met", names)))


def late_in_fog(patch: pytest.MonkeyPatch) -> None:
    """In fog all are told that somebody has not ordered retreats, builds or removals."""
    patch.setattr(FogDisclosure, "may_show_orders_due", lambda self, phase: True)


def unlisted_writer(patch: pytest.MonkeyPatch) -> None:
    """An unsigned letter to everybody lists all but its writer."""
    patch.setattr(
        judge.game.press.sending, "_list_apparent_readers", lambda game, seat, seats, but: seats
    )


def names_in_use(patch: pytest.MonkeyPatch) -> None:
    """A name of the judge's own is to be had if nobody bears it."""
    names_chosen(patch)
    patch.setattr(judge.game.state._GameBase, "disclosure", property(lambda game: Disclosure()))


def lapse_of_what_was_passed_on(patch: pytest.MonkeyPatch) -> None:
    """An offer lapses only if those to whom it was made have heard of it."""
    patch.setattr(offers.Offers, "on_leave", _if_heard_of)


def _if_heard_of(self, game, seat, key):
    motion = offers.find_open_offer(game, seat)
    return offers._lapse_offers(game, [motion] if motion else [], key, seat)


def absences_move_deadlines(patch: pytest.MonkeyPatch) -> None:
    """An absence puts the deadline of all off, of whoever they are."""
    patch.setattr(SecretDisclosure, "shared_clock", True)


def alt_text(patch: pytest.MonkeyPatch) -> None:
    """What stands for a picture where none is shown tells how many powers there are."""
    patch.setattr(
        judge.service.compose.pictures,
        "describe_picture",
        lambda picture, view, variant: f"The board of {len(variant.map.powers)}",
    )


def list_of_readers(patch: pytest.MonkeyPatch) -> None:
    """A letter names all to whom it went, known to its reader or not."""
    patch.setattr(judge.game.press.sending, "knows_of_seat", lambda game, seat, other: True)


def sizes(patch: pytest.MonkeyPatch) -> None:
    """Answers are longer by a blank for each seat."""
    settings = judge.game.reports.status.list_visible_settings
    patch.setattr(
        judge.game.reports.status,
        "list_visible_settings",
        lambda game, reader: (*settings(game, reader), ("listed", " " * len(game.seats))),
    )


def count_in_bound(patch: pytest.MonkeyPatch) -> None:
    """The letters that a mail causes are counted, and not those that its writer knows of."""
    patch.setattr(Spent, "count_letters", _count_all)


def _count_all(spent, effects, game, seat, context):
    letters = spent.letters | set(map(make_merge_key, effects.notices))
    most = context.house.limits.letters_per_mail
    if spent.letters and len(letters) > max(most, len(spent.letters)):
        return spent, Reason("too_many_letters", (str(most),))
    return replace(spent, letters=letters), None


def idle_in_fog(patch: pytest.MonkeyPatch) -> None:
    """In fog nobody waits for a power that has no unit."""
    patch.setattr(FogDisclosure, "have_all_duties", lambda self, phase: False)


def names_chosen(patch: pytest.MonkeyPatch) -> None:
    """A name that somebody has chosen is refused."""
    decide = Civname.compute_effects

    def refuse(self, game, actor, context):
        others = {f.value for f in game.position.facts if f.about not in actor.powers}
        taken = self.called in others
        return Reason("name_refused") if taken else decide(self, game, actor, context)

    patch.setattr(Civname, "compute_effects", refuse)


def guesses_slowed(patch: pytest.MonkeyPatch) -> None:
    """Wrong passwords are slowed where there is such a seat, and nowhere else."""
    patch.setattr(
        judge.game.proof.access,
        "_refuse_claim_to_nobody",
        lambda claim, game, seat, tried: RefusedClaim(
            Reason("not_proved", (game.name,)), game.name, tried=tried
        ),
    )


def overheard(patch: pytest.MonkeyPatch) -> None:
    """Observers read what is broadcast."""
    patch.setattr(
        judge.game.press.sending, "_keep_for_observers", lambda game, seat, seats, text, sent: None
    )


def order_of_joining(patch: pytest.MonkeyPatch) -> None:
    """Letters leave in the order in which their readers joined."""
    patch.setattr(
        judge.service.compose.letters, "_shuffle_mails", lambda mails, game, contents: mails
    )


def drawn_as_sent(patch: pytest.MonkeyPatch) -> None:
    """Each picture is drawn as its letter is sent."""
    patch.setattr(
        judge.service.compose.letters, "draw_before_any_leaves", lambda mails, contents: mails
    )


def page_of_master(patch: pytest.MonkeyPatch) -> None:
    """A page for orders shows what the master sees."""
    patch.setattr(judge.service.order_pages, "find_view", _view_of_master)


def robots_see_all(patch: pytest.MonkeyPatch) -> None:
    """A robot thinks about what the master sees."""
    patch.setattr(judge.game.robots.thinking, "find_view", _view_of_master)


def _view_of_master(game, seat):
    return judge.game.notices.find_view(game, game.masters[0])


def club_counts_seats(patch: pytest.MonkeyPatch) -> None:
    """RESULTS of a game that goes on tell how many seats it has."""
    decide = judge.game.club.telling.ResultsCommand.compute_effects

    def tell(self, game, actor, context):
        if self.game and game is not None:
            return Reason("no_game", (str(len(game.seats)),))
        return decide(self, game, actor, context)

    patch.setattr(judge.game.club.telling.ResultsCommand, "compute_effects", tell)


def hall_of_hidden_games(patch: pytest.MonkeyPatch) -> None:
    """Games that are not listed count in the hall."""
    make = judge.store.club_rows.make_game_result

    def make_listed(game, now):
        result = make(game, now)
        return result and replace(result, listed=True)

    patch.setattr(judge.store.club_rows, "make_game_result", make_listed)


LEAKS: Mapping[Patch, int] = {
    late_in_fog: 16,
    idle_in_fog: 15,
    unlisted_writer: 18,
    names_in_use: 20,
    lapse_of_what_was_passed_on: 21,
    count_in_bound: 23,
    absences_move_deadlines: 28,
    support_tells: 17,
    list_of_readers: 29,
    guesses_slowed: 25,
    names_chosen: 26,
    overheard: 27,
    order_of_joining: 30,
    drawn_as_sent: 30,
    robots_see_all: 54,
    club_counts_seats: 4,
    hall_of_hidden_games: 31,
    wide_sight: 0,
    all_ways: 2,
    lateness: 4,
    version_in_key: 4,
    known_names: 4,
    number_of_all: 0,
    alt_text: 4,
    sizes: 4,
    page_of_master: 1,
}
"""Each leak with the pair that is tried first: it is of the kind that is there to find it."""

PAIRS = 60
"""Of the first so many numbers those of the same kind are tried, too, if that one does not."""


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_found(leak: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    first = LEAKS[leak]
    numbers = [first, *(n for n in range(PAIRS) if n != first and kind_of(n) == kind_of(first))]
    club.base()  # what others begin with, too, is made without a leak
    with monkeypatch.context() as patch:
        leak(patch)
        assert any(differs(number) for number in numbers), f"{leak.__doc__} Nothing was noticed."
