"""The encyclopedia's function, run line by line: what every line finds, on any heaps.

The function that runs is :func:`solver.errata.sample_function.nim` itself: before each of its
statements a note of the names is taken, and nothing else is changed.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from types import CodeType
from typing import Any

from ..positions import Move
from ..words import capitalised, joined
from ..words import program as words
from .sample_function import nim

SAMPLE_LINES = tuple(line.split("  # noqa")[0] for line in inspect.getsource(nim).splitlines())
"""The function as it is printed, line by line."""

SAYS: tuple[tuple[str, str], ...] = (
    ("X = reduce", words.NIM_SUM),
    ("if X == 0", words.IS_IT_0),
    ("print", words.WARNS),
    ("for i, heap", words.GOES_THROUGH),
    ("if heap > 0", words.STILL_THERE),
    ("chosen_heap, nb", words.WANTS_ALL),
    ("break", words.LOOKS_NO_FURTHER),
    ("sums =", words.WHICH_SHRINK),
    ("chosen_heap = sums", words.CHOOSES),
    ("nb_remove = heaps[chosen_heap] - (", words.WILL_TAKE),
    ("heaps_twomore = 0", words.COUNTS_LARGE),
    ("n = heap", words.WOULD_HAVE),
    ("if n > 1", words.IS_IT_LARGE),
    ("heaps_twomore +=", words.SO_MANY_LARGE),
    ("if heaps_twomore == 0", words.NONE_LARGE),
    ("chosen_heap = heaps", words.LARGEST),
    ("heaps_one =", words.COUNTS_ONES),
    ("nb_remove = heaps[chosen_heap] - 1", words.SO_WILL_TAKE),
    ("return", words.ANSWER),
)
"""What a line has just found, by how it begins; its values are named as in the function."""


def _found(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the names, and the answers to what the function asks of them."""
    nim_sum, shrinks = values.get("X"), values.get("sums", ())
    after, large = values.get("n", 0), values.get("heaps_twomore")
    taken = values.get("nb_remove")
    heaps = [words.HEAP.format(number=i) for i, holds in enumerate(shrinks) if holds]
    return {
        **values,
        "nim_sum": nim_sum,
        "is_zero": words.YES if nim_sum == 0 else words.NO,
        "heaps": capitalised(joined(heaps)),
        "is_large": words.YES if after > 1 else words.NO,
        "none_large": words.YES if large == 0 else words.NO,
        "taken": taken or words.TAKES_NOTHING,
    }


@dataclass(frozen=True)
class SampleStep:
    """One line that was run. *line* counts from 1; *values* are the names there are after it."""

    line: int
    values: Mapping[str, Any]
    says: str


@dataclass(frozen=True)
class SampleRun:
    """What the function did with *heaps*. *error* is what it stopped with, or empty."""

    heaps: tuple[int, ...]
    steps: tuple[SampleStep, ...]
    result: tuple[int, int] | None
    printed: str
    error: str

    @property
    def move(self) -> Move | None:
        """The move it answers with; None where it stopped, or takes nothing."""
        if self.result is None or not self.result[1]:
            return None
        heap, taken = self.result
        left = self.heaps[heap] - taken
        return Move(heap, self.heaps[heap], (left,) if left else ())


def run_sample(heaps: Sequence[int], *, misere: bool = True) -> SampleRun:
    """Run the function on *heaps* and note every line.

    >>> run_sample([1, 3]).move
    Move(component=1, size=3, becomes=(), player=None)
    """
    notes: list[tuple[int, dict[str, Any]]] = []
    printed: list[str] = []
    namespace: dict[str, Any] = {
        "reduce": reduce,
        "Sequence": Sequence,
        "print": printed.append,
        "_note": lambda line, values: notes.append((line, values)),
    }
    exec(_noted_function(), namespace)  # noqa: S102 - our own file, with notes added
    result, error = None, ""
    try:
        result = namespace["nim"](list(heaps), misere)
    except (TypeError, UnboundLocalError) as stop:
        error = f"{type(stop).__name__}: {stop}"
    steps = tuple(_steps(notes, error))
    return SampleRun(tuple(heaps), steps, result, "".join(printed), error)


def _steps(notes: list[tuple[int, dict[str, Any]]], error: str) -> Iterator[SampleStep]:
    """What was noted before a line is what the line before it has left."""
    after = [values for _, values in notes[1:]] + [notes[-1][1]]
    for place, ((line, _), values) in enumerate(zip(notes, after, strict=True), 1):
        stopped = error and place == len(notes)
        yield SampleStep(
            line, values, words.STOPS.format(error=error) if stopped else _says(line, values)
        )


def _says(line: int, values: Mapping[str, Any]) -> str:
    text = SAMPLE_LINES[line - 1].strip()
    says = next(says for start, says in SAYS if text.startswith(start))
    return says.format(**_found(values))


@cache
def _noted_function() -> CodeType:
    """The function with a note before each statement."""
    tree = ast.parse(inspect.getsource(nim))
    [function] = tree.body
    assert isinstance(function, ast.FunctionDef)
    function.body = list(_with_notes(function.body[1:]))  # the first is what it says of itself
    return compile(ast.fix_missing_locations(tree), "nim", "exec")


def _with_notes(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in statements:
        yield from ast.parse(f"_note({statement.lineno}, dict(locals()))").body
        for name in ("body", "orelse"):
            block = getattr(statement, name, None)
            if block:
                setattr(statement, name, list(_with_notes(block)))
        yield statement
