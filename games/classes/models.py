"""Classes: who teaches, who learns, and under which name the teachers know them.

People leave and classes end, but nothing is deleted: what is over is archived. Real names,
student ids, e-mail addresses and notes are read by the staff of the class and by nobody else,
but for the names of students who have chosen to be on the weekly list of their class.
"""

from __future__ import annotations

import secrets
import uuid
from datetime import tzinfo
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Collate, Lower
from django.urls import reverse
from django.utils import timezone

from games.classes.collation import ALPHABETICAL
from games.people.models import User
from games.web import zones

CODE_ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""What join codes are made of: nothing that looks like something else, no vowels, so no words."""

CODE_LENGTH = 8
NAME_LENGTH = 80
PERSON_LENGTH = 120
GROUP_LENGTH = 40
ARCHIVED = "This class is archived. You can still read everything."
"""Why its students can do nothing more in a class."""

TOUR = uuid.UUID("00000000-0000-4000-8000-000000746f75")
"""The class that anybody may look around in; ``games.site.tour`` makes it."""


def new_join_code() -> str:
    """Eight characters somebody can read off a wall; about 38 bits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def new_invitation_code() -> str:
    return secrets.token_urlsafe(24)


class Classroom(models.Model):
    """A class: its name, and the code people join it with."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    about = models.TextField(max_length=1000, blank=True)
    join_code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_join_code)
    join_open = models.BooleanField(default=True)
    time_zone = models.CharField(max_length=zones.NAME_LENGTH, blank=True)
    may_leave = models.BooleanField(default=True)
    has_weekly_list = models.BooleanField(default=False)
    is_demo = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    role: str = ""
    """The role of the person who asked, where ``games.classes.access`` found it; never stored."""

    class Meta:
        ordering = ("name", "created_at")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("site:classroom", args=[self.pk])

    @property
    def zone(self) -> tzinfo:
        """The zone in which its staff write and read times."""
        return zones.zone_named(self.time_zone)

    @property
    def shown_code(self) -> str:
        """The code in two halves, easier to copy."""
        return f"{self.join_code[:4]}-{self.join_code[4:]}"

    @property
    def is_tour(self) -> bool:
        """Whether anybody may look around in it, and nobody may change it."""
        return self.pk == TOUR

    @property
    def can_join(self) -> bool:
        return self.join_open and self.archived_at is None

    @property
    def can_edit(self) -> bool:
        """Whether the person who asked may change what is in the class now."""
        return self.role in EDITORS and self.archived_at is None


class Staff(models.Model):
    """Somebody who teaches a class. Exactly one of them owns it."""

    class Role(models.TextChoices):
        OWNER = "owner", "owner"
        INSTRUCTOR = "instructor", "instructor"
        ASSISTANT = "assistant", "assistant"

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="staffed")
    role = models.CharField(max_length=10, choices=Role.choices)
    since = models.DateTimeField(auto_now_add=True)
    looked_at = models.DateTimeField(null=True, blank=True, editable=False)
    """Up to when they have seen what happened in their classes."""

    class Meta:
        verbose_name_plural = "staff"
        ordering = ("since", "pk")
        constraints = (
            models.UniqueConstraint(fields=["classroom", "user"], name="one_role_in_a_class"),
            models.UniqueConstraint(
                fields=["classroom"],
                condition=models.Q(role="owner"),
                name="one_owner_of_a_class",
                violation_error_message="A class can have only one owner.",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}, {self.role}"


OWNER = (Staff.Role.OWNER,)
EDITORS = (Staff.Role.OWNER, Staff.Role.INSTRUCTOR)
"""Who may change a class; an assistant sees everything and changes nothing."""

ALL_STAFF = (*EDITORS, Staff.Role.ASSISTANT)


class Invitation(models.Model):
    """A link that makes one person staff of a class, once."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Staff.Role.choices[1:])
    code = models.CharField(max_length=40, unique=True, default=new_invitation_code)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return f"an invitation to {self.classroom} as {self.role}"

    def get_absolute_url(self) -> str:
        return reverse("classes:invitation", args=[self.code])


class Group(models.Model):
    """Some students of a class, to be given work together."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="groups")
    name = models.CharField(max_length=GROUP_LENGTH)

    class Meta:
        ordering = (Lower("name"),)
        constraints = (
            models.UniqueConstraint(
                "classroom",
                Lower("name"),
                name="group_name_unique_in_a_class",
                violation_error_message="This class already has a group with that name.",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("classes:group", args=[self.classroom_id, self.pk])


class Memberships(models.QuerySet["Membership"]):
    """The people who learn in classes."""

    def active(self) -> Memberships:
        """Those who neither left nor were removed."""
        return self.filter(archived_at=None)

    def by_name(self) -> Memberships:
        """In the order of a register: Çelik stands with the Cs, whatever the case."""
        return self.order_by(Collate("real_name", ALPHABETICAL), "joined_at", "pk")

    def with_cards(self) -> Memberships:
        """Those whose password the staff of the class may set anew, for all of them at once.

        The account was made by this class, and it opens nobody else's door: not the admin's,
        not that of a class it teaches.
        """
        return self._harmless().filter(user__managed_by=models.F("classroom"))

    def helped_by(self, instructor: User) -> Memberships:
        """Those to whom *instructor*, who may change the class, may give a new password.

        Beside those with cards these are people in no class, now or before, but the instructor's
        own: a password must not open what was done for somebody else.
        """
        own = Classroom.objects.filter(staff__user=instructor, staff__role__in=EDITORS)
        elsewhere = Membership.objects.exclude(classroom__in=own).values("user")
        made_elsewhere = User.objects.exclude(managed_by=None).exclude(managed_by__in=own)
        only_here = ~models.Q(user__in=elsewhere) & ~models.Q(user__in=made_elsewhere)
        return self._harmless().filter(models.Q(user__managed_by=models.F("classroom")) | only_here)

    def _harmless(self) -> Memberships:
        return self.active().filter(
            user__is_staff=False, user__is_superuser=False, user__staffed=None
        )


class Membership(models.Model):
    """Somebody who learns in a class, with what its staff know about them."""

    class Via(models.TextChoices):
        LINK = "link", "link"
        CODE = "code", "code"
        NAMES = "names", "list of names"
        CSV = "csv", "roster file"
        MOVED = "moved", "moving from another class"

    objects: ClassVar[models.Manager[Membership]] = Memberships.as_manager()

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    real_name = models.CharField(max_length=PERSON_LENGTH)
    student_id = models.CharField(max_length=64, blank=True)
    notes = models.TextField(max_length=2000, blank=True)
    email = models.EmailField(blank=True)
    identities = models.JSONField(default=dict, blank=True, editable=False)
    """By what the gradebooks of the school know them, by gradebook; read by the staff alone."""

    groups = models.ManyToManyField(Group, related_name="memberships", blank=True)
    joined_via = models.CharField(max_length=5, choices=Via.choices)
    extra_days = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(365)])
    time_factor = models.DecimalField(
        max_digits=4,
        decimal_places=2,
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(10)],
    )
    joined_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)
    is_listed = models.BooleanField(default=False)
    """Chosen by the student: the class reads the real name in its weekly list."""

    has_left = models.BooleanField(default=False)
    """Archived by the student, who may come back, and not by the staff."""
    moved_to = models.ForeignKey(
        Classroom, on_delete=models.SET_NULL, null=True, blank=True, related_name="moved_here"
    )
    """Archived because the student goes on in that class."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["classroom", "user"], name="one_place_in_a_class"),
        )

    def __str__(self) -> str:
        return f"{self.user} in {self.classroom}"

    def get_absolute_url(self) -> str:
        return reverse("classes:person", args=[self.classroom_id, self.pk])

    @property
    def is_managed(self) -> bool:
        """Whether the account was made by the staff of this class."""
        return self.user.managed_by_id == self.classroom_id
