"""The tour class, which everybody may look around in; its pages are those of any class.

Its students are invented, and nobody can sign in as one of them. It has no staff, so nobody can
change it. Everybody reads it as an assistant would (``games.teach.classes.access``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import Count
from django.urls import reverse
from django.utils import timezone

from games.teach.classes.models import TOUR, Classroom, Membership
from games.teach.demo import POSITIONS, TEST, Manner, account, do_work, typed
from games.teach.work.models import Assignment, ItemAttempt
from games.teach.work.writing import storing_work
from games.web.transactions import all_or_nothing

STUDENTS = {
    "Badger": Manner("evan", 0.4),
    "Crane": Manner("evan", 0.5),
    "Dormouse": Manner("norma", 0.3, 0.6),
    "Finch": Manner("norma", 0.5),
    "Hedgehog": Manner("evan", 0.3, 0.8, sticks=0.2),
    "Lynx": Manner("random", 0.9),
    "Marten": Manner("norma", 0.2, sticks=0.3),
    "Otter": Manner("random", 1),
    "Pelican": Manner("greta", 0.4, 0.8),
    "Raven": Manner("mira", 0.7),
    "Stoat": Manner("evan", 0.4, 0.6),
    "Wren": Manner("random", 0, 0),
}
"""The invented names, and how each of these students works."""


def is_there() -> bool:
    """Whether the tour class exists."""
    return Classroom.objects.filter(pk=TOUR).exists()


def make() -> bool:
    """Make the class if it does not exist; return whether this call made it. Of two simultaneous
    calls, one does."""
    if is_there():
        return False
    try:
        _make()
    except IntegrityError:
        if is_there():
            return False
        raise
    return True


@all_or_nothing
def _make() -> None:
    chance, now = Random(1), timezone.now()
    room = Classroom.objects.create(pk=TOUR, name="Class 9b", is_demo=True, join_open=False)
    locked = make_password(None)  # not a hash, so nobody can sign in
    members = [
        Membership.objects.create(
            classroom=room,
            user=account(f"tour-{name.lower()}", room, locked),
            real_name=name,
            joined_via=Membership.Via.NAMES,
            joined_at=now - timedelta(days=30),
        )
        for name in STUDENTS
    ]
    practice = Assignment.objects.create(classroom=room, title="Who takes the last one?")
    check = Assignment.objects.create(
        classroom=room,
        title="Test: rows and pins",
        mode=Assignment.Mode.TEST,
        due_at=now + timedelta(hours=1),
        closes_at=now + timedelta(hours=2),
    )
    for assignment, positions in ((practice, POSITIONS), (check, TEST)):
        storing_work.add_exercises(assignment, typed(positions))
        storing_work.publish(assignment)
        given = Assignment.objects.get(pk=assignment.pk)
        for member in members:
            do_work(given, member, STUDENTS[member.real_name], chance)
    over = now - timedelta(hours=2)
    Assignment.objects.filter(pk=check.pk).update(due_at=over, closes_at=over)


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
            "The assignments, how far each one is, and the students' real names. Only those who "
            "teach a class see these names.",
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
