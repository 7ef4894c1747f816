"""The evening after a room: which students missed what, by which habits, five positions of the same
kind for them, and the questions on paper."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from random import Random
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.boards.bounds import SEARCH_BUDGET, thinking
from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.grading import posted_key
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import sibling
from games.questions.variants import variant
from games.teach.classes.models import Membership
from games.teach.classes.sections import Section, chosen_among, sections_among
from games.teach.live.rooms.access import get_room_as_leader, may_keep
from games.teach.live.rooms.closing import NOT_OVER, keepable
from games.teach.live.rooms.models import Answer, Room, RoomQuestion
from games.teach.live.rooms.opening import OfferedQuestion
from games.teach.live.rooms.tally import judged, verdict_of
from games.teach.live.rooms.turns import task_of
from games.teach.live.screens.paper import sheets_of_room
from games.teach.work.models import Assignment
from games.teach.work.writing import storing_work
from games.teach.work.writing.forms import MOMENT, ForStudentsForm
from games.web.transactions import all_or_nothing
from games.web.zones import called
from solver import Budget, SolverError
from solver.teaching import counted

FIVE = 5
TRIES = 8
"""The number of attempts to find another position."""
DUE_AT = time(20)


@dataclass
class MissedBy:
    """A student who missed something: the numbers of the *questions* answered wrongly and of those
    not answered (*silent*), and how often each habit was behind a wrong answer (*shown*)."""

    membership: Membership
    questions: list[int] = field(default_factory=list)
    shown: Counter[str] = field(default_factory=Counter)
    silent: list[int] = field(default_factory=list)

    @property
    def habits(self) -> list[str]:
        """The names of the habits that the student showed more than once: one mistake is none."""
        return [name for name, times in self.shown.items() if times > 1]


@dataclass(frozen=True)
class AskedInRoom:
    """A question of the room for the table: its board, and how many students were *right*, *wrong*
    or *silent*."""

    number: int
    question: RoomQuestion
    task: ShownQuestion
    right: int
    wrong: int
    silent: int


class Evening:
    """The results of the class in a room, or of one section of it. Only students who were in the
    room count."""

    def __init__(self, room: Room, *, section: str | None = None) -> None:
        """*section* is the key of the only section to count; an unknown key counts everybody."""
        self.room = room
        self._asked_section = section
        self.questions: list[RoomQuestion] = keepable(room) if room.classroom_id else []

    @cached_property
    def sections(self) -> list[Section]:
        """The sections of the students who were in the room."""
        return sections_among(one.section for one in self._everybody)

    @cached_property
    def section(self) -> Section | None:
        """The section that counts; None for everybody."""
        return chosen_among(self.sections, self._asked_section)

    @cached_property
    def there(self) -> list[Membership]:
        """The students of the chosen section, or of the class, who were in the room."""
        return [one for one in self._everybody if self.section in (None, one.section)]

    @cached_property
    def _everybody(self) -> list[Membership]:
        users = self.room.participants.filter(user__isnull=False, taken_out_at=None)
        members = Membership.objects.active().by_name().filter(classroom=self.room.classroom_id)
        return list(members.filter(user__in=users.values("user")).select_related("user", "section"))

    @cached_property
    def _judged(self) -> dict[tuple[int, int | None], Answer]:
        """Each readable answer with its verdict, by question and user."""
        return {
            (answer.question_id, answer.participant.user_id): answer
            for answer in judged(self.questions)
        }

    @cached_property
    def asked(self) -> list[AskedInRoom]:
        """The questions, each with the results of the class."""
        told = []
        for number, question in enumerate(self.questions, 1):
            given = [self._judged.get((question.pk, one.user_id)) for one in self.there]
            answered = [one for one in given if one]
            right = sum(bool(one.solved) for one in answered)
            wrong, silent = len(answered) - right, len(given) - len(answered)
            told.append(AskedInRoom(number, question, task_of(question), right, wrong, silent))
        return told

    @cached_property
    def missed(self) -> list[MissedBy]:
        """The students who missed something, by name."""
        people = []
        for member in self.there:
            own = MissedBy(member)
            for number, question in enumerate(self.questions, 1):
                answer = self._judged.get((question.pk, member.user_id))
                if answer is None:
                    own.silent.append(number)
                elif not answer.solved:
                    own.questions.append(number)
                    habit = verdict_of(answer).habit
                    own.shown.update([habit.name] if habit else [])
            if own.questions or own.silent:
                people.append(own)
        return people

    @cached_property
    def habits(self) -> list[tuple[str, list[str]]]:
        """The habits behind the mistakes, most frequent first, each with the students who showed
        it."""
        shown: dict[str, list[str]] = {}
        for one in self.missed:
            for habit in one.habits:
                shown.setdefault(habit, []).append(one.membership.real_name)
        return sorted(shown.items(), key=lambda pair: (-len(pair[1]), pair[0]))

    @cached_property
    def positions(self) -> list[Question]:
        """Five new positions of the kinds that students missed, not asked in the room. The same
        room always gives the same ones."""
        weights = {one.number: one.wrong + one.silent for one in self.asked}
        kinds = [one for one in self.asked if weights[one.number]]
        kinds.sort(key=lambda one: (-weights[one.number], one.number))
        taken = {in_order(question.asked) for question in self.questions}
        chosen: list[Question] = []
        chance, budget = Random(str(self.room.pk)), thinking(SEARCH_BUDGET)
        for turn in range(FIVE):
            for one in kinds:
                if len(chosen) == FIVE:
                    return chosen
                found = _another(one.task, chance, budget, taken, is_first=turn == 0)
                if found is not None:
                    taken.add(found)
                    chosen.append(found)
        return chosen

    @property
    def due(self) -> datetime:
        """The evening of the day after tomorrow, or of the next Monday if that is a weekend, in the
        class's time zone."""
        day = timezone.localdate() + timedelta(days=2)
        while day.weekday() > 4:
            day += timedelta(days=1)
        return timezone.make_aware(datetime.combine(day, DUE_AT))


def in_order(asked: Question) -> Question:
    """The same question with its rows in ascending order, so that equal questions compare equal."""
    rows = sorted(int(size) for size in asked.position.split("+"))
    return replace(asked, position="+".join(map(str, rows)))


def _another(
    task: ShownQuestion, chance: Random, budget: Budget, taken: set[Question], *, is_first: bool
) -> Question | None:
    """A position similar to that of *task*; the nearest one if *is_first*. None if there is
    none."""
    near = sibling(task) if is_first else None
    if near is not None and in_order(near) not in taken:
        return in_order(near)
    if not task.asking.has_siblings:
        return None
    for _ in range(TRIES):
        try:
            found = variant(Question.of(task.exercise), chance, budget, taken)
        except SolverError:
            return None
        if found is not None and in_order(found) not in taken:
            return in_order(found)
    return None


@all_or_nothing
def set_five(
    room: Room,
    user: User,
    key: uuid.UUID,
    *,
    title: str,
    asked: Sequence[Question],
    students: Iterable[Membership],
    due_at: datetime | None,
) -> Assignment:
    """Publish an assignment of these positions for these students only, at most one for each *key*
    of a form."""
    assert room.classroom is not None
    made = storing_work.create(room.classroom, user, title, key, due_at=due_at)
    if not made.is_published:
        made.students.set(students)
        storing_work.add_exercises(made, asked)
        storing_work.publish(made)
    return made


class FiveForm(ForStudentsForm):
    """The form for an assignment of the shown positions: which students get it, and when it is
    due."""

    def __init__(self, evening: Evening, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        title = f"{counted(len(evening.positions), 'more position')}".capitalize()
        due = timezone.localtime(evening.due).strftime(MOMENT)
        self.initial = {"title": title, "due_at": due, **self.initial}
        self.offer((one.membership.pk, one.membership.listed_name) for one in evening.missed)


@FORM_METHODS
@never_cache
def evening(request: HttpRequest, code: str) -> HttpResponse:
    """Show who missed what; a POST sets the five positions for them."""
    room = get_room_as_leader(request.user, code)
    assert isinstance(request.user, User)
    told = Evening(room, section=request.GET.get("section"))
    may_set = may_keep(request.user, room)
    context = {"room": room, "evening": told, "may_set": may_set, "classroom": None}
    if room.classroom is not None:
        context["zone"] = called(room.classroom.zone)
    form = FiveForm(told, request.POST or None)
    problem = "" if room.is_over else NOT_OVER
    if request.method == "POST":
        if not may_set:
            raise PermissionDenied("Your role in this class does not allow this.")
        if not problem and form.is_valid():
            try:
                made = _set(request, told, form)
            except SolverError as error:
                problem = str(error)
            else:
                return redirect(reverse("assignments:results", args=[made]) + "?done=published")
    context |= {"form": form, "problem": problem}
    context["offers"] = [OfferedQuestion(asked) for asked in told.positions]
    status = 422 if request.method == "POST" else 200
    return render(request, "teach/live/evening.html", context, status=status)


def _set(request: HttpRequest, told: Evening, form: FiveForm) -> uuid.UUID:
    """Publish exactly the positions that the page showed."""
    assert isinstance(request.user, User)
    tokens = request.POST.getlist("offer")[:5]
    chosen = set(form.cleaned_data["students"])
    made = set_five(
        told.room,
        request.user,
        posted_key(request, request.user),
        title=form.cleaned_data["title"],
        asked=[OfferedQuestion.of(token).asked for token in tokens],
        students=[one.membership for one in told.missed if one.membership.pk in chosen],
        due_at=form.cleaned_data["due_at"],
    )
    return made.pk


@require_safe
@never_cache
def paper(request: HttpRequest, code: str) -> HttpResponse:
    """The questions of a room on paper, for a student without a phone."""
    room = get_room_as_leader(request.user, code)
    back = reverse("live:desk", args=[room.code])
    context = {"title": room.title, "back_url": back, "sheets": sheets_of_room(room)}
    return render(request, "teach/live/paper.html", context)
