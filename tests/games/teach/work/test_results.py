"""Following a class: one reading for the screen and every file, replays, item analysis."""

import csv
import io

import pytest

from games.teach.classes.models import Membership
from games.teach.work.models import ItemAttempt
from games.teach.work.results.mistakes import misconceptions
from games.teach.work.standings.cells import Status
from games.teach.work.standings.reports import report

from ...learn.lessons.lessons import PREDICT, lesson
from ...learn.lessons.lessons import give as give_step
from ...play.games import play_to_the_end
from .assignments import address, assignment, classroom, give, member, person
from .matrix import matrix

pytestmark = pytest.mark.django_db


def page_of(client, where):
    return client.get(where).getvalue().decode()


def rows_of(client, found, form, **layout):
    text = client.get(f"{address(found)}results/{form}.csv", layout).getvalue().decode()
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def statuses(found):
    return {
        row.membership.real_name: [cell.status for cell in row.cells]
        for row in report(type(found).objects.get(pk=found.pk)).rows
    }


def test_four_statuses_and_what_leads_to_each(homework, ann, ben):
    assert statuses(homework)["Ann Archer"] == [Status.NOT_STARTED] * 2
    give(ann, homework, 1, move="3>2")
    give(ann, homework, 2, choice="P")
    assert statuses(homework)["Ann Archer"] == [Status.STARTED, Status.COMPLETED]
    for _ in range(3):
        assert statuses(homework)["Ann Archer"][0] is Status.STARTED
        give(ann, homework, 1, move="3>2")
    assert statuses(homework)["Ann Archer"][0] is Status.HELP_NEEDED
    assert statuses(homework)["Ben Baker"] == [Status.NOT_STARTED] * 2
    give(ann, homework, 1, move="3>3")
    assert statuses(homework)["Ann Archer"][0] is Status.COMPLETED


def test_a_call_for_help_is_closed_by_staff_until_there_are_as_many_mistakes_again(
    homework, ann, teacher
):
    for _ in range(4):
        give(ann, homework, 1, move="3>2")
    page = page_of(teacher, address(homework, what="results"))
    assert "Need help" in page
    one = homework.items.first()
    seen = f"{address(homework)}results/{ann.membership.pk}/{one.pk}/seen/"
    assert teacher.post(seen).status_code == 302
    assert "Need help" not in page_of(teacher, address(homework, what="results"))
    for _ in range(4):
        give(ann, homework, 1, move="3>2")
    assert statuses(homework)["Ann Archer"][0] is Status.HELP_NEEDED


def fill(homework, ann, ben):
    """Ann: wrong, right; right. Ben: three wrong ones; wrong."""
    give(ann, homework, 1, move="3>2")
    give(ann, homework, 1, move="3>3")
    give(ann, homework, 2, choice="P")
    for _ in range(3):
        give(ben, homework, 1, move="3>0")
    give(ben, homework, 2, choice="N")


def test_screen_and_all_three_files_agree(homework, ann, ben, teacher):
    fill(homework, ann, ben)
    told = report(homework)
    on_screen = matrix(teacher, homework, sort="name")
    tidy = rows_of(teacher, homework, "tidy")
    head, lines = tidy[0], [dict(zip(tidy[0], line, strict=True)) for line in tidy[1:]]
    assert head[:3] == ["class", "assignment", "student"]
    canvas, moodle = (rows_of(teacher, homework, form) for form in ("canvas", "moodle"))
    canvas_items = rows_of(teacher, homework, "canvas", columns="items")
    moodle_items = rows_of(teacher, homework, "moodle", columns="items")
    assert canvas[1][0].strip() == "Points Possible"
    assert [int(one) for one in canvas[1][5:]] == [told.points]
    assert [int(one) for one in canvas_items[1][5:]] == [item.points for item in told.items]
    for number, row in enumerate(told.rows):
        words, score = on_screen[number].statuses, float(on_screen[number].points)
        details = [detail for detail in on_screen[number].details if detail]
        mine = lines[2 * number : 2 * number + 2]
        assert words == [cell.status.word for cell in row.cells]
        assert words == [line["status"] for line in mine]
        assert details == [cell.detail for cell in row.cells if cell.detail]
        assert [float(line["score"]) for line in mine] == [cell.score for cell in row.cells]
        assert score == row.score == sum(float(line["score"]) for line in mine)
        scores = [cell.score for cell in row.cells]
        assert [float(x) for x in canvas_items[number + 2][5:]] == scores
        assert [float(x) for x in canvas[number + 2][5:]] == [row.score]
        person = row.membership
        assert canvas[number + 2][0] == f"{person.real_name} ({person.user.username})"
        assert [float(x) for x in moodle_items[number + 1][1:]] == [100 * x for x in scores]
        assert [float(x) for x in moodle[number + 1][1:]] == [100 * row.score / told.points]
    assert [line["tries"] for line in lines] == ["2", "1", "3", "1"]
    assert [line["first_try"] for line in lines] == ["0", "1", "0", "0"]
    assert all(line["last_at"].startswith("20") for line in lines)


def test_names_that_a_spreadsheet_would_run_are_only_text(homework, ann, teacher):
    Membership.objects.filter(user=ann.user).update(real_name="=HYPERLINK(1)", student_id="+1")
    for form in ("tidy", "canvas", "moodle"):
        cells = [cell for line in rows_of(teacher, homework, form) for cell in line]
        assert not [cell for cell in cells if cell[:1] in "=+-@\t\r" and cell not in ("", "-")]
    assert "'=HYPERLINK(1)" in [line[2] for line in rows_of(teacher, homework, "tidy")]
    assert teacher.get(f"{address(homework)}results/excel.csv").status_code == 404


def test_every_answer_can_be_replayed(homework, ann, ben, teacher):
    fill(homework, ann, ben)
    one = homework.items.first()
    page = page_of(teacher, f"{address(homework)}results/{ben.membership.pk}/{one.pk}/")
    assert page.count("That loses.") == 3
    assert "Ben Baker" in page
    assert "The other player answers" in page
    page = page_of(teacher, f"{address(homework)}results/{ann.membership.pk}/")
    assert "1 of 2 points" not in page
    assert "2 of 2 points" in page


def test_a_game_is_replayed_move_by_move(ann, room, teacher):
    found = assignment(room, "nim 1+1+2 misere win")
    ann.post(address(found, 1, "play"), {"token": "8e0e1c26-5b0e-4a0e-9d2b-0a4f5f1a2b3c"})
    match = ItemAttempt.objects.get().match
    play_to_the_end(ann, match)
    one = found.items.get()
    page = page_of(teacher, f"{address(found)}results/{ann.membership.pk}/{one.pk}/")
    assert 'aria-label="The game"' in page
    assert "You took" in page


def test_a_lesson_is_replayed_step_by_step(ann, room, teacher):
    one = lesson(PREDICT)
    found = assignment(room, publish=False)
    teacher.post(address(found, what="add"), {"lesson": one.pk})
    teacher.post(address(found, what="publish"))
    for choice in ("N", "N", "N", "N"):
        give_step(ann, one.live_steps[0], choice=choice)
    assert statuses(found)["Ann Archer"][2] is Status.HELP_NEEDED
    item = found.items.get(lesson=one)
    page = page_of(teacher, f"{address(found)}results/{ann.membership.pk}/{item.pk}/")
    assert page.count("Not quite.") == 4
    give_step(ann, one.live_steps[0], choice="P")
    assert statuses(found)["Ann Archer"][2] is Status.COMPLETED


def test_mistakes_are_told_by_what_they_have_in_common(homework, room, ann, ben, teacher):
    fill(homework, ann, ben)
    assert misconceptions(report(homework)) == []  # one student's stubbornness is no evidence
    homework = assignment(room, "nim 3+4+6 misere", "nim 3+5+7 misere")
    for place in (1, 2):
        give(ann, homework, place, move="3>0")
    found = misconceptions(report(homework))
    assert found
    assert sum(one.times for one in found) <= 5
    page = page_of(teacher, address(homework, what="results"))
    assert "Habits behind the mistakes" in page
    assert found[0].misconception.name in page


def test_a_class_panel_speaks_of_what_was_seen_twice_and_above_chance(room, ann, ben, teacher):
    found = assignment(room, "nim 3+4+6 misere", "nim 1+2 misere who", "nim 3+5+7 misere")
    where = address(found, what="results")
    panel = "Habits behind the mistakes"
    give(ann, found, 1, move="3>0")  # the largest take, once
    assert misconceptions(report(found)) == []
    assert panel not in page_of(teacher, where)
    for _ in range(3):  # a wrong "who wins?" is always the same one: nothing can be told from it
        give(ann, found, 2, choice="P")
    assert misconceptions(report(found)) == []
    give(ben, found, 3, move="3>0")
    [one] = misconceptions(report(found))
    assert (one.misconception.key, one.names, one.times) == ("grab", ("Ann Archer", "Ben Baker"), 2)
    assert "Taking as much as you can, 2 students" in page_of(teacher, where)
    for _ in range(12):  # beside so many other mistakes two of them are what a lot would draw
        give(ben, found, 3, move="1>1")
    assert misconceptions(report(found)) == []


def test_a_mistake_without_a_habit_is_given_no_name(room, ann, teacher):
    found = assignment(room, "nim 1+3+5 misere")
    give(ann, found, 1, move="2>1")
    assert ItemAttempt.objects.get().misconception == ""
    assert "Doing the opposite" not in page_of(ann, address(found, 1))
    assert misconceptions(report(found)) == []


def test_only_the_staff_of_the_class_see_results(homework, ann, teacher, visitor):
    other = person("other")
    theirs = member(classroom(other, "8c"), person("eve"), "Eve Else")
    one = homework.items.first()
    pages = [
        address(homework, what="results"),
        f"{address(homework)}results/tidy.csv",
        f"{address(homework)}results/items/",
        f"{address(homework)}results/questions/1/",
        f"{address(homework)}results/{ann.membership.pk}/",
        f"{address(homework)}results/{ann.membership.pk}/{one.pk}/",
    ]
    for client in (ann, visitor, other):
        for where in pages:
            expected = 302 if client is visitor else 404
            assert client.get(where).status_code == expected, where
    assert teacher.get(f"{address(homework)}results/{theirs.pk}/").status_code == 404
    for where in pages:
        assert teacher.get(where).status_code == 200


def test_who_was_taken_out_is_no_longer_listed_and_nothing_is_deleted(homework, ann, ben):
    fill(homework, ann, ben)
    from django.utils import timezone

    Membership.objects.filter(user=ben.user).update(archived_at=timezone.now())
    assert list(statuses(homework)) == ["Ann Archer"]
    assert ItemAttempt.objects.filter(membership=ben.membership).count() == 4


def test_the_matrix_costs_the_same_queries_for_a_large_class(
    homework, ann, ben, room, teacher, django_assert_max_num_queries
):
    fill(homework, ann, ben)
    for number in range(25):
        member(room, person(f"student{number}"))
    with django_assert_max_num_queries(16):
        teacher.get(address(homework, what="results"))


def test_nobody_gets_a_nought_for_what_they_need_not_or_may_yet_do(homework, ann, ben, teacher):
    give(ann, homework, 1, move="3>3")
    grant = f"{address(homework)}results/{ben.membership.pk}/grant/"
    teacher.post(grant, {"extra_days": "0", "is_excused": "on"})
    canvas, moodle = (rows_of(teacher, homework, f, columns="items") for f in ("canvas", "moodle"))
    assert canvas[2][5:] == ["1", ""]
    assert canvas[3][5:] == ["EX", "EX"]
    assert moodle[1][1:] == ["100", "-"]
    assert moodle[2][1:] == ["-", "-"]
    canvas, moodle = (rows_of(teacher, homework, form) for form in ("canvas", "moodle"))
    assert [row[5] for row in canvas[2:]] == ["1", "EX"]
    assert [row[1] for row in moodle[1:]] == ["50", "-"]
    assert [line[11] for line in rows_of(teacher, homework, "tidy")[1:]] == ["1", "", "", ""]
