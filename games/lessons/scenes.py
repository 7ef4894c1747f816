"""The scene of a step: a frame of a theory's film, a few frames to step through, or an author's
own cuts and tags on the board.

``{theory: r1, frame: 4}``, ``{theory: r1, frame: 4, to: 6, sentence: true}`` or
``{groups: ["4 (lit), 2", "4"], tags: ["switch", ""]}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.boards.boards import Board
from games.boards.films import Address, FilmView, film_view
from games.boards.scene_view import SceneView, scene_view
from games.content.shapes import Content, Problem, Reader, flag, many, one_of, strict, text, whole
from games.exercises.frames import Told, frames_before
from games.exercises.tasks import Task
from games.lessons.models import Step
from solver import (
    THEORIES,
    CellGroup,
    Mark,
    Question,
    Scene,
    Tag,
    counted,
    film,
)
from solver import ReasoningStep as Frame

MARKED = re.compile(r"(.*?)\s*(?:\(([a-z]+)\))?", re.DOTALL)
"""Words with a mark in brackets behind them, or none."""
MAX_TAG = 40


def scene(value: Any) -> Content:
    """A scene as a file says it: a frame of a theory, or the author's own marks."""
    content = strict(value, SCENE)
    own = [key for key in ("groups", "tags") if key in content]
    film_keys = [key for key in ("frame", "to", "sentence") if key in content]
    if own and ("theory" in content or film_keys):
        raise ValueError("name a theory and a frame, or give groups and tags of your own")
    if not own and not ("theory" in content and content.get("frame")):
        raise ValueError("a theory and a frame are expected, such as theory: r1, frame: 1")
    if "to" in content and content["to"] <= content["frame"]:
        raise ValueError("the last frame must come after the first frame")
    return content


def groups_of_row(value: Any) -> str:
    """``4 (lit), 2``: the groups a row is cut into, in order; empty where it is not cut."""
    written = text(value)
    for part in written.split(",") if written else ():
        size, _ = marked(part)
        if not (size.isascii() and size.isdigit() and int(size)):
            raise ValueError("sizes with commas are expected, such as 4 (lit), 2")
    return written


def tag_of_row(value: Any) -> str:
    """``higher switch (lit)``: what stands beside a row."""
    written = text(value)
    if len(marked(written)[0]) > MAX_TAG:
        raise ValueError(f"a tag has at most {MAX_TAG} characters")
    return written


def marked(written: str) -> tuple[str, Mark]:
    """Words and the mark behind them. Raises ValueError for a mark that there is not."""
    found = MARKED.fullmatch(written.strip())
    words, name = found.groups(default="") if found else (written, "")
    if name and name not in list(Mark):
        raise ValueError(f"{name!r} is not a mark; the marks are {', '.join(Mark)}")
    return words, Mark(name or Mark.PLAIN)


SCENE: dict[str, Reader] = {
    "theory": one_of(*(theory.key for theory in THEORIES)),
    "frame": whole,
    "to": whole,
    "sentence": flag,
    "groups": many(groups_of_row, 12),
    "tags": many(tag_of_row, 12),
}


# --- what is wrong with it ----------------------------------------------------------------


def check_scene(step: Step, question: Question) -> Iterator[Problem]:
    """What keeps a scene from being shown with its step; raises as a film does."""
    written = step.extra["scene"]
    secret = Task(step).asking.secret if step.goal else frozenset()
    if "theory" not in written:
        yield from _check_marks(written, question, secret)
        return
    frames = film(question, theory=written["theory"]).steps
    first, last = written["frame"], written.get("to", written["frame"])
    if last > len(frames):
        here = f"the film of {written['theory']} has {counted(len(frames), 'frame')} here"
        yield Problem(f"there is no frame {last}: {here}", "scene", named=True)
        return
    if any(frame.scene is None for frame in frames[first - 1 : last]):
        yield Problem("this position is too large to draw", "scene", named=True)
        return
    kept = frames_before(frames, secret)
    if kept < last:
        first_told = f"frame {kept + 1} (“{frames[kept].title}”) gives it away first"
        yield Problem(f"frame {last} answers the question: {first_told}", "scene", named=True)


def _check_marks(
    written: Content, question: Question, secret: frozenset[Told]
) -> Iterator[Problem]:
    rows = len(question.position)
    for key in ("groups", "tags"):
        if len(written.get(key, ())) not in (0, rows):
            many_rows = counted(rows, question.ruleset.component_word)
            yield Problem(f"{key}: give one for each of the {many_rows}", "scene", named=True)
            return
    groups = list(_groups(written))
    for component, size in enumerate(question.position):
        cut = sum(group.size for group in groups if group.component == component)
        if cut not in (0, size):
            number = component + 1
            wrong = f"the groups of row {number} add up to {cut}, but the row has {size}"
            yield Problem(wrong, "scene", named=True)
    if Told.MOVE in secret and any(group.mark is Mark.TAKEN for group in groups):
        yield Problem("the group marked (taken) answers the question", "scene", named=True)


# --- drawing ------------------------------------------------------------------------------


@dataclass(frozen=True)
class PartView(FilmView):
    """A few frames of a film, counted from 1; *first* is the number of the first of them."""

    first: int = 1

    @property
    def asked(self) -> str:
        number = self.first + self.number - 1
        return FilmView(self.id, self.theory, self.question, number, self.address).asked


@dataclass(frozen=True)
class StepScene:
    """A scene for its template: a *film* to step through, or one *picture* with the *sentence*
    that the theory says to it."""

    film: FilmView | None
    picture: SceneView
    sentence: str = ""


def draw_scene(step: Step, question: Question, frame: str, address: Address) -> StepScene:
    """The scene of a step, at the *frame* asked for, which has its address."""
    written = step.extra["scene"]
    if "theory" not in written:
        board = Board.of(question.ruleset, question.position)
        return StepScene(None, scene_view(board, _own(written, question), "film"))
    first, last = written["frame"], written.get("to", written["frame"])
    view = film_view(question, written["theory"], frame, address)
    if view.analysis is None:
        return StepScene(None, view.scene, view.refusal)
    shown: tuple[Frame, ...] = view.analysis.steps[first - 1 : last]
    part = replace(view.analysis, steps=shown)
    number = min(max(int(frame) if frame.isascii() and frame.isdigit() else 1, 1), len(shown))
    view = PartView(view.id, view.theory, question, number, address, part, first=first)
    if "to" in written:
        return StepScene(view, view.scene)
    return StepScene(None, view.scene, view.sentence if written.get("sentence") else "")


def _own(written: Content, question: Question) -> Scene:
    """The author's own marks as a scene."""
    tags = (
        Tag(component, *marked(words))
        for component, words in enumerate(written.get("tags", ()))
        if words
    )
    return Scene(question.position, tuple(_groups(written)), (), tuple(tags))


def _groups(written: Content) -> Iterator[CellGroup]:
    for component, row in enumerate(written.get("groups", ())):
        first = 0
        for place, part in enumerate(row.split(",") if row else ()):
            size, mark = marked(part)
            last = first + int(size) - 1
            yield CellGroup(f"{component + 1}.{place}", component, first, last, size, mark)
            first = last + 1
