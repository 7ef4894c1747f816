"""The wrong answers in the course, step by step, over all people and without names."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from games.learn.lessons.models import Step, StepAttempt
from games.questions.shown_question import ShownQuestion
from solver import SolverError

FEWEST = 5
"""With fewer tries than this, the share of wrong ones means nothing."""
ANSWERS = 5
"""The number of different wrong answers that we list."""


@dataclass(frozen=True)
class WrongAnswer:
    """One wrong answer in words, and how often it was given."""

    words: str
    times: int


@dataclass(frozen=True)
class HardStep:
    """A step with its *tries*, the number *wrong*, and the number of *people* who were wrong."""

    step: Step
    tries: int
    wrong: int
    people: int
    answers: tuple[WrongAnswer, ...] = ()

    @property
    def share(self) -> int:
        """The percentage of tries that were wrong."""
        return round(100 * self.wrong / self.tries)

    @property
    def others(self) -> int:
        """The number of wrong tries with an answer that is not listed."""
        return self.wrong - sum(answer.times for answer in self.answers)


def hard_steps(lesson: str = "") -> QuerySet[Step]:
    """The steps with at least :data:`FEWEST` tries, of which at least one was wrong, those with the
    largest share of wrong tries first; of one lesson, if its slug is given. Each row has *tries*,
    *wrong*, *users* and *visitors*."""
    steps = Step.objects.filter(order__isnull=False).select_related("lesson")
    if lesson:
        steps = steps.filter(lesson__slug=lesson)
    wrong = Q(attempts__solved=False)
    counted = steps.annotate(
        tries=Count("attempts"),
        wrong=Count("attempts", filter=wrong),
        users=Count("attempts__user", filter=wrong, distinct=True),
        visitors=Count("attempts__visitor", filter=wrong, distinct=True),
    )
    share = F("wrong") * 1.0 / F("tries")
    often = counted.filter(tries__gte=FEWEST, wrong__gt=0)
    return often.annotate(share=share).order_by("-share", "-wrong", "lesson__number", "order")


def with_answers(steps: QuerySet[Step] | list[Step]) -> list[HardStep]:
    """These rows of :func:`hard_steps`, with their most common wrong answers."""
    rows: list[Step] = list(steps)
    wrong = StepAttempt.objects.filter(step__in=rows, solved=False).order_by()
    given: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for step, answer, times in wrong.values_list("step", "answer").annotate(times=Count("pk")):
        given[step].append((answer, times))
    return [_hard(step, given[step.pk]) for step in rows]


def _hard(step: Step, given: list[tuple[str, int]]) -> HardStep:
    """Combine answers with the same words. Finding the words costs solver time, so we do it only
    for the most common answers."""
    task = ShownQuestion(step)
    words: Counter[str] = Counter()
    for answer, times in sorted(given, key=lambda pair: (-pair[1], pair[0]))[: 3 * ANSWERS]:
        words[_in_words(task, answer)] += times
    most = sorted(words.items(), key=lambda pair: (-pair[1], pair[0]))[:ANSWERS]
    numbers = step.tries, step.wrong, step.users + step.visitors  # type: ignore[attr-defined]
    return HardStep(step, *numbers, tuple(WrongAnswer(*pair) for pair in most))


def _in_words(task: ShownQuestion, answer: str) -> str:
    """An answer in words, or as stored if the changed step can no longer read it."""
    try:
        return task.asking.answer_label(task, answer)
    except (SolverError, KeyError, ValueError, IndexError):
        return answer[:60]
