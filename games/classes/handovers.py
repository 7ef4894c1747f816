"""A student whom one class wants to hand over to another, until the other class's staff accept."""

from __future__ import annotations

import uuid

from django.db import models

from games.classes.models import Classroom, Membership
from games.people.models import User


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
