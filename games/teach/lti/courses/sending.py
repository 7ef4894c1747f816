"""Sending grades to a platform: we store each grade as it should arrive, and send it until it has.

Stored grades are compared with the grades of the class soon after an answer is judged or points
are given, and every few minutes for everything else, such as a due date that has passed. A grade
that we send twice, because the first answer did not reach us, carries the same timestamp, so the
platform recognises it.

Of a test nothing leaves before students may see its results, because a platform shows a grade as
soon as it has it: a student could try answers until the grade is full.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.db.models.functions import Least
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone
from lti_tool.models import LtiLineItem, LtiUser

from games.teach.classes.models import Membership
from games.teach.lti.calling import Platform, PlatformError
from games.teach.lti.launch.recording import AGS_SCOPE, URL_LENGTH, text
from games.teach.lti.models import LinkedCourse, SentGrade
from games.teach.work.grades.grades import GradeEntry, lines_of
from games.teach.work.models import Assignment, GivenPoints
from games.teach.work.standings.revealing import Withheld, withheld
from games.teach.work.standings.settling import standings_change
from games.web.background.jobs import begin, piece_of
from games.web.models import Job

log = logging.getLogger(__name__)

KIND = "sent grades"
LOOK = timedelta(minutes=5)
"""How often a class is compared even if nothing is known to have changed."""
DELAY = timedelta(seconds=20)
"""How long a changed grade waits, because the next answer may change it again."""
LEASE = timedelta(minutes=2)
"""How long one worker may hold a course without renewing its lease."""
LONGEST_WAIT = timedelta(minutes=15)
"""The longest wait before another try."""
AT_ONCE = 20
"""How many grades one piece of a job sends."""
STALE = timedelta(minutes=10)
"""After this long without progress, a job counts as abandoned."""
SCORE = "application/vnd.ims.lis.v1.score+json"
COLUMN = "application/vnd.ims.lis.v2.lineitem+json"
COLUMNS = "application/vnd.ims.lis.v2.lineitemcontainer+json"
BY_HAND = "Points given by hand."


@receiver(standings_change)
def note_answers(assignment: Assignment, **more: Any) -> None:
    """Answers were judged, so compare the grades of the class soon."""
    note_change(assignment)


@receiver(post_save, sender=GivenPoints)
def note_points(instance: GivenPoints, **more: Any) -> None:
    """Points were given by hand, or taken back."""
    note_change(instance.assignment)


def note_change(assignment: Assignment) -> None:
    """Note that grades may have changed, in the same transaction as the change."""
    links = LinkedCourse.objects.filter(classroom=assignment.classroom_id)
    links.update(changed_at=timezone.now())


def on_their_way() -> QuerySet[SentGrade]:
    """The grades that have not arrived."""
    return SentGrade.objects.filter(arrived_at=None)


def due(now: datetime) -> QuerySet[Any]:
    """The courses that have grades to compare (*is_stale*) or to send."""
    waiting = on_their_way().filter(next_at__lte=now).values("assignment__classroom")
    old = Q(looked_at=None) | Q(looked_at__lt=now - LOOK)
    active = LinkedCourse.objects.filter(context__deployment__registration__is_active=True)
    told = active.annotate(
        is_stale=ExpressionWrapper(Q(changed_at__isnull=False) | old, BooleanField())
    )
    return told.filter(Q(is_stale=True) | Q(classroom__in=waiting), taken_until__lte=now)


def begin_if_due() -> None:
    """Start a job for each course that needs one and has none."""
    now = timezone.now()
    if due(now).exists():
        running = Job.objects.filter(kind=KIND, state=Job.State.OPEN, changed_at__gt=now - STALE)
        if not running.exists():
            begin(KIND, 1, uuid.uuid4())


@piece_of(KIND, is_urgent=False)
def send_some(job_id: uuid.UUID) -> int:
    """Do the next piece of work for one course; 1 if that was the last."""
    now = timezone.now()
    some = due(now).select_related("context__deployment__registration", "classroom")
    link = some.order_by("taken_until").first()
    if link is None:
        return 1
    if _take(link, now):
        try:
            if link.is_stale:
                compare(link)
            send(link)
        finally:
            LinkedCourse.objects.filter(pk=link.pk).update(taken_until=timezone.now())
    return 0


def _take(link: LinkedCourse, now: datetime) -> bool:
    """Lease a course to this worker, unless another one holds it."""
    free = LinkedCourse.objects.filter(pk=link.pk, taken_until__lte=now)
    return bool(free.update(taken_until=now + LEASE))


# --- Comparing ------------------------------------------------------------------------------


def subjects(link: LinkedCourse) -> dict[int, str]:
    """The platform's identifiers for the accounts of a course."""
    people = LtiUser.objects.filter(memberships__context=link.context).exclude(auth_user=None)
    return dict(people.values_list("auth_user_id", "sub"))


def compare(link: LinkedCourse) -> None:
    """Store the grades that differ from what was sent, so that they are sent."""
    now = timezone.now()
    begins = link.changed_at + DELAY if link.changed_at else now
    known = subjects(link)
    students = Membership.objects.active().filter(classroom=link.classroom_id, user__in=known)
    people = list(students.select_related("user").prefetch_related("groups"))
    stored = {
        (sent.assignment_id, sent.membership_id): sent
        for sent in SentGrade.objects.filter(assignment__classroom=link.classroom_id)
    }
    new, changed = [], []
    lines = lines_of(link.classroom, people)[1]
    # Asked after the grades are read: whoever gets another try meanwhile is not told of it.
    secret = withheld(Assignment.objects.filter(classroom=link.classroom_id))
    for line in lines:
        for entry in line.entries:
            key = entry.column.assignment.pk, line.student.pk
            if key in secret.again:  # the old result stays until this student's time is over
                continue
            wanted = _wanted(entry, secret)
            sent = stored.get(key)
            if sent is None and wanted[0] is not None:
                made = SentGrade(membership=line.student, assignment=entry.column.assignment)
                new.append(_set(made, wanted, now, begins))
            elif sent is not None and entry.column.points and _told(sent) != wanted:
                changed.append(_set(sent, wanted, now, begins))
    SentGrade.objects.bulk_create(new, ignore_conflicts=True, batch_size=500)
    SentGrade.objects.bulk_update(changed, _FIELDS, batch_size=200)
    # What has changed since we began to read is looked at once more.
    LinkedCourse.objects.filter(pk=link.pk, changed_at=link.changed_at).update(changed_at=None)
    LinkedCourse.objects.filter(pk=link.pk).update(looked_at=now)


_FIELDS = ("points", "maximum", "comment", "changed_at", "arrived_at", "next_at", "tries", "why")


Told = tuple[float | None, float, str]
"""What the platform learns of a grade: the points, the maximum and the comment."""


def _told(sent: SentGrade) -> Told:
    return sent.points, sent.maximum, sent.comment


def _wanted(entry: GradeEntry, secret: Withheld) -> Told:
    if entry.column.assignment.pk in secret.tests:
        return None, float(entry.column.points), ""
    return entry.grade, float(entry.column.points), BY_HAND if entry.is_given else ""


def _set(sent: SentGrade, wanted: Told, now: datetime, begins: datetime) -> SentGrade:
    """Schedule a grade for the time *begins*; one that is waiting already keeps its time."""
    if sent.arrived_at is not None or sent.pk is None:
        sent.next_at = begins
    sent.points, sent.maximum, sent.comment = wanted
    sent.changed_at, sent.arrived_at, sent.tries, sent.why = now, None, 0, ""
    return sent


# --- Sending ------------------------------------------------------------------------------


def send(link: LinkedCourse) -> None:
    """Send the grades that are due; stop when the platform itself fails."""
    now = timezone.now()
    waiting = on_their_way().filter(assignment__classroom=link.classroom_id)
    secret = withheld(Assignment.objects.filter(classroom=link.classroom_id)).tests
    held = waiting.filter(assignment__in=secret, points__isnull=False)
    held.update(next_at=now + LOOK)  # the next comparison takes its points away
    ready = waiting.filter(next_at__lte=now).select_related("assignment", "membership")
    with closing(Sender(link)) as sender:
        if sender.state.is_resting:
            waiting.filter(next_at__lte=now).update(next_at=sender.state.rests_until)
            return
        _send(link, sender, ready.order_by("next_at", "pk")[:AT_ONCE], waiting)


def _send(
    link: LinkedCourse,
    sender: Sender,
    some: Iterable[SentGrade],
    waiting: QuerySet[SentGrade],
) -> None:
    known = subjects(link)
    for sent in some:
        LinkedCourse.objects.filter(pk=link.pk).update(taken_until=timezone.now() + LEASE)
        subject = known.get(sent.membership.user_id)
        try:
            if subject is None:
                raise PlatformError(f"{sender.name} does not know this student.", status=404)
            sender.send(sent, subject)
        except PlatformError as error:
            if error.is_ours:
                _later([sent], error)
            else:  # it would go the same way with all the others
                _later(waiting.filter(next_at__lte=timezone.now()), error)
                return
        else:
            unchanged = SentGrade.objects.filter(pk=sent.pk, changed_at=sent.changed_at)
            unchanged.update(arrived_at=timezone.now(), why="")


def _later(some: Iterable[SentGrade], error: PlatformError) -> None:
    """Try these again later, with a wait that grows each time."""
    log.warning("lti: grades have not arrived: %s", error)
    now = timezone.now()
    rows = list(some)
    for sent in rows:
        sent.tries += 1
        sent.next_at = now + min(LONGEST_WAIT, timedelta(minutes=2 ** min(sent.tries - 1, 10)))
        sent.why = str(error)[:200]
    SentGrade.objects.bulk_update(rows, ["tries", "next_at", "why"], batch_size=200)


def send_again(link: LinkedCourse) -> None:
    """Schedule every grade that has not arrived for now."""
    waiting = on_their_way().filter(assignment__classroom=link.classroom_id)
    waiting.update(next_at=Least("next_at", timezone.now()))
    LinkedCourse.objects.filter(pk=link.pk).update(changed_at=timezone.now())
    begin_if_due()


class Sender:
    """The grades of one course: one column for each assignment, and the scores in it."""

    def __init__(self, link: LinkedCourse) -> None:
        self.context = link.context
        self.name = link.platform.name
        self._platform = Platform(link.platform)
        self.state = self._platform.state

    def close(self) -> None:
        """End all connections."""
        self._platform.close()

    def send(self, sent: SentGrade, subject: str) -> None:
        """Send one grade. Raises :class:`PlatformError` if it does not arrive."""
        self._platform.start()
        if not self.context.can_publish_scores:
            raise PlatformError(
                f"{self.name} does not let this course send grades. Allow it in its settings, and "
                "open Marienbad from the course again."
            )
        column = self._column(sent.assignment, sent.maximum)
        try:
            self._platform.post(
                [f"{AGS_SCOPE}score"],
                scores_of(column),
                SCORE,
                score(sent, subject),
            )
        except PlatformError as error:
            if error.knows_newer:
                return
            if error.status == 404 and self._is_gone(column):
                LtiLineItem.objects.filter(url=column).delete()
                raise PlatformError(f"{self.name} has no column for this any more.") from error
            raise

    def _column(self, assignment: Assignment, points: float) -> str:
        """The address of an assignment's gradebook column, which is made if it is missing."""
        known = LtiLineItem.objects.filter(context=self.context, resource_id=str(assignment.pk))
        url: str | None = known.values_list("url", flat=True).first()
        if url is None:
            url = self._found(assignment) or self._made(assignment, points)
            if len(url) > URL_LENGTH:
                raise PlatformError(
                    f"{self.name} has an address that is too long for a column.", status=400
                )
            LtiLineItem.objects.update_or_create(
                url=url,
                defaults={
                    "context": self.context,
                    "resource_id": str(assignment.pk),
                    "label": assignment.title[:255],
                    "maximum_score": points,
                },
            )
        return url

    @property
    def _scopes(self) -> list[str]:
        can_make = self.context.can_manage_lineitems
        return [f"{AGS_SCOPE}lineitem" if can_make else f"{AGS_SCOPE}lineitem.readonly"]

    def _found(self, assignment: Assignment) -> str:
        """The address of the column that the assignment already has; empty if it has none."""
        url = self.context.lineitems_url
        if not url:
            raise self._no_column()
        joint = "&" if "?" in url else "?"
        asked = f"{url}{joint}resource_id={quote(str(assignment.pk))}"
        for page in self._platform.pages(self._scopes, asked, COLUMNS):
            for column in page if isinstance(page, list) else []:
                told = column if isinstance(column, dict) else {}
                if told.get("resourceId") == str(assignment.pk) and text(told.get("id"), 1000):
                    return str(told["id"])
        return ""

    def _made(self, assignment: Assignment, points: float) -> str:
        if not self.context.can_manage_lineitems:
            raise self._no_column()
        column = {
            "label": assignment.title,
            "scoreMaximum": points,
            "resourceId": str(assignment.pk),
        }
        made = self._platform.post(self._scopes, self.context.lineitems_url, COLUMN, column)
        if not isinstance(made, dict) or not text(made.get("id"), 1000):
            raise PlatformError(f"{self.name} gave an answer that we cannot read.")
        return str(made["id"])

    def _no_column(self) -> PlatformError:
        return PlatformError(
            f"{self.name} has no column for this assignment. Add it to the course as an activity.",
            status=400,
        )

    def _is_gone(self, column: str) -> bool:
        try:
            self._platform.get(self._scopes, column, COLUMN)
        except PlatformError as error:
            return error.status == 404
        return False


def scores_of(column: str) -> str:
    """The address for the scores of a column, whose own address may have a query."""
    path, mark, query = column.partition("?")
    return f"{path.removesuffix('/')}/scores{mark}{query}"


def score(sent: SentGrade, subject: str) -> dict[str, Any]:
    """A grade as the standard's score object; a withdrawn grade has no points."""
    is_there = sent.points is not None
    said = {
        "userId": subject,
        "scoreMaximum": sent.maximum,
        "timestamp": sent.changed_at.astimezone(UTC).isoformat(timespec="milliseconds"),
        "activityProgress": "Completed" if is_there else "Initialized",
        "gradingProgress": "FullyGraded" if is_there else "NotReady",
    }
    if is_there:
        said["scoreGiven"] = sent.points
    if sent.comment:
        said["comment"] = sent.comment
    return said
