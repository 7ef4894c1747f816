from django.urls import URLPattern, path

from games.teach.work.answering import drafting_views as drafting
from games.teach.work.answering import views as doing
from games.teach.work.grades import identities
from games.teach.work.grades import views as grades
from games.teach.work.results import analysis, diagnosing
from games.teach.work.results import comment_views as comments
from games.teach.work.results import granting_views as granting
from games.teach.work.results import views as results
from games.teach.work.writing import adding_views as adding
from games.teach.work.writing import extending
from games.teach.work.writing import views as writing
from games.teach.work.writing.sheet import Sheet

app_name = "assignments"


def writing_paths(prefix: str, kind: type[Sheet]) -> list[URLPattern]:
    """The addresses of the editor page of one kind of assignment, and of its buttons."""
    given = {"kind": kind}
    return [
        path(f"{prefix}edit/", writing.edit, given, name="edit"),
        path(f"{prefix}lines/", adding.lines, given, name="lines"),
        path(f"{prefix}draw/", adding.draw, given, name="draw"),
        path(f"{prefix}find/", adding.find, given, name="find"),
        path(f"{prefix}add/", adding.add, given, name="add"),
        path(f"{prefix}items/<int:item_id>/", writing.item, given, name="change"),
        path(f"{prefix}settings/", writing.settings, given, name="settings"),
        # A page that was open before an update has a button for the points alone.
        path(f"{prefix}points/", writing.settings, given, name="points"),
    ]


urlpatterns = [
    path("classes/<uuid:classroom_id>/assignments/new/", writing.new, name="new"),
    path("classes/<uuid:classroom_id>/assignments/drafts/", writing.drafts, name="drafts"),
    path("classes/<uuid:classroom_id>/grades/", grades.grades, name="grades"),
    path("classes/<uuid:classroom_id>/grades.csv", grades.file, name="grades-file"),
    path("classes/<uuid:classroom_id>/grades/files/", grades.files, name="grades-files"),
    path(
        "classes/<uuid:classroom_id>/grades/files/<slug:form>.csv",
        grades.file,
        name="grades-download",
    ),
    path("classes/<uuid:classroom_id>/people/<uuid:membership_id>/work/", grades.work, name="work"),
    path("classes/<uuid:classroom_id>/identities/", identities.identities, name="identities"),
    path("assignments/set/", adding.choose, name="set"),
    # for students
    path("assignments/", doing.index, name="index"),
    path("assignments/<uuid:assignment_id>/", doing.assignment, name="assignment"),
    path("assignments/<uuid:assignment_id>/start/", doing.start, name="start"),
    path("assignments/<uuid:assignment_id>/hand-in/", doing.hand_in, name="hand-in"),
    path("assignments/<uuid:assignment_id>/<int:place>/", doing.item, name="item"),
    path("assignments/<uuid:assignment_id>/<int:place>/answer/", doing.answer, name="answer"),
    path("assignments/<uuid:assignment_id>/<int:place>/draft/", drafting.draft, name="draft"),
    path(
        "assignments/<uuid:assignment_id>/time/<uuid:membership_id>/",
        drafting.time_left,
        name="time",
    ),
    path("assignments/<uuid:assignment_id>/<int:place>/hint/", doing.hint, name="hint"),
    path("assignments/<uuid:assignment_id>/<int:place>/play/", doing.play, name="play"),
    path("assignments/<uuid:assignment_id>/<int:place>/preview/", doing.preview, name="preview"),
    # for instructors who make assignments
    *writing_paths("assignments/<uuid:assignment_id>/", Sheet),
    path("assignments/<uuid:assignment_id>/publish/", writing.publish, name="publish"),
    path("assignments/<uuid:assignment_id>/archive/", writing.archive, name="archive"),
    path("assignments/<uuid:assignment_id>/sections/", extending.times, name="section-times"),
    path("assignments/<uuid:assignment_id>/extend/", extending.more_time, name="extend"),
    path("assignments/<uuid:assignment_id>/withdraw/", granting.withdraw, name="withdraw"),
    # for staff who follow the class
    path("assignments/<uuid:assignment_id>/results/", results.results, name="results"),
    path("assignments/<uuid:assignment_id>/results/items/", analysis.items, name="items"),
    path(
        "assignments/<uuid:assignment_id>/results/questions/<int:place>/",
        analysis.question,
        name="question",
    ),
    path("assignments/<uuid:assignment_id>/results/files/", results.files, name="files"),
    path(
        "assignments/<uuid:assignment_id>/results/habits/<slug:habit>/",
        diagnosing.diagnosis,
        name="diagnosis",
    ),
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
        "assignments/<uuid:assignment_id>/results/<uuid:membership_id>/points/",
        granting.give_points,
        name="give-points",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/<uuid:membership_id>/another-test/",
        granting.set_another_test,
        name="another-test",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/<uuid:membership_id>/comment/",
        comments.comment,
        name="comment",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/<uuid:membership_id>/comments/<int:comment_id>/remove/",
        comments.remove,
        name="remove-comment",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/<uuid:membership_id>/tries/<int:try_id>/back/",
        granting.take_back_try,
        name="take-back-try",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/another-try/",
        granting.another_try,
        name="another-try",
    ),
    path(
        "assignments/<uuid:assignment_id>/results/items/<int:item_id>/",
        granting.drop,
        name="drop",
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
