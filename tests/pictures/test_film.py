"""A game as one animated picture."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from judge.cli import main
from judge.pictures.film import LAST, SECONDS, build_film

SVG = "{http://www.w3.org/2000/svg}"
TURNS = """\
turn Spring 1901 moves
France A PAR - BUR
turn Fall 1901 moves
France A BUR - MUN
"""
TITLES = ["Before Spring of 1901, Movement", "Spring of 1901, Movement", "Fall of 1901, Movement"]
"""The start, and the two turns."""


def filmed(folder: Path, name: str, text: str = TURNS) -> Result:
    record = folder / "a.game"
    record.write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["replay", "--film", str(folder / name), str(record)])


def test_each_turn_is_seen_for_its_time_and_the_last_longer(tmp_path: Path) -> None:
    assert f"Written: {tmp_path}/a.svg" in filmed(tmp_path, "a.svg").output
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    frames = [part for part in root if part.find(f"{SVG}animate") is not None]
    assert [frame.findtext(f"{SVG}title") for frame in frames] == TITLES
    total = 2 * SECONDS + LAST
    for number, frame in enumerate(frames):
        shown = frame.find(f"{SVG}animate")
        assert shown is not None and shown.get("dur") == f"{total:g}s"
        times = [float(time) * total for time in shown.get("keyTimes", "").split(";")]
        values = shown.get("values", "").split(";")
        begin = times[values.index("inline")]
        ends = [time for time, value in zip(times, values, strict=True)
                if value == "none" and time > begin]  # fmt: skip
        assert begin == pytest.approx(number * SECONDS, abs=0.01)
        assert ends == ([pytest.approx((number + 1) * SECONDS, abs=0.01)] if number < 2 else [])
    assert [frame.get("display") for frame in frames] == ["none", "none", None]
    names = [part.get("id") for part in root.iter() if part.get("id")]
    assert len(names) == len({*names})


@pytest.mark.parametrize("ending", [".webp", ".png", ".gif"])
def test_a_film_for_programs_that_know_no_svg(ending: str) -> None:
    frames = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><rect width="4" height="2" '
        f'fill="{color}"/></svg>'
        for color in ("#ff0000", "#0000ff")
    ]
    with Image.open(BytesIO(build_film(frames, ending, 40))) as made:
        assert (made.n_frames, made.size) == (2, (40, 20))  # type: ignore[attr-defined]  # a film has
        for frame, strongest in enumerate((0, 2)):
            made.seek(frame)
            red_green_blue = made.convert("RGB").getpixel((20, 10))
            assert isinstance(red_green_blue, tuple) and red_green_blue[strongest] > 200


def test_what_cannot_be_a_film_is_told(tmp_path: Path) -> None:
    told = filmed(tmp_path, "a.mp4")
    assert told.exit_code == 2
    assert told.stderr == f"judge: {tmp_path}/a.mp4: a film is .svg, .webp, .png, .gif\n"
