"""What is stored: of games the moves alone, of answers the verdict, too, as it was given."""

from games.explore.lab.rules.saved import SavedRules
from games.explore.studies import Study
from games.explore.theory.models import OpenQuestion, OpenQuestionVersion
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
from games.learn.lessons.taken_tests import TakenTest
from games.learn.puzzles.models import (
    Daily,
    DailyVersion,
    Puzzle,
    PuzzleAttempt,
    PuzzleSet,
    PuzzleSetItem,
    PuzzleSetVersion,
    Rating,
    Round,
)
from games.people.browsers import Device
from games.people.models import Owned, User, Visitor, owned_by, owner_fields
from games.people.ways_in import RecoveryCode, SignInCard
from games.play.api.tokens import ApiToken
from games.play.models import Match, Move
from games.play.programs.saved_programs import ProgramVersion, SavedProgram
from games.questions.attempts import Attempt
from games.site.reports.models import Report
from games.teach.classes.models import Classroom, Group, Invitation, Membership, Staff
from games.teach.classes.offers import Handover, Offer
from games.teach.classes.sections import Section
from games.teach.live.lessons.models import RoomLesson, RoomLessonVersion
from games.teach.live.rooms.agenda import RoomPart
from games.teach.live.rooms.models import Answer, Participant, Room, RoomQuestion
from games.teach.live.rounds.models import RoomGame, RoomPair, RoomRound
from games.teach.lti.models import (
    Handshake,
    LinkedCourse,
    PlatformState,
    RegistrationLink,
    SentGrade,
)
from games.teach.tournaments.models import Tournament, TournamentEntry, TournamentGame
from games.teach.work.answer_drafts import AnswerDraft
from games.teach.work.comments import Comment
from games.teach.work.models import (
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
from games.teach.work.plans.models import Plan, PlannedAssignment, PlannedItem, PlanVersion
from games.teach.work.windows import SectionTimes
from games.web.models import Edition, Heartbeat, Job, Tally
from games.web.watch.audit import AuditEntry

__all__ = [
    "AnotherTry",
    "Answer",
    "AnswerDraft",
    "ApiToken",
    "Assignment",
    "Attempt",
    "AuditEntry",
    "Classroom",
    "Comment",
    "Daily",
    "DailyVersion",
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
    "OpenQuestionVersion",
    "Override",
    "Owned",
    "Participant",
    "Plan",
    "PlanVersion",
    "PlannedAssignment",
    "PlannedItem",
    "PlatformState",
    "ProgramVersion",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleSet",
    "PuzzleSetItem",
    "PuzzleSetVersion",
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
    "RoomQuestion",
    "RoomRound",
    "Round",
    "Route",
    "SavedProgram",
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
    "TakenTest",
    "Tally",
    "Tournament",
    "TournamentEntry",
    "TournamentGame",
    "Track",
    "User",
    "Visitor",
    "owned_by",
    "owner_fields",
]
