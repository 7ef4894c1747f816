"""Who may see and change an assignment. Each function returns the object or raises 404."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from django.db.models import QuerySet
from django.http import Http404

from games.teach.classes.access import Asker, get_classroom_as_staff
from games.teach.classes.models import ALL_STAFF, EDITORS, GRADERS, Membership
from games.teach.work.models import Assignment, Item
from games.teach.work.standings.own_work import Work, open_work
from games.web.errors import ReadOnlyError, SignInFirstError
from games.web.written_once import written_once


def get_assignment_as_staff(
    user: Asker, assignment_id: uuid.UUID, roles: Collection[str] = ALL_STAFF
) -> Assignment:
    """An assignment, for the staff of its class. Its class has ``role`` set, and knows which
    students a tutor may see."""
    assignment = Assignment.objects.filter(pk=assignment_id).first()
    if assignment is None:
        if not user.is_authenticated:
            raise SignInFirstError
        raise Http404("There is no such assignment, or you do not teach its class.")
    assignment.classroom = get_classroom_as_staff(user, assignment.classroom_id, roles)
    return assignment


def get_assignment_to_change(user: Asker, assignment_id: uuid.UUID) -> Assignment:
    """An assignment, for staff who may change it. Raises :class:`ReadOnlyError` in an archived
    class."""
    return _running(get_assignment_as_staff(user, assignment_id, EDITORS))


def get_assignment_to_grade(user: Asker, assignment_id: uuid.UUID) -> Assignment:
    """An assignment, for staff who may give points, tries and time; tutors give them to the
    students of their sections. Raises :class:`ReadOnlyError` in an archived class."""
    return _running(get_assignment_as_staff(user, assignment_id, GRADERS))


def _running(assignment: Assignment) -> Assignment:
    if assignment.classroom.archived_at:
        raise ReadOnlyError("This class is archived. Its owner can restore it on its page.")
    return assignment


def get_item(assignment: Assignment, item_id: int) -> Item:
    """A question of an assignment that its staff asked for."""
    item = assignment.items.select_related("lesson").filter(pk=item_id).first()
    if item is None:
        raise Http404("This assignment has no such question.")
    item.assignment = assignment
    return item


def get_work(user: Asker, assignment_id: uuid.UUID) -> Work:
    """The work of a student on an open assignment that is meant for them."""
    if not user.is_authenticated:
        raise SignInFirstError
    own = _places(user.pk, assignment_id)
    if not own:
        raise Http404("There is no such assignment, or you are not in its class.")
    membership = own[0]
    membership.user = user
    work = open_work(assignment_id, membership)
    if work is None:
        raise Http404("This assignment is not open yet, or it is not for you.")
    return work


@written_once
def _places(user: int, assignment: uuid.UUID) -> QuerySet[Membership]:
    """The place of this account in the class of this assignment."""
    own = Membership.objects.active().select_related("classroom")
    return own.filter(user=user, classroom__assignments=assignment)
