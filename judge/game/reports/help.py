"""HELP; HELP COMMANDS and HELP NOW: the commands there are, and those one may give now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from judge.game.atlas.topics import TOPICS, build_board_page, build_space_page
from judge.game.command import (
    InGame,
    InPlay,
    LineContext,
    MisspelledWord,
    Outcome,
    ReadCommand,
    may_give_command,
)
from judge.game.effects import Effects
from judge.game.enter.first_orders import replace_examples
from judge.game.mail.circumstances import House
from judge.game.notices import find_view
from judge.game.orders.accepting import find_orders_due
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.language import suggestions
from judge.language.grammar import build_grammar
from judge.model.command import Command
from judge.model.letter import Page
from judge.model.pages import (
    AllCommandsPage,
    CommandGroup,
    CommandPage,
    CurrentCommandsPage,
    HelpPage,
    SeatAtPresent,
)
from judge.model.reason import Reason
from judge.model.view import View

NOW = "now"
_SETTINGS = "settings"
_MENTIONS = 6
"""A word that more sentences of the rules have is no topic of its own."""
_LONG = 4
"""A shorter word is none, either."""
_LATER = 99
"""Where a command stands that is no first step."""
_OTHERS = ("member", "anybody")
"""Who may say a command, besides players and masters."""
_RULES = (
    "This game is one of {}: `HELP RULES` sends its rules, and `HELP RULES` with the number of a "
    "chapter that chapter alone."
)


class Help(ReadCommand):
    """HELP [topic]: how to play; HELP NOW tells what you can do, HELP COMMANDS all there is."""

    among_orders = True
    topic: str = ""

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Outcome:
        """Return the page on a topic, the first page where none is named."""
        house = context.house
        variant = game.variant if game else house.variants[house.default]
        if self.topic.casefold() == "commands":
            return Effects(sections=(build_page_of_all_commands(variant),))
        if self.topic.casefold() == NOW:
            return Effects(sections=(build_page_of_current_commands(variant, game, actor),))
        known = game is not None and (actor is not None or game.settings.listed)
        here = (variant, find_view(game, actor) if known and game else None)
        page = (
            build_board_page(self.topic, here, house.variants)
            or find_page_of_topic(self.topic, here if game else (None, None), house)
            or _find_page_of_commands(self.topic.casefold(), variant)
            or build_space_page(self.topic, here)
            or _find_page_of_setting(self.topic, house.help)
            or _find_page_of_commands_with(self.topic, variant)
            or (find_rules_on_word(game.variant.about, self.topic) if game else None)
        )
        if page is None:
            return self._explain_unknown_topic(variant, {*house.help, *TOPICS})
        return page if isinstance(page, Reason) else Effects(sections=(page,))

    def _explain_unknown_topic(self, variant: Variant, topics: Set[str]) -> MisspelledWord:
        """Say that there is no such topic, and which are called alike."""
        words = {opener.partition(" ")[0] for opener in build_grammar(variant).openers}
        near = suggestions.list_similar_names(self.topic, topics | words)
        why = Reason("no_topic", (self.topic, ", ".join(sorted(topics))))
        return MisspelledWord(why, self.topic, tuple(name.upper() for name in near))


def find_page_of_topic(
    topic: str, here: tuple[Variant | None, View | None], house: House
) -> Page | None:
    """Return the page on a topic with examples that the board of the game has, or that of a
    variant which is named behind the topic; pages and rules of variants are as they are. Who is in
    no game gets the rules of the usual variant; for a chapter that these alone have a game gets
    what its own say with that word, or all of them."""
    first, _, named = topic.casefold().partition(" ")
    usual_rules = house.variants[house.default].about
    if first == "rules" and (here[0] is None or named in house.variants):
        usual = house.variants[house.default]
        return find_help_page(house.help, first, house.variants.get(named, usual))
    page = find_help_page(house.help, topic, here[0])
    if here[0] and page is None and first == "rules" and find_rules_chapter(usual_rules, named):
        about = find_rules_on_word(here[0].about, named)
        page = about or find_help_page(house.help, first, here[0])
    variant = here[0] or house.variants.get(named)
    if page is None or variant is None or not _is_of_all_variants(first, house):
        return page
    view = here[1] if here[0] else None
    text = replace_examples(page.text, house.variants[house.default], variant, view)
    return replace(page, text=text)


def _is_of_all_variants(word: str, house: House) -> bool:
    """Say whether the page on a topic is for the games of every variant."""
    page = _find_page(house.help, word or "index")
    return page is not None and not any(page in v.help.values() for v in house.variants.values())


def _find_page_of_commands(word: str, variant: Variant) -> CommandPage | None:
    """Return the lines of the commands that begin with a word, None if none does."""
    words = build_grammar(variant)
    rules = dict.fromkeys(
        rule
        for opener, beginning in words.openers.items()
        if word in (opener, opener.partition(" ")[0])
        for rule in beginning
    )
    if not rules:
        return None
    return CommandPage(word, tuple(words.commands[rule].write_help_text() for rule in rules))


def _find_page_of_commands_with(word: str, variant: Variant) -> CommandPage | None:
    """Return the lines of the commands in which a word stands, None if none or many have it."""
    lines = [each.write_help_text() for each in build_grammar(variant).commands.values()]
    found = [line for line in lines if re.search(rf"\b{re.escape(word.upper())}\b", line)]
    return CommandPage(word, tuple(found)) if 0 < len(found) <= _MENTIONS else None


def _find_page_of_setting(word: str, pages: Mapping[str, HelpPage]) -> Page | None:
    """Return what the page on settings says of one, None if it has none of that name."""
    text = pages[_SETTINGS].text if _SETTINGS in pages else ""
    said = re.search(rf"^- `{re.escape(word.upper())}\b.*?(?=\n- |\n\n|\Z)", text, re.M | re.S)
    if said is None:
        return None
    line = said[0].replace("`", "`SET ", 1)
    return Page(word.upper(), f"{line}\n\n`HELP SETTINGS` has all others.")


def find_help_page(
    pages: Mapping[str, HelpPage], topic: str, variant: Variant | None = None
) -> Page | None:
    """Return the help text on a topic, the index where none is named, None for an unknown one.

    The pages of the game's variant go before the others. ``RULES`` is the rules text of the
    variant of the game that is spoken of, ``RULES XII`` a chapter of it; so is any other word of a
    chapter's heading.
    """
    word = topic.strip().casefold() or "index"
    first, _, name = word.partition(" ")
    rules = variant.about if variant else ""
    if rules and first == "rules":
        text = find_rules_chapter(rules, name)
    else:
        page = (variant and _find_page(variant.help, word)) or _find_page(pages, word)
        text = page.text if page else find_rules_chapter(rules, word)
        if not text and first in pages:
            text = pages[first].text
    if not text:
        return None
    title, _, rest = text.partition("\n")
    index = pages.get("index")
    if rules and index and text is index.text and variant:
        rest = f"{rest.rstrip()}\n\n{_RULES.format(variant.name)}"
    return Page(title.lstrip("# ").strip(), rest.strip("\n"))


def _find_page(pages: Mapping[str, HelpPage], word: str) -> HelpPage | None:
    """Return the page on a topic, or the first to which the word leads besides."""
    return pages.get(word) or next((p for p in pages.values() if word in p.aliases), None)


def find_rules_chapter(rules: str, name: str) -> str | None:
    """Return the chapter that has this number, word or sentence; the whole where none is named.

    Of a sentence that is named by its number (``XII.6``, ``22``) nothing else is returned.
    """
    if not name:
        return rules
    parts = re.split(r"^(?=## )", rules, flags=re.M)[1:]
    headings = {part.partition("\n")[0]: part for part in parts}
    for heading, part in headings.items():
        if name in re.findall(r"\w+", heading.casefold()):
            return part
    sentence = re.compile(rf"^\*\*{re.escape(name)}\*\* .*?(?=^\*\*|\Z)", re.I | re.M | re.S)
    for heading, part in headings.items():
        if match := sentence.search(part):
            return f"{heading}\n\n{match[0]}"
        if len(name) > 2 and name.removesuffix("s") in heading.casefold():
            return part
    return None


def find_rules_on_word(rules: str, word: str) -> Page | None:
    """Return the sentences of the rules that have a word, below the headings of their chapters;
    None if they are none, or so many that the word tells nothing."""
    wanted = re.compile(rf"\b{re.escape(word.strip().removesuffix('s'))}", re.I)
    found: list[tuple[str, str]] = []
    for part in re.split(r"^## ", rules, flags=re.M)[1:]:
        heading, _, text = part.partition("\n")
        sentences = re.findall(r"^\*\*.*?(?=^\*\*|\Z)", text, re.M | re.S)
        found += [(heading, each) for each in sentences if wanted.search(each)]
    if not 0 < len(found) <= _MENTIONS or len(word) < _LONG:
        return None
    return Page(
        ", ".join(dict.fromkeys(heading for heading, _ in found)),
        "".join(text for _, text in found).strip(),
    )


def build_page_of_all_commands(variant: Variant) -> AllCommandsPage:
    """Return the lines of all commands, by who may say them."""
    return AllCommandsPage(_list_commands_by_role(variant.commands.values()))


def build_page_of_current_commands(
    variant: Variant, game: Game | None, seat: Seat | None
) -> CurrentCommandsPage:
    """Return how a game stands for a seat, and the commands that it may give at present.

    Without a seat or a game these are the commands of strangers.
    """
    stage, role = game.stage if game else None, seat.role if seat else None
    may = [
        command for command in variant.commands.values() if may_give_command(command, stage, role)
    ]
    here = _describe_seat_at_present(game, seat) if game is not None and seat is not None else None
    return CurrentCommandsPage(here, _list_commands_by_role(may, first_steps=here is None))


def _describe_seat_at_present(game: Game, seat: Seat) -> SeatAtPresent:
    here = SeatAtPresent(game.name, seat.role.value, seat.powers, game.stage is Stage.ENDED)
    if here.is_over or not isinstance(game, Play):
        return here
    turn = game.position.turn
    return here._replace(
        turn=game.variant.calendar.turn_title(turn),
        phase=turn.phase.display_name.lower(),
        has_orders_due=not set(seat.powers).isdisjoint(find_orders_due(game)),
    )


def _list_commands_by_role(
    commands: Iterable[type[Command]], *, first_steps: bool = False
) -> tuple[CommandGroup, ...]:
    """Return the lines of commands by who may say them, by the alphabet but for the ``first_steps``
    of whoever is in no game."""
    member, anybody = _OTHERS
    lines: dict[str, list[tuple[int, str]]]
    lines = {Role.PLAYER: [], Role.MASTER: [], member: [], anybody: []}
    for command in commands:
        who: str = anybody
        if issubclass(command, InGame | InPlay):
            who = command.who or member
        step = (command.first_step or _LATER) if first_steps else _LATER
        lines[who].append((step, command.write_help_text()))
    return tuple(
        CommandGroup(str(who), tuple(text for _, text in sorted(texts)))
        for who, texts in lines.items()
        if texts
    )
