"""Every sentence filled in: plurals, full stops, no value left out, none too long to read aloud."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import combinations_with_replacement
from pkgutil import iter_modules

import pytest

from solver import NotCoveredError, ask, film, words
from solver.analysis import answer
from solver.films import FILMS
from solver.words.titles import MAX_TITLE
from tests.prose import NAMED, is_prose
from tests.test_words import long_sentences

THINGS = (
    *("row", "heap", "strip", "match", "square", "domino", "counter", "size"),
    *("null", "inverter", "trap", "gremlin", "switch", "element", "digit"),
    *("move", "position", "pair", "sort"),
)
SEVERAL = "|".join([*map(words.plural, THINGS), "ones", "others"])
ONE = "|".join(THINGS)
FAULTS = {
    "one thing in the plural": rf"(?<![\d,.+−–-])\b1 (more )?({SEVERAL})\b",
    "several things in the singular": rf"(?<![\d,.+])\b(0|[2-9]|\d\d+) (more )?({ONE})\b",
    "a value that is not filled in": r"[{}]|(?<!\? )\bNone\b(?! of )",
    "two spaces": r"  ",
    "a space before a stop": r" [,.;:]",
    "two stops": r"[,.;:][,.;:]",
    "a small letter after a full stop": r"[a-z)]\. [a-z]",
}
MODULES = [
    import_module(f"solver.words.{found.name}") for found in iter_modules(words.__path__)
] + [words]


def check(text: str) -> None:
    for fault, pattern in FAULTS.items():
        found = re.search(pattern, text)
        assert not found, f"{fault}: {text}"


def check_sentence(text: str) -> None:
    check(text)
    assert text[0].isupper() or text[0].isdigit(), text
    assert text.endswith("."), text


def texts_of(value: object) -> list[str]:
    """The texts in a constant, however it holds them."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts_of(one)]
    if isinstance(value, tuple):
        return [text for one in value for text in texts_of(one)]
    return []


def constants(module: object) -> list[str]:
    named = [value for name, value in vars(module).items() if name.isupper()]
    return [text for value in named for text in texts_of(value)]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_text_can_be_filled_in_by_name_and_read_aloud(module):
    for text in constants(module):
        filled = NAMED.sub("many", text)
        assert "{" not in filled, text
        assert "}" not in filled, text
        assert not (is_prose(filled) and long_sentences(filled)), text


GAMES = {
    "nim": (4, 4),
    "subtraction:3": (7, 3),
    "subtraction:{2,3}": (6, 3),
    "kayles": (5, 3),
    "octal:0.07": (6, 2),
    "octal:0.35": (4, 2),
    "grundy": (7, 2),
    "lasker": (4, 2),
    "heaps:{1:[[]],3:[[],[2,2]],4:[[1],[3]]}": (4, 2),
    "hexadecimal:0.0F": (6, 2),
    "partizan-kayles": (7, 3),
}
"""The largest row and the most rows that are looked at, by game."""


def boards(largest: int, most: int) -> list[tuple[int, ...]]:
    few = [
        board
        for rows in range(most + 1)
        for board in combinations_with_replacement(range(1, largest + 1), rows)
    ]
    return [*few, (1,) * 11, (largest,) * 12, (2,) * 13, (1, *(3,) * 14)]


def told(key: str, board: tuple[int, ...], convention: str, theory: str) -> list:
    steps = []
    for player in ("left", "right", None) if key == "partizan-kayles" else (None,):
        question = ask(key, board, convention, player)
        try:
            if theory != "below":
                steps += answer(question, theory=theory).steps
            steps += film(question, theory=theory).steps
        except NotCoveredError as refusal:
            check_sentence(str(refusal))
    return steps


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("theory", FILMS)
@pytest.mark.parametrize("key", GAMES)
def test_every_sentence_caption_and_title_is_whole(key, theory, convention):
    largest, most = GAMES[key]
    for board in boards(largest, most):
        if theory in ("exhaustive", "below") and (len(board) > 11 or sum(board) > 14):
            continue
        for step in told(key, board, convention, theory):
            check_sentence(step.text)
            check(step.title)
            assert len(step.title) <= MAX_TITLE
            if len(board) < 4 and step.rule != "quotient:elements":
                assert not long_sentences(step.text), step.text
            if step.scene:
                for line in step.scene.tally:
                    check(f"{line.label} {line.said}")
                for tag in step.scene.tags:
                    check(tag.text)


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 matches"), (1, "1 match"), (2, "2 matches"), (12, "12 matches")]
)
def test_a_number_stands_with_its_noun(number, said):
    assert words.counted(number, "match") == said
    assert words.by_number(number, "one", "several") == ("one" if number == 1 else "several")


@pytest.mark.parametrize(
    "text",
    [
        "It has 1 rows.",
        "And 1 more moves.",
        "It has 3 row.",
        "{player} wins.",
        "You  win.",
        "Take 2 .",
        "No..",
        "It ends. then it begins.",
    ],
)
def test_a_fault_would_be_found(text):
    with pytest.raises(AssertionError):
        check_sentence(text)
