"""The house rules: who may import whom, and what the code may not do where."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple, TypeGuard, TypeVar

import pytest

# It reads the code, once, and runs none of it.
pytestmark = pytest.mark.xdist_group("house")

ROOT = Path(__file__).resolve().parent.parent

LAYERS = (
    ("__main__",),
    ("cli",),
    ("admin", "manual", "exchange"),
    ("console", "demo"),
    ("service",),
    ("desk",),
    ("api",),
    ("records",),
    ("site",),
    ("boards",),
    ("library", "letters", "pictures", "store", "post"),
    ("variants",),
    ("game",),
    ("robots",),
    ("views", "engine", "language", "rules"),
    ("hooks",),
    ("tables",),
    ("model",),
)
"""From the top down. A part imports only parts of the lines below its own."""

NEIGHBORS = {("variants", "rules")}
"""Who may import a neighbor."""

LEAF = "resources"
LEAF_USERS = {
    "language",
    "library",
    "letters",
    "store",
    "service",
    "records",
    "demo",
    "boards",
    "exchange",
    "cli",
}
"""``judge.resources`` imports nothing of the house; only these read the files it finds."""

CORE = (
    "model", "tables", "hooks", "rules", "variants", "engine", "views", "language", "robots",
    "game",
)  # fmt: skip
"""The pure part: values in, values out."""

OUTSIDE = {
    "os", "io", "sys", "socket", "ssl", "select", "selectors", "subprocess", "shutil", "tempfile",
    "threading", "multiprocessing", "asyncio", "concurrent", "sqlite3", "smtplib", "imaplib",
    "urllib", "http", "logging", "signal", "locale",
}  # fmt: skip
"""Standard modules through which a program touches the world."""

GUESTS = {
    "language": {"lark", "rapidfuzz"},
    "game": {"openskill"},
    "tables": {"pydantic", "pydantic_core"},
    "variants": {"pydantic"},
}
"""What the core imports besides the standard library."""

CLOCKED = ("demo", "service", "admin", "exchange", "cli")
"""Where the clock may be read and chance drawn."""

CLOCK = {
    "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today",
    "datetime.date.today", "time.time", "time.time_ns", "time.localtime", "time.gmtime",
    "time.ctime", "time.strftime", "email.utils.localtime", "email.utils.make_msgid",
}  # fmt: skip
TIMERS = {
    "time.monotonic", "time.monotonic_ns", "time.perf_counter", "time.perf_counter_ns",
    "time.process_time", "time.sleep",
}  # fmt: skip
"""Timers do not tell the time of day: the post may use them to give a silent line up."""

CHANCE = {"uuid.uuid1", "uuid.uuid4", "os.urandom", "os.getrandom", "random.SystemRandom"}

MOST_PARAMETERS = 6
MANY_PARAMETERS = {
    "judge.cli.init": "click hands over each option by its name",
    "judge.cli.try_game": "click hands over each option by its name",
    "judge.exchange.import_game": "click hands over each option by its name",
}
"""Functions over the limit, each with the reason."""

MOST_FIELDS = 12
MANY_FIELDS = {
    "judge.boards.draft.Draft": "a board and how it is played, as it goes into its files",
    "judge.game.game_settings.Settings": "a row of settings: one field for each that can be set",
    "judge.game.press.sent.UnsentPress": "a row of the table of press that waits",
    "judge.game.request.Request": "a mail as the game reads it, a field for each thing said",
    "judge.game.state.Play": "a row of the table of games and one of the table of turns",
    "judge.game.state.Seat": "a row of the table of seats",
    "judge.hooks.Ruleset": "one answer for every hook: a row of the rules of a variant",
    "judge.hooks.Variant": "what a folder of a variant declares",
    "judge.library.statements.StatementTable": "a row of [[statements]] in maps",
    "judge.model.map.UnitKind": "a row of [[units]] in variant.toml",
    "judge.model.sheet.Sheet": "a sheet that the rules fill in, a field for each kind of line",
    "judge.model.view.View": "all that a reader may know: whatever is told comes from it alone",
    "judge.post.imap_in.Mailbox": "the settings of [imap]",
    "judge.post.incoming.IncomingMail": "a mail as read, a field for each thing it says",
    "judge.records.model.RecordedPhase": "a phase of a record, a field for each kind of line",
    "judge.service.sections.LimitsSection": "the settings of [limits]",
    "judge.service.settings.Config": "the sections of the settings file",
    "judge.tables.UnitTable": "a row of [[units]] in variant.toml",
    "judge.tables.VariantFile": "all of a variant.toml",
}
"""Classes over the limit, each with the reason: a field for each column that somebody writes."""

CALLED_BY_NAME = {
    "judge.__main__": "python -m judge",
    "judge.api.": "who imports the judge",
    "judge.post.smtp_in._Handler.handle_": "aiosmtpd asks for them",
    "judge.records.reader._RecordReader.read_": "one for each word that begins a line of a record",
}
"""What nothing in the house names, by how it begins, and who does."""

OPEN = {"_replace", "_asdict", "_fields", "_make"}
"""What a NamedTuple offers to all; the underscore only keeps it apart from the fields."""

BORROWED = {
    ("judge/language/parser_tables.py", "_load_from_dict"): "what Lark's own stand-alone parsers "
    "are read with; Lark.load takes no transformer",
    ("judge/post/imap_in.py", "_imap"): "IMAPClient has no other way to ask what was announced "
    "beside an answer, nor whether news lies read in its buffer: without, mail waits for minutes",
    ("judge/service/run.py", "_exit"): "documented in spite of its name; threads that wait for a "
    "database or a server would keep the process for as long",
}
"""Private names of libraries that are used, each with the reason."""

READING = ("judge/language/", "judge/game/", "judge/post/")
"""Where letters are read and obeyed: which words are looked for there stands in data."""

FORMATS = {
    "judge/boards/text_map.py": "keywords of a map file",
    "judge/demo/terminal.py": "lines of the judge's own letters",
    "judge/game/club/scoring.py:_ALIASES": "names of systems, which are kept so",
    "judge/game/game_settings.py": "rows of settings, each with the words that are its values",
    "judge/game/person/commands.py:_NAMES": "rows of settings, each with its other names",
    "judge/game/proof/standing.py:POLICIES": "values of a setting of the judge",
    "judge/game/reports/help.py:_OTHERS": "names of those who may say a command",
    "judge/game/reports/game_filters.py:_ALIVE": "names of stages",
    "judge/game/robots/thinking.py:SHARED_WORK": "values of a setting",
    "judge/game/tournament/draw.py": "values of a setting of tournaments",
    "judge/game/votes/kinds.py:KINDS": "names of motions, which are kept so",
    "judge/game/press/anonymize.py:_CARD": "the first and the last line of a vCard",
    "judge/letters/plain_text.py:_TRAP": "lines by which programs of the hobby know a listing",
    "judge/letters/reasons.py:_SLOT": "how a sentence joins its subjects",
    "judge/letters/render.py": "words of orders as the judge writes them, and tags of HTML",
    "judge/library/maps.py:OneWay": "values of map.toml",
    "judge/library/statements.py:Border": "values of variant.toml",
    "judge/pictures/layered.py": "tags of SVG",
    "judge/post/bounds.py": "tags of HTML",
    "judge/post/guard.py": "what stands in the Precedence field of a mail",
    "judge/post/mime.py": "fields of mails",
    "judge/post/words.py": "tags, styles and encodings of mails in HTML",
    "judge/records/formats/listing.py": "lines of another judge's letters",
    "judge/records/reader.py": "words of a game record",
    "judge/service/settings.py:_TWICE": "what the reader of TOML says",
    "judge/tables.py:Step": "values of variant.toml",
    "judge/tables.py:Phase": "values of variant.toml",
    "judge/tables.py:Since": "values of variant.toml",
}
"""Where the words of a format stand, which nobody says: a module, or one of its constants."""


Found = TypeVar("Found")


class Module(NamedTuple):
    path: str
    part: str
    nodes: tuple[ast.AST, ...]


def read(path: str, part: str, text: str) -> Module:
    nodes = tuple(ast.walk(ast.parse(text, filename=path)))
    return Module(path, part, nodes)


@cache
def house() -> tuple[Module, ...]:
    found = []
    for path in sorted((ROOT / "judge").rglob("*.py")):
        inside = path.relative_to(ROOT / "judge")
        text = path.read_text(encoding="utf-8")
        found.append(read(str(path.relative_to(ROOT)), inside.parts[0].removesuffix(".py"), text))
    return tuple(found)


@cache
def in_house(check: Callable[..., Found], *more: str) -> Found:
    """Return what a check finds in the house."""
    return check(house(), *more)


def part_of(path: str) -> str:
    return path.split("/")[1].removesuffix(".py")


def level(part: str) -> int:
    return next(at for at, line in enumerate(LAYERS) if part in line)


def imports(module: Module) -> Iterator[tuple[str, int]]:
    """Every dotted name that is imported, wherever it stands, with its line."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = module.path.removesuffix(".py").split("/")
                base = ".".join([*here[: -node.level], *filter(None, [base])])
            for alias in node.names:
                yield f"{base}.{alias.name}", node.lineno


def uses(module: Module) -> Iterator[tuple[str, ast.AST]]:
    """Every name and attribute chain, spelled out in full by the imports of the module."""
    known: dict[str, str] = {}
    for node in module.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                known[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                known[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def spell(node: ast.AST) -> str | None:
        if isinstance(node, ast.Name):
            return known.get(node.id)
        if isinstance(node, ast.Attribute):
            base = spell(node.value)
            return f"{base}.{node.attr}" if base else None
        return None

    for node in module.nodes:
        name = spell(node)
        if name:
            yield name, node


def layer_breaches(modules: tuple[Module, ...]) -> list[str]:
    breaches = []
    for module in modules:
        for name, line in imports(module):
            if not name.startswith("judge."):
                continue
            target = name.split(".")[1]
            if target == module.part:
                continue
            if target == LEAF:
                allowed = module.part in LEAF_USERS
            elif module.part == "__init__":
                allowed = target == "api"
            elif module.part == LEAF:
                allowed = False
            else:
                below = level(target) > level(module.part)
                allowed = below or (module.part, target) in NEIGHBORS
            if not allowed:
                breaches.append(f"{module.path}:{line} imports {name}")
    return breaches


def chance_breaches(modules: tuple[Module, ...]) -> list[str]:
    breaches = []
    for module in modules:
        if module.part in CLOCKED:
            continue
        seeded = {
            node.func
            for node in module.nodes
            if isinstance(node, ast.Call) and (node.args or node.keywords)
        }
        for name, node in uses(module):
            timer = name in TIMERS and module.part != "post"
            secret = name.startswith("secrets.") and name != "secrets.compare_digest"
            dice = name.startswith("random.") and not (
                name == "random.Random" and (node in seeded or not _called(module, node))
            )
            if name in CLOCK or name in CHANCE or timer or secret or dice:
                breaches.append(f"{module.path}:{node.lineno} uses {name}")
    return breaches


def _called(module: Module, function: ast.AST) -> bool:
    return any(isinstance(n, ast.Call) and n.func is function for n in module.nodes)


def variant_breaches(modules: tuple[Module, ...], codes: set[str]) -> list[str]:
    found = {
        f"{module.path}:{inner.lineno} asks for {inner.value!r}"
        for module in modules
        for node in module.nodes
        for asked in _questions(node)
        for inner in ast.walk(asked)
        if isinstance(inner, ast.Constant) and inner.value in codes
    }
    return sorted(found)


def word_breaches(modules: tuple[Module, ...], names: set[str]) -> list[str]:
    """Patterns that list words, and in rooms that read other lists, too: two words are a list.

    ``names`` are those of the house: what is called so is no word that is read.
    """
    found = []
    for module in modules:
        if module.path in FORMATS:
            continue
        is_reading = module.path.startswith(READING)
        literal = {id(part) for node in module.nodes for part in _literal_parts(node)}
        formats = {id(part) for node in module.nodes for part in _format_parts(module.path, node)}
        for node in module.nodes:
            if id(node) in formats:
                continue
            words: set[str] = set()
            if isinstance(node, ast.Call) and node.args:
                text = "".join(_texts(node.args[0]))
                if ("|" in text or ")?" in text) and _is_pattern(node.func):
                    words = _words_of_pattern(text)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.search(r"[a-z]{2}[)?]*\|[(?:]*[a-z]{2}", node.value):
                    words = _words_of_pattern(node.value)
            elif is_reading and isinstance(node, _LISTS) and id(node) not in literal:
                parts = node.keys if isinstance(node, ast.Dict) else node.elts
                words = {text for part in parts for text in _plain_text(part)} - names
            if len(words) > 1:
                found.append(f"{module.path}:{node.lineno}: {', '.join(sorted(words))}")
    return found


_LISTS = ast.Tuple | ast.List | ast.Set | ast.Dict


def _is_pattern(node: ast.AST) -> bool:
    called = ast.unparse(node)
    return called.startswith("re.") or called.endswith("WordPattern")


def _words_of_pattern(text: str) -> set[str]:
    names = r"\(\?P<\w+>|\(\?[a-zA-Z]+[):]|%\(\w+\)s|\\u\w{4}|\\.|\[[^\]]*\]|\{[^}]*\}"
    return {*re.findall(r"[a-z]{2,}", re.sub(names, " ", text).lower())}


def _texts(node: ast.AST) -> Iterator[str]:
    """Yield what stands as text in an expression, without what is put into an f-string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif not isinstance(node, ast.FormattedValue):
        for part in ast.iter_child_nodes(node):
            yield from _texts(part)


def _plain_text(node: ast.AST | None) -> Iterator[str]:
    text = node.value if isinstance(node, ast.Constant) else None
    if isinstance(text, str) and re.fullmatch(r"[a-z' ]{2,}", text):
        yield text


def _literal_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in the brackets of a Literal, which is a type."""
    if isinstance(node, ast.Subscript):
        named = node.value
        if "Literal" in (getattr(named, "id", ""), getattr(named, "attr", "")):
            yield node.slice


def _format_parts(path: str, node: ast.AST) -> Iterator[ast.AST]:
    """Yield all of what a constant is set to that holds words of a format."""
    targets = node.targets if isinstance(node, ast.Assign) else ()
    if isinstance(node, ast.AnnAssign):
        targets = (node.target,)
    if any(f"{path}:{ast.unparse(target)}" in FORMATS for target in targets):
        yield from ast.walk(node)


@cache
def names_of_house() -> set[str]:
    """Names in code, codes of reasons, and names of tables, keys and slots in data."""
    found = {name for module in house() for node in module.nodes for name in _names_in(node)}
    for path in (ROOT / "grammar").rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        found |= {*re.findall(r"(?m)^\[?([a-z_]+)(?: = \[|\]$)", text)}
        found |= {*re.findall(r"\{([a-z]+)", text)}
    return found


def _names_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
        yield from _texts(node.args[0])


def _questions(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare | ast.MatchValue):
        yield node
    elif isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def position_breaches(modules: tuple[Module, ...]) -> list[str]:
    breaches = []
    for module in modules:
        if module.part not in ("letters", "pictures", "site"):
            continue
        for node in module.nodes:
            named = isinstance(node, ast.Name) and node.id == "Position"
            looked = isinstance(node, ast.Attribute) and node.attr in ("Position", "position")
            brought = isinstance(node, ast.alias) and node.name.split(".")[-1] == "Position"
            if named or looked or brought:
                breaches.append(f"{module.path}:{node.lineno}")
    return breaches


def core_breaches(modules: tuple[Module, ...]) -> list[str]:
    breaches = []
    for module in modules:
        if module.part not in CORE:
            continue
        for name, line in imports(module):
            top = name.split(".")[0]
            standard = top in sys.stdlib_module_names and top not in OUTSIDE
            if not (top == "judge" or standard or top in GUESTS.get(module.part, ())):
                breaches.append(f"{module.path}:{line} imports {name}")
        breaches += [
            f"{module.path}:{node.lineno} opens a file"
            for node in module.nodes
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("open", "print", "input")
        ]
    return breaches


def any_breaches(modules: tuple[Module, ...]) -> list[str]:
    """Parameters and fields of the core that may be anything: a layer above hides behind them."""
    breaches = []
    for module in modules:
        if module.part not in CORE:
            continue
        for node in module.nodes:
            if not isinstance(node, ast.arg | ast.AnnAssign) or node.annotation is None:
                continue
            if not any(isinstance(part, ast.Name) and part.id == "Any" for part in _choices(node)):
                continue
            name = node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
            breaches.append(f"{module.path}:{node.lineno} {name}: Any")
    return breaches


def _choices(node: ast.arg | ast.AnnAssign) -> Iterator[ast.AST]:
    """Yield the types that an annotation allows: those of a union one by one."""
    waiting = [node.annotation]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.BinOp):
            waiting += [part.left, part.right]
        elif part is not None:
            yield part


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in OPEN


def private_breaches(modules: tuple[Module, ...]) -> list[str]:
    """Private names that are imported, or asked of an object whose class the module has not made.

    A private attribute of ours is set or defined in the module that asks for it, or is one of
    ``self`` that a base class of ours has.
    """
    ours = {name for module in modules for name in _made_here(module)}
    breaches = []
    for module in modules:
        for name, line in imports(module):
            if any(map(private, name.split("."))):
                breaches.append(f"{module.path}:{line} imports {name}")
        own = set(_made_here(module))
        breaches += [
            f"{module.path}:{node.lineno} uses {node.attr}"
            for node in module.nodes
            if isinstance(node, ast.Attribute)
            and private(node.attr)
            and node.attr not in own
            and not (_of_self(node) and node.attr in ours)
            and (module.path, node.attr) not in BORROWED
        ]
    return breaches


def _made_here(module: Module) -> Iterator[str]:
    for node in module.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif _of_self(node) and isinstance(node.ctx, ast.Store):
            yield node.attr


def _of_self(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Say whether it is an attribute of ``self``."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    )


def dotted(module: Module) -> str:
    """The name by which a module is imported."""
    return module.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def import_graph(modules: tuple[Module, ...]) -> dict[str, set[str]]:
    """The modules of the house that each of them imports, wherever the import stands."""
    names = {dotted(module) for module in modules}
    graph = {}
    for module in modules:
        wanted = {name if name in names else name.rpartition(".")[0] for name, _ in imports(module)}
        graph[dotted(module)] = wanted & names - {dotted(module)}
    return graph


def circle_breaches(modules: tuple[Module, ...]) -> list[str]:
    """Modules that import themselves by way of others."""
    graph = import_graph(modules)
    reached = {name: set(targets) for name, targets in graph.items()}
    waiting = True
    while waiting:
        waiting = False
        for targets in reached.values():
            further = set().union(*(reached[target] for target in targets)) - targets
            waiting = waiting or bool(further)
            targets |= further
    return sorted(name for name, targets in reached.items() if name in targets)


def named_nodes(module: Module, *kinds: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Functions or classes of a module with their full names, those inside of others too."""

    def walk(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
        for child in ast.iter_child_nodes(node):
            inside = prefix
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inside = f"{prefix}.{child.name}"
                if isinstance(child, kinds):
                    yield inside, child
            if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
                yield from walk(child, inside)

    yield from walk(module.nodes[0], dotted(module))


def parameter_breaches(modules: tuple[Module, ...]) -> dict[str, int]:
    """Functions with many parameters, and how many; ``self`` and ``cls`` are none."""
    found = {}
    for module in modules:
        for name, node in named_nodes(module, ast.FunctionDef, ast.AsyncFunctionDef):
            assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            spec = node.args
            given = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, spec.vararg, spec.kwarg]
            named = [each for each in given if each and each.arg not in ("self", "cls")]
            if len(named) > MOST_PARAMETERS:
                found[name] = len(named)
    return found


def fields_of(node: ast.ClassDef) -> set[str]:
    """The fields that a class declares, or sets on ``self``."""
    declared = {
        item.target.id
        for item in node.body
        if isinstance(item, ast.AnnAssign)
        and isinstance(item.target, ast.Name)
        and "ClassVar" not in ast.unparse(item.annotation)
    }
    stored = {
        inner.attr
        for inner in ast.walk(node)
        if _of_self(inner) and isinstance(inner.ctx, ast.Store)
    }
    return declared | stored


def field_breaches(modules: tuple[Module, ...]) -> dict[str, int]:
    """Classes with many fields, those of their bases in the house among them, and how many."""
    classes: dict[str, list[ast.ClassDef]] = {}
    for module in modules:
        for node in module.nodes:
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, []).append(node)

    def all_fields(node: ast.ClassDef) -> set[str]:
        fields = fields_of(node)
        for base in node.bases:
            homes = classes.get(ast.unparse(base), [])
            if len(homes) == 1 and homes[0] is not node:
                fields |= all_fields(homes[0])
        return fields

    return {
        name: len(fields)
        for module in modules
        for name, node in named_nodes(module, ast.ClassDef)
        if isinstance(node, ast.ClassDef) and len(fields := all_fields(node)) > MOST_FIELDS
    }


def shared_names(modules: tuple[Module, ...]) -> dict[str, list[str]]:
    """Names that two classes bear, and the modules of these; an underscore makes no difference."""
    homes: dict[str, list[str]] = {}
    for module in modules:
        for name, _ in named_nodes(module, ast.ClassDef):
            homes.setdefault(name.rpartition(".")[2].lstrip("_"), []).append(dotted(module))
    return {name: where for name, where in homes.items() if len(where) > 1}


def unimported(modules: tuple[Module, ...], data: str) -> list[str]:
    """Modules that nothing in the house imports, and nothing that people edit names.

    Commands are found by their classes: each obeys the rule of grammar that bears its name.
    """
    rules = set(re.findall(r"^(\w+)(?:\.\d+)?:", data, re.M))
    imported = set().union(*import_graph(modules).values())
    return [
        dotted(module)
        for module in modules
        if dotted(module) not in imported
        and not module.path.endswith("__init__.py")
        and not rules & set(map(rule_of, class_names(module)))
    ]


def class_names(module: Module) -> Iterator[str]:
    return (node.name for node in module.nodes if isinstance(node, ast.ClassDef))


def rule_of(command: str) -> str:
    """The rule of grammar that a class of this name obeys, if it is a command."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", command.removesuffix("Command")).lower()


def unused(modules: tuple[Module, ...], data: str) -> list[str]:
    """Public functions and methods that nothing in the house names, nor what people edit.

    Those that a decorator hands to a library are used by it, and so is a method that a class
    of a library asks for: it stands in a class with a base from outside.
    """
    used = set(re.findall(r"\w+", data))
    nodes = [node for module in modules for node in module.nodes]
    ours = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    for module in modules:
        for node in module.nodes:
            if isinstance(node, ast.Name):
                used.add(node.id)
            elif isinstance(node, ast.Attribute):
                used.add(node.attr)
            elif isinstance(node, ast.alias):
                used.add(node.name.rpartition(".")[2])
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                used |= {node.value} if node.value.isidentifier() else set()
    foreign = {
        inner
        for module in modules
        for node in module.nodes
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base).partition("[")[0] not in ours for base in node.bases)
        for inner in node.body
    }
    return sorted(
        name
        for module in modules
        for name, node in named_nodes(module, ast.FunctionDef, ast.AsyncFunctionDef)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("_")
        and node.name not in used
        and not node.decorator_list
        and node not in foreign
    )


def unread_fields(modules: tuple[Module, ...], data: str) -> list[str]:
    """Fields of dataclasses that nothing in the house reads by their names, nor what people edit.

    Those of a class that is taken apart by its places are read so.
    """
    read_names, taken_apart = set(re.findall(r"\.(\w+)", data)), set()
    for node in (node for module in modules for node in module.nodes):
        if isinstance(node, ast.Attribute):
            read_names.add(node.attr)
        elif isinstance(node, ast.MatchClass) and node.patterns:
            taken_apart.add(ast.unparse(node.cls).rpartition(".")[2])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            read_names |= {node.value} if node.value.isidentifier() else set()
    return sorted(
        f"{name}.{field.target.id}"
        for module in modules
        for name, node in named_nodes(module, ast.ClassDef)
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(one).startswith("dataclass") for one in node.decorator_list)
        and node.name not in taken_apart
        for field in node.body
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and field.target.id not in read_names
    )


@cache
def edited_files() -> str:
    """The text of what people edit: grammar, templates and maps, and the package's own entries."""
    files = [path for top in ("grammar", "templates", "maps") for path in (ROOT / top).rglob("*")]
    texts = [
        path.read_text(encoding="utf-8")
        for path in (*files, ROOT / "pyproject.toml")
        if path.suffix in (".lark", ".j2", ".toml")
    ]
    return "\n".join(texts)


def made(path: str, text: str) -> tuple[Module, ...]:
    return (read(path, part_of(path), text),)


def test_every_part_has_its_place() -> None:
    placed = {part for line in LAYERS for part in line} | {LEAF, "__init__"}
    assert {module.part for module in house()} <= placed


def test_a_part_imports_only_parts_below_it() -> None:
    assert layer_breaches(house()) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("judge/model/map.py", "from judge.engine import solve"),
        ("judge/engine/solver.py", "import judge.rules.acts"),
        ("judge/engine/solver.py", "from judge import language"),
        ("judge/engine/solver.py", "from ..views import project"),
        ("judge/letters/render.py", "from judge.store.schema import games"),
        ("judge/rules/acts.py", "from judge.variants import gd"),
        ("judge/game/state.py", "def later():\n    from judge.service import daemon"),
        ("judge/service/daemon.py", "import judge.cli"),
        ("judge/resources.py", "from judge.model import map"),
        ("judge/engine/context.py", "from judge import resources"),
    ],
)
def test_an_import_upwards_or_sideways_is_seen(path: str, text: str) -> None:
    assert len(layer_breaches(made(path, text))) == 1


def test_imports_downwards_are_free() -> None:
    for path, text in [
        ("judge/variants/gd.py", "from judge.rules import acts"),
        ("judge/service/turn_runner.py", "from judge.model.turn import Turn"),
        ("judge/service/turn_runner.py", "from judge.model.turn import Turn"),
        ("judge/engine/solver.py", "from .lay import rows"),
        ("judge/letters/render.py", "from judge.resources import find"),
        ("judge/cli.py", "from judge.service.settings import Settings"),
    ]:
        assert layer_breaches(made(path, text)) == []


def test_the_clock_and_chance_stay_at_the_rim() -> None:
    assert chance_breaches(house()) == []


@pytest.mark.parametrize(
    "text",
    [
        "from datetime import datetime\nnow = datetime.now(None)",
        "import datetime as dt\nnow = dt.datetime.utcnow()",
        "from datetime import date\ndate.today()",
        "import time\ntime.time()",
        "from time import monotonic\nmonotonic()",
        "import random\nrandom.choice([1])",
        "from random import Random\nRandom()",
        "from random import shuffle\nshuffle([])",
        "import secrets\nsecrets.token_hex()",
        "from uuid import uuid4\nuuid4()",
        "import os\nos.urandom(4)",
    ],
)
def test_a_look_at_the_clock_or_a_throw_of_dice_is_seen(text: str) -> None:
    assert chance_breaches(made("judge/game/state.py", text))
    assert not chance_breaches(made("judge/service/daemon.py", text))


def test_seeded_chance_and_time_as_a_value_are_free() -> None:
    text = (
        "from datetime import datetime\nfrom random import Random\n"
        "def deal(seed: int, now: datetime, dice: Random) -> None:\n    Random(seed)\n"
    )
    assert chance_breaches(made("judge/rules/opening.py", text)) == []


def variant_codes() -> set[str]:
    shelf = ROOT / "maps"
    return {folder.name for folder in shelf.iterdir() if folder.is_dir()} | {
        "standard", "gd", "ww4", "civ",
    }  # fmt: skip


def test_no_code_asks_which_variant_it_is_in() -> None:
    assert variant_breaches(house(), variant_codes()) == []


@pytest.mark.parametrize(
    "text",
    [
        'if variant.code == "gd": pass',
        'x = 1 if variant.code in ("civ", "ww4") else 2',
        'match code:\n    case "standard": pass',
        'y = [v for v in shelf if v.code.startswith("gd")]',
        'same = "gd" != code',
    ],
)
def test_a_question_for_the_variant_is_seen(text: str) -> None:
    assert variant_breaches(made("judge/engine/lay.py", text), variant_codes())


def test_a_default_variant_is_no_question() -> None:
    text = 'def load(code: str = "standard") -> None: ...'
    assert variant_breaches(made("judge/library/variants.py", text), variant_codes()) == []


def test_no_words_that_are_read_stand_in_code() -> None:
    assert word_breaches(house(), names_of_house()) == []


@pytest.mark.parametrize(
    "text",
    [
        '_IF = re.compile(r"\\b(?:if|unless)\\b")',
        'if re.match(r"(?:please )?(?:thank you)", text): pass',
        'ALL = r"everybody|everyone"',
        'yes = frozenset({"yep", "yeah"})',
        'numbers = {"two": 2, "three": 3}',
        'head = text.startswith(("oh well", "never mind"))',
        '_IF = WordPattern(r"%(if)s|whenever|whilst")',
    ],
)
@pytest.mark.parametrize("path", ["judge/language/reader.py", "judge/game/reports/status.py"])
def test_a_list_of_words_in_code_is_seen(path: str, text: str) -> None:
    assert word_breaches(made(path, text), names_of_house())


@pytest.mark.parametrize("path", ["judge/service/clock.py", "judge/variants/civ/homes.py"])
def test_a_pattern_of_words_is_seen_in_every_room(path: str) -> None:
    code = made(path, '_DAYS = re.compile(r"monday|friday")\nSTAGES = ("forming", "running")')
    assert word_breaches(code, set()) == [f"{path}:1: friday, monday"] * 2


@pytest.mark.parametrize("key", FORMATS)
def test_what_is_called_a_format_has_words(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No exception stays behind when its words have gone."""
    path = key.partition(":")[0]
    module = tuple(module for module in house() if module.path == path)
    monkeypatch.delitem(FORMATS, key)
    assert word_breaches(module, names_of_house())


@pytest.mark.parametrize(
    "text",
    [
        'kind: Literal["whenever", "whilst"]',
        '_IF = WordPattern(r"%(if)s|%(unless)s")',
        '_AND = re.compile(r"(?P<first>\\w+) and (?P<last>\\w+)")',
        'KINDS = frozenset({"courtesy", "takeback"})',
        'CODES = frozenset({"mail_loop", "mail_bounce"})',
    ],
)
def test_names_and_single_words_are_no_list(text: str) -> None:
    assert word_breaches(made("judge/language/reader.py", text), names_of_house()) == []


def test_letters_and_pictures_know_no_position() -> None:
    assert position_breaches(house()) == []


@pytest.mark.parametrize(
    "text",
    [
        "from judge.model.position import Position",
        "import judge.model.position as p\ndef f(x: p.Position) -> None: ...",
        "def f(game: object) -> object:\n    return game.position",
    ],
)
def test_a_position_in_a_letter_is_seen(text: str) -> None:
    assert position_breaches(made("judge/letters/compose.py", text))
    assert not position_breaches(made("judge/views/project.py", text))


def test_the_core_touches_nothing_outside() -> None:
    assert core_breaches(house()) == []


@pytest.mark.parametrize(
    "text", ["import os", "import sqlalchemy", "from socket import socket", "open('x')"]
)
def test_a_hand_stretched_out_of_the_core_is_seen(text: str) -> None:
    assert core_breaches(made("judge/engine/lay.py", text))
    assert not core_breaches(made("judge/store/database.py", text))


def test_nothing_of_the_core_may_be_anything() -> None:
    assert any_breaches(house()) == []


@pytest.mark.parametrize(
    "text",
    [
        "from typing import Any\ndef admit(motion: Any, game: Any) -> None: ...",
        "from typing import Any\ndef tally(motion: str, *, game: Any | None = None) -> None: ...",
        "from typing import Any\nclass Table:\n    game: Any",
    ],
)
def test_a_layer_above_that_hides_behind_any_is_seen(text: str) -> None:
    assert any_breaches(made("judge/rules/motions.py", text))
    assert not any_breaches(made("judge/store/codec.py", text))


def test_no_library_is_used_by_its_private_names() -> None:
    assert private_breaches(house()) == []


def test_what_is_borrowed_is_used() -> None:
    used = {
        (module.path, node.attr)
        for module in house()
        for node in module.nodes
        if isinstance(node, ast.Attribute)
    }
    assert set(BORROWED) <= used, "no longer used"


@pytest.mark.parametrize(
    "text",
    [
        "from lark.parsers._lalr import Parser",
        "import lark._internal as inner",
        "from sqlalchemy import _engine",
        "from lark import Lark\nLark('').parser._parse_table",
        "def names(parser):\n    return parser._callbacks",
        "class Mine(Parser):\n    def names(self):\n        return self._callbacks",
    ],
)
def test_a_private_name_of_a_library_is_seen(text: str) -> None:
    assert private_breaches(made("judge/language/grammar.py", text))


def test_private_names_of_ones_own_are_free() -> None:
    text = (
        "class Turn:\n    def __init__(self):\n        self._kept = 1\n"
        "def same(one, other):\n    return one._kept == other._kept\n"
        "def later(turn):\n    return turn._replace(year=1)\n"
    )
    assert private_breaches(made("judge/language/grammar.py", text)) == []


def offenders(check: str) -> set[str]:
    """What a check finds in the house, but for what is excepted with a reason."""
    match check:
        case "circles":
            return set(in_house(circle_breaches))
        case "parameters":
            return set(in_house(parameter_breaches)) - set(MANY_PARAMETERS)
        case "fields":
            return set(in_house(field_breaches)) - set(MANY_FIELDS)
        case "names":
            return set(in_house(shared_names))
        case "modules":
            found = in_house(unimported, edited_files())
        case "functions":
            found = in_house(unused, edited_files())
        case "values":
            found = in_house(unread_fields, edited_files())
        case _:
            raise AssertionError(check)
    return {name for name in found if not name.startswith(tuple(CALLED_BY_NAME))}


def test_what_is_excepted_is_over_the_limit() -> None:
    assert set(MANY_PARAMETERS) <= set(in_house(parameter_breaches))
    assert set(MANY_FIELDS) <= set(in_house(field_breaches))


def test_what_is_called_by_name_is_named_by_nothing_else() -> None:
    found = (*in_house(unimported, edited_files()), *in_house(unused, edited_files()))
    gone = [home for home in CALLED_BY_NAME if not any(name.startswith(home) for name in found)]
    assert gone == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert offenders("circles") == set()


def test_a_circle_is_seen_under_type_checking_too() -> None:
    there = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from judge.game.b import B"
    modules = made("judge/game/a.py", there) + made("judge/game/b.py", "import judge.game.a")
    assert circle_breaches(modules) == ["judge.game.a", "judge.game.b"]


def test_no_function_has_many_parameters() -> None:
    assert offenders("parameters") == set()


def test_many_parameters_are_seen() -> None:
    text = "class A:\n    def f(self, a, b, c, d, e, f{}): ..."
    assert parameter_breaches(made("judge/game/a.py", text.format(""))) == {}
    found = parameter_breaches(made("judge/game/a.py", text.format(", *, g")))
    assert found == {"judge.game.a.A.f": 7}


def test_no_class_has_many_fields() -> None:
    assert offenders("fields") == set()


def test_many_fields_are_seen_those_of_a_base_too() -> None:
    base = "class A:\n" + "".join(f"    a{n}: int\n" for n in range(12))
    heir = f"{base}class B(A):\n    def f(self) -> None:\n        self.b = 1\n"
    assert field_breaches(made("judge/game/a.py", heir)) == {"judge.game.a.B": 13}


def test_no_two_classes_share_a_name() -> None:
    assert offenders("names") == set()


def test_a_shared_name_is_seen() -> None:
    modules = made("judge/game/a.py", "class A: ...") + made("judge/post/b.py", "class _A: ...")
    assert shared_names(modules) == {"A": ["judge.game.a", "judge.post.b"]}


def test_the_house_imports_each_module() -> None:
    assert offenders("modules") == set()


def test_a_module_that_only_tests_import_is_seen() -> None:
    text = "import judge.game.b\nclass MakePeace: ..."
    modules = made("judge/game/a.py", text) + made("judge/game/b.py", "")
    assert unimported(modules, "") == ["judge.game.a"]
    assert unimported(modules, "make_peace.2: _MAKE") == []


def test_the_house_uses_each_public_function() -> None:
    assert offenders("functions") == set()


def test_a_function_that_only_tests_use_is_seen() -> None:
    text = "def f() -> None: ...\ndef g() -> None:\n    f()"
    assert unused(made("judge/game/a.py", text), "") == ["judge.game.a.g"]
    assert unused(made("judge/game/a.py", text), "{{ g }}") == []


def test_the_house_reads_each_field_that_it_keeps() -> None:
    assert offenders("values") == set()


def test_a_field_that_nothing_reads_is_seen() -> None:
    text = "@dataclass(frozen=True)\nclass Seat:\n    hat: str\n    shoe: str\nx = y.hat"
    assert unread_fields(made("judge/game/a.py", text), "") == ["judge.game.a.Seat.shoe"]
    assert unread_fields(made("judge/game/a.py", text), "{{ seat.shoe }}") == []
    assert (
        unread_fields(made("judge/game/a.py", f"{text}\nmatch z:\n case Seat(a, b): 1"), "") == []
    )


def test_what_is_imported_is_declared() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = declared["dependencies"] + declared["optional-dependencies"]["server"]
    names = {re.match(r"[\w.-]+", each)[0].lower() for each in wanted}  # type: ignore[index]  # always matches
    homes = packages_distributions()
    missing = {
        f"{module.path}:{line} imports {name}"
        for module in house()
        for name, line in imports(module)
        if (top := name.split(".")[0]) != "judge" and top not in sys.stdlib_module_names
        if not names & {home.lower() for home in homes.get(top, ())}
    }
    assert missing == set()


def tracked_texts() -> Iterator[Path]:
    tops = ("judge", "grammar", "templates", "maps", "migrations", "tests", "deploy", ".ci")
    files = [path for top in tops for path in (ROOT / top).rglob("*")]
    files += [path for path in ROOT.iterdir() if path.suffix in (".md", ".toml", ".lock")]
    files.append(ROOT / "Makefile")
    for path in files:
        if (
            path.is_file()
            and "__pycache__" not in path.parts
            and path.suffix not in (".png", ".gz", ".ttf")
        ):
            yield path


MACHINE = re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+|opt/(?:pypi|wheels))\b|/\.pyenv/")


def test_no_path_of_one_machine_stands_in_a_file() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in tracked_texts()
        if path != Path(__file__).resolve()
        for match in MACHINE.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_locks_pin_by_hash_and_name_no_host(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    entries = re.split(r"\n(?=[a-z0-9])", text.strip())
    assert len(entries) > 10
    for entry in entries:
        assert re.match(r"[a-z0-9._-]+==\S+ \\\n +--hash=sha256:[0-9a-f]{64}", entry), entry


def test_the_test_lock_holds_the_same_versions_as_the_other() -> None:
    pins = [
        set(re.findall(r"^\S+==\S+", (ROOT / name).read_text(encoding="utf-8"), re.M))
        for name in ("requirements.lock", "requirements-dev.lock")
    ]
    assert pins[0] <= pins[1]
