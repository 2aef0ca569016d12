"""Opens the judge that the settings describe."""

from __future__ import annotations

from collections.abc import Mapping

from judge.hooks import Variant
from judge.letters.identity import JudgeIdentity
from judge.library import load
from judge.service import logs
from judge.service.compiling import load_checked_variants
from judge.service.judge import Admission, Judge
from judge.service.settings import Config
from judge.service.setup import open_existing_database, prepare_database
from judge.store.database import Database
from judge.store.judge_secret import read_judge_secret
from judge.store.repository import Repository


def open_upgraded_judge(config: Config) -> Judge:
    """Return the judge of these settings; its database is brought up to date first.

    Raises ConfigError where there is none to be had, or where a map is not fit to play on.
    """
    prepare_database(config)
    return _build_judge(config, load_checked_variants())


def open_existing_judge(config: Config) -> Judge:
    """Return the judge of these settings on the database that is there, which is not changed.

    Raises ConfigError where there is none of this version, or where a map is not fit to play on.
    """
    with open_existing_database(config):
        pass
    return _build_judge(config, load_checked_variants())


def open_worker_judge(config: Config) -> Judge:
    """Return one more judge of these settings in a process of its own, to run turns."""
    logs.configure_logging(config.log.level, config.log.format)
    return _build_judge(config, {})


def _build_judge(config: Config, variants: Mapping[str, Variant]) -> Judge:
    database = Database(config.database_url)
    with database.read_transaction() as tx:
        secret = read_judge_secret(tx)
    return Judge(
        variants=variants,
        database=database,
        games=Repository(load),
        identity=JudgeIdentity(
            *(config.judge.code, config.judge.address, config.judge.name),
            *(config.web.url, config.senders.confirm_days, secret),
        ),
        admission=Admission(
            *(config.senders.policy, config.senders.mail_server, config.senders.plus_addresses),
            *(config.senders.blocked, config.senders.creators),
        ),
        bounds=config.limits.bounds,
        limits=config.limits.limits,
        strangers=config.limits.strangers,
        keeper=config.judge.keeper,
        pages=config.site.url if config.site.folder else "",
    )
