"""Content files: their folder, their errors, and YAML in both directions.

A file is read into plain mappings with nothing but its own content, in a fixed order, so that two
spellings of the same content are equal. Reading never calls the solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import yaml
from yaml.composer import Composer

FOLDER = Path(__file__).resolve().parent
MAX_FILE = 200_000
"""The most characters of a file; the longest lesson has a tenth of that."""
MAX_LINES = 4_000
MAX_SIGNS = 6_000
"""The most commas, colons and brackets: these take time to parse, even on a single line."""
MAX_DEPTH = 30
"""How deep brackets may nest, and how many pairs of spaces and dashes may begin a line."""
MAX_DIGITS = 20
"""The most characters of a number; the longest of any content has four. YAML also reads sums of
sixties, such as 59:59:59, as numbers, and these and hexadecimal ones may have thousands of digits,
which no float holds and no message can show."""


@dataclass(frozen=True)
class Finding:
    """An error in the content: the file, the step (0 for the whole lesson), and a sentence."""

    file: str
    step: int
    text: str

    def __str__(self) -> str:
        where = f"{self.file}, step {self.step}" if self.step else self.file
        return f"{where}: {self.text}"


def sentence(text: str) -> str:
    """An error as a complete sentence."""
    text = text[:300].rstrip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


class ContentError(ValueError):
    """Content that cannot be loaded; *findings* has each error with its place."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = list(findings)
        super().__init__("\n".join(map(str, self.findings)))


class _Loader(Composer, yaml.CSafeLoader):
    """YAML without tags and without aliases, which let a short text expand endlessly. libyaml,
    which is in every wheel of PyYAML, splits the text; in Python this takes half the time of a
    load."""

    def __init__(self, text: str) -> None:
        Composer.__init__(self)
        yaml.CSafeLoader.__init__(self, text)

    def compose_node(self, parent: Any, index: Any) -> yaml.Node | None:
        event = self.peek_event()
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.YAMLError("anchors and aliases are not used here")
        if getattr(event, "tag", None):
            raise yaml.YAMLError("tags are not used here")
        return super().compose_node(parent, index)

    def number(self, node: yaml.ScalarNode) -> int | float:
        """A number that can be counted with and shown."""
        if len(node.value) > MAX_DIGITS:
            raise yaml.YAMLError(f"a number has more than {MAX_DIGITS} characters")
        is_whole = node.tag.endswith(":int")
        number: int | float = (self.construct_yaml_int if is_whole else self.construct_yaml_float)(
            node
        )
        if not isfinite(number):
            raise yaml.YAMLError(f"{node.value} is not a number")
        return number


_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.number)
_Loader.add_constructor("tag:yaml.org,2002:float", _Loader.number)


def _too_much(text: str) -> str:
    """Why a text is too big to be parsed as YAML, which is slow; empty if it is not."""
    if len(text) > MAX_FILE:
        return f"the file is longer than {MAX_FILE} characters"
    if text.count("\n") >= MAX_LINES:
        return f"the file is longer than {MAX_LINES} lines"
    if sum(map(text.count, ",:[{")) > MAX_SIGNS:
        return f"the file has more than {MAX_SIGNS} commas, colons and brackets"
    if _depth(text) > MAX_DEPTH:
        return f"the file is nested more than {MAX_DEPTH} levels deep"
    return ""


def _depth(text: str) -> int:
    """The greatest depth of nested lists and mappings, by brackets and by indentation."""
    depth = deepest = 0
    for sign in re.findall(r"[\[\]{}]", text):
        depth = depth + 1 if sign in "[{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    begins = (len(line) - len(line.lstrip(" -?\t")) for line in text.splitlines())
    return max(deepest, max(begins, default=0) // 2)


def parse(text: str, file: str) -> tuple[Any, list[Finding]]:
    """Parse one YAML text; return its data, and an error if there is one."""
    too_much = _too_much(text)
    if too_much:
        return None, [Finding(file, 0, too_much)]
    try:
        return yaml.load(text, Loader=_Loader), []  # noqa: S506 - a SafeLoader
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        problem, mark = (getattr(error, name, None) for name in ("problem", "problem_mark"))
        why = f"{problem}, line {mark.line + 1}" if problem and mark else str(error)
        text = " ".join(why.split())[:200]
        return None, [Finding(file, 0, f"this is not YAML: {text}")]


def read_file(path: Path) -> tuple[Any, list[Finding]]:
    """Parse one file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None, [Finding(path.name, 0, "the file is not UTF-8 text")]
    return parse(text, path.name)


class _Dumper(yaml.SafeDumper):
    """A dumper with long texts as blocks."""


def _text(dumper: _Dumper, value: str) -> yaml.Node:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def as_yaml(content: Any) -> str:
    """Canonical content as YAML text."""
    return yaml.dump(
        content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100, indent=2
    )
