"""Room lessons: the parts of a lesson in a room, one after the other, with notes for the
instructor. Those of the site have no owner; others belong to an instructor."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.text import slugify

from games.content.versions import Publishable, PublishedVersion, whole
from games.people.models import User
from games.teach.live.lessons.kinds import parts_of
from games.teach.live.lessons.lesson_parts import FILMED, LessonPart
from games.web.codes import drawn_code

LINE_LENGTH = 200
TITLE_LENGTH = 100


def theories() -> list[tuple[str, str]]:
    """The theories that a lesson may use for its explanations."""
    return list(FILMED.items())


class RoomLessons(models.QuerySet["RoomLesson"]):
    """Room lessons of the site and of instructors."""

    def of_site(self) -> Self:
        """Those of the site, including drafts."""
        return self.filter(owner=None)

    def for_everybody(self) -> Self:
        """Those that anybody may read."""
        return self.filter(owner=None, state=Publishable.State.PUBLISHED)

    def to_run(self, user: User) -> Self:
        """Those of the site and the user's own, as far as a list of titles needs them."""
        mine = Q(owner=user) & ~Q(state=Publishable.State.RETIRED)
        site = Q(owner=None, state=Publishable.State.PUBLISHED)
        return self.filter(mine | site).only("slug", "title", "minutes", "owner")

    def shared(self) -> Self:
        """Those that instructors share with their colleagues."""
        published = self.filter(is_shared=True, state=Publishable.State.PUBLISHED)
        return published.exclude(owner=None).select_related("owner").order_by("title", "pk")


class RoomLesson(Publishable):
    """A room lesson. *parts* has its parts in order, as in its file. *theory* explains the parts
    that name no other. *owner* is the instructor; a lesson of the site has none. A draft can do
    without *about*, *audience* and *needs*."""

    CONTENT: ClassVar = (
        "slug",
        "order",
        "title",
        "about",
        "audience",
        "from_age",
        "needs",
        "minutes",
        "source",
        "theory",
    )

    owner = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="room_lessons"
    )
    is_shared = models.BooleanField(default=False)
    """Whether the owner's colleagues may read and copy it, once it is published."""
    slug = models.SlugField(unique=True)
    order = models.FloatField(default=0)
    title = models.CharField(max_length=TITLE_LENGTH)
    about = models.TextField(max_length=2000, blank=True)
    audience = models.CharField(max_length=LINE_LENGTH, blank=True)
    from_age = models.PositiveSmallIntegerField(null=True, blank=True)
    needs = models.CharField(max_length=LINE_LENGTH, blank=True)
    minutes = models.PositiveSmallIntegerField(default=40)
    source = models.TextField(max_length=1000, blank=True)
    theory = models.CharField(max_length=20, blank=True, choices=theories)
    parts = models.JSONField(default=list, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    objects = RoomLessons.as_manager()

    class Meta:
        ordering = ("order", "pk")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("live:lesson", args=[self.slug])

    @property
    def content(self) -> dict[str, Any]:
        """The lesson in the canonical form of its file. A file without a state is published."""
        fields = {name: getattr(self, name) for name in self.CONTENT}
        fields["order"] = whole(self.order)
        if not self.is_published:
            fields["state"] = str(self.state)
        return {name: value for name, value in fields.items() if value} | {"parts": self.parts}

    @property
    def told(self) -> list[LessonPart]:
        """Its parts, each with the minute at which it starts."""
        return parts_of(self.parts)

    @property
    def covers(self) -> list[LessonPart]:
        """Three boards that show what the lesson is about: its first, its last, and one in
        between."""
        asked = [(part.asked, part) for part in self.told if part.asked.position]
        boards = {(x.ruleset, x.position, x.convention, x.to_move): part for x, part in asked}
        parts = list(boards.values())
        return [parts[0], parts[len(parts) // 2], parts[-1]] if parts[2:] else parts

    @property
    def questions(self) -> int:
        """The number of questions."""
        return sum(part.is_question for part in self.told)


class RoomLessonVersion(PublishedVersion):
    """A published version of a room lesson."""

    lesson = models.ForeignKey(RoomLesson, on_delete=models.CASCADE, related_name="versions")

    class Meta(PublishedVersion.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=["lesson", "version"], name="room_lesson_version_unique"
            ),
        )


def own_slug(title: str) -> str:
    """A unique address for an instructor's own lesson."""
    mark = drawn_code(7).lower()
    return f"{slugify(title)[:40].strip('-') or 'lesson'}-{mark}"
