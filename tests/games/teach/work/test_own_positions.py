"""Each student another position of the same kind: given out, answered, shown, filed, copied."""

import csv
import io
import json
import re
import uuid
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play.models import Match
from games.questions.shown_question import ShownQuestion
from games.teach.classes.models import Membership
from games.teach.work.models import Item, ItemAttempt, Standing
from games.teach.work.plans.storing_plans import place
from games.teach.work.results.analysis import analyse_items
from games.teach.work.results.granting import replace_item
from games.teach.work.standings.own_positions import (
    BLOCK,
    allotted,
    dealt,
    flat,
    in_blocks,
)
from games.teach.work.standings.own_work import work_of
from games.teach.work.standings.reports import report
from games.teach.work.standings.settling import differences
from games.teach.work.writing import storing_work
from games.teach.work.writing.typed_lines import read_lines
from games.web.background import fence
from solver import InvalidInputError, SolverError, format_position
from solver.teaching import joined
from tests.conftest import PATIENCE

from .assignments import address, assignment, classroom, give, member, person
from .test_results import page_of

pytestmark = pytest.mark.django_db

MODEL = "nim 5+7+9 misere"


def varied(room, *lines, publish=True, **fields):
    """An assignment in which each student is asked another position, wherever that can be."""
    made = assignment(room, *(lines or (MODEL,)), publish=False, **fields)
    for item in made.items.all():
        storing_work.ask_each_another(made, item)
    if publish:
        storing_work.publish(made)
        made.refresh_from_db()
    return made


def own(found, client, number=1):
    """The item as this student is asked it."""
    return work_of(found, client.membership).cells[number - 1].item


def right(item):
    task = ShownQuestion(item)
    return task.asking.right(task)


def wrong(item, habit=None):
    """A losing move, one that shows a habit if one is named."""
    task = ShownQuestion(item)
    for move in task.facts.legal:
        if task.facts.analysis.keeps_win(move):
            continue
        shown = [one.key for one in task.asking.grade(task, str(move)).habits]
        if (shown[:1] == [habit]) if habit else not shown:
            return str(move)
    raise AssertionError(habit)


def drawn(page):
    """The position on the board of a page, as its rows are read out."""
    return "+".join(re.findall(r"Row \d+: (\d+) left", page))


def in_words(item):
    return joined(item.position.split("+"))


def students(room, number, since=0):
    made = []
    for n in range(since, since + number):
        client = person(f"student{n}")
        client.membership = member(room, client, f"Student {n:02}")
        made.append(client)
    return made


def test_no_two_of_two_hundred_are_asked_the_same_and_a_newcomer_changes_nothing():
    positions = [f"1+{size}" for size in range(2, 210)]
    people = [uuid.uuid5(uuid.NAMESPACE_OID, str(n)) for n in range(200)]
    given = allotted(7, positions, people)
    assert len(set(given.values())) == 200
    assert given.items() <= allotted(7, positions, [*people, uuid.uuid4()]).items()
    assert given == allotted(7, positions, people)
    assert sum(given[one] == allotted(8, positions, people)[one] for one in people) < 20
    # With fewer positions than students, each has nearly as many students.
    few = list(allotted(7, positions[:30], people).values())
    assert {few.count(position) for position in positions[:30]} == {6, 7}


def test_a_list_that_was_published_whole_gives_everybody_what_it_gave_before():
    """Blocks came later: a student may have worked on the position without an answer so far."""
    people = [uuid.uuid5(uuid.NAMESPACE_OID, str(n)) for n in range(4)]
    given = allotted(7, [f"1+{size}" for size in range(2, 40)], people)
    assert list(given.values()) == ["1+28", "1+13", "1+4", "1+25"]


@given(
    positions=st.integers(3, 80),
    number=st.integers(1, 120),
    item=st.integers(1, 10**6),
)
def test_a_class_uses_up_the_most_similar_positions_first(positions, number, item):
    every = [f"{size}" for size in range(1, positions + 1)]
    people = [uuid.uuid5(uuid.NAMESPACE_OID, f"{item} {n}") for n in range(number)]
    own = allotted(item, in_blocks(every), people)
    assert own.keys() == set(people)
    times = Counter(own.values())
    assert max(times.values()) - min(times[one] for one in every[:number]) <= 1
    assert set(times) <= set(every[: -(-number // BLOCK) * BLOCK])
    assert number > positions or max(times.values()) == 1
    later = allotted(item, in_blocks(every), [*people, uuid.uuid4()])
    assert own.items() <= later.items()


SHEETS = st.lists(
    st.tuples(
        st.sampled_from(["nim", "kayles"]),
        st.lists(st.integers(1, 6), min_size=1, max_size=3),
        st.sets(st.lists(st.integers(1, 5), min_size=1, max_size=2).map(sorted).map(tuple)),
    ),
    min_size=1,
    max_size=4,
)


@given(sheet=SHEETS)
def test_no_student_is_asked_one_position_twice_on_a_sheet(sheet):
    items = [
        Item(
            pk=key,
            ruleset=ruleset,
            position=format_position(rows),
            goal="move",
            siblings=sorted(map(format_position, others)),
        )
        for key, (ruleset, rows, others) in enumerate(sheet, 1)
    ]
    given = dealt(items)
    assert given.keys() == {item.pk for item in items if item.siblings}
    asked = {
        (item.ruleset, format_position(tuple(sorted(map(int, item.position.split("+"))))))
        for item in items
    }
    told = [(item.ruleset, one) for item in items for one in given.get(item.pk, [])]
    assert len(told) == len(set(told))
    assert not asked & set(told)
    # Nothing is lost for any other reason.
    offered = {(item.ruleset, one) for item in items for one in item.siblings}
    assert set(told) == offered - asked


def test_two_students_see_two_positions_and_each_is_judged_by_their_own(room, ann, ben):
    found = varied(room)
    model = found.items.get()
    mine, theirs = own(found, ann), own(found, ben)
    assert len({model.position, mine.position, theirs.position}) == 3
    for client, item in ((ann, mine), (ben, theirs)):
        page = client.get(address(found, 1)).content.decode()
        assert drawn(page) == item.position
        listed = client.get(address(found)).content.decode()
        assert in_words(item) in listed
    page = give(ann, found, 1, move=right(mine)).content.decode()
    assert "That wins." in page
    refused = give(ben, found, 1, move=wrong(theirs)).content.decode()
    assert "That loses." in refused
    stored = ItemAttempt.objects.values_list("membership__user__username", "position", "solved")
    assert sorted(stored) == [("ann", mine.position, True), ("ben", theirs.position, False)]
    assert [row.is_right for row in Standing.objects.order_by("membership__real_name")] == [
        True,
        False,
    ]
    assert not differences(found)


def test_a_hint_and_a_game_are_about_the_students_own_position(room, ann, ben):
    found = varied(room, MODEL, "nim 4+6 normal win")
    mine, game = own(found, ann), own(found, ann, 2)
    token = uuid.uuid4()
    for tier in range(1, 5):
        ann.post(address(found, 1, "hint"), {"token": token, "tier": tier})
    page = ann.get(address(found, 1)).content.decode()
    task = ShownQuestion(mine)
    assert str(task.asking.hints(task, 4)[3]) in page
    ann.post(address(found, 2, "play"), {"token": uuid.uuid4()})
    ben.post(address(found, 2, "play"), {"token": uuid.uuid4()})
    starts = dict(Match.objects.values_list("user__username", "start"))
    assert starts == {"ann": game.position, "ben": own(found, ben, 2).position}
    assert starts["ann"] != starts["ben"]


def test_a_position_stays_when_others_join_or_leave_the_site(room, ann, ben):
    found = varied(room)
    first = own(found, ben).position
    give(ben, found, 1, move=wrong(own(found, ben)))
    students(room, 30)
    assert own(found, ben).position == first
    ann.user.delete()
    assert own(found, ben).position == first


def test_who_has_begun_keeps_the_position_of_the_first_try(room, ann, ben):
    found = varied(room)
    first = own(found, ann)
    give(ann, found, 1, move=wrong(first))
    other = next(one for one in flat(first.siblings) if one != first.position)
    stored = ItemAttempt.objects.get()
    stored.pk, stored.position, stored.token = None, other, uuid.uuid4()
    stored.save(force_insert=True)
    assert own(found, ann).position == first.position
    assert drawn(ann.get(address(found, 1)).content.decode()) == first.position
    assert own(found, ben).position not in {first.position, ""}


def test_everybody_in_a_class_gets_another_one(room):
    found = varied(room)
    everybody = students(room, 40)
    assert len({own(found, one).position for one in everybody}) == 40


def test_results_and_files_show_each_students_own_position(room, ann, ben, teacher):
    found = varied(room)
    mine, theirs = own(found, ann), own(found, ben)
    give(ann, found, 1, move=right(mine))
    give(ben, found, 1, move=wrong(theirs))
    results = f"{address(found)}results/"
    page = " ".join(page_of(teacher, f"{results}questions/1/").split())
    rows = re.findall(r"<tr> <th scope=\"row\"> <a [^>]*>([^<]+)</a>.*?</tr>", page)
    assert rows == ["Archer, Ann", "Baker, Ben"]
    beside = re.findall(r"<td>([0-9]+[+][0-9+]+)</td>", page)
    assert beside == [mine.position, theirs.position]
    assert "Each student gets another position of the same kind: 3 rows, " in page
    item = found.items.get()
    for client, own_item in ((ann, mine), (ben, theirs)):
        replayed = page_of(teacher, f"{results}{client.membership.pk}/{item.pk}/")
        assert in_words(own_item) in replayed
    text = b"".join(teacher.get(f"{results}tidy.csv").streaming_content).decode("utf-8-sig")
    asked = {row["student"]: row["asked"] for row in csv.DictReader(io.StringIO(text))}
    assert asked == {
        "Ann Archer": f"nim {mine.position}, the last one loses",
        "Ben Baker": f"nim {theirs.position}, the last one loses",
    }
    told = json.loads(ann.get("/me/export/").content)
    assert [one["item"] for one in told["assignments"]] == [f"nim {mine.position}"]


def test_the_common_mistake_is_a_habit_that_several_show_in_different_positions(room, teacher):
    found, everybody = varied(room), students(room, 8)
    for n, one in enumerate(everybody):
        item = own(found, one)
        move = wrong(item, "grab") if n < 4 else right(item) if n < 7 else wrong(item)
        give(one, found, 1, move=move)
    [analysis] = analyse_items(report(found))
    assert [(one.text, one.number) for one in analysis.answers] == [
        ("Taking as much as you can", 4),
        ("The right answer", 3),
        ("Another wrong answer", 1),
    ]
    page = " ".join(page_of(teacher, f"{address(found)}results/questions/1/").split())
    assert "The common mistake: Taking as much as you can" in page
    assert "4 of 8 students made it" in page
    assert "The position after one of these answers:" in page


def test_another_try_and_a_withdrawal_keep_what_each_is_asked(room, ann, ben, teacher):
    found = varied(room)
    mine = own(found, ann).position
    give(ann, found, 1, move=wrong(own(found, ann)))
    teacher.post(
        f"{address(found)}results/try/",
        {"students": [ann.membership.pk], "item": "", "why": "a slip", "until": ""},
    )
    assert own(found, ann).position == mine
    give(ann, found, 1, move=right(own(found, ann)))
    assert set(ItemAttempt.objects.values_list("position", flat=True)) == {mine}
    assert not differences(found)


@pytest.fixture
def found_by_work_alone(monkeypatch):
    """How many positions there are is decided by the work that the search may cost, and not by how
    quick the machine is at this moment."""
    work, _ = storing_work.SEARCH_FOR_SIBLINGS
    monkeypatch.setattr(storing_work, "SEARCH_FOR_SIBLINGS", (work, None))
    monkeypatch.setattr(fence, "LIMIT", PATIENCE)


@pytest.mark.usefixtures("found_by_work_alone")
def test_the_editor_shows_three_and_says_how_many_there_are(room, teacher):
    draft = assignment(room, MODEL, "nim 2+3 misere", publish=False)
    large, small = draft.items.all()
    edit = address(draft, what="edit")
    change = f"/assignments/{draft.pk}/items/{large.pk}/"
    assert "Ask each student another" in page_of(teacher, edit)
    page = teacher.post(change, {"each-another": "1"}, follow=True).content.decode()
    number = len(Item.objects.get(pk=large.pk).siblings)
    assert number == 500
    assert "another position of the same kind: 3 rows, " in page
    assert "There are 500 or more others, such as" in page
    one, two, three = Item.objects.get(pk=large.pk).siblings[:3]
    assert f"such as {one}, {two} and {three}." in page
    # Too few: a sentence with the number, and what to do; the draft stays as it was.
    refused = teacher.post(f"/assignments/{draft.pk}/items/{small.pk}/", {"each-another": "1"})
    assert refused.status_code == 422
    said = refused.content.decode()
    assert "We found 1 other position of the same kind as 2+3, and you need at least 3." in said
    assert "Use a position with longer rows, or ask everybody the same." in said
    assert Item.objects.get(pk=small.pk).siblings == []
    back = teacher.post(change, {"all-the-same": "1"}, follow=True).content.decode()
    assert "Each student gets" not in back
    assert Item.objects.get(pk=large.pk).siblings == []


def test_with_more_students_than_positions_it_says_that_some_get_the_same(room, teacher):
    draft = varied(room, "nim 1+2+4 misere", publish=False)
    number = len(draft.items.get().siblings)
    students(room, number + 1)
    page = page_of(teacher, address(draft, what="edit"))
    words = (
        f"There are {number} others for {number + 1} students, so some students get the same one"
    )
    assert words in " ".join(page.split())


def test_the_spread_is_said_of_the_positions_that_this_class_gets(room, teacher, ann, ben):
    draft = assignment(room, "nim 4+6 normal", publish=False)
    item = draft.items.get()
    storing_work.ask_each_another(draft, item)
    page = " ".join(page_of(teacher, address(draft, what="edit")).split())
    said = re.search(r"of the same kind: (2 rows, (\d+) to (\d+) matches)\.", page)
    storing_work.publish(draft)
    everybody = [ann, ben, *students(room, 3)]
    sizes = [sum(map(int, own(draft, one).position.split("+"))) for one in everybody]
    assert (int(said[2]), int(said[3])) == (min(sizes), max(sizes))
    assert {own(draft, one).position.count("+") for one in everybody} == {1}
    assert said[1] in " ".join(page_of(teacher, f"{address(draft)}results/questions/1/").split())
    # A class of forty needs positions with other numbers of rows.
    students(room, 40, since=3)
    other = assignment(room, "nim 4+6 normal", publish=False)
    storing_work.ask_each_another(other, other.items.get())
    page = " ".join(page_of(teacher, address(other, what="edit")).split())
    assert re.search(r"of the same kind: [12] to 3 rows, \d+ to \d+ matches\.", page)


def test_no_student_is_asked_what_another_question_of_the_sheet_asks(room, teacher, ann, ben):
    found = varied(room, "nim 4+6 normal", "nim 4+7 normal", "nim 3+8 normal win", publish=False)
    last = found.items.last()
    storing_work.ask_all_the_same(found, last)
    storing_work.publish(found)
    for one in [ann, ben, *students(room, 10)]:
        asked = [
            tuple(sorted(cell.item.position.split("+")))
            for cell in work_of(found, one.membership).cells
        ]
        assert asked[2] == ("3", "8")
        assert len(set(asked)) == 3
    later = [flat(item.siblings) for item in found.items.all()]
    assert not {"4+6", "4+7", "3+8"} & {*later[0], *later[1]}
    # Nor is it put in place of a question later.
    [stolen] = read_lines(f"nim {later[0][0]} normal")
    with pytest.raises(InvalidInputError, match="A student may have that position"):
        replace_item(last, stolen.exercise, by=teacher.user, why="A misprint.")


def test_a_sheet_that_leaves_too_few_is_not_published(room, teacher):
    """Alone the question has seven others; beside those very positions it has two."""
    draft = varied(room, "nim 1+2+4 misere", publish=False)
    others = flat(draft.items.get().siblings)
    lines = "\n".join(f"nim {one} misere who" for one in others[2:])
    storing_work.add_exercises(draft, [line.exercise for line in read_lines(lines)])
    page = teacher.post(f"/assignments/{draft.pk}/publish/", {}).content.decode()
    assert "We found 2 other positions of the same kind as 1+2+4, and you need at least 3." in page
    draft.refresh_from_db()
    assert not draft.is_published


def test_nothing_changes_once_it_is_published(room, teacher):
    found = varied(room)
    with pytest.raises(InvalidInputError, match="its questions are fixed"):
        storing_work.ask_all_the_same(found, found.items.get())


def test_a_copy_and_a_template_ask_each_student_another_one_too(room, teacher, ann):
    found = varied(room, is_mixed=True)
    other = classroom(teacher, "7c")
    [copy] = place([found.outline], [other], None, teacher.user, uuid.uuid4())
    assert copy.items.get().siblings == found.items.get().siblings
    assert copy.is_mixed


def test_an_assignment_without_it_asks_everybody_the_same(homework, ann, ben):
    model = homework.items.first().position
    assert {own(homework, ann).position, own(homework, ben).position} == {model}
    give(ann, homework, 1, move="3>0")
    [first, _] = analyse_items(report(homework))
    assert [one.text for one in first.answers] == ["Take 4 from row 3, leaving nothing"]


def test_questions_come_in_another_order_for_each_and_count_the_same(room, teacher):
    lines = [f"nim {a}+{b} normal" for a, b in ((1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4))]
    found, everybody = assignment(room, *lines, is_mixed=True), students(room, 6)
    orders = [
        [cell.item.position for cell in work_of(found, one.membership).cells] for one in everybody
    ]
    assert len(set(map(tuple, orders))) == 6
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(orders[0]))}
    one, order = everybody[0], orders[0]
    for number, position in enumerate(order, 1):
        page = one.get(address(found, number)).content.decode()
        assert drawn(page) == position
    give(one, found, 2, move=right(own_at(found, one, 2)))
    [row] = [row for row in report(found).rows if row.membership == one.membership]
    solved = [cell.item.position for cell in row.cells if cell.solved]
    assert solved == [order[1]]
    assert [cell.item.order for cell in row.cells] == list(range(1, 7))  # staff: as it was set


def test_what_replaces_a_question_comes_last_for_everybody_in_a_mixed_order(room, teacher):
    lines = [f"nim {a}+{b} normal" for a, b in ((1, 2), (1, 3), (2, 3), (1, 4), (2, 4))]
    found, everybody = assignment(room, *lines, is_mixed=True), students(room, 6)
    before = [in_order(found, one) for one in everybody]
    [new] = read_lines("nim 3+4 normal")
    replace_item(found.items.get(order=2), new.exercise, by=teacher.user, why="A misprint.")
    for one, order in zip(everybody, before, strict=True):
        assert in_order(found, one) == [*order, "3+4"]
        assert drawn(one.get(address(found, 6)).content.decode()) == "3+4"


def in_order(found, client):
    return [cell.item.position for cell in work_of(found, client.membership).cells]


def own_at(found, client, number):
    return work_of(found, client.membership).cells[number - 1].item


def test_the_two_answers_come_in_either_order(room):
    found, everybody = assignment(room, "nim 1+2 misere who", is_mixed=True), students(room, 12)
    orders = {
        tuple(
            re.findall(r'name="choice" value="(\w)"', one.get(address(found, 1)).content.decode())
        )
        for one in everybody
    }
    assert orders == {("N", "P"), ("P", "N")}


def test_no_solver_error_reaches_somebody_who_answers_another_students_position(room, ann, ben):
    found = varied(room)
    theirs = right(own(found, ben))
    page = give(ann, found, 1, move=theirs)
    assert page.status_code in (200, 422)
    try:
        judged = (
            ShownQuestion(own(found, ann))
            .asking.grade(ShownQuestion(own(found, ann)), theirs)
            .correct
        )
    except SolverError:
        judged = None
    stored = ItemAttempt.objects.filter(membership=ann.membership).values_list("solved", flat=True)
    assert list(stored) == ([] if judged is None else [judged])


def test_who_left_keeps_the_place_of_those_who_came_later(room, ann, ben):
    found = varied(room)
    before = own(found, ben).position
    Membership.objects.filter(pk=ann.membership.pk).update(archived_at="2026-01-01T00:00Z")
    assert own(found, ben).position == before


def test_whoever_gives_points_reads_the_students_own_position(room, ann, ben, teacher):
    """In "For" of points and comments, and in none of them that of the sheet or of somebody else;
    another try is for several students, so it names no position."""
    found = varied(room)
    mine, theirs = own(found, ann), own(found, ben)
    give(ann, found, 1, move=wrong(mine))
    for client, asked, others in ((ann, mine, theirs), (ben, theirs, mine)):
        page = page_of(teacher, f"{address(found)}results/{client.membership.pk}/")
        offered = re.findall(r"<option[^>]*>(Question 1\.[^<]*)", page)
        assert len(offered) == 2
        for label in offered:
            assert f"rows of {in_words(asked)} " in label
            assert f"rows of {in_words(others)} " not in label
            assert f"rows of {in_words(found.items.get())} " not in label
    page = page_of(teacher, f"{address(found)}results/another-try/")
    [label] = re.findall(r"<option[^>]*>\s*(Question 1\.[^<]*)", page)
    assert "Nim: each student&#x27;s own position." in label
    posted = {"item": found.items.get().pk, "points": "1", "why": "A slip."}
    teacher.post(f"{address(found)}results/{ann.membership.pk}/points/", posted)
    page = page_of(teacher, f"{address(found)}results/{ann.membership.pk}/")
    assert "A slip." in page
    assert found.items.get().position == "5+7+9"
