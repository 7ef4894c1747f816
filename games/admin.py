"""The admin site: Django's own, for those who run the place."""

from django.contrib import admin

from games.explore.theory.admin import OpenQuestionAdmin
from games.learn.lessons.editor.admin import LessonAdmin, SkillAdmin, TrackAdmin
from games.learn.puzzles.admin import PuzzleAdmin
from games.learn.sets.admin import PuzzleSetAdmin
from games.people.admin import PersonAdmin
from games.site.reports.admin import ReportAdmin
from games.teach.classes.admin import ClassroomAdmin
from games.teach.live.admin import RoomAdmin, RoomLessonAdmin
from games.teach.lti.admin import PlatformAdmin, RegistrationLinkAdmin
from games.teach.work.admin import AssignmentAdmin, PlanAdmin
from games.web.watch.admin import AuditAdmin

admin.site.site_header = admin.site.site_title = "Marienbad"
admin.site.index_title = "Site administration"

__all__ = [
    "AssignmentAdmin",
    "AuditAdmin",
    "ClassroomAdmin",
    "LessonAdmin",
    "OpenQuestionAdmin",
    "PersonAdmin",
    "PlanAdmin",
    "PlatformAdmin",
    "PuzzleAdmin",
    "PuzzleSetAdmin",
    "RegistrationLinkAdmin",
    "ReportAdmin",
    "RoomAdmin",
    "RoomLessonAdmin",
    "SkillAdmin",
    "TrackAdmin",
]
