from django.urls import path

from games.teach.tournaments import views

app_name = "tournaments"

urlpatterns = [
    path("classes/<uuid:classroom_id>/tournament/", views.tournament, name="tournament"),
    path("classes/<uuid:classroom_id>/tournament/start/", views.start, name="start"),
    path(
        "classes/<uuid:classroom_id>/tournament/<int:tournament_id>/enter/",
        views.enter,
        name="enter",
    ),
    path(
        "classes/<uuid:classroom_id>/tournament/<int:tournament_id>/change/",
        views.change,
        name="change",
    ),
    path("classes/<uuid:classroom_id>/tournament/<int:tournament_id>/run/", views.run, name="run"),
]
