"""Room lessons: the list, and each lesson part by part, with a preview of its parts on the wall and
on a phone. Anybody may read those of the site.

The templates of a room draw the preview. The room and everything in it is invented and never
stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.models import User, Visitor
from games.play.protocol import open_match
from games.questions.grading import posted_key
from games.teach.classes.access import may_make_classes
from games.teach.live.leading import voting
from games.teach.live.lessons.access import get_room_lesson
from games.teach.live.lessons.lesson_parts import LessonPart
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import add_own, copied
from games.teach.live.rooms.agenda import RoomPart
from games.teach.live.rooms.models import Participant, Room, RoomQuestion, asked_columns
from games.teach.live.rounds import pairs
from games.teach.live.rounds.models import RoomGame, RoomPair, RoomRound
from games.teach.live.screens.paper import sheets_of_lesson
from games.teach.live.screens.phone import Phone
from games.teach.live.screens.phone_parts import part_of
from games.teach.live.screens.wall import Wall
from games.teach.work.plans.access import teaches
from games.web.errors import SignInFirstError
from games.web.requests import BARE
from solver import SolverError

TEMPLATES = {"wall": "teach/live/preview_wall.html", "phone": "teach/live/phone.html"}
NOBODY = 0
"""The key of a question that has no answers."""
DEAD = re.compile(r'\s(?:href="/[^"]*"|action="[^"]*"|data-hx-[a-z-]+="[^"]*"|autofocus)')
"""Attributes that make a press do something."""
IDS = re.compile(r'\bid="([^"]+)"')
NAMING = re.compile(r'\b(id|for|form|aria-(?:labelledby|describedby|controls)|data-film)="([^"]*)"')


class PartPreview:
    """A *part* on both screens, with two people in the room. The preview never shows what is
    right."""

    def __init__(self, lesson: RoomLesson, part: LessonPart) -> None:
        self.part, self.theory = part, part.theory or lesson.theory
        self.room = Room(title=lesson.title, theory=lesson.theory)
        self.room.part = RoomPart(room=self.room, number=part.number, content=part.content)
        self.people = [Participant(room=self.room, name=name, visitor=Visitor()) for name in "AB"]
        self.games: list[RoomGame] = []
        before = lesson.told[: part.number - 1]
        if part.is_question:
            number = sum(one.is_question for one in before) + 1
            columns = asked_columns(part.asked, number=number, state=RoomQuestion.State.ASKED)
            self.room.current = RoomQuestion(pk=NOBODY, room=self.room, **columns)
        elif part.kind.by_votes:
            self.room.match = open_match(Visitor(), voting.setup_of(self.room.part)).match
            self.room.current = voting.next_turn(self.room, self.room.match, pk=NOBODY, number=1)
        elif part.kind.in_rounds:
            self._draw(sum(one.rounds for one in before if one.kind.in_rounds) + 1)

    def _draw(self, number: int) -> None:
        """Draw the first round of the part, which is round *number* of the room."""
        assert self.room.part is not None
        terms = pairs.terms_of(self.room.part)
        self.room.round = now = RoomRound(room=self.room, number=number, **terms)
        first, second = self.people
        drawn: list[pairs.Pair] = [(first, second)]
        if now.alone_against:
            drawn = [(first, None), (second, None)]
        for (one, other), both in zip(drawn, pairs.opened(now, drawn), strict=True):
            pair = RoomPair(round=now, first=one, second=other, table=1)
            pair.ordered = pairs.games_between(pair, both)
            self.games += pair.ordered

    @property
    def terms(self) -> Iterator[str]:
        """The rounds, the clock and the theory, as far as the part has them."""
        return self.part.kind.terms(self.part, self.theory)

    @property
    def wall(self) -> SafeString:
        wall = Wall(self.room)
        wall.people = self.people
        if wall.round:
            wall.round.games = self.games
        return self._drawn("wall", {"wall": wall, "room": self.room})

    @property
    def phone(self) -> SafeString:
        phone = Phone(self.room, self.people[0])
        phone.answer = None
        phone.pair = self.games[0].pair if self.games else None
        part = part_of(phone)
        news, more = part.words(phone)
        shown = {"room": self.room, "phone": phone, "part": part, "news": news, "more": more}
        shown |= part.context(phone)
        shown |= {"where": part.where(phone), "heading": part.heading(phone)}
        shown |= {"base": BARE, "is_preview": True}
        return self._drawn("phone", shown)

    def _drawn(self, screen: str, shown: dict[str, object]) -> SafeString:
        """The HTML of a screen without working links or buttons, and with ids that are unique on
        the page."""
        html = DEAD.sub("", render_to_string(TEMPLATES[screen], shown))
        own, prefix = set(IDS.findall(html)), f"part-{self.part.number}-{screen}-"

        def renamed(found: re.Match[str]) -> str:
            words = (prefix + word if word in own else word for word in found[2].split(" "))
            return f'{found[1]}="{" ".join(words)}"'

        return mark_safe(NAMING.sub(renamed, html))  # noqa: S308 the templates have escaped it


@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """The lessons that anybody may read."""
    lessons = RoomLesson.objects.for_everybody()
    context = {"lessons": lessons, "teaches": teaches(request.user)}
    return render(request, "teach/live/lessons.html", context)


@require_safe
def lesson(request: HttpRequest, room_lesson_slug: str) -> HttpResponse:
    """One lesson with its notes, minute by minute; the page can also be printed."""
    return lesson_page(request, get_room_lesson(request.user, room_lesson_slug))


def lesson_page(
    request: HttpRequest, lesson: RoomLesson, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page of a lesson, with the error message if there is one."""
    context = {
        "lesson": lesson,
        "parts": lesson.told,
        "may_open": may_make_classes(request.user),
        "may_copy": teaches(request.user),
        "is_own": lesson.owner_id is not None and lesson.owner_id == request.user.pk,
        "problem": problem,
    }
    return render(request, "teach/live/lesson.html", context, status=status)


@require_safe
def preview(request: HttpRequest, room_lesson_slug: str) -> HttpResponse:
    """Every part on the wall and on a phone, side by side."""
    lesson = get_room_lesson(request.user, room_lesson_slug)
    previews = [PartPreview(lesson, part) for part in lesson.told]
    context = {"lesson": lesson, "previews": previews}
    return render(request, "teach/live/lesson_preview.html", context)


@require_safe
def paper(request: HttpRequest, room_lesson_slug: str) -> HttpResponse:
    """Its questions and boards on paper, for a student without a phone."""
    lesson = get_room_lesson(request.user, room_lesson_slug)
    context = {"title": lesson.title, "back": lesson, "sheets": sheets_of_lesson(lesson)}
    return render(request, "teach/live/paper.html", context)


@require_POST
@never_cache
def copy(request: HttpRequest, room_lesson_slug: str) -> HttpResponse:
    """Copy the lesson to the instructor's own, for editing."""
    lesson = get_room_lesson(request.user, room_lesson_slug)
    user = request.user
    if not isinstance(user, User):
        raise SignInFirstError
    if not teaches(user):
        problem = "Room lessons of your own are for instructors. Make a class first."
        return lesson_page(request, lesson, problem=problem, status=403)
    try:
        made = add_own(user, copied(lesson), posted_key(request, user))
    except SolverError as error:
        return lesson_page(request, lesson, problem=str(error), status=422)
    return redirect("live:write-lesson", made.slug)
