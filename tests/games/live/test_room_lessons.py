"""Room lessons: their files, what the solver says to them, and their pages."""

import re

import pytest
import yaml
from django.core.management import call_command
from django.core.management.base import CommandError
from django.template.defaultfilters import linebreaks

from games.content.reading import FOLDER, ContentError
from games.live.lesson_files import RoomLessonFiles
from games.live.lesson_parts import check_part, unwrapped, waiting_questions
from games.live.lessons import RoomLesson
from games.live.models import Room
from games.live.opening import refusal
from games.site.content_checks import check_everything

from ..assignments.assignments import classroom, member, person
from ..lessons.curation import staff
from .room_lessons import LESSON, room_lesson

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / "two.yaml").write_text(LESSON)
    return tmp_path


def rewrite(folder, before, after):
    file = folder / "live" / "two.yaml"
    assert before in file.read_text()
    file.write_text(file.read_text().replace(before, after, 1))


def refused(folder):
    with pytest.raises(ContentError) as error:
        RoomLessonFiles.load(folder)
    assert not RoomLesson.objects.exists()
    return str(error.value)


def text_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def shipped():
    """Every room lesson as its file is written."""
    return [yaml.safe_load(path.read_text()) for path in sorted((FOLDER / "live").glob("*.yaml"))]


# --- the shipped lessons ----------------------------------------------------------------------


def test_every_shipped_lesson_is_solved_and_a_dry_run_stores_nothing(capsys):
    call_command("load_content", "--dry-run")
    assert "Room lessons: 5 solved, 5 new" in capsys.readouterr().out
    assert not RoomLesson.objects.exists()


def test_the_shipped_lessons_are_whole_lessons():
    assert [lesson["minutes"] for lesson in shipped()] == [20, 40, 40, 40, 40]
    RoomLessonFiles.load()
    for lesson in RoomLesson.objects.all():
        assert lesson.told[-1].ends == lesson.minutes
        assert lesson.questions >= 5
        assert lesson.told[-1].is_question, "a lesson closes with a question"
        kinds = {part["kind"] for part in lesson.parts}
        assert {"neighbours", "perfect"} <= kinds, lesson
        for part in lesson.told:
            assert part.say, part.title
            if part.is_question:
                assert part.expect, part.title
                assert part.stuck, part.title
                assert part.after, part.title
                assert part.mistakes, part.title
                assert part.right, part.title
                assert not refusal(part.asked), part.title


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "place", "problem"),
    [
        ("{outcome: N}", "{outcome: P}", "step 1", "outcome P is wrong; it is N"),
        ('position: "1+1", outcome: N', 'position: "1+1", wins: "1>0", case: 1', "step 2", "case"),
        ('position: "1+1+2"', 'position: "1+1+1"', "step 2", "the player to move loses"),
        (
            "even-ones: They",
            "mirror: They",
            "step 2",
            "no wrong answer shows “Trusting the mirror”",
        ),
        ('"1>0": They', '"3>1": They', "step 2", "wins, so it is not a mistake"),
        ('"1>0": They', '"7>1": They', "step 2", "feedback"),
        ("even-ones: They", "no-habit: They", "step 2", "is not a misconception"),
        ("ones of 1 + 1.", "ones of 2 + 2.", "step 2", "the words name 2 + 2"),
        ("Some take both.", "Some leave 1+1+1.", "step 2", "the words name 1+1+1"),
        (
            "minutes: 3",
            "minutes: 4",
            "two.yaml",
            "the parts take 11 minutes, but the lesson says 10",
        ),
        ("kind: neighbours", "kind: play", "step 3", "'play' is not one of"),
        ("kind: neighbours", "kind: build", "step 3", "'build' is not one of"),
        ("    minutes: 2\n", "", "step 1", "minutes is missing"),
        ("about: A short one.\n", "", "two.yaml", "about is missing"),
        ("audience: Anybody.", f"audience: {'x' * 201}", "two.yaml", "at most 200 characters"),
        ('    position: "1+2+3"\n', "", "step 3", "position is missing"),
        ("title: The rule", "titel: The rule", "step 1", "unknown key 'titel'"),
        ("convention: misere", "convention: maybe", "step 1", "maybe"),
        ("text: Play it twice.", 'text: ""', "step 3", "the text is missing"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(folder, before, after, place, problem):
    rewrite(folder, before, after)
    said = refused(folder)
    assert place in said
    assert problem in said


@pytest.mark.parametrize("written", ["[]", "7", "parts: 7", "parts: [7]", "slug: [", "{}"])
def test_a_file_that_is_no_lesson_is_refused(folder, written):
    (folder / "live" / "two.yaml").write_text(written)
    assert "two.yaml" in refused(folder)


def test_two_files_with_one_address_are_refused(folder):
    (folder / "live" / "three.yaml").write_text(LESSON)
    assert "the slug two-matches appears twice" in refused(folder)


def test_arithmetic_in_the_words_is_no_position():
    part = room_lesson().parts[1]
    assert check_part(part | {"after": "4 + 1 = 5, and 1 ⊕ 2 + 2 ⊕ 3 is worked out."}) == []
    [problem] = check_part(part | {"after": "Then 4 + 1 is left."})
    assert "the words name 4 + 1" in problem


# --- loading ----------------------------------------------------------------------------------


def test_loading_twice_changes_nothing(folder):
    assert RoomLessonFiles.load(folder).created == 1
    before = list(RoomLesson.objects.values())
    again = RoomLessonFiles.load(folder)
    assert (again.created, again.updated, again.kept) == (0, 0, 0)
    assert list(RoomLesson.objects.values()) == before


def test_what_was_changed_here_is_kept_and_what_left_the_files_goes(folder):
    RoomLessonFiles.load(folder)
    rewrite(folder, "A short one.", "A very short one.")
    assert RoomLessonFiles.load(folder).updated == 1
    RoomLesson.objects.update(title="Ours")
    rewrite(folder, "A very short one.", "Another.")
    assert RoomLessonFiles.load(folder).kept == 1
    assert RoomLesson.objects.get().title == "Ours"
    assert RoomLessonFiles.load(folder, overwrite=True).updated == 1
    assert RoomLesson.objects.get().about == "Another."
    made_here = room_lesson(LESSON.replace("two-matches", "mine"))
    (folder / "live" / "two.yaml").unlink()
    RoomLessonFiles.load(folder)
    assert RoomLesson.objects.get() == made_here


def test_a_stored_lesson_that_is_wrong_now_is_found_by_every_check(capsys):
    lesson = room_lesson()
    assert check_everything().failing == ()
    lesson.parts[0]["claims"] = [{"outcome": "P"}]
    lesson.save()
    [failing] = check_everything().failing
    assert failing.text.startswith("Part 1: claim on Nim 1+2")
    with pytest.raises(CommandError, match="1 check failed"):
        call_command("check_content")
    assert "Two matches: Part 1" in capsys.readouterr().err
    page = staff("reader", "view_lesson").post("/admin/games/lesson/checks/", follow=True)
    page = page.content.decode()
    assert f'href="/admin/games/roomlesson/{lesson.pk}/change/"' in page
    assert "1 room lesson" in page


# --- pages ------------------------------------------------------------------------------------


def test_the_list_says_for_whom_how_long_and_what_is_needed(client):
    assert "No room lessons are installed yet." in text_of(client.get("/live/lessons/"))
    room_lesson()
    page = client.get("/live/lessons/")
    said = text_of(page)
    assert "Two matches A short one. 10 minutes · 1 question Anybody. Two matches." in said
    assert 'href="/live/lessons/two-matches/"' in page.content.decode()
    assert page.content.decode().count('class="thumbnail"') == 3


def test_a_lesson_tells_the_clock_the_answer_and_the_habit_behind_a_mistake(client):
    room_lesson()
    page = client.get("/live/lessons/two-matches/")
    said = text_of(page)
    assert "0–2 min" in said
    assert "2–7 min" in said
    assert "7–10 min" in said
    assert "1 + 1 + 2 · Nim · the last one loses" in said
    assert "Right Take 1 from row 3, leaving 1. Expect" in said
    assert "Take 2 from row 3, leaving nothing An even number of ones. They leave two ones." in said
    assert "Take 1 from row 1, leaving nothing They tidy up." in said
    assert "If half get it wrong Count the ones" in said
    assert "Play in pairs" in said
    assert "Take as many as you like, from one row." in said
    assert page.content.decode().count('class="thumbnail"') == 3
    assert client.get("/live/lessons/gone/").status_code == 404


def test_lines_of_a_file_are_paragraphs_on_the_page():
    assert linebreaks(unwrapped("One\nline.\n\nTwo.")) == "<p>One line.</p>\n\n<p>Two.</p>"


def test_only_questions_wait_in_a_room_with_all_that_is_said_around_them():
    asked, notes = waiting_questions(room_lesson().told)
    assert [(one.position, one.goal) for one in asked] == [("1+1+2", "move")]
    [note] = notes
    assert note.startswith(
        "The rule (2 min)\n\n1 + 2 · Nim · the last one loses\n\nTake as many as you"
    )
    assert "Expect: Some take both." in note
    assert (
        "“Take 2 from row 3, leaving nothing”: An even number of ones. They leave two ones." in note
    )
    assert note.endswith("1 + 2 + 3 · Nim · the last one loses\n\nPlay it twice.")


def test_a_room_is_opened_with_the_questions_and_the_notes(client):
    room_lesson()
    assert "Open a room with this lesson" in text_of(client.get("/live/lessons/two-matches/"))
    teacher = person("ms-lind")
    made = classroom(teacher)
    link = 'href="/live/open/?ready=two-matches"'
    assert link in teacher.get("/live/lessons/two-matches/").content.decode()
    page = teacher.get("/live/open/?ready=two-matches")
    offers = re.findall(r'name="offer" value="([^"]+)"', page.content.decode())
    assert len(offers) == 1
    posted = {"title": "Two matches", "offer": offers, "take": ["0"], "classroom": str(made.pk)}
    assert teacher.post("/live/open/", posted).status_code == 302
    room = Room.objects.get()
    assert room.classroom == made
    [question] = room.questions.all()
    assert question.position == "1+1+2"
    assert "An even number of ones. They leave two ones." in question.notes
    assert teacher.get("/live/open/?ready=gone").status_code == 404


def test_a_student_reads_a_lesson_and_opens_nothing():
    room_lesson()
    made = classroom(person("ms-lind"))
    student = person("student")
    member(made, student)
    said = text_of(student.get("/live/lessons/two-matches/"))
    assert "They leave two ones." in said
    assert "Open a room" not in said


def test_whoever_looks_for_lessons_to_teach_is_led_to_them(client):
    link = 'href="/live/lessons/"'
    assert link in client.get("/plans/").content.decode()
    assert link in person("ms-lind").get("/live/").content.decode()
