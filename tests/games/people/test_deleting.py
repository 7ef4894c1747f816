"""An account can be deleted, but not to begin a check anew."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.people.models import User
from games.teach.classes import teaching as service
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, ItemAttempt
from games.teach.work.writing import storing_work as assignment_service
from games.web.zones import told
from tests.games.teach.work.assignments import address, assignment, classroom, give, person

pytestmark = [pytest.mark.days, pytest.mark.django_db]

PASSWORD = "correct horse battery"


@pytest.fixture
def room(db):
    return classroom(person("teacher"), "Logic 101")


@pytest.fixture
def check(room):
    return assignment(room, mode="check", closes_at=timezone.now() + timedelta(hours=1))


def joined(room, name="nora"):
    client = Client()
    form = {"real_name": "Nora Quist", "username": name, "password": PASSWORD}
    assert client.post(f"/join/{room.join_code}/", form).status_code == 302
    return client


def delete(client):
    return client.post("/me/delete/", {"password": PASSWORD})


def end(check):
    Assignment.objects.filter(pk=check.pk).update(closes_at=timezone.now() - timedelta(minutes=5))


@pytest.mark.parametrize("first", ["stays", "leaves"])
def test_who_has_begun_a_check_deletes_the_account_after_it_has_closed(room, check, first):
    nora = joined(room)
    give(nora, check, 1, move="3>2")
    if first == "leaves":
        service.leave(Membership.objects.get())
    refused = delete(nora)
    assert refused.status_code == 422
    said = refused.content.decode()
    assert "You have started the test “Homework” of Logic 101." in said
    assert told(check.closes_at, timezone.get_default_timezone(), "j F Y") in said
    assert ItemAttempt.objects.get().answer == "3>2"
    end(check)
    assert delete(nora).status_code == 302
    assert not User.objects.filter(username="nora").exists()


def test_starting_the_clock_is_beginning(room):
    timed = assignment(
        room, mode="check", minutes=10, closes_at=timezone.now() + timedelta(hours=1)
    )
    nora = joined(room)
    nora.post(address(timed, what="start"))
    assert delete(nora).status_code == 422


def test_nothing_else_of_a_class_keeps_anybody(room, check):
    assignment(room)
    homework = Assignment.objects.get(mode="practice")
    nora = joined(room)
    give(nora, homework, 1, move="3>2")
    assert delete(nora).status_code == 302
    berta = joined(room, "berta")
    give(berta, check, 1, move="3>2")
    assignment_service.archive(check)
    assert delete(berta).status_code == 302
    carla = joined(room, "carla")
    Assignment.objects.update(archived_at=None)
    give(carla, check, 1, move="3>2")
    service.archive(room)
    assert delete(carla).status_code == 302


def test_the_results_name_who_has_left_since(room, check):
    teacher = Client()
    teacher.force_login(room.staff.get().user)
    nora = joined(room)
    give(nora, check, 1, move="3>2")
    results = address(check, what="results")
    assert "No longer in the class" not in teacher.get(results).content.decode()
    nora.post(f"/classes/{room.pk}/leave/")
    page = teacher.get(results).content.decode()
    assert "No longer in the class or in this table: Nora Quist (left " in page
