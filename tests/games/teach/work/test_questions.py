"""Question by question: first answers, the common mistake, whom a question tells apart."""

import re
from statistics import correlation

import pytest

from games.teach.work.models import Item
from games.teach.work.results import granting
from games.teach.work.results.analysis import analyse_items
from games.teach.work.standings.reports import report

from ...learn.lessons.lessons import PREDICT, lesson
from .assignments import address, assignment, give, member, person
from .test_results import fill, page_of

pytestmark = pytest.mark.django_db


def words_of(page):
    words = " ".join(re.sub(r"<[^>]*>", " ", page).split()).replace("&#x27;", "'")
    return re.sub(r" ([.,])", r"\1", words)


def test_item_analysis_counts_first_answers_and_shows_the_common_mistake(
    homework, ann, ben, room, teacher
):
    fill(homework, ann, ben)
    for name in ("carl", "dora", "emil", "finn"):
        client = person(name)
        member(room, client, name.title())
        give(client, homework, 1, move="3>1" if name == "finn" else "3>0")
    first, second = analyse_items(report(homework))
    assert (first.answered, first.first_right, first.rate) == (6, 0, 0)
    common, *others = first.answers
    assert (common.text, common.number) == ("Take 4 from row 3, leaving nothing", 4)
    assert first.common_mistake == common
    assert sum(one.number for one in others) == 2
    assert (second.answered, second.rate) == (2, 50)
    items = f"{address(homework)}results/"
    page = words_of(page_of(teacher, f"{items}questions/1/"))
    assert "The common mistake: Take 4 from row 3, leaving nothing" in page
    assert "4 of 6 students made it" in page
    assert "0 % first try. 0 of 6 students got it right at once, without help." in page
    page = words_of(page_of(teacher, f"{items}questions/2/"))
    assert "50 % first try. 1 of 2 students" in page
    assert "The position after" not in page  # nothing is played where one says who wins
    index = re.findall(r"<td[^>]*>([^<]*)</td>", page_of(teacher, f"{items}items/"))
    assert [" ".join(cell.split()) for cell in index] == ["0 %", "–", "6", "50 %", "–", "2"]
    hardest = page_of(teacher, f"{items}items/?sort=hardest")
    assert re.findall(r'id="item-(\d)"', hardest) == ["1", "2"]


@pytest.mark.parametrize(
    ("wrong", "others", "is_common"), [(2, 0, False), (3, 12, True), (3, 13, False)]
)
def test_a_mistake_is_called_common_where_three_and_a_fifth_of_them_made_it(
    homework, room, teacher, wrong, others, is_common
):
    for n in range(wrong + others):
        one = person(f"student{n}")
        member(room, one, f"Student {n}")
        give(one, homework, 1, move="3>0" if n < wrong else "3>3")
    page = words_of(page_of(teacher, f"{address(homework)}results/questions/1/"))
    assert ("The common mistake: Take 4 from row 3" in page) is is_common
    assert (f"{wrong} of {wrong + others} students made it" in page) is is_common


def test_the_other_of_two_answers_is_no_mistake_of_its_own(room, teacher):
    found = assignment(room, "nim 1+1+2 misere who")
    for n in range(5):
        one = person(f"student{n}")
        member(room, one, f"Student {n}")
        give(one, found, 1, choice="P")
    [analysis] = analyse_items(report(found))
    [wrong] = analysis.answers
    assert (wrong.number, wrong.habit, analysis.common_mistake) == (5, None, None)
    page = words_of(page_of(teacher, f"{address(found)}results/questions/1/"))
    assert "You lose, whatever you do ✗ wrong 5" in page
    assert "common" not in page


def test_a_question_tells_students_apart_where_enough_answered(room, teacher):
    found = assignment(room, "nim 1+2 misere who", "nim 1+1 misere who", "nim 2+3 misere who")
    students = [person(f"student{n}") for n in range(10)]
    for n, one in enumerate(students):
        member(room, one, f"Student {n}")
        # The first five are right everywhere, the others at the first question alone or nowhere.
        give(one, found, 1, choice="N" if n < 7 else "P")
        give(one, found, 2, choice="N" if n < 5 else "P")
        if n:
            give(one, found, 3, choice="N" if n < 5 else "P")
    figures = [one.discrimination for one in analyse_items(report(found))]
    # Student by student: right at once here, and the share of the others.
    here, others = [1] * 7 + [0] * 3, [1.0] * 5 + [0.0] * 5
    assert figures[0] == round(correlation(here, others), 2) == 0.65
    assert figures[2] is None  # nine students are too few
    page = words_of(page_of(teacher, f"{address(found)}results/items/?sort=discrimination"))
    assert "Say who wins. 70 % 0.65 10 2. Nim" in page
    assert "Say who wins. 44 % – 9 " in page
    # A question that no longer counts is none of the others.
    granting.drop(found.items.get(order=2), by=teacher.user, why="it was ambiguous")
    assert analyse_items(report(found))[0].discrimination is None  # nine are left


def test_each_question_leads_to_the_next_and_lessons_have_no_page(room, teacher):
    found = assignment(room, "nim 1+2 misere who", "nim 1+1 misere who")
    one = lesson(PREDICT)
    Item.objects.create(assignment=found, order=3, lesson=one)
    where = f"{address(found)}results/questions/"
    assert f'href="{where}2/"' in page_of(teacher, f"{where}1/")
    last = page_of(teacher, f"{where}2/")
    assert f'href="{where}1/"' in last
    assert f'href="{where}3/"' not in last
    assert teacher.get(f"{where}3/").status_code == 404
    assert teacher.get(f"{where}4/").status_code == 404


def test_equal_moves_are_one_answer(ann, ben, room):
    found = assignment(room, "kayles 5 normal")
    give(ann, found, 1, move="1>1+2")
    give(ben, found, 1, move="1>2+1")
    [one] = analyse_items(report(found))
    assert [answer.number for answer in one.answers] == [2]
