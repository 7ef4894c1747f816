"""A step of which nothing is recorded: as a student would see it, for curators, and “One like it”,
another position with the same idea."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.learn.lessons.models import Step
from games.learn.progress import progress as course
from games.learn.progress.learnt import learnt_by
from games.learn.study.page import StepPage
from games.learn.study.views import STEP, found_step, step_context
from games.questions.grading import checked, posted_fields
from games.questions.question_page import Policy, QuestionPage, TablePlace, WayOn
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import sibling
from solver import InvalidInputError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def step(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Show one step of a lesson in any state; a POST is an answer, checked but not recorded."""
    if not any(map(request.user.has_perm, ("games.view_lesson", "games.change_lesson"))):
        raise Http404("There is no such step.")
    steps = Step.objects.filter(lesson__slug=lesson_slug, order=number)
    step = steps.select_related("lesson__track").first()
    if step is None:
        raise Http404("There is no such step.")
    lesson = step.lesson
    state = course.state_of(None, lesson)
    page, problem = StepPage(state, step, is_preview=True, frame=request.GET.get("frame", "")), ""
    if request.method == "POST" and step.goal:
        page.given, page.verdict, problem = checked(request, ShownQuestion(step))
    status = 422 if problem else 200
    try:
        return render(request, STEP, step_context(request, page, problem), status=status)
    except InvalidInputError as error:  # a draft may contain errors
        context = {"lesson": lesson, "step": step, "problem": str(error)}
        return render(request, "learn/study/broken.html", context, status=422)


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
