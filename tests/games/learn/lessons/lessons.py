"""Taking lessons through the pages, as a browser without scripts would."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from types import SimpleNamespace

import time_machine
from django.utils import timezone

from games.content.reading import FOLDER
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Skill, Step, Track
from games.learn.lessons.storing import store
from games.play.models import Match
from games.questions.shown_question import ShownQuestion
from solver import answer as solve

from ...play.games import win_it

PREDICT = {
    "kind": "predict",
    "title": "Two and two",
    "text": "Who *wins*?",
    "ruleset": "nim",
    "position": "2+2",
    "convention": "misere",
    "answer": "P",
    "hints": ["What can you leave?", "You leave 1 + 2 or 2."],
    "feedback": {"flip-everything": "Both endings agree here."},
    "otherwise": "Try every move.",
    "after": "It is a harbor.",
}
MOVE = {
    "kind": "move",
    "title": "One and five",
    "text": "Make a move that wins.",
    "ruleset": "nim",
    "position": "1+5",
    "convention": "misere",
    "answer": ["2>0"],
    "hints": ["Which row?"],
    "feedback": {"even-ones": "Two ones are an even number."},
    "otherwise": "Leave one.",
    "after": "One is left.",
}
TELL = {"kind": "tell", "title": "A word", "text": "This is a **harbor**."}
PLAY = {
    "kind": "play",
    "title": "Play it",
    "text": "You start.",
    "ruleset": "nim",
    "position": "1+2",
    "convention": "misere",
    "starter": "you",
    "hints": ["Leave one."],
    "feedback": {"even-ones": "An even number again."},
    "otherwise": "Try again.",
    "after": "You won it.",
}


def lesson(*steps, number=1, slug="a-lesson", state="published", **more):
    """A stored lesson; its track and skill are made when needed."""
    Track.objects.get_or_create(slug="rows", defaults={"order": 1, "title": "Rows"})
    Skill.objects.get_or_create(slug="look-back", defaults={"order": 1, "title": "Looking back"})
    content = {
        "slug": slug,
        "number": number,
        "title": "A lesson",
        "track": "rows",
        "skills": ["look-back"],
        "summary": "One sentence.",
        "minutes": 5,
        "state": state,
        "steps": list(steps or [PREDICT, MOVE, TELL, PLAY]),
    }
    return Lesson.objects.get(pk=store(content | more, note="First.").pk)


def step(found, number):
    return Step.objects.get(lesson=found, order=number)


def token(client, address):
    """The token of the form on a page."""
    return re.search(r'name="token" value="([^"]+)"', client.get(address).content.decode())[1]


def give(client, one, **posted):
    """Answer a step with the form of its page; the response after the redirect."""
    address = one.get_absolute_url()
    posted.setdefault("token", uuid.uuid4())
    return client.post(f"{address}answer/", posted, follow=True)


def fields_of(one):
    """What a form posts for the right answer of a step."""
    task = ShownQuestion(one)
    return task.asking.fields(task, task.asking.right(task))


def give_right(client, one):
    """Answer a step right, after the tries that it waits for."""
    task = ShownQuestion(one)
    if not task.asking.tries(task.asking.right(task)):
        for size in range(1, task.asking.tries_first + 1):
            give(client, one, row=[str(size)])
    return give(client, one, **fields_of(one))


def win(client, one):
    """Win the game of a step by always making a winning move; returns the match."""
    client.post(f"{one.get_absolute_url()}play/")
    match = client.get(one.get_absolute_url()).context["match"]
    if match.state == Match.State.CHOOSING:
        owner_wins = solve(ShownQuestion(one).question).to_move_wins
        starter = "owner" if owner_wins else "other"
        client.post(f"/play/{match.pk}/starter/", {"starter": starter, "version": match.version})
    return win_it(client, match)


def read_course(folder=FOLDER):
    """The lessons of a folder by their files, and its tracks, routes and skills."""
    files = LessonFiles(folder)
    return SimpleNamespace(lessons=files.read(), **files.lists)


def later(days):
    return time_machine.travel(timezone.now() + timedelta(days=days, minutes=1), tick=False)
