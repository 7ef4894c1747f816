from django.urls import path

from games.people import ways_in_views
from games.teach.live.lessons import views as own
from games.teach.live.screens import evening_views, lesson_views, open_views, phone_views
from games.teach.live.screens import views as leading

app_name = "live"

urlpatterns = [
    path("", open_views.entrance, name="entrance"),
    path("open/", open_views.open_, name="open"),
    path("lessons/", lesson_views.lessons, name="lessons"),
    path("lessons/<slug:room_lesson_slug>/", lesson_views.lesson, name="lesson"),
    path("lessons/<slug:room_lesson_slug>/preview/", lesson_views.preview, name="preview"),
    path("lessons/<slug:room_lesson_slug>/paper/", lesson_views.paper, name="lesson-paper"),
    path("lessons/<slug:room_lesson_slug>/copy/", lesson_views.copy, name="copy-lesson"),
    # an instructor's own lessons
    path("own/", own.own_lessons, name="own-lessons"),
    path("own/new/", own.new, name="new-lesson"),
    path("own/import/", own.import_, name="import-lesson"),
    path("own/<slug:own_slug>/", own.write, name="write-lesson"),
    path("own/<slug:own_slug>/versions/", own.versions, name="lesson-versions"),
    path("own/<slug:own_slug>/versions/<int:version>/", own.restore, name="restore-lesson"),
    path("own/<slug:own_slug>/export/", own.export, name="export-lesson"),
    path("own/<slug:own_slug>/share/", own.share, name="share-lesson"),
    path("own/<slug:own_slug>/archive/", own.archive, name="archive-lesson"),
    path("own/<slug:own_slug>/delete/", own.delete, name="delete-lesson"),
    path("code/", ways_in_views.enter, name="code"),
    path("<str:code>/", phone_views.room, name="room"),
    path("<str:code>/back/", phone_views.back, name="back"),
    path("<str:code>/leave/", phone_views.leave, name="leave"),
    path("<str:code>/poll/", phone_views.poll, name="poll"),
    path("<str:code>/answer/", phone_views.answer, name="answer"),
    # /live/<code>/
    path("<str:code>/projector/", leading.projector, name="projector"),
    path("<str:code>/projector/poll/", leading.poll_projector, name="projector-poll"),
    path("<str:code>/desk/", leading.desk, name="desk"),
    path("<str:code>/desk/poll/", leading.poll_desk, name="desk-poll"),
    path("<str:code>/evening/", evening_views.evening, name="evening"),
    path("<str:code>/paper/", evening_views.paper, name="paper"),
    path("<str:code>/keep/", leading.keep, name="keep"),
    path("<str:code>/do/<slug:step>/", leading.do, name="do"),
    # /live/<code>/round/
    path("<str:code>/round/", leading.rounds, name="round"),
    path("<str:code>/round/poll/", leading.poll_rounds, name="round-poll"),
]
