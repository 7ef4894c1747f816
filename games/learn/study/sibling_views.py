"""“One like it”: another position with the idea of a step. Nothing is recorded."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.learn.progress.learnt import learnt_by
from games.learn.study.views import found_step
from games.questions.posted_answers import checked, posted_fields
from games.questions.question_page import Policy, QuestionPage, TablePlace, WayOn
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import sibling


@require_http_methods(["GET", "HEAD", "POST"])
def like(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Show a position like that of a step; a POST is an answer, checked but not recorded."""
    step = found_step(lesson_slug, number)
    exercise = sibling(ShownQuestion(step)) if step.goal else None
    if exercise is None:
        raise Http404("There is no question like it.")
    task = ShownQuestion(exercise, learnt_by(step.lesson))
    given, verdict, problem = checked(request, task)
    has_line = verdict is not None and bool(verdict.line)
    is_over = verdict is not None and (verdict.correct or task.asking.is_on_board)
    here = reverse("lessons:like", args=[step.lesson.slug, step.order])
    back = WayOn("Back to the lesson", step.get_absolute_url(), "back")
    name, counted = step.lesson.title, f"one like step {step.order}"
    policy = Policy(
        TablePlace(name, step.lesson.get_absolute_url(), counted=counted),
        form_id="like-form",
        answer_url=here,
        next=back,
        again=WayOn("Try again", here, "again"),
    )
    page = QuestionPage(
        policy,
        task,
        is_open=not is_over,
        verdict=verdict,
        tells=False,
        habit=verdict.habit if verdict else None,
        board=task.answered(given, verdict) if has_line else task.drawn(is_open=not is_over),
        problem=problem,
        given=posted_fields(request),
    )
    context = page.context | {
        "step": step,
        "lesson": step.lesson,
        "heading": task.asks,
        "back": back,
    }
    return render(request, "learn/study/like.html", context, status=422 if problem else 200)
