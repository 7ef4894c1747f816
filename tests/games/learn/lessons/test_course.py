"""The course: everybody sees at once what changes, and how far they are themselves."""

import pytest
from django.db import transaction
from django.test import Client

from games.learn.lessons.course import the_course
from games.learn.lessons.editor.pages import publish
from games.learn.lessons.models import Lesson, Route, Skill, Step, Track
from games.people.models import User

from .lessons import MOVE, PREDICT, give, lesson, step

pytestmark = pytest.mark.django_db


def seen(client, address="/learn/"):
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def browser(name):
    client = Client()
    client.force_login(User.objects.create_user(name))
    return client


def test_a_step_that_changes_is_another_one_in_the_course():
    taught = lesson(PREDICT)
    assert the_course().steps[taught.pk][0].position != "1+2+3"
    Step.objects.filter(lesson=taught).update(position="1+2+3")
    assert the_course().steps[taught.pk][0].position == "1+2+3"


def test_a_lesson_that_is_published_is_on_the_course_at_once_and_gone_when_retired(client):
    lesson(PREDICT, title="The first one")
    curator = User.objects.create_user("curator")
    draft = lesson(PREDICT, number=2, slug="later", title="The later one", state="draft")
    assert "The later one" not in seen(client)
    publish(draft, "It is ready.", curator)
    assert "The later one" in seen(client)
    Lesson.objects.filter(pk=draft.pk).update(state=Lesson.State.RETIRED)
    assert "The later one" not in seen(client)


@pytest.mark.parametrize(
    ("model", "title"), [(Lesson, "A lesson"), (Track, "Rows"), (Route, "The way")]
)
def test_another_title_is_on_the_course_at_once(client, model, title):
    taught = lesson(PREDICT, title="A lesson")
    Route.objects.create(slug="way", order=1, title="The way", lessons=[taught.slug])
    assert title in seen(client)
    model.objects.update(title="Something new")
    page = seen(client)
    assert "Something new" in page
    assert f">{title}<" not in page


def test_what_a_skill_requires_is_said_at_once(client):
    Skill.objects.create(slug="look-back", order=1, title="Looking back")
    match = Skill.objects.create(slug="match", order=2, title="Matching")
    lesson(PREDICT, slug="first", title="The first", skills=["look-back"])
    lesson(PREDICT, number=2, slug="second", title="The second", skills=["match"])
    assert "Builds on: The first" not in seen(client)
    match.requires = ["look-back"]
    match.save()
    assert "Builds on: The first" in seen(client)


def test_what_is_taken_back_is_not_kept(client):
    taught = lesson(PREDICT, title="As it was")
    with transaction.atomic():
        Lesson.objects.filter(pk=taught.pk).update(title="Never said")
        assert "Never said" in seen(client)
        transaction.set_rollback(True)
    assert "As it was" in seen(client)


def test_everybody_sees_how_far_they_are_themselves():
    taught = lesson(PREDICT, MOVE, title="A lesson")
    ann, bob, visitor = browser("ann"), browser("bob"), Client()
    give(ann, step(taught, 1), choice="P")
    for _ in range(2):
        assert "1 of 2 steps done" in seen(ann)
        assert "Continue: A lesson, step 2" in seen(ann, "/")
        for nobody in (bob, visitor):
            assert "Not started" in seen(nobody)
            assert "steps done" not in seen(nobody)
            assert "Continue: A lesson" not in seen(nobody, "/")
    give(visitor, step(taught, 1), choice="P")
    assert "1 of 2 steps done" in seen(visitor)
    assert "Not started" in seen(bob)
