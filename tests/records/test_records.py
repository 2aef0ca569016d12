"""Every game record under this folder comes out as it says."""

from pathlib import Path

import pytest

from judge.game.trial import play
from judge.language.records import parse
from judge.library import load

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.game"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_record(path):
    record = parse(path.read_text(encoding="utf-8"), load)
    told = [line for trial in play(record) for line in trial.wrong]
    assert not told, "\n".join(told)
