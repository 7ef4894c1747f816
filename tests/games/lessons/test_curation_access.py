"""The board beside a step, previews, and who may do what in the admin of the course."""

import pytest

from games.content.reading import as_yaml
from games.lessons import publishing as course
from games.lessons.models import Lesson, StepAttempt, StepRecord
from games.people.models import User

from .curation import ASK, LESSONS, YAML, new, save, staff
from .lessons import PREDICT, lesson

pytestmark = pytest.mark.django_db


# --- the board ------------------------------------------------------------------------------


def board(client, **asked):
    return client.get(f"{LESSONS}board/", asked)


def test_the_board_shows_both_endings_all_winning_moves_and_kinds(curator):
    page = board(
        curator, ruleset="nim", position="1+1+3", convention="misere", step="2"
    ).content.decode()
    assert 'id="step-2-board"' in page
    assert page.count('<use href="#piece-matches"') == 5
    assert "When the last one loses, the player to move wins." in page
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


@pytest.mark.parametrize(
    "changes",
    [
        {"steps-TOTAL_FORMS": ""},
        {"steps-TOTAL_FORMS": "99999"},
        {"steps-INITIAL_FORMS": "7"},
        {"steps-0-id": "abc"},
        {"steps-0-id": "99999999999999999999"},
        {"steps-0-kind": "dance"},
        {"steps-0-place": "99999999999999999999"},
        {"steps-0-ruleset": "heaps:" + "[" * 3000},
        {"steps-0-ruleset": "\x00"},
        {"steps-0-position": "1+" * 5000},
        {"steps-0-position": "99999999999999999999"},
        {"steps-0-answer": "[" * 5000},
        {"steps-0-claims": "- {position: 0, kinds: [], nim_values: [1]}"},
        {"steps-0-claims": "- 1"},
        {"steps-0-extra": "? {a: 1}\n: 2"},
        {"number": "99999999999999999999"},
        {"track": "x"},
        {"skills": "\x00 <script>"},
        {"state": "open", "seen": "x" * 5000},
        {"note": "x" * 5000},
    ],
)
def test_hostile_forms_are_refused_on_the_page(curator, changes):
    found = lesson(PREDICT, state="draft")
    before = found.content
    response = save(curator, found, **changes)
    assert response.status_code == 200
    assert not Lesson.objects.exclude(pk=found.pk).exists()
    assert Lesson.objects.get().content == before


def test_a_page_of_many_steps_costs_no_more_queries(curator, django_assert_max_num_queries):
    short, long = lesson(PREDICT), lesson(*[PREDICT] * 11, slug="long", number=2)
    counts = []
    for found in (short, long):
        with django_assert_max_num_queries(25) as asked:
            curator.get(f"{LESSONS}{found.pk}/change/")
        counts.append(len(asked))
    assert counts[0] == counts[1]
