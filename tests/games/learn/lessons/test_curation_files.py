"""Versions, import, export, checks, tracks and skills in the admin."""

import io
import json
import re
import uuid
import zipfile
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.content import reading
from games.content.reading import MAX_FILE, as_yaml
from games.content.versions import FIRST
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, LessonVersion, Route, Skill, Step, Track
from games.learn.puzzles.models import Puzzle
from games.learn.study import studying as service
from games.people.models import User
from games.questions.attempts import GradedAnswer
from games.site.upkeep.content_checks import CHECKINGS, Checking
from games.web.background.jobs import go_on
from games.web.models import Heartbeat, Job

from ..puzzles.puzzles import puzzle
from .curation import LESSONS, YAML, address_of, save, staff, steps_of
from .lessons import MOVE, PLAY, PREDICT, TELL, lesson

pytestmark = pytest.mark.django_db


# --- versions -------------------------------------------------------------------------------


def test_an_earlier_version_comes_back_when_that_is_confirmed(curator, alice):
    found = lesson(PREDICT, MOVE)
    service.answer(
        alice, found.live_steps[0], uuid.uuid4(), GradedAnswer.to(found.live_steps[0], "P")
    )
    [first, *others] = steps_of(curator.get(address_of(found))).values()
    steps = [json.dumps(step) for step in (first | {"text": "Say who wins."}, *others)]
    save(curator, found, note="Other words.", step=steps)
    versions = curator.get(f"{LESSONS}{found.pk}/versions/").content.decode()
    assert "Other words." in versions
    assert '<span class="diff-added">+  text: Say who wins.</span>' in versions
    assert '<span class="diff-removed">-  text: Who *wins*?</span>' in versions
    address = f"{LESSONS}{found.pk}/versions/1/"
    assert address in versions
    asked = curator.get(address).content.decode()
    assert "Who *wins*?" in asked
    assert Lesson.objects.get().version == 2
    assert curator.post(address).status_code == 302
    now = Lesson.objects.get()
    assert (now.live_steps[0].text, now.version) == ("Who *wins*?", 3)
    assert LessonVersion.objects.get(version=3).note == "Restored version 1."
    assert now.live_steps[0].attempts.count() == 1
    assert curator.get(f"{LESSONS}{found.pk}/versions/9/").status_code == 404
    assert curator.get(f"{LESSONS}999/versions/").status_code == 404


def test_a_version_the_solver_contradicts_does_not_come_back(curator):
    found = lesson(PREDICT)
    version = found.versions.get()
    version.content["steps"][0]["answer"] = "N"
    version.save(update_fields=["content"])
    response = curator.post(f"{LESSONS}{found.pk}/versions/1/")
    assert response.status_code == 422
    assert "the right answer is P" in response.content.decode()
    assert Lesson.objects.get().version == 1


# --- files ----------------------------------------------------------------------------------


def test_a_lesson_is_imported_after_looking_at_what_it_changes(curator):
    found = lesson(PREDICT)
    text = as_yaml(found.content | {"title": "Renamed"})
    looked = curator.post(YAML, {"text": text, "action": "look"})
    assert looked.status_code == 200
    assert '<span class="diff-added">+title: Renamed</span>' in looked.content.decode()
    assert Lesson.objects.get().title == "A lesson"
    unsaid = curator.post(YAML, {"text": text, "action": "store"})
    assert unsaid.status_code == 422
    assert "Say in a few words" in unsaid.content.decode()
    stored = curator.post(YAML, {"text": text, "action": "store", "note": "A name."})
    assert stored.status_code == 302
    now = Lesson.objects.get()
    assert (now.title, now.version) == ("Renamed", 2)
    same = curator.post(YAML, {"text": as_yaml(now.content)})
    assert "Nothing changes." in same.content.decode()


def test_a_file_is_looked_at_too_and_a_draft_needs_no_note(curator):
    found = lesson(PREDICT, state="draft")
    text = as_yaml(found.content | {"slug": "second", "number": 2})
    found.delete()
    looked = curator.post(YAML, {"file": SimpleUploadedFile("x.yaml", text.encode())})
    assert looked.context["form"]["text"].value() == text
    assert curator.post(YAML, {"text": text, "action": "store"}).status_code == 302
    assert (Lesson.objects.get().slug, Lesson.objects.get().state) == ("second", "draft")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Paste a lesson"),
        ("- a list", "a mapping is expected"),
        ("a: 1\nb: [", "this is not YAML: did not find expected node content, line 3"),
        ("a: &a [1, 2]\nb: [*a, *a]", "anchors and aliases are not used"),
        ("x: !!python/object/apply:os.system [ls]", "tags are not used"),
        ("x: !!timestamp no", "tags are not used"),
        ("[" * 5000, "the file is nested more than 30 levels deep"),
        ("x: " + "y" * MAX_FILE, "longer than"),
        ('title: "\\ud800"', "invalid Unicode character escape code, line 1"),
        ('title: "\\0"', "without control characters"),
        ("title: " + "x" * 101, "at most 100"),
        ("slug: " + "x" * 51, "at most 50"),
        ("state: " + "x" * 5000, "is not one of"),
    ],
)
def test_hostile_files_are_refused_in_sentences(curator, text, said):
    response = curator.post(YAML, {"text": text, "action": "store", "note": "x"})
    assert response.status_code == 422
    page = response.content.decode()
    assert said in page
    assert response.context["form"]["text"].value() == text
    assert not Lesson.objects.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\n" * 38_000, "the file is longer than 4000 lines"),
        ("{" + "a: 1, " * 30_000 + "}", "the file has more than 6000 commas, colons and brackets"),
        ("[" * 5_000, "the file is nested more than 30 levels deep"),
        ("- " * 5_000 + "x", "the file is nested more than 30 levels deep"),
        ("x" * (MAX_FILE + 1), f"the file is longer than {MAX_FILE} characters"),
    ],
)
def test_what_would_take_long_is_refused_before_it_is_read(curator, monkeypatch, text, said):
    monkeypatch.setattr(reading.yaml, "load", lambda *given, **more: pytest.fail("it was read"))
    assert said in curator.post(YAML, {"text": text}).content.decode()


def test_a_file_that_is_no_text_or_contradicts_the_solver_is_refused(curator):
    binary = SimpleUploadedFile("x.yaml", b"\xff\xfe\x00")
    assert "not UTF-8 text" in curator.post(YAML, {"file": binary}).content.decode()
    large = SimpleUploadedFile("x.yaml", b"x" * (4 * MAX_FILE + 1))
    assert "longer than" in curator.post(YAML, {"file": large}).content.decode()
    found = lesson(PREDICT)
    wrong = as_yaml(found.content | {"steps": [PREDICT | {"answer": "N"}]})
    assert "the right answer is P" in curator.post(YAML, {"text": wrong}).content.decode()
    twin = as_yaml(found.content | {"slug": "twin"})
    assert "number 1 belongs to" in curator.post(YAML, {"text": twin}).content.decode()


def test_the_course_exported_and_loaded_into_an_empty_database_is_equal(curator, tmp_path):
    LessonFiles.load()
    lesson(PREDICT, MOVE, PLAY, number=40, slug="mine", state="draft", track="nim")
    before = [found.content for found in Lesson.objects.all()]
    others = [list(model.objects.values()) for model in (Track, Skill)]
    response = curator.get(f"{LESSONS}export/")
    assert response.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.content)) as packed:
        assert {"tracks.yaml", "skills.yaml", "lessons/40-mine.yaml"} < set(packed.namelist())
        packed.extractall(tmp_path)
    one = Lesson.objects.get(slug="mine")
    alone = curator.get(f"{LESSONS}{one.pk}/export/")
    assert alone.content == (tmp_path / "lessons" / "40-mine.yaml").read_bytes()
    assert "40-mine.yaml" in alone.headers["Content-Disposition"]
    for model in (Lesson, Track, Skill):
        model.objects.all().delete()
    LessonFiles.load(tmp_path)
    assert [found.content for found in Lesson.objects.all()] == before
    after = [list(model.objects.values()) for model in (Track, Skill)]
    for was, now in zip(others, after, strict=True):
        assert [one | {"id": 0} for one in was] == [one | {"id": 0} for one in now]


# --- checks, tracks, skills -----------------------------------------------------------------


def checked(curator):
    """The page of checks after everything was decided, a piece with each press."""
    where = f"{LESSONS}checks/"
    for _ in range(60):
        page = curator.post(where, follow=True).content.decode()
        if "were checked on" in page:
            return page
        assert "parts of the content." in page
    raise AssertionError(page)


def test_a_fresh_install_has_no_failing_check(curator):
    call_command("load_content")
    page = checked(curator)
    assert re.search(r"\d\d lessons and \d\d\d puzzles", page)
    assert "no errors" in page
    assert f"{LESSONS}checks/" in curator.get(LESSONS).content.decode()


def test_what_the_solver_contradicts_is_listed_with_where_to_mend_it(curator):
    found = lesson(MOVE, PREDICT)
    Step.objects.filter(order=2).update(answer="N")
    wrong = puzzle()
    Puzzle.objects.filter(pk=wrong.pk).update(position="2+2")
    stale = puzzle(position="1+2+5")
    Puzzle.objects.filter(pk=stale.pk).update(difficulty=5)
    page = checked(curator)
    assert "3 errors" in page
    assert f'href="{LESSONS}{found.pk}/change/"' in page
    assert "Step 2: answer: N is wrong; the right answer is P" in page
    assert "the player to move loses" in page
    assert "Save it again" in page


def test_tracks_and_skills_are_kept_in_order():
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss", password="correct horse battery"))
    lesson()
    skill, track = Skill.objects.get(), Track.objects.get()
    posted = {
        "title": "Halves",
        "slug": "halves",
        "order": "2",
        "theory": "",
        "requires-0": "look-back",
    }
    add = "/admin/games/skill/add/"
    assert f'<option value="look-back">{skill.title}</option>' in boss.get(add).content.decode()
    refused = boss.post(add, posted | {"requires-0": "no"}).content.decode()
    assert "There is no other skill &#x27;no&#x27;." in refused
    assert boss.post(add, posted).status_code == 302
    assert Skill.objects.get(slug="halves").requires == ["look-back"]
    address = f"/admin/games/skill/{skill.pk}/"
    assert boss.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    boss.post(f"{address}change/", posted | {"title": "Back", "requires-0": "", "slug": "other"})
    skill.refresh_from_db()
    assert (skill.title, skill.slug) == ("Back", "look-back")
    page = boss.get("/admin/games/track/").content.decode()
    assert track.title in page
    assert boss.get(f"/admin/games/track/{track.pk}/change/").status_code == 200
    boss.post(f"/admin/games/track/{track.pk}/delete/", {"post": "yes"})
    assert Track.objects.exists()


def test_the_place_in_a_list_is_chosen_after_another_one():
    boss = Client()
    boss.force_login(User.objects.create_superuser("boss", password="correct horse battery"))
    for model, name, more in (
        (Track, "track", {"summary": ""}),
        (Skill, "skill", {"theory": "", "requires-0": ""}),
        (Route, "route", {"summary": "", "lessons-0": "a-lesson"}),
    ):
        if model is Route:
            lesson(PREDICT)
        rows = [model.objects.create(slug=s, title=s.upper(), order=n) for n, s in enumerate("abc")]
        add = f"/admin/games/{name}/add/"
        page = boss.get(add).content.decode()
        assert f'<option value="{FIRST}">before all others</option>' in page
        assert f'<option value="{rows[2].pk}" selected>after C</option>' in page
        posted = {"title": "D", "slug": "d", "place": str(rows[0].pk), **more}
        assert boss.post(add, posted).status_code == 302, name
        assert "".join(model.objects.values_list("slug", flat=True)) == "adbc"
        change = f"/admin/games/{name}/{rows[2].pk}/change/"
        moved = {"title": "C", "slug": "c", "place": FIRST, **more}
        assert boss.post(change, moved).status_code == 302
        assert "".join(model.objects.values_list("slug", flat=True)) == "cadb"
        del moved["place"]  # a page from before an update has no such field
        assert boss.post(change, moved).status_code == 302
        assert "".join(model.objects.values_list("slug", flat=True)) == "cadb"
        reader = staff(f"reader-{name}", f"view_{name}")
        assert reader.get(change).status_code == 200


def test_words_that_contradict_the_solver_are_listed_as_warnings(curator, capsys):
    words = "At 4 + 4 the player to move wins when the last one loses."
    place = {"ruleset": "nim", "position": "4+4", "convention": "misere"}
    found = lesson(TELL | place | {"text": words})
    page = checked(curator)
    assert "no errors" in page
    assert "1 warning<" in page
    assert "the player to move loses." in page.split("Words to look at again")[1]
    assert f'href="{LESSONS}{found.pk}/change/"' in page.split("Words to look at again")[1]
    call_command("check_content")
    said = capsys.readouterr().out
    assert f"Warning: {found}: Step 1" in said
    assert "1 warning." in said


def test_looking_at_the_checks_decides_nothing_and_a_second_curator_sees_the_same(
    curator, monkeypatch
):
    found = lesson(MOVE, PREDICT)
    Step.objects.filter(order=2).update(answer="N")
    other = staff("other", "view_lesson")
    where = f"{LESSONS}checks/"
    assert "Nobody has checked the content yet." in other.get(where).content.decode()
    assert "1 error<" in checked(curator)
    nobody = Checking(CHECKINGS["lesson"].rows, lambda row: pytest.fail("decided again"))
    monkeypatch.setitem(CHECKINGS, "lesson", nobody)
    page = other.get(where).content.decode()
    assert "1 error<" in page
    assert f'href="{LESSONS}{found.pk}/change/"' in page
    assert "has changed since" not in page
    Step.objects.filter(order=2).update(answer="P")
    page = other.get(where).content.decode()
    assert "The content has changed since then." in page
    assert "1 error<" in page
    monkeypatch.undo()
    assert "no errors" in checked(other)


def test_a_check_is_begun_once_and_left_to_the_worker_that_is_there(curator):
    lesson(MOVE, PREDICT)
    Heartbeat.objects.create(worker="one", seen_at=timezone.now())
    where = f"{LESSONS}checks/"
    other = staff("other", "view_lesson")
    for browser in (curator, other, curator):
        page = browser.post(where, follow=True).content.decode()
        assert "0 of 1 parts of the content." in page
        assert "Continue" not in page
    [job] = Job.objects.filter(kind="checks")
    go_on(job)  # as the worker does
    assert "1 lesson and 0 puzzles" in curator.get(where).content.decode()
    news = other.get(where, headers={"HX-Request": "true"})
    assert news["HX-Refresh"] == "true"
    assert Job.objects.get(pk=job.pk).state == "done"


def test_a_check_that_fails_says_so_and_can_be_tried_again(curator, monkeypatch):
    lesson(MOVE)

    def fail(row):
        raise RuntimeError("broken")

    monkeypatch.setitem(CHECKINGS, "lesson", Checking(CHECKINGS["lesson"].rows, fail))
    page = curator.post(f"{LESSONS}checks/", follow=True).content.decode()
    assert "Something went wrong. Everything finished so far is saved." in page
    monkeypatch.undo()
    assert "no errors" in checked(curator)


def test_a_check_stays_until_the_next_one(curator):
    lesson(MOVE)
    checked(curator)
    Job.objects.update(changed_at=timezone.now() - timedelta(days=90))
    call_command("tidy")
    assert "no errors" in curator.get(f"{LESSONS}checks/").content.decode()
