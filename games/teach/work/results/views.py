"""Following a class: the table of results, one student's answers, files."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.boards.board_view import BoardView, view
from games.boards.lenses import theories_of
from games.learn.lessons.models import StepAttempt
from games.learn.progress.learnt import learnt_by
from games.people.models import User
from games.play.reviews.review import Ply, Review
from games.play.table import Table
from games.questions.goals.goal import WrittenProgram
from games.questions.marks import ResultMark, strip
from games.questions.shown_question import ShownQuestion
from games.questions.verdicts import Verdict
from games.teach.classes.access import get_membership
from games.teach.classes.models import Membership
from games.teach.classes.page_parts import neighbours
from games.teach.work.access import get_assignment_as_staff, get_assignment_to_grade, get_item
from games.teach.work.comments import comments_to
from games.teach.work.grades.gradebooks import FORMATS, GRADEBOOKS, LayoutForm, Panel, written
from games.teach.work.models import Assignment, Item, ItemAttempt, Override, Start
from games.teach.work.results.analysis import answer_words
from games.teach.work.results.diagnosing import gone_or_not
from games.teach.work.results.granting_forms import AnotherTestForm, CommentForm, PointsForm
from games.teach.work.results.grants import grants
from games.teach.work.results.matrix import Matrix
from games.teach.work.results.mistakes import counting, misconceptions
from games.teach.work.standings.cells import Cell
from games.teach.work.standings.lesson_standings import counts
from games.teach.work.standings.reports import (
    ResultRow,
    gone_since,
    reports,
    roll_of,
    students_of,
)
from games.teach.work.standings.revealing import is_revealed, reveals_at
from games.teach.work.windows import window
from games.teach.work.writing import storing_work as service
from games.teach.work.writing.forms import OverrideForm
from games.teach.work.writing.views import NOTICES
from games.web.polling import Now, paced
from games.web.requests import wants_fragment
from games.web.watch.audit import What, note


@require_safe
@never_cache
def results(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Students and questions with their signs; those who need help come first. A poll sends the
    version that it has *seen*, and gets 204 if nothing has changed."""
    assignment = get_assignment_as_staff(request.user, assignment_id)
    searched = ("user",) if request.GET.get("name") else ()  # a search finds user names, too
    report = roll_of(assignment, *searched).report()
    matrix = Matrix(report, request.GET)
    version = matrix.version
    if wants_fragment(request) and request.GET.get("seen") == version:
        return paced(HttpResponse(status=204), Now(version, is_awaited=False))
    told_at = reveals_at(assignment) if assignment.is_test else None
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "matrix": matrix,
        "points": report.points,
        "looks_again": matrix.with_(page=matrix.page.number, seen=version),
        "reveals_at": told_at,
        "is_revealed": told_at is not None and told_at <= timezone.now(),
        "part": matrix.part,
        "habits": misconceptions(matrix.report),
        "progress": gone_or_not(matrix.report),
        "gone": gone_since(assignment.classroom, assignment.published_at),
        "notice": NOTICES.get(request.GET.get("done", ""), ""),
    }
    page = render(request, "teach/work/results.html", context)
    return paced(page, Now(version, is_awaited=False))


@require_safe
@never_cache
def files(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """The results as files: the gradebook, the id of students, and notes on importing."""
    return files_page(request, get_assignment_as_staff(request.user, assignment_id))


def files_page(
    request: HttpRequest, assignment: Assignment, *, problem: str = "", status: int = 200
) -> HttpResponse:
    roll = roll_of(assignment, "user")
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "points": roll.points,
        "panels": [Panel.of(kind, roll.students, "columns", "separator") for kind in GRADEBOOKS],
        "separator": LayoutForm(auto_id="tidy-%s")["separator"],
        "problem": problem,
    }
    return render(request, "teach/work/files.html", context, status=status)


@require_safe
@never_cache
def download(request: HttpRequest, assignment_id: uuid.UUID, form: str) -> HttpResponseBase:
    """The results as a CSV file."""
    assignment = get_assignment_as_staff(request.user, assignment_id)
    if form not in FORMATS:
        raise Http404("There is no such file.")
    asked = LayoutForm(request.GET)
    if not asked.is_valid():
        return files_page(request, assignment, problem="Choose one of the files below.", status=422)
    note(What.DOWNLOAD, assignment, f"results: {form}")
    rows = FORMATS[form](roll_of(assignment, "user"), asked.layout)
    response = StreamingHttpResponse(
        written(rows, asked.layout), content_type="text/csv; charset=utf-8"
    )
    name = slugify(assignment.title) or "results"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-{form}.csv"'
    return response


@dataclass(frozen=True)
class Replay:
    """One answer with its verdict; a game move by move, or a program."""

    attempt: ItemAttempt
    verdict: Verdict | None
    plies: tuple[Ply, ...] = ()
    board: BoardView | None = None
    program: WrittenProgram | None = None


def student_of(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID
) -> tuple[Assignment, Membership]:
    """An assignment and one of its students, for staff."""
    assignment = get_assignment_as_staff(request.user, assignment_id)
    return assignment, get_membership(assignment.classroom, membership_id)


@require_safe
@never_cache
def student(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """One student's work: every question, and the forms for grants."""
    assignment, member = student_of(request, assignment_id, membership_id)
    return student_page(request, assignment, member)


def student_page(
    request: HttpRequest,
    assignment: Assignment,
    member: Membership,
    *,
    form: OverrideForm | None = None,
    points_form: PointsForm | None = None,
    comment_form: CommentForm | None = None,
    test_form: AnotherTestForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    override = Override.objects.filter(assignment=assignment, membership=member).first()
    [own_report] = reports([(assignment, [member])])
    [row] = own_report.rows
    where = reverse("assignments:student", args=[assignment.pk, member.pk])
    before, after = neighbours(students_of(assignment), member)
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "member": member,
        "row": row,
        "strip": strip(assignment.title, row.marks(where)),
        "wrong": wrong_boards(row),
        "before": before,
        "after": after,
        "is_refused": status != 200,
        "habits": misconceptions(own_report),
        "progress": gone_or_not(own_report),
        "points": own_report.points,
        "form": form or OverrideForm(instance=override),
        "points_form": points_form or PointsForm(assignment, member),
        "test_form": test_form or AnotherTestForm(),
        "grants": grants(assignment, member),
        "comments": comments_to(assignment, member),
        "comment_form": comment_form or CommentForm(assignment, member),
        "problem": problem,
        "can_grade": assignment.classroom.can_grade,
        "can_change": assignment.classroom.can_edit,
        "is_revealed": assignment.is_test and is_revealed(assignment),
        "start": Start.objects.filter(assignment=assignment, membership=member).first(),
        "notice": NOTICES.get(request.GET.get("done", ""), ""),
    }
    return render(request, "teach/work/student.html", context, status=status)


@dataclass(frozen=True)
class WrongBoard:
    """A question, by its *number*, that a student has not got right, with the last answer in
    *words* and the time of it."""

    number: int
    cell: Cell
    words: str


def wrong_boards(row: ResultRow) -> list[WrongBoard]:
    """The questions whose answers are wrong so far, each with the last wrong answer."""
    cells = {
        cell.item.pk: (number, cell)
        for number, cell in enumerate(row.cells, 1)
        if cell.mark is ResultMark.WRONG and not cell.item.is_lesson
    }
    tries = counting(cell.item for _, cell in cells.values()).filter(
        membership=row.membership, solved=False
    )
    last: dict[int, tuple[str, str]] = {}
    columns = ("item", "position", "answer")
    for item, position, given in tries.order_by("answered_at", "pk").values_list(*columns):
        last[item] = position, given
    return [
        WrongBoard(number, cell, answer_words(cell.item.at(position), given))
        for key, (number, cell) in cells.items()
        if key in last
        for position, given in [last[key]]
    ]


@require_POST
def grant(request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID) -> HttpResponse:
    """Set more time for this student, or take it back."""
    assignment = get_assignment_to_grade(request.user, assignment_id)
    member = get_membership(assignment.classroom, membership_id)
    form = OverrideForm(request.POST)
    if not form.is_valid():
        return student_page(request, assignment, member, form=form, status=422)
    service.grant(assignment, member, **form.cleaned_data)
    address = reverse("assignments:student", args=[assignment.pk, member.pk])
    return redirect(f"{address}?done=saved")


@require_safe
@never_cache
def replay(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID, item_id: int
) -> HttpResponse:
    """Every answer of a student to a question, with the verdict that the student read."""
    assignment, member = student_of(request, assignment_id, membership_id)
    item = get_item(assignment, item_id)
    context: dict[str, Any] = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "member": member,
        "item": item,
        "cell": cell_of(assignment, member, item),
        "comments": [one for one in comments_to(assignment, member) if one.item_id == item.pk],
        "comment_form": CommentForm(assignment, member, initial={"item": item.pk}),
        "can_grade": assignment.classroom.can_grade,
    }
    if item.lesson:
        override = Override.objects.filter(assignment=assignment, membership=member).first()
        times = window(assignment, member, override)
        tries = StepAttempt.objects.filter(step__lesson=item.lesson, user=member.user)
        context["steps"] = [
            (attempt, attempt.verdict(attempt.step, learnt_by(attempt.step.lesson)))
            for attempt in tries.select_related("step__lesson").order_by("created_at")
            if attempt.step.goal and counts(assignment, attempt.created_at, times)
        ]
        return render(request, "teach/work/replay_lesson.html", context)
    attempts = ItemAttempt.objects.filter(item=item, membership=member)
    context["item"] = own = context["cell"].item
    context["task"] = ShownQuestion(own)
    context["board"] = view(ShownQuestion(own).board)
    context["replays"] = [
        _replay(own, attempt) for attempt in attempts.select_related("match", "membership__user")
    ]
    return render(request, "teach/work/replay.html", context)


def cell_of(assignment: Assignment, member: Membership, item: Item) -> Cell:
    """The cell of one student and question."""
    [own_report] = reports([(assignment, [member])])
    cell = own_report.cell(member.pk, item.pk)
    assert cell is not None
    return cell


def _replay(item: Item, attempt: ItemAttempt) -> Replay:
    verdict = attempt.verdict(item, theories_of(attempt.membership.user))
    plies: tuple[Ply, ...] = ()
    if attempt.match is not None:
        plies = tuple(Review(Table(attempt.match)).plies)
    program = None
    if verdict is not None:
        task = ShownQuestion(item)
        program = task.asking.program(task, attempt.answer, f"slip-{attempt.pk}-")
    return Replay(attempt, verdict, plies, program=program)


@require_POST
def see_to(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID, item_id: int
) -> HttpResponse:
    """Note that staff have helped here."""
    assignment = get_assignment_to_grade(request.user, assignment_id)
    member = get_membership(assignment.classroom, membership_id)
    item = get_item(assignment, item_id)
    assert isinstance(request.user, User)
    service.see_to(cell_of(assignment, member, item), request.user)
    return redirect("assignments:results", assignment.pk)
