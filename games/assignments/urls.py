from django.urls import path

from games.assignments import doing_views as homework
from games.assignments import results_views as results
from games.assignments import writing_views as assignments

app_name = "assignments"


urlpatterns = [
    path("classes/<uuid:classroom_id>/assignments/new/", assignments.new, name="new"),
    # /assignments/: for those who do them
    path("assignments/", homework.index, name="index"),
    path("assignments/<uuid:assignment_id>/", homework.assignment, name="assignment"),
    path("assignments/<uuid:assignment_id>/start/", homework.start, name="start"),
    path("assignments/<uuid:assignment_id>/hand-in/", homework.hand_in, name="hand-in"),
    path("assignments/<uuid:assignment_id>/<int:place>/", homework.item, name="item"),
    path("assignments/<uuid:assignment_id>/<int:place>/answer/", homework.answer, name="answer"),
    path("assignments/<uuid:assignment_id>/<int:place>/hint/", homework.hint, name="hint"),
    path("assignments/<uuid:assignment_id>/<int:place>/play/", homework.play, name="play"),
    path("assignments/<uuid:assignment_id>/<int:place>/preview/", homework.preview, name="preview"),
    # for those who give them
    path("assignments/<uuid:assignment_id>/edit/", assignments.edit, name="edit"),
    path("assignments/<uuid:assignment_id>/lines/", assignments.lines, name="lines"),
    path("assignments/<uuid:assignment_id>/find/", assignments.find, name="find"),
    path("assignments/<uuid:assignment_id>/add/", assignments.add, name="add"),
    path("assignments/<uuid:assignment_id>/items/<int:item_id>/", assignments.item, name="change"),
    path("assignments/<uuid:assignment_id>/settings/", assignments.settings, name="settings"),
    path("assignments/<uuid:assignment_id>/publish/", assignments.publish, name="publish"),
    path("assignments/<uuid:assignment_id>/archive/", assignments.archive, name="archive"),
    path("assignments/<uuid:assignment_id>/copy/", assignments.copy, name="copy"),
    # for those who follow the class
    path("assignments/<uuid:assignment_id>/results/", results.results, name="results"),
    path("assignments/<uuid:assignment_id>/results/items/", results.items, name="items"),
    path("assignments/<uuid:assignment_id>/results/files/", results.files, name="files"),
    path(
        "assignments/<uuid:assignment_id>/results/<slug:form>.csv",
        results.download,
        name="download",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/<uuid:membership_id>/",
        results.student,
        name="student",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/<uuid:membership_id>/grant/",
        results.grant,
        name="grant",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/<uuid:membership_id>/<int:item_id>/",
        results.replay,
        name="replay",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/<uuid:membership_id>/<int:item_id>/seen/",
        results.see_to,
        name="see-to",
    ),
]
