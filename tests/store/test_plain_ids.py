"""A game of Civilization that an earlier judge stored is taken on as it is."""

from __future__ import annotations

import json

from alembic import command
from sqlalchemy import text

from judge.store.database import Database, make_alembic_config, upgrade_schema

SIGN, POWER = "\ue103", "civilization003"
SETTINGS = '{"lengths":{"M":86400000000},"reminder":0,"grace":0}'


def stored(url, query):
    database = Database(url)
    with database.read_transaction() as tx:
        row = tx.execute(text(query)).one()
    database.close()
    return row


def test_ids_and_seeds_are_taken_over_and_nothing_else(tmp_path):
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    database = Database(url)
    unit = json.dumps([["placed", [SIGN, "army", "PAR"]]], ensure_ascii=False)
    with database.write_transaction() as tx:
        command.upgrade(make_alembic_config(tx), "0002")
    with database.write_transaction() as tx:
        for key, variant in ((1, "civ"), (2, "standard")):
            tx.execute(
                text(
                    "INSERT INTO games (id, key, name, variant, stage, settings, seed, number,"
                    " turn, reminded, late, version, stamp, position)"
                    f" VALUES ({key}, 'g{key}', 'g{key}', '{variant}', 'active', :settings,"
                    " 123456789012, 1, 'S1901M', 0, 0, 1, 'x', :position)"
                ),
                {"position": unit, "settings": SETTINGS},
            )
            tx.execute(
                text(
                    "INSERT INTO seats (game_id, place, name, role, secret, password, powers,"
                    f" wish, wait, missed) VALUES ({key}, 0, 'p1', 'player', 's', '', :powers,"
                    " '', 0, 0)"
                ),
                {"powers": json.dumps([SIGN])},
            )
            tx.execute(
                text(f"INSERT INTO turns (id, game_id, number, code) VALUES ({key}, {key}, 1, 'x')")
            )
            tx.execute(
                text(
                    "INSERT INTO orders (turn_id, power, position, text)"
                    f" VALUES ({key}, :power, 0, 'A PAR H')"
                ),
                {"power": SIGN},
            )
    database.close()
    upgrade_schema(url)
    assert stored(url, "SELECT seed, position FROM games WHERE id = 1") == (
        "123456789012", f'[["placed",["{POWER}","army",["PAR",""]]]]',
    )  # fmt: skip
    assert json.loads(stored(url, "SELECT powers FROM seats WHERE game_id = 1")[0]) == [POWER]
    assert stored(url, "SELECT power, text FROM orders WHERE turn_id = 1") == (POWER, "A PAR H")
    assert stored(url, "SELECT seed, position FROM games WHERE id = 2") == (
        "123456789012", f'[["placed",["{SIGN}","army",["PAR",""]]]]',
    )  # fmt: skip
    assert json.loads(stored(url, "SELECT powers FROM seats WHERE game_id = 2")[0]) == [SIGN]
