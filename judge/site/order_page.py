"""A page on which a power's orders are made by touching the board, and handed to a mail program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from judge.game.orders.alternatives import (
    OrderableUnit,
    list_commands_in_view,
    list_orderable_units,
)
from judge.hooks import Variant
from judge.language.writer import write_order, write_unit
from judge.letters.phrasing import join_phrases, load_words
from judge.letters.reader_names import with_reader_names
from judge.model.geometry import Geometry
from judge.model.letter import Notice, Recipient
from judge.model.letter_kind import LetterKind
from judge.model.order import Order, list_spaces_touched
from judge.model.turn import Phase
from judge.model.view import View
from judge.pictures.chart import draw_board
from judge.pictures.colors import shorten_names
from judge.pictures.scale import shrink_geometry
from judge.site.pages import SiteFile, render_template

_PAGE = LetterKind("order")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)
"""Its Content-Security-Policy: it runs the script beside it, and does no more."""


class OfferedOrder(NamedTuple):
    """An order as the page offers it.

    ``touches`` are the spaces that are touched in turn to make it, ``drawn`` how it is shown on the
    board: ``go`` and ``help`` as lines along these, ``stay`` as a ring.
    """

    text: str
    words: str
    touches: str
    drawn: str


class OfferedUnit(NamedTuple):
    """A unit, or a center where one may be built, with its orders; or something else that can be
    said, with its lines.

    ``power`` is whose it is, "" where all are of one power. ``name`` is with what a line begins
    that is about it; ``usage`` how it is written where it is no unit.
    """

    power: str
    at: str
    name: str
    words: str
    orders: tuple[OfferedOrder, ...]
    usage: str = ""


class TouchedSpace(NamedTuple):
    """A space that can be touched, and where its unit is drawn."""

    code: str
    name: str
    x: float
    y: float


@dataclass(frozen=True)
class OrderPage:
    """All that a page for orders shows; it is made from a View, and from nothing else.

    ``game`` is the name of the game, ``deadline`` when the turn ends, in words. ``powers`` are
    those that are ordered for.
    """

    game: str
    view: View
    variant: Variant
    geometry: Geometry
    powers: tuple[str, ...]
    deadline: str = ""

    @property
    def title(self) -> str:
        """The turn that is ordered for: ``Spring of 1901, movement``."""
        turn = self.view.turn
        return f"{self.variant.calendar.turn_title(turn)}, {turn.phase.display_name}"

    @property
    def powers_of_reader(self) -> str:
        """The powers that are ordered for, as the reader calls them; "" on a page for anybody."""
        if self.powers != self.view.powers:
            return ""
        view, variant = self._view_with_names
        return join_phrases(variant.map.powers[power].name for power in view.powers)

    @property
    def subject(self) -> str:
        """The subject of the mail that the page makes."""
        return f"{self.game} {self.view.turn}"

    @property
    def due_count(self) -> int | None:
        """How many orders are due in an adjustment phase; None where each unit has one."""
        if self.view.turn.phase is not Phase.ADJUSTMENTS:
            return None
        return sum(abs(self.view.due.get(power, 0)) for power in self.powers)

    @property
    def units(self) -> tuple[OfferedUnit, ...]:
        """The units of the powers with their orders."""
        return tuple(
            self._offer_unit(unit, power if len(self.powers) > 1 else "")
            for power in self.powers
            for unit in list_orderable_units(self.view, self.variant, power)
        )

    @property
    def asides(self) -> tuple[OfferedUnit, ...]:
        """What else the reader can say, whose powers alone are ordered for."""
        if self.powers != self.view.powers:
            return ()
        return tuple(
            OfferedUnit(
                "",
                "",
                command.opening,
                command.words,
                tuple(
                    OfferedOrder(line.text, command.words, " ".join(line.steps), "stay")
                    for line in command.lines
                ),
                usage=command.usage,
            )
            for command in list_commands_in_view(self.view, self.variant)
        )

    @property
    def spaces(self) -> tuple[TouchedSpace, ...]:
        """The spaces of the board."""
        waiting = {dislodged.unit.at.province for dislodged in self.view.dislodged}
        return tuple(
            TouchedSpace(
                code,
                self.variant.map.provinces[code].name,
                *(shape.dislodged if code in waiting else shape.unit),
            )
            for code, shape in shrink_geometry(self.geometry).shapes.items()
            if code in self.variant.map.provinces
        )

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The powers that are on the board, each with the short name that its units bear."""
        view, variant = self._view_with_names
        here = {*view.owners.values(), *(unit.power for unit in view.units)}
        shorts = shorten_names(variant.map, view.names)
        return tuple((shorts[p], view.names.get(p, p)) for p in shorts if p in here)

    @property
    def _view_with_names(self) -> tuple[View, Variant]:
        """What the reader sees, with powers called as they know them."""
        notice = Notice(_PAGE, Recipient(""), "", "", view=self.view)
        named, variant = with_reader_names(notice, self.variant)
        assert named.view is not None and variant is not None, "they were there before"
        return named.view, variant

    def draw_board(self) -> str:
        """Return the board as SVG, with a shape over each space that can be touched."""
        view, variant = self._view_with_names
        svg = draw_board(view, variant, self.geometry)
        shapes = render_template("spaces.svg.j2", spaces=self.spaces)
        return f"{svg.removesuffix('</svg>')}{shapes}</svg>"

    def _offer_unit(self, orderable: OrderableUnit, power: str) -> OfferedUnit:
        unit, words = orderable.unit, load_words(self.variant)
        place = self.variant.map.provinces.get(unit.at.province)
        name = write_unit(unit, self.variant.map) if unit.kind else unit.at.province
        spoken = words.write_unit_without_owner(unit) if unit.kind else place.name if place else ""
        orders = tuple(map(self._offer_order, orderable.orders))
        return OfferedUnit(power, unit.at.province, name, spoken, orders)

    def _offer_order(self, order: Order) -> OfferedOrder:
        touches = list_spaces_touched(order)
        helps = self.variant.orders[type(order)].helps is not None
        return OfferedOrder(
            write_order(order, self.variant),
            load_words(self.variant).describe_aim(order),
            " ".join(touches),
            "help" if helps else "go" if touches else "stay",
        )


def build_order_page_files(page: OrderPage, root: str, name: str) -> Sequence[SiteFile]:
    """Return the page as files: itself by its ``name``, and in ``root`` what such pages share.

    ``root`` leads from the page to the folder where the shared files are.
    """
    return (*build_shared_order_files(), SiteFile(name, partial(render_order_page, page, root)))


def build_shared_order_files() -> Sequence[SiteFile]:
    """Return the files that all such pages share."""
    names = ("style.css", "order.css", "order.js")
    return tuple(SiteFile(name, partial(render_template, name)) for name in names)


def render_order_page(page: OrderPage, root: str) -> str:
    """Return the page; ``root`` leads from it to the folder of the files that such pages share."""
    return render_template("order.html.j2", page=page, root=root, policy=POLICY)
