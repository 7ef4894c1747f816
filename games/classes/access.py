"""Who may see and change a class. One function for each kind of object: the object, or 404."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone

from games.classes.models import (
    ALL_STAFF,
    EDITORS,
    TOUR,
    Classroom,
    Group,
    Invitation,
    Membership,
    Staff,
)
from games.classes.offers import Offer
from games.people.models import User
from games.web.refusals import ReadOnlyError, SignInFirstError

Asker = User | AnonymousUser


def may_make_classes(user: Asker) -> bool:
    """Whether somebody may make classes: not a student who has not said that they teach. Who is
    not signed in yet may try.

    An account that a school made is for learning, until it is invited to the staff of a class.
    """
    if not user.is_authenticated or user.teaches or user.is_superuser or user.staffed.exists():
        return True
    return user.managed_by_id is None and not user.memberships.exists()


def own_classes(user: Asker) -> list[Classroom]:
    """The classes somebody may put assignments into."""
    if not isinstance(user, User):
        return []
    taught = Classroom.objects.filter(staff__user=user, staff__role__in=EDITORS)
    return list(taught.filter(archived_at=None))


def get_classroom_as_staff(
    user: Asker, classroom_id: uuid.UUID, roles: Collection[str] = ALL_STAFF
) -> Classroom:
    """The class with ``role`` set, for its staff; others are told that it does not exist.

    Staff whose role is not among *roles* are told that this is not theirs to do. The class of the
    tour has everybody for an assistant.
    """
    if classroom_id == TOUR:
        return get_tour(roles)
    if not user.is_authenticated:
        raise SignInFirstError
    posts = Staff.objects.select_related("classroom")
    post = posts.filter(user=user, classroom=classroom_id).first()
    if post is None:
        raise Http404("There is no such class, or you do not teach it.")
    if post.role not in roles:
        raise PermissionDenied("Your role in this class does not allow this.")
    post.classroom.role = post.role
    timezone.activate(post.classroom.zone)  # staff read and write the times of the class
    return post.classroom


def get_tour(roles: Collection[str]) -> Classroom:
    """The class that anybody may look around in, unless it is for *roles* that may change it."""
    classroom = Classroom.objects.filter(pk=TOUR).first()
    if classroom is None:
        raise Http404("This site has no class to look around in.")
    classroom.role = Staff.Role.ASSISTANT
    if classroom.role not in roles:
        raise PermissionDenied("This class is only there to look around in. You cannot change it.")
    return classroom


def get_classroom_to_change(
    user: Asker, classroom_id: uuid.UUID, roles: Collection[str] = EDITORS
) -> Classroom:
    """The class, for staff who may change it; :class:`ReadOnlyError` if it is archived."""
    classroom = get_classroom_as_staff(user, classroom_id, roles)
    if classroom.archived_at:
        raise ReadOnlyError("This class is archived. Its owner can restore it on its page.")
    return classroom


def get_classroom_for(
    request: HttpRequest, classroom_id: uuid.UUID, editors: Collection[str] = EDITORS
) -> Classroom:
    """The class for its staff, and for a POST only for *editors* who may change it now."""
    if request.method == "POST":
        return get_classroom_to_change(request.user, classroom_id, editors)
    return get_classroom_as_staff(request.user, classroom_id)


def get_own_membership(user: Asker, classroom_id: uuid.UUID) -> Membership:
    """Somebody's own place in a class they learn in."""
    if not user.is_authenticated:
        raise SignInFirstError
    memberships = Membership.objects.active().select_related("classroom", "user")
    membership = memberships.filter(user=user, classroom=classroom_id).first()
    if membership is None:
        raise Http404("There is no such class, or you are not in it.")
    return membership


def get_own_class(user: Asker, classroom_id: uuid.UUID) -> tuple[Classroom, Membership | None]:
    """A class for its staff and its students, with the place of a student."""
    try:
        return get_classroom_as_staff(user, classroom_id), None
    except Http404:
        member = get_own_membership(user, classroom_id)
        return member.classroom, member


def get_membership(classroom: Classroom, membership_id: uuid.UUID) -> Membership:
    """A student of a class that *its staff* asked for with one of the functions above.

    Who left is out of their sight.
    """
    people = Membership.objects.select_related("user").filter(classroom=classroom, has_left=False)
    membership = people.filter(pk=membership_id).first()
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


def get_colleague(classroom: Classroom, staff_id: int) -> Staff:
    """Somebody who teaches a class that its staff asked for."""
    colleague = (
        Staff.objects.select_related("user").filter(classroom=classroom, pk=staff_id).first()
    )
    if colleague is None:
        raise Http404("No such person teaches this class.")
    return colleague


def get_offer(user: Asker, offer_id: uuid.UUID) -> Offer:
    """A place in a class that *user* was asked to take."""
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
