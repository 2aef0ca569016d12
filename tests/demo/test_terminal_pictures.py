"""Pictures in a terminal are what was drawn, and go to those terminals alone that show them."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from judge.demo.terminal_pictures import (
    encode_as_sixels,
    encode_for_kitty,
    find_picture_writer,
    is_kitty,
)
from tests.demo.test_try import Keyboard
from tests.waiting import WAIT


class PatientKeyboard(Keyboard):
    """A terminal that may take its time to say what it can."""

    program = (
        "-c",
        "from judge.demo import terminal_pictures\n"
        f"terminal_pictures._PATIENCE = {WAIT}\n"
        "from judge.cli import main\n"
        "main()",
    )


RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)
Pixels = dict[tuple[int, int], tuple[int, int, int]]


def picture(rows: list[list[tuple[int, int, int]]]) -> bytes:
    image = Image.new("RGB", (len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, color in enumerate(row):
            image.putpixel((x, y), color)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def pixels_of_sixels(text: str) -> Pixels:
    """What a terminal draws, after the description of the format."""
    begun = re.fullmatch(r'\033Pq"1;1;(\d+);(\d+)(.*)\033\\', text, re.DOTALL)
    assert begun is not None
    shades: dict[str, tuple[int, int, int]] = {}
    drawn: Pixels = {}
    x = y = 0
    color = ""
    for token in re.finditer(r"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)(.)|([$-])|(.)", begun[3]):
        new, *parts = token.group(1, 2, 3, 4)
        if new:
            red, green, blue = (round(int(part) * 2.55) for part in parts)
            shades[new] = red, green, blue
        elif token[5]:
            color = token[5]
        elif token[8]:
            x, y = 0, y + 6 * (token[8] == "-")
        else:
            count, bits = int(token[6] or 1), ord(token[7] or token[9]) - 63
            rows = [y + row for row in range(6) if bits >> row & 1]
            drawn |= {(x + n, row): shades[color] for n in range(count) for row in rows}
            x += count
    assert max(drawn) == (int(begun[1]) - 1, int(begun[2]) - 1)
    return drawn


def test_sixels_draw_the_picture() -> None:
    rows = [[RED, BLUE, WHITE] + [WHITE] * 20, *([BLUE] * 23 for _ in range(6)), [RED] * 23]
    text = "".join(encode_as_sixels(picture(rows)))
    expected = {(x, y): color for y, row in enumerate(rows) for x, color in enumerate(row)}
    assert pixels_of_sixels(text) == expected
    assert "!" in text  # what repeats is counted


def test_kitty_is_sent_the_file() -> None:
    image = Image.effect_noise((90, 90), 60)
    file = BytesIO()
    image.save(file, "PNG")
    chunks = [*encode_for_kitty(file.getvalue())]
    parts = [re.fullmatch(r"\033_G([^;]*);(.*)\033\\", chunk) for chunk in chunks]
    assert [part and part[1] for part in parts] == ["a=T,f=100,m=1", "m=1", "m=0"][-len(parts) :]
    assert b64decode("".join(part[2] for part in parts if part)) == file.getvalue()


def test_terminals_are_known_by_name() -> None:
    assert is_kitty({"TERM": "xterm-kitty"})
    assert is_kitty({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"})
    assert not is_kitty({"TERM": "xterm-256color"})


def test_nothing_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    assert find_picture_writer({"TERM": "xterm-kitty"}) is None
    assert capsys.readouterr().out == ""


def test_board_is_shown_where_the_terminal_says_that_it_can(tmp_path: Path) -> None:
    keys = PatientKeyboard(
        tmp_path, "--variant", "franceaustria", "--as", "France", TERM="xterm-256color"
    )
    keys.read_raw_until("\033[c")
    keys.type_raw("\033[?62;4;22c")
    shown = keys.read_raw_until("[the board: judge-try")
    sixels = re.search(r"\033Pq.*?\033\\", shown, re.DOTALL)
    assert sixels is not None
    assert len({*pixels_of_sixels(sixels[0].replace("\r\n", "")).values()}) > 10
    keys.type("q")
    assert keys.close() == 0
    assert [*(tmp_path / "judge-try").glob("*.png")]
