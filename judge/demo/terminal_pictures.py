"""Pictures in a terminal, for those that can show them: by kitty's protocol, or as sixels."""

from __future__ import annotations

import os
import re
import select
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from itertools import groupby

PictureWriter = Callable[[bytes], Iterator[str]]
"""Yields what a terminal has to be sent to show a PNG picture."""

_CHUNK = 4096
_WIDEST = 1000
"""How many pixels wide a picture is at most that is sent as sixels."""
_COLORS = 128
_BAND = 6
"""How many rows of pixels one row of sixels holds."""
_SHORTEST_RUN = 4
"""So many equal sixels are written as a count."""
_PATIENCE = 0.5
"""How many seconds a terminal has to say what it can."""


def find_picture_writer(environment: Mapping[str, str]) -> PictureWriter | None:
    """Return how the terminal shows pictures, None if it is not known to.

    One that does not name itself is asked; what is in no terminal shows none.
    """
    if not (sys.stdout.isatty() and sys.stdin.isatty()) or environment.get("TERM") == "dumb":
        return None
    if is_kitty(environment):
        return encode_for_kitty
    return encode_as_sixels if _SIXELS in _ask_for_abilities() else None


def is_kitty(environment: Mapping[str, str]) -> bool:
    """Say whether a terminal is known to show pictures that are sent by kitty's protocol."""
    named = {environment.get(name, "").lower() for name in ("TERM", "TERM_PROGRAM")}
    return "KITTY_WINDOW_ID" in environment or bool(
        named & {"xterm-kitty", "xterm-ghostty", "ghostty", "wezterm"}
    )


_SIXELS = "4"
"""How a terminal says among its abilities that it shows sixels."""


def _ask_for_abilities() -> list[str]:
    """Ask the terminal for its abilities; return what it says in time."""
    try:
        import termios
        import tty
    except ImportError:  # there are systems without
        return []
    keyboard, answer = sys.stdin.fileno(), ""
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard)
        sys.stdout.write("\033[c")
        sys.stdout.flush()
        while not answer.endswith("c") and select.select([keyboard], [], [], _PATIENCE)[0]:
            answer += os.read(keyboard, 64).decode("ascii", "replace")
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
    said = re.search(r"\033\[\?([\d;]*)c", answer)
    return said[1].split(";") if said else []


def encode_for_kitty(picture: bytes) -> Iterator[str]:
    """Yield a PNG picture in the escape sequences of kitty's protocol."""
    text = b64encode(picture).decode("ascii")
    parts = [text[at : at + _CHUNK] for at in range(0, len(text), _CHUNK)]
    for number, part in enumerate(parts):
        control = "a=T,f=100," if number == 0 else ""
        yield f"\033_G{control}m={int(number + 1 < len(parts))};{part}\033\\"


def encode_as_sixels(picture: bytes) -> Iterator[str]:
    """Yield a PNG picture as sixels: for each six rows of pixels, where each color stands."""
    from PIL import Image

    image = Image.open(BytesIO(picture)).convert("RGB")
    image.thumbnail((_WIDEST, image.height))
    image = image.quantize(_COLORS, dither=Image.Dither.NONE)
    width, height, pixels = image.width, image.height, image.tobytes()
    yield f'\033Pq"1;1;{width};{height}'
    shades = image.getpalette() or []
    for number in range(len(shades) // 3):
        red, green, blue = (round(shade / 2.55) for shade in shades[3 * number : 3 * number + 3])
        yield f"#{number};2;{red};{green};{blue}"
    for top in range(0, height, _BAND):
        where: dict[int, bytearray] = {}
        for bit in range(min(_BAND, height - top)):
            start = (top + bit) * width
            for column, color in enumerate(pixels[start : start + width]):
                if color not in where:
                    where[color] = bytearray(width)
                where[color][column] |= 1 << bit
        yield "$".join(f"#{color}{_shorten_runs(bits)}" for color, bits in where.items()) + "-"
    yield "\033\\"


def _shorten_runs(bits: bytearray) -> str:
    """Return a row of sixels, long runs of one written as a count."""
    runs = ((chr(63 + bit), len([*same])) for bit, same in groupby(bits))
    return "".join(
        f"!{length}{sixel}" if length >= _SHORTEST_RUN else sixel * length for sixel, length in runs
    )
