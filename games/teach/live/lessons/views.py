"""An instructor's own room lessons: the desk, publishing, versions, files, sharing."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.content.editors.version_pages import ImportForm, attached
from games.content.reading import ContentError, Finding, as_yaml
from games.content.versions import Publishable, changes
from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.grading import posted_key
from games.teach.classes.access import Asker
from games.teach.live.lessons.access import get_own_lesson
from games.teach.live.lessons.forms import OpenPart, OwnLessonForm, PartEditor
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import (
    RoomLessonFiles,
    add_own,
)
from games.teach.work.plans.access import teaches
from games.web.errors import SignInFirstError
from solver import SolverError

DONE = {
    "copied": "This is your copy. Change what you like; the original stays as it is.",
    "saved": "Saved as a draft.",
    "published": "Published.",
    "restored": "The older version is restored, as a new version.",
    "imported": "The file is now a draft of yours.",
    "shared": "Your colleagues can now read and copy this lesson.",
    "withdrawn": "Only you can see this lesson now.",
    "archived": "The lesson is archived.",
    "back": "The lesson is a draft again.",
    "deleted": "The lesson is deleted.",
}


def teacher(user: Asker) -> User:
    """The user, if they teach; other people have no room lessons of their own."""
    if not isinstance(user, User):
        raise SignInFirstError
    if not teaches(user):
        raise Http404("Room lessons of your own are for instructors. Make a class first.")
    return user


def done(request: HttpRequest) -> str:
    return DONE.get(request.GET.get("done", ""), "")


@require_safe
@never_cache
def own_lessons(request: HttpRequest) -> HttpResponse:
    """The instructor's own lessons, and those that colleagues share."""
    user = teacher(request.user)
    lessons: list[Any] = list(user.room_lessons.order_by("-changed_at"))
    for lesson in lessons:
        lesson.doubts = list(PartEditor.of(lesson).doubts())
    retired = Publishable.State.RETIRED
    context = {
        "lessons": [lesson for lesson in lessons if lesson.state != retired],
        "archived": [lesson for lesson in lessons if lesson.state == retired],
        "shared": RoomLesson.objects.shared().exclude(owner=user),
        "done": done(request),
    }
    return render(request, "teach/live/own_lessons.html", context)


@FORM_METHODS
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """A new lesson on an empty desk."""
    user = teacher(request.user)
    form = OwnLessonForm(request.POST or None)
    if form.is_valid():
        try:
            made = add_own(user, form.content, posted_key(request, user))
        except SolverError as error:
            form.add_error(None, str(error))
        else:
            return _stored(request, form, made)
    return _desk(request, form, None)


@FORM_METHODS
@never_cache
def write(request: HttpRequest, own_slug: str) -> HttpResponse:
    """The desk of an own lesson; after an error it keeps what was typed."""
    lesson = get_own_lesson(request.user, own_slug)
    form = OwnLessonForm(request.POST or None, instance=lesson)
    if form.is_valid():
        return _stored(request, form, get_own_lesson(request.user, own_slug))
    return _desk(request, form, get_own_lesson(request.user, own_slug))


def _stored(request: HttpRequest, form: OwnLessonForm, lesson: RoomLesson) -> HttpResponse:
    """Store the content of the form; the pressed button decides whether it is published."""
    assert isinstance(request.user, User)
    content = form.content | {"slug": lesson.slug, "minutes": form.cleaned_data["minutes"]}
    note = form.cleaned_data.get("note", "")
    stored = RoomLessonFiles().write(content, note=note, by=request.user, row=lesson)
    said = "published" if stored.is_published else "saved"
    return redirect(reverse("live:write-lesson", args=[stored.slug]) + f"?done={said}")


def _desk(request: HttpRequest, form: OwnLessonForm, lesson: RoomLesson | None) -> HttpResponse:
    desk = form.desk
    draft = desk.open_draft
    context = {
        "form": form,
        "lesson": lesson,
        "desk": desk,
        "open_step": OpenPart(desk, draft) if draft else None,
        "may_write": True,
        "done": done(request),
    }
    if request.headers.get("X-Desk") and form.is_changing:
        return render(request, "admin/games/lesson/desk.html", context)
    refused = form.is_bound and not form.is_changing
    return render(request, "teach/live/write_lesson.html", context, status=422 if refused else 200)


# --- versions and files ---------------------------------------------------------------------------


@require_safe
@never_cache
def versions(request: HttpRequest, own_slug: str) -> HttpResponse:
    """The published versions, with the changes in each."""
    lesson = get_own_lesson(request.user, own_slug)
    entries = RoomLessonFiles().versions_of(lesson)
    context = {"lesson": lesson, "entries": entries, "done": done(request)}
    return render(request, "teach/live/lesson_versions.html", context)


@FORM_METHODS
@never_cache
def restore(request: HttpRequest, own_slug: str, version: int) -> HttpResponse:
    """Ask for confirmation; a POST restores an earlier version."""
    lesson = get_own_lesson(request.user, own_slug)
    old = lesson.versions.filter(version=version).first()
    if old is None:
        raise Http404("There is no such version.")
    findings: list[Finding] = []
    if request.method == "POST":
        try:
            RoomLessonFiles().restore(lesson, old, request.user)  # type: ignore[arg-type]
        except ContentError as error:
            findings = error.findings
        else:
            return redirect(reverse("live:lesson-versions", args=[own_slug]) + "?done=restored")
    context = {
        "lesson": lesson,
        "version": old,
        "diff": changes(lesson.content, old.content),
        "findings": findings,
        "part": "part",
    }
    status = 422 if findings else 200
    return render(request, "teach/live/restore_lesson.html", context, status=status)


@require_safe
@never_cache
def export(request: HttpRequest, own_slug: str) -> HttpResponse:
    """An own lesson as a file, in the format of the site's room lessons."""
    lesson = get_own_lesson(request.user, own_slug)
    body = as_yaml(lesson.content).encode()
    return attached(body, "application/yaml", f"{lesson.slug}.yaml")


@FORM_METHODS
@never_cache
def import_(request: HttpRequest) -> HttpResponse:
    """Create a draft from a file, after the solver has checked it."""
    user = teacher(request.user)
    form = ImportForm(RoomLessonFiles(), request.POST or None, request.FILES or None)
    if form.is_bound and form.is_valid():
        try:
            made = add_own(user, form.content, posted_key(request, user))
        except SolverError as error:
            form.add_error(None, str(error))
        else:
            return redirect(reverse("live:write-lesson", args=[made.slug]) + "?done=imported")
    context = {"form": form, "findings": form.findings, "part": "part"}
    status = 422 if form.is_bound else 200
    return render(request, "teach/live/import_lesson.html", context, status=status)


# --- who may use it -------------------------------------------------------------------------------


def _changed(lesson: RoomLesson, said: str, **fields: Any) -> HttpResponse:
    for name, value in fields.items():
        setattr(lesson, name, value)
    lesson.save(update_fields=[*fields, "changed_at"])
    return redirect(reverse("live:write-lesson", args=[lesson.slug]) + f"?done={said}#sharing")


@require_POST
def share(request: HttpRequest, own_slug: str) -> HttpResponse:
    """Let colleagues read and copy the lesson, or stop sharing it."""
    lesson = get_own_lesson(request.user, own_slug)
    is_shared = request.POST.get("do") == "share"
    return _changed(lesson, "shared" if is_shared else "withdrawn", is_shared=is_shared)


@require_POST
def archive(request: HttpRequest, own_slug: str) -> HttpResponse:
    """Archive the lesson, or bring it back as a draft."""
    lesson = get_own_lesson(request.user, own_slug)
    if request.POST.get("do") == "back":
        if lesson.state != Publishable.State.RETIRED:
            return redirect("live:write-lesson", lesson.slug)
        return _changed(lesson, "back", state=Publishable.State.DRAFT)
    return _changed(lesson, "archived", state=Publishable.State.RETIRED)


@require_POST
def delete(request: HttpRequest, own_slug: str) -> HttpResponse:
    """Delete the lesson; copies of it and rooms made from it stay."""
    get_own_lesson(request.user, own_slug).delete()
    return redirect(reverse("live:own-lessons") + "?done=deleted")
