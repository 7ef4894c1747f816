"""Classes: their staff, their students, and the names that staff know students by.

People leave and classes end, but nothing is deleted: it is archived. Only the staff of a class read
real names, student ids, e-mail addresses and notes. One exception: students may agree to appear by
name in the weekly list of their class.
"""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime, tzinfo
from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Coalesce, Collate, Concat, Lower, NullIf, Replace
from django.urls import reverse
from django.utils import timezone

from games.people.models import User
from games.people.name_fields import ALPHABETICAL, NameField, by_name
from games.people.names import APOSTROPHES
from games.teach.classes.person_names import SurnameField, given, listed
from games.web import zones
from games.web.codes import drawn_code

CODE_LENGTH = 8
NAME_LENGTH = 80
PERSON_LENGTH = 120
GROUP_LENGTH = 40
ARCHIVED = "This class is archived. You can still read everything."
"""Why a student cannot do any more in the class."""

TOUR = uuid.UUID("00000000-0000-4000-8000-000000746f75")
"""The class that everybody may visit; ``games.teach.tour`` makes it."""


def new_join_code() -> str:
    """A code of eight characters that can be read off a wall; about 38 bits."""
    return drawn_code(CODE_LENGTH)


def new_invitation_code() -> str:
    return secrets.token_urlsafe(24)


class Classroom(models.Model):
    """A class: its name, its settings, and the code to join it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = NameField(max_length=NAME_LENGTH)
    about = models.TextField(max_length=1000, blank=True)
    join_code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_join_code)
    join_open = models.BooleanField(default=True)
    time_zone = models.CharField(max_length=zones.NAME_LENGTH, blank=True)
    may_leave = models.BooleanField(default=True)
    has_weekly_list = models.BooleanField(default=False)
    shows_first_names = models.BooleanField(default=False)
    """Whether phones and the wall of a live room show students' first names; the owner decides."""

    drops_lowest = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(20)])
    """How many of each student's lowest results do not count in the total."""

    is_demo = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    deleted_on = models.DateTimeField(null=True, blank=True, editable=False)
    """When the daily work deletes the class, if it is archived; ``games.teach.classes.ending``."""

    role: str = ""
    """The role of the person who asked, set by ``games.teach.classes.access``; never stored."""

    in_sight: frozenset[int] | None = None
    """The sections whose students that person may see; None for the whole class. Never stored."""

    class Meta:
        ordering = (by_name("name"), "created_at")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("teach:classroom", args=[self.pk])

    @property
    def zone(self) -> tzinfo:
        """The time zone in which staff read and write times."""
        return zones.zone_named(self.time_zone)

    @property
    def last_day(self) -> datetime | None:
        """When the daily work deletes the class; None if it does not."""
        return self.deleted_on if settings.YEARS_OF_CLASSES else None

    @property
    def shown_code(self) -> str:
        """The code in two halves, which is easier to copy."""
        return f"{self.join_code[:4]}-{self.join_code[4:]}"

    @property
    def is_tour(self) -> bool:
        """Whether it is the class of the tour, which everybody may visit and nobody may change."""
        return self.pk == TOUR

    @property
    def can_join(self) -> bool:
        return self.join_open and self.archived_at is None

    @property
    def can_edit(self) -> bool:
        """Whether the person who asked may change things in the class now."""
        return self.role in EDITORS and self.archived_at is None

    @property
    def can_grade(self) -> bool:
        """Whether the person who asked may give points, tries and time in the class now."""
        return self.role in GRADERS and self.archived_at is None

    @property
    def is_led(self) -> bool:
        """Whether the person who asked leads the class, even if it is archived."""
        return self.role in EDITORS

    @property
    def shows_all(self) -> bool:
        """Whether the person who asked sees the whole class."""
        return self.in_sight is None


class Staff(models.Model):
    """A member of staff of a class. Exactly one of them owns it."""

    class Role(models.TextChoices):
        OWNER = "owner", "owner"
        INSTRUCTOR = "instructor", "instructor"
        ASSISTANT = "assistant", "assistant"
        TUTOR = "tutor", "tutor"

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="staffed")
    role = models.CharField(max_length=10, choices=Role.choices)
    since = models.DateTimeField(auto_now_add=True)
    looked_at = models.DateTimeField(null=True, blank=True, editable=False)
    """The time up to which they have seen what happened in their classes."""

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
"""The roles that may change a class."""

WHOLE_CLASS = (*EDITORS, Staff.Role.ASSISTANT)
"""The roles that see the whole class; an assistant changes nothing."""

GRADERS = (*EDITORS, Staff.Role.TUTOR)
"""The roles that may give points, tries and time. Tutors do so only for the students of their
sections, and see only their work."""

ALL_STAFF = (*WHOLE_CLASS, Staff.Role.TUTOR)


class Invitation(models.Model):
    """A link that makes one person a member of staff, once."""

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
    """Some students of a class, who can get assignments together."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="groups")
    name = NameField(max_length=GROUP_LENGTH)

    class Meta:
        ordering = (by_name("name"),)
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
    """Students of classes."""

    def active(self) -> Memberships:
        """Students who neither left nor were removed."""
        return self.filter(archived_at=None)

    def in_sight(self, classroom: Classroom) -> Memberships:
        """The students of a class whom the person who asked for it may see."""
        people = self.filter(classroom=classroom)
        seen = classroom.in_sight
        return people if seen is None else people.filter(section__in=seen)

    def by_name(self) -> Memberships:
        """Sort in register order, by surname; accents and case do not matter, so Çelik is among the
        Cs."""
        text: Any = models.CharField()  # PostgreSQL asks for the type of names and blanks together
        surname = Coalesce(NullIf("surname", models.Value("")), "real_name", output_field=text)
        listed_name: Any = Concat(surname, models.Value(" "), "real_name", output_field=text)
        # PostgreSQL's order knows accents, but takes each kind of apostrophe for another sign.
        for sign in APOSTROPHES:
            listed_name = Replace(
                listed_name, models.Value(chr(sign)), models.Value("'"), output_field=text
            )
        return self.order_by(Collate(listed_name, ALPHABETICAL), "joined_at", "pk")

    def with_cards(self) -> Memberships:
        """The students whose password any staff of the class may reset.

        The class made the account, and the account opens nothing else: not the admin, and no class
        that it teaches.
        """
        return self._harmless().filter(user__managed_by=models.F("classroom"))

    def helped_by(self, instructor: User) -> Memberships:
        """The students to whom *instructor*, who may change the class, may give a new password.

        Besides those with cards, these are people who were never in another instructor's class,
        because a password must not open work done elsewhere.
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
    """A student's place in a class, with what the staff know about them."""

    class Via(models.TextChoices):
        LINK = "link", "link"
        CODE = "code", "code"
        NAMES = "names", "list of names"
        CSV = "csv", "roster file"
        MOVED = "moved", "moving from another class"
        COURSE = "lti", "a course of another platform"

    objects: ClassVar[models.Manager[Membership]] = Memberships.as_manager()

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    real_name = NameField(max_length=PERSON_LENGTH)
    surname = SurnameField(max_length=PERSON_LENGTH, blank=True)
    """The part of the name by which registers are sorted."""

    is_name_sure = models.BooleanField(default=True, editable=False)
    """Whether the surname was given or is obvious, so that nobody needs to check it."""

    student_id = NameField(max_length=64, blank=True)
    notes = models.TextField(max_length=2000, blank=True)
    email = models.EmailField(blank=True)
    identities = models.JSONField(default=dict, blank=True, editable=False)
    """The student's ids in the school's gradebooks, by gradebook; only for staff."""

    groups = models.ManyToManyField(Group, related_name="memberships", blank=True)
    section = models.ForeignKey(
        "Section", on_delete=models.SET_NULL, null=True, blank=True, related_name="memberships"
    )
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
    """Whether the student agreed to be named in the weekly list of the class."""

    has_left = models.BooleanField(default=False)
    """Whether the student left without being removed, and so may come back."""
    moved_to = models.ForeignKey(
        Classroom, on_delete=models.SET_NULL, null=True, blank=True, related_name="moved_here"
    )
    """The class to which the student moved."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["classroom", "user"], name="one_place_in_a_class"),
        )

    def __str__(self) -> str:
        return f"{self.user} in {self.classroom}"

    def get_absolute_url(self) -> str:
        return reverse("classes:person", args=[self.classroom_id, self.pk])

    @property
    def listed_name(self) -> str:
        """The name in register form: “Bauer, Mia”."""
        return listed(self.real_name, self.surname)

    @property
    def given_name(self) -> str:
        """The name without the surname: “Mia”."""
        return given(self.real_name, self.surname)

    @property
    def is_managed(self) -> bool:
        """Whether the staff of this class made the account."""
        return self.user.managed_by_id == self.classroom_id
