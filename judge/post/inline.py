"""Pictures put into a mail that was built without them."""

from __future__ import annotations

import re
from base64 import encodebytes
from collections.abc import Sequence
from html import escape
from quopri import decodestring
from typing import NamedTuple

from judge.model.picture import MARK
from judge.post.build import build_quoted_printable

_HTML = re.compile(
    rb"--(?P<boundary>=_1_\w+)\r\n"
    rb'Content-Type: text/html; charset="utf-8"\r\n'
    rb"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    rb"(?P<body>.*?)\r\n(?=--(?P=boundary)--)",
    re.DOTALL,
)
_BODY = re.compile(
    rb'^Content-Type: multipart/alternative; boundary="(?P<boundary>=_1_\w+)"', re.MULTILINE
)
LOOK = "display: block; width: 100%; height: auto; margin: 4px 0 8px; border-radius: 8px"
"""The style of a picture in a page."""
WIDTH = 568
"""How many pixels wide it is where a mail program heeds no styles: as wide as the page's text."""
_KINDS = {"png": "image/png", "svg": "image/svg+xml"}


class InlinePicture(NamedTuple):
    """A picture in a mail: its bytes, ``png`` or ``svg``, its Content-ID, its alternative text.

    One with a ``file`` stands in no HTML, but by itself under that name. ``name`` is what others
    are saved as.
    """

    image: bytes
    form: str
    id: str
    alt: str
    file: str = ""
    name: str = ""


def with_pictures(raw: bytes, pictures: Sequence[InlinePicture | None]) -> bytes:
    """Return a mail that ``build`` made with pictures in its HTML where their marks stand, and with
    those that are files.

    None is one that there is not; a mail without HTML, or without marks, is returned as it is.
    """
    shown = _with_marked_pictures(
        raw, [None if picture and picture.file else picture for picture in pictures]
    )
    return _with_picture_files(shown, [picture for picture in pictures if picture and picture.file])


def _with_picture_files(raw: bytes, files: Sequence[InlinePicture]) -> bytes:
    body_match = _BODY.search(raw)
    if body_match is None or not files:
        return raw
    boundary = body_match["boundary"].decode().replace("=_1_", "=_3_")
    parts = "".join(f"\r\n--{boundary}\r\n{_build_picture_part(picture)}" for picture in files)
    end = f"{parts}\r\n--{boundary}--\r\n".encode()
    last = raw.rfind(f"\r\n--{boundary}--".encode())
    if last >= 0:  # there is a file already
        return raw[:last] + end
    kind = f'Content-Type: multipart/mixed; boundary="{boundary}"\r\n\r\n--{boundary}\r\n'
    return raw[: body_match.start()] + kind.encode() + raw[body_match.start() :] + end


def _with_marked_pictures(raw: bytes, pictures: Sequence[InlinePicture | None]) -> bytes:
    html_match = _HTML.search(raw)
    if html_match is None or not any(pictures):
        return raw
    used: list[InlinePicture] = []

    def replace_mark(place: re.Match[str]) -> str:
        number = int(place[1])
        picture = pictures[number] if number < len(pictures) else None
        if picture is None:
            return place[0]
        used.append(picture)
        source = f'src="cid:{picture.id}" alt="{escape(picture.alt)}"'
        return f'<img {source} width="{WIDTH}" style="{LOOK}">'

    html = MARK.sub(replace_mark, decodestring(html_match["body"]).decode("utf-8"))
    if not used:
        return raw
    boundary = html_match["boundary"].decode().replace("=_1_", "=_2_")
    parts = [
        build_quoted_printable("text/html", html),
        *map(_build_picture_part, dict.fromkeys(used)),
    ]
    inner = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts)
    kind = f'Content-Type: multipart/related; type="text/html"; boundary="{boundary}"\r\n\r\n'
    related = f"--{html_match['boundary'].decode()}\r\n{kind}{inner}--{boundary}--\r\n\r\n".encode()
    return raw[: html_match.start()] + related + raw[html_match.end() :]


def _build_picture_part(picture: InlinePicture) -> str:
    body = encodebytes(picture.image).decode("ascii").replace("\n", "\r\n")
    name = picture.file or picture.name or f"map.{picture.form}"
    place = "attachment" if picture.file else "inline"
    return (
        f'Content-Type: {_KINDS[picture.form]}; name="{name}"\r\n'
        "Content-Transfer-Encoding: base64\r\n"
        f"Content-ID: <{picture.id}>\r\n"
        f'Content-Disposition: {place}; filename="{name}"\r\n\r\n{body}'
    )
