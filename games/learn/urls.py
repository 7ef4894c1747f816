from django.urls import path

from games.learn.study import preview_views as lesson_preview
from games.learn.study import sibling_views as lesson_siblings
from games.learn.study import views as lessons
from games.learn.taking_tests import views as quizzes

app_name = "lessons"

urlpatterns = [
    # /learn/
    path("learn/", lessons.index, name="index"),
    # Tests, checkpoints and reviews
    path("learn/checkpoints/<slug:track_slug>/", quizzes.checkpoint, name="checkpoint"),
    path("learn/review/", quizzes.review, name="review"),
    path("learn/tests/<uuid:quiz_id>/", quizzes.quiz, name="quiz"),
    path("learn/tests/<uuid:quiz_id>/<int:place>/", quizzes.answer, name="quiz-answer"),
    # The former addresses of puzzle reviews
    path("review/", quizzes.moved_review, name="moved-review"),
    path("review/<uuid:card_id>/", quizzes.moved_review, name="moved-review-card"),
    # /learn/<lesson>/
    path("learn/<slug:lesson_slug>/", lessons.lesson, name="lesson"),
    path("learn/<slug:lesson_slug>/test/", quizzes.test, name="test"),
    # /learn/<lesson>/<step>/
    path("learn/<slug:lesson_slug>/<int:number>/", lessons.step, name="step"),
    path("learn/<slug:lesson_slug>/<int:number>/answer/", lessons.answer, name="answer"),
    path("learn/<slug:lesson_slug>/<int:number>/next/", lessons.go_on, name="next"),
    path("learn/<slug:lesson_slug>/<int:number>/hint/", lessons.hint, name="hint"),
    path("learn/<slug:lesson_slug>/<int:number>/reveal/", lessons.reveal, name="reveal"),
    path("learn/<slug:lesson_slug>/<int:number>/play/", lessons.play, name="play"),
    path("learn/<slug:lesson_slug>/<int:number>/like/", lesson_siblings.like, name="like"),
    # For curators: the step as a student sees it, with nothing recorded
    path("learn/<slug:lesson_slug>/<int:number>/preview/", lesson_preview.step, name="preview"),
]
