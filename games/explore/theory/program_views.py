"""The program of the encyclopedia, run line by line on any heaps and compared with the truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from games.boards.boards import Board
from games.boards.bounds import ask_within_limits
from games.boards.rules import endings, rule_of
from games.boards.scene_view import SceneView, scene_view
from games.explore.addresses import play_address
from solver import Analysis, Convention, Inquiry, SolverError, answer, format_position
from solver.teaching import (
    SAMPLE_LINES,
    CellGroup,
    Mark,
    SampleRun,
    SampleStep,
    Scene,
    Tag,
    run_sample,
)

HIDDEN = ("heaps", "misere")
"""Variables that the program never changes."""
EXAMPLES = (
    ("3+4+5", "misere", "Three heaps A, B, C"),
    ("2+1", "misere", "The moment to count ones"),
    ("1+1", "misere", "A move that takes nothing"),
    ("1+1+1", "misere", "No warning"),
    ("1", "normal", "One heap of one"),
    ("9+10+13", "normal", "Larger heaps"),
)


@dataclass(frozen=True)
class ProgramVariable:
    """A variable of the program and its value after a line; *changed* if this line changed it."""

    name: str
    value: str
    changed: bool


@dataclass(frozen=True)
class Program:
    """The program on one position, stopped after one of its steps. *lesson* is the slug of the
    lesson about it."""

    lesson: ClassVar = "a-program-that-plays"
    question: Inquiry
    run: SampleRun
    number: int

    @property
    def step(self) -> SampleStep:
        return self.run.steps[self.number - 1]

    @property
    def total(self) -> int:
        return len(self.run.steps)

    @property
    def is_over(self) -> bool:
        return self.number == self.total

    @property
    def lines(self) -> list[tuple[int, str, bool]]:
        """Every line with its number, and whether it has just been run."""
        return [(n, text, n == self.step.line) for n, text in enumerate(SAMPLE_LINES, 1)]

    @property
    def code(self) -> str:
        """The line that has just been run, without its comment."""
        return SAMPLE_LINES[self.step.line - 1].partition("  #")[0].strip()

    @property
    def names(self) -> list[ProgramVariable]:
        before = self.run.steps[self.number - 2].values if self.number > 1 else {}
        return [
            ProgramVariable(name, str(value), before.get(name, name) != value)
            for name, value in self.step.values.items()
            if name not in HIDDEN
        ]

    @property
    def scene(self) -> SceneView | None:
        """The heaps, counted from 0 as in the program, with the chosen heap and what to take."""
        position = self.question.position
        if not position:
            return None
        chosen, takes = (self.step.values.get(name) for name in ("chosen_heap", "nb_remove"))
        groups = []
        if takes and chosen is not None:
            size = position[chosen]
            groups.append(
                CellGroup(f"{chosen + 1}.0", chosen, size - takes, size - 1, "", Mark.TAKEN)
            )
        tags = tuple(
            Tag(heap, f"heap {heap}", Mark.LIT if heap == chosen else Mark.PLAIN)
            for heap in range(len(position))
        )
        board = Board.of(self.question.ruleset, position)
        return scene_view(board, Scene(position, tuple(groups), (), tags), "program")

    @cached_property
    def truth(self) -> Analysis:
        return answer(self.question)

    @property
    def is_true(self) -> bool:
        """Whether the program finds a winning move if there is one, and its warning is right."""
        wins = bool(self.truth.moves)
        warned = bool(self.run.printed)
        return warned != wins and bool(self.run.move) and (not wins or self.move_wins)

    @property
    def move_wins(self) -> bool:
        return self.run.move in self.truth.moves

    @property
    def verdict(self) -> str:
        """The program's answer and the truth, in two sentences."""
        if self.run.error:
            return "The program stops with an error. Nothing can be taken: the game is over."
        wins = bool(self.truth.moves)
        if self.run.move is None:
            did = "It takes nothing, which is not a move"
        elif self.move_wins:
            did = "Its move wins"
        else:
            did = "Its move is legal, but no move wins"
        if wins == bool(self.run.printed):
            told = "It says “You will lose”, but this can be won" if wins else "It gives no warning"
            return f"{did}. {told}."
        return f"{did}. {'This can be won' if wins else 'Its warning is right'}."

    @property
    def winning(self) -> list[str]:
        """Every winning move, with heaps counted from 0."""
        return [
            f"from heap {move.component} take {move.removed}"
            for move in sorted(self.truth.moves, key=lambda move: move.component)
        ]

    def address(self, number: int) -> str:
        return f"{_address(self.question)}&step={number}#program"

    @property
    def previous(self) -> str:
        return self.address(self.number - 1) if self.number > 1 else ""

    @property
    def next(self) -> str:
        return "" if self.is_over else self.address(self.number + 1)

    @property
    def last(self) -> str:
        return self.address(self.total)


def _address(question: Inquiry) -> str:
    asked = {
        "position": format_position(question.position),
        "convention": question.convention.value,
    }
    return f"{reverse('explore:program')}?{urlencode(asked)}"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show one step of the program on the given heaps."""
    first, ending, _ = EXAMPLES[0]
    typed = request.GET.get("position", first)
    asked, problem = request.GET.get("convention", ending), ""
    try:
        question = ask_within_limits("nim", typed, asked)
    except SolverError as error:
        question, problem = ask_within_limits("nim", first, ending), str(error)
    run = run_sample(question.position, misere=question.convention is Convention.MISERE)
    step = request.GET.get("step", "")
    number = int(step) if step.isascii() and step.isdigit() and len(step) < 5 else 1
    program = Program(question, run, min(max(number, 1), len(run.steps)))
    context = {
        "program": program,
        "question": question,
        "rule": rule_of("nim", question.convention),
        "endings": endings(),
        "typed": typed,
        "problem": problem,
        "play_url": play_address(question) if question.position else "",
        "examples": [
            (place, shows, _address(ask_within_limits("nim", place, convention)))
            for place, convention, shows in EXAMPLES
        ],
    }
    return render(request, "explore/theory/program.html", context, status=422 if problem else 200)
