"""The encyclopedia's function, run line by line: what every line finds, on any heaps.

The function that runs is :func:`solver.errata.sample_function.nim` itself: before each of its
statements a note of the names is taken, and nothing else is changed.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from types import CodeType
from typing import Any

from ..positions import Move
from ..words import capitalised, joined
from .sample_function import nim

SAMPLE_LINES = tuple(line.split("  # noqa")[0] for line in inspect.getsource(nim).splitlines())
"""The function as it is printed, line by line."""

SAYS: tuple[tuple[str, Callable[[Mapping[str, Any]], str]], ...] = (
    ("X = reduce", lambda v: f"The nim-sum of all heaps is X = {v['X']}."),
    ("if X == 0", lambda v: f"Is the nim-sum 0? X is {v['X']}: {_yes(v['X'] == 0)}."),
    ("print", lambda v: "It prints “You will lose :(”."),
    ("for i, heap", lambda v: "It goes through the heaps, counted from 0."),
    ("if heap > 0", lambda v: f"Is heap {v['i']} still there? It has {v['heap']}."),
    ("chosen_heap, nb", lambda v: f"It wants to take all of heap {v['chosen_heap']}."),
    ("break", lambda v: "That is the first heap that is not empty, so it looks no further."),
    ("sums =", lambda v: f"Which heaps are more than heap ⊕ {v['X']}? {_which(v['sums'])}."),
    ("chosen_heap = sums", lambda v: f"It chooses the first of them, heap {v['chosen_heap']}."),
    ("nb_remove = heaps[chosen_heap] - (", lambda v: f"It will take {v['nb_remove']}."),
    ("heaps_twomore = 0", lambda v: "Now it counts the heaps of 2 or more after that move."),
    ("n = heap", lambda v: f"Heap {v['i']} would have {v['n']} then."),
    ("if n > 1", lambda v: f"Is that 2 or more? It is {v['n']}: {_yes(v['n'] > 1)}."),
    ("heaps_twomore +=", lambda v: f"That makes {v['heaps_twomore']} of 2 or more."),
    (
        "if heaps_twomore == 0",
        lambda v: (
            f"Would no heap of 2 or more be left? There would be {v['heaps_twomore']}: "
            f"{_yes(v['heaps_twomore'] == 0)}."
        ),
    ),
    (
        "chosen_heap = heaps",
        lambda v: f"Time to count ones: it goes back to the largest heap, heap {v['chosen_heap']}.",
    ),
    ("heaps_one =", lambda v: f"It counts the heaps of 1 before the move: {v['heaps_one']}."),
    (
        "nb_remove = heaps[chosen_heap] - 1",
        lambda v: f"So it will take {v['nb_remove'] or '0, which is no move'}.",
    ),
    (
        "return",
        lambda v: f"Its answer: take {v['nb_remove']} from heap {v['chosen_heap']}.",
    ),
)
"""What a line has just found, by how it begins, from the names there are after it."""


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _which(shrinks: Sequence[bool]) -> str:
    return capitalised(joined(f"heap {i}" for i, holds in enumerate(shrinks) if holds))


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
            line, values, f"It stops here. {error}" if stopped else _says(line, values)
        )


def _says(line: int, values: Mapping[str, Any]) -> str:
    text = SAMPLE_LINES[line - 1].strip()
    return next(say(values) for start, say in SAYS if text.startswith(start))


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
