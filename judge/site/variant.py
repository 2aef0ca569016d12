"""The page of a variant: its board as it begins, its powers, its rules, what borders on what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter

from judge.game.atlas.atlas import Atlas
from judge.game.atlas.topics import build_borders_page
from judge.hooks import Variant
from judge.model.geometry import Geometry
from judge.model.pages import BordersPage, SpaceRow
from judge.pictures.chart import draw_board
from judge.site.pages import Site, SiteFile, SiteRoom, render_template
from judge.views.project import build_view

SHELF = "variants"
"""Where the pages of variants are, below the folder of the site."""

VARIANTS = SiteRoom(f"{SHELF}/index.html", "Variants")


def build_variant_page(code: str) -> str:
    """Return where the page of a variant is on the site."""
    return f"{SHELF}/{code}/index.html"


@dataclass(frozen=True)
class VariantOnShow:
    """A variant as its page shows it: what anybody may know before a game begins."""

    variant: Variant
    geometry: Geometry | None

    @cached_property
    def atlas(self) -> Atlas:
        """The board outside of any game."""
        return Atlas(self.variant)

    @property
    def homes_by_power(self) -> Sequence[tuple[str, Sequence[SpaceRow]]]:
        """The powers with the centers that are their homes; none where homes are dealt."""
        powers = self.variant.map.powers.values()
        return [
            (power.name, [self.atlas.describe_space(code) for code in power.homes])
            for power in powers
        ]

    @property
    def spaces(self) -> Sequence[BordersPage]:
        """The spaces by their names, each with the ways from it."""
        by_name = sorted(self.variant.map.provinces.values(), key=lambda space: space.name)
        return [build_borders_page(self.atlas, space.code) for space in by_name]

    def draw_picture(self) -> str:
        """Return the board at the start as a stranger sees it, as SVG."""
        assert self.geometry is not None, "it is asked of what has been drawn"
        variant = self.variant
        deal = variant.rules.opening.deal_position
        position = deal(variant.map, tuple(variant.map.powers), 0)
        view = build_view((), position, None, variant, "observer")
        return draw_board(view, variant, self.geometry)


def build_files_of_variant(site: Site, shown: VariantOnShow) -> Iterator[SiteFile]:
    """Yield the page of a variant and its picture."""
    code = shown.variant.code
    if shown.geometry is not None:
        yield SiteFile(f"{SHELF}/{code}/board.svg", shown.draw_picture)
    make = partial(
        render_template, "variant.html.j2", site=site, page=shown, variant=shown.variant,
        root="../../",
    )  # fmt: skip
    yield SiteFile(build_variant_page(code), make)


def list_of_variants(site: Site, variants: Iterable[Variant]) -> SiteFile:
    """Return the page that leads to those of variants."""
    rows = sorted(variants, key=attrgetter("name"))
    listed = partial(render_template, "variants.html.j2", site=site, variants=rows, root="../")
    return SiteFile(VARIANTS.path, listed)
