"""How often people who understand nothing pass the tests of the course, computed exactly.

Each test and checkpoint is drawn several times as it would be for somebody. For each draw the
probability that a guesser passes is a convolution of the probabilities of its questions; a row of
the table has the mean over the draws.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import count
from math import ceil
from random import Random

from games.content.reading import FOLDER, read_file
from games.learn.lessons.models import Lesson, Step
from games.learn.lessons.schema import read_lesson
from games.learn.lessons.taken_tests import TakenTest, enough_of
from games.learn.taking_tests.examining import wanted
from games.learn.taking_tests.questions import Drawn, make_test
from games.questions.goals import GoalKey
from games.questions.guessers import BELIEVERS, GLANCES, GUESSERS, Guesser
from games.questions.guessing import passing
from games.questions.shown_question import ShownQuestion
from solver import Outcome


@cache
def the_lessons() -> dict[str, tuple[str, list[Step]]]:
    """By slug, the track and the steps of every lesson of the house, as their files say them."""
    keys, found = count(1), {}
    for path in sorted((FOLDER / "lessons").glob("*.yaml")):
        value, _ = read_file(path)
        content, _ = read_lesson(value, path.name)
        lesson = Lesson(slug=content["slug"], number=content["number"], skills=content["skills"])
        steps = [Step.of(step) for step in content["steps"]]
        for order, step in enumerate(steps, 1):
            step.pk, step.order, step.lesson = next(keys), order, lesson
        found[content["slug"]] = (content["track"], steps)
    return found


def taken_tests() -> Iterator[tuple[TakenTest.Kind, str, list[list[Step]]]]:
    """Every test and every checkpoint: its kind, what it is about, and its groups of steps."""
    tracks: dict[str, list[list[Step]]] = defaultdict(list)
    for slug, (track, steps) in the_lessons().items():
        yield TakenTest.Kind.TEST, slug, [steps]
        tracks[track].append(steps)
    for track, groups in tracks.items():
        yield TakenTest.Kind.CHECKPOINT, track, groups


def draw(kind: TakenTest.Kind, slug: str, groups: list[list[Step]], number: int) -> list[Drawn]:
    """One draw of a test, the same at any time."""
    return make_test(groups, wanted(kind, groups), Random(f"{kind}:{slug}:{number}"))


@dataclass
class Guessed:
    """What guessers reach in a test or checkpoint: for each the share of goes they pass."""

    kind: str
    slug: str
    passed: dict[str, list[Fraction]] = field(default_factory=lambda: defaultdict(list))

    def add(self, drawn: list[Drawn]) -> None:
        cue = cue_for(self.kind, self.slug)
        for guesser in (*GUESSERS, *([cue] if cue else []), *BELIEVERS):
            chances = [one.chance(guesser) for one in drawn]
            self.passed[guesser.name].append(passing(chances, enough_of(len(drawn))))

    @property
    def best(self) -> tuple[float, str]:
        """The most that one of those reaches who know nothing, and who."""
        means = [(share, name) for name, share in self.means.items() if name not in BELIEVED]
        return max((share, name) for share, name in means)

    @property
    def blind(self) -> float:
        """The most that one of those reaches who answer blindly."""
        return max(self.means[guesser.name] for guesser in GUESSERS)

    @property
    def cue(self) -> float | None:
        """What somebody reaches who knows the cue of the lesson before; None without one."""
        cue = cue_for(self.kind, self.slug)
        return self.means[cue.name] if cue else None

    @property
    def believers(self) -> dict[str, float]:
        """What each of those with a mistaken belief reaches, by its key."""
        return {BELIEVED[name]: share for name, share in self.means.items() if name in BELIEVED}

    @property
    def means(self) -> dict[str, float]:
        return {name: float(sum(one) / len(one)) for name, one in self.passed.items()}


BELIEVED = {one.name: one.belief.key for one in BELIEVERS}
"""The keys of beliefs by the names of those who have them."""


def outcomes(drawn: list[Drawn]) -> list[Outcome]:
    """Who wins in each of the questions that ask it."""
    return [
        ShownQuestion(one.asked).facts.outcome for one in drawn if one.asked.goal == GoalKey.PREDICT
    ]


# --- who knows a cue ------------------------------------------------------------------------

Judges = Callable[[tuple[int, ...]], bool]
"""Whether the player to move loses a position, by something that is seen at a glance."""
LOSES: dict[str, Judges] = {
    "never": lambda rows: False,
    "always": lambda rows: True,
    "equal rows": lambda rows: all(n % 2 == 0 for n in Counter(rows).values()),
    "an even number of rows": lambda rows: len(rows) % 2 == 0,
    "an odd number of rows": lambda rows: len(rows) % 2 == 1,
    "an even total": lambda rows: sum(rows) % 2 == 0,
    "an odd total": lambda rows: sum(rows) % 2 == 1,
    "a row of one": lambda rows: 1 in rows,
}


@dataclass(frozen=True)
class Cue(Guesser):
    """Somebody who goes by what is seen at a glance: they make a move of one sort, and call a
    position lost where it looks like one."""

    loses: str = "never"

    def outcome(self, task: ShownQuestion) -> Outcome:
        return Outcome.P if LOSES[self.loses](task.question.position) else Outcome.N


EVERY_CUE = [
    Cue(f"{glance or 'any move'}; lost: {loses}", glance=glance, loses=loses)
    for glance in ("", *GLANCES)
    for loses in LOSES
]


def questions_of(steps: list[Step]) -> list[Step]:
    """The steps of a lesson that ask for an answer, games aside."""
    return [step for step in steps if step.goal and step.goal != GoalKey.PLAY]


@cache
def cue_of(slug: str) -> Cue:
    """What comes nearest to the answers of a lesson: all that somebody took from it."""
    _, steps = the_lessons()[slug]
    tasks = [
        ShownQuestion(step)
        for step in steps
        if step.goal in (GoalKey.PREDICT, GoalKey.MOVE, GoalKey.ALL)
    ]
    return max(EVERY_CUE, key=lambda cue: sum(task.asking.guessed(task, cue) for task in tasks))


def cue_for(kind: str, slug: str) -> Cue | None:
    """What somebody knows who comes to a test or a lesson from the one before it, and to a
    checkpoint from the last lesson of its track; None before the first lesson."""
    lessons = the_lessons()
    if kind == TakenTest.Kind.CHECKPOINT:
        return cue_of([one for one, (track, _) in lessons.items() if track == slug][-1])
    before = list(lessons)[: list(lessons).index(slug)]
    return cue_of(before[-1]) if before else None


def first_try(slug: str) -> tuple[float, str]:
    """The most that a guesser reaches in a lesson: four of five of its questions at first try."""
    _, steps = the_lessons()[slug]
    tasks = [ShownQuestion(step) for step in questions_of(steps)]
    cue = cue_for("", slug)
    reached = []
    for guesser in (*GUESSERS, *([cue] if cue else [])):
        chances = [task.asking.guessed(task, guesser) for task in tasks]
        reached.append((float(passing(chances, ceil(len(tasks) * 4 / 5))), guesser.name))
    return max(reached)
