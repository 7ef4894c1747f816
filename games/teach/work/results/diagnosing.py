"""From a habit of a class or a student to positions that separate it from similar habits, for the
students who show it."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.attempts import Attempt
from games.questions.grading import posted_key
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.questions.signs import asked_of, positions_in, positions_that_tell
from games.teach.classes.access import get_membership
from games.teach.classes.models import EDITORS, Classroom, Membership
from games.teach.work.access import get_assignment_as_staff, get_assignment_to_change
from games.teach.work.models import Assignment, Item
from games.teach.work.results.mistakes import KNOWN, SeenHabit, first_answers, misconceptions, shown
from games.teach.work.standings.reports import AssignmentReport, PartOfClass, Roll, reports, roll_of
from games.teach.work.writing import storing_work
from games.teach.work.writing.forms import ForStudentsForm
from games.web.requests import made_once
from games.web.zones import called
from solver import (
    Position,
    Separation,
    SolverError,
    separation,
)
from solver.teaching import HABITS, Misconception


@dataclass(frozen=True)
class Proposal:
    """A proposed position: its question, the moves that the habit would make, in words, and the
    names of other habits that may make them too."""

    asked: Question
    moves: tuple[str, ...]
    alike: tuple[str, ...] = ()


def proposals(seen: SeenHabit, classroom: Classroom) -> list[Proposal]:
    """At most five positions that separate a habit from similar ones, in the game in which it
    showed most, new to the students and their class. The proposals stay the same until they are
    set."""
    game = game_of(seen)
    if game is None:
        return []
    ruleset, convention, to_move = game
    users = [shown.membership.user_id for shown in seen.students]
    had = positions_had(ruleset, convention, classroom, users)
    return [
        proposal(found)
        for found in positions_that_tell(seen.misconception, ruleset, convention, to_move, had)
    ]


def game_of(seen: SeenHabit) -> tuple[str, str, str] | None:
    """The ruleset, convention and player to move with which a habit showed most. None for a habit
    that no move shows."""
    if seen.misconception not in HABITS:
        return None
    games: Counter[tuple[str, str, str]] = Counter()
    for place in seen.places:
        item = place.item
        games[item.ruleset, item.convention, item.to_move] += place.times
    return min(games, key=lambda game: (-games[game], game))


def positions_had(
    ruleset: str, convention: str, classroom: Classroom, users: Iterable[int]
) -> frozenset[Position]:
    """The positions of a game that the class was set, or that these people tried elsewhere."""
    game = {"ruleset": ruleset, "convention": convention}
    people = list(users)
    texts = set(
        Item.objects.filter(assignment__classroom=classroom, **game).values_list(
            "position", flat=True
        )
    )
    tried = Attempt.objects.filter(user__in=people, **game)
    texts.update(tried.values_list("position", flat=True))
    return positions_in(ruleset, texts)


def proposal(found: Separation) -> Proposal:
    """A separating position as a proposal."""
    asked = asked_of(found)
    task = ShownQuestion(asked)
    return Proposal(
        asked,
        tuple(task.move_words(move.canonical) for move in found.moves),
        tuple(other.name for other in found.alike),
    )


def is_telling(habit: Misconception, asked: Question) -> bool:
    """Whether a position from the form separates the habit."""
    return separation(habit, ShownQuestion(asked).question) is not None


def set_positions(
    classroom: Classroom,
    user: User,
    key: uuid.UUID,
    habit: Misconception,
    *,
    title: str,
    asked: Sequence[Question],
    students: Iterable[Membership],
    due_at: datetime | None,
    is_published: bool,
) -> Assignment:
    """An assignment of these positions for these students only, without hints, so that first
    answers are telling. At most one for each *key* of a form."""

    def make() -> Assignment:
        made = Assignment.objects.create(
            pk=key,
            classroom=classroom,
            created_by=user,
            title=title,
            habit=habit.key,
            hints=False,
            due_at=due_at,
        )
        made.students.set(students)
        storing_work.add_exercises(made, asked)
        if is_published:
            storing_work.publish(made)
            made.refresh_from_db()
        return made

    return made_once(Assignment.objects.filter(classroom=classroom), key, make)


@dataclass(frozen=True)
class Progress:
    """Whether a student has lost a habit: the number of *items*, how many are *answered*, and how
    many first answers *follow* the habit."""

    membership: Membership
    items: int
    answered: int
    follow: int

    @property
    def is_gone(self) -> bool:
        return self.answered == self.items and not self.follow

    @property
    def words(self) -> str:
        if self.answered < self.items:
            return (
                f"answered {self.answered} of {self.items}, and played the habit’s move "
                f"{'once' if self.follow == 1 else f'{self.follow} times'}"
            )
        if self.is_gone:
            return f"gone: 0 of {self.items} first answers follow it"
        verb = "follows" if self.follow == 1 else "follow"
        return f"still there: {self.follow} of {self.items} first answers {verb} it"


@dataclass(frozen=True)
class Diagnosis:
    """The results of an assignment that was set because of a habit."""

    misconception: Misconception
    students: tuple[Progress, ...]

    @property
    def gone(self) -> int:
        return sum(student.is_gone for student in self.students)


def gone_or_not(told: AssignmentReport | Roll) -> Diagnosis | None:
    """Whether the students lost the habit that the assignment was set for; None for other
    assignments."""
    habit = KNOWN.get(told.assignment.habit)
    if habit is None:
        return None
    items = {item.pk: item for item in told.items if not item.is_lesson}
    answered: Counter[uuid.UUID] = Counter()
    follow: Counter[uuid.UUID] = Counter()
    firsts = first_answers(told.assignment, items.values())
    columns = ("membership_id", "item_id", "position", "answer", "misconception", "solved")
    for student, key, position, answer, stored, solved in firsts.values_list(*columns):
        answered[student] += 1
        item = items[key].at(position)
        found = None if solved else shown(item, answer, stored)
        follow[student] += found is not None and found.key == habit.key
    return Diagnosis(
        habit,
        tuple(
            Progress(student, len(items), answered[student.pk], follow[student.pk])
            for student in told.students
        ),
    )


class SettingForm(ForStudentsForm):
    """The form for an assignment of the shown positions: which of the students who show the habit
    get it, and when it is due."""

    def __init__(self, seen: SeenHabit, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Students read the title, so it must not name the habit.
        self.initial = {**self.initial, "title": "A few more positions"}
        self.offer(
            (shown.membership.pk, f"{shown.name}: {shown.times} of {shown.slips}")
            for shown in seen.students
        )


@FORM_METHODS
@never_cache
def diagnosis(request: HttpRequest, assignment_id: uuid.UUID, habit: str) -> HttpResponse:
    """The evidence for a habit, and five positions that separate it, to set for the students who
    show it: all of them, or the one *student* in the address."""
    asked = get_assignment_to_change if request.method == "POST" else _to_see
    assignment = asked(request.user, assignment_id)
    if habit not in KNOWN:
        raise Http404("There is no such habit.")
    wanted = (seen for seen in misconceptions(_report(request, assignment)))
    seen = next((one for one in wanted if one.misconception.key == habit), None)
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "misconception": KNOWN[habit],
        "seen": seen,
        "zone": called(assignment.classroom.zone),
    }
    if seen is None:
        status = 409 if request.method == "POST" else 200
        return render(request, "teach/work/diagnosis.html", context, status=status)
    offered = proposals(seen, assignment.classroom)
    form = SettingForm(seen, request.POST or None)
    if form.is_valid():
        made = _set(request, assignment, seen, offered, form)
        if made is not None:
            where = "results" if made.is_published else "edit"
            done = "published" if made.is_published else "saved"
            address = redirect(f"assignments:{where}", made.pk)
            address["Location"] += f"?done={done}"
            return address
        context["problem"] = (
            "The positions have changed since you opened the page. Look at them again."
        )
    context |= {"form": form, "proposals": offered}
    status = 422 if form.is_bound else 200
    return render(request, "teach/work/diagnosis.html", context, status=status)


def _to_see(user: Any, assignment_id: uuid.UUID) -> Assignment:
    return get_assignment_as_staff(user, assignment_id, EDITORS)


def _report(request: HttpRequest, assignment: Assignment) -> AssignmentReport:
    """The report on the class, on a group or section of it, or on one student."""
    student = request.GET.get("student")
    if not student:
        roll = roll_of(assignment)
        return roll.of(PartOfClass(roll.students, request.GET)).report()
    try:
        member = get_membership(assignment.classroom, uuid.UUID(student))
    except ValueError:
        raise Http404("There is no such student.") from None
    [own] = reports([(assignment, [member])])
    return own


def _set(
    request: HttpRequest,
    assignment: Assignment,
    seen: SeenHabit,
    offered: list[Proposal],
    form: SettingForm,
) -> Assignment | None:
    """The assignment of exactly the positions shown, or None if they do not separate the habit. A
    repeated request makes only one, although its positions are no longer new."""
    assert isinstance(request.user, User)
    game = offered[0].asked if offered else None
    texts = request.POST.getlist("position")[:5]
    try:
        asked = [replace(game, position=text) for text in texts] if game else []
        if not asked or not all(is_telling(seen.misconception, one) for one in asked):
            return None
    except SolverError:
        return None
    chosen = set(form.cleaned_data["students"])
    students: list[Membership] = [
        shown.membership for shown in seen.students if shown.membership.pk in chosen
    ]
    return set_positions(
        assignment.classroom,
        request.user,
        posted_key(request, request.user),
        seen.misconception,
        title=form.cleaned_data["title"],
        asked=asked,
        students=students,
        due_at=form.cleaned_data["due_at"],
        is_published="publish" in request.POST,
    )
