"""The tour: the sample class, open for everybody to look around in.

It has no staff, so nobody can change it. Everybody reads it as an assistant would
(``games.teach.classes.access``). A worker makes it as soon as the site has lessons; where there is
none, the first who wants to look around waits for it.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError
from django.db.models import Count
from django.urls import reverse
from django.utils import timezone

from games.learn.lessons.models import Lesson
from games.teach.classes.models import TOUR, Classroom
from games.teach.demo import sample_class
from games.teach.work.models import ItemAttempt
from games.web.background.jobs import begin, piece_of
from games.web.models import Job

KIND = "tour"
AGAIN = timedelta(days=1)
"""After how long a worker tries again if it failed: it would probably fail again sooner."""


def is_there() -> bool:
    """Whether the tour class exists."""
    return Classroom.objects.filter(pk=TOUR).exists()


def make() -> bool:
    """Make the class if it does not exist; return whether this call made it. Of two simultaneous
    calls, one does."""
    if is_there():
        return False
    try:
        sample_class("tour", pk=TOUR)
    except IntegrityError:
        if is_there():
            return False
        raise
    return True


def begin_if_due() -> None:
    """Start a job if the class is missing on a site with lessons, which a student of it reads."""
    if is_there() or not Lesson.objects.filter(state=Lesson.State.PUBLISHED).exists():
        return
    if not Job.objects.filter(kind=KIND, changed_at__gt=timezone.now() - AGAIN).exists():
        begin(KIND, 1, uuid.uuid4())


@piece_of(KIND, is_urgent=False)
def make_ahead(job_id: uuid.UUID) -> int:
    """Make the class before anybody asks for it."""
    make()
    return 1


@dataclass(frozen=True)
class TourStop:
    """A page of the class, and what to notice there."""

    title: str
    says: str
    address: str


def stops() -> list[TourStop]:
    """The pages of the tour in order; empty if the class does not exist."""
    tried = ItemAttempt.objects.filter(item__assignment__classroom=TOUR, solved=False)
    wrong = tried.values("item__assignment", "item", "membership").annotate(times=Count("pk"))
    most = wrong.order_by("-times", "item", "membership").first()
    if most is None:
        return []
    work, student, item = most["item__assignment"], most["membership"], most["item"]
    return [
        TourStop(
            "The class",
            "Who is stuck and where, who has not started, and a mark for each answer. Beside them "
            "is the mistake to talk about. Only those who teach a class see these names.",
            reverse("teach:classroom", args=[TOUR]),
        ),
        TourStop(
            "Results",
            "A line for each student and a cell for each question. Above the table you see who "
            "needs help, and what the mistakes have in common.",
            reverse("assignments:results", args=[work]),
        ),
        TourStop(
            "A stuck student",
            "Every answer of one student to one question, with the reason why it was wrong.",
            reverse("assignments:replay", args=[work, student, item]),
        ),
        TourStop(
            "One student's work",
            "Everything one student did for one assignment.",
            reverse("assignments:student", args=[work, student]),
        ),
        TourStop(
            "Question by question",
            "The class's answers to each question, and the most common mistake on a board.",
            reverse("assignments:items", args=[work]),
        ),
        TourStop(
            "Grades",
            "Each student's grades in each assignment, with the weighted total. One click puts the "
            "lowest first.",
            reverse("assignments:grades", args=[TOUR]),
        ),
        TourStop(
            "Grade files",
            "Files for Moodle, Canvas or a spreadsheet. Download one: its students are invented.",
            reverse("assignments:files", args=[work]),
        ),
    ]
