"""What we store about platforms beside the tables of django-lti: launches under way, the class of
each course, and the grades that we send.

A *platform* is Moodle, Canvas or the like. A *course* is a context in the words of the standard:
students and instructors open the site from it, and it has one class here.
"""

from __future__ import annotations

import secrets
import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone
from lti_tool.models import LtiContext, LtiRegistration, LtiUser

from games.teach.classes.models import Classroom, Membership
from games.teach.work.models import Assignment


def new_secret() -> str:
    return secrets.token_urlsafe(24)


class Handshake(models.Model):
    """A launch under way: the browser goes to the platform, which identifies the person, and comes
    back once with a signed message that contains this *nonce*. *asked* is the login request, so
    that a new window can start the launch again; *told* is the content of the message."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    registration = models.ForeignKey(LtiRegistration, on_delete=models.CASCADE, related_name="+")
    nonce = models.CharField(max_length=64, default=new_secret)
    asked = models.JSONField(default=dict)
    told = models.JSONField(default=dict)
    person = models.ForeignKey(LtiUser, on_delete=models.CASCADE, null=True, related_name="+")
    context = models.ForeignKey(LtiContext, on_delete=models.CASCADE, null=True, related_name="+")
    begun_at = models.DateTimeField(default=timezone.now, db_index=True)
    launched_at = models.DateTimeField(null=True)
    entered_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"a launch from {self.registration}"


class PlatformState(models.Model):
    """How a platform has answered lately, and its public keys as we last read them. *failures* are
    those in a row; until *rests_until* we ask it for nothing."""

    registration = models.OneToOneField(
        LtiRegistration, on_delete=models.CASCADE, related_name="state"
    )
    keys = models.JSONField(null=True)
    keys_at = models.DateTimeField(null=True)
    keys_tried_at = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"how {self.registration} answers"

    @property
    def is_resting(self) -> bool:
        return self.rests_until is not None and self.rests_until > timezone.now()


class LinkedCourse(models.Model):
    """The class that belongs to a course. *changed_at* is set while grades may have changed since
    they were last compared."""

    context = models.OneToOneField(LtiContext, on_delete=models.CASCADE, related_name="link")
    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="course")
    groups_url = models.URLField(max_length=500, blank=True)
    linked_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(null=True, default=timezone.now)
    looked_at = models.DateTimeField(null=True)
    roster_at = models.DateTimeField(null=True)
    taken_until = models.DateTimeField(default=timezone.now)
    """Until when one worker holds the course, so that no other sends the same grades."""

    def __str__(self) -> str:
        return f"{self.classroom} for {self.context}"

    @property
    def platform(self) -> LtiRegistration:
        return self.context.deployment.registration


class PlacedActivity(models.Model):
    """An activity of a course that opens an assignment: *link* is its number on the platform, and
    *lineitems_url* where the platform makes columns for it; empty if that is the same everywhere
    in the course."""

    context = models.ForeignKey(LtiContext, on_delete=models.CASCADE, related_name="activities")
    link = models.CharField(max_length=255)
    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="activities")
    lineitems_url = models.URLField(max_length=200, blank=True)
    opened_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-opened_at", "-pk")
        constraints: ClassVar = (
            models.UniqueConstraint(
                fields=["context", "link"], name="one_assignment_for_an_activity"
            ),
        )

    def __str__(self) -> str:
        return f"{self.assignment} in {self.context}"


class SentGrade(models.Model):
    """The grade of one student in one assignment, as the platform should have it; *points* is None
    if it should have none. *arrived_at* is set once it has arrived. A grade that changes later is
    sent again with a new *changed_at*, which tells the platform which one is the newest.

    *is_done* says that the student's work on it is over, and *answered_at* when the last answer
    came. *is_submitted* says that the platform knows of a submission, and *arrived_comment* is the
    comment that it has."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="sent_grades")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="sent_grades")
    points = models.FloatField(null=True)
    maximum = models.FloatField()
    comment = models.TextField(blank=True)
    arrived_comment = models.TextField(blank=True)
    is_done = models.BooleanField(default=True)
    is_submitted = models.BooleanField(default=False)
    answered_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(default=timezone.now)
    arrived_at = models.DateTimeField(null=True)
    tries = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    why = models.CharField(max_length=200, blank=True)
    """Why the grade has not arrived, as a sentence."""

    class Meta:
        constraints: ClassVar = (
            models.UniqueConstraint(
                fields=["assignment", "membership"], name="one_sent_grade_for_a_student"
            ),
        )
        indexes: ClassVar = (
            models.Index(
                fields=["next_at"],
                condition=models.Q(arrived_at=None),
                name="grades_on_their_way",
            ),
        )

    def __str__(self) -> str:
        return f"{self.points} of {self.maximum} for {self.membership}"


class RegistrationLink(models.Model):
    """A link with which a platform's administrator registers the platform here, once."""

    code = models.CharField(max_length=40, unique=True, default=new_secret, editable=False)
    note = models.CharField("whom it is for", max_length=120, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    registration = models.ForeignKey(
        LtiRegistration, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("-made_at",)

    def __str__(self) -> str:
        return self.note or f"made on {self.made_at:%Y-%m-%d}"
