"""The words of order types: what is missing or unknown in an ``orders.toml`` is refused."""

import re

import pytest

from judge.library import codes, load
from judge.library.files import FileError
from judge.library.texts import read_order_wording
from judge.variants.gd.orders import BOMB

WHOLE = """
[bomb]
order = ["{unit} BOMB {route} -> {target}", "{unit} BOMB {target}"]
aim = "bomb {target}"
own = "Your {kind} in {place} bombed {target}"
done = "exploded"
"""


def wording(tmp_path, text, *more):
    (tmp_path / "orders.toml").write_text(text)
    return read_order_wording([tmp_path], [*load("standard").orders.values(), *more])


def test_a_folder_adds_the_words_of_its_own_types_and_may_say_others_differently(tmp_path):
    words = wording(tmp_path, f'{WHOLE}[hold]\naim = "stay"\n', BOMB)
    assert words["bomb"].aim == ("bomb {target}",)
    assert words["bomb"].failed == "failed"
    assert (words["hold"].aim, words["hold"].done) == (("stay",), "held")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('aim = "bomb {target}"\n', "", r"bomb\.aim: is missing"),
        ("done =", "doen =", r"orders\.toml:6: bomb\.doen: there is no such key; .* done\?"),
        ("[bomb]", "[bom]", r"orders\.toml:2: bom: there is no such key; did you mean bomb\?"),
        ("bomb {target}", "bomb {taget}", r":4: bomb\.aim: the order has no part \{taget\}; .*"),
        ('"exploded"', "7", r":6: bomb\.done: should be a valid string"),
        ("[bomb]", "[hold]\nmarks = 1\n[bomb]", r":3: hold\.marks: .* did you mean mark\?"),
        ("[bomb]", '[build]\nreport = {x = "{own}"}\n[bomb]', r":3: build\.report.*\{own\}"),
    ],
)
def test_what_is_wrong_is_told_with_file_line_and_key(tmp_path, old, new, problem):
    assert old in WHOLE
    with pytest.raises(FileError) as wrong:
        wording(tmp_path, WHOLE.replace(old, new), BOMB)
    assert re.search(problem, str(wrong.value))


@pytest.mark.parametrize("code", codes())
def test_every_order_type_of_every_variant_has_words(code):
    variant = load(code)
    assert {order_type.verb for order_type in variant.orders} == set(variant.wording)
