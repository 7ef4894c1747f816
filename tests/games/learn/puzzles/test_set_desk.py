"""A set of puzzles put together in the admin, as browsers without scripts would do it."""

import re

import pytest

from games.learn.puzzles.models import Puzzle, PuzzleSet, PuzzleSetItem
from games.learn.puzzles.puzzle_files import SetFiles

from ..lessons.curation import shown, staff, steps_of
from ..lessons.lessons import MOVE, lesson
from .puzzles import puzzle

pytestmark = pytest.mark.django_db
NEW = "/admin/games/puzzleset/add/"
SET = ("view_puzzleset", "add_puzzleset", "change_puzzleset")
FIELDS = {"title": "Mine", "slug": "mine", "note": "One sentence.", "order": "0"}


@pytest.fixture
def curator():
    return staff("curator", *SET, "add_puzzle")


def press(client, page, address=NEW, **buttons):
    return client.post(address, shown(page) | buttons)


def positions(page):
    return [step["position"] for step in steps_of(page).values()]


def stored(*puzzles):
    made = PuzzleSet.objects.create(
        state="published", slug="mine", title="Mine", note="One sentence."
    )
    for order, one in enumerate(puzzles, 1):
        PuzzleSetItem.objects.create(set=made, puzzle=one, order=order)
    return made, f"/admin/games/puzzleset/{made.pk}/change/"


def order_of(made):
    return list(made.items.values_list("puzzle__position", flat=True))


def test_a_set_is_put_together_from_the_gallery_and_a_new_position(curator):
    small, large = puzzle(position="1+5"), puzzle("kayles", "4", goal="predict")
    page = press(curator, curator.get(NEW), do="look", **{"gallery-ruleset": "kayles"})
    text = page.content.decode()
    assert "1 puzzle fit" in text
    assert f"put:{small.pk}" not in text
    page = press(curator, page, do=f"put:{large.pk}")
    assert "Puzzle 1 is Kayles 4" in page.content.decode()
    page = press(curator, page, do="add:")
    page = press(curator, page, **{"open-ruleset": "nim", "change": "1:3"})
    assert positions(page)[0] == "4"
    page = press(curator, page, do="up:new-2", **{"open-goal": "all-moves"})
    assert "Puzzle 2 is now puzzle 1." in page.content.decode()
    response = press(curator, page, _save="Save", **FIELDS)
    assert response.status_code == 302
    made = PuzzleSet.objects.get()
    assert order_of(made) == ["3", "4"]
    assert Puzzle.objects.filter(ruleset="nim", position="3", goal="all-moves").exists()


def test_twice_the_same_is_refused_at_its_puzzle(curator):
    made, address = stored(puzzle(position="1+5"))
    page = press(curator, curator.get(address), address, do=f"copy:{made.items.get().pk}")
    assert "This repeats puzzle 1." in page.content.decode()
    page = press(curator, page, address, _save="Save")
    assert '<a href="#step-new-1">Puzzle 2</a>. This repeats puzzle 1.' in page.content.decode()
    assert made.items.count() == 1


def test_what_a_lesson_asks_already_is_said_and_not_refused(curator):
    lesson(MOVE | {"position": "5+1", "answer": ["1>0"]})
    _, address = stored(puzzle(position="1+5"))
    assert "“A lesson”, asks this in step 1." in curator.get(address).content.decode()


def test_a_position_the_solver_contradicts_is_refused(curator):
    page = press(curator, curator.get(NEW), do="add:")
    typed = {"open-ruleset": "nim", "open-position": "2+2", "open-convention": "misere"}
    page = press(curator, page, _save="Save", **FIELDS, **typed, **{"open-goal": "move"})
    text = page.content.decode()
    assert re.search(
        (r'<a href="#step-new-1">Puzzle 1</a>. In Nim 2\+2 the player ' r"to move loses"), text
    )
    assert not PuzzleSet.objects.exists()


def test_taking_one_out_leaves_the_puzzle(curator):
    first, second = puzzle(position="1+5"), puzzle(position="1+6")
    made, address = stored(first, second)
    page = press(curator, curator.get(address), address, do=f"remove:{made.items.first().pk}")
    assert press(curator, page, address, _save="Save", changed="Shorter.").status_code == 302
    assert order_of(made) == ["1+6"]
    assert Puzzle.objects.count() == 2


def test_a_set_is_seen_as_a_student_sees_it_before_it_is_stored(curator):
    made, address = stored(puzzle(position="1+5"))
    page = press(curator, curator.get(address), address, do="preview", title="Other words")
    text = page.content.decode()
    assert "<h1>Other words</h1>" in text
    assert text.count('class="card puzzle-link"') == 1
    made.refresh_from_db()
    assert made.title == "Mine"


def test_save_as_new_leaves_the_old_one(curator):
    made, address = stored(puzzle(position="1+5"))
    again = {"slug": "other", "title": "Other", "_saveasnew": "1"}
    assert press(curator, curator.get(address), address, **again).status_code == 302
    assert order_of(PuzzleSet.objects.get(slug="other")) == order_of(made) == ["1+5"]


def test_who_may_make_no_puzzles_is_told(client):
    helper = staff("helper", *SET)
    page = press(helper, helper.get(NEW), do="add:")
    typed = {"open-ruleset": "nim", "open-position": "1+5", "open-convention": "misere"}
    page = press(helper, page, _save="Save", **FIELDS, **typed, **{"open-goal": "move"})
    assert (
        "This puzzle is new, and you do not have permission to make puzzles."
        in page.content.decode()
    )
    assert not Puzzle.objects.exists()


def test_who_may_only_look_sees_the_puzzles_and_changes_nothing():
    _, address = stored(puzzle(position="1+5"))
    reader = staff("reader", "view_puzzleset")
    page = reader.get(address).content.decode()
    assert "Nim 1 + 5" in page
    assert "Take 5 from row 2, leaving nothing." in page
    assert 'name="do"' not in page
    assert "_save" not in page
    assert reader.post(address, FIELDS).status_code == 403


def test_a_set_changed_here_is_kept_by_the_next_loading(curator):
    SetFiles.load()
    first, second = PuzzleSet.objects.all()[:2]
    address = f"/admin/games/puzzleset/{first.pk}/change/"
    page = curator.get(address)
    changed = {"note": "Another sentence.", "changed": "Clearer.", "_save": "Save"}
    assert press(curator, page, address, **changed).status_code == 302
    PuzzleSet.objects.filter(pk=second.pk).update(order=99)
    SetFiles.load()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.note, second.order) == ("Another sentence.", 2)


@pytest.mark.parametrize(
    "posted",
    [
        {"step_key": ["1"] * 99, "step": ["{}"] * 99},
        {"step_key": ["new-1"], "step": ["["]},
        {"step_key": ["new-1"], "step": ['{"ruleset": "heaps:' + "[" * 900 + '", "goal": [1]}']},
        {"step_key": ["new-1"], "step": ['{"ruleset": "nim", "position": "\\u0000"}']},
        {"do": "put:x"},
        {"do": "page:99999999999999999999"},
        {"gallery-goal": "\x00", "gallery-difficulty": "x", "do": "look"},
        {"do": "_put:x"},
        {"step_key": ["1"], "step": ["{}"], "step_open": "1", "change": "1:99999"},
    ],
)
def test_hostile_forms_are_refused_on_the_page(curator, posted):
    assert curator.post(NEW, FIELDS | posted).status_code == 200
    assert not PuzzleSet.objects.exists()
