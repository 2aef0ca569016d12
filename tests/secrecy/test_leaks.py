"""Deliberate leaks, each found by the proof of secrecy within a few worlds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module

import pytest

import judge.game.clock.warnings
import judge.game.notices
import judge.game.press.sending
import judge.game.reports.status
import judge.game.state
import judge.rules.disclosure
import judge.views.results
from judge.hooks import Disclosure
from judge.model.facts import CONTACT
from judge.model.reason import Reason
from judge.model.view import Sight, View
from judge.rules.disclosure import FogDisclosure
from judge.variants.civ import offers
from tests.secrecy.cases import differs, kind_of, pair
from tests.secrecy.worlds import letters

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
        judge.views.results, "_own_result", lambda result, own, record, order_type: result
    )


def all_ways(patch: pytest.MonkeyPatch) -> None:
    """Every unit's way is told."""
    told = PROJECT.sightings_of_phase
    patch.setattr(
        PROJECT,
        "sightings_of_phase",
        lambda own, record, ways, then, now: told(own, record, ways, Sight(), Sight()),
    )


def lateness(patch: pytest.MonkeyPatch) -> None:
    """The seats are all listed."""
    patch.setattr(judge.game.reports.status, "knows_of_seat", lambda game, seat, other: True)


def version_in_key(patch: pytest.MonkeyPatch) -> None:
    """The Message-ID of a reminder is made of how often the game was changed."""
    patch.setattr(judge.game.clock.warnings, "deadline_key", lambda game, now: f"{game.version}")


def known_names(patch: pytest.MonkeyPatch) -> None:
    """Anybody can be written to by name, met or not."""
    names = {"Nubia": "civilization010", "Punt": "civilization011"}
    patch.setattr(View, "usable_names", property(lambda seen: names))
    patch.setattr(
        judge.game.press.sending,
        "writable_seats",
        lambda game, seat, powers, everybody: (
            [] if all(map(game.seat_of_power, powers)) else Reason("press_vacant", tuple(powers))
        ),
    )


def number_of_all(patch: pytest.MonkeyPatch) -> None:
    """Whoever is alive counts as met."""
    project = judge.game.notices.view_for_reader
    patch.setattr(
        judge.game.notices,
        "view_for_reader",
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
        judge.game.press.sending, "_apparent_readers", lambda game, seat, seats, but: seats
    )


def names_in_use(patch: pytest.MonkeyPatch) -> None:
    """A name of the judge's own is to be had if nobody bears it."""
    patch.setattr(judge.game.state._GameBase, "disclosure", property(lambda game: Disclosure()))


def lapse_of_what_was_passed_on(patch: pytest.MonkeyPatch) -> None:
    """An offer lapses only if those to whom it was made have heard of it."""
    patch.setattr(offers.Offers, "on_leave", _if_heard_of)


def _if_heard_of(self, game, seat, key):
    motion = offers.open_offer_of_seat(game, seat)
    return offers._lapse_offers(game, [motion] if motion else [], key, seat)


LEAKS: tuple[tuple[Patch, str], ...] = (
    (late_in_fog, "fog"),
    (unlisted_writer, "unsigned press"),
    (names_in_use, "names tried"),
    (lapse_of_what_was_passed_on, "offers"),
)
OF_A_TURN: tuple[Patch, ...] = (
    wide_sight, support_tells, all_ways, lateness, version_in_key, known_names, number_of_all,
)  # fmt: skip


SEEDS = (8, 17, 21, 68, *range(400))
"""The first find the leaks soonest."""


@pytest.mark.parametrize("leak", OF_A_TURN, ids=lambda leak: leak.__name__)
def test_a_leak_is_found(leak: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        leak(patch)
        for seed in SEEDS:
            worlds = pair(seed)
            if worlds is not None and letters(worlds[0]) != letters(worlds[1]):
                return
    pytest.fail(f"{leak.__doc__} Nothing was noticed.")


@pytest.mark.parametrize(("leak", "kind"), LEAKS, ids=[leak.__name__ for leak, _ in LEAKS])
def test_a_leak_of_another_kind_is_found(
    leak: Patch, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [number for number in range(2000) if kind_of(number) == kind]
    with monkeypatch.context() as patch:
        leak(patch)
        assert any(differs(number) for number in numbers), f"{leak.__doc__} Nothing was noticed."
