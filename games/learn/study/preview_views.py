"""A lesson as a student would see it, for curators: answers are checked but not recorded."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.learn.lessons.models import Step
from games.learn.progress import progress as course
from games.learn.study.page import StepPage
from games.learn.study.views import STEP, step_context
from games.questions.posted_answers import checked
from games.questions.shown_question import ShownQuestion
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
