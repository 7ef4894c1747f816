"""How long we keep each kind of data: one table for docs/deploy.md, the privacy page and tidying.

It lists every model. The times are in the setting ``KEPT``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django_tasks_db.models import DBTaskResult

from games.explore.studies import Study, solver_version
from games.learn.puzzles.models import Puzzle, PuzzleAttempt, Round
from games.learn.puzzles.trainer.training import ROUND
from games.people.browsers import LONG, Device
from games.people.models import Owned, Visitor
from games.people.ways_in import RecoveryCode, SignInCard
from games.play.models import Move
from games.site.reports.models import Report
from games.teach.classes.ending import classes_to_delete
from games.teach.live.rooms.closing import people_to_forget, rooms_to_forget
from games.teach.lti.models import Handshake
from games.web.limits import HOUR
from games.web.models import GONE, Heartbeat, Job, Tally
from games.web.watch.audit import AuditEntry

Over = Callable[[datetime], models.QuerySet[Any]]
YEAR = timedelta(days=365)
ROOMS = ("Room", "RoomQuestion", "RoomRound", "RoomPair", "RoomGame", "RoomPart")
COURSE = (
    "Track",
    "Route",
    "Skill",
    "Lesson",
    "Step",
    "LessonVersion",
    "OpenQuestion",
    "OpenQuestionVersion",
    "Edition",
)
PUZZLES = (
    "Puzzle",
    "PuzzleSet",
    "PuzzleSetItem",
    "PuzzleSetVersion",
    "Daily",
    "DailyVersion",
)
FAILED = (AccessAttempt, AccessFailureLog)
AXES = tuple(sorted(model._meta.label for model in apps.get_app_config("axes").get_models()))


@dataclass(frozen=True)
class Keeping:
    """A kind of stored data: its name, the time until it is deleted, and its models.

    Each function in *over* returns the rows that have expired at a given moment. Data without one
    is deleted only when a person deletes it.
    """

    what: str
    until: str
    models: tuple[str, ...]
    over: tuple[Over, ...] = ()


def duration_label(time: timedelta) -> str:
    """A time in years, days or hours."""
    for unit, name in ((YEAR, "year"), (timedelta(days=1), "day"), (timedelta(hours=1), "hour")):
        if time >= unit and not time % unit:
            number = time // unit
            return f"{number} {name}" if number == 1 else f"{number} {name}s"
    raise ValueError(f"{time} is not a whole number of hours.")


def _owned_models() -> list[type[Owned]]:
    """Every model whose rows have an owner."""
    return [
        model
        for model in apps.get_app_config("games").get_models()
        if issubclass(model, Owned) and not model._meta.proxy
    ]


def _of_visitor(model: type[Owned]) -> models.QuerySet[Any]:
    return model._base_manager.filter(model.theirs("visitor", OuterRef("pk")))


def _did_something() -> Q:
    """A filter for visitors who own any row."""
    found = Q()
    for model in _owned_models():
        found |= Q(Exists(_of_visitor(model)))
    return found


def _touched(model: type[Owned], since: datetime) -> Q:
    """A filter for rows created or changed since then, by all their times except *due_at*."""
    found = Q(pk__in=())
    for field in model._meta.fields:
        if isinstance(field, models.DateTimeField) and field.name != "due_at":
            found |= Q(**{f"{field.name}__gte": since})
    return found


def _abandoned(now: datetime) -> models.QuerySet[Any]:
    """Visitors with old activity only, and no open report."""
    since = now - settings.KEPT["visitors"]
    theirs = Q(match__visitor=OuterRef("pk")) | Q(match__other_visitor=OuterRef("pk"))
    moves = Move.objects.filter(theirs, made_at__gte=since)
    reports = Report.objects.filter(visitor=OuterRef("pk"), closed=False)
    visitors = Visitor.objects.filter(_did_something(), created_at__lt=since)
    visitors = visitors.exclude(Exists(moves)).exclude(Exists(reports))
    for model in _owned_models():
        visitors = visitors.exclude(Exists(_of_visitor(model).filter(_touched(model, since))))
    return visitors


def _idle(now: datetime) -> models.QuerySet[Any]:
    """Visitors who own nothing, or no longer do because an account took it over."""
    since = now - settings.KEPT["visitors without work"]
    return Visitor.objects.filter(~_did_something(), created_at__lt=since)


def _unused_positions(now: datetime) -> models.QuerySet[Any]:
    """Trainer positions to which no attempt, item or report refers."""
    since = now - settings.KEPT["trainer positions"]
    unused = Puzzle.objects.filter(state=Puzzle.State.TRAINING, created_at__lt=since)
    for relation in Puzzle._meta.related_objects:
        rows = relation.field.model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
        unused = unused.exclude(Exists(rows))
    return unused


def _empty_rounds(now: datetime) -> models.QuerySet[Any]:
    """Rounds without an answer."""
    answered = PuzzleAttempt.objects.filter(
        Q(user=OuterRef("user")) | Q(visitor=OuterRef("visitor")),
        answered_at__gte=OuterRef("started_at"),
        answered_at__lt=OuterRef("started_at") + ROUND,
    )
    over = Round.objects.filter(started_at__lt=now - settings.KEPT["rounds without an answer"])
    return over.exclude(Exists(answered))


def _failed(model: type[models.Model]) -> Over:
    """Wrong passwords as earlier versions stored them."""
    return lambda now: model._base_manager.filter(attempt_time__lt=now - timedelta(seconds=HOUR))


def _closed_reports(now: datetime) -> models.QuerySet[Any]:
    return Report.objects.filter(closed=True, created_at__lt=now - settings.KEPT["closed reports"])


def _old_log(now: datetime) -> models.QuerySet[Any]:
    return LogEntry.objects.filter(action_time__lt=now - settings.KEPT["admin log"])


def _old_entries(now: datetime) -> models.QuerySet[Any]:
    # The model's own manager refuses to delete.
    return AuditEntry._base_manager.filter(at__lt=now - settings.KEPT["audit log"])


def _over_job(now: datetime) -> models.QuerySet[Any]:
    # A finished check of the content stays until the next one.
    over = Job.objects.filter(changed_at__lt=now - settings.KEPT["background work"])
    return over.exclude(kind="checks", state=Job.State.DONE)


def _over_task(now: datetime) -> models.QuerySet[Any]:
    return DBTaskResult.objects.filter(enqueued_at__lt=now - settings.KEPT["background work"])


def _old_studies(now: datetime) -> models.QuerySet[Any]:
    over = Q(made_at__lt=now - settings.KEPT["long computations"])
    return Study.objects.filter(over | ~Q(version=solver_version()))


def _ended_devices(now: datetime) -> models.QuerySet[Any]:
    running = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gte=now)
    return Device.objects.exclude(Exists(running))


def _old_cards(now: datetime) -> models.QuerySet[Any]:
    """Cards that have expired; the printed password still works if it was hashed."""
    return SignInCard.objects.filter(made_at__lt=now - settings.KEPT["unused sign-in cards"])


def _ended_codes(now: datetime) -> models.QuerySet[Any]:
    return RecoveryCode.objects.filter(ends_at__lt=now)


def _old_launches(now: datetime) -> models.QuerySet[Any]:
    return Handshake.objects.filter(begun_at__lt=now - settings.KEPT["launches"])


def keepings() -> tuple[Keeping, ...]:
    """Everything that we store; what is deleted automatically comes first."""
    kept = {name: duration_label(time) for name, time in settings.KEPT.items()}
    session = duration_label(timedelta(seconds=settings.SESSION_COOKIE_AGE))
    long = duration_label(LONG)
    years = settings.YEARS_OF_CLASSES and duration_label(settings.YEARS_OF_CLASSES * YEAR)
    owned = tuple(sorted(model.__name__ for model in _owned_models()))
    return (
        Keeping(
            "Names and answers in a live room",
            f"until the room closes; in a class's room, {kept['answers in a room']}",
            ("Participant", "Answer"),
            (people_to_forget,),
        ),
        Keeping(
            "Questions in a live room without a class",
            kept["rooms of nobody"],
            ROOMS,
            (rooms_to_forget,),
        ),
        Keeping(
            "Games, programs, lessons, puzzles and rules of a browser without an account",
            f"{kept['visitors']} after the last activity",
            ("Visitor", *owned, "Move", "ProgramVersion"),
            (_abandoned,),
        ),
        Keeping(
            "The number of a browser with nothing else stored",
            f"{kept['visitors without work']} after we gave it",
            ("Visitor",),
            (_idle,),
        ),
        Keeping(
            "Who is signed in, and which browser comes back",
            f"until they sign out, {session} at most; {long} after signing in with a card's code",
            ("sessions.Session", "Device"),
            (lambda now: Session.objects.filter(expire_date__lt=now), _ended_devices),
        ),
        Keeping(
            "Codes for a forgotten password, in a form that nobody can read",
            "until they are used or replaced; a code from an instructor, half an hour",
            ("RecoveryCode",),
            (_ended_codes,),
        ),
        Keeping(
            "The password and the code of an unused sign-in card, encrypted",
            f"until the first sign-in or a new password, {kept['unused sign-in cards']} at most",
            ("SignInCard",),
            (_old_cards,),
        ),
        Keeping(
            "Counts of wrong passwords and codes, new accounts, guests and computations, by user "
            "name, browser, class, room or network address",
            f"{duration_label(timedelta(seconds=HOUR))} at most",
            ("Tally", *AXES),
            (lambda now: Tally.objects.filter(ends_at__lte=now), *map(_failed, FAILED)),
        ),
        Keeping(
            "Trainer rounds without an answer",
            kept["rounds without an answer"],
            ("Round",),
            (_empty_rounds,),
        ),
        Keeping(
            "Reports of mistakes",
            f"until they are dealt with, and {kept['closed reports']} after they were written",
            ("Report",),
            (_closed_reports,),
        ),
        Keeping(
            "Trainer positions that nobody answered",
            kept["trainer positions"],
            ("Puzzle",),
            (_unused_positions,),
        ),
        Keeping(
            "The progress of background work, such as making many accounts",
            f"{kept['background work']} after the last activity",
            ("Job", "Heartbeat", "django_tasks_database.DBTaskResult"),
            (_over_job, _over_task, lambda now: Heartbeat.objects.filter(seen_at__lt=now - GONE)),
        ),
        Keeping(
            "Results of long computations about a game",
            f"{kept['long computations']}, or until the site gets another solver",
            ("Study",),
            (_old_studies,),
        ),
        Keeping(
            "Changes in the administration, with their authors",
            kept["admin log"],
            ("admin.LogEntry",),
            (_old_log,),
        ),
        Keeping(
            "Sign-ins, failed sign-ins, downloads of lists, and changes of grades, roles or "
            "passwords: the account number, the time and the network address",
            kept["audit log"],
            ("AuditEntry",),
            (_old_entries,),
        ),
        Keeping(
            "The link to a course on another platform, such as Moodle",
            f"{kept['launches']} after it was begun",
            ("Handshake",),
            (_old_launches,),
        ),
        Keeping(
            "An archived class with everything in it; the accounts of its students stay",
            f"{years} after it was archived, or longer if an instructor keeps it"
            if years
            else "until its owner deletes it",
            ("Classroom",),
            (classes_to_delete,),
        ),
        Keeping(
            "An account: its user name, its password in a form that nobody can read, and its work",
            "until its owner deletes it",
            ("User", *owned, "Move", "ProgramVersion"),
        ),
        Keeping(
            "A place in a class: real name, student number, e-mail address, instructors' notes, "
            "gradebook IDs, answers to assignments, and programs in tournaments",
            "as long as the account, and no longer than the class",
            (
                "Membership",
                "Handover",
                "Staff",
                "Start",
                "Attempt",
                "AnswerDraft",
                "Standing",
                "Override",
                "GivenPoints",
                "AnotherTry",
                "HelpSeen",
                "Comment",
                "TournamentEntry",
                "TournamentGame",
            ),
        ),
        Keeping(
            "What a platform such as Moodle says of you: your number and your name there, and your "
            "role in its courses; the points that we send it",
            "as long as the account",
            ("lti_tool.LtiUser", "lti_tool.LtiMembership", "SentGrade"),
        ),
        Keeping(
            "The courses of platforms that have a class here, with their activities and columns",
            "as long as the platform is registered",
            (
                "LinkedCourse",
                "PlacedActivity",
                "lti_tool.LtiContext",
                "lti_tool.LtiResourceLink",
                "lti_tool.LtiLineItem",
            ),
        ),
        Keeping(
            "Registered platforms, their deployments, all keys, and links for registering",
            "until an administrator deletes them",
            (
                "PlatformState",
                "RegistrationLink",
                "lti_tool.LtiRegistration",
                "lti_tool.LtiDeployment",
                "lti_tool.LtiPlatformInstance",
                "lti_tool.Key",
            ),
        ),
        Keeping(
            "A class, its groups, sections, invitations, assignments and tournaments, and the "
            "questions in its live rooms",
            "until its owner deletes it, or their account if there is no other instructor",
            (
                "Classroom",
                "Group",
                "Section",
                "SectionTimes",
                "Invitation",
                "Offer",
                "Assignment",
                "Item",
                "Tournament",
                *ROOMS,
            ),
        ),
        Keeping(
            "An assignment template and a room lesson of your own, without classes or students",
            "until its owner deletes it or their account",
            (
                "Plan",
                "PlanVersion",
                "PlannedAssignment",
                "PlannedItem",
                "RoomLesson",
                "RoomLessonVersion",
            ),
        ),
        Keeping(
            "The course and the puzzles, which hold no personal data",
            "as long as the site",
            (*COURSE, *PUZZLES),
        ),
        Keeping(
            "Rights in the administration",
            "as long as the site",
            ("auth.Group", "auth.Permission", "contenttypes.ContentType"),
        ),
    )
