"""Room lessons: their files, what the solver says to them, and their pages."""

import re
from collections import Counter

import pytest
import yaml
from django.core.management import call_command
from django.core.management.base import CommandError
from django.template.defaultfilters import linebreaks

from games.content.reading import FOLDER, ContentError
from games.site.upkeep.content_checks import check_everything
from games.teach.live.lessons.lesson_parts import unwrapped
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles, check_part, refusal
from games.teach.live.rooms.models import Room
from solver import Game, Outcome

from ...learn.lessons.curation import staff
from ..work.assignments import classroom, member, person
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
    assert "Room lessons: 11 solved, 11 new" in capsys.readouterr().out
    assert not RoomLesson.objects.exists()


def test_the_shipped_lessons_are_whole_lessons():
    minutes = {lesson["order"]: lesson["minutes"] for lesson in shipped()}
    assert [minutes[order] for order in sorted(minutes)] == [
        *[20, 40, 40, 40, 40],
        *[35, 90, 20, 40, 30, 25],
    ]
    RoomLessonFiles.load()
    without_phones = []
    for lesson in RoomLesson.objects.all():
        assert lesson.told[-1].ends == lesson.minutes
        assert lesson.questions >= 5
        assert lesson.told[-1].is_question, "a lesson closes with a question"
        kinds = {part["kind"] for part in lesson.parts}
        if "phone" in lesson.needs:
            assert {"neighbours", "perfect"} <= kinds, lesson
        else:
            without_phones.append(lesson)
        for part in lesson.told:
            assert part.say, part.title
            if part.is_question:
                assert part.expect, part.title
                assert part.stuck, part.title
                assert part.after, part.title
                assert part.mistakes, part.title
                assert part.right, part.title
                assert not refusal(part.asked), part.title
    [fingers] = without_phones
    assert fingers.slug == "without-phones"


def test_a_class_cannot_answer_who_wins_by_what_was_right_before():
    """In no lesson is one answer right each time, and over all of them neither is a good bet."""
    every = []
    for lesson in shipped():
        asked = [part for part in lesson["parts"] if part["kind"] == "predict"]
        outcomes = [
            Game(part["ruleset"]).outcome(part["position"], part["convention"]) for part in asked
        ]
        if lesson["slug"] == "left-and-right":
            assert set(outcomes) == {Outcome.P, Outcome.R}
        else:
            assert set(outcomes) == {Outcome.N, Outcome.P}, lesson["title"]
            every += outcomes
    assert len(every) >= 20
    assert 0.4 <= every.count(Outcome.N) / len(every) <= 0.6, Counter(every)


def test_the_lesson_without_phones_plays_in_pairs_and_all_together_on_paper():
    RoomLessonFiles.load()
    lesson = RoomLesson.objects.get(slug="without-phones")
    assert {part.kind.key for part in lesson.told} == {"tell", "predict", "move"}
    by_title = {part.title: part for part in lesson.told}
    pairs, together = by_title["Nine strokes in pairs"], by_title["Thirteen lights against me"]
    assert pairs.say.startswith("Pencil and paper, one sheet for two. Draw nine strokes.")
    assert (pairs.place, pairs.minutes) == ("9 · Take 1 or 2 · the last one wins", 5)
    assert together.say.startswith("Now you all play together against me.")
    assert (together.place, together.minutes) == ("13 · Take 1 or 2 · the last one wins", 6)
    for part in lesson.told:
        assert not re.search(r"\b(tap|scan|vote on|computer)\b", part.notes), part.title


TERMS = {
    ("first-winning-plan", "", ""): "below",
    ("take-at-most-three", "Why five loses", "theory"): "below",
    ("misere-nim", "", ""): "nim-sum",
    ("misere-nim", "Nothing but ones", "theory"): "below",
    ("misere-nim", "The moment when the plan changes", "theory"): "nim-sum",
    ("misere-nim", "The class against Perfect", "seconds"): 30,
    ("why-kayles-splits", "Seven pins", "rounds"): 2,
    ("why-kayles-splits", "A number for every row", "theory"): "nim-sum",
    ("left-and-right", "", ""): "below",
    ("without-phones", "", ""): "below",
    ("r1-in-an-evening", "", ""): "r1",
    ("r1-in-an-evening", "A single pin", "theory"): "below",
    ("r1-in-an-evening", "The method in four lines", "theory"): "r1",
    ("r1-in-an-evening", "Where the method stops", "theory"): "below",
    ("nim-with-powers-of-two", "Bundles, frame by frame", "theory"): "nim-sum",
    ("the-last-light-loses", "Nine lights against Norma", "opponent"): "norma",
    ("ones-and-one-more", "Evan likes things even", "opponent"): "evan",
}
"""Terms of the shipped lessons: of a lesson, or of a part by its title."""


@pytest.mark.parametrize(("place", "term"), TERMS.items())
def test_a_shipped_lesson_says_by_whom_how_often_and_by_which_theory(place, term):
    slug, title, name = place
    [lesson] = [one for one in shipped() if one["slug"] == slug]
    if not title:
        assert lesson["theory"] == term
        return
    [part] = [one for one in lesson["parts"] if one["title"] == title]
    assert part[name] == term


def test_no_shipped_lesson_explains_by_a_theory_before_it_has_told_it():
    """The theory of a lesson covers each question that names no other."""
    told = {"nim-sum": "Bundles|Far from the end|A number for every row", "r1": "The kinds of rows"}
    for lesson in shipped():
        known = {"below"}
        for part in lesson["parts"]:
            known |= {key for key, titles in told.items() if part["title"] in titles.split("|")}
            named = part.get("theory") or lesson["theory"]
            if part["kind"] not in ("tell", "neighbours", "solo", "perfect"):
                assert named in known, part


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "place", "problem"),
    [
        ("{outcome: N}", "{outcome: P}", "step 1", "it is “the player to move wins”"),
        (
            'position: "1+1", outcome: N',
            'position: "1+1", wins: "1>0", case: 1',
            "step 2",
            "Case of R1",
        ),
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
        (
            "kind: neighbours",
            "kind: neighbours\n    rounds: 10",
            "step 3",
            "rounds: a whole number from 1 to 9 is expected",
        ),
        ("kind: neighbours", "kind: neighbours\n    opponent: max", "step 3", "unknown key"),
        ("kind: neighbours", "kind: solo\n    opponent: maxi", "step 3", "'maxi' is not one of"),
        ("kind: neighbours", "kind: solo\n    opponent: max", "step 3", "Max needs a game with"),
        ("kind: neighbours", "kind: perfect\n    seconds: 7", "step 3", "one of 0, 20, 30, 60"),
        (
            "kind: neighbours",
            "kind: film\n    theory: reduction",
            "step 3",
            "only in partizan",
        ),
        ("kind: move", "kind: move\n    theory: nimsum", "step 2", "'nimsum' is not one of"),
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
    assert failing.text.startswith("Part 1: the fact about 1+2 in Nim")
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


def test_a_room_is_opened_with_every_part_and_its_notes(client):
    room_lesson()
    assert "Open a room with this lesson" in text_of(client.get("/live/lessons/two-matches/"))
    teacher = person("ms-lind")
    made = classroom(teacher)
    link = 'href="/live/open/?ready=two-matches"'
    assert link in teacher.get("/live/lessons/two-matches/").content.decode()
    page = teacher.get("/live/open/?ready=two-matches")
    said = text_of(page)
    for title in ("The rule (2 min)", "One and two (5 min)", "Now the two of you (3 min)"):
        assert title in said
    offers = re.findall(r'name="offer" value="([^"]+)"', page.content.decode())
    assert len(offers) == 3
    posted = {"title": "Two matches", "offer": offers, "take": ["0", "1", "2"]}
    posted["classroom"] = str(made.pk)
    assert teacher.post("/live/open/", posted).status_code == 302
    room = Room.objects.get()
    assert room.classroom == made
    assert [(part.number, part.kind.key) for part in room.parts.all()] == [
        (1, "tell"),
        (2, "move"),
        (3, "neighbours"),
    ]
    assert [part.content for part in room.parts.all()] == RoomLesson.objects.get().parts
    [question] = room.questions.all()
    assert question.part.number == 2
    assert question.position == "1+1+2"
    assert "An even number of ones. They leave two ones." in question.notes
    assert teacher.get("/live/open/?ready=gone").status_code == 404


def test_parts_that_are_left_out_or_moved_stay_so(client):
    room_lesson()
    teacher = person("ms-lind")
    page = teacher.get("/live/open/?ready=two-matches").content.decode()
    offers = re.findall(r'name="offer" value="([^"]+)"', page)
    posted = {"offer": [offers[2], offers[1], offers[0]], "take": ["0", "1"]}
    assert teacher.post("/live/open/", posted | {"lines": "nim 1+2 misere"}).status_code == 302
    room = Room.objects.get()
    assert [part.kind.key for part in room.parts.all()] == ["neighbours", "move"]
    assert [question.position for question in room.questions.all()] == ["1+1+2", "1+2"]
    assert not hasattr(room.questions.last(), "part")


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
