from django.urls import path

from games.lab import views

app_name = "lab"

urlpatterns = [
    path("lab/studies/", views.ask, name="ask"),
    path("lab/studies/<uuid:study_id>/", views.study, name="study"),
    path("lab/studies/<uuid:study_id>/stop/", views.end, name="stop"),
]
