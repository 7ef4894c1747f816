"""Admin pages around a lesson: its form, the wrong answers to its steps, the whole course as a
file."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any, ClassVar

from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.content.editors.version_pages import VersionPages, attached
from games.content.reading import as_yaml
from games.content.shapes import Content
from games.learn.lessons.editor.beside import OpenStep
from games.learn.lessons.editor.position_panel import position_facts
from games.learn.lessons.lesson_files import LessonFiles, export_zip, file_name, read_checked
from games.learn.lessons.models import Lesson, LessonVersion, Step, StepAttempt
from games.learn.lessons.storing import keep_version
from games.people.models import User
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


def publish(lesson: Lesson, note: str, by: User) -> LessonVersion:
    """Publish a lesson in its current state.

    Raises :class:`ContentError` if the solver finds an error; then nothing changes.
    """
    read_checked(lesson.content, f"{lesson.slug}.yaml")
    with transaction.atomic():
        lesson.state = Lesson.State.PUBLISHED
        lesson.save(update_fields=["state"])
        return keep_version(lesson, note, by)


PER_PAGE = 20


def hard_steps_context(request: HttpRequest) -> dict[str, Any]:
    """One page of steps, of the chosen lesson or of all, and the lessons to choose from."""
    lessons = list(Lesson.objects.order_by("number"))
    chosen = next((x for x in lessons if x.slug == request.GET.get("lesson", "")), None)
    steps = hard_steps(chosen.slug if chosen else "")
    page = Paginator(steps, PER_PAGE).get_page(request.GET.get("page"))
    rows = [(hard, _editor(hard.step.lesson)) for hard in with_answers(list(page.object_list))]
    return {"lessons": lessons, "chosen": chosen, "page": page, "rows": rows}


def _editor(lesson: Lesson) -> str:
    return reverse("admin:games_lesson_change", args=[lesson.pk])


class LessonPages(VersionPages):
    """The addresses beside Django's own, under ``admin/games/lesson/``."""

    files: ClassVar = LessonFiles
    desk_template = "admin/games/lesson/desk.html"
    preview_name = "Preview as a student"

    def file_name(self, content: Content) -> str:
        return file_name(content)

    def own_addresses(self) -> list[tuple[str, Any, str]]:
        return [
            ("hard-steps/", self.hard_steps_view, "hard_steps"),
            ("export/", self.export_view, "export"),
            *super().own_addresses(),
        ]

    @method_decorator([require_safe, never_cache])
    def hard_steps_view(self, request: HttpRequest) -> HttpResponse:
        """List the steps that people most often get wrong, with their answers."""
        self._may_view(request)
        context = hard_steps_context(request)
        return self._page(request, "hard_steps", "Common mistakes", **context)

    @method_decorator([require_safe, never_cache])
    def export_view(self, request: HttpRequest) -> HttpResponse:
        """Download the whole course as a zip file; unpacked, ``load_content`` can read it."""
        self._may_view(request)
        return attached(export_zip(), "application/zip", "course.zip")

    def preview_url(self, row: Lesson) -> str:
        return reverse("lessons:preview", args=[row.slug, 1])

    def desk_context(
        self, request: HttpRequest, form: Any, stored: Lesson | None
    ) -> dict[str, Any]:
        if stored and not self.has_change_permission(request, stored):
            return {"stored": [_read_only_step(step) for step in stored.live_steps]}
        draft = form.desk.open_draft
        return {"desk": form.desk, "open_step": OpenStep(form.desk, draft) if draft else None}


def _read_only_step(step: Step) -> dict[str, Any]:
    """A step for users who may not edit: its board and its file."""
    prefix = f"stored-{step.pk}-"
    try:
        place = (step.ruleset, step.position, step.convention, step.to_move)
        facts = position_facts(*place, prefix=prefix) if step.position else None
    except SolverError:
        facts = None
    board = facts.board if facts else None
    url = reverse("lessons:preview", args=[step.lesson.slug, step.order])
    return {"step": step, "facts": facts, "board": board, "url": url, "file": as_yaml(step.content)}
