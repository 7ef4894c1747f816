from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import path, reverse_lazy
from django.views.generic import RedirectView

from games.learn.puzzles import list_views as puzzle_lists
from games.learn.puzzles import views as puzzles
from games.learn.puzzles.trainer import views as trainer

app_name = "puzzles"


def former(page: str) -> Callable[..., HttpResponseBase]:
    """The address of a page that is gone leads to the one in its place, and so does a form of it
    that somebody still has open."""
    return RedirectView.as_view(
        url=reverse_lazy(page), permanent=True, http_method_names=["get", "head", "post"]
    )


urlpatterns = [
    # /puzzles/
    path("puzzles/", puzzle_lists.index, name="index"),
    path("puzzles/daily/", puzzle_lists.daily, name="daily"),
    path("puzzles/themes/<slug:theme>/", puzzle_lists.theme, name="theme"),
    path("puzzles/sets/<slug:slug>/", puzzle_lists.one_set, name="set"),
    # /puzzles/train/
    path("puzzles/train/", trainer.index, name="train"),
    path("puzzles/train/<slug:training>/", trainer.training, name="training"),
    path("puzzles/train/<slug:training>/round/", trainer.start_round, name="start-round"),
    path("puzzles/rounds/<uuid:round_id>/", trainer.round_page, name="round"),
    path("puzzles/rounds/<uuid:round_id>/next/", trainer.round_next, name="round-next"),
    # Former pages
    path("puzzles/week/", former("puzzles:index"), name="week"),
    path("puzzles/drill/", former("puzzles:train"), name="drill"),
    path("puzzles/drill/<int:pins>/", former("puzzles:train"), name="drill-next"),
    # /puzzles/<puzzle>/
    path("puzzles/<uuid:puzzle_id>/", puzzles.puzzle, name="puzzle"),
    path("puzzles/<uuid:puzzle_id>/answer/", puzzles.answer, name="answer"),
    path("puzzles/<uuid:puzzle_id>/hint/", puzzles.hint, name="hint"),
    path("puzzles/<uuid:puzzle_id>/play/", puzzles.play, name="play"),
    path("puzzles/<uuid:puzzle_id>/tries/<uuid:attempt_id>/", puzzles.attempt, name="attempt"),
]
