"""Assignments: what a class is given, and what each student did with it.

What an assignment asks is frozen when it is published: an item holds its own copy of the
position. Answers are stored as given. What they come to is derived from them in one place
(``games.assignments.settling``) and stored beside them, for every page and every file.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone

from games.assignments.outlines import NAMES, Moment, Outline, moments_of
from games.assignments.terms import PosedItem, Setting, Terms
from games.classes.models import Classroom, Group, Membership
from games.exercises.attempts import Attempt
from games.exercises.practice import practised
from games.people.models import Owner, User
from games.play.models import Match

WHY_LENGTH = 200


class Assignment(Terms):
    """Work for a class, or for some groups and students of it. Times are those of somebody
    without extra days.

    *revealed_at* is written where times change after what was right was shown: that stays so.
    *habit* is the mistaken habit it was set to tell, if any; its results say whether it is gone.
    """

    SETTINGS: ClassVar = (
        *Terms.TERMS,
        Setting("opens_at", "Opens", "Leave empty to open it when you publish."),
        Setting("due_at", "Due"),
        Setting("closes_at", "Closes", "Later answers do not count."),
    )
    """What the form shows, and what is stored from it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="assignments")
    opens_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    groups = models.ManyToManyField(Group, related_name="assignments", blank=True)
    students = models.ManyToManyField(Membership, related_name="assignments", blank=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    habit = models.CharField(max_length=40, blank=True)
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)

    def get_absolute_url(self) -> str:
        return reverse("assignments:assignment", args=[self.pk])

    def time_for(self, membership: Membership) -> timedelta | None:
        """The time a check takes from its start, with the student's time factor; None for one
        that has no limit."""
        if self.minutes is None:
            return None
        return timedelta(minutes=self.minutes * float(membership.time_factor))

    @property
    def local_times(self) -> dict[str, datetime]:
        """The times that are set, as the clock in the class shows them, without ``_at``."""
        times = {name: getattr(self, f"{name}_at") for name in NAMES}
        zone = self.classroom.zone
        return {name: timezone.localtime(at, zone) for name, at in times.items() if at}

    @property
    def moments(self) -> dict[str, Moment]:
        return moments_of(self.local_times)

    @property
    def outline(self) -> Outline:
        """What a copy takes over: neither class nor students, and nothing that was dropped."""
        return self.outline_of(self.items.filter(dropped_at=None))

    @property
    def is_published(self) -> bool:
        return self.published_at is not None

    @property
    def gives_hints(self) -> bool:
        """Help is for practice only."""
        return self.hints and not self.is_check

    @property
    def hint_words(self) -> str:
        """What help costs, in a sentence; nothing where it costs nothing."""
        if not self.gives_hints or self.hint_cost == self.HintCost.NONE:
            return ""
        worth = "half of its points" if self.hint_cost == self.HintCost.HALF else "no points"
        return f"With a hint, a question is worth {worth}."


class Item(PosedItem):
    """One thing an assignment asks. One that was dropped keeps its place and its answers, and
    counts nothing; another may stand in its stead, which *replaces* it."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="items")
    lesson_version = models.PositiveIntegerField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    dropped_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    dropped_why = models.CharField(max_length=WHY_LENGTH, blank=True)
    replaces = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replacements"
    )

    @property
    def is_dropped(self) -> bool:
        return self.dropped_at is not None


class Override(models.Model):
    """What one student gets in one assignment beside the rest: more days, to be excused, or,
    from *reopened_at* until *reopened_until*, time for another try."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="overrides")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="overrides")
    extra_days = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(365)])
    is_excused = models.BooleanField(default=False)
    reopened_at = models.DateTimeField(null=True, blank=True)
    reopened_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["assignment", "membership"], name="one_override_for_a_student"
            ),
        )

    def __str__(self) -> str:
        return f"{self.membership}: {self.extra_days} days"


class Start(models.Model):
    """When a student began a check with a time limit, which runs from here, and when they
    handed a check in. *started_at* is None where there is no time limit."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="starts")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="starts")
    started_at = models.DateTimeField(default=timezone.now, null=True, blank=True)
    handed_in_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["assignment", "membership"], name="one_start_for_a_student"
            ),
        )

    def __str__(self) -> str:
        return f"{self.membership}, {self.started_at}"

    def ends_at(self) -> datetime | None:
        """When the time of a check is over, with the student's time factor."""
        time = self.assignment.time_for(self.membership)
        return self.started_at + time if self.started_at and time else None


class Granted(models.Model):
    """What staff gave one student, at an item or in a whole assignment: who, when and why."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="%(class)s")
    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, null=True, blank=True, related_name="%(class)s"
    )
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="%(class)s")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    why = models.CharField(max_length=WHY_LENGTH)

    class Meta:
        abstract = True
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.membership}, {self.item or self.assignment}"


class GivenPoints(Granted):
    """Points given by hand, in place of those reached. The newest row counts, and one without
    *points* takes back what was given before."""

    points = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)

    class Meta(Granted.Meta):
        verbose_name_plural = "given points"


class AnotherTry(Granted):
    """Another try: the answers before it are set aside, unless it was taken back. Where a check
    had to be opened again, it keeps when that was started and handed in before, and until when it
    is open."""

    until = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    handed_in_at = models.DateTimeField(null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta(Granted.Meta):
        verbose_name_plural = "other tries"

    @property
    def opens(self) -> bool:
        """Whether it opened the assignment again, and not only an item that was open anyway."""
        return self.item_id is None or bool(self.until or self.started_at or self.handed_in_at)


class ItemAttempt(Attempt):
    """One try at an item of an assignment. *match* is the game of one that is played out;
    *set_aside_by* is the other try that was granted after it: it counts no more, and stays."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="attempts")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="attempts")
    misconception = models.CharField(max_length=40, blank=True)
    set_aside_by = models.ForeignKey(
        AnotherTry, on_delete=models.SET_NULL, null=True, blank=True, related_name="set_aside"
    )
    match = models.OneToOneField(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="item_attempt"
    )

    class Meta:
        ordering = ("created_at", "pk")
        indexes: ClassVar = (models.Index(fields=["item", "membership"], name="tries_at_an_item"),)
        constraints: ClassVar = (
            models.UniqueConstraint(
                fields=["membership", "token"], name="item_attempt_token_unique_for_student"
            ),
        )

    def __str__(self) -> str:
        return f"{self.item}: {self.answer or 'not answered'}"


class Standing(models.Model):
    """What the tries of one student at one question come to, those set aside left out.

    It is derived from the tries and written in the same transaction, by
    :func:`games.assignments.settling.settle` alone. *tries* and *wrong* count answers, of which
    in a test only the last counts; *hints* is the highest hint taken; *is_right* says whether the
    answer that counts is right, *at_once* whether the first one was, without help, and *worth*
    the share of the points that it brings. *is_done* and *done_at* say that the question is done:
    solved, or in a test answered.
    """

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="standings")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="standings")
    tries = models.PositiveIntegerField()
    wrong = models.PositiveIntegerField()
    hints = models.PositiveSmallIntegerField()
    is_right = models.BooleanField()
    at_once = models.BooleanField()
    worth = models.FloatField()
    is_done = models.BooleanField()
    last_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["item", "membership"], name="one_standing_for_a_student_and_item"
            ),
        )

    def __str__(self) -> str:
        return f"{self.membership} at {self.item}"


class HelpSeen(models.Model):
    """That staff have seen to a student who was stuck at an item, after *wrong* wrong answers."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="seen")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="seen")
    wrong = models.PositiveIntegerField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["item", "membership"], name="one_mark_for_a_student_and_item"
            ),
        )

    def __str__(self) -> str:
        return f"{self.membership} at {self.item}"


@practised("answered_at")
def _attempts(owner: Owner) -> models.QuerySet[ItemAttempt]:
    student: Any = owner if isinstance(owner, User) else None
    return ItemAttempt.objects.filter(membership__user=student)
