"""A room lesson written in the admin, as browsers without scripts would write it."""

import pytest

from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles

from ...learn.lessons.curation import shown, staff, steps_of
from .room_lessons import LESSON, room_lesson

pytestmark = pytest.mark.django_db
NEW = "/admin/games/roomlesson/add/"
ABOUT = {
    "title": "Mine",
    "slug": "mine",
    "order": "7",
    "about": "Short.",
    "audience": "Anybody.",
    "needs": "Nothing.",
    "minutes": "9",
}


@pytest.fixture
def curator():
    names = ("view_roomlesson", "add_roomlesson", "change_roomlesson")
    return staff("curator", *names)


def address_of(lesson):
    return f"/admin/games/roomlesson/{lesson.pk}/change/"


def press(client, page, address=NEW, **buttons):
    return client.post(address, shown(page) | buttons)


def test_a_lesson_is_written_without_typing_code(curator):
    page = curator.get(NEW)
    page = press(curator, page, **{"open-title": "To begin", "open-text": "Hello."})
    page = press(curator, page, do="add:", **{"open-title": "To begin", "open-text": "Hello."})
    page = press(curator, page, do="look", **{"open-kind": "move"})
    assert "If half get it wrong" in page.content.decode()
    place = {"open-ruleset": "nim", "open-convention": "misere", "open-position": "1+1"}
    page = press(curator, page, change="3:2", **place)
    text = page.content.decode()
    assert 'value="1+1+2"' in text
    assert "Take 1 from row 3, leaving 1." in text
    page = press(curator, page, move="3>0")
    assert "Add a reply to it: An even number of ones" in page.content.decode()
    page = press(curator, page, do="say:even-ones")
    typed = {
        "open-title": "Two ones and a two",
        "open-minutes": "6",
        "open-text": "Make the move that wins.",
        "open-expect": "Some take both.",
        "open-stuck": "Count.",
        "open-feedback-0-value": "They leave two ones.",
    }
    response = press(curator, page, _save="Save", **typed, **ABOUT)
    assert response.status_code == 302
    lesson = RoomLesson.objects.get()
    first, second = lesson.parts
    assert first == {"kind": "tell", "title": "To begin", "minutes": 3, "text": "Hello."}
    assert second["position"] == "1+1+2"
    assert second["feedback"] == {"even-ones": "They leave two ones."}
    page = curator.get(lesson.get_absolute_url()).content.decode()
    assert "An even number of ones." in page


def test_saving_what_is_shown_changes_nothing(curator, tmp_path):
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / "two.yaml").write_text(LESSON)
    RoomLessonFiles.load(tmp_path)
    lesson = RoomLesson.objects.get()
    page = curator.get(address_of(lesson))
    for key in list(steps_of(page)):
        page = press(curator, page, address_of(lesson), do=f"open:{key}")
    saved = press(curator, page, address_of(lesson), _save="Save", note="A look.")
    assert saved.status_code == 302
    assert RoomLesson.objects.get().content == lesson.content
    page = curator.get(address_of(lesson))
    press(curator, page, address_of(lesson), title="Ours", note="Ours.", _save="Save")
    assert RoomLessonFiles.load(tmp_path).kept == 1
    assert RoomLesson.objects.get().title == "Ours"


def test_what_the_solver_contradicts_is_said_beside_its_part_and_stores_nothing(curator):
    lesson = room_lesson()
    address = address_of(lesson)
    page = press(curator, curator.get(address), address, do="open:2")
    wrong = {"open-position": "1+1+1", "open-minutes": "5"}
    page = press(curator, page, address, _save="Save", **wrong)
    text = page.content.decode()
    assert '<a href="#step-2">Part 2</a>. Position: In Nim 1+1+1 the player to move loses' in text
    page = press(curator, page, address, _save="Save", **{"open-position": "1+1+2"})
    assert "A published room lesson needs a note." in page.content.decode()
    mended = {"open-position": "1+1+2", "note": "Mended."}
    page = press(curator, page, address, _save="Save", **mended)
    assert page.status_code == 302
    page = press(curator, curator.get(address), address, do="open:2")
    page = press(curator, page, address, _save="Save", **{"open-after": "Leave 2 + 2."})
    assert "The words name 2 + 2; add a fact about it." in page.content.decode()
    assert RoomLesson.objects.get().content == lesson.content


def test_minutes_that_do_not_come_to_the_whole_are_refused(curator):
    lesson = room_lesson()
    address = address_of(lesson)
    page = press(curator, curator.get(address), address, _save="Save", minutes="40")
    assert "The parts take 10 minutes, but the lesson says 40." in page.content.decode()
    assert RoomLesson.objects.get().minutes == 10


def test_parts_are_moved_duplicated_and_saved_as_another_lesson(curator):
    lesson = room_lesson()
    address = address_of(lesson)
    page = press(curator, curator.get(address), address, do="up:3")
    assert list(steps_of(page)) == ["1", "3", "2"]
    page = press(curator, page, address, do="copy:1")
    again = {"slug": "another", "minutes": "12", "_saveasnew": "Save as new"}
    assert press(curator, page, address, **again).status_code == 302
    made = RoomLesson.objects.get(slug="another")
    titles = [part["title"] for part in made.parts]
    assert titles == ["The rule", "The rule", "Now the two of you", "One and two"]
    assert RoomLesson.objects.get(slug="two-matches").content == lesson.content


def test_who_may_only_look_changes_nothing(curator):
    lesson = room_lesson()
    reader = staff("reader", "view_roomlesson")
    page = reader.get(address_of(lesson)).content.decode()
    assert "One and two" in page
    assert 'name="do"' not in page
    assert reader.post(address_of(lesson), {"title": "x"}).status_code == 403
    assert staff("nobody").get(address_of(lesson)).status_code == 403


@pytest.mark.parametrize(
    "posted",
    [
        {"step_key": ["1"] * 99, "step": ["{}"] * 99},
        {"step_key": ["new-1"], "step": ["["]},
        {"step_key": ["new-1"], "step": ['{"kind": 7, "minutes": {}, "title": ["x"]}']},
        {"step_key": ["new-1"], "step": ['{"kind": "move", "ruleset": {"a": 1}, "claims": 7}']},
        {"step_key": ["new-1"], "step": ['{"kind": "build", "position": "1", "feedback": [1]}']},
    ],
)
def test_hostile_forms_are_refused_on_the_page(curator, posted):
    assert curator.post(NEW, ABOUT | posted).status_code == 200
    for button in ("open:new-1", "say:x", "copy:new-1", "up:²", "look"):
        again = posted | {"do": button, "step_open": "new-1", "open-title": "x"}
        assert curator.post(NEW, ABOUT | again).status_code == 200
    assert not RoomLesson.objects.exists()
