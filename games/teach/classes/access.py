"""Who may see and change a class. One function for each kind of object returns it or raises 404."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone

from games.people.models import User
from games.teach.classes.models import (
    ALL_STAFF,
    EDITORS,
    TOUR,
    WHOLE_CLASS,
    Classroom,
    Group,
    Invitation,
    Membership,
    Staff,
)
from games.teach.classes.offers import Offer
from games.teach.classes.sections import Section
from games.web.errors import ReadOnlyError, SignInFirstError
from games.web.written_once import written_once

Asker = User | AnonymousUser


def may_make_classes(user: Asker) -> bool:
    """Whether this user may make classes. A student may not, unless they have said that they teach.
    People who are not signed in may try.

    An account that a school made is for learning, until it joins the staff of a class.
    """
    if not user.is_authenticated or user.teaches or user.is_superuser or _any_post(user.pk):
        return True
    return user.managed_by_id is None and not user.memberships.exists()


@written_once
def _any_post(user: int) -> QuerySet[Staff, int]:
    return Staff.objects.filter(user=user).order_by().values_list("pk", flat=True)[:1]


def own_classes(user: Asker) -> list[Classroom]:
    """The classes in which this user may create assignments."""
    if not isinstance(user, User):
        return []
    taught = Classroom.objects.filter(staff__user=user, staff__role__in=EDITORS)
    return list(taught.filter(archived_at=None))


def get_classroom_as_staff(
    user: Asker, classroom_id: uuid.UUID, roles: Collection[str] = WHOLE_CLASS
) -> Classroom:
    """The class with ``role`` set, for its staff; 404 for other people.

    Staff whose role is not in *roles* get an error that says so. For a tutor, the class also knows
    the students in the tutor's sections. In the class of the tour, everybody counts as an
    assistant.
    """
    if classroom_id == TOUR:
        return get_tour(roles)
    if not user.is_authenticated:
        raise SignInFirstError
    post = next(iter(_posts(user.pk, classroom_id)), None)
    if post is None:
        raise Http404("There is no such class, or you do not teach it.")
    if post.role not in roles:
        raise PermissionDenied("Your role in this class does not allow this.")
    post.classroom.role = post.role
    set_sight([post])
    timezone.activate(post.classroom.zone)  # staff read and write times in the class's zone
    return post.classroom


@written_once
def _posts(user: int, classroom: uuid.UUID) -> QuerySet[Staff]:
    return Staff.objects.select_related("classroom").filter(user=user, classroom=classroom)


def set_sight(posts: Iterable[Staff]) -> None:
    """For each post of a tutor, store on its class which sections the tutor may see."""
    tutors = {post.pk: post.classroom for post in posts if post.role == Staff.Role.TUTOR}
    for classroom in tutors.values():
        classroom.in_sight = frozenset()
    mine = Section.objects.filter(tutors__in=tutors) if tutors else Section.objects.none()
    for post, section in mine.order_by().values_list("tutors", "pk"):
        if post in tutors:
            tutors[post].in_sight = (tutors[post].in_sight or frozenset()) | {section}


def sight_of(rooms: Iterable[Classroom], of: str) -> Q:
    """The condition for rows that the person who asked for these classes may see. *of* is the
    lookup path to the membership; the rows must belong to these classes."""
    partly = [room for room in rooms if room.in_sight is not None]
    if not partly:
        return Q()
    seen = frozenset().union(*(room.in_sight or () for room in partly))
    return ~Q(**{f"{of}classroom__in": partly}) | Q(**{f"{of}section__in": seen})


def get_tour(roles: Collection[str]) -> Classroom:
    """The class of the tour, unless *roles* may change it."""
    classroom = Classroom.objects.filter(pk=TOUR).first()
    if classroom is None:
        raise Http404("This site has no class to look around in.")
    classroom.role = Staff.Role.ASSISTANT
    if classroom.role not in roles:
        raise PermissionDenied("This is a sample class. Look around, but you cannot change it.")
    return classroom


def get_classroom_to_change(
    user: Asker, classroom_id: uuid.UUID, roles: Collection[str] = EDITORS
) -> Classroom:
    """The class, for staff who may change it. Raises :class:`ReadOnlyError` if it is archived."""
    classroom = get_classroom_as_staff(user, classroom_id, roles)
    if classroom.archived_at:
        raise ReadOnlyError("This class is archived. Its owner can restore it on its page.")
    return classroom


def get_classroom_for(
    request: HttpRequest,
    classroom_id: uuid.UUID,
    editors: Collection[str] = EDITORS,
    readers: Collection[str] = WHOLE_CLASS,
) -> Classroom:
    """The class for *readers*; for a POST, only for *editors* of a class that is not archived."""
    if request.method == "POST":
        return get_classroom_to_change(request.user, classroom_id, editors)
    return get_classroom_as_staff(request.user, classroom_id, readers)


def get_own_membership(user: Asker, classroom_id: uuid.UUID) -> Membership:
    """This user's own membership of a class."""
    if not user.is_authenticated:
        raise SignInFirstError
    for membership in _own_memberships(user.pk, classroom_id):
        return membership
    raise Http404("There is no such class, or you are not in it.")


@written_once
def _own_memberships(user: int, classroom: uuid.UUID) -> QuerySet[Membership]:
    memberships = Membership.objects.active().select_related("classroom", "user")
    return memberships.filter(user=user, classroom=classroom)


def get_own_class(user: Asker, classroom_id: uuid.UUID) -> tuple[Classroom, Membership | None]:
    """A class for its staff and its students, with the membership of a student."""
    try:
        return get_classroom_as_staff(user, classroom_id, ALL_STAFF), None
    except Http404:
        member = get_own_membership(user, classroom_id)
        return member.classroom, member


def get_membership(classroom: Classroom, membership_id: uuid.UUID) -> Membership:
    """A student of a class that one of the functions above returned for its staff.

    Raises Http404 for students who have left and, for a tutor, for students outside their sections.
    """
    people = Membership.objects.in_sight(classroom).select_related("user", "section")
    membership = people.filter(pk=membership_id, has_left=False).first()
    if membership is None:
        raise Http404("There is no such student in this class.")
    membership.classroom = classroom
    return membership


def get_group(classroom: Classroom, group_id: int) -> Group:
    """A group of a class that its staff asked for."""
    group = Group.objects.filter(classroom=classroom, pk=group_id).first()
    if group is None:
        raise Http404("There is no such group in this class.")
    return group


def get_section(classroom: Classroom, section_id: int) -> Section:
    """A section of a class that its staff asked for."""
    section = Section.objects.filter(classroom=classroom, pk=section_id).first()
    if section is None:
        raise Http404("There is no such section in this class.")
    return section


def get_colleague(classroom: Classroom, staff_id: int) -> Staff:
    """A member of staff of a class that its staff asked for."""
    colleague = (
        Staff.objects.select_related("user").filter(classroom=classroom, pk=staff_id).first()
    )
    if colleague is None:
        raise Http404("No such person teaches this class.")
    return colleague


def get_offer(user: Asker, offer_id: uuid.UUID) -> Offer:
    """An offer of a place in a class, for the *user* it was made to."""
    if not user.is_authenticated:
        raise SignInFirstError
    offers = Offer.objects.select_related("classroom", "user")
    offer = offers.filter(pk=offer_id, user=user, declined_at=None).first()
    if offer is None:
        raise Http404("You are no longer invited to join this class.")
    return offer


def get_invitation(code: str) -> Invitation:
    """An invitation, for a person who has its link."""
    invitations = Invitation.objects.select_related("classroom")
    invitation = invitations.filter(code=code).first() if "\x00" not in code else None
    if invitation is None:
        raise Http404("There is no such invitation, or somebody has already accepted it.")
    return invitation
