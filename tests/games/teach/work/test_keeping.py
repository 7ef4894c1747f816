"""On the page of an assignment every button does its own thing and keeps all that was typed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.learn.puzzles.puzzle_files import SetFiles
from games.teach.work.models import Assignment, Item
from games.teach.work.writing import typed_lines as lines

from ...learn.lessons.lessons import lesson
from .assignments import address, assignment
from .forms import PageForm

pytestmark = [pytest.mark.days, pytest.mark.django_db]

TYPED = {
    "title": ["Not saved"],
    "about": ["Read <chapter> 2\nfirst"],
    "mode": ["check"],
    "minutes": ["soon"],
    "due_at": ["2090-01-02T10:00"],
    "lines": ["nim 1+2+4 misere all\nkayles x"],
    "number": ["7"],
    "largest": ["5"],
    "game": ["kayles"],
    "trap": ["on"],
}


@pytest.fixture
def draft(room):
    return assignment(room, "nim 1+2 misere", "nim 1+3 misere", "nim 1+4 misere", publish=False)


def form_of(client, draft):
    return PageForm(client.get(address(draft, what="edit")), "writing")


def kept(response):
    """What the page that came back has in its form, without what nobody types."""
    return typed_in(PageForm(response, "writing").fields)


def typed_in(fields):
    return {
        name: value
        for name, value in fields.items()
        if name not in ("csrfmiddlewaretoken", "stamp") and not name.startswith("had-")
    }


def positions(draft):
    return list(draft.items.order_by("order").values_list("position", flat=True))


@pytest.mark.parametrize(
    ("button", "left"),
    [
        ("Up: question 2", ["1+3", "1+2", "1+4"]),
        ("Down: question 2", ["1+2", "1+4", "1+3"]),
        ("Remove: question 3", ["1+2", "1+3"]),
        ("Solve them", ["1+2", "1+3", "1+4"]),
        ("Archive", ["1+2", "1+3", "1+4"]),
    ],
)
def test_a_button_does_its_thing_and_everything_typed_is_still_there(
    teacher, room, draft, button, left
):
    room.groups.create(name="Half")
    form = form_of(teacher, draft)
    first = draft.items.first()
    typed = {**TYPED, f"points-{first.pk}": ["5"], "groups": [str(room.groups.get().pk)]}
    form.fields.pop("hints")  # unticked
    before = dict(form.fields)
    response = form.press(teacher, button, **typed)
    assert response.status_code == 200
    assert positions(draft) == left
    expected = typed_in({**before, **typed})
    gone = set(expected) - set(kept(response))
    assert {name: kept(response).get(name) for name in expected if name not in gone} == {
        name: value for name, value in expected.items() if name not in gone
    }
    assert len(gone) == 3 - len(left)  # the points of what was taken out
    assert "hints" not in kept(response)
    draft.refresh_from_db()
    assert draft.title == "Homework"  # typed, not saved


def test_points_are_saved_with_the_settings_or_stay_as_they_were_typed(teacher, draft):
    first, second, _ = draft.items.all()
    both = {f"points-{first.pk}": ["5"], f"points-{second.pk}": ["2"]}
    response = form_of(teacher, draft).press(teacher, "Save", **TYPED, **both)
    assert response.status_code == 422
    assert kept(response).items() >= (TYPED | both).items()
    assert list(draft.items.values_list("points", flat=True)) == [1, 1, 1]
    form_of(teacher, draft).press(teacher, "Save", **both)
    assert list(draft.items.values_list("points", flat=True)) == [5, 2, 1]


def test_points_that_are_none_are_told_and_nothing_is_lost(teacher, draft):
    first, second, _ = draft.items.all()
    both = {f"points-{first.pk}": ["5"], f"points-{second.pk}": ["101"]}
    good = TYPED | {"minutes": [""], "mode": ["practice"], "due_at": [""]}
    response = form_of(teacher, draft).press(teacher, "Save", **good, **both)
    assert response.status_code == 422
    assert "Points go from 1 to 100." in response.content.decode()
    assert kept(response).items() >= (good | both).items()
    assert list(draft.items.values_list("points", flat=True)) == [1, 1, 1]


def test_adding_lines_clears_them_and_keeps_the_rest(teacher, draft):
    typed = TYPED | {"lines": ["kayles 4+2 misere"]}
    response = form_of(teacher, draft).press(teacher, "Add these", **typed)
    assert positions(draft)[-1] == "2+4"
    assert "Saved." in response.content.decode()
    assert kept(response).items() >= (typed | {"lines": [""]}).items()


def test_right_lines_are_added_and_a_wrong_one_stays_with_its_sentence(teacher, draft):
    response = form_of(teacher, draft).press(teacher, "Add these", **TYPED)
    assert response.status_code == 422
    page = response.content.decode()
    assert "1 position added. The lines left in the field cannot be added yet." in page
    assert "“x” does not belong in this line." in page
    assert kept(response).items() >= (TYPED | {"lines": ["kayles x"]}).items()
    assert positions(draft) == ["1+2", "1+3", "1+4", "1+2+4"]


def test_too_many_lines_are_refused_and_stay_when_another_button_is_pressed(teacher, draft):
    many = "\n".join(f"nim {number} misere" for number in range(2, 65))
    response = form_of(teacher, draft).press(teacher, "Save", lines=[many])
    assert response.status_code == 200
    assert kept(response)["lines"] == [many]


def test_where_no_line_is_right_nothing_is_added(teacher, draft):
    typed = TYPED | {"lines": ["kayles x"]}
    response = form_of(teacher, draft).press(teacher, "Add these", **typed)
    assert response.status_code == 422
    assert "Nothing was added. The lines left in the field" in response.content.decode()
    assert kept(response).items() >= typed.items()
    assert len(positions(draft)) == 3


def test_a_tab_that_is_behind_overwrites_nothing_unasked(teacher, draft):
    first, second, _ = draft.items.all()
    behind = form_of(teacher, draft)
    other = {"title": ["From the other tab"], f"points-{first.pk}": ["7"]}
    form_of(teacher, draft).press(teacher, "Save", **other)
    mine = {"about": ["From here"], f"points-{second.pk}": ["3"]}
    for button in ("Save", "Publish"):
        response = behind.press(teacher, button, **mine)
        assert response.status_code == 409
        page = response.content.decode()
        assert "Somebody saved this page while you were writing." in page
        assert "The saved page differs in “Title” and “Message to the students”." in page
        draft.refresh_from_db()
        assert (draft.title, draft.about, draft.is_published) == ("From the other tab", "", False)
    again = PageForm(response, "writing")
    assert again.fields["title"] == ["Homework"]
    assert again.fields[f"points-{first.pk}"] == ["7"]
    assert again.press(teacher, "Save", title=["Both"]).status_code == 302
    draft.refresh_from_db()
    assert (draft.title, draft.about) == ("Both", "From here")
    assert list(draft.items.values_list("points", flat=True)) == [7, 3, 1]


def test_a_tab_that_is_behind_and_agrees_is_not_asked(teacher, draft):
    behind = form_of(teacher, draft)
    form_of(teacher, draft).press(teacher, "Save", title=["New"])
    assert behind.press(teacher, "Save", title=["New"]).status_code == 302


def test_an_item_that_is_gone_is_told_and_nothing_typed_is_lost(teacher, draft):
    behind = form_of(teacher, draft)
    behind.press(teacher, "Remove: question 2")
    response = behind.press(teacher, "Up: question 2", **TYPED)
    assert response.status_code == 404
    assert "That question is no longer in this assignment." in response.content.decode()
    assert kept(response).items() >= TYPED.items()
    assert positions(draft) == ["1+2", "1+4"]


def test_a_double_click_does_what_one_click_does(teacher, draft):
    form = form_of(teacher, draft)
    for _ in range(2):
        form.press(teacher, "Down: question 1")
        assert positions(draft) == ["1+3", "1+2", "1+4"]
    for _ in range(2):
        form.press(teacher, "Add these", lines=["nim 1+5 misere"])
        assert positions(draft) == ["1+3", "1+2", "1+4", "1+5"]
    for _ in range(2):
        assert form.press(teacher, "Publish").status_code == 302


def test_an_item_is_dragged_to_its_place_and_typed_points_stay(teacher, draft):
    first = draft.items.first()
    where = f"{address(draft)}items/{first.pk}/"
    typed = {f"points-{first.pk}": "5", "place": "3"}
    response = teacher.post(where, typed, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert page.strip().startswith('<section aria-labelledby="items-title" id="items">')
    assert f'name="points-{first.pk}" inputmode="numeric" maxlength="3" value="5"' in " ".join(
        page.split()
    )
    assert positions(draft) == ["1+3", "1+4", "1+2"]
    assert Item.objects.get(pk=first.pk).points == 1


def test_whom_it_is_for_starts_with_the_groups_and_says_everybody(teacher, room, draft, ann, ben):
    page = teacher.get(address(draft, what="edit")).content.decode()
    assert "for everybody in 7b" in " ".join(page.split())
    room.groups.create(name="Half")
    draft.students.add(ann.membership)
    page = teacher.get(address(draft, what="edit")).content.decode()
    assert "for Archer, Ann" in " ".join(page.split())
    assert page.index("Half") < page.rindex("Archer, Ann") < page.index("Baker, Ben")


def test_lines_not_reached_in_time_are_no_mistakes(teacher, draft, monkeypatch):
    monkeypatch.setattr("games.teach.work.writing.typed_lines.PATIENCE", -1.0)
    lines._read_line.cache_clear()
    response = form_of(teacher, draft).press(teacher, "Add these", lines=["nim 1+5 misere"])
    page = response.content.decode()
    assert response.status_code == 422
    assert "Fix the lines" not in page
    assert "Not all lines are solved yet. Press “Add these” again." in page


def test_adding_a_set_keeps_the_rest_and_an_empty_choice_is_told(teacher, draft):
    SetFiles.load()
    chosen_lesson = str(lesson().pk)
    form = form_of(teacher, draft)
    chosen = form.press(teacher, "Add", **TYPED, lesson=[chosen_lesson])
    assert draft.items.count() == 4
    assert kept(chosen).items() >= (TYPED | {"lesson": [""], "set": [""]}).items()
    assert "“x” does not belong in this line." in chosen.content.decode(), "the reason is kept, too"
    empty = form.press(teacher, "Add", **TYPED)
    assert empty.status_code == 422
    assert "Choose a set, a lesson or a game." in empty.content.decode()
    assert kept(empty).items() >= TYPED.items()


def test_found_positions_come_behind_the_typed_ones_and_keep_the_rest(teacher, draft):
    typed = TYPED | {"game": ["nim"], "number": ["2"], "seed": ["4"]}
    response = form_of(teacher, draft).press(teacher, "Find", **typed)
    assert response.status_code == 200
    lines = kept(response)["lines"][0].splitlines()
    assert lines[:2] == ["nim 1+2+4 misere all", "kayles x"]
    assert len(lines) == 4
    rest = {name: value for name, value in typed.items() if name != "lines"}
    assert kept(response).items() >= rest.items()


def test_where_fewer_fit_those_are_offered(teacher, draft):
    # 2, 3, 1+2, 1+3 and 2+3; in 1+1 every move wins, and 1 and the rest are lost.
    asked = {"game": ["nim"], "number": ["20"], "rows": ["2"], "largest": ["3"]}
    response = form_of(teacher, draft).press(teacher, "Find", **TYPED | asked | {"trap": []})
    assert response.status_code == 422
    assert "Too few positions fit: 5 instead of 20." in response.content.decode()
    again = PageForm(response, "writing")
    assert again.fields["lines"] == TYPED["lines"]
    response = again.press(teacher, "Use the 5 positions found")
    assert response.status_code == 200
    assert len(kept(response)["lines"][0].splitlines()) == 2 + 5
    assert kept(response)["title"] == ["Not saved"]


def test_saving_writes_settings_and_points_and_keeps_lines(teacher, draft):
    first = draft.items.first()
    typed = {"title": ["Saved now"], "lines": ["nim 1+5 misere"], f"points-{first.pk}": ["9"]}
    response = form_of(teacher, draft).press(teacher, "Save", **typed)
    assert response.status_code == 200
    page = response.content.decode()
    assert '<h1 class="only-heard">Saved now</h1>' in page
    assert "Saved." in page
    assert kept(response)["lines"] == ["nim 1+5 misere"]
    assert Item.objects.get(pk=first.pk).points == 9
    nothing_left = form_of(teacher, draft).press(teacher, "Save")
    assert nothing_left.status_code == 302


def test_enter_in_a_field_saves(teacher, draft):
    """A browser presses the first button of the form."""
    first = next(iter(form_of(teacher, draft).buttons.items()))
    assert first == ("Save", (address(draft, what="settings"), {}))


@pytest.mark.parametrize("field", ["lines", "lesson"])
def test_what_is_not_added_yet_holds_publishing_back(teacher, draft, field):
    left = {field: [{"lines": "nim 1+5 misere", "lesson": str(lesson().pk)}[field]]}
    response = form_of(teacher, draft).press(teacher, "Publish", **left)
    assert response.status_code == 422
    assert "have not added them yet" in response.content.decode()
    assert kept(response).items() >= left.items()
    draft.refresh_from_db()
    assert not draft.is_published


@pytest.mark.parametrize(
    ("field", "said"),
    [("due_at", "Its due time, 3 February 2020"), ("closes_at", "Its closing time, 3 February")],
)
def test_a_time_that_has_passed_holds_publishing_back(teacher, draft, field, said):
    past = {field: ["2020-02-03T10:00"], "about": ["Words"]}
    response = form_of(teacher, draft).press(teacher, "Publish", **past)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert "has passed. Choose a later time." in response.content.decode()
    assert kept(response).items() >= past.items()
    draft.refresh_from_db()
    assert not draft.is_published
    later = {field: ["2090-02-03T10:00"]}
    assert form_of(teacher, draft).press(teacher, "Publish", **later).status_code == 302


def test_publishing_when_it_was_due_already_is_asked_and_then_done(teacher, draft):
    form = form_of(teacher, draft)
    response = form.press(teacher, "Publish", due_at=["2020-02-03T10:00"])
    assert response.status_code == 422
    again = PageForm(response, "writing")
    assert again.press(teacher, "Publish it anyway").status_code == 302
    draft.refresh_from_db()
    assert draft.is_published
    assert draft.due_at.year == 2020


def test_when_nobody_could_answer_any_more_it_is_not_published_all_the_same(teacher, draft):
    form = form_of(teacher, draft)
    response = form.press(teacher, "Publish", closes_at=["2020-02-03T10:00"])
    assert "Publish it anyway" not in PageForm(response, "writing").buttons


def test_a_published_assignment_may_be_closed_at_once(teacher, homework):
    past = timezone.localtime(timezone.now() - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    form = form_of(teacher, homework)
    assert form.press(teacher, "Save", closes_at=[past]).status_code == 302
    assert Assignment.objects.get(pk=homework.pk).closes_at < timezone.now()


@pytest.mark.parametrize("line", ["nim 5 misere left", "kayles 5+3 normal right all"])
def test_a_player_is_refused_where_both_have_the_same_moves(teacher, draft, line):
    response = form_of(teacher, draft).press(teacher, "Add these", lines=[line])
    assert response.status_code == 422
    page = response.content.decode()
    player = "left" if "left" in line else "right"
    assert f"Leave out “{player}”: in this game both players have the same moves." in page
