"""Every sentence that a person can read, with its place: ``python -m tests.prose [words]``.

Templates give their text and the attributes that are read aloud, Python and JavaScript their
strings, the content its texts, the papers their paragraphs. What a template or an f-string fills
in stands as ``…``. A string counts as prose if it has two words, and begins with a capital letter
or holds a verb's company: keys, queries and class names are left out.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[1]
HOLE = "…"
READ_ALOUD = {"alt", "aria-label", "aria-description", "placeholder", "title", "content", "label"}
SILENT = {"script", "style", "svg"}
KEYS = {"slug", "ruleset", "position", "convention", "track", "kind", "state", "answer", "goal"}
"""Of content: what is no prose, however it looks."""
TAG = re.compile(r"\{#.*?#\}|\{%\s*comment.*?endcomment\s*%\}", re.DOTALL)
CONTROL = re.compile(r"\{%.*?%\}", re.DOTALL)
VALUE = re.compile(r"\{\{.*?\}\}", re.DOTALL)
NAMED = re.compile(r"\{[a-z_]+(:[^{}]*)?\}")
"""A value that is filled in later: ``{player} wins``."""
SCRIPT_STRING = re.compile(r"([\"'`])((?:(?!\1)[^\\\n]|\\.)*)\1")
PROSE = re.compile(r"[A-Za-z…’']{1,}[,;:.]?\s+[A-Za-z…“’']")
CODE = re.compile(r"^[\w./:{}<>=#*%-]+$|[<>{}]|=\"|^(SELECT|INSERT|UPDATE|PRAGMA)\b|\\[dwsb]|^-c ")


class Sentence(NamedTuple):
    """A text with the file and the line it stands at."""

    file: str
    line: int
    text: str


class _Page(HTMLParser):
    """The text of a template, a piece for each element."""

    def __init__(self) -> None:
        super().__init__()
        self.silent = 0
        self.pieces: list[tuple[int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        for name, value in attrs:
            if name in READ_ALOUD and value:
                self.pieces.append((self.getpos()[0], value))

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.pieces.append((self.getpos()[0], data))


def of_template(text: str) -> Iterator[tuple[int, str]]:
    def lines(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    plain = VALUE.sub(lambda m: HOLE + lines(m), CONTROL.sub(lines, TAG.sub(lines, text)))
    page = _Page()
    page.feed(plain)
    yield from page.pieces


def of_python(text: str) -> Iterator[tuple[int, str]]:
    """Its strings, without docstrings and without the pieces of f-strings."""
    tree = ast.parse(text)
    passed: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for inner in body if isinstance(body, list) else []:
            if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant):
                passed.add(id(inner.value))
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in ast.walk(node) if part is not node}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (getattr(part, "value", None) for part in node.values)
            yield node.lineno, "".join(p if isinstance(p, str) else HOLE for p in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, NAMED.sub(HOLE, node.value)


def of_content(text: str) -> Iterator[tuple[int, str]]:
    def texts(node: yaml.Node, key: str = "") -> Iterator[tuple[int, str]]:
        if isinstance(node, yaml.MappingNode):
            for name, value in node.value:
                yield from texts(value, name.value)
        elif isinstance(node, yaml.SequenceNode):
            for value in node.value:
                yield from texts(value, key)
        elif key not in KEYS:
            yield node.start_mark.line + 1, node.value

    root: Any = yaml.compose(text)
    yield from texts(root) if root else ()


def of_script(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith(("//", "*", "/*", "import ")):
            for found in SCRIPT_STRING.finditer(line):
                yield number, re.sub(r"\$\{.*?\}", HOLE, found[2])


def of_paper(text: str) -> Iterator[tuple[int, str]]:
    number, is_code = 1, False
    for paragraph in re.split(r"(\n\s*\n)", text):
        is_code = paragraph.startswith("    ")
        if not is_code:
            yield number, re.sub(r"`[^`]*`", HOLE, paragraph)
        number += paragraph.count("\n")


SOURCES = (
    ("templates/**/*.html", of_template),
    ("games/**/*.py", of_python),
    ("solver/**/*.py", of_python),
    ("config/*.py", of_python),
    ("games/content/**/*.yaml", of_content),
    ("static/js/*.js", of_script),
    ("*.md", of_paper),
    ("docs/**/*.md", of_paper),
)


def is_prose(text: str) -> bool:
    return bool(PROSE.search(text)) and not CODE.search(text)


def sentences(root: Path = ROOT) -> Iterator[Sentence]:
    """All of them, file by file."""
    for pattern, read in SOURCES:
        for path in sorted(root.glob(pattern)):
            if "migrations" in path.parts or "vendor" in path.parts:
                continue
            for line, text in read(path.read_text(encoding="utf-8")):
                plain = " ".join(text.split())
                if is_prose(plain):
                    yield Sentence(str(path.relative_to(root)), line, plain)


def main() -> None:
    wanted = re.compile(" ".join(sys.argv[1:]), re.IGNORECASE)
    counts: Counter[str] = Counter()
    for sentence in sentences():
        if wanted.search(sentence.text):
            counts[sentence.file.split("/")[0]] += 1
            print(f"{sentence.file}:{sentence.line}: {sentence.text}")
    print(", ".join(f"{place} {number}" for place, number in counts.items()), file=sys.stderr)


if __name__ == "__main__":
    main()
