"""The tour: the sample class, open for everybody to look around in.

It has no staff, so nobody can change it. Everybody reads it as an assistant would
(``games.teach.classes.access``).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError
from django.db.models import Count
from django.urls import reverse

from games.teach.classes.models import TOUR, Classroom
from games.teach.demo import sample_class
from games.teach.work.models import ItemAttempt


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
