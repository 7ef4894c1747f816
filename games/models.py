"""What is stored. Moves and answers are; verdicts are derived from them by the solver."""

from games.assignments.answer_drafts import AnswerDraft
from games.assignments.comments import Comment
from games.assignments.models import (
    AnotherTry,
    Assignment,
    GivenPoints,
    HelpSeen,
    Item,
    ItemAttempt,
    Override,
    Standing,
    Start,
)
from games.assignments.section_times import SectionTimes
from games.classes.models import Classroom, Group, Invitation, Membership, Staff
from games.classes.offers import Handover, Offer
from games.classes.sections import Section
from games.explore.lab.rules.saved import SavedRules
from games.explore.studies import Study
from games.explore.theory.models import OpenQuestion
from games.learn.lessons.finishes import LessonFinish
from games.learn.lessons.models import (
    Lesson,
    LessonVersion,
    Route,
    Skill,
    Step,
    StepAttempt,
    StepRecord,
    Track,
)
from games.learn.lessons.taken_tests import Quiz
from games.learn.puzzles.models import Daily, Puzzle, PuzzleSet, PuzzleSetItem
from games.learn.puzzles.tries import PuzzleAttempt, Rating, Round
from games.live.lessons import RoomLesson, RoomLessonVersion
from games.live.models import Answer, Participant, Question, Room
from games.live.parts import RoomPart
from games.live.rounds import RoomGame, RoomPair, RoomRound
from games.lti.models import Handshake, LinkedCourse, PlatformState, RegistrationLink, SentGrade
from games.people.cards import SignInCard
from games.people.devices import Device
from games.people.models import Owned, User, Visitor, owned_by, owner_fields
from games.people.recovery import RecoveryCode
from games.plans.models import Plan, PlannedAssignment, PlannedItem
from games.play.models import Match, Move
from games.reports.models import Report
from games.web.models import Edition, Heartbeat, Job, Tally, Trouble
from games.web.watch.audit import AuditEntry

__all__ = [
    "AnotherTry",
    "Answer",
    "AnswerDraft",
    "Assignment",
    "AuditEntry",
    "Classroom",
    "Comment",
    "Daily",
    "Device",
    "Edition",
    "GivenPoints",
    "Group",
    "Handover",
    "Handshake",
    "Heartbeat",
    "HelpSeen",
    "Invitation",
    "Item",
    "ItemAttempt",
    "Job",
    "Lesson",
    "LessonFinish",
    "LessonVersion",
    "LinkedCourse",
    "Match",
    "Membership",
    "Move",
    "Offer",
    "OpenQuestion",
    "Override",
    "Owned",
    "Participant",
    "Plan",
    "PlannedAssignment",
    "PlannedItem",
    "PlatformState",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleSet",
    "PuzzleSetItem",
    "Question",
    "Quiz",
    "Rating",
    "RecoveryCode",
    "RegistrationLink",
    "Report",
    "Room",
    "RoomGame",
    "RoomLesson",
    "RoomLessonVersion",
    "RoomPair",
    "RoomPart",
    "RoomRound",
    "Round",
    "Route",
    "SavedRules",
    "Section",
    "SectionTimes",
    "SentGrade",
    "SignInCard",
    "Skill",
    "Staff",
    "Standing",
    "Start",
    "Step",
    "StepAttempt",
    "StepRecord",
    "Study",
    "Tally",
    "Track",
    "Trouble",
    "User",
    "Visitor",
    "owned_by",
    "owner_fields",
]
