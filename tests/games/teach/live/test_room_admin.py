"""Rooms in the admin: looked at by those who help, without a name, and changed by nobody."""

import pytest

from games.people.models import User, Visitor
from games.questions.question import Question
from games.teach.classes.models import Classroom
from games.teach.live.rooms.models import Answer, Participant, Room
from games.teach.live.rooms.opening import open_room

from ...learn.lessons.curation import staff

pytestmark = pytest.mark.django_db
LIST = "/admin/games/room/"


@pytest.fixture
def room():
    teacher = User.objects.create(username="ms-lind", teaches=True)
    asked = [
        Question("kayles", "5+4+1", "misere", "", "move"),
        Question("partizan-kayles", "7+5", "misere", "left", "move"),
    ]
    room = open_room(teacher, asked, "8 b on Friday", Classroom.objects.create(name="8 b"))
    for name in ("Ada", "Ben"):
        one = Participant.objects.create(room=room, visitor=Visitor.objects.create(), name=name)
        Answer.objects.create(question=room.questions.first(), participant=one, text="3>0")
    return room


def test_staff_who_help_see_what_was_asked_and_no_name_or_code(room):
    helper = staff("helper", "view_room")
    listed = helper.get(LIST).content.decode()
    assert "8 b on Friday" in listed
    assert '<td class="field-people">2</td>' in listed
    page = helper.get(f"{LIST}{room.pk}/change/").content.decode()
    assert "kayles 5+4+1, misere: make a winning move" in page
    assert "partizan-kayles 7+5, misere, left to move: make a winning move" in page
    assert page.count('class="thumbnail') == 2
    for secret in ("Ada", "Ben", room.code, "_save"):
        assert secret not in page


def test_nobody_changes_or_deletes_one_here(room, admin_client):
    for address in (f"{LIST}add/", f"{LIST}{room.pk}/delete/"):
        assert admin_client.get(address).status_code == 403
    page = f"{LIST}{room.pk}/change/"
    assert admin_client.post(page, {"title": "Changed"}).status_code == 403
    assert Room.objects.get().title == room.title
    assert staff("nobody").get(LIST).status_code == 403
