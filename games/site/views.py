"""The home page, with what a returning person can do today, and the pages about the site; the site
on a phone's home screen, and the page without a network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.boards.board_view import view
from games.boards.boards import Board
from games.boards.games import FIRST, Preset
from games.boards.rules import rule_of
from games.learn.lessons.course import StepOutline, the_course
from games.learn.progress.due import Topic, minutes, topics_of
from games.learn.progress.overview import Calendar, calendar
from games.learn.progress.progress import overview
from games.learn.progress.routes import routes, step_to_go_on
from games.learn.puzzles.days import DayPuzzle, day_puzzles, easy_puzzle
from games.learn.puzzles.list_views import shared_line
from games.learn.puzzles.puzzle_kinds import puzzle_tries
from games.people.browsers import owner_of
from games.people.models import Owner, User
from games.play.again import next_to_beat
from games.play.opponents import beaten_at
from games.play.views import latest_match
from games.questions.grading import grade, key_in_words
from games.questions.shown_question import ShownQuestion, puzzle_hints
from games.site.story import parts
from games.site.story_boards import boards_played, chapters, keep_boards, kept_chapters
from games.site.upkeep.keeping import keepings
from games.teach.classes.joining.newcomers import open_offers
from games.teach.classes.models import Staff
from games.teach.work.comments import Comment, comments_for
from games.teach.work.standings.own_work import Work, next_work
from games.web.requests import wants_fragment
from games.web.written_once import written_once
from solver import get_ruleset, parse_position
from solver.teaching import Opponent

DAYS = 7
"""The number of days of practice shown."""


@dataclass(frozen=True)
class Today:
    """The *due* topics from lessons and puzzles and the topic that comes back *next*, the *puzzles*
    of the day, the *homework*, new *comments* from instructors, the *step* at which to continue the
    course, the *opponent* to beat in the game *preset*, the game to *begin* with, and the days of
    practice."""

    due: list[Topic]
    next: Topic | None
    puzzles: list[DayPuzzle]
    homework: Work | None
    comments: list[Comment]
    step: StepOutline | None
    opponent: Opponent | None
    preset: Preset
    begin: Preset
    calendar: Calendar

    @property
    def solved_all(self) -> bool:
        """Whether all puzzles of the day are solved."""
        return all(one.solved for one in self.puzzles)

    @property
    def minutes(self) -> int:
        """About how many minutes the due topics take."""
        return minutes(len(self.due))


def today_of(owner: Owner) -> Today:
    """Read what this person can do today."""
    course = the_course()
    at_puzzles = puzzle_tries(owner)
    topics = topics_of(owner, course, at_puzzles)
    step = step_to_go_on(routes(course, overview(owner, course)))
    beaten = beaten_at(owner, FIRST)
    return Today(
        due=topics.due,
        next=next(iter(topics.later), None),
        puzzles=day_puzzles(owner, timezone.localdate(), at_puzzles),
        homework=next_work(owner) if isinstance(owner, User) else None,
        comments=comments_for(owner) if isinstance(owner, User) else [],
        step=step,
        opponent=next_to_beat(FIRST[-1], beaten[FIRST[-1].key]),
        preset=FIRST[-1],
        begin=FIRST[-1] if step else first_open(beaten),
        calendar=calendar(owner, DAYS),
    )


def first_open(beaten: Mapping[str, set[str]]) -> Preset:
    """The earliest of the first games that the person has not won; the last one if all are won."""
    return next((game for game in FIRST if not beaten[game.key]), FIRST[-1])


GREETINGS = {
    "pairs": ("You start. I know the trick, but I don’t always see it.", "you can win this one"),
    "pyramid": ("Well played. Now one row of each length.", "you can win this one too"),
    "marienbad": ("And now with the fourth row. Who should start?", ""),
}
"""Learner's words at each of the first games, and who can win there, unless Learner asks that."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a board: the first of three games that the person has not won, or the last one if they
    have begun the course. People who come back see above it what they can do today.

    Nothing is stored until the first move.
    """
    owner = owner_of(request)
    today = today_of(owner) if owner else None
    preset = today.begin if today else FIRST[0]
    ruleset, sizes = get_ruleset(preset.ruleset), parse_position(preset.position)
    greeting, chance = GREETINGS[preset.key]
    context = {
        "preset": preset,
        "greeting": greeting,
        "chance": chance,
        "rule": rule_of(ruleset, preset.convention),
        "board": view(Board.of(ruleset, sizes), playable=True),
        "today": today,
        "offers": open_offers(request.user),
        "latest": latest_match(request),
        "line": shared_line(request, today.puzzles) if today and today.solved_all else "",
        "teaches": teaches(request),
        "story_played": boards_played(request),
        "story_boards": len(parts()),
    }
    return render(request, "site/home.html", context)


def teaches(request: HttpRequest) -> bool:
    """Whether the user teaches a class that is not archived."""
    return isinstance(request.user, User) and bool(_posts(request.user.pk))


@written_once
def _posts(user: int) -> QuerySet[Staff, int]:
    posts = Staff.objects.filter(classroom__archived_at=None, user=user)
    return posts.order_by().values_list("pk", flat=True)[:1]


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show who runs the site, and the table of stored data with its explanations."""
    context = {
        "keepings": keepings(),
        "operator": settings.OPERATOR,
        "years_of_classes": settings.YEARS_OF_CLASSES,
    }
    return render(request, "site/privacy.html", context)


@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    """Say what is tested for people with disabilities, and what is not."""
    return render(request, "site/accessibility.html", {"contact": settings.OPERATOR["contact"]})


@require_safe
def story(request: HttpRequest) -> HttpResponse:
    """Show the story with the moves in the address, or else with those that this browser keeps."""
    told = chapters(request.GET) if request.GET else kept_chapters(request)
    asked = next((one for one in told if one.part.slug == request.GET.get("board")), None)
    status = 422 if any(one.board.problem for one in told) else 200
    if asked and wants_fragment(request):
        context = {"board": asked.board, "others": asked.others, "boards": len(told)}
        template = "site/story_board.html"
        response = render(request, template, context | {"is_fragment": True}, status=status)
        response.headers["Cache-Control"] = "no-store"
    else:
        context = {
            "chapters": told,
            "is_plain": not any(one.board.is_touched for one in told),
            "played": sum(one.board.is_over for one in told),
            "next": next((one.part for one in told if not one.board.is_over), None),
        }
        response = render(request, "site/story.html", context, status=status)
    if asked:
        keep_boards(request, response, told)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    return response


ICON_SIZES = (192, 512)
"""Sizes in pixels that Android asks for."""


@require_safe
@cache_control(public=True, max_age=86_400)
def manifest(request: HttpRequest) -> JsonResponse:
    """The manifest with which a phone installs the site as an app."""
    icons = [
        {
            "src": static(f"img/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any maskable",
        }
        for size in ICON_SIZES
    ]
    said = {
        "name": "Marienbad",
        "short_name": "Marienbad",
        "description": "Play games that are won or lost by the last move, and see why.",
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f6f1e6",
        "theme_color": "#f6f1e6",
        "icons": icons,
    }
    return JsonResponse(said, content_type="application/manifest+json")


@require_safe
@cache_control(public=True, no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The script that answers without a network. It is served from the root, because it may only
    handle addresses below its own, and under a fixed name, so that a new version replaces the old
    one."""
    found = finders.find("js/worker.js")
    assert found is not None
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript")


@require_safe
@cache_control(public=True, no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the easy puzzle that newcomers have today, with a folded verdict for each move. The page
    does not depend on the user, so browsers store it, and opening a move needs no request."""
    today = timezone.localdate()
    puzzle = easy_puzzle(None, today)
    context: dict[str, Any] = {"today": today, "puzzle": puzzle}
    if puzzle:
        task = ShownQuestion(puzzle)
        context |= {
            "task": task,
            "hints": puzzle_hints(task, 1),
            "judged": [(move, grade(puzzle, move.value)) for move in task.moves],
            "verdict": key_in_words(task),
        }
    return render(request, "site/offline.html", context)
