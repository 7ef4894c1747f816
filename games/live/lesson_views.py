"""The room lessons: which there are, and each part by part. Anybody may read them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.classes.access import may_make_classes
from games.live.lessons import RoomLesson, get_room_lesson


@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """All of them."""
    context = {"lessons": RoomLesson.objects.all()}
    return render(request, "live/lessons.html", context)


@require_safe
def lesson(request: HttpRequest, room_lesson_slug: str) -> HttpResponse:
    """One of them with its notes, minute by minute; also to be printed."""
    lesson = get_room_lesson(room_lesson_slug)
    context = {
        "lesson": lesson,
        "parts": lesson.told,
        "may_open": may_make_classes(request.user),
    }
    return render(request, "live/lesson.html", context)
