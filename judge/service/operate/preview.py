"""What the judge would answer to a mail, with nothing stored and nothing sent."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.game.clock.run_turns import run_ready_turns
from judge.letters.phrasing import load_words
from judge.letters.reasons import write_clause
from judge.model.letter import Letter
from judge.model.reason import Reason
from judge.post.incoming import Envelope
from judge.post.mime import ReadingRules, read_mail
from judge.service.clock import read_utc_now
from judge.service.judge import DEFAULT
from judge.service.opening import open_existing_judge, open_upgraded_judge
from judge.service.reading import decide_mail
from judge.service.sections import JudgeSection, SendersSection
from judge.service.settings import Config


def preview_answers(
    raw: bytes, config: Config | None, sender: str | None
) -> tuple[Letter, ...] | str:
    """Return what the judge of these settings, or one without games, would answer to a mail.

    That is letters, or in words why there are none. ``sender`` is who writes it, None for whom it
    says it is from.
    """
    with TemporaryDirectory() as folder:
        alone = JudgeSection(address="judge@example.org", data=Path(folder))
        anybody = SendersSection(policy="lenient")
        if config is None:
            judge = open_upgraded_judge(Config.model_construct(judge=alone, senders=anybody))
        else:
            judge = open_existing_judge(config)
        with closing(judge.database), judge.database.read_transaction() as tx:
            rules = ReadingRules(server=judge.admission.mail_server)
            incoming = read_mail(raw, (judge.identity.address,), Envelope(sender), rules=rules)
            if sender is not None:
                incoming = replace(incoming, sender=sender.strip().casefold())
            now = read_utc_now()
            answer = decide_mail(judge, tx, incoming, now)
            if isinstance(answer, Reason):
                return write_clause(answer, load_words(judge.variants[DEFAULT]))
            decision, known, _ = answer
            games = {**known.games, **{game.name: game for game in decision.games}}
            variants = {name: game.variant for name, game in games.items()}
            return tuple(
                judge.composer.compose_letter(notice, variants.get(notice.game))
                for notice in run_ready_turns(decision, now).notices
            )
