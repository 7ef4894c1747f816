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
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import quote

from django.db.models import BooleanField, Count, ExpressionWrapper, Max, Q, QuerySet
from django.db.models.functions import Least
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone
from lti_tool.models import LtiLineItem, LtiUser

from games.teach.classes.models import Membership
from games.teach.lti.calling import Platform, PlatformError
from games.teach.lti.launch.recording import AGS_SCOPE, URL_LENGTH, text
from games.teach.lti.models import LinkedCourse, PlacedActivity, SentGrade
from games.teach.work.comments import Comment
from games.teach.work.grades.grades import GradeEntry, lines_of
from games.teach.work.models import Assignment, GivenPoints, Item, Standing
from games.teach.work.standings.revealing import Withheld, withheld
from games.teach.work.standings.settling import standings_change
from games.web.background.jobs import begin, piece_of
from games.web.models import Job
from solver.teaching import capitalised

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
SUBMISSION = "https://canvas.instructure.com/lti/submission"
COMMENT_LENGTH = 2000
"""Characters of a comment: as many as one of ours may have."""
BY_HAND = "Points given by hand."
Key = tuple[uuid.UUID, uuid.UUID]
"""An assignment and a student."""


@receiver(standings_change)
def note_answers(assignment: Assignment, **more: Any) -> None:
    """Answers were judged, so compare the grades of the class soon."""
    note_change(assignment)


@receiver(post_save, sender=GivenPoints)
@receiver([post_save, post_delete], sender=Comment)
def note_points(instance: GivenPoints | Comment, **more: Any) -> None:
    """Points were given by hand, or taken back; or a comment was written or removed."""
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
    people = list(students.select_related("user"))
    stored = {
        (sent.assignment_id, sent.membership_id): sent
        for sent in SentGrade.objects.filter(assignment__classroom=link.classroom_id)
    }
    new, changed = [], []
    lines = lines_of(link.classroom, people)[1]
    told = ToldBeside(link.classroom_id)
    # Asked after the grades are read: whoever gets another try meanwhile is not told of it.
    secret = withheld(Assignment.objects.filter(classroom=link.classroom_id))
    for line in lines:
        for entry in line.entries:
            key = entry.column.assignment.pk, line.student.pk
            if key in secret.again:  # the old result stays until this student's time is over
                continue
            wanted = _wanted(entry, secret, told, line.student, now)
            sent = stored.get(key)
            if sent is None and wanted.points is not None:
                sent = SentGrade(membership=line.student, assignment=entry.column.assignment)
                new.append(_set(sent, wanted, now, begins))
            elif sent is not None and entry.column.points and _told(sent) != wanted:
                changed.append(_set(sent, wanted, now, begins))
            if sent is not None:
                sent.answered_at = told.answered_at.get(key)
    SentGrade.objects.bulk_create(new, ignore_conflicts=True, batch_size=500)
    SentGrade.objects.bulk_update(changed, _FIELDS, batch_size=200)
    # What has changed since we began to read is looked at once more.
    LinkedCourse.objects.filter(pk=link.pk, changed_at=link.changed_at).update(changed_at=None)
    LinkedCourse.objects.filter(pk=link.pk).update(looked_at=now)


_FIELDS = (
    *("points", "maximum", "comment", "is_done", "answered_at", "changed_at", "arrived_at"),
    *("next_at", "tries", "why"),
)


class ToldGrade(NamedTuple):
    """What the platform learns of a grade."""

    points: float | None
    maximum: float
    comment: str
    is_done: bool


class ToldBeside:
    """What goes with the points of a class, by assignment and student: the comments, the reasons of
    points given by hand, when the last answer came, and how many questions are done."""

    def __init__(self, classroom: uuid.UUID) -> None:
        here = {"assignment__classroom": classroom}
        self.words: dict[Key, list[str]] = defaultdict(list)
        self.answered_at: dict[Key, datetime] = {}
        self.done: dict[Key, int] = {}
        rows = GivenPoints.objects.filter(**here).select_related("item").order_by("at", "pk")
        newest = {(one.assignment_id, one.membership_id, one.item_id): one for one in rows}
        for (work, student, _), given in newest.items():
            if given.points is not None and given.is_shown:
                place = f" for question {given.item.order}" if given.item else ""
                self.words[work, student].append(f"Points given by hand{place}: {given.why}")
        for one in Comment.objects.filter(**here).select_related("assignment", "item"):
            about = "" if one.item is None else f"{capitalised(one.about)}: "
            self.words[one.assignment_id, one.membership_id].append(f"{about}{one.text}")
        standing = Standing.objects.filter(
            item__assignment__classroom=classroom, item__dropped_at=None
        ).order_by()
        answered = standing.values_list("item__assignment", "membership").annotate(
            at=Max("last_at"), done=Count("pk", filter=Q(is_done=True))
        )
        for work, student, last_at, number in answered:
            self.answered_at[work, student] = last_at
            self.done[work, student] = number
        exercises = Item.objects.filter(
            assignment__classroom=classroom, dropped_at=None, lesson=None
        ).order_by()
        self.questions = dict(exercises.values_list("assignment").annotate(number=Count("pk")))

    def is_done(self, assignment: Assignment, student: Membership, now: datetime) -> bool:
        """Whether the student's work is over: everything is done, or time is up. Lessons can always
        be gone on with, so they do not count."""
        is_over = assignment.closes_at is not None and assignment.closes_at <= now
        if assignment.is_test or is_over:
            return True
        key = assignment.pk, student.pk
        return bool(self.done.get(key, 0) >= self.questions.get(assignment.pk, 0))


def _told(sent: SentGrade) -> ToldGrade:
    return ToldGrade(sent.points, sent.maximum, sent.comment, sent.is_done)


def _wanted(
    entry: GradeEntry, secret: Withheld, told: ToldBeside, student: Membership, now: datetime
) -> ToldGrade:
    assignment, most = entry.column.assignment, float(entry.column.points)
    if assignment.pk in secret.tests or entry.grade is None:
        return ToldGrade(None, most, "", is_done=False)
    said = told.words.get((assignment.pk, student.pk), [])
    if not said and entry.is_given:
        said = [BY_HAND]
    is_done = entry.is_given or told.is_done(assignment, student, now)
    return ToldGrade(entry.grade, most, "\n".join(said)[:COMMENT_LENGTH], is_done)


def _set(sent: SentGrade, wanted: ToldGrade, now: datetime, begins: datetime) -> SentGrade:
    """Schedule a grade for the time *begins*; one that is waiting already keeps its time."""
    if sent.arrived_at is not None or sent.pk is None:
        sent.next_at = begins
    sent.points, sent.maximum, sent.comment, sent.is_done = wanted
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
            SentGrade.objects.filter(pk=sent.pk).update(
                arrived_comment=sent.comment, is_submitted=sent.is_submitted or _submits(sent)
            )


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
        known = link.platform
        names = f"{known.name} {known.issuer} {known.auth_url}".lower()
        self._is_canvas = "canvas" in names or "instructure" in names
        self._platform = Platform(known)
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
                score(sent, subject, repeats=not self._is_canvas),
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
        activity = self._activity(assignment)
        url = self._columns(activity)
        joint = "&" if "?" in url else "?"
        wanted = {"resource_id": ("resourceId", str(assignment.pk))}
        if activity is not None:  # its own column, which the platform made, comes first
            own = {"resource_link_id": ("resourceLinkId", activity.link)}
            wanted = own | wanted
        for query, (name, value) in wanted.items():
            asked = f"{url}{joint}{query}={quote(value)}"
            for page in self._platform.pages(self._scopes, asked, COLUMNS):
                for column in page if isinstance(page, list) else []:
                    told = column if isinstance(column, dict) else {}
                    if told.get(name) == value and text(told.get("id"), 1000):
                        return str(told["id"])
        return ""

    def _activity(self, assignment: Assignment) -> PlacedActivity | None:
        """The activity of the course that opens the assignment: the one opened last."""
        return PlacedActivity.objects.filter(context=self.context, assignment=assignment).first()

    def _columns(self, activity: PlacedActivity | None) -> str:
        """The address of the list of columns, for an activity if it has its own."""
        url: str = (activity and activity.lineitems_url) or self.context.lineitems_url
        if not url:
            raise self._no_column()
        return url

    def _made(self, assignment: Assignment, points: float) -> str:
        if not self.context.can_manage_lineitems:
            raise self._no_column()
        column = {
            "label": assignment.title,
            "scoreMaximum": points,
            "resourceId": str(assignment.pk),
        }
        activity = self._activity(assignment)
        if activity is not None:
            column["resourceLinkId"] = activity.link
        made = self._platform.post(self._scopes, self._columns(activity), COLUMN, column)
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


def score(sent: SentGrade, subject: str, *, repeats: bool = True) -> dict[str, Any]:
    """A grade as the standard's score object; a withdrawn grade has no points.

    Canvas counts every score as a submission, unless its own part of the message says no. So we
    report one submission, when the work is done, with the time of the last answer. Canvas shows a
    comment as often as it gets it. Other platforms drop a comment that does not come again, so they
    get it with every score (*repeats*).
    """
    is_there = sent.points is not None
    said: dict[str, Any] = {
        "userId": subject,
        "scoreMaximum": sent.maximum,
        "timestamp": _stamp(sent.changed_at),
        "activityProgress": _progress(sent),
        "gradingProgress": "FullyGraded" if is_there else "NotReady",
    }
    if is_there:
        said["scoreGiven"] = sent.points
    if sent.comment and (repeats or sent.comment != sent.arrived_comment):
        said["comment"] = sent.comment
    submission: dict[str, Any] = {"new_submission": _submits(sent)}
    if sent.answered_at:
        submission["submitted_at"] = _stamp(sent.answered_at)
    said[SUBMISSION] = submission
    return said


def _progress(sent: SentGrade) -> str:
    if sent.points is None:
        return "Initialized"
    return "Completed" if sent.is_done else "InProgress"


def _submits(sent: SentGrade) -> bool:
    """Whether this score tells the platform of a submission for the first time. Who gave no answer
    has submitted nothing."""
    is_over = sent.points is not None and sent.is_done and sent.answered_at is not None
    return is_over and not sent.is_submitted


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
