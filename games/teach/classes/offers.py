"""An offer of a place in a class to a person with their own account."""

from __future__ import annotations

import uuid

from django.db import models
from django.urls import reverse

from games.people.models import User
from games.people.name_fields import NameField, by_name
from games.teach.classes.models import GROUP_LENGTH, PERSON_LENGTH, Classroom, Membership


class Offer(models.Model):
    """An offer by the staff of a class to the owner of an account, with what they know about them.

    The person sees it at their next visit. A person who declined is not asked again; to the staff,
    the offer just stays unanswered.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="offers")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="offers")
    real_name = NameField(max_length=PERSON_LENGTH)
    student_id = NameField(max_length=64, blank=True)
    email = models.EmailField(blank=True)
    groups = models.TextField(blank=True)
    """The names of groups in the notation of a roster file."""
    section = NameField(max_length=GROUP_LENGTH, blank=True)
    via = models.CharField(max_length=5, choices=Membership.Via.choices)
    made_at = models.DateTimeField(auto_now_add=True)
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("made_at", by_name("real_name"))
        constraints = (
            models.UniqueConstraint(fields=["classroom", "user"], name="one_offer_of_a_place"),
        )

    def __str__(self) -> str:
        return f"{self.user} may join {self.classroom}"

    def get_absolute_url(self) -> str:
        return reverse("classes:offer", args=[self.pk])


class Handover(models.Model):
    """A request of the staff of a student's class that another class take the student."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    membership = models.OneToOneField(Membership, on_delete=models.CASCADE, related_name="handover")
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="handovers")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("made_at",)

    def __str__(self) -> str:
        return f"{self.membership} to {self.classroom}"
