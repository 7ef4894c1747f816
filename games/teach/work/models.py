"""Assignments: the work of a class, and what each student did.

Publishing fixes the questions: an item has its own copy of the position. Answers are stored as
given. Results are derived from them in one place (``games.teach.work.standings.settling``) and
stored beside them, for all pages and files."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property

from games.people.models import User
from games.questions.attempts import Attempt, AttemptsAt
from games.teach.classes.models import Classroom, Group, Membership
from games.teach.work.outlines import NAMES, TIMES, Moment, Outline, moments_of
from games.teach.work.shares import by_sort
from games.teach.work.terms import ItemTerms, Setting, Terms

WHY_LENGTH = 200
MAX_HOURS = 500
"""The longest extension in hours: three weeks."""


class Assignment(Terms):
    """Work for a class, or for some of its groups and students. Times are those of a student
    without extra days.

    *revealed_at* is set when times change after the right answers were shown, so that this stays
    so. *habit* is the habit that the assignment tests, if any; its results say whether students
    still have it.
    """

    SETTINGS: ClassVar = (
        *Terms.TERMS,
        Setting("opens_at", "Opens", "Leave empty to open it when you publish."),
        Setting("due_at", "Due"),
        Setting(
            "closes_at",
            "Closes",
            "Later answers do not count. A test closes when it is due, unless you write a time.",
        ),
    )
    """The settings that the form shows and stores."""

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

    def times_in(self, section: int | None) -> tuple[datetime | None, ...]:
        """When it opens, is due and closes, for a section, or for students without one."""
        own = self.times_by_section.get(section) if section else None
        return tuple((getattr(own, name) if own else None) or getattr(self, name) for name in TIMES)

    @cached_property
    def times_by_section(self) -> dict[int, Any]:
        """The times of the sections that have their own, by section."""
        rows: Any = self.section_times
        return {row.section_id: row for row in rows.all()}

    def time_for(self, membership: Membership) -> timedelta | None:
        """The time limit of a test from its start, with the student's time factor; None if it has
        no limit."""
        if self.minutes is None:
            return None
        return timedelta(minutes=self.minutes * float(membership.time_factor))

    @property
    def local_times(self) -> dict[str, datetime]:
        """The times that are set, in the class's time zone, by their names without ``_at``."""
        times = {name: getattr(self, f"{name}_at") for name in NAMES}
        zone = self.classroom.zone
        return {name: timezone.localtime(at, zone) for name, at in times.items() if at}

    @property
    def moments(self) -> dict[str, Moment]:
        return moments_of(self.local_times)

    @property
    def outline(self) -> Outline:
        """The content for a copy: no class, no students, and no dropped questions."""
        return self.outline_of(self.items.filter(dropped_at=None))

    @property
    def is_published(self) -> bool:
        return self.published_at is not None

    @property
    def gives_hints(self) -> bool:
        """Whether it offers hints, which only practice does."""
        return self.hints and not self.is_test

    @property
    def hint_words(self) -> str:
        """The cost of hints as a sentence; empty if they cost nothing."""
        if not self.gives_hints or self.hint_cost == self.HintCost.NONE:
            return ""
        worth = "half of its points" if self.hint_cost == self.HintCost.HALF else "no points"
        return f"With a hint, a question is worth {worth}."

    def try_words(self, items: Iterable[Item]) -> list[str]:
        """What each try at these questions earns, as one sentence for each sort of question."""
        sorts = sorted({item.options for item in items if not item.is_lesson}, reverse=True)
        return by_sort({options: self.words_of_tries(options) for options in sorts})

    def words_of_tries(self, options: int) -> str:
        """What each try earns at a question with this number of options; empty in a test, and if
        every try earns all points."""
        return "" if self.is_test else self.tries(options).in_words(options=options)


class Item(ItemTerms):
    """A question of an assignment, or a lesson. A dropped one keeps its place and answers but does
    not count; another one may replace it and point to it with *replaces*."""

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

    @property
    def try_words(self) -> str:
        """What each try at it earns, as a sentence."""
        return "" if self.is_lesson else self.assignment.words_of_tries(self.options)


class Override(models.Model):
    """The special terms of one student in one assignment: more days and hours, time until
    *extended_to*, being excused, or, from *reopened_at* until *reopened_until*, time for another
    try."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="overrides")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="overrides")
    extra_days = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(365)])
    extra_hours = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(MAX_HOURS)]
    )
    extended_to = models.DateTimeField(null=True, blank=True)
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
        return f"{self.membership}: {self.more_time}"

    @property
    def more_time(self) -> timedelta:
        """The time added to the due time and the closing time."""
        return timedelta(days=self.extra_days, hours=self.extra_hours)


class Start(models.Model):
    """When a student started a test with a time limit, which runs from then, and when they handed a
    test in. *started_at* is None if there is no time limit."""

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
        """When the time of a test ends, with the student's time factor."""
        time = self.assignment.time_for(self.membership)
        return self.started_at + time if self.started_at and time else None


class Granted(models.Model):
    """A grant of staff to one student, for a question or a whole assignment: who made it, when and
    why."""

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
    """Points given by hand, instead of those reached. The newest row counts; one without *points*
    takes back earlier ones. *is_shown* says that the student may read the reason; older reasons,
    written before students could read them, stay private to staff."""

    is_shown = models.BooleanField(default=False)
    points = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)

    class Meta(Granted.Meta):
        verbose_name_plural = "given points"


class AnotherTry(Granted):
    """Another try: earlier answers are set aside, unless it was taken back. If it reopened a test,
    it stores when the test had been started and handed in before, and until when it is open."""

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
        """Whether it reopened the assignment, and not only a question that was open anyway."""
        return self.item_id is None or bool(self.until or self.started_at or self.handed_in_at)


class ItemAttempt(Attempt):
    """One try at a question of an assignment."""

    objects: ClassVar[AttemptsAt[Self]] = AttemptsAt("item")
    item: Item
    membership: Membership

    class Meta:
        proxy = True
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return f"{self.asked_item}: {self.answer or 'not answered'}"

    @property
    def asked_item(self) -> Item:
        """The question as this student was asked it."""
        return self.item.at(self.position)


class Standing(models.Model):
    """The result of one student's tries at one question, without those set aside.

    It is derived from the tries and written in the same transaction, only by
    :func:`games.teach.work.standings.settling.settle`. *tries* and *wrong* count answers (in a
    test, only the last one). *hints* is the highest tier of hint taken. *is_right* says whether the
    answer that counts is right, *at_once* whether the first one was right without help, and *worth*
    is the share of the points that it earns. *is_done* and *done_at* say that the question is done:
    solved, or in a test answered."""

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
    """A note that staff have dealt with a student who was stuck at a question after *wrong* wrong
    answers."""

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
