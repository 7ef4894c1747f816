"""How work is graded: weights, which answer counts, what hints cost; and what staff grant."""

import csv
import io
import json
import re
import uuid
from datetime import timedelta
from decimal import Decimal

import pytest
import time_machine
from django.utils import timezone

from games.people.models import User
from games.teach.classes.models import Membership
from games.teach.work.models import AnotherTry, Assignment, Standing, Start
from games.teach.work.results import granting
from games.teach.work.results.granting_forms import ItemField
from games.teach.work.writing.typed_lines import read_lines
from solver import InvalidInputError

from .assignments import address, answers, assignment, give
from .forms import PageForm
from .test_checks import hand_in, page_of, results, words_of

pytestmark = [pytest.mark.days, pytest.mark.django_db]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
RIGHT, WRONG = {"move": "3>3"}, {"move": "3>2"}


@pytest.fixture
def check(room):
    return assignment(room, mode="check", closes_at=timezone.now() + HOUR)


def row(teacher, found, number=0):
    return results(teacher, found)[number]


def total_in_canvas(teacher, found, number=0):
    lines = teacher.get(address(found) + "results/canvas.csv").getvalue().decode().splitlines()
    return lines[2 + number].rsplit(",", 1)[1]


def ask_for_help(client, found):
    assert (
        client.post(
            address(found, 1, "hint"), {"tier": "1", "token": str(uuid.uuid4())}
        ).status_code
        == 302
    )


def asked(line):
    return read_lines(line)[0].exercise


def test_the_best_answer_counts_unless_the_last_is_to(ann, room, teacher, homework):
    last = assignment(room, keeps="latest")
    for found in (homework, last):
        give(ann, found, 1, **RIGHT)
        give(ann, found, 1, **WRONG)
    assert row(teacher, homework) == ("1", ["right, 2 tries"])
    assert row(teacher, last) == ("0", ["wrong, 2 tries"])
    assert "1 of 2 completed" in words_of(page_of(ann, f"/classes/{room.pk}/"))
    assert "0 of 2 completed" in words_of(page_of(ann, f"/classes/{room.pk}/"))
    assert "Homework 0 of 2 done" in words_of(page_of(ann, "/"))


@pytest.mark.parametrize(("cost", "points"), [("none", "1"), ("half", "0.5"), ("all", "0")])
def test_help_costs_what_the_assignment_says(ann, ben, room, teacher, cost, points):
    found = assignment(room, hint_cost=cost)
    ask_for_help(ann, found)
    give(ann, found, 1, **RIGHT)
    give(ben, found, 1, **RIGHT)
    ask_for_help(ben, found)  # after it was right: costs nothing
    assert [float(score) for score, _ in results(teacher, found)] == [float(points), 1]
    assert total_in_canvas(teacher, found) == points


def test_points_given_by_hand_stand_until_they_are_taken_back(ann, homework, teacher):
    give(ann, homework, 1, **RIGHT)
    item = homework.items.get(order=2)
    by = {"by": teacher.user, "why": "said it aloud"}
    granting.give_points(homework, ann.membership, Decimal("0.5"), item=item, **by)
    assert (row(teacher, homework)[0], total_in_canvas(teacher, homework)) == ("1.50", "1.5")
    granting.give_points(homework, ann.membership, Decimal(2), **by)
    assert row(teacher, homework)[0] == total_in_canvas(teacher, homework) == "2"
    granting.take_back_points(homework, ann.membership, **by)
    granting.take_back_points(homework, ann.membership, item=item, **by)
    assert row(teacher, homework)[0] == "1"
    assert [given.points for given in homework.givenpoints.all()] == [Decimal("0.5"), 2, None, None]
    with pytest.raises(InvalidInputError, match="Give from 0 to 2 points"):
        granting.give_points(homework, ann.membership, Decimal(3), **by)


def test_a_check_that_was_handed_in_and_closed_opens_again_for_one(ann, ben, check, teacher):
    for client in (ann, ben):
        give(client, check, 1, **WRONG)
        hand_in(client, check)
    after = timezone.now() + 2 * HOUR
    by = {"by": teacher.user, "why": "was ill"}
    with time_machine.travel(after):
        assert "You got 0 of 2" in words_of(page_of(ann, address(check)))
        with pytest.raises(InvalidInputError, match="choose how long"):
            granting.grant_try(check, [ann.membership], **by)
        assert granting.grant_try(check, [ann.membership], until=after + DAY, **by)
        again = AnotherTry.objects.get()
        assert again.handed_in_at is not None
        page = words_of(page_of(ann, address(check)))
        assert "You got" not in page
        assert "You’ve answered 0 of 2 questions." in page
        assert "Saved." in words_of(give(ann, check, 1, **RIGHT).content.decode())
        assert "You handed it in" in words_of(give(ben, check, 1, **RIGHT).content.decode())
        assert "You got 0 of 2" in words_of(page_of(ben, address(check)))
    with time_machine.travel(after + 2 * DAY):
        assert "You got 1 of 2" in words_of(page_of(ann, address(check)))
        assert [score for score, _ in results(teacher, check)] == ["1", "0"]
    assert len(answers()) == 3


def test_another_try_at_one_item_opens_that_item_alone(ann, check, teacher):
    give(ann, check, 1, **WRONG)
    give(ann, check, 2, choice="P")
    hand_in(ann, check)
    item = check.items.get(order=1)
    granting.grant_try(check, [ann.membership], item=item, by=teacher.user, why="unclear")
    assert "You can only answer the questions that your instructor opened again." in words_of(
        give(ann, check, 2, choice="N").content.decode()
    )
    assert "Saved." in words_of(give(ann, check, 1, **RIGHT).content.decode())


def test_another_try_at_a_timed_check_has_new_time(ann, room, teacher):
    found = assignment(room, mode="check", minutes=10, closes_at=timezone.now() + DAY)
    ann.post(address(found, what="start"))
    give(ann, found, 1, **WRONG)
    with time_machine.travel(timezone.now() + HOUR):
        assert "Time’s up" in words_of(page_of(ann, address(found)))
        granting.grant_try(found, [ann.membership], by=teacher.user, why="a fire drill")
        assert "Start: your time begins now" in words_of(page_of(ann, address(found)))
        ann.post(address(found, what="start"))
        assert "10 minutes are left." in words_of(page_of(ann, address(found)))
        assert Start.objects.count() == 1


def test_a_form_from_before_another_try_is_one_answer(ann, homework, teacher):
    page = page_of(ann, address(homework, 1))
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    give(ann, homework, 1, token=token, **WRONG)
    granting.grant_try(homework, [ann.membership], by=teacher.user, why="unclear")
    for _ in range(2):
        give(ann, homework, 1, token=token, **RIGHT)
    assert row(teacher, homework) == ("1", ["right, first try"])
    assert [solved for *_, solved in answers()] == [False, True]


def test_who_has_not_begun_needs_no_other_try(ann, ben, homework, teacher):
    give(ann, homework, 1, **WRONG)
    people = [ann.membership, ben.membership]
    given = granting.grant_try(homework, people, by=teacher.user, why="unclear")
    assert given == [ann.membership]


def test_an_assignment_is_withdrawn_until_somebody_has_begun(ann, homework, teacher):
    granting.withdraw(homework)
    assert ann.get(address(homework)).status_code == 404
    Assignment.objects.filter(pk=homework.pk).update(published_at=timezone.now())
    give(ann, homework, 1, **WRONG)
    with pytest.raises(InvalidInputError, match="1 student has started it"):
        granting.withdraw(homework)


def test_an_item_that_is_dropped_counts_nothing_and_keeps_its_place(ann, homework, teacher):
    give(ann, homework, 1, **WRONG)
    give(ann, homework, 2, choice="P")
    item = homework.items.get(order=1)
    granting.drop(item, by=teacher.user, why="it was ambiguous")
    assert total_in_canvas(teacher, homework) == row(teacher, homework)[0] == "1"
    assert "Points of 1" in words_of(page_of(teacher, address(homework, what="results")))
    page = words_of(page_of(ann, address(homework)))
    assert "You’ve answered everything." in page
    assert "Dropped" in page
    refused = words_of(give(ann, homework, 1, **RIGHT).content.decode())
    assert "Your instructor has dropped this question" in refused
    granting.bring_back(item)
    assert "Points of 2" in words_of(page_of(teacher, address(homework, what="results")))
    assert [answer[:2] for answer in answers()] == [("Ann Archer", 1), ("Ann Archer", 2)]


def test_an_item_is_replaced_while_it_can_still_be_answered(ann, homework, check, teacher):
    by = {"by": teacher.user, "why": "it was ambiguous"}
    item = homework.items.get(order=2)
    granting.replace_item(item, asked("kayles 5 misere who"), **by)
    assert "question 3 of 3" in words_of(page_of(ann, address(homework, 3)))
    give(ann, homework, 3, choice="N")
    assert answers() == [("Ann Archer", 3, "N", True)]
    assert "1 of 2 completed" in words_of(page_of(ann, f"/classes/{homework.classroom_id}/"))
    with (
        time_machine.travel(timezone.now() + DAY),
        pytest.raises(InvalidInputError, match="nobody could answer another position"),
    ):
        granting.replace_item(check.items.get(order=2), asked("kayles 5 misere who"), **by)


def student_address(found, client, what=""):
    return address(found) + f"results/{client.membership.pk}/" + what


def test_points_are_given_on_the_page_of_a_student_who_is_told(ann, homework, teacher):
    page = student_address(homework, ann)
    give(ann, homework, 1, **WRONG)
    posted = {"item": homework.items.get(order=1).pk, "points": "0.5", "why": "the right idea"}
    refused = teacher.post(page + "points/", posted | {"why": ""})
    assert "Say why in a few words." in words_of(refused.content.decode())
    assert 'value="0.5"' in refused.content.decode()
    assert "Give from 0 to 1 points." in words_of(
        teacher.post(page + "points/", posted | {"points": "2"}).content.decode()
    )
    teacher.post(page + "points/", posted)
    shown = words_of(page_of(teacher, page))
    assert "0.5 points for question 1 : the right idea teacher" in shown.replace("1: ", "1 : ")
    assert "0.50 of 2 points" in shown
    told = words_of(page_of(ann, address(homework)))
    assert "So far: 0.50 of 2 points." in told
    assert "0.50 of 1 point, given by your instructor" in told
    assert "Your instructor’s reason: the right idea" in told
    teacher.post(page + "points/", {"item": posted["item"], "why": "a mistake", "back": "1"})
    assert "Points for question 1 taken back" in words_of(page_of(teacher, page))
    assert "So far: 0 of 2 points." in words_of(page_of(ann, address(homework)))


def test_points_for_the_whole_are_told_as_such(ann, homework, teacher):
    posted = {"item": "", "points": "2", "why": "showed it on the blackboard"}
    teacher.post(student_address(homework, ann, "points/"), posted)
    told = words_of(page_of(ann, address(homework)))
    assert "So far: 2 of 2 points. Your instructor gave you these points" in told


def test_several_students_are_given_another_try_on_one_page(ann, ben, check, teacher):
    for client in (ann, ben):
        give(client, check, 1, **WRONG)
    where = address(check) + "results/another-try/"
    page = page_of(teacher, f"{where}?student={ann.membership.pk}")
    assert page.count(" checked") == 1
    both = {"students": [ann.membership.pk, ben.membership.pk], "item": "", "why": "a fire drill"}
    with time_machine.travel(timezone.now() + 2 * HOUR):
        refused = words_of(teacher.post(where, both).content.decode())
        assert "The assignment has closed, so choose how long" in refused
        assert AnotherTry.objects.count() == 0
        until = f"{timezone.now() + DAY:%Y-%m-%dT%H:%M}"
        done = words_of(teacher.post(where, both | {"until": until}, follow=True).content.decode())
        assert "Another try given. Earlier answers stay, but they no longer count." in done
        told = words_of(page_of(ben, address(check)))
        assert "Your instructor has given you another try" in told
        assert "You have until" in told
        assert "fire drill" not in told
        assert "open again for you" in words_of(page_of(ben, "/assignments/"))
        history = words_of(page_of(teacher, student_address(check, ann)))
        assert "Another try at the whole assignment , open until" in history
        assert "a fire drill" in history
    assert len(answers()) == 2


def test_withdrawing_leads_back_to_a_page_where_it_can_be_changed(ann, homework, teacher):
    page = words_of(teacher.post(address(homework, what="withdraw"), follow=True).content.decode())
    assert "Withdrawn. Students no longer see it" in page
    assert "Type positions" in page
    teacher.post(address(homework, what="publish"))
    give(ann, homework, 1, **WRONG)
    refused = teacher.post(address(homework, what="withdraw"))
    assert refused.status_code == 409
    assert "1 student has started it, so you can no longer withdraw it." in words_of(
        refused.content.decode()
    )


def test_dropping_says_first_what_it_changes(ann, ben, homework, teacher):
    give(ann, homework, 1, **WRONG)
    give(ann, homework, 2, choice="P")
    give(ben, homework, 1, **RIGHT)
    item = homework.items.get(order=1)
    where = address(homework) + f"results/items/{item.pk}/"
    page = words_of(page_of(teacher, where))
    assert "2 students answered it" in page
    assert "out of 1 point. 1 grade goes up, and 1 goes down." in page
    assert "Archer, Ann 50 % 100 %" in page
    assert "Baker, Ben 50 % 0 %" in page
    assert "Show all" not in page
    assert "Points of 2" in words_of(page_of(teacher, address(homework, what="results")))
    teacher.post(where, {"why": "it was ambiguous", "line": "kayles 61 misere"})
    assert homework.items.count() == 2
    done = {"why": "it was ambiguous", "line": "kayles 5 misere who"}
    assert "Dropped. It no longer counts, and its answers stay." in words_of(
        teacher.post(where, done, follow=True).content.decode()
    )
    assert "it was ambiguous" in words_of(page_of(teacher, where))
    assert "question 3 of 3" in words_of(page_of(ann, address(homework, 3)))
    teacher.post(where, {"back": "1"})
    assert "Points of 3" in words_of(page_of(teacher, address(homework, what="results")))


def test_a_student_reads_what_counts_before_it_is_done(ann, room):
    found = assignment(room, keeps="latest", hint_cost="half")
    page = words_of(page_of(ann, address(found)))
    assert "Your last answer to each question counts" in page
    assert "With a hint, a question is worth half of its points." in page


def test_how_it_is_graded_is_set_on_the_page_of_the_assignment(homework, teacher, room):
    draft = assignment(room, publish=False)
    form = PageForm(teacher.get(address(draft, what="edit")), "writing")
    form.fields |= {"weight": ["3"], "keeps": ["latest"], "hint_cost": ["all"]}
    teacher.post(address(draft, what="settings"), form.fields)
    draft.refresh_from_db()
    assert (draft.weight, draft.keeps, draft.hint_cost) == (3, "latest", "all")
    posted = {"title": "Homework", "weight": "5", "keeps": "latest", "hint_cost": "all"}
    teacher.post(address(homework, what="settings"), posted)
    homework.refresh_from_db()
    assert (homework.weight, homework.keeps, homework.hint_cost) == (5, "best", "none")


def test_another_try_is_taken_back_until_it_is_begun(ann, check, teacher):
    give(ann, check, 1, **RIGHT)
    hand_in(ann, check)
    by = {"by": teacher.user, "why": "said it aloud"}
    granting.give_points(check, ann.membership, Decimal("1.5"), **by)
    granting.grant_try(check, [ann.membership], by=teacher.user, why="a fire drill")
    page = student_address(check, ann)
    assert row(teacher, check)[0] == "0"
    back = page + f"tries/{AnotherTry.objects.get().pk}/back/"
    assert f'action="{back}"' in page_of(teacher, page)
    for _ in range(2):
        shown = words_of(teacher.post(back, follow=True).content.decode())
    assert "Another try at the whole assignment" in shown
    assert "taken back by teacher" in shown
    assert back not in page_of(teacher, page)
    assert row(teacher, check)[0] == "1.50"
    told = words_of(page_of(ann, address(check)))
    assert "another try" not in told
    assert "You handed it in" in words_of(give(ann, check, 2, choice="P").content.decode())


def test_another_try_that_is_begun_is_not_taken_back(ann, homework, teacher):
    give(ann, homework, 1, **WRONG)
    granting.grant_try(homework, [ann.membership], by=teacher.user, why="unclear")
    give(ann, homework, 1, **RIGHT)
    page = student_address(homework, ann)
    back = page + f"tries/{AnotherTry.objects.get().pk}/back/"
    assert back not in page_of(teacher, page)
    refused = teacher.post(back)
    assert refused.status_code == 409
    assert "Ann Archer has started the new try, so you cannot take it back." in words_of(
        refused.content.decode()
    )
    assert row(teacher, homework) == ("1", ["right, first try"])


def test_a_second_other_try_taken_back_leaves_the_first_open(ann, check, teacher):
    give(ann, check, 1, **WRONG)
    by = {"by": teacher.user, "why": "was ill"}
    later = timezone.now() + 2 * HOUR
    with time_machine.travel(later):
        granting.grant_try(check, [ann.membership], until=later + HOUR, **by)
    with time_machine.travel(later + timedelta(minutes=5)):
        give(ann, check, 1, **RIGHT)
        hand_in(ann, check)
        granting.grant_try(check, [ann.membership], until=later + DAY, **by)
        first, second = AnotherTry.objects.order_by("pk")
        page = student_address(check, ann)
        refused = teacher.post(page + f"tries/{first.pk}/back/")
        assert "Take back the newest try first." in words_of(refused.content.decode())
        teacher.post(page + f"tries/{second.pk}/back/")
        assert row(teacher, check)[0] == "1"
    with time_machine.travel(later + 2 * HOUR):
        assert "You got 1 of 2" in words_of(page_of(ann, address(check)))


def test_answers_from_before_are_marked_where_they_are_read_again(ann, homework, teacher):
    give(ann, homework, 1, **WRONG)
    granting.grant_try(homework, [ann.membership], by=teacher.user, why="unclear")
    give(ann, homework, 1, **RIGHT)
    page = words_of(page_of(teacher, student_address(homework, ann, f"{first_item(homework).pk}/")))
    assert page.count("This came before the new try, so it no longer counts.") == 1
    assert page.index("Try 1") < page.index("This came before the new try") < page.index("Try 2")


def first_item(found):
    return found.items.get(order=1)


def test_an_item_and_what_replaces_it_lead_to_each_other(homework, teacher):
    item = first_item(homework)
    by = {"by": teacher.user, "why": "it was ambiguous"}
    stead = granting.replace_item(item, asked("kayles 5 misere who"), **by)
    results = address(homework, what="results")
    for page in ("questions/1/", f"items/{item.pk}/"):
        html = page_of(teacher, f"{results}{page}")
        assert "Replaced by question 3." in words_of(html).replace("3 .", "3.")
        assert f'href="{results}questions/3/"' in html
    for page in ("questions/3/", f"items/{stead.pk}/"):
        html = page_of(teacher, f"{results}{page}")
        assert "In place of question 1." in words_of(html).replace("1 .", "1.")
        assert f'href="{results}questions/1/"' in html


def test_dropping_names_everybody_whose_grade_changes(homework, room, teacher):
    users = User.objects.bulk_create(User(username=f"s{n}") for n in range(52))
    item = homework.items.get(order=1)
    for n, user in enumerate(users):
        one = Membership.objects.create(classroom=room, user=user, real_name=f"Student {n:02}")
        right = {"is_right": True, "at_once": True, "worth": 1, "is_done": True, "tries": 1}
        at = {"last_at": timezone.now(), "done_at": timezone.now()}
        Standing.objects.create(item=item, membership=one, wrong=0, hints=0, **right, **at)
    page = words_of(page_of(teacher, address(homework) + f"results/items/{item.pk}/"))
    shown, folded = page.split("Show all 52 students")
    assert "Student 49" in shown
    assert "Student 50" not in shown
    assert re.findall(r"Student 5\d", folded) == ["Student 50", "Student 51"]


def test_a_dropped_item_is_marked_over_the_table_and_in_files(ann, homework, teacher):
    give(ann, homework, 2, choice="P")
    granting.drop(first_item(homework), by=teacher.user, why="it was ambiguous")
    page = page_of(teacher, address(homework, what="results"))
    assert len(re.findall(r"<s>\s*<a[^>]*>1</a>\s*</s>", page)) == 1
    assert page.count("<s>") == 1
    assert "dropped, no longer counts" in page
    moodle = teacher.get(address(homework) + "results/moodle.csv?columns=items")
    heading = moodle.getvalue().decode("utf-8-sig").splitlines()[0]
    assert heading.endswith(",Homework item 1 (dropped),Homework item 2")
    assert [line["status"] for line in tidy_lines(teacher, homework)] == ["Dropped", "Completed"]


def tidy_lines(teacher, found):
    text = teacher.get(address(found) + "results/tidy.csv").getvalue().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_what_was_granted_is_in_the_tidy_file_and_in_the_own_data(ann, homework, teacher):
    give(ann, homework, 1, **WRONG)
    by = {"by": teacher.user, "why": "said it aloud"}
    granting.grant_try(homework, [ann.membership], item=first_item(homework), **by)
    granting.give_points(homework, ann.membership, Decimal("0.5"), item=first_item(homework), **by)
    granting.give_points(homework, ann.membership, Decimal("1.5"), **by)
    told = ("points_by_hand", "total_by_hand", "other_tries")
    assert [[line[name] for name in told] for line in tidy_lines(teacher, homework)] == [
        ["0.5", "1.5", "1"],
        ["", "1.5", "0"],
    ]
    text = ann.get("/me/export/").content.decode()
    own = json.loads(text)
    assert [(given["item"], given["points"]) for given in own["points_by_hand"]] == [
        (str(first_item(homework)), 0.5),
        (None, 1.5),
    ]
    [again] = own["other_tries"]
    assert (again["assignment"], again["class"]) == ("Homework", "7b")
    assert [given["why"] for given in own["points_by_hand"]] == ["said it aloud", "said it aloud"]
    assert text.count("said it aloud") == 2  # and not in the other try
    assert "teacher" not in json.dumps(own["points_by_hand"] + own["other_tries"])


def test_the_items_of_a_menu_are_told_apart_on_one_position(room):
    found = assignment(room, "nim 1+2+4 misere", "nim 1+2+4 normal who")
    offered = ItemField(found, "All").choices
    assert [words for _, words in offered] == [
        "All",
        "Question 1. Nim: rows of 1, 2 and 4 matches. The last one loses. Make a winning move.",
        "Question 2. Nim: rows of 1, 2 and 4 matches. The last one wins. Say who wins.",
    ]
