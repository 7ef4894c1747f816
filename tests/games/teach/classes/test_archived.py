"""An archived class, as its students meet it: all of it can be read, and none of it changes."""

import uuid
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.people.models import User
from games.play.models import Match, Move
from games.teach.classes import teaching
from games.teach.classes.models import Membership
from games.teach.live.rooms.models import Answer, Participant, Room
from games.teach.live.rounds.models import RoomGame
from games.teach.work.models import ItemAttempt, Start

from ..live.phones import Leader, Phone, browser, words
from ..live.rooms import room as room_with
from ..work.assignments import address, assignment, form_token, give
from .conftest import browser_of

pytestmark = pytest.mark.django_db

SENTENCE = "This class is archived. You can still read everything."
GAME = ("nim 1+2+4 misere win",)


@pytest.fixture
def leader(classroom):
    return classroom.staff.get(role="owner").user


def later():
    return timezone.now() + timedelta(days=1)


def stored():
    """Everything a student of a class can write, as it is in the database."""
    models = (ItemAttempt, Start, Membership, Match, Move, Participant, Answer)
    return [list(model.objects.order_by("pk").values()) for model in models]


def refused(response, *, before):
    """The sentence of an archived class, and nothing was written."""
    assert response.status_code in (409, 422)
    assert SENTENCE in words(response)
    assert stored() == before


@pytest.mark.parametrize("mode", ["practice", "check"])
def test_an_assignment_of_an_archived_class_takes_nothing(classroom, pupil, mode):
    closes = later() if mode == "check" else None
    work = assignment(classroom, mode=mode, closes_at=closes)
    give(pupil, work, 1, move="3>2")
    token = form_token(pupil, work, 2)
    teaching.archive(classroom)
    before = stored()
    refused(give(pupil, work, 2, choice="P", token=token), before=before)
    asked = pupil.post(address(work, 2, "hint"), {"token": token, "tier": 1})
    refused(asked, before=before)
    handed_in = pupil.post(address(work, what="hand-in"), {"sure": "1"})
    assert stored() == before
    if mode == "check":
        assert SENTENCE in words(handed_in)
    for page in (pupil.get(address(work)), pupil.get(address(work, 2))):
        assert page.status_code == 200
        assert SENTENCE in words(page)
        assert "item-form" not in page.content.decode()
        assert "hand-in-button" not in page.content.decode()
    teaching.restore(classroom)
    assert SENTENCE not in words(pupil.get(address(work)))
    assert give(pupil, work, 2, choice="P", token=token).status_code == 200
    assert ItemAttempt.objects.exclude(solved=None).count() == 2


def test_a_timed_test_of_an_archived_class_is_not_started_and_shows_no_position(classroom, pupil):
    work = assignment(classroom, mode="check", minutes=20, closes_at=later())
    teaching.archive(classroom)
    page = pupil.get(address(work))
    assert SENTENCE in words(page)
    assert 'id="start"' not in page.content.decode()
    assert "assigned-what" not in page.content.decode()
    refused(pupil.post(address(work, what="start")), before=stored())
    assert not Start.objects.exists()


def test_a_game_of_an_archived_class_stands_still(classroom, pupil):
    work = assignment(classroom, *GAME)
    match = begun_game(pupil, work)
    waits = {"state": Match.State.CHOOSING, "starter": ""}
    Match.objects.filter(pk=match.pk).update(**waits)
    teaching.archive(classroom)
    before = stored()
    refused(press(pupil, match, "starter", starter="owner"), before=before)
    teaching.restore(classroom)
    assert press(pupil, match, "starter", starter="owner").status_code == 302
    assert press(pupil, match, "move", move="3>2").status_code == 302
    teaching.archive(classroom)
    before = stored()
    refused(pupil.post(address(work, 1, "play"), {"token": uuid.uuid4()}), before=before)
    for what, posted in (
        ("move", {"move": "1>0"}),
        ("move", {"typed": "1>0"}),
        ("hint", {}),
        ("back", {}),
        ("resign", {}),
    ):
        refused(press(pupil, match, what, **posted), before=before)
    page = pupil.get(match.get_absolute_url())
    assert SENTENCE in words(page)
    for control in ('id="hint"', 'id="resign"', 'id="take-back"', 'name="move"', 'id="typed-play"'):
        assert control not in page.content.decode(), control
    teaching.restore(classroom)
    page = pupil.get(match.get_absolute_url())
    assert SENTENCE not in words(page)
    assert 'name="move"' in page.content.decode()
    assert press(pupil, match, "resign").status_code == 302
    assert ItemAttempt.objects.get().solved is False


def begun_game(pupil, work):
    response = pupil.post(address(work, 1, "play"), {"token": form_token(pupil, work, 1)})
    return Match.objects.get(pk=response.url.split("/")[2])


def press(client, match, what, **posted):
    version = Match.objects.get(pk=match.pk).version
    return client.post(f"/play/{match.pk}/{what}/", {"version": version} | posted)


def test_an_open_room_ends_with_its_class(classroom, pupil, leader):
    made = room_with(owner=leader, classroom=classroom)
    phone = Phone(made, client=pupil)
    desk = Leader(made, browser(leader.username))
    desk.press("next")
    seen = phone.page().content.decode()
    assert "The room is closed" not in seen
    version = Room.objects.get(pk=made.pk).version
    teaching.archive(classroom)
    before = stored()
    assert "room is closed" in words(phone.poll(version)).lower()
    assert "Too late: the room is closed" in words(phone.answer(move="3>2"))
    late = browser("late")
    assert late.post(made.get_absolute_url(), {}).status_code == 409
    assert "This room is closed" in words(late.get(made.get_absolute_url()))
    assert stored() == before
    assert desk.press("show").status_code == 409
    assert made.title not in words(browser_of(pupil_user()).get("/classes/"))


def pupil_user():
    return User.objects.get(username="pavel")


def test_a_round_of_an_archived_class_is_played_no_further(classroom, pupil, leader):
    made = room_with(owner=leader, classroom=classroom)
    Phone(made, client=pupil)
    desk = Leader(made, browser(leader.username))
    desk.press("next")
    desk.press("round")
    match = RoomGame.objects.select_related("match").first().match
    teaching.archive(classroom)
    before = stored()
    refused(press(pupil, match, "move", move="1>0"), before=before)
    assert SENTENCE in words(pupil.get(match.get_absolute_url()))


def test_nobody_joins_or_leaves_an_archived_class(classroom, pupil, member):
    teaching.archive(classroom)
    before = stored()
    left = pupil.post(f"/classes/{classroom.pk}/leave/")
    refused(left, before=before)
    newcomer = browser("newcomer")
    joined = newcomer.post(f"/join/{classroom.join_code}/", {"real_name": "New Comer"})
    assert joined.status_code == 409
    assert stored() == before
    teaching.restore(classroom)
    assert pupil.post(f"/classes/{classroom.pk}/leave/").status_code == 302
    assert Membership.objects.get(pk=member.pk).has_left


def test_the_work_of_an_archived_class_can_be_read(classroom, pupil):
    work = assignment(classroom, mode="check", closes_at=later())
    give(pupil, work, 1, move="3>3")
    with time_machine.travel(later() + timedelta(hours=1)):
        teaching.archive(classroom)
        page = words(pupil.get(classroom.get_absolute_url()))
        assert SENTENCE in page
        assert work.title in page
        assert "You got 1 of 2 points." in words(pupil.get(address(work)))
        assert "That wins." in words(pupil.get(address(work, 1)))
