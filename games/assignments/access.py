"""Who may see and change an assignment: one function a kind of object, the object or 404."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from django.http import Http404

from games.assignments.models import Assignment, Item
from games.assignments.work import Work, is_for, work_of
from games.classes.access import Asker, get_classroom_as_staff, get_own_membership
from games.classes.models import ALL_STAFF, EDITORS
from games.web.refusals import LogInFirstError, ReadOnlyError


def get_assignment_as_staff(
    user: Asker, assignment_id: uuid.UUID, roles: Collection[str] = ALL_STAFF
) -> Assignment:
    """An assignment, for the staff of its class; its class has ``role`` set."""
    if not user.is_authenticated:
        raise LogInFirstError
    found = Assignment.objects.filter(pk=assignment_id).first()
    if found is None:
        raise Http404("There is no such assignment, or you do not teach its class.")
    found.classroom = get_classroom_as_staff(user, found.classroom_id, roles)
    return found


def get_assignment_to_change(user: Asker, assignment_id: uuid.UUID) -> Assignment:
    """An assignment, for staff who may change it; :class:`ReadOnlyError` if it is put away."""
    found = get_assignment_as_staff(user, assignment_id, EDITORS)
    if found.classroom.archived_at:
        raise ReadOnlyError("This class is archived. Its owner can restore it on its page.")
    return found


def get_item(assignment: Assignment, item_id: int) -> Item:
    """An item of an assignment that its staff asked for."""
    found = assignment.items.select_related("lesson").filter(pk=item_id).first()
    if found is None:
        raise Http404("There is no such item in this assignment.")
    found.assignment = assignment
    return found


def get_work(user: Asker, assignment_id: uuid.UUID) -> Work:
    """An assignment as a student it is meant for has it, once it is open."""
    if not user.is_authenticated:
        raise LogInFirstError
    found = Assignment.objects.select_related("classroom").filter(pk=assignment_id).first()
    if found is None or not found.is_open():
        raise Http404("There is no such assignment, or it is not open yet.")
    membership = get_own_membership(user, found.classroom_id)
    meant = Assignment.objects.filter(is_for(membership), pk=found.pk).exists()
    if not meant:
        raise Http404("This assignment is not for you.")
    return work_of(found, membership)
