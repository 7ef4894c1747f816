"""Who may see and change what. One function for each kind of object: the object, or 404."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from games.assignments.homework import Work, is_for, work_of
from games.models import (
    Assignment,
    Classroom,
    Group,
    Invitation,
    Item,
    Lesson,
    Match,
    Membership,
    Puzzle,
    PuzzleAttempt,
    ReviewCard,
    Staff,
    User,
    Visitor,
    owned_by,
)
from games.models.classes import ALL_STAFF, EDITORS

Asker = User | AnonymousUser


class LogInFirstError(Exception):
    """Only people with an account have anything to do there; answered with the log-in."""


class ReadOnlyError(Exception):
    """What was to be changed is archived; answered with 409."""


def get_match(owner: User | Visitor | None, match_id: uuid.UUID) -> Match:
    """The match, for its owner; a stranger is told that it does not exist."""
    match = owned_by(owner, Match.objects.filter(pk=match_id)).first()
    if match is None:
        raise Http404("There is no such match, or it is somebody else's.")
    return match


def get_puzzle(puzzle_id: uuid.UUID) -> Puzzle:
    """A puzzle anyone may see: every one but a draft."""
    puzzle = Puzzle.objects.exclude(state=Puzzle.State.DRAFT).filter(pk=puzzle_id).first()
    if puzzle is None:
        raise Http404("There is no such puzzle.")
    return puzzle


def get_attempt(owner: User | Visitor | None, attempt_id: uuid.UUID) -> PuzzleAttempt:
    """A try at a puzzle with the puzzle and its game, for whoever made it."""
    tries = PuzzleAttempt.objects.select_related("puzzle", "match", "card").filter(pk=attempt_id)
    attempt = owned_by(owner, tries).first()
    if attempt is None:
        raise Http404("There is no such try, or it is somebody else's.")
    return attempt


def get_card(owner: User | Visitor | None, card_id: uuid.UUID) -> ReviewCard:
    """A mistake to come back to, for whoever made it."""
    card = owned_by(owner, ReviewCard.objects.select_related("source").filter(pk=card_id)).first()
    if card is None:
        raise Http404("There is no such review, or it is somebody else's.")
    return card


def get_lesson(slug: str) -> Lesson:
    """A published lesson with its steps; drafts and retired ones are for curators only."""
    lessons = Lesson.objects.filter(state=Lesson.State.PUBLISHED, slug=slug)
    lesson = lessons.select_related("track").prefetch_related("steps").first()
    if lesson is None:
        raise Http404("There is no such lesson.")
    return lesson


def get_classroom_as_staff(
    user: Asker, classroom_id: uuid.UUID, roles: Collection[str] = ALL_STAFF
) -> Classroom:
    """The class with ``role`` set, for its staff; others are told that it does not exist.

    Staff whose role is not among *roles* are told that this is not theirs to do.
    """
    if not user.is_authenticated:
        raise LogInFirstError
    posts = Staff.objects.select_related("classroom")
    post = posts.filter(user=user, classroom=classroom_id).first()
    if post is None:
        raise Http404("There is no such class, or you do not teach it.")
    if post.role not in roles:
        raise PermissionDenied("Your role in this class does not include this.")
    post.classroom.role = post.role
    return post.classroom


def get_classroom_to_change(
    user: Asker, classroom_id: uuid.UUID, roles: Collection[str] = EDITORS
) -> Classroom:
    """The class, for staff who may change it; :class:`ReadOnlyError` if it is archived."""
    found = get_classroom_as_staff(user, classroom_id, roles)
    if found.archived_at:
        raise ReadOnlyError("This class is archived. Its owner can restore it on its page.")
    return found


def get_own_membership(user: Asker, classroom_id: uuid.UUID) -> Membership:
    """Somebody's own place in a class they learn in."""
    if not user.is_authenticated:
        raise LogInFirstError
    mine = Membership.objects.active().select_related("classroom", "user")
    found = mine.filter(user=user, classroom=classroom_id).first()
    if found is None:
        raise Http404("There is no such class, or you are not in it.")
    return found


def get_membership(classroom: Classroom, membership_id: uuid.UUID) -> Membership:
    """A student of a class that *its staff* asked for with one of the functions above.

    Who left is out of their sight.
    """
    people = Membership.objects.select_related("user").filter(classroom=classroom, left=False)
    found = people.filter(pk=membership_id).first()
    if found is None:
        raise Http404("There is no such student in this class.")
    found.classroom = classroom
    return found


def get_group(classroom: Classroom, group_id: int) -> Group:
    """A group of a class that its staff asked for."""
    found = Group.objects.filter(classroom=classroom, pk=group_id).first()
    if found is None:
        raise Http404("There is no such group in this class.")
    return found


def get_colleague(classroom: Classroom, staff_id: int) -> Staff:
    """Somebody who teaches a class that its staff asked for."""
    found = Staff.objects.select_related("user").filter(classroom=classroom, pk=staff_id).first()
    if found is None:
        raise Http404("Nobody like that teaches this class.")
    return found


def get_invitation(code: str) -> Invitation:
    """An invitation, for whoever has its link."""
    known = Invitation.objects.select_related("classroom")
    found = known.filter(code=code).first() if "\x00" not in code else None
    if found is None:
        raise Http404("There is no such invitation, or somebody has accepted it.")
    return found


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
