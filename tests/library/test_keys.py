"""maps/README.md names every key that the files of a variant's folder may have, and no other."""

import re

import pytest

from judge import resources
from judge.library.files import list_model_keys
from judge.library.geometry import GeometryFile
from judge.library.maps import MapFile
from judge.tables import VariantFile
from judge.variants import civ, ww4

README = next(folder for folder in resources.list_folders("maps")) / "README.md"


def told(file):
    """Yield the keys in the tables of a chapter of the README."""
    text = README.read_text(encoding="utf-8")
    chapter = text.partition(f"### Keys of {file}\n")[2].partition("\n##")[0]
    return re.findall(r"^\| `(.*?)` \|", chapter, re.MULTILINE)


@pytest.mark.parametrize(
    ("file", "models"),
    [
        ("variant.toml", (VariantFile, civ.TABLES, ww4.TABLES)),
        ("map.toml", (MapFile,)),
        ("geometry.toml", (GeometryFile,)),
    ],
)
def test_every_key_is_told_once(file, models):
    known = [".".join(key) for model in models for key in list_model_keys(model)]
    assert sorted(told(file)) == sorted(known)
