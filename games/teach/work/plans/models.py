"""Plans: a sequence of assignments for any class, with days counted from a first day.

A *unit plan* comes with the site and has a slug; a *template* belongs to an instructor and holds
one assignment. Neither refers to a class or a student.
"""

from __future__ import annotations

import secrets
import uuid
from collections import defaultdict
from datetime import time
from typing import Any, ClassVar, Self

from django.db import models
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.functional import cached_property

from games.content.versions import Publishable, PublishedVersion
from games.learn.lessons.models import Lesson, Track
from games.people.models import User
from games.questions.facts import check_puzzle
from games.teach.work.outlines import NAMES, Moment, Outline, moments_in
from games.teach.work.terms import TITLE_LENGTH, ItemTerms, Setting, Terms
from solver import SolverError

MAX_DAY = 3650
MAX_ASSIGNMENTS = 20
"""The most assignments of a plan, more than a term has weeks."""
MAX_COVERS = 3


def new_code() -> str:
    """A code of 192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


class Plans(models.QuerySet["Plan"]):
    """Unit plans and templates."""

    def units(self) -> Self:
        """The unit plans that everybody may see."""
        return self.filter(owner=None, state=Publishable.State.PUBLISHED)

    def whole(self) -> Self:
        """Prefetch everything in the plans; the number of queries is fixed."""
        return self.select_related("track").prefetch_related("entries__items__lesson")

    def on_the_shelf(self) -> Self:
        """Prefetch only what an entry of the shelf tells: how long a plan is, and its covers."""
        times = [f"{name}_{part}" for name in NAMES for part in ("day", "time")]
        columns = ("assignment", "order", "goal", "ruleset", "position")
        entries: Any = PlannedAssignment.objects.only("plan", "order", *times)
        questions = models.Count("items", filter=models.Q(items__lesson=None))
        lessons = Coalesce(models.Sum("items__lesson__minutes"), 0)
        boards = PlannedItem.objects.exclude(goal="").only(*columns)
        return self.select_related("track").prefetch_related(
            models.Prefetch(
                "entries", entries.annotate(work=lessons + 2 * questions), to_attr="planned"
            ),
            models.Prefetch("planned__items", boards[:MAX_COVERS], to_attr="boards"),
        )

    def rulesets(self) -> dict[uuid.UUID, set[str]]:
        """The games of these plans."""
        games: dict[uuid.UUID, set[str]] = defaultdict(set)
        asked = PlannedItem.objects.filter(assignment__plan__in=self).order_by()
        for plan, ruleset in asked.values_list("assignment__plan", "ruleset").distinct():
            games[plan].add(ruleset)
        return games


class Plan(Publishable):
    """A sequence of planned assignments. With *code*, a template has a link for colleagues. Drafts
    and versions are for unit plans; a template has its owner alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="templates"
    )
    slug = models.SlugField(null=True, blank=True, unique=True)
    track = models.ForeignKey(
        Track, on_delete=models.SET_NULL, null=True, blank=True, related_name="plans"
    )
    order = models.FloatField(default=0)
    title = models.CharField(max_length=TITLE_LENGTH)
    about = models.TextField(max_length=2000, blank=True)
    code = models.CharField(max_length=40, null=True, blank=True, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = Plans.as_manager()

    class Meta:
        ordering = ("track__order", "order", "-created_at")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(owner__isnull=False) ^ models.Q(slug__isnull=False),
                name="plan_is_a_template_or_a_unit_plan",
                violation_error_message="A plan needs an owner or a slug.",
            ),
        )

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        if self.slug:
            return reverse("plans:plan", args=[self.slug])
        return reverse("plans:template", args=[self.pk])

    @cached_property
    def planned(self) -> list[PlannedAssignment]:
        """The assignments in order."""
        return list(self.entries.all())

    @property
    def outlines(self) -> list[Outline]:
        """The outlines of the assignments."""
        return [entry.outline for entry in self.planned]

    @property
    def weeks(self) -> int:
        """The number of weeks that the plan spans, including the first."""
        return max((entry.week for entry in self.planned), default=1)

    @property
    def covers(self) -> list[PlannedItem]:
        """Up to three positions that represent the plan, from different assignments if possible."""
        found = [entry.boards for entry in self.planned]
        places = [(place, n) for n, items in enumerate(found) for place in range(len(items))]
        return [found[n][place] for place, n in sorted(places)[:MAX_COVERS]]


class PlanVersion(PublishedVersion):
    """A published version of a unit plan."""

    subject = "plan"
    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="versions")

    class Meta(PublishedVersion.Meta):
        constraints = (
            models.UniqueConstraint(fields=["plan", "version"], name="plan_version_unique"),
        )


class PlannedAssignment(Terms):
    """An assignment of a plan. Its days count from the first day of the plan, which is day 0; a
    time without a day is not set. *aim* tells the instructor what it is for."""

    SETTINGS: ClassVar = (
        *Terms.TERMS,
        Setting("aim", "Aim", "A sentence for the instructor: what the assignment is for."),
        *(
            Setting(f"{name}_{part}", f"{label} {part}")
            for name, label in zip(NAMES, ("Opening", "Due", "Closing"), strict=True)
            for part in ("day", "time")
        ),
    )
    """The settings that its form shows and saves."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="entries")
    order = models.PositiveSmallIntegerField()
    aim = models.CharField(max_length=300, blank=True)
    opens_day = models.PositiveSmallIntegerField(null=True, blank=True)
    opens_time = models.TimeField(default=time(8))
    due_day = models.PositiveSmallIntegerField(null=True, blank=True)
    due_time = models.TimeField(default=time(20))
    closes_day = models.PositiveSmallIntegerField(null=True, blank=True)
    closes_time = models.TimeField(default=time(20))

    class Meta:
        ordering = ("order", "pk")

    @property
    def moments(self) -> dict[str, Moment]:
        return moments_in(vars(self))

    @property
    def outline(self) -> Outline:
        """The values that a copy takes over."""
        return self.outline_of(self.items.all())

    @property
    def week(self) -> int:
        """The week of the plan in which it begins, from 1."""
        return min((moment.day for moment in self.moments.values()), default=0) // 7 + 1

    @cached_property
    def boards(self) -> list[PlannedItem]:
        """Its questions, for a picture; from the shelf, only the first few."""
        return [item for item in self.items.all() if item.goal]

    @property
    def exercises(self) -> list[PlannedItem]:
        return [item for item in self.items.all() if not item.is_lesson]

    @property
    def lessons(self) -> list[Lesson]:
        return [item.lesson for item in self.items.all() if item.lesson]

    @cached_property
    def work(self) -> int:
        """The approximate time for a student in minutes: the lessons' own times, and two minutes
        for each question."""
        return sum(lesson.minutes for lesson in self.lessons) + 2 * len(self.exercises)


class PlannedItem(ItemTerms):
    """A question of a planned assignment; its lesson may be withdrawn, and the solver may
    contradict it later."""

    assignment = models.ForeignKey(
        PlannedAssignment, on_delete=models.CASCADE, related_name="items"
    )

    @cached_property
    def wrong(self) -> str:
        """The error in the item now; empty if there is none."""
        if self.lesson:
            published = self.lesson.state == Lesson.State.PUBLISHED
            return "" if published else f"The lesson “{self.lesson.title}” is not published."
        if not self.goal:
            return "There is no such lesson."
        try:
            check_puzzle(*self.asked.columns.values())
        except SolverError as error:
            return str(error)
        return ""
