"""Instructors write assignments: typed positions solved while typed, ready sets, lessons."""

import re
from collections import Counter
from pathlib import Path

import pytest

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.puzzles.models import Puzzle, PuzzleSet, PuzzleSetItem
from games.learn.puzzles.puzzle_files import SetFiles
from games.teach.classes.teaching import archive
from games.teach.work.models import Assignment, Item, ItemAttempt, Start
from games.teach.work.writing.typed_lines import NAMES, read_lines

from ...learn.lessons.lessons import lesson
from ...learn.puzzles.puzzles import puzzle
from .assignments import address, assignment, classroom, form_token, give, member, person
from .forms import PageForm

pytestmark = pytest.mark.django_db


def page_of(client, where):
    return client.get(where).content.decode()


def test_from_a_class_to_a_published_assignment_of_own_positions(teacher, room, ann):
    start = f"/classes/{room.pk}/"
    assert "New assignment" in page_of(teacher, start)
    page = PageForm(teacher.get(f"{start}assignments/new/"), "writing")
    lines = "kayles 9 misere\nnim 1+2+4 misere all\n"
    made = page.press(teacher, "Add these", title=["Kayles 2"], lines=[lines])
    found = Assignment.objects.get()
    assert made.url == f"{address(found, what='edit')}?done=saved"
    assert (found.title, found.classroom, found.items.count()) == ("Kayles 2", room, 2)
    assert ann.get(address(found)).status_code == 404
    assert "Kayles 2" not in page_of(ann, "/assignments/")
    published = teacher.post(address(found, what="publish"))
    assert published.url.startswith(address(found, what="results"))
    page = page_of(ann, "/assignments/")
    assert "Kayles 2" in page
    assert "Continue: Kayles 2" in page
    assert "Kayles 2" in page_of(ann, start)
    first = page_of(ann, "/")
    assert 'card-name">Kayles 2</span>' in first
    assert "0 of 2 done" in first


def test_typed_positions_are_solved_without_being_stored(teacher, homework):
    draft = assignment(homework.classroom, publish=False)
    good = ["kayles 10 misere", "kayles 12 misere", "nim 5 misere"]
    typed = "\n".join([*good, "nim 2+2", "kayles 3 x misere", "", "chess 8 misere"])
    page = teacher.post(address(draft, what="lines"), {"lines": typed}).content.decode()
    assert "The player to move loses when the last one loses, so it asks who wins." in page
    assert "The line does not say how the game ends, so the last one loses." in page
    assert "We have no game called “chess”. Begin the line with nim, " in page
    assert "“x” does not belong in this line. Write a line like: kayles 9 misere." in page
    assert "different moves win" in page
    assert "kayles 12 misere" in page
    assert draft.items.count() == 2


def test_htmx_gets_only_the_solved_lines(teacher, homework):
    draft = assignment(homework.classroom, publish=False)
    headers = {"HX-Request": "true"}
    response = teacher.post(
        address(draft, what="lines"), {"lines": "kayles 10 misere"}, headers=headers
    )
    html = response.content.decode()
    assert "<html" not in html
    assert html.strip().startswith('<div id="solved"')
    assert "Knock" in html


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", "Type a position first."),
        ("nim 2+2 misere move", "ask who wins instead"),
        ("nim 5 misere\nnim 5 misere", "This line repeats an earlier line."),
        ("kayles 5 misere case", "R1 says nothing"),
        ("strips 7+5 misere left kinds", "same moves"),
        ("\n".join(f"nim {n} misere" for n in range(2, 65)), "at most 60"),
        ("nim " + "9" * 400 + " misere", "it has at most 200 characters"),
        ("nim 1+2 misere move all", "“all” does not belong in this line."),
        ("Nim 3-4-5", "“3-4-5” does not belong in this line. Write rows with a plus: 3+4+5."),
        ("nim 3/x misere", "“3/x” does not belong in this line. Write a line like: kayles 9"),
    ],
)
def test_a_line_that_cannot_be_used_is_told_and_nothing_is_lost_or_stored(
    teacher, room, lines, said
):
    draft = assignment(room, publish=False)
    before = draft.items.count()
    response = teacher.post(address(draft, what="lines"), {"lines": lines, "add": "1"})
    assert response.status_code == 422
    page = response.content.decode()
    assert said in page
    assert lines.split("\n")[0] in page
    assert draft.items.count() == before + ("repeats" in said)  # the line itself can be used


def test_the_lines_of_the_guide_for_teachers_can_be_used_as_they_stand():
    guide = Path("docs/teach.md").read_text()
    lines = [line.strip() for line in guide.splitlines() if line.startswith(" " * 6)]
    assert [line.split()[0] for line in lines] == ["kayles", "nim", "kayles:5", "strips"]
    solved = read_lines("\n".join(lines))
    assert [(line.problem, line.exercise is None) for line in solved] == [("", False)] * 4


def test_rows_of_a_spreadsheet_are_lines_too(room):
    lines = ["Nim;1;2;3", "Nim;1;2;4;normal;all", "kayles\t4\t2\tmisere", "Nim;;4;misere;;"]
    solved = read_lines("\n".join(lines))
    assert [line.problem for line in solved] == [""] * 4
    assert [(line.exercise.position, line.exercise.convention) for line in solved] == [
        ("1+2+3", "misere"),
        ("1+2+4", "normal"),
        ("2+4", "misere"),
        ("4", "misere"),
    ]
    unsaid = (
        "The line does not say how the game ends, so the last one loses. Add normal if it wins."
    )
    assert solved[0].warning.startswith(unsaid)
    assert unsaid not in "".join(line.warning for line in solved[1:])
    for line in read_lines(";;\n;"):
        assert "We have no game called “;" in line.problem


def test_a_line_may_begin_with_a_game_as_a_book_writes_it():
    lines = [
        "Grundy’s game 7 normal",
        "Dawson's Kayles;9;misere",
        "·77 5 4 misere who",
        "Take 1, 3 or 4 8 misere",
        "subtraction: {1, 3, 4} 9 misere",
    ]
    solved = read_lines("\n".join(lines))
    assert [line.problem for line in solved] == [""] * 5
    assert [(line.exercise.ruleset, line.exercise.position) for line in solved] == [
        ("grundy", "7"),
        ("octal:0.07", "9"),
        ("octal:0.77", "4+5"),
        ("subtraction:{1,3,4}", "8"),
        ("subtraction:{1,3,4}", "9"),
    ]


def test_every_game_that_a_refusal_names_can_begin_a_line():
    solved = read_lines("\n".join(f"{name} 4 misere who" for name in NAMES))
    assert [line.problem for line in solved] == [""] * len(NAMES)
    [unknown] = read_lines("checkers 8")
    assert all(name in unknown.problem for name in NAMES)


def test_what_is_asked_follows_from_the_line(room):
    found = assignment(
        room,
        "nim 1+2+4 misere",
        "nim 1+2+5 misere all",
        "nim 2+2 misere",
        "nim 4+1 misere kinds",
        "nim 6+1 misere case",
        "kayles 5,3 normal win",
        "partizan 7+5 misere",
        "strips 7+5 misere left",
    )
    goals = list(found.items.values_list("goal", flat=True))
    assert goals == [
        "move",
        "all-moves",
        "predict",
        "classify",
        "case",
        "play",
        "predict",
        "move",
    ]
    assert found.items.get(order=6).position == "3+5"


def touch(client, page, row, becomes, **more):
    """Press a button of the drawn board: the row has that many pieces now."""
    data = {**page.fields, "change": f"{row}:{becomes}", **more}
    return PageForm(client.post(page.buttons["Solve it"][0], data), "writing")


def test_a_position_is_drawn_and_becomes_a_question(teacher, new, room):
    """Without scripts: every touch is a page, on which nothing that was typed is lost."""
    drawn = touch(teacher, new, 3, 0, title=["By hand"])
    drawn = touch(teacher, drawn, 2, 6)
    drawn = touch(teacher, drawn, 3, 2)
    assert (drawn.fields["draw-rows"], drawn.fields["title"]) == (["3+6+2"], ["By hand"])
    assert not Assignment.objects.exists()
    chosen = {"draw-game": ["kayles"], "draw-convention": ["normal"], "draw-goal": ["predict"]}
    solved = drawn.press(teacher, "Solve it", **chosen)
    page = solved.content.decode()
    assert "kayles 3+6+2 normal who" in page
    assert "The player to move wins." in page
    assert 'aria-label="Row 2: 6"' in page
    added = PageForm(solved, "writing").press(teacher, "Add this position")
    made = Assignment.objects.get()
    question = made.items.get()
    assert (made.title, question.ruleset, question.position) == ("By hand", "kayles", "2+3+6")
    assert (question.convention, question.goal) == ("normal", "predict")
    # The game and the ending stay for the next one; the question and the rows begin anew.
    again = PageForm(teacher.get(added.url), "writing")
    kept = ("draw-game", "draw-convention", "draw-rows", "draw-goal")
    assert [again.fields[name] for name in kept] == [["kayles"], ["normal"], ["3+4+5"], [""]]
    assert teacher.post(address(made, what="publish"), again.fields).status_code == 302


def test_rows_of_different_games_are_drawn_side_by_side(teacher, new):
    """The second game is chosen and put beside; when the rows of the first are gone, the second
    is the game that is drawn."""
    rows = {"draw-rows": ["3+5"]}
    both = PageForm(
        new.press(teacher, "Put it beside", **rows, **{"draw-beside": ["kayles"]}), "writing"
    )
    assert both.fields["draw-rows"] == ["nim:3+5+kayles:3"]
    three = touch(teacher, both, 3, 4)
    assert three.fields["draw-rows"] == ["nim:3+5+kayles:4"]
    solved = three.press(teacher, "Solve it").content.decode()
    assert 'aria-label="Row 3, Kayles: 4"' in solved
    assert "nim:3+5+kayles:4 misere" in solved
    assert 'value="kayles"' not in solved.partition('id="draw-beside"')[2].partition("</select>")[0]
    three.press(teacher, "Add this position")
    question = Assignment.objects.get().items.get()
    assert (question.ruleset, question.position) == ("kayles+nim", "nim:3+kayles:4+nim:5")
    alone = touch(teacher, touch(teacher, three, 1, 0), 1, 0)
    assert (alone.fields["draw-rows"], alone.fields["draw-game"]) == (["4"], ["kayles"])
    refused = new.press(teacher, "Put it beside", **{"draw-beside": ["chess"]})
    assert refused.status_code == 422
    assert PageForm(refused, "writing").fields["draw-rows"] == ["3+4+5"]


def test_the_moves_beside_a_drawing_are_those_of_its_rows(teacher, new):
    """The question has its rows in an order of its own; the drawing does not change its."""
    drawn = {"draw-rows": ["5+3+1"], "draw-game": ["nim"]}
    solved = new.press(teacher, "Solve it", **drawn).content.decode()
    assert 'aria-label="Row 1: 5"' in solved
    assert "Take 3 from row 1, leaving 2." in " ".join(solved.split())


def test_a_player_is_asked_for_where_both_have_different_moves(teacher, new):
    assert "draw-to_move" not in new.fields
    strips = PageForm(
        new.press(teacher, "Solve it", **{"draw-game": ["partizan-kayles"]}), "writing"
    )
    assert strips.fields["draw-to_move"] == ["left"]
    refused = strips.press(teacher, "Add this position", **{"draw-to_move": ["right"]})
    assert "Every move of Partizan Kayles 3+4+5 wins" in refused.content.decode()
    strips.press(teacher, "Add this position")
    strips.press(teacher, "Add this position", **{"draw-to_move": [""]})
    made = Assignment.objects.get().items.values_list("to_move", "goal")
    assert list(made) == [("left", "move"), ("", "predict")]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"draw-rows": [""]}, "This board has no rows. Add a row first."),
        ({"draw-rows": ["0"], "draw-goal": ["move"]}, "has no legal move"),
        ({"draw-rows": ["3+3"], "draw-goal": ["move"]}, "loses"),
        ({"draw-rows": ["1+2+3+4"], "draw-goal": ["reduce"]}, "strips"),
        ({"draw-game": ["chess"]}, "We have no game called “chess”"),
        ({"draw-rows": ["x\ny"]}, "does not belong"),
        ({"change": ["9:1"]}, "say a row and its size"),
        ({"draw-rows": ["7+7"], "change": ["1:900"]}, "60"),
    ],
)
def test_a_drawn_position_that_cannot_be_asked_is_refused_and_stays(teacher, new, typed, said):
    refused = new.press(teacher, "Add this position", **typed)
    assert refused.status_code == 422
    assert said in refused.content.decode()
    assert not Assignment.objects.exists()
    again = PageForm(refused, "writing")
    assert (
        "".join(again.fields["draw-rows"]).split()
        == "".join(typed.get("draw-rows", ["3+4+5"])).split()
    )


def test_a_drawn_position_that_was_not_added_is_not_lost_by_publishing(teacher, room):
    draft = assignment(room, publish=False)
    page = PageForm(teacher.get(address(draft, what="edit")), "writing")
    drawn = touch(teacher, page, 1, 9)
    refused = drawn.press(teacher, "Publish")
    assert refused.status_code == 422
    assert "You typed or drew positions" in refused.content.decode()
    empty = PageForm(refused, "writing")
    for _ in range(3):
        empty = touch(teacher, empty, 1, 0)
    assert empty.press(teacher, "Publish").status_code == 302


def test_a_set_and_a_lesson_are_added_and_stay_as_they_were(teacher, room, ann):
    SetFiles.load()
    one = lesson()
    draft = Assignment.objects.create(classroom=room, title="Mixed")
    chosen = PuzzleSet.objects.get(slug="marienbad")
    posted = {"set": chosen.pk, "lesson": one.pk}
    assert teacher.post(address(draft, what="add"), posted).status_code == 302
    assert draft.items.count() == chosen.items.count() + 1
    teacher.post(address(draft, what="add"), posted)
    assert draft.items.count() == chosen.items.count() + 1
    assert teacher.post(address(draft, what="add"), {}).status_code == 422
    assert teacher.post(address(draft, what="add"), {"set": "x"}).status_code == 422
    teacher.post(address(draft, what="publish"))
    before = list(Item.objects.values("ruleset", "position", "goal"))
    chosen.items.all().delete()
    assert list(Item.objects.values("ruleset", "position", "goal")) == before


def test_a_retired_puzzle_of_a_set_is_not_set_as_work(teacher, room):
    chosen = PuzzleSet.objects.create(state="published", slug="three", title="Three", note="One.")
    for order, position in enumerate(("1+2+4", "1+2+5", "1+2+6"), 1):
        PuzzleSetItem.objects.create(set=chosen, puzzle=puzzle(position=position), order=order)
    Puzzle.objects.filter(position="1+2+5").update(state="retired")
    draft = Assignment.objects.create(classroom=room, title="Practice")
    teacher.post(address(draft, what="add"), {"set": chosen.pk})
    assert list(draft.items.values_list("position", flat=True)) == ["1+2+4", "1+2+6"]


def test_items_are_moved_given_points_and_taken_out(teacher, room):
    draft = assignment(room, "nim 1+2 misere", "nim 1+3 misere", "nim 1+4 misere", publish=False)

    def positions():
        return list(draft.items.order_by("order").values_list("position", flat=True))

    first, second, _ = draft.items.all()
    change = f"{address(draft)}items/{second.pk}/"
    teacher.post(change, {"place": "1"})
    assert positions() == ["1+3", "1+2", "1+4"]
    teacher.post(change, {"place": "1"})  # a double click
    assert positions() == ["1+3", "1+2", "1+4"]
    teacher.post(f"{address(draft)}items/{first.pk}/", {"place": "3"})
    assert positions() == ["1+3", "1+4", "1+2"]
    for nonsense in ("", "x", "-1", "²"):
        teacher.post(change, {"place": nonsense})
        assert positions() == ["1+3", "1+4", "1+2"]
    save, given = address(draft, what="settings"), {"title": "Homework", "mode": "practice"}
    teacher.post(save, given | {f"points-{second.pk}": "5"})
    assert Item.objects.get(pk=second.pk).points == 5
    for wrong in ("0", "101", "x", ""):
        assert teacher.post(save, given | {f"points-{second.pk}": wrong}).status_code == 422
    teacher.post(change, {"remove": "1"})
    assert positions() == ["1+4", "1+2"]
    assert list(draft.items.values_list("order", flat=True)) == [1, 2]


def test_the_buttons_of_a_page_from_before_an_update_still_work(teacher, room):
    """It had a button for the points alone, and a page for the title of a new assignment."""
    draft = assignment(room, publish=False)
    page = PageForm(teacher.get(address(draft, what="edit")), "writing")
    item = draft.items.first()
    data = {**page.fields, f"points-{item.pk}": "5", "about": "Read it"}
    saved = teacher.post(address(draft, what="points"), data, follow=True)
    assert "Saved." in saved.content.decode()
    item.refresh_from_db()
    draft.refresh_from_db()
    assert (item.points, draft.about) == (5, "Read it")
    wrong = teacher.post(address(draft, what="points"), data | {f"points-{item.pk}": "x"})
    assert wrong.status_code == 422
    assert "Points go from 1 to 100" in wrong.content.decode()
    new = teacher.post(f"/classes/{room.pk}/assignments/new/", {"title": "From the old page"})
    assert PageForm(new, "writing").fields["title"] == ["From the old page"]
    assert Assignment.objects.count() == 1


def test_what_is_published_is_fixed(teacher, homework):
    one = homework.items.first()
    for where, posted in (
        (address(homework, what="lines"), {"lines": "nim 1+5 misere", "add": "1"}),
        (f"{address(homework)}items/{one.pk}/", {"remove": "1"}),
        (f"{address(homework)}items/{one.pk}/", {"place": "2"}),
        (address(homework, what="settings"), {"title": "Homework", f"points-{one.pk}": "9"}),
    ):
        response = teacher.post(where, posted)
        assert response.status_code == 409
        assert "Make a copy" in response.content.decode()
    teacher.post(address(homework, what="settings"), {"title": "Later", "mode": "check"})
    homework.refresh_from_db()
    assert (homework.title, homework.mode, homework.items.count()) == ("Later", "practice", 2)
    teacher.post(address(homework, what="copy"), {"classes": [homework.classroom_id]})
    made = Assignment.objects.exclude(pk=homework.pk).get()
    assert not made.is_published
    assert made.items.count() == 2


def test_an_item_is_found_in_its_own_assignment_only(teacher, room, ann):
    mine = assignment(room, publish=False)
    other = person("other")
    theirs = assignment(classroom(other, "8c"), "nim 3+5+6 normal", publish=False)
    one = theirs.items.get()
    before = list(Item.objects.values())
    change = f"{address(mine)}items/{one.pk}/"
    for posted in ({"remove": "1"}, {"place": "1"}):
        assert teacher.post(change, posted).status_code == 404
    replay = f"{address(mine)}results/{ann.membership.pk}/{one.pk}/"
    assert teacher.get(replay).status_code == 404
    assert teacher.post(f"{replay}seen/").status_code == 404
    assert list(Item.objects.values()) == before


def test_an_assignment_of_an_archived_class_can_be_read_but_not_changed(teacher, room):
    draft = assignment(room, publish=False)
    one = draft.items.first()
    archive(room)
    before = list(Assignment.objects.values()), list(Item.objects.values())
    for where, posted in (
        (address(draft, what="lines"), {"lines": "nim 1+5 misere", "add": "1"}),
        (f"{address(draft)}items/{one.pk}/", {"remove": "1"}),
        (address(draft, what="settings"), {"title": "Later", "mode": "check"}),
        (address(draft, what="publish"), {}),
        (address(draft, what="archive"), {}),
    ):
        response = teacher.post(where, posted)
        assert response.status_code == 409, where
        assert "This class is archived. Its owner can restore it" in response.content.decode()
    assert (list(Assignment.objects.values()), list(Item.objects.values())) == before
    assert teacher.get(address(draft, what="results")).status_code == 200


def test_nothing_empty_is_published(teacher, room):
    draft = Assignment.objects.create(classroom=room, title="Empty")
    response = teacher.post(address(draft, what="publish"))
    assert response.status_code == 422
    assert "Add a position, a set or a lesson first." in response.content.decode()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"title": ""}, "Give the assignment a title"),
        ({"mode": "exam"}, "Select a valid choice"),
        ({"mode": "check"}, "A test needs a due time or a closing time"),
        ({"mode": "check", "minutes": "0"}, "greater than or equal to 1"),
        ({"due_at": "soon"}, "Write the day and the time"),
        ({"closes_at": "9999-12-31T23:59"}, "between 2000 and 2099"),
        ({"due_at": "0001-01-01T00:00"}, "between 2000 and 2099"),
        ({"opens_at": "2026-12-02T10:00", "due_at": "2026-12-01T10:00"}, "after the opening time"),
        ({"due_at": "2026-12-02T10:00", "closes_at": "2026-12-01T10:00"}, "before it is due"),
    ],
)
def test_settings_that_make_no_sense_are_told_and_kept_in_the_form(teacher, room, changes, said):
    draft = assignment(room, publish=False)
    posted = {"title": "Other", "mode": "practice"} | changes
    response = teacher.post(address(draft, what="settings"), posted)
    assert response.status_code == 422
    assert said in response.content.decode()
    draft.refresh_from_db()
    assert draft.title == "Homework"


def test_groups_get_what_is_meant_for_them(teacher, room, ann, ben):
    group = room.groups.create(name="Half")
    ann.membership.groups.add(group)
    found = assignment(room)
    posted = {"title": "For half", "mode": "practice", "groups": [group.pk]}
    assert teacher.post(address(found, what="settings"), posted).status_code == 302
    assert ann.get(address(found)).status_code == 200
    assert ben.get(address(found)).status_code == 404
    assert "For half" not in page_of(ben, "/assignments/")
    results = page_of(teacher, address(found, what="results"))
    assert "Archer, Ann" in results
    assert "Baker, Ben" not in results


def test_single_students_get_what_is_meant_for_them(teacher, room, ann, ben):
    found = assignment(room)
    posted = {"title": "For Ann", "mode": "practice", "students": [str(ann.membership.pk)]}
    assert teacher.post(address(found, what="settings"), posted).status_code == 302
    assert ann.get(address(found)).status_code == 200
    assert ben.get(address(found)).status_code == 404
    assert "For Ann" in page_of(ann, "/assignments/")
    assert "For Ann" not in page_of(ben, "/assignments/")
    assert "Ben Baker" not in page_of(teacher, address(found, what="results"))
    group = room.groups.create(name="Half")
    ben.membership.groups.add(group)
    teacher.post(address(found, what="settings"), posted | {"groups": [group.pk]})
    assert ben.get(address(found)).status_code == 200
    stranger = member(classroom(person("else"), "8c"), person("eve"))
    posted["students"] = [str(stranger.pk)]
    assert teacher.post(address(found, what="settings"), posted).status_code == 422


def test_a_group_of_another_class_is_not_taken(teacher, room):
    other = classroom(person("else"), "8c").groups.create(name="Theirs")
    room.groups.create(name="Ours")
    found = assignment(room)
    posted = {"title": "X", "mode": "practice", "groups": [other.pk]}
    assert teacher.post(address(found, what="settings"), posted).status_code == 422


def test_seeing_it_as_a_student_leaves_no_rows(teacher, room):
    draft = assignment(
        room, "nim 1+2+4 misere", "nim 2+2 misere", "nim 1+5 misere win", publish=False
    )
    teacher.post(address(draft, what="add"), {"lesson": lesson().pk})
    assert draft.items.count() > 3
    for place in range(1, draft.items.count() + 1):
        assert teacher.get(address(draft, place, "preview")).status_code == 200
    page = teacher.post(address(draft, 1, "preview"), {"move": "3>3"}).content.decode()
    assert "That wins." in page
    page = teacher.post(address(draft, 1, "preview"), {"move": "3>0"}).content.decode()
    assert "The other player answers" in page
    assert teacher.post(address(draft, 1, "preview"), {"move": "9>0"}).status_code == 422
    assert teacher.get(address(draft, 9, "preview")).status_code == 404
    assert not ItemAttempt.objects.exists()
    assert not Start.objects.exists()


def test_the_preview_gives_hints_one_by_one_like_the_students_page(teacher, room, ann):
    draft = assignment(room, "nim 1+2+4 misere", "nim 2+2 misere")

    def hints(client, where):
        page = client.get(where).content.decode()
        return [tier for tier in range(1, 5) if f"<strong>Hint {tier}:</strong>" in page], page

    seen, page = hints(teacher, address(draft, 1, "preview"))
    assert (seen, 'id="hint"' in page) == ([], True)
    mine = address(draft, 1)
    for tier in range(1, 5):
        token = form_token(ann, draft, 1)
        ann.post(address(draft, 1, "hint"), {"token": token, "tier": str(tier)})
        theirs, page = hints(teacher, f"{address(draft, 1, 'preview')}?tier={tier}")
        assert len(theirs) == tier
        assert theirs == hints(ann, mine)[0]
        assert f'name="tier" value="{tier + 1}"' in page or tier == 4
    assert 'id="hint"' not in page
    for nonsense in ("9", "-1", "x", "²"):
        assert hints(teacher, f"{address(draft, 1, 'preview')}?tier={nonsense}")[0] == []
    Assignment.objects.filter(pk=draft.pk).update(hints=False)
    seen, page = hints(teacher, f"{address(draft, 1, 'preview')}?tier=4")
    assert seen == []
    assert 'id="hint"' not in page


def test_put_away_it_is_gone_for_students_and_what_was_done_stays(teacher, homework, ann):
    give(ann, homework, 1, move="3>3")
    teacher.post(address(homework, what="archive"))
    assert ann.get(address(homework)).status_code == 404
    assert ItemAttempt.objects.count() == 1
    teacher.post(address(homework, what="archive"))
    assert ann.get(address(homework)).status_code == 200


def test_strangers_and_students_change_nothing(homework, ann, visitor):
    stranger = person("stranger")
    other = person("other")
    member(classroom(other, "8c"), person("eve"))
    before = list(Assignment.objects.values()), list(Item.objects.values())
    one = homework.items.first()
    posts = [
        address(homework, what=what)
        for what in ("lines", "find", "add", "points", "settings", "publish", "archive", "copy")
    ]
    posts += [f"{address(homework)}items/{one.pk}/", address(homework, 1, "preview")]
    for client in (visitor, ann, stranger, other):
        for where in posts:
            response = client.post(where, {"remove": "1", "lines": "nim 3 misere", "add": "1"})
            assert response.status_code in (302, 404), where
            if response.status_code == 302:
                assert response.url.startswith("/accounts/login/")
        for where in ("edit", "results", "results/items"):
            expected = 302 if client is visitor else 404
            assert client.get(address(homework, what=where)).status_code == expected
    assert (list(Assignment.objects.values()), list(Item.objects.values())) == before


def test_every_shipped_set_can_be_assigned(room):
    SetFiles.load()
    LessonFiles.load()
    from games.teach.work.writing import storing_work as service

    for chosen in PuzzleSet.objects.all():
        made = Assignment.objects.create(classroom=room, title=chosen.title)
        assert service.add_ready(made, chosen) == chosen.items.count()


FIND = {
    "game": "kayles",
    "convention": "misere",
    "goal": "move",
    "number": "10",
    "rows": "3",
    "largest": "12",
    "only_move": "on",
    "trap": "on",
    "seed": "3",
}


def test_positions_are_found_by_what_they_are_like_and_come_as_lines(teacher, room):
    draft = assignment(room, publish=False)
    response = teacher.post(address(draft, what="find"), FIND | {"lines": "nim 1+5 misere"})
    assert response.status_code == 200
    lines = response.context["sheet"].lines.splitlines()
    assert lines[0] == "nim 1+5 misere"
    assert len(lines) == 11
    found = read_lines("\n".join(lines[1:]))
    for line in found:
        assert line.problem == ""
        assert line.facts.numbers["winning"] == 1
        assert "normal-trap" in line.facts.themes
        assert line.facts.numbers["rows"] <= 3
    again = teacher.post(address(draft, what="find"), FIND)
    assert again.context["sheet"].lines.splitlines() == lines[1:]
    other = teacher.post(address(draft, what="find"), FIND | {"seed": "4"})
    assert other.context["sheet"].lines.splitlines() != lines[1:]
    posted = {"lines": again.context["sheet"].lines, "add": "1"}
    assert teacher.post(address(draft, what="lines"), posted).status_code == 302
    assert draft.items.count() == 12


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"number": "20", "rows": "1", "largest": "4"}, "Too few positions fit: "),
        ({"number": "0"}, "greater than or equal to 1"),
        ({"largest": "99"}, "less than or equal to 12"),
        ({"game": "chess"}, "Select a valid choice"),
        ({"lost": "on"}, "Too few positions fit: 0 instead of "),
    ],
)
def test_what_cannot_be_found_is_told_and_the_typed_lines_are_kept(teacher, room, changes, said):
    draft = assignment(room, publish=False)
    posted = FIND | changes | {"lines": "nim 1+5 misere"}
    response = teacher.post(address(draft, what="find"), posted)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert response.context["sheet"].lines == "nim 1+5 misere"


@pytest.mark.parametrize(("game", "goal"), [("nim", "predict"), ("partizan-kayles", "all-moves")])
def test_every_kind_of_line_found_can_be_added(teacher, room, game, goal):
    draft = assignment(room, publish=False)
    posted = FIND | {"game": game, "goal": goal, "trap": "", "number": "4"}
    posted |= {"only_move": "", "lost": "on"} if goal == "predict" else {}
    response = teacher.post(address(draft, what="find"), posted)
    assert response.status_code == 200
    assert [line.problem for line in response.context["lines"]] == [""] * 4
    assert {line.exercise.goal for line in response.context["lines"]} == {goal}


@pytest.mark.parametrize("game", ["nim", "kayles"])
def test_half_of_the_who_wins_positions_found_are_lost(teacher, room, game):
    draft = assignment(room, publish=False)
    posted = FIND | {"game": game, "goal": "predict", "trap": "", "only_move": "", "number": "8"}
    response = teacher.post(address(draft, what="find"), posted)
    found = response.context["lines"]
    assert [line.task.facts.outcome.value for line in found].count("P") == 4
    rows = Counter((line.facts.numbers["rows"], line.task.facts.outcome.value) for line in found)
    assert all(rows[number, "P"] == rows[number, "N"] for number in (1, 2, 3))


def test_no_position_found_is_answered_by_half_of_the_moves(teacher, room):
    draft = assignment(room, publish=False)
    posted = FIND | {"trap": "", "only_move": "", "largest": "5", "number": "10"}
    response = teacher.post(address(draft, what="find"), posted)
    for line in response.context["lines"]:
        facts = line.task.facts
        assert 2 * len(facts.analysis.winning_moves) < len(list(facts.question.legal_moves()))


def test_every_ruleset_can_be_typed_and_large_ones_are_refused_at_once(room):
    good = [
        "subtraction:{1,3,4} 12 misere",
        "heaps:{1:[[]],3:[[],[2,2]]} 3+1 misere who",
        "octal:0.07 9,4 misere",
        "kayles 5 + 3 misere",
        "nim 1 2 4 misere",
    ]
    assert [line.problem for line in read_lines("\n".join(good))] == [""] * 5
    large = ["kayles 1000000 misere", "strips 1000 misere left", "octal:4.7777 61 normal"]
    for line in read_lines("\n".join(large)):
        assert "at most 60 in a row" in line.problem


def test_a_check_holds_no_lesson(teacher, room):
    one = lesson()
    closes = {"title": "C", "mode": "check", "closes_at": "2090-01-01T10:00"}
    draft = assignment(room, publish=False)
    teacher.post(address(draft, what="add"), {"lesson": one.pk})
    response = teacher.post(address(draft, what="publish"), closes)
    assert response.status_code == 422
    assert "A test cannot hold lessons" in response.content.decode()
    check = assignment(room, publish=False, mode="check")
    response = teacher.post(address(check, what="add"), {"lesson": one.pk})
    assert response.status_code == 422


def test_publishing_writes_the_form_beside_the_button(teacher, room):
    draft = assignment(room, publish=False)
    wrong = teacher.post(address(draft, what="publish"), {"title": "X", "mode": "check"})
    assert wrong.status_code == 422
    draft.refresh_from_db()
    assert (draft.title, draft.is_published) == ("Homework", False)
    form = {"title": "Check 1", "mode": "check", "closes_at": "2090-01-01T10:00"}
    assert teacher.post(address(draft, what="publish"), form).status_code == 302
    draft.refresh_from_db()
    assert (draft.title, draft.mode, draft.is_published) == ("Check 1", "check", True)


@pytest.fixture
def new(teacher, room):
    """The editor page of a new assignment, as a form."""
    return PageForm(teacher.get(f"/classes/{room.pk}/assignments/new/"), "writing")


@pytest.mark.parametrize(
    ("button", "typed"),
    [
        ("Solve them", {"lines": ["kayles 9 misere"], "title": ["Mine"]}),
        ("Add these", {"lines": ["chess 8"], "title": ["Mine"]}),
        ("Find", {"number": ["2"], "title": ["Mine"]}),
        ("Add", {"title": ["Mine"]}),
        ("Save", {"title": [""], "about": ["Read it"]}),
        ("Save", {"title": ["Mine"], "due_at": ["soon"]}),
    ],
)
def test_a_new_assignment_is_no_litter_and_keeps_what_was_typed(teacher, new, button, typed):
    page = new.press(teacher, button, **typed)
    assert not Assignment.objects.exists()
    again = PageForm(page, "writing")
    for name in typed.keys() - {"lines"}:
        assert again.fields[name] == typed[name]
    assert "".join(typed.get("lines", [])) in again.fields["lines"][0]
    again.press(teacher, "Add these", lines=["nim 1+2+4 misere"], title=["Later"], due_at=[""])
    made = Assignment.objects.get()
    assert (made.title, made.items.count(), made.is_published) == ("Later", 1, False)


def test_a_new_assignment_is_saved_with_what_was_typed_and_once(teacher, new, room):
    typed = {"title": ["For 7b"], "about": ["Read it"], "mode": ["check"], "minutes": ["20"]}
    typed["due_at"] = ["2090-01-02T10:00"]
    for _ in range(2):  # the button pressed twice, or again after going back
        assert new.press(teacher, "Save", **typed).status_code == 302
    made = Assignment.objects.get()
    assert (made.title, made.about, made.is_test, made.minutes) == ("For 7b", "Read it", True, 20)
    assert made.created_by == teacher.user


def test_a_wrong_setting_does_not_keep_positions_from_being_added(teacher, new):
    typed = {"title": ["For 7b"], "due_at": ["soon"], "lines": ["nim 1+2+4 misere"]}
    page = new.press(teacher, "Add these", **typed)
    assert page.status_code == 200
    again = PageForm(page, "writing")
    assert (again.fields["title"], again.fields["due_at"]) == (["For 7b"], ["soon"])
    assert again.press(teacher, "Save").status_code == 422
    assert again.press(teacher, "Save", due_at=[""]).status_code == 302
    made = Assignment.objects.get()
    assert (made.title, made.items.count()) == ("For 7b", 1)


def test_two_new_assignments_at_once_are_two(teacher, new, room):
    other = PageForm(teacher.get(f"/classes/{room.pk}/assignments/new/"), "writing")
    for page, title in ((new, "One"), (other, "Two")):
        page.press(teacher, "Add these", title=[title], lines=["nim 1+2+4 misere"])
    assert set(Assignment.objects.values_list("title", flat=True)) == {"One", "Two"}


def test_a_new_assignment_has_a_title_for_today_and_the_class_of_the_sender(teacher, new, room):
    assert re.fullmatch(r"Assignment of \d+ \w+", new.fields["title"][0])
    stranger = person("stranger")
    refused = new.press(stranger, "Add these", lines=["nim 1+2+4 misere"])
    assert refused.status_code == 404
    theirs = classroom(stranger, "8c")
    new.press(teacher, "Add these", lines=["nim 1+2+4 misere"])
    new.fields["classroom"] = [str(theirs.pk)]  # an id that is taken is not taken over
    assert new.press(stranger, "Add these", lines=["nim 1+3 misere"]).status_code == 404
    assert Assignment.objects.get().classroom == room
    new.fields["classroom"] = ["x"]
    assert new.press(stranger, "Save").status_code == 404


def test_a_list_has_one_deadline_and_a_line_not_reached_is_no_mistake(monkeypatch):
    monkeypatch.setattr("games.teach.work.writing.typed_lines.PATIENCE", 0)
    first, second = read_lines("octal:0.77777 31+32+33 misere\nkayles 7+6 misere")
    assert not first.problem + second.problem
    assert "Not solved yet" in first.later
    monkeypatch.undo()
    _, second = read_lines("octal:0.77777 31+32+33 misere\nkayles 7+6 misere")
    assert not second.later
    assert second.exercise.position == "6+7"
