"""A lesson as a student would see it, for curators: answers are judged, nothing is recorded."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.exercises.goals import Goal
from games.exercises.grading import grade
from games.exercises.posted import posted_answer
from games.exercises.tasks import Task
from games.lessons import progress as course
from games.lessons.models import Lesson
from games.lessons.page import StepPage
from games.lessons.views import STEP, step_context
from solver import InvalidInputError, SolverError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def step(request: HttpRequest, lesson: str, number: int) -> HttpResponse:
    """One step of a lesson in whatever state; a POST is an answer, judged and forgotten."""
    if not any(map(request.user.has_perm, ("games.view_lesson", "games.change_lesson"))):
        raise Http404("There is no such step.")
    found = Lesson.objects.select_related("track").filter(slug=lesson).first()
    if found is None:
        raise Http404("There is no such step.")
    [state] = course.states(None, [found])
    if not 1 <= number <= state.size:
        raise Http404("There is no such step.")
    one = state.steps[number - 1].step
    one.lesson = found
    page, problem = StepPage(state, one, is_preview=True), ""
    if request.method == "POST" and one.goal and one.goal != Goal.PLAY:
        try:
            given = posted_answer(request, Task(one))
            page.verdict, page.given = grade(one, given), given
        except SolverError as error:
            problem = str(error)
    status = 422 if problem else 200
    try:
        return render(request, STEP, step_context(request, page, problem), status=status)
    except InvalidInputError as error:  # a draft may hold anything
        context = {"lesson": found, "step": one, "problem": str(error), "nav": "learn"}
        return render(request, "lessons/broken.html", context, status=422)
