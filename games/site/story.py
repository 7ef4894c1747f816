"""The story at ``/story/``, read from its file: parts of text, each with a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.utils.functional import cached_property

from games.boards.boards import Board
from games.boards.bounds import ask_within_limits, content_budget
from games.boards.films import film_view
from games.boards.lenses import PLAIN, question_of
from games.boards.rules import RuleText, rule_of
from games.boards.scene_view import SceneView
from games.content.reading import FOLDER, ContentError, Finding, read_file
from games.content.shapes import (
    PLACE,
    Content,
    Keys,
    Line,
    Many,
    OneOf,
    Shape,
    Slug,
    Text,
    Whole,
    strict,
)
from games.learn.lessons.schema import CLAIMS
from solver import THEORIES, Inquiry
from solver.teaching import BELOW

FILE = FOLDER / "story.yaml"
YOU, OTHER, CHOOSE = "you", "other", "choose"
"""Who starts on a board."""
GAME, MOVE = "game", "move"
"""What a reader does on a board: play the game to the end, or make one move."""

THEORY = OneOf("Film of", choices={BELOW: PLAIN} | {one.key: one.name for one in THEORIES})
NEEDED = {key: replace(PLACE[key], needed=True) for key in ("ruleset", "position", "convention")}

STILL: dict[str, Shape] = {
    "position": NEEDED["position"],
    "convention": NEEDED["convention"],
    "theory": replace(THEORY, needed=True),
    "frame": Whole("Frame", needed=True),
    "text": Text("Text after it", needed=True),
}
PART: dict[str, Shape] = {
    "slug": Slug("Its address", needed=True),
    "title": Line("Title", needed=True),
    "text": Text("Text", needed=True),
    "stills": Many("Frames of films", each=Keys(shapes=STILL)),
    **NEEDED,
    "starter": OneOf(
        "Who starts",
        choices={YOU: "the reader", OTHER: "the computer", CHOOSE: "the reader chooses"},
        needed=True,
    ),
    "goal": OneOf("Goal", choices={GAME: "a game to the end", MOVE: "one move"}, needed=True),
    "theory": THEORY,
    "won": Text("After a win"),
    "lost": Text("After a loss", needed=True),
    "after": Text("Afterwards"),
    "claims": CLAIMS,
}


@cache
def parts() -> tuple[StoryPart, ...]:
    """The parts of the story in order."""
    written, findings = read_file(FILE)
    if findings:
        raise ContentError(findings)
    return tuple(StoryPart(number, _read(one, number)) for number, one in enumerate(written, 1))


def _read(value: Any, number: int) -> Content:
    try:
        return strict(value, PART)
    except ValueError as error:
        raise ContentError([Finding(FILE.name, number, str(error))]) from error


@dataclass(frozen=True)
class Still:
    """One frame of a film between paragraphs, and the *text* after it."""

    scene: SceneView
    text: str


class StoryPart:
    """A part of the story: text, perhaps with stills, and a board. It has no ``__eq__``, so a
    cache can use each object as a key."""

    def __init__(self, number: int, content: Content) -> None:
        self.number = number
        self.content = content
        self.slug: str = content["slug"]
        self.title: str = content["title"]
        self.text: str = content["text"]
        self.starter: str = content["starter"]
        self.goal: str = content["goal"]
        self.theory: str = content.get("theory", "")
        self.won: str = content.get("won", "")
        self.lost: str = content["lost"]
        self.after: str = content.get("after", "")

    @cached_property
    def rule(self) -> RuleText:
        told = self.content
        return rule_of(told["ruleset"], told["convention"], told["position"])

    def question(self) -> Inquiry:
        """The question at the start of its board."""
        return self._question_from(self.content)

    def _question_from(self, told: Content) -> Inquiry:
        question = ask_within_limits(
            self.content["ruleset"],
            told["position"],
            told["convention"],
            budget=content_budget(),
        )
        return question_of(Board.of(question.ruleset, question.position), question)

    @cached_property
    def stills(self) -> list[Still]:
        return [
            Still(self._frame(told, f"{self.slug}-still-{number}"), told["text"])
            for number, told in enumerate(self.content.get("stills", ()), 1)
        ]

    def _frame(self, told: Content, name: str) -> SceneView:
        asked = self._question_from(told)
        scene = film_view(asked, told["theory"], told["frame"], _nowhere, name=name).scene
        return replace(scene, tally=())  # it uses words that the story introduces later


def _nowhere(number: int | str) -> str:
    """An empty address, since a still leads nowhere."""
    return ""
