"""The scene of a step: a frame of a theory's film, several frames to step through, or an author's
own groups and labels on the board.

``{theory: r1, frame: 4}``, ``{theory: r1, frame: 4, to: 6, sentence: true}`` or ``{groups: ["4
(lit), 2", "4"], tags: ["switch", ""]}``. ``{theory: refusal, frame: 1, to: 3}`` shows frames that
explain why R1 gives up; once the answer is known, they continue to the reply that beats R1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.boards.boards import Board
from games.boards.bounds import MAX_ROWS
from games.boards.films import Address, FilmView, film_view, frame_asked
from games.boards.scene_view import SceneView, scene_view
from games.content.compound import Each
from games.content.controls import LineControl
from games.content.shapes import (
    Content,
    Flag,
    Keys,
    Many,
    OneOf,
    Own,
    Problem,
    Reader,
    StepSetting,
    Whole,
    text,
)
from games.learn.lessons.models import Step
from games.questions.frames import Told, frames_before
from games.questions.shown_question import ShownQuestion
from solver import THEORIES, Inquiry
from solver import ReasoningStep as Frame
from solver.teaching import CellGroup, Mark, Scene, Tag, counted, film, refusal_film

MARKED = re.compile(r"(.*?)\s*(?:\(([a-z]+)\))?", re.DOTALL)
"""Words, with or without a mark in brackets after them."""
MAX_TAG = 40
R1, REFUSAL = "r1", "refusal"
"""The key of the theory that may give up, and the name in files for the film of its refusal."""
ROW_ALONE = ("r1:breaks", "r1:condition")
"""The frames of a refusal that show a single row."""


def _check_keys(content: Content) -> None:
    own = [key for key in ("groups", "tags") if key in content]
    film_keys = [key for key in ("frame", "to", "sentence") if key in content]
    if own and ("theory" in content or film_keys):
        raise ValueError("name a theory and a frame, or give groups and tags of your own")
    if not own and not ("theory" in content and content.get("frame")):
        raise ValueError("a theory and a frame are expected, such as theory: r1, frame: 1")
    if "to" in content and content["to"] <= content["frame"]:
        raise ValueError("the last frame must come after the first frame")


def groups_of_row(value: Any) -> str:
    """``4 (lit), 2``: the groups of a row in order; empty if it is not divided."""
    written = text(value)
    for part in written.split(",") if written else ():
        size, _ = marked(part)
        if not (size.isascii() and size.isdigit() and int(size)):
            raise ValueError("sizes with commas are expected, such as 4 (lit), 2")
    return written


def tag_of_row(value: Any) -> str:
    """``higher switch (lit)``: the label beside a row."""
    written = text(value)
    if len(marked(written)[0]) > MAX_TAG:
        raise ValueError(f"a tag has at most {MAX_TAG} characters")
    return written


def marked(written: str) -> tuple[str, Mark]:
    """The words and the mark after them. Raises ValueError for an unknown mark."""
    found = MARKED.fullmatch(written.strip())
    words, name = found.groups(default="") if found else (written, "")
    if name and name not in list(Mark):
        raise ValueError(f"{name!r} is not a mark; the marks are {', '.join(Mark)}")
    return words, Mark(name or Mark.PLAIN)


def of_rows(label: str, key: str, noun: str, said: str, read: Reader) -> Own:
    """A text for each row of the position."""

    def widget(place: StepSetting) -> Each:
        held = (place.content.get("scene") or {}).get(key, [])
        fixed = place.rows or len(held)
        return Each(lambda one: LineControl(), MAX_ROWS, label=noun, fixed=fixed)

    each = Own(reader=read, said=said)
    listed = Many(each=each, most=MAX_ROWS)
    return Own(label, reader=listed, said=listed.accepts, widget=widget)


SCENE = Keys(
    "Picture on the board",
    "Type the groups of a row with commas. Mark one by (lit), (paired), (faded) or (taken).",
    shapes={
        "theory": OneOf(
            "Film of",
            choices={theory.key: theory.name for theory in THEORIES}
            | {REFUSAL: "R1, where it gives up"},
        ),
        "frame": Whole("from frame"),
        "to": Whole("to frame"),
        "sentence": Flag("with its sentence"),
        "groups": of_rows(
            "or group the rows yourself",
            "groups",
            "Groups of row",
            "sizes with commas, such as 4 (lit), 2",
            groups_of_row,
        ),
        "tags": of_rows(
            "and label the rows",
            "tags",
            "Label of row",
            f"at most {MAX_TAG} characters",
            tag_of_row,
        ),
    },
    check=_check_keys,
)
"""The scene of a step: a frame of a theory, or the author's own marks."""


# --- what is wrong with it ----------------------------------------------------------------


def check_scene(step: Step, question: Inquiry) -> Iterator[Problem]:
    """The errors that keep a scene from being shown; raises the same errors as a film."""
    written = step.extra["scene"]
    secret = ShownQuestion(step).asking.secret if step.goal else frozenset()
    if "theory" not in written:
        yield from _check_marks(written, question, secret)
        return
    refuses = written["theory"] == REFUSAL
    frames = refusal_film(question) if refuses else film(question, theory=written["theory"]).steps
    first, last = written["frame"], written.get("to", written["frame"])
    if last > len(frames):
        here = f"the film of {written['theory']} has {counted(len(frames), 'frame')} here"
        yield Problem(f"there is no frame {last}: {here}", "scene", named=True)
        return
    if any(frame.scene is None for frame in frames[first - 1 : last]):
        yield Problem("this position is too large to draw", "scene", named=True)
        return
    told = _frames_about_board(question, frames) if refuses else frames
    kept = frames_before(told, secret)
    kept = kept if kept < len(told) else len(frames)
    if kept < last:
        first_told = f"frame {kept + 1} (“{frames[kept].title}”) gives it away first"
        yield Problem(f"frame {last} answers the question: {first_told}", "scene", named=True)


def _frames_about_board(question: Inquiry, frames: Sequence[Frame]) -> Sequence[Frame]:
    """The frames of a refusal that tell something about the board of the question: all of them,
    unless R1 errs on another board."""
    claims = (frame for frame in frames if frame.rule == "r1:claim")
    claimed: list[int] = next((frame.data["position"] for frame in claims), [])
    asked = sorted(question.position) == sorted(claimed)
    return tuple(frame for frame in frames if asked or frame.rule in ROW_ALONE)


def _check_marks(written: Content, question: Inquiry, secret: frozenset[Told]) -> Iterator[Problem]:
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
    """Some frames of a film, counted from 1; *first* is the number of the first one in the film."""

    first: int = 1

    @property
    def asked(self) -> str:
        number = self.first + self.number - 1
        return FilmView(self.id, self.theory, self.question, number, self.address).asked


@dataclass(frozen=True)
class StepScene:
    """A scene for its template: a *film* to step through, or one *picture* with the *sentence* of
    the theory; *is_of_refusal* if it shows why R1 gives up."""

    film: FilmView | None
    picture: SceneView
    sentence: str = ""
    is_of_refusal: bool = False


def draw_scene(
    step: Step, question: Inquiry, frame: str, address: Address, *, is_known: bool = False
) -> StepScene:
    """The scene of a step at the requested *frame*; *address* returns the address of each frame. If
    the answer *is_known*, a refusal continues to its end."""
    written = step.extra["scene"]
    if "theory" not in written:
        board = Board.of(question.ruleset, question.position)
        return StepScene(None, scene_view(board, _own(written, question), "film"))
    first, last = written["frame"], written.get("to", written["frame"])
    refuses = written["theory"] == REFUSAL
    view = film_view(question, R1 if refuses else written["theory"], frame, address)
    frames = view.reel if refuses else view.frames
    shown = tuple(frames[first - 1 : None if refuses and is_known else last])
    if not shown or (view.analysis is None and not refuses):
        return StepScene(None, view.scene, view.refusal)
    part = replace(view.analysis, steps=shown) if view.analysis else None
    number, told = frame_asked(frame, len(shown))
    reel = shown if refuses else ()
    view = PartView(
        view.id, view.theory, question, number, address, part, reel=reel, part=told, first=first
    )
    if len(shown) > 1:
        return StepScene(view, view.scene, is_of_refusal=refuses)
    return StepScene(None, view.scene, view.sentence if written.get("sentence") else "")


def _own(written: Content, question: Inquiry) -> Scene:
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
