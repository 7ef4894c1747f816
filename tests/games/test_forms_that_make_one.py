"""A form that makes something makes one, however often its button is pressed."""

import uuid

import pytest
from django.test import Client
from django.utils import timezone

from games.learn.lessons.models import StepAttempt, StepRecord
from games.people.models import Visitor
from games.play.models import Match, Move
from games.questions.question import Question
from games.teach.classes.models import Classroom
from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rooms.opening import open_room
from games.teach.work.models import Assignment
from games.teach.work.plans.models import Plan
from games.teach.work.plans.storing_plans import save, share
from games.teach.work.writing.typed_lines import read_lines

from .at_once import TABS, all_at_once, at_once, form_key
from .learn.lessons.lessons import PREDICT, TELL, lesson, step, token
from .play.games import START, play_to_the_end, start
from .teach.live.rooms import room as live_room
from .teach.work.assignments import address, assignment, classroom, person
from .teach.work.forms import PageForm

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def teacher():
    return person("teacher")


def press(client, page, where, **posted):
    """Press the button of *page* in every tab; where all of them were led."""
    posted["form_key"] = form_key(client.get(page))
    responses = at_once(client, [(where, posted)] * TABS)
    led = {(r.status_code, r.headers.get("Location")) for r in responses}
    assert len(led) == 1, [r.content.decode() for r in responses if r.status_code != 302][:1]
    [(status, url)] = led
    assert status == 302
    return url


def test_a_class(teacher):
    url = press(teacher, "/classes/new/", "/classes/new/", name="7b")
    assert url == Classroom.objects.get().get_absolute_url()


def test_an_assignment(teacher):
    page = PageForm(teacher.get(f"/classes/{classroom(teacher).pk}/assignments/new/"), "writing")
    where, adds = page.buttons["Add these"]
    read_lines("nim 1+2+4 misere")  # a line not solved in time would stay in the field
    posted = {**page.fields, **adds, "title": "One", "lines": "nim 1+2+4 misere"}
    responses = at_once(teacher, [(where, posted)] * TABS)
    made = Assignment.objects.get()
    assert {response.url for response in responses} == {f"{address(made, what='edit')}?done=saved"}
    assert (made.title, made.items.count()) == ("One", 1)


def test_a_copy_with_its_items_once(teacher):
    found = assignment(classroom(teacher))
    copy, room = address(found, what="copy"), found.classroom_id
    url = press(teacher, f"{copy}?foresee=1&classes={room}", copy, classes=[room])
    made = Assignment.objects.exclude(pk=found.pk).get()
    assert url.startswith(address(made, what="edit"))
    assert made.items.count() == found.items.count()


def test_copies_in_two_classes_once_each(teacher):
    first, second = classroom(teacher, "7b"), classroom(teacher, "8c")
    found = assignment(first)
    copy, both = address(found, what="copy"), [first.pk, second.pk]
    where = f"{copy}?foresee=1&classes={first.pk}&classes={second.pk}"
    made = f"{copy}?made={first.pk}&made={second.pk}#placing"
    assert press(teacher, where, copy, classes=both) == made
    assert first.assignments.exclude(pk=found.pk).get().items.count() == 2
    assert second.assignments.get().items.count() == 2


def test_a_room_with_its_questions_once(teacher):
    page = "/live/open/?ruleset=kayles&position=5%2B4%2B1"
    url = press(teacher, page, "/live/open/", title="8 b", lines="kayles 8 misere\nnim 1+2 normal")
    room = Room.objects.get()
    assert url == f"/live/{room.code}/projector/"
    assert room.questions.count() == 2


def test_what_was_asked_in_a_room_is_kept_once(teacher):
    room = open_room(
        teacher.user,
        [Question("kayles", "5+4+1", "misere", "", "move")],
        "8 b",
        classroom(teacher),
        key=uuid.uuid4(),
    )
    room.questions.update(state="judged")
    Room.objects.update(closed_at=timezone.now())
    responses = at_once(teacher, [(f"/live/{room.code}/keep/", {})] * TABS)
    assert {response.status_code for response in responses} == {302}
    assert Assignment.objects.get().items.count() == 1


def test_a_template(teacher):
    found = assignment(classroom(teacher))
    url = press(teacher, address(found, what="edit"), address(found, what="template"))
    made = Plan.objects.get()
    assert url == made.get_absolute_url()
    assert made.entries.get().items.count() == 2


def test_a_template_taken_from_a_colleague(teacher):
    colleague = person("colleague")
    classroom(colleague)
    template = save(assignment(classroom(teacher)).outline, teacher.user, uuid.uuid4())
    share(template)
    page = f"/templates/shared/{Plan.objects.get().code}/"
    url = press(colleague, page, f"{page}take/")
    assert url == Plan.objects.get(owner=colleague.user).get_absolute_url()


def test_a_match(teacher):
    assert press(teacher, "/play/", "/play/", **START) == Match.objects.get().get_absolute_url()


def test_a_match_begun_by_its_first_move_has_that_move_once(teacher):
    url = press(teacher, "/", "/play/", **START, move="4>3")
    assert url == Match.objects.get().get_absolute_url()
    assert [move.text for move in Move.objects.filter(seat="owner")] == ["4>3+0"]


def test_a_match_that_waits_for_a_friend(teacher):
    url = press(teacher, "/play/", "/play/", **START | {"opponent": "friend", "name": "Ada"})
    match = Match.objects.get()
    assert url == match.get_absolute_url()
    assert f"/play/with/{match.invitation}/" in teacher.get(url).content.decode()


def test_a_match_played_again(teacher):
    first = play_to_the_end(teacher, start(teacher))
    where = first.get_absolute_url()
    url = press(teacher, where, f"{where}retry/", ply="1")
    assert url == Match.objects.exclude(pk=first.pk).get().get_absolute_url()


def test_the_page_back_and_something_else_chosen_is_another_match_and_so_is_a_new_page(teacher):
    key = form_key(teacher.get("/play/"))
    made = {
        teacher.post("/play/", START | {"form_key": one, "position": rows}).url
        for one, rows in (
            (key, "1+2"),
            (key, "1+2"),
            (key, "1+3"),
            (form_key(teacher.get("/play/")), "1+2"),
        )
    }
    assert len(made) == Match.objects.count() == 3


def test_a_form_of_somebody_else_leads_to_a_match_of_ones_own(teacher):
    posted = START | {"form_key": form_key(teacher.get("/play/"))}
    theirs = teacher.post("/play/", posted).url
    ours = person("other").post("/play/", posted).url
    assert ours != theirs


def test_a_form_that_was_refused_makes_its_match_when_mended(teacher):
    posted = START | {"form_key": form_key(teacher.get("/play/"))}
    assert teacher.post("/play/", posted | {"position": "x"}).status_code == 422
    assert teacher.post("/play/", posted | {"form_key": "nonsense"}).status_code == 302
    assert teacher.post("/play/", posted).status_code == 302


def press_unknown(page, where, **posted):
    """Press the button of *page* in every tab of a browser that has no session yet."""
    posted["form_key"] = form_key(Client().get(page))
    responses = all_at_once([(Client(), where, posted) for _ in range(TABS)])
    assert {response.status_code for response in responses} == {302}
    return {response.url for response in responses}


def test_the_first_match_of_a_browser_that_nobody_knows():
    urls = press_unknown("/play/", "/play/", **START)
    assert urls == {Match.objects.get().get_absolute_url()}
    assert Visitor.objects.get() == Match.objects.get().visitor


def test_the_first_answer_of_a_browser_that_nobody_knows():
    page = step(lesson(PREDICT), 1).get_absolute_url()
    press_unknown(page, f"{page}answer/", token=token(Client(), page), choice="P")
    assert StepAttempt.objects.get().visitor == Visitor.objects.get()


def test_the_first_step_read_in_a_browser_that_nobody_knows():
    page = step(lesson(TELL, PREDICT), 1).get_absolute_url()
    press_unknown(page, f"{page}next/")
    assert StepRecord.objects.get().visitor == Visitor.objects.get()


def test_two_browsers_that_nobody_knows_are_two_visitors():
    page = step(lesson(TELL, PREDICT), 1).get_absolute_url()
    for _ in range(2):
        browser = Client()
        browser.post(f"{page}next/", {"form_key": form_key(browser.get(page))})
    assert Visitor.objects.count() == StepRecord.objects.count() == 2


def test_a_place_in_a_room_for_a_browser_that_nobody_knows():
    room = live_room(code="KHP4TWX")
    visitor, where = Client(), room.get_absolute_url()
    assert press(visitor, where, where, name="Ada") == where
    assert Participant.objects.get().name == "Ada"
    assert Visitor.objects.count() == 1


def test_a_place_in_a_room_for_an_account(teacher):
    room = live_room(code="KHP4TWX")
    where = room.get_absolute_url()
    press(teacher, where, where)
    assert Participant.objects.get().user == teacher.user


def test_the_page_back_and_another_name_is_somebody_else():
    where = live_room(code="KHP4TWX").get_absolute_url()
    posted = {"form_key": form_key(Client().get(where))}
    for name in ("Ada", "Ben"):
        Client().post(where, posted | {"name": name})
    assert Participant.objects.count() == Visitor.objects.count() == 2
