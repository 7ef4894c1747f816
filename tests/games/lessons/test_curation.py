"""Writing the course in the admin, without scripts and without a shell."""

import io
import re
import uuid
import zipfile

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from games.lessons.files import MAX_FILE, as_yaml
from games.models import (
    Lesson,
    LessonVersion,
    Puzzle,
    Skill,
    Step,
    StepAttempt,
    StepRecord,
    Track,
    User,
)
from games.services import course
from games.services import lessons as service

from ..puzzles.puzzles import puzzle
from .lessons import MOVE, PLAY, PREDICT, TELL, lesson

pytestmark = pytest.mark.django_db
LESSONS = "/admin/games/lesson/"
YAML = LESSONS + "import/"
STEP_FIELDS = {"kind": "tell", "convention": "", "to_move": "", "diagram": ""}
MANY = {
    "steps-INITIAL_FORMS": "0",
    "steps-MIN_NUM_FORMS": "0",
    "steps-MAX_NUM_FORMS": "12",
}


def staff(name, *permissions):
    """A browser of somebody who may do just this with lessons."""
    user = User.objects.create_user(name, password="correct horse battery", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def curator():
    return staff("curator", "view_lesson", "add_lesson", "change_lesson", "delete_lesson")


@pytest.fixture
def reader():
    return staff("reader", "view_lesson")


def new(client, *steps, **changes):
    """Fill in the form for a new lesson."""
    Track.objects.get_or_create(slug="rows", defaults={"order": 1, "title": "Rows"})
    Skill.objects.get_or_create(slug="look-back", defaults={"order": 1, "title": "Looking back"})
    posted = {
        "title": "Mine",
        "slug": "mine",
        "number": "1",
        "minutes": "5",
        "track": str(Track.objects.get().pk),
        "skills": "look-back",
        "summary": "One sentence.",
        "source": "",
        **MANY,
        "steps-TOTAL_FORMS": str(len(steps)),
    }
    for index, step in enumerate(steps):
        posted |= {f"steps-{index}-{name}": value for name, value in (STEP_FIELDS | step).items()}
    return client.post(f"{LESSONS}add/", posted | changes)


def form_of(client, found):
    """What the form of a lesson would post as it is shown."""
    response = client.get(f"{LESSONS}{found.pk}/change/")
    forms = [response.context["adminform"].form]
    [steps] = response.context["inline_admin_formsets"]
    forms += [steps.formset.management_form, *steps.formset.forms]
    posted = {}
    for form in forms:
        for bound in form:
            value = bound.value()
            posted[bound.html_name] = "" if value is None or value is False else str(value)
    return posted


def save(client, found, **changes):
    return client.post(f"{LESSONS}{found.pk}/change/", form_of(client, found) | changes)


def problems(response):
    """What the page says is wrong, by field."""
    assert response.status_code == 200
    found = dict(response.context["adminform"].form.errors)
    for form in response.context["inline_admin_formsets"][0].formset.forms:
        found |= {f"{form.prefix}-{name}": said for name, said in form.errors.items()}
    return {name: " ".join(said) for name, said in found.items()}


ASK = {
    "kind": "move",
    "text": "Move.",
    "ruleset": "nim",
    "position": "1+5",
    "convention": "misere",
    "place": "1",
}


def test_a_lesson_is_added_as_a_draft_and_an_empty_answer_is_filled_in(curator, visitor):
    response = new(
        curator,
        ASK | {"hints": "Which row?\r\n\r\nThe larger one.", "feedback": "even-ones: Two ones."},
        {"text": "Read\r\nthis.", "place": ""},
    )
    assert response.status_code == 302
    found = Lesson.objects.get()
    assert (found.state, found.version) == ("draft", 0)
    asked, told = found.live_steps
    assert asked.answer == ["2>0"]
    assert asked.hints == ["Which row?", "The larger one."]
    assert asked.feedback == {"even-ones": "Two ones."}
    assert told.text == "Read\nthis."
    assert course.findings(found) == []
    assert visitor.get(found.get_absolute_url()).status_code == 404
    assert visitor.get("/learn/mine/1/preview/").status_code == 404
    assert curator.get("/learn/mine/1/preview/").status_code == 200


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ({"kind": "all-moves", "position": "1+1+3"}, ["3>1"]),
        ({"kind": "predict"}, "N"),
        ({"kind": "classify", "position": "1+2"}, ["inverter", "higher switch"]),
        ({"kind": "case"}, 3),
        ({"kind": "reduce", "ruleset": "partizan-kayles", "position": "7"}, [3, 2]),
        ({"kind": "play"}, None),
    ],
)
def test_the_solver_fills_in_every_kind_of_answer(curator, step, answer):
    response = new(curator, ASK | step)
    assert response.status_code == 302, problems(response)
    assert Step.objects.get().answer == answer


@pytest.mark.parametrize(
    ("step", "field", "said"),
    [
        ({"answer": "1>0"}, "answer", "the right answer is ['2>0']"),
        ({"kind": "predict", "answer": "P"}, "answer", "the right answer is N"),
        ({"answer": "[1>0"}, "answer", "This is not YAML"),
        ({"kind": "build", "extra": "goal: {outcome: P}"}, "answer", "Give one position"),
        ({"kind": "tell", "answer": "N"}, "answer", "no answer"),
        ({"position": "1+x"}, "position", "is not a position"),
        ({"position": "2+2"}, "position", "lost for whoever moves"),
        ({"position": ""}, "position", "missing"),
        ({"ruleset": "chess"}, "ruleset", "is not a ruleset"),
        ({"convention": ""}, "convention", "missing"),
        ({"to_move": "left"}, "to_move", "same moves"),
        ({"ruleset": "partizan-kayles"}, "to_move", "Left or Right"),
        ({"text": ""}, "text", "Say something"),
        ({"skill": "kayles"}, "skill", "does not teach"),
        ({"feedback": "grumpy: No."}, "feedback", "is no misconception"),
        ({"feedback": "a list"}, "feedback", "a mapping"),
        ({"hints": "1\n2\n3\n4\n5"}, "hints", "At most 4"),
        ({"claims": "- {outcome: P}"}, "claims", "it is N"),
        ({"claims": "- {outcome: X}"}, "claims", "is not one of"),
        ({"claims": "- &a {outcome: N}\n- *a"}, "claims", "anchors and aliases"),
        ({"extra": "starter: you"}, "extra", "has no 'starter'"),
        ({"extra": "what"}, "extra", "one name and value a line"),
        ({"kind": "play", "extra": "starter: nobody"}, "extra", "is not one of"),
        ({"kind": "play", "extra": "starter: computer"}, "extra", "wins"),
        ({"diagram": "reduction"}, "diagram", "partizan"),
    ],
)
def test_what_is_wrong_lands_on_its_field_and_nothing_is_stored(curator, step, field, said):
    response = new(curator, ASK | step)
    found = problems(response)
    assert list(found) == [f"steps-0-{field}"]
    assert said.lower() in found[f"steps-0-{field}"].lower()
    for name, typed in step.items():
        form = response.context["inline_admin_formsets"][0].formset.forms[0]
        assert form[name].value() == typed
    assert not Lesson.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"skills": "kayles"}, "skills"),
        ({"skills": ""}, "skills"),
        ({"number": "7"}, "number"),
        ({"slug": "a-lesson"}, "slug"),
        ({"minutes": "x"}, "minutes"),
        ({"minutes": "20000"}, "minutes"),
        ({"title": "x" * 101}, "title"),
        ({"track": ""}, "track"),
    ],
)
def test_a_lesson_that_is_wrong_itself_is_refused(curator, changes, field):
    lesson(number=7)
    assert field in problems(new(curator, ASK, **changes))
    assert Lesson.objects.count() == 1


def test_a_lesson_has_steps(curator):
    assert "1 to 12 steps" in new(curator).content.decode()


def test_publishing_needs_a_note_and_keeps_a_version(curator, visitor):
    new(curator, ASK)
    found = Lesson.objects.get()
    assert "note" in problems(save(curator, found, state="published"))
    assert save(curator, found, state="published", note="It begins.").status_code == 302
    version = LessonVersion.objects.get()
    assert (version.note, version.by.username) == ("It begins.", "curator")
    assert visitor.get("/learn/mine/1/").status_code == 200
    assert "note" in problems(save(curator, found, title="Ours"))
    save(curator, found, title="Ours", note="A better title.")
    found.refresh_from_db()
    assert (found.title, found.version) == ("Ours", 2)
    save(curator, found, state="retired")
    found.refresh_from_db()
    assert (found.state, found.version) == ("retired", 2)
    history = curator.get(f"{LESSONS}{found.pk}/history/").content.decode()
    assert "Version 2: A better title." in history


def test_saving_what_is_shown_stores_nothing(curator):
    call_command("load_content")
    for found in Lesson.objects.all():
        before = found.content
        response = save(curator, found, note="Nothing.")
        assert response.status_code == 302, problems(response)
        now = Lesson.objects.get(pk=found.pk)
        assert (now.content, now.version) == (before, 1)


def test_steps_that_move_keep_what_students_did(curator, alice):
    other = TELL | {"title": "Another word"}
    found = lesson(TELL, PREDICT, MOVE, other)
    tell, predict, move, last = found.live_steps
    service.answer(alice, predict, uuid.uuid4(), "P")
    service.finish(alice, tell)
    save(
        curator,
        found,
        **{"steps-0-place": "4", "steps-0-title": "The same word", "steps-2-place": "1"},
        note="Another order.",
    )
    found = Lesson.objects.get()
    assert [step.pk for step in found.live_steps] == [move.pk, predict.pk, last.pk, tell.pk]
    assert StepAttempt.objects.get().step_id == predict.pk
    assert StepRecord.objects.get(step=tell).step.title == "The same word"


def test_steps_are_added_between_and_taken_away(curator, alice):
    found = lesson(PREDICT, MOVE, TELL)
    predict, move, tell = found.live_steps
    service.answer(alice, predict, uuid.uuid4(), "P")
    typed = {f"steps-3-{name}": value for name, value in (STEP_FIELDS | ASK).items()}
    response = save(
        curator,
        found,
        **typed | {"steps-3-place": "2", "steps-3-position": "1+4"},
        **{"steps-0-DELETE": "on", "steps-2-DELETE": "on"},
        note="Shorter.",
    )
    assert response.status_code == 302
    assert [step.position for step in Lesson.objects.get().live_steps] == ["1+4", "1+5"]
    assert Step.objects.get(pk=predict.pk).order is None
    assert not Step.objects.filter(pk=tell.pk).exists()
    assert StepAttempt.objects.get().step_id == predict.pk
    assert Step.objects.get(pk=move.pk).order == 2


def test_two_curators_do_not_overwrite_each_other_unseen(curator):
    found = lesson(state="draft")
    mine = form_of(curator, found)
    save(curator, found, title="Theirs")
    address = f"{LESSONS}{found.pk}/change/"
    response = curator.post(address, mine | {"title": "Mine"})
    assert "Somebody has saved this lesson" in response.content.decode()
    assert Lesson.objects.get().title == "Theirs"
    again = mine | {"title": "Mine", "seen": response.context["adminform"].form["seen"].value()}
    assert curator.post(address, again).status_code == 302
    assert Lesson.objects.get().title == "Mine"


def test_what_students_worked_at_is_not_deleted(curator, alice):
    found = lesson()
    address = f"{LESSONS}{found.pk}/delete/"
    assert curator.get(address).status_code == 200
    service.finish(alice, found.live_steps[2])
    assert curator.post(address, {"post": "yes"}).status_code == 403


# --- the board ------------------------------------------------------------------------------


def board(client, **asked):
    return client.get(f"{LESSONS}board/", asked)


def test_the_board_shows_both_endings_all_winning_moves_and_kinds(curator):
    page = board(
        curator, ruleset="nim", position="1+1+3", convention="misere", step="2"
    ).content.decode()
    assert 'id="step-2-board"' in page
    assert page.count('<use href="#piece-matches"') == 5
    assert "When the last one loses, whoever moves next wins." in page
    assert "<code>3&gt;1</code>" in page
    assert "<code>3&gt;0</code>" in page
    assert "case 2" in page
    assert "row of 3: higher switch" in page
    strips = board(curator, ruleset="partizan-kayles", position="7+5").content.decode()
    assert "Left’s winning moves" in strips
    assert "Right’s winning moves" in strips
    assert "too large to decide" in (
        board(curator, ruleset="octal:0.3122", position="40+41+42").content.decode()
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "Type a ruleset"),
        ({"ruleset": "nim", "position": "1+"}, "is not a position"),
        ({"ruleset": "nim", "position": "0"}, "with pieces"),
        ({"ruleset": "chess", "position": "1"}, "is not a ruleset"),
        ({"ruleset": "nim", "position": "99"}, "at most 60"),
        ({"ruleset": "nim", "position": "1+" * 200 + "1"}, "at most 200"),
        ({"ruleset": "heaps:" + "[" * 3000, "position": "1"}, "at most 1000"),
        ({"ruleset": "nim", "position": "1", "convention": "x"}, "is not a convention"),
        ({"ruleset": "partizan-kayles", "position": "1", "to_move": "x"}, "is not a player"),
    ],
)
def test_the_board_says_in_a_sentence_why_there_is_none(curator, asked, said):
    response = board(curator, **asked)
    assert response.status_code == 200
    assert said in response.content.decode()
    assert len(response.content) < 400


def test_stored_boards_are_there_without_scripts(reader):
    found = lesson()
    page = reader.get(f"{LESSONS}{found.pk}/change/").content.decode()
    one = found.live_steps[0]
    assert f'id="stored-{one.pk}-board"' in page
    assert "Preview this step as a student" in page


# --- who may do what ------------------------------------------------------------------------


def test_who_may_only_look_changes_nothing(reader):
    found = lesson(state="draft")
    page = reader.get(f"{LESSONS}{found.pk}/change/").content.decode()
    assert "flip-everything: Both endings agree here." in page
    assert "_save" not in page
    for address in ("", "board/", "checks/", "export/", f"{found.pk}/versions/"):
        assert reader.get(LESSONS + address).status_code == 200
    assert reader.get(f"{LESSONS}{found.pk}/export/").status_code == 200
    assert reader.get("/learn/a-lesson/1/preview/").status_code == 200
    assert new(reader, ASK).status_code == 403
    assert reader.post(f"{LESSONS}{found.pk}/change/", {"title": "x"}).status_code == 403
    assert reader.get(YAML).status_code == 403
    assert "Not published yet" in reader.get(f"{LESSONS}{found.pk}/versions/").content.decode()
    course.publish(found, "Now.", User.objects.get(username="reader"))
    assert reader.post(f"{LESSONS}{found.pk}/versions/1/").status_code == 403
    assert "Bring" not in reader.get(f"{LESSONS}{found.pk}/versions/").content.decode()


def test_addresses_of_no_lesson_lead_nowhere(curator):
    for strange in ("999", "x/y.css", "²", "99999999999999999999"):
        for page in ("change", "versions", "export"):
            status = curator.get(f"{LESSONS}{strange}/{page}/").status_code
            assert status in (302, 404), (strange, page)


def test_strangers_and_students_see_none_of_it(visitor, signed_in):
    found = lesson()
    pages = ["", "board/", "checks/", "import/", "export/"]
    pages += [f"{found.pk}/{name}/" for name in ("change", "versions", "versions/1", "export")]
    nobody = staff("nobody")
    for address in pages:
        assert visitor.get(LESSONS + address).status_code == 302
        assert signed_in.get(LESSONS + address).status_code == 302
        assert nobody.get(LESSONS + address).status_code == 403


def test_who_may_only_add_imports_new_lessons_only():
    found = lesson(state="draft")
    adder = staff("adder", "add_lesson")
    text = as_yaml(found.content | {"title": "Other"})
    assert adder.post(YAML, {"text": text}).status_code == 403
    changed = as_yaml(found.content | {"slug": "other", "number": 2})
    assert adder.post(YAML, {"text": changed}).status_code == 200


def test_a_preview_leaves_no_rows(curator):
    new(curator, ASK)
    response = curator.post("/learn/mine/1/preview/", {"move": "2>0"})
    assert "That wins." in response.content.decode()
    assert not StepAttempt.objects.exists()
    assert not StepRecord.objects.exists()
    page = curator.get(f"{LESSONS}{Lesson.objects.get().pk}/change/").content.decode()
    assert 'href="/learn/mine/1/preview/"' in page


# --- versions -------------------------------------------------------------------------------


def test_an_earlier_version_comes_back_when_that_is_confirmed(curator, alice):
    found = lesson(PREDICT, MOVE)
    service.answer(alice, found.live_steps[0], uuid.uuid4(), "P")
    save(curator, found, note="Other words.", **{"steps-0-text": "Say who wins."})
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
    assert LessonVersion.objects.get(version=3).note == "Back to version 1."
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
    assert "Nothing is different." in same.content.decode()


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
        ("a: [", "this is not YAML"),
        ("a: &a [1, 2]\nb: [*a, *a]", "anchors and aliases are not used"),
        ("x: !!python/object/apply:os.system [ls]", "tags are not used"),
        ("x: !!timestamp no", "tags are not used"),
        ("[" * 5000, "this is not YAML"),
        ("x: " + "y" * MAX_FILE, "longer than"),
        ('title: "\\ud800"', "without control characters"),
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


def test_a_file_that_is_no_text_or_contradicts_the_solver_is_refused(curator):
    binary = SimpleUploadedFile("x.yaml", b"\xff\xfe\x00")
    assert "not a text" in curator.post(YAML, {"file": binary}).content.decode()
    large = SimpleUploadedFile("x.yaml", b"x" * (4 * MAX_FILE + 1))
    assert "longer than" in curator.post(YAML, {"file": large}).content.decode()
    found = lesson(PREDICT)
    wrong = as_yaml(found.content | {"steps": [PREDICT | {"answer": "N"}]})
    assert "the right answer is P" in curator.post(YAML, {"text": wrong}).content.decode()
    twin = as_yaml(found.content | {"slug": "twin"})
    assert "number 1 belongs to" in curator.post(YAML, {"text": twin}).content.decode()


def test_the_course_exported_and_loaded_into_an_empty_database_is_equal(curator, tmp_path):
    call_command("load_content")
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
    call_command("load_content", tmp_path)
    assert [found.content for found in Lesson.objects.all()] == before
    after = [list(model.objects.values()) for model in (Track, Skill)]
    for was, now in zip(others, after, strict=True):
        assert [one | {"id": 0} for one in was] == [one | {"id": 0} for one in now]


# --- checks, tracks, skills -----------------------------------------------------------------


def test_a_fresh_install_has_no_failing_check(curator):
    call_command("load_content")
    page = curator.get(f"{LESSONS}checks/").content.decode()
    assert re.search(r"18 lessons and \d\d\d puzzles", page)
    assert "no failing checks" in page
    assert f"{LESSONS}checks/" in curator.get(LESSONS).content.decode()


def test_what_the_solver_contradicts_is_listed_with_where_to_mend_it(curator):
    found = lesson(MOVE, PREDICT)
    Step.objects.filter(order=2).update(answer="N")
    wrong = puzzle()
    Puzzle.objects.filter(pk=wrong.pk).update(position="2+2")
    stale = puzzle(position="1+2+5")
    Puzzle.objects.filter(pk=stale.pk).update(difficulty=5)
    page = curator.get(f"{LESSONS}checks/").content.decode()
    assert "3 failing checks" in page
    assert f'href="{LESSONS}{found.pk}/change/"' in page
    assert "Step 2: answer: N is wrong; the right answer is P" in page
    assert "is lost for whoever moves" in page
    assert "save it once more" in page


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
        "requires": "look-back",
    }
    assert boss.post("/admin/games/skill/add/", posted | {"requires": "no"}).status_code == 200
    assert boss.post("/admin/games/skill/add/", posted).status_code == 302
    assert Skill.objects.get(slug="halves").requires == ["look-back"]
    address = f"/admin/games/skill/{skill.pk}/"
    assert boss.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    boss.post(f"{address}change/", posted | {"title": "Back", "requires": "", "slug": "other"})
    skill.refresh_from_db()
    assert (skill.title, skill.slug) == ("Back", "look-back")
    page = boss.get("/admin/games/track/").content.decode()
    assert track.title in page
    assert boss.get(f"/admin/games/track/{track.pk}/change/").status_code == 200
    boss.post(f"/admin/games/track/{track.pk}/delete/", {"post": "yes"})
    assert Track.objects.exists()
