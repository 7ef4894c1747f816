from django.urls import path

from games.live import desk_views as desk
from games.live import join_views, lesson_views, open_views, phone_views, round_views
from games.live import leading_views as leading
from games.live import projector_views as projector
from games.people import code_views as codes

app_name = "live"

urlpatterns = [
    path("", open_views.entrance, name="entrance"),
    path("open/", open_views.open_, name="open"),
    path("lessons/", lesson_views.lessons, name="lessons"),
    path("lessons/<slug:room_lesson_slug>/", lesson_views.lesson, name="lesson"),
    path("code/", codes.enter, name="code"),
    path("<str:code>/", join_views.room, name="room"),
    path("<str:code>/back/", join_views.back, name="back"),
    path("<str:code>/leave/", join_views.leave, name="leave"),
    path("<str:code>/poll/", phone_views.poll, name="poll"),
    path("<str:code>/answer/", phone_views.answer, name="answer"),
    # /live/<code>/
    path("<str:code>/projector/", projector.projector, name="projector"),
    path("<str:code>/projector/poll/", projector.poll, name="projector-poll"),
    path("<str:code>/desk/", desk.desk, name="desk"),
    path("<str:code>/desk/poll/", desk.poll, name="desk-poll"),
    path("<str:code>/keep/", desk.keep, name="keep"),
    path("<str:code>/do/<slug:step>/", leading.do, name="do"),
    # /live/<code>/round/
    path("<str:code>/round/", round_views.rounds, name="round"),
    path("<str:code>/round/poll/", round_views.poll, name="round-poll"),
]
