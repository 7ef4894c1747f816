"""The board beside a step, previews, and who may do what in the admin of the course."""

import pytest

from games.content.reading import as_yaml
from games.learn.lessons.editor import pages as course
from games.learn.lessons.models import Lesson, StepAttempt, StepRecord
from games.learn.lessons.schema import MAX_STEPS
from games.people.models import User

from .curation import ASK, LESSONS, YAML, address_of, form_of, new, staff
from .lessons import PREDICT, lesson

pytestmark = pytest.mark.django_db


# --- who may do what --------------------------------------------------------------------------


def test_stored_boards_are_there_without_scripts(reader):
    found = lesson()
    page = reader.get(f"{LESSONS}{found.pk}/change/").content.decode()
    one = found.live_steps[0]
    assert f'id="stored-{one.pk}-board"' in page
    assert "Preview the saved step as a student" in page


def test_who_may_only_look_changes_nothing(reader):
    found = lesson(state="draft")
    page = reader.get(f"{LESSONS}{found.pk}/change/").content.decode()
    assert "flip-everything: Both endings agree here." in page
    assert "_save" not in page
    for address in ("", "checks/", "export/", f"{found.pk}/versions/"):
        assert reader.get(LESSONS + address).status_code == 200
    assert reader.get(f"{LESSONS}{found.pk}/export/").status_code == 200
    assert reader.get("/learn/a-lesson/1/preview/").status_code == 200
    assert new(reader, ASK).status_code == 403
    assert reader.post(f"{LESSONS}{found.pk}/change/", {"title": "x"}).status_code == 403
    assert reader.get(YAML).status_code == 403
    assert (
        "This lesson is not published yet"
        in reader.get(f"{LESSONS}{found.pk}/versions/").content.decode()
    )
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
    pages = ["", "checks/", "import/", "export/"]
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


@pytest.mark.parametrize(
    "changes",
    [
        {"step_key": []},
        {"step_key": ["1"] * (MAX_STEPS + 1), "step": ["{}"] * (MAX_STEPS + 1)},
        {"step": ["["]},
        {"step": ["[" * 5000]},
        {"step": ["7"]},
        {"step": ['{"kind": "dance"}']},
        {"step": ['{"kind": ["move"], "text": {"a": 1}}']},
        {"step": ['{"kind": "tell", "ruleset": "heaps:' + "[" * 3000 + '"}']},
        {"step": ['{"kind": "tell", "text": "\\u0000"}']},
        {"step": ['{"kind": "predict", "position": "' + "1+" * 5000 + '"}']},
        {"step": ['{"kind": "move", "answer": {"x": []}, "claims": [1, {"kinds": 3}]}']},
        {"step_open": "1", "step_key": ["1"], "open-kind": "dance"},
        {"step_open": "1", "step_key": ["1"], "open-kind": "build", "open-rows-0": "x"},
        {"step_open": "1", "step_key": ["1"], "open-kind": "tell", "open-position": "9" * 20},
        {"place": "nowhere"},
        {"track": "x"},
        {"skills-0": "\x00 <script>"},
        {"state": "open", "seen": "x" * 5000},
        {"note": "x" * 5000},
    ],
)
def test_hostile_forms_are_refused_on_the_page(curator, changes):
    found = lesson(PREDICT, state="draft")
    before = found.content
    form = form_of(curator, found) | changes
    assert curator.post(address_of(found), form).status_code == 200
    assert not Lesson.objects.exclude(pk=found.pk).exists()
    assert Lesson.objects.get().content == before
    for button in ("open:1", "up:1", "say:x", "add:", "copy:", "__init__:x", "look"):
        assert curator.post(address_of(found), form | {"do": button}).status_code == 200
    for button in ("change", "key-change", "move"):
        assert curator.post(address_of(found), form | {button: "1:99999"}).status_code == 200


def test_a_page_of_many_steps_costs_no_more_queries(curator, django_assert_max_num_queries):
    short, long = lesson(PREDICT), lesson(*[PREDICT] * 11, slug="long", number=2)
    counts = []
    for found in (short, short, long):  # a process keeps what it reads for the first page
        with django_assert_max_num_queries(25) as asked:
            curator.get(f"{LESSONS}{found.pk}/change/")
        counts.append(len(asked))
    assert counts[1] == counts[2]
