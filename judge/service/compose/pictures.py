"""The pictures of letters: planned as a letter is written, drawn as it is sent.

With the letter is kept only what they are drawn from. Whatever goes wrong with a picture costs the
picture and not the letter.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from judge.hooks import Variant
from judge.letters.illustrations import LARGE, describe_picture, list_pictures
from judge.library import load, load_geometry
from judge.model.letter import Notice
from judge.model.picture import Picture
from judge.model.view import View
from judge.pictures.chart import draw_board
from judge.pictures.raster import png
from judge.post.inline import InlinePicture, with_pictures
from judge.post.smtp_out import NoWayOutError
from judge.service.errors import is_resource_shortage
from judge.store import picture_codec, pictures
from judge.store.database import Database
from judge.store.outbox import OutMail

_log = logging.getLogger(__name__)

WIDTHS = {"played": 800, "orders": 800, "position": 600}
"""How many pixels wide each kind of picture is; most mail programs give a letter 600."""
WORLD = 1600
"""How many a large board is wide that is shown whole: it is read by drawing it larger."""
COLORS = 128
SMALL, SMALL_WORLD, FEW_COLORS = 500, 800, 32
"""How wide a file is that is one of several, or a stranger's, and its colors: one mail is to cause
no more bytes than a letter usually has."""

PATIENCE = 5
"""Seconds in which others who have begun a picture should have drawn it, if they are alive."""


TOGETHER = "together"
"""The form of what is no picture but a list of some, which are drawn before a mail leaves."""

_all_drawn: deque[str] = deque(maxlen=100)
_drawing = threading.Lock()


class PlannedPicture(NamedTuple):
    """A picture that a letter is to bear, and what it is drawn from, as text."""

    picture: Picture
    digest: str
    content: str
    form: str
    alt: str
    name: str

    @property
    def mail_fields(self) -> tuple[str, ...]:
        """What the mail keeps of it (see ``OutMail``)."""
        return (self.digest, self.form, self.alt, self.picture.file, self.name)


def plan_pictures(
    notice: Notice, variant: Variant | None, named: View | None
) -> tuple[PlannedPicture, ...]:
    """Return the pictures of a letter: none if the map is not drawn, and files alone if its reader
    wants no others. In the ``named`` view powers are called as the reader knows them."""
    form = notice.to.pictures
    if variant is None or named is None:
        return ()
    try:
        if load_geometry(variant.map.name) is None:
            return ()
        wanted = [*list_pictures(notice, variant)]
        small = not notice.to.seat or sum(bool(picture.file) for picture in wanted) > 1
        forms = {".png": "png-small"} if small else {}
        return tuple(
            _plan_picture(
                picture,
                named,
                variant,
                forms.get(picture.file[-4:], picture.file.rpartition(".")[2]) or form,
                notice.game,
            )
            for picture in wanted
            if picture.file or form != "off"
        )
    except Exception:
        _log.exception("a letter about %s goes without pictures", notice.game)
        return ()


def _plan_picture(
    picture: Picture, view: View, variant: Variant, form: str, game: str
) -> PlannedPicture:
    content = picture_codec.write_picture(picture, variant)
    alt = describe_picture(picture, view, variant)
    shown = f"{picture.view.played or picture.view.turn}{'-orders' * (picture.kind == 'orders')}"
    name = picture.file or f"{game}-{shown}.{form}"
    return PlannedPicture(picture, pictures.digest_picture(content, form), content, form, alt, name)


def draw_before_any_leaves(
    mails: Sequence[tuple[Notice, OutMail]], contents: dict[str, str]
) -> Sequence[tuple[Notice, OutMail]]:
    """Return mails of which none leaves before the pictures of all are drawn, so that the time
    at which one arrives does not tell how many there are. What they wait for is added to
    ``contents``."""
    wanted = {(digest, form) for _, mail in mails for digest, form, *_ in mail.pictures or ()}
    if not wanted or len(mails) < 2:
        return mails
    content = "\n".join(f"{digest} {form}" for digest, form in sorted(wanted))
    digest = pictures.digest_picture(content, TOGETHER)
    contents[digest] = content
    return [
        (notice, mail._replace(pictures=[[digest, TOGETHER], *(mail.pictures or ())]))
        for notice, mail in mails
    ]


def put_pictures_into_mail(database: Database, mail: OutMail) -> bytes:
    """Return a mail with its pictures, as far as they are to be had: however often it is asked for,
    it is the same.

    A picture that cannot be drawn is given up for good. Whatever else goes wrong is the database's
    trouble, or the machine's, and passes: NoWayOutError is raised, and the mail waits.
    """
    if not mail.pictures:
        return mail.raw
    domain = mail.envelope_from.rpartition("@")[2]
    try:
        for digest, form, *_ in mail.pictures:
            if form == TOGETHER:
                _draw_all(database, digest)
        inline = [
            _make_inline_picture(database, picture_fields, domain)
            for picture_fields in mail.pictures
            if picture_fields[1] != TOGETHER
        ]
    except Exception as trouble:
        raise NoWayOutError(f"a picture cannot be had: {trouble}") from trouble
    try:
        return with_pictures(mail.raw, inline)
    except Exception:
        _log.exception("mail %s goes without pictures", mail.message_id)
        return mail.raw


def _draw_all(database: Database, digest: str) -> None:
    """Draw the pictures that a mail waits for besides its own, unless it was done before."""
    if digest in _all_drawn:
        return
    with database.read_transaction() as tx:
        content = pictures.find_content(tx, digest)
    for line in content.splitlines():
        _load_or_draw_image(database, *line.split(" "))
    _all_drawn.append(digest)


def _make_inline_picture(
    database: Database, planned: Sequence[str], domain: str
) -> InlinePicture | None:
    digest, form, alt, *names = planned
    image = _load_or_draw_image(database, digest, form)
    return (
        InlinePicture(image, form.partition("-")[0], f"{digest[:32]}@{domain}", alt, *names)
        if image
        else None
    )


def _load_or_draw_image(database: Database, digest: str, form: str) -> bytes | None:
    """Return a picture, drawn now unless it was before; no transaction is open meanwhile.

    If it is None for one letter, it is so for all that come after. What several threads need is
    made once.
    """
    with database.read_transaction() as tx:
        known = pictures.find_image(tx, digest)
    if known is not None:
        return known or None
    with _drawing:
        return _draw_image(database, digest, form)


def _draw_image(database: Database, digest: str, form: str) -> bytes | None:
    with database.read_transaction() as tx:
        known = pictures.find_image(tx, digest)
    if known is not None:
        return known or None
    with database.write_transaction() as tx:
        content = pictures.begin_drawing(tx, digest)
    if content is None:
        return _await_others_image(database, digest)
    try:
        made = draw_from_text(content, form)
    except Exception as trouble:
        if is_resource_shortage(trouble):
            with database.write_transaction() as tx:
                pictures.cancel_drawing(tx, digest)
            raise
        _log.exception("picture %s cannot be drawn", digest)
        return _give_up_image(database, digest)
    with database.write_transaction() as tx:
        return (
            made
            if pictures.save_image(tx, digest, made)
            else pictures.find_image(tx, digest) or None
        )


def _await_others_image(database: Database, digest: str) -> bytes | None:
    """Return a picture that others have begun, if they end it soon; if not, it is given up."""
    for _ in range(PATIENCE):
        time.sleep(1)
        with database.read_transaction() as tx:
            known = pictures.find_image(tx, digest)
        if known is not None:
            return known or None
    return _give_up_image(database, digest)


def _give_up_image(database: Database, digest: str) -> bytes | None:
    """Give a picture up for all letters, unless others have drawn it meanwhile."""
    with database.write_transaction() as tx:
        pictures.give_up_picture(tx, digest)
        return pictures.find_image(tx, digest) or None


def draw_from_text(content: str, form: str) -> bytes:
    """Return the picture that a text describes: ``png``, ``png-small``, or else SVG."""
    picture, variant = picture_codec.read_picture(content, load)
    geometry = load_geometry(variant.map.name)
    if geometry is None:
        raise ValueError(f"the map of {variant.name} is not drawn")
    svg = draw_board(picture.view, variant, geometry, region=picture.region, open_=picture.open)
    is_whole_board = not picture.region and len(variant.map.provinces) > LARGE
    width = WORLD if is_whole_board else WIDTHS[picture.kind]
    if form == "png-small":
        return png(svg, SMALL_WORLD if is_whole_board else SMALL, FEW_COLORS)
    return png(svg, width, COLORS) if form == "png" else svg.encode()
