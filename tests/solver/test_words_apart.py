"""The sentences of the solver are in ``solver/words/``, each in one place, and each is said."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.prose import HOLE, NAMED, is_prose

ROOT = Path(__file__).resolve().parents[2]
SOLVER, WORDS = ROOT / "solver", ROOT / "solver/words"
WORD = re.compile(r"[A-Za-zÀ-ÿ’']{2,}")
SENTENCE = 3
"""The fewest words that are held to be a sentence; shorter texts are names, keys and labels."""

FOLDERS = {
    "words": "this is their place",
    "errata": "an entry quotes its source and stands beside the search that proves it",
    "apps.py": "Django asks for a name there",
    "checker.py": "it shares no code with the solver, and so no words",
}
VALUES_OF = {
    "help": "the help on an option stands beside the option, in the parser",
    "description": "so does the help on the command",
    "quote": "a quotation stands beside the rule that it is the source of",
}
RAISED = {
    "AssertionError": "a developer reads it, in a failed proof",
    "AttributeError": "a developer reads it, in Python's own words",
}


def is_sentence(text: str) -> bool:
    return is_prose(text) and len(WORD.findall(text.replace(HOLE, " "))) >= SENTENCE


def text_of(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        parts = (getattr(part, "value", None) for part in node.values)
        return "".join(part if isinstance(part, str) else HOLE for part in parts)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def excused(node: ast.AST) -> bool:
    """Whether what is written in *node* may stand beside its code."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)  # a docstring
    if isinstance(node, ast.keyword):
        return node.arg in VALUES_OF
    if isinstance(node, ast.Assign):
        return any(isinstance(name, ast.Name) and name.id in VALUES_OF for name in node.targets)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in RAISED
    return False


def sentences(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The sentences written in a piece of code, with their lines."""
    text = " ".join(NAMED.sub(HOLE, text_of(node)).split())
    if is_sentence(text):
        yield getattr(node, "lineno", 0), text
    elif not excused(node):
        for child in ast.iter_child_nodes(node):
            yield from sentences(child)


def code() -> Iterator[Path]:
    for path in sorted(SOLVER.rglob("*.py")):
        if path.relative_to(SOLVER).parts[0] not in FOLDERS:
            yield path


@pytest.mark.parametrize("path", list(code()), ids=lambda path: str(path.relative_to(SOLVER)))
def test_no_sentence_stands_beside_the_code(path):
    found = [f"{path}:{line}: {text}" for line, text in sentences(ast.parse(path.read_text()))]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'text = "You take two."',
        'text = f"{player} has no move left."',
        'raise NotCoveredError("This is not covered.")',
        'show(title="Take two rows")',
        'FACTS = {"why": "the last one loses"}',
    ],
)
def test_a_sentence_beside_the_code_would_be_found(line):
    assert len(list(sentences(ast.parse(line)))) == 1


@pytest.mark.parametrize(
    "line",
    [
        '"""A docstring of a module."""',
        'parser.add_argument("--budget", help="positions to visit at most")',
        'quote = "These four cases cover all positions."',
        'raise AssertionError(f"Theorem 4 loses at {position}")',
        'key = "higher switch"',
        'line = f"{one} {other} {third}"',
        'PATTERN = re.compile(r"a row of (\\d+)")',
    ],
)
def test_what_is_no_sentence_or_is_excused_is_passed_over(line):
    assert list(sentences(ast.parse(line))) == []


# --- in one place, and said ---------------------------------------------------------------


def constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The constants of a module, by name."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value
        for target in node.targets if isinstance(node, ast.Assign) else ():
            for name in target.elts if isinstance(target, ast.Tuple) else (target,):
                assert isinstance(name, ast.Name)
                yield name.id, node.value


def test_no_text_is_written_in_two_modules_of_words():
    places = Counter()
    for path in WORDS.glob("*.py"):
        texts = {
            text_of(part)
            for _, value in constants(ast.parse(path.read_text()))
            for part in ast.walk(value)
        }
        places.update(text for text in texts if len(WORD.findall(text)) > 1)
    assert [text for text, times in places.items() if times > 1] == []


def modules_named(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """What a file imports from ``words``: the module, the name in it, the name it has here."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            parts = (node.module or "").split(".")
            for alias in node.names:
                here = alias.asname or alias.name
                if parts[-1] == "words" or (node.level and not node.module):
                    yield alias.name, "", here
                elif "words" in parts or node.level:
                    yield parts[-1], alias.name, here


def said(path: Path) -> Iterator[tuple[str, str]]:
    """The module and the name of each constant that a file says."""
    tree = ast.parse(path.read_text())
    modules = {}
    for module, name, here in modules_named(tree):
        yield module, name
        modules[here] = module
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield modules.get(node.value.id, ""), node.attr
        if path.parent == WORDS and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield path.stem, node.id


def test_every_constant_of_words_is_said():
    used = {one for path in SOLVER.rglob("*.py") for one in said(path)}
    exported = "".join((SOLVER / door).read_text() for door in ("__init__.py", "teaching.py"))
    silent = [
        f"{path.name}: {name}"
        for path in sorted(WORDS.glob("*.py"))
        if path.name != "__init__.py"
        for name, value in constants(ast.parse(path.read_text()))
        if (path.stem, name) not in used and f'"{name}"' not in exported
        if any(text_of(part) for part in ast.walk(value))
    ]
    assert silent == []
