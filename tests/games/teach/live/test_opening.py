"""A room is opened once, with its questions waiting in their order."""

import re
import uuid

import pytest
from django.utils import timezone

from games.learn.puzzles.models import PuzzleSet, PuzzleSetItem
from games.people.models import User
from games.questions.question import Question
from games.teach.classes.models import Classroom, Membership
from games.teach.live.lessons.room_lesson_files import refusal
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.opening import SOURCES, OfferedQuestion, open_room
from games.teach.live.screens.open_views import RoomForm

from ...learn.lessons.lessons import MOVE, TELL, lesson
from ...learn.puzzles.puzzles import puzzle
from ..work.assignments import assignment, classroom, member, person

pytestmark = pytest.mark.django_db

KAYLES = Question("kayles", "5+4+1", "misere", "", "move")
LOST = Question("nim", "2+2", "misere", "", "predict")


def test_a_room_is_opened_once_with_its_questions_in_order():
    owner, key = User.objects.create(username="ms-lind"), uuid.uuid4()
    for _ in range(2):
        room = open_room(owner, [KAYLES, LOST], "  8 b ", key=key, notes=["Wait for everybody."])
    assert Room.objects.get() == room
    assert room.title == "8 b"
    assert [(q.number, q.state, q.asked, q.notes) for q in room.questions.all()] == [
        (1, RoomQuestion.State.WAITING, KAYLES, "Wait for everybody."),
        (2, RoomQuestion.State.WAITING, LOST, ""),
    ]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (KAYLES, ""),
        (LOST, ""),
        (Question("nim", "2+2", "misere", "", "move"), "ask who wins instead"),
        (Question("nim", "2+1", "misere", "", "play"), "A whole game cannot be a question"),
        (Question("nim", "2+1", "misere", "", "company"), "only inside its lesson"),
        (Question("nim", "2+1", "misere", "", "sing"), "something to ask"),
        (Question("chess", "2+1", "misere", "", "move"), "chess"),
    ],
)
def test_what_a_room_cannot_be_asked_is_said_in_words(asked, why):
    said = refusal(asked)
    assert why in said
    assert bool(said) == bool(why)


# --- the page -------------------------------------------------------------------------------------


@pytest.fixture
def teacher():
    return person("teacher")


def text(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def offered(response):
    """The form's tokens, and the places that are ticked."""
    page = response.content.decode()
    tokens = re.findall(r'name="offer" value="([^"]+)"', page)
    ticked = re.findall(r'name="take" value="(\d+)"\s+checked', page)
    return tokens, ticked


def opened(client, address, **more):
    """Go to the form and open the room as it stands there."""
    page = client.get(address)
    tokens, ticked = offered(page)
    posted = {"offer": tokens, "take": ticked, "title": "8 b", "form_key": uuid.uuid4()}
    response = client.post("/live/open/", posted | more)
    assert response.status_code == 302, text(response)
    room = Room.objects.get()
    assert response.url == f"/live/{room.code}/projector/"
    return room


def asked_of(room):
    return [(q.ruleset, q.position, q.goal) for q in room.questions.all()]


def test_an_assignment_is_asked_in_its_order_for_its_class(teacher):
    work = assignment(classroom(teacher), "kayles 5+4+1 misere", "nim 1+2+3 misere who")
    room = opened(teacher, f"/live/open/?assignment={work.pk}", classroom=work.classroom_id)
    assert room.classroom == work.classroom
    assert asked_of(room) == [(item.ruleset, item.position, item.goal) for item in work.items.all()]
    assert room.questions.count() == 2


def test_of_a_lesson_the_step_is_asked_and_what_it_only_tells_is_said(teacher):
    lesson(TELL, MOVE)
    room = opened(teacher, "/live/open/?lesson=a-lesson&step=2")
    assert len(asked_of(room)) == 1
    assert "This step asks no question." in text(teacher.get("/live/open/?lesson=a-lesson&step=1"))
    assert teacher.get("/live/open/?lesson=a-lesson&step=99").status_code == 404


def test_a_puzzle_and_a_set_are_asked(teacher):
    first, second = puzzle(position="1+2+3+5"), puzzle(position="1+2+3+6")
    chosen = PuzzleSet.objects.create(state="published", slug="two", title="Two of them")
    for order, one in enumerate((second, first)):
        PuzzleSetItem.objects.create(set=chosen, puzzle=one, order=order)
    room = opened(teacher, f"/live/open/?puzzle={first.pk}")
    assert asked_of(room) == [("nim", "1+2+3+5", "move")]
    room.delete()
    page = teacher.get("/live/open/?set=two")
    assert 'value="Two of them"' in page.content.decode()
    room = opened(teacher, "/live/open/?set=two")
    assert [position for _, position, _ in asked_of(room)] == ["1+2+3+6", "1+2+3+5"]


def test_about_a_position_it_is_chosen_what_is_asked_and_said_what_cannot_be(teacher):
    page = teacher.get("/live/open/?ruleset=nim&position=2+2&convention=misere".replace("+", "%2B"))
    said = text(page)
    assert "ask who wins instead" in said
    for words in ("Make a winning move", "Say who wins", "Name the kind", "Name the case of R1"):
        assert words.lower() in said.lower()
    tokens, ticked = offered(page)
    [place] = ticked
    assert OfferedQuestion.of(tokens[int(place)]).asked.goal == "predict"


def test_a_position_that_cannot_be_read_or_is_too_large_is_refused_in_a_sentence(teacher):
    for position in ("x", "60%2B59%2B58%2B57%2B56%2B55"):
        page = teacher.get(f"/live/open/?ruleset=octal:0.165&position={position}")
        assert page.status_code == 422
        assert 'role="alert"' in page.content.decode()


def test_one_is_left_out_and_another_put_earlier_without_losing_what_was_typed(teacher):
    work = assignment(
        classroom(teacher), "nim 1+2+4 misere", "nim 1+2+5 misere", "nim 1+2+6 misere"
    )
    tokens, ticked = offered(teacher.get(f"/live/open/?assignment={work.pk}"))
    assert ticked == ["0", "1", "2"]
    posted = {"offer": tokens, "take": ["0", "2"], "title": "Mine", "lines": "kayles 9 misere"}
    page = teacher.post("/live/open/", posted | {"earlier": "2"})
    assert not Room.objects.exists()
    tokens, ticked = offered(page)
    assert ticked == ["0", "1"]
    assert 'value="Mine"' in page.content.decode()
    assert "kayles 9 misere" in text(page)
    teacher.post("/live/open/", posted | {"offer": tokens, "take": ticked})
    assert [position for _, position, _ in asked_of(Room.objects.get())] == [
        "1+2+4",
        "1+2+6",
        "9",
    ]


def test_a_line_that_cannot_be_asked_is_refused_with_its_number_and_stays(teacher):
    posted = {"title": "8 b", "lines": "kayles 9 misere\nnim 2+2 misere win"}
    page = teacher.post("/live/open/", posted)
    assert page.status_code == 422
    assert 'id="lines_error">Line 2: ' in page.content.decode()
    assert "nim 2+2 misere win" in text(page)
    assert not Room.objects.exists()


def test_a_title_that_is_too_long_is_refused_beside_its_field_and_stays(teacher):
    page = teacher.post("/live/open/", {"title": "x" * 81, "lines": "kayles 9 misere"})
    assert page.status_code == 422
    assert 'id="title_error">Ensure this value has at most 80' in page.content.decode()
    assert f'value="{"x" * 81}"' in page.content.decode()
    assert not Room.objects.exists()


def test_every_setting_of_a_room_is_a_field_and_a_column(teacher):
    form = RoomForm(teacher.user, {"title": "8 b"})
    assert form.is_valid()
    assert set(form.settings) == set(Room.SETTINGS) == set(RoomForm.base_fields) - {"lines"}
    assert {field.name for field in Room._meta.get_fields()} >= set(Room.SETTINGS)


def test_a_new_room_is_for_a_class_where_there_is_one(teacher):
    mine = classroom(teacher, "8b")
    shown = teacher.get("/live/open/").content.decode()
    assert f'<option value="{mine.pk}" selected>8b</option>' in shown
    again = teacher.post("/live/open/", {"classroom": "", "earlier": "0"}).content.decode()
    assert '<option value="" selected>Guests, no class</option>' in again


def test_a_question_that_somebody_wrote_themselves_is_refused(teacher):
    page = teacher.post("/live/open/", {"title": "x", "offer": ["nonsense"], "take": ["0"]})
    assert page.status_code == 422
    assert "could not be read" in text(page)


def test_a_student_is_told_how_to_teach_and_a_class_of_somebody_else_gets_no_room(teacher):
    theirs = classroom(person("other"))
    assert teacher.get(f"/live/open/?classroom={theirs.pk}").status_code == 404
    posted = {"classroom": theirs.pk, "title": "Mine", "lines": "kayles 9 misere"}
    page = teacher.post("/live/open/", posted)
    assert page.status_code == 422
    assert not Room.objects.exists()
    shown = page.content.decode()
    assert 'id="classroom_error">Choose one of your classes, or guests.<' in shown
    assert 'value="Mine"' in shown
    assert "kayles 9 misere" in shown
    student = person("student")
    Membership.objects.create(classroom=theirs, user=student.user, real_name="S")
    assert student.get("/live/open/").url == "/classes/teach/"
    assert student.post("/live/open/", {"title": "x"}).url == "/classes/teach/"


def test_a_student_sees_the_open_room_of_the_class_and_an_outsider_does_not(teacher):
    student, outsider = person("student"), person("outsider")
    member(classroom(teacher, "8b"), student)
    room = opened(teacher, "/live/open/", lines="kayles 9 misere", classroom="")
    assert "8 b" not in text(student.get("/live/"))
    Room.objects.update(classroom=Classroom.objects.get())
    assert f'action="/live/{room.code}/"' in student.get("/live/").content.decode()
    assert "8 b" not in text(outsider.get("/live/"))
    Room.objects.update(closed_at=timezone.now())
    assert "8 b" not in text(student.get("/live/"))


def test_pages_offer_a_room_to_whoever_teaches_and_not_to_students_or_visitors(teacher, client):
    room, student = classroom(teacher, "8b"), person("student")
    member(room, student)
    work, asked = assignment(room), puzzle(position="1+2+3+5")
    lesson(MOVE)
    PuzzleSet.objects.create(state="published", slug="two", title="Two of them").puzzles.add(asked)
    pages = {
        f"/classes/{room.pk}/": f"?classroom={room.pk}",
        f"/assignments/{work.pk}/results/": f"?assignment={work.pk}",
        f"/assignments/{work.pk}/edit/": f"?assignment={work.pk}",
        "/learn/a-lesson/1/": "?lesson=a-lesson&amp;step=1",
        f"/puzzles/{asked.pk}/": f"?puzzle={asked.pk}",
        "/puzzles/sets/two/": "?set=two",
        "/explore/nim/1+2/?tab=share": "?ruleset=nim&amp;position=1%2B2&amp;convention=misere",
    }
    for page, asks in pages.items():
        assert f'href="/live/open/{asks}"' in teacher.get(page).content.decode(), page
        for browser in (student, client):
            assert "/live/open/" not in browser.get(page).content.decode(), page


@pytest.mark.parametrize("value", ["\x00", "x" * 10_000, "-1", "1e9", "../x", "<script>"])
def test_an_address_that_names_nothing_is_refused_and_breaks_nothing(teacher, value):
    for name in SOURCES:
        page = teacher.get("/live/open/", {name: value, "position": value, "step": value})
        assert page.status_code in (404, 422), name
    fields = ("title", "lines", "earlier", "classroom", "take", "offer")
    for chosen in (fields, fields[:1], fields[:2], fields[:3]):
        page = teacher.post("/live/open/", dict.fromkeys(chosen, value))
        assert page.status_code in (200, 302, 422)
