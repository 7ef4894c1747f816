"""Room lessons: the list, and each lesson part by part. Anybody may read those of the site."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.models import User
from games.questions.posted_answers import posted_key
from games.teach.classes.access import may_make_classes
from games.teach.live.lessons.access import get_room_lesson
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import add_own, copied
from games.teach.live.screens.paper import sheets_of_lesson
from games.teach.live.screens.preview import PartPreview
from games.teach.work.plans.access import teaches
from games.web.errors import SignInFirstError
from solver import SolverError


@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """The lessons that anybody may read."""
    lessons = RoomLesson.objects.for_everybody()
    context = {"lessons": lessons, "teaches": teaches(request.user)}
    return render(request, "teach/live/lessons.html", context)


@require_safe
def lesson(request: HttpRequest, room_lesson_slug: str) -> HttpResponse:
    """One lesson with its notes, minute by minute; the page can also be printed."""
    return lesson_page(request, get_room_lesson(request.user, room_lesson_slug))


def lesson_page(
    request: HttpRequest, lesson: RoomLesson, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page of a lesson, with the error message if there is one."""
    context = {
        "lesson": lesson,
        "parts": lesson.told,
        "may_open": may_make_classes(request.user),
        "may_copy": teaches(request.user),
        "is_own": lesson.owner_id is not None and lesson.owner_id == request.user.pk,
        "problem": problem,
    }
    return render(request, "teach/live/lesson.html", context, status=status)


@require_safe
def preview(request: HttpRequest, room_lesson_slug: str) -> HttpResponse:
    """Every part on the wall and on a phone, side by side."""
    lesson = get_room_lesson(request.user, room_lesson_slug)
    previews = [PartPreview(lesson, part) for part in lesson.told]
    context = {"lesson": lesson, "previews": previews}
    return render(request, "teach/live/lesson_preview.html", context)


@require_safe
def paper(request: HttpRequest, room_lesson_slug: str) -> HttpResponse:
    """Its questions and boards on paper, for a student without a phone."""
    lesson = get_room_lesson(request.user, room_lesson_slug)
    context = {"title": lesson.title, "back": lesson, "sheets": sheets_of_lesson(lesson)}
    return render(request, "teach/live/paper.html", context)


@require_POST
@never_cache
def copy(request: HttpRequest, room_lesson_slug: str) -> HttpResponse:
    """Copy the lesson to the instructor's own, for editing."""
    lesson = get_room_lesson(request.user, room_lesson_slug)
    user = request.user
    if not isinstance(user, User):
        raise SignInFirstError
    if not teaches(user):
        problem = "Room lessons of your own are for instructors. Make a class first."
        return lesson_page(request, lesson, problem=problem, status=403)
    try:
        made = add_own(user, copied(lesson), posted_key(request, user))
    except SolverError as error:
        return lesson_page(request, lesson, problem=str(error), status=422)
    return redirect("live:write-lesson", made.slug)
