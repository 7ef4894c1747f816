"""Everything stored about a user, as plain data for download."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from games.explore.lab.rules.saved import saved_by
from games.learn.lessons.finishes import LessonFinish
from games.learn.lessons.models import StepRecord
from games.learn.lessons.taken_tests import TakenTest
from games.learn.puzzles.models import PuzzleAttempt, Rating
from games.people.browsers import Device
from games.people.models import User, owned_by
from games.people.ways_in import RecoveryCode
from games.play.api.tokens import tokens_of
from games.play.models import Match
from games.play.programs.saved_programs import programs_of
from games.questions.attempts import Attempt
from games.site.reports.models import Report
from games.teach.classes.teaching import places
from games.teach.live.rooms.models import Participant
from games.teach.lti.launch.recording import from_platforms, sent_grades
from games.teach.tournaments.entering import entries_by
from games.teach.work.answer_drafts import AnswerDraft
from games.teach.work.comments import Comment
from games.teach.work.models import AnotherTry, Assignment, GivenPoints, ItemAttempt
from games.teach.work.plans.storing_plans import templates_of
from games.teach.work.standings.revealing import withheld


def export(user: User) -> dict[str, Any]:
    """All data of the user, with times as ISO texts."""
    finished, tries = LessonFinish.objects.filter(user=user), _tries(user)
    return {
        "name": user.username,
        "joined": user.date_joined.isoformat(),
        "time_zone": user.time_zone,
        "teaches": user.teaches,
        "signed_in": [
            {"device": device.name, "since": device.since.isoformat()}
            for device in Device.objects.filter(user=user).signed_in()
        ],
        "recovery_codes": [
            {"made_at": code.made_at.isoformat(), "given_by": code.given_by and str(code.given_by)}
            for code in RecoveryCode.objects.filter(user=user)
        ],
        "from_platforms": from_platforms(user),
        **places(user),
        "lessons": _lessons(user, tries),
        "finished_lessons": list(finished.values_list("lesson__slug", flat=True)),
        "tests": _tests(user, tries),
        "assignments": _assignments(user),
        "unsent_answers": _unsent(user),
        **_granted(user),
        "grades_sent": sent_grades(user),
        **_comments(user),
        "templates": templates_of(user),
        "room_lessons": [
            lesson.content | {"shared": lesson.is_shared} for lesson in user.room_lessons.all()
        ],
        "puzzles": _puzzles(user),
        "ratings": list(Rating.objects.filter(user=user).values("skill", "rating", "tries")),
        "reports": list(Report.objects.filter(user=user).values("text", "answer")),
        "saved_rules": [
            {"name": saved.name, "ruleset": saved.ruleset, "at": saved.saved_at.isoformat()}
            for saved in saved_by(user)
        ],
        "programs": _programs(user),
        "tournaments": entries_by(user),
        "tokens": [
            {"name": token.label, "made_at": token.made_at.isoformat()} for token in tokens_of(user)
        ],
        "matches": _matches(user),
        "rooms": _rooms(user),
    }


Tries = dict[tuple[int | None, UUID | None], list[Attempt]]


def _tries(user: User) -> Tries:
    """The answers in lessons and tests, by step and test."""
    tries: Tries = defaultdict(list)
    for attempt in Attempt.objects.filter(user=user, puzzle=None).order_by("created_at"):
        tries[attempt.step_id, attempt.taken_test_id].append(attempt)
    return tries


def _lessons(user: User, tries: Tries) -> list[dict[str, Any]]:
    records = StepRecord.objects.filter(user=user).select_related("step__lesson")
    return [
        {
            "lesson": record.step.lesson.slug,
            "step": record.step.order,
            "title": record.step.title,
            "done_at": record.done_at.isoformat() if record.done_at else None,
            "answer_shown": record.answer_shown,
            "hints": record.hint_tier,
            "answers": [
                {
                    "answer": attempt.answer,
                    "right": attempt.solved,
                    "hints": attempt.hint_tier,
                    "at": attempt.created_at.isoformat(),
                }
                for attempt in tries[record.step_id, None]
            ],
        }
        for record in records.order_by("step__lesson__number", "step__order")
    ]


def _tests(user: User, tries: Tries) -> list[dict[str, Any]]:
    return [
        {
            "kind": taken.kind,
            "about": taken.slug,
            "begun_at": taken.begun_at.isoformat(),
            "passed": taken.passed,
            "questions": [one["asked"] for one in taken.questions],
            "answers": [
                {
                    "answer": given.answer,
                    "solved": given.solved,
                    "at": given.answered_at.isoformat() if given.answered_at else None,
                }
                for given in sorted(tries[None, taken.pk], key=lambda given: given.place or 0)
            ],
        }
        for taken in TakenTest.objects.filter(user=user).order_by("begun_at")
    ]


def _assignments(user: User) -> list[dict[str, Any]]:
    attempts = ItemAttempt.objects.filter(membership__user=user)
    return [
        {
            "class": attempt.item.assignment.classroom.name,
            "assignment": attempt.item.assignment.title,
            "item": str(attempt.asked_item),
            "answer": attempt.answer,
            "hints": attempt.hint_tier,
            "answered_at": attempt.answered_at.isoformat() if attempt.answered_at else None,
        }
        for attempt in attempts.select_related("item__assignment__classroom", "item__lesson")
    ]


def _may_read(user: User) -> Callable[[GivenPoints | Comment], bool]:
    """Whether the student may read this already: what concerns a test comes with its results."""
    secret = withheld(Assignment.objects.filter(classroom__memberships__user=user))
    return lambda row: not secret.covers(row.assignment_id, row.membership_id)


def _unsent(user: User) -> list[dict[str, Any]]:
    drafts = AnswerDraft.objects.filter(membership__user=user).exclude(fields={})
    return [
        {
            "class": draft.item.assignment.classroom.name,
            "assignment": draft.item.assignment.title,
            "item": str(draft.item),
            "form": draft.fields,
            "edited_at": draft.edited_at.isoformat(),
        }
        for draft in drafts.select_related("item__assignment__classroom", "item__lesson")
    ]


def _granted(user: User) -> dict[str, Any]:
    """Points given by hand (None if taken back) and extra tries that instructors allowed."""
    whose, order = {"membership__user": user}, ("at", "pk")
    about = ("assignment__classroom", "item__lesson")
    points = GivenPoints.objects.filter(**whose).select_related(*about).order_by(*order)
    tries = AnotherTry.objects.filter(**whose).select_related(*about).order_by(*order)

    def told(row: GivenPoints | AnotherTry) -> dict[str, Any]:
        return {
            "class": row.assignment.classroom.name,
            "assignment": row.assignment.title,
            "item": str(row.item) if row.item else None,
            "at": row.at.isoformat(),
        }

    def moment(at: datetime | None) -> str | None:
        return at.isoformat() if at else None

    return {
        "points_by_hand": [
            {
                **told(row),
                "points": None if row.points is None else float(row.points),
                "why": row.why if row.is_shown else None,
            }
            for row in filter(_may_read(user), points)
        ],
        "other_tries": [
            {**told(row), "open_until": moment(row.until), "taken_back": moment(row.taken_back_at)}
            for row in tries
        ],
    }


def _comments(user: User) -> dict[str, Any]:
    """The comments that a user received and those that they wrote, without students' names."""

    def told(comment: Comment) -> dict[str, Any]:
        return {
            "class": comment.assignment.classroom.name,
            "assignment": comment.assignment.title,
            "item": str(comment.item) if comment.item else None,
            "text": comment.text,
            "at": comment.at.isoformat(),
        }

    every = Comment.objects.select_related("assignment__classroom", "item__lesson")
    to_them = filter(_may_read(user), every.filter(membership__user=user))
    return {
        "comments_to_you": [told(comment) for comment in to_them],
        "comments_by_you": [told(comment) for comment in every.filter(by=user)],
    }


def _puzzles(user: User) -> list[dict[str, Any]]:
    attempts = PuzzleAttempt.objects.filter(user=user).select_related("puzzle")
    return [
        {
            "puzzle": str(attempt.puzzle),
            "answer": attempt.answer,
            "solved": attempt.solved,
            "hints": attempt.hint_tier,
            "rated": attempt.rated,
            "at": attempt.created_at.isoformat(),
        }
        for attempt in attempts
    ]


def _rooms(user: User) -> list[dict[str, Any]]:
    """The rooms that a user joined, with their answers but not the right ones."""
    seats = Participant.objects.filter(user=user).select_related("room__classroom")
    return [
        {
            "room": seat.room.title,
            "class": seat.room.classroom.name if seat.room.classroom else None,
            "name": seat.name,
            "joined_at": seat.joined_at.isoformat(),
            "answers": [
                {
                    "question": str(answer.question),
                    "answer": answer.text,
                    "at": answer.given_at.isoformat(),
                }
                for answer in seat.answers.all()
            ],
        }
        for seat in seats.prefetch_related("answers__question")
    ]


def _programs(user: User) -> list[dict[str, Any]]:
    return [
        {
            "name": program.name,
            "language": program.language,
            "test_cases": program.wrong.split(),
            "versions": [
                {"code": version.code, "at": version.saved_at.isoformat()}
                for version in program.versions.all()
            ],
        }
        for program in programs_of(user).prefetch_related("versions")
    ]


def _matches(user: User) -> list[dict[str, Any]]:
    return [
        {
            "id": str(match.pk),
            "ruleset": match.ruleset,
            "start": match.start,
            "convention": match.convention,
            "opponent": match.opponent,
            "seat": match.seen_by(user).seat,
            "started_by": match.starter,
            "state": match.state,
            "winner": match.winner,
            "at": match.created_at.isoformat(),
            "moves": [
                {
                    "ply": move.ply,
                    "by": move.seat,
                    "move": move.text,
                    "hints": move.hint_tier,
                    "taken_back": move.undone_at is not None,
                }
                for move in match.moves.all()
            ],
        }
        for match in owned_by(user, Match.objects.all()).prefetch_related("moves")
    ]
