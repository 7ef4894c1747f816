from django.urls import path

from games.learn.study import unrecorded_views
from games.learn.study import views as lessons
from games.learn.taking_tests import views as taken_tests

app_name = "lessons"

urlpatterns = [
    # /learn/
    path("learn/", lessons.index, name="index"),
    # Tests, checkpoints and reviews
    path("learn/checkpoints/<slug:track_slug>/", taken_tests.checkpoint, name="checkpoint"),
    path("learn/review/", taken_tests.review, name="review"),
    path("learn/telling/<slug:belief>/", taken_tests.telling, name="telling"),
    path("learn/tests/<uuid:taken_id>/", taken_tests.taken, name="taken"),
    path("learn/tests/<uuid:taken_id>/<int:place>/", taken_tests.answer, name="taken-answer"),
    # The former addresses of puzzle reviews
    path("review/", taken_tests.moved_review, name="moved-review"),
    path("review/<uuid:card_id>/", taken_tests.moved_review, name="moved-review-card"),
    # /learn/<lesson>/
    path("learn/<slug:lesson_slug>/", lessons.lesson, name="lesson"),
    path("learn/<slug:lesson_slug>/test/", taken_tests.test, name="test"),
    # /learn/<lesson>/<step>/
    path("learn/<slug:lesson_slug>/<int:number>/", lessons.step, name="step"),
    path("learn/<slug:lesson_slug>/<int:number>/answer/", lessons.answer, name="answer"),
    path("learn/<slug:lesson_slug>/<int:number>/next/", lessons.go_on, name="next"),
    path("learn/<slug:lesson_slug>/<int:number>/hint/", lessons.hint, name="hint"),
    path("learn/<slug:lesson_slug>/<int:number>/reveal/", lessons.reveal, name="reveal"),
    path("learn/<slug:lesson_slug>/<int:number>/play/", lessons.play, name="play"),
    path("learn/<slug:lesson_slug>/<int:number>/like/", unrecorded_views.like, name="like"),
    # For curators: the step as a student sees it, with nothing recorded
    path("learn/<slug:lesson_slug>/<int:number>/preview/", unrecorded_views.step, name="preview"),
]
