from django.urls import path

from games.learn.puzzles import list_views as puzzle_lists
from games.learn.puzzles import views as puzzles
from games.learn.puzzles.trainer import views as trainer

app_name = "puzzles"

urlpatterns = [
    # /puzzles/
    path("puzzles/", puzzle_lists.index, name="index"),
    path("puzzles/daily/", puzzle_lists.daily, name="daily"),
    path("puzzles/week/", puzzle_lists.week, name="week"),
    path("puzzles/themes/<slug:theme>/", puzzle_lists.theme, name="theme"),
    path("puzzles/sets/<slug:slug>/", puzzle_lists.one_set, name="set"),
    # /puzzles/train/
    path("puzzles/train/", trainer.index, name="train"),
    path("puzzles/train/<slug:training>/", trainer.training, name="training"),
    path("puzzles/train/<slug:training>/round/", trainer.start_round, name="start-round"),
    path("puzzles/rounds/<uuid:round_id>/", trainer.round_page, name="round"),
    path("puzzles/rounds/<uuid:round_id>/next/", trainer.round_next, name="round-next"),
    # /puzzles/drill/
    path("puzzles/drill/", trainer.drill, name="drill"),
    path("puzzles/drill/<int:pins>/", trainer.next_board, name="drill-next"),
    # /puzzles/<puzzle>/
    path("puzzles/<uuid:puzzle_id>/", puzzles.puzzle, name="puzzle"),
    path("puzzles/<uuid:puzzle_id>/answer/", puzzles.answer, name="answer"),
    path("puzzles/<uuid:puzzle_id>/hint/", puzzles.hint, name="hint"),
    path("puzzles/<uuid:puzzle_id>/play/", puzzles.play, name="play"),
    path("puzzles/<uuid:puzzle_id>/tries/<uuid:attempt_id>/", puzzles.attempt, name="attempt"),
]
