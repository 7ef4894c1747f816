"""Who may read a room lesson and who may edit it. Each function returns the lesson or raises
404."""

from __future__ import annotations

from django.http import Http404

from games.people.models import User
from games.teach.classes.access import Asker
from games.teach.live.lessons.models import RoomLesson
from games.teach.work.plans.access import teaches
from games.web.errors import SignInFirstError

NONE = "There is no such room lesson."
NOT_YOURS = "There is no such room lesson, or it is not yours."


def may_read(user: Asker, lesson: RoomLesson) -> bool:
    """Whether this user may read the lesson: a published lesson of the site, their own, or a
    colleague's that is published and shared. Drafts of the site are for its curators."""
    if lesson.owner_id is None:
        return lesson.is_published or user.has_perm("games.view_roomlesson")
    if user.is_authenticated and lesson.owner_id == user.pk:
        return True
    return lesson.is_shared and lesson.is_published and teaches(user)


def get_room_lesson(user: Asker, slug: str) -> RoomLesson:
    """A room lesson that this user may read."""
    lessons = RoomLesson.objects.select_related("owner")
    lesson = lessons.filter(slug=slug[:50].replace("\x00", "")).first()
    if lesson is None or not may_read(user, lesson):
        raise Http404(NONE)
    return lesson


def get_own_lesson(user: Asker, slug: str) -> RoomLesson:
    """This user's own room lesson."""
    if not isinstance(user, User):
        raise SignInFirstError
    lesson = user.room_lessons.filter(slug=slug[:50].replace("\x00", "")).first()
    if lesson is None:
        raise Http404(NOT_YOURS)
    return lesson
